"""The files of one night: the report as HTML and PDF, the comparison, and the facts as JSON."""

import json
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import pandas as pd

from benchreport.errors import (
    DependencyError,
    HistoryError,
    RenderError,
    examples,
    format_count,
)
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History, NightRecord
from benchreport.nightly.night_facts import Key, Leader, NightFacts, SeriesNight
from benchreport.nightly.pages.comparison import comparable_scores, write_comparison
from benchreport.nightly.pages.findings_sections import finding_sections, findings_to_draw, links
from benchreport.nightly.pages.methods import describe_methods
from benchreport.nightly.pages.series_history import SeriesHistory, read_series_histories
from benchreport.nightly.pages.shared_fonts import shared_fonts
from benchreport.nightly.pages.wording import (
    count_first,
    count_states,
    night_folder,
    series_tables,
    sort_by_state,
)
from benchreport.plots.base.fonts import find_undrawable, one_font_warning
from benchreport.report.contents import Progress, ignore
from benchreport.report.document import (
    NOTE,
    Block,
    Code,
    Document,
    Download,
    Facts,
    Section,
    Table,
    Text,
)
from benchreport.report.page_setup import Paper
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.html_page import render_page
from benchreport.report.rendering.pdf import render_pdf
from benchreport.report.sections.numbering import number_blocks
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.wording.nights import pages as wording

MOST_ROWS = 200
PAGES = ("index.html", "night.pdf", "night-pdf.txt", "comparison.html", "night.json")
"""The files that a night's folder may hold."""


def list_pages(history: History, config: Config, record: NightRecord) -> dict[str, str]:
    """Return the paths of a night's pages below the published folder, by the name of the page."""
    folder = night_folder(record.night, record.label)
    files = {
        "report": ("index.html", True),
        "pdf": ("night.pdf", config.report.pdf),
        "comparison": (
            "comparison.html",
            config.report.comparison and bool(comparable_scores(history, record)),
        ),
        "facts": ("night.json", True),
    }
    return {name: f"{folder}/{file}" for name, (file, exists) in files.items() if exists}


def render_night(
    facts: NightFacts, history: History, config: Config, *, progress: Progress = ignore
) -> dict[str, bytes]:
    """Render the pages of a night as bytes; the same night gives the same bytes.

    Parameters
    ----------
    facts, history
        The facts of the night, and the history, which has its scores unless the night was thinned.
    config
        The settings, which say which pages to render.
    progress
        A function that is called with the name of each step.

    Returns
    -------
    dict
        The contents of the files by their paths below the published folder, the report last.

    Raises
    ------
    HistoryError
        The history lacks the night.
    """
    record = history.night(facts.night, facts.label)
    if record is None:
        raise HistoryError(
            f"the history has no night {facts.night} {facts.label}".rstrip() + ".",
            hint="benchreport nightly history",
        )
    pages = list_pages(history, config, record)
    files = {pages["facts"]: _json(replace(facts, pages=pages))}
    # silence the warnings about fonts, because a note on the page replaces them
    with one_font_warning(silent=True):
        if "comparison" in pages:
            progress("comparing the algorithms")
            files[pages["comparison"]] = write_comparison(history, config, record).encode()
        progress("drawing the night")
        document = night_document(facts, history, config, pages=pages)
    if "pdf" in pages:
        progress("rendering the PDF")
        try:
            files[pages["pdf"]] = render_pdf(render_page(document, paper=Paper()))
        except (RenderError, DependencyError) as error:
            files[pages["pdf"].replace("night.pdf", "night-pdf.txt")] = f"{error}\n".encode()
            document = _without_pdf(document, pages, str(error))
    page = render_page(document, fonts=shared_fonts())
    return {**files, pages["report"]: page.encode()}


def night_document(
    facts: NightFacts, history: History, config: Config, *, pages: Mapping[str, str]
) -> Document:
    """Write the report of a night, with links to ``pages``, the result of `list_pages`."""
    record = history.night(facts.night, facts.label)
    sections = [
        _verdict(facts, pages),
        *finding_sections(facts, config, _series_to_draw(facts, history, config, record)),
        *_doubtful(facts),
        *_lacking(facts),
        *_leaders(facts),
        _all_series(facts),
        _section("judged", [Text(describe_methods(facts, config))]),
        _provenance(facts),
    ]
    name = clean(config.report.title or facts.name, most=120)
    of_label = f", {clean(facts.label, most=80)}" if facts.label else ""
    document = Document(
        title=wording.TITLE.format(name=name, night=clean(facts.night), label=of_label),
        subtitle=wording.SUBTITLE.format(
            series=len(facts.series),
            scores=format_count(facts.n_scores, "score"),
            states=count_states(facts),
        ),
        sections=tuple(sections),
    )
    return number_blocks(document)


def _series_to_draw(
    facts: NightFacts, history: History, config: Config, record: NightRecord | None
) -> Mapping[Key, SeriesHistory]:
    """Return the histories of the series that get a figure; none if the night was thinned."""
    begins = {finding.key: finding.since for finding in findings_to_draw(facts)}
    if record is None or record.thinned or not begins:
        return {}
    baselines = {row.key: row.baseline for row in facts.series if row.baseline is not None}
    # those that are over began the levels of the nights before
    so_far = {
        finding.number: finding
        for finding in history.findings()
        if finding.label == facts.label and finding.opened <= facts.night
    }
    findings = so_far | {finding.number: finding for finding in facts.findings}
    return read_series_histories(
        history, config, record, begins, findings=tuple(findings.values()), baselines=baselines
    )


def _verdict(facts: NightFacts, pages: Mapping[str, str]) -> Section:
    verdict = tuple(clean(sentence, most=2000) for sentence in facts.verdict) or (
        wording.NOT_COMPARED,
    )
    return _section("verdict", [Text(verdict, lead=True), _links_beside(pages)])


def _links_beside(pages: Mapping[str, str]) -> Block:
    others = [
        (wording.LINKS[name], path.rpartition("/")[2])
        for name, path in pages.items()
        if name in wording.LINKS
    ]
    return links((wording.ALL_NIGHTS, "../index.html"), *others)


def _doubtful(facts: NightFacts) -> list[Section]:
    rows = sort_by_state(facts.with_state("unconfirmed"))[:MOST_ROWS]
    if not rows:
        return []
    blocks = series_tables(facts, rows, wording.UNCONFIRMED)
    return [_section("unconfirmed", blocks)]


def _lacking(facts: NightFacts) -> list[Section]:
    rows = sort_by_state(facts.with_state("failed", "missing", "not comparable"))
    if not rows and not facts.incomplete:
        return []
    blocks: list[Block] = []
    if facts.incomplete:
        blocks.append(Text(tuple(clean(sentence, most=2000) for sentence in facts.incomplete)))
    caption = wording.LACKING.format(first=count_first(rows, MOST_ROWS))
    blocks += series_tables(facts, rows[:MOST_ROWS], caption)
    return [_section("lacking", blocks)]


def _leaders(facts: NightFacts) -> list[Section]:
    led = [leader for leader in facts.leaders if leader.algorithms]
    if not led:
        return []
    rows = tuple(
        (
            clean(leader.metric),
            clean(fmt.join(leader.algorithms, most=3)),
            "–" if leader.mean_rank is None else fmt.fixed(leader.mean_rank),
            _place(leader),
            clean(fmt.join(leader.before, most=3)),
        )
        for leader in led
    )
    table = Table(
        columns=wording.LEADER_COLUMNS,
        rows=rows,
        numeric=(False, False, True, True, False),
        caption=wording.LEADERS,
    )
    return [_section("leaders", [table])]


def _place(leader: Leader) -> str:
    if leader.low is None or leader.high is None:
        return "–"
    return f"{leader.low:.0f}" + f" to {leader.high:.0f}" * (leader.high > leader.low)


def _all_series(facts: NightFacts) -> Section:
    ordered = sort_by_state(facts.series)
    caption = wording.ALL_SERIES.format(first=count_first(ordered, MOST_ROWS))
    blocks: list[Block] = [*series_tables(facts, ordered[:MOST_ROWS], caption)]
    if len(ordered) > MOST_ROWS:
        caption = wording.SERIES_CSV.format(n=len(ordered))
        blocks.append(Download(name="series.csv", content=_series_csv(ordered), caption=caption))
    names = {
        part for row in ordered for part in (row.key.metric, row.key.algorithm, row.key.dataset)
    }
    missing = find_undrawable(map(clean, filter(None, names)))
    if missing:
        note = wording.BOXES.format(characters=examples(missing))
        blocks.append(Text((f"{NOTE}{note}",)))
    return _section("series", blocks)


def _section(key: str, blocks: Sequence[Block]) -> Section:
    return Section(key=key, title=wording.SECTIONS[key], blocks=tuple(blocks))


def _series_csv(rows: Sequence[SeriesNight]) -> bytes:
    frame = pd.DataFrame([{**asdict(row.key), **asdict(row)} for row in rows]).drop(columns="key")
    return csv_bytes(
        frame.map(lambda cell: clean(cell) if isinstance(cell, str) and cell else cell)
    )


def _provenance(facts: NightFacts) -> Section:
    entries = (
        ("Night", f"{facts.night} {facts.label}".rstrip()),
        ("Night before", facts.previous),
        ("Recorded", facts.recorded),
        ("Scores", str(facts.n_scores)),
        ("SHA-256 of the scores", facts.sha256),
        ("Code", facts.code),
        *sorted(facts.context.items()),
    )
    call = f"benchreport nightly show {facts.night}"
    if facts.label:
        call += f" --label {shlex.quote(facts.label)}"
    items = tuple((clean(term), clean(value)) for term, value in entries if value)
    return _section("provenance", [Facts(items), Code(text=clean(call), caption=wording.SHOW)])


def _without_pdf(document: Document, pages: Mapping[str, str], why: str) -> Document:
    """Return the document with a note on the missing PDF instead of a link to it."""
    first, *rest = document.sections
    others = {name: path for name, path in pages.items() if name != "pdf"}
    note = Text((f"{NOTE}{wording.NO_PDF.format(why=clean(why))}",))
    first = replace(first, blocks=(first.blocks[0], _links_beside(others), note))
    return replace(document, sections=(first, *rest))


def _json(facts: NightFacts) -> bytes:
    text = json.dumps(_finite(facts.to_dict()), allow_nan=False, sort_keys=True, indent=1)
    return f"{text}\n".encode()


def _finite(data: Any) -> Any:  # noqa: ANN401 - any part of a document
    """Replace NaN and infinity, which JSON lacks, by ``None``."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
