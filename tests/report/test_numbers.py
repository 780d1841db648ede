"""Numbers, orders, signs and bold cells of a report, recomputed from its table."""

import functools
import re

import numpy as np
import pandas as pd
import pytest
from published import as_folds, published
from scipy import stats as scipy_stats

from benchreport import stats
from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.report.document import (
    Checks,
    Download,
    Facts,
    FigureBlock,
    Provenance,
    Table,
    Text,
)
from benchreport.report.sections.checklist import checklist_section
from benchreport.report.sections.methods import method_paragraphs
from benchreport.report.sections.score_sections import score_sections
from benchreport.report.sections.tables import pair_blocks, pairs_table
from benchreport.results import PairwiseResult
from benchreport.results.writing import number_format as fmt

ACCURACY, ERROR = Roles(score="accuracy"), Roles(score="error")


def uneven_runs():
    """Return five datasets with two or three runs a cell."""
    rng = np.random.default_rng(6)
    rows = [
        {"algorithm": name, "dataset": f"d{place}", "seed": seed, "accuracy": round(level, 3)}
        for number, name in enumerate(("a", "b", "c"))
        for place in range(5)
        for seed in range(2 + (place == 0))
        for level in [0.9 - 0.05 * number - 0.1 * place / 5 + rng.normal(0, 0.02)]
    ]
    return Scores.from_frame(pd.DataFrame(rows))


def errors():
    scores = published("demsar2006")
    return Scores.from_frame(1 - scores.frame.rename_axis(None, axis=1), ERROR)


CASES = {
    "garcia": (lambda: published("garcia_herrera2008"), {"alpha": 0.1}),
    "errors": (errors, {}),
    "control": (lambda: published("garcia_herrera2008"), {"control": "Kernel", "alpha": 0.01}),
    "folds": (lambda: as_folds(published("hitrate")), {}),
    "repeated": (uneven_runs, {"rope": 0.01}),
}


@functools.cache
def analyze_case(case):
    """Return the table, its analysis and the sections of its report by their keys."""
    begin, options = CASES[case]
    analysis = analyze(begin(), **options)
    sections = score_sections(analysis, Provenance(), detail="full")
    return analysis.scores, analysis, {section.key: section.blocks for section in sections}


def blocks(case, key, kind):
    return [block for block in analyze_case(case)[2].get(key, ()) if isinstance(block, kind)]


def number(text):
    """Read a number as reports write it; a bound is itself."""
    return float(re.sub(r"[<> %]", "", text).replace("−", "-"))


def numbers(text):
    return [number(match) for match in re.findall(r"[−-]?\d*\.?\d+", text)]


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


def bold(table, name):
    place = table.columns.index(name)
    return {line for line, at in table.strong if at == place}


def assert_p(text, p):
    """Compare a printed p-value with its number."""
    if text[0] in "<>":
        assert (p < 0.001) if text[0] == "<" else (p > 0.999)
    else:
        assert number(text) == pytest.approx(p, abs=6e-4)


EVERY = pytest.mark.parametrize("case", CASES)


@EVERY
def test_the_description_is_that_of_each_algorithm(case):
    scores, _, _ = analyze_case(case)
    (table,) = blocks(case, "description", Table)
    frame = scores.frame.rename_axis(None, axis=1)
    ranks = frame.round(12).rank(axis=1, ascending=not scores.higher_is_better)
    expected = {
        "mean": frame.mean(), "sd": frame.std(), "median": frame.median(),
        "IQR": frame.quantile(0.75) - frame.quantile(0.25), "mean rank": ranks.mean(),
    }  # fmt: skip
    names = column(table, "algorithm")
    assert names == ranks.mean().sort_values(kind="stable").index.tolist()
    for head, values in expected.items():
        for name, text in zip(names, column(table, head), strict=True):
            assert number(text) == pytest.approx(values[name], abs=6e-3)
    best = {
        "mean": frame.mean().idxmax() if scores.higher_is_better else frame.mean().idxmin(),
        "mean rank": ranks.mean().idxmin(),
    }
    for head, name in best.items():
        assert names.index(name) in bold(table, head)
        worst = names[-1]
        assert names.index(worst) not in bold(table, head)
    for name, text in zip(names, column(table, "wins/ties/losses"), strict=True):
        ours, others = (
            frame[[name]].round(12).to_numpy(),
            frame.drop(columns=name).round(12).to_numpy(),
        )
        wins, losses = (ours > others).sum(), (ours < others).sum()
        if not scores.higher_is_better:
            wins, losses = losses, wins
        assert text == f"{wins}/{(ours == others).sum()}/{losses}"


@EVERY
def test_the_facts_of_the_compared_table(case):
    scores, analysis, _ = analyze_case(case)
    facts = dict(blocks(case, "compared", Facts)[0].items)
    kind = {"dataset": "Datasets", "fold": "Folds"}[scores.block_kind]
    assert facts["Algorithms"].startswith(f"{len(scores.algorithms)} (")
    assert facts[kind].partition(" ")[0] == str(len(scores.blocks))
    assert facts["Score"] == f"{scores.score}, {scores.direction}"
    low, high = scores.counts.min(), scores.counts.max()
    averaged = f"{low}" if low == high else f"{low} to {high}"
    assert facts.get("Runs averaged in each cell", "1") == averaged
    assert f"α = {fmt.level(analysis.alpha)}" in facts["Comparison"]
    assert ("Kernel" in facts["Comparison"]) == (case == "control")


def centre_gap(frame, row, result):
    """Compute a pair's difference from the table, where it is one of means or of ranks."""
    if "rank" in result.difference_name:
        ranks = frame.round(12).rank(axis=1, ascending=not result.design.higher_is_better)
        return ranks[row.first].mean() - ranks[row.second].mean()
    if "mean" in result.difference_name:
        return frame[row.first].mean() - frame[row.second].mean()
    gains = (frame[row.first] - frame[row.second]).to_numpy()
    averages = (gains[:, None] + gains)[np.triu_indices(len(gains))] / 2
    return np.median(averages)


@EVERY
def test_pairs_are_those_of_the_tests(case):
    scores, analysis, _ = analyze_case(case)
    frame = scores.frame.rename_axis(None, axis=1)
    tables = [table for table in blocks(case, "pairs", Table) if "pair" in table.columns]
    assert len(tables) == len(analysis.pairs) >= 1
    for table, result in zip(tables, analysis.pairs, strict=True):
        pairs = {(row.first, row.second): row for row in result.oriented(analysis.decisive.ranking)}
        listed_pairs = [pairs[tuple(text.split(" − "))] for text in column(table, "pair")]
        assert len(set(listed_pairs)) == len(pairs)
        assert [row.p_adjusted for row in listed_pairs] == sorted(
            row.p_adjusted for row in listed_pairs
        )
        assert bold(table, "adjusted p") == {
            line for line, row in enumerate(listed_pairs) if row.p_adjusted <= result.claim_alpha
        }
        for line, row in enumerate(listed_pairs):
            cells = dict(zip(table.columns, table.rows[line], strict=True))
            low_is_better = "rank" in result.difference_name or not scores.higher_is_better
            gap = centre_gap(frame, row, result) * (-1 if low_is_better else 1)
            assert number(cells["difference"]) == pytest.approx(gap, abs=6e-3)
            assert np.sign(number(cells["difference"])) in (np.sign(gap), 0)
            assert_p(cells["p"], row.p_value)
            assert_p(cells["adjusted p"], row.p_adjusted)
            if result.statistic_name != "R+":
                statistic = number(cells[result.statistic_name])
                assert statistic == pytest.approx(row.statistic, abs=0.06)
            if "interval" in cells:
                low, high = numbers(cells["interval"])
                assert (low, high) == pytest.approx(row.interval[:2], abs=6e-3)
                assert low <= number(cells["difference"]) + 6e-4
                assert number(cells["difference"]) <= high + 6e-4
            if "effect size" in cells:
                assert numbers(cells["effect size"])[0] == pytest.approx(row.effect_size, abs=6e-3)
        level = re.search(r"\((?:simultaneous|for each pair alone,) ([\d.]+) %\)", table.caption)
        if level:
            assert float(level[1]) == pytest.approx(
                100 * listed_pairs[0].interval.confidence, abs=0.06
            )
            assert listed_pairs[0].interval.confidence >= 0.9


def test_the_level_of_simultaneous_intervals_is_that_of_the_report():
    captions = " ".join(table.caption for table in blocks("garcia", "pairs", Table))
    assert "(simultaneous 90 %)" in captions
    assert "at most .1 are bold" in captions


@pytest.mark.parametrize("case", ["garcia", "errors", "repeated"])
def test_letters_are_shared_by_those_that_do_not_differ(case):
    _, analysis, _ = analyze_case(case)
    (table,) = [table for table in blocks(case, "pairs", Table) if "letters" in table.columns]
    result = analysis.decisive
    letters = dict(zip(column(table, "algorithm"), column(table, "letters"), strict=True))
    centres = dict(zip(result.design.algorithms, result.centres, strict=True))
    assert list(letters) == sorted(centres, key=centres.get)
    for name, text in zip(
        column(table, "algorithm"), column(table, result.centre_name), strict=True
    ):
        assert number(text) == pytest.approx(centres[name], abs=6e-3)
    for row in result.comparisons:
        alike = bool(set(letters[row.first]) & set(letters[row.second]))
        assert alike == (row.p_adjusted > result.alpha)


def test_many_pairs_leave_out_those_with_large_p_values():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(12, 13)) + np.linspace(0, 2, 13)
    scores = Scores.from_frame(pd.DataFrame(values, columns=[f"a{k}" for k in range(13)]), ACCURACY)
    result = stats.wilcoxon(scores, correction="none")
    table, download = pair_blocks(result)
    n_rows = len(table.rows)
    assert 25 <= n_rows < 78
    assert f" {78 - n_rows} pairs with larger p-values are not shown." in table.caption
    pairs = {(row.first, row.second): row.p_adjusted for row in result.oriented()}
    listed = [pairs[tuple(text.split(" − "))] for text in column(table, "pair")]
    assert listed == sorted(pairs.values())[:n_rows]
    assert "All 78 pairs" in download.caption
    assert len(pairs_table(result, most=78).rows) == 78


@pytest.mark.parametrize("case", ["garcia", "errors", "repeated"])
def test_the_omnibus_test_names_the_variant_that_decides(case):
    scores, analysis, _ = analyze_case(case)
    tests, variance = blocks(case, "omnibus", Table)
    frame = scores.frame.round(12)
    decides = column(tests, "decides")
    assert decides.count("yes") == 1
    line = decides.index("yes")
    assert_p(column(tests, "p")[line], analysis.omnibus.p_value)
    named = dict(zip(column(tests, "variant"), column(tests, "statistic"), strict=True))
    plain = scipy_stats.friedmanchisquare(*frame.to_numpy().T)
    assert number(named["χ²"].partition("= ")[2]) == pytest.approx(plain.statistic, abs=6e-3)
    k, n = frame.shape[1], len(frame)
    expected = {"Iman–Davenport": f"{k - 1}, {(k - 1) * (n - 1)}", "χ²": f"{k - 1}"}
    for variant, dof in zip(column(tests, "variant"), column(tests, "dof"), strict=True):
        assert dof == expected.get(variant, dof)
    sums = dict(zip(column(variance, "source"), column(variance, "SS"), strict=True))
    grand = frame.to_numpy().mean()
    assert number(sums["Treatments"]) == pytest.approx(
        n * ((frame.mean() - grand) ** 2).sum(), abs=6e-4
    )
    assert number(sums["Blocks"]) == pytest.approx(
        k * ((frame.mean(axis=1) - grand) ** 2).sum(), abs=6e-4
    )


def test_corrections_of_sphericity_are_not_mixed_up():
    _, analysis, _ = analyze_case("errors")
    sphericity = analysis.variance.sphericity
    (sentence,) = [
        text for block in blocks("errors", "omnibus", Text) for text in block.paragraphs
        if text.startswith("Sphericity: ")
    ]  # fmt: skip
    epsilons = re.findall(
        r"(Greenhouse–Geisser|Huynh–Feldt) ε = ([\d.]+) \(p = ([.\d]+)\)", sentence
    )
    expected = {
        "Greenhouse–Geisser": (sphericity.greenhouse_geisser, sphericity.p_greenhouse_geisser),
        "Huynh–Feldt": (sphericity.huynh_feldt, sphericity.p_huynh_feldt),
    }
    assert len(epsilons) == 2
    for name, epsilon, p in epsilons:
        assert (float(epsilon), float(p)) == pytest.approx(expected[name], abs=6e-4)
    assert abs(sphericity.p_greenhouse_geisser - sphericity.p_huynh_feldt) > 1e-3, (
        "else nothing is told apart"
    )


@EVERY
def test_effect_sizes_are_of_their_pairs(case):
    scores, analysis, _ = analyze_case(case)
    frame = scores.frame.rename_axis(None, axis=1)
    first, *_ = blocks(case, "effects", Table)
    for text, cell in zip(column(first, "pair"), column(first, "d_z"), strict=True):
        one, other = text.split(" − ")
        # positive where the first is better
        gains = (frame[one] - frame[other]) * (1 if scores.higher_is_better else -1)
        estimate, low, high = numbers(cell)[:3]
        assert estimate == pytest.approx(gains.mean() / gains.std(), rel=0.02, abs=6e-3)
        assert low < estimate < high
    paragraph = blocks(case, "effects", Text)[0].paragraphs[0]
    assert f"{100 * (1 - analysis.alpha):g} % intervals" in paragraph


def test_the_figure_of_intervals_is_of_the_test_that_the_report_prefers():
    expected = {"garcia": "shift of accuracy", "control": "shift of accuracy", "folds": "corrected"}
    for case, word in expected.items():
        (figure,) = blocks(case, "verdict", FigureBlock)
        assert "intervals" in figure.caption, case
        assert word in figure.caption.lower(), case


def test_groups_of_the_test_that_decides_stand_on_the_axis_of_mean_ranks():
    _, analysis, _ = analyze_case("garcia")
    groups, means = blocks("garcia", "pairs", FigureBlock)
    assert "Wilcoxon signed-rank test, α = .1" in groups.caption
    assert "mean rank" in groups.caption.lower()
    for joined in re.findall(r"do not differ significantly: (.*)\.$", groups.alt):
        for names in joined.split("; "):
            tied = set(re.split(r", | and ", names))
            assert not any({row.first, row.second} <= tied for row in analysis.decisive.significant)
    assert "difference of mean accuracy" in means.caption.lower()


@pytest.mark.parametrize("case", ["garcia", "errors"])
def test_changed_decisions_stand_below_the_whole(case):
    _, analysis, _ = analyze_case(case)
    result = analysis.sensitivity
    (table,) = blocks(case, "sensitivity", Table)
    assert column(table, "varied")[0] == "nothing"
    marked = {(row.kind, row.name) for row in (*result.flips, *result.new_best, *result.changed)}
    changes = list(zip(column(table, "varied"), column(table, "name"), strict=True))[1:]
    assert set(changes) <= marked
    assert changes[: len(result.flips)] == [(row.kind, row.name) for row in result.flips][:19]
    assert len(changes) == min(19, len(marked))


@EVERY
def test_scores_are_printed_and_the_best_of_each_block_is_bold(case):
    scores, _, _ = analyze_case(case)
    table = blocks(case, "appendix", Table)[0]
    assert table.columns[1:] == scores.algorithms
    pick = np.max if scores.higher_is_better else np.min
    for line, (row, values) in enumerate(zip(table.rows, scores.values, strict=True)):
        assert [number(cell) for cell in row[1:]] == pytest.approx(values.tolist(), abs=6e-4)
        best = {place + 1 for place in np.flatnonzero(values == pick(values))}
        assert {at for on, at in table.strong if on == line} == best


@EVERY
def test_the_methods_describe_the_analysis(case):
    scores, analysis, _ = analyze_case(case)
    first = blocks(case, "methods", Text)[0].paragraphs[0]
    assert f"We compared {len(scores.algorithms)} algorithms" in first
    assert f"{len(scores.blocks)} {scores.block_kind}s" in first
    assert f"with a significance level of α = {fmt.level(analysis.alpha)}." in first
    assert f"with {100 * (1 - analysis.alpha):g} % confidence intervals" in first
    assert ("averaged within each dataset" in first) == (scores.counts.max() > 1)
    assert ("exact Wilcoxon" in first) == (
        analysis.of("wilcoxon") is not None
        and analysis.of("wilcoxon").variant == "exact"
        and not analysis.descriptive
    )
    kinds = {
        "exact": "exact null distribution",
        "chi2": "χ² approximation",
        "iman_davenport": "F form",
    }
    if not analysis.descriptive:
        assert kinds[analysis.omnibus.variant] in first
        assert sum(kind in first for kind in kinds.values()) == 1
    assert ("Nemenyi post hoc test (Nemenyi, 1963" in first) == (
        case in ("garcia", "errors", "repeated")
    )
    region = "no region of practical equivalence" if not analysis.bayes.rope else "± 0.01"
    assert region in first
    bibliography = blocks(case, "methods", Facts)[0].items
    shorts = [short for short, _ in bibliography]
    cited = re.findall(r"[A-ZÀ-Ž][\w–&. -]+?, \d{4}", re.sub(r"\(alpha.*?\)", "", first))
    assert cited
    for citation in cited:
        assert any(citation.endswith(short) for short in shorts), citation
    (file,) = blocks(case, "methods", Download)
    assert file.content.count(b"@") >= len(bibliography)


def gappy(missing):
    frame = published("garcia_herrera2008").frame.iloc[:12].rename_axis(None, axis=1).copy()
    frame.iloc[1, 0] = frame.iloc[4, 2] = np.nan
    return Scores.from_frame(frame, Roles(score="accuracy", missing=missing))


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("error", ". Pairs were compared on the 10 datasets without a missing score."),
        ("worst", "; they are given the worst scores of their datasets."),
        ("drop", "; 2 incomplete datasets are left out (2, 5)."),
    ],
)
def test_the_methods_count_gaps(missing, sentence):
    paragraph = method_paragraphs(analyze(gappy(missing)))[0]
    assert f" 2 of 60 cells have no score (C4.5 on 2, NaiveBayes on 5){sentence}" in paragraph


def test_the_checklist_counts():
    answers = {
        case: {
            item.procedure: (item.outcome, item.evidence)
            for item in blocks(case, "checklist", Checks)[0].items
        }
        for case in CASES
    }
    repeats, datasets = "Are runs repeated?", "Are there enough datasets?"
    assert answers["repeated"][repeats] == ("passed", "Each cell is the mean of 2 to 3 runs.")
    assert answers["garcia"][repeats][0] == "doubtful"
    assert answers["folds"][repeats] == ("passed", "There are 10 folds.")
    assert answers["garcia"][datasets] == ("passed", "There are 30 datasets.")
    assert answers["folds"][datasets][0] == "doubtful"
    assert (
        answers["garcia"]["Is every algorithm scored everywhere?"][1]
        == "All 150 cells have a score."
    )
    corrected = answers["control"]["Are the p-values corrected for the number of comparisons?"]
    assert corrected[1].startswith("The p-values of the 4 comparisons are adjusted (")
    assert corrected[1].endswith("α = .01).")


@pytest.mark.parametrize(("n", "outcome"), [(9, "doubtful"), (10, "passed")])
def test_ten_datasets_are_enough(n, outcome):
    frame = published("garcia_herrera2008").frame.iloc[:n].rename_axis(None, axis=1)
    analysis = analyze(Scores.from_frame(frame, ACCURACY))
    items = next(
        block for block in checklist_section(analysis).blocks if isinstance(block, Checks)
    ).items
    outcomes = {item.procedure: item.outcome for item in items}
    assert outcomes["Are there enough datasets?"] == outcome
    assert isinstance(analysis.decisive, PairwiseResult)
