"""One number format for each metric of a night, in all that it says."""

import dataclasses

import pytest

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.metric_format import metric_format, metric_formats

SVM = SeriesNight(
    key=Key("f1", "svm"), state="regressed", value=0.8, baseline=0.84,
    change=-0.0395, low=-0.0523, high=-0.0267,
)  # fmt: skip
KNN = dataclasses.replace(SVM, key=Key("f1", "knn"), change=-0.013, low=-0.026, high=0.0004)


def night(*series, **changes):
    return NightFacts(name="n", night="2026-02-14", series=series, **changes)


def test_all_changes_of_a_metric_have_the_same_decimals():
    numbers = metric_formats(night(SVM, KNN))["f1"]
    assert numbers.format_change(SVM) == "−0.040 [−0.052, −0.027]"
    assert numbers.format_change(KNN) == "−0.013 [−0.026, 0.000]"
    assert numbers.format_value(0.84) == "0.840"


def test_a_narrow_interval_has_more_decimals():
    narrow = dataclasses.replace(SVM, low=-0.0397, high=-0.0393)
    assert metric_formats(night(narrow))["f1"].change(-0.0395) == "−0.03950"


def test_metrics_have_formats_of_their_own():
    seconds = dataclasses.replace(
        SVM, key=Key("seconds", "svm"), value=12.5, baseline=10.0, change=0.25, low=0.1, high=0.4
    )
    facts = night(SVM, seconds, ratios=("seconds",), units={"seconds": "s"})
    assert metric_formats(facts)["seconds"].format_change(seconds) == "+25 % [+10, +40]"
    assert metric_formats(facts)["seconds"].format_value(12.5) == "12.50 s"


@pytest.mark.parametrize("metric", ["f1", "gone"])
def test_a_finding_whose_metric_is_gone_has_a_format(metric):
    finding = Finding(
        number=1, key=Key(metric, "svm"), kind="regression", change=-0.2, low=-0.3, high=-0.1
    )
    assert metric_format(night(), finding).format_change(finding) == "−0.20 [−0.30, −0.10]"


def test_a_mark_without_a_change_has_neither_size_nor_interval():
    mark = Finding(number=1, key=Key("f1", "a"), kind="regression", status="flaky")
    facts = night(dataclasses.replace(SVM, key=mark.key), findings=(mark,))
    numbers = metric_formats(facts)["f1"]
    assert numbers.format_change(mark) == "–"
    assert numbers.format_change(facts.estimate_now(mark)) == "–"


def test_what_is_missing_is_a_dash_and_what_is_tiny_keeps_its_digits():
    young = SeriesNight(key=Key("f1", "svm"), state="no evidence", value=0.8)
    numbers = metric_formats(night(young))["f1"]
    assert (numbers.format_value(None), numbers.format_change(young)) == ("–", "–")
    assert numbers.format_value(float("nan")) == "–"
    tiny = dataclasses.replace(SVM, change=-3e-9, low=-4e-9, high=-2e-9)
    assert metric_formats(night(tiny))["f1"].change(-3e-9) == "−3 × 10⁻⁹"
