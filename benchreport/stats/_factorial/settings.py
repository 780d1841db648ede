"""What the caller chose of a model of factors, checked against the table."""

from typing import Literal, NamedTuple

from benchreport.data.columns.factors import Factor, as_columns
from benchreport.data.columns.words.ablation_names import find_whole
from benchreport.data.scores import Scores
from benchreport.errors import DesignError, OptionError, check_number, examples, format_count
from benchreport.hints import bench, call, option

Covariance = Literal["nonrobust", "HC3", "cluster"]
Strata = Literal["greenhouse_geisser", "huynh_feldt", "uncorrected"]
UNCORRECTED: Strata = "uncorrected"
STRATA: tuple[Strata, ...] = ("greenhouse_geisser", "huynh_feldt", UNCORRECTED)
POOLED, RANDOM = "pooled", "random"
ONE_ERROR = (POOLED, RANDOM)


class Settings(NamedTuple):
    """What the caller chose of a model of factors."""

    procedure: str
    factors: object = None
    interactions: bool | int = True
    typ: int = 2
    covariates: object = None
    covariance: Covariance = "nonrobust"
    blocks: bool = True
    variant: str = "auto"
    needs_factors: bool = False


def find_factors(scores: Scores, settings: Settings) -> tuple[Factor, ...]:
    """Return the factors of a table; without any, the algorithm is the only one.

    Raises
    ------
    OptionError
        Columns are named that the table was not read by.
    DesignError
        The procedure needs factors.
    """
    for role, read in (
        ("factors", [factor.name for factor in scores.factors]),
        ("covariates", [*scores.covariates]),
    ):
        names = as_columns(getattr(settings, role))
        if not {str(name) for name in names} <= {*read}:
            raise OptionError(
                f"the table was read without the {role} {examples(names)}.",
                hint=bench(**{role: [*names]}),
            )
    if settings.needs_factors and not scores.factors:
        raise _no_factors(scores, settings)
    return scores.factors or (algorithm_as_factor(scores),)


def algorithm_as_factor(scores: Scores) -> Factor:
    places = {name: place for place, name in enumerate(scores.algorithms)}
    return Factor(name="algorithm", levels=scores.algorithms, level_of=places)


def choose_order(interactions: bool | int, n_factors: int) -> int:  # noqa: FBT001 - all, none or up to
    """Return up to how many factors an interaction has.

    Raises
    ------
    OptionError
        It is no number from 1.
    """
    if interactions is True:
        return n_factors
    if interactions is False:
        return 1
    check_number("interactions", interactions, above=0, whole=True, hint=option(interactions=2))
    return min(int(interactions), n_factors)


def _no_factors(scores: Scores, settings: Settings) -> DesignError:
    control = find_whole(scores.algorithms) or scores.algorithms[0]
    each = call("wilcoxon", control=control) + " compares each with it"
    columns = [*scores.runs.setting_columns]
    named = call(settings.procedure, factors=columns) + " names them; " if columns else ""
    return DesignError(
        f"{settings.procedure} needs columns of settings whose combinations are the algorithms; the table "
        f"was read with {format_count(len(scores.algorithms), 'algorithm')} and no factors.",
        hint=named + "if the algorithms are variants of one, " + each,
    )
