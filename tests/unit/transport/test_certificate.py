"""A certificate carries the identity's key; any other kind of key is none."""

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from core.identity.keys import Identity
from core.transport.certificate import certificate_of, ed25519_key_of


def test_the_key_comes_back() -> None:
    identity = Identity.from_seed(bytes(32))
    certificate = certificate_of(identity)
    assert ed25519_key_of(certificate) == identity.public_key
    certificate.verify_directly_issued_by(certificate)


def test_no_or_another_kind_of_key() -> None:
    assert ed25519_key_of(None) is None
    key = ec.generate_private_key(ec.SECP256R1())
    own = certificate_of(Identity.generate())
    other = (
        x509.CertificateBuilder()
        .subject_name(own.subject)
        .issuer_name(own.issuer)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(own.not_valid_before_utc)
        .not_valid_after(own.not_valid_after_utc)
        .sign(key, hashes.SHA256())
    )
    assert ed25519_key_of(other) is None
