"""Series over nights, steps or budgets: shifts, drift, change points, hitting times.

What lives here: functions from (nights, series) arrays to estimates and p-values.
They may import what ``numerics`` may.
To add one: a module named after the quantity.
"""
