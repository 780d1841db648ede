from html import escape

import numpy as np
import pandas as pd
import pytest

DRAWS = np.random.default_rng(4)
HOSTILE = "<img src=x onerror=alert(1)>"


def tables(k, n):
    names = [f"{HOSTILE}{place}" for place in range(k)]
    scored = pd.DataFrame(DRAWS.random((n, k)), columns=names)
    labels = pd.DataFrame(DRAWS.integers(0, 2, (n, k)), columns=names).assign(
        y_true=np.arange(n) % 2
    )
    rows = [(name, step, DRAWS.random()) for name in names for step in range(1, n)]
    traced = pd.DataFrame(rows, columns=["optimizer", "budget", "loss"])
    return {
        "Analysis": scored.bench(score="accuracy").analyze(),
        "PredictionAnalysis": labels.bench.analyze_predictions(),
        "CurveAnalysis": traced.bench.analyze_curves(),
    }


@pytest.mark.parametrize(("k", "n"), [(3, 6), (12, 40)])
def test_analyses_say_what_was_found_in_three_lines(k, n):
    for name, analysis in tables(k, n).items():
        first, verdict, results = repr(analysis).split("\n")
        assert first.startswith(f"{name}: {k} ")
        assert f"{analysis.headline}.".startswith(verdict.removesuffix("…"))
        assert results.startswith(
            f"{len(analysis.results)} results: {analysis.results[0].procedure}"
        )
        assert len(repr(analysis)) < 1000


@pytest.mark.parametrize(("k", "n"), [(3, 6), (12, 40)])
def test_notebooks_show_verdict_table_and_results(k, n):
    for analysis in tables(k, n).values():
        page = analysis._repr_html_()
        assert "<img" not in page
        assert "&lt;img" in page
        assert page.count("<table") == 1
        assert page.count("<tr") <= 9
        assert page.count("<li>") == len(analysis.cautions) + len(analysis.results)
        assert f"<strong>{escape(analysis.headline)}</strong>" in page
        assert f"<p>{escape(' '.join(analysis.verdict))}</p>" in page
        assert len(page) < 20_000


def test_parts_of_a_report_are_lines_too():
    report = pd.DataFrame(DRAWS.random((6, 3)), columns=["a", "b", "<i>c"]).bench(score="f1").report(
        title="<b>Mine"
    )  # fmt: skip
    document = report.document
    assert repr(document).startswith("Document: <b>Mine (3 algorithms × 6 datasets")
    assert "sections: verdict, compared, description" in repr(document)
    assert len(repr(document)) < 500
    assert repr(document.sections[1]) == "Section: What was compared (compared, 1 block)"
    assert repr(report.contents) == "Contents: <b>Mine"
    page = document._repr_html_()
    assert "<b>" not in page
    assert page.count("<li>") == len(document.sections)
    figures = [block for section in document.sections for block in section.blocks
               if block.kind == "figure"]  # fmt: skip
    assert all(len(repr(block)) < 2000 for block in figures)
