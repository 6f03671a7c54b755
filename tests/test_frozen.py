"""Our quick dataclasses behave like Python's own frozen ones, but for refusing changes."""

import dataclasses
from dataclasses import field, replace

import pytest

from interpreter import frozen


def made(decorator):
    @decorator(frozen=True, slots=True)
    class Shell:
        """A thing with a field of each sort."""

        colour: str
        rings: tuple[int, ...] = ()
        at: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    @decorator(frozen=True)
    class Nothing:
        """A thing without fields."""

    @decorator(frozen=True, slots=True)
    class Same:
        """A thing that decides itself what it equals."""

        number: int

        def __eq__(self, other):
            return isinstance(other, Same)

        def __hash__(self):
            return 1

    return Shell, Nothing, Same


@pytest.mark.parametrize("decorator", [dataclasses.dataclass, frozen.dataclass])
def test_things_are_compared_hashed_and_shown_by_their_fields(decorator):
    shell, nothing, same = made(decorator)
    one, other = shell("red", (1, 2), (3, 4)), shell("red", (1, 2))
    assert one == other and hash(one) == hash(other) and one != shell("red")
    assert one != ("red", (1, 2)) and nothing() != shell("red")
    assert repr(one).endswith("Shell(colour='red', rings=(1, 2))")
    assert nothing() == nothing() and hash(nothing()) == hash(nothing())
    assert repr(nothing()).endswith("Nothing()")
    assert same(1) == same(2) and len({same(1), same(2)}) == 1
    assert replace(one, colour="blue") == shell("blue", (1, 2))
    assert replace(one, colour="blue").at == (3, 4)
    assert not hasattr(one, "__dict__")
    assert shell(at=(3, 4), rings=(1, 2), colour="red").at == (3, 4)
    with pytest.raises(TypeError, match=r"Shell.__init__.* missing 1 .*'colour'"):
        shell()
