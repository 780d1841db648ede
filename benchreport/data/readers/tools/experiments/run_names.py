"""Names of runs that end in the number of the repeat, as ``ppo-seed1`` or ``tpe_0``."""

import re
from collections.abc import Sequence

import pandas as pd

NUMBERED = re.compile(
    r"(?P<name>.*?[^\W_])[\W_]+(?:(?:seed|run|rep|trial|fold)[\W_]*)?(?P<number>\d+)", re.IGNORECASE
)


def split_numbers(names: Sequence[str]) -> pd.DataFrame:
    """Return the columns ``algorithm`` and ``run``, without ``run`` where the names do not number repeats.

    They do where all end in numbers, several names differ before them, and some differ only in them.

    >>> split_numbers(["ppo-seed1", "ppo-seed2", "sac-seed1", "sac-seed2"]).to_numpy().tolist()
    [['ppo', 1], ['ppo', 2], ['sac', 1], ['sac', 2]]
    >>> split_numbers(["resnet-18", "resnet-50"]).columns.tolist()
    ['algorithm']
    """
    matches = [match for match in map(NUMBERED.fullmatch, names) if match is not None]
    stems = [match["name"] for match in matches]
    if len(matches) < len(names) or not 1 < len(set(stems)) < len(set(names)):
        return pd.DataFrame({"algorithm": list(names)})
    return pd.DataFrame({"algorithm": stems, "run": [int(match["number"]) for match in matches]})
