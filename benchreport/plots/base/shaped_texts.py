"""Texts that are shaped once: how much room they take, and where their letters stand.

Shaping takes half the time of drawing a text. A text is shaped to lay out a figure and again to draw it, and
the figures of a report draw the same names.
"""

import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_mixed import MixedModeRenderer
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font

MOST = 10_000
"""Texts of a font that are remembered."""

Size = tuple[float, float, float]
Outline = tuple[Any, Any]


class _Shapes(NamedTuple):
    """What is known of the texts in a font."""

    sizes: dict[object, Size]
    """Width, height and descent of a text."""
    places: dict[str, list[tuple[str, float, float, float]]]
    """The names of a text's letters, their places and scales."""
    outlines: dict[str, Outline]
    """The outlines of letters by their names."""


_SHAPES: weakref.WeakKeyDictionary[FT2Font, _Shapes] = weakref.WeakKeyDictionary()


def measure_once(measure: Callable[..., Size]) -> Callable[..., Size]:
    """Change how a renderer of matplotlib measures texts: each is measured once."""

    def measure_or_recall(
        renderer: Any,  # noqa: ANN401 - each kind measures in its own way
        text: str,
        properties: FontProperties,
        ismath: object,
    ) -> Size:
        if ismath:
            return measure(renderer, text, properties, ismath)
        fonts: Any = font_manager.fontManager
        font = font_manager.get_font(fonts._find_fonts_by_props(properties))  # noqa: SLF001 - as renderers do
        resolution, hinting = getattr(renderer, "dpi", None), mpl.rcParams["text.hinting"]
        key = type(renderer), resolution, hinting, properties.get_size_in_points(), text
        sizes = _shapes_in(font).sizes
        if key not in sizes:
            sizes[key] = measure(renderer, text, properties, ismath)
        return sizes[key]

    return measure_or_recall


def shape_once(shape: Callable[..., Any]) -> Callable[..., Any]:
    """Change how texts become outlines of letters: each is shaped once."""

    def shape_or_recall(
        shaper: object,
        font: FT2Font,
        text: str,
        glyph_map: dict[str, Outline] | None = None,
        return_new_glyphs_only: bool = False,  # noqa: FBT001, FBT002 - as in matplotlib
        **options: object,
    ) -> Any:  # noqa: ANN401 - as in matplotlib
        drawn = {} if glyph_map is None else glyph_map
        if any(options.values()):
            return shape(shaper, font, text, drawn, return_new_glyphs_only, **options)
        shapes = _shapes_in(font)
        if text not in shapes.places:
            shapes.places[text], _, _ = shape(shaper, font, text, shapes.outlines)
        places = shapes.places[text]
        new = {} if return_new_glyphs_only else drawn
        new |= {name: shapes.outlines[name] for name, *_ in places if name not in drawn}
        return places, new, []

    return shape_or_recall


_LAYOUTS: weakref.WeakKeyDictionary[object, dict[object, Any]] = weakref.WeakKeyDictionary()


def lay_out_once(lay_out: Callable[..., Any]) -> Callable[..., Any]:
    """Change how the lines of a text are placed around its own position: once for each renderer.

    Each pass of a layout asks every text several times how much room it takes, and so does drawing the axes.
    """

    def lay_out_or_recall(text: Any, renderer: object) -> Any:  # noqa: ANN401 - as in matplotlib
        # a text that wraps depends on where it stands, TeX on more settings, and others' renderers on theirs
        plain = not (text.get_usetex() or text.get_parse_math() or text.get_wrap())
        if not plain or not isinstance(renderer, RendererBase | MixedModeRenderer):
            return lay_out(text, renderer)
        layouts = _LAYOUTS.setdefault(renderer, {})
        key = (
            text.get_text(), hash(text.get_fontproperties()), text.get_figure(root=True).dpi,
            text.get_horizontalalignment(), text.get_verticalalignment(), text.get_rotation(),
            text.get_rotation_mode(), text._linespacing, text._get_multialignment(),  # noqa: SLF001 - no others
        )  # fmt: skip
        if key not in layouts:
            layouts[key] = lay_out(text, renderer)
        return layouts[key]

    return lay_out_or_recall


def _shapes_in(font: FT2Font) -> _Shapes:
    """Return what is known of a font; nothing once it is more than `MOST` texts."""
    shapes = _SHAPES.get(font)
    if shapes is None or len(shapes.sizes) + len(shapes.places) >= MOST:
        shapes = _SHAPES[font] = _Shapes({}, {}, {})
    return shapes
