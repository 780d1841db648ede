"""Shared fixtures, skipping of tests whose programs are missing, and sharing tests among processes."""

import gc
import getpass
import importlib
import linecache
import os
import pkgutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

# tests share the processors among processes: threads of numpy's libraries would only wait for one another
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))

import numpy as np
import pandas as pd
import pdf_forks
import pytest
from hypothesis import HealthCheck, settings
from needs import BY_FIXTURE, draws, skip_without
from postgres_server import postgres, postgres_url  # noqa: F401 - fixtures of several folders
from published import published

from benchreport.data import Roles, Scores

# a slow machine must not fail a test, and each run draws other examples
settings.register_profile(
    "any load",
    max_examples=draws(25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any load")
# a full garbage collection takes a fifth of a second, and every figure or report started one
gc.set_threshold(50_000, 20, 20)
gc.disable()  # until all tests are collected


def pytest_configure(config):
    keep_bytecode()
    if hasattr(config, "workerinput"):
        report_what_is_shown(config)


def keep_bytecode():
    """Keep the bytecode of tests, and that of processes that they start, where the caller's own is not kept.

    A hundred of them import the package; compiling it takes each as long as what it is tested for.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        folder = Path(tempfile.gettempdir()) / f"benchreport-bytecode-{getpass.getuser()}"
        sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder))
        sys.dont_write_bytecode = False


def report_what_is_shown(config):
    """Send to the process that reports only what it shows: five messages a test take as long as half of them.

    What passes before and after a test is shown by `-v`, `--durations` and `--junit-xml` alone.
    """
    option = config.option
    worker = next(
        (each for each in config.pluginmanager.get_plugins() if hasattr(each, "sendevent")), None
    )
    if worker is None or option.verbose > 0 or option.durations is not None or option.xmlpath:
        return
    send = worker.sendevent

    def send_what_is_shown(name, **facts):
        if name == "logstart" or (name == "logfinish" and isinstance(worker.nextitem_index, int)):
            return  # the end of the last test of each process completes the line of dots
        if name == "testreport":
            report = facts["data"]
            if report["when"] != "call" and report["outcome"] == "passed":
                return
            report["keywords"] = {}
        send(name, **facts)

    worker.sendevent = send_what_is_shown


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Share folders of tests among processes; files and single tests are not worth their start."""
    if hasattr(config, "workerinput"):
        return  # this is one of these processes
    chosen = getattr(config.option, "numprocesses", 0)  # 0: there is no pytest-xdist
    folders_only = all(Path(name.partition("::")[0]).is_dir() for name in config.args)
    if chosen is None and config.option.dist == "no" and folders_only:
        config.option.numprocesses, config.option.maxprocesses = "auto", 8
        # neighbours share fixtures, and stay together until a process has no other work
        config.option.dist = "worksteal"


def pytest_collection_modifyitems(items):
    for item in items:
        for name in BY_FIXTURE.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.needs(*BY_FIXTURE[name]))
    keep_rooms_together(items)


def keep_rooms_together(items):
    """Order tests by rooms, which share what is made once a process: pytest-randomly shuffles files."""
    rooms = {}
    for item in items:
        rooms.setdefault(tuple(item.nodeid.split("/")[:2]), []).append(item)
    items[:] = [item for room in rooms.values() for item in room]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Exclude all that is loaded so far from garbage collection: it stays to the end."""
    # each doctest asks whether any file in this cache has changed, and collecting filled it with all files
    linecache.clearcache()
    pdf_forks.install()
    leave_disks_alone()
    remember_slow_numbers()
    gc.freeze()
    gc.enable()


def leave_disks_alone():
    """Let this process write to disks when the system does: no test cuts the power.

    Processes that tests start flush what they write, and so do tests that are killed.
    """
    os.fsync = lambda _: None
    if sqlite := sys.modules.get("benchreport.nightly.history.sqlite"):
        sqlite.SYNCHRONOUS = "OFF"


def remember_slow_numbers():
    """Compute the slowest numbers of an analysis once a table: most are of few tables."""
    for module, name in (
        ("benchreport.stats.rank_tests.friedman", "exact_p"),
        ("benchreport.stats.bayes.bayes_signed_rank", "region_shares"),
    ):
        if procedure := sys.modules.get(module):
            setattr(procedure, name, remember(getattr(procedure, name)))


def remember(compute):
    """Return a function that computes the same of an array and options, once for each."""

    @lru_cache(maxsize=256)
    def of_bytes(content, shape, kind, options):
        result = compute(np.frombuffer(content, kind).reshape(shape), **dict(options))
        if isinstance(result, np.ndarray):
            result.setflags(write=False)
        return result

    def of_array(values, **options):
        array = np.ascontiguousarray(values)
        return of_bytes(array.tobytes(), array.shape, array.dtype.str, (*options.items(),))

    return of_array


def pytest_sessionfinish():
    pdf_forks.stop_servers()
    # once is enough: pytest looks five times for what warns when it is collected
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item):
    skip_without(item)


@pytest.fixture
def small_disk(tmp_path):
    """Return a folder on a disk of two megabytes, enough for few pages."""
    folder = tmp_path / "small"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=2048k", "tmpfs", str(folder)]
    subprocess.run(["mount", *options], check=True)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def blank_pictures(monkeypatch):
    """Make and draw no figure of a report, which takes most of its time, for tests of words and tables."""
    from benchreport.report import sections
    from benchreport.report.document import FigureBlock

    def draw(*_):
        return b'<svg width="1" height="1"/>'

    def make_block(_):
        return FigureBlock(alt="-", caption="-", name="figure.csv", data=b"", draw=draw)

    # a module that is first loaded while another has stand-ins would keep them
    found = pkgutil.iter_modules(sections.__path__, f"{sections.__name__}.")
    for module in [importlib.import_module(each.name) for each in found]:
        for name in ("fitting_block", "figure_of_verdict"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, make_block)
    # what is left are the figures of predictions and of several metrics
    for name in ("picture_of", "svg_of"):
        monkeypatch.setattr(f"benchreport.plots.{name}", draw)
    monkeypatch.setattr("benchreport.plots.points_of", lambda _: ())


@pytest.fixture
def hitrate() -> Scores:
    return published("hitrate")


@pytest.fixture
def demsar() -> Scores:
    return published("demsar2006")


@pytest.fixture
def garcia() -> Scores:
    return published("garcia_herrera2008")


@pytest.fixture
def random_table() -> Scores:
    values = np.random.default_rng(3).normal(size=(12, 5)).round(3)
    return Scores.from_frame(pd.DataFrame(values, columns=list("abcde")), Roles(score="auc"))
