"""What happens between a question and its answer, with no terminal in it: offers, choosing, what a choice brings."""
