"""Compare algorithms on benchmarks: the right statistics, figures and reports from a DataFrame.

Importing this package registers ``df.bench`` on every pandas DataFrame and loads nothing heavy;
procedures, figures and reports load when first used.

>>> import benchreport
>>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
>>> print(frame.bench(score="accuracy").friedman().summary)
Friedman test: χ²(2) = 8.00, p = .005 (exact), Kendall's W = 1.00
"""

import pandas as pd

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)

__version__ = "0.1.0"


def _accessor(frame: pd.DataFrame) -> object:
    """Compare algorithms: ``df.bench.friedman()``, ``.cd_plot()``, ``.report(path)`` and more."""
    from benchreport.accessor import Bench

    return Bench(frame)


pd.api.extensions.register_dataframe_accessor("bench")(_accessor)
