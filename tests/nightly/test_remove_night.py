"""A night that was stored by mistake is taken out, and nothing of it stays."""

import datetime as dt
import errno
import functools
import json
import os
import shutil

import numpy as np
import pandas as pd
import pytest
from needs import LONG, longer
from nights_tables import HEAD

from benchreport.errors import ConfigError, InputError, OptionError, RenderError
from benchreport.nightly import evaluate_nights, remove_night
from benchreport.nightly.config.load import load
from benchreport.nightly.findings.triage import refresh_facts, triage
from benchreport.nightly.history.export_records import history_lines
from benchreport.nightly.history.open_history import open_history
from benchreport.nightly.intake.intake import MissingResultsError
from benchreport.nightly.remove_night import remove
from benchreport.nightly.run import backfill, run

pytestmark = pytest.mark.usefixtures("plain_figures")

NIGHTS = [str(day.date()) for day in pd.date_range("2026-09-01", periods=22)]
WRONG = NIGHTS[14]
NOW = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)
CONFIG = HEAD.replace('name = "accuracy"', 'name = "seconds"\ncompare = "ratio"').replace(
    "drift = 0", "drift = 0\nconfirm = 1"
)
MAIL = """[notify.mail]
to = ["team@example.org"]
sender = "nights@example.org"
when = "always"
"""


def write(place, night, *, slower=1.0):
    draw = np.random.default_rng(int(night.replace("-", "")))
    frame = pd.DataFrame(
        [
            (algorithm, dataset, seed, 2.0 * np.exp(draw.normal(0, 0.01)) * slower)
            for algorithm in ("svm", "knn", "tree")
            for dataset in ("iris", "wine")
            for seed in (1, 2)
        ],
        columns=["algorithm", "dataset", "seed", "seconds"],
    )
    (place / "results").mkdir(exist_ok=True)
    frame.to_csv(place / "results" / f"{night}.csv", index=False)


def fill(place, wrong, extra=""):
    """Make a benchmark of some weeks, of which one may be slower by 30 %."""
    place.mkdir()
    (place / "nightly.toml").write_text(CONFIG + extra)
    for night in NIGHTS:
        write(place, night, slower=1.3 if night == wrong else 1.0)
    return place


@pytest.fixture
def begin(tmp_path):
    """Return a function that makes a benchmark whose nights are not stored."""

    def make(name="place", *, wrong=WRONG, extra=""):
        return fill(tmp_path / name, wrong, extra)

    return make


def store(place, nights=NIGHTS):
    return backfill(place / "nightly.toml", nights=list(nights), now=NOW)


@pytest.fixture(scope="module")
def store_once(tmp_path_factory):
    @functools.cache
    def make(wrong, never):
        place = fill(tmp_path_factory.mktemp("stored") / "place", wrong)
        return place, store(place, [night for night in NIGHTS if night != never])

    return make


@pytest.fixture
def begin_stored(tmp_path, store_once):
    """Return a function that copies a benchmark whose nights are stored but for one, and their facts."""

    def make(name="place", *, wrong=WRONG, never=""):
        place, facts = store_once(wrong, never)
        return shutil.copytree(place, tmp_path / name), facts

    return make


def records(place):
    """Return all that the history holds apart from events, and all pages."""
    with open_history(load(place / "nightly.toml")) as history:
        history.verify()
        lines = [(line.kind, line.doc) for line in history_lines(history) if line.kind != "event"]
    pages = {
        str(path.relative_to(place / "nights")): path.read_bytes()
        for path in sorted((place / "nights").rglob("*"))
        if path.is_file() and path.suffix != ".png"
    }
    return json.dumps(lines, default=str), pages


def without_index(place):
    """Return what `records` does, but the index, which tells of nights that were removed."""
    lines, pages = records(place)
    return lines, {name: page for name, page in pages.items() if name != "index.html"}


@pytest.mark.parametrize("wrong", [WRONG, longer(NIGHTS[-1]), longer(NIGHTS[0])])
def test_all_is_as_if_the_night_had_never_been(begin_stored, wrong):
    place, stored = begin_stored(wrong=wrong)
    twin, _ = begin_stored("twin", wrong="", never=wrong)
    facts = {night.night: night for night in stored}
    opened = [finding.opened for finding in facts[NIGHTS[-1]].findings]
    assert wrong == NIGHTS[0] or any(facts[wrong].new)
    assert wrong != NIGHTS[-1] or wrong in opened
    assert remove(place / "nightly.toml", wrong, why="a busy machine") == 21 - NIGHTS.index(wrong)
    (now, pages), (never, pages_of_never) = records(place), records(twin)
    assert now == never
    assert pages.keys() == pages_of_never.keys()
    # the index tells of the night within its nights that is gone
    within = {"index.html"} - ({"index.html"} if wrong in (NIGHTS[0], NIGHTS[-1]) else set())
    assert {name for name in pages if pages[name] != pages_of_never[name]} == within
    index = pages["index.html"].decode()
    assert ("; 1 night removed." in index, "a busy machine" in index) == (bool(within),) * 2
    with open_history(load(place / "nightly.toml")) as history:
        (event,) = [event for event in history.events() if event["action"] == "remove"]
    assert (event["night"], event["why"]) == (wrong, "a busy machine")
    assert event["who"]
    assert dt.datetime.fromisoformat(event["at"]).tzinfo


def test_what_people_said_since_holds(begin):
    place = begin(wrong="")
    for night in NIGHTS[10:]:
        write(place, night, slower=1.2)
    store(place, NIGHTS[:14])
    config = place / "nightly.toml"
    with open_history(load(config)) as history:
        found = {str(finding.key): finding.opened for finding in history.findings()}
    assert set(found.values()) == {NIGHTS[10]}
    store(place, [WRONG])
    with open_history(load(config)) as history:
        triage(history, "seconds/svm", "ack", why="known")
        triage(history, "seconds/knn", "fixed", why="measured by mistake")
        triage(history, "seconds/tree", "accept", why="more checks")
        refresh_facts(history, history.result(WRONG))
        said = history.findings()
    remove(config, WRONG, why="a wrong file")
    with open_history(load(config)) as history:
        assert history.findings() == said
        facts = history.result(NIGHTS[13])
    assert {finding.status for finding in facts.findings} == {"acknowledged", "accepted", "fixed"}
    assert facts.exit_code == 0


@LONG
def test_unsent_messages_are_written_without_the_night(begin):
    # nobody listens at this port
    place = begin(extra=MAIL + 'host = "localhost"\nport = 9\n')
    config = place / "nightly.toml"
    store(place, NIGHTS[:13])
    for night in (NIGHTS[13], WRONG):
        write(place, night, slower=1.3)
        run(config, night=night, now=NOW)

    def waiting():
        with open_history(load(config)) as history:
            return [
                (entry.message.night, entry.message.earlier, str(entry.message.payload))
                for entry in history.outbox()
            ]

    ((night, earlier, text),) = waiting()
    assert (night, earlier) == (WRONG, (NIGHTS[13],))
    remove(config, WRONG, why="a wrong file")
    ((night, earlier, text),) = waiting()
    assert (night, earlier) == (NIGHTS[13], ())
    assert WRONG not in text
    remove(config, NIGHTS[13], why="another")
    assert waiting() == []


def test_an_unknown_night_is_refused_with_the_nearest(begin):
    place = begin()
    config = place / "nightly.toml"
    store(place, NIGHTS[:5])
    with pytest.raises(InputError, match="has no 2026-09-08") as caught:
        remove(config, "2026-09-08", why="wrong")
    assert caught.value.hint == "did you mean 2026-09-05?"
    run(config, night=NIGHTS[6], label="turbo", now=NOW)
    with pytest.raises(InputError, match="is stored with the label 'turbo'") as caught:
        remove(config, NIGHTS[6], why="wrong")
    assert "turbo" in str(caught.value)
    with pytest.raises(InputError, match="is stored without a label"):
        remove(config, NIGHTS[0], why="wrong", label="turbo")
    with pytest.raises(InputError, match="no nights with the label 'dev'"):
        remove(config, "2026-10-01", why="wrong", label="dev")
    with pytest.raises(OptionError, match="a reason is needed"):
        remove(config, NIGHTS[0], why=" ")
    with open_history(load(config)) as history:
        assert len(history.nights()) == 6


def test_a_night_that_is_the_baseline_is_refused(begin):
    place = begin(extra=f'[baseline]\nkind = "pinned"\nnight = "{NIGHTS[2]}"\n')
    store(place, NIGHTS[:5])
    with pytest.raises(OptionError, match="the baseline is pinned to"):
        remove(place / "nightly.toml", NIGHTS[2], why="wrong")


def test_the_only_night_leaves_no_page(begin):
    place = begin()
    config = place / "nightly.toml"
    store(place, NIGHTS[:1])
    (place / "nights" / NIGHTS[0] / "mine.txt").write_text("of somebody else")
    assert remove(config, NIGHTS[0], why="of another benchmark") == 0
    left = {path.name for path in (place / "nights").rglob("*") if path.is_file()}
    assert "mine.txt" in left
    assert not {name for name in left if name.endswith((".html", ".xml", ".json"))}
    assert store(place, NIGHTS[1:3])


def test_a_night_of_a_label_leaves_others_alone(begin):
    place = begin()
    config = place / "nightly.toml"
    store(place, NIGHTS[:3])
    run(config, night=NIGHTS[1], label="turbo", now=NOW)
    remove(config, NIGHTS[1], label="turbo", why="wrong")
    with open_history(load(config)) as history:
        assert [(night.night, night.label) for night in history.nights()] == [
            (night, "") for night in NIGHTS[:3]
        ]
    assert "turbo" not in (place / "nights" / "index.html").read_text()
    assert len(list((place / "nights").glob("2026*"))) == 3


@LONG
def test_thinned_nights_are_left_as_they_are(begin_stored):
    place, _ = begin_stored(wrong=NIGHTS[9])
    config = place / "nightly.toml"
    with open_history(load(config)) as history:
        history.thin(lambda record: record.night > NIGHTS[15])
        assert NIGHTS[9] in {finding.opened for finding in history.findings()}
    assert remove(config, NIGHTS[9], why="wrong") == 12
    with open_history(load(config)) as history:
        history.verify()
        assert NIGHTS[9] not in {finding.opened for finding in history.findings()}
        assert history.result(NIGHTS[12]) is not None


@LONG
@pytest.mark.parametrize("step", ["reevaluate", longer("publish")])
def test_what_is_cut_off_is_completed_by_the_same_command(begin_stored, monkeypatch, step):
    (place, _), (twin, _) = begin_stored(), begin_stored("twin", wrong="", never=WRONG)
    before = records(place)
    with monkeypatch.context() as patched:
        patched.setattr(
            remove_night, step, lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        with pytest.raises(KeyboardInterrupt):
            remove(place / "nightly.toml", WRONG, why="wrong")
    assert step == "publish" or records(place) == before
    assert (place / "nights" / WRONG / "index.html").exists()
    remove(place / "nightly.toml", WRONG, why="wrong")
    assert without_index(place) == without_index(twin)


@LONG
def test_the_next_run_deletes_the_pages_that_a_cut_off_removal_left(begin, monkeypatch):
    place = begin()
    store(place, NIGHTS[:17])
    with monkeypatch.context() as patched:
        patched.setattr(remove_night, "publish", lambda *_, **__: "no room")
        with pytest.raises(RenderError, match="the night is removed, but no room"):
            remove(place / "nightly.toml", WRONG, why="wrong")
    run(place / "nightly.toml", night=NIGHTS[17], now=NOW)
    assert not (place / "nights" / WRONG).exists()


def test_a_removal_that_cannot_be_judged_changes_nothing(begin_stored, monkeypatch):
    place, _ = begin_stored()
    before = records(place)

    def refuse(*_):
        raise ConfigError("cannot be compared.")

    with monkeypatch.context() as patched:
        patched.setattr(evaluate_nights, "compare_night", refuse)
        with pytest.raises(ConfigError, match="cannot be compared"):
            remove(place / "nightly.toml", WRONG, why="wrong")
    assert records(place) == before


@LONG
def test_the_same_scores_come_back_only_if_the_night_is_named(begin):
    place = begin()
    frames = [
        pd.read_csv(place / "results" / f"{night}.csv").assign(night=night) for night in NIGHTS[:9]
    ]
    config = place / "nightly.toml"
    config.write_text(CONFIG.replace("results/{night}.csv", "all.csv"))
    wrong = frames[0].assign(night="2062-09-01", seconds=frames[0]["seconds"] * 2)
    pd.concat([*frames, wrong]).to_csv(place / "all.csv", index=False)
    assert backfill(config, now=NOW)[-1].night == "2062-09-01"
    remove(config, "2062-09-01", why="a wrong date")
    assert backfill(config, now=NOW) == []
    outcome = run(config, now=NOW)
    assert (outcome.facts.night, outcome.new, outcome.others) == (NIGHTS[8], False, ())
    # other scores of that night are no mistake yet
    other = wrong.assign(seconds=wrong["seconds"] / 2)
    pd.concat([*frames, other]).to_csv(place / "all.csv", index=False)
    assert run(config, now=NOW).facts.night == "2062-09-01"
    remove(config, "2062-09-01", why="a wrong date again")
    assert run(config, now=NOW, night="2062-09-01").new


def test_results_of_tonight_that_were_removed_are_none(begin):
    place = begin()
    config = place / "nightly.toml"
    store(place, NIGHTS[:3])
    now = dt.datetime.fromisoformat(f"{NIGHTS[3]}T12:00:00+00:00")
    assert run(config, now=now).new
    remove(config, NIGHTS[3], why="a broken run")
    with pytest.raises(MissingResultsError, match="that were removed") as caught:
        run(config, now=now)
    assert f"--night {NIGHTS[3]}" in caught.value.hint
    write(place, NIGHTS[3], slower=1.01)
    assert run(config, now=now).new


def test_the_command_line_tells_what_it_removed(begin_stored, nightly):
    place, _ = begin_stored()
    assert nightly(place, "remove", WRONG).exit_code == 2
    done = nightly(place, "remove", WRONG, "--why", "a busy machine")
    assert done.exit_code == 0
    assert f"The night {WRONG} is removed" in done.output
    assert "7 nights were compared again." in done.output
    assert f"The verdict on {NIGHTS[-1]}, the newest night:" in done.output
    lines = nightly(place, "history", "--last", "12").output.splitlines()
    (line,) = [line for line in lines if line.startswith(WRONG)]
    assert line.endswith(": a busy machine")
    assert "removed by" in line
    assert lines == sorted(lines)
    assert "removed" not in nightly(place, "history", "--last", "5").output
    assert WRONG in nightly(place, "status").output
    done = nightly(place, "remove", "20.9.2026", "--why", "wrong")
    assert done.exit_code == 2
    assert "benchreport nightly remove 2026-11-20" in done.output
    done = nightly(place, "remove", "2026-10-05", "--why", "wrong")
    assert done.exit_code == 2
    assert f"did you mean {NIGHTS[-1]}?" in done.output


def test_a_history_that_cannot_be_written_is_left_alone(begin, nightly, monkeypatch):
    place = begin()
    store(place, NIGHTS[:3])
    before = records(place)

    def refuse(name, flags, *rest, **options):
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(name))
        return real(name, flags, *rest, **options)

    real = os.open
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        done = nightly(place, "remove", NIGHTS[1], "--why", "wrong")
    assert done.exit_code == 4
    assert "Read-only file system" in done.output
    assert "Traceback" not in done.output
    assert records(place) == before


def test_a_night_after_today_is_told_with_a_way_out(begin, nightly):
    place = begin()
    write(place, "2062-09-01")
    store(place, NIGHTS[:2])
    for command in (["backfill", "--night", "2062-09-01"], ["status"]):
        done = nightly(place, *command)
        assert "2062-09-01 is after today" in done.output
        assert "benchreport nightly remove 2062-09-01 --why REASON" in done.output
    done = nightly(place, "remove", "2062-09-01", "--why", "a typo")
    assert done.exit_code == 0
    assert "after today" not in nightly(place, "status").output


def test_a_period_does_not_name_the_nights_that_were_removed(begin, nightly):
    place = begin()
    store(place, NIGHTS[:3])
    remove(place / "nightly.toml", NIGHTS[1], why="wrong")
    done = nightly(place, "backfill", "--from", NIGHTS[0], "--to", NIGHTS[3])
    assert (
        f"Removed nights stay away: {NIGHTS[1]}. To store one again: --night {NIGHTS[1]}"
        in done.output
    )
    assert f"Compared {NIGHTS[3]}." in done.output
    assert "no results" not in done.output
    assert (
        f"Compared 3 nights, {NIGHTS[1]}" in nightly(place, "backfill", "--night", NIGHTS[1]).output
    )


def test_what_is_said_of_removed_nights_is_true(begin, nightly):
    place = begin()
    store(place, NIGHTS[:4])
    why = ["--why", "wrong"]
    assert "2 nights were compared again." in nightly(place, "remove", NIGHTS[1], *why).output
    assert "compared again" not in nightly(place, "remove", NIGHTS[1], *why).output
    done = nightly(place, "backfill", "--from", NIGHTS[1], "--to", NIGHTS[1])
    assert done.exit_code == 3
    assert f"the results are those of {NIGHTS[1]} that were removed" in done.output
    assert f"--night {NIGHTS[1]} to store them again" in done.output


@LONG
def test_removed_nights_of_a_label_stay_away_whether_or_not_it_is_typed(begin, nightly):
    place = begin()
    period = ["--from", NIGHTS[0], "--to", NIGHTS[3]]
    nightly(place, "backfill", *period, "--label", "main")
    nightly(place, "remove", NIGHTS[1], "--why", "wrong", "--label", "main")
    for typed in (["--label", "main"], []):
        done = nightly(place, "backfill", *period, *typed)
        assert ("stay away" in done.output) == bool(typed)
    write(place, "2062-09-01")
    done = nightly(place, "backfill", "--night", "2062-09-01", "--label", "main")
    assert "benchreport nightly remove 2062-09-01 --label main --why REASON" in done.output


def test_a_day_of_two_nights_is_shown_by_its_time(begin, nightly):
    place = begin()
    for night in (f"{NIGHTS[0]}T03:00", f"{NIGHTS[0]}T15:00"):
        shutil.copy(place / "results" / f"{NIGHTS[0]}.csv", place / "results" / f"{night}.csv")
        nightly(place, "backfill", "--night", night)
    done = nightly(place, "show", NIGHTS[0])
    assert f"the history has 2 nights on {NIGHTS[0]}" in done.output
    assert f"benchreport nightly show {NIGHTS[0]}T15:00" in done.output


@LONG
def test_nights_of_a_label_are_compared_again_with_what_is_left(begin):
    """Nights of a branch are compared with those of main, of which one was wrong."""
    rules = '[baseline]\nkind = "label"\nlabel = "main"\n'
    place, twin = begin(extra=rules), begin("twin", wrong="", extra=rules)
    wrong = NIGHTS[14]
    for folder, nights in (
        (place, NIGHTS),
        (twin, [night for night in NIGHTS if night != wrong]),
    ):
        config = folder / "nightly.toml"
        backfill(config, nights=nights, label="main", now=NOW)
        for night in NIGHTS[13:17]:
            write(folder, night, slower=1.1 if night > wrong else 1.0)
            run(config, night=night, label="dev", now=NOW)
    assert records(place) != records(twin)
    assert remove(place / "nightly.toml", wrong, why="wrong", label="main") == 7 + 3
    assert without_index(place) == without_index(twin)


def test_the_only_night_of_a_baseline_is_refused(begin):
    place = begin(extra='[baseline]\nkind = "label"\nlabel = "main"\n')
    config = place / "nightly.toml"
    run(config, night=NIGHTS[0], label="main", now=NOW)
    run(config, night=NIGHTS[1], label="dev", now=NOW)
    with pytest.raises(OptionError, match="the only night with the label 'main'"):
        remove(config, NIGHTS[0], why="wrong", label="main")
    remove(config, NIGHTS[1], why="wrong", label="dev")
    remove(config, NIGHTS[0], why="wrong", label="main")


def test_removed_results_stay_removed_when_metrics_are_configured(begin):
    place = begin()
    config = place / "nightly.toml"
    for night in NIGHTS[:3]:
        file = place / "results" / f"{night}.csv"
        pd.read_csv(file).eval("loss = seconds / 2").to_csv(file, index=False)
    store(place, NIGHTS[:3])
    remove(config, NIGHTS[2], why="a broken run")
    now = dt.datetime.fromisoformat(f"{NIGHTS[2]}T12:00:00+00:00")
    text = config.read_text()
    config.write_text(text + '[[metric]]\nname = "loss"\n')
    with pytest.raises(MissingResultsError, match="that were removed"):
        run(config, now=now)
    config.write_text(
        text.replace('name = "seconds"', 'name = "seconds"\nhigher_is_better = false')
    )
    with pytest.raises(MissingResultsError, match="that were removed"):
        run(config, now=now)
    config.write_text(text + '[[metric]]\nname = "loss"\n')
    assert run(config, now=now, night=NIGHTS[2]).new


@LONG
@pytest.mark.parametrize(("how", "late"), [("run", NIGHTS[9]), longer("backfill", NIGHTS[12])])
def test_late_nights_of_a_baseline_are_as_those_in_time(begin, how, late):
    rules = '[baseline]\nkind = "label"\nlabel = "main"\n'
    place, twin = begin(wrong="", extra=rules), begin("twin", wrong="", extra=rules)
    in_time = [night for night in NIGHTS[:13] if night != late]
    for folder, nights in ((place, in_time), (twin, NIGHTS[:13])):
        backfill(folder / "nightly.toml", nights=nights, label="main", now=NOW)
        backfill(folder / "nightly.toml", nights=NIGHTS[10:14], label="dev", now=NOW)
    assert records(place) != records(twin)
    if how == "run":
        run(place / "nightly.toml", night=late, label="main", now=NOW)
    else:
        backfill(place / "nightly.toml", nights=[late], label="main", now=NOW)
    assert records(place) == records(twin)


@LONG
def test_which_label_runs_first_in_a_night_changes_nothing(begin):
    rules = '[baseline]\nkind = "label"\nlabel = "main"\n'
    place, twin = begin(wrong="", extra=rules), begin("twin", wrong="", extra=rules)
    for folder, labels in ((place, ("dev", "main")), (twin, ("main", "dev"))):
        backfill(folder / "nightly.toml", nights=NIGHTS[:12], label="main", now=NOW)
        for label in labels:
            run(folder / "nightly.toml", night=NIGHTS[12], label=label, now=NOW)
    assert records(place) == records(twin)
