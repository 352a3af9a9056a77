"""A recording: two files or two arrays, of one type and shape, with their hashes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.recording import read_recording


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("whole.csv").write_text("x\n" + "".join(f"{n}\n" for n in range(6)))
    Path("real.csv").write_text("0.5\n" * 5)
    Path("rows.csv").write_text("1,2\n" * 5)
    Path("few.csv").write_text("1\n" * 3)
    Path("large.csv").write_text("9007199254740993\n" * 5)
    Path("folder.csv").mkdir()


def test_files_are_named_with_their_hashes() -> None:
    recording = read_recording(["whole.csv", Path("real.csv")])
    drawn = recording.samples(1)
    digests = [sha256(Path(name).read_bytes()).hexdigest() for name in ("whole.csv", "real.csv")]
    assert drawn.origin.sources == (("whole.csv", digests[0]), ("real.csv", digests[1]))
    assert recording.words == ["--samples-from", "whole.csv", "real.csv"]
    assert str(recording) == "whole.csv and real.csv"
    assert recording.stem == "whole-real"
    assert recording.sizes == (6, 5)


def test_integers_beside_doubles_are_doubles() -> None:
    """How a number was written down tells nothing: there is one form of answers."""
    for names in (["whole.csv", "real.csv"], ["real.csv", "whole.csv"]):
        drawn = read_recording(names).samples(1)
        assert [array.dtype for array in drawn.arrays] == [np.float64] * 2
        assert drawn.form_names == ("float64 of shape ()",)
    both = read_recording(["whole.csv", "whole.csv"]).samples(1)
    assert [array.dtype for array in both.arrays] == [np.int64] * 2
    assert read_recording(["rows.csv", "rows.csv"]).samples(1).form_names == ("int64 of shape (2,)",)


def test_the_order_is_drawn_from_the_seed() -> None:
    """A recording may be sorted, and events are chosen by the first answers."""
    first, again, other = (read_recording([range(100), range(100)]).samples(seed).arrays for seed in (1, 1, 2))
    assert all(map(np.array_equal, first, again))
    assert not np.array_equal(first[0], other[0])
    assert not np.array_equal(first[0], first[1])
    assert [sorted(array.tolist()) for array in first] == [list(range(100))] * 2


def test_arrays_have_the_hashes_of_the_files_that_they_would_be() -> None:
    first, second = np.arange(5) / 2, np.arange(6.0)
    found = read_recording((first, second)).samples(1).origin.sources
    np.save("first.npy", first)
    np.save("second.npy", second)
    assert found == read_recording(("first.npy", "second.npy")).samples(1).origin.sources


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (["whole.csv"], r"samples_from = ['whole.csv']: expected the answers on the first and on the second input"),
        ("ab", "samples_from = 'ab': expected the answers on the first and on the second input: two files"),
        (None, "samples_from = None: expected the answers on the first"),
        (["/dev/full", "whole.csv"], "samples_from = '/dev/full': expected a file whose name ends in .npy, .csv"),
        (["none.csv", "whole.csv"], "samples_from = 'none.csv': expected a file that can be read (No such file"),
        (["folder.csv", "whole.csv"], "samples_from = 'folder.csv': expected a file that can be read (Is a directory)"),
        (["a\0.csv", "whole.csv"], "expected a file that can be read (embedded null byte)"),
        (["few.csv", "whole.csv"], "samples_from = few.csv of 3: expected 4 to 10^9 answers"),
        (["whole.csv", "rows.csv"], "rows.csv with answers of shape (2,): expected (), as those of whole.csv"),
        (["real.csv", "large.csv"], "large.csv, row 1 = 9007199254740993: expected an integer that is a double"),
        ([[1, 2, 3, 4], [[1], 2]], "samples_from = [[1], 2]: expected the path of a file, or an array"),
        ([[1, 2, 3, 4], object()], "second.npy of type object: expected integers, or doubles"),
        ([[1, 2, 3, 4], [0.0, np.nan]], "second.npy, row 2 = nan: expected a finite number"),
    ],
)
def test_what_is_no_recording_is_refused(sources: Any, message: str) -> None:
    with pytest.raises(ValueError, match=r"samples_from = .*: expected ") as caught:
        read_recording(sources)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
