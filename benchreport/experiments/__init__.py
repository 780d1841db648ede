"""Experiments: estimators over datasets on the same splits, as tables that ``df.bench`` reads.

``run`` makes cells (``cells``: one estimator, one dataset, one split) by ``tasks``, keeps them in a folder
(``store``) and returns their frames (``outcome``). Splits are made in ``resampling`` by scikit-learn, data
are read in ``datasets``, leaks are refused in ``leaks``, and ``estimates`` says how well learners
generalize; ``experiment_file`` reads all this from TOML. It may import everything below the nights.
scikit-learn and joblib (the extra ``experiments``) do the work.
"""

from benchreport.lazy_names import load_lazily

__getattr__, __dir__, __all__ = load_lazily(__name__)
