"""Draw the pictures of README: page one of a report, and a critical-difference diagram, light and dark.

``python examples/pictures.py [FOLDER]`` writes them into the folder (``pictures/`` beside this script by
default). Page one needs Chromium and ``pip install '.[browser]'``; without them only the diagram is drawn::

    apt-get install chromium
"""

import importlib.util
import io
import shutil
import sys
from pathlib import Path

import pandas as pd

import benchreport  # noqa: F401 - registers df.bench
from benchreport.plots import svg_of
from benchreport.report import Report
from benchreport.report.rendering.compact_svg import compact_svg

HERE = Path(__file__).parent
WIDTH = 1200
COLOURS = 64
# the colours of figures on the dark pages of GitHub, with at least the contrast that they have on white
DARK = {
    b"#ffffff": b"#0d1117",
    b"#1a1a1a": b"#e6edf3",
    b"#5f6368": b"#9198a1",
    b"#e6e8ea": b"#30363d",
    b"#f1f2f3": b"#161b22",
    b"#0072b2": b"#58a6ff",
}


def make_report() -> Report:
    """Report on five classifiers over thirty datasets (García and Herrera, 2008)."""
    table = pd.read_csv(HERE / "garcia_herrera2008/garcia_herrera2008.csv")
    return table.bench(score="accuracy").report()


def draw_diagram() -> dict[str, bytes]:
    """Draw the mean ranks of nine classifiers of scikit-learn over twenty datasets."""
    table = pd.read_csv(HERE / "sklearn/results.csv")
    light = compact_svg(svg_of(table.bench.cd_plot()))
    dark = light
    for colour, other in DARK.items():
        dark = dark.replace(colour, other)
    return {"diagram-light.svg": light, "diagram-dark.svg": dark}


def photograph(page: str, browser: str) -> dict[str, bytes]:
    """Take pictures of page one, as far as the next section, in a window of Chromium."""
    from playwright.sync_api import sync_playwright

    pictures = {}
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser)
        for scheme in ("light", "dark"):
            window = chromium.new_page(
                viewport={"width": WIDTH, "height": WIDTH}, color_scheme=scheme
            )
            window.set_content(page)
            window.evaluate("document.fonts.ready")
            end = window.locator("#verdict").bounding_box()
            height = round(end["y"] + end["height"])
            shot = window.screenshot(
                full_page=True, clip={"x": 0, "y": 0, "width": WIDTH, "height": height}
            )
            pictures[f"page-{scheme}.png"] = reduce_colours(shot)
        chromium.close()
    return pictures


def reduce_colours(png: bytes) -> bytes:
    """Write a picture with few colours, in a quarter of the bytes."""
    from PIL import Image

    target = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    # splitting by counts would turn the few blue dots grey
    octree = Image.Quantize.FASTOCTREE
    picture.quantize(COLOURS, octree, dither=Image.Dither.NONE).save(target, "PNG", optimize=True)
    return target.getvalue()


def main() -> None:
    """Draw the pictures and write them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    pictures = draw_diagram()
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), "")
    if browser and importlib.util.find_spec("playwright"):
        pictures |= photograph(make_report().html, browser)
    else:
        print("page one needs Chromium: apt-get install chromium; pip install '.[browser]'")
    for name, content in pictures.items():
        (folder / name).write_bytes(content)
        print(f"written: {folder / name} ({len(content) // 1000} kB)")


if __name__ == "__main__":
    main()
