"""The catalogue: one procedure per file, one line here.

What lives here: functions from a table to a result. They may import ``results``, ``data``,
``numerics`` and ``errors``, never one another.
To add one: a file named after it, with ``_check``, ``_statistic`` and the public function; a line
here and one in the accessor; a test with its oracle. The contract test tells what is missing.
"""

from benchreport.stats.anova import anova
from benchreport.stats.bonferroni_dunn import bonferroni_dunn
from benchreport.stats.describe import describe
from benchreport.stats.friedman import friedman
from benchreport.stats.nemenyi import nemenyi
from benchreport.stats.ranks import ranks
from benchreport.stats.tukey import tukey
from benchreport.stats.wilcoxon import wilcoxon

__all__ = [
    "CATALOGUE",
    "anova",
    "bonferroni_dunn",
    "describe",
    "friedman",
    "nemenyi",
    "ranks",
    "tukey",
    "wilcoxon",
]

CATALOGUE = {
    procedure.__name__: procedure
    for procedure in (
        describe,
        ranks,
        friedman,
        nemenyi,
        bonferroni_dunn,
        wilcoxon,
        anova,
        tukey,
    )
}
