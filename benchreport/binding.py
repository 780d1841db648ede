"""Turn functions on a table into methods on a frame."""

import functools
import inspect
import types
import typing
from collections.abc import Callable
from typing import (
    Any,
    Concatenate,
    Generic,
    NamedTuple,
    NoReturn,
    ParamSpec,
    Protocol,
    TypeVar,
    overload,
)

import pandas as pd

from benchreport.arguments import check_arguments
from benchreport.data.columns.roles import Roles
from benchreport.docstrings import write_for_method
from benchreport.errors import OptionError
from benchreport.hints import call, code

# arguments of methods that say how the table is read
ROLES = ("factors", "covariates", "cluster")
T = TypeVar("T")
P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class _Table(Protocol):
    @classmethod
    def from_frame(cls, frame: pd.DataFrame, roles: Roles | None = None) -> object: ...


class Bound(Protocol):
    """The object that a bound method needs: it reads a table of the kind that the method works on."""

    def _read(self, reader: "Reader", **roles: Any) -> object: ...  # noqa: ANN401 - roles of columns


class Later:
    """Stand for a package of benchreport whose functions load when they are used.

    Examples
    --------
    >>> from benchreport import stats
    >>> Later(stats).friedman.load().__name__
    'friedman'
    """

    def __init__(self, package: types.ModuleType) -> None:
        self._package = package

    def __getattr__(self, name: str) -> "_Name":
        return _Name(self._package, name)


class _Name(NamedTuple):
    """The name of a function, and the package that has it."""

    package: types.ModuleType
    name: str

    def load(self) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self.package, self.name)
        return function


class bind(Generic[T, P, R_co]):  # noqa: N801 - used like a decorator
    """Make ``function(table, …)`` a method of an object that reads the table.

    The annotation of the first parameter sets the class of the table. For a union (``A | B``), it is the
    first class that ``suits`` the frame. Docstring, signature and types stay those of the function, without
    its table. The other arguments are checked before the table is built.

    Parameters
    ----------
    function
        A function whose first parameter is annotated with a class that has ``from_frame(frame, roles)``, or a
        name of `Later`, which loads when the method is first used.
    reader
        A class that reads the table instead of the annotated one.

    Examples
    --------
    >>> from benchreport.data import Scores
    >>> def best(scores: Scores) -> str:
    ...     '''Name the algorithm with the best mean.'''
    ...     return str(scores.frame.mean().idxmax())
    >>> class Accessor:
    ...     def _read(self, reader):
    ...         frame = pd.DataFrame({"svm": [0.9, 0.8], "knn": [0.7, 0.6]})
    ...         return reader.from_frame(frame, Roles(score="accuracy"))
    ...     best = bind(best)
    >>> Accessor().best()
    'svm'
    """

    def __init__(
        self, function: Callable[Concatenate[T, P], R_co], reader: type[_Table] | None = None
    ) -> None:
        self._function = function
        self.reader = reader

    @functools.cached_property
    def function(self) -> Callable[Concatenate[T, P], R_co]:
        """The function that the method calls."""
        return self._function.load() if isinstance(self._function, _Name) else self._function

    @overload
    def __get__(self, instance: None, owner: type) -> "bind[T, P, R_co]": ...
    @overload
    def __get__(self, instance: Bound, owner: type) -> Callable[P, R_co]: ...
    def __get__(
        self, instance: Bound | None, owner: type
    ) -> "bind[T, P, R_co] | Callable[P, R_co]":
        if instance is None:
            functools.update_wrapper(self, self.function)  # type: ignore[arg-type]
            self.__doc__ = _help(self.function).docstring
            return self

        @functools.wraps(self.function)
        def method(*args: P.args, **kwargs: P.kwargs) -> R_co:
            check_arguments(self.function, args, kwargs)
            reader = self.reader or table_of(self.function)
            roles = {name: kwargs[name] for name in ROLES if kwargs.get(name) is not None}
            table = typing.cast("T", instance._read(reader, **roles))  # noqa: SLF001 - a method of the object
            return self.function(table, *args, **kwargs)

        help_texts = _help(self.function)
        method.__doc__ = help_texts.docstring
        method.__signature__ = help_texts.signature  # type: ignore[attr-defined]
        return method


class Either:
    """A choice of table classes: the first whose ``suits`` accepts the frame, else one that takes any."""

    def __init__(self, kinds: tuple[type[_Table], ...]) -> None:
        self.kinds = kinds

    def choose(self, frame: pd.DataFrame, roles: Roles | None = None) -> type[_Table]:
        """Return the class that reads a frame."""
        rest: list[type[_Table]] = []
        for kind in self.kinds:
            suits = getattr(kind, "suits", None)
            if suits is None:
                rest.append(kind)
            elif suits(frame, roles):
                return kind
        return (*rest, self.kinds[-1])[0]

    def from_frame(self, frame: pd.DataFrame, roles: Roles | None = None) -> object:
        """Read the frame by the class that suits it."""
        return self.choose(frame, roles).from_frame(frame, roles)


Reader = type[_Table] | Either


class Tables:
    """The tables of a copy of a frame: each is read when a method first needs it, and once.

    Parameters
    ----------
    frame
        The frame; later changes of it change nothing here.
    roles
        The roles of its columns.

    Examples
    --------
    >>> from benchreport.data import Scores
    >>> frame = pd.DataFrame({"svm": [0.9, 0.8], "knn": [0.7, 0.6]})
    >>> tables = Tables(frame, Roles(score="accuracy"))
    >>> tables.read(Scores) is tables.read(Scores)
    True
    """

    def __init__(self, frame: pd.DataFrame, roles: Roles) -> None:
        self.frame: pd.DataFrame = frame.copy()
        self.roles = roles
        self._tables: dict[object, object] = {}

    def read(self, reader: Reader) -> object:
        """Return the table that a reader makes of the frame."""
        return read_once(reader, self.frame, self.roles, self._tables)


def read_once(
    reader: Reader, frame: pd.DataFrame, roles: Roles, tables: dict[object, object]
) -> object:
    """Return the table that a reader makes of a frame, and keep it among those that are there already."""
    key = reader.kinds if isinstance(reader, Either) else reader
    if key not in tables:
        if isinstance(reader, Either):
            tables[key] = read_once(reader.choose(frame, roles), frame, roles, tables)
        else:
            table = reader.from_frame(frame, roles)
            # what a reader of all kinds has read is a table of its kind, too
            tables |= {reader: table, type(table): table}
    return tables[key]


@functools.cache
def table_of(function: Callable[..., object]) -> Reader:
    """Return the class, or the choice of classes, that annotates a function's first parameter."""
    first = next(iter(inspect.signature(function).parameters))
    hint = typing.get_type_hints(function)[first]
    if isinstance(hint, types.UnionType):
        return Either(typing.get_args(hint))
    return typing.cast("type[_Table]", hint)


def take_tables_only(function: Callable[P, R_co]) -> Callable[P, R_co]:
    """Make a function of a table refuse anything else, such as a frame, and name its method.

    A function whose first parameter is no table is returned as it is.

    Parameters
    ----------
    function
        A public function of benchreport.

    Examples
    --------
    >>> from benchreport.stats import friedman
    >>> take_tables_only(friedman)(pd.DataFrame())
    Traceback (most recent call last):
    benchreport.errors.OptionError: friedman takes a table that is read already (Scores); got DataFrame.
    Hint: df.bench.friedman(), or benchreport.friedman(benchreport.Scores.from_frame(df))
    """
    reader = table_of(function)
    kinds = reader.kinds if isinstance(reader, Either) else (reader,)
    tables = tuple(kind for kind in kinds if hasattr(kind, "from_frame"))
    if not tables:
        return function
    # what takes estimates beside tables takes no frame either
    of_tables = len(tables) == len(kinds)

    @functools.wraps(function)
    def take(*args: P.args, **kwargs: P.kwargs) -> R_co:
        other = bool(args) and not isinstance(args[0], tables)
        if other and (of_tables or isinstance(args[0], pd.DataFrame)):
            _refuse(function.__name__, tables, args[0])
        return function(*args, **kwargs)

    # a copy by pickle finds it where users do
    take.__module__, take.__qualname__ = "benchreport", function.__name__
    return take


def _refuse(name: str, kinds: tuple[type[_Table], ...], found: object) -> NoReturn:
    expected = " or ".join(kind.__name__ for kind in kinds)
    raise OptionError(
        f"{name} takes a table that is read already ({expected}); got {type(found).__name__}.",
        hint=call(name)
        | code(f"benchreport.{name}(benchreport.{kinds[0].__name__}.from_frame(df))"),
    )


class _Help(NamedTuple):
    """What ``help()`` shows of a method: how it is called, without the function's table."""

    docstring: str | None
    signature: inspect.Signature


@functools.cache
def _help(function: Callable[..., object]) -> _Help:
    signature = inspect.signature(function)
    _, *rest = signature.parameters.values()
    return _Help(write_for_method(function), signature.replace(parameters=rest))
