"""Files are written whole, all of a report or none."""

import os

import pytest
from published import published

from benchreport.errors import OptionError, RenderError
from benchreport.report import Provenance, save
from benchreport.report import report as make_report

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
def test_a_full_disk_leaves_the_old_files(tmp_path, monkeypatch, number):
    (tmp_path / "a.md").write_bytes(b"old")
    fails_at(monkeypatch, number)
    with pytest.raises(RenderError, match="No space left on device"):
        save.write_whole(tmp_path, FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    assert (tmp_path / "a.md").read_bytes() == b"old"


def test_older_figures_stay_too(tmp_path, monkeypatch):
    save.write_whole(tmp_path, {**FILES, "a.md": b"old"})
    fails_at(monkeypatch, 3)
    with pytest.raises(RenderError):
        save.write_whole(tmp_path, dict.fromkeys(FILES, b"newer"))
    assert sorted(path.name for path in (tmp_path / "a-figures").iterdir()) == [
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
        save.check_target(tmp_path / "a.odt")
    with pytest.raises(RenderError, match="there is no folder"):
        save.check_target(tmp_path / "nowhere" / "a.html")
    assert save.check_target("a.html").name == "a.html"
    for wrong in ("", ".", "..", "/", 3, b"a.html", "a\0.html"):
        with pytest.raises(OptionError, match="saved to a file") as caught:
            save.check_targets([wrong])
        assert "report.html" in caught.value.hint


@pytest.mark.usefixtures("blank_pictures")
def test_a_report_is_not_saved_over_its_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for options in ({"source": "data.json"}, {"source": "x", "files": ("other.csv", "data.json")}):
        (tmp_path / "data.json").write_text("mine")
        (tmp_path / "link.xlsx").unlink(missing_ok=True)
        (tmp_path / "link.xlsx").symlink_to("data.json")
        report = make_report(
            published("demsar2006"), sections=["verdict"], provenance=Provenance(**options)
        )
        for name in ("data.json", tmp_path / "data.json", "link.xlsx"):
            with pytest.raises(OptionError, match="would replace the input"):
                report.save(name)
            with pytest.raises(OptionError, match="would replace the input"):
                make_report(published("demsar2006"), name, provenance=Provenance(**options))
        report.save("data.md")
        assert (tmp_path / "data.json").read_text() == "mine"


def test_nor_are_the_files_beside_it(tmp_path):
    (tmp_path / "a-figures").mkdir()
    source = tmp_path / "a-figures" / "two.svg"
    source.write_bytes(b"mine")
    with pytest.raises(OptionError, match=r"two\.svg"):
        save.write_whole(tmp_path, FILES, [source])
    assert source.read_bytes() == b"mine"
    assert [path.name for path in tmp_path.iterdir()] == ["a-figures"]


def test_two_reports_are_two_files(tmp_path):
    (tmp_path / "a.html").write_bytes(b"")
    (tmp_path / "hard.html").hardlink_to(tmp_path / "a.html")
    (tmp_path / "soft.html").symlink_to("new.html")
    for pair in (("a.html", "./a.html"), ("a.html", "hard.html"), ("soft.html", "new.html")):
        with pytest.raises(OptionError, match="are one file"):
            save.check_targets([f"{tmp_path}/{name}" for name in pair])
    assert len(save.check_targets([tmp_path / "a.html", tmp_path / "a.md"])) == 2


def test_targets_that_cannot_be_written_are_named(tmp_path):
    (tmp_path / "a.html").mkdir()
    with pytest.raises(RenderError, match="it is a folder") as caught:
        save.check_target(tmp_path / "a.html")
    assert caught.value.hint == f"ls -ld {tmp_path}/a.html"
    with pytest.raises(RenderError) as caught:
        save.check_target(tmp_path / "no where" / "a.html")
    assert caught.value.hint == f"mkdir -p '{tmp_path}/no where'"
