"""`python -m keep_p2p` is the command `keep-p2p`, and this is where both begin."""

from __future__ import annotations

import sys
from typing import NoReturn

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command and end the process with its status. Ctrl-C while it is still loading is quiet too."""
    try:
        from keep_p2p.cli import main as command
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        sys.exit(INTERRUPTED)
    command()


if __name__ == "__main__":
    main()
