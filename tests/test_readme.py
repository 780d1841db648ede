"""README and the guide show what the package does: their code runs, their links lead somewhere."""

import io
import re
import runpy
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from urllib.parse import urlparse

import numpy as np
import pytest

import benchreport
from benchreport import experiments
from benchreport.accessor import Bench
from benchreport.experiments import Experiment

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "examples/pictures"
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "examples/guide").glob("*.md"))]


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(ROOT / "examples/pictures.py"))


def block(kind):
    [text] = re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL)
    return text


def test_code_of_readme_prints_what_readme_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    code = block("python")
    assert len(code.splitlines()) <= 12
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - our own README
    assert printed.getvalue() == block("text")
    assert (tmp_path / "cd.pdf").stat().st_size
    assert (tmp_path / "report.pdf").stat().st_size


def test_readme_fills_two_screens():
    assert len(README.splitlines()) <= 100


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)
    places = [link for pair in links for link in pair if link and not urlparse(link).scheme]
    # those to pages that the site's builder makes are checked by test_site.py
    here = [place for place in places if not place.startswith("generated/")]
    assert [place for place in here if not (page.parent / place).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_methods_that_a_page_names_exist(page):
    names = set(re.findall(r"`(?:df\.bench)?\.?([a-z_0-9]+)\(", page.read_text(encoding="utf-8")))
    results = {"matrix", "groups", "letters", "better_than", "table", "plot", "model"}
    formats = {"to_latex", "to_markdown", "to_dict"}
    known = {*dir(Bench), *dir(benchreport), *benchreport.__dir__(), *results, *formats}
    known |= {*dir(Experiment), *experiments.__all__, "make_pipeline"}
    assert sorted(names - known) == []


def test_diagrams_are_those_of_the_script(script):
    for name, drawing in script["draw_diagram"]().items():
        committed = (PICTURES / name).read_bytes()
        assert len(committed) < 150_000
        assert shapes(committed) == shapes(drawing)
        np.testing.assert_allclose(numbers(committed), numbers(drawing), atol=0.05)


def test_colours_of_the_dark_diagram_are_all_changed(script):
    drawn = script["draw_diagram"]()
    colours = {name: set(re.findall(rb"#[0-9a-f]{6}", picture)) for name, picture in drawn.items()}
    assert colours["diagram-light.svg"] == set(script["DARK"])
    assert colours["diagram-dark.svg"] == set(script["DARK"].values())


def test_text_instead_of_page_one_is_its_headline(script):
    headline = script["make_report"]().document.headline
    assert f'alt="Page one of a report: {headline}"' in README


@pytest.mark.needs("chromium")
def test_page_one_is_that_of_the_script(tmp_path):
    # a process of its own: the driver of the browser allows one of its kind
    script = [sys.executable, str(ROOT / "examples/pictures.py"), str(tmp_path)]
    subprocess.run(script, check=True, capture_output=True)
    for name in ("page-light.png", "page-dark.png"):
        committed, shot = (PICTURES / name).read_bytes(), (tmp_path / name).read_bytes()
        assert len(committed) < 150_000
        # another browser draws letters a little differently: it is compared in squares of 20 pixels
        first, second = squares(committed), squares(shot)
        assert first.shape == second.shape
        assert np.abs(first - second).mean() < 4


def shapes(drawing):
    """Return a drawing without its numbers."""
    return re.sub(rb"-?\d+(?:\.\d+)?", b"0", drawing)


def numbers(drawing):
    return [float(number) for number in re.findall(rb"-?\d+(?:\.\d+)?", drawing)]


def squares(png):
    """Return the mean colour of each square, from 0 to 255."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB").reduce(20), float)
