"""What may go wrong at night, for real: kill −9, many at once, a full disk."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchreport.nightly.config import load
from benchreport.nightly.run import opened

KILLS = 200
NIGHTS = 30
CONFIG = """
[nightly]
name = "faults"
[source]
files = ["results.csv"]
[[metric]]
name = "accuracy"
[alerts]
min_nights = 8
drift = 0
[report]
pdf = false
comparison = false
nights = 10
[notify.junit]
path = "junit.xml"
"""

# forks from a process that has everything loaded: 200 starts of Python would take minutes
KILLER = """
import datetime as dt, os, random, signal, sys, time
from benchreport.nightly.run import run

NIGHTS, KILLS, SEED = int(sys.argv[1]), int(sys.argv[2]), 7


def at_work(night):
    child = os.fork()
    if child:
        return child
    try:
        day = dt.datetime.fromisoformat(night + "T04:00:00+00:00")
        run("nightly.toml", night=night, now=day)
        os._exit(0)
    except BaseException as error:
        print(repr(error), file=sys.stderr, flush=True)
        os._exit(9)


names = [str(dt.date(2026, 9, 1) + dt.timedelta(days=day)) for day in range(NIGHTS)]
begun = time.monotonic()
assert os.waitpid(at_work(names[0]), 0)[1] == 0
took = time.monotonic() - begun
draw, struck = random.Random(SEED), 0
for place, name in enumerate(names[1:], start=1):
    # all kills are spread over the nights that follow
    for _ in range(KILLS * place // (NIGHTS - 1) - KILLS * (place - 1) // (NIGHTS - 1)):
        child = at_work(name)
        time.sleep(draw.uniform(0, 1.1 * took))
        os.kill(child, signal.SIGKILL)
        struck += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        page = open("nights/index.html").read()
        assert page.rstrip().endswith("</html>"), "half a page"
    status = os.waitpid(at_work(name), 0)[1]
    assert status == 0, f"{name}: the run after the kills failed"
print(struck)
"""


def results(n_nights):
    draw = np.random.default_rng(3)
    return pd.DataFrame(
        [
            (night.date().isoformat(), algorithm, dataset, seed, 0.8 + draw.normal(0, 0.01))
            for night in pd.date_range("2026-09-01", periods=n_nights)
            for algorithm in "abc"
            for dataset in ("x", "y", "z")
            for seed in (1, 2)
        ],
        columns=["night", "algorithm", "dataset", "seed", "accuracy"],
    )


@pytest.fixture
def place(tmp_path):
    results(NIGHTS).to_csv(tmp_path / "results.csv", index=False)
    (tmp_path / "nightly.toml").write_text(CONFIG)
    return tmp_path


def nightly(place, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "benchreport", "nightly", *arguments],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def remembered(place):
    with opened(load(place / "nightly.toml")) as history:
        history.verify()
        nights = history.nights()
        facts = {each.night: each for each in history.results(nights)}
        return nights, facts, history.findings()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_kill_minus_nine_loses_nothing_and_doubles_nothing(place, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLER), str(NIGHTS), str(KILLS)],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    # a kill may come after the end; most must not
    assert int(done.stdout) > KILLS / 2
    undisturbed = tmp_path / "twin"
    undisturbed.mkdir()
    for name in ("results.csv", "nightly.toml"):
        shutil.copy(place / name, undisturbed / name)
    twin = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLER), str(NIGHTS), "0"],
        cwd=undisturbed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert twin.returncode == 0, twin.stderr[-2000:]
    # every night once, with the same scores, verdicts and findings as if nothing had happened
    assert remembered(place) == remembered(undisturbed)
    assert len(remembered(place)[0]) == NIGHTS
    assert not list((place / "nights").rglob("*.part"))


def test_eight_at_once_take_a_night_in_once(place):
    command = [sys.executable, "-m", "benchreport", "nightly", "run"]
    started = [
        subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(8)
    ]
    ends = [(each.communicate()[1].decode(), each.returncode) for each in started]
    assert {code for _, code in ends} <= {0, 4}
    assert any(code == 0 for _, code in ends)
    # who is turned away learns by whom
    assert all("Hint" in told and "Traceback" not in told for told, code in ends if code == 4)
    nights, facts, _ = remembered(place)
    assert [each.night for each in nights] == list(facts) == ["2026-09-30"]


@pytest.fixture
def small_disk(tmp_path):
    """Return a folder with room for few pages: half a megabyte."""
    folder = tmp_path / "small"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=640k", "tmpfs", str(folder)]
    subprocess.run(["mount", *options], check=True)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_loses_nothing(small_disk):
    results(NIGHTS).to_csv(small_disk.parent / "results.csv", index=False)
    config = CONFIG.replace('"results.csv"', '"../results.csv"') + "[history]\nbackup = false\n"
    (small_disk / "nightly.toml").write_text(config)
    names = pd.date_range("2026-09-01", periods=NIGHTS).strftime("%Y-%m-%d")
    kept = []
    for name in names:
        done = nightly(small_disk, "run", "--night", name)
        if done.returncode not in (0, 1, 3):
            break
        kept.append(name)
    # the disk was too small: the night is said to be lost (4) or only its pages (5), with a way out
    assert done.returncode in (4, 5), done.stderr
    assert "room" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert kept
    nights, facts, _ = remembered(small_disk)
    assert [each.night for each in nights][: len(kept)] == kept
    assert set(kept) <= set(facts)
    page = (small_disk / "nights" / "index.html").read_text()
    assert page.rstrip().endswith("</html>")
    assert not list(small_disk.rglob("*.part"))
    # with room again the same night is taken in, once
    for folder in (small_disk / "nights").iterdir():
        if folder.is_dir() and folder.name != kept[-1]:
            shutil.rmtree(folder)
    again = nightly(small_disk, "run", "--night", name)
    assert again.returncode in (0, 1, 3), again.stderr
    assert [each.night for each in remembered(small_disk)[0]] == [*kept, name]


def test_a_damaged_history_is_refused_and_kept(place):
    assert nightly(place, "run", "--night", "2026-09-01").returncode == 0
    file = place / "history.db"
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    before = file.read_bytes()
    done = nightly(place, "run", "--night", "2026-09-02")
    assert done.returncode == 4
    assert "left as it is" in done.stderr
    assert "history.db.backup" in done.stderr
    assert file.read_bytes() == before
    # the way out that it names
    for left in place.glob("history.db-*"):
        left.unlink()
    shutil.copy(place / "history.db.backup", file)
    assert nightly(place, "run", "--night", "2026-09-02").returncode == 0
    assert len(remembered(Path(place))[0]) == 2
