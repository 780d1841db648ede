"""Write ``google_benchmark/``: three algorithms on two sizes, as JSON and CSV, with repetitions and without.

``complexity.csv`` has two algorithms whose complexity is fitted.

``apt-get install libbenchmark-dev`` (1.7.1), then ``python generate_google_benchmark.py``, which compiles the
program with g++. Only the name of the machine is replaced.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "google_benchmark"
PROGRAM = r"""
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <vector>

static std::vector<int> numbers(long size) {
  std::srand(1);
  std::vector<int> values(size);
  for (auto &value : values) value = std::rand();
  return values;
}

template <void (*sort)(std::vector<int> &)> static void BM(benchmark::State &state) {
  const auto values = numbers(state.range(0));
  for (auto _ : state) {
    auto copy = values;
    sort(copy);
    benchmark::DoNotOptimize(copy.data());
  }
  state.SetBytesProcessed(state.iterations() * state.range(0) * 4);
}
static void quick(std::vector<int> &v) { std::sort(v.begin(), v.end()); }
static void merge(std::vector<int> &v) { std::stable_sort(v.begin(), v.end()); }
static void BM_heap(benchmark::State &state) {
  if (state.range(0) > 100) {
    state.SkipWithError("too large");
    return;
  }
  auto values = numbers(state.range(0));
  for (auto _ : state) std::make_heap(values.begin(), values.end());
}
BENCHMARK(BM<quick>)->Name("BM_quick")->Arg(64)->Arg(512)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM<merge>)->Name("BM_merge")->Arg(64)->Arg(512);
BENCHMARK(BM_heap)->Arg(64)->Arg(512);
BENCHMARK_MAIN();
"""
FITTED = r"""
#include <benchmark/benchmark.h>

static void BM_sum(benchmark::State &state) {
  for (auto _ : state)
    for (long i = 0; i < state.range(0); i++) benchmark::DoNotOptimize(i);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_sum)->Name("BM_up")->Arg(64)->Arg(512)->Complexity();
BENCHMARK(BM_sum)->Name("BM_down")->Arg(64)->Arg(512)->Complexity();
BENCHMARK_MAIN();
"""
FEW = "--benchmark_min_time=0.001"


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, program in (("sort", PROGRAM), ("fitted", FITTED)):
            (folder / f"{name}.cc").write_text(program)
            compiler = ["g++", "-O1", f"{name}.cc", "-lbenchmark", "-lpthread", "-o", name]
            subprocess.run(compiler, cwd=folder, check=True)

        def run(*options: str, program: str = "sort") -> str:
            done = subprocess.run(
                [f"./{program}", FEW, *options],
                cwd=folder,
                check=True,
                capture_output=True,
                text=True,
            )
            return done.stdout

        repeat = "--benchmark_repetitions=3"
        aggregates = "--benchmark_report_aggregates_only=true"
        outputs = {
            "repetitions.json": run("--benchmark_format=json", repeat),
            "once.json": run("--benchmark_format=json"),
            "aggregates.json": run("--benchmark_format=json", repeat, aggregates),
            "repetitions.csv": run("--benchmark_format=csv", repeat),
            "complexity.csv": run("--benchmark_format=csv", program="fitted"),
            "aggregates.csv": run("--benchmark_format=csv", repeat, aggregates),
        }
        run("--benchmark_out=file.csv", "--benchmark_out_format=csv")
        outputs["file.csv"] = (folder / "file.csv").read_text()
        host = subprocess.run(
            ["hostname"], check=True, capture_output=True, text=True
        ).stdout.strip()
        for file, text in outputs.items():
            (HERE / file).write_text(text.replace(f'"{host}"', '"box"'))


if __name__ == "__main__":
    main()
