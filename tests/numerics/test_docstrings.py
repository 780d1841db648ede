import importlib
import pkgutil

from looped import loop_over

from benchreport import numerics

MODULES = [
    module.name
    for module in pkgutil.walk_packages(numerics.__path__, "benchreport.numerics.")
    if not module.ispkg
]


@loop_over("name", MODULES)
def test_each_module_says_why_no_library_does_its_work(name):
    assert "\nOurs because " in (importlib.import_module(name).__doc__ or "")
