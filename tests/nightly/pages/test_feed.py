"""The feed, held to what RFC 4287 asks."""

import dataclasses
import datetime as dt
import uuid

import lxml.etree
from nights_tables import LACKING, config_of, demo, hostile, night_name

from benchreport.nightly.findings.night_summary import NightSummary
from benchreport.nightly.notify import Notify
from benchreport.nightly.pages.feed import MOST_ENTRIES, write_feed
from benchreport.nightly.pages.index import summarize_nights

ATOM = "{http://www.w3.org/2005/Atom}"
PLACE = config_of(None)


def there(each):
    return f"{each.night}/index.html"


def read(told, config=PLACE, page_of=there):
    # recover=False: what is no XML raises
    root = lxml.etree.fromstring(write_feed(told, config, page_of=page_of))
    assert root.tag == f"{ATOM}feed"
    return root


def texts(node, name):
    return [each.text for each in node.iter(f"{ATOM}{name}")]


def check(root):
    """Check what a feed and its entries need (RFC 4287, sections 4.1.1 and 4.1.2)."""
    for each in (root, *root.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            (found,) = each.findall(f"{ATOM}{name}")
            assert found.text
        uuid.UUID(each.find(f"{ATOM}id").text)
        assert dt.datetime.fromisoformat(each.find(f"{ATOM}updated").text).tzinfo is not None
    assert root.find(f"{ATOM}author/{ATOM}name").text
    rels = [each.get("rel") for each in root.findall(f"{ATOM}link")]
    assert rels == ["self", "alternate"]
    ids = texts(root, "id")
    assert len(ids) == len(set(ids))
    for each in root.iter(f"{ATOM}entry"):
        # with content that is text, one alternate link
        assert each.find(f"{ATOM}content").get("type") == "text"
        assert [link.get("rel") for link in each.findall(f"{ATOM}link")] == ["alternate"]
    updated = texts(root, "updated")
    assert updated[0] >= max(updated[1:], default="")


def test_nights_on_which_something_changed_are_told_newest_first():
    history, config, _ = demo()
    root = read(summarize_nights(history, history.nights()), config)
    check(root)
    nights = [title.partition(":")[0] for title in texts(root, "title")[1:]]
    changed = {each.opened for each in history.findings()} | {night_name(LACKING)}
    assert changed <= set(nights)
    assert nights == sorted(nights, reverse=True)
    assert night_name(10) not in nights
    svm = next(each for each in history.findings() if str(each.key) == "accuracy/svm")
    (entry,) = [
        each
        for each in root.iter(f"{ATOM}entry")
        if each.find(f"{ATOM}title").text.startswith(svm.opened)
    ]
    assert "new regression" in entry.find(f"{ATOM}title").text
    assert "accuracy/svm" in entry.find(f"{ATOM}content").text
    assert entry.find(f"{ATOM}link").get("href") == f"{svm.opened}/index.html"


def outline(night="2026-01-01", **changes):
    given = {"night": night, "recorded": f"{night}T04:00:00+02:00", "changed": True}
    return NightSummary(**{**given, **changes})


def test_identifiers_stay_and_tell_labels_and_benchmarks_apart():
    first, again = (texts(read([outline()]), "id") for _ in range(2))
    assert first == again
    moved = dataclasses.replace(PLACE, notify=Notify(link="https://example.org/x"))
    assert texts(read([outline()], moved), "id") == first
    assert texts(read([outline(label="main")]), "id")[1] != first[1]
    other = dataclasses.replace(PLACE, nightly=dataclasses.replace(PLACE.nightly, name="other"))
    assert set(texts(read([outline()], other), "id")).isdisjoint(first)


def test_times_are_those_of_taking_in_in_utc():
    assert texts(read([outline()]), "updated") == ["2026-01-01T02:00:00+00:00"] * 2
    assert texts(read([outline(recorded="")]), "updated") == ["2026-01-01T00:00:00+00:00"] * 2


def test_links_are_absolute_where_the_address_is_known():
    config = dataclasses.replace(PLACE, notify=Notify(link="https://example.org/nights/"))
    links = [each.get("href") for each in read([outline()], config).iter(f"{ATOM}link")]
    assert links == [
        "https://example.org/nights/feed.xml",
        "https://example.org/nights/index.html",
        "https://example.org/nights/2026-01-01/index.html",
    ]
    links = [each.get("href") for each in read([outline()]).iter(f"{ATOM}link")]
    assert links == ["feed.xml", "index.html", "2026-01-01/index.html"]


def test_nights_whose_page_is_gone_lead_to_the_index():
    root = read([outline()], page_of=lambda _: "")
    assert root.find(f"{ATOM}entry/{ATOM}link").get("href") == "index.html"


def test_a_feed_of_nothing_is_a_feed():
    check(read([]))
    check(read([outline(changed=False)]))


def test_old_entries_are_left_out():
    first = dt.date(2026, 1, 1)
    many = [outline((first + dt.timedelta(days=n)).isoformat()) for n in range(MOST_ENTRIES + 9)]
    root = read(many)
    check(root)
    assert len(texts(root, "title")) == 1 + MOST_ENTRIES
    assert many[-1].night in texts(root, "title")[1]


def test_hostile_names_stay_text(tmp_path):
    history, config, _ = hostile(tmp_path)
    config = dataclasses.replace(config, notify=Notify(link='https://example.org/"><x>'))
    root = read(summarize_nights(history, history.nights()), config)
    check(root)
    assert {each.tag.removeprefix(ATOM) for each in root.iter()} == {
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
    # a slash within a name is another sign there
    assert "<script>alert(1)<∕script>" in "".join(texts(root, "content"))
    broken = outline(verdict=("\x00\x0b\ud800",), label="\ud800")
    check(read([broken]))
