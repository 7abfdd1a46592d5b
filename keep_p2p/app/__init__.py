"""What is behind each command that runs a whole game: one module for each."""
