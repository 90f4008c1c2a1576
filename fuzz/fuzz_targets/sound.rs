//! The fuzz target `sound`; see `pvcheck_fuzzing`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use pvcheck_fuzzing::Target;

fuzz_target!(init: pvcheck_fuzz::install_panic_hook(), |bytes: &[u8]| -> Corpus {
    pvcheck_fuzz::run(Target::Sound, bytes)
});
