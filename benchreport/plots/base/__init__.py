"""Helpers of all figures: style, labels, legends, ticks, names, colours and descriptions.

What lives here: the decorators of figures and their helpers, which draw no figure themselves. They may
import what ``plots`` may, but no family of figures. To add one: a module that at least two figures use.
"""
