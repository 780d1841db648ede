import importlib.metadata
import subprocess
import sys

import pytest

import benchreport

HEAVY = ("scipy.stats", "statsmodels", "matplotlib", "jinja2", "weasyprint", "click")


def modules_after(code):
    script = f"{code}\nimport sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_importing_loads_nothing_heavy():
    ours = modules_after("import pandas, benchreport") - modules_after("import pandas")
    assert not {name for name in ours if name.startswith(HEAVY)}
    assert {name for name in ours if name.startswith("benchreport")} == {"benchreport"}


def test_a_frame_gets_its_accessor():
    assert "benchreport.accessor" in modules_after(
        "import pandas, benchreport; pd = pandas; pd.DataFrame({'a': [1, 2]}).bench"
    )


def test_public_names_are_all_there():
    assert set(benchreport.__all__) <= set(dir(benchreport))
    for name in benchreport.__all__:
        assert getattr(benchreport, name) is not None


def test_unknown_name():
    with pytest.raises(AttributeError, match="friedmann"):
        benchreport.friedmann  # noqa: B018


def test_one_version():
    assert benchreport.__version__ == importlib.metadata.version("benchreport")
