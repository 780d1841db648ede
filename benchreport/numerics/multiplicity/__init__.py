"""Many hypotheses at once: adjusted p-values, and groups that do not differ significantly.

What lives here: corrections of families of p-values, and covers of graphs by cliques.
They may import what ``numerics`` may.
To add one: a function of the p-values, and its line in ``adjust``.
"""
