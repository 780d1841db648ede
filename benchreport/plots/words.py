"""What a figure says about itself: what is seen, why it matters, and the data behind it."""

import weakref
from collections.abc import Callable
from typing import NamedTuple

import pandas as pd
from matplotlib.axes import Axes

__all__ = ["HouseAxes", "alt_of", "caption_of", "data_of", "describe"]


class _Words(NamedTuple):
    alt: str
    caption: str
    data: Callable[[], pd.DataFrame]


_WORDS: "weakref.WeakKeyDictionary[Axes, _Words]" = weakref.WeakKeyDictionary()


def describe(ax: Axes, *, alt: str, caption: str, data: Callable[[], pd.DataFrame]) -> None:
    """Store what is seen (alt text), why it matters (caption) and the data with the axes.

    Parameters
    ----------
    ax
        Where the figure is.
    alt, caption
        In words.
    data
        Makes the frame of what is drawn when it is asked for: tables of many pairs are large.
    """
    _WORDS[ax] = _Words(alt, caption, data)


def alt_of(ax: Axes) -> str:
    """Return what is seen in a figure of ours, in words."""
    return _WORDS[ax].alt


def caption_of(ax: Axes) -> str:
    """Return why a figure of ours matters, with its numbers."""
    return _WORDS[ax].caption


def data_of(ax: Axes) -> pd.DataFrame:
    """Return the numbers that a figure of ours draws, as a new frame."""
    return _WORDS[ax].data()


class HouseAxes(Axes):
    """The axes of a figure of ours, which can be asked for its words and numbers."""

    @property
    def alt(self) -> str:
        """What is seen, in words."""
        return alt_of(self)

    @property
    def caption(self) -> str:
        """Why it matters, with its numbers."""
        return caption_of(self)

    @property
    def data(self) -> pd.DataFrame:
        """The numbers that are drawn, as a new frame."""
        return data_of(self)
