"""`python -m keep_p2p` is the command `keep-p2p`, and this is where both begin.

It imports next to nothing before it is ready for Ctrl-C.
"""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command and end the process with its status. Ctrl-C while it is still loading is quiet too."""
    try:
        from keep_p2p.cli import main as command
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        sys.exit(INTERRUPTED)
    command()


if __name__ == "__main__":
    main()
