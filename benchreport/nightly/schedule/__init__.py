"""What runs the nights: cron, systemd, GitHub, GitLab; and whether they still run.

What lives here: schedulers as text, and their installation.
They may import what ``nightly`` may.
To add one: a function in ``schedulers`` and a template.
"""
