import importlib
import pkgutil

import pytest

from benchreport import numerics

MODULES = [
    module.name
    for module in pkgutil.walk_packages(numerics.__path__, "benchreport.numerics.")
    if not module.ispkg
]


@pytest.mark.parametrize("name", MODULES)
def test_each_module_says_why_no_library_does_its_work(name):
    assert "\nOurs because " in (importlib.import_module(name).__doc__ or "")
