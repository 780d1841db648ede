"""The feed meets RFC 4287."""

import dataclasses
import datetime as dt
import uuid

import lxml.etree
from needs import LONG
from nights_tables import LACKING, config_of, demo, hostile_demo, night_name

from benchreport.nightly.findings.night_summary import NightSummary
from benchreport.nightly.notify import Notify
from benchreport.nightly.pages.feed import MOST_ENTRIES, write_feed
from benchreport.nightly.pages.index import summarize_nights

ATOM = "{http://www.w3.org/2005/Atom}"
PLACE = config_of(None)


def link_to(summary):
    return f"{summary.night}/index.html"


def read_feed(summaries, config=PLACE, page_of=link_to):
    # recover=False: invalid XML raises
    root = lxml.etree.fromstring(write_feed(summaries, config, page_of=page_of))
    assert root.tag == f"{ATOM}feed"
    return root


def texts(node, name):
    return [element.text for element in node.iter(f"{ATOM}{name}")]


def check(root):
    """Check what a feed and its entries need (RFC 4287, sections 4.1.1 and 4.1.2)."""
    for element in (root, *root.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            (child,) = element.findall(f"{ATOM}{name}")
            assert child.text
        uuid.UUID(element.find(f"{ATOM}id").text)
        assert dt.datetime.fromisoformat(element.find(f"{ATOM}updated").text).tzinfo is not None
    assert root.find(f"{ATOM}author/{ATOM}name").text
    rels = [link.get("rel") for link in root.findall(f"{ATOM}link")]
    assert rels == ["self", "alternate"]
    ids = texts(root, "id")
    assert len(ids) == len(set(ids))
    for entry in root.iter(f"{ATOM}entry"):
        # an entry whose content is text needs one alternate link
        assert entry.find(f"{ATOM}content").get("type") == "text"
        assert [link.get("rel") for link in entry.findall(f"{ATOM}link")] == ["alternate"]
    updated = texts(root, "updated")
    assert updated[0] >= max(updated[1:], default="")


def test_entries_are_nights_with_changes_newest_first():
    history, config, _ = demo()
    root = read_feed(summarize_nights(history, history.nights()), config)
    check(root)
    nights = [title.partition(":")[0] for title in texts(root, "title")[1:]]
    changed = {finding.opened for finding in history.findings()} | {night_name(LACKING)}
    assert changed <= set(nights)
    assert nights == sorted(nights, reverse=True)
    assert night_name(10) not in nights
    svm = next(finding for finding in history.findings() if str(finding.key) == "accuracy/svm")
    (entry,) = [
        entry
        for entry in root.iter(f"{ATOM}entry")
        if entry.find(f"{ATOM}title").text.startswith(svm.opened)
    ]
    assert "new regression" in entry.find(f"{ATOM}title").text
    assert "svm by accuracy" in entry.find(f"{ATOM}content").text
    assert entry.find(f"{ATOM}link").get("href") == f"{svm.opened}/index.html"


def make_summary(night="2026-01-01", **changes):
    fields = {"night": night, "recorded": f"{night}T04:00:00+02:00", "changed": True}
    return NightSummary(**{**fields, **changes})


def test_identifiers_are_stable_and_distinguish_labels_and_benchmarks():
    first, second = (texts(read_feed([make_summary()]), "id") for _ in range(2))
    assert first == second
    moved = dataclasses.replace(PLACE, notify=Notify(link="https://example.org/x"))
    assert texts(read_feed([make_summary()], moved), "id") == first
    assert texts(read_feed([make_summary(label="main")]), "id")[1] != first[1]
    other = dataclasses.replace(PLACE, nightly=dataclasses.replace(PLACE.nightly, name="other"))
    assert set(texts(read_feed([make_summary()], other), "id")).isdisjoint(first)


def test_times_are_recording_times_in_utc():
    assert texts(read_feed([make_summary()]), "updated") == ["2026-01-01T02:00:00+00:00"] * 2
    assert (
        texts(read_feed([make_summary(recorded="")]), "updated")
        == ["2026-01-01T00:00:00+00:00"] * 2
    )


def test_links_are_absolute_where_the_address_is_known():
    config = dataclasses.replace(PLACE, notify=Notify(link="https://example.org/nights/"))
    links = [link.get("href") for link in read_feed([make_summary()], config).iter(f"{ATOM}link")]
    assert links == [
        "https://example.org/nights/feed.xml",
        "https://example.org/nights/index.html",
        "https://example.org/nights/2026-01-01/index.html",
    ]
    links = [link.get("href") for link in read_feed([make_summary()]).iter(f"{ATOM}link")]
    assert links == ["feed.xml", "index.html", "2026-01-01/index.html"]


def test_nights_whose_page_is_gone_lead_to_the_index():
    root = read_feed([make_summary()], page_of=lambda _: "")
    assert root.find(f"{ATOM}entry/{ATOM}link").get("href") == "index.html"


def test_an_empty_feed_is_valid():
    check(read_feed([]))
    check(read_feed([make_summary(changed=False)]))


def test_old_entries_are_left_out():
    first = dt.date(2026, 1, 1)
    many = [
        make_summary((first + dt.timedelta(days=n)).isoformat()) for n in range(MOST_ENTRIES + 9)
    ]
    root = read_feed(many)
    check(root)
    assert len(texts(root, "title")) == 1 + MOST_ENTRIES
    assert many[-1].night in texts(root, "title")[1]


@LONG
def test_hostile_names_stay_text():
    history, config, _ = hostile_demo()
    config = dataclasses.replace(config, notify=Notify(link='https://example.org/"><x>'))
    root = read_feed(summarize_nights(history, history.nights()), config)
    check(root)
    assert {element.tag.removeprefix(ATOM) for element in root.iter()} == {
        *(
            "feed",
            "id",
            "title",
            "updated",
            "author",
            "name",
            "generator",
            "link",
            "entry",
            "content",
        )
    }
    # a slash within a name is written as another character
    assert "<script>alert(1)</script>" in "".join(texts(root, "content"))
    broken = make_summary(verdict=("\x00\x0b\ud800",), label="\ud800")
    check(read_feed([broken]))
