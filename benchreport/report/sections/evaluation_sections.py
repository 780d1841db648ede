"""Sections of a report on evaluations: differences by dataset, noise, flips, and single examples."""

from collections.abc import Sequence
from functools import partial

import pandas as pd

from benchreport import plots
from benchreport.analysis.predictions.evaluation import Evaluation
from benchreport.errors import format_count
from benchreport.plots.base.short_names import elide, shorten_names
from benchreport.report.document import Block, Download, Section, Table, Text
from benchreport.report.sections.result_blocks import (
    display_in_words,
    fitting_block,
    list_notes,
    summary_text,
)
from benchreport.report.sections.tables import text_table
from benchreport.results.predictions.dataset_differences import DatasetDifferencesResult
from benchreport.results.predictions.flips import FlipsResult
from benchreport.results.predictions.items import ItemsResult
from benchreport.results.writing import number_format as fmt
from benchreport.results.writing.csv_text import csv_bytes
from benchreport.results.writing.record_columns import drop_empty_columns
from benchreport.wording.figures import captions
from benchreport.wording.papers import sections
from benchreport.wording.results import items as wording

LONGEST_EXAMPLE, LONGEST_CELL, LONGEST_HEAD = 64, 24, 18
MOST_DATASETS, MOST_EXAMPLES = 40, 8
PLACES = ("dataset", "cluster")


def forest_blocks(differences: DatasetDifferencesResult | None) -> list[Block]:
    """Draw the differences by dataset, and say where the leading pairs differ."""
    if differences is None:
        return []
    paragraphs = (" ".join(differences.interpretation), *list_notes(differences))
    return [fitting_block(partial(plots.forest_plot, differences)), Text(paragraphs)]


def evaluation_sections(evaluation: Evaluation) -> list[Section]:
    """Show where noise comes from, what flips, and the hardest and the most telling examples."""
    return [*_noise_sections(evaluation), *_example_sections(evaluation)]


def _noise_sections(evaluation: Evaluation) -> list[Section]:
    """Show the parts of the noise, with the sentence on where the next run buys most."""
    noise, plan = evaluation.noise, evaluation.plan
    if noise is None or plan is None:
        return []
    blocks: tuple[Block, ...] = (
        Text((" ".join((*noise.interpretation, *plan.interpretation)),)),
        text_table(display_in_words(noise), captions.NOISE.format(noun=noise.design.noun)),
    )
    return [Section(key="noise", title=sections.NOISE, blocks=blocks)]


def _example_sections(evaluation: Evaluation) -> list[Section]:
    """Show the flips with the clearest of them, then the hardest examples."""
    made = []
    if evaluation.flips is not None:
        blocks = _flip_blocks(evaluation.flips)
        made.append(Section(key="flips", title=sections.FLIPS, blocks=blocks))
    if evaluation.items is not None:
        blocks = _item_blocks(evaluation.items)
        made.append(Section(key="examples", title=sections.HARDEST, blocks=blocks))
    return made


def _flip_blocks(flips: FlipsResult) -> tuple[Block, ...]:
    counts = flips.display
    blocks: list[Block] = [summary_text(flips)]
    if len(flips.counts) > 1:
        # the sum stays below the datasets that are shown
        shown = pd.concat([counts.iloc[:-1].head(MOST_DATASETS), counts.tail(1)])
        blocks.append(text_table(shown, captions.FLIPS))
    if flips.rows:
        blocks.append(_list_flips(flips))
        file = csv_bytes(flips.examples)
        caption = captions.ALL_FLIPS.format(n=len(flips.rows))
        blocks.append(Download(name="flips.csv", content=file, caption=caption))
    return tuple(blocks)


def _list_flips(flips: FlipsResult) -> Table:
    """List the clearest flips, as many of each direction as there is room for."""
    first = flips.examples
    by_kind = [first[first["flip"] == kind].head(MOST_EXAMPLES) for kind in wording.KINDS.values()]
    # the shares show which way it flips
    rows = pd.concat(by_kind).astype(object).drop(columns="flip")
    # of one sample of each example, all flips are as clear
    single = all({row.old, row.new} == {0.0, 1.0} for row in flips.rows)
    for name in ("old", "new"):
        shares = [float(share) for share in rows[name]]
        rows[name] = [wording.ANSWERS[share] if single else fmt.fixed(share) for share in shares]
    short = shorten_names((flips.old, flips.new), LONGEST_HEAD)
    heads = {"old": short[flips.old], "new": short[flips.new]}
    counted = format_count(len(flips.rows), "flip")
    caption = captions.CLEAREST_FLIPS.format(flips=counted)
    if single:
        some = captions.SOME_FLIPS.format(n=len(rows), flips=counted)
        caption = captions.FLIPS_OF_ANSWERS.format(
            flips=some if len(rows) < len(flips.rows) else counted
        )
    return text_table(_cut_texts(rows).rename(columns=heads), caption)


def _item_blocks(items: ItemsResult) -> tuple[Block, ...]:
    display = drop_empty_columns(_cut_texts(items.display.head(MOST_EXAMPLES)))
    caption = captions.HARDEST.format(score=items.design.score)
    return (summary_text(items), text_table(display, caption))


def _cut_texts(rows: pd.DataFrame) -> pd.DataFrame:
    """Cut the texts of examples, and names of what they come from, so that a row takes few lines."""
    longest = {"example": LONGEST_EXAMPLE, **dict.fromkeys(PLACES, LONGEST_CELL)}
    return rows.assign(
        **{name: _elide_all(rows[name].tolist(), longest[name]) for name in longest if name in rows}
    )


def _elide_all(texts: Sequence[object], longest: int) -> list[str]:
    return [elide(str(text), longest) for text in texts]
