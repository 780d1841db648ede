"""What type checkers see of the accessor's typed twin."""

from typing import assert_type

import pandas as pd
from matplotlib.axes import Axes

from benchreport import bench, friedman, read
from benchreport.accessor import Bench
from benchreport.data import Scores
from benchreport.report import Report
from benchreport.results import (
    DescriptionResult,
    OmnibusResult,
    PairwiseResult,
    RankingResult,
    VarianceResult,
)

frame = pd.DataFrame({"a": [0.9, 0.8], "b": [0.7, 0.6]})
bound = bench(frame, score="accuracy")

assert_type(bound, Bench)
assert_type(bound(higher_is_better=True), Bench)
assert_type(bound.read(), Bench)
assert_type(bound.scores, Scores)
assert_type(bound.describe(), DescriptionResult)
assert_type(bound.ranks(), RankingResult)
assert_type(bound.friedman(alpha=0.1, variant="exact"), OmnibusResult)
assert_type(bound.anova(), VarianceResult)
assert_type(bound.nemenyi(), PairwiseResult)
assert_type(bound.bonferroni_dunn(control="a"), PairwiseResult)
assert_type(bound.wilcoxon(zeros="pratt"), PairwiseResult)
assert_type(bound.tukey(), PairwiseResult)
assert_type(bound.cd_plot(), Axes)
assert_type(bound.report(), Report)
assert_type(friedman(bound.scores), OmnibusResult)
assert_type(read(frame), pd.DataFrame)


def wrong_calls() -> None:
    """Say what a type checker must refuse; never run."""
    bound.friedman(variant="exakt")  # type: ignore[arg-type]
    bound.bonferroni_dunn()  # type: ignore[call-arg]
    bound.wilcoxon("holm")  # type: ignore[arg-type, call-arg]
    bound.cd_plot(controll="a")  # type: ignore[call-arg]
    bound.roc_plot(alpha="0.05")  # type: ignore[arg-type]
