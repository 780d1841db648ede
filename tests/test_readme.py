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
from looped import loop_over

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


def test_readme_shows_one_picture_two_commands_and_four_pages():
    assert len(README.splitlines()) <= 65
    assert README.count("<picture>") == README.count("<img") == 1
    assert README.count("```sh") == 2
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert len(links) == 4
    assert all(link.startswith("examples/guide/") for link in links)
    assert not re.search(r"^\|", README, re.MULTILINE)  # tables are on the site


@loop_over("page", PAGES)
def test_links_lead_to_files(page):
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)
    places = [link for pair in links for link in pair if link and not urlparse(link).scheme]
    # those to pages that the site's builder makes are checked by test_site.py
    here = [place for place in places if not place.startswith("generated/")]
    assert [place for place in here if not (page.parent / place).exists()] == []


@loop_over("page", PAGES)
def test_methods_that_a_page_names_exist(page):
    names = set(re.findall(r"`(?:df\.bench)?\.?([a-z_0-9]+)\(", page.read_text(encoding="utf-8")))
    results = {"matrix", "groups", "letters", "better_than", "table", "plot", "model"}
    formats = {"to_latex", "to_markdown", "to_dict"}
    known = {*dir(Bench), *dir(benchreport), *benchreport.__dir__(), *results, *formats}
    known |= {*dir(Experiment), *experiments.__all__, "make_pipeline"}
    assert sorted(names - known) == []


def test_text_instead_of_page_one_is_its_headline(script):
    headline = script["make_report"]().document.headline
    assert f'alt="Page one of a report: {headline}.' in README


@pytest.mark.needs("chromium")
def test_pictures_are_those_of_the_script(tmp_path):
    # a process of its own: the driver of the browser allows one of its kind
    script = [sys.executable, str(ROOT / "examples/pictures.py"), str(tmp_path)]
    subprocess.run(script, check=True, capture_output=True)
    drawn = sorted(path.name for path in tmp_path.iterdir())
    assert drawn == sorted(path.name for path in PICTURES.iterdir())
    for name in drawn:
        committed, shot = (PICTURES / name).read_bytes(), (tmp_path / name).read_bytes()
        assert len(committed) < 150_000
        # another browser draws letters a little differently: it is compared in squares of 20 pixels
        first, second = squares(committed), squares(shot)
        assert first.shape == second.shape
        assert np.abs(first - second).mean() < 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_readme_fills_two_screens(scheme):
    """Screens have 1080 pixels: 24 a line of 100 letters, 20 a line of code, 16 between paragraphs."""
    from PIL import Image

    with Image.open(PICTURES / f"front-{scheme}.png") as picture:
        width, height = picture.size
    code = re.findall(r"```\w+\n(.*?)```", README, re.DOTALL)
    words = re.sub(r"```.*?```|<.*?>", "", README, flags=re.DOTALL).split("\n\n")
    paragraphs = [" ".join(each.split()) for each in words if each.strip()]
    lines = sum(-(-len(each) // 100) for each in paragraphs)
    blocks = sum(20 * len(each.splitlines()) + 32 for each in code)
    [shown] = re.findall(r'<img [^>]*width="(\d+)"', README)
    assert (
        height * int(shown) / width + 24 * lines + 16 * (len(paragraphs) + len(code)) + blocks
        < 2160
    )


def squares(png):
    """Return the mean colour of each square, from 0 to 255."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB").reduce(20), float)
