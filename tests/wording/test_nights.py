"""Every text of the nights, from the verdict to the pages and messages, held to the rules for words."""

import dataclasses
import functools
import re
from collections.abc import Callable, Iterator

import lxml.html
import prose_rules as prose
import pytest
from looped import loop_over
from nights_tables import ALGORITHMS, DATASETS, demo
from report_texts import list_passages

from benchreport.nightly.config.settings import Config, Pages
from benchreport.nightly.findings.night_summary import summarize_night
from benchreport.nightly.findings.verdict_text import with_verdict
from benchreport.nightly.history import History
from benchreport.nightly.night_facts import (
    ALL,
    Finding,
    Key,
    Kind,
    Leader,
    NightFacts,
    SeriesNight,
    State,
)
from benchreport.nightly.notify import wording
from benchreport.nightly.notify.github import Github
from benchreport.nightly.notify.mail import Mail
from benchreport.nightly.notify.slack import Slack
from benchreport.nightly.pages.feed import write_feed
from benchreport.nightly.pages.index import render_index
from benchreport.nightly.pages.night_pages import list_pages, night_document
from benchreport.report.document import NOTE

NAMES = (*ALGORITHMS, *DATASETS, "accuracy", "seconds", "tabular")
WHOLE = ("sentence", "caption")
LINK = "https://example.org/nights/"


def finding(number: int, name: str, kind: Kind = "regression", **changes: object) -> Finding:
    size = -0.0312 if kind != "improvement" else 0.0312
    sides = {"change": size, "low": size - 0.014, "high": size + 0.014, "baseline": 0.912}
    first = Finding(
        number=number, key=Key("accuracy", name), kind=kind, opened="2026-02-12", **sides
    )
    return dataclasses.replace(first, since="2026-02-11", p_value=0.0004, **changes)


def series(name: str, state: State, reason: str = "", dataset: str = "") -> SeriesNight:
    sides = {"change": -0.0312, "low": -0.0452, "high": -0.0172, "value": 0.88, "baseline": 0.912}
    known = sides if state in ("ok", "regressed", "improved", "unconfirmed") else {}
    return SeriesNight(
        key=Key("accuracy", name, dataset), state=state, reason=reason, n_baseline=40, **known
    )


def night(*rows: SeriesNight, **changes: object) -> NightFacts:
    facts = NightFacts(
        name="tabular",
        night="2026-02-14",
        recorded="2026-02-14T04:00:00+00:00",
        series=rows,
        directions={"accuracy": True},
        n_scores=len(rows),
        leaders=(Leader(metric="accuracy", algorithms=("knn",), mean_rank=1.5, low=1, high=3),),
    )
    return with_verdict(dataclasses.replace(facts, **changes))


OK = series("knn", "ok")
NIGHTS: dict[str, Callable[[], NightFacts]] = {
    "quiet": lambda: night(OK, series("svm", "ok")),
    "one series": lambda: night(OK),
    "nothing stored": night,
    "young": lambda: night(
        *(series(name, "no evidence", "a baseline needs 20 nights, and has 3 so far") for name in "ab")
    ),
    "provisional": lambda: night(
        dataclasses.replace(OK, reason="provisional: 3 of 20 nights", provisional=True),
        series("svm", "unconfirmed", "worse tonight only, provisional: 3 of 20 nights"),
    ),
    "young beside others": lambda: night(
        OK, series("svm", "no evidence", "the baseline does not have this series")
    ),
    "one of each state": lambda: night(
        OK,
        series("svm", "regressed"),
        series("tree", "unconfirmed", "worse tonight only"),
        series("ridge", "failed", "6 runs without a score"),
        series("boost", "missing", "none of 6 runs"),
        series("forest", "not comparable", "measured with v2, before with v1"),
        findings=(finding(1, "svm"),),
        new=(1,),
        incomplete=("By accuracy, 6 runs of ridge failed.",),
    ),
    "kinds of findings": lambda: night(
        OK,
        findings=(
            finding(1, "svm"),
            finding(2, "tree", "drift"),
            finding(3, "knn", "improvement"),
            finding(4, "ridge", status="acknowledged", why="a colleague looks at it"),
            finding(5, "boost", status="flaky", why="random seeds"),
            finding(6, "forest", note="The code of a is the same as that of b, so noise caused it."),
        ),
        new=(1, 2, 3),
    ),
    "all together": lambda: night(
        OK,
        series(ALL, "regressed"),
        series("tree", "ok"),
        findings=(
            finding(1, ALL, note="What else changed on a: machine (x → y) and numpy (1 → 2)."),
            finding(2, "tree", seen=False),
        ),
        new=(1,),
    ),
    "closed": lambda: night(
        OK,
        findings=(
            finding(1, "svm", status="fixed", closed="2026-02-14", why="the series went back"),
            finding(2, "tree", status="accepted", closed="2026-02-14", why="new data"),
        ),
    ),
    "many findings": lambda: night(
        OK, findings=tuple(finding(n, name) for n, name in enumerate(DATASETS)), new=(1, 2, 3, 4, 5, 6, 7)
    ),
    "many unconfirmed": lambda: night(*(series(name, "unconfirmed") for name in DATASETS)),
    "several not comparable": lambda: night(
        OK, *(series(name, "not comparable", "higher is better tonight") for name in DATASETS)
    ),
    "tied leaders": lambda: night(
        OK,
        leaders=(
            Leader(metric="accuracy", algorithms=("knn", "svm"), before=("tree",)),
            Leader(metric="seconds", algorithms=("svm",), mean_rank=1, low=1, high=1),
        ),
    ),
}  # fmt: skip


def list_night_texts(facts: NightFacts) -> Iterator[tuple[str, str]]:
    """The texts of a night's messages, and what each is."""
    for sentence in facts.verdict:
        yield "sentence", sentence
    yield "clause", wording.headline(facts)
    yield "clause", summarize_night(facts).text
    for part in wording.parts(facts, most=2):
        yield "clause", part.title
        for line in part.lines:
            yield "clause", line
        if part.left:
            yield "clause", part.more
    for line in re.split(r"\n+", wording.text(facts, LINK)):
        yield "line", line.removeprefix("- ").removesuffix(":")
    mail = Mail(to=("a@example.org",), host="localhost", sender="b@example.org")
    page = lxml.html.fromstring(mail.write(facts, LINK)["html"])
    for item in page.xpath("//h1 | //h2 | //p | //li"):
        yield "line", item.text_content()
    for line in re.split(r"\n+", Slack(url=LINK).write(facts, LINK)["text"]):
        yield "line", line.strip("*• ")
    for line in re.split(r"\n+", Github().write(facts, LINK)["summary"]):
        yield "line", line.strip("#>- ")


def hide_names(text: str) -> str:
    """Write X for names of the data, which sentences may begin with as they are."""
    return re.sub(rf"(?<!\w)(?:{'|'.join(NAMES)})(?!\w)", "X", text)


def list_text_faults(kind: str, text: str) -> list[str]:
    """What is wrong with a text of the nights."""
    text = hide_names(text.removeprefix(NOTE))
    faults = [fault for fault in prose.list_report_faults(text) if fault != "nested brackets"]
    if kind in WHOLE:
        for sentence in prose.split_sentences(text):
            faults += prose.list_sentence_faults(sentence)
    if re.search(r"(?<![\w(])-\d", text) and not re.search(r"\d{4}-\d\d", text):
        faults.append("hyphen for minus")
    if re.search(r"\b1 (?:earlier |new )?(?:regressions|improvements|drifts|findings)\b", text):
        faults.append("plural of a finding")
    if re.search(
        r"\b1 series (?:are|were|have|raise)\b|\b(?:[2-9]|\d\d+) series (?:is|was|has|raises)\b",
        text,
    ):
        faults.append("verb of series")
    if re.search(r"\w/\w", text) and "://" not in text:
        faults.append("key of a series")
    return faults


def find_faults(texts: Iterator[tuple[str, str]]) -> dict[tuple[str, str], list[str]]:
    checked = {(kind, text): list_text_faults(kind, text) for kind, text in texts if text.strip()}
    assert checked
    return {text: faults for text, faults in checked.items() if faults}


@functools.cache
def simulated() -> tuple[History, Config, tuple[NightFacts, ...]]:
    """The history of sixty nights, with the facts of every night that was compared."""
    history, config, _ = demo()
    plain = dataclasses.replace(config, report=Pages(pdf=False, comparison=False))
    nights = [history.result(record.night) for record in history.nights()]
    return history, plain, tuple(facts for facts in nights if facts is not None)


@loop_over("name", NIGHTS)
def test_the_messages_of_a_night(name: str) -> None:
    assert not find_faults(list_night_texts(NIGHTS[name]()))


def test_the_messages_of_simulated_nights() -> None:
    _, _, nights = simulated()
    outcomes = {summarize_night(facts).outcome for facts in nights}
    assert outcomes >= {"regressed", "incomplete", "open", "unconfirmed", "ok"}
    faults = {facts.night: find_faults(list_night_texts(facts)) for facts in nights}
    assert not {date: found for date, found in faults.items() if found}


def list_document_texts(facts: NightFacts) -> Iterator[tuple[str, str]]:
    """The texts of a night's report; cells and labels hold data and have limits of their own."""
    history, config, _ = simulated()
    record = history.night(facts.night)
    assert record is not None
    pages = list_pages(history, config, record)
    for passage in list_passages(night_document(facts, history, config, pages=pages)):
        if passage.kind in ("sentence", "caption", "figure"):
            yield "sentence" if passage.kind == "figure" else passage.kind, passage.text


@pytest.mark.parametrize("outcome", ["regressed", "incomplete", "open", "unconfirmed"])
def test_the_report_of_a_night(outcome: str) -> None:
    _, _, nights = simulated()
    facts = next(facts for facts in nights if summarize_night(facts).outcome == outcome)
    assert not find_faults(list_document_texts(facts))


def test_a_caption_begins_with_a_capital() -> None:
    _, _, nights = simulated()
    captions = [text for kind, text in list_document_texts(nights[-1]) if kind == "caption"]
    assert captions
    assert not [text for text in captions if not text[0].isupper()]


def test_the_index_and_the_feed() -> None:
    history, config, nights = simulated()
    page = lxml.html.fromstring(render_index(history, config, tonight=nights[-1])["index.html"])
    texts = page.xpath("//main//p | //main//figcaption | //main//li | //main//td[@title]/@title")
    lines = [getattr(text, "text_content", lambda text=text: text)() for text in texts]
    assert len(lines) > 50
    assert not find_faults(("line", " ".join(line.split())) for line in lines)
    feed = write_feed([summarize_night(facts) for facts in nights], config, page_of=lambda _: "")
    entries = lxml.html.fromstring(feed).xpath("//entry/title | //entry/content")
    assert not find_faults(
        ("line", line) for entry in entries for line in entry.text_content().split("\n\n")
    )


def test_numbers_of_a_metric_have_the_same_decimals_in_all_that_a_night_says() -> None:
    _, _, nights = simulated()
    facts = nights[-1]
    texts = [*facts.verdict, *(text for _, text in list_document_texts(facts))]
    text = " ".join([*texts, wording.text(facts, LINK)])
    decimals = {len(found) for found in re.findall(r"svm by accuracy[: (]+−0\.(\d+)", text)}
    assert len(decimals) == 1


@loop_over(
    ("kind", "text", "fault"),
    [
        ("sentence", "1 new regressions: svm by accuracy.", "plural of a finding"),
        ("sentence", "1 series were worse tonight.", "verb of series"),
        ("sentence", "3 series is worse tonight.", "verb of series"),
        ("sentence", "it is worse.", "no capital"),
        ("line", "svm by accuracy: -0.013 [-0.02, -0.01]", "hyphen for minus"),
        ("line", "nothing of accuracy/svm", "key of a series"),
        ("sentence", "The p-value is {p}.", "slot"),
    ],
)
def test_a_fault_is_seen(kind: str, text: str, fault: str) -> None:
    assert fault in list_text_faults(kind, text)
