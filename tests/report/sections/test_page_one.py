"""The first page: what is said beside the verdict, once and in full words."""

import numpy as np
import pandas as pd

from benchreport.analysis import analyze
from benchreport.data import Roles, Scores
from benchreport.report.rendering.html_page import _typeset
from benchreport.report.sections.common_sections import verdict_section

LEADS = {
    "sac": [9.1, 8.2, 7.3, 6.4, 5.5, 4.6],
    "td3": [9.0, 8.0, 7.0, 6.0, 5.0, 4.0],
    "ppo": [5.0, 4.9, 4.2, 3.3, 2.4, 1.5],
    "dqn": [4.0, 3.9, 3.2, 2.3, 1.4, 0.5],
}


def analysis_of(frame, **roles):
    return analyze(Scores.from_frame(frame, Roles(**roles)))


def doubt_of(analysis):
    blocks = verdict_section(analysis, analysis.pairs, analysis.description).blocks
    return next((block.paragraphs[0] for block in blocks if getattr(block, "caution", False)), "")


def test_nothing_else_is_claimed_where_the_bayesian_view_is_surer():
    # without any lead, none can be lost
    analysis = analysis_of(pd.DataFrame(LEADS).iloc[:, :3], score="return")
    assert doubt_of(analysis).endswith(
        "no score is an outlier. The Bayesian view, which does not adjust for the number of pairs, is surer "
        "of some pairs."
    )


def test_of_one_pair_the_bayesian_view_is_surer_of_the_difference():
    rng = np.random.default_rng(5)
    gain = rng.normal(0.012, 0.02, 12)
    old = np.round(0.8 + rng.normal(0, 0.05, 12), 4)
    analysis = analysis_of(
        pd.DataFrame({"new": np.round(old + gain, 4), "old": old}), score="accuracy"
    )
    assert analysis.pairs[0].comparisons[0].p_value > 0.05
    assert doubt_of(analysis).endswith("outlier. The Bayesian view is surer of the difference.")


def test_of_two_the_leader_is_better_and_not_best():
    frame = pd.DataFrame({name: LEADS[name] for name in ("sac", "td3")})
    assert analysis_of(frame, score="return").verdict[0] == (
        "Over 6 datasets, sac has the better mean rank (1.00) and the better mean return (6.850)."
    )


def test_failed_runs_that_got_the_worst_score_are_counted():
    more = {name: [*values, *(value - 0.1 for value in values)] for name, values in LEADS.items()}
    frame = pd.DataFrame(more).astype(object)
    frame.loc[[1, 3], "dqn"] = "OOM"
    said = doubt_of(analysis_of(frame, score="return", missing="worst"))
    assert "they are given the worst scores of their datasets. 2 runs failed: OOM." in said


def test_captions_leave_the_reason_of_a_doubt_to_the_verdict():
    rng = np.random.default_rng(3)
    rows = [
        (model, seed, mean + rng.normal(0, 0.004))
        for model, mean in (("a", 0.93), ("b", 0.95), ("c", 0.94))
        for seed in range(10)
    ]
    frame = pd.DataFrame(rows, columns=["model", "seed", "accuracy"])
    analysis = analysis_of(frame)
    assert (
        "(seeds on one split show only the variation of training, and splits drawn by seed share"
        in (" ".join(analysis.verdict))
    )
    assert analysis.decisive.caution == (
        "No difference is called significant, because it is doubtful that the seeds are independent of one "
        "another."
    )


def test_no_line_ends_within_a_p_value():
    assert _typeset({}, "their p-values and p") == (
        'their <span class="whole"><i>p</i>-values</span> and p'
    )
