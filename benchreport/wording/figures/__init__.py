"""Sentences of figures: titles, labels and captions, a module a kind of figure."""
