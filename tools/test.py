"""The whole check of the project: `python3 tools/test.py`. See `_check.py` for what it runs and its options.

The first time it makes an environment in .venv; that needs a package registry. (Syntax that any Python reads,
down to the check.)
"""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        "keep_p2p needs Python 3.11 or later, and this is %d.%d: use a newer one.\n" % sys.version_info[:2]
    )
    sys.exit(2)

from _check import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
