"""What must hold at every decision of every game. Used by tests and by `tools/soak.py`."""

from collections import Counter
from dataclasses import dataclass, field

from interpreter.engine import events as ev
from interpreter.engine import layout as at
from interpreter.engine.game import Game
from interpreter.engine.record import read_save
from interpreter.engine.view import hidden, view
from interpreter.lang.ops import AMOUNT
from interpreter.play.bots import BOTS


class Broken(AssertionError):
    """An invariant does not hold; says in which game and at which decision."""

    def __init__(self, seed, number, message):
        super().__init__(f"seed {seed}, decision {number}: {message}")
        self.seed, self.number, self.message = seed, number, message


@dataclass
class Tally:
    """How many states were visited, and how often each sort of check was made."""

    games: int = 0
    unfinished: int = 0
    states: int = 0
    checks: Counter = field(default_factory=Counter)


@dataclass
class Pace:
    """How often the costly checks are made, in decisions; 0 leaves one out."""

    follow: int = 25
    every_option: int = 25
    views: int = 1
    light: bool = False
    """Whether only the state itself is checked, at every decision of as many games as possible."""
    most: int = 20_000
    """A game longer than this is left unfinished."""


def soak(ruleset, players, seed, bots, options=None, tally=None, pace=None):
    """Play a game and check everything; return it, or raise `Broken`."""
    return _Soak(ruleset, players, str(seed), bots, options, tally or Tally(), pace or Pace()).run()


class _Soak:
    def __init__(self, ruleset, players, seed, bots, options, tally, pace):
        self.tally, self.pace, self.seed, self.number = tally, pace, seed, 0
        try:
            self.game = Game(ruleset, players, seed, options, listen=not self.pace.light)
        except Exception as error:
            raise Broken(seed, 0, f"set-up raises {error!r}") from error
        self.bots = tuple(BOTS[bots](seed, seat) for seat in range(players))
        self.layout, self.table = self.game.table.layout, self.game.table
        self.zone_cells = {cell: zone for zone in ruleset.zones for cell in self.layout.cells(zone)}
        self.limits = [
            (name, cell, block.least, block.most)
            for name, block in self.layout.blocks.items()
            if name not in ruleset.zones and (block.least is not None or block.most is not None)
            for cell in self.layout.cells(name)
        ]
        self.references = list(_references(ruleset, self.layout))
        self.streams = [cell for cell, _ in self.layout.streams.values()]
        self.kinds = [c.item.kind for c in self.layout.components]
        self.holds = {cell: ruleset.zones[zone].holds for cell, zone in self.zone_cells.items()}
        blocks = self.layout.blocks
        self.closed_zones = [
            (cell, zone)
            for cell, zone in self.zone_cells.items()
            if blocks[zone].capacity is not None or blocks[zone].sorted
        ]
        self.everything = Counter(c.key for c in self.layout.components)
        self.placed = frozenset()
        self.shadows = []

    def run(self):
        game, tally = self.game, self.tally
        tally.games += 1
        self.state()
        while game.decision is not None and self.number < self.pace.most:
            if self.pace.light:
                self.chosen(self.wanted())
            else:
                self.waiting()
                self.answer()
            self.number += 1
            self.state()
        if game.decision is not None:
            tally.unfinished += 1
        elif game.result is None or not game.result.winners:
            self.fail("a finished game has no winner")
        for number, shadow in self.shadows:
            self.same(
                shadow.hash(),
                game.hash(),
                f"a game restored at decision {number} differs at the end",
            )
            tally.checks["followed to the end"] += 1
        return game

    def wanted(self):
        """Return what the bot that is asked answers."""
        decision = self.game.decision
        return self.bots[decision.player](
            decision, lambda: view(self.table, self.game.cells, decision.player)
        )

    def chosen(self, index):
        """Answer; an option that was offered and fails is no option."""
        try:
            self.game.choose(index)
        except Exception as error:
            reason = f"option {index} raises {error!r}"
            raise Broken(self.seed, self.number, reason) from error

    def fail(self, message):
        raise Broken(self.seed, self.number, message)

    def same(self, found, expected, message):
        if found != expected:
            self.fail(f"{message}: {found!r} is not {expected!r}")

    # --- the state itself

    def state(self):
        self.tally.states += 1
        self.places()
        self.numbers()
        self.tally.checks["places"] += 1
        self.tally.checks["limits"] += 1

    def places(self):
        cells, place_of = self.game.cells, self.layout.place_of
        lying = [(c, cell) for cell in self.zone_cells for c in cells[cell]]
        seen = {c for c, _ in lying}
        places = cells[place_of : place_of + len(self.layout.components)]
        known = sum(place != -1 for place in places)
        if len(seen) < len(lying) or known != len(seen) or any(places[c] != p for c, p in lying):
            self.misplaced(lying, places)
        for cell, zone in self.closed_zones:
            if cells[cell]:
                self.room(zone, cells[cell])
        for component, cell in lying:
            if self.kinds[component] not in self.holds[cell]:
                self.fail(f"{self.zone_cells[cell]} holds {self.key(component)}")
        if not self.placed <= seen:
            self.fail(f"components have vanished: {sorted(map(self.key, self.placed - seen))}")
        self.placed = seen

    def misplaced(self, lying, places):
        """Say which component is not where it says it is, or lies in two places."""
        seen = set()
        for component, cell in lying:
            if component in seen:
                self.fail(f"component {self.key(component)} lies in two places")
            seen.add(component)
            self.same(places[component], cell, f"place of {self.key(component)}")
        for component, place in enumerate(places):
            if component not in seen:
                self.same(place, -1, f"place of {self.key(component)}")

    def room(self, zone, there):
        block = self.layout.blocks[zone]
        if block.capacity is not None and len(there) > block.capacity:
            self.fail(f"{zone} holds {len(there)} of at most {block.capacity}")
        if block.sorted and list(there) != sorted(there):
            self.fail(f"{zone} is out of order")

    def numbers(self):
        cells, layout, ruleset = self.game.cells, self.layout, self.table.ruleset
        for name, cell, least, most in self.limits:
            if (least is not None and cells[cell] < least) or (
                most is not None and cells[cell] > most
            ):
                self.fail(f"{name} is {cells[cell]}, outside {least} to {most}")
        for name, cell, legal in self.references:
            if cells[cell] not in legal:
                self.fail(f"{name} refers to {cells[cell]}")
        for index, resource in enumerate(ruleset.resources):
            amounts = [cells[layout.cell(AMOUNT, p, index)] for p in range(self.table.players)]
            if resource.least is not None and min(amounts) < resource.least:
                self.fail(f"{resource.id} is below its minimum: {amounts}")
            if resource.most is not None and max(amounts) > resource.most:
                self.fail(f"{resource.id} is above its maximum: {amounts}")
            if resource.one_of and any(amounts):
                self.fail(f"somebody holds the abstract {resource.id}")
            limited = resource.supply is not None and (
                resource.supply_option is None or layout.options[resource.supply_option]
            )
            if limited and sum(amounts) > resource.supply:
                self.fail(f"{sum(amounts)} {resource.id} of {resource.supply} are held")

    def key(self, component):
        return self.layout.components[component].key

    # --- the open question

    def waiting(self):
        game, checks = self.game, self.tally.checks
        decision = game.decision
        options = decision.options
        found = [o.key for o in options]
        if len(options) < 2:
            self.fail(f"a question without a choice: {found}")
        if len(set(found)) < len(found):
            twice = [k for k, n in Counter(found).items() if n > 1]
            self.fail(f"keys are not unique: {twice}")
        self.same(tuple(o.declines for o in options), decision.declining, "declining options")
        checks["options"] += 1
        copy = game.copy()
        self.same((copy.cells, _keys(copy)), (game.cells, found), "a copy")
        checks["copies"] += 1
        self.saves(found)
        if self.pace.views and self.number % self.pace.views == 0:
            self.views()
        if self.pace.every_option and self.number % self.pace.every_option == 0:
            self.every_option(found)

    def saves(self, found):
        game = self.game
        saved = read_save(game.save())
        head = saved.header
        again = Game.restore(self.table.ruleset, head.players, head.options, head.seed, saved.cells)
        self.same((again.cells, _keys(again)), (game.cells, found), "a restored game")
        self.tally.checks["saves"] += 1
        if self.pace.follow and self.number % self.pace.follow == 0:
            self.shadows.append((self.number, again))

    def every_option(self, found):
        before = self.game.cells[:]
        for index, key in enumerate(found):
            try:
                self.game.copy().choose(index)
            except Exception as error:
                raise Broken(self.seed, self.number, f"option {key!r} raises {error!r}") from error
            self.tally.checks["every option"] += 1
        self.same(self.game.cells, before, "a game whose copies went on")

    def views(self):
        table, cells = self.table, self.game.cells
        everything = self.everything
        for seat in (*range(table.players), None):
            seen = view(table, cells, seat)
            secret = hidden(table, cells, seat)
            allowed = everything - Counter(self.key(c) for c in secret)
            for label, shown in seen.zones.items():
                zone = label.partition("(")[0]
                if not isinstance(shown, int) and table.ruleset.zones[zone].visible == "none":
                    self.fail(f"seat {seat} sees into {label}")
            shown = Counter(
                k for keys in seen.zones.values() if not isinstance(keys, int) for k in keys
            )
            if not shown <= allowed:
                self.fail(f"seat {seat} sees what is hidden: {sorted(shown - allowed)}")
            self.same(
                view(table, self.mixed_up(secret), seat),
                seen,
                f"view of seat {seat} with hidden things mixed up",
            )
            self.tally.checks["views"] += 1

    def mixed_up(self, secret):
        """The state with hidden components turned round within their zones."""
        cells = self.game.cells[:]
        for cell in self.zone_cells:
            there = cells[cell]
            if len(there) > 1 and there[0] in secret:
                cells[cell] = there[::-1]
        return cells

    # --- an answer

    def answer(self):
        game, checks = self.game, self.tally.checks
        before, found, known = game.cells, _keys(game), len(game.events)
        copied = before[:]
        index = self.wanted()
        self.chosen(index)
        self.same(before, copied, "the state before, after an answer")
        for number, shadow in self.shadows:
            shadow.choose(index)
            if shadow.decision is None or game.decision is None:
                self.same(shadow.over, game.over, f"a game restored at decision {number} is over")
            else:
                self.same(
                    shadow.decision.count,
                    game.decision.count,
                    f"a game restored at decision {number}",
                )
        after, then = game.cells, _keys(game)
        barrier = any(self.uncovers(e) for e in game.events[known:])
        undone = game.undo()
        self.same(undone, not barrier, "undo is allowed")
        if undone:
            self.same((game.cells, _keys(game)), (copied, found), "undo")
            if any(before[s] != after[s] for s in self.streams):
                self.fail("chance can be undone")
            self.same(game.redo(), True, "redo is allowed")
        self.same((game.cells, _keys(game)), (after, then), "undo and redo")
        checks["undone" if undone else "undo refused"] += 1

    def uncovers(self, event):
        match event:
            case ev.Shuffled() | ev.Rolled():
                return True
            case ev.Moved():
                blocks, zones = self.layout.blocks, self.zone_cells
                return (
                    event.source >= 0
                    and blocks[zones[event.source]].visible == "none"
                    and blocks[zones[event.target]].visible != "none"
                )
        return False


def _keys(game):
    return [] if game.decision is None else [o.key for o in game.decision.options]


def _references(ruleset, layout):
    """Cells that refer to something, with what they may hold."""
    families = {name: counter.holds for name, counter in ruleset.counters.items()}
    families |= {
        f"{kind.id}.{state}": held
        for kind in ruleset.kinds.values()
        for state, held in kind.states.items()
    }
    for name, held in families.items():
        legal = {
            "player": range(-1, layout.players),
            "resource": range(-1, len(ruleset.resources)),
            "truth": (0, 1),
        }.get(held.base)
        if held.base == "item":
            legal = frozenset({-1, *layout.members(tuple(sorted(held.kinds)))})
        if legal is not None:
            for cell in layout.cells(name):
                yield name, cell, legal


def headless(cells):
    """A state without its stack, for tests that compare what lies on the table."""
    return [x for i, x in enumerate(cells) if i not in (at.STACK, at.ANNOUNCED)]
