"""What an audit returns in Python: its JSON report as a frozen object, which is saved, and which a notebook shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, NoReturn

from dpassay.audit.reports.files import check_folder, write_report
from dpassay.audit.reports.report import dumps
from dpassay.exact.entrance import explain_failures
from dpassay.reference import nearest

__all__ = ["Record", "Report"]


class Record:
    """A part of a report: its fields are attributes, and there are no others; nothing can be changed.

    An object of the JSON report is a record, a list is a tuple, and everything else is as it is there.
    """

    __slots__ = ("_fields",)

    _fields: dict[str, Any]

    def __init__(self, content: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_fields", {name: _frozen(value) for name, value in content.items()})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # as those that are asked for while a record is copied
            raise AttributeError(name)
        if name not in self._fields:
            known = list(self._fields)
            raise AttributeError(f"field = {name!r}: expected one of {', '.join(known)}{nearest(name, known)}")
        return self._fields[name]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"field = {name!r}: expected none to be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"field = {name!r}: expected none to be deleted")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(tuple(self._fields.items()))

    def __reduce__(self) -> tuple[type[Record], tuple[dict[str, Any]]]:
        """Pickle the fields alone: of a result, what the JSON report holds."""
        return Record, (self._fields,)

    def __repr__(self) -> str:
        return f"Record({', '.join(f'{name}={value!r}' for name, value in self._fields.items())})"


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Record(value)
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


class Report(Record):
    """A whole report: it is saved as JSON and as a page, and a notebook shows it as a page."""

    __slots__ = ("_name", "_page", "_report")

    _name: str
    _page: Callable[[], str]
    _report: Mapping[str, Any]

    def __init__(self, content: Mapping[str, Any], name: str, page: Callable[[], str]) -> None:
        super().__init__(content)
        for slot, value in (("_name", name), ("_page", page), ("_report", content)):
            object.__setattr__(self, slot, value)

    def to_json(self) -> str:
        """Return the text of the JSON report."""
        return dumps(self._report)

    def save(self, folder: Path | str = "audit-reports") -> tuple[Path, Path]:
        """Write the report as JSON and as an HTML page into a folder, and return their paths.

        Raises:
            ValueError: the folder or a file cannot be written.
        """
        return write_report(check_folder(str(folder), "folder"), self._name, self.to_json(), self._page())

    def _repr_html_(self) -> str:
        """Return the page in a frame of its own, so that its style touches nothing else of a notebook."""
        page = escape(self._page())
        return f'<iframe srcdoc="{page}" title="audit" style="width: 100%; height: 40em; border: 0"></iframe>'


explain_failures(__name__)
