"""The methods paragraph, what it cites, and what the numbers were computed with."""

import importlib.metadata
import platform

from benchreport.analysis import Analysis
from benchreport.errors import counted
from benchreport.results import format as fmt
from benchreport.results.bibliography import BIBLIOGRAPHY

__all__ = ["cited", "environment", "methods"]

PACKAGES = ("benchreport", "numpy", "pandas", "scipy", "statsmodels", "matplotlib", "weasyprint")


def methods(analysis: Analysis) -> tuple[str, ...]:
    """Write what was done, ready to paste.

    Parameters
    ----------
    analysis
        What was done.
    """
    scores = analysis.scores
    averaged = (
        " Repeated runs were averaged within each dataset." if scores.counts.max() > 1 else ""
    )
    gaps = ""
    if scores.filled:
        gaps = f" {len(scores.filled)} missing scores were replaced by their {scores.block_kind}'s worst."
    elif scores.dropped:
        left = counted(len(scores.dropped), f"incomplete {scores.block_kind}")
        gaps = f" Left out: {left}."
    where = f"{len(scores.blocks)} {scores.block_kind}s"
    if scores.block_kind == "repeat":
        where += f" on {scores.dataset}" if scores.dataset else " on one dataset"
    version = importlib.metadata.version("benchreport")
    first = (
        f"We compared {len(scores.algorithms)} algorithms on {where} by {scores.score} "
        f"({scores.direction}).{averaged}{gaps} {_omnibus(analysis)} {_ranks(analysis)} "
        f"{_signed_ranks(analysis)} {_means(analysis)} All tests are two-sided at alpha = "
        f"{fmt.number(analysis.alpha)}. The analysis was run with benchreport {version}."
    )
    return (first,)


def _cite(*keys: str) -> str:
    return f"({'; '.join(BIBLIOGRAPHY[key].short for key in keys)})"


def _omnibus(analysis: Analysis) -> str:
    kind = {
        "exact": "with its exact null distribution given the observed ties",
        "chi2": "in its χ² approximation",
        "iman_davenport": f"in Iman and Davenport's F form {_cite('iman1980')}",
    }[analysis.omnibus.variant]
    return (
        f"Differences among all algorithms were tested by Friedman's test {_cite('friedman1937')} "
        f"{kind}, corrected for ties, with Kendall's W {_cite('kendall1939')} as effect size."
    )


def _ranks(analysis: Analysis) -> str:
    if analysis.control is None:
        return (
            f"Mean ranks of all pairs were compared by Nemenyi's test {_cite('nemenyi1963', 'demsar2006')} "
            "with p-values from the studentized range."
        )
    return (
        f"Mean ranks were compared with the control {analysis.control} by the Bonferroni–Dunn test "
        f"{_cite('dunn1961', 'demsar2006')}."
    )


def _signed_ranks(analysis: Analysis) -> str:
    exact = {"exact": "exact ", "normal": ""}.get(analysis.signed_rank_pairs.variant, "")
    return (
        "As mean ranks depend on the set of algorithms compared "
        f"{_cite('benavoli2016')}, pairs were also compared by {exact}Wilcoxon signed-rank tests "
        f"{_cite('wilcoxon1945')} with Holm's correction {_cite('holm1979')}, reporting "
        f"Hodges–Lehmann shifts {_cite('hodges1963')} and matched-pairs rank-biserial correlations "
        f"{_cite('kerby2014')}."
    )


def _means(analysis: Analysis) -> str:
    corrected = {
        "greenhouse_geisser": f", with Greenhouse and Geisser's correction {_cite('greenhouse1959')}",
        "huynh_feldt": f", with Huynh and Feldt's correction {_cite('huynh1976')}",
    }.get(analysis.variance.variant, "")
    return (
        "Mean scores were examined by a randomized-block analysis of variance"
        f"{corrected}, and Tukey's simultaneous intervals {_cite('tukey1953')} on its residual mean "
        "square."
    )


def cited(analysis: Analysis) -> tuple[str, ...]:
    """Return the keys of all that results and methods cite, by author.

    Parameters
    ----------
    analysis
        Its results carry their references.
    """
    keys = {key for result in analysis.results for key in result.references}
    return tuple(sorted(keys, key=lambda key: BIBLIOGRAPHY[key].text.casefold()))


def environment() -> list[tuple[str, str]]:
    """Return the versions that the numbers depend on."""
    versions = [(name, importlib.metadata.version(name)) for name in PACKAGES]
    return [("Python", platform.python_version()), *versions]
