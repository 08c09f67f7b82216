"""`idlewild`, for which names of the public internet lead to a server of tests on this machine:
`python -m tests.integration.mirrored_engine PORT CERTIFICATE WORDS…`.

It asks the ports of `core.data.web` for that; the program itself has no switch for it.
"""

import ssl
import sys
from dataclasses import replace

from core.cli import parser
from core.cli.display import display_for
from core.cli.reports import log_to
from core.engine import run_engine
from tests.mirror_server import ports


def main() -> int:
    port, certificate, *words = sys.argv[1:]
    options = parser.run_options(parser.parse(words))
    log_to(options.home)
    web = replace(ports(int(port)), tls=lambda: ssl.create_default_context(cafile=certificate))
    return run_engine(options, display_for(options), web)


if __name__ == "__main__":
    sys.exit(main())
