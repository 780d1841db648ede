"""The demonstration shows what its sentences say."""

import datetime as dt
import re

import pytest
from click.testing import CliRunner
from needs import LONG

from benchreport.cli import main
from benchreport.errors import OptionError
from benchreport.nightly import demo
from benchreport.nightly.config.load import load
from benchreport.nightly.detection import replay
from benchreport.nightly.detection.replay_results import Rate
from benchreport.nightly.history.open_history import open_history
from benchreport.nightly.night_facts import tell_changes
from benchreport.nightly.pages import night_pages

NONE = Rate(mean=0.0, error=0.0, nights=1)


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """Run the demonstration on 36 nights; return its folder and output."""
    folder = tmp_path_factory.mktemp("demo") / "nightly-demo"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "NIGHTS", 36)
        patch.setattr(demo, "SLOW", 8)
        # the tests of pages and replays make PDFs, comparisons and many shuffles
        patch.setattr(night_pages, "write_comparison", lambda *_: "<p>compared</p>")
        patch.setattr(night_pages, "render_pdf", lambda *_: b"%PDF")
        patch.setattr(replay, "count_false_alarms", lambda *_: (NONE, NONE))
        done = CliRunner().invoke(main, ["nightly", "demo", "-o", str(folder)])
    assert done.exit_code == 0, done.output
    return folder, done.output


def part(output, command):
    """Return what a command printed."""
    return re.search(
        rf"\$ benchreport nightly {command}.*?\n(.*?)(?:\n\n# |\Z)", output, re.DOTALL
    )[1]


@LONG
def test_each_command_shows_what_is_said_of_it(shown):
    _, output = shown
    assert "The configuration has no problems." in part(output, "check")
    assert len(part(output, "history").splitlines()) == 5
    assert "marked as flaky until" in part(output, "flaky")
    run = part(output, "run --night")
    assert "1 new regression: forest by accuracy" in run
    assert "; on all 6 datasets)." in run
    assert "nightly retire tree" in run
    assert run.endswith("(exit code 1)")
    tonight = part(output, "run(?! --)")
    assert "tree" not in tonight
    assert "nightly rename knn neighbours" in tonight
    assert tonight.endswith("(exit code 3)")
    assert "acknowledged" in part(output, "show")
    assert "missing" not in part(output, "show")
    assert re.search(r"stored (just now|\d+ minutes? ago)", part(output, "status"))
    assert "red nights" in part(output, "replay")
    assert "the new level is the baseline" in part(output, "accept")
    assert "Exported 9,000 scores" in part(output, "export")
    assert "Imported 9,000 scores" in part(output, "import")
    assert "nights/index.html" in output


def test_all_commands_are_tried():
    nights = [f"2026-11-{day:02d}" for day in range(1, 31)] * 2
    tried = {arguments[0] for arguments in demo.list_commands(nights).values()}
    assert tried == set(main.commands["nightly"].commands) - {"demo"}


@LONG
def test_the_slow_night_is_told_with_its_machine_and_opens_nothing(shown):
    folder, output = shown
    # here it was removed after the export
    with open_history(load(folder / demo.OTHER)) as history:
        nights = history.nights()
        slow = history.result(nights[-9].night)
        assert f"The night {slow.night} is removed" in part(output, "remove")
        assert not (folder / "nights" / slow.night).exists()
        assert not slow.new_findings("regression")
        words = " ".join(slow.verdict)
        assert "Tonight changed all algorithms by seconds together (+" in words
        assert f"What else changed on {slow.night}: machine (main → spare)." in words
        alerts = [
            str(each.key)
            for each in tell_changes(history.findings())
            if each.kind != "improvement" and each.change and each.opened >= slow.night
        ]
        assert alerts == ["accuracy/forest"]


def test_a_folder_that_exists_is_left_alone(tmp_path):
    with pytest.raises(OptionError, match="exists already"):
        demo.write_results(tmp_path, dt.date(2026, 11, 23))
    done = CliRunner().invoke(main, ["nightly", "demo", "-o", str(tmp_path)])
    assert done.exit_code == 2
    assert "--output another-folder" in done.output
    assert not list(tmp_path.iterdir())
