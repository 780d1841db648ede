import io
import re
from urllib.parse import unquote_to_bytes

import lxml.html
import numpy as np
import pandas as pd
import pytest
from pdf_pages import read_pdf
from predictions_tables import predictions_of_patterns, random_labels, random_scores
from shared_reports import shared_report, undrawn_page, write_undrawn

from benchreport.analysis.predictions.predictions_over_datasets import compare_over_datasets
from benchreport.data import Predictions, Roles
from benchreport.errors import OptionError
from benchreport.report import Provenance
from benchreport.report import report as make_report
from benchreport.results.writing.csv_text import csv_bytes

LABELS = ["verdict", "compared", "metrics", "pairs", "confusion", "disagreements"]
LONG = [
    f"convolutional network, 50 layers, learning rate 0.{place:03}, batch 32" for place in range(12)
]


def page_of(predictions, **options):
    return undrawn_page(shared_report(predictions, **options))


def text_of(predictions, section=None, **options):
    return words_of(page_of(predictions, **options), section)


def words_of(page, section=None):
    """Return the words of a page, without its styles."""
    (node,) = page.xpath("//main" if section is None else f"//section[@id='{section}']")
    # symbols are elements of their own
    symbols = lxml.etree.tostring(node, encoding="unicode")
    words = lxml.html.fromstring(re.sub("</?i>", "", symbols)).itertext()
    return " ".join(" ".join(words).split())


def draw_labels(n=200, k=3, classes=("ham", "spam"), names=None, seed=0, skill=0.6):
    """Draw labels of models, each better than the one before."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(classes), n)
    # every class occurs, whatever was drawn
    truth[: len(classes)] = np.arange(len(classes))
    frame = pd.DataFrame({"y_true": np.array(classes, dtype=object)[truth]})
    for place, name in enumerate(names or [f"m{place}" for place in range(k)]):
        guess = rng.integers(0, len(classes), n)
        predicted = np.where(rng.random(n) < skill + 0.25 * place / k, truth, guess)
        frame[name] = np.array(classes, dtype=object)[predicted]
    return frame


def draw_scores(n=300, k=3, seed=1, step=0.8):
    rng = np.random.default_rng(seed)
    spam = rng.random(n) < 0.45
    frame = pd.DataFrame({"y_true": np.where(spam, "spam", "ham")})
    for place in range(k):
        frame[f"m{place}_probability"] = 1 / (
            1 + np.exp(-rng.normal(spam * (0.3 + step * place) - 0.2, 1))
        )
    return frame


def twelve_long_names():
    return draw_labels(k=12, names=LONG, classes=("setosa", "versicolor", "virginica"))


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def add_weights(frame, seed=3):
    weights = np.random.default_rng(seed).uniform(0.2, 1.7, len(frame)).round(4)
    return frame.assign(w=weights)


def test_sections_of_labels_are_there_in_order():
    sections = page_of(read(draw_labels())).xpath("//section/@id")
    assert sections == [*LABELS, "assumptions", "checklist", "methods", "appendix"]


def test_logs_of_right_and_wrong_answers_have_a_report():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({f"m{place}": rng.random(150) < 0.5 + 0.2 * place for place in range(3)})
    page = page_of(read(frame, task="correctness"))
    assert page.xpath("//section/@id") == [
        *(name for name in LABELS if name not in ("confusion", "disagreements")),
        *("flips", "examples", "disagreements"),
        *("assumptions", "checklist", "methods", "appendix"),
    ]
    text = words_of(page)
    assert "by their right and wrong answers for the same 150 examples" in text
    assert "McNemar test" in text
    assert "always predicting" not in text.casefold()


def test_sections_of_probabilities_are_there_in_order():
    sections = page_of(random_scores()).xpath("//section/@id")
    assert sections == [
        "verdict", "compared", "metrics", "pairs", "roc", "reliability", "confusion",
        "disagreements", "assumptions", "checklist", "methods", "appendix",
    ]  # fmt: skip


@pytest.mark.needs("time")
def test_nothing_is_outside_the_page():
    frame = draw_scores().assign(d=[f"site {place % 6}" for place in range(300)])
    page = lxml.html.fromstring(shared_report(read(frame, positive="spam", dataset="d")).html)
    assert not page.xpath("//script[@src]|//link|//iframe|//object|//form")
    for address in page.xpath("//@href"):
        assert address.startswith(("#", "data:text/csv", "data:text/x-bibtex"))
    for address in page.xpath("//@src"):
        assert address.startswith("data:image/svg+xml,%3Csvg ")
    styles = " ".join(style.text for style in page.xpath("//style"))
    fonts = styles.count('url("data:font/woff2;base64,')
    assert styles.count("url(") == fonts > 0
    assert ".download a" in styles


def test_a_baseline_that_the_best_model_does_not_beat_weakens_the_verdict_most():
    rows = {(1, 0): 110, (0, 1): 100, (0, 0): 190}
    assert "What weakens this: Always predicting" in text_of(
        predictions_of_patterns(rows), "verdict"
    )


def test_accuracies_are_held_against_their_intervals():
    # each class has 200 of 400 examples; Wilson's interval for 210 right answers begins at .476
    rows = {(1, 1, 0): 180, (1, 0, 1): 120, (0, 1, 0): 30, (0, 0, 0): 70}
    assert "Always predicting" not in text_of(predictions_of_patterns(rows), "verdict")
    verdict = text_of(predictions_of_patterns(rows), "compared")
    assert "Always predicting 0 would be right in 50 % of cases" in verdict
    assert "m0 does better (by 95 % intervals of the difference)" in verdict
    assert "m1 does better on these examples, which may be chance" in verdict
    assert "m2 does no better" in verdict
    assert "all models" not in verdict


def test_the_verdict_says_all_models_where_all_are_better():
    verdict = text_of(random_labels(), "compared")
    assert "all models do better (by 95 % intervals of the difference)" in verdict


def test_the_omnibus_line_has_one_bracket_and_speaks_of_examples_like_these():
    verdict = text_of(random_labels(), "verdict")
    assert "on examples like these (Cochran's Q test, Q(3) = " in verdict
    assert ") (" not in verdict
    assert "on these 300 examples" not in verdict


@pytest.mark.parametrize("control", ["m0", "m3"])
def test_the_control_is_named_with_its_accuracy(control):
    predictions = random_labels(n=600)
    verdict = text_of(predictions, "verdict", control=control)
    accuracy = predictions.correct.mean(axis=0)[predictions.index_of(control)]
    how = "better" if control == "m0" else "worse"
    match = re.search(
        rf"significantly {how} than the control {control}, whose accuracy is ([\d.]+\d)", verdict
    )
    assert float(match[1]) == pytest.approx(accuracy, abs=6e-4)
    assert "Found" not in verdict


def test_models_are_models():
    text = text_of(read(draw_labels()))
    assert "algorithm" not in text.replace("Learning Algorithms", "")
    assert "two models that share a letter" in text
    assert "n_right" not in text


def test_identical_models_are_not_ranked():
    frame = draw_labels(k=1)
    frame["other"] = frame["m0"]
    text = text_of(read(frame))
    assert "both models share the accuracy" in text
    assert "All models have the same accuracy" in text
    assert "best accuracy" not in text


def test_one_model():
    page = page_of(read(draw_labels(k=1)))
    text = words_of(page)
    assert page.xpath("//title")[0].text == "Predictions of one model"
    assert (
        page.xpath("//h1")[0]
        .text.replace("0.845\xa0", "0.845 ")
        .startswith("m0: accuracy 0.845 [0.788,\u00a00.889]")
    )
    assert "We evaluated one model by its predicted labels (2 classes) for 200 examples." in text
    assert "two-sided" not in text
    assert "same 200" not in text
    assert "1 models" not in text
    assert not page.xpath("//section[@id='pairs']|//section[@id='disagreements']")


def test_one_model_has_no_columns_of_dominance():
    page = page_of(read(draw_scores(k=1), positive="spam"))
    heads = page.xpath("//section[@id='roc']//thead//th/text()")
    assert heads == ["model", "AUC", "95 % interval", "FPR of labels", "TPR of labels"]


def test_methods_can_be_done_again():
    frame = draw_scores()
    text = text_of(read(frame, positive="spam"), "methods")
    for part in (
        "with 95 % Wilson score intervals (Wilson, 1927)",
        "bias-corrected and accelerated bootstrap intervals (Efron, 1987)",
        "from 2,000 resamples of the examples (seed 0)",
        "the McNemar test (McNemar, 1947), mid-p (Fagerland et al., 2013), with Newcombe's paired",
        "paired intervals of the differences (Newcombe, 1998)",
        "the DeLong test (DeLong et al., 1988; Sun & Xu, 2014)",
        "with Holm's correction (Holm, 1979) for 3 comparisons",
        "tests are two-sided",
    ):
        assert part in text
    assert (
        "  "
        not in page_of(read(frame, positive="spam"))
        .xpath("//section[@id='methods']//p")[0]
        .text_content()
    )


def test_methods_name_the_loss():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=60)
    frame = pd.DataFrame({"y_true": truth, "a": truth + rng.normal(size=60), "b": truth})
    text = text_of(read(frame), "methods")
    assert (
        "The mean squared error of the models was compared with the paired t test over the examples (59"
        in text
    )
    assert "Holm" not in text.partition("Student, 1908")[0]


def test_tiny_losses_have_digits():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=80)
    frame = pd.DataFrame({"y_true": truth})
    for place, size in enumerate((3e-5, 5e-5)):
        frame[f"m{place}"] = truth + rng.normal(0, size, 80)
    text = text_of(read(frame))
    assert "0.0000" not in text
    assert "m0 has the better mean squared error (" in text
    assert "× 10⁻" in text.partition("What was compared")[0]


def test_weights_leave_tests_out_with_a_note():
    page = page_of(read(add_weights(draw_scores()), positive="spam", weight="w"))
    text = words_of(page)
    assert not page.xpath("//section[@id='reliability']")
    assert len(page.xpath("//section[@id='roc']//img")) == 1
    assert (
        "Left out DeLong's intervals and calibration: they are not defined for weighted examples"
        in text
    )
    assert "Areas have no intervals" in text
    assert "AUCs are compared by the paired bootstrap" in text
    pairs = page.xpath("//section[@id='pairs']")[0]
    assert "odds ratio (b/c), with its interval" not in pairs.text_content()
    assert "[–" not in pairs.text_content()
    # accuracies and AUCs have intervals, drawn
    assert len(pairs.xpath(".//img")) == 2
    assert text.count("Note: Examples count by weight.") == 1


def test_weights_are_no_counts_of_examples():
    text = text_of(read(add_weights(draw_labels()), weight="w"), "confusion")
    assert "weight " in text
    assert "Weights and shares of the true class" in text
    assert not [word for word in text.split() if word.count(".") == 1 and len(word) > 8]
    assert " examples of " not in text


def test_reports_on_labels_name_the_parts_left_out():
    text = text_of(read(draw_labels()), "compared")
    assert "ROC curves and calibration: there are labels only" in text


def chances(n=200, classes=4, k=2, seed=2):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    frame = pd.DataFrame({"y_true": [f"c{code}" for code in truth]})
    for place in range(k):
        odds = rng.normal(size=(n, classes))
        odds[np.arange(n), truth] += 1 + place
        share = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
        for code in range(classes):
            frame[f"m{place}_probability_c{code}"] = share[:, code]
    return frame


@pytest.mark.parametrize("with_weights", [{}, {"weight": "w"}])
def test_probabilities_of_many_classes_are_compared_by_their_log_loss(with_weights):
    frame = add_weights(chances()) if with_weights else chances()
    page = page_of(read(frame, **with_weights))
    pairs = words_of(page, "pairs")
    assert "difference of log loss" in pairs
    compared = page.xpath("//section[@id='compared']")[0].text_content()
    assert "they need a positive class, and none is named" in compared


def test_an_infinite_log_loss_gives_way_to_the_brier_score():
    frame = chances()
    columns = [f"m0_probability_c{code}" for code in range(4)]
    wrong = "c1" if frame["y_true"][0] != "c1" else "c2"
    frame.loc[0, columns] = [float(name.endswith(wrong)) for name in columns]
    assert "difference of Brier score" in text_of(read(frame), "pairs")


def draw_datasets(many, k=3):
    frame = draw_labels(n=240, k=k)
    return read(frame.assign(site=[f"site {place % many}" for place in range(240)]), dataset="site")


@pytest.mark.parametrize("many", [2, 6])
def test_datasets_are_named_and_scored(many):
    predictions = draw_datasets(many)
    page = page_of(predictions)
    compared = words_of(page, "compared")
    assert f"Datasets {many}: site 0 ({240 // many})" in compared
    section = page.xpath("//section[@id='datasets']")[0]
    rows = section.xpath(".//table")[0].xpath(".//tbody/tr")
    assert len(rows) == many
    first_dataset = predictions.dataset == 1
    expected = [f"{share:.3f}" for share in predictions.correct[first_dataset].mean(axis=0)]
    cells = [cell.text_content() for cell in rows[1].xpath("./td")]
    assert cells[0] == str(240 // many)
    assert [float(cell) for cell in cells[1:]] == pytest.approx(
        [float(x) for x in expected], abs=6e-4
    )
    tested = "Wilcoxon signed-rank test" in section.text_content()
    assert tested == (many == 6)
    verdict = page.xpath("//section[@id='verdict']")[0].text_content()
    assert ("Over the 6 datasets, each taken as one score" in verdict) == (many == 6)
    assert ("5 are needed" in verdict) == (many == 2)


def test_one_model_has_results_by_dataset_too():
    predictions = draw_datasets(5, k=1)
    comparison = compare_over_datasets(predictions, "accuracy", alpha=0.05, control=None)
    assert comparison.pairs is None
    assert comparison.values[:, 0].tolist() == pytest.approx(
        [predictions.correct[predictions.dataset == code].mean() for code in range(5)]
    )
    assert compare_over_datasets(random_labels(), "accuracy", alpha=0.05, control=None) is None
    assert "There is no test over datasets." in text_of(predictions, "datasets")


def test_undefined_numbers_of_a_dataset_are_dashes():
    frame = draw_scores(n=120, k=2).assign(site=[f"s{place % 5}" for place in range(120)])
    frame.loc[frame["site"] == "s1", "y_true"] = "ham"
    predictions = read(frame, positive="spam", dataset="site")
    comparison = compare_over_datasets(predictions, "auc", alpha=0.05, control=None)
    assert np.isnan(comparison.values[1]).all()
    assert np.isfinite(comparison.values[[0, 2, 3, 4]]).all()
    assert comparison.pairs is None


def test_pairs_have_one_table_with_their_counts():
    page = page_of(read(twelve_long_names()))
    section = page.xpath("//section[@id='pairs']")[0]
    tables = section.xpath(".//table")
    assert len(tables) == 2
    heads = tables[0].xpath(".//thead//th/text()")
    assert "both / 1st / 2nd / neither right" in heads
    rows = tables[0].xpath(".//tbody/tr")
    assert 25 <= len(rows) <= 45
    for row in rows:
        cells = [cell.text_content() for cell in row.xpath("./th|./td")]
        counts = [
            int(count)
            for count in cells[heads.index("both / 1st / 2nd / neither right")].split(" / ")
        ]
        assert sum(counts) == 200
        difference = float(cells[1].replace("−", "-"))
        assert difference == pytest.approx((counts[1] - counts[2]) / 200, abs=1e-3)
    # pairs have different short names, although the names begin and end alike
    assert len({row.xpath("./th")[0].text_content() for row in rows}) == len(rows)
    (link,) = section.xpath(".//*[@data-test='download']/a")
    content = unquote_to_bytes(link.get("href").partition(",")[2])
    assert len(pd.read_csv(io.BytesIO(content))) == 66
    assert ".table" not in words_of(page)
    assert "df.bench" not in words_of(page)


def test_tables_of_pairs_have_one_order_and_print_no_number_twice():
    page = page_of(read(draw_scores(k=5, step=0.3), positive="spam"))
    section = page.xpath("//section[@id='pairs']")[0]
    labels, _, areas = section.xpath(".//table")
    assert [cell.text for cell in labels.xpath(".//tbody//th")] == [
        cell.text for cell in areas.xpath(".//tbody//th")
    ]
    heads = [head.text_content() for head in areas.xpath(".//thead//th")]
    assert heads == ["pair", "difference", "interval", "z", "p", "adjusted p"]
    assert "Effect size: difference" not in section.text_content()
    # the figure of the deciding test stands beside the verdict
    assert len(section.xpath(".//img")) == 1
    assert len(page.xpath("//section[@id='verdict']//img")) == 1


def test_metrics_of_many_models_are_a_row_a_model():
    page = page_of(read(draw_labels(k=30)))
    section = page.xpath("//section[@id='metrics']")[0]
    first = section.xpath(".//table")[0]
    heads = first.xpath(".//thead//th/text()")
    assert heads == ["model", "accuracy", "balanced accuracy", "macro F1", "MCC"]
    names = [cell.text for cell in first.xpath(".//tbody//th")]
    assert len(names) == 26
    assert names[-1].startswith("always ")
    assert "The 25 best of 30 models by accuracy" in section.text_content()
    column = [
        float(row.xpath("./td")[0].text_content().split()[0]) for row in first.xpath(".//tbody/tr")
    ]
    assert column[:-1] == sorted(column[:-1], reverse=True)
    (link,) = section.xpath(".//*[@data-test='download']/a")
    content = unquote_to_bytes(link.get("href").partition(",")[2])
    assert len(pd.read_csv(io.BytesIO(content))) == 120


def test_a_precision_of_nothing_is_a_dash():
    frame = draw_scores()
    frame["y_true"] = np.where(np.arange(300) < 200, "ham", "spam")
    page = page_of(read(frame, positive="spam"))
    rows = page.xpath("//section[@id='metrics']//tbody/tr")
    last = {row.xpath("./th")[0].text: row.xpath("./td")[-1].text for row in rows}
    assert last["precision"] == "–"
    assert last["recall"] == "0.000"
    assert last["accuracy"] == "0.667"


def right_edge(report):
    """Return the page's width within its margin, and where texts begin beyond it."""
    pages = read_pdf(report.pdf).pages
    limit = float(pages[0].mediabox.width) - 18 / 25.4 * 72
    beyond = []

    def visit(text, matrix, text_matrix, *_):
        place = matrix[0] * text_matrix[4] + matrix[4]
        if text.strip() and place > limit:
            beyond.append(text)

    for page in pages:
        page.extract_text(visitor_text=visit)
    return beyond


@pytest.mark.needs("time")
def test_nothing_of_twelve_long_names_runs_off_the_page():
    report = shared_report(read(twelve_long_names()))
    assert right_edge(report) == []
    heads = undrawn_page(report).xpath("//section[@id='disagreements']//thead//th/text()")
    assert heads == ["example", "truth", "models right", "the others say"]


def test_few_models_have_a_table_of_disagreements():
    page = page_of(read(draw_labels()))
    heads = page.xpath("//section[@id='disagreements']//thead//th/text()")
    assert heads == ["example", "truth", "m0", "m1", "m2", "models right"]
    assert "✗" in page.xpath("//section[@id='disagreements']//table")[0].text_content()


def test_confusion_matrices_stand_in_one_grid():
    page = page_of(read(draw_labels(k=12, classes=("a", "b", "c"))))
    section = page.xpath("//section[@id='confusion']")[0]
    assert len(section.xpath(".//img")) == 1
    assert "most accurate models (6 of 12)" in section.text_content()


@pytest.mark.needs("time")
def test_a_thousand_classes_are_cut_to_the_most_confused():
    names = [f"class {place}" for place in range(1000)]
    predictions = read(draw_labels(n=5000, k=2, classes=names))
    report = shared_report(predictions)
    # the page had 607 MB when all cells were drawn
    assert len(report.html) < 2e6
    page = lxml.html.fromstring(report.html)
    balance = page.xpath("//section[@id='compared']//table")[0]
    assert len(balance.xpath(".//tbody/tr")) == 13
    cells = [row.xpath("./td")[0].text for row in balance.xpath(".//tbody/tr")]
    assert sum(int(cell.replace(",", "")) for cell in cells) == 5000
    caption = page.xpath("//section[@id='confusion']//figcaption")[0].text_content()
    assert "Of 1000 classes, the 19 with the most mistakes" in caption


def test_disagreements_run_no_formula():
    frame = pd.DataFrame(
        {
            "y_true": ["=cmd()|x"] * 20 + ["-1"] * 20,
            "=HYPERLINK(1)": ["=cmd()|x"] * 15 + ["-1"] * 25,
            "@sum": ["-1"] * 20 + ["=cmd()|x"] * 3 + ["-1"] * 17,
        }
    )
    page = page_of(read(frame))
    (link,) = page.xpath("//section[@id='disagreements']//*[@data-test='download']/a")
    content = unquote_to_bytes(link.get("href").partition(",")[2]).decode()
    head, first, *_ = content.splitlines()
    assert head == "example,truth,'=HYPERLINK(1),'@sum,n_right"
    assert first.split(",")[1:4] == ["'=cmd()|x", "'=cmd()|x", "-1"]


def test_csv_keeps_numbers():
    frame = pd.DataFrame({"+x": ["-1.5", "+a", "\t=1", "b"], "y": [-1.0, 2.0, 3.0, 4.0]})
    assert csv_bytes(frame).decode().splitlines() == [
        "'+x,y",
        "-1.5,-1.0",
        "'+a,2.0",
        "\"'\t'=1\",3.0",
        "b,4.0",
    ]


@pytest.mark.needs("time")
def test_downloads_are_a_note_on_paper():
    report = make_report(read(draw_labels()), sections=["verdict", "disagreements"])
    read_back = read_pdf(report.pdf)
    text = " ".join(page.extract_text() for page in read_back.pages)
    assert "disagreements.csv, a file in the HTML version of this report" in " ".join(text.split())
    addresses = [
        annotation.get_object().get("/A", {}).get("/URI", "")
        for page in read_back.pages
        for annotation in page.get("/Annots", [])
    ]
    assert not any("data:" in address for address in addresses)


def test_hostile_names_stay_text():
    frame = draw_labels(
        k=2, names=["<script>alert(1)</script>", "{0}{x}"], classes=("<i>a</i>", "b")
    )
    report = make_report(read(frame), control="{0}{x}", provenance=Provenance(source="<b>.csv"))
    page = lxml.html.fromstring(report.html)
    assert not page.xpath("//i[string-length() > 1]|//b")
    assert len(page.xpath("//script")) == 2
    assert "with the control {0}{x}" in page.text_content()


@pytest.mark.needs("time")
def test_same_input_same_bytes():
    predictions = read(draw_scores(), positive="spam")
    again = make_report(predictions, detail="full")
    assert write_undrawn(again) == write_undrawn(shared_report(predictions))


def test_no_option_of_scores_is_ignored():
    with pytest.raises(OptionError, match="test_fraction is the share of data"):
        make_report(read(draw_labels()), test_fraction=0.1)
    with pytest.raises(OptionError, match="rope says which differences of scores"):
        make_report(read(draw_labels()), rope=0.1)
    with pytest.raises(
        OptionError, match="baseline names levels of factors; these are predictions"
    ):
        make_report(read(draw_labels()), baseline=["off"])
