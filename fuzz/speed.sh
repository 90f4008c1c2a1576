#!/usr/bin/env bash
# Prints how many inputs per second each fuzz target runs, beside a target that does nothing:
#     bash fuzz/speed.sh [SECONDS]
# Each target begins with its seeds and runs alone for so many seconds, 10 if none are given. The build takes minutes.
set -euo pipefail
seconds=${1:-10}
[[ $# -le 1 && $seconds =~ ^[1-9][0-9]{0,4}$ ]] || { echo "usage: bash fuzz/speed.sh [SECONDS]; SECONDS is a whole number from 1 to 99999" >&2; exit 1; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src" "$work/out" "$work/empty"
ln -s "$PWD" "$work/src/pvcheck"
env SRC="$work/src" OUT="$work/out" SANITIZER=none FUZZING_ENGINE=libfuzzer FUZZ_PROFILE=release \
    bash .clusterfuzzlite/build.sh >&2
cp "${CARGO_TARGET_DIR:-fuzz/target}/$(rustc -vV | sed -n 's/^host: //p')/release/empty" "$work/out/"

# Runs a target and prints its executions per second.
measure() {
    [ ! -f "$work/out/$1_seed_corpus.zip" ] || unzip -q "$work/out/$1_seed_corpus.zip" -d "$work/$1"
    "$work/out/$1" -seed=1 -max_total_time="$seconds" -max_len=1024 -artifact_prefix="$work/" "$work/$1" > "$work/$1.log" 2>&1 ||
        { cat "$work/$1.log" >&2; return 1; }
    sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 \2/p' "$work/$1.log" | awk '{ printf "%d", $1 / $2 }'
}

empty=$(measure empty)
echo "| target | executions per second | of the empty target |"
echo "|---|---|---|"
echo "| empty | $empty | 100 % |"
for source in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    found=$(measure "$target")
    awk -v target="$target" -v found="$found" -v empty="$empty" \
        'BEGIN { printf "| %s | %d | %.1f %% |\n", target, found, 100 * found / empty }'
done
