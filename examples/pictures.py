"""Draw the pictures of README and the guide: page one of a report, a critical-difference diagram, and nights.

``python examples/pictures.py [FOLDER]`` writes each of them, light and dark, into the folder (``pictures/``
beside this script by default). README's picture, ``front``, has the first two. All need Chromium and
``pip install '.[browser]'``::

    apt-get install chromium
"""

import importlib.util
import io
import itertools
import shutil
import sys
import tempfile
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench
from benchreport.nightly.run import backfill
from benchreport.plots import svg_of
from benchreport.report import Report
from benchreport.report.rendering.compact_svg import compact_svg

HERE = Path(__file__).parent
WIDTH = {"page": 1200, "front": 830, "nights": 1000, "night": 1000}
SHARPNESS = {"page": 1, "front": 1.6, "nights": 1, "night": 1}
"""Pixels of the picture for one of the page."""
LAST = {"page": "#verdict", "front": "#verdict", "nights": "#nights", "night": "dl"}
"""The last part of each page that its picture has."""
ALARM = "2026-10-17"
"""The night on which the worse random forest is found."""
COLOURS = 40


def make_report() -> Report:
    """Report on five classifiers over thirty datasets (García and Herrera, 2008)."""
    table = pd.read_csv(HERE / "garcia_herrera2008/garcia_herrera2008.csv")
    return table.bench(score="accuracy").report()


def draw_diagram() -> tuple[str, str]:
    """Draw the mean ranks of nine classifiers of scikit-learn on twenty datasets, and caption them."""
    axes = pd.read_csv(HERE / "sklearn/results.csv").bench.cd_plot()
    return compact_svg(svg_of(axes)).decode(), axes.caption


# README's picture leaves out what cannot be clicked there, and goes on with the diagram
ARRANGE = """([diagram, caption]) => {
    const clicked = ".tools, .controls, .back, details, nav, .cite-line";
    document.querySelectorAll(clicked).forEach(each => each.remove());
    const figure = document.createElement("figure");
    figure.className = "plot";
    figure.innerHTML = "<img><figcaption></figcaption>";
    figure.lastChild.textContent = caption;
    figure.firstChild.src = `data:image/svg+xml,${encodeURIComponent(diagram)}`;
    document.querySelector("#verdict").append(figure);
    return figure.firstChild.decode();
}"""


def make_pages(folder: Path) -> dict[str, Path]:
    """Write the report, and the pages of sixty nights; return the page of each picture."""
    report = make_report().save(folder / "report.html")
    for name in ("nightly.toml", "nights.csv.gz"):
        shutil.copy(HERE / "nightly" / name, folder / name)
    backfill(folder / "nightly.toml")
    nights = folder / "nights"
    alarm = nights / ALARM / "index.html"
    return {"page": report, "front": report, "nights": nights / "index.html", "night": alarm}


def photograph(pages: dict[str, Path], diagram: tuple[str, str], browser: str) -> dict[str, bytes]:
    """Take a picture of the top of each page in a window of Chromium, light and dark."""
    from playwright.sync_api import sync_playwright

    pictures = {}
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser)
        for name, scheme in itertools.product(WIDTH, ("light", "dark")):
            size = {"width": WIDTH[name], "height": WIDTH[name]}
            window = chromium.new_page(
                viewport=size, color_scheme=scheme, device_scale_factor=SHARPNESS[name]
            )
            window.goto(pages[name].as_uri())
            window.evaluate("document.fonts.ready")
            if name == "front":
                window.evaluate(ARRANGE, list(diagram))
            end = window.locator(LAST[name]).first.bounding_box()
            size["height"] = round(end["y"] + end["height"])
            shot = window.screenshot(full_page=True, clip={"x": 0, "y": 0, **size})
            pictures[f"{name}-{scheme}.png"] = reduce_colours(shot)
        chromium.close()
    return pictures


def reduce_colours(png: bytes) -> bytes:
    """Write a picture with few colours, in a quarter of the bytes."""
    from PIL import Image

    target = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    # splitting by counts would turn the few blue dots grey, and an octree the shaded band white
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE).save(
        target, "PNG", optimize=True
    )
    return target.getvalue()


def main() -> None:
    """Draw the pictures and write them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "pictures"
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), "")
    if not browser or not importlib.util.find_spec("playwright"):
        sys.exit("the pictures need Chromium: apt-get install chromium; pip install '.[browser]'")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        pictures = photograph(make_pages(Path(place)), draw_diagram(), browser)
    for name, content in pictures.items():
        (folder / name).write_bytes(content)
        print(f"written: {folder / name} ({len(content) // 1000} kB)")


if __name__ == "__main__":
    main()
