"""Real faults of a night: kill −9, many runs at once, a full disk."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer
from nights_tables import HEAD

from benchreport.nightly.config.load import load
from benchreport.nightly.history.open_history import open_history
from benchreport.nightly.run import backfill

# so many signals hit a run at work
KILLS = (12, longer(120))
KILLED_NIGHTS = 12
# enough to fill a small disk
NIGHTS = 30
CONFIG = (
    HEAD.replace("results/{night}.csv", "results.csv")
    + """nights = 10
[notify.junit]
path = "junit.xml"
"""
)

# runs are forks of a process that has loaded everything: 200 starts of Python or of figures take minutes
FORKS = """
import contextlib, datetime as dt, gc, os, random, signal, sys, time
from benchreport.nightly.run import run


def child(work):
    pid = os.fork()
    if pid:
        return pid
    try:
        work()
        os._exit(0)
    except BaseException as error:
        print(repr(error), file=sys.stderr, flush=True)
        os._exit(9)


def take_in(night):
    run("nightly.toml", night=night, now=dt.datetime.fromisoformat(night + "T04:00:00+00:00"))
"""
KILLER = (
    FORKS
    + """
NIGHTS, KILLS, SEED, TWIN = int(sys.argv[1]), int(sys.argv[2]), 7, sys.argv[3]
# the parent waits for SIGCHLD
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})


def at_work(night, seconds):
    "Take a night in, and kill it after so many seconds; return its end and how long it ran."
    begun, pid = time.monotonic(), child(lambda: take_in(night))
    signal.sigtimedwait({signal.SIGCHLD}, seconds)
    os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    while signal.sigtimedwait({signal.SIGCHLD}, 0):
        pass
    return status, time.monotonic() - begun


names = [str(dt.date(2026, 9, 1) + dt.timedelta(days=day)) for day in range(NIGHTS)]
# the undisturbed nights, which load all that the children share
with contextlib.chdir(TWIN):
    for name in names:
        take_in(name)
gc.freeze()
status, took = at_work(names[0], 300)
assert status == 0
draw = random.Random(SEED)
for place, name in enumerate(names[1:], start=1):
    # the kills are spread over the nights that follow
    for _ in range(KILLS * place // (NIGHTS - 1) - KILLS * (place - 1) // (NIGHTS - 1)):
        status = 0
        while status == 0:
            # a run that ends before its kill shows how long a run takes on this machine now
            status, ran = at_work(name, draw.uniform(0, took))
            took = ran if status == 0 else took
        assert os.WIFSIGNALED(status), f"{name}: a run failed"
        page = open("nights/index.html").read()
        assert page.rstrip().endswith("</html>"), "half a page"
    status, took = at_work(name, 300)
    assert status == 0, f"{name}: the run after the kills failed"
"""
)
REMOVER = (
    FORKS
    + """
from benchreport.nightly.remove_night import remove

KILLS, NIGHT, TWIN = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def take_out():
    remove("nightly.toml", NIGHT, why="wrong")


# an undisturbed removal loads all that the children share, and shows how long one takes
with contextlib.chdir(TWIN):
    begun = time.monotonic()
    take_out()
    took = time.monotonic() - begun
gc.freeze()
draw = random.Random(7)
for _ in range(KILLS):
    pid = child(take_out)
    time.sleep(draw.uniform(0, took))
    os.kill(pid, signal.SIGKILL)
    assert os.waitpid(pid, 0)[1] in (0, signal.SIGKILL), "a removal failed"
pid = child(take_out)
assert os.waitpid(pid, 0)[1] == 0, "the removal after the kills failed"
"""
)
AT_ONCE = (
    FORKS
    + """
from click.testing import CliRunner
from benchreport.cli import main


def invoke():
    done = CliRunner().invoke(main, ["nightly", "run"], prog_name="benchreport")
    line = f"{done.exit_code} {'Hint' in done.output} {'Traceback' in done.output}\\n"
    # one write, because all processes share this output
    os.write(1, line.encode())


for pid in [child(invoke) for _ in range(int(sys.argv[1]))]:
    assert os.waitpid(pid, 0)[1] == 0
"""
)


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


def start_fork(script, place, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def read_history(place):
    with open_history(load(place / "nightly.toml")) as history:
        history.verify()
        nights = history.nights()
        facts = {facts.night: facts for facts in history.results(nights)}
        return nights, facts, history.findings()


needs_fork = pytest.mark.skipif(
    not hasattr(signal, "sigtimedwait"), reason="this system has no fork, or no timed signals"
)


@LONG
@needs_fork
@pytest.mark.parametrize("kills", KILLS)
def test_kill_minus_nine_loses_nothing_and_doubles_nothing(place, tmp_path, kills):
    # one file per night: 200 runs that read all nights would take a minute
    for night, rows in results(KILLED_NIGHTS).groupby("night"):
        rows.to_csv(place / f"{night}.csv", index=False)
    (place / "nightly.toml").write_text(CONFIG.replace("results.csv", "{night}.csv"))
    undisturbed = tmp_path / "twin"
    shutil.copytree(place, undisturbed, ignore=shutil.ignore_patterns("twin"))
    start_fork(KILLER, place, KILLED_NIGHTS, kills, undisturbed)
    # each night is there once, with the scores, verdicts and findings of an undisturbed history
    assert read_history(place) == read_history(undisturbed)
    assert len(read_history(place)[0]) == KILLED_NIGHTS
    assert not list((place / "nights").rglob("*.part"))


@LONG
@needs_fork
def test_a_removal_that_is_killed_is_completed_by_the_same_command(place, tmp_path):
    names = [str(night.date()) for night in pd.date_range("2026-09-01", periods=KILLED_NIGHTS)]
    backfill(place / "nightly.toml", nights=names)
    twin = tmp_path / "twin"
    shutil.copytree(place, twin, ignore=shutil.ignore_patterns("twin"))
    start_fork(REMOVER, place, 12, names[10], twin)
    assert read_history(place) == read_history(twin)
    assert names[10] not in read_history(place)[1]
    pages = [
        sorted(str(path.relative_to(folder)) for path in (folder / "nights").rglob("*"))
        for folder in (place, twin)
    ]
    assert pages[0] == pages[1]
    assert not list((place / "nights").rglob("*.part"))


@needs_fork
@pytest.mark.parametrize("runs", [longer(3), longer(8)])
def test_simultaneous_runs_record_a_night_once(place, runs):
    ends = [line.split() for line in start_fork(AT_ONCE, place, runs).splitlines()]
    assert len(ends) == runs
    assert {code for code, _, _ in ends} <= {"0", "4"}
    assert any(code == "0" for code, _, _ in ends)
    # a run that is turned away learns who holds the lock
    assert all(end == ["4", "True", "False"] for end in ends if end[0] == "4")
    nights, facts, _ = read_history(place)
    assert [record.night for record in nights] == list(facts) == ["2026-09-30"]


@LONG
def test_a_full_disk_loses_nothing(small_disk, nightly):
    results(NIGHTS).to_csv(small_disk.parent / "results.csv", index=False)
    config = CONFIG.replace('"results.csv"', '"../results.csv"') + "[history]\nbackup = false\n"
    (small_disk / "nightly.toml").write_text(config)
    names = pd.date_range("2026-09-01", periods=NIGHTS).strftime("%Y-%m-%d")
    recorded = []
    for name in names:
        done = nightly(small_disk, "run", "--night", name)
        if done.exit_code not in (0, 1, 3):
            break
        recorded.append(name)
    # the disk was too small: the run reports that the night (4) or only its pages (5) are lost
    assert done.exit_code in (4, 5), done.output
    assert "room" in done.output
    assert "Traceback" not in done.output
    assert recorded
    nights, facts, _ = read_history(small_disk)
    assert [record.night for record in nights][: len(recorded)] == recorded
    assert set(recorded) <= set(facts)
    page = (small_disk / "nights" / "index.html").read_text()
    assert page.rstrip().endswith("</html>")
    assert not list(small_disk.rglob("*.part"))
    # once there is room again, the same night is recorded once
    for folder in (small_disk / "nights").iterdir():
        if folder.is_dir() and folder.name != recorded[-1]:
            shutil.rmtree(folder)
    retry = nightly(small_disk, "run", "--night", name)
    assert retry.exit_code in (0, 1, 3), retry.output
    assert [record.night for record in read_history(small_disk)[0]] == [*recorded, name]


def test_a_damaged_history_is_refused_and_kept(place, nightly):
    assert nightly(place, "run", "--night", "2026-09-01").exit_code == 0
    file = place / "history.db"
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    before = file.read_bytes()
    done = nightly(place, "run", "--night", "2026-09-02")
    assert done.exit_code == 4
    assert "left as it is" in done.output
    assert "history.db.backup" in done.output
    assert file.read_bytes() == before
    # follow the way out that the error names
    for path in place.glob("history.db-*"):
        path.unlink()
    shutil.copy(place / "history.db.backup", file)
    assert nightly(place, "run", "--night", "2026-09-02").exit_code == 0
    assert len(read_history(Path(place))[0]) == 2
