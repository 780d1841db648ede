"""The sections on results: tests, pairs, effect sizes, sensitivity and outliers."""

import functools
import math

import pandas as pd

from benchreport import plots
from benchreport.analysis import Analysis
from benchreport.errors import format_count
from benchreport.numerics.moments import spans_decades
from benchreport.plots.pairs.posterior import posterior_plot
from benchreport.report.document import Block, Facts, Section, Text
from benchreport.report.sections.result_blocks import (
    MOST_LINES,
    display_in_words,
    figure_block,
    fitting_block,
    list_assumptions,
    list_notes,
    summary_text,
    whole_figure,
)
from benchreport.report.sections.tables import cut_table, letters_table, pair_blocks, text_table
from benchreport.results import (
    BayesResult,
    OmnibusResult,
    PairwiseResult,
    Result,
    SensitivityResult,
    VarianceResult,
    Variation,
)
from benchreport.results.writing import number_format as fmt
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections

MOST_EFFECTS = 25
MEASURES_A_TABLE = 3
MOST_VARIATIONS, FEW_VARIATIONS = 20, 8
VARIANTS = {
    "chi2": "χ²",
    "iman_davenport": "Iman–Davenport",
    "f": "F",
    "exact": "exact",
    "normal": "normal",
}


def omnibus_sections(analysis: Analysis) -> list[Section]:
    """Show the tests of all algorithms at once, if there are any."""
    blocks: list[Block] = []
    if analysis.omnibus is not None:
        blocks += _omnibus_blocks(analysis.omnibus)
    if analysis.variance is not None:
        blocks += _variance_blocks(analysis.variance)
    if not blocks:
        return []
    if analysis.descriptive:
        blocks.insert(0, DESCRIPTION)
    return [Section(key="omnibus", title=sections.OMNIBUS, blocks=tuple(blocks))]


def _omnibus_blocks(result: OmnibusResult) -> list[Block]:
    tests = pd.DataFrame(
        {
            "variant": [VARIANTS.get(test.variant, test.variant) for test in result.tests],
            "statistic": [f"{test.symbol} = {fmt.fixed(test.statistic)}" for test in result.tests],
            "dof": [fmt.degrees(test.dof) for test in result.tests],
            "p": [fmt.p_value(test.p_value, result.alpha) for test in result.tests],
            "decides": ["yes" if test.variant == result.variant else "" for test in result.tests],
        },
        dtype=object,
    )
    return [
        summary_text(result),
        text_table(tests, captions.VARIANTS.format(method=result.method)),
    ]


def _variance_blocks(result: VarianceResult) -> list[Block]:
    layout = captions.OF_BLOCKS if result.sphericity else "without blocks"
    blocks: list[Block] = [
        summary_text(result),
        text_table(result.display, captions.ANOVA.format(layout=layout)),
    ]
    if result.sphericity is not None:
        blocks.append(Text((_describe_sphericity(result),)))
    return blocks


def _describe_sphericity(result: VarianceResult) -> str:
    sphericity = result.sphericity
    if sphericity is None or result.design.n_algorithms == 2:  # noqa: PLR2004 - one difference
        return sections.SPHERICITY_OF_TWO
    write = functools.partial(fmt.proportion, decimals=3)
    mauchly = sections.NO_MAUCHLY
    if not math.isnan(sphericity.mauchly_p):
        mauchly = (
            f"Mauchly's W {fmt.equals_proportion(sphericity.mauchly_w)}, "
            f"{fmt.p_equals(sphericity.mauchly_p)}"
        )
    return sections.SPHERICITY.format(
        mauchly=mauchly,
        gg=write(sphericity.greenhouse_geisser),
        p_gg=fmt.p_equals(sphericity.p_greenhouse_geisser, result.alpha),
        hf=write(sphericity.huynh_feldt),
        p_hf=fmt.p_equals(sphericity.p_huynh_feldt, result.alpha),
    )


DESCRIPTION = Text(((sections.DESCRIPTION),))


def _first_described(analysis: Analysis) -> PairwiseResult | None:
    return analysis.pairs[1] if analysis.descriptive and len(analysis.pairs) > 1 else None


def pairs_sections(analysis: Analysis) -> list[Section]:
    """Show the tests of pairs; the one that decides is first."""
    if not analysis.pairs:
        return []
    blocks: list[Block] = whole_figure(analysis.pairs[0], beside_verdict=analysis.ablation is None)
    for result in analysis.pairs:
        if result is _first_described(analysis):
            blocks.append(DESCRIPTION)
        table = pair_blocks(result, ranking=analysis.pairs[0].ranking)
        blocks += [summary_text(result), *table]
        if result is analysis.decisive and result.control is None:
            blocks.append(letters_table(result))
    # the figure of the test that decides stands beside the verdict; a test of ranks leaves open by how
    # much the means differ
    intervals = [result for result in analysis.pairs if result.simultaneous_intervals]
    if analysis.pairs[0].by_ranks and intervals:
        blocks.append(figure_block(plots.tukey_plot(intervals[0], most=MOST_LINES)))
    return [Section(key="pairs", title=sections.PAIRS, blocks=tuple(blocks))]


def effects_sections(analysis: Analysis) -> list[Section]:
    """Show the effect sizes of pairs, a few measures a table."""
    if analysis.effects is None or not analysis.pairs:
        return []
    result = analysis.effects.oriented(analysis.pairs[0].ranking)
    level = fmt.number(100 * (1 - result.alpha))
    words = " " + captions.WORDS.format(words=result.words) if result.words else ""
    sentence = captions.EFFECTS_AND_WORDS.format(level=level, words=words)
    introduction = Text((sentence,))
    defined = Facts(tuple(result.definitions))
    names = [name for name, _ in result.definitions]
    tables = [
        cut_table(
            result.display[["pair", *names[start : start + MEASURES_A_TABLE]]],
            captions.EFFECTS,
            most=MOST_EFFECTS,
        )
        for start in range(0, len(names), MEASURES_A_TABLE)
    ]
    blocks: tuple[Block, ...] = (introduction, *tables, defined)
    return [Section(key="effects", title=sections.EFFECTS, blocks=blocks)]


def sensitivity_sections(analysis: Analysis, *, brief: bool = False) -> list[Section]:
    """Show which variations of the data change a decision; in brief, those that matter to the verdict."""
    result = analysis.sensitivity
    if result is None:
        return []
    # the most serious changes first, as a long table is cut
    serious = dict.fromkeys((*result.flips, *result.new_best))
    marked = dict.fromkeys((*serious, *_change_leaders(result), *result.changed))
    rows = result.rows if result.base.kind == "gaps" else tuple(marked)
    lines = (f"{result.summary}.",) if rows else result.interpretation
    blocks: list[Block] = [Text((*lines, *list_notes(result)))]
    if rows:
        shown = rows[: max(len(serious), FEW_VARIATIONS)] if brief else rows
        places = [0, *(1 + result.rows.index(row) for row in shown)]
        template = captions.TREATMENTS if result.base.kind == "gaps" else captions.SENSITIVITY
        caption = template.format(
            omnibus=_name_omnibus(analysis, result),
            judge="" if result.leaves_out_pairs else f" {sections.NEMENYI_JUDGES}",
        )
        if len(shown) < len(rows):
            further = format_count(len(rows) - len(shown), "further variation")
            caption += f" {captions.ONLY_PAIRS.format(rows=further)}"
        blocks.append(cut_table(result.display.iloc[places], caption, most=MOST_VARIATIONS))
    return [Section(key="sensitivity", title=sections.SENSITIVITY, blocks=tuple(blocks))]


def _change_leaders(result: SensitivityResult) -> list[Variation]:
    """List the variations that judge a pair differently which the best is part of."""
    best = set(result.base.best)
    return [row for row in result.changed if any(best & set(pair) for pair in row.changed)]


def _name_omnibus(analysis: Analysis, result: SensitivityResult) -> str:
    """Name the omnibus test of the variations, which is not always the one of the verdict."""
    if result.base.kind == "gaps":
        return captions.P_WITH_GAPS
    decides = analysis.omnibus
    if decides is None or decides.variant != "exact":
        return captions.P_BY_F
    return captions.P_BY_F_NOT_EXACT.format(p=fmt.p_equals(decides.p_value, analysis.alpha))


def outliers_section(analysis: Analysis) -> Section:
    """List scores to investigate."""
    result = analysis.outliers
    blocks: list[Block] = [summary_text(result)]
    if result.rows:
        logs = spans_decades(analysis.scores.values)
        caption = captions.OUTLIERS.format(of=captions.OF_LOGARITHMS if logs else "")
        blocks.append(cut_table(result.display, caption, most=MOST_VARIATIONS))
    return Section(key="outliers", title=sections.OUTLIERS, blocks=tuple(blocks))


def included_section(result: Result) -> Section:
    """Show any result: its summary, table, figure and assumptions."""
    blocks: list[Block] = [summary_text(result)]
    if isinstance(result, PairwiseResult):
        blocks += pair_blocks(result)
        if result.control is None and result.alternative == "two-sided":
            blocks.append(letters_table(result))
        blocks.append(figure_block(plots.draw(result)))
    elif isinstance(result, OmnibusResult):
        blocks.append(_omnibus_blocks(result)[1])
    elif isinstance(result, BayesResult):
        blocks += [
            cut_table(display_in_words(result), f"{result.method}."),
            figure_block(posterior_plot(result)),
        ]
    elif len(result.table):
        blocks.append(cut_table(display_in_words(result), f"{result.method}."))
        if isinstance(result, tuple(plots.FIGURES)):
            blocks.append(fitting_block(functools.partial(plots.draw, result)))
    if result.assumptions:
        blocks.append(list_assumptions([result]))
    key = f"included-{result.procedure.replace('_', '-')}"
    return Section(key=key, title=result.method, blocks=tuple(blocks))
