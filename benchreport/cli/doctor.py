"""``benchreport doctor``."""

import importlib.metadata
import importlib.util
import platform
import shutil
from collections.abc import Callable
from typing import NamedTuple

import click

from benchreport.report.rendering.pango import install_pango
from benchreport.version import __version__
from benchreport.wording.shell import doctor as texts

CORE = ("pandas", "numpy", "scipy", "statsmodels", "matplotlib", "jinja2", "weasyprint")


class Part(NamedTuple):
    """Something that benchreport can do where more is installed.

    Parameters
    ----------
    purpose
        What it does.
    packages
        The packages of Python that it needs.
    install
        The command that installs what is missing.
    works
        Whether the rest is there: a library or a program of the system, or fonts.
    """

    purpose: str
    packages: tuple[str, ...]
    install: str
    works: Callable[[], bool] = lambda: True


def _has_pango() -> bool:
    try:
        import weasyprint  # noqa: F401 - importing it loads Pango
    except OSError:
        return False
    return True


def _has_java() -> bool:
    return shutil.which("java") is not None


def _draws_japanese() -> bool:
    from benchreport.plots.base.fonts import find_undrawable

    return not find_undrawable(["\u6c7a\u5b9a\u6728"])


def _extra(name: str) -> str:
    return f"pip install 'benchreport[{name}]'"


PARTS = (
    Part(texts.PDF, ("weasyprint",), install_pango(), _has_pango),
    Part(texts.TYPST, ("typst",), _extra("typst")),
    Part(texts.CJK, (), "apt-get install fonts-noto-cjk", _draws_japanese),
    Part(texts.WORD, ("docx",), _extra("word")),
    Part(texts.EXCEL, ("openpyxl",), _extra("excel")),
    Part(texts.PARQUET, ("pyarrow",), _extra("parquet")),
    Part(texts.FRAMES, ("narwhals", "pyarrow"), _extra("engines")),
    Part(texts.DUCKDB, ("narwhals", "duckdb"), _extra("duckdb")),
    Part(texts.POLARS, ("narwhals", "polars"), _extra("polars")),
    Part(texts.DASK, ("narwhals", "dask", "distributed"), _extra("dask")),
    Part(
        texts.SPARK,
        ("narwhals", "pyspark"),
        f"apt-get install default-jre-headless; {_extra('spark')}",
        _has_java,
    ),
    Part(texts.EXPERIMENTS, ("sklearn", "joblib"), _extra("experiments")),
    Part(texts.POSTGRES, ("sqlalchemy", "psycopg"), _extra("postgres")),
)
DISTRIBUTIONS = {"docx": "python-docx", "sklearn": "scikit-learn"}


@click.command(short_help="Show what is installed, and what installs the rest.")
def doctor() -> None:
    """Show which versions are installed, which parts work, and the command that installs what is missing."""
    system = f"{platform.system()} {platform.machine()}"
    versions = [("Python", platform.python_version()), *((name, _version(name)) for name in CORE)]
    click.echo(texts.VERSIONS.format(version=__version__, system=system))
    click.echo(", ".join(" ".join(pair) for pair in versions) + "\n")
    width = max(len(part.purpose) for part in PARTS)
    for part in PARTS:
        missing = _missing(part)
        state = texts.MISSING.format(install=part.install) if missing else _installed(part)
        click.echo(f"{part.purpose.ljust(width)}  {state}")


def _missing(part: Part) -> bool:
    return any(importlib.util.find_spec(name) is None for name in part.packages) or not part.works()


def _installed(part: Part) -> str:
    versions = ", ".join(
        f"{DISTRIBUTIONS.get(name, name)} {_version(DISTRIBUTIONS.get(name, name))}"
        for name in part.packages
    )
    return texts.READY.format(versions=f" ({versions})" if versions else "")


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        # some systems install packages without their metadata
        return texts.UNKNOWN_VERSION
