#!/bin/bash -eu
# Builds the fuzz targets into $OUT for ClusterFuzzLite and OSS-Fuzz, with seeds and dictionaries.
#
# It also runs without a container, on stable Rust and without cargo-fuzz. Set SRC (the folder that contains the
# project as `pvcheck`), OUT, SANITIZER and FUZZING_ENGINE. A FUZZ_PROFILE, such as `quick`, never uses cargo-fuzz.

[ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ] || { echo "libfuzzer is the only engine" >&2; exit 1; }
cd "$SRC/pvcheck"
triple=$(rustc -vV | sed -n 's/^host: //p')
sanitizer=${SANITIZER:-address}

if [ -z "${FUZZ_PROFILE:-}" ] && command -v cargo-fuzz > /dev/null; then
    if [ "$sanitizer" = none ]; then
        cargo fuzz build -O --debug-assertions --no-trace-compares --sanitizer none
    else
        cargo fuzz build -O --debug-assertions --no-trace-compares
    fi
else
    # The same flags as cargo-fuzz: coverage counters and the sanitizer. Without the coverage of comparisons, see
    # docs/internals/long-runs.md. The sanitizer's flag is unstable, so
    # stable Rust needs RUSTC_BOOTSTRAP.
    flags="--cfg fuzzing -Cpasses=sancov-module -Cdebug-assertions"
    for option in level=4 inline-8bit-counters pc-table; do
        flags+=" -Cllvm-args=-sanitizer-coverage-$option"
    done
    flags+=" -Cllvm-args=-simplifycfg-branch-fold-threshold=0"
    case $sanitizer in
        none) ;;
        address) flags+=" -Zsanitizer=address"; export RUSTC_BOOTSTRAP=1 ;;
        *) echo "the sanitizers are address and none" >&2; exit 1 ;;
    esac
    RUSTFLAGS="${RUSTFLAGS:-} $flags" cargo build --locked --manifest-path fuzz/Cargo.toml \
        --profile "${FUZZ_PROFILE:-release}" --target "$triple" --bins
fi

built=${CARGO_TARGET_DIR:-fuzz/target}/$triple/${FUZZ_PROFILE:-release}
seeds=$(mktemp -d)
bash fuzz/seeds.sh "$seeds"
for source in fuzz/fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    cp "$built/$target" "$OUT/"
    (cd "$seeds/$target" && zip -q -r - .) > "$OUT/${target}_seed_corpus.zip"
    dictionary=fuzz/dictionaries/$target.dict
    [ -f "$dictionary" ] || dictionary=fuzz/dictionaries/cases.dict
    cp "$dictionary" "$OUT/$target.dict"
    printf '[libfuzzer]\nmax_len = 1024\n' > "$OUT/$target.options"
done
rm -r "$seeds"
