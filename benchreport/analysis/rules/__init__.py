"""The rules of ``advise``: which procedures suit which design, and why.

To add a rule: a function in the module of its kind of table, called by the rule of its design.
"""
