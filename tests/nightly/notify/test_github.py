import dataclasses
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from benchreport.errors import NotifyError
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.github import Github

COMMAND = re.compile(r"::(error|warning) title=([^:,\r\n]*)::([^\r\n]*)")


@pytest.fixture
def actions(monkeypatch, tmp_path):
    path = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    return path


def send_facts(facts, settings=None):
    settings = settings or Github()
    settings.send(settings.write(facts, "https://example.org/2026-02-14/index.html"), Path())


def commands(text):
    """Parse workflow commands as the runner does; any other line is an error."""
    matches = [COMMAND.fullmatch(line) for line in text.splitlines() if line]
    assert all(matches), text
    return [tuple(map(decode, match.groups())) for match in matches]


def decode(text):
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def tokens(text):
    blocks = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(text)
    return blocks, [token for block in blocks for token in block.children or ()]


def test_outside_of_actions_nothing_happens(night, monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "x"))
    send_facts(night)
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


def test_summary_and_annotations(night, actions, capsys):
    actions.write_text("before\n")
    send_facts(night)
    assert commands(capsys.readouterr().out) == [
        (
            "error",
            "Regression",
            "svm by f1: −0.031 points [−0.045, −0.017] from 0.900 points, since 2026-02-12",
        ),
        (
            "error",
            "Drift",
            "knn by f1: −0.031 points [−0.045, −0.017] from 0.900 points, since 2026-01-02",
        ),
        ("warning", "Missing results", "Half the results of tree are missing."),
        (
            "warning",
            "Unconfirmed until the next night",
            "cnn by f1: −0.031 points [−0.045, −0.017], of unconfirmed",
        ),
        ("warning", "Failed", "mlp by f1: −0.031 points [−0.045, −0.017], of failed"),
        ("warning", "Missing", "tree by f1: of missing"),
        (
            "warning",
            "Not comparable",
            "rf by f1: −0.031 points [−0.045, −0.017], of not comparable",
        ),
    ]
    summary = actions.read_text(encoding="utf-8")
    assert summary.startswith("before\n## bench, 2026-02-14: 1 new regression")
    assert "\n> svm got worse by f1.\n" in summary
    assert "[The report](<https://example.org/2026-02-14/index.html>)" in summary


def test_either_alone(night, actions, capsys):
    send_facts(night, Github(annotations=False))
    assert capsys.readouterr().out == ""
    actions.unlink()
    send_facts(night, Github(summary=False))
    assert "::error" in capsys.readouterr().out
    assert not actions.exists()


@pytest.mark.usefixtures("actions")
def test_names_cannot_be_commands(hostile_night, capsys):
    send_facts(hostile_night)
    annotations = commands(capsys.readouterr().out)
    kinds = [kind for kind, _, _ in annotations]
    assert (kinds.count("error"), kinds.count("warning")) == (10, 10)
    assert [title for _, title, _ in annotations].count("And more") == 2
    n_left_out = 23 - 9
    assert ("error", "And more", f"{n_left_out} more are in the report") in annotations


@pytest.mark.usefixtures("actions")
def test_a_name_of_escape_codes_is_shown_unchanged(capsys):
    finding = Finding(number=1, key=Key("f1", "%0A::error::x"), kind="drift", change=-1.0)
    send_facts(NightFacts(name="n", night="2026-02-14", findings=(finding,)))
    ((_, _, message),) = commands(capsys.readouterr().out)
    assert message.startswith("%0A::error::x by f1: −1.0 [0.0, 0.0]")


@pytest.mark.usefixtures("actions")
def test_warnings_left_out_are_counted(capsys):
    series = tuple(SeriesNight(key=Key("f1", f"a{n}"), state="missing") for n in range(1000))
    send_facts(NightFacts(name="n", night="2026-02-14", series=series, incomplete=("Few.",)))
    annotations = commands(capsys.readouterr().out)
    assert len(annotations) == 10
    assert annotations[-1] == ("warning", "And more", "992 more are in the report")


def test_data_cannot_become_markdown(hostile_night, hostile, actions, capsys):
    for name in hostile:
        actions.unlink(missing_ok=True)
        send_facts(dataclasses.replace(hostile_night, name=name, verdict=(name,)))
        blocks, inline = tokens(actions.read_text(encoding="utf-8"))
        assert {block.type for block in blocks} <= set(
            "heading_open heading_close inline paragraph_open paragraph_close blockquote_open "
            "blockquote_close bullet_list_open bullet_list_close list_item_open list_item_close".split()
        )
        assert {block.tag for block in blocks if block.type == "heading_open"} == {"h2", "h3"}
        assert {token.type for token in inline} <= {
            "text",
            "text_special",
            "html_inline",
            "link_open",
            "link_close",
        }
        assert {token.content for token in inline if token.type == "html_inline"} <= {
            "<span>",
            "</span>",
        }
        links = [token.attrs["href"] for token in inline if token.type == "link_open"]
        assert len(links) == 1
        assert links[0].startswith("https://example.org/")
    capsys.readouterr()


def test_names_are_shown_unchanged(actions):
    name = "<b> *a* _c_ [d](e) | `f` $g$"
    send_facts(NightFacts(name="n", night="2026-02-14", verdict=(name,)), Github(annotations=False))
    _, inline = tokens(actions.read_text(encoding="utf-8"))
    text = "".join(token.content for token in inline if token.type in ("text", "text_special"))
    assert name in text


def test_a_full_summary_is_left_unchanged(night, actions):
    actions.write_bytes(b"x" * (1024 * 1024 - 100))
    with pytest.raises(NotifyError, match="full"):
        send_facts(night)
    assert actions.stat().st_size == 1024 * 1024 - 100


def test_a_summary_that_cannot_be_written(night, actions):
    actions.mkdir()
    with pytest.raises(NotifyError, match="cannot be written"):
        send_facts(night)


def test_the_largest_night_fits(hostile_night, actions):
    send_facts(hostile_night, Github(annotations=False))
    assert actions.stat().st_size < 200_000


@pytest.mark.usefixtures("actions")
def test_without_a_summary_there_are_annotations(night, monkeypatch, capsys):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    send_facts(night)
    assert "::error" in capsys.readouterr().out
