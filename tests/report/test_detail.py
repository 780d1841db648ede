"""How much a report holds: page one in every format, and the sections of each detail."""

import io
import re
from pathlib import Path

import lxml.html
import pandas as pd
import pypdf
import pytest
from needs import LONG, longer
from pdf_pages import read_pdf
from published import as_folds, published
from shared_reports import random_table, shared_report

from benchreport.data import Roles, Scores
from benchreport.errors import OptionError
from benchreport.report import report as make_report
from benchreport.report.document import FigureBlock, Table, Text


def count_pages(report):
    return len(pypdf.PdfReader(io.BytesIO(report.pdf)).pages)


def keys(report):
    return [section.key for section in report.document.sections]


def read_example(name):
    path = Path(__file__).parents[2] / "examples" / name
    return pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path)


BRIEF = {
    "labels": lambda: (
        read_example("predictions/predictions.csv")
        .filter(regex="^(?!.*_probability)")
        .bench(positive="malignant")
        .report
    ),
    "scores of classes": lambda: (
        read_example("predictions/predictions.csv").bench(positive="malignant").report
    ),
    "curves over datasets": lambda: read_example("tuning/tuning.parquet").bench.report,
    "three metrics": lambda: (
        read_example("sklearn/measures.csv")
        .drop(columns=["train_accuracy", "balanced_accuracy"])
        .bench.report_metrics
    ),
}


@LONG
@pytest.mark.parametrize("design", BRIEF)
def test_a_brief_report_has_two_pages(design):
    """Of scores, `test_pdf_structure` shows it."""
    assert count_pages(BRIEF[design]()(detail="brief")) == 2


def test_a_brief_report_describes_each_test_that_it_names_and_no_posterior():
    """On Garcia and Herrera's table, Nemenyi's test differs from Wilcoxon's, which decides."""
    report = shared_report(published("garcia_herrera2008"), detail="brief")
    texts = {
        section.key: " ".join(
            text for block in section.blocks if isinstance(block, Text) for text in block.paragraphs
        )
        for section in report.document.sections
    }
    for test in ("Wilcoxon", "Nemenyi"):
        assert test in texts["verdict"] + texts["compared"]
        assert test in texts["methods"]
    assert not any("Bayesian" in text for text in texts.values())


@LONG
@pytest.mark.parametrize("k", [20, 21])
def test_leaders_on_page_one_refer_to_what_has_all(k):
    report = shared_report(random_table(k, 200), detail="standard")
    first, *rest = report.document.sections
    (leaders,) = [block for block in first.blocks if isinstance(block, FigureBlock)]
    (pairs,) = [section for section in rest if section.key == "pairs"]
    (whole,) = [block for block in pairs.blocks if isinstance(block, FigureBlock)]
    drawn = k == 20
    assert ("not drawn" in whole.caption) == (not drawn)
    where = f"Figure {whole.number}" if drawn else "Table 2"
    for caption in (leaders.caption, leaders.draw_narrow().caption):
        assert caption.endswith(f" {k - 10} further algorithms are not drawn ({where}).")
    where = f"Table 2 and {where}" if drawn else where
    assert f"not shown ({where})." in first.blocks[-1].caption


@pytest.mark.parametrize(
    ("k", "n", "drawn"),
    [
        (6, 10, "Ranks of"),
        (10, 30, "Times in first place"),
        longer(40, 200, "Times in first place"),
    ],
)
def test_the_standard_report_draws_ranks_where_they_can_be_read(k, n, drawn):
    document = shared_report(random_table(k, n), detail="standard").document
    (section,) = [section for section in document.sections if section.key == "figures"]
    (figure,) = section.blocks
    assert drawn in figure.alt


@LONG
def test_variations_that_change_only_pairs_are_counted():
    report = shared_report(random_table(60, 16), detail="standard")
    (section,) = [each for each in report.document.sections if each.key == "sensitivity"]
    table = section.blocks[-1]
    result = report.analysis.sensitivity
    serious = {row.name for row in (*result.flips, *result.new_best)}
    best = set(result.base.best)
    touched = {row.name for row in result.changed if any(best & set(pair) for pair in row.changed)}
    shown = [row[1] for row in table.rows[1:]]
    assert serious <= set(shown) <= serious | touched
    assert len(shown) == max(8, len(serious)) < len(result.changed)
    left = len(result.changed) - len(shown)
    assert f"In {left} further variations, only judgements of pairs change." in table.caption


def test_the_full_report_has_every_section_of_the_standard_one():
    table = published("garcia_herrera2008")
    brief, standard, full = (
        keys(shared_report(table, detail=d)) for d in ("brief", "standard", "full")
    )
    assert set(brief) < set(standard) < set(full)
    assert {"omnibus", "agreement", "effects", "bayesian"} <= set(full) - set(standard)


def test_sections_beyond_the_detail_can_be_asked_for():
    report = make_report(
        published("garcia_herrera2008"), detail="brief", sections=["verdict", "effects", "..."]
    )
    assert keys(report) == ["verdict", "effects", "compared", "methods"]


def test_the_checklist_names_the_effect_sizes_that_are_shown(standard):
    section = next(each for each in standard.document.sections if each.key == "checklist")
    (answer,) = [
        check.evidence for check in section.blocks[-1].items if "effect sizes" in check.procedure
    ]
    assert answer == "The report has effect sizes: matched-pairs rank-biserial correlation."


def test_folds_have_the_intervals_of_the_test_that_decides():
    report = shared_report(as_folds(published("hitrate")), detail="standard", test_fraction=0.1)
    ranking = report.document.sections[0].blocks[-1]
    corrected = {
        frozenset((row.first, row.second)): row for row in report.analysis.decisive.comparisons
    }
    assert report.analysis.decisive.procedure == "corrected_t"
    for row, drawn in zip(ranking.rows[1:], ranking.intervals[1:], strict=True):
        pair = corrected[frozenset((ranking.rows[0][0], row[0]))]
        assert sorted(map(abs, drawn)) == pytest.approx(
            sorted(map(abs, (pair.difference, *pair.interval[:2])))
        )


def test_an_unknown_detail_is_an_error():
    with pytest.raises(OptionError, match="detail"):
        make_report(published("garcia_herrera2008"), detail="short")


@pytest.fixture(scope="module")
def standard():
    return shared_report(published("garcia_herrera2008"), detail="standard")


@LONG
def test_page_one_has_the_figure_of_the_test_that_decides_and_the_ranking(standard):
    first = standard.document.sections[0]
    (drawn,) = [block for block in first.blocks if isinstance(block, FigureBlock)]
    (ranking,) = [block for block in first.blocks if isinstance(block, Table)]
    assert (drawn.number, ranking.number) == (1, 1)
    decides = standard.analysis.decisive
    assert [row[0] for row in ranking.rows] == list(decides.ranking)
    page = read_pdf(standard.pdf).pages[0].extract_text()
    flat = " ".join(page.split())
    for text in ("Figure 1.", "Table 1.", *decides.design.algorithms):
        assert text in flat


def test_the_lead_in_the_ranking_is_that_of_the_test_whose_intervals_hold(standard):
    ranking = standard.document.sections[0].blocks[-1]
    assert standard.analysis.of("tukey").doubts
    sized = standard.analysis.of("wilcoxon")
    rows = {frozenset((row.first, row.second)): abs(row.difference) for row in sized.comparisons}
    first = ranking.rows[0][0]
    column = ranking.columns.index("behind the first")
    for row, interval in zip(ranking.rows[1:], ranking.intervals[1:], strict=True):
        lead = float(row[column].split()[0].replace("−", "-"))
        assert abs(lead) == pytest.approx(rows[frozenset((first, row[0]))], abs=6e-4)
        assert interval[1] == pytest.approx(lead, abs=6e-4)


@LONG
def test_numbers_are_the_same_on_pages_and_in_markdown(standard, tmp_path):
    page = lxml.html.fromstring(standard.html)
    labels = [label.text for label in page.xpath("//figcaption/strong[@class='label']")]
    text = standard.save(tmp_path / "report.md").read_text(encoding="utf-8")
    assert labels
    assert all(f"**{label}**" in text for label in labels)
    tables = [label for label in labels if label.startswith("Table")]
    assert tables == [f"Table {place}." for place in range(1, len(tables) + 1)]


def test_pairs_are_one_table_with_a_column_for_each_view(standard):
    section = next(each for each in standard.document.sections if each.key == "pairs")
    (pairs,) = [block for block in section.blocks if isinstance(block, Table)]
    analysis = standard.analysis
    assert len(pairs.rows) == len(analysis.decisive.comparisons)
    for head, result in zip(("p Wilcoxon", "p Nemenyi", "p Tukey"), analysis.pairs, strict=True):
        column = pairs.columns.index(head)
        marked = {frozenset(row[0].split(" − ")) for row in pairs.rows if row[column].endswith("†")}
        assert marked == {
            pair
            for pair, judgement in result.judgements.items()
            if judgement != analysis.decisive.judgements[pair]
        }
    places = {name: place for place, name in enumerate(analysis.decisive.ranking)}
    for row in pairs.rows:
        better, worse = row[0].split(" − ")
        assert places[better] < places[worse]


@pytest.mark.parametrize("detail", ["brief", "standard", "full"])
def test_page_one_names_only_sections_that_the_report_has(detail):
    values = random_table(4, 5).values.copy()
    values[0, 0] += 5
    names = [f"method {place}" for place in range(4)]
    scores = Scores.from_frame(pd.DataFrame(values, columns=names), Roles(score="accuracy"))
    document = make_report(scores, detail=detail).document
    [caution] = [
        block for block in document.sections[0].blocks if isinstance(block, Text) and block.caution
    ]
    [line] = caution.paragraphs
    (named,) = re.findall(r"Further limits: [^()]+ \(see ([^()]+)\)\.$", line) or [""]
    titles = {section.title for section in document.sections}
    # a brief report has all its limits on page one, and so has one with few
    assert named or detail == "brief" or "One score is an outlier" in line
    assert set(filter(None, named.replace(" and ", ", ").split(", "))) <= titles
    assert not named or ("Outliers to investigate" in named) == (
        "Outliers to investigate" in titles
    )
