"""Write ``pyperf/``: two benchmarks by Python with and without an option, and one benchmark of one process.

``pip install pyperf==2.10.0``, then ``python generate_pyperf.py``. Only the metadata that name the machine
are left out.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "pyperf"
BENCHMARKS = """
import pyperf

runner = pyperf.Runner()
runner.timeit("sorted", "sorted(x)", setup="x = list(range(100))[::-1]")
runner.timeit("list.sort", "y = list(x); y.sort()", setup="x = list(range(100))[::-1]")
"""
FEW = ["-n", "3", "-w", "1", "-l", "64", "--quiet"]
PRIVATE = ("hostname", "python_executable", "python_config_args", "boot_time", "platform")


def run(output: Path, *arguments: str) -> None:
    command = [sys.executable, *arguments, *FEW, "-o", str(output)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    data = json.loads(output.read_text())
    data["metadata"] = {key: value for key, value in data["metadata"].items() if key not in PRIVATE}
    output.write_text(json.dumps(data, indent=1) + "\n")


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    with tempfile.TemporaryDirectory() as name:
        script = Path(name) / "bench.py"
        script.write_text(BENCHMARKS)
        run(HERE / "plain.json", str(script), "-p", "3")
        run(HERE / "optimized.json", "-O", str(script), "-p", "3")
        run(HERE / "timeit.json", "-m", "pyperf", "timeit", "sum(range(100))", "-p", "1")


if __name__ == "__main__":
    main()
