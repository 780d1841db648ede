import dataclasses
import json
from pathlib import Path

import pytest
from looped import loop_over

from benchreport.errors import ConfigError, NotifyError
from benchreport.nightly.history.records import message_from
from benchreport.nightly.night_facts import Finding, Key, NightFacts
from benchreport.nightly.notify import Message, Notify, check, send, write_messages
from benchreport.nightly.notify.github import Github
from benchreport.nightly.notify.junit import Junit
from benchreport.nightly.notify.mail import Mail
from benchreport.nightly.notify.slack import Slack
from benchreport.nightly.notify.webhook import Webhook

QUIET = NightFacts(name="n", night="2026-02-14")
SECRET = "T0KEN-9f8e7d"  # noqa: S105 - looked for where it must not be


def config(when="change", **notify):
    settings = {
        "webhook": Webhook(url="env:HOOK", when=when),
        "slack": Slack(url="env:HOOK", when=when),
        "mail": Mail(to=("a@b.org",), sender="a@b.org", folder="letters", when=when),
        "github": Github(),
        "junit": Junit(path="junit.xml"),
        **notify,
    }
    return Notify(**settings)


def make_finding(kind):
    finding = Finding(number=1, key=Key("f1", "a"), kind=kind)
    return dataclasses.replace(QUIET, findings=(finding,), new=(1,))


def channels(facts, settings, *, changed=False):
    return [message.channel for message in write_messages(facts, settings, changed=changed)]


LOCAL = ["github", "junit"]
ALL = ["github", "junit", "webhook", "slack", "mail"]


@loop_over(
    ("when", "facts", "changed", "expected"),
    [
        ("always", QUIET, False, ALL),
        ("change", QUIET, False, LOCAL),
        ("change", QUIET, True, ALL),
        ("change", dataclasses.replace(QUIET, incomplete=("Few.",)), False, ALL),
        ("change", make_finding("regression"), False, ALL),
        ("regression", QUIET, True, LOCAL),
        ("regression", dataclasses.replace(QUIET, incomplete=("Few.",)), True, LOCAL),
        ("regression", make_finding("improvement"), True, LOCAL),
        ("regression", make_finding("regression"), True, ALL),
        ("regression", make_finding("drift"), True, ALL),
    ],
)
def test_channels_are_notified_when_configured(when, facts, changed, expected):
    assert channels(facts, config(when), changed=changed) == expected


def test_channels_without_configuration_are_silent():
    assert write_messages(QUIET, Notify(), changed=True) == []


def test_every_configured_table_is_a_channel():
    tables = [field.name for field in dataclasses.fields(Notify) if field.name != "link"]
    assert list(config().channels) == tables
    assert Notify(link="https://example.org").channels == {}


def test_messages_are_json_without_secrets(hostile_night, monkeypatch):
    monkeypatch.setenv("HOOK", f"https://hooks.slack.com/{SECRET}")
    settings = config("always", webhook=Webhook(url=f"https://example.org/{SECRET}", when="always"))
    for message in write_messages(hostile_night, settings, changed=True):
        text = json.dumps(dataclasses.asdict(message), allow_nan=False)
        assert message_from(json.loads(text)) == message
        assert SECRET not in text + repr(message)
        assert "env:HOOK" not in text


def test_stored_messages_go_where_the_current_configuration_says(night, web, tmp_path, monkeypatch):
    messages = write_messages(night, config("always"), changed=True)
    restored = [
        Message(**json.loads(json.dumps(dataclasses.asdict(message)))) for message in messages
    ]
    monkeypatch.setenv("HOOK", f"{web.url}/{SECRET}")
    for message in restored:
        send(message, config(), tmp_path)
    assert len(web.requests) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["junit.xml", "letters"]


def test_a_lost_secret_is_a_notify_error(night, monkeypatch, tmp_path):
    monkeypatch.delenv("HOOK", raising=False)
    settings = config("always")
    slack = next(
        message
        for message in write_messages(night, settings, changed=True)
        if message.channel == "slack"
    )
    with pytest.raises(NotifyError, match="no HOOK"):
        send(slack, settings, tmp_path)
    monkeypatch.setenv("HOOK", f"http://example.org/{SECRET}")
    with pytest.raises(NotifyError, match="https") as caught:
        send(slack, settings, tmp_path)
    assert SECRET not in str(caught.value)


def test_settings_are_checked_before_anything_is_sent(night, tmp_path):
    settings = config("always")
    letter = next(
        message
        for message in write_messages(night, settings, changed=True)
        if message.channel == "mail"
    )
    mail = dataclasses.replace(settings.mail, user="u", password=SECRET)
    with pytest.raises(NotifyError, match="the file contains") as caught:
        send(letter, config(mail=mail), tmp_path)
    assert SECRET not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("channel", ["slack", "link", "pigeon", "__class__"])
def test_a_channel_that_was_removed(channel):
    with pytest.raises(NotifyError, match="the configuration does not say"):
        send(Message(channel, "2026-02-14", {}), Notify(), Path())


@pytest.mark.parametrize(
    "notify",
    [
        {"link": "javascript:alert(1)"},
        {"slack": Slack(url="https://hooks.slack.com/x")},
        {"webhook": Webhook(url="http://example.org")},
        {"junit": Junit(path="")},
        {"mail": Mail(to=(), sender="a@b.org", folder="x")},
    ],
)
def test_wrong_settings(notify):
    with pytest.raises(ConfigError):
        check(Notify(**notify))
    check(config())
