#!/usr/bin/env bash
# Makes a seed corpus from the texts that the tests check, one file per text:
#     bash fuzz/seeds.sh FOLDER
# Only texts are archived. Bytes are read as choices, and give other games after a change of the generators.
set -euo pipefail
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Writes each line of the input, except comments, to a file for a target.
lines() {
    mkdir -p "$out/$1"
    grep -v -e '^#' -e '^$' | awk -v folder="$out/$1" '
        { file = folder "/" sprintf("%04d", NR); printf "%s", $0 > file; close(file) }'
}

cases() { cat tests/cases/*.case src/contract/counterexamples.case; }

cases | lines agree
cases | lines sound
# What `promote` has kept is in quotes.
for target in stores tables uci; do
    cat "fuzz/seeds/$target.txt" $([ ! -f "tests/cases/$target.text" ] || echo "tests/cases/$target.text") |
        sed 's/^"\(.*\)"$/\1/' | lines "$target"
done
# The game is the text after the depth and the expected finding.
{ cases; cases | sed -e '/^#/d' -e 's/^v1 [^ ]* [^ ]* //' -e 's/^expect=[^ ]* //'; } | lines notation
cases | lines case
# Files of several cases, up to the maximum length of an input.
for file in tests/cases/*.case; do
    [ "$(wc -c < "$file")" -gt 4096 ] || cp "$file" "$out/case/"
done
