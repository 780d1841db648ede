"""The name of a file names the scores of a wide table, where it is a metric and nothing else."""

import pytest

from benchreport.data.readers import read
from benchreport.errors import DirectionError


@pytest.mark.parametrize(
    ("name", "metric", "higher"),
    [("hitrate", "hitrate", True), ("test-error", "error", False), ("results_AUC", "auc", True)],
)
def test_a_wide_table_has_the_metric_that_its_file_is_named_after(tmp_path, name, metric, higher):
    path = tmp_path / f"{name}.csv"
    path.write_text("dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\nglass,0.6,0.5\n")
    scores = read(path).bench.scores
    assert (scores.score, scores.higher_is_better) == (metric, higher)
    assert read(path).bench(score="quality", higher_is_better=True).scores.score == "quality"


@pytest.mark.parametrize(
    "name", ["cost_model_benchmark", "error_analysis", "results", "accuracy_drop"]
)
def test_a_file_whose_name_says_more_names_no_metric(tmp_path, name):
    path = tmp_path / f"{name}.csv"
    path.write_text("dataset,svm,knn\niris,0.9,0.8\nwine,0.7,0.6\nglass,0.6,0.5\n")
    with pytest.raises(DirectionError, match="have no name"):
        _ = read(path).bench.scores
