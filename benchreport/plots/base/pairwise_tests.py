"""The pairwise tests that figures run by name."""

import inspect
import typing

from benchreport.data.scores import Scores
from benchreport.errors import OptionError, check_choice
from benchreport.hints import option
from benchreport.results import PairwiseResult
from benchreport.stats.catalogue import select_procedures


def compare_pairs(
    scores: Scores, test: str | None, control: str | None, alpha: float
) -> PairwiseResult:
    """Run a pairwise test by its name: by default Nemenyi's, or Bonferroni-Dunn's with a control.

    Raises
    ------
    OptionError
        The test is unknown, takes no control, or needs one.
    """
    tests = select_procedures(Scores, PairwiseResult)
    name = test or ("nemenyi" if control is None else "bonferroni_dunn")
    check_choice("test", name, tests)
    if control is not None and "control" not in inspect.signature(tests[name]).parameters:
        raise OptionError(
            f"{name} compares all pairs and takes no control.",
            hint=option(test="bonferroni_dunn") + " or " + option(test="wilcoxon"),
        )
    if control is None and name not in list_tests_of_all_pairs():
        raise OptionError(
            f"{name} compares with a control, and none is given.",
            hint=option(control=scores.algorithms[0]),
        )
    options = {} if control is None else {"control": control}
    return typing.cast("PairwiseResult", tests[name](scores, alpha=alpha, **options))


def list_tests_of_all_pairs() -> list[str]:
    """Return the names of the pairwise tests that need no control."""
    required = inspect.Parameter.empty
    return [
        name
        for name, procedure in select_procedures(Scores, PairwiseResult).items()
        if getattr(inspect.signature(procedure).parameters.get("control"), "default", None)
        is not required
    ]
