"""Variables of the environment: those of the program, and those that the tests of a search read, of which one fails whatever they are."""

import os
import pathlib
import subprocess
import tempfile

VALUES = ["", " ", "0", "-1", "1e3", "1e99", "1_000", "18446744073709551616", "99999999999999999999", "x", "\udce9", "\x1b[2J", "off", "/dev/null",
          "/", "a" * 70_000, "1/1", "0/0", "2/1", "v1 nothing"]
OF_TESTS = ["PVCHECK_CASES", "PROPTEST_CASES", "PVCHECK_SEED", "PROPTEST_RNG_SEED", "PVCHECK_CASE", "PVCHECK_JOURNAL", "PVCHECK_MERGE",
            "PVCHECK_SHARD", "PVCHECK_REGRESSIONS"]
OF_PROGRAM = ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM", "PATH", "HOME", "TMPDIR", "LANG", "CI"]


def attacks(setting):
    # The tests beside the program, with a search that is wrong.
    tests = sorted(pathlib.Path(setting.pvcheck).parent.glob("deps/it-*[!.d]"), key=lambda path: path.stat().st_mtime)
    wrong = [str(test) for test in tests[-1:]] + ["--exact", "asked_games::fails", "--ignored"]
    case = [setting.pvcheck, "check", "--case", "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]"]
    every = [(name, value, wrong, (101,)) for name in OF_TESTS for value in VALUES if tests]
    every += [(name, value, case, (0,)) for name in OF_PROGRAM for value in VALUES]
    setting.random.shuffle(every)
    for name, value, command, expected in every[: 20 * setting.rounds]:
        with tempfile.TemporaryDirectory() as place:
            run = subprocess.run(command, cwd=place, env=os.environ | {"PVCHECK_REGRESSIONS": "off", name: value}, capture_output=True, timeout=60)
            left = [] if value else os.listdir(place)
        if run.returncode not in expected:
            yield f"{name}={value[:40]!r}: ends with {run.returncode}"
        elif b"a bug in pvcheck" in run.stderr or left:
            yield f"{name}={value[:40]!r}: leaves {left}, {run.stderr[-200:]!r}"
        else:
            yield None
