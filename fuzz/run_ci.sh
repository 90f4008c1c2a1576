#!/usr/bin/env bash
# Builds all targets on stable Rust without cargo-fuzz, with the build script of ClusterFuzzLite but without its
# container. Runs each target on its seeds and for a few thousand executions more. Findings are written to
# `fuzz/artifacts/`.
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

# Runs a target, and prints its findings or its progress.
run() {
    unzip -q "$work/out/$1_seed_corpus.zip" -d "$work/$1"
    echo "==> $1: $(ls "$work/$1" | wc -l) seeds, $runs executions"
    "$work/out/$1" -seed=1 -runs="$runs" -max_len=1024 -timeout=60 -dict="$work/out/$1.dict" \
        -artifact_prefix="fuzz/artifacts/$1/" "$work/$1" > "$work/$1.log" 2>&1 || {
        cat "$work/$1.log"
        return 1
    }
    grep -e '^Done' -e 'INITED' "$work/$1.log"
}

# All targets run at once: the slowest takes half of their total time.
running=()
for source in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    mkdir -p "$work/$target" "fuzz/artifacts/$target"
    run "$target" > "$work/$target.output" &
    running+=("$target $!")
done
failed=
for one in "${running[@]}"; do
    wait "${one#* }" || failed+=" ${one% *}"
    cat "$work/${one% *}.output"
done
[ -z "$failed" ] || { echo "these targets have findings:$failed" >&2; exit 1; }

# `promote` rejects anything that is not an artefact, with an error message.
built=${CARGO_TARGET_DIR:-fuzz/target}/$(rustc -vV | sed -n 's/^host: //p')/quick
for wrong in "agree $work/none" "unknown README.md" "stores README.md"; do
    # shellcheck disable=SC2086
    if "$built/promote" $wrong --cause "none" --into "$work" 2> "$work/log"; then
        echo "promote $wrong: has to be rejected" >&2
        exit 1
    fi
    [ -s "$work/log" ] || { echo "promote $wrong: is rejected without an error message" >&2; exit 1; }
done
