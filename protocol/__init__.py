"""How peers that do not trust each other play fair. Knows nothing of the game; does no I/O."""
