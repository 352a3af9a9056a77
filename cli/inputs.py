"""Parameters and data of a mechanism as texts: for titles, for commands to copy, and for JSON."""

from __future__ import annotations

from dpassay.reference import MechanismParameters, data_text


def data_title(data: object) -> str:
    """Return data as a title shows them: scores apart by commas and blanks, all else as ``check_data`` reads it."""
    scores = isinstance(data, tuple) and not any(isinstance(row, tuple) for row in data)
    return data_text(data).replace(",", ", ") if scores else data_text(data)


def parameters_json(parameters: MechanismParameters) -> dict[str, str]:
    """Return parameters as texts that ``read`` takes, exactly."""
    return {name: data_text(value) for name, value in parameters.given().items()}


def parameter_arguments(parameters: MechanismParameters) -> list[str]:
    """Return parameters as arguments of a command."""
    return [part for name, value in parameters_json(parameters).items() for part in ("-p", f"{name}={value}")]
