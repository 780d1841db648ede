"""The Atom feed (RFC 4287) of the nights on which something changed."""

import datetime as dt
import uuid
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from benchreport.nightly.config.settings import Config
from benchreport.nightly.findings.night_summary import NightSummary
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.html_page import page_environment
from benchreport.report.theme import Look

MOST_ENTRIES = 50
NAMESPACE = uuid.UUID("3b0f5b1e-6a0d-5c53-9c39-0a4f6a1d7f10")
"""The namespace of the identifiers of entries, which do not change when pages move."""


def write_feed(
    nights: Sequence[NightSummary], config: Config, *, page_of: Callable[[NightSummary], str]
) -> bytes:
    """Write the feed.

    Parameters
    ----------
    nights
        The summaries of all nights, of every label.
    config
        The settings, with the benchmark's name and the URL of the published folder.
    page_of
        A function that returns the path of a night's page below the folder; empty if there is no page.

    Returns
    -------
    bytes
        XML with an entry for each night on which a finding was opened or ended or runs were missing, the
        newest first, at most fifty. Links are relative if the configuration has no URL.
    """
    changed = [night for night in nights if night.changed]
    newest = sorted(changed, key=lambda night: (night.night, night.label), reverse=True)
    moments = [_moment(night.recorded or night.night) for night in nights]
    name = config.report.title or config.nightly.name
    template = page_environment(Look()).get_template("nightly/feed.xml.j2")
    text = template.render(
        id=_identifier(config.nightly.name),
        title=clean(name, most=200),
        updated=max(moments, default="1970-01-01T00:00:00+00:00"),
        itself=_address(config, "feed.xml"),
        index=_address(config, "index.html"),
        entries=[_entry(night, config, page_of(night)) for night in newest[:MOST_ENTRIES]],
    )
    return text.encode()


def _entry(night: NightSummary, config: Config, page: str) -> dict[str, Any]:
    label = f" ({clean(night.label, most=80)})" if night.label else ""
    return {
        "id": _identifier(config.nightly.name, night.night, night.label),
        "title": f"{night.night}{label}: {night.text}",
        "updated": _moment(night.recorded or night.night),
        "link": _address(config, page) if page else _address(config, "index.html"),
        "paragraphs": [escape_unprintable(sentence) for sentence in night.verdict],
    }


def _identifier(*parts: str) -> str:
    # a name may hold a lone surrogate, which a URN must not
    plain = "\x1f".join(part.encode("utf-8", "surrogatepass").hex() for part in parts)
    return uuid.uuid5(NAMESPACE, plain).urn


def _moment(text: str) -> str:
    """Write a time in UTC as in RFC 3339, so that the texts sort like the times."""
    moment = dt.datetime.fromisoformat(text)
    moment = moment.replace(tzinfo=dt.UTC) if moment.tzinfo is None else moment.astimezone(dt.UTC)
    return moment.isoformat(timespec="seconds")


def _address(config: Config, path: str) -> str:
    start = config.notify.link.rstrip("/")
    address = f"{start}/{path}" if start else path
    # percent-encode characters that an address must not have
    return quote(address, safe=":/?#[]@!$&'()*+,;=%~", errors="replace")
