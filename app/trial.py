"""What a new version on trial owes to the one that was installed: a word that it is up (`IDLEWILD_TRIAL`)."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path

from app.session import Session
from app.situation import Situation
from core.version import VERSION

logger = logging.getLogger(__name__)

VARIABLE = "IDLEWILD_TRIAL"


class Trial:
    """Says it once: when the engine has answered for the first time. To be made when window or tray are there."""

    def __init__(self, session: Session, environment: Mapping[str, str] = os.environ) -> None:
        named = environment.get(VARIABLE, "")
        self._file = Path(named) if named else None
        if self._file is not None:
            session.changed.connect(self._look)

    def _look(self, situation: Situation) -> None:
        if self._file is None or situation.live is None:
            return
        file, self._file = self._file, None
        try:
            file.write_text(VERSION, encoding="ascii")
        except OSError as fault:  # it is then taken back, although it runs: better than one that cannot be taken back
            logger.warning("Nobody learns that this version is up: %s", fault)
