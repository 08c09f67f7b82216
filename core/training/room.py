"""How many samples at a time, once memory has run out: fewer, and more again later."""

_PATIENCE = 200
"""Micro-batches that went well before more samples are tried; twice as many after each time that it went wrong."""


class Room:
    def __init__(self, most: int) -> None:
        self.size = self._most = most
        self._patience = _PATIENCE
        self._done = 0

    def shrink(self) -> bool:
        """Memory ran out. False if there is one sample at a time already."""
        if self.size == 1:
            return False
        self.size //= 2
        self._done = 0
        return True

    def note_done(self) -> bool:
        """A micro-batch went well. Whether more samples are to be tried from now on."""
        if self.size == self._most:
            return False
        self._done += 1
        if self._done < self._patience:
            return False
        self.size = min(2 * self.size, self._most)
        self._done, self._patience = 0, 2 * self._patience
        return True
