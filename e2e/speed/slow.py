"""Simulates a slower machine by stopping whole processes in turns; the browser's own throttle leaves out workers."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

TURN_SECONDS = 0.02


@contextmanager
def slowed(processes: list[int], times: int) -> Iterator[None]:
    """Let these processes run one part in `times` of the time, in short slices."""
    done = threading.Event()
    turns = threading.Thread(target=_take_turns, args=(processes, times, done), daemon=True)
    turns.start()
    try:
        yield
    finally:
        done.set()
        turns.join()


def _take_turns(processes: list[int], times: int, done: threading.Event) -> None:
    """Each stop also corrects for earlier slices that lasted too long."""
    ran = stopped = 0.0
    while not done.is_set():
        ran += _slept(TURN_SECONDS / times)
        owed = ran * (times - 1) - stopped
        if owed > 0:
            _send(processes, signal.SIGSTOP)
            stopped += _slept(owed)
            _send(processes, signal.SIGCONT)


def _slept(seconds: float) -> float:
    begun = time.monotonic()
    time.sleep(seconds)
    return time.monotonic() - begun


def _send(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)
