"""Programs and engines that hang, dribble, flood, crash or ignore what they read, at any step: the run ends when its time is over, and soon
after a signal. What was cut is no finding; too few files are no fault of the program.
"""

import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

# It misbehaves when it has read so many lines.
DOUBLE = """import os, sys, time
does, after = sys.argv[1], int(sys.argv[2])
read = 0
for line in sys.stdin:
    read += 1
    if read > after:
        if does == "hangs": time.sleep(1000)
        if does == "crashes": os._exit(9)
        if does == "closes": os.close(1); time.sleep(1000)
        if does == "forks" and os.fork() == 0: time.sleep(1000)
        while does == "floods": print("info depth 1 string x", flush=True)
        while does == "dribbles": sys.stdout.write("x"); sys.stdout.flush(); time.sleep(0.1)
        if does == "ignores": continue
    word = line.split()[0] if line.split() else ""
    answers = {"pvcheck": "ready double form queries", "search": "result score 0 pv 0\\ndone", "uci": "id name double\\nuciok",
               "isready": "readyok", "go": "info depth 9 score cp 0 pv e2e4\\nbestmove e2e4"}
    if does == "slow" and word in ("search", "go"): time.sleep(0.3)
    if word == "quit": sys.exit()
    if word in answers: print(answers[word], flush=True)
"""
DOES = ["hangs", "crashes", "closes", "forks", "floods", "dribbles", "ignores", "slow", "answers"]
# The most seconds from the end of its time, or from a signal, to the end of a run: the machine may be busy.
SOON = 4
# What only a search that was cut might be reported as, where each answer may take for ever.
CUT = [b"no answer in time", b"no-answer", b"ignores-stop", b"ignores-quit"]


def attacks(setting):
    with tempfile.TemporaryDirectory() as place:
        for _ in range(12 * setting.rounds):
            does, after = setting.random.choice(DOES), setting.random.choice([0, 1, 2, 3, 5, 8, 20])
            kind = setting.random.choice(["subject", "uci"])
            double = shlex.join([sys.executable, "-c", DOUBLE, does, str(after)])
            command = [setting.pvcheck, kind, "--cmd" if kind == "subject" else "--engine", double, "--timeout", "1000", "--quiet"]
            seconds, is_by_signal = setting.random.choice([0.2, 0.5, 1, 2]), setting.random.random() < 0.5
            command += [] if is_by_signal else ["--time", str(seconds)]
            files = setting.random.choice([1024, 1024, 20])
            yield wrong(command, place, seconds, is_by_signal, files)


def wrong(command, place, seconds, is_by_signal, files):
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    run = subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
    begun = time.monotonic()
    try:
        if is_by_signal:
            time.sleep(seconds)
            run.send_signal(signal.SIGTERM)
        out, error = run.communicate(timeout=seconds + SOON)
    except subprocess.TimeoutExpired:
        run.kill()
        run.communicate()
        return f"{command[1:]}: goes on {time.monotonic() - begun - seconds:.1f} s after its time"
    reported = [text for text in CUT if text in out]
    if run.returncode not in (0, 1, 2, 3, 143, -signal.SIGTERM) or reported:
        return f"{command[1:]}: ends with {run.returncode}, {reported}: {error[-200:]!r}"
    return None
