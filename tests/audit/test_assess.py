"""The audit of one target, end to end: verdicts, findings, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.audit import assess as assess_module
from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.assess import Answers, Assessment, Plan, Subject, assess, claim_of, examine, findings_of
from dpassay.audit.evidence import examine as evidence
from dpassay.audit.evidence.search import TRAINING_SHARE
from dpassay.audit.held_to.subject import Resolved
from dpassay.audit.plan import Kind
from dpassay.exact import Budget
from dpassay.properties import goodness_of_fit, joint_statistics
from dpassay.properties.cells import pair_cells
from dpassay.reference import ConcentratedGuarantee, Guarantee
from tests.audit.clock import LIMIT, Clock
from tests.audit.here import draw_here
from tests.mutants.registry import AUDITED as PARAMETERS
from tests.mutants.registry import CORRECT, MUTANTS, path_of
from tests.once import jointly_once, known

SAMPLES = 60_000
ALPHA = 1e-4

LAPLACE = "laplace", {"epsilon": "1", "sensitivity": "1"}


def audited(mechanism: str, function: str, **plan: float) -> Assessment:
    """Audit a function of tests/mutants/."""
    settings = {"samples": SAMPLES, "alpha": ALPHA, "seed": 7, **plan}
    return assess(Subject(f"{path_of(mechanism)}:{function}", mechanism, PARAMETERS[mechanism]), Plan(**settings))  # type: ignore[arg-type]


@pytest.fixture
def _no_band(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute no band, which a report would show and no verdict looks at."""
    monkeypatch.setattr(evidence, "profile_band", lambda *_samples, **_settings: None)


@cache
def resolved(mechanism: str, resolve: Callable[[Subject], Resolved]) -> Resolved:
    """Resolve once what is asked of every target: one object, so that no laws are compared to find it again."""
    return resolve(Subject("any:target", mechanism, PARAMETERS[mechanism]))


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in this process; compute each law, its cells and its draws once, and no exact curve."""
    monkeypatch.setattr("dpassay.audit.sources.draw", draw_here)
    monkeypatch.setattr(joint_statistics, "simulated_statistics", jointly_once)
    resolve = Subject.resolve
    monkeypatch.setattr(Subject, "resolve", lambda subject: resolved(subject.mechanism_name, resolve))
    for name in ("pair_cells", "broken_by_the_law", "laws_of"):
        monkeypatch.setattr(assess_module, name, known(getattr(assess_module, name)))
    monkeypatch.setattr(evidence, "exact_deltas", lambda laws, grid: np.zeros(len(grid)))


def test_here_and_in_a_process_of_its_own_the_samples_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    there = audited("laplace", "laplace_correct", samples=500).drawn
    monkeypatch.setattr("dpassay.audit.sources.draw", draw_here)
    here = audited("laplace", "laplace_correct", samples=500).drawn
    assert isinstance(here, Samples)
    assert isinstance(there, Samples)
    assert all(np.array_equal(one, other) for one, other in zip(here.arrays, there.arrays, strict=True))


@pytest.mark.statistical
@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("mechanism", [name for name in PARAMETERS if name not in ("laplace", "gaussian")])
def test_simple_correct_implementation_is_consistent(mechanism: str) -> None:
    result = audited(mechanism, CORRECT[mechanism].__name__)
    assert result.verdict == "consistent", result.findings
    assert result.exit_code == 0


@pytest.mark.statistical
@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("mechanism", ["laplace", "gaussian"])
def test_simple_continuous_implementation_follows_the_law_and_leaks_through_its_bits(mechanism: str) -> None:
    result = audited(mechanism, CORRECT[mechanism].__name__)
    assert [finding.partition(":")[0] for finding in result.findings] == ["privacy"]


@pytest.mark.statistical
@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("mechanism", list(PARAMETERS))
def test_our_own_implementation_is_consistent(mechanism: str) -> None:
    subject = Subject(f"dpassay.fast.{mechanism}:{mechanism}", mechanism, PARAMETERS[mechanism])
    result = assess(subject, Plan(samples=SAMPLES, alpha=ALPHA, seed=7))
    assert result.verdict == "consistent", result.findings
    assert result.exit_code == 0


@pytest.mark.statistical
@pytest.mark.usefixtures("_here", "_no_band")
@pytest.mark.parametrize(("mechanism", "mutant"), [(m, name) for m in PARAMETERS for name in MUTANTS[m]])
def test_mutant_is_a_violation(mechanism: str, mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a level that takes few simulated draws: no correct implementation is at stake here."""
    monkeypatch.setattr(goodness_of_fit, "MOST_DRAWS", goodness_of_fit.FEWEST_DRAWS)
    result = audited(mechanism, MUTANTS[mechanism][mutant].__name__, alpha=1e-2)
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
    result = assess(subject, Plan(samples=100))
    assert (result.verdict, result.exit_code) == ("could not run", 2)
    assert words.lower() in result.findings[0].lower()


def test_answers_of_several_forms_are_not_compared_with_the_law(tmp_path: Path) -> None:
    subject = Subject(write_target(tmp_path, "return [0 if u < 0.5 else u for u in rng.random(size)]"), *LAPLACE)
    result = assess(subject, Plan(samples=100))
    assert (result.verdict, result.exit_code) == ("could not run", 2)
    forms = {"int64 of shape () (100)", "float64 of shape () (100)", "expected one number each"}
    assert set(result.findings[0].removeprefix("output: answers of the forms ").split(", ")) == forms


def test_what_was_drawn_until_the_time_limit_is_audited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "import time; time.sleep(3_600 * (size > 1_000)); return np.zeros(size)"
    passes = Clock(monkeypatch).strike(lambda drawn: drawn == 2 * 1023)
    result = assess(Subject(write_target(tmp_path, body), *LAPLACE), Plan(samples=200_000, time_limit=LIMIT), passes)
    assert (result.verdict, result.exit_code) == ("violation", 1)
    assert isinstance(result.drawn, Samples)
    assert result.drawn.shortfall == "the time limit of 500 s came after 1,023 and 1,023 of 200,000 answers"


def test_hanging_target_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = tmp_path / "running"
    body = f"import pathlib, time; pathlib.Path({str(running)!r}).touch(); time.sleep(3_600)"
    passes = Clock(monkeypatch).strike(lambda _drawn: running.exists())
    subject = Subject(write_target(tmp_path, body), "laplace", PARAMETERS["laplace"])
    result = assess(subject, Plan(samples=100, time_limit=LIMIT, first_time_limit=LIMIT), passes)
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
        (Subject("m:f", "laplace", {"epsilon": "1", "sensitivity": "1"}, ("0", "0/7")), "data = 0, neighbor = 0"),
        (Subject("m:f", "exponential", {"epsilon": "1", "sensitivity": "1"}, ("1,2", "1,2")), "neighbor = 1,2"),
    ],
)
def test_subject_that_makes_no_sense_is_refused(subject: Subject, words: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        assess(subject, Plan())
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "changes",
    [
        *({"samples": 2}, {"alpha": 0.0}, {"alpha": 1.0}, {"seed": -1}, {"delta": Fraction(0)}, {"delta": Fraction(1)}),
        *({"evidence": ()}, {"evidence": ("values", "luck")}),
    ],
)
def test_plan_that_makes_no_sense_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(changes))):
        Plan(**changes)  # type: ignore[arg-type]


def test_claim_of_more_digits_than_python_writes() -> None:
    """That of 10,000 rounds at e^epsilon = 3, whose power has 4,772 digits."""
    claim = claim_of(Guarantee("any_pair", Budget(exp_eps=3).times(10_000), Fraction(0)), None)
    assert claim.words == "(epsilon = 10986.1228867, delta = 0)-differential privacy"


def test_claim_of_a_concentrated_guarantee() -> None:
    """rho = 1/2, delta = e^-2 (nearly): epsilon = 1/2 + 2 sqrt(1/2 * 2) = 5/2."""
    claim = claim_of(ConcentratedGuarantee("replace_one", Fraction(1, 2)), Fraction(np.exp(-2.0)))
    assert claim.epsilon == pytest.approx(2.5)


# Kinds of evidence

HALVED = "return data + rng.laplace(0.0, parameters['sensitivity'] / parameters['epsilon'] / 2, size)"
BY_KIND = {"values": "by a set of values", "bits": "by bit patterns", "form": "by type and shape"}


@pytest.mark.parametrize(
    ("evidence", "found"),
    [
        (("law", "values", "bits", "form"), ["law", "values", "bits"]),
        (("values", "bits"), ["values", "bits"]),
        (("values",), ["values"]),
        (("bits", "form"), ["bits"]),
        (("law",), ["law"]),
    ],
)
def test_low_bits_do_not_hide_a_halved_scale(tmp_path: Path, evidence: tuple[Kind, ...], found: list[str]) -> None:
    subject = Subject(write_target(tmp_path, HALVED), "laplace", {"epsilon": "1", "sensitivity": "1"})
    result = assess(subject, Plan(samples=20_000, evidence=evidence))
    assert result.verdict == "violation"
    words = [BY_KIND.get(kind, "law: the answers do not follow") for kind in found]
    assert len(result.findings) == len(found)
    assert all(word in finding for word, finding in zip(words, result.findings, strict=True))
    assert result.evidence is not None
    certificates = result.evidence.certificates
    assert "values" not in certificates or 1.8 < certificates["values"].epsilon_lower <= 2
    assert "bits" not in certificates or certificates["bits"].epsilon_lower > 4
    assert set(certificates) == set(evidence) - {"law"}
    assert (result.evidence.p_value is None) == ("law" not in evidence)


def test_evidence_that_the_answers_cannot_show_is_refused() -> None:
    subject = Subject("m:f", "discrete_laplace", PARAMETERS["discrete_laplace"])
    with pytest.raises(ValueError, match="evidence = bits: expected one of"):
        assess(subject, Plan(evidence=("bits",)))


def test_what_the_law_never_gives_has_a_p_value_above_0(tmp_path: Path) -> None:
    target = write_target(tmp_path, "return np.full(size, data + 0.5)")
    result = assess(Subject(target, "discrete_laplace", PARAMETERS["discrete_laplace"]), Plan(samples=100))
    assert result.evidence is not None
    assert result.evidence.p_value == 1e-300
    assert "certain: the law never gives this" in result.findings[0]


# How much could have been found

HONEST = "return np.where(rng.random(size) < 0.5, data, 1 - data)"
HONEST_RESPONSE = "return np.where(rng.random(size) < 0.75, data, 1 - data)"
RESPONSE = {"exp_eps": "3", "categories": "2"}


@pytest.mark.parametrize(("samples", "code"), [(10, 3), (2_000, 0)])
def test_ten_answers_are_inconclusive(tmp_path: Path, samples: int, code: int) -> None:
    subject = Subject(write_target(tmp_path, HONEST_RESPONSE), "randomized_response", RESPONSE)
    result = assess(subject, Plan(samples=samples, seed=3))
    assert (result.exit_code, result.findings) == (code, ())
    assert result.verdict == ("consistent" if code == 0 else "inconclusive")
    expected = "this audit would have found an epsilon " if code == 0 else "this audit could not have told"
    assert result.could_have_found.startswith(expected)
    wrong = Subject(write_target(tmp_path, HONEST), "randomized_response", RESPONSE)
    assert assess(wrong, Plan(samples=2_000, seed=3)).could_have_found == ""


# What the runner may hand over


@dataclass(frozen=True, slots=True, eq=False)
class Formed(Samples):
    """Samples with forms, and with a reason why there are not more."""

    form_names: tuple[str, ...] = ()
    form_codes: tuple[Any, ...] = ()
    shortfall: str = ""


def drawn(monkeypatch: pytest.MonkeyPatch, samples: Samples) -> Assessment:
    """Audit samples that were drawn elsewhere."""
    monkeypatch.setattr("dpassay.audit.sources.draw", lambda *_arguments, **_named: samples)
    return assess(Subject("m:f", "randomized_response", RESPONSE), Plan(samples=2_000))


def formed(*shares: float) -> Formed:
    """Return answers of which such shares, on either input, are None."""
    rng = np.random.default_rng(4)
    codes = tuple((rng.random(2_000) < share).astype(np.int64) for share in shares)
    return Formed((), 0, 1.0, Origin(), form_names=("int64 of shape ()", "NoneType"), form_codes=codes)


def test_a_form_that_tells_the_inputs_apart_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    result = drawn(monkeypatch, formed(0.5, 0.01))
    assert (result.verdict, result.evidence is not None) == ("violation", True)
    assert "privacy: by type and shape, with 99.989 % confidence" in result.findings[0]
    assert "y is NoneType" in result.findings[0]
    assert result.findings[1].startswith("output: answers of the forms int64 of shape () (")


@pytest.mark.parametrize("shares", [(0.1, 0.1), (1.0, 1.0), (0.3, 0.15)])
def test_forms_that_show_no_excess_could_not_run(monkeypatch: pytest.MonkeyPatch, shares: tuple[float, float]) -> None:
    """The claim is epsilon = log 3: twice as many of a form are within it."""
    result = drawn(monkeypatch, formed(*shares))
    assert (result.verdict, result.evidence) == ("could not run", None)
    assert "NoneType" in result.findings[0]
    assert "expected one number each" in result.findings[0]


def test_fewer_answers_than_planned_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    arrays = tuple((rng.random(n) < p).astype(np.int64) for n, p in ((900, 0.25), (700, 0.75)))
    result = drawn(monkeypatch, Formed(arrays, 0, 1.0, Origin(), shortfall="Time was up."))
    assert (result.verdict, result.samples, result.shortfall) == ("consistent", 700, "Time was up.")
    assert result.evidence is not None
    assert result.evidence.law_test is not None
    assert result.evidence.law_test.samples == (900, 700)
    assert result.evidence.certificates["values"].n_p == 900 - 900 // TRAINING_SHARE
    few = Formed(tuple(array[:3] for array in arrays), 0, 1.0, Origin(), shortfall="Time was up.")
    assert drawn(monkeypatch, few).verdict == "could not run"


# False alarms


@pytest.mark.statistical
@pytest.mark.usefixtures("_no_band")
@pytest.mark.parametrize(("truth", "often"), [(0.75, False), (0.85, True)])
def test_false_alarms_are_as_rare_as_promised(truth: float, often: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """100 audits at alpha = 0.1 with the verdict of an audit; a correct one flags more than 22 once in 1e4."""
    subject = Subject("m:f", "randomized_response", RESPONSE).resolve()
    monkeypatch.setattr(joint_statistics, "simulated_statistics", jointly_once)
    claim, cells = claim_of(subject.mechanism.guarantee(subject.parameters), None), pair_cells(subject.laws, 400)
    rng, plan = np.random.default_rng(6), Plan(samples=400, alpha=0.1)
    flagged = 0
    for _ in range(100):
        answers = Answers(((rng.random(400) > truth).astype(np.int64), (rng.random(400) < truth).astype(np.int64)))
        flagged += bool(findings_of(examine(subject, plan, claim, answers, cells), claim))
    assert (flagged > stats.binom.isf(1e-4, 100, 0.1)) == often
