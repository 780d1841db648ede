"""Write evaluations of runs as ``openml.evaluations.list_evaluations`` returns them, and the server's JSON.

With openml 0.15.1 and pandas 3.0.6::

    pip install openml pandas
    python tests/data/tool_files/generate_openml.py

openml-python makes the frames. The server's answers, which it parses, are made here by the server's schema
(https://www.openml.org/api_docs, evaluation/list) with numbers of our own, so that no network is needed.
"""

import json
from pathlib import Path
from unittest import mock

import openml

HERE = Path(__file__).parent / "openml"
FLOWS = {8365: "sklearn.svm.SVC(1)", 8391: "sklearn.tree.DecisionTreeClassifier(5)"}
TASKS = {3: (3, "kr-vs-kp"), 31: (31, "credit-g"), 59: (61, "iris")}
USERS = '<oml:users xmlns:oml="http://openml.org/openml"><oml:user><oml:id>1</oml:id><oml:username>someone</oml:username></oml:user></oml:users>'


def records(function: str, *, per_fold: bool) -> list[dict[str, object]]:
    """Return the evaluations of each flow on each task; one flow has two setups."""
    rows = []
    setups = [(8365, 11), (8365, 12), (8391, 21)]
    for flow, setup in setups:
        for task, (data, name) in TASKS.items():
            level = 0.7 + task % 7 / 40 + setup % 10 / 50
            values = [round(level + fold % 3 / 100, 4) for fold in range(5)]
            score = {"values": json.dumps(values)} if per_fold else {"value": str(values[0])}
            rows.append({
                "run_id": str(1000 + len(rows)), "task_id": str(task), "setup_id": str(setup),
                "flow_id": str(flow), "flow_name": FLOWS[flow], "function": function,
                "data_id": str(data), "data_name": name, "upload_time": "2020-01-01 00:00:00",
                "uploader": "1", **score,
            })  # fmt: skip
    return rows


def xml_of(rows: list[dict[str, object]]) -> str:
    """Write records as the server does."""
    items = "".join(
        "<oml:evaluation>"
        + "".join(f"<oml:{key}>{value}</oml:{key}>" for key, value in row.items())
        + "</oml:evaluation>"
        for row in rows
    )
    return f'<oml:evaluations xmlns:oml="http://openml.org/openml">{items}</oml:evaluations>'


def listed(function: str, *, per_fold: bool):
    """Return the frame that openml-python makes of the answers."""
    answer = xml_of(records(function, per_fold=per_fold))

    def answers(call: str, *_: object) -> str:
        return USERS if call.startswith("user/") else answer

    with mock.patch("openml._api_calls._perform_api_call", side_effect=answers):
        return openml.evaluations.list_evaluations(
            function=function,
            tasks=list(TASKS),
            size=9,
            per_fold=per_fold or None,
            output_format="dataframe",
        )


def main() -> None:
    """Write one value a run, the values of folds, and the server's JSON."""
    listed("area_under_roc_curve", per_fold=False).to_csv(HERE / "evaluations.csv", index=False)
    listed("predictive_accuracy", per_fold=True).to_csv(HERE / "per_fold.csv", index=False)
    rows = records("area_under_roc_curve", per_fold=False) + records(
        "predictive_accuracy", per_fold=False
    )
    text = json.dumps({"evaluations": {"evaluation": rows}}, indent=1)
    (HERE / "evaluations.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
