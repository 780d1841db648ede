"""What the cells of columns say.

This folder may import ``words``; to add a rule, write what it looks at in ``evidence``.
"""
