"""What benchmark runners print: names, units and numbers, between other words and behind marks."""

import pytest

import benchreport
from benchreport.data.readers.tools import TOOLS, Source, tool_for

GO = """goos: linux
cpu: AMD EPYC
BenchmarkSort/quick/n=10-8    	 2642835	       456 ns/op	      96 B/op	       1 allocs/op
BenchmarkSort/quick/n=10-8    	 2625843	       460.5 ns/op	      96 B/op	       1 allocs/op
BenchmarkSort/heap/n=10-8     	 1609326	       553 ns/op	     128 B/op	       2 allocs/op
BenchmarkSort/heap/n=10-8     	 1644610	       554 ns/op	     128 B/op	       2 allocs/op
BenchmarkSort/quick/n=99-8    	  264283	      4560 ns/op	     960 B/op	       1 allocs/op
BenchmarkSort/quick/n=99-8    	  262584	      4600 ns/op	     960 B/op	       1 allocs/op
BenchmarkSort/heap/n=99-8     	  160932	      5530 ns/op	    1280 B/op	       2 allocs/op
BenchmarkSort/heap/n=99-8     	  164461	      5540 ns/op	    1280 B/op	       2 allocs/op
PASS
"""
OLD_BENCHSTAT = """name          old time/op    new time/op    delta
Static-36        248ns ± 0%     246ns ± 1%   ~     (p=1.000 n=1+1)
WildCard-36     1.60µs ± 0%    1.50µs ±12%  -6.25%  (p=0.000 n=9+10)

name          old alloc/op   new alloc/op   delta
Static-36        96.0B ± 0%     24.0B ± 0%  -75.00%  (p=0.000 n=10+10)
WildCard-36     1.50kB ± 0%    1.50kB ± 0%     ~     (all equal)
"""
NEW_BENCHSTAT = """goos: linux
               │   old.txt   │              new.txt               │
               │   sec/op    │   sec/op     vs base               │
Encode/json-8    1.718µ ± 1%   1.423m ± 1%  -17.20% (p=0.000 n=10)
Encode/gob-8     3.066µ ± ∞ ¹  3.070µ ± 2%        ~ (p=0.446 n=10)
geomean          2.295µ        2.090µ        -8.93%
"""
MICROBENCHMARK = """The result on my machine:

#> Unit: milliseconds
#>              expr       min       lq      mean   median        uq       max neval cld
#>   f(x, "a b", 2)  3.6477  3.6671  1,003.7498  3.6965  3.8056  4.018    10  a
#>  g(cov - 2 * m)  9.8047  9.8693     9.9473  9.9205  10.0165  10.163    10   b
"""
CRITERION = """Benchmarking sort/quick/10
sort/quick/10           time:   [514.61 ns 531.95 ns 546.95 ns]
                        thrpt:  [29.955 GB/s 30.800 GB/s 31.838 GB/s]
                 change: [+2.1771% +2.5349% +2.9162%] (p = 0.00 < 0.05)
                        Performance has regressed.
Found 6 outliers among 100 measurements (6.00%)
Benchmarking sort/heap/10: Analyzing
                        time:   [1.3023 µs 1.3266 µs 1.3514 µs]
sort/quick/99
                        time:   [2.8596 us 2.9025 us 2.9421 us]
sort/heap/99            time:   [3.8596 ms 3.9025 ms 3.9421 ms]
"""
PYTEST = """
------------------------------------------ benchmark: 4 tests -----------------------------------------
Name (time in ms)          Min                Max               Mean    Outliers       OPS      Rounds
--------------------------------------------------------------------------------------------------------
test_rust[10]         1.7768 (1.0)      1,009.4 (1.0)       1.8508 (1.0) 28;0  540.3156 (1.0)          87
test_python[10]      19.6905 (15.96)    26.9676 (6.91)     20.9434 (>100.0) 8;8   47.7476 (0.07)         4
test_rust[99]         2.7768 (1.56)      2.9478 (1.51)      2.8508 (1.54) 18;0  350.7803 (0.65)         77
test_python[99]      38.1220 (2.15)     57.8610 (2.97)     39.8890 (2.16) 5;8  250.6962 (0.46)         58
--------------------------------------------------------------------------------------------------------
Legend:
  OPS: Operations Per Second, computed as 1 / Mean
"""
GOOGLE = """2026-03-01T10:00:00+01:00
Run on (16 X 3600 MHz CPU s)
Load Average: 0.52, 0.58, 0.59
---------------------------------------------------------------
Benchmark                     Time             CPU   Iterations
---------------------------------------------------------------
BM_Std/64                  1520 ns         1519 ns       460000
BM_Std/512                14200 ns        14190 ns        49000
BM_Abseil/64                980 ns          979 ns       710000
BM_Abseil/512              8100 ns         8095 ns        86000 bytes_per_second=1.2Gi/s
"""


def read(folder, text, name="printed.txt"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    assert len([tool for tool in TOOLS if tool.recognizes(Source(path))]) == 1
    return benchreport.read(path)


def values(frame, *keys):
    return frame.set_index([*keys])[frame.columns[-1]].to_dict()


def test_the_lines_of_go_test_are_runs_of_subbenchmarks(tmp_path):
    frame = read(tmp_path, GO)
    assert frame["metric"].unique().tolist() == ["time_s", "B/op", "allocs/op"]
    scores = frame.bench(metric="time_s").scores
    assert (scores.algorithms, scores.blocks) == (("quick", "heap"), ("n=10", "n=99"))
    assert scores.runs.read.tolist() == pytest.approx(
        [456e-9, 460.5e-9, 553e-9, 554e-9, 456e-8, 46e-7, 553e-8, 554e-8]
    )


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Sort/size-1000", "Sort/size-2000"), ["size-1000", "size-2000"]),
        (("Sort/size-1000-8", "Sort/size-2000-8"), ["size-1000", "size-2000"]),
        (("Sort", "Sort-2", "Sort-4"), ["Sort", "Sort-2", "Sort-4"]),
        (("Sort-8", "Find-8"), ["Sort", "Find"]),
    ],
)
def test_only_an_ending_of_all_benchmarks_is_the_number_of_processors(tmp_path, names, expected):
    frame = read(tmp_path, "".join(f"Benchmark{name}  \t 100\t 456 ns/op\n" for name in names))
    assert frame["algorithm"].tolist() == expected


def test_benchmarks_of_one_name_in_two_packages_are_no_runs_of_one(tmp_path):
    run = "BenchmarkSort/n=10-8 \t 100\t 456 ns/op\nBenchmarkSort/n=99-8 \t 100\t 556 ns/op\n"
    frame = read(tmp_path, f"pkg: org/heap\n{run}PASS\npkg: org/quick\n{run}PASS\n")
    assert frame["algorithm"].tolist() == ["org/heap", "org/heap", "org/quick", "org/quick"]
    assert frame["dataset"].tolist() == ["n=10", "n=99"] * 2
    alone = read(tmp_path, f"pkg: org/heap\n{run}{run.replace('Sort', 'Find')}PASS\n")
    assert alone["algorithm"].tolist() == ["Sort", "Sort", "Find", "Find"]


def test_the_files_that_benchstat_compares_are_algorithms(tmp_path):
    frame = read(tmp_path, OLD_BENCHSTAT)
    assert values(frame, "algorithm", "dataset", "metric") == pytest.approx(
        {
            ("old", "Static", "time_s"): 248e-9,
            ("new", "Static", "time_s"): 246e-9,
            ("old", "WildCard", "time_s"): 1.6e-6,
            ("new", "WildCard", "time_s"): 1.5e-6,
            ("old", "Static", "B/op"): 96,
            ("new", "Static", "B/op"): 24,
            ("old", "WildCard", "B/op"): 1500,
            ("new", "WildCard", "B/op"): 1500,
        }
    )


def test_the_newer_tables_of_benchstat_have_files_above_units(tmp_path):
    assert values(read(tmp_path, NEW_BENCHSTAT), "algorithm", "dataset") == pytest.approx(
        {
            ("old", "Encode/json"): 1.718e-6,
            ("new", "Encode/json"): 1.423e-3,
            ("old", "Encode/gob"): 3.066e-6,
            ("new", "Encode/gob"): 3.07e-6,
        }
    )


def test_summaries_of_microbenchmark_name_expressions(tmp_path):
    frame = read(tmp_path, MICROBENCHMARK)
    assert values(frame, "algorithm") == pytest.approx(
        {'f(x, "a b", 2)': 1.0037498, "g(cov - 2 * m)": 0.0099473}
    )
    twice = read(tmp_path, MICROBENCHMARK + MICROBENCHMARK.replace("milliseconds", "seconds"))
    assert twice["dataset"].unique().tolist() == ["summary=1", "summary=2"]
    assert twice["time_s"].tolist() == pytest.approx([1.0037498, 0.0099473, 1003.7498, 9.9473])


def test_the_estimates_that_criterion_prints_have_bounds_on_both_sides(tmp_path):
    assert values(read(tmp_path, CRITERION), "algorithm", "dataset") == pytest.approx(
        {
            ("quick", "10"): 531.95e-9,
            ("heap", "10"): 1.3266e-6,
            ("quick", "99"): 2.9025e-6,
            ("heap", "99"): 3.9025e-3,
        }
    )


def test_inputs_behind_the_groups_of_criterion_are_datasets(tmp_path):
    lines = [
        f"{name}/{size}   time:   [1.0 ns {value} ns 9.0 ns]\n"
        for name, value in (("hash", 2.5), ("prf", 5.5))
        for size in ("16B", "1KiB")
    ]
    frame = read(tmp_path, "".join(lines))
    assert frame["algorithm"].unique().tolist() == ["hash", "prf"]
    assert frame["dataset"].unique().tolist() == ["16B", "1KiB"]


def test_printed_means_of_pytest_benchmark_have_ratios_beside_them(tmp_path):
    expected = {("test_rust", "10"): 1.8508e-3, ("test_python", "10"): 20.9434e-3}
    expected |= {("test_rust", "99"): 2.8508e-3, ("test_python", "99"): 39.889e-3}
    assert values(read(tmp_path, PYTEST), "algorithm", "dataset") == pytest.approx(expected)


def test_printed_rates_of_pytest_benchmark_may_have_a_prefix(tmp_path):
    header = PYTEST.replace("      OPS  ", "OPS (Kops/s)")
    assert header != PYTEST
    assert read(tmp_path, header).equals(read(tmp_path, PYTEST))
    nameless = read(tmp_path, PYTEST.replace("[10]", "[]  "))
    assert nameless["time_s"].tolist() == read(tmp_path, PYTEST)["time_s"].tolist()


def test_the_console_of_google_benchmark_has_times_with_units(tmp_path):
    frame = read(tmp_path, GOOGLE)
    real = frame[frame["metric"] == "time_s"].drop(columns="metric")
    expected = {("BM_Std", "64"): 1520e-9, ("BM_Std", "512"): 14200e-9}
    expected |= {("BM_Abseil", "64"): 980e-9, ("BM_Abseil", "512"): 8100e-9}
    assert values(real, "algorithm", "dataset") == pytest.approx(expected)


def test_programs_that_printed_times_of_the_same_benchmarks_are_compared(tmp_path):
    builds = "".join(f"Running ./bin/{name}\n{GOOGLE}" for name in ("bench", "bench_avx2"))
    scores = read(tmp_path, builds).bench(metric="time_s").scores
    assert scores.algorithms == ("bench", "bench_avx2")
    assert len(scores.blocks) == 4
    again = f"Running ./bin/bench\n{GOOGLE}" * 2
    assert read(tmp_path, again).bench(metric="time_s").scores.algorithms == ("BM_Std", "BM_Abseil")


PRINTED = [GO, OLD_BENCHSTAT, NEW_BENCHSTAT, MICROBENCHMARK, CRITERION, PYTEST, GOOGLE]


@pytest.mark.parametrize("text", PRINTED)
def test_what_was_printed_is_found_in_a_page_without_tables(tmp_path, text):
    alone = read(tmp_path, text)
    page = f"# Speed\n\nOn my laptop:\n\n```text\n{text}```\n\nFaster than others.\n"
    assert read(tmp_path, page, "README.md").equals(alone)
    table = tmp_path / "table.md"
    table.write_text(page + "\n| model | acc |\n|---|---|\n| svm | 0.9 |\n", encoding="utf-8")
    assert tool_for(Source(table)) is None


@pytest.mark.parametrize("text", PRINTED)
def test_texts_that_only_speak_of_such_output_are_none(tmp_path, text):
    path = tmp_path / "notes.txt"
    # without its numbers, no line is a result
    path.write_text("".join(c for c in text if not c.isdigit()), encoding="utf-8")
    assert tool_for(Source(path)) is None
