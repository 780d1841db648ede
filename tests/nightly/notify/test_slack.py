import dataclasses
import html
import json
import re

import pytest

from benchreport.errors import ConfigError
from benchreport.nightly.night_facts import Key, NightFacts
from benchreport.nightly.notify.slack import Slack

SETTINGS = Slack(url="env:HOOK")
LINK = "https://example.org/n?a=1&b=2/night.html"


def parse_links(text):
    """Split a text as Slack does into control sequences in angle brackets and the words."""
    links = re.findall(r"<([^<>]*)>", text)
    words = re.sub(r"<[^<>]*>", "", text)
    assert not set(words) & set("<>")
    assert not re.search(r"&(?!amp;|lt;|gt;)", text)
    return links, html.unescape(words)


def test_the_payload_is_posted(night, web, tmp_path):
    payload = SETTINGS.write(night, "")
    Slack(url=f"{web.url}/T/B/x").send(payload, tmp_path)
    (request,) = web.requests
    assert json.loads(request.body) == payload
    assert payload["unfurl_links"] is False
    assert payload["text"].splitlines()[:4] == [
        "*bench, 2026-02-14: 1 new regression, 1 earlier drift still open, 1 new improvement, incomplete*",
        "svm got worse by f1.",
        "*New regressions*",
        "• svm by f1: −0.031 points [−0.045, −0.017] from 0.900 points, since 2026-02-12",
    ]


def test_data_cannot_become_mentions_or_links(hostile_night, hostile):
    for name in hostile:
        facts = dataclasses.replace(
            hostile_night, name=name, verdict=(f"{name}.",), findings=(), series=()
        )
        links, words = parse_links(SETTINGS.write(facts, LINK)["text"])
        (link,) = links
        assert link.startswith("https://example.org/n?a=1&amp;b=2/")
        assert link.endswith("|The report")
        assert not re.search(r"@(channel|here|everyone|U0)", words)
        assert "://" not in words


def test_names_are_shown_unchanged(hostile):
    for name in (
        "<!channel>",
        "<@U024BE7LH>",
        "]]>",
        "決定木",
        "🐈",
        "&lt;!here&gt; &amp;",
        "=cmd()",
    ):
        assert name in hostile
        facts = NightFacts(name="n", night="2026-02-14", verdict=(name,))
        _, words = parse_links(SETTINGS.write(facts, "")["text"])
        assert words.replace("\u200b", "").splitlines()[1] == name


def test_a_long_message_is_cut_and_counts_the_rest(hostile_night):
    text = SETTINGS.write(hostile_night, LINK)["text"]
    assert len(text) <= 3000
    lines = text.splitlines()
    n_left_out = int(re.search(r"… (\d+) further lines? left out", text)[1])
    short = dataclasses.replace(hostile_night, verdict=(), findings=(), incomplete=())
    assert n_left_out > 0
    assert lines[-1].endswith("|The report>")
    assert "left out" not in SETTINGS.write(dataclasses.replace(short, series=()), LINK)["text"]


def test_shown_and_omitted_lines_add_up(night):
    series = tuple(
        dataclasses.replace(night.series[3], key=Key("f1", f"{'a' * 70}{place}"), reason="b" * 150)
        for place in range(9)
    )
    findings = tuple(
        dataclasses.replace(night.findings[1], number=place, key=Key("f" * 80, "g" * 80, "h" * 80))
        for place in range(9)
    )
    facts = dataclasses.replace(night, series=series, findings=findings, new=())
    text = SETTINGS.write(facts, LINK)["text"]
    n_lines = len(text.splitlines()) - 2
    n_left_out = int(re.search(r"… (\d+) further lines?", text)[1])
    # headline and verdict, two lists of nine rows with a title each, a sentence with its title
    assert n_lines + n_left_out == 2 + 10 + 10 + 2
    assert "*Regressions and drifts still open*" in text


@pytest.mark.parametrize("url", ["https://hooks.slack.com/services/T/B/x", "http://example.org"])
def test_the_address_is_a_secret(url):
    with pytest.raises(ConfigError) as caught:
        Slack(url=url).check()
    assert "T/B/x" not in str(caught.value)


@pytest.mark.parametrize("url", ["env:HOOK", "http://127.0.0.1:8080/x"])
def test_addresses_that_may_be_used(url):
    Slack(url=url).check()


def test_without_published_pages_there_is_no_link(night):
    text = SETTINGS.write(night, "")["text"]
    assert "|The report" not in text
    assert parse_links(text)[0] == []
