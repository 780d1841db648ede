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


def test_what_to_expect_is_what_was_simulated():
    guide = (HOUSE / "examples" / "guide" / "nights.md").read_text(encoding="utf-8")
    guide = " ".join(guide.split())
    year = {
        n: round(simulated(f"independent{n}")["a year"])
        for n in ("", ", 10 series", ", 1000 series")
    }
    assert (
        f"100 series in which nothing changes raise about {year['']} false alarms a year" in guide
    )
    assert f"1,000 series about {year[', 1000 series']}, ten about {year[', 10 series']}," in guide
    red = round(100 * simulated("independent")["red nights"])
    assert f"about {red} nights of 100 are red" in guide
    some = [simulated(f"{name}, 30 series") for name in ("independent", "common effect .5")]
    low, high = (round(row["a year"]) for row in some)
    assert f"30 series, which are adjusted least for their number, raise {low} to {high}." in guide
    low, high = (round(100 * row["red nights"]) for row in some)
    assert f"of 30 series {low} to {high}." in guide
    lasting = round(simulated("spread that lasts (GARCH)")["a year"])
    assert f"wide ones, 100 series raise about {lasting}." in guide
    ten = round(10 * simulated("independent, 2 SD")["n = 3"])
    one = round(10 * simulated("one of 100, 2 SD")["n = 3"])
    large = round(10 * simulated("one of 100, 4 SD")["n = 2"])
    assert f"by its third night in {ten} of 10 cases, of a single series in {one} of 10" in guide
    assert f"on its second night nearly always, of a single series in {large} of 10" in guide
    told = [simulated(f"{size} SD") for size in (1, 2, 3)]
    sizes = [row["mean size, SD"] for row in told]
    held = [round(100 * row["interval holds it"]) for row in told]
    dated = [round(100 * row["right to a night"]) for row in told]
    assert f"look like {sizes[0]:.1f} on average, and their 95 % intervals" in guide
    assert f"hold them in {held[0]} % of cases; falls of two look like {sizes[1]:.1f}," in guide
    assert f"and {held[1]} % are held." in guide
    assert f"for {dated[0]}, {dated[1]} and {dated[2]} % of falls of one, two and three." in guide
    lasting = [
        simulated(name)["red nights"] for name in ("half AR(1) .5", "common effect .5, AR(1) .6")
    ]
    low, high = (round(100 * share) for share in sorted(lasting))
    assert f"{low} to {high} nights of 100 are red" in guide
