"""What procedures on predictions share.

``metric_values`` computes metrics and ``metric_intervals`` their intervals; ``losses`` computes losses of
examples, ``paired_losses`` tests them; ``example_values`` and ``sample_values`` give each example its
value; ``prediction_pairs`` makes the results of tests; ``margin``, ``versions``, ``two_files`` and
``release_gate`` compare two versions of a model.

These files import what ``stats`` may import, and no procedure.
"""
