"""SCOTT-35: the arithmetic of Section 5.

An image of 28 x 28 has sixteen parts of 7 x 7, sixteen bits have 2^16 = 65536 values, and ten digits have 90 ordered
pairs: true. SCOTT-35b: 540 clients are "approximately 14%" and 660 "20%" of all. To the nearest percent they are not
shares of one number: where 540 is at most 14.5%, 660 is below 17.8% (SCOTT-35b-corrected). SCOTT-35c: the 1400 images
do not meet what Theorem 4.9 asks of the data, each of 65536 values at least twice. (The source does not say that they
do: of the values "a subset" occurs. It is what noise for the sensitivity of Theorem 4.9 would need.)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import EMPTY, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_numbers import NUMBERS, Clients
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic


@claim(
    "SCOTT-35",
    location="Section 5",
    latex=r"(28/7)^2 = 16,\ 2^{16} = 65536,\ 10 \cdot 9 = 90",
    text="An image of 28 x 28 has sixteen parts of 7 x 7, sixteen bits have 65536 values, and ten digits have 90 "
    "distinct pairs.",
    assumed=("pairs are ordered, as KL is not symmetric",),
)
def scott_35() -> Case:
    """By multiplication."""
    return Case(
        checks=(Goal("by multiplication", exhaustive("scott35", "scott-nothing")),),
        twins=(Twin("unordered pairs", exhaustive("scott35-unordered", "scott-nothing")),),
    )


@claim(
    "SCOTT-35b",
    location="Sections 5.1.2 and 5.2.2",
    latex=r"540 \le 14.5\%\, n \text{ and } 660 \ge 19.5\%\, n \text{ for one } n",
    text="540 clients are 14% of all clients, and 660 are 20% of them, to the nearest percent.",
    corrected_by="SCOTT-35b-corrected",
)
def scott_35b() -> Case:
    """Their ratio is 11/9."""
    return Case(
        argument="For both to be so for one number of clients, 660/540 = 1.222 would have to be at least 19.5/14.5 = "
        "1.344.",
        counterexample=Goal("660/540", counterexample("scott35b"), Hunt("scott35b", _nothing)),
        twins=(Twin("17.5%", counterexample("scott35b-less")),),
        remarks=("360 clients are 10% and 200 are 5% of between 3636 and 3790 clients, where 660 are 17.4% to 18.2%.",),
    )


@claim(
    "SCOTT-35b-corrected",
    location="Sections 5.1.2 and 5.2.2",
    latex=r"540 \le 14.5\%\, n \implies 660 < 17.8\%\, n",
    text="Where 540 clients are at most 14.5% of n clients, 660 are less than 17.8% of them.",
)
def scott_35b_corrected() -> Case:
    """660/540 times 14.5% is 17.72...%."""
    return Case(
        checks=(Goal("some numbers of clients", exhaustive("scott35b-corrected", "scott-clients")),),
        twins=(Twin("17.7%", exhaustive("scott35b-sharper", "scott-clients")),),
    )


@claim(
    "SCOTT-35c",
    location="Section 5, against the condition of Theorem 4.9",
    latex=r"1400 \ge 2 \cdot 2^{16}",
    text="The 1400 images are enough for every one of the 2^16 values to occur at least twice, as Theorem 4.9 asks.",
    corrected_by="SCOTT-35c-corrected",
)
def scott_35c() -> Case:
    """Far too few."""
    return Case(
        argument="Each of 65536 values twice are 131072 data.",
        counterexample=Goal("1400 images", counterexample("scott35c"), Hunt("scott35c", _nothing)),
        twins=(Twin("131072 images", counterexample("scott35c-corrected")),),
        remarks=(
            "The source does not say so, but that a subset of the values occurs: then Theorem 4.9 does not apply.",
        ),
    )


@claim(
    "SCOTT-35c-corrected",
    location="Section 5, against the condition of Theorem 4.9",
    latex=r"2 \cdot 2^{16} = 131072 > 1400",
    text="For every one of the 2^16 values to occur at least twice 131072 data are needed, and 1400 are fewer.",
)
def scott_35c_corrected() -> Case:
    """By multiplication."""
    return Case(
        checks=(Goal("by multiplication", exhaustive("scott35c-corrected", "scott-nothing")),),
        twins=(Twin("1400 images", exhaustive("scott35c", "scott-nothing")),),
    )


VALUES: Final = 2**16
told("scott35", "(28/7)^2 = 16, 2^16 = 65536 and 10 * 9 = 90", EMPTY)(
    lambda _: (28 // 7) ** 2 == 16 and VALUES == 65536 and 10 * 9 == 90  # as it is printed
)
told("scott35-unordered", "(28/7)^2 = 16, 2^16 = 65536 and 10 * 9/2 = 90", EMPTY)(lambda _: 10 * 9 // 2 == 90)
told("scott35b", "660/540 is at least 19.5/14.5", EMPTY)(lambda _: Fraction(660, 540) >= Fraction(195, 145))
told("scott35b-less", "660/540 is at least 17.5/14.5", EMPTY)(lambda _: Fraction(660, 540) >= Fraction(175, 145))
OF_CLIENTS: Final = entries(clients=whole(1))


def _is_below(instance: Instance, share: Fraction) -> bool:
    clients: int = instance["clients"]
    return Fraction(29, 200) * clients < 540 or share * clients > 660  # as it is printed


told("scott35b-corrected", "660 are less than 17.8% where 540 are at most 14.5%", OF_CLIENTS)(
    lambda instance: _is_below(instance, Fraction(89, 500))
)
told("scott35b-sharper", "660 are less than 17.7% where 540 are at most 14.5%", OF_CLIENTS)(
    lambda instance: _is_below(instance, Fraction(177, 1000))
)
told("scott35c", "1400 >= 2 * 65536", EMPTY)(lambda _: 2 * VALUES <= 1400)  # as it is printed
told("scott35c-corrected", "2 * 65536 = 131072 > 1400", EMPTY)(lambda _: 2 * VALUES == 131072)


@family("scott-nothing", "nothing but constants")
def _nothing() -> Iterator[Instance]:
    yield {}


@family("scott-clients", "3000, 3100, ..., 4500 clients, and 3725")
def _clients() -> Iterator[Instance]:
    return ({"clients": clients} for clients in (*range(3000, 4501, 100), 3725))


SIZES: Final = "(28/7)**2 = 16 and 2**16 = 65536 and 10*9 = 90"
theorem(
    "SCOTT-35",
    NUMBERS,
    SIZES,
    Step("parts", "(28/7)**2 = 16", arithmetic()),
    Step("values", "2**16 = 65536", arithmetic()),
    Step("pairs", "10*9 = 90", arithmetic()),
)
ANY: Final = Clients(3600)
refuted("SCOTT-35b", NUMBERS, "39/29 <= 660/540", setting=ANY)
FEW: Final = ("540 <= 29/200*n",)
theorem(
    "SCOTT-35b-corrected",
    NUMBERS,
    "660 < 89/500*n",
    Step("all", "660 < 89/500*n", arithmetic(("11/9", FEW[0])), FEW),
    where=FEW,
)
refuted("SCOTT-35c", NUMBERS, "2*2**16 <= 1400", setting=ANY)
theorem(
    "SCOTT-35c-corrected",
    NUMBERS,
    "2*2**16 = 131072 and 1400 < 2*2**16",
    Step("values", "2*2**16 = 131072", arithmetic()),
    Step("more", "1400 < 2*2**16", arithmetic()),
)
