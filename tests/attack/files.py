"""Kills at random moments, full disks and two runs at once, for every command that writes. Afterwards each file is as before or complete,
and the same command ends as if nothing had happened, with nothing left over. Where a link has a name of ours, nothing is written or moved.
"""

import pathlib
import resource
import shlex
import shutil
import subprocess
import tempfile
import time

CASE = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]"
SAVED = ["--games", "100", "--algorithm", "alpha-beta-hard", "--quiet", "--format", "json", "--out", "a.json"]
MATRIX = ["--games", "3000", "--subject", "pvs-soft+single-array+tt", "--quiet", "--journal", "run.journal"]
ENGINE = "{pvcheck} engine pvs-soft+single-array-refuting --reproducible"
UCI = ["uci", "--quiet", "--workers", "2", "--engine", ENGINE, "--depth", "2", "--plan", "fresh", "--session", "2", "--random", "8"]
MATE = ["--fen", "7k/8/6K1/8/8/8/8/1Q6 w - -"]

# The command, and some of the files that it replaces as a whole.
WRITERS = {
    "check --out": (["check", "--case", CASE, "--out", "out.txt"], ["out.txt"]),
    "matrix --journal": (MATRIX + ["--out", "out.txt"], ["out.txt"]),
    "explain --html": (["explain", CASE, "--html", "out.html"], ["out.html"]),
    "uci --write-known": (UCI + ["--write-known", "known.txt"], ["known.txt"]),
    "uci --log": (UCI + ["--log", "log", "--out", "out.txt"], ["out.txt"]),
    "uci --tables": (UCI + MATE + ["--tables", "tables", "--out", "out.txt"], ["out.txt", "tables/KQK.dtm"]),
    "report": (["report", "a.json", "--into", "pages"], ["pages/data/1-matrix.json", "pages/index.html"]),
    "report --out": (["report", "a.json", "--out", "all.html"], ["all.html", "all-files/data/1-matrix.json"]),
    "man": (["man", "pages"], ["pages/pvcheck.1", "pages/pvcheck-uci.1"]),
}
# Names of ours in a folder, for which a link may stand there.
LINKS = {
    "uci --tables": ["tables/KQK.dtm"],
    "report": [f"pages/{part}" for part in ["index.html", "data", "explorer", ".pvcheck-new", ".pvcheck-complete", ".pvcheck-complete/data"]],
    "report --out": [f"all-files/{part}" for part in ["index.html", "data", "explorer", ".pvcheck-new", ".pvcheck-complete"]],
    "man": ["pages/pvcheck.1", "pages/pvcheck-uci.1"],
}
# What no command may touch.
OTHERS = ["victim/data/mine", "notes.txt", "pages/notes.txt", "pages/data/notes.txt", "all-files/explorer/notes.txt"]


def read(folder, names):
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


class Attack:
    """A command in its own copy of a folder, with the files that were there before."""

    def __init__(self, command, files, folder, complete):
        self.command, self.files, self.folder, self.complete = command, files, folder, complete
        self.before, self.others = read(folder, files), read(folder, OTHERS)

    def run(self, limit=resource.RLIM_INFINITY):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.run(self.command, cwd=self.folder, capture_output=True, preexec_fn=limited, timeout=300)

    def kill_after(self, seconds):
        run = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        run.kill()
        run.wait()

    def lost(self, ended=None):
        """What is wrong after an attack."""
        now = read(self.folder, self.files)
        for name in self.files:
            if now.get(name) not in (self.before.get(name), self.complete[name]):
                return f"{name} is {'a part' if now.get(name) else 'empty' if name in now else 'missing'}"
        if ended and ended.returncode not in (0, 2):
            if not ended.stderr:
                return "no message"
            if b"write out.txt" in ended.stderr and self.complete["out.txt"] != ended.stdout:
                return "the result is lost"
        return None if read(self.folder, OTHERS) == self.others else "a file of others is lost"

    def beside_another(self):
        """What is wrong when two runs write the same files at once."""
        runs = [subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
        ended = [(run.communicate(timeout=300)[1], run.returncode) for run in runs]
        if not any(code in (0, 2) for _, code in ended):
            return "neither run ends well"
        if not all(code in (0, 2) or b"another run" in error for error, code in ended):
            return f"one run ends with {ended}"
        return None if read(self.folder, self.files) == self.complete else "two runs have another result than one"

    def through(self, link):
        """What is wrong when a link stands for a name of ours."""
        place, mine = self.folder / link, self.folder / "victim/data/mine"
        for path in (mine.parent, place.parent, self.folder / "pages/.pvcheck-complete/data"):
            path.mkdir(parents=True, exist_ok=True)
        mine.write_text("mine")
        shutil.rmtree(place, ignore_errors=True)
        place.unlink(missing_ok=True)
        place.symlink_to(mine if place.suffix else mine.parent.parent)
        before = self.tree()
        if self.run().returncode != 1:
            return "the link is not refused"
        return None if self.tree() == before else "something is written or moved"

    def tree(self):
        return {path: path.is_file() and path.read_bytes() for path in self.folder.rglob("*")}

    def not_recovered(self):
        """What is wrong after the next run."""
        again = self.run()
        if again.returncode not in (0, 2):
            return f"the next run ends with {again.returncode}"
        if read(self.folder, self.files) != self.complete:
            return "the next run has another result"
        left = [str(path.relative_to(self.folder)) for path in self.folder.rglob(".*")]
        return f"left over: {left}" if left else self.lost()


def attacks(setting):
    for name, (words, files) in WRITERS.items():
        words = [word.replace("{pvcheck}", shlex.quote(setting.pvcheck)) for word in words]
        with tempfile.TemporaryDirectory() as place:
            new, older = pathlib.Path(place, "new"), pathlib.Path(place, "older")
            new.mkdir()
            subprocess.run([setting.pvcheck, *SAVED], cwd=new, check=True)
            shutil.copytree(new, older)
            begun = time.monotonic()
            Attack([setting.pvcheck, *words], files, older, {}).run()
            duration = time.monotonic() - begun
            complete = read(older, files)
            for path in (older / other for other in OTHERS if (older / other).parent.is_dir()):
                path.write_text("notes")
            links = LINKS.get(name, [])
            for kind in ["kill", "full disk", "two at once"] + ["link"] * bool(links):
                for number in range(setting.rounds):
                    folder = pathlib.Path(place, "folder")
                    shutil.copytree([new, older][number % 2], folder)
                    attack = Attack([setting.pvcheck, *words], files, folder, complete)
                    if kind == "kill":
                        attack.kill_after(setting.random.uniform(0, duration))
                        found = attack.lost()
                    elif kind == "full disk":
                        found = attack.lost(attack.run(limit=setting.random.randrange(1 << setting.random.randrange(18))))
                    elif kind == "two at once":
                        found = attack.beside_another()
                    else:
                        found = attack.through(setting.random.choice(links))
                    found = found or kind != "link" and attack.not_recovered()
                    yield f"{name}, {kind}: {found}" if found else None
                    shutil.rmtree(folder)
