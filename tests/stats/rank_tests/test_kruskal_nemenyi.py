import pytest
from published import by_pair, cases

from benchreport.stats import dunn, kruskal_nemenyi


@pytest.mark.parametrize(("scores", "answer"), cases("run_pairs"))
def test_against_r(scores, answer):
    """ptukey of R 4.2.2, which is good to about 1e-10, at √2·|z|."""
    rows, alone = by_pair(kruskal_nemenyi(scores)), by_pair(dunn(scores))
    for pair in answer["joint"]:
        name = pair["first"], pair["second"]
        assert rows[name].p_adjusted == pytest.approx(pair["nemenyi_p"], rel=1e-6, abs=1e-9)
        assert rows[name].statistic == pytest.approx(
            2**0.5 * abs(pair["dunn_z"]), rel=1e-9, abs=1e-9
        )
        assert rows[name].p_value == alone[name].p_value
