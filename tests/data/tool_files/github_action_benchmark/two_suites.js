window.BENCHMARK_DATA = {
  "lastUpdate": 1794744001000,
  "repoUrl": "https://example.org/sorting",
  "entries": {
    "Go Benchmark": [
      {
        "commit": {
          "author": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "committer": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "distinct": true,
          "id": "1111111111111111111111111111111111111111",
          "message": "commit 1",
          "timestamp": "2026-11-01T12:00:00Z",
          "tree_id": "5555555555555555555555555555555555555555",
          "url": "https://example.org/commit/1"
        },
        "date": 1793534400000,
        "tool": "go",
        "benches": [
          {
            "name": "BenchmarkParse",
            "value": 250,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          },
          {
            "name": "BenchmarkWrite",
            "value": 90,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          },
          {
            "name": "BenchmarkSort",
            "value": 40,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "committer": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "distinct": true,
          "id": "2222222222222222222222222222222222222222",
          "message": "commit 2",
          "timestamp": "2026-11-08T12:00:00Z",
          "tree_id": "6666666666666666666666666666666666666666",
          "url": "https://example.org/commit/2"
        },
        "date": 1794139200000,
        "tool": "go",
        "benches": [
          {
            "name": "BenchmarkParse",
            "value": 240,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          },
          {
            "name": "BenchmarkWrite",
            "value": 91,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          },
          {
            "name": "BenchmarkSort",
            "value": 39,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "committer": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "distinct": true,
          "id": "3333333333333333333333333333333333333333",
          "message": "commit 3",
          "timestamp": "2026-11-15T12:00:00Z",
          "tree_id": "7777777777777777777777777777777777777777",
          "url": "https://example.org/commit/3"
        },
        "date": 1794744000000,
        "tool": "go",
        "benches": [
          {
            "name": "BenchmarkParse",
            "value": 180,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          },
          {
            "name": "BenchmarkWrite",
            "value": 92,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          },
          {
            "name": "BenchmarkSort",
            "value": 30,
            "unit": "ns/op",
            "extra": "5000000 times\n4 procs"
          }
        ]
      }
    ],
    "Python": [
      {
        "commit": {
          "author": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "committer": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "distinct": true,
          "id": "1111111111111111111111111111111111111111",
          "message": "commit 1",
          "timestamp": "2026-11-01T12:00:00Z",
          "tree_id": "5555555555555555555555555555555555555555",
          "url": "https://example.org/commit/1"
        },
        "date": 1793534400000,
        "tool": "pytest",
        "benches": [
          {
            "name": "test_bench.py::test_sort",
            "value": 1200.5,
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": ""
          },
          {
            "name": "test_bench.py::test_sum",
            "value": 900.0,
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": ""
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "committer": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "distinct": true,
          "id": "2222222222222222222222222222222222222222",
          "message": "commit 2",
          "timestamp": "2026-11-08T12:00:00Z",
          "tree_id": "6666666666666666666666666666666666666666",
          "url": "https://example.org/commit/2"
        },
        "date": 1794139200000,
        "tool": "pytest",
        "benches": [
          {
            "name": "test_bench.py::test_sort",
            "value": 1250.25,
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": ""
          },
          {
            "name": "test_bench.py::test_sum",
            "value": 901.0,
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": ""
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "committer": {
            "email": "x@example.org",
            "name": "x",
            "username": "x"
          },
          "distinct": true,
          "id": "3333333333333333333333333333333333333333",
          "message": "commit 3",
          "timestamp": "2026-11-15T12:00:00Z",
          "tree_id": "7777777777777777777777777777777777777777",
          "url": "https://example.org/commit/3"
        },
        "date": 1794744000000,
        "tool": "pytest",
        "benches": [
          {
            "name": "test_bench.py::test_sort",
            "value": 1600.0,
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": ""
          },
          {
            "name": "test_bench.py::test_sum",
            "value": 903.0,
            "unit": "iter/sec",
            "range": "stddev: 0.0001",
            "extra": ""
          }
        ]
      }
    ]
  }
}