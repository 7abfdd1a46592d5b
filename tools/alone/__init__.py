"""An independent checker of keep_p2p's cryptography, written from docs/protocol*.md alone.

It imports neither `keep_p2p` nor `protocol`. What it shares with them is libsodium's ristretto255 and the library
`cryptography`. `tools/verify_alone.py` is its command.
"""
