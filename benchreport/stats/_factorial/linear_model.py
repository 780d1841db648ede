"""The linear model of a result, which is loaded and fitted when somebody asks for it."""

from benchreport.data.scores import Scores
from benchreport.results.base import AnyResult, with_model


def with_formula(result: AnyResult, scores: Scores, *, blocks: bool = True) -> AnyResult:
    """Let a result fit the model of means by a formula (see `fit_formula`)."""

    def fit() -> object:
        from benchreport.stats._factorial.formula import fit_formula

        return fit_formula(scores, blocks=blocks)

    return with_model(result, fit)
