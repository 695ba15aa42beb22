"""Referee: a referee for tabletop wargames and card battle games."""

__version__ = "0.1.0"
