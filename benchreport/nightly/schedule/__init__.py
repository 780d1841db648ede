"""Schedules of the nights for cron, systemd, GitHub and GitLab, and the check that nights still arrive.

It may import the rooms of ``nightly`` below it, but needs only ``config`` and the writing of pages.
To add a scheduler, write a function in ``schedulers``, a template, and a line in ``cli/nights/schedule.py``.
"""
