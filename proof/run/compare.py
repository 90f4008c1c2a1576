"""Compares the rows of the extracted searches with those of `pvcheck exhaust --full --format json`.

usage: compare.py PROVEN.json PVCHECK.json. Prints the number of rows; at the first difference it names it and exits 1.
"""
import json
import sys


def fail(text):
    print("DIFFERENT:", text)
    sys.exit(1)


proven, measured = (json.load(open(path)) for path in sys.argv[1:3])
games = measured["scope"]["games"]
if proven["games"] != games:
    fail(f"{proven['games']} games were searched by the proven searches, {games} by pvcheck")
by_name = {(row["algorithm"], row["store"]): row for row in measured["rows"]}
for row in proven["rows"]:
    name = row["algorithm"] + "+" + row["store"]
    other = by_name.get((row["algorithm"], row["store"]))
    if other is None:
        fail(f"pvcheck has no row for {name}")
    counts = dict(other["line"])
    counts.update(score_exact=other["score"]["exact"], bound=other["score"]["bound"])
    counts.update((key, other[key]) for key in ("nodes", "leaf_evaluations", "re_searches"))
    for key, count in row.items():
        if key in counts and counts[key] != count:
            where = f"; the first game of the proven search: {row['first']}" if row["first"] else ""
            fail(f"{name}: {key} is {count} in the proven searches, {counts[key]} in pvcheck{where}")
print(len(proven["rows"]))
