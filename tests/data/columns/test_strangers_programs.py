"""Timings of programs: curves in any order, second measures, and rows that sizes name."""

import numpy as np
import pandas as pd
import pytest
from stranger_tables import table

from benchreport.errors import DesignError, RoleError


def test_curves_with_steps_of_their_own_are_curves_in_any_order():
    rows = [
        (f"m{place}", f"d{data}", seed, step, 9 / step + data + place / 20)
        for place in range(3)
        for data in range(3)
        for seed in range(2)
        for step in np.unique(np.geomspace(1, 1000, 6 + place).round())
    ]
    columns = ["algorithm", "dataset", "seed", "evaluations", "loss"]
    frame = pd.DataFrame(rows, columns=columns)
    for each in (frame, frame.iloc[::-1], frame.sample(frac=1, random_state=0)):
        with pytest.raises(RoleError, match="this is a table of curves"):
            _ = each.bench.scores


def test_spreads_of_a_second_measure_show_that_it_is_one():
    text = (
        "benchmark,mean,std,kernel_time_mean,kernel_time_std\na,7.1,1.4,6.8,1.3\nb,2.0,.1,1.8,.1\n"
    )
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text).bench.scores


def test_rows_that_sizes_name_are_no_algorithms():
    text = "NumPoints,SingleTime(ms),SinglePi,MultiTime(ms),MultiPi\n"
    text += "".join(f"{n}00000,{2 * n},3.14{n},{50 * n},3.13{n}\n" for n in (1, 5, 7, 9))
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text).bench.scores
