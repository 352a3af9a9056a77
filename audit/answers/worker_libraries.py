"""Mechanisms of libraries, and primitives of the user's own: recorded whole, and not what they draw inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .worker_recorder import Recorder


def wrap_libraries(recorder: Recorder, primitives: list[dict[str, Any]]) -> None:
    """Wrap what the target has imported."""
