"""Self-signed Ed25519 certificates: the form in which TLS carries a peer's key. Nothing else in them means anything."""

import datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.x509.oid import NameOID

from core.identity.keys import Identity

# Trust comes from the key alone, so validity is fixed: a volunteer's wrong clock must not lock them out.
_VALID_FROM = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
_VALID_UNTIL = datetime.datetime(2120, 1, 1, tzinfo=datetime.UTC)


def certificate_of(identity: Identity) -> x509.Certificate:
    """A certificate that carries the public key of `identity`, signed with its private key (RFC 8410)."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "idlewild peer")])
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(identity.private_key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_VALID_FROM)
        .not_valid_after(_VALID_UNTIL)
        .sign(identity.private_key, None)
    )


def ed25519_key_of(certificate: x509.Certificate | None) -> bytes | None:
    """The 32 raw bytes of the certificate's key, or None if there is no certificate or its key is of another kind."""
    if certificate is None:
        return None
    try:
        key = certificate.public_key()
    except (UnsupportedAlgorithm, ValueError):
        return None
    return key.public_bytes_raw() if isinstance(key, Ed25519PublicKey) else None
