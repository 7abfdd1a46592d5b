"""Play The Keep: `python3 tools/play.py` seats you with computer players, `--watch` shows them alone.

All other arguments go to the command `keep-p2p` as they are: `python3 tools/play.py join`. The first time it
makes an environment in .venv; that needs a package registry. (Syntax that any Python reads, down to the check.)
"""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "keep_p2p needs Python 3.11 or later, and this is %d.%d: use a newer one.\n" % sys.version_info[:2]
    )
    sys.exit(2)

try:
    import os

    from _setup import PROGRAM_VARIABLE, SetupError, command, hand_over, ready, say, typed
except KeyboardInterrupt:
    sys.exit(130)

if __name__ == "__main__":
    try:
        arguments = command(sys.argv[1:], sys.stdin.isatty() and sys.stdout.isatty())
        os.environ[PROGRAM_VARIABLE] = typed()
        # -P: what lies in the current folder must not stand in for a library.
        hand_over([str(ready()), "-P", "-m", "keep_p2p"] + arguments)
    except SetupError as error:
        say(str(error))
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
