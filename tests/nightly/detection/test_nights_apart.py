import dataclasses
import datetime as dt
import itertools

import numpy as np
import pytest
from needs import LONG, longer

from benchreport.nightly.config.settings import Alerts, Baseline
from benchreport.nightly.detection.detection import judge
from benchreport.nightly.detection.nights_apart import add_common_series, take_nights_apart
from benchreport.nightly.detection.replay_rules import replay_rules
from benchreport.nightly.judgements import SeriesMatrix
from benchreport.nightly.night_facts import ALL, Key

COMMON = Key("f1", ALL)


def matrix_of(values, keys=None):
    keys = keys or tuple(Key("f1", f"a{column:03d}") for column in range(values.shape[1]))
    nights = tuple(f"{night:04d}" for night in range(len(values)))
    return add_common_series(SeriesMatrix(keys=keys, nights=nights, values=values))


def noise(seed, n_nights=130, n_series=100):
    return np.random.default_rng(seed).normal(size=(n_nights, n_series))


def replay(values, start, keys=None):
    """Return the regressions and drifts that are opened from a night on."""
    findings = replay_rules(matrix_of(values, keys), Alerts(), Baseline(), start=start).findings
    return [finding for finding in findings if finding.kind != "improvement"]


def test_all_algorithms_have_a_series_of_their_own_from_six_on():
    assert matrix_of(noise(0, 4, 6)).keys[-1] == COMMON
    assert len(matrix_of(noise(0, 4, 5)).keys) == 5
    keys = tuple(Key("f1", f"a{n}", data) for data in ("iris", "wine") for n in range(6))
    common = [key for key in matrix_of(noise(0, 4, 12), keys).keys if key.algorithm == ALL]
    assert common == [Key("f1", ALL, "iris"), Key("f1", ALL, "wine")]


def cells(n_algorithms, n_datasets):
    return tuple(
        Key("f1", f"a{n}", f"d{data}") for n in range(n_algorithms) for data in range(n_datasets)
    )


@pytest.mark.parametrize(
    ("n_algorithms", "n_datasets", "together"),
    [(4, 6, True), (5, 4, True), (4, 3, False), (3, 20, False), (2, 3, False)],
)
def test_a_few_algorithms_on_several_datasets_have_one_series_together(
    n_algorithms, n_datasets, together
):
    """None where one algorithm, or one dataset, has more than a quarter of the series."""
    keys = cells(n_algorithms, n_datasets)
    averages = tuple(Key("f1", f"a{n}") for n in range(n_algorithms))
    for all_keys in (keys, (*averages, *keys)):
        matrix = matrix_of(noise(0, 4, len(all_keys)), all_keys)
        assert [key for key in matrix.keys if key.algorithm == ALL] == [COMMON] * together


def test_a_shift_of_all_cells_is_one_finding_and_one_of_a_cell_is_its_own():
    """Before, the first was as many findings as there are cells."""
    for hit, key in ((slice(None), COMMON), (7, Key("f1", "a1", "d1"))):
        values = noise(5, 106, 24)
        values[100:, hit] -= 4.0
        found = {each.key for each in replay(values, 90, cells(4, 6)) if each.opened >= "0100"}
        assert found == {key}


def test_averages_of_cells_are_compared_without_what_all_cells_have_in_common():
    keys = (*(Key("f1", f"a{n}") for n in range(4)), *cells(4, 6))
    shared = np.random.default_rng(7).normal(size=(120, 1))
    parts = noise(8, 120, 24) + 2 * shared
    averages = parts.reshape(120, 4, 6).mean(axis=2)
    matrix = matrix_of(np.hstack([averages, parts]), keys)
    levels = np.zeros(matrix.values.shape, dtype=np.intp)
    apart = take_nights_apart(matrix, levels, latest=3, equal=True)
    left = apart.matrix.values[:, :4]
    assert left == pytest.approx(apart.matrix.values[:, 4:28].reshape(120, 4, 6).mean(axis=2))
    assert left.std() < averages.std() / 3
    assert left + apart.taken[:, :4] == pytest.approx(averages)


def common_change(hit, *, seeds=8):
    """Return by how much a fall by 1 SD moves what four algorithms on six datasets have in common."""
    keys, changes = (*(Key("f1", f"a{n}") for n in range(4)), *cells(4, 6)), []
    for seed in range(seeds):
        parts = noise([20, seed], 60, 24).reshape(60, 4, 6)
        parts[(slice(52, None), *hit)] -= 1.0
        matrix = matrix_of(np.hstack([parts.mean(axis=2), parts.reshape(60, -1)]), keys)
        levels = np.zeros(matrix.values.shape, dtype=np.intp)
        apart = take_nights_apart(matrix, levels, latest=8, equal=True)
        column = apart.matrix.values[:, matrix.keys.index(COMMON)]
        changes.append(column[52:].mean() - column[:52].mean())
    return np.mean(changes)


def test_what_changes_one_algorithm_or_one_dataset_is_not_common_to_all():
    """A quarter of the fall was taken for one of all algorithms, which were then told as a finding."""
    assert common_change((0, slice(None))) == pytest.approx(0.0, abs=0.08)
    assert common_change((slice(None), 0)) == pytest.approx(0.0, abs=0.08)
    assert common_change((slice(None), slice(None))) == pytest.approx(-1.0, abs=0.1)


@pytest.mark.parametrize("seed", [0, longer(1), longer(2)])
@pytest.mark.parametrize("size", [6.0, longer(3.0), longer(30.0)])
@pytest.mark.parametrize("n_hit", [10, 50, 100])
def test_one_bad_night_opens_nothing(n_hit, size, seed):
    values = noise([n_hit, int(size), seed], 104)
    values[100, :n_hit] -= size
    opened = replay(values, start=97)
    assert len([finding for finding in opened if finding.opened >= "0100"]) <= 1


@LONG
@pytest.mark.parametrize(("n_series", "sizes"), [(6, (-22.0, 5.0)), longer(12, (22.0, 5.0))])
def test_a_lasting_shift_of_all_is_a_finding_of_none_of_them(n_series, sizes):
    """There is chance, but no more than without the shift, and none as large as it."""
    found, equal = {size: [] for size in (0.0, *sizes)}, n_series == 6
    for seed, size in itertools.product(range(4), found):
        widths = np.ones(n_series) if equal else np.geomspace(0.6, 1.6, n_series)
        values = noise([n_series, seed], 60, n_series) * widths
        values[30:] += size * widths
        matrix = matrix_of(values)
        findings = replay_rules(matrix, Alerts(), Baseline(), start=27, equal=equal).findings
        found[size] += [each for each in findings if each.opened >= "0030"]
    alone = {size: [each for each in found[size] if each.key != COMMON] for size in found}
    for size in sizes:
        together = [each for each in found[size] if each.key == COMMON and each.opened <= "0032"]
        assert len(together) >= 4
        assert len(alone[size]) <= len(alone[0.0]) + 8
        assert max((abs(each.change) for each in alone[size]), default=0) < abs(size)


def test_one_bad_night_of_many_series_is_told_before_it_is_confirmed():
    values = noise(3, 101, 5)
    values[100] -= 30.0
    matrix = matrix_of(values)
    levels = np.zeros(values.shape, dtype=np.intp)
    apart = take_nights_apart(matrix, levels, latest=3, equal=False)
    night = judge(apart.matrix.values, levels, Alerts(), Baseline(), widths=apart.widths)
    assert night.doubtful.all()
    assert not night.worse.any()
    assert (night.p_worse < 0.001).all()
    better = judge(-values, levels, Alerts(), Baseline(), widths=apart.widths)
    assert not better.doubtful.any()
    assert (better.p_better < 0.001).all()


@LONG
def test_noise_that_nights_share_raises_no_more_alarms():
    correlation = 0.7
    shared = np.sqrt(correlation) * np.random.default_rng(0).normal(size=(130, 1))
    alarms = replay(shared + np.sqrt(1 - correlation) * noise([1, 0]), start=30)
    # .1 a night; 1.0 without
    assert len(alarms) / 100 < 0.2


@LONG
def test_nights_of_wide_spread_raise_no_more_alarms():
    alarms = 0
    for seed in (5, 6):
        values = noise(seed)
        values[100:110] *= 3
        alarms += len(replay(values, start=97))
    # 58 if nights were taken for as wide as usual
    assert alarms / 2 <= 12


def test_a_shift_of_all_is_one_finding():
    values = noise(6)
    values[110:] -= 3
    values[110:, 7] -= 6
    found = {
        finding.key: finding for finding in replay(values, start=105) if finding.opened >= "0110"
    }
    assert {COMMON, Key("f1", "a007")} <= set(found)
    # two, and what noise raises in twenty nights
    assert len(found) <= 10
    assert (found[COMMON].since, found[Key("f1", "a007")].since) == ("0110", "0110")
    assert found[COMMON].change == pytest.approx(-3, abs=0.3)
    # without what all have in common
    assert found[Key("f1", "a007")].change == pytest.approx(-6, abs=2)


@LONG
def test_a_shift_of_all_ends_no_regression_of_some():
    """A faster machine, while nobody answers to regressions: they stay as large as they are."""
    values = noise(2, 90, 12) + 2 * noise(102, 90, 1)
    values[30:, 3:6] -= 8
    values[45:] += 18
    found = replay_rules(matrix_of(values), Alerts(), Baseline(), start=30, equal=True).findings
    changed = {Key("f1", name) for name in ("a003", "a004", "a005")}
    alive = [each for each in found if each.key in changed]
    assert {(each.key, each.since, each.closed) for each in alive} == {
        (key, "0030", "") for key in changed
    }


@LONG
def test_a_dataset_that_changes_is_one_finding():
    keys = tuple(Key("f1", f"a{n}", data) for data in ("iris", "wine", "pima") for n in range(10))
    values = noise(7, n_series=30)
    values[110:, :10] -= 4
    opened = [
        finding.key for finding in replay(values, start=105, keys=keys) if finding.opened >= "0110"
    ]
    assert Key("f1", ALL, "iris") in opened
    assert len(opened) <= 3


def test_what_is_taken_and_what_is_left_are_the_measured_values():
    values = noise(8)
    values[50] += 4
    whole = matrix_of(values)
    levels = np.zeros(whole.values.shape, dtype=np.intp)
    apart = take_nights_apart(whole, levels, latest=3, equal=False)
    assert apart.matrix.values[:, :-1] + apart.common[:, :-1] == pytest.approx(values)
    common = apart.matrix.values[:, -1]
    assert common[50] - np.median(common) == pytest.approx(4, abs=0.5)
    assert common.mean() == pytest.approx(values.mean(), abs=0.05)


def dated(matrix):
    first = dt.date(2026, 3, 2)
    nights = [(first + dt.timedelta(days=n)).isoformat() for n in range(len(matrix.nights))]
    return dataclasses.replace(matrix, nights=tuple(nights))


def weekends(seed, n_nights=130, size=3.0):
    """Series of which only the first changes at weekends."""
    values = noise(seed, n_nights)
    values[np.arange(n_nights) % 7 >= 5, 0] += size
    return values


def test_what_weekdays_do_to_a_series_is_taken_from_it():
    values = weekends(9)
    whole = dated(matrix_of(values))
    levels = np.zeros(whole.values.shape, dtype=np.intp)
    apart = take_nights_apart(whole, levels, latest=3, equal=False)
    assert apart.matrix.values[:, :-1] + apart.taken[:, :-1] == pytest.approx(values)
    saturday, monday = apart.weekday[124, 0], apart.weekday[0, 0]
    assert saturday - monday == pytest.approx(3, abs=1)
    assert (apart.weekday[:, 1:] == 0).all()
    assert (apart.widths.spreads[:, 0] > apart.widths.spreads[:, 1]).all()
    # without dates, nobody knows weekdays
    plain = take_nights_apart(matrix_of(values), levels, latest=3, equal=False)
    assert (plain.weekday == 0).all()


def test_the_rounding_of_a_constant_series_is_no_pattern():
    whole = dated(matrix_of(np.full((130, 3), 0.1)))
    levels = np.zeros(whole.values.shape, dtype=np.intp)
    assert (take_nights_apart(whole, levels, latest=3, equal=False).weekday == 0).all()


@LONG
def test_a_change_behind_a_weekday_pattern_is_found():
    found = {True: 0, False: 0}
    for seed in range(8):
        values = weekends([10, seed], n_nights=121 + seed % 7)
        values[118 + seed % 7 :, 0] -= 3.5
        for has_dates in found:
            matrix = matrix_of(values)
            matrix = dated(matrix) if has_dates else matrix
            replayed = replay_rules(matrix, Alerts(), Baseline(), start=len(values) - 4)
            found[has_dates] += any(
                each.key == Key("f1", "a000") and each.kind == "regression"
                for each in replayed.findings
            )
    assert found[True] >= 6
    assert found[False] <= 5


@LONG
def test_weekends_that_nothing_follows_raise_no_alarm():
    values = weekends(11)
    values[:, 1:] = noise(12)[:, 1:]
    replayed = replay_rules(dated(matrix_of(values)), Alerts(), Baseline(), start=100)
    assert Key("f1", "a000") not in {finding.key for finding in replayed.findings}
