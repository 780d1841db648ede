"""Reinforcement learning and optimisation: returns of agents, losses of optimisers, logs of training."""

import numpy as np
import pandas as pd
from data.layouts.base import (
    Of,
    Table,
    any_of,
    cross,
    curves,
    errors,
    layout,
    long,
    models,
    moments,
    nothing,
    one_of,
    reward,
    seconds,
    share,
    spread,
    unique,
    whole,
    wide,
)

ENVIRONMENTS = [
    "HalfCheetah-v2",
    "Walker2d-v2",
    "Hopper-v2",
    "InvertedPendulum-v2",
    "Humanoid-v2",
    "Pusher-v2",
]
GAMES = "alien amidar assault asterix breakout frostbite gopher hero pong qbert".split()


@layout("DLR-RM/rl-baselines3-zoo, benchmark.md", long("algo", "env_id", {"mean_reward": True}))
def trained_agents() -> Table:
    # an algorithm is not tried on all environments; the spread and the episodes stand beside the mean
    return cross(
        {"algo": ["a2c", "ddpg", "dqn", "ppo", "sac", "td3", "tqc"], "env_id": ENVIRONMENTS}
        | {"mean_reward": reward, "std_reward": seconds, "n_timesteps": one_of("500k", "1M", "10M")}
        | {"eval_timesteps": whole(100_000, 150_000), "eval_episodes": whole(10, 2000)},
        drop=6,
    )


RUNS = ["baselines-ppo2-mlp ({})", "ppo_continuous_action ({'tag': ['v1.0.0']})", "sac ({})"]


@layout(
    "openrlbenchmark/openrlbenchmark, static/baselines_vs_cleanrl_vs_jaxrl.csv",
    wide("Unnamed: 0", RUNS, higher=True),
)
def returns_with_spreads() -> Table:
    return cross({"Unnamed: 0": ENVIRONMENTS} | dict.fromkeys(RUNS, spread(reward)))


@layout("google/dopamine, baselines: Agent, Game, Iteration, Value", curves("Agent", "Iteration"))
def learning_curves_of_agents() -> Table:
    table = cross(
        {"Agent": ["DQN", "C51", "Rainbow", "IQN"], "Game": GAMES[:6], "seed": [1, 2, 3]}
        | {"Iteration": range(10), "Value": reward}
    )
    return table.rename(columns={"Value": "Train_Average_Return"})


@layout(
    "DLR-RM/stable-baselines3, monitor.csv",
    nothing("one run: the return, length and time of each episode"),
)
def monitor_of_one_run() -> Table:
    rng = np.random.default_rng(11)
    times = np.cumsum(rng.gamma(2.0, 1.0, 30)).round(6)
    rows = [f"{rng.normal(100, 30):.3f},{rng.integers(50, 500)},{time}" for time in times]
    return "\n".join(['#{"t_start": 1700000000.0, "env_id": "CartPole-v1"}', "r,l,t", *rows, ""])


@layout(
    "facebookresearch/nevergrad, benchmark/sphere_perf_example.csv",
    curves(
        "optimizer_name",
        "budget",
        also=any_of(
            *(
                long("optimizer_name", "function_name", {"loss": False}, where={"budget": budget})
                for budget in (200, 400, 800)
            )
        ),
    ),
)
def optimisers_with_budgets() -> Table:
    return cross(
        {
            "budget": [200, 400, 800],
            "delay": 1,
            "elapsed_budget": whole(250, 1000),
            "elapsed_time": seconds,
        }
        | {
            "function_name": ["sphere", "cigar", "hm", "rastrigin"],
            "noise_level": 0.0,
            "num_blocks": 1,
        }
        | {"optimizer_name": ["CMA", "DE", "OnePlusOne", "PSO"], "rotation": "none", "loss": errors}
        | {"useful_dimensions": 2, "useless_variables": 0, "seed": -1}
    )


REACHED = ["worst reached", "best reached", "mean reached", "median reached"]


@layout(
    "IOHprofiler/IOHanalyzer, get_FV_overview()",
    any_of(
        *(
            long("algId", "funcId", dict.fromkeys(REACHED, False), where={"DIM": dimension})
            for dimension in (5, 20)
        )
    ),
)
def functions_and_dimensions() -> Table:
    # a problem is a function in a dimension; what was recorded first comes before what was reached
    return cross(
        {"algId": ["CMA-ES", "BFGS", "DE", "RandomSearch"], "DIM": [5, 20], "funcId": range(1, 11)}
        | {"worst recorded": errors}
        | dict.fromkeys(REACHED, errors)
        | {"runs": 15, "succ": whole(0, 15), "budget": 20_000}
    )


@layout(
    "scikit-learn, GridSearchCV.cv_results_ as a frame",
    models("params", [f"split{fold}_test_score" for fold in range(5)], higher=True),
)
def grid_search() -> Table:
    # settings of one estimator on the same folds, with times and ranks beside the scores
    folds = [f"split{fold}_test_score" for fold in range(5)]
    table = cross(
        {"Unnamed: 0": unique("{}", 0), "mean_fit_time": seconds, "std_fit_time": seconds}
        | {"mean_score_time": seconds, "std_score_time": seconds, "param_C": [0.1, 1.0, 10.0]}
        | {"param_kernel": ["rbf", "linear"], "params": unique("{{'C': {}}}")}
        | dict.fromkeys(folds, share)
    )
    mean = table[folds].mean(axis=1)
    ranks = mean.rank(ascending=False).astype(int)
    table = table.assign(mean_test_score=mean, std_test_score=table[folds].std(axis=1))
    return table.assign(rank_test_score=ranks).astype({"Unnamed: 0": int})


@layout(
    "optuna/optuna, study.trials_dataframe()",
    nothing("trials of one study"),
)
def trials_of_one_study() -> Table:
    table = cross(
        {
            "number": range(20),
            "value": errors,
            "datetime_start": unique("2024-03-01 10:00:{:02}", 0),
        }
        | {"datetime_complete": unique("2024-03-01 11:00:{:02}", 0), "params_lr": share}
        | {"params_layers": whole(1, 5), "state": "COMPLETE"}
    )
    return pd.DataFrame(table)


@layout(
    "wandb/wandb, export of the runs' table",
    long("algo", "env", {"episode_reward": True, "Runtime": False}, repeat=("seed",)),
)
def exported_runs() -> Table:
    # name, user and moment are of the run; notes, tags and sweep are empty
    return cross(
        {"Name": unique("glad-river-{}"), "State": "finished", "Notes": "-", "User": "a-researcher"}
        | {"Tags": np.nan, "Created": moments, "Runtime": seconds, "Sweep": np.nan}
        | {"algo": ["ppo", "sac", "td3"], "env": ENVIRONMENTS[:4]}
        | {"learning_rate": Of("algo", [3e-4, 1e-3, 1e-4]), "seed": [1, 2, 3, 4]}
        | {"episode_reward": reward, "global_step": 1_000_000}
    )
