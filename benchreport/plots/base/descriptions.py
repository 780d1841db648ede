"""The descriptions of a figure: its alt text, its caption, and the data that it draws."""

import functools
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter
from matplotlib.transforms import TransformedPatchPath

from benchreport.plots.base.fonts import check_fonts, list_fonts
from benchreport.plots.base.score_axis import PowerFormatter
from benchreport.plots.base.short_names import escape_unprintable
from benchreport.results.writing import number_format as fmt


class _Words(NamedTuple):
    alt: str
    caption: str
    data: Callable[[], pd.DataFrame]


_WORDS: "weakref.WeakKeyDictionary[Axes, _Words]" = weakref.WeakKeyDictionary()


def describe(ax: Axes, *, alt: str, caption: str, data: Callable[[], pd.DataFrame]) -> None:
    """Store the alt text, the caption and the data of a figure with its axes.

    Every figure calls this at its end, so the fonts are checked for the characters of its texts here.

    Parameters
    ----------
    ax
        The first axes of the figure.
    alt, caption
        What the figure looks like, and what it shows, in plain sentences.
    data
        A function that makes the frame of drawn numbers. It is called on demand, since tables of many
        pairs are large.
    """
    _keep_plain(ax)
    texts: list[Any] = ax.figure.findobj(Text)
    check_fonts(text.get_text() for text in texts)
    _use_new_fonts(texts)
    alt, caption = (fmt.end_once(escape_unprintable(text)) for text in (alt, caption))
    _WORDS[ax] = _Words(alt, caption, data)


def _use_new_fonts(texts: list[Any]) -> None:
    """Give texts the fonts that were added while they were checked."""
    before, fonts = mpl.rcParams["font.family"], list(list_fonts())
    if before == fonts:
        return
    for text in texts:
        if text.get_fontfamily() == before:
            text.set_fontfamily(fonts)


def _keep_plain(ax: Axes) -> None:
    """Set titles and tick labels of the caller's axes in our fonts, as plain text.

    They were made before our style was set, and are drawn after it has ended.
    """
    for axes in (ax, *ax.child_axes):
        # the titles at the sides have no public name
        texts = [axes.title, axes._left_title, axes._right_title]  # type: ignore[attr-defined]  # noqa: SLF001
        for axis in (axes.xaxis, axes.yaxis):
            texts += [axis.label, axis.offsetText, *axis.get_ticklabels()]
        for text in texts:
            text.set_parse_math(False)
            text.set_fontfamily(mpl.rcParams["font.family"])


def alt_of(ax: Axes) -> str:
    """Return the alt text of a figure: what it looks like."""
    return _WORDS[ax].alt


def caption_of(ax: Axes) -> str:
    """Return the caption of a figure: what it shows, with its numbers."""
    return _WORDS[ax].caption


def data_of(ax: Axes) -> pd.DataFrame:
    """Return the numbers that a figure draws, as a new frame."""
    return _WORDS[ax].data()


def _set_ticks(axis: Axis, ticks: Any, labels: Any, style: dict[str, Any]) -> Any:  # noqa: ANN401
    """Set ticks and labels; ``axis.set_ticks`` would change the warning filters of all threads."""
    are_names = labels is not None and all(isinstance(label, str) for label in labels)
    if not are_names or len(labels) != len(ticks) or style.get("minor"):
        return axis.set_ticks(ticks, labels, **style)
    axis.set_ticks(ticks)
    places = axis.get_majorticklocs()
    # where several names share a place, the last one is written, as in matplotlib
    names = dict(zip(places.tolist(), labels, strict=True))
    axis.set_major_formatter(FuncFormatter(functools.partial(_name_at, names)))
    new_ticks = axis.get_major_ticks(len(places))
    for tick, place, name in zip(new_ticks, places, labels, strict=True):
        tick.update_position(place)
        for text in (tick.label1, tick.label2):
            text.set_text(name)
            text.update(style)
    return new_ticks


def _name_at(names: dict[float, str], place: float, _: int | None) -> str:
    return names.get(place, "")


class HouseAxes(Axes):
    """The axes of our figures, which store the figure's descriptions and numbers."""

    def clear(self) -> None:
        """Empty the axes; numbers at their ticks share a power of ten that is written as one."""
        super().clear()
        self.__dict__.pop("_edge", None)
        for axis in (self.xaxis, self.yaxis):
            axis.set_major_formatter(PowerFormatter())

    def text(self, *given: Any, **style: Any) -> Text:  # noqa: ANN401 - as in matplotlib
        """Write a text; matplotlib would find the edge that clips it anew, in two fifths of the time."""
        return super().text(*given, **{"clip_path": self._edge, **style})

    @functools.cached_property
    def _edge(self) -> TransformedPatchPath:
        return TransformedPatchPath(self.patch)

    def set_xticks(self, ticks: Any, labels: Any = None, **style: Any) -> Any:  # noqa: ANN401 - as in matplotlib
        """Set the places and the labels of the ticks of x."""
        return _set_ticks(self.xaxis, ticks, labels, style)

    def set_yticks(self, ticks: Any, labels: Any = None, **style: Any) -> Any:  # noqa: ANN401 - as in matplotlib
        """Set the places and the labels of the ticks of y."""
        return _set_ticks(self.yaxis, ticks, labels, style)

    @property
    def alt(self) -> str:
        """The alt text: what the figure looks like."""
        return alt_of(self)

    @property
    def caption(self) -> str:
        """The caption: what the figure shows."""
        return caption_of(self)

    @property
    def data(self) -> pd.DataFrame:
        """The numbers that the figure draws, as a new frame."""
        return data_of(self)
