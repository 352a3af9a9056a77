"""A mechanism that is named by the path of its file: the file is run once, and again when it has changed."""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from dpassay.exact.entrance import explain_failures


def is_path(name: object) -> bool:
    """Tell whether what names a mechanism is a path: it ends in .py, or has a separator of folders in it."""
    separators = filter(None, (os.sep, os.altsep))
    return isinstance(name, Path) or (
        isinstance(name, str) and (name.lower().endswith(".py") or any(part in name for part in separators))
    )


def load_file(path: Path) -> ModuleType:
    """Import a file under a name of its own, so that it hides no module; its neighbors are found, as a script's are.

    Whatever it raises is passed on; ``OSError`` where there is no such file.
    """
    place = path.resolve()
    known = place.stat()
    return _loaded(place, known.st_mtime_ns, known.st_size)


@lru_cache(maxsize=64)
def _loaded(place: Path, _changed: int, _size: int) -> ModuleType:
    name = f"_{place.stem}_{sha256(str(place).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise OSError(None, "not a Python file")
    if str(place.parent) not in sys.path:
        sys.path.insert(0, str(place.parent))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def module_of(path: str) -> ModuleType:
    """Return the module that a mechanism's file defines; a ``ValueError`` of one line says why there is none."""
    try:
        return load_file(Path(path))
    except OSError as error:
        raise ValueError(f"mechanism = {path}: expected a file ({error.strerror or error})") from None
    except (Exception, SystemExit) as error:  # an import may raise anything
        described = " ".join(f"{type(error).__name__}: {error}".split())
        raise ValueError(f"mechanism = {path}: expected a file that can be imported ({described})") from error


explain_failures(__name__)
