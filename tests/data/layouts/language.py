"""Language and speech models: leaderboards, evaluation harnesses, tables of papers."""

import pandas as pd
from data.layouts.base import (
    Of,
    Table,
    any_of,
    blank,
    cross,
    layout,
    long,
    models,
    names,
    nothing,
    one_of,
    percent,
    seconds,
    share,
    unique,
    whole,
    wide,
    written,
)

LLMS = names("org/model-", 12)

ALPACA = """Arena Elo\\n[Feb 2, 2024]|Arena Elo\\n[April 18, 2024]|LC AlpacaEval 2.0|AlpacaEval 2.0
AlpacaEval 1.0|MT-bench\\n(multi-turn)|WildBench|ARC-C\\n(25-shot)|HellaSwag\\n(10-shot)|MMLU\\n(5-shot)
TruthfulQA\\n(0-shot)|WinoGrande\\n(5-shot)|GSM-8K\\n(5-shot)|AGI Eval \\n(en)|HELM \\nLite
BBH, cot\\n(3-shot)|HumanEval\\n(pass @1)|LLMonitor\\n(01-10)|MBPP\\n(pass @1)"""
ALPACA_BENCHMARKS = [
    name.replace("\\n", "\n") for row in ALPACA.split("\n") for name in row.split("|")
]
AVERAGES = ["Open LLM\n(average)", "GPT4All\n(average)", "OpenComp.\n(en, avg)"]


@layout(
    "tatsu-lab/alpaca_eval, leaderboard",
    nothing("one row a model: two win rates on the same prompts, lengths and links"),
)
def alpaca_leaderboard() -> Table:
    return cross(
        {"name": LLMS, "length_controlled_winrate": percent, "win_rate": percent}
        | {"avg_length": whole(400, 3000), "link": unique("https://example.org/{}")}
        | {"samples": unique("https://example.org/samples/{}.json")}
        | {"filter": one_of("community", "verified", "minimal")}
    )


@layout(
    "tatsu-lab/alpaca_eval, benchmarks that are compared with it",
    models("Model", ALPACA_BENCHMARKS, higher=True),
)
def benchmarks_in_columns() -> Table:
    # benchmarks of other scales, averages of some, lengths of answers, and many gaps
    table = cross(
        {"Model": [f"model-{place}" for place in range(40)]}
        | dict.fromkeys(ALPACA_BENCHMARKS[:7], percent)
        | {AVERAGES[0]: percent}
        | dict.fromkeys(ALPACA_BENCHMARKS[7:13], percent)
        | {AVERAGES[1]: percent}
        | dict.fromkeys(ALPACA_BENCHMARKS[13:], percent)
        | {AVERAGES[2]: percent, "Output Length": whole(800, 2500)}
    )
    for place, name in enumerate(ALPACA_BENCHMARKS):
        # every model has a score for AlpacaEval
        table = table if place == 3 else blank(table, name, every=2 + place % 3)
    elo = ALPACA_BENCHMARKS[:2]
    return table.assign(**{name: table[name] * 8 + 700 for name in elo})


OPEN_LLM = ["ARC", "HellaSwag", "MMLU", "TruthfulQA", "Winogrande", "GSM8K"]


@layout(
    "HuggingFaceH4/open_llm_leaderboard, src/display/utils.py",
    models("Model", OPEN_LLM, higher=True),
)
def leaderboard_with_attributes() -> Table:
    # the column called Precision holds a number format; Average is of the six benchmarks
    table = cross(
        {"T": one_of("pretrained", "fine-tuned", "chat"), "Model": LLMS, "Average ⬆️": percent}
        | dict.fromkeys(OPEN_LLM, percent)
        | {
            "Type": one_of("pretrained", "fine-tuned", "chat"),
            "Architecture": one_of("Llama", "Mistral"),
        }
        | {"Precision": one_of("float16", "bfloat16", "4bit"), "Merged": one_of(*[True, False])}
        | {"Hub License": "apache-2.0", "#Params (B)": one_of(7.0, 13.0, 70.0)}
        | {
            "Hub ❤️": whole(0, 900),
            "Available on the hub": True,
            "Model sha": unique("{:040x}", 10**30),
        }
    )
    return table.assign(**{"Average ⬆️": table[OPEN_LLM].mean(axis=1).round(2)})


MTEB_KINDS = """Bitext Mining|Classification|Clustering|Instruction Retrieval|Multilabel Classification
Pair Classification|Reranking|Retrieval|STS""".replace("\n", "|").split("|")


@layout("embeddings-benchmark/mteb, leaderboard export", models("Model", MTEB_KINDS, higher=True))
def embeddings_leaderboard() -> Table:
    table = cross(
        {"Rank (Borda)": unique("{}"), "Model": LLMS, "Zero-shot": written(percent, "{:.0f}%")}
        | {
            "Memory Usage (MB)": whole(90, 30_000),
            "Number of Parameters": written(percent, "{:.0f}M"),
        }
        | {"Embedding Dimensions": one_of(384, 768, 1024), "Max Tokens": one_of(512, 8192)}
        | {"Mean (Task)": percent, "Mean (TaskType)": percent}
        | dict.fromkeys(MTEB_KINDS, percent)
    )
    means = table[MTEB_KINDS].mean(axis=1).round(2)
    table = table.assign(**{"Mean (Task)": means + 0.5, "Mean (TaskType)": means})
    return table.astype({"Rank (Borda)": int})


@layout(
    "embeddings-benchmark/mteb, BenchmarkResults.to_dataframe()",
    wide("task_name", LLMS[:4], higher=True),
)
def embeddings_by_task() -> Table:
    tasks = (
        "AmazonCounterfactual ArguAna Banking77 BIOSSES CQADupstack FEVER FiQA2018 SciFact".split()
    )
    return cross({"task_name": tasks} | dict.fromkeys(LLMS[:4], share))


@layout(
    "open-compass/opencompass, summary.csv",
    wide("dataset", ["internlm-chat-7b", "qwen-7b-chat", "baichuan-13b"], higher=True),
)
def summary_with_a_hash_a_row() -> Table:
    # the version is a hash of the prompt; the subject `-` marks what was not run
    subjects = "network operating_system architecture programming physics law logic history".split()
    table = cross(
        {
            "dataset": [f"ceval-{subject}" for subject in subjects],
            "version": unique("{:06x}", 11_259_375),
        }
        | {"metric": "accuracy", "mode": "gen", "internlm-chat-7b": written(percent, "{:.2f}")}
        | {"qwen-7b-chat": written(percent, "{:.2f}"), "baichuan-13b": written(percent, "{:.2f}")}
    )
    return blank(table, "baichuan-13b", every=6, cell="-")


@layout(
    "EleutherAI/lm-evaluation-harness, the table that it prints",
    nothing("one model; several metrics of each task"),
)
def harness_table_of_one_model() -> Table:
    table = cross(
        {
            "Tasks": ["arc_easy", "boolq", "hellaswag", "piqa"],
            "Version": 1,
            "Filter": "none",
            "n-shot": 0,
        }
        | {"Metric": ["acc", "acc_norm"], "Unnamed: 5": "↑", "Value": share, "Unnamed: 7": "±"}
        | {"Stderr": share}
    )
    return table.assign(Stderr=(table["Stderr"] / 50).round(4))


HELM = [
    "NarrativeQA - F1",
    "MMLU - EM",
    "GSM8K - EM",
    "LegalBench - EM",
    "MedQA - EM",
    "WMT 2014 - BLEU-4",
]


@layout(
    "stanford-crfm/helm, core_scenarios.csv",
    any_of(
        models("Model/adapter", HELM, higher=True), models("Model/adapter", HELM[1:5], higher=True)
    ),
)
def holistic_evaluation() -> Table:
    return cross({"Model/adapter": LLMS, "Mean win rate": share} | dict.fromkeys(HELM, share))


@layout(
    "stanford-crfm/helm, stats of runs in one table",
    long(
        "model",
        "scenario",
        {"exact_match": True, "inference_runtime": False, "num_output_tokens": False},
        metric="name",
        value="mean",
        where={"split": "test"},
    ),
)
def metrics_and_splits_in_rows() -> Table:
    return cross(
        {"model": LLMS[:4], "scenario": ["mmlu", "gsm", "legalbench", "med_qa", "math"]}
        | {
            "name": ["exact_match", "inference_runtime", "num_output_tokens"],
            "split": ["valid", "test"],
        }
        | {"count": 1, "mean": share, "stddev": 0.0}
    )


@layout(
    "lmsys/chatbot-arena-leaderboard, leaderboard_table.csv",
    models("Model", ["MT-bench (score)", "MMLU"], higher=True),
)
def arena_metadata() -> Table:
    table = cross(
        {"key": LLMS, "Model": Of("key", [f"Model {place}" for place in range(12)])}
        | {"MT-bench (score)": written(share, "{:.2f}"), "MMLU": written(share, "{:.3f}")}
        | {"Knowledge cutoff date": "2023/4", "License": one_of("Proprietary", "MIT")}
        | {"Organization": one_of("OpenAI", "Meta"), "Link": unique("https://example.org/{}")}
    )
    return blank(blank(table, "MT-bench (score)", every=2, cell="-"), "MMLU", every=3, cell="-")


GLUE = ["RTE", "MRPC", "CoLA", "SST-2", "QNLI", "QQP"]


@layout("tianjianl/self_supervised_sp23, README.md", models("Model", GLUE, higher=True))
def glue_with_an_average() -> Table:
    table = cross(
        {"Model": ["BERT Base", "BERT Large", "RoBERTa", "DistilBERT"]}
        | dict.fromkeys(GLUE, percent)
    )
    return table.assign(**{"Avg.": table[GLUE].mean(axis=1).round(1)})


WITH_ACCURACY = ["MNLIm (Acc)", "QNLI (Acc)", "RTE (Acc)", "WNLI (Acc)"]


@layout(
    "naver/claf, docs, GLUE results",
    any_of(
        models("Model", ["CoLA (Matt)", *WITH_ACCURACY], higher=True),
        models("Model", WITH_ACCURACY, higher=True),
    ),
)
def two_metrics_in_a_cell() -> Table:
    # cells of three tasks hold accuracy and F1, and cannot be read
    def pairs(rng: object, n: int) -> list[str]:
        accuracy, f1 = percent(rng, n), percent(rng, n)
        return [f"{first}/{second}" for first, second in zip(accuracy, f1, strict=True)]

    return cross(
        {"Model": ["**BERT** Base", "**BERT** Large", "**RoBERTa** Base", "**RoBERTa** Large"]}
        | {
            "CoLA (Matt)": percent,
            "MNLIm (Acc)": percent,
            "MRPC (Acc/F1)": pairs,
            "QNLI (Acc)": percent,
        }
        | {
            "QQP (Acc/F1)": pairs,
            "RTE (Acc)": percent,
            "STS-B (Pea/Spe)": pairs,
            "WNLI (Acc)": percent,
        }
    )


CORPORA = ["LibriSpeech test-clean", "LibriSpeech test-other", "TED-LIUM", "CommonVoice"]


@layout("Picovoice/speech-to-text-benchmark, README.md", models("Engine", CORPORA, higher=False))
def word_error_rates() -> Table:
    engines = [
        "Amazon Transcribe",
        "Azure Speech-to-Text",
        "Google Speech-to-Text",
        "IBM Watson",
        "Whisper",
    ]
    table = cross({"Engine": engines} | dict.fromkeys(CORPORA, percent))
    average = table[CORPORA].mean(axis=1)
    table = table.assign(Average=average)
    return table.assign(**{name: table[name].map("{:.1f}%".format) for name in table.columns[1:]})


ASR = [
    "AMI WER",
    "Earnings22 WER",
    "Gigaspeech WER",
    "LS Clean WER",
    "SPGISpeech WER",
    "Tedlium WER",
]


@layout("hf-audio/open_asr_leaderboard, constants.py", models("model", ASR, higher=False))
def open_speech_leaderboard() -> Table:
    table = cross(
        {"model": LLMS, "Average WER ⬇️": percent, "RTFx ⬆️️": percent} | dict.fromkeys(ASR, percent)
    )
    return table.assign(**{"Average WER ⬇️": table[ASR].mean(axis=1).round(2), "License": "MIT"})


@layout(
    "SWE-bench/experiments, resolved instances in one table",
    long("model_name_or_path", "instance_id", {"resolved": True}),
)
def resolved_issues() -> Table:
    table = cross(
        {"model_name_or_path": LLMS[:4], "instance_id": names("django__django-1", 40)}
        | {"repo": "django/django", "resolved": whole(0, 2), "elapsed": seconds}
    )
    return table.drop(columns="elapsed").astype({"resolved": bool})


@layout(
    "huggingface/pytorch-image-models, results/results-imagenet.csv",
    nothing("one test set; metrics and attributes of each model"),
)
def image_models() -> Table:
    table = cross(
        {
            "model": names("vit_base_patch16_224.v", 14),
            "top1": percent,
            "top1_err": 0.0,
            "top5": percent,
        }
        | {"top5_err": 0.0, "param_count": written(percent, "{:.2f}"), "img_size": one_of(224, 384)}
        | {"crop_pct": one_of(0.9, 1.0), "interpolation": one_of("bicubic", "bilinear")}
    )
    return table.assign(top1_err=100 - table["top1"], top5_err=100 - table["top5"])


@layout(
    "open-llm-leaderboard, several evaluations of each model as key figures",
    long(
        "model",
        "task",
        {"acc": True, "acc_norm": True},
        repeat=(),
    ),
)
def harness_results_of_models() -> Table:
    # standard errors stand beside the metrics, as results_*.json has them
    table = cross(
        {"model": LLMS[:5], "task": ["arc_easy", "boolq", "hellaswag", "piqa", "sciq", "copa"]}
        | {"acc": share, "acc_stderr": share, "acc_norm": share, "acc_norm_stderr": share}
        | {"num_fewshot": 0, "version": 1.0}
    )
    small = {name: table[name] / 40 for name in ("acc_stderr", "acc_norm_stderr")}
    return pd.DataFrame(table.assign(**small))
