#!/usr/bin/env bash
# Builds all targets on stable Rust without cargo-fuzz, by the script of ClusterFuzzLite and without its
# container, and runs each on its seeds and some thousand executions more. What a target finds stays
# in `fuzz/artifacts/`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${FUZZ_RUNS:-4000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src" "$work/out"
ln -s "$PWD" "$work/src/pvcheck"

cargo fmt --check --manifest-path fuzz/Cargo.toml
cargo clippy --locked --all-targets --manifest-path fuzz/Cargo.toml -- -D warnings
env SRC="$work/src" OUT="$work/out" SANITIZER=none FUZZING_ENGINE=libfuzzer FUZZ_PROFILE=quick \
    bash .clusterfuzzlite/build.sh

for source in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    mkdir -p "$work/$target" "fuzz/artifacts/$target"
    unzip -q "$work/out/${target}_seed_corpus.zip" -d "$work/$target"
    echo "==> $target: $(ls "$work/$target" | wc -l) seeds, $runs executions"
    "$work/out/$target" -seed=1 -runs="$runs" -max_len=1024 -timeout=20 -dict="$work/out/$target.dict" \
        -artifact_prefix="fuzz/artifacts/$target/" "$work/$target" 2> "$work/log" || {
        cat "$work/log"
        exit 1
    }
    grep -e '^Done' -e 'INITED' "$work/log"
done

# What is no artefact is refused with a word on why.
built=${CARGO_TARGET_DIR:-fuzz/target}/$(rustc -vV | sed -n 's/^host: //p')/quick
for wrong in "agree $work/none" "nobody README.md" "stores README.md"; do
    # shellcheck disable=SC2086
    if "$built/promote" $wrong --cause "none" --into "$work" 2> "$work/log"; then
        echo "promote $wrong: has to be refused" >&2
        exit 1
    fi
    [ -s "$work/log" ] || { echo "promote $wrong: is refused without a word" >&2; exit 1; }
done
