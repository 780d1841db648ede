"""Solvers, databases, compilers, compressors and fuzzers: times, memory, failures."""

import numpy as np
import pandas as pd
from data.layouts.base import (
    Of,
    Table,
    any_of,
    cross,
    curves,
    layout,
    long,
    moments,
    names,
    nothing,
    one_of,
    seconds,
    unique,
    whole,
    written,
)

SOLVERS = ["cadical", "kissat", "glucose", "maplesat"]


@layout(
    "coseal/aslib_data, SAT11-HAND/algorithm_runs.arff",
    long("algorithm", "instance_id", {"runtime": False}, repeat=("repetition",)),
)
def algorithm_selection_library() -> Table:
    # a run that was stopped has the time limit as its runtime
    table = cross(
        {
            "instance_id": names("sat11/crafted/anton/vmpc_", 30),
            "repetition": 1,
            "algorithm": SOLVERS,
        }
        | {"runtime": seconds, "runstatus": "ok"}
    )
    stopped = np.arange(len(table)) % 9 == 4
    return table.assign(
        runtime=np.where(stopped, 5000.0, table["runtime"]),
        runstatus=np.where(stopped, "timeout", "ok"),
    )


@layout(
    "SMT-COMP/smt-comp, job information of StarExec",
    long(
        "solver",
        "benchmark",
        {"cpu time": False, "wallclock time": False, "memory usage": False},
    ),
)
def starexec_job() -> Table:
    return cross(
        {"pair id": unique("{}", 484_000_000), "benchmark": names("QF_BV/sage/bench_", 25)}
        | {
            "benchmark id": Of("benchmark", list(range(9500, 9525))),
            "solver": ["Bitwuzla", "cvc5", "STP"],
        }
        | {"solver id": Of("solver", [39_000, 39_001, 39_007]), "configuration": "default"}
        | {
            "configuration id": Of("solver", [80, 81, 82]),
            # of a run that timed out there is no score
            "status": one_of("complete", "complete (limit not reached)"),
        }
        | {"cpu time": seconds, "wallclock time": seconds, "memory usage": seconds}
        | {
            "result": one_of("sat", "unsat", "--"),
            "expected": Of("benchmark", ["sat"] * 25),
        }
    ).astype({"pair id": int})


@layout(
    "a planning competition, results.csv that its scoring script reads",
    any_of(
        long("solver", ("domain", "instance"), {"cputime": False}),
        long("solver", "domain", {"cputime": False}, repeat=("instance",)),
    ),
)
def planners_by_domain() -> Table:
    # problems are numbered within each domain
    return cross(
        {
            "domain": names("domain_", 6),
            "instance": names("p", 8),
            "solver": ["PLN_1", "PLN_2", "PLN_3"],
        }
        | {"status": one_of(1, 1, 1, 0, -1), "cputime": seconds}
    )


@layout(
    "a vehicle-routing solver in Julia, write_benchmark_csv",
    long(
        "solver",
        "instance",
        {"objective": False, "solve_time_sec": False, "cpu_time_sec": False, "n_cg_iters": False},
    ),
)
def vehicle_routing() -> Table:
    # what describes the instance stands beside what was measured
    return cross(
        {"instance": names("C10", 9), "solver": ["BP-rs", "CG-mip", "ALNS"], "status": "OPTIMAL"}
        | {"objective": seconds, "lp_bound": Of("instance", np.linspace(700, 1400, 9))}
        | {"solve_time_sec": seconds, "cpu_time_sec": seconds, "feasible": True}
        | {
            "n_requests": Of("instance", [25, 50, 100] * 3),
            "n_vehicles": Of("instance", [3, 5, 9] * 3),
        }
        | {"n_cg_iters": whole(3, 200)}
    )


@layout(
    "mtzguido/z3-ramon-results, statistics of one run",
    nothing("one solver"),
)
def one_solver_on_many_files() -> Table:
    return cross(
        {"FILE": names("sal/fischer6-mutex-", 20), "TIME": written(seconds, "{:.3f}s")}
        | {"MEM": written(seconds, "{:.2f}MiB"), "STATUS": one_of("sat", "unsat"), "EXIT": 0}
        | {"STDOUT": np.nan, "STDERR": np.nan}
    )


@layout(
    "h2oai/db-benchmark, time.csv of 2016",
    long("solution", "in_rows", {"time_sec": False, "mem_gb": False}, repeat=("run",)),
)
def database_joins() -> Table:
    # there is one task, and the number of rows tells the data apart
    return cross(
        {"batch": np.nan, "timestamp": unique("{}", 1_468_606_079), "task": "join", "data": np.nan}
        | {
            "in_rows": [10**7, 10**8, 10**9],
            "out_rows": Of("in_rows", [9_996_607, 100_056_472, 1_027_257_723]),
        }
        | {"solution": ["spark", "impala", "data.table", "h2o"]}
        | {
            "fun": Of("solution", [".join", "INNER JOIN", "[.data.table", "h2o.merge"]),
            "run": [1, 2, 3],
        }
        | {"time_sec": seconds, "mem_gb": seconds, "comment": np.nan}
    ).astype({"timestamp": float})


@layout(
    "duckdblabs/db-benchmark, time.csv",
    long(
        "solution",
        "question",
        {"time_sec": False, "mem_gb": False, "chk_time_sec": False},
        repeat=("run",),
    ),
)
def database_questions() -> Table:
    solutions = ["duckdb", "polars", "pandas", "data.table", "dask"]
    questions = [
        "sum v1 by id1",
        "sum v1 by id1:id2",
        "mean v1:v3 by id4",
        "max v1 - min v2",
        "q10",
    ]
    return cross(
        {"nodename": "ip-172-31", "batch": 1_730_000_000, "timestamp": moments, "task": "groupby"}
        | {"data": "G1_1e7_1e2_0_0", "in_rows": 10**7, "question": questions}
        | {"out_rows": Of("question", [100, 10_000, 100_000, 100_000, 10**7])}
        | {"out_cols": Of("question", [2, 3, 4, 2, 8]), "solution": solutions}
        | {
            "version": Of("solution", ["1.2.0", "1.8.2", "2.2.3", "1.16.99", "2024.12"]),
            "git": np.nan,
        }
        | {"fun": Of("solution", ["group_by", "groupby", ".groupby", "[.data.table", ".groupby"])}
        | {"run": [1, 2], "time_sec": seconds, "mem_gb": seconds, "cache": True}
        | {"chk": Of("question", ["1;2", "3;4", "5;6", "7;8", "9;1"]), "chk_time_sec": seconds}
        | {"comment": np.nan, "on_disk": False, "machine_type": "c6id.metal"}
    )


@layout(
    "pola-rs/polars-benchmark, output/run/timings.csv",
    long("solution", "query_number", {"duration[s]": False}),
)
def query_timings() -> Table:
    return cross(
        {"solution": ["polars", "duckdb", "pandas", "pyspark"]}
        | {
            "version": Of("solution", ["1.8.2", "1.1.0", "2.2.3", "3.5.2"]),
            "query_number": range(1, 23),
        }
        | {"duration[s]": seconds, "io_type": "parquet", "scale_factor": 1.0}
    )


@layout(
    "JuliaLang/Microbenchmarks, benchmarks.csv",
    long("column 1", "column 2", {"column 3": False}),
)
def results_without_a_header() -> Table:
    languages = ["c", "fortran", "go", "java", "julia", "lua", "python", "rust"]
    programs = ["iteration_pi_sum", "matrix_multiply", "parse_integers", "recursion_fibonacci"]
    table = cross({"language": languages, "program": programs, "milliseconds": seconds})
    return table.to_csv(index=False, header=False)


@layout(
    "bestwoody/tics-script, docs/tpch-test-on-theflash.md",
    nothing("times are written as minutes and seconds, some with a point"),
)
def minutes_and_seconds() -> Table:
    table = cross(
        {
            "Test Type": ["CH-Spark", "ClickHouse", "Spark Parquet"],
            "Case": [f"Q{q}" for q in range(1, 9)],
        }
        | {"Time 1": written(whole(10, 59), "01:{}m"), "Time 2": written(whole(10, 59), "02:{}m")}
    )
    return table.assign(**{"Time 1": table["Time 1"].where(table.index != 7, "00.53m")})


@layout(
    "inikep/lzbench, lzbench -o4",
    long(
        "Compressor name",
        "Filename",
        {
            "Compression speed": True,
            "Decompression speed": True,
            "Ratio": False,
            "Compressed size": False,
        },
    ),
)
def compressors() -> Table:
    # the ratio is the compressed part of the size in per cent
    return cross(
        {
            "Compressor name": [
                "memcpy",
                "lz4 1.9.3",
                "zstd 1.5.2 -1",
                "zlib 1.2.11 -6",
                "xz 5.2.5 -6",
            ]
        }
        | {"Compression speed": seconds, "Decompression speed": seconds}
        | {"Original size": Of("Filename", [10_192_446, 51_220_480, 9_970_564, 33_553_445])}
        | {"Compressed size": whole(10**6, 10**7), "Ratio": seconds}
        | {"Filename": ["silesia/dickens", "silesia/mozilla", "silesia/mr", "silesia/nci"]}
    )


@layout(
    "sharkdp/hyperfine, --export-csv",
    nothing("one row a command: means and spreads of one benchmark"),
)
def hyperfine_export() -> Table:
    return cross(
        {"command": ["fd -e jpg", "find . -iname '*.jpg'", "rg --files", "ls -R"]}
        | {
            "mean": seconds,
            "stddev": seconds,
            "median": seconds,
            "user": seconds,
            "system": seconds,
        }
        | {"min": seconds, "max": seconds}
    )


@layout(
    "kostya/benchmarks, README.md, one benchmark",
    nothing("one benchmark, three metrics of each language"),
)
def languages_on_one_benchmark() -> Table:
    def measured(rng: np.random.Generator, n: int) -> list[str]:
        return [
            f"{value:.3f}<sub>±00.0{place}</sub>" for place, value in enumerate(seconds(rng, n))
        ]

    return cross(
        {"Language": ["C++/g++", "Rust", "Go", "Python/pypy"], "Time, s": measured}
        | {"Memory, MiB": measured, "Energy, J": measured}
    )


@layout("google/fuzzbench, analysis/test_data/expected_1.csv", curves("fuzzer", "time"))
def fuzzers_over_time() -> Table:
    # a trial belongs to one fuzzer and one benchmark; coverage grows with time
    table = cross(
        {
            "fuzzer": ["afl", "libfuzzer", "honggfuzz"],
            "benchmark": ["aspell", "arrow", "libpng", "zlib"],
        }
        | {"trial": [0, 1, 2], "time": range(0, 7200, 900), "edges_covered": whole(4, 90)}
    )
    runs = table.groupby(["fuzzer", "benchmark", "trial"])
    return pd.DataFrame(
        {
            "Unnamed: 0": range(len(table)),
            "git_hash": "415c95cf5b5d2f29a7222b5c06685b2416f67be0",
            "experiment_filestore": "gs://experiment-data",
            "experiment": "generate-bug-df-18",
            "fuzzer": table["fuzzer"],
            "benchmark": table["benchmark"],
            "time_started": "2023-02-10 09:51:02.193808",
            "time_ended": np.nan,
            "trial_id": runs.ngroup() + 104,
            "time": table["time"],
            "edges_covered": runs["edges_covered"].cumsum() + 3000,
            "fuzzer_stats": np.nan,
            "crash_key": np.where(table.index % 11 == 5, "Null-dereference:check\nmunch\n", None),
            "bugs_covered": 0,
        }
    )
