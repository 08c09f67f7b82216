"""Keys that sign releases: `python installer/keys.py FILE` makes one and prints the line that builds are given.

The file holds the private key alone. It stays with whoever publishes, and on no machine that others may enter; what
goes into the program (`release/origin.json`) is the public one. A second key, kept elsewhere and built in as well, is
what remains when the first is lost.
"""

import argparse
import base64
import binascii
import os
import sys
from pathlib import Path

from core.identity.keys import Identity


def make_key(file: Path) -> Identity:
    """Raises `FileExistsError`: no key is ever overwritten."""
    identity = Identity.generate()
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(base64.b64encode(identity.seed) + b"\n")
    return identity


def read_key(file: Path) -> Identity:
    """Raises `OSError`, and `ValueError` where it holds no key."""
    try:
        seed = base64.b64decode(file.read_bytes().strip(), validate=True)
        return Identity.from_seed(seed)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"{file} holds no key made by installer/keys.py") from error


def public_text(identity: Identity) -> str:
    """As `origin.json` has it."""
    return base64.b64encode(identity.public_key).decode()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="to be made; or read with --show")
    parser.add_argument("--show", action="store_true", help="print the public key of a file that there is")
    arguments = parser.parse_args()
    try:
        identity = read_key(arguments.file) if arguments.show else make_key(arguments.file)
    except (OSError, ValueError) as error:
        print(f"keys: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(public_text(identity))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
