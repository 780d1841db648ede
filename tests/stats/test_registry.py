"""The registry: which catalogue a procedure is in follows from its annotations."""

import inspect
import pkgutil

from benchreport import stats
from benchreport.data import Predictions, Scores
from benchreport.results import PairwiseResult, RankingResult
from benchreport.stats.catalogue import select_procedures


def test_every_procedure_is_in_one_catalogue():
    catalogues = (
        stats.CATALOGUE,
        stats.PREDICTION_CATALOGUE,
        stats.CURVE_CATALOGUE,
        stats.SEVERAL_CATALOGUE,
    )
    names = [name for catalogue in catalogues for name in catalogue]
    # the command line lists them in this order
    assert names == list(stats.PROCEDURES)
    assert all(name == procedure.__name__ for name, procedure in stats.PROCEDURES.items())
    assert all(inspect.isfunction(procedure) for procedure in stats.PROCEDURES.values())


def test_the_first_of_several_tables_counts():
    assert next(iter(stats.point_632.__annotations__.values())) == Predictions | Scores
    assert "point_632" in stats.PREDICTION_CATALOGUE
    assert "point_632" not in stats.CATALOGUE


def test_procedures_are_selected_by_what_they_return():
    assert list(select_procedures(Scores, RankingResult)) == ["ranks"]
    pairwise = select_procedures(Scores, PairwiseResult)
    # subclasses count, too
    assert {"nemenyi", "cv_t", "mixed_model", "multi_comparison"} <= set(pairwise)
    assert "friedman" not in pairwise
    assert "mcnemar" in select_procedures(Predictions, PairwiseResult)


def test_no_folder_of_a_family_hides_a_procedure():
    folders = {each.name for each in pkgutil.iter_modules(stats.__path__)}
    assert "rank_tests" in folders
    assert not folders & set(stats.PROCEDURES)
