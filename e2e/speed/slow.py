"""A slower machine: the browser's own throttle holds back a page but not its workers, so whole processes stop and go on
by turns."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

TURN_SECONDS = 0.02


@contextmanager
def slowed(processes: list[int], times: int) -> Iterator[None]:
    """Give these processes one part in `times` of the time, in small pieces, with all of their threads."""
    done = threading.Event()
    turns = threading.Thread(target=_take_turns, args=(processes, times, done), daemon=True)
    turns.start()
    try:
        yield
    finally:
        done.set()
        turns.join()


def _take_turns(processes: list[int], times: int, done: threading.Event) -> None:
    """Each stop makes good what they have run too long so far, as when this thread was woken late."""
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
