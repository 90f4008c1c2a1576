"""One run of pvcheck, and what may not happen in it."""

import os
import resource
import signal
import subprocess
import threading

# The most seconds, also after a signal, and the most bytes.
SECONDS, SOON, BYTES = 20, 5, 1 << 30


def problem(command, folder, given=b""):
    """What is wrong: a panic, an internal error, a run that neither ends nor listens, memory, or raw control characters."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    try:
        run = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except (ValueError, OSError):
        return None  # The system takes no such argument.
    timer = threading.Timer(SECONDS, lambda: os.kill(run.pid, signal.SIGTERM))
    timer.start()
    try:
        out, error = run.communicate(given, timeout=SECONDS + SOON)
    except subprocess.TimeoutExpired:
        run.kill()
        run.communicate()
        return "does not end after a signal"
    finally:
        timer.cancel()
    if run.returncode in (70, 101, 134) or run.returncode < 0 and run.returncode != -signal.SIGTERM:
        return f"ends with {run.returncode}: {error[:200]!r}"
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    if most > BYTES and most > begun * 1024:
        return f"takes {most >> 20} MB"
    shown = (out + error).decode(errors="replace")
    raw = {letter for letter in shown if letter < " " and letter not in "\t\n\r" or letter in "\x7f\xad\u200b\u202e\ufeff\uffff\U000e0041"}
    return f"shows {raw}" if raw else None
