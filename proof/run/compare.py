"""Compares the rows of the extracted searches with those of `pvcheck exhaust --full --format json`.

usage: compare.py PROVEN.json PVCHECK.json. Prints the number of cells; at the first difference it names it and exits 1.
Each cell of the lists of Contract.v and TableContract.v must be a row of both.
usage: compare.py PROVEN.json. Prints the subjects of the rows.
"""
import json
import sys

# Stores that no list of Contract.v has: those that read a table, and the one that keeps nothing.
NOT_RUN = {"none", "tail-recovery", "pv-table", "edwards-trees", "table-walk", "table-walk-checked", "table-walk-exact"}
LINES = ("same", "equivalent", "truncated", "missing", "unsound", "illegal", "none_due")
SCORES = ("score_exact", "bound")
COUNTS = ("nodes", "leaf_evaluations", "re_searches")


def fail(text):
    print("DIFFERENT:", text)
    sys.exit(1)


def cell_of(row):
    return row["algorithm"], row["store"], row["options"]


proven = json.load(open(sys.argv[1]))
if len(sys.argv) == 2:
    for row in proven["rows"]:
        print("--subject", "+".join(filter(None, (row["algorithm"], row["store"], row["options"]))))
    sys.exit()
measured = json.load(open(sys.argv[2]))
games = measured["scope"]["games"]
if games == 0 or proven["games"] != games:
    fail(f"{proven['games']} games were searched by the proven searches, {games} by pvcheck")
if not proven["rows"]:
    fail("no rows")
by_name = {cell_of(row): row for row in measured["rows"]}
for row in proven["rows"]:
    name = "+".join(filter(None, cell_of(row)))
    other = by_name.get(cell_of(row))
    if other is None:
        fail(f"pvcheck has no row for {name}")
    line, score = other.get("line", {}), other.get("score", {})
    counts = {key: line.get(key) for key in LINES}
    counts.update(score_exact=score.get("exact"), bound=score.get("bound"))
    counts.update((key, other.get(key)) for key in COUNTS)
    for key in LINES + SCORES + COUNTS:
        if row.get(key) is None or counts[key] is None:
            fail(f"{name}: no {key}")
        if counts[key] != row[key]:
            where = f"; the first game of the proven search: {row['first']}" if row["first"] else ""
            fail(f"{name}: {key} is {row[key]} in the proven searches, {counts[key]} in pvcheck{where}")

lists, compared = proven["lists"], {cell_of(row) for row in proven["rows"]}
for name in lists:
    if not lists[name]:
        fail(f"{name} is empty")
if "table_copying_algorithms" in lists:
    # Every second search is confirmed (`table_confirmed`).
    for cell in compared:
        if by_name[cell]["unconfirmed"] != 0:
            fail(f"{'+'.join(cell)} takes a null window back")
    cells = [(a, "triangular", "tt") for a in lists["table_copying_algorithms"]]
    cells += [(a, "single-array", "tt") for a in lists["table_array_algorithms"]]
else:
    copying = lists["copying_stores"] + ["pv-holder"]
    cells = [(a, s, "") for a in lists["exact_algorithms"] for s in copying + ["single-array"]]
    cells += [(a, s, "") for a in lists["copying_algorithms"] for s in copying]
    cells += [(a, "single-array", "") for a in lists["array_algorithms"]]
# And nothing that pvcheck runs is forgotten.
cells += [cell for cell in by_name if cell[1] not in NOT_RUN]
for cell in cells:
    if cell not in compared or cell not in by_name:
        fail(f"{'+'.join(cell)} is not compared")
print(len(compared))
