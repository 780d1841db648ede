"""Linear models of factors: the algorithms are combinations of settings.

Two errors are there. On complete tables each term may be tested by how much it differs between blocks, as
``AnovaRM`` of statsmodels does, in closed form (``strata``); otherwise one residual variance, or a robust
covariance of statsmodels, serves all, with blocks fixed or random (``pooled``). ``fit`` chooses between them
by ``settings``; ``terms`` and ``assumptions`` say what a fit shows; ``formula`` fits the same model as users
of statsmodels would write it.

Procedures of means and models and the analysis import from here; these files import what ``stats`` may
import, and no procedure.
"""
