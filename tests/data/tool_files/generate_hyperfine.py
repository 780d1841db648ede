"""Write ``hyperfine/``: commands, some that fail, with parameters, and a scan of a number; as CSV, too.

``apt-get install hyperfine`` (1.15.0), then ``python generate_hyperfine.py``.
"""

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent / "hyperfine"
EXPORTS = {
    "commands": ["-r", "4", "sleep 0.002", "sleep 0.004"],
    "parameters": [
        "-r",
        "3",
        "-L",
        "size",
        "10,1000",
        "-L",
        "sorter",
        "sort,sort -u",
        "seq {size} | {sorter}",
    ],
    "scan": ["-r", "3", "-P", "delay", "1", "3", "sleep 0.00{delay}"],
    "named": ["-r", "3", "-n", "short", "sleep 0.001", "-n", "long", "sleep 0.003"],
    "failing": ["-i", "-r", "3", "sleep 0.002", "exit 3", "kill -9 $$"],
}
TABLES = ("parameters", "named")


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    for name, arguments in EXPORTS.items():
        files = ["--export-json", f"{name}.json", "--export-csv", f"{name}.csv"]
        command = ["hyperfine", *files[: 4 if name in TABLES else 2], *arguments]
        subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
