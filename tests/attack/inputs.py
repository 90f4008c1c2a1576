"""Mutated inputs of every command that reads any: cases, FEN, EPD, PGN, JSON, journals, answers of programs and of engines."""

import pathlib
import tempfile

import started

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CASES = sorted((ROOT / "tests/cases").glob("*.case"))
EPD = ROOT / "crates/chess/src/positions.epd"
PGN = '[Event "x"]\n[FEN "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"]\n\n1. Qb2+ Kg8 (1... Kg7 2. Qb7) 2. Qb7 {mate} Kh8 3. Qh7# 1-0\n'
FENS = ["7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "startpos moves e2e4 e7e5", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9"]
ANSWERS = "ready x\nresult 0 pv 0\ndone\nresult 3 lower best 1\ndone depth 2\ninfo x\nposition 0\nresult -#3 upper pv 1 0 1\ndone depth 1 unfinished\n" * 3
ENGINE = """id name x
option name Hash type spin default 1 min 1 max 9
uciok
readyok
info depth 1 score cp 3 lowerbound nodes 5 multipv 1 pv e2e4 e7e5
info depth 2 seldepth 3 score mate 1 pv b1b2 string x
info string NNUE
bestmove e2e4 ponder e7e5
"""
KNOWN = "# a reason\nstale-line 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1\n"
PIECES = [b"\x00", b"\x1b[2J", b"\xff\xfe", *(letter.encode() for letter in "\u202e\xad\u200b\ufeff\U000e0041"), "\uffff".encode(), b"<!--<script>", b"```", b"::error::", b"9" * 40, b"-", b"[" * 300,
          b"]", b"#0", b"~", b"\n", b"\r", b'"', b"\\", b"1e999", b"+tt", b"depth=99999999999", b" moves ", b"{" * 200, b"a:" * 50, b"\\u0000"]


def mutated(random, text):
    """The text with a few changes: a part left out, doubled, moved, replaced, or cut off."""
    for _ in range(random.choice([1, 1, 2, 5])):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice([1, 1, 3, 20, 400]))
        part, at = text[start:end], random.randrange(len(text) + 1)
        text = random.choice([
            text[:start] + text[end:],
            text[:start] + part * random.choice([2, 2, 3, 60]) + text[end:],
            text[:at] + part + text[at:],
            text[:start] + random.choice(PIECES) + text[end:],
            text[:start] + bytes(random.randrange(256) for _ in part) + text[end:],
            text[:start] + random.choice(PIECES) + text[start:],
            text[:start],
        ])
    return text


def attacks(setting):
    random, pvcheck = setting.random, setting.pvcheck
    quick = ["--quiet", "--timeout", "0.3"]
    uci = ["uci", *quick, "--time", "2", "--depth", "1", "--plan", "fresh", "--mates", "2", "--budget", "1e4", "--workers", "1"]
    engine = ["--engine", f"{pvcheck} engine"]
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        for name, words in {"result.json": [], "shard.json": ["--shard", "1/1"]}.items():
            words = ["--games", "60", "--algorithm", "pvs-soft", "--quiet", "--format", "json", "--out", name, *words]
            assert started.problem([pvcheck, *words], folder) is None
        journal = ["--games", "60", "--subject", "pvs-soft+single-array", "--quiet", "--threads", "1", "--journal"]
        assert started.problem([pvcheck, *journal, "journal"], folder) is None
        result, shard, lines = ((folder / name).read_bytes() for name in ["result.json", "shard.json", "journal"])
        case = lambda: random.choice([line for line in random.choice(CASES).read_bytes().splitlines() if line.startswith(b"v1")])
        whole = lambda text: lambda: text.encode() if isinstance(text, str) else text
        few = lambda: b"\n".join(random.sample(EPD.read_bytes().splitlines(), 3)) + b"\n"
        # What is mutated, and the command with the file or the text of it.
        targets = {
            "check": (lambda: random.choice(CASES).read_bytes(), ["check", "{file}"]),
            "check, standard input": (case, ["check", "-"]),
            "check --case": (case, ["check", "--case", "{text}"]),
            "check --format github": (case, ["check", "{file}", "--format", "github"]),
            "shrink": (case, ["shrink", "--case", "{text}"]),
            "explain": (case, ["explain", "{text}"]),
            "explain --html": (case, ["explain", "{text}", "--html", "page.html"]),
            "explain a word": (whole("pvs-soft stable"), ["explain", "{text}"]),
            "check --fen": (lambda: random.choice(FENS).encode(), ["check", "--depth", "1", "--fen", "{text}"]),
            "subject": (whole(ANSWERS), ["subject", *quick, "--games", "4", "--threads", "1", "--cmd", "cat {file}"]),
            "subject --conformance": (whole(ANSWERS), ["subject", *quick, "--conformance", "--cmd", "cat {file}"]),
            "subject --declare": (whole("tt(draft=deeper)+lmr(1..3)+futility(50,depth=2)"), ["subject", "--games", "4", "--cmd", f"{pvcheck} program", "--declare", "{text}"]),
            "program": (whole("newgame\ngame table 3\nposition 0 score 1 moves 1 2\nposition 1 score 2\nposition 2 score 3\nsearch 0 depth 2\nquit\n"), ["program"]),
            "engine": (whole("uci\nisready\nsetoption name Hash value 1\nposition startpos moves e2e4\ngo depth 2\nquit\n"), ["engine"]),
            "uci": (whole(ENGINE), [*uci, "--fen", "startpos", "--engine", "cat {file}", "--summary", "summary.md"]),
            "uci --format junit": (whole(ENGINE), [*uci, "--fen", FENS[0], "--engine", "cat {file}", "--format", "junit"]),
            "uci --epd": (few, [*uci, *engine, "--epd", "{file}"]),
            "uci --pgn": (whole(PGN), [*uci, *engine, "--every", "2", "--pgn", "{file}"]),
            "uci --known": (whole(KNOWN), [*uci, *engine, "--fen", FENS[0], "--known", "{file}"]),
            "matrix --game chess": (few, ["matrix", "--game", "chess", "--depth", "1", "--subject", "pvs-soft+triangular", "--quiet", "--epd", "{file}"]),
            "matrix --journal": (whole(lines), [*journal, "{file}"]),
            "report": (whole(result), ["report", "{file}", "--quiet"]),
            "merge": (whole(shard), ["merge", "{file}"]),
        }
        for number in range(50 * setting.rounds):
            name, (make, words) = random.choice(list(targets.items()))
            text = mutated(random, make())
            path = folder / "input"
            path.write_bytes(text)
            shown = text.decode(errors="replace").replace("\0", "\ufffd")[:100_000]
            command = [word.replace("{file}", str(path)).replace("{text}", shown) for word in words]
            found = started.problem([pvcheck, *command], folder, text if name in ("program", "engine", "check, standard input") else b"")
            if found:
                kept = pathlib.Path(tempfile.gettempdir(), f"pvcheck-attack-{number}")
                kept.write_bytes(text)
            yield f"{name}: {found}; the input is {kept}" if found else None
        yield from large(setting, folder, uci + engine, journal)


def large(setting, folder, uci, journal):
    """Files of 4 GB without content, many cases, and many games: the memory is bounded, and an error names the file."""
    sparse, games, cases = (folder / name for name in ("sparse", "games.pgn", "many.case"))
    with sparse.open("wb") as file:
        file.truncate(4 << 30)
    shuffle = "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8 "
    games.write_text(("".join(f"{f}3 {f}6 {shuffle}{f}4 {f}5 {shuffle}" for f in "abcde") + "*\n") * 2_000)
    cases.write_text("v1 pvs-soft+triangular depth=2 expect=truncated [[3 5] [2 9]]\n" * 100_001)
    (folder / "pages").mkdir()
    (folder / "pages/index.html").hardlink_to(sparse)
    for words in [["check", sparse], ["shrink", sparse], ["merge", sparse], ["report", sparse], [*journal, sparse], [*uci, "--epd", sparse],
                  [*uci, "--pgn", sparse], [*uci, "--known", sparse], ["report", "result.json", "--into", "pages"],
                  ["report", *["result.json"] * 5, sparse], [*uci, "--pgn", games, "--every", "1"], ["check", cases, "--format", "json"]]:
        words = [str(word) for word in words]
        found = started.problem([setting.pvcheck, *words], folder)
        yield f"large, {' '.join(words)}: {found}" if found else None
