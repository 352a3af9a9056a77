"""What a checker raises: the certificate does not show what it should."""

from __future__ import annotations


class Rejected(ValueError):
    """A certificate that a checker does not accept; the message says where it fails."""


def insist(condition: bool, complaint: str) -> None:
    """Raise ``Rejected`` unless the condition holds."""
    if not condition:
        raise Rejected(complaint)
