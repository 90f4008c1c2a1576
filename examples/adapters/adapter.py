#!/usr/bin/env python3
"""A search in Python that `pvcheck subject --cmd 'python3 adapter.py'` verifies: alpha-beta that returns its line.

Replace `search` by your own. It tells its nodes: `enter`, `move`, `stand` (the evaluation is read) and `leave`. With
the argument `bug`, all nodes write to a single array, which is wrong for alpha-beta: the search of a later move
overwrites the end of the line.
"""
import sys

MATE, LARGEST, INFINITE = 10**9, 10**9 - 1001, 10**9 + 1
BUG = "bug" in sys.argv[1:]
scores, moves, shared = {}, {}, []


def number(word):
    """A score: `#3` is a win in three plies, `-#0` a lost game."""
    sign, size = (-1, word[1:]) if word[0] == "-" else (1, word)
    return sign * (MATE - int(size[1:]) if size[0] == "#" else int(size))


def text(score):
    if abs(score) > MATE:
        return "inf" if score > 0 else "-inf"
    return str(score) if abs(score) <= LARGEST else f"{'-' * (score < 0)}#{MATE - abs(score)}"


def evaluate(score, ply):
    """A mate counts the plies from its position; inside the search, from the root."""
    return score if abs(score) <= LARGEST else score - ply if score > 0 else score + ply


def at_node(score, ply):
    """What is told counts mates from the node again, and none is nearer than now."""
    return text(score if abs(score) > MATE else max(-MATE, min(MATE, evaluate(score, -ply))))


def search(at, depth, ply=0, alpha=-INFINITE, beta=INFINITE):
    """Returns the score and the line."""
    print("enter", depth, at_node(alpha, ply), at_node(beta, ply))
    if depth == 0 or not moves[at]:
        del shared[ply:]
        score = evaluate(scores[at], ply)
        print("stand")
        print("leave", at_node(score, ply))
        return score, []
    best, line = -INFINITE, []
    shared[ply:] = shared[ply:] or [0]
    for index, child in enumerate(moves[at]):
        print("move", index, depth - 1)
        score, rest = search(child, depth - 1, ply + 1, -beta, -alpha)
        if -score > best:
            best, line = -score, [index, *rest]
        if best > alpha:
            alpha = best
            shared[ply] = index
        if alpha >= beta:
            break
    print("leave", at_node(best, ply))
    return best, shared[ply:] if BUG else line


for words in map(str.split, sys.stdin):
    match words:
        case ["pvcheck", *_]:
            print("ready Python adapter", flush=True)
        case ["newgame", *_]:
            shared.clear()
        case ["position", at, "score", score, "moves", *rest]:
            end = next((i for i, word in enumerate(rest) if not word.isdigit()), len(rest))
            scores[int(at)], moves[int(at)] = number(score), [int(word) for word in rest[:end]]
        case ["search", at, "depth", depth, *_]:
            score, line = search(int(at), int(depth))
            print("result", text(score), "pv", *line)
            print("done", flush=True)
        case ["quit"]:
            break
