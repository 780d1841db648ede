"""Programs and fonts that some tests need, how to find them, and how to install them.

A test says ``@pytest.mark.needs("xelatex")`` and is skipped, with the reason, where that is missing.
``pytest -m needs`` runs only such tests.
"""

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

# pip installs programs beside Python, which may be a folder outside the PATH
BESIDE = Path(sys.executable).parent
# Debian keeps the programs of the PostgreSQL server outside the PATH
SERVERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
# mounts and processes of its own, so that a test changes nothing on this machine
ISOLATED = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
UNSEEN_CRONTABS = "mount -t tmpfs tmpfs /var/spool/cron/crontabs && exec crontab -l"


class Need(NamedTuple):
    """Something that a test needs: a check whether it is there, and the reason to skip if not."""

    is_there: Callable[[], bool]
    reason: str


def program(name: str) -> str | None:
    """Return the path of a program, or None."""
    path = os.pathsep.join(map(str, (os.environ.get("PATH", ""), BESIDE, *SERVERS)))
    return shutil.which(name, path=path)


def runs(*command: str) -> bool:
    """Return whether a command is there and succeeds."""
    return program(command[0]) is not None and not run(*command).returncode


def run(*command: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(command, check=False, capture_output=True)


def has_tex(engine: str, *files: str) -> bool:
    """Return whether TeX and the files that a test loads are there."""
    return program(engine) is not None and all(runs("kpsewhich", file) for file in files)


def has_letters(letters: str) -> bool:
    """Return whether figures and pages can draw the letters: matplotlib finds fonts of its own accord."""
    from benchreport.plots.base.fonts import find_undrawable

    characters = " ".join(f"{ord(each):x}" for each in letters)
    fonts = program("fc-list") and run("fc-list", f":charset={characters}", "family").stdout
    return bool(fonts) and not find_undrawable([letters])


def has_small_disks() -> bool:
    """Return whether a small file system can be mounted, without mounting it for others to see."""
    return runs("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt") and not os.geteuid()


def has_crontab() -> bool:
    """Return whether there is cron, and an empty folder of crontabs can be mounted over its own."""
    if not (program("unshare") and program("crontab")):
        return False
    done = run("unshare", "--mount", "sh", "-c", UNSEEN_CRONTABS)
    return b"no crontab for" in done.stderr


def imports(*names: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in names)


def need_program(name: str, package: str) -> Need:
    return Need(lambda: program(name) is not None, f"{name} is missing: apt-get install {package}")


NEEDS = {
    "cjk": Need(
        lambda: has_letters("決定木のデータ"),
        "no font draws Japanese: apt-get install fonts-noto-cjk",
    ),
    "pdflatex": Need(
        lambda: has_tex("pdflatex", "tikz.sty", "booktabs.sty"),
        "pdfLaTeX is missing: apt-get install texlive-latex-recommended texlive-pictures",
    ),
    "xelatex": Need(
        lambda: has_tex("xelatex", "fontspec.sty"),
        "XeLaTeX is missing: apt-get install texlive-xetex",
    ),
    # small installations of LuaLaTeX lack the loader of its fonts
    "lualatex": Need(
        lambda: has_tex("lualatex", "luaotfload.sty"),
        "LuaLaTeX is missing: apt-get install texlive-luatex",
    ),
    "siunitx": Need(
        lambda: has_tex("pdflatex", "siunitx.sty"),
        "siunitx is missing: apt-get install texlive-science",
    ),
    "chromium": Need(
        lambda: any(map(program, CHROMIUM)) and imports("playwright"),
        "Chromium or its driver is missing: apt-get install chromium; pip install playwright",
    ),
    "axe": Need(
        lambda: imports("axe_playwright_python"),
        "axe-core is missing: pip install axe-playwright-python",
    ),
    "pyright": Need(
        lambda: imports("pyright") and runs("pyright", "--version"),
        "Pyright is missing: pip install pyright",
    ),
    "css validator": Need(
        lambda: bool(program("java")) and Path(os.environ.get("VNU_JAR", "")).is_file(),
        "the W3C's CSS validator is missing: apt-get install default-jre-headless; npm install vnu-jar; "
        "VNU_JAR=node_modules/vnu-jar/build/dist/vnu.jar",
    ),
    "postgresql": Need(
        lambda: bool(program("initdb") and program("pg_ctl")),
        "a PostgreSQL server is missing: apt-get install postgresql",
    ),
    "crontab": Need(
        has_crontab,
        "cron is missing (apt-get install cron), or the right to hide its crontabs from the tests",
    ),
    "crontab -n": Need(
        lambda: b"option" not in run("crontab", "-n", "-").stderr if program("crontab") else False,
        "there is no crontab that can try a table without installing it: apt-get install cron",
    ),
    "cron": Need(
        lambda: "CI" in os.environ and program("cron") is not None and runs(*ISOLATED, "true"),
        "waits a minute for cron, started by root with mounts of its own: CI=1 runs it",
    ),
    "time": Need(lambda: "CI" in os.environ, "a long test: CI=1 runs it"),
    "systemd-analyze": need_program("systemd-analyze", "systemd"),
    "dask": Need(lambda: imports("dask", "distributed"), "Dask is missing: pip install '.[dask]'"),
    "ibis": Need(
        lambda: imports("ibis", "pyarrow_hotfix"),
        "Ibis is missing: pip install 'ibis-framework[duckdb]'",
    ),
    "mlflow": Need(
        lambda: imports("mlflow", "alembic", "sqlalchemy"),
        "MLflow is missing: pip install mlflow-skinny alembic sqlalchemy",
    ),
    "spark": Need(
        lambda: bool(program("java")) and imports("pyspark"),
        "Spark is missing: apt-get install default-jre-headless; pip install '.[spark]'",
    ),
    "s3": Need(
        lambda: imports("moto", "flask_cors", "s3fs"),
        "a store of objects is missing: pip install 'moto[server]' s3fs",
    ),
    "openssl": need_program("openssl", "openssl"),
    "fish": need_program("fish", "fish"),
    "unzip": need_program("unzip", "unzip"),
    "distributed": Need(lambda: imports("distributed"), "Dask is missing: pip install distributed"),
    "small disk": Need(has_small_disks, "only root, where it may, can mount a small disk"),
}
LONG = pytest.mark.needs("time")
"""Marks tests that only `.ci/run` runs: each run of the suite has five minutes."""


def longer(*case: Any) -> Any:
    """Return a longer case of a check, for `parametrize`."""
    return pytest.param(*case, marks=LONG)


def one_in(number: int, cases: Iterable[Any], first: int = 0) -> list[Any]:
    """Return cases of which all but one in so many are longer ones, as `longer` marks them."""
    return [case if place % number == first else longer(case) for place, case in enumerate(cases)]


def draws(number: int) -> int:
    """Return how many random examples of a check are drawn: a quarter of those that `.ci/run` draws."""
    return number if "CI" in os.environ else number // 4


# a test with one of these fixtures needs the program that the fixture starts, and time for a server
BY_FIXTURE = {
    "axe": ("axe",),
    "browser": ("chromium",),
    "certificate": ("openssl",),
    "postgres": ("postgresql", "time"),
    "small_disk": ("small disk",),
}
CHROMIUM = ("chromium", "chromium-browser", "chrome")


@functools.cache
def lacks(name: str) -> str:
    """Return why a test that needs this is skipped, or nothing."""
    need = NEEDS[name]
    return "" if need.is_there() else need.reason


def skip_without(item: pytest.Item) -> None:
    """Skip a test that needs what is not there."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if reason := lacks(name):
                pytest.skip(reason)
