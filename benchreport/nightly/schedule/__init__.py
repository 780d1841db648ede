"""Schedules of the nights for cron, systemd, GitHub and GitLab, and whether nights still come in.

It may import the rooms of ``nightly`` below it, of which it needs ``config`` and the publishing of files.
To add a scheduler: a function in ``schedulers``, a template, and a line in ``cli/nights/schedule.py``.
"""
