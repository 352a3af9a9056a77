"""What a target returned: as numbers where they are numbers, and of what form they are, without any silent conversion.

The form of an answer is its type and shape, such as "float64 of shape ()", "int64 of shape (3,)" or "NoneType". Ints
and floats of Python's are int64 and float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .worker_faults import Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

EXACT = 2**53
"""Below this every integer is a float, and no other one is rounded to it."""

LONGEST_FORM = 100
MOST_FORMS = 100
OTHER = "other"


class Answers(NamedTuple):
    """The answers of one chunk.

    ``values``: int64 or float64, a row for each answer; empty where they have not one numeric form. ``names``: the
    forms. ``codes``: of each answer the place of its form among them; of an array one for all.
    """

    values: NDArray[Any]
    names: list[str]
    codes: NDArray[np.int16]


class Form(NamedTuple):
    """The form of an answer; ``dtypes``: of its numbers, none where it is not made of numbers."""

    name: str
    dtypes: tuple[str, ...] = ()


PLAIN: dict[type, Form] = {
    float: Form("float64 of shape ()", ("float64",)),
    int: Form("int64 of shape ()", ("int64",)),
    bool: Form("bool of shape ()", ("bool",)),
}


# One array for many answers


def array_answers(result: object, size: int) -> Answers:
    """Return the outputs of a call for ``size`` answers, or raise a ``Fault`` that says what came and what should."""
    wanted = f"expected a numpy array of shape ({size},) or ({size}, k), or a list of {size} answers"
    if isinstance(result, (list, tuple)):
        if len(result) != size:
            raise Fault("output", f"the target returned a {type(result).__name__} of {len(result)}: {wanted}")
        return single_answers(result)
    if not isinstance(result, np.ndarray):
        raise Fault("output", f"the target returned {type(result).__name__}: {wanted}")
    outputs = unmasked(result)
    if outputs.ndim not in (1, 2) or outputs.shape[0] != size or 0 in outputs.shape:
        raise Fault("output", f"the target returned shape {outputs.shape}: {wanted}")
    name = form_name(outputs.dtype.name, outputs.shape[1:])
    return Answers(checked(outputs), [name], np.zeros(1, np.int16))


def unmasked(result: NDArray[Any]) -> NDArray[Any]:
    """Return a plain array; a masked entry is no answer."""
    if isinstance(result, np.ma.MaskedArray):
        masked = int(np.ma.getmaskarray(result).sum())
        if masked:
            raise Fault("output", f"the target returned {masked} masked of {result.size} values: expected numbers")
    return np.asarray(result)


def form_name(dtype: str, shape: tuple[int, ...]) -> str:
    """Return "float64 of shape (3,)"."""
    return f"{dtype} of shape {shape}"


def is_numeric(dtype: np.dtype[Any]) -> bool:
    """Tell whether an int64 or a float64 holds the numbers of that type."""
    return dtype.kind in "biuf" and dtype.itemsize <= 8


def checked(outputs: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers as int64 or float64."""
    if not is_numeric(outputs.dtype):
        raise Fault("output", f"the target returned dtype {outputs.dtype}: expected integers or float64")
    return checked_floats(outputs) if outputs.dtype.kind == "f" else checked_integers(outputs)


def checked_floats(outputs: NDArray[Any]) -> NDArray[Any]:
    """Return finite outputs as float64."""
    bad = np.flatnonzero(~np.isfinite(outputs))
    if bad.size:
        first = f"the first is {outputs.flat[bad[0]]}, at index {bad[0]}"
        raise Fault("output", f"the target returned {bad.size} non-finite of {outputs.size} values: {first}")
    return outputs.astype(np.float64)


def checked_integers(outputs: NDArray[Any]) -> NDArray[Any]:
    """Return outputs that fit as int64."""
    if outputs.dtype == np.uint64 and outputs.max() > np.iinfo(np.int64).max:
        raise Fault("output", f"the target returned {outputs.max()}: expected integers below 2^63")
    return outputs.astype(np.int64)


# One object for each answer


def single_answers(results: Sequence[object]) -> Answers:
    """Return answers that came one by one, or in a list."""
    forms = [form_of(result) for result in results]
    found = dict.fromkeys(forms)
    values = numbers(results, forms[0]) if len(found) == 1 else np.empty(0)
    if len(found) > 1:
        refuse_non_finite(results, forms)
    places = {form: min(place, MOST_FORMS) for place, form in enumerate(found)}
    names = [form.name for form in found]
    names = names if len(names) <= MOST_FORMS else [*names[:MOST_FORMS], OTHER]
    return Answers(values, names, np.array([places[form] for form in forms], np.int16))


def form_of(result: object) -> Form:
    """Return the form of one answer; a masked or an empty one is a ``Fault``."""
    known = PLAIN.get(type(result))
    if known is not None:
        return known
    if isinstance(result, np.ndarray):
        return array_form(unmasked(result))
    if isinstance(result, (int, float, np.generic)):
        return scalar_form(result)
    if isinstance(result, (list, tuple)):
        return row_form(result)
    return Form(type(result).__name__[:LONGEST_FORM])


def array_form(result: NDArray[Any]) -> Form:
    """Return the form of an array that is one answer."""
    if not result.size:
        raise Fault("output", f"the target returned an empty answer, of shape {result.shape}: expected numbers")
    name = form_name(result.dtype.name, result.shape)[:LONGEST_FORM]
    return Form(name, (result.dtype.name,)) if result.ndim <= 1 and is_numeric(result.dtype) else Form(name)


def scalar_form(result: object) -> Form:
    """Return the form of a number of numpy's, or of a subclass of Python's numbers."""
    dtype = np.asarray(result).dtype
    name = "int64" if isinstance(result, int) and dtype.kind != "b" else dtype.name
    return Form(form_name(name, ()), (name,)) if is_numeric(dtype) else Form(type(result).__name__[:LONGEST_FORM])


def row_form(result: Sequence[object]) -> Form:
    """Return the form of a list or a tuple that is one answer: a row of numbers, if it is one."""
    if not len(result):
        raise Fault("output", f"the target returned an empty {type(result).__name__}: expected numbers")
    forms = [form_of(entry) for entry in result]
    if any(not form.name.endswith("of shape ()") or not form.dtypes for form in forms):
        return Form(type(result).__name__)
    dtypes = tuple(form.dtypes[0] for form in forms)
    if len(set(dtypes)) == 1:
        return Form(form_name(dtypes[0], (len(result),)), dtypes[:1])
    name = f"({', '.join(dtypes)})"
    return Form(name if len(name) <= LONGEST_FORM else f"{name[: LONGEST_FORM - 5]} ...)", dtypes)


def numbers(results: Sequence[object], form: Form) -> NDArray[Any]:
    """Return answers of one form as int64 or float64; nothing where they are no numbers."""
    if not form.dtypes:
        return np.empty(0)
    try:
        same = len(form.dtypes) == 1
        values = np.array(results, form.dtypes[0] if same else np.float64)
    except OverflowError:
        raise Fault("output", "the target returned an integer of more than 63 bits: expected one below 2^63") from None
    if not same:
        refuse_inexact(values, form.dtypes)
    return checked(values)


def refuse_inexact(rows: NDArray[Any], dtypes: Sequence[str]) -> None:
    """Refuse integers that stand beside reals and that no float is equal to."""
    whole = [place for place, dtype in enumerate(dtypes) if "float" not in dtype]
    if np.abs(rows[:, whole]).max(initial=0) >= EXACT:
        raise Fault(
            "output", f"the target returned {form_words(dtypes)} with an integer of 2^53 or more: expected floats"
        )


def form_words(dtypes: Sequence[str]) -> str:
    """Return "int64 and float64"."""
    return " and ".join(dict.fromkeys(dtypes))


def refuse_non_finite(results: Sequence[object], forms: Sequence[Form]) -> None:
    """Refuse NaN and infinity also among answers of several forms."""
    for result, form in zip(results, forms):
        if form.dtypes:
            numbers([result], form)
