"""The terminal interface: the game in words, line by line, and the board drawn from its pack."""
