"""Pages are written whole or not at all: full disks, size limits, kill -9, readers at the same time."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from needs import LONG

from benchreport.errors import OptionError, RenderError
from benchreport.nightly.pages.page_files import slug, write_files

HOSTILE = [
    "",
    ".",
    "..",
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\windows",
    "con",
    "CON.txt",
    "nul.html",
    "com1",
    "a\0b",
    "<script>alert(1)</script>",
    "$(reboot)",
    "-rf",
    ".hidden",
    "trailing.",
    "trailing ",
    "line\nbreak",
    "\u202eexe.svm",
    "決定木",
    "🌲",
    "x" * 500,
    "\ud800",
    "SVM",
    "svm",
    "Svm",
    "naïve",
    "naive",
]
LIMITED = """
import resource, sys
from pathlib import Path
from benchreport.errors import RenderError
from benchreport.nightly.pages.page_files import write_files
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    write_files(Path(sys.argv[1]), {"new/a.html": b"a", "index.html": b"b" * 20_000})
except RenderError as error:
    print(error)
"""
ALTERNATE = """
import itertools, sys
from pathlib import Path
from benchreport.nightly.pages.page_files import write_files
for letter in itertools.cycle("ab"):
    page = letter.encode() * 300_000
    write_files(Path(sys.argv[1]), {"night/page.html": page, "index.html": page})
    print(flush=True)
"""


def list_files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_slugs_are_safe_and_distinguish_labels():
    slugs = [slug(name) for name in HOSTILE]
    assert len({text.lower() for text in slugs}) == len(HOSTILE)
    for text in slugs:
        assert 0 < len(text.encode()) <= 80
        assert text == text.lower()
        assert text.strip(".-") == text
        assert all(letter.isascii() and (letter.isalnum() or letter in "-._") for letter in text)
        assert text.partition(".")[0] not in {"con", "nul", "com1"}


def test_a_label_equal_to_anothers_slug_gets_its_own():
    assert slug(slug("SVM")) != slug("SVM")


@given(st.text(), st.text())
def test_slugs_of_any_two_labels_differ(one, other):
    assert (slug(one) == slug(other)) == (one == other)


@given(st.text())
def test_every_slug_may_be_published(text):
    assert Path(slug(text)).name == slug(text)
    with pytest.raises(OptionError) as caught:
        write_files(Path("/nonexistent"), {f"{slug(text)}/../x": b""})
    assert slug(text) in str(caught.value)


def test_pages_are_written_below_the_folder(tmp_path):
    folder = tmp_path / "new" / "nights"
    write_files(folder, {"2026-01-31/report.html": b"one", "index.html": b"two"})
    assert (folder / "2026-01-31" / "report.html").read_bytes() == b"one"
    assert list_files(folder) == ["2026-01-31", "2026-01-31/report.html", "index.html"]


def test_pages_have_the_permissions_of_new_files(tmp_path):
    old = os.umask(0o027)
    try:
        write_files(tmp_path, {"index.html": b""})
    finally:
        os.umask(old)
    assert (tmp_path / "index.html").stat().st_mode & 0o777 == 0o640


def test_the_index_comes_last(tmp_path, monkeypatch):
    order = []
    replace = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda self, to: (order.append(to.name), replace(self, to))
    )
    write_files(tmp_path, {"z.html": b"", "a/b.html": b"", "index.html": b""})
    assert order == ["z.html", "b.html", "index.html"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../x",
        "a/../x",
        "a//b",
        "./x",
        "a\\b",
        "C:x",
        "con",
        "a/",
        "A.html",
        ".x",
    ],
)
def test_paths_that_could_lead_elsewhere_are_refused(tmp_path, name):
    with pytest.raises(OptionError, match="slugs"):
        write_files(tmp_path / "out", {"fine.html": b"", name: b""})
    assert not (tmp_path / "out").exists()


def test_a_link_does_not_lead_out(tmp_path):
    outside, folder = tmp_path / "outside", tmp_path / "nights"
    outside.mkdir()
    folder.mkdir()
    (folder / "night").symlink_to(outside)
    for name in ("night/x.html", "night/deeper/x.html"):
        with pytest.raises(RenderError, match="leads out"):
            write_files(folder, {name: b""})
    assert list_files(outside) == []


def test_the_folder_itself_may_be_a_link(tmp_path):
    (tmp_path / "www").mkdir()
    (tmp_path / "nights").symlink_to(tmp_path / "www")
    write_files(tmp_path / "nights", {"index.html": b"x"})
    assert list_files(tmp_path / "www") == ["index.html"]


def test_a_folder_in_the_way_changes_nothing(tmp_path):
    (tmp_path / "index.html").mkdir()
    (tmp_path / "a.html").write_bytes(b"old")
    with pytest.raises(RenderError, match="it is a folder"):
        write_files(tmp_path, {"a.html": b"new", "index.html": b"new"})
    assert (tmp_path / "a.html").read_bytes() == b"old"
    assert list_files(tmp_path) == ["a.html", "index.html"]


def test_a_limit_on_sizes_changes_nothing(tmp_path):
    (tmp_path / "index.html").write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert "are unchanged: File too large" in done.stdout
    assert "make room" in done.stdout
    assert (tmp_path / "index.html").read_bytes() == b"old"
    assert list_files(tmp_path) == ["index.html"]


@pytest.fixture
def small_disk(tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], check=True)
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk_changes_nothing(small_disk):
    write_files(small_disk, {"index.html": b"old", "night/a.html": b"old"})
    before = os.statvfs(small_disk).f_bavail
    with pytest.raises(RenderError, match="No space left") as caught:
        write_files(
            small_disk, {"night/a.html": b"new", "n/b.html": b"n", "index.html": bytes(400_000)}
        )
    assert "df -h" in caught.value.hint
    assert list_files(small_disk) == ["index.html", "night", "night/a.html"]
    assert (small_disk / "night/a.html").read_bytes() == b"old"
    assert os.statvfs(small_disk).f_bavail == before
    write_files(small_disk, {"index.html": b"new"})


def test_a_reader_sees_whole_pages_only(tmp_path):
    pages = [letter * 2_000_000 for letter in (b"a", b"b")]
    write_files(tmp_path, {"index.html": pages[0]})
    done, contents = threading.Event(), set()

    def read():
        while not done.is_set():
            contents.add((tmp_path / "index.html").read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(30):
        write_files(tmp_path, {"index.html": pages[number % 2]})
    done.set()
    reader.join()
    assert contents <= set(pages)


@LONG
def test_kill_9_leaves_whole_pages_and_the_next_run_tidies_up(tmp_path):
    for pause in (0.0, 0.013, 0.029, 0.041):
        process = subprocess.Popen(
            [sys.executable, "-c", ALTERNATE, str(tmp_path)], stdout=subprocess.PIPE
        )
        process.stdout.readline()
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        for name in ("night/page.html", "index.html"):
            page = (tmp_path / name).read_bytes()
            assert page in (b"a" * 300_000, b"b" * 300_000)
    (tmp_path / "night" / ".benchreport-0badcafe0badcafe.part").write_bytes(b"half")
    write_files(tmp_path, {"night/page.html": b"", "index.html": b""})
    assert list_files(tmp_path) == ["index.html", "night", "night/page.html"]
