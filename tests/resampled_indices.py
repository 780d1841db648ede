"""A metric of the indices that were drawn, to compare one of their weights with."""

import numpy as np


def statistic_of_indices(function):
    """Make a function of the indices of the examples into one of their weights, one call a resample."""

    def statistic(weights):
        rows = np.arange(weights.shape[1])
        return np.array([function(np.repeat(rows, row.astype(int))) for row in weights], float)

    return statistic
