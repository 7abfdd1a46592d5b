"""Discovery, secure links and the mesh: the only module that does network I/O.

It knows bytes, keys and addresses. Signed entries are opaque to it.
"""
