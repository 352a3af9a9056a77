"""Reports: complete, closed, repeatable, honest about what was not shown, and never half-written."""

import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from dpassay.audit.answers.outcome import Samples
from dpassay.audit.assess import Assessment
from dpassay.audit.evidence.features import contains
from dpassay.audit.evidence.search import TRAINING_SHARE
from dpassay.audit.evidence.statements import joint_epsilon
from dpassay.audit.reports import report, sentences
from dpassay.properties.grids import Grid
from tests.audit.report_cases import CASES, NOON, SAMPLES, Page

pytestmark = pytest.mark.xdist_group("reports")


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    content = json.loads(report.SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(content)
    return Draft202012Validator(content)


def each_object(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from each_object(part)


# The schema


@pytest.mark.parametrize("name", CASES)
def test_reports_of_every_verdict_are_as_the_schema_says(
    name: str, reports: dict[str, dict[str, Any]], schema: Draft202012Validator
) -> None:
    assert [f"{list(error.path)}: {error.message}" for error in schema.iter_errors(reports[name])] == []
    assert reports[name]["verdict"] == CASES[name][2]


def with_few_numbers(node: Any) -> Any:
    """Return a copy in which a list that holds no object has three entries at most: of numbers, three are as many."""
    if isinstance(node, dict):
        return {key: with_few_numbers(value) for key, value in node.items()}
    if isinstance(node, list):
        return [with_few_numbers(value) for value in (node if any(each_object(node)) else node[:3])]
    return node


@pytest.mark.parametrize("name", ["honest", "few", "loud", "textbook", "raises", "telling_bits"])
def test_the_schema_is_closed_and_complete(
    name: str, reports: dict[str, dict[str, Any]], schema: Draft202012Validator
) -> None:
    content = with_few_numbers(reports[name])
    content["evidence"] = content["evidence"] and {
        **content["evidence"],
        "profile": {**content["evidence"]["profile"], "events": content["evidence"]["profile"]["events"][:1]},
    }
    for part in list(each_object(content)):
        if part is content["subject"]["parameters"]:
            continue
        part["surprise"] = 1
        assert not schema.is_valid(content), sorted(part)
        del part["surprise"]
        for key in list(part):
            kept = part.pop(key)
            assert not schema.is_valid(content), key
            part[key] = kept
    assert schema.is_valid(content)


def closed(node: Any) -> Iterator[str]:
    """Yield where a schema describes an object and leaves it open."""
    for part in each_object(node):
        if part.get("type") == "object" and "additionalProperties" not in part and "properties" in part:
            yield json.dumps(part)[:80]


def test_every_object_of_the_schema_is_closed(schema: Draft202012Validator) -> None:
    assert list(closed(schema.schema)) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("honest", {"verdict": "violation"}),
        ("honest", {"exit_code": 1}),
        ("honest", {"verdict": "inconclusive"}),
        ("honest", {"exit_code": 3}),
        ("honest", {"power": None}),
        ("few", {"verdict": "consistent"}),
        ("few", {"verdict": "consistent", "exit_code": 0, "power": None}),
        ("few", {"exit_code": 0}),
        ("honest", {"findings": ["law: no"]}),
        ("honest", {"evidence": None}),
        ("honest", {"headline": "CONSISTENT: the target is private"}),
        ("loud", {"findings": []}),
        ("loud", {"verdict": "consistent", "exit_code": 0}),
        ("raises", {"verdict": "consistent", "exit_code": 0}),
        ("raises", {"exit_code": 0}),
        ("raises", {"findings": []}),
    ],
)
def test_a_verdict_that_does_not_fit_is_refused(
    name: str, change: dict[str, Any], reports: dict[str, dict[str, Any]], schema: Draft202012Validator
) -> None:
    assert not schema.is_valid({**reports[name], **change})


# What a reader can check


def certificates(content: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the certificates that a report has, by kind."""
    return {kind: found for kind, found in content["evidence"]["certificates"].items() if found is not None}


@pytest.mark.parametrize("name", ["honest", "loud", "beyond", "textbook", "level", "tagged", "telling_bits"])
def test_the_numbers_can_be_checked_from_the_report_alone(name: str, reports: dict[str, dict[str, Any]]) -> None:
    content = reports[name]
    cells = content["evidence"]["cells"]
    for found in certificates(content).values():
        first, second = (found["count_p"], found["n_p"]), (found["count_q"], found["n_q"])
        order = (*first, *second) if found["direction"] == "p over q" else (*second, *first)
        assert joint_epsilon(*order, delta=found["delta"], alpha=found["alpha"]) == found["epsilon_lower"]
    for counts, outside, probabilities in zip(cells["counts"], cells["outside"], cells["probabilities"], strict=True):
        assert sum(counts) + outside == SAMPLES
        assert sum(probabilities) == pytest.approx(1, abs=1e-12)
    split = content["plan"]["alpha_split"]
    shares = {kind: split[kind] for kind in ("values", "bits", "form") if split[kind] is not None}
    assert split["law"] + sum(shares.values()) == pytest.approx(content["plan"]["alpha"], rel=1e-12)
    assert content["plan"]["evidence"] == ["law", *shares]
    assert content["evidence"]["law_test"]["alpha"] == split["law"]
    assert {kind: found["alpha"] for kind, found in certificates(content).items()} == shares
    assert content["evidence"]["certified_alpha"] == pytest.approx(sum(shares.values()), rel=1e-12)


def test_rows_stand_beside_their_numbers(reports: dict[str, dict[str, Any]]) -> None:
    content = reports["level"]
    cells = content["evidence"]["cells"]
    assert dict(zip(cells["edges"], cells["rows"], strict=True)) == {0: [0, 0], 1: [0, 1], 2: [1, 0], 3: [1, 1]}
    assert content["evidence"]["law_test"]["inputs"][0]["worst"].startswith("y = (")
    assert "(0, 0)" in content["evidence"]["certificates"]["values"]["event"]["description"]
    assert reports["honest"]["evidence"]["cells"]["rows"] is None
    assert "--data=1,0;0,1" in shlex.split(content["command"])


def test_boxes_can_be_rebuilt_from_the_report(
    audits: dict[str, Assessment], reports: dict[str, dict[str, Any]]
) -> None:
    cells, drawn = reports["tagged"]["evidence"]["cells"], audits["tagged"].drawn
    assert isinstance(drawn, Samples)
    assert [axis["tag"] for axis in cells["grid"]] == [True, False]
    for array, counts in zip(drawn.arrays, cells["counts"], strict=True):
        boxes = Grid.from_json(cells["grid"]).boxes(array)
        assert np.bincount(boxes, minlength=len(cells["edges"])).tolist() == counts
    assert reports["level"]["evidence"]["cells"]["grid"] is None
    assert "y_1 = " in reports["tagged"]["evidence"]["law_test"]["inputs"][0]["worst"]


def test_bits_of_a_coordinate_are_evidence(reports: dict[str, dict[str, Any]]) -> None:
    found = reports["telling_bits"]["evidence"]["certificates"]["bits"]
    assert found["epsilon_lower"] > 4
    assert found["event"]["predicate"]["feature"]["name"] == "coordinate"
    assert found["event"]["description"].endswith(("where y = y_1", "where y = y_2"))


@pytest.mark.parametrize("name", ["honest", "loud", "textbook", "level", "tagged", "telling_bits"])
def test_the_predicate_of_the_event_gives_the_counts(
    name: str, audits: dict[str, Assessment], reports: dict[str, dict[str, Any]]
) -> None:
    drawn, evidence = audits[name].drawn, audits[name].evidence
    assert isinstance(drawn, Samples)
    assert evidence is not None
    assert evidence.match is not None
    cells = evidence.match.cells[0]
    boxed = cells.grid is not None  # events are then of the rows themselves
    numbers = [(array if boxed else cells.numbers(array))[SAMPLES // TRAINING_SHARE :] for array in drawn.arrays]
    codes = [np.zeros(len(array), dtype=np.int64) for array in numbers]
    for kind, found in certificates(reports[name]).items():
        parts = codes if kind == "form" else numbers
        inside = [int(contains(found["event"]["predicate"], array).sum()) for array in parts]
        assert inside == [found["count_p"], found["count_q"]], kind


def test_what_the_law_cannot_produce_is_counted(reports: dict[str, dict[str, Any]]) -> None:
    evidence = reports["beyond"]["evidence"]
    assert evidence["cells"]["outside"] == [each["worst_observed"] for each in evidence["law_test"]["inputs"]]
    assert min(evidence["cells"]["outside"]) > SAMPLES / 8


def test_rationals_stand_beside_doubles(reports: dict[str, dict[str, Any]]) -> None:
    subject = reports["textbook"]["subject"]
    assert subject["parameters"]["epsilon"] == {"exact": "3/2", "value": 1.5, "decimal": "1.5"}
    zero, one = ({"exact": word, "value": float(word), "decimal": word} for word in "01")
    assert subject["data"] == [zero, one]


@pytest.mark.parametrize(
    ("epsilon", "value", "decimal"),
    [("1e400", None, "1e+400"), ("1e-400", None, "1e-400"), ("0", 0.0, "0"), ("-1e-400", None, "-1e-400")],
)
def test_what_no_double_is_near_is_a_decimal(
    epsilon: str, value: float | None, decimal: str, audits: dict[str, Assessment], schema: Draft202012Validator
) -> None:
    audit = audits["honest"]
    claim = replace(audit.claim, epsilon=0.0, epsilon_decimal="1e-400")
    odd = replace(audit, subject=replace(audit.subject, parameters={"epsilon": epsilon}), claim=claim)
    content = report.to_json(odd)
    assert schema.is_valid(content)
    shown = content["subject"]["parameters"]["epsilon"]
    assert (shown["value"], shown["decimal"]) == (value, decimal)
    assert (content["claim"]["epsilon"], content["claim"]["epsilon_decimal"]) == (None, "1e-400")
    page = " ".join(Page(report.render(odd, content)).words.split())
    assert f"epsilon = {decimal}" in page
    assert "epsilon = 1e-400 at delta = 0." in page
    assert "00000000000000000000" not in page


@pytest.mark.parametrize("name", ["loud", "textbook"])
def test_one_number_is_printed_one_way(name: str, audits: dict[str, Assessment]) -> None:
    audit = audits[name]
    evidence = audit.evidence
    assert evidence is not None
    assert evidence.match is not None
    ((kind, found),) = [item for item in evidence.certificates.items() if item[1] is evidence.certificate]
    assert evidence.law_test is not None
    match = replace(evidence.match, test=replace(evidence.law_test, p_value=0.0))
    changed = replace(evidence, certificates={kind: replace(found, alpha=5e-7)}, match=match)
    odd = replace(audit, evidence=changed)
    page = " ".join(Page(report.render(odd)).words.split())
    assert "with 99.99995 % confidence" in sentences.headline(odd)
    assert page.count("99.99995 % confidence") >= 2
    assert "p <= 1e-300 for both inputs together" in page
    assert "p = 0 " not in page


def test_a_built_in_target_is_named_as_the_user_names_it(audits: dict[str, Assessment]) -> None:
    audit = audits["honest"]
    plan = replace(audit.plan, python="/somewhere/environments/lib-1/bin/python")
    built_in = replace(audit, subject=replace(audit.subject, built_in="lib-1-response"), plan=plan)
    content = report.to_json(built_in)
    assert content["subject"]["target"] == "lib-1-response"
    assert shlex.split(content["command"])[:4] == ["dpassay", "audit", "lib-1-response", "--data=0"]
    assert not {"--mechanism", "--param", "--python"} & set(shlex.split(content["command"]))
    page = report.render(built_in, content)
    assert "<title>consistent: lib-1-response</title>" in page
    assert str(audit.subject.target).rpartition("/")[0] not in page


@pytest.mark.parametrize("name", ["honest", "raises"])
def test_the_file_of_a_target_has_its_hash(
    name: str, audits: dict[str, Assessment], reports: dict[str, dict[str, Any]]
) -> None:
    """Also where the target then fails."""
    place = Path(str(audits[name].subject.target).rpartition(":")[0])
    digest = sha256(place.read_bytes()).hexdigest()
    source = {"kind": "function", "files": [{"name": place.name, "sha256": digest}], "words": ""}
    assert reports[name]["source"] == source
    assert digest in report.render(audits[name], reports[name])


def test_an_infinite_estimate_is_null(reports: dict[str, dict[str, Any]]) -> None:
    found = reports["textbook"]["evidence"]["certificates"]["bits"]
    assert found["count_q"] == 0 or found["count_p"] == 0
    assert found["epsilon_estimate"] is None


def test_a_failure_is_told_in_full(reports: dict[str, dict[str, Any]]) -> None:
    content = reports["raises"]
    assert content["failure"]["kind"] == "raised"
    assert "RuntimeError" in content["failure"]["traceback"]
    assert content["run"]["stderr"] == "a < b & c"


# Files


def test_both_files_are_written(audits: dict[str, Assessment], tmp_path: Path) -> None:
    paths = report.write(audits["honest"], tmp_path / "new" / "folder", "some-target")
    assert [path.name for path in paths] == ["some-target.json", "some-target.html"]
    assert sorted(paths) == sorted((tmp_path / "new" / "folder").iterdir())
    assert json.loads(paths[0].read_text(encoding="utf-8"))["verdict"] == "consistent"
    assert paths[1].read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert max(path.stat().st_size for path in paths) < 300_000


def test_lists_of_numbers_take_one_line(reports: dict[str, dict[str, Any]]) -> None:
    text = report.dumps(reports["textbook"])
    assert len(text.splitlines()) < 2_000
    assert json.loads(text) == reports["textbook"]


def test_brackets_inside_strings_are_left_alone() -> None:
    content = {"stdout": "[\n 1,\n 2\n]", "numbers": [1, 2]}
    assert json.loads(report.dumps(content)) == content


@pytest.mark.parametrize("stem", ["", "a/b", "../a"])
def test_a_stem_that_is_no_file_name_is_refused(stem: str, audits: dict[str, Assessment], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^stem = "):
        report.write(audits["raises"], tmp_path, stem)


def test_a_folder_that_cannot_be_made_is_one_clear_line(audits: dict[str, Assessment], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match=r"^directory = .*file/below: expected a folder that can be made \(.*\)$"):
        report.write(audits["raises"], tmp_path / "file" / "below", "x")


def test_a_file_that_cannot_be_written_is_one_clear_line(audits: dict[str, Assessment], tmp_path: Path) -> None:
    (tmp_path / "x.json").mkdir()
    with pytest.raises(ValueError, match=r"^path = .*x\.json: expected a file that can be written \(.*\)$"):
        report.write(audits["raises"], tmp_path, "x")
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def failing(*_arguments: object, **_named: object) -> str:
    raise RuntimeError("the disk is gone")


@pytest.mark.parametrize("where", ["render", "dumps"])
def test_nothing_is_written_when_making_a_report_fails(
    where: str, audits: dict[str, Assessment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, where, failing)
    with pytest.raises(RuntimeError):
        report.write(audits["raises"], tmp_path / "folder", "x")
    assert list(tmp_path.iterdir()) == []


def test_an_older_report_stays_whole_when_writing_fails(
    audits: dict[str, Assessment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = report.write(audits["raises"], tmp_path, "x")
    before = [path.read_bytes() for path in paths]
    moved: Callable[[Path, Path], Path] = failing  # type: ignore[assignment]
    monkeypatch.setattr(Path, "replace", moved)
    with pytest.raises(RuntimeError):
        report.write(audits["honest"], tmp_path, "x")
    assert [path.read_bytes() for path in paths] == before
    assert len(list(tmp_path.iterdir())) == 2


def test_texts_that_are_no_unicode_do_not_stop_a_report(audits: dict[str, Assessment], tmp_path: Path) -> None:
    odd = replace(audits["raises"], findings=("raised: \udcff \x00 \u2603",))
    path, page = report.write(odd, tmp_path, "x")
    assert json.loads(path.read_text(encoding="utf-8"))["findings"] == list(odd.findings)
    assert "\u2603" in page.read_text(encoding="utf-8")


def test_the_same_audit_gives_the_same_page(audits: dict[str, Assessment]) -> None:
    content = report.to_json(audits["honest"], created=NOON)
    assert report.render(audits["honest"], content) == report.render(audits["honest"], content)
    assert np.isfinite(content["run"]["seconds"])
