import functools
import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest
from needs import LONG, longer

import benchreport

HITRATE = Path(__file__).parents[1] / "examples/hitrate/hitrate.csv"
HEAVY = ("scipy.stats", "statsmodels", "matplotlib", "jinja2", "weasyprint", "click")


@functools.cache
def modules_after(code):
    script = f"{code}\nimport sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return frozenset(done.stdout.split())


METHODS = ("friedman", "nemenyi", "wilcoxon", "tukey", "anova", "describe")
CALL = (
    "import benchreport\n"
    "frame = pandas.DataFrame({'a': [9, 8, 9, 7], 'b': [7, 6, 8, 5], 'c': [5, 4, 4, 2]})\n"
)
FIRST_STEPS = {
    "nothing": "",
    "benchreport": "import benchreport",
    "scipy.special": "import scipy.special",
    "accessor": f"{CALL}frame.bench",
    "figure": f"{CALL}frame.bench(score='accuracy').cd_plot()",
    **{method: f"{CALL}frame.bench(score='accuracy').{method}()" for method in METHODS},
}
# each step is the first of a fork, as loading pandas takes longer than the steps
FORKS = """
import os, sys, pandas
for code in sys.argv[1:]:
    if not os.fork():
        exec(code)
        print(*sys.modules, flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
"""


@functools.cache
def modules_after_steps():
    """Return the modules after each first step in a process that has loaded pandas."""
    codes = FIRST_STEPS.values()
    if not hasattr(os, "fork"):
        loaded = [modules_after(f"import pandas\n{code}") for code in codes]
    else:
        # Python 3.12 warns of forks where numpy has threads, which the steps do not use
        command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKS, *codes]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        loaded = [frozenset(line.split()) for line in done.stdout.splitlines()]
    return dict(zip(FIRST_STEPS, loaded, strict=True))


def modules_of(step):
    """Return the modules that a first step loads after pandas."""
    return modules_after_steps()[step] - modules_after_steps()["nothing"]


def test_importing_loads_nothing_heavy():
    ours = modules_of("benchreport")
    assert not {name for name in ours if name.startswith(HEAVY)}
    assert {name for name in ours if name.startswith("benchreport")} == {
        "benchreport",
        "benchreport.collector",
        "benchreport.lazy_names",
        "benchreport.stats",
        "benchreport.version",
    }


@pytest.mark.parametrize("method", METHODS)
def test_a_first_call_loads_what_it_needs(method):
    """A test of scores needs no figures, no report, and of SciPy only its special functions."""
    ours = modules_of(method)
    assert not {name for name in ours if name.startswith((*HEAVY, "scipy.optimize"))}
    assert "benchreport.accessor" in ours
    # scipy.special loads more in each version (1.18: scipy.linalg), and so does the standard library
    ours -= modules_of("scipy.special")
    assert len([name for name in ours if name.split(".")[0] not in sys.stdlib_module_names]) < 163


@pytest.mark.parametrize("step", ["friedman", "nemenyi", "figure"])
def test_a_first_test_of_ranks_loads_no_scipy(step):
    """Loading its special functions takes as long as all that the test loads of ours."""
    assert not {name for name in modules_of(step) if name.startswith("scipy")}


def test_a_first_figure_loads_what_it_needs():
    assert not {
        name
        for name in modules_of("figure")
        if name.startswith(("scipy.stats", "benchreport.report.", "jinja2"))
    }


def test_a_frame_gets_its_accessor():
    assert "benchreport.accessor" in modules_of("accessor")


def test_public_names_are_all_there():
    assert set(benchreport.__all__) <= set(dir(benchreport))
    for name in benchreport.__all__:
        assert getattr(benchreport, name) is not None


def test_unknown_name():
    with pytest.raises(AttributeError, match="friedmann"):
        benchreport.friedmann  # noqa: B018


def test_one_version():
    assert benchreport.__version__ == importlib.metadata.version("benchreport")


@LONG
def test_a_checkout_that_is_not_installed_writes_reports(tmp_path):
    """Its version is in its own code: no metadata of a distribution are there."""
    script = (
        "import importlib.metadata as metadata\n"
        "installed = metadata.version\n"
        "def version(name):\n"
        "    if name == 'benchreport': raise metadata.PackageNotFoundError(name)\n"
        "    return installed(name)\n"
        "metadata.version = version\n"
        "from benchreport.cli import main\n"
        f"main(['report', {str(HITRATE)!r}, '--score', 'hitrate@3', '-o', 'a.html', '-o', 'a.json'])"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True)
    assert f"benchreport {benchreport.__version__}" in (tmp_path / "a.html").read_text("utf-8")
    assert (tmp_path / "a.json").stat().st_size


def test_the_command_line_answers_without_pandas():
    loaded = modules_after(
        "import sys; sys.argv = ['benchreport', '--help']\n"
        "from benchreport.cli import main\n"
        "try: main()\nexcept SystemExit: pass"
    )
    assert "click" in loaded
    assert not {"pandas", "numpy"} & loaded


def test_a_command_that_tests_nothing_loads_no_procedure(tmp_path):
    """``check`` names the next commands, which are looked up by name."""
    table = tmp_path / "scores.csv"
    table.write_text("task,a,b\nx,1,2\ny,2,3\nz,4,2\n", encoding="utf-8")
    loaded = modules_after(
        f"import sys; sys.argv = ['benchreport', 'check', {str(table)!r}, '--score', 'accuracy']\n"
        "from benchreport.cli import main\n"
        "try: main()\nexcept SystemExit: pass"
    )
    assert "benchreport.analysis.check" in loaded
    assert not {name for name in loaded if name.startswith(("scipy", "benchreport.stats."))}


def test_a_report_on_scores_loads_nothing_of_other_analyses(tmp_path):
    page = tmp_path / "report.html"
    command = ["benchreport", "report", str(HITRATE), "--score", "hitrate@3", "-o", str(page)]
    loaded = modules_after(
        f"import sys; sys.argv = {command!r}\n"
        "from benchreport.cli import main\n"
        "try: main()\nexcept SystemExit: pass"
    )
    assert page.stat().st_size
    assert "benchreport.analysis.analysis" in loaded
    others = ("analysis.rules.predictions", "analysis.rules.curves", "analysis.curve_analysis")
    assert not loaded & {f"benchreport.{name}" for name in others}
    assert "benchreport.analysis.predictions.prediction_analysis" not in loaded


@LONG
@pytest.mark.parametrize(
    "order", ["import benchreport, pandas", longer("import pandas, benchreport")]
)
def test_the_order_of_imports_does_not_matter(order):
    assert "benchreport.accessor" in modules_after(
        f"{order}; pandas.DataFrame({{'a': [1, 2]}}).bench"
    )
