"""Only one run works at a time. These tests kill and fork real processes."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchreport.errors import BusyError, DependencyError, HistoryError
from benchreport.nightly import run_lock as lock
from benchreport.nightly.run_lock import hold_lock

HOLD = """
import sys, time
from pathlib import Path
from benchreport.nightly.run_lock import hold_lock
with hold_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""
# eight processes read, pause and write a count, and none is lost; Python is loaded once for all
COUNT = """
import os, sys, time
from pathlib import Path
from benchreport.nightly.run_lock import hold_lock
place = Path(sys.argv[1])
children = []
for _ in range(8):
    children.append(os.fork())
    if not children[-1]:
        for _ in range(5):
            with hold_lock(place, wait=300):
                number = int(place.read_text())
                time.sleep(0.002)
                place.write_text(str(number + 1))
        os._exit(0)
print([os.waitpid(child, 0)[1] for child in children])
"""
FORK = """
import os, sys, time
from pathlib import Path
from benchreport.nightly.run_lock import hold_lock
with hold_lock(Path(sys.argv[1])):
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    print(child, flush=True)
    time.sleep(60)
"""
# the child leaves its block as a child does that raised an exception
LEAVE = """
import os, sys
from pathlib import Path
from benchreport.errors import BusyError
from benchreport.nightly.run_lock import hold_lock
place, child = Path(sys.argv[1]), 1
with hold_lock(place):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        try:
            with hold_lock(place):
                print("both hold it")
        except BusyError:
            print("still held")
if not child:
    os._exit(0)
"""


def start_script(script: str, place: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, str(place)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def place(tmp_path):
    return tmp_path / "history.db"


def test_the_error_names_who_holds_the_lock(place):
    process = start_script(HOLD, place)
    try:
        assert first_line(process) == "held"
        holder = rf"pid {process.pid} on .+ since 2\d{{3}}-"
        with pytest.raises(BusyError, match=holder) as caught, hold_lock(place):
            pass
        assert caught.value.hint
    finally:
        process.kill()
        process.communicate()


def test_kill_9_leaves_no_stale_lock(place):
    process = start_script(HOLD, place)
    assert first_line(process) == "held"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with hold_lock(place):
        assert f"pid {os.getpid()} " in (place.parent / "history.db.lock").read_text()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_does_not_keep_a_dead_parents_lock(place):
    process = start_script(FORK, place)
    child = int(first_line(process))
    try:
        with pytest.raises(BusyError), hold_lock(place):
            pass
        process.kill()
        process.wait()
        os.kill(child, 0)
        with hold_lock(place, wait=1):
            pass
    finally:
        os.kill(child, signal.SIGKILL)
        process.communicate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_that_leaves_the_block_does_not_unlock_it(place):
    assert start_script(LEAVE, place).communicate()[0] == "still held\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_eight_processes_take_turns(place):
    place.write_text("0")
    assert start_script(COUNT, place).communicate()[0] == f"{[0] * 8}\n"
    assert place.read_text() == "40"


def test_a_run_waits_as_long_as_asked(place):
    with hold_lock(place):
        start = time.monotonic()
        with pytest.raises(BusyError), hold_lock(place, wait=0.3):
            pass
        assert 0.3 <= time.monotonic() - start < 60


def test_an_error_inside_unlocks(place):
    with pytest.raises(ZeroDivisionError), hold_lock(place):
        _ = 1 / 0
    with hold_lock(place):
        pass


def test_the_lock_file_stays_and_forgets_ended_runs(place):
    with hold_lock(place):
        pass
    assert (place.parent / "history.db.lock").read_text() == ""


def test_a_link_is_not_followed(tmp_path, place):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "history.db.lock").symlink_to(victim)
    with pytest.raises(HistoryError, match="symbolic link"), hold_lock(place):
        pass
    assert victim.read_text() == "precious"


def test_only_a_regular_file_is_a_lock(tmp_path, place):
    os.mkfifo(tmp_path / "history.db.lock")
    with pytest.raises(HistoryError, match="not a regular file"), hold_lock(place):
        pass


def test_the_folder_of_the_lock_must_exist(tmp_path):
    with pytest.raises(HistoryError, match="No such file"), hold_lock(tmp_path / "none" / "h.db"):
        pass


def test_the_holders_note_cannot_reach_the_terminal(tmp_path, place):
    with hold_lock(place):
        (tmp_path / "history.db.lock").write_text("pid 1\x1b[2J\x07")
        with pytest.raises(BusyError) as caught, hold_lock(place):
            pass
    assert "pid 1[2J" in str(caught.value)


def test_systems_without_flock_are_refused(monkeypatch, place):
    monkeypatch.setattr(lock, "fcntl", None)
    with pytest.raises(DependencyError, match="flock"), hold_lock(place):
        pass


def test_a_disk_that_locks_nothing_is_named_and_nothing_stays_open(tmp_path, monkeypatch):
    """Some network disks refuse flock; errno is then ENOLCK."""
    place = tmp_path / "history.db"

    def refuse(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    held = set(lock._held)
    with monkeypatch.context() as patch:
        patch.setattr(lock.fcntl, "flock", refuse)
        with (
            pytest.raises(HistoryError, match="cannot be locked: No locks") as caught,
            hold_lock(place),
        ):
            pass
    assert caught.value.hint == "keep the history on a local disk"
    assert lock._held == held
    with hold_lock(place):
        pass
