"""Arrays in, arrays out.

What lives here: the numerical work that libraries do wrongly, slowly or not at all.
It may import numpy and scipy and nothing of the package but ``errors``.
To add one: a module named after the quantity, with its test beside the others in ``tests/numerics``.
"""
