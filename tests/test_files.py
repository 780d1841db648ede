"""Files are written whole, whatever ends the run, and keep their owner's permissions and links."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from benchreport import files
from benchreport.terminal import Commands

LEFT = ".benchreport-0123456789abcdef.part"
KILLED = """
import importlib.util, os, pathlib, signal, sys
spec = importlib.util.spec_from_file_location("files", sys.argv[1])
files = importlib.util.module_from_spec(spec)
spec.loader.exec_module(files)
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
files.write_whole({pathlib.Path(sys.argv[2]): b"new"})
"""


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_copies_left_by_kill_9_are_removed_by_the_next_run(tmp_path):
    place = tmp_path / "a.html"
    place.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", KILLED, files.__file__, str(place)], check=False, timeout=30
    )
    assert done.returncode == -signal.SIGKILL
    assert len(names(tmp_path)) == 2
    assert place.read_bytes() == b"old"
    files.write_whole({tmp_path / "b.html": b"b"})
    assert names(tmp_path) == ["a.html", "b.html"]


def test_only_our_own_copies_are_removed(tmp_path):
    user_files = [".benchreport-settings", ".benchreport-notes.part", "benchreport.part", ".x.part"]
    for name in user_files:
        (tmp_path / name).write_bytes(b"mine")
    folder, link = LEFT.replace("0", "1"), LEFT.replace("0", "2")
    (tmp_path / folder).mkdir()
    (tmp_path / link).symlink_to(tmp_path / user_files[0])
    (tmp_path / LEFT).write_bytes(b"half")
    files.write_whole({tmp_path / "a": b""})
    assert names(tmp_path) == sorted([*user_files, folder, link, "a"])


def test_a_run_at_work_keeps_its_copies(tmp_path):
    with files.open_whole(tmp_path / "slow") as file:
        file.write(b"one")
        files.write_whole({tmp_path / "fast": b"two"})
        assert len(names(tmp_path)) == 2
    assert (tmp_path / "slow").read_bytes() == b"one"
    assert names(tmp_path) == ["fast", "slow"]


def test_without_locks_only_old_copies_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_can_lock", lambda *_: False)
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    young = LEFT.replace("0", "1")
    for name in (LEFT, young):
        (tmp_path / name).write_bytes(b"half")
    os.utime(tmp_path / LEFT, (0, time.time() - 2 * files.OLD))
    files.write_whole({tmp_path / "a": b""})
    assert names(tmp_path) == [young, "a"]


def test_ctrl_c_leaves_nothing(tmp_path, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_whole({tmp_path / "a": b"", tmp_path / "b": b""})
    assert names(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing_and_its_exit_code(tmp_path, monkeypatch, number):
    monkeypatch.setattr(os, "fsync", lambda _: os.kill(os.getpid(), number))

    @click.group(cls=Commands)
    def group():
        """Have one command."""

    @group.command()
    def save():
        files.write_whole({tmp_path / "a": b""})

    # under nohup a signal is ignored from the start
    outside = signal.signal(number, signal.SIG_DFL)
    try:
        assert CliRunner().invoke(group, ["save"]).exit_code == 128 + number
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, outside)
    assert names(tmp_path) == []


def test_permissions_stay_and_new_files_follow_the_umask(tmp_path, monkeypatch):
    private, fresh = tmp_path / "private", tmp_path / "fresh"
    private.write_bytes(b"old")
    private.chmod(0o600)
    modes = []
    monkeypatch.setattr(os, "fsync", lambda handle: modes.append(os.fstat(handle).st_mode & 0o777))
    before = os.umask(0o027)
    try:
        # the umask belongs to the whole process: setting it for a moment sets it for other threads too
        monkeypatch.setattr(os, "umask", None)
        files.write_whole({private: b"new", fresh: b"new"})
    finally:
        monkeypatch.undo()
        os.umask(before)
    assert private.read_bytes() == b"new"
    assert private.stat().st_mode & 0o777 == modes[0] == 0o600
    assert fresh.stat().st_mode & 0o777 == modes[1] == 0o640


@pytest.mark.skipif(getattr(os, "getuid", bool)() != 0, reason="only root gives files to others")
def test_the_owner_stays(tmp_path):
    place = tmp_path / "a"
    place.write_bytes(b"old")
    os.chown(place, 12345, 23456)
    place.chmod(0o640)
    files.write_whole({place: b"new"})
    status = place.stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (12345, 23456, 0o640)


def test_another_group_does_not_inherit_permissions(tmp_path, monkeypatch):
    place = tmp_path / "a"
    place.write_bytes(b"old")
    place.chmod(0o664)
    old = place.stat()

    def refuse(*_):
        raise PermissionError

    other = os.stat_result((*old[:5], old.st_gid + 1, *old[6:]))
    monkeypatch.setattr(os, "fchown", refuse)

    with place.open("rb+") as file:
        files._make_like(file.fileno(), other)
    assert place.stat().st_mode & 0o777 == 0o604


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "real", tmp_path / "link"
    link.symlink_to(Path("there") / "real")
    for content in (b"first", b"second"):
        files.write_whole({link: content})
        assert link.is_symlink()
        assert real.read_bytes() == content
    assert names(tmp_path) == ["link", "there"]
    assert names(tmp_path / "there") == ["real"]


def test_paths_that_are_not_files_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "lost").symlink_to("nowhere/at/all")
    expected = {
        tmp_path / "pipe": "pipe",
        tmp_path / "folder": "folder",
        tmp_path / "loop": "symbolic link",
        tmp_path / "lost": "no folder",
        tmp_path / "nowhere" / "a": "no folder",
        tmp_path / ("x" * 300): "too long",
        Path("/dev/null"): "device",
    }
    before = names(tmp_path)
    for place, why in expected.items():
        with pytest.raises(OSError, match=why) as caught:
            files.write_whole({tmp_path / "fine": b"", place: b""})
        assert caught.value.filename == str(place)
        assert names(tmp_path) == before


@pytest.mark.parametrize("protected", ["a", ""])
def test_write_protected_files_stay(tmp_path, monkeypatch, protected):
    place = tmp_path / "a"
    place.write_bytes(b"old")
    # root may write anywhere
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != tmp_path / protected)
    with pytest.raises(OSError, match="write-protected") as caught:
        files.write_whole({place: b"new"})
    assert caught.value.errno == errno.EACCES
    assert place.read_bytes() == b"old"


def test_the_same_file_may_have_several_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a").write_bytes(b"")
    Path("hard").hardlink_to("a")
    Path("soft").symlink_to("a")
    Path("folder").symlink_to(".")
    for name in ("a", "./a", str(tmp_path / "a"), "hard", "soft", "folder/a", "folder/folder/soft"):
        assert files.same_file(Path(name), ["gone", "a"]) == "a"
    for name in ("b", "gone", "folder"):
        assert files.same_file(Path(name), ["gone", "a", "x\0"]) == ""
