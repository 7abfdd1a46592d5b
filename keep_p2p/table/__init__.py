"""Joins rules and protocol: which round comes next, who must speak, what is valid, what a seat knows."""
