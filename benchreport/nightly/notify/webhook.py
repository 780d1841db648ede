"""The webhook channel, which posts the night as JSON to an address of the user."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.message import When

# increase this when a key changes its meaning or is removed; new keys may be added at any time
SCHEMA = 1
WHERE = "notify.webhook.url"


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """``[notify.webhook]``: JSON by POST."""

    url: str = field(repr=False)
    when: When = "change"

    def check(self) -> None:
        """Raise `ConfigError` unless the address is usable."""
        http.check_url(self.url, where=WHERE)

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Write all facts, and a summary in words; NaN and infinity become ``None``."""
        sentences = {
            "schema": SCHEMA,
            "headline": words.headline(facts),
            "text": words.text(facts, link),
            "link": link,
        }
        payload: dict[str, Any] = _to_json({**sentences, **facts.to_dict()})
        return payload

    def send(self, payload: dict[str, Any], place: Path) -> None:  # noqa: ARG002 - as other channels
        """Post the facts; a header lets the receiver recognise the same night sent twice."""
        key = f"{payload['night']}-{payload['sha256']}"
        headers = {"Idempotency-Key": re.sub(r"[^A-Za-z0-9.:+-]", "-", key)[:200]}
        http.post(self.url, payload, where=WHERE, headers=headers)


def _to_json(value: Any) -> Any:  # noqa: ANN401 - whatever facts hold
    """Return a value that JSON can represent without loss."""
    if isinstance(value, Mapping):
        return {str(name): _to_json(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value
