"""How an engine asks the one that started it to start the whole program anew."""

RESTART = 75
"""Exit status of an engine that has ended in order because a newer version is to run (`EX_TEMPFAIL` of sysexits.h: try
again)."""
