import io

import pypdf
import pytest
from lxml import html
from needs import LONG
from published import published
from shared_reports import undrawn_page, write_undrawn

from benchreport.errors import OptionError, RenderError
from benchreport.report import Look, report
from benchreport.report.rendering.html_page import render_page


def report_with_look(**options):
    return report(published("demsar2006"), sections=["verdict", "figures"], look=Look(**options))


def policy(page):
    return html.fromstring(page).xpath("//meta[@http-equiv]/@content")[0]


def test_a_theme_sets_variables_and_stays_in_the_policy():
    page = write_undrawn(report_with_look(theme={"accent": "#7a003c", "sans": "Inter, sans-serif"}))
    assert ":root { --accent: #7a003c;--sans: Inter, sans-serif; }" in page
    assert policy(page) != policy(write_undrawn(report_with_look()))
    for wrong in (
        {"accent": "red; } body { display: none"},
        {"accent": "url(x)"},
        {"accent": "image-set('x.png' 1x)"},
        {"accent": "rgb(1, 2, 3"},
        {"accent": "red)"},
        {"sans": "'Inter"},
        {"sans": "Inter\\"},
        {"accent": "red /* "},
        {"accent": "</style>"},
        {"accent": " "},
        {"accent": 3},
        {"accent": None},
        {"colour": "red"},
        {3: "red"},
        "red",
        ["accent"],
        None,
    ):
        with pytest.raises(OptionError, match="theme") as caught:
            Look(theme=wrong)
        assert caught.value.hint.startswith("theme=")
    for fine in (
        "Curlz MT",
        "hsl(calc(10 - 2) 50% 40%)",
        "color-mix(in srgb, red 40%, var(--ink))",
    ):
        assert fine in Look(theme={"accent": fine}).styles
    with pytest.raises(OptionError, match="look"):
        report(published("demsar2006"), look={"accent": "red"})


def test_invalid_paths_are_refused():
    for name in ("templates", "logo"):
        for wrong in (3, b"x", ["a"], "a\0b", object()):
            with pytest.raises(OptionError, match=f"{name} must be a path"):
                Look(**{name: wrong})
        with pytest.raises(OptionError, match="nowhere"):
            Look(**{name: "nowhere"})


@pytest.fixture(scope="module")
def document():
    return report(published("demsar2006"), sections=["verdict", "figures"]).document


@pytest.fixture
def write(tmp_path, document):
    """Write a template of texts, and render the page with it."""

    def render(text, name="text.html.j2"):
        (tmp_path / "mine").mkdir(exist_ok=True)
        (tmp_path / "mine" / name).write_text(text)
        return render_page(document, Look(templates=tmp_path / "mine"))

    return render


ESCAPES = [
    "{{ ''.__class__.__mro__ }}",
    "{{ block.__init__.__globals__ }}",
    "{{ ''|attr('__class__') }}",
    "{{ (document.sections[1].blocks|map(attribute='draw')|list)[0].args }}",
    "{{ document.sections[1].blocks[0].draw.args[0].figure.savefig('stolen') }}",
    "{{ file.func }}{{ file.args }}",
    "{{ file.__globals__ }}",
    "{{ cycler.__init__.__globals__.os }}",
    "{{ '{0.__class__}'.format(block) }}",
    "{% set _ = block.paragraphs.__add__(('x',)) %}",
    "{% for _ in range(99999999) %}{% endfor %}",
]


@pytest.mark.parametrize("text", ESCAPES)
def test_templates_see_facts_and_nothing_else(write, tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RenderError, match=r"text\.html\.j2', line 2, cannot be rendered") as caught:
        write(f"<p>\n{text}")
    assert caught.value.hint.startswith("diff ")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_templates_read_nothing_outside_their_folder(write, tmp_path):
    secret = tmp_path / "secret.css"
    secret.write_text("secret")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "link.css").symlink_to(secret)
    (tmp_path / "mine" / "up").symlink_to("..")
    for name in ("../secret.css", str(secret), "link.css", "up/secret.css", "x/../../secret.css"):
        with pytest.raises(RenderError, match="outside the folder"):
            write(f"{{{{ file({name!r}) }}}}")
        with pytest.raises(RenderError, match=r"outside the folder|no template"):
            write(f"{{% include {name!r} %}}")
    with pytest.raises(RenderError, match="cannot be read"):
        write("{{ file('nowhere.css') }}")
    (tmp_path / "mine" / "own.css").write_text("p { color: teal }")
    assert "color: teal" in write("{{ file('own.css') }}")
    # the folder itself may be a link
    (tmp_path / "alias").symlink_to("mine")
    assert Look(templates=tmp_path / "alias").templates == tmp_path / "alias"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{% if %}", "line 1, cannot be rendered: Expected an expression"),
        ("\n{{ nothing }}", "line 2, cannot be rendered: 'nothing' is undefined"),
        ("{{ block.nothing }}", "line 1, .*has no attribute 'nothing'"),
        ("{% include 'nowhere.j2' %}", "line 1, .*there is no template 'nowhere.j2'"),
        ("{% include 'text.html.j2' %}", "line 1, .*RecursionError"),
        ("{{ 1 / 0 }}", "line 1, .*ZeroDivisionError: division by zero"),
        ("{{ 'x'|nofilter }}", "line 1, .*No filter named 'nofilter'"),
        ("{{ file(3) }}", "TypeError"),
    ],
)
def test_a_broken_template_is_named(write, tmp_path, text, message):
    with pytest.raises(RenderError, match=message) as caught:
        write(text)
    assert str(tmp_path / "mine" / "text.html.j2") in caught.value.message


def test_a_template_that_is_no_text(write, tmp_path):
    write("fine")
    for name in ("text.html.j2", "base.css"):
        (tmp_path / "mine" / name).write_bytes(b"\xff\xfe")
        with pytest.raises(RenderError, match=f"{name}' is not UTF-8"):
            write("fine", "other.j2")
        (tmp_path / "mine" / name).unlink()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.png", b"GIF89a", "is no PNG picture"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "is no PNG picture"),
        ("a.svg", b"not xml", "is no SVG picture"),
        ("a.svg", b"<html/>", "it holds <html>"),
        ("a.svg", b'<svg xmlns:x="u"><image x:href="http://a/b.png"/></svg>', "outside itself"),
        ("a.svg", b'<svg><image href="file:///etc/passwd"/></svg>', "outside itself"),
        ("a.svg", b"<svg><style>@import 'x'</style></svg>", "outside itself"),
        ("a.svg", b'<svg><path style="fill: url(x.svg#a)"/></svg>', "outside itself"),
        ("a.svg", b" " * 400_000, "400000 bytes"),
        ("a.gif", b"GIF89a", "no file that ends in"),
    ],
)
def test_a_refused_logo_is_named(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(OptionError, match=message) as caught:
        Look(logo=tmp_path / name)
    assert str(tmp_path / name) in caught.value.message
    assert caught.value.hint


def test_templates_stand_in_by_name(tmp_path):
    (tmp_path / "text.html.j2").write_text('<div class="ours">{{ block.paragraphs[0] }}</div>\n')
    page = undrawn_page(report_with_look(templates=tmp_path))
    assert page.xpath("//section[@id='verdict']//div[@class='ours']")
    (tmp_path / "base.css").write_text("body { color: teal }")
    assert "color: teal" in write_undrawn(report_with_look(templates=tmp_path))
    with pytest.raises(OptionError, match="is no folder"):
        Look(templates=tmp_path / "nowhere")


@LONG
def test_parts_of_a_logo_that_are_used_again_are_where_they_belong(tmp_path):
    logo = tmp_path / "logo.svg"
    logo.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" '
        'height="60" viewBox="0 0 120 60"><defs><path id="a" d="M0 0L20 0L20 20L0 20Z"/></defs>'
        '<g opacity=".6"><use xlink:href="#a" x="10" y="30"/><use xlink:href="#a" x="40" y="30"/></g></svg>'
    )
    page = pypdf.PdfReader(io.BytesIO(report_with_look(logo=logo).pdf)).pages[0]
    drawn = [each.get_object() for each in page["/Resources"]["/XObject"].values()]
    assert [10, 30, 60, 50] in [each["/BBox"] for each in drawn if "/Group" in each]


@LONG
def test_a_logo_is_in_the_page(tmp_path):
    logo = tmp_path / "logo.svg"
    logo.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    with_logo = report_with_look(logo=logo)
    assert (
        html.fromstring(with_logo.html)
        .xpath("//img[@class='logo']/@src")[0]
        .startswith("data:image/svg")
    )
    assert with_logo.pdf.startswith(b"%PDF")
    for wrong in (tmp_path / "none.svg", tmp_path / "logo.gif"):
        with pytest.raises(OptionError, match="logo"):
            Look(logo=wrong)
    logo.write_bytes(b" " * 400_000)
    with pytest.raises(OptionError, match="400000 bytes"):
        Look(logo=logo)
