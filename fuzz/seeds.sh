#!/usr/bin/env bash
# Makes a seed corpus of the texts that tests keep true, a file each:
#     bash fuzz/seeds.sh FOLDER
# Only texts are archived. Bytes are read as choices, and mean another game after the next change of how
# games grow.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Each line of what comes in, but for comments, as a file for a target.
lines() {
    mkdir -p "$out/$1"
    grep -v -e '^#' -e '^$' | awk -v folder="$out/$1" '
        { file = folder "/" sprintf("%04d", NR); printf "%s", $0 > file; close(file) }'
}

cases() { cat tests/cases/*.case src/counterexamples.case; }

cases | lines agree
cases | lines sound
for target in stores tables; do
    cat "fuzz/seeds/$target.txt" $([ ! -f "tests/cases/$target.text" ] || echo "tests/cases/$target.text") |
        lines "$target"
done
# What stands behind the depth, and what is expected, is the game.
{ cases; cases | sed -e '/^#/d' -e 's/^v1 [^ ]* [^ ]* //' -e 's/^expect=[^ ]* //'; } | lines notation
cases | lines case
# Files of several cases: what is there is as long as an input may be, at most.
for file in tests/cases/*.case; do
    [ "$(wc -c < "$file")" -gt 4096 ] || cp "$file" "$out/case/"
done
