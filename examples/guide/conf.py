"""The site: ``python -m sphinx -W -j 2 examples/guide site`` builds it from a clone.

Sphinx has been kept up since 2007, has the index by which other sites link here, and searches without
a server; MkDocs Material ended in November 2026 and its successor Zensical is not yet 1.0.
``site_builder`` writes the pages that come from the code, and runs the code of all pages.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import benchreport  # noqa: E402 - after the path

project = "benchreport"
author = "The benchreport developers"
copyright = author  # noqa: A001 - Sphinx calls it so
version = release = benchreport.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "site_builder",
]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns = ["site_builder"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_preprocess_types = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
default_role = "py:obj"
smartquotes_action = "qe"  # two dashes are those of an option

html_theme = "pydata_sphinx_theme"
html_title = "benchreport"
html_static_path = ["site_builder/static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_sidebars = {"index": [], "generated/changelog": []}
html_theme_options = {
    "show_prev_next": False,
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "navigation_with_keys": False,
    "show_nav_level": 1,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_start": ["copyright"],
    "footer_end": [],
}
