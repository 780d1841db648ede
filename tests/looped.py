"""Many small cases of one check as one test: pytest and its processes take longer for each than the check."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any


def loop_over(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[..., Any]:
    """Give a test its cases one after the other, where parametrizing makes each a test of its own.

    The case at which it fails is a note of the error. Fixtures of the test are the same for all its cases.
    """
    split = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    # more than one test may read them
    listed = list(cases)
    assert listed

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(check)
        kept = [each for name, each in signature.parameters.items() if name not in split]
        assert len(kept) == len(signature.parameters) - len(split)

        @functools.wraps(check)
        def run(**fixtures: Any) -> None:
            for case in listed:
                values = getattr(case, "values", None) if hasattr(case, "marks") else None
                values = values or ((case,) if len(split) == 1 else case)
                try:
                    check(**fixtures, **dict(zip(split, values, strict=True)))
                except BaseException as error:
                    label = getattr(case, "id", None) or f"{case!r:.400}"
                    error.add_note(f"{check.__name__}: {label}")
                    raise

        run.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return run

    return decorate
