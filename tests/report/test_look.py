import json
import re

import pytest
from lxml import html
from published import published

from benchreport.errors import OptionError
from benchreport.report import Look, report
from benchreport.report.look import templates_folder, words_of


def made(**options):
    return report(published("demsar2006"), sections=["verdict", "figures"], look=Look(**options))


def policy(page):
    return html.fromstring(page).xpath("//meta[@http-equiv]/@content")[0]


def test_a_theme_sets_variables_and_stays_in_the_policy():
    page = made(theme={"accent": "#7a003c", "sans": "Inter, sans-serif"}).html
    assert ":root { --accent: #7a003c;--sans: Inter, sans-serif; }" in page
    assert policy(page) != policy(made().html)
    for wrong in (
        {"accent": "red; } body { display: none"},
        {"accent": "url(x)"},
        {"colour": "red"},
    ):
        with pytest.raises(OptionError, match="theme"):
            Look(theme=wrong)


def test_templates_stand_in_by_name(tmp_path):
    (tmp_path / "text.html.j2").write_text('<div class="ours">{{ block.paragraphs[0] }}</div>\n')
    page = html.fromstring(made(templates=tmp_path).html)
    assert page.xpath("//section[@id='verdict']//div[@class='ours']")
    (tmp_path / "base.css").write_text("body { color: teal }")
    assert "color: teal" in made(templates=tmp_path).html
    with pytest.raises(OptionError, match="is no folder"):
        Look(templates=tmp_path / "nowhere")


def test_a_logo_is_in_the_page(tmp_path):
    logo = tmp_path / "logo.svg"
    logo.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    one = made(logo=logo)
    assert (
        html.fromstring(one.html).xpath("//img[@class='logo']/@src")[0].startswith("data:image/svg")
    )
    assert one.pdf.startswith(b"%PDF")
    for wrong in (tmp_path / "none.svg", tmp_path / "logo.gif"):
        with pytest.raises(OptionError, match="logo"):
            Look(logo=wrong)
    logo.write_bytes(b" " * 400_000)
    with pytest.raises(OptionError, match="400000 bytes"):
        Look(logo=logo)


def languages(page, path):
    return {each.xpath("string(ancestor-or-self::*[@lang][1]/@lang)") for each in page.xpath(path)}


def test_the_fixed_texts_have_a_second_language():
    page = html.fromstring(made(language="de").html)
    assert page.get("lang") == "de"
    # else a screen reader would read English with a German voice
    assert languages(page, "//h1 | //main//p | //main//dd | //main//pre") == {"en"}
    assert languages(page, "//h2 | //nav//a | //span[@class='outcome']") == {"de"}
    assert not html.fromstring(made().html).xpath("//body//*[@lang]")
    assert page.xpath("//h2/a/text()")[0] == "Ergebnis"
    assert page.xpath("//nav/@aria-label") == ["Inhalt"]
    assert json.loads(page.xpath("//script[@id='words']/text()")[0])["Copy"] == "Kopieren"
    with pytest.raises(OptionError, match="language"):
        Look(language="fr")


def test_every_fixed_text_is_translated():
    words = words_of("de")
    folder = templates_folder()
    used = set()
    for path in folder.glob("*.j2"):
        used |= set(re.findall(r'"([^"]+)"\|said', path.read_text()))
    for path in folder.glob("*.js"):
        used |= set(re.findall(r'(?:inWords|button)\("([^"]+)"', path.read_text()))
    used |= {section.title for section in report(published("demsar2006")).document.sections}
    assert used <= set(words)
