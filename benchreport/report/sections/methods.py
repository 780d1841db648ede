"""The methods paragraph and its references."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from benchreport.analysis import Analysis
from benchreport.analysis.verdicts.advantage import choose_sizes
from benchreport.analysis.verdicts.caution import Caution
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.errors import format_count
from benchreport.report.document import Detail, Download, Facts, Section, Text
from benchreport.report.reproduction import AnyAnalysis
from benchreport.results import (
    AblationResult,
    BayesResult,
    FactorialResult,
    OmnibusResult,
    PairwiseResult,
    Result,
    VarianceResult,
)
from benchreport.results.citing.bibliography import BIBLIOGRAPHY, bibtex
from benchreport.results.pairs.pairwise import CORRECTIONS
from benchreport.results.writing import number_format as fmt
from benchreport.version import __version__
from benchreport.wording.papers import methods as wording
from benchreport.wording.papers.sections import METHODS


def method_paragraphs(analysis: Analysis, include: Sequence[Result] = ()) -> tuple[str, ...]:
    """Write what was done, ready to paste, with the results that were included."""
    others = (analysis.variance, analysis.ablation, analysis.factorial)
    steps = [result for result in others if result is not None]
    omnibus = analysis.omnibus
    sentences = [
        *_describe_data(analysis),
        _omnibus(omnibus) if omnibus and _is_told(analysis, omnibus) else "",
        *_all_pairs(analysis),
        *(method_sentence(result) for result in steps if _is_told(analysis, result)),
        _descriptive(analysis),
        *(method_sentence(result) for result in include),
        _effects(analysis),
        "" if analysis.bayes is None else _bayes(analysis.bayes),
        wording.TWO_SIDED.format(level=fmt.level(analysis.alpha)),
        software_sentence(),
    ]
    return (" ".join(sentence for sentence in sentences if sentence),)


def _is_told(analysis: Analysis, result: Result) -> bool:
    """Return whether a result has a sentence of its own."""
    return result not in analysis.descriptive


def _all_pairs(analysis: Analysis) -> Iterator[str]:
    """Describe the tests of pairs, and the differences and effect sizes that the report has of them."""
    decides, sized = analysis.decisive, choose_sizes(analysis.pairs)
    for result in analysis.pairs:
        if not _is_told(analysis, result):
            continue
        yield _pairs(result, None if result is decides else decides)
        if result is sized and result.procedure == "wilcoxon":
            yield wording.REPORTED.format(what=_name_shifts(result))
    if decides is None or not _is_told(analysis, decides):
        return
    if decides.effect_name != decides.difference_name:
        sources = [key for key in EFFECT_SOURCES if key in decides.references]
        yield wording.EFFECT_OF_PAIRS.format(
            effect=decides.effect_name, source=_source(*sources[:1])
        )


def _name_shifts(result: PairwiseResult) -> str:
    """Name the differences that a signed-rank test estimates."""
    if result.difference_name.startswith("Hodges"):
        return wording.HODGES_LEHMANN.format(citation=cite("hodges1963"))
    return wording.MEDIAN_DIFFERENCES


def software_sentence() -> str:
    """Name and cite this package with its version."""
    return wording.SOFTWARE.format(version=__version__, citation=cite("benchreport"))


def _describe_data(analysis: Analysis) -> list[str]:
    """Describe what was compared, what was averaged, and what is missing."""
    scores = analysis.scores
    sentences = [
        wording.COMPARED.format(
            algorithms=format_count(len(scores.algorithms), "algorithm"),
            where=_where(analysis),
            score=scores.score,
            direction=scores.direction,
        )
    ]
    sentences += [wording.AVERAGED] * bool(scores.counts.max() > 1)
    gaps = gaps_in_words(scores)
    sentences += [f"{gaps}."] * bool(gaps)
    if analysis.pairs and not scores.complete:
        blocks = format_count(analysis.pairs[0].design.n_blocks, scores.block_kind)
        sentences.append(wording.COMPLETE.format(blocks=blocks))
    return sentences


def _descriptive(analysis: Analysis) -> str:
    names = fmt.join(_name_method(result) for result in analysis.descriptive)
    blocks = f"{analysis.scores.block_kind}s"
    return wording.DESCRIPTIVE.format(names=names, blocks=blocks) if names else ""


def brief_sentence(analysis: Analysis) -> str:
    """Write the same in one sentence, for a paper with little room."""
    tests_run = (analysis.omnibus, analysis.decisive)
    tests = " and ".join(
        f"the {fmt.lower(result.method)} {cite(*result.references[:1])}"
        for result in tests_run
        if result is not None and result not in analysis.descriptive
    )
    return wording.BRIEF.format(
        algorithms=format_count(len(analysis.scores.algorithms), "algorithm"),
        where=_where(analysis),
        tests=wording.BRIEF_TESTS.format(tests=tests) if tests else "",
        level=fmt.level(analysis.alpha),
        version=__version__,
    )


def _where(analysis: Analysis) -> str:
    scores = analysis.scores
    if scores.block_kind == "run":
        return wording.WITH_RUNS
    blocks = format_count(scores.n_scored, scores.block_kind)
    if scores.overlapping:
        dataset = scores.dataset or wording.ONE_DATASET
        return wording.ON_REPEATS.format(blocks=blocks, dataset=dataset)
    return wording.ON_BLOCKS.format(blocks=blocks)


def method_sentence(  # noqa: PLR0911 - one for each kind
    result: Result, beside: PairwiseResult | None = None
) -> str:
    """Describe one result: common procedures in their own words, others by name and source.

    Parameters
    ----------
    result
        Any result.
    beside
        The test of the same pairs that decides, if this is another view of them.
    """
    if isinstance(result, OmnibusResult) and result.procedure == "friedman":
        return _omnibus(result)
    if isinstance(result, AblationResult):
        return _ablation(result)
    if isinstance(result, FactorialResult):
        return _factorial(result)
    if isinstance(result, VarianceResult) and result.sphericity is not None:
        return _variance(result)
    if isinstance(result, PairwiseResult):
        return _pairs(result, beside)
    if isinstance(result, BayesResult):
        return _bayes(result)
    article = "the " if "test" in result.method.split() else ""
    method = f"{article}{fmt.lower(result.method)}"
    return wording.FURTHER.format(method=method, source=_source(*result.references[:2]))


def _name_method(result: Result) -> str:
    method = f"the {fmt.lower(result.method)}"
    # the references of an analysis of variance are for its corrections
    return method if result.procedure == "anova" else f"{method}{_source(*result.references[:1])}"


def capitalize(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]


def cite(*keys: str) -> str:
    """Cite by author and year, in brackets."""
    return f"({'; '.join(BIBLIOGRAPHY[key].short for key in keys)})"


def _source(*keys: str) -> str:
    """Cite what there is, after a space."""
    return wording.CITED.format(citation=cite(*keys)) if keys else ""


def _omnibus(result: OmnibusResult) -> str:
    if result.procedure != "friedman":
        return wording.OMNIBUS.format(
            method=fmt.lower(result.method), source=_source(*result.references[:2])
        )
    return wording.FRIEDMAN.format(
        citation=cite("friedman1937"),
        kind=wording.FRIEDMAN_KINDS[result.variant].format(citation=cite("iman1980")),
        effect=cite("kendall1939"),
        interval=wording.INTERVAL_OF_W * (result.effect_spread is not None),
    )


def _pairs(result: PairwiseResult, beside: PairwiseResult | None) -> str:
    if result.procedure == "wilcoxon":
        return _wilcoxon(result, beside)
    template, keys = PAIR_SENTENCES.get(result.procedure, (wording.PAIRS, ()))
    also = "also " * (beside is not None)
    sources = [key for key in result.references if key not in EFFECT_SOURCES][:2]
    return template.format(
        citation=cite(*keys),
        control=result.control,
        also=also,
        pairs=wording.PAIRS_COMPARED.format(also=also),
        versus=_versus(result),
        method=fmt.lower(result.method),
        source=_source(*sources),
        correction=correction_words(result),
    )


PAIR_SENTENCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "nemenyi": (wording.NEMENYI, ("nemenyi1963", "demsar2006")),
    "bonferroni_dunn": (wording.BONFERRONI_DUNN, ("dunn1961", "demsar2006")),
    "tukey": (wording.TUKEY, ("tukey1953",)),
    "corrected_t": (wording.CORRECTED_T, ("nadeau2003",)),
}


# of effect sizes; the others are of tests
EFFECT_SOURCES = ("kerby2014", "grissom2012", "wilson1927")


def correction_words(result: PairwiseResult) -> str:
    """Name the correction of a result as the methods paragraph does."""
    reference = CORRECTIONS[result.correction].reference
    alone = len(result.comparisons) == 1
    if alone or not reference or result.correction in ("none", "max_t"):
        return ""
    adjusted = wording.INTERVALS_ADJUSTED.format(citation=cite("serlin1993"))
    return (
        wording.CORRECTED.format(
            correction=wording.CORRECTIONS[result.correction],
            citation=cite(reference),
            comparisons=format_count(len(result.comparisons), "comparison"),
        )
        + adjusted * result.adjusted_intervals
    )


def _versus(result: PairwiseResult) -> str:
    return "" if result.control is None else wording.WITH_CONTROL.format(control=result.control)


def _wilcoxon(result: PairwiseResult, beside: PairwiseResult | None) -> str:
    pairs = wording.PAIRS_COMPARED
    ranked = result if beside is None else beside
    if ranked.by_ranks and ranked.design.n_algorithms > 2:  # noqa: PLR2004 - one pair has no others
        pairs = wording.BECAUSE_OF_RANKS
    return wording.WILCOXON.format(
        pairs=pairs.format(reason=cite("benavoli2016"), also="also " * (beside is not None)),
        versus=_versus(result),
        exact=f"{wording.WILCOXON_EXACT} " if result.variant == "exact" else "",
        citation=cite("wilcoxon1945"),
        correction=correction_words(result),
    )


def _variance(result: VarianceResult) -> str:
    keys = {"greenhouse_geisser": "greenhouse1959", "huynh_feldt": "huynh1976"}
    if result.variant not in keys:
        return wording.ANOVA.format(correction="")
    corrected = wording.SPHERICITY[result.variant].format(citation=cite(keys[result.variant]))
    return wording.ANOVA.format(correction=corrected)


def _ablation(result: AblationResult) -> str:
    n = len(result.components)
    how = CORRECTIONS[result.correction].reference
    corrected = ""
    if n > 1 and how:
        corrected = wording.CORRECTED.format(
            correction=wording.CORRECTIONS[result.correction],
            citation=cite(how),
            comparisons=format_count(n, "component"),
        )
    kind = result.design.block_kind
    template = wording.ABLATION if result.variant == "per_block" else wording.ABLATION_POOLED
    return template.format(
        block=kind,
        how=wording.ABLATION_HOW[result.crossed],
        corrected=corrected,
        formula=result.formula,
        citation=cite("searle1980"),
    )


def _factorial(result: FactorialResult) -> str:
    keys = {"greenhouse_geisser": "greenhouse1959", "huynh_feldt": "huynh1976"}
    if result.variant not in keys:
        return wording.FACTORIAL_POOLED.format(formula=result.formula, typ="I" * result.typ)
    corrected = wording.SPHERICITY[result.variant].format(citation=cite(keys[result.variant]))
    return wording.FACTORIAL.format(corrected=corrected)


def _effects(analysis: Analysis) -> str:
    if analysis.effects is None:
        return ""
    names = fmt.join(name for name, _ in analysis.effects.definitions)
    level = fmt.number(100 * (1 - analysis.alpha))
    return wording.EFFECT_SIZES.format(names=names, level=level)


def _bayes(result: BayesResult) -> str:
    """Describe posterior probabilities by their model, prior, region and draws."""
    versus, region, draws = wording.ALL_PAIRS, wording.NO_ROPE, ""
    if result.control is not None:
        versus = wording.CONTROL_PAIRS.format(control=result.control)
    if result.rope:
        region = wording.ROPE.format(rope=fmt.number(result.rope))
    if result.n_resamples is not None:
        draws = wording.DRAWS.format(n=f"{result.n_resamples:,}")
    return wording.BAYES.format(
        versus=versus,
        method=result.method,
        citation=cite(*result.references[:2]),
        region=region,
        draws=draws,
        prior=result.prior,
        level=fmt.level(result.confidence),
    )


def cited_keys(analysis: AnyAnalysis, include: Sequence[Result] = ()) -> set[str]:
    """Return the keys of all that results cite, of the advice that led to them, and of this package."""
    keys = {"benchreport"} | {
        key for result in (*analysis.results, *include) for key in result.references
    }
    advice = analysis.advice.of("recommended") if isinstance(analysis, Analysis) else ()
    return keys | {key for suggestion in advice for key in suggestion.references}


def select_shown(analysis: Analysis, detail: Detail = "standard") -> Analysis:
    """Leave out the results that a report of this detail does not show."""
    if detail == "full":
        return analysis
    # of tests that decide nothing, only those of pairs are shown
    omnibus = None if analysis.omnibus in analysis.descriptive else analysis.omnibus
    shown = replace(analysis, effects=None, variance=None, omnibus=omnibus)
    if detail == "standard":
        return shown
    shown = replace(shown, bayes=None, cautions=select_cautions(analysis.cautions))
    return replace(shown, pairs=select_named(shown.pairs, shown.sentences))


def select_cautions(cautions: Iterable[Caution]) -> tuple[Caution, ...]:
    """Leave out what posterior probabilities say, which a brief report does not show."""
    return tuple(caution for caution in cautions if caution.section != "bayes")


def select_named(
    pairs: Sequence[PairwiseResult], sentences: Iterable[str]
) -> tuple[PairwiseResult, ...]:
    """Return the test that decides, and those that the sentences name."""
    text = " ".join(sentences)
    others = (test for test in pairs[1:] if fmt.lower(test.method.partition(" (")[0]) in text)
    return (*pairs[:1], *others)


def methods_section(paragraphs: tuple[str, ...], keys: Iterable[str]) -> Section:
    """Make the section of these paragraphs, with those of the references that they cite."""
    text = " ".join(paragraphs)
    cited = [key for key in keys if BIBLIOGRAPHY[key].short in text]
    blocks = (Text(paragraphs), *reference_blocks(cited))
    return Section(key="methods", title=METHODS, blocks=blocks)


def reference_blocks(keys: Iterable[str]) -> tuple[Facts, Download]:
    """List references by author, with a BibTeX file of the same."""
    ordered = sorted(set(keys), key=lambda key: BIBLIOGRAPHY[key].text.casefold())
    rows = tuple((BIBLIOGRAPHY[key].short, BIBLIOGRAPHY[key].text) for key in ordered)
    entries = f"{bibtex(tuple(ordered)).strip()}\n".encode()
    return Facts(rows, references=True), Download(
        name="references.bib", content=entries, caption=wording.REFERENCES_AS_BIBTEX
    )
