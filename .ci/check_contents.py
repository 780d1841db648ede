"""Check what a wheel and a source distribution hold: ``python .ci/check_contents.py FOLDER``."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
IN_WHEEL = {
    "benchreport/py.typed",
    "benchreport/__init__.pyi",
    "benchreport/demo.csv",
    "benchreport/templates/page.html.j2",
    "benchreport/fonts/LICENSE.md",
}
LARGEST = 8 * 2**20


def committed(*places: str) -> set[str]:
    """Return the files that git keeps below these places."""
    listed = subprocess.run(  # noqa: S603 - git, with our own names
        ["git", "-C", str(ROOT), "ls-files", "-z", *places],  # noqa: S607 - wherever it is
        check=True,
        capture_output=True,
        text=True,
    )
    return set(filter(None, listed.stdout.split("\0")))


def main() -> None:
    """Compare the files of both with those of the repository."""
    folder = Path(sys.argv[1])
    [wheel], [source] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        wheel_files = {name for name in archive.namelist() if ".dist-info/" not in name}
        [metadata] = [
            archive.read(name)
            for name in archive.namelist()
            if name.endswith(".dist-info/METADATA")
        ]
    with tarfile.open(source) as archive:
        members = {
            "/".join(PurePosixPath(each.name).parts[1:]): each
            for each in archive.getmembers()
            if each.isfile()
        }
        content = archive.extractfile(members.pop("PKG-INFO"))
        same = content is not None and content.read() == metadata
    source_files = set(members)
    package = committed("benchreport")
    templates = {f"benchreport/{name}" for name in committed("templates")}
    problems = {
        "the wheel lacks": (package | templates | IN_WHEEL) - wheel_files,
        "the wheel has what is not committed": wheel_files - package - templates - IN_WHEEL,
        "the source distribution lacks": committed() - source_files,
        "other metadata than the wheel": set() if same else {source.name},
        "too large": {each.name for each in (wheel, source) if each.stat().st_size > LARGEST},
    }
    found = [f"{what}: {', '.join(sorted(names)[:8])}" for what, names in problems.items() if names]
    if found:
        sys.exit("\n".join(found))
    print(f"{wheel.name}: {len(wheel_files)} files; {source.name}: {len(source_files)} files")


if __name__ == "__main__":
    main()
