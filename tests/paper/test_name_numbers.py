import json

import numpy as np
import pandas as pd
import pytest
import yaml
from looped import loop_over
from published import published

from benchreport.errors import OptionError, ReadError, RenderError
from benchreport.paper.number_files import FORMATS, read_numbers, read_settings
from benchreport.paper.number_names import JINJA, name_labels

HOSTILE = [
    r"\input{x}",
    '"#panic() \\" *b* _c_',
    "{{ 7*7 }} & % $",
    "items",
    "vs",
    "best",
    "決定木",
    "決",
    "SVM",
    "svm",
]


def frame_of(name):
    return pd.DataFrame(published(name).values, columns=published(name).algorithms)


def hostile_numbers():
    values = np.random.default_rng(0).uniform(size=(len(HOSTILE), len(HOSTILE)))
    frame = pd.DataFrame(values, columns=HOSTILE, index=HOSTILE)
    return frame.bench(score="accuracy").numbers()


def test_numbers_are_those_of_the_analysis():
    bench = frame_of("garcia_herrera2008").bench(score="accuracy")
    values, analysis = bench.numbers().values, bench.analyze()
    assert values["algorithms"] == "5"
    assert values["datasets"] == "30"
    # García & Herrera (2008), table 2: mean ranks of C4.5 and CN2
    assert values["c4_5.mean_rank"] == "2.10"
    assert values["omnibus.result"] == analysis.omnibus.decisive.text
    row = next(row for row in analysis.decisive.comparisons
               if {row.first, row.second} == {"C4.5", "CN2"})  # fmt: skip
    assert float(values["c4_5.vs.cn2.advantage"]) == pytest.approx(abs(row.difference), abs=0.005)
    assert values["cn2.vs.c4_5.advantage"] == "−" + values["c4_5.vs.cn2.advantage"]
    assert values["cn2.vs.c4_5.p"] == values["c4_5.vs.cn2.p"]
    assert values["best.name"] == "C4.5"


def test_intervals_are_turned_with_their_pair():
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.9, 0.6], "b": [0.5, 0.7, 0.6, 0.5, 0.4]})
    values = frame.assign(fold=range(5)).bench(
        algorithm=["a", "b"], repeat="fold", score="error"
    ).numbers(test_fraction=0.2).values  # fmt: skip
    low, high = map(float, values["b.vs.a.interval"].strip("[]").replace("−", "-").split(", "))
    advantage = float(values["b.vs.a.advantage"])
    assert advantage == pytest.approx(0.24, abs=0.001)
    assert low < advantage < high
    turned = values["a.vs.b.interval"].strip("[]").replace("−", "-").split(", ")
    assert list(map(float, turned)) == [-high, -low]


def test_names_do_not_depend_on_the_order_of_rows():
    frame = frame_of("demsar2006").rename_axis("dataset").reset_index()
    long = frame.melt("dataset", var_name="algorithm", value_name="accuracy")
    long["dataset"] = "set " + long["dataset"].astype(str)
    shuffled = long.sample(frac=1.0, random_state=0)
    first, second = long.bench.numbers().values, shuffled.bench.numbers().values
    assert dict(first) == dict(second)


def test_significance_is_counted_only_without_doubts():
    values = np.random.default_rng(1).uniform(size=(4, 3)) + np.arange(3)
    doubtful = pd.DataFrame(np.vstack([values] * 4), columns=list("abc"))
    names = set(doubtful.bench(score="accuracy").numbers().values)
    assert not {"pairs.significant", "a.letters"} & names
    assert {"pairs.significant", "c4_5.letters"} <= set(
        frame_of("garcia_herrera2008").bench(score="accuracy").numbers().values
    )


@pytest.mark.parametrize("suffix", FORMATS)
def test_files_are_read_back(suffix, tmp_path):
    numbers = hostile_numbers()
    path = tmp_path / f"numbers{suffix}"
    numbers.save(path)
    read = read_numbers(path)
    assert set(read) == set(numbers.values)
    assert read["svm.accuracy"] == numbers.values["svm.accuracy"]
    settings = read_settings(path.read_text())
    assert settings == dict(numbers.settings)
    numbers.save(path)


def test_yaml_is_what_programs_read(tmp_path):
    hostile_numbers().save(tmp_path / "_variables.yml")
    tree = yaml.safe_load((tmp_path / "_variables.yml").read_text())["bench"]
    assert tree["svm"]["accuracy"] == hostile_numbers().values["svm.accuracy"]


def test_typst_reads_the_numbers(tmp_path):
    compiler = pytest.importorskip("typst", reason="the typst package is not installed")
    hostile_numbers().save(tmp_path / "numbers.typ")
    source = (
        '#import "numbers.typ": bench\n#metadata(bench.svm.accuracy) <a>\n#bench.best_2.accuracy'
    )
    (tmp_path / "t.typ").write_text(source)
    found = json.loads(compiler.query(str(tmp_path / "t.typ"), "<a>"))
    assert found[0]["value"] == hostile_numbers().values["svm.accuracy"]


def test_a_file_whose_first_line_is_damaged_is_not_replaced(tmp_path):
    numbers = frame_of("garcia_herrera2008").bench(score="accuracy").numbers()
    numbers.save(tmp_path / "numbers.tex")
    damaged = (tmp_path / "numbers.tex").read_text().replace("numbers: {", "numbers: {{", 1)
    (tmp_path / "numbers.tex").write_text(damaged)
    assert read_settings(damaged) is None
    with pytest.raises(OptionError, match="was not written by benchreport"):
        numbers.save(tmp_path / "numbers.tex")
    assert (tmp_path / "numbers.tex").read_text() == damaged


def test_numbers_that_cannot_be_read_are_an_error(tmp_path):
    (tmp_path / "numbers.tex").mkdir()
    with pytest.raises(ReadError, match="cannot read"):
        read_numbers(tmp_path / "numbers.tex")


def test_other_files_are_not_replaced(tmp_path):
    paper = tmp_path / "paper.tex"
    paper.write_text("mine")
    bench = frame_of("demsar2006").bench(score="accuracy")
    with pytest.raises(OptionError, match="was not written by benchreport"):
        bench.numbers(paper)
    assert paper.read_text() == "mine"
    with pytest.raises(OptionError, match=r"ends in \.tex, \.yml, \.yaml or \.typ"):
        bench.numbers(tmp_path / "numbers.csv")
    with pytest.raises(RenderError):
        bench.numbers(tmp_path / "no" / "folder" / "numbers.tex")


@loop_over("label", [*HOSTILE, "", "1-NN", "naïve Bayes", "__init__"])
def test_names_are_identifiers(label):
    name = name_labels([label], ["best"])[label]
    assert name.isidentifier()
    assert name.isascii()
    assert name not in {*JINJA, "best"}


def test_equal_names_are_numbered_in_sorted_order():
    assert name_labels(["svm", "SVM", "Svm"]) == {"SVM": "svm", "Svm": "svm_2", "svm": "svm_3"}
    assert name_labels(["Svm", "svm", "SVM"]) == name_labels(["svm", "SVM", "Svm"])
