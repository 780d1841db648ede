"""A night as JSON to an address of the user's."""

import math
import re
from collections.abc import Mapping
from typing import Any

from benchreport.nightly.config.settings import Config, Webhook
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http
from benchreport.nightly.notify import wording as words

__all__ = ["check", "sent", "written"]

# counts up when a key changes its meaning or goes; new keys may come at any time
SCHEMA = 1
WHERE = "notify.webhook.url"


def check(settings: Webhook) -> None:
    """Raise `ConfigError` unless the address may be used."""
    http.check_url(settings.url, where=WHERE)


def written(facts: NightFacts, settings: Webhook, config: Config) -> dict[str, Any]:  # noqa: ARG001
    """Write all facts, and the same in words.

    Parameters
    ----------
    facts
        Of the night.
    settings
        Not needed for it.
    config
        Says where the pages are.

    Returns
    -------
    dict
        Numbers that JSON does not have are ``None``.
    """
    told = {
        "schema": SCHEMA,
        "headline": words.headline(facts),
        "text": words.text(facts, config),
        "link": words.link(facts, config),
    }
    plain: dict[str, Any] = _plain({**told, **facts.to_dict()})
    return plain


def sent(payload: dict[str, Any], settings: Webhook, config: Config) -> None:  # noqa: ARG001
    """Post the facts; whoever gets the same night twice can tell by the header."""
    key = f"{payload['night']}-{payload['sha256']}"
    headers = {"Idempotency-Key": re.sub(r"[^A-Za-z0-9.:+-]", "-", key)[:200]}
    http.post(settings.url, payload, where=WHERE, headers=headers)


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever facts hold
    """Return what JSON gives back as it was."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value
