"""The audit of one target, end to end: verdicts, findings, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit.assess import Assessment, Plan, Subject, assess, claim_of
from dpassay.reference import ConcentratedGuarantee
from tests.mutants.registry import CORRECT, MUTANTS, path_of

SAMPLES = 60_000
ALPHA = 1e-4
PARAMETERS = {
    "randomized_response": {"exp_eps": "3", "categories": "4"},
    "discrete_laplace": {"epsilon": "1/2", "sensitivity": "2"},
    "laplace": {"epsilon": "1", "sensitivity": "2"},
    "gaussian": {"epsilon": "1", "delta": "1e-5", "sensitivity": "2"},
    "discrete_gaussian": {"sigma_squared": "1", "sensitivity": "1"},
    "exponential": {"epsilon": "1", "sensitivity": "2"},
    "permute_and_flip": {"epsilon": "1", "sensitivity": "2"},
    "multiplicative_weights": {"learning_rate": "1", "rounds": "3", "experts": "3"},
    "private_pac": {"epsilon": "1", "dimension": "3"},
    "composition": {"epsilon": "1", "rounds": "4", "delta": "1/10"},
    "lazy_to_private": {"exp_learning_rate": "3/2", "batch": "1", "fake_switch": "1/4", "rounds": "4", "experts": "3"},
    "label_clipping": {"hypotheses": "7/8,1/16,1/16;1/8,3/8,1/2", "rounds": "4"},
    "private_wma": {"epsilon": "100", "delta": "1/2", "hypotheses": "1/2,3/8,1/8;1/8,1/8,3/4", "rounds": "10"},
    "private_exp3": {"epsilon": "8", "hypotheses": "1/2,3/8,1/8;1/8,1/8,3/4", "rounds": "4"},
}


def audited(mechanism: str, function: str, **plan: float) -> Assessment:
    """Audit a function of tests/mutants/."""
    settings = {"samples": SAMPLES, "alpha": ALPHA, "seed": 7, **plan}
    return assess(Subject(f"{path_of(mechanism)}:{function}", mechanism, PARAMETERS[mechanism]), Plan(**settings))  # type: ignore[arg-type]


@pytest.mark.statistical
@pytest.mark.parametrize("mechanism", [name for name in PARAMETERS if name not in ("laplace", "gaussian")])
def test_simple_correct_implementation_is_consistent(mechanism: str) -> None:
    result = audited(mechanism, CORRECT[mechanism].__name__)
    assert result.verdict == "consistent", result.findings
    assert result.exit_code == 0


@pytest.mark.statistical
@pytest.mark.parametrize("mechanism", ["laplace", "gaussian"])
def test_simple_continuous_implementation_follows_the_law_and_leaks_through_its_bits(mechanism: str) -> None:
    result = audited(mechanism, CORRECT[mechanism].__name__)
    assert [finding.partition(":")[0] for finding in result.findings] == ["privacy"]


@pytest.mark.statistical
@pytest.mark.parametrize("mechanism", list(PARAMETERS))
def test_our_own_implementation_is_consistent(mechanism: str) -> None:
    subject = Subject(f"dpassay.fast.{mechanism}:{mechanism}", mechanism, PARAMETERS[mechanism])
    result = assess(subject, Plan(samples=SAMPLES, alpha=ALPHA, seed=7))
    assert result.verdict == "consistent", result.findings
    assert result.exit_code == 0


@pytest.mark.statistical
@pytest.mark.parametrize(("mechanism", "mutant"), [(m, name) for m in PARAMETERS for name in MUTANTS[m]])
def test_mutant_is_a_violation(mechanism: str, mutant: str) -> None:
    result = audited(mechanism, MUTANTS[mechanism][mutant].__name__)
    assert result.verdict == "violation", (mutant, result.findings)
    assert result.exit_code == 1


def write_target(folder: Path, body: str) -> str:
    """Write a target into a file of its own and return its name."""
    path = folder / "candidate.py"
    path.write_text(f"import numpy as np\n\ndef target(data, *, size, rng, **parameters):\n    {body}\n")
    return f"{path}:target"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise RuntimeError('no luck')", "RuntimeError: no luck"),
        ("return np.zeros((size, 2))", "expected one number each"),
        ("return np.full(size, np.nan)", "nan"),
        ("return rng.laplace(data, 1.0, size + 1)", "expected a numpy array of shape"),
        ("raise SystemExit(3)", "exit"),
    ],
)
def test_target_that_fails_could_not_run(tmp_path: Path, body: str, words: str) -> None:
    subject = Subject(write_target(tmp_path, body), "laplace", PARAMETERS["laplace"])
    result = assess(subject, Plan(samples=100, time_limit=20, first_time_limit=10))
    assert (result.verdict, result.exit_code) == ("could not run", 2)
    assert words.lower() in result.findings[0].lower()


def test_hanging_target_is_stopped(tmp_path: Path) -> None:
    subject = Subject(write_target(tmp_path, "import time; time.sleep(60)"), "laplace", PARAMETERS["laplace"])
    result = assess(subject, Plan(samples=100, time_limit=1, first_time_limit=1))
    assert (result.verdict, result.exit_code) == ("could not run", 2)


def test_textbook_laplace_leaks_through_its_low_bits(tmp_path: Path) -> None:
    body = "return data + rng.laplace(0.0, parameters['sensitivity'] / parameters['epsilon'], size)"
    subject = Subject(write_target(tmp_path, body), "laplace", {"epsilon": "1", "sensitivity": "1"})
    result = assess(subject, Plan(samples=SAMPLES, alpha=ALPHA))
    assert result.verdict == "violation"
    assert result.evidence is not None
    p_value, found = result.evidence.p_value, result.evidence.certificates
    assert p_value is not None
    assert p_value > ALPHA  # the law itself matches: only the bits give it away
    assert found["bits"].epsilon_lower > 5
    assert found["values"].epsilon_lower <= 1


def test_noise_that_breaks_its_claim_by_law_is_found_without_luck(tmp_path: Path) -> None:
    """A standard deviation of the user's own that is too small: the law breaks the claim."""
    body = "return data + np.round(rng.normal(0.0, 1.0, size) * 2**30) / 2**30"
    parameters = {"epsilon": "1", "delta": "1e-5", "sensitivity": "1", "sigma": "1"}
    result = assess(Subject(write_target(tmp_path, body), "gaussian", parameters), Plan(samples=4_000))
    assert any(finding.startswith("claim:") for finding in result.findings)


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        (Subject("m:f", "laplacian", {}), "laplace"),
        (Subject("m:f", "laplace", {"epsilon": "1"}), "sensitivity"),
        (Subject("m:f", "laplace", {"epsilon": "0", "sensitivity": "1"}), "epsilon = 0"),
        (Subject("m:f", "laplace", {"epsilon": "1", "sensitivity": "1"}, ("0", "3")), "neighbors"),
        (Subject("m:f", "randomized_response", {"exp_eps": "3", "categories": "2"}, ("0", "2")), "range(2)"),
    ],
)
def test_subject_that_makes_no_sense_is_refused(subject: Subject, words: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        assess(subject, Plan())
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "changes",
    [{"samples": 2}, {"alpha": 0.0}, {"alpha": 1.0}, {"seed": -1}, {"delta": Fraction(0)}, {"delta": Fraction(1)}],
)
def test_plan_that_makes_no_sense_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        Plan(**changes)  # type: ignore[arg-type]


def test_claim_of_a_concentrated_guarantee() -> None:
    """rho = 1/2, delta = e^-2 (nearly): epsilon = 1/2 + 2 sqrt(1/2 * 2) = 5/2."""
    claim = claim_of(ConcentratedGuarantee("replace_one", Fraction(1, 2)), Fraction(np.exp(-2.0)))
    assert claim.epsilon == pytest.approx(2.5)
