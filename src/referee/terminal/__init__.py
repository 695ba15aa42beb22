"""The terminal door: playing, explaining and replaying in a terminal. It knows decision kinds, and no game."""
