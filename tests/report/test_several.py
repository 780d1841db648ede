import numpy as np
import pandas as pd
import pytest
from lxml import html

import benchreport
from benchreport.numerics.adjust import adjust
from benchreport.stats import friedman


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    rows = [
        (f"a{a}", f"d{d}", 0.1 * a + rng.normal() * 0.05, rng.normal())
        for a in range(4)
        for d in range(12)
    ]
    return pd.DataFrame(rows, columns=["algorithm", "dataset", "accuracy", "f1"])


def test_p_values_are_adjusted_over_metrics(frame):
    bench = benchreport.bench(frame)
    page = html.fromstring(bench.report_metrics(scores=["accuracy", "f1"]).html)
    section = page.xpath("//section[@id='metrics']")[0]
    p = [friedman(bench(score=name).scores).p_value for name in ("accuracy", "f1")]
    cells = [row.xpath("./td/text()")[-1] for row in section.xpath(".//tbody/tr")[:2]]
    expected = adjust(p, "holm")
    assert cells[0] == "< .001"
    assert cells[1] == f"{expected[1]:.3f}".removeprefix("0")
    assert "differ by accuracy; by f1 no difference was shown" in section.text_content()
    assert len(section.xpath(".//figure[@data-test='figure']")) == 2


def test_the_first_metric_is_reported_in_full(frame):
    made = benchreport.bench(frame).report_metrics(scores=["f1", "accuracy"], title="Two")
    assert made.document.title == "Two"
    assert made.analysis.scores.score == "f1"
