"""What WEKA's Experimenter prints of a test, with deviations and without, as published outputs have it."""

import pytest

from benchreport.data.readers import read
from benchreport.errors import ReadError

HEAD = """Tester:     weka.experiment.PairedCorrectedTTester -G 4,5,6 -D 1 -R 2 -S 0.05
Analysing:  {measure}
Datasets:   3
Resultsets: 3
Confidence: 0.05 (two tailed)
Sorted by:  -
Date:       11/20/26, 10:00 AM


"""
DEVIATIONS = """Dataset                   (1) rules.On | (2) lazy.IB (3) lazy.IB
------------------------------------------------------------------
soybean                  (100)   42.5( 5.47) |   94.25( 5.30) v  95.5(13.02)
x(10)-weka.filters.unsupe(100)   57.0( 9.7)  |   67.75( 8.1) v   49.5( 9.6) *
x(10)-weka.filters.unsupe(100)   83.5( 0.6)  |   98.5( 1.0)      86.5( 3.3) v
------------------------------------------------------------------
                              (v/ /*) |    (2/1/0)    (1/1/1)


Key:
(1) rules.OneR '-B 6' -3459427003147861443
(2) lazy.IBk '-K 1 -W 0 -A \\"weka.core.LinearNNSearch\\"' -3080186098777067172
(3) lazy.IBk '-K 5 -W 0 -A \\"weka.core.LinearNNSearch\\"' -3080186098777067172
"""
PLAIN = """Dataset        (1) rules.Ze | (2) trees
---------------------------------------
iris           (50)   33,25 |   94,5 v
glass          (50)   0,5   |   NaN
---------------------------------------
                    (v/ /*) | (1/0/0)

Key:
(1) rules.ZeroR '' 48055541465867954
(2) trees.J48 '-C 0.25 -M 2' -217733168393644444
"""


@pytest.fixture
def write(tmp_path):
    def write_text(text, measure="Percent_correct"):
        path = tmp_path / "weka.txt"
        path.write_text(HEAD.format(measure=measure) + text)
        return path

    return write_text


def test_means_of_schemes_with_options_and_of_datasets_with_cut_names(write):
    scores = read(write(DEVIATIONS)).bench.scores
    assert scores.algorithms == ("rules.OneR", "lazy.IBk -K 1", "lazy.IBk -K 5")
    cut = "x(10)-weka.filters.unsupe"
    assert scores.blocks == ("soybean", cut, f"{cut} (2)")
    assert scores.values.tolist() == [[42.5, 94.25, 95.5], [57, 67.75, 49.5], [83.5, 98.5, 86.5]]
    assert (scores.score, scores.higher_is_better) == ("Percent_correct", True)


def test_commas_and_gaps(write):
    frame = read(write(PLAIN, "Area_under_ROC"))
    table = frame.pivot(index="dataset", columns="algorithm", values="Area_under_ROC")
    assert table.loc["iris"].tolist() == [33.25, 94.5]
    assert table.loc["glass"].isna().tolist() == [False, True]


@pytest.mark.parametrize(
    ("measure", "higher"),
    [("Area_under_ROC", True), ("Kappa_statistic", True), ("Root_mean_squared_error", False)],
)
def test_measures_of_weka_have_a_direction(write, measure, higher):
    assert read(write(DEVIATIONS, measure)).bench.scores.higher_is_better is higher


@pytest.mark.parametrize(
    "text", [PLAIN.partition("Key:")[0], PLAIN[:60], PLAIN.replace("94,5 v", "")]
)
def test_a_part_of_the_output_is_refused(write, text):
    with pytest.raises(
        ReadError, match=r"no table between two rules|one mean of each of the 2"
    ) as caught:
        read(write(text))
    assert "the whole output" in str(caught.value)
