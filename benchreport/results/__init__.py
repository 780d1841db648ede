"""Frozen answers, one class per shape.

What lives here: what a procedure found, as facts (``base``, ``omnibus``, ``variance``,
``pairwise``, ``ranking``, ``description``), how numbers are written (``format``) and what is cited
(``references``).
It may import pandas, numpy, ``data``, ``numerics`` and ``errors``; it computes no test.
To add a shape: a frozen dataclass on ``Result`` in a module of its own.
"""

from benchreport.results.base import Assumption, Design, Interval, Result
from benchreport.results.description import Description, DescriptionResult
from benchreport.results.omnibus import OmnibusResult, OmnibusTest
from benchreport.results.pairwise import Comparison, PairwiseResult
from benchreport.results.ranking import RankingResult
from benchreport.results.variance import Sphericity, VarianceResult, VarianceRow

__all__ = [
    "Assumption",
    "Comparison",
    "Description",
    "DescriptionResult",
    "Design",
    "Interval",
    "OmnibusResult",
    "OmnibusTest",
    "PairwiseResult",
    "RankingResult",
    "Result",
    "Sphericity",
    "VarianceResult",
    "VarianceRow",
]
