"""Players: random, first legal, scripted, those of the books; and the arena where they meet.

for played in arena(book, (maker(book, "bot"), maker(book, "random")), 100, "seed"):
    print(played.scores, played.refusals)
"""

from referee.players.arena import Met, Played, Tally, arena, play, tally
from referee.players.base import BookBot, FirstLegal, Maker, Player, RandomPlayer, Scripted, maker, names

# fmt: off
__all__ = [
    "arena", "BookBot", "FirstLegal", "Maker", "maker", "Met", "names", "play", "Played", "Player", "RandomPlayer",
    "Scripted", "Tally", "tally",
]
# fmt: on
