"""Logs of made-up evaluations that several tests read."""

import numpy as np
import pandas as pd


def log(seed=0, clusters=20, size=5, samples=4):
    """Make a log of three models: samples of questions on passages, which are harder or easier."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), size)
    n = len(cluster)
    of_cluster, own = rng.normal(size=clusters), 0.6 * rng.normal(size=(clusters, 3))
    easy = of_cluster[cluster] + 0.8 * rng.normal(size=n)
    parts = []
    for model in range(3):
        skill = easy + own[cluster, model] + 0.5 * rng.normal(size=n)
        for sample in range(samples):
            right = skill + 0.7 * rng.normal(size=n) > 0
            parts.append(
                pd.DataFrame(
                    {
                        "model": f"m{model}", "question": np.arange(n), "passage": cluster,
                        "sample": sample, "correct": right,
                    }
                )
            )  # fmt: skip
    return pd.concat(parts)
