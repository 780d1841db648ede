import dataclasses
import json
from pathlib import Path

import pytest

from benchreport.errors import ConfigError, NotifyError
from benchreport.nightly.night_facts import Finding, Key, NightFacts
from benchreport.nightly.notify.webhook import Webhook

SETTINGS = Webhook(url="env:HOOK")
LINK = "https://example.org/2026-02-14/index.html"
SAID = ("schema", "headline", "text", "link")


def send_facts(web, facts):
    payload = SETTINGS.write(facts, LINK)
    assert json.loads(json.dumps(payload, allow_nan=False)) == payload
    Webhook(url=web.url).send(payload, Path())
    return json.loads(web.requests[-1].body)


def test_all_facts_arrive(night, web):
    body = send_facts(web, night)
    assert [body.pop(name) for name in SAID] == [
        1,
        "bench, 2026-02-14: 1 new regression, 1 earlier drift still open, 1 new improvement, incomplete",
        SETTINGS.write(night, LINK)["text"],
        "https://example.org/2026-02-14/index.html",
    ]
    assert NightFacts.from_dict(body) == night


def test_hostile_names_arrive_as_they_are(hostile_night, web):
    body = send_facts(web, hostile_night)
    for name in SAID:
        del body[name]
    # JSON has no infinity
    lacking = [
        dataclasses.replace(finding, low=None, high=None) for finding in hostile_night.findings
    ]
    assert NightFacts.from_dict(body) == dataclasses.replace(hostile_night, findings=tuple(lacking))


def test_the_same_night_has_the_same_key(night, web):
    send_facts(web, night)
    send_facts(web, night)
    send_facts(web, dataclasses.replace(night, sha256="cd" * 32))
    keys = [request.headers["Idempotency-Key"] for request in web.requests]
    assert keys[0] == keys[1] == f"2026-02-14-{'ab' * 32}"
    assert keys[2] != keys[0]


def test_a_key_is_one_header(web):
    send_facts(web, NightFacts(name="n", night="2026-02-14", sha256="a\r\nX-Evil: 1\u2028é"))
    (request,) = web.requests
    assert "X-Evil" not in request.headers
    assert request.headers["Idempotency-Key"] == "2026-02-14-a--X-Evil:-1--"


def test_a_failure_is_reported(night, web):
    web.answer.status = 503
    with pytest.raises(NotifyError, match="503 Service Unavailable"):
        send_facts(web, night)


def test_numbers_that_json_lacks_are_null():
    finding = Finding(number=1, key=Key("a", "b"), kind="drift", low=float("nan"))
    payload = SETTINGS.write(NightFacts(name="n", night="2026-02-14", findings=(finding,)), LINK)
    assert payload["findings"][0]["low"] is None


def test_only_https():
    with pytest.raises(ConfigError, match=r"notify\.webhook\.url must begin with https"):
        Webhook(url="http://example.org").check()
