"""Names of variants that say which part was removed."""

from looped import loop_over

from benchreport.data.columns.words.ablation_names import find_whole


@loop_over(
    "names",
    [
        ["full", "w/o EMA", "w/o warm-up"],
        ["full", "without_ema", "Without warm-up"],
        ["full", "no EMA", "no-warmup", "minus dropout"],
        ["full", "−EMA", "- warm-up", "–dropout"],
        ["w", "w/o EMA", "w/o warm-up"],
        ["Ours", "Ours w/o EMA", "Ours (no warm-up)", "Ours − dropout"],
        ["full", "ablate EMA", "removed dropout"],
    ],
)
def test_the_whole_is_what_no_part_is_removed_from(names):
    assert find_whole(names) == find_whole(names[::-1]) == names[0]


@loop_over(
    "names",
    [
        ["no EMA", "no warm-up"],
        ["full", "ours", "w/o EMA"],
        ["normal", "notears", "north"],
        ["resnet", "resnet-18", "resnet-50"],
        ["bert", "bert-large", "bert-tiny"],
        ["x", "-1", "-0.5"],
        ["drop path", "dropout", "full"],
        ["only"],
        [],
    ],
)
def test_other_names_tell_no_whole(names):
    assert find_whole(names) is None
