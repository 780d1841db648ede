"""Users' type checkers know the type of every public name."""

import json
import subprocess
import sys

import pytest


@pytest.mark.needs("pyright")
def test_public_names_have_types():
    command = ["-m", "pyright", "--verifytypes", "benchreport", "--ignoreexternal", "--outputjson"]
    done = subprocess.run([sys.executable, *command], check=False, capture_output=True)
    found = json.loads(done.stdout)["typeCompleteness"]
    unknown = [
        each["name"]
        for each in found["symbols"]
        if not each["isTypeKnown"] or each["isTypeAmbiguous"]
    ]
    assert found["completenessScore"] == 1, unknown
