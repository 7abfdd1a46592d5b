"""`python -m keep_p2p` is the command `keep-p2p`."""

from keep_p2p.cli import main

if __name__ == "__main__":
    main()
