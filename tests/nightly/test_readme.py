"""The README of the nights names modules that exist; what users may expect is what was simulated."""

import re
from pathlib import Path

import benchreport.nightly

ROOM = Path(benchreport.nightly.__file__).parent


def test_every_module_that_the_readme_names_exists():
    text = (ROOM / "README.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`([a-z_/]+\.py)`", text))
    assert len(names) > 20
    files = [path.relative_to(ROOM.parent).as_posix() for path in ROOM.parent.rglob("*.py")]
    assert [
        name for name in names if not any(f"/{file}".endswith(f"/{name}") for file in files)
    ] == []


HOUSE = ROOM.parent.parent
SIMULATED = HOUSE / "tests" / "benchmarks" / "nights.md"


def simulated(row):
    """Return the first row of this name, with its numbers by column."""
    table = None
    for line in SIMULATED.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| |"):
            table = cells
        if cells[0] == row:
            return dict(zip(table[1:], (float(cell.strip("*")) for cell in cells[1:]), strict=True))
    raise KeyError(row)


def between(names, column, times=1):
    """Write the smallest and the largest of simulated numbers, or the one that they round to."""
    low, *_, high = sorted(round(times * simulated(name)[column]) for name in (*names, names[-1]))
    return f"{low}" if low == high else f"{low} to {high}"


NOTHING_CHANGES = {
    "10": ("independent, 10 series", "common effect .5, 10 series"),
    "30, adjusted least for their number": (
        "independent, 30 series",
        "common effect .5, 30 series",
    ),
    "100": ("independent",),
    "100, some autocorrelated, or what they share": (
        "half AR(1) .5",
        "common effect .5, AR(1) .6",
    ),
    "1,000": ("independent, 1000 series", "common effect .5, 1000 series"),
    "100, whose spread doubles for good on one night": ("spread that doubles",),
    "100, whose spread doubles on a night of each": ("spread that doubles, one by one",),
    "100, whose spread lasts: wide nights follow on wide ones": ("spread that lasts (GARCH)",),
}


def test_what_to_expect_is_what_was_simulated():
    guide = (HOUSE / "examples" / "guide" / "nights.md").read_text(encoding="utf-8")
    for series, names in NOTHING_CHANGES.items():
        year, red = between(names, "a year"), between(names, "red nights", 100)
        assert f"| {series} | {year} | {red} |\n" in guide
    ten = round(10 * simulated("independent, 2 SD")["n = 3"])
    one = round(10 * simulated("one of 100, 2 SD")["n = 3"])
    large = round(10 * simulated("one of 100, 4 SD")["n = 2"])
    assert simulated("independent, 4 SD")["n = 2"] > 0.98
    assert f"| two standard deviations, 10 series of 100 | its third night | {ten} of 10" in guide
    assert f"| two standard deviations, one of 100 | its third night | {one} of 10" in guide
    assert f"| four standard deviations, one of 100 | its second night | {large} of 10" in guide
    told = [simulated(f"{size} SD") for size in (1, 2, 3)]
    sizes = [row["mean size, SD"] for row in told]
    held = [round(100 * row["interval holds it"]) for row in told]
    dated = [round(100 * row["right to a night"]) for row in told]
    words = " ".join(guide.split())
    assert f"like {sizes[0]:.1f} on average, one of 2 like {sizes[1]:.1f}." in words
    assert f"the true size in {held[0]} % of cases, of the latter in {held[1]} %." in words
    assert f"for {dated[0]}, {dated[1]} and {dated[2]} % of falls of 1, 2 and 3 " in words
