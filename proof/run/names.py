"""Names what the proofs prove, from their code and not from their comments.

usage: names.py FILE.v... Prints a file for Coq that asks on what all of them rest; the number of theorems goes to the
standard error. It fails if a Theorem or Corollary has no comment directly above, or if a list of the contract has an
algorithm or a store by another name than that of its definition: some of them do the same in every scope.
"""
import re
import sys

STATEMENT = re.compile(r"\b(Theorem|Corollary|Lemma|Fact|Proposition|Remark|Example|Property)\s+([\w']+)")


def fail(text):
    print(text, file=sys.stderr)
    sys.exit(1)


def code(text):
    """The text with blanks instead of comments, which nest, and strings."""
    out, depth, string, at = [], 0, False, 0
    while at < len(text):
        two = text[at:at + 2]
        if string:
            string = text[at] != '"'
        elif two == "(*" or (two == "*)" and depth > 0):
            depth += 1 if two == "(*" else -1
            out.append("  ")
            at += 2
            continue
        elif text[at] == '"':
            string = True
        elif depth == 0:
            out.append(text[at])
            at += 1
            continue
        out.append("\n" if text[at] == "\n" else " ")
        at += 1
    return "".join(out)


# The definitions whose names are not those of the product with other dashes.
DEFINED = {
    "alpha-beta-hard": "alpha_beta false", "alpha-beta-soft": "alpha_beta true",
    "negascout-hard": "negascout false", "negascout-soft": "negascout true",
    "single-array": "single", "single-array-bare": "single_bare", "single-array-refuting": "single_refuting",
}
PAIR = re.compile(r'\("([a-z-]+)", ([^"]*?)\)\s*(?:;|\])')
FAILURE = re.compile(r'failure "([a-z-]+)" "([a-z-]+)"\s+\(([^"]*?)\)\s+(single\w*)\s+\d')


def named(path, name, term):
    """A term of a list must be the definition that the name says."""
    term = re.sub(r"^(table_)?family (G|trees) inf (M )?", "", " ".join(term.split())).strip("()")
    term = re.sub(r"^table_|(_with|_keeper)?( (G|trees) inf( M)?)?$", "", term)
    if term != DEFINED.get(name, name.replace("-", "_")):
        fail(f"{path}: {name} is not {term}")
    return 1


theorems, groups, pairs = 0, [], {}
for path in sys.argv[1:]:
    text = open(path).read()
    module, plain, lines = path[:-2], code(text), text.split("\n")
    nested = re.search(r"\b(Module|Goal)\b", plain)
    if nested:
        fail(f"{path}: {nested.group(1)}: names inside of modules, and goals without a name, are not looked for")
    pairs[path] = sum(named(path, *found.groups()) for found in PAIR.finditer(text))
    for algorithm, store, term, keeps in (found.groups() for found in FAILURE.finditer(text)):
        pairs[path] += named(path, algorithm, term) + named(path, store, keeps)
    names = []
    for found in STATEMENT.finditer(plain):
        kind, name = found.groups()
        line = plain.count("\n", 0, found.start())
        names.append(f"@PvInPvs.{module}.{name}")
        if kind in ("Theorem", "Corollary"):
            theorems += 1
            if line == 0 or not lines[line - 1].endswith("*)") or plain.split("\n")[line - 1].strip():
                fail(f"{path}:{line + 1}: no sentence above theorem {name}")
    if names:
        listed = ",\n  ".join(names)
        groups.append((module, f"Definition of_{module} := (\n  {listed})."))
for path, entries in (("Contract.v", r'^ *\("'), ("TableContract.v", r'^ *\("'), ("ArrayFailures.v", r'failure "[a-z]')):
    entries = len(re.findall(entries, open(path).read(), re.M)) * (2 if path == "ArrayFailures.v" else 1)
    if entries == 0 or pairs[path] != entries:
        fail(f"{path}: {pairs[path]} of {entries} names of its lists were read")
if theorems == 0:
    fail("no theorems")
print("From PvInPvs Require " + " ".join(path[:-2] for path in sys.argv[1:]) + ".")
for _, definition in groups:
    print(definition)
print("Definition everything := (" + ", ".join("of_" + module for module, _ in groups) + ").")
print("Print Assumptions everything.")
print(theorems, file=sys.stderr)
