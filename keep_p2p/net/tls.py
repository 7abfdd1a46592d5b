"""The TLS half of a link: TLS 1.3 only, a certificate nobody vouches for, no resumption.

The certificate proves nothing about who a peer is. It only gives both sides the same value to
sign in the hello (see `keep_p2p.net.hello`), so that nobody can sit between two peers.
"""

from __future__ import annotations

import hashlib
import os
import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_FROM = datetime(2020, 1, 1, tzinfo=UTC)
_UNTIL = datetime(9999, 12, 31, tzinfo=UTC)
# Fixed dates: the certificate tells nothing of this machine's clock, and a wrong clock breaks nothing.


@dataclass(frozen=True)
class ServerTls:
    """A listener's TLS context and the SHA-256 of the certificate that it shows."""

    context: ssl.SSLContext
    fingerprint: bytes


def server_tls() -> ServerTls:
    """A fresh key and certificate for one listener. The key is in no file when this returns."""
    key = Ed25519PrivateKey.generate()
    certificate = _certificate(key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    _load(context, key, certificate)
    return ServerTls(context, hashlib.sha256(certificate.public_bytes(Encoding.DER)).digest())


def client_context() -> ssl.SSLContext:
    """The context of a side that dials. Who answered is shown by the hello, so certificates are not judged here."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def seen_fingerprint(connection: ssl.SSLObject) -> bytes | None:
    """SHA-256 of the certificate that the server showed on this connection; None if it showed none."""
    certificate = connection.getpeercert(binary_form=True)
    return hashlib.sha256(certificate).digest() if certificate else None


def _certificate(key: Ed25519PrivateKey) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "keep-p2p link")])
    builder = x509.CertificateBuilder(
        issuer_name=name,
        subject_name=name,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=_FROM,
        not_valid_after=_UNTIL,
    )
    return builder.sign(key, algorithm=None)


def _load(context: ssl.SSLContext, key: Ed25519PrivateKey, certificate: x509.Certificate) -> None:
    """Python's ssl takes keys from files only: the file is its owner's alone (mkstemp: 0600) and gone at once."""
    descriptor, path = tempfile.mkstemp(prefix="keep-p2p-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            file.write(certificate.public_bytes(Encoding.PEM))
        context.load_cert_chain(path)
    finally:
        os.unlink(path)
