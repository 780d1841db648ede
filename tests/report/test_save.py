"""Files are written whole, all of a report or none."""

import os

import pytest

from benchreport.errors import OptionError, RenderError
from benchreport.report import save

FILES = {"a-figures/one.svg": b"<svg/>", "a-figures/two.svg": b"<svg/>", "a.md": b"new"}


def fails_at(monkeypatch, number):
    """Let the disk be full from a certain file on."""
    calls = []

    def full(handle):
        calls.append(handle)
        if len(calls) >= number:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, number):
    (tmp_path / "a.md").write_bytes(b"old")
    fails_at(monkeypatch, number)
    with pytest.raises(RenderError, match="No space left on device"):
        save.write_whole(tmp_path, FILES)
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]
    assert (tmp_path / "a.md").read_bytes() == b"old"


def test_older_figures_stay_too(tmp_path, monkeypatch):
    save.write_whole(tmp_path, {**FILES, "a.md": b"old"})
    fails_at(monkeypatch, 3)
    with pytest.raises(RenderError):
        save.write_whole(tmp_path, dict.fromkeys(FILES, b"newer"))
    assert sorted(each.name for each in (tmp_path / "a-figures").iterdir()) == [
        "one.svg",
        "two.svg",
    ]
    assert (tmp_path / "a-figures" / "one.svg").read_bytes() == b"<svg/>"
    assert (tmp_path / "a.md").read_bytes() == b"old"


def test_all_are_there_and_readable(tmp_path):
    save.write_whole(tmp_path, FILES)
    for name, content in FILES.items():
        assert (tmp_path / name).read_bytes() == content
    fresh = tmp_path / "fresh"
    fresh.write_bytes(b"")
    assert (tmp_path / "a.md").stat().st_mode == fresh.stat().st_mode


def test_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "a-figures").write_bytes(b"mine")
    with pytest.raises(RenderError, match="cannot make"):
        save.write_whole(tmp_path, FILES)
    assert (tmp_path / "a-figures").read_bytes() == b"mine"


def test_targets_are_checked_first(tmp_path):
    with pytest.raises(OptionError, match="saved as"):
        save.checked(tmp_path / "a.odt")
    with pytest.raises(RenderError, match="there is no folder"):
        save.checked(tmp_path / "nowhere" / "a.html")
    assert save.checked("a.html").name == "a.html"
