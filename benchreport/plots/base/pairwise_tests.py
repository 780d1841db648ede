"""The pairwise tests that figures run by name."""

import inspect
import typing
from collections.abc import Callable

from benchreport import stats
from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.results import PairwiseResult, Result

# tests of mean ranks for all pairs and for a control, and the test of each pair alone
BLOCK_TESTS = "nemenyi", "bonferroni_dunn", "wilcoxon"
RUN_TESTS = "kruskal_nemenyi", "dunn", "rank_sum"


def compare_pairs(
    scores: Scores, test: str | None, control: str | None, alpha: float
) -> PairwiseResult:
    """Run a pairwise test by its name: by default of mean ranks, of blocks or of independent runs.

    Raises
    ------
    OptionError
        The test is unknown, takes no control, or needs one.
    """
    of_all, of_control, of_pairs = RUN_TESTS if scores.block_kind == "run" else BLOCK_TESTS
    name = test or (of_all if control is None else of_control)
    procedure = _find_test(name)
    if control is not None and "control" not in inspect.signature(procedure).parameters:
        raise OptionError(
            f"{name} compares all pairs and takes no control.",
            hint=option(test=of_control) + " or " + option(test=of_pairs),
        )
    if control is None and _needs_control(procedure):
        raise OptionError(
            f"{name} compares with a control, and none is given.",
            hint=option(control=scores.algorithms[0]),
        )
    options = {} if control is None else {"control": control}
    return typing.cast("PairwiseResult", procedure(scores, alpha=alpha, **options))


def _find_test(name: str) -> Callable[..., Result]:
    """Return a pairwise test; all procedures load only if none has this name."""
    procedure = getattr(stats, name, None)
    annotations = getattr(procedure, "__annotations__", {})
    if annotations.get("scores") is not Scores or annotations["return"] is not PairwiseResult:
        check_choice("test", name, _pairwise_tests())
    return typing.cast("Callable[..., Result]", procedure)


def _needs_control(procedure: Callable[..., Result]) -> bool:
    control = inspect.signature(procedure).parameters.get("control")
    return control is not None and control.default is control.empty


def _pairwise_tests() -> dict[str, Callable[..., Result]]:
    from benchreport.stats.catalogue import select_procedures  # loads all procedures

    return select_procedures(Scores, PairwiseResult)


def list_tests_of_all_pairs() -> list[str]:
    """Return the names of the pairwise tests that need no control."""
    return [name for name, test in _pairwise_tests().items() if not _needs_control(test)]
