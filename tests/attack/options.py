"""Extreme values of every option of every command, and such words without an option. A run may be long if that was asked for, but it ends soon after a signal."""

import re
import subprocess
import tempfile

import started

NUMBERS = """-1 0 1 2 7 255 256 65535 65536 2147483647 2147483648 4294967295 4294967296 1e15 1e18 9223372036854775807 18446744073709551615
99999999999999999999 1e400 NaN inf -inf 0.5 1e-400 1_0 0x10 ٣ 1..2 2..1 0..0 1..1e18 -9223372036854775808..9223372036854775807 1/1 0/0
1/0 2/1 1/1e18 18446744073709551615/18446744073709551615""".split()
WORDS = ["", " ", "-", "--", "é", "caf\udce9.case", "\udcff\x1b[2J\u200b", "a" * 70_000, "\x1b[2J", "\u202e", "::error::x", "%s%n", "../../x", "/dev/null", "/dev/full", "/", ".",
         "pvs-soft", "pvs-soft+triangular", "pvs-soft+single-array+tt(entries=1)", "tt(entries=18446744073709551615)", "values:99999999999"]
# What makes a command short, unless an option says otherwise.
SHORT = {
    "matrix": ["--games", "3"], "exhaust": ["--branching", "2", "--depth", "2"], "check": [], "shrink": [], "explain": ["pvs-soft"],
    "list": [], "subject": ["--games", "3", "--cmd", "{pvcheck} program"], "program": [], "engine": [], "merge": ["a.json"],
    "uci": ["--depth", "1", "--plan", "fresh", "--fen", "startpos", "--engine", "{pvcheck} engine"], "report": ["a.json"],
    "completions": ["bash"], "man": ["pages"],
}


def attacks(setting):
    options = {}
    for command in SHORT:
        text = subprocess.run([setting.pvcheck, command, "--help"], capture_output=True, text=True, check=True).stdout
        options[command] = sorted(set(re.findall(r"^ +(?:-\w, )?(--[\w-]+) <", text, re.M)))
    every = [(command, option, [f"{option}={value}"]) for command in SHORT for option in options[command] for value in NUMBERS + WORDS]
    every += [(command, "", [word, *more]) for command in SHORT for word in WORDS for more in ([], ["--help"], ["--version"])]
    setting.random.shuffle(every)
    with tempfile.TemporaryDirectory() as place:
        for command, option, given in every[: 50 * setting.rounds]:
            short = SHORT[command]
            if option in short:
                at = short.index(option)
                short = short[:at] + short[at + 2 :]
            short = [word.replace("{pvcheck}", setting.pvcheck) for word in short]
            # `engine` and `program` read commands; no file of this folder is there.
            found = started.problem([setting.pvcheck, command, *short, "--quiet", *given], place, b"quit\n")
            yield f"{command} {given[0][:40]!r}: {found}" if found else None
