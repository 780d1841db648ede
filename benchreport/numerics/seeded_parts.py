"""Draw at random in parts, each with a seed of its own, here or by the workers that joblib is told to take.

Ours because joblib shares out calls, and says nothing about their seeds: the numbers must not depend on how
many workers there are.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from benchreport.errors import BenchreportError
from benchreport.hints import code
from benchreport.progress import Work

Bits = NDArray[np.uint8]
T = TypeVar("T")
Draw = Callable[[np.random.Generator, int], T]
"""From a generator and a number of draws to what is computed of them."""


def seeded_parts(
    draw: Draw[T], n: int, *, step: int, rng: int | np.random.Generator, computation: str
) -> Iterator[T]:
    """Yield what is computed of n draws, so many at a time, in order.

    Within ``joblib.parallel_config(n_jobs=…)`` workers compute the parts, by any backend of joblib: threads,
    processes, or a cluster. The parts and their seeds are the same for any number of them.

    Parameters
    ----------
    draw
        Draws, and computes.
    n
        How many draws in all.
    step
        The most draws at a time.
    rng
        A seed or generator. The first part draws from it, each other one from a generator that it spawns.
    computation
        The computation, as progress names it.

    Raises
    ------
    BenchreportError
        A worker was killed.

    Examples
    --------
    >>> parts = seeded_parts(lambda rng, n: rng.random(n), 5, step=2, rng=0, computation="drawing")
    >>> [part.round(2).tolist() for part in parts]
    [[0.64, 0.27], [0.94, 0.32], [0.68]]
    """
    sizes = [min(step, n - start) for start in range(0, n, step)]
    first = np.random.default_rng(rng)
    rest = list(zip(first.spawn(len(sizes) - 1) if len(sizes) > 1 else [], sizes[1:], strict=True))
    # a generator of the caller's goes on from here, whoever computes the other parts
    here = functools.partial(draw, first, sizes[0])
    if len(rest) > 1 and _has_workers():
        results = _by_workers(here, draw, rest)
    else:
        results = (call() for call in (here, *(functools.partial(draw, *part) for part in rest)))
    work = Work(computation, len(sizes))
    try:
        for _ in sizes:
            with work:
                part = next(results)
            # what the caller does with it is no part of this work
            yield part
    finally:
        work.end()


def draw_bits(generator: np.random.Generator, rows: int, n: int) -> Bits:
    """Draw zeros and ones, (rows, n), in a tenth of the time of as many numbers.

    >>> draw_bits(np.random.default_rng(0), 2, 5).tolist()
    [[0, 1, 0, 1, 1], [1, 0, 0, 0, 0]]
    """
    eights = generator.integers(0, 256, size=(rows, -(-n // 8)), dtype=np.uint8)
    return np.unpackbits(eights, axis=1, count=n)


def _has_workers() -> bool:
    """Tell whether joblib is told to take workers; where nothing has loaded it, nobody can have done so."""
    joblib = sys.modules.get("joblib")
    return joblib is not None and joblib.effective_n_jobs(None) > 1


def _by_workers(
    here: Callable[[], T], draw: Draw[T], parts: list[tuple[np.random.Generator, int]]
) -> Iterator[T]:
    joblib: Any = sys.modules["joblib"]
    try:
        results = joblib.Parallel(return_as="generator")(
            joblib.delayed(draw)(*part) for part in parts
        )
        yield here()
        yield from results
    except BrokenProcessPool as error:
        raise BenchreportError(
            "a worker was killed, perhaps because memory ran out.",
            hint="fewer workers need less memory: " + code("joblib.parallel_config(n_jobs=2)"),
        ) from error
