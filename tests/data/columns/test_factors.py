"""Columns of settings become algorithms."""

import pandas as pd
import pytest

from benchreport.data import Roles, Scores
from benchreport.errors import BenchreportError, DataError, DesignError, OptionError, RoleError


def runs(**columns):
    """Two datasets × what the columns say, with made-up scores."""
    frame = pd.DataFrame(columns)
    both = pd.concat([frame.assign(dataset=name) for name in ("iris", "wine")], ignore_index=True)
    return both.assign(accuracy=[0.5 + place / 100 for place in range(len(both))])


def read(frame, factors, **roles):
    return Scores.from_frame(frame, Roles(factors=factors, **roles))


GRID = {"optimizer": ["sgd", "sgd", "adam", "adam"], "ema": [False, True] * 2}


def test_combinations_are_named_by_their_levels():
    scores = read(runs(**GRID), ["optimizer", "ema"])
    assert scores.algorithms == ("sgd", "sgd + ema", "adam", "adam + ema")
    optimizer, ema = scores.factors
    assert optimizer.levels == ("adam", "sgd")
    assert optimizer.codes(scores.algorithms).tolist() == [1, 1, 0, 0]
    assert ema.is_switch
    assert not optimizer.is_switch
    assert ema.codes(scores.algorithms).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        ({"depth": [2, 2, 4, 4], "width": [2, 4, 2, 4]}, "depth=2 + width=2"),
        ({"mixup": ["off", "on"] * 2, "ema": ["off", "off", "on", "on"]}, "none"),
        ({"a": ["x", "x", "y", "y"], "b": ["x", "y", "x", "y"]}, "a=x + b=x"),
        # parts that are off have no name, so these would be called the same
        ({"a": ["none", "none", "b", "b"], "b": ["no", "yes"] * 2}, "a=none, b=no"),
    ],
)
def test_names_tell_combinations_apart(columns, names):
    scores = read(runs(**columns), list(columns))
    assert scores.algorithms[0] == names
    assert len(set(scores.algorithms)) == 4


def test_levels_keep_the_order_of_categories_and_numbers():
    frame = runs(size=pd.Categorical(["S", "M", "L"], ["S", "M", "L"]))
    assert read(frame, "size").factors[0].levels == ("S", "M", "L")
    assert read(runs(depth=[10, 9, 100]), "depth").factors[0].levels == ("9", "10", "100")
    assert read(runs(aug=["mix", "none", "cut"]), "aug").factors[0].levels == ("none", "cut", "mix")


def test_factors_may_be_levels_of_the_index_and_rows_be_selected():
    frame = runs(**GRID, split=["test"] * 4)
    train = frame.assign(split="train", accuracy=0.9)
    both = pd.concat([frame, train]).set_index(["optimizer", "ema"])
    scores = read(both, ["optimizer", "ema"], where={"split": "test"})
    assert (scores.values == read(runs(**GRID), ["optimizer", "ema"]).values).all()


def test_a_column_that_names_the_combinations_is_no_trouble():
    frame = runs(**GRID, model=["m1", "m2", "m3", "m4"])
    assert read(frame, ["optimizer", "ema"]).algorithms[0] == "sgd"


def test_another_algorithm_is_asked_about():
    one, two = (runs(**GRID).assign(model=name) for name in ("resnet", "vit"))
    with pytest.raises(RoleError, match="'model' has several values for the same") as error:
        read(pd.concat([one, two]), ["optimizer", "ema"])
    assert "factors=['optimizer', 'ema', 'model']" in str(error.value)
    with pytest.raises(RoleError, match="another column cannot name them"):
        read(one, ["optimizer", "ema"], algorithm="model")


def test_bad_factors_are_refused():
    frame = runs(**GRID)
    with pytest.raises(RoleError, match="factors='optimiser' is not a column"):
        read(frame, "optimiser")
    with pytest.raises(DesignError, match="'lr' has one level only"):
        read(frame.assign(lr=0.1), ["optimizer", "lr"])
    with pytest.raises(DataError, match="factor 'lr' is empty in 4 rows"):
        read(frame.assign(lr=["a", None] * 4), ["optimizer", "lr"])
    with pytest.raises(RoleError, match="'dataset' cannot be both a factor and another role"):
        read(frame, ["optimizer", "dataset"], dataset="dataset")


def test_covariates_are_tables_of_their_own():
    frame = runs(**GRID).assign(hours=[1, 2, 3, 4, 5, 6, 7, 9], seed=0)
    scores = read(frame, ["optimizer", "ema"], covariates="hours")
    assert scores.score == "accuracy"
    assert scores.covariates["hours"].values.tolist() == [[1, 2, 3, 4], [5, 6, 7, 9]]
    with pytest.raises(RoleError, match="covariates='hour' is not a column"):
        read(frame, ["optimizer", "ema"], covariates="hour")


def test_the_overview_says_what_factors_and_covariates_are():
    frame = runs(**GRID).assign(hours=[1, 2, 3, 4, 5, 6, 7, 9])
    text = str(frame.bench(factors=["optimizer", "ema"], covariates="hours").check())
    assert "algorithm: the combinations of optimizer, ema" in text
    assert "hours          whole numbers, 8 values from 1 to 9  a covariate" in text
    assert "accuracy       numbers" in text


def test_a_table_with_columns_of_settings_is_told_how_to_name_them():
    frame = runs(**GRID).assign(hours=[1, 2, 3, 4, 1, 2, 3, 4])
    with pytest.raises(RoleError) as error:
        Scores.from_frame(frame, Roles(algorithm="optimizer", score="accuracy"))
    assert "is it a setting, as in an ablation study" in error.value.message
    assert error.value.hint.startswith("df.bench(factors=['optimizer', 'ema'])")


STUDY = pd.DataFrame(
    [
        (a, b, f"data {d}", d + 2 * (a == "mixup") + (b == "adam"))
        for d in range(5)
        for a in ("none", "mixup", "cutmix")
        for b in ("sgd", "adam")
    ],
    columns=["augmentation", "optimizer", "dataset", "accuracy"],
)


def test_a_list_of_factors_in_one_text_is_taken_apart_in_the_hint():
    with pytest.raises(RoleError, match="a list of 2") as caught:
        STUDY.bench.ablation(factors="augmentation,optimizer")
    assert "factors=['augmentation', 'optimizer']" in str(caught.value)


def test_a_factor_of_which_one_level_is_chosen_is_refused():
    with pytest.raises(RoleError, match="one level of optimizer") as caught:
        STUDY.bench(factors=["augmentation", "optimizer"], where={"optimizer": "adam"}).ablation()
    ways = caught.value.way_out.calls
    assert len(ways) == 2
    for way in ways:
        assert STUDY.bench(**way.roles).ablation().components


def test_settings_come_first_where_a_column_has_what_is_off():
    with pytest.raises(RoleError) as caught:
        STUDY.bench.friedman()
    first = caught.value.way_out.calls[0].roles
    assert set(first["factors"]) == {"augmentation", "optimizer"}
    assert STUDY.bench(**first).ablation().components


def test_a_dictionary_of_baselines_is_told_the_list_that_works():
    factors = ["augmentation", "optimizer"]
    with pytest.raises(OptionError, match="must be a list") as caught:
        STUDY.bench(factors=factors).ablation(baseline={"augmentation": "cutmix"})
    assert "baseline=['cutmix']" in str(caught.value)
    assert STUDY.bench(factors=factors).ablation(baseline=["cutmix"]).components


def flags(off, on):
    rows = [
        (f"d{d}", on if a else off, on if b else off, 0.7 + d / 100 + a / 10 + (d + b) % 3 / 50)
        for d in range(4)
        for a in (0, 1)
        for b in (0, 1)
    ]
    return pd.DataFrame(rows, columns=["dataset", "use_ema", "use_mixup", "accuracy"])


@pytest.mark.parametrize(
    ("off", "on"), [(False, True), (0, 1), ("no", "yes"), ("✗", "✓"), (None, "✓")]
)
def test_a_table_of_switches_is_told_its_factors(off, on):
    with pytest.raises(BenchreportError) as caught:
        flags(off, on).bench.friedman()
    assert str(caught.value.hint) == "df.bench(factors=['use_ema', 'use_mixup'])"
    result = flags(off, on).bench(factors=["use_ema", "use_mixup"]).ablation()
    assert {row.name for row in result.components} == {"use_ema", "use_mixup"}


def test_empty_cells_beside_other_values_than_a_mark_are_refused():
    with pytest.raises(DataError, match="is empty in 8 rows"):
        flags(None, 1).bench(factors=["use_ema", "use_mixup"]).ablation()


def test_the_algorithm_may_be_the_only_factor():
    frame = flags("w/o EMA", "full").drop(columns="use_mixup").groupby(["dataset", "use_ema"])
    frame = frame.mean().reset_index()
    bench = frame.bench(algorithm="use_ema", factors=["use_ema"])
    assert bench.ablation().components == frame.bench(factors="use_ema").ablation().components


def test_columns_that_could_be_algorithms_may_be_factors():
    frame = flags("sgd", "adam").replace({"use_mixup": {"sgd": "max", "adam": "mean"}})
    with pytest.raises(RoleError) as caught:
        frame.bench.friedman()
    assert "as in an ablation study: df.bench(factors=['use_ema', 'use_mixup'])" in str(
        caught.value.hint
    )


@pytest.mark.parametrize("factors", [[], ()])
def test_no_factor_at_all_is_refused(factors):
    with pytest.raises(RoleError, match="factors is an empty list") as refused:
        read(runs(**GRID), factors)
    assert refused.value.hint == "name a column or more, or leave factors out"
