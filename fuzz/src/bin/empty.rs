//! A target that does nothing: what libFuzzer itself costs. `fuzz/speed.sh` compares the others with it.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|_bytes: &[u8]| {});
