"""What may go wrong when the system is told about this program."""


class SystemFault(Exception):
    """The system does not let itself be told; the message is one sentence with the remedy, for the user."""
