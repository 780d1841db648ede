"""The methods paragraph and its references."""

import importlib.metadata
from collections.abc import Iterable, Sequence

from benchreport.analysis import Analysis
from benchreport.data.gaps_in_words import gaps_in_words
from benchreport.report.document import Code, Facts
from benchreport.report.reproduction import AnyAnalysis
from benchreport.results import (
    BayesResult,
    OmnibusResult,
    PairwiseResult,
    Result,
    VarianceResult,
)
from benchreport.results import number_format as fmt
from benchreport.results.bibliography import BIBLIOGRAPHY, bibtex
from benchreport.results.pairwise import CORRECTIONS


def method_paragraphs(analysis: Analysis, include: Sequence[Result] = ()) -> tuple[str, ...]:
    """Write what was done, ready to paste, with the results that were included."""
    scores = analysis.scores
    averaged = (
        " Repeated runs were averaged within each dataset." if scores.counts.max() > 1 else ""
    )
    gaps = gaps_in_words(scores)
    gaps = f" {gaps}." if gaps else ""
    if analysis.pairs and not scores.complete:
        complete = analysis.pairs[0].design.n_blocks
        gaps += f" Pairs were compared on the {complete} complete {scores.block_kind}s."
    version = importlib.metadata.version("benchreport")
    steps = (analysis.omnibus, *analysis.pairs, analysis.variance)
    described = analysis.descriptive
    sentences = " ".join(
        method_sentence(result)
        for result in steps
        if result is not None and result not in described
    )
    if described:
        names = fmt.join(_name_method(result) for result in described)
        sentences += f" For description only, as they take blocks as independent, we show: {names}."
    sentences += "".join(f" {method_sentence(result)}" for result in include)
    posterior = "" if analysis.bayes is None else f" {_bayes(analysis.bayes)}"
    first = (
        f"We compared {len(scores.algorithms)} algorithms {_where(analysis)} by {scores.score} "
        f"({scores.direction}).{averaged}{gaps} {sentences} {_effects(analysis)}{posterior} All tests are "
        f"two-sided unless said otherwise, at alpha = {fmt.number(analysis.alpha)}. The analysis was run "
        f"with benchreport {version}."
    )
    return (first,)


def brief_sentence(analysis: Analysis) -> str:
    """Write the same in one sentence, for a paper with little room."""
    scores = analysis.scores
    tests_run = (analysis.omnibus, analysis.decisive)
    steps = [
        result for result in tests_run if result is not None and result not in analysis.descriptive
    ]
    tests = " and ".join(
        f"the {fmt.lower(result.method)} {cite(*result.references[:1])}" for result in steps
    )
    by = f" by {tests}" if tests else ""
    version = importlib.metadata.version("benchreport")
    return (
        f"We compared {len(scores.algorithms)} algorithms {_where(analysis)}{by} (alpha = "
        f"{fmt.number(analysis.alpha)}; benchreport {version})."
    )


def _where(analysis: Analysis) -> str:
    scores = analysis.scores
    if scores.block_kind == "run":
        return "with independent runs"
    where = f"on {len(scores.blocks)} {scores.block_kind}s"
    if scores.block_kind == "repeat":
        where += f" of {scores.dataset}" if scores.dataset else " of one dataset"
    return where


def method_sentence(result: Result) -> str:
    """Describe one result: common procedures in their own words, others by name and source."""
    if isinstance(result, OmnibusResult) and result.procedure == "friedman":
        return _omnibus(result)
    if isinstance(result, VarianceResult) and result.sphericity is not None:
        return _variance(result)
    if isinstance(result, PairwiseResult):
        return _pairs(result)
    if isinstance(result, BayesResult):
        return _bayes(result)
    return f"{capitalize(result.method)} was run {cite(*result.references[:2])}."


def _name_method(result: Result) -> str:
    # the references of an analysis of variance are for its corrections
    return (
        result.method
        if result.procedure == "anova"
        else (f"{result.method} {cite(*result.references[:1])}")
    )


def capitalize(text: str) -> str:
    """Begin with a capital."""
    return text[:1].upper() + text[1:]


def cite(*keys: str) -> str:
    """Cite by author and year, in brackets."""
    return f"({'; '.join(BIBLIOGRAPHY[key].short for key in keys)})"


def _omnibus(result: OmnibusResult) -> str:
    kind = {
        "exact": "with its exact null distribution given the observed ties",
        "chi2": "in its χ² approximation",
        "iman_davenport": f"in Iman and Davenport's F form {cite('iman1980')}",
    }[result.variant]
    return (
        f"Differences among all algorithms were tested by Friedman's test {cite('friedman1937')} "
        f"{kind}, corrected for ties, with Kendall's W {cite('kendall1939')} as effect size."
    )


def _pairs(result: PairwiseResult) -> str:
    if result.procedure == "nemenyi":
        return (
            "Mean ranks of all pairs were compared by Nemenyi's test "
            f"{cite('nemenyi1963', 'demsar2006')} with p-values from the studentized range."
        )
    if result.procedure == "bonferroni_dunn":
        return (
            f"Mean ranks were compared with the control {result.control} by the Bonferroni–Dunn "
            f"test {cite('dunn1961', 'demsar2006')}."
        )
    if result.procedure == "tukey":
        return (
            f"Means were compared by Tukey's simultaneous intervals {cite('tukey1953')} on the "
            "residual mean square of that layout."
        )
    if result.procedure == "wilcoxon":
        return _wilcoxon(result)
    if result.procedure == "corrected_t":
        return (
            f"Pairs were compared by the corrected resampled t test {cite('nadeau2003')}, which "
            f"allows for overlapping training sets{correction_words(result)}."
        )
    versus = "" if result.control is None else f" with the control {result.control}"
    sources = [key for key in result.references if key not in ("grissom2012", "wilson1927")][:2]
    return f"Pairs were compared{versus} by the {result.method} {cite(*sources)}{correction_words(result)}."


def correction_words(result: PairwiseResult) -> str:
    """Name the correction of a result as the methods paragraph does."""
    correction = CORRECTIONS[result.correction]
    if not correction.reference or result.correction in ("none", "max_t"):
        return ""
    return f", adjusted by {correction.words} {cite(correction.reference)}"


def _wilcoxon(result: PairwiseResult) -> str:
    exact = {"exact": "exact ", "normal": ""}.get(result.variant, "")
    shift = result.difference_name.partition(" of ")[0]
    estimate = f"Hodges–Lehmann shifts {cite('hodges1963')}"
    return (
        "As mean ranks depend on the set of algorithms compared "
        f"{cite('benavoli2016')}, pairs were compared by {exact}Wilcoxon signed-rank tests "
        f"{cite('wilcoxon1945')}{correction_words(result)}, reporting "
        f"{estimate if shift.startswith('Hodges') else 'median differences'} and matched-pairs "
        f"rank-biserial correlations {cite('kerby2014')}."
    )


def _variance(result: VarianceResult) -> str:
    corrected = {
        "greenhouse_geisser": f", with Greenhouse and Geisser's correction {cite('greenhouse1959')}",
        "huynh_feldt": f", with Huynh and Feldt's correction {cite('huynh1976')}",
    }.get(result.variant, "")
    return f"Mean scores were examined by a randomized-block analysis of variance{corrected}."


def _effects(analysis: Analysis) -> str:
    if analysis.effects is None:
        return ""
    names = fmt.join(name for name, _ in analysis.effects.definitions)
    level = fmt.number(100 * (1 - analysis.alpha))
    return f"Effect sizes ({names}) are reported with {level} % intervals."


def _bayes(result: BayesResult) -> str:
    """Describe posterior probabilities by their model, prior, region and draws."""
    versus = "all pairs" if result.control is None else f"{result.control} and each of the others"
    region = "no region of practical equivalence"
    if result.rope:
        region = f"a region of practical equivalence of ± {fmt.number(result.rope)}"
    draws = f", from {result.n_resamples:,} draws" if result.n_resamples is not None else ""
    return (
        f"The posterior probabilities that either is better were computed for {versus} by the "
        f"{result.method} {cite(*result.references[:2])} with {region} (prior: {result.prior}){draws}; a "
        f"pair counts as decided from {fmt.number(result.confidence)} on."
    )


def cited_keys(analysis: AnyAnalysis, include: Sequence[Result] = ()) -> set[str]:
    """Return the keys of all that results cite, and the advice that led to them where there is any."""
    keys = {key for result in (*analysis.results, *include) for key in result.references}
    advice = analysis.advice.of("recommended") if isinstance(analysis, Analysis) else ()
    return keys | {key for suggestion in advice for key in suggestion.references}


def reference_blocks(keys: Iterable[str]) -> tuple[Facts, Code]:
    """List references by author, and the same as BibTeX."""
    ordered = sorted(set(keys), key=lambda key: BIBLIOGRAPHY[key].text.casefold())
    rows = tuple((BIBLIOGRAPHY[key].short, BIBLIOGRAPHY[key].text) for key in ordered)
    return Facts(rows), Code(text=bibtex(tuple(ordered)), caption="The references as BibTeX")
