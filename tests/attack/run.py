"""Attacks on the program pvcheck. Each other file here but `started.py` is a part: its function `attacks` gets a `Setting` and yields, for each attack,
what went wrong, or None.

    python3 tests/attack/run.py [--pvcheck PATH] [--rounds N] [--seed N] [PART...]
"""

import argparse
import collections
import importlib
import pathlib
import random
import sys
from dataclasses import dataclass

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent


@dataclass
class Setting:
    pvcheck: str
    rounds: int
    random: random.Random


def main():
    parts = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in ("run", "started"))
    options = argparse.ArgumentParser(description="attacks on the program pvcheck")
    options.add_argument("--pvcheck", default=HERE.parent.parent / "target/debug/pvcheck", help="the program")
    options.add_argument("--rounds", type=int, default=10, help="attacks of each kind")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts)} [default: all]")
    given = options.parse_args()
    failed = 0
    for part in given.parts or parts:
        setting = Setting(str(pathlib.Path(given.pvcheck).resolve()), given.rounds, random.Random(given.seed))
        found = collections.Counter(importlib.import_module(part).attacks(setting))
        tried, right = found.total(), found.pop(None, 0)
        failed += tried - right
        print(f"{part}: {tried} attacks, {tried - right} failed")
        for problem, count in found.most_common():
            print(f"  {count} times: {problem}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
