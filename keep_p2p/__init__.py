"""The Keep, for 3 to 6 players on a local network, with no server and nobody to trust."""

__version__ = "0.1.0"
RULES_VERSION = "1"
