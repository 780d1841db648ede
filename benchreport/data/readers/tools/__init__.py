"""Files, folders and objects that other tools write, read as tables with the field's usual column names.

Each tool, or family of tools, has a module with a `Tool`: a test that recognizes what the tool wrote, and a
function from a `Source` to a frame. These modules may import pandas, numpy, ``errors`` and ``hints``; they
import a tool's own library only in the function that uses it. To add a tool, write such a module and add its
`Tool` to ``TOOLS``; the first that recognizes a source reads it.
"""

from benchreport.data.readers.tools.evaluations.alpaca_eval import (
    ALPACA_EVAL,
    ALPACA_EVAL_ANNOTATIONS,
    ALPACA_EVAL_OUTPUTS,
)
from benchreport.data.readers.tools.evaluations.every_eval_ever import (
    EVERY_EVAL_EVER,
    EVERY_EVAL_EVER_INSTANCES,
)
from benchreport.data.readers.tools.evaluations.helm import HELM, HELM_INSTANCES, HELM_TABLE
from benchreport.data.readers.tools.evaluations.inspect_logs import INSPECT
from benchreport.data.readers.tools.evaluations.lm_evaluation import (
    LM_EVALUATION,
    LM_EVALUATION_SAMPLES,
)
from benchreport.data.readers.tools.evaluations.mteb import MTEB
from benchreport.data.readers.tools.evaluations.openai_evals import OPENAI_EVALS
from benchreport.data.readers.tools.evaluations.swe_bench import SWE_BENCH
from benchreport.data.readers.tools.experiments import (
    aeon,
    automl_benchmark,
    black_box,
    mlflow,
    openml,
    optuna,
    rliable,
    scikit_learn,
    trec_eval,
    wandb,
    weka,
)
from benchreport.data.readers.tools.runners.asv import ASV
from benchreport.data.readers.tools.runners.criterion import CRITERION
from benchreport.data.readers.tools.runners.github_action_benchmark import GITHUB_ACTION_BENCHMARK
from benchreport.data.readers.tools.runners.go_testing import BENCHSTAT, GO_TESTING
from benchreport.data.readers.tools.runners.google_benchmark import GOOGLE_BENCHMARK
from benchreport.data.readers.tools.runners.hyperfine import HYPERFINE
from benchreport.data.readers.tools.runners.jmh import JMH
from benchreport.data.readers.tools.runners.microbenchmark import MICROBENCHMARK
from benchreport.data.readers.tools.runners.pyperf import PYPERF
from benchreport.data.readers.tools.runners.pytest_benchmark import PYTEST_BENCHMARK
from benchreport.data.readers.tools.source import Source, Tool

__all__ = ["TOOLS", "Source", "Tool", "tool_for"]

TOOLS: tuple[Tool, ...] = (
    # runners of benchmarks
    ASV,
    GITHUB_ACTION_BENCHMARK,
    CRITERION,
    GOOGLE_BENCHMARK,
    HYPERFINE,
    JMH,
    PYPERF,
    PYTEST_BENCHMARK,
    GO_TESTING,
    BENCHSTAT,
    MICROBENCHMARK,
    # experiments in machine learning
    aeon.TABLES,
    aeon.PREDICTION_FILES,
    automl_benchmark.TOOL,
    openml.TOOL,
    scikit_learn.CROSS_VALIDATION,
    scikit_learn.SEARCH,
    mlflow.STORE,
    mlflow.DATABASE,
    mlflow.FRAME,
    optuna.STUDIES,
    optuna.DATABASE,
    optuna.TABLE,
    wandb.RUNS,
    wandb.API,
    wandb.CHART,
    trec_eval.TOOL,
    weka.TOOL,
    rliable.TOOL,
    black_box.IOH,
    black_box.COCO,
    # evaluations of language models
    LM_EVALUATION,
    LM_EVALUATION_SAMPLES,
    INSPECT,
    HELM,
    HELM_INSTANCES,
    HELM_TABLE,
    EVERY_EVAL_EVER,
    EVERY_EVAL_EVER_INSTANCES,
    SWE_BENCH,
    ALPACA_EVAL,
    ALPACA_EVAL_ANNOTATIONS,
    ALPACA_EVAL_OUTPUTS,
    MTEB,
    OPENAI_EVALS,
)


def tool_for(source: Source) -> Tool | None:
    """Return the first tool that recognizes a source; ``None`` if none does."""
    return next((tool for tool in TOOLS if tool.recognizes(source)), None)
