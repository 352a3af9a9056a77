"""How long a test waits for another process before it calls it hung: no busy machine takes so long."""

from typing import Final

HUNG: Final = 1_800.0
"""Seconds."""
SLOWER: Final = 100
"""How many seconds pass in one of the auditor's: a test that lets a limit pass puts `tests.audit.clock` forward."""
