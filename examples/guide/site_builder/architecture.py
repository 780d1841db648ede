"""The page of the house: its layers from the contract in ``pyproject.toml``, its doors from the imports."""

import ast
import collections
import functools
import tomllib
from pathlib import Path
from typing import Any

from site_builder.markdown import GUIDE, ROOT, table

PACKAGE = ROOT / "benchreport"
BLUE = "#3b6ea5"
WIDE, GAP = 6.0, 0.12


@functools.cache
def layers() -> list[list[str]]:
    """Return the layers from the top; parts of one layer do not import one another."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return [
        [part.strip().removeprefix("benchreport.") for part in layer.split("|")]
        for layer in contract["layers"]
    ]


@functools.cache
def files_of(part: str) -> list[Path]:
    """Return the files of a part."""
    folder = PACKAGE / part
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


@functools.cache
def imports() -> collections.Counter[tuple[str, str]]:
    """Count the files of each part that import another part."""
    parts = [part for layer in layers() for part in layer]
    found: collections.Counter[tuple[str, str]] = collections.Counter()
    for part in parts:
        for file in files_of(part):
            found.update((part, other) for other in _imported(file) & set(parts) - {part})
    return found


def _imported(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    names += [f"{node.module}.{alias.name}" for node in froms for alias in node.names]
    return {name.split(".")[1] for name in names if name.startswith("benchreport.")}


def describe(part: str) -> str:
    """Return the first sentence of a part's docstring."""
    folder = PACKAGE / part
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def draw(place: Path) -> str:
    """Draw the house; return the text for those who cannot see it."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 0.42 * len(layers())))
    for at, layer in enumerate(layers()):
        wide = WIDE / len(layer)
        for place_in_layer, part in enumerate(layer):
            _draw_part(axes, part, (place_in_layer * wide, -at), wide - GAP)
    _draw_doors(axes)
    axes.set_xlim(-0.1, WIDE + 2)
    axes.set_ylim(-len(layers()) + 0.4, 0.6)
    axes.axis("off")
    place.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context({"svg.hashsalt": "house", "svg.fonttype": "path"}):
        figure.savefig(place, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    named = "; ".join(" and ".join(layer) for layer in layers())
    return (
        f"The layers of the package from the top: {named}. Arrows are imports; all point downwards."
    )


def _draw_part(axes: Any, part: str, corner: tuple[float, float], wide: float) -> None:  # noqa: ANN401
    from matplotlib.patches import FancyBboxPatch

    left, middle = corner
    box = FancyBboxPatch(
        (left, middle - 0.33),
        wide,
        0.66,
        boxstyle="round,pad=0,rounding_size=0.1",
        facecolor="#eef3f8",
        edgecolor=BLUE,
        linewidth=0.8,
    )
    axes.add_patch(box)
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files_of(part))
    size = f"  ({lines:,} lines)" if wide > WIDE / 2 else ""
    style = {"ha": "center", "va": "center", "fontsize": 8, "color": "#1a1a1a"}
    axes.text(left + wide / 2, middle, part.replace("_", " ") + size, **style)


def _draw_doors(axes: Any) -> None:  # noqa: ANN401 - matplotlib's
    """Draw the imports between layers, the thicker the more files import."""
    from matplotlib.patches import FancyArrowPatch

    height = {part: -at for at, layer in enumerate(layers()) for part in layer}
    doors: collections.Counter[tuple[int, int]] = collections.Counter()
    for (part, other), count in imports().items():
        doors[height[part], height[other]] += count
    for (top, bottom), count in doors.items():
        if top > bottom:
            arrow = FancyArrowPatch(
                (WIDE - 0.05, top),
                (WIDE - 0.05, bottom),
                connectionstyle=f"arc3,rad={-0.1 - 0.22 / (top - bottom)}",
                arrowstyle="-|>",
                mutation_scale=6,
                linewidth=0.4 + 2.2 * count / max(doors.values()),
                color=BLUE,
                alpha=0.45,
            )
            axes.add_patch(arrow)


def make_pages() -> dict[str, str]:
    """Write the page."""
    alt = draw(GUIDE / "generated/pictures/house.svg")
    rows = [
        [f"`{part}`", describe(part), str(len(files_of(part))), ", ".join(_below(part))]
        for layer in layers()
        for part in layer
    ]
    return {
        "trust/architecture": "\n".join(
            [
                "# Architecture\n",
                "Data flow down the layers and never back: a frame with its roles becomes scores, predictions or curves;",
                "procedures make results of them, the analysis chooses procedures, figures and reports show results, and",
                "`nightly` does all of it for each night. A layer imports only from layers below it; a contract checks that at",
                "every change. The picture is drawn from that contract and from the imports of the code; the thicker an arrow, the more",
                "files import.\n",
                f":::{{figure}} /generated/pictures/house.svg\n:alt: {alt}\n:::\n",
                table(["part", "what it holds", "files", "imports most from"], rows),
                "`Result.plot()` alone reaches up for its figure, when it is called; the contract names that exception.",
            ]
        )
    }


def _below(part: str) -> list[str]:
    most = [(count, other) for (this, other), count in imports().items() if this == part]
    return [f"`{other}`" for _, other in sorted(most, reverse=True)[:4]]
