r"""Text that a target wrote, made fit to be shown: on a terminal, in an HTML page, in JSON.

Escape sequences of terminals are taken out; every other control or format character (also those that turn the
direction of writing around) is shown as \x07, \u202e and the like. This is done once, where such text enters:
when a `Samples`, a `Failure` or an `Origin` is made.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from dpassay.exact.entrance import explain_failures

LONGEST_LINE: Final = 300

_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colors, the cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)"  # OSC and other strings
    r"|\x1b[ -/]*[0-Z\\^-~]"  # two characters, but not the beginning of a CSI, an OSC or the like
)


def plain_text(text: str, longest: int) -> str:
    """Return the end of a text, over as many lines as it has, in at most ``longest`` characters."""
    lines = _SEQUENCE.sub("", text.replace("\r\n", "\n")).replace("\r", "\n")
    return "".join(map(_shown, lines[-longest:]))[-longest:]


def plain_line(text: str, longest: int = LONGEST_LINE) -> str:
    """Return the beginning of a text as one line of at most ``longest`` characters."""
    folded = " ".join(_SEQUENCE.sub("", text[: 10 * longest]).split())
    line = "".join(map(_shown, folded))
    return line if len(line) <= longest else f"{line[: longest - 4]} ..."


def _shown(character: str) -> str:
    if character.isprintable() or character in "\n\t" or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode()


explain_failures(__name__)
