"""What all figures share: style, labels, legends, ticks, names, colours and words.

What lives here: helpers of figures, which draw no figure of their own.
They may import what ``plots`` may.
To add one: a module that at least two figures use.
"""
