"""What goes wrong in front of a person: one sentence that says what was wrong and what to do."""

from __future__ import annotations


class UserError(Exception):
    """Something a person can put right: an unknown table, a port in use, a pack with a typo.

    ``str(error)`` is the whole message: one clear sentence for the person, with what to do
    about it. The command prints it and ends with ``exit_status``; nothing is lost.
    """

    exit_status: int = 2
