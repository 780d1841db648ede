"""The rules of advice for curves, and for several metrics."""

from benchreport.analysis.rules.common import avoid, call, offer, recommend
from benchreport.data.curves import Curves
from benchreport.data.several import Several
from benchreport.hints import call as call_method
from benchreport.results.advice import Suggestion
from benchreport.wording.verdicts import advice

TWO = 2


def curves_rules(curves: Curves, control: str | None) -> list[Suggestion]:
    """Suggest procedures for curves; ``analyze_curves`` runs those recommended."""
    several = len(curves.algorithms) >= TWO
    over_datasets = several and len(curves.datasets) >= TWO
    return [
        recommend(
            call("curve_summary"),
            advice.CURVE_SUMMARY,
            "lindauer2020",
        ),
        *(_over_time(over_datasets=over_datasets) if several else []),
        recommend(
            call("runtimes"),
            advice.RUNTIMES,
            "hansen2021 auger2005 wang2022",
        ),
        *(_decisions(control) if several else []),
    ]


def _over_time(*, over_datasets: bool) -> list[Suggestion]:
    ranks = recommend(
        call("rank_over_time"),
        advice.RANK_OVER_TIME,
        "lindauer2020 demsar2006",
    )
    regret = recommend(
        call("anytime"),
        advice.ANYTIME,
        "lindauer2020",
    )
    return [regret, ranks] if over_datasets else [ranks]


def _decisions(control: str | None) -> list[Suggestion]:
    return [
        recommend(
            call("best_at_budget"),
            advice.BEST_AT_BUDGET,
            "lindauer2020 holm1979",
        ),
        recommend(
            call("area_under_curve"),
            advice.AREA_UNDER_CURVE,
            "lindauer2020",
        ),
        offer(
            call("scores_at", budget=...),
            advice.SCORES_AT,
            "lindauer2020",
        ),
        avoid(
            call("wilcoxon", control),
            advice.TESTS_OF_STEPS,
            "demsar2006 dietterich1998",
        ),
    ]


def metrics_rules(several: Several, control: str | None) -> list[Suggestion]:
    """Suggest procedures for a table of several metrics; each is compared by itself."""
    metrics = several.names
    role = "metric" if several.metrics else "score"
    against = {} if control is None else {"control": control}
    return [
        recommend(
            call_method("report_metrics", scores=list(metrics), **against),
            advice.REPORT_METRICS,
            "demsar2006 holm1979",
        ),
        recommend(
            call("rank_changes", scores=list(metrics)),
            advice.RANK_CHANGES,
            "demsar2006 kendall1939",
        ),
        *(
            offer(
                call_method("advise", {role: metric}, **against),
                advice.ONE_METRIC.format(metric=metric),
                "demsar2006",
            )
            for metric in metrics[:TWO]
        ),
    ]
