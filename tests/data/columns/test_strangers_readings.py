"""What a question takes for granted: which columns would be algorithms, and what names the rows."""

import pandas as pd
import pytest
from stranger_tables import table

from benchreport.data.readers import read
from benchreport.errors import DataError, DesignError, DirectionError, RoleError


def _raised(text: str, kind: type[Exception], **roles: object) -> str:
    with pytest.raises(kind) as error:
        table(text).bench(**roles).scores  # noqa: B018 - the property raises
    return str(error.value)


def test_the_question_for_the_direction_says_how_the_table_is_read():
    named = _raised("Size,QuickSort,MergeSort\n10,3,4\n20,7,9\n30,11,14\n", DirectionError)
    assert named.startswith(
        "the 2 columns (QuickSort, MergeSort) are read as algorithms, and the rows of 'Size' as datasets; it "
        "is unknown whether a higher score is better"
    )
    unnamed = _raised("cars,planes\n.3,.4\n.5,.7\n.6,.8\n", DirectionError)
    assert unnamed.startswith(
        "are the 2 columns (cars, planes) algorithms, and the rows, which have no names, datasets? If so, it"
    )
    days = _raised("day,mine,theirs\nMon,3,4\nTue,6,5\nWed,2,9\n", DirectionError)
    assert days.startswith("are the 2 columns (mine, theirs) algorithms, and the rows of 'day' ")
    assert "if the rows are the algorithms: df.bench(columns='dataset'" in days


def test_variants_of_one_method_in_the_rows_are_what_is_compared():
    rows = "Full,35.8,94.3\nw/o attention,35.6,93.7\nw/o JSD,35.2,93.6\n"
    asked = _raised(f"setup 变体,News,Chat\n{rows}", RoleError)
    assert "are the rows of the table (Full, w/o attention, w/o JSD) algorithms" in asked
    assert "columns (News, Chat) datasets?" in asked
    own = _raised("what,News,Chat\nZ,35.8,34.3\nY,35.6,33.7\nOurs,35.2,33.6\n", RoleError)
    assert "are the rows of the table (Z, Y, Ours) algorithms" in own


def test_years_and_settings_are_no_algorithms():
    for names in ("2018,2019,2020", "k=1,k=5,k=10"):
        asked = _raised(f"what,{names}\nZ,5.8,4.3,3\nY,5.6,3.7,4\nX,5.2,3.6,6\n", RoleError)
        assert "are the rows of the table (Z, Y, X) algorithms" in asked


def test_pairs_of_names_name_the_datasets_of_columns_of_algorithms():
    text = "corpus,intent,Luis,Watson\nA,find,.9,.8\nA,go,.7,.6\nB,buy,.8,.9\nB,sell,.5,.4\nB,get,.3,.6\n"
    asked = _raised(text, RoleError)
    assert "is each pair of them a dataset, and are the columns Luis, Watson algorithms?" in asked
    assert "Hint: df.bench(dataset=['corpus', 'intent'])" in asked
    roles = {"dataset": ["corpus", "intent"], "higher_is_better": True}
    assert len(table(text).bench(**roles).scores.blocks) == 5
    scores = table(text + ",,.6,.7\n").bench(**roles).scores
    assert len(scores.blocks) == 5
    assert "The last row, which has no name, is left out." in scores.runs.notes


def test_phases_of_a_run_are_parts_of_datasets_and_no_steps_of_curves():
    text = "package,step,case,time (s)\n" + "".join(
        f"{package},{step},{case},{number}.{place}\n"
        for number, package in enumerate("abc", 1)
        for place, step in enumerate(("load", "solve"))
        for case in ("x", "y")
    )
    asked = _raised(text, DataError)
    assert "Hint: df.bench(dataset=['case', 'step'])" in asked


def test_one_mark_or_ratio_leaves_a_column_of_times_in_question():
    text = "benchmark,Rust,Node\nfib,84 ms,207 ms\nsort,77 ms,119 ms\nmap,56 ms,{cell}\n"
    marked = table(text.format(cell="98 ms\\*")).bench.scores
    assert (marked.algorithms, len(marked.blocks)) == (("Rust", "Node"), 3)
    rows = text.format(cell="98 ms") + "vs Rust,1x,~2x\n"
    ratios = table(rows).bench.scores
    assert (ratios.algorithms, len(ratios.blocks)) == (("Rust", "Node"), 3)
    assert "column 'Node' should hold scores, but has text: 'huh'" in _raised(
        text.format(cell="huh"), DataError
    )


def test_words_for_a_limit_of_time_are_failed_runs():
    for word in ("Time limit reached", "T.O.", "> 3600"):
        text = f"instance,algorithm,time\np1,a,3.5\np1,b,4\np2,a,5.5\np2,b,{word}\n"
        scores = table(text).bench(missing="worst").scores
        assert scores.values.shape == (2, 2), word
    unknown = "instance,scip,cplex\np1,3.5,4\np2,5.5,> 3600\np3,4,5\n"
    assert "Hint: df.bench(higher_is_better=False) if these runs were stopped" in _raised(
        unknown, DataError
    )


def test_statistics_of_each_algorithm_are_read_by_their_mean():
    head = ",".join(
        f"{a}_{s}" for a in ("ea", "sa") for s in ("runs", "best", "worst", "avg", "std")
    )
    text = f"instance,optimal,{head}\n" + "".join(
        f"p{place},{place}5,10,{place}7,{place}9,{place}8.5,1,3{place},{place}6,{place}8,{place}7.5,1\n"
        for place in (1, 2, 3)
    )
    scores = table(text).bench(higher_is_better=False).scores
    assert (scores.algorithms, len(scores.blocks)) == (("ea", "sa"), 3)


def test_a_metric_beside_one_unknown_word_names_metrics():
    heads = pd.MultiIndex.from_product([["B05", "B06"], ["RMSE", "Δk"]])
    frame = pd.DataFrame([[0.03, 2.7, 0.04, 3.6], [0.04, 3.2, 0.05, 4.3]], ["svm", "cnn"], heads)
    with pytest.raises(RoleError, match="holds 2 metrics: RMSE, Δk"):
        frame.bench.scores  # noqa: B018 - the property raises


def test_summaries_of_texts_are_measures():
    text = "what,ROUGE-L,FactKB\nA,35.8,94.3\nB,35.6,93.7\nC,35.2,93.6\n"
    assert "measure different things" in _raised(text, DesignError)


def test_scores_of_datasets_are_called_otherwise_beside_a_column_score():
    text = "model,score,art,law\nz,.5,.6,.4\ny,.7,.8,.6\nx,.4,.3,.5\n"
    bench = table(text).bench(columns="dataset", higher_is_better=True)
    assert str(bench) == "3 algorithms × 2 datasets, 1 score each; value, higher is better"


def test_whole_numbers_that_rise_in_round_steps_name_rows_that_nothing_else_names():
    text = "s,bubble,quick\n100,3.5,1.5\n200,7.5,2.5\n500,50.5,6.5\n1000,99.5,13.5\n"
    asked = _raised(text, DirectionError)
    assert "(bubble, quick) algorithms, and the rows of 's' datasets?" in asked


def test_columns_that_begin_with_what_was_spent_are_of_algorithms():
    for first, second in (("Time A", "Time B"), ("temps bulles", "temps rapide")):
        text = f"n,{first},{second}\n10,3.5,1.5\n20,7.5,2.5\n30,50.5,6.5\n40,99.5,13.5\n"
        scores = table(text).bench.scores
        assert scores.algorithms == (first, second)
        assert not scores.higher_is_better


def test_numbered_times_are_runs():
    head = "algorithm,size,time_1[s],time_2[s]\n"
    asked = _raised(head + "x,10,.5,.6\ny,10,.7,.8\nx,20,.6,.7\ny,20,.5,.9\n", RoleError)
    assert "do the 2 columns time_1[s], time_2[s] hold the scores of a run each?" in asked
    sizes = "size,time_1[s],time_2[s]\n10,.5,.6\n20,.7,.8\n30,.6,.7\n"
    assert "there is nothing to test" in _raised(sizes, DesignError)
    other = "size,time_10,time_100\na,.5,.6\nb,.7,.8\nc,.6,.7\n"
    assert "of a run each" not in _raised(other, DesignError)


def test_a_column_of_names_of_metrics_is_one_whatever_it_is_called():
    text = "dataset,Results,svm,knn\n" + "".join(
        f"{data},{metric},{place}.5,{place}.7\n"
        for place, data in enumerate("abc", 1)
        for metric in ("accuracy", "f1", "runtime")
    )
    asked = _raised(text, RoleError)
    assert "column 'Results' holds 3 metrics: accuracy, f1, runtime" in asked
    assert "Hint: df.bench(where={'Results': 'accuracy'}, score='accuracy')" in asked


def test_the_cost_of_a_task_names_no_rows():
    text = (
        "agent,Cost/task,Mail,Code,Chat\nA,.3,61.5,62.5,70\nB,.5,64.5,63.5,71\nC,.7,66.5,60.5,75\n"
    )
    assert "are the rows of the table (A, B, C) algorithms" in _raised(text, RoleError)


def test_empty_cells_below_names_of_several_columns_are_as_above():
    text = "task,size,method,time\nsort,10,a,.5\n,,b,.6\n,100,a,.7\n,,b,.8\n"
    text += "hash,10,a,.9\n,,b,.4\n,100,a,.3\n,,b,.2\n"
    scores = table(text).bench(dataset=["task", "size"]).scores
    assert scores.blocks == ("sort/10", "sort/100", "hash/10", "hash/100")
    # what begins anew in the first column has a name in the second
    odd = text.replace("hash,10", "hash,")
    assert "is empty" in _raised(odd, DataError, dataset=["task", "size"])


def test_columns_called_by_one_way_of_scoring_may_differ_in_size():
    text = "how,GSM Acc,MATH Acc,Code Pass@1,MBPP Pass@1\n" + "".join(
        f"{name},6{name_at}.1,1{name_at}.5,2{name_at}.3,3{name_at}.4\n"
        for name_at, name in enumerate("abcd")
    )
    asked = _raised(text.replace("how", "method"), RoleError)
    assert "are its 4 columns (GSM Acc, MATH Acc, Code Pass@1, MBPP Pass@1) datasets" in asked


def test_a_word_in_one_cell_leaves_a_column_of_scores_in_question():
    rows = "a,.65,.45\nb,.64,.49 SOTA\nc,.63,.48\nd,.62,.47\n"
    asked = _raised(f"model,Big V-measure,News\n{rows}".replace(".49 SOTA", ".49"), RoleError)
    assert "its 2 columns (Big V-measure, News) datasets" in asked
    marked = "model,News,Chat\n" + rows
    assert "its 2 columns (News, Chat) datasets" in _raised(marked, RoleError)
    told = _raised(marked, DataError, columns="dataset", higher_is_better=True)
    assert "column 'Chat' should hold scores, but has text: '.49 SOTA'" in told


def test_two_columns_beside_a_metric_are_no_datasets():
    text = "Method,MSE,DSSIM,LBP Distance\nold,4712.1,.39,.17\nProposed,2037.88,.15,.028\n"
    assert "there is nothing to test" in _raised(text, DesignError)


def test_names_of_algorithms_with_numbers_below_are_columns_of_scores():
    text = "rows,RF,SVM,LSTM,Transformer\n" + "".join(
        f"{500 * place},7{place},5{place},7{place + 1},7{place // 2}\n" for place in range(1, 7)
    )
    asked = _raised(text, DirectionError)
    assert asked.startswith("the 4 columns (RF, SVM, LSTM, Transformer) are read as algorithms")


def test_what_is_without_a_part_is_no_number_of_parts():
    text = "dims,no_amx,amx0,amx1\n" + "".join(
        f"{2**place},.0{place}8,.00{place}4,.00{place}3\n" for place in range(4, 9)
    )
    assert "the 3 columns (no_amx, amx0, amx1) are read as algorithms" in _raised(
        text, DirectionError
    )


def test_metrics_before_algorithms_are_split_beside_other_counts():
    text = "graph_id,edges,cost_prim,ops_prim,time_prim,cost_kruskal,ops_kruskal,time_kruskal\n"
    text += "".join(f"{at},{at}6,12{at},1{at},.{at},12{at},3{at},.{at}\n" for at in range(1, 7))
    assert "column 'metric' holds 3 metrics: cost, ops, time" in _raised(text, RoleError)
    scores = table(text).bench(metric="time").scores
    assert scores.algorithms == ("prim", "kruskal")


def test_another_quantile_in_brackets_is_no_part_of_a_time():
    text = "query,PG,CH,\ntail,1.2 ms (4.5),6.6 ms (9.1),PG 5x\ncount,9.1 ms (10.6),3.6 ms (4.3),CH 2x\n"
    scores = table(text).bench.scores
    assert (scores.algorithms, scores.score) == (("PG", "CH"), "time (ms)")


def test_times_about_something_are_said_to_be_none():
    text = "query,PG,CH\ncount,~30s,~0.1s\nstore,~500GB,~50GB\n"
    assert "the cells of PG, CH begin with numbers, but are none" in _raised(text, DataError)


def test_sizes_costs_and_ranks_name_no_algorithms():
    sizes = "n,Digits,p found,Time\n10^50,51,383,43 ms\n10^60,61,797,44 ms\n10^60,61,797,63 ms\n"
    assert "add a column that says which algorithm" in _raised(sizes, RoleError)
    costs = "Request Threads,Time Taken\n1,17m 43s\n4,5m 23s\n16,1m 20s\n"
    assert "a comparison needs at least 2 algorithms" in _raised(costs, RoleError)
    ranks = "Rank,Library,Score\n#1 gold,Zen,8.9M\n#2 silver,Jot,5.1M\n3,Mob,694K\n4,Tob,128K\n"
    assert "one row for each 'Library'" in _raised(ranks, DesignError)


def test_a_text_that_says_the_direction_says_that_columns_are_of_one_measure(tmp_path):
    path = tmp_path / "gaps.md"
    path.write_text(
        "Gap to the optimum (lower is better):\n\n| case | myopic | cover |\n|---|---|---|\n"
        "| a | +53.0% | +12.2% |\n| b | +63.3% | +4.2% |\n| c | +59.2% | +1.7% |\n| d | +82.0% | +0.9% |\n"
    )
    scores = read(path).bench.scores
    assert (scores.algorithms, scores.higher_is_better) == (("myopic", "cover"), False)
