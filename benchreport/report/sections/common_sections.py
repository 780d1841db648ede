"""The sections that every report has, the verdict and the appendix, and words for what was compared."""

from collections.abc import Sequence

from benchreport.report.document import Block, Code, Facts, Provenance, Section, Text
from benchreport.report.reproduction import CALL, AnyAnalysis, versions
from benchreport.report.sections.result_blocks import deciding_figure
from benchreport.results import PairwiseResult
from benchreport.results import number_format as fmt


def verdict_section(analysis: AnyAnalysis, decisive: PairwiseResult | None) -> Section:
    """Show the verdict with what threatens it, and the figure of the test that decides."""
    blocks = (Text(analysis.sentences, lead=True), *deciding_figure(decisive))
    return Section(key="verdict", title="Verdict", blocks=blocks)


def describe_comparison(analysis: AnyAnalysis, all_others: str = "") -> str:
    """Say which pairs are compared at which level.

    Parameters
    ----------
    analysis
        Its control and its alpha.
    all_others
        Words for the others that are compared with the control, such as ``"every algorithm "``.
    """
    level = f"family-wise alpha = {fmt.number(analysis.alpha)}"
    if analysis.control is None:
        return f"all pairs, {level}"
    return f"{all_others}with the control {analysis.control}, {level}"


def appendix_section(
    analysis: AnyAnalysis, sha256: str, provenance: Provenance, tables: Sequence[Block] = ()
) -> Section:
    """List what the numbers depend on, with this digest of data that come from no file; tables may follow."""
    seeds = {f"{row.seed} ({row.short_name})" for row in analysis.results if row.seed is not None}
    facts = [
        ("SHA-256 of the input", provenance.sha256 or sha256),
        ("Seed", fmt.join(sorted(seeds)) or "none needed"),
        *versions(),
    ]
    call = [Code(text=provenance.call, caption=CALL)] if provenance.call else []
    blocks = (Facts(tuple(facts)), *call, *tables)
    return Section(key="appendix", title="Appendix", blocks=blocks)
