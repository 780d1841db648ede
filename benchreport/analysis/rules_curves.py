"""The rules of advice for curves, and for several metrics."""

from benchreport.analysis._rules import avoid, call, offer, recommend
from benchreport.data.curves import Curves
from benchreport.data.several import Several
from benchreport.hints import call as call_method
from benchreport.results.advice import Suggestion

TWO = 2


def curves_rules(curves: Curves, control: str | None) -> list[Suggestion]:
    """Suggest procedures for curves; ``analyze_curves`` runs those recommended."""
    several = len(curves.algorithms) >= TWO
    over_datasets = several and len(curves.datasets) >= TWO
    return [
        recommend(
            call("curve_summary"),
            "medians and quartiles of the runs, dataset by dataset: a mean hides a run that failed.",
            "lindauer2020",
        ),
        *(_over_time(over_datasets=over_datasets) if several else []),
        recommend(
            call("runtimes"),
            "how long each takes to a target, and how often it gets there at all.",
            "hansen2021 auger2005 wang2022",
        ),
        *(_decisions(control) if several else []),
    ]


def _over_time(*, over_datasets: bool) -> list[Suggestion]:
    ranks = recommend(
        call("rank_over_time"),
        "who is ahead at which budget, whatever the scales of the datasets are.",
        "lindauer2020 demsar2006",
    )
    regret = recommend(
        call("anytime"),
        "how far each is from the best known score at every budget, over datasets.",
        "lindauer2020",
    )
    return [regret, ranks] if over_datasets else [ranks]


def _decisions(control: str | None) -> list[Suggestion]:
    return [
        recommend(
            call("best_at_budget"),
            "which to pick when the budget is known, and where the answer changes.",
            "lindauer2020 holm1979",
        ),
        recommend(
            call("area_under_curve"),
            "one number a run that depends on no single budget: a table of scores for the tests.",
            "lindauer2020",
        ),
        offer(
            call("scores_at", budget=...),
            "if one budget was chosen beforehand: its scores as a table for the tests.",
            "lindauer2020",
        ),
        avoid(
            call("wilcoxon", control),
            "and other tests of scores on the steps of runs: the steps of one run are not independent.",
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
            "each metric is a table of its own, its p-values adjusted over metrics: scores of different "
            "units have no mean.",
            "demsar2006 holm1979",
        ),
        recommend(
            call("rank_changes", scores=list(metrics)),
            "whether the metrics agree on who is best.",
            "demsar2006 kendall1939",
        ),
        *(
            offer(
                call_method("advise", {role: metric}, **against),
                f"what suits the design, if {metric} was chosen beforehand.",
                "demsar2006",
            )
            for metric in metrics[:TWO]
        ),
    ]
