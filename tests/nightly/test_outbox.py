import email
import email.policy

import numpy as np
import pandas as pd
import pytest
from needs import LONG
from nights_tables import HEAD

from benchreport.errors import NotifyError
from benchreport.nightly import notify, outbox
from benchreport.nightly.config.load import load
from benchreport.nightly.history.open_history import open_history
from benchreport.nightly.history.records import message_from
from benchreport.nightly.outbox import describe_outbox
from benchreport.nightly.run import run

pytestmark = pytest.mark.usefixtures("plain_figures")

CONFIG = (
    HEAD
    + """[notify.junit]
path = "junit.xml"
[notify.mail]
to = ["team@example.org"]
sender = "nights@example.org"
folder = "letters"
when = "always"
[notify.slack]
url = "env:HOOK"
when = "always"
"""
)
NIGHTS = [str(day.date()) for day in pd.date_range("2026-09-01", periods=26)]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return a folder of nights, of which svm is worse from the twelfth on."""
    (tmp_path / "results").mkdir()
    for number, night in enumerate(NIGHTS):
        draw = np.random.default_rng(number)
        frame = pd.DataFrame(
            [
                (
                    algorithm,
                    dataset,
                    0.8 + draw.normal(0, 0.01) - 0.1 * (algorithm == "svm") * (number > 11),
                )
                for algorithm in ("svm", "knn", "tree")
                for dataset in ("iris", "wine", "digits")
            ],
            columns=["algorithm", "dataset", "accuracy"],
        )
        frame.to_csv(tmp_path / "results" / f"{night}.csv", index=False)
    (tmp_path / "nightly.toml").write_text(CONFIG)
    monkeypatch.setenv("HOOK", "https://hooks.slack.com/x")
    return tmp_path


@pytest.fixture
def failing(monkeypatch):
    """Return the names of the channels that fail, to be filled; messages to slack reach nobody."""
    send, names = notify.send, set()

    def try_to_send(message, settings, place):
        if message.channel in names:
            raise NotifyError(f"notify.{message.channel}: no answer.", hint="is the address right?")
        if message.channel != "slack":
            send(message, settings, place)

    monkeypatch.setattr(notify, "send", try_to_send)
    return names


def take_in(place, nights, **options):
    return [run(place / "nightly.toml", night=night, **options) for night in nights]


def read_outbox(place):
    with open_history(load(place / "nightly.toml")) as history:
        return history.outbox(), describe_outbox(history)


def read_letters(place):
    """Return the texts of the letters, each on one line, by night."""
    letters = [
        email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        for path in (place / "letters").glob("*.eml")
    ]
    return sorted(" ".join(each.get_body().get_content().split()) for each in letters)


@LONG
def test_thirteen_nights_become_one_letter(place, failing):
    failing.add("mail")
    for outcome in take_in(place, NIGHTS[:13]):
        assert outcome.unsent == ("mail: notify.mail: no answer.\nHint: is the address right?",)
    (waiting,), (line,) = read_outbox(place)
    assert (waiting.message.night, waiting.message.earlier) == (NIGHTS[12], tuple(NIGHTS[:12]))
    assert line == (
        f"Messages by mail about 13 nights ({NIGHTS[0]} to {NIGHTS[12]}) are not sent: "
        "notify.mail: no answer."
    )
    failing.clear()
    take_in(place, NIGHTS[13:14])
    assert read_outbox(place) == ([], [])
    (letter,) = read_letters(place)
    assert (
        f"Messages of 13 earlier nights ({NIGHTS[0]} to {NIGHTS[12]}) could not be sent" in letter
    )
    take_in(place, NIGHTS[14:15])
    assert sum("could not be sent" in each for each in read_letters(place)) == 1


@LONG
def test_findings_of_unsent_nights_are_told(place, failing):
    take_in(place, NIGHTS[:11])
    failing.add("mail")
    opened = [number for outcome in take_in(place, NIGHTS[11:20]) for number in outcome.facts.new]
    assert opened
    failing.clear()
    take_in(place, NIGHTS[20:21])
    letter = next(each for each in read_letters(place) if "could not be sent" in each)
    assert "their findings: regression of" in letter


def test_a_channel_that_fails_for_nights_is_told_by_the_others(place, failing):
    failing.add("slack")
    take_in(place, NIGHTS[:4])
    letters = read_letters(place)
    assert len(letters) == 4
    (told,) = [each for each in letters if "by slack" in each]
    assert (
        f"about 3 nights ({NIGHTS[0]} to {NIGHTS[2]}) are not sent: notify.slack: no answer."
        in told
    )
    assert "about 3 nights" in (place / "junit.xml").read_text()
    page = (place / "nights" / "index.html").read_text()
    assert f"{NIGHTS[0]} to {NIGHTS[2]}" in page
    failing.clear()
    take_in(place, NIGHTS[4:6])
    assert "by slack" not in read_letters(place)[-1]
    assert "are not sent" not in (place / "nights" / "index.html").read_text()


def test_results_that_are_replaced_replace_the_message(place, failing):
    failing.add("mail")
    take_in(place, NIGHTS[:3])
    frame = pd.read_csv(place / "results" / f"{NIGHTS[2]}.csv")
    frame["accuracy"] -= 0.01
    frame.to_csv(place / "results" / f"{NIGHTS[2]}.csv", index=False)
    take_in(place, NIGHTS[2:3], replace=True)
    (waiting,), _ = read_outbox(place)
    assert (waiting.message.night, waiting.message.earlier) == (NIGHTS[2], tuple(NIGHTS[:2]))


def test_labels_keep_their_own_messages(place, failing):
    failing.add("mail")
    take_in(place, NIGHTS[:2])
    take_in(place, NIGHTS[:2], label="branch")
    waiting, _ = read_outbox(place)
    assert [(each.message.label, each.message.earlier) for each in waiting] == [
        ("", (NIGHTS[0],)),
        ("branch", (NIGHTS[0],)),
    ]


def test_a_channel_that_fails_is_tried_once_a_run(place, failing, monkeypatch):
    failing.add("mail")
    take_in(place, NIGHTS[:1])
    tried, send = [], notify.send
    monkeypatch.setattr(
        notify, "send", lambda message, *rest: (tried.append(message), send(message, *rest))
    )
    take_in(place, NIGHTS[:1], label="branch")
    assert [message.channel for message in tried].count("mail") == 1


def test_sending_has_a_total_time_a_run(place, monkeypatch):
    """Channels that answer late, one after the other, once took the sum of their time limits."""
    clock, tried = [0.0], []

    def answer_late(message, *_):
        tried.append(message.channel)
        clock[0] += 1.5 * outbox.LONGEST
        raise NotifyError(f"notify.{message.channel}: no answer.", hint="is the address right?")

    monkeypatch.setattr(outbox.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(notify, "send", answer_late)
    (outcome,) = take_in(place, NIGHTS[:1])
    assert len(tried) == 1
    waiting, _ = read_outbox(place)
    assert len(waiting) == len(outcome.unsent) == 3
    late = "the other channels took too long, so that the next run sends the message"
    assert [each.endswith(late) for each in outcome.unsent] == [False, True, True]
    monkeypatch.undo()
    monkeypatch.setattr(notify, "send", lambda *_: None)
    monkeypatch.setenv("HOOK", "https://hooks.slack.com/x")
    take_in(place, NIGHTS[1:2])
    assert read_outbox(place) == ([], [])


def test_messages_of_earlier_versions_are_read():
    message = message_from({"channel": "mail", "night": "2026-09-01", "payload": {}})
    assert (message.label, message.earlier) == ("", ())
