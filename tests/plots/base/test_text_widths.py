"""Names take the same room in every picture: on a screen, on paper and as measured."""

NAME = "01-rather-long-algorithm-name-of-forty-l"
