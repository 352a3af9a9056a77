"""Why a step is not written."""


class Stuck(Exception):
    """No proof is found; the message is a short reason, so that reasons can be counted."""
