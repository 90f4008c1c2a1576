#!/usr/bin/env python3
"""A search in Python that `pvcheck subject --cmd 'python3 adapter.py'` verifies.

Replace `search` by your own. With the argument `bug`, its line is kept in a single array, which is wrong for
alpha-beta: the search of a later move overwrites the end of the line.
"""
import sys

scores, moves = {}, {}
BUG = "bug" in sys.argv[1:]


def number(text):
    """A score: a whole number, or a mate in n plies, `#n` for the side to move and `-#n` against it."""
    return int(text) if "#" not in text else (10**9 - int(text[1:]) if text[0] == "#" else int(text[2:]) - 10**9)


def text(score):
    return str(score) if abs(score) < 998_999_999 + 1 else f"#{10**9 - score}" if score > 0 else f"-#{score + 10**9}"


def older(score):
    """The score of a position, one ply earlier: a mate is one ply further away."""
    return score if abs(score) <= 998_999_999 else score - 1 if score > 0 else score + 1


def search(position, depth, alpha, beta, ply, shared):
    """Fail-soft alpha-beta. Returns the score and the line."""
    if depth == 0 or not moves[position]:
        return scores[position], []
    best, line = -(10**9) - 1, []
    for index, child in enumerate(moves[position]):
        score, rest = search(child, depth - 1, -(10**9) - 1, 10**9 + 1, ply + 1, shared)
        score = -older(score)
        if score > best:
            shared[ply:ply + 1] = [index]
            best, line = score, [index] + (shared[ply + 1:] if BUG else rest)
    return best, line


def main():
    print("ready Python adapter", flush=True)
    for words in map(str.split, sys.stdin):
        if words[:1] == ["position"]:
            at, end = int(words[1]), next((i for i, word in enumerate(words) if word in ("noisy", "forcing", "pass")), len(words))
            scores[at], moves[at] = number(words[3]), [int(word) for word in words[5:end]]
        elif words[:1] == ["search"]:
            score, line = search(int(words[1]), int(words[3]), 0, 0, 0, [])
            print("result", text(score), "pv", *line)
            print("done", flush=True)
        elif words[:1] == ["quit"]:
            return


main()
