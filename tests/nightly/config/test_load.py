"""Loading the configuration: accepted values, refused values and the hint of each error."""

import dataclasses
import re

import pytest

from benchreport.errors import ConfigError, ReadError
from benchreport.nightly.config.load import load
from benchreport.nightly.config.setting_checks import is_night
from benchreport.nightly.config.settings import Config, Metric, Source
from benchreport.nightly.env_secrets import read_secret

SOURCE = '[source]\nfiles = ["results.csv"]\n'


@pytest.fixture
def read(tmp_path):
    def load_text(text, *, source=SOURCE, encoding="utf-8"):
        place = tmp_path / "nightly.toml"
        place.write_bytes((source + text).encode(encoding))
        return load(place)

    return load_text


def assert_refused(read, text, match, hint, **options):
    with pytest.raises(ConfigError, match=match) as caught:
        read(text, **options)
    assert hint in caught.value.hint
    return caught.value


def test_the_shortest_file(read, tmp_path):
    config = read("")
    assert config == Config(source=Source(files=("results.csv",)), place=tmp_path)
    assert config.folder == tmp_path / "nights"
    assert config.zone.key == "UTC"


def test_every_table_is_read(read):
    config = read(
        """
        [nightly]
        name = "决策 \\"树\\""
        time_zone = "Europe/Berlin"
        day_starts = "12:00"
        [columns]
        repeat = "seed"
        version = ["data", "library"]
        [[metric]]
        name = "seconds"
        higher_is_better = false
        unit = "s"
        smallest_relevant = "2.5 %"
        compare = "ratio"
        [[metric]]
        name = "accuracy"
        smallest_relevant = 1
        [baseline]
        kind = "pinned"
        night = "2026-11-20T15:00"
        [alerts]
        series = "both"
        drift = 0
        [notify.mail]
        to = "a@example.org"
        sender = "b@example.org"
        password = "env:MAIL"
        """
    )
    assert config.columns.repeat == ("seed",)
    assert config.metric[0] == Metric(
        name="seconds",
        higher_is_better=False,
        unit="s",
        smallest_relevant="2.5 %",
        compare="ratio",
    )
    assert config.metric[1].smallest_relevant == 1.0
    assert config.metric[1].higher_is_better is None
    assert config.notify.mail.to == ("a@example.org",)
    assert config.baseline.night == "2026-11-20T15:00"
    assert (config.alerts.drift, config.nightly.name) == (0.0, '决策 "树"')


def test_a_byte_order_mark_is_accepted(read):
    assert read("", encoding="utf-8-sig").source.files == ("results.csv",)


@pytest.mark.parametrize(
    ("text", "where", "hint"),
    [
        ("[alrts]\n", "the file", "did you mean alerts?"),
        ("[[metrics]]\nname = 'x'\n", "the file", "did you mean metric?"),
        ("[nightly]\ntimezone = 'UTC'\n", r"\[nightly\]", "did you mean time_zone?"),
        ("[nightly]\nconfirm = 1\n", r"\[nightly\]", "confirm belongs under [alerts]"),
        ("[alerts]\nfdr = 0.1\n", r"\[alerts\]", "delete 'fdr'"),
        ("[columns]\nalgoritm = 'x'\n", r"\[columns\]", "did you mean algorithm?"),
        ("[baseline]\nknd = 'last'\n", r"\[baseline\]", "did you mean kind?"),
        ("[history]\nkeepall = 1\n", r"\[history\]", "did you mean keep_all?"),
        ("[report]\npdff = true\n", r"\[report\]", "did you mean pdf?"),
        ("[notify]\nlinks = 'x'\n", r"\[notify\]", "did you mean link?"),
        ("[notify.slak]\nurl = 'x'\n", r"\[notify\]", "did you mean slack?"),
        ("[notify.slack]\nurls = 'x'\n", r"\[notify.slack\]", "did you mean url?"),
        ("[[metric]]\nname = 'a'\nunits = 's'\n", r"\[\[metric\]\] number 1", "did you mean unit?"),
        ("place = '/'\n", "the file", "did you mean"),
    ],
)
def test_unknown_keys_are_errors_with_the_nearest_right_one(read, text, where, hint):
    # a key at the top level must stand before the tables
    options = {"source": text + SOURCE} if text.startswith("place") else {"source": SOURCE + text}
    if text.startswith("place"):
        with pytest.raises(ConfigError, match=f"{where} has an unknown key 'place'"):
            read("", **options)
        return
    assert_refused(read, "", f"{where} has an unknown key", hint, **options)


@pytest.mark.parametrize(
    ("text", "match", "hint"),
    [
        ("[alerts]\nconfirm = '2'\n", "alerts.confirm should be a whole number; got '2'", "= 2"),
        ("[alerts]\nconfirm = true\n", "alerts.confirm should be a whole number", "confirm = 2"),
        ("[alerts]\nalpha = '1'\n", "alerts.alpha should be a number", "alpha = 0.02"),
        ("[report]\npdf = 1\n", "report.pdf should be true or false; got 1", "pdf = true"),
        ("[nightly]\nname = 5\n", "nightly.name should be a text; got 5", 'name = "5"'),
        ("[columns]\nrepeat = 5\n", "columns.repeat should be a list; got 5", 'repeat = ["…"]'),
        (
            "[columns]\nversion = [5]\n",
            r"columns.version\[0\] should be a text",
            'version = ["5"]',
        ),
        ("[alerts]\nseries = 'algorithms'\n", "must be one of 'algorithm'", 'series = "algorithm"'),
        ("[alerts]\nseries = ['both']\n", "must be one of 'algorithm'", 'series = "'),
        ("[metric]\nname = 'a'\n", "metric should be a table in double brackets", "[[metric]] on"),
        ("[metric]\nname = 'a'\n[metric]\n", "not TOML", "write [[metric]], in double brackets"),
        ("[alerts]\n[alerts]\n", "not TOML", "put the lines of both into one table [alerts]"),
        ("[[metric]]\nunit = 's'\n", r"\[\[metric\]\] number 1 lacks name", "name = …"),
        ("[[metric]]\nname = ''\n", "empty name", 'name = "accuracy"'),
        ("[[metric]]\nname = 'a'\n[[metric]]\nname = 'a'\n", "more than once: a", "delete one"),
        (
            "[[metric]]\nname = 'a'\nsmallest_relevant = [1]\n",
            "a number or a text",
            "smallest_relevant",
        ),
        ("[baseline]\nkind = 'pinned'\nnight = 2026-01-31\n", "got 2026-01-31", '"2026-01-31"'),
    ],
)
def test_wrong_types(read, text, match, hint):
    assert_refused(read, text, match, hint)


def test_a_list_of_names_is_not_a_list_of_metrics(read):
    assert_refused(
        read, "", "double brackets", "[[metric]]", source="metric = ['accuracy']\n" + SOURCE
    )
    assert_refused(
        read, "", "should be a table", "[alerts] on a line", source="alerts = 1\n" + SOURCE
    )


@pytest.mark.parametrize("value", ["-0.1", "nan", "inf", "'2'", "'2 percent'", "'-2 %'", "'٢ %'"])
def test_invalid_smallest_relevant_changes(read, value):
    text = f"[[metric]]\nname = 'a'\nsmallest_relevant = {value}\n"
    assert_refused(read, text, "smallest_relevant of 'a'", "smallest_relevant = ")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[alerts]\nfalse_discovery_rate = 1.0\n", "leave false_discovery_rate out"),
        ("[alerts]\nalpha = nan\n", "leave alpha out"),
        ("[alerts]\nconfirm = 0\n", "leave confirm out"),
        ("[alerts]\nmin_nights = 4\n", "leave min_nights out"),
        ("[alerts]\ndrift = -0.5\n", "drift = 0"),
        ("[history]\nkeep_all = -1\n", "leave keep_all out"),
        ("[alerts]\nconfirm = 3\n", "hold_back = 4"),
        ("[baseline]\nnights = 10\n", "nights = 20 under [baseline]"),
    ],
)
def test_numbers_out_of_bounds(read, text, hint):
    assert_refused(read, text, "must|lets|never", hint)


def test_bounds_are_written_as_numbers_that_are_allowed(read):
    whole = assert_refused(read, "[alerts]\nconfirm = 0\n", "alerts.confirm", "leave confirm out")
    assert "must be a whole number from 1 to 7; got 0." in whole.message
    share = assert_refused(read, "[alerts]\nalpha = 1.5\n", "alerts.alpha", "leave alpha out")
    assert "must be a number above 0 and below 1; got 1.5." in share.message


def test_a_baseline_that_would_never_be_ready_is_refused(read):
    error = assert_refused(read, "[baseline]\nnights = 19\n", "never reaches", "nights = 20")
    assert "no series would ever be judged" in error.message
    assert read("[baseline]\nnights = 20\n").baseline.nights == 20


@pytest.mark.parametrize(
    "day",
    [
        "yesterday",
        "2026-02-30",
        "2026-1-1",
        "2026-11-20T3:00",
        "2026-11-20 15:00",
        "２０２６-11-20",
    ],
)
def test_wrong_dates(read, day):
    assert not is_night(day)
    assert_refused(
        read, f"[baseline]\nkind = 'pinned'\nnight = '{day}'\n", "should be a date", "2026-01-31"
    )


@pytest.mark.parametrize(
    ("text", "match", "hint"),
    [
        ("kind = 'pinned'\n", "needs night", 'night = "2026-01-31"'),
        ("kind = 'label'\n", "needs label", 'label = "main"'),
        ("night = '2026-01-31'\n", 'only kind "pinned" reads', 'kind = "pinned"'),
        ("kind = 'best'\nlabel = 'main'\n", 'only kind "label" reads', 'kind = "label"'),
    ],
)
def test_a_baseline_whose_parts_do_not_fit(read, text, match, hint):
    assert_refused(read, f"[baseline]\n{text}", match, hint)


@pytest.mark.parametrize(
    ("zone", "hint"),
    [
        ("Europe/Berln", "Europe/Berlin"),
        ("utc+1", "UTC"),
        ("", "time_zone"),
        ("../etc", "time_zone"),
    ],
)
def test_wrong_zones(read, zone, hint):
    assert_refused(read, f"[nightly]\ntime_zone = '{zone}'\n", "not a time zone", hint)


@pytest.mark.parametrize("clock", ["24:00", "12", "3:00", "12:60", "٠٣:٠٠", "12:00:00"])
def test_wrong_beginnings_of_days(read, clock):
    assert_refused(read, f"[nightly]\nday_starts = '{clock}'\n", "HH:MM", '"12:00"')


@pytest.mark.parametrize(
    ("source", "match"),
    [
        ("", "needs one of files, sql, python and experiment; it has none"),
        ("[source]\nfiles = []\n", "it has none"),
        ("[source]\nfiles = 'a.csv'\npython = 'm:f'\n", "it has files, python"),
        ("[source]\nsql = 'SELECT 1'\n", "no url of the database"),
        ("[source]\nfiles = ['']\n", "an empty path"),
    ],
)
def test_sources(read, source, match):
    with pytest.raises(ConfigError, match=match) as caught:
        read("", source=source)
    assert caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "[source]\nfiles = 'a.csv'\nurl = ['s3cret']\n",
        "[notify]\nwebhook = 'https://example.org/s3cret'\n",
        "[notify.slack]\nurl = {x = 's3cret'}\n",
        "[notify.mail]\nto = 'a'\nsender = 'b'\npassword = ['s3cret']\n",
        "history = 'postgresql://u:s3cret@host/db'\n",
        "[history]\nurl = [['s3cret']]\n",
        "source = 's3cret'\n",
    ],
)
def test_errors_hide_values_that_may_be_secret(read, text):
    with pytest.raises(ConfigError) as caught:
        read("", source=text)
    assert "s3cret" not in str(caught.value)
    assert caught.value.hint


def test_no_secret_is_in_the_repr(read):
    config = read(
        """
        [notify.slack]
        url = "https://example.org/s3cret"
        [notify.webhook]
        url = "https://example.org/s3cret"
        [notify.mail]
        to = "a"
        sender = "b"
        password = "s3cret"
        """
    )
    url = "postgresql://u:s3cret@host/db"
    config = dataclasses.replace(
        config,
        history=dataclasses.replace(config.history, url=url),
        source=dataclasses.replace(config.source, url=url),
    )
    assert "s3cret" not in repr(config)
    assert "s3cret" in repr(dataclasses.asdict(config))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3cret@host/db",
        "postgresql://host/db?user=u&password=s3cret",
    ],
)
def test_a_password_in_the_file_is_refused_and_not_repeated(read, url):
    with pytest.raises(ConfigError, match="contains a password") as caught:
        read(f'[history]\nurl = "{url}"\n')
    assert "s3cret" not in str(caught.value)
    assert "env:HISTORY_URL" in caught.value.hint


def test_urls_without_a_password_are_fine(read):
    assert read('[history]\nurl = "postgresql://u@host/db"\n').history.url
    assert read('[history]\nurl = "env:HISTORY"\n').history.url == "env:HISTORY"


def test_secrets_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("NIGHTS_DB", "postgresql://host")
    monkeypatch.delenv("NIGHTS_NONE", raising=False)
    assert read_secret("env:NIGHTS_DB") == "postgresql://host"
    assert read_secret("history.db") == "history.db"
    with pytest.raises(ConfigError, match="no NIGHTS_NONE") as caught:
        read_secret("env:NIGHTS_NONE")
    assert caught.value.hint == "export NIGHTS_NONE=…"


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ReadError, match="no configuration") as caught:
        load(tmp_path / "nightly.toml")
    assert "nightly init" in caught.value.hint
    with pytest.raises(ReadError, match="cannot be opened"):
        load(tmp_path)
    place = tmp_path / "nightly.toml"
    place.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(place)
    place.write_text("[nightly\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=re.escape("is not TOML")):
        load(place)
    place.write_text("[metric]\nname = 'a'\n[metric]\nname = 'b'\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="Cannot declare") as caught:
        load(place)
    assert "[[metric]]" in caught.value.hint


def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path):
    path = tmp_path / "nightly.toml"
    path.write_text("a = " + "[" * 100_000)
    with pytest.raises(ConfigError, match=r"nightly\.toml is nested too deeply"):
        load(path)
