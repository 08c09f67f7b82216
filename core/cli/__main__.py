"""`python -m core.cli` is `idlewild`."""

import sys

from core.cli.main import main

sys.exit(main())
