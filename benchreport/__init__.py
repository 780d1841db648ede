"""Compare algorithms on benchmarks: the right statistics, figures and reports from a DataFrame.

Importing this package registers ``df.bench`` on every pandas DataFrame and loads nothing heavy;
procedures, figures and reports load when first used.

>>> import benchreport
>>> import pandas as pd
>>> frame = pd.DataFrame({"a": [9, 8, 9, 7], "b": [7, 6, 8, 5], "c": [5, 4, 4, 2]})
>>> print(frame.bench(score="accuracy").friedman().summary)
Friedman test: χ²(2) = 8.00, p = .005 (exact), Kendall's W = 1.00, 95 % CI [.03, 1.00]
"""

import functools
import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import FunctionType, ModuleType
from typing import Any

from benchreport.collector import collector_held
from benchreport.lazy_names import load_lazily
from benchreport.version import __version__ as __version__

_load, __dir__, __all__ = load_lazily(__name__)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    value = _load(name)
    if isinstance(value, FunctionType):
        from benchreport.binding import take_tables_only

        value = globals()[name] = take_tables_only(value)
    return value


def _make_accessor(frame: object) -> object:
    """Compare algorithms: ``df.bench.friedman()``, ``.cd_plot()``, ``.report(path)`` and more."""
    return _load_accessor()(frame)


@functools.cache
@collector_held()
def _load_accessor() -> Callable[[object], object]:
    from benchreport.accessor import Bench

    return Bench


def _register(pandas: ModuleType) -> None:
    pandas.api.extensions.register_dataframe_accessor("bench")(_make_accessor)


class _WhenPandasLoads:
    """Register ``df.bench`` as soon as pandas is imported, so that ``benchreport --help`` needs no pandas."""

    def find_spec(self, name: str, *_: Sequence[str] | ModuleType | None) -> ModuleSpec | None:
        if name != "pandas":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                _register(module)

            spec.loader.exec_module = load_and_register
        return spec


if "pandas" in sys.modules:
    _register(sys.modules["pandas"])
else:
    sys.meta_path.insert(0, _WhenPandasLoads())
