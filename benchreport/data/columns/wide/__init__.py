"""Tables with one column for each algorithm, dataset or metric."""
