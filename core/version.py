"""The program's version and the version of what peers say to each other."""

VERSION = "0.1.0"
PROTOCOL = 2
"""Peers of different `PROTOCOL` refuse each other's links with a reason that names the older one."""
