"""Half of a file is no night: files that change while they are read, or that are cut off within a number."""

import os
import shlex
import subprocess
import threading
import time
from pathlib import Path

import pytest

from benchreport.errors import ReadError
from benchreport.nightly.config.settings import Config, Source
from benchreport.nightly.intake import sources, unfinished_files
from benchreport.nightly.intake.sources import fetch_results

NIGHT, BEFORE = "2026-11-20", "2026-11-19"
WHOLE = "algorithm,accuracy\nsvm,0.9123\nknn,0.8456\n"
CUT = WHOLE[:-3]


@pytest.fixture(autouse=True)
def watched_shortly(monkeypatch):
    monkeypatch.setattr(unfinished_files, "WAIT", 0.2)


@pytest.fixture
def write(tmp_path):
    def write(night, text, *, age=3600, suffix=".csv"):
        file = tmp_path / f"{night}{suffix}"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.utime(file, (time.time() - age,) * 2)
        return file

    return write


def last_score(tmp_path, pattern="{night}.csv", night=NIGHT):
    config = Config(source=Source(files=(pattern,)), place=tmp_path)
    return fetch_results(config, night).frame["accuracy"].iloc[-1]


def change_while_read(monkeypatch, change):
    """Change files after they were opened."""
    read = sources.read_many

    def read_and_change(*arguments, **options):
        frame = read(*arguments, **options)
        change()
        return frame

    monkeypatch.setattr(sources, "read_many", read_and_change)


def replace(file):
    other = file.with_suffix(".part")
    other.write_text(WHOLE.replace("0.9", "0.7"))
    os.utime(other, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))
    other.rename(file)


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.write_text(file.read_text() + "tree,0.7\n"),
        lambda file: os.truncate(file, 25),
        replace,
    ],
    ids=["continued", "truncated", "replaced"],
)
def test_a_file_that_changes_while_it_is_read_is_refused(write, tmp_path, monkeypatch, change):
    file = write(NIGHT, WHOLE)
    change_while_read(monkeypatch, lambda: change(file))
    with pytest.raises(ReadError, match=rf"{NIGHT}.csv changed while it was read") as caught:
        last_score(tmp_path)
    assert "when the benchmark has ended" in caught.value.hint


def test_a_file_that_is_removed_while_it_is_read_is_refused(write, tmp_path, monkeypatch):
    file = write(NIGHT, WHOLE)
    change_while_read(monkeypatch, file.unlink)
    with pytest.raises(ReadError, match="is gone"):
        last_score(tmp_path)


def test_a_number_that_is_cut_off_is_seen_where_other_nights_end_with_the_line(write, tmp_path):
    write(BEFORE, WHOLE)
    file = write(NIGHT, CUT)
    with pytest.raises(ReadError, match=r"ends within the line 'knn,0\.84'") as caught:
        last_score(tmp_path)
    assert BEFORE in str(caught.value)
    # the way out, should the file be whole
    command = caught.value.hint.partition("if it is whole: ")[2]
    assert command == f"echo >> {shlex.quote(str(file))}"
    subprocess.run(["sh", "-c", command], check=True)
    assert last_score(tmp_path) == 0.84


@pytest.mark.parametrize("text", [WHOLE, WHOLE.encode("utf-16"), WHOLE.replace("\n", "\r\n")])
def test_files_that_end_with_the_line_are_read(write, tmp_path, text):
    write(BEFORE, WHOLE)
    write(NIGHT, text, age=0)
    assert last_score(tmp_path) == 0.8456


def test_programs_that_never_end_the_last_line_are_believed(write, tmp_path):
    for night, end in ((BEFORE, ""), ("2026-11-18", "\n")):
        write(night, WHOLE[:-1] + end)
    write("notes", "something else\n")
    write(NIGHT, WHOLE[:-1])
    assert last_score(tmp_path) == 0.8456


def test_the_only_file_of_a_source_is_believed(write, tmp_path):
    write("results", WHOLE[:-1])
    write("other", WHOLE)
    assert last_score(tmp_path, "results.csv") == 0.8456


def test_a_new_file_that_ends_within_a_line_is_watched(write, tmp_path):
    file = write("results", CUT, age=0)
    writer = threading.Timer(0.1, lambda: file.write_text(WHOLE))
    writer.start()
    with pytest.raises(ReadError, match="changed while it was read"):
        last_score(tmp_path, "results.csv")
    writer.join()
    assert last_score(tmp_path, "results.csv") == 0.8456


def test_nights_that_were_copied_are_not_watched_one_by_one(write, tmp_path, monkeypatch):
    for night in (BEFORE, NIGHT):
        write(night, WHOLE[:-1], age=0)
    monkeypatch.setattr(unfinished_files.time, "sleep", pytest.fail)
    assert last_score(tmp_path) == 0.8456


SORTERS = Path(__file__).parents[2] / "data/tool_files/pytest_benchmark/sorters.json"
SAVED = "0001_9d0f1f3a3c4c5b6a79800f9e8d7c6b5a49382716_20261120_0{}1500{}.json"


def test_two_files_that_pytest_benchmark_saved_are_no_two_algorithms(tmp_path):
    content = SORTERS.read_bytes()
    names = [SAVED.format(2, ""), SAVED.format(9, "_uncommited-changes")]
    config = Config(source=Source(files=("*_{yyyymmdd}_*.json",)), place=tmp_path)
    (tmp_path / names[0]).write_bytes(content)
    assert set(fetch_results(config, NIGHT).frame["algorithm"]) == {"builtin", "heap"}
    (tmp_path / names[1]).write_bytes(content)
    with pytest.raises(ReadError, match="pytest-benchmark saved 2 files of 2026-11-20") as caught:
        fetch_results(config, NIGHT)
    assert names[1] in str(caught.value)
    assert caught.value.hint == "move the others to another folder"


def test_a_file_that_is_not_finished_is_missing_results(tmp_path, write, nightly):
    """A run tells them from a wrong configuration by its exit code."""
    (tmp_path / "nightly.toml").write_text('[source]\nfiles = ["{night}.csv"]\n')
    write(BEFORE, WHOLE)
    for text, told in (
        ("", "is empty"),
        (CUT, "may be cut off"),
        ("algorithm,accuracy\n", "no rows"),
    ):
        write(NIGHT, text)
        done = nightly(tmp_path, "run", "--night", NIGHT)
        assert (done.exit_code, told in done.output) == (3, True), done.output


def test_a_night_without_a_file_is_told_with_the_newest_one(tmp_path, write, nightly):
    write(BEFORE, WHOLE)
    config = tmp_path / "nightly.toml"
    config.write_text('[source]\nfiles = ["{night}.csv"]\n')
    done = nightly(tmp_path, "run", "--night", NIGHT)
    assert done.exit_code == 3
    assert f"name another night: --night {BEFORE}" in done.output
    config.write_text('[source]\nfiles = ["{date}.csv"]\n')
    done = nightly(tmp_path, "run", "--night", NIGHT)
    assert done.exit_code == 2
    assert "[source] files has {date}, which stands for nothing" in done.output
