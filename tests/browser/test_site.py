"""Pages of a site that was built (``SITE=FOLDER``) on a phone and on a screen, light and dark."""

import os
from pathlib import Path

import pytest

PAGES = """
    index start tables nights evaluations search generated/which-test generated/procedures/index
    generated/procedures/friedman generated/procedures/wilcoxon generated/procedures/marginal_homogeneity
    generated/procedures/variance_components generated/figures/cd_plot generated/coming-from/autorank
    generated/coming-from/rliable generated/trust/how-fast generated/api/index generated/api/classes
    generated/api/experiments genindex
""".split()
# tables of three columns are paragraphs on a phone; pictures with a dark twin have no white frame
LOOKS = """() => ({
    wider: Math.max(0, ...[...document.querySelectorAll('.bd-article *')]
        .filter(each => !each.closest('.scrolls, pre, .toctree-wrapper') && each.checkVisibility())
        .map(each => Math.floor(each.getBoundingClientRect().right - innerWidth))),
    hidden: [...document.querySelectorAll(
            ':is(section[id^="coming-from-"], #which-test-do-i-need, #in-other-tools) .scrolls')]
        .filter(box => box.scrollWidth > box.clientWidth).length,
    framed: [...document.querySelectorAll('.bd-article img.only-dark')]
        .filter(image => getComputedStyle(image).backgroundColor == 'rgb(255, 255, 255)').length,
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1400])
def test_pages_fit_and_axe_finds_nothing_serious(browser, axe, width, scheme):
    if "SITE" not in os.environ:
        pytest.skip("SITE names no site that was built")
    site = Path(os.environ["SITE"])
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    for name in PAGES:
        page.goto((site / f"{name}.html").resolve().as_uri())
        assert page.locator("html").get_attribute("data-theme") == scheme
        assert page.evaluate(LOOKS) == {"wider": 0, "hidden": 0, "framed": 0}, name
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        grave = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in grave] == [], name
    context.close()
