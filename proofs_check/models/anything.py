"""Models of lemmas: any numbers, any sequences, any random quantities under any law of finitely many outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

LAW: Final = Named(law=True, space="outcome")
RANDOM: Final = Named(space="outcome")


def numbers(**parameters: str) -> Model:
    """Any numbers in their domains, such as ``numbers(b="real, 0 < b")``; their values are the usual samples."""
    return Model("numbers", parameters, of_any=True)


def anything(  # noqa: PLR0917  # in the order in which a model is told
    name: str,
    parameters: Mapping[str, str],
    quantities: Mapping[str, Named],
    settings: Iterable[Mapping[str, Any]],
    variables: Mapping[str, str] | None = None,
    outcomes: tuple[Any, ...] = (0, 1),
) -> Model:
    """A model of a lemma; a setting gives each parameter a number, each quantity a function and each law a mapping.

    Args:
        name: its name.
        parameters: the numbers, with their domains.
        quantities: the functions, the random quantities over "outcome" and the laws, which have no ``of``.
        settings: small settings on which the steps are evaluated.
        variables: the indices of the steps and hypotheses, with their domains.
        outcomes: those of every setting.
    """
    written = tuple(settings)
    return Model(
        name,
        parameters,
        variables or {},
        quantities,
        settings=lambda: written,
        read=lambda setting: {parameter: setting[parameter] for parameter in parameters},
        outcomes={"outcome": lambda _: outcomes},
        of_any=True,
    )
