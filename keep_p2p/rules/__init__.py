"""The board game, and nothing else: pure transitions over frozen public state."""
