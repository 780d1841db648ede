"""Views of results that are computed once, and fields that are made when they are first read."""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

Record = TypeVar("Record", bound="Remembering")
Answer = TypeVar("Answer")


class _Later:
    """Stands for a field until it is read."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def later(make: Callable[[], Answer]) -> Answer:
    """Leave a field of a result for later: it is made when it is first read, and stays.

    Notes, assumptions and intervals cost more than a small test, and many results are asked for their
    p-value only. What ``make`` uses is held until then, so it uses what cannot change.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Note(Remembering):
    ...     text: str
    >>> note = Note(later(lambda: print("made") or "few blocks"))
    >>> note.text, note.text
    made
    ('few blocks', 'few blocks')
    """
    return cast("Answer", _Later(make))


class Remembering:
    """Hold what `remembered` and `later` keep of a record: no fields, so no part of equality or copies."""

    __slots__ = ("_later", "_memo")
    _later: dict[str, Callable[[], Any]]
    _memo: dict[str, Any]

    def __post_init__(self) -> None:
        fields = self.__dataclass_fields__  # type: ignore[attr-defined]
        waiting = {name: value for name in fields if type(value := getattr(self, name)) is _Later}
        if waiting:
            object.__setattr__(
                self, "_later", {name: value.make for name, value in waiting.items()}
            )
            for name in waiting:
                # Python asks `__getattr__` for a slot without a value
                object.__delattr__(self, name)

    if not TYPE_CHECKING:  # what has no annotation stays an error

        def __getattr__(self, name: str) -> object:
            waiting = {} if name in Remembering.__slots__ else getattr(self, "_later", {})
            make = waiting.get(name)
            if make is None:
                # says what is missing, unless another thread has just made it
                return object.__getattribute__(self, name)
            value = make()
            object.__setattr__(self, name, value)
            waiting.pop(name, None)
            return value


def remembered(view: Callable[[Record], Answer]) -> Callable[[Record], Answer]:
    """Compute a view of a frozen record once.

    Ours because ``functools.cached_property`` needs a ``__dict__``, which records with slots lack.
    """

    @functools.wraps(view)
    def read(record: Record) -> Answer:
        try:
            memo = record._memo  # noqa: SLF001 - its only reader
        except AttributeError:
            memo = {}
            object.__setattr__(record, "_memo", memo)
        if view.__name__ not in memo:
            memo[view.__name__] = view(record)
        answer: Answer = memo[view.__name__]
        return answer

    return read
