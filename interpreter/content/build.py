"""Second pass over a pack: entries to definitions. Raw mappings stop here."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter import codes
from interpreter.content import examples as example_texts
from interpreter.content import ruleset as r
from interpreter.content.circles import circle
from interpreter.content.compile import NO_FORMULA, Compiler, Locate
from interpreter.content.declare import Declarations
from interpreter.content.entries import Entries, Entry, gather
from interpreter.content.fields import FieldReader
from interpreter.content.soundness import Subject, check_soundness
from interpreter.content.unknown import add_unknown, explain_renamed
from interpreter.diagnostics import Note, Report
from interpreter.lang.ir import names_in
from interpreter.lang.types import NUMBER, Type, item

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.content.tree import Tree
    from interpreter.lang.ir import Formal
    from interpreter.lang.lower import Parameters
    from interpreter.lang.symbols import Family, Symbols


@dataclass(frozen=True, slots=True)
class Built:
    """A ruleset and, by the number of a program, where its text stands."""

    ruleset: r.Ruleset
    places: tuple[Locate, ...]


def build(trees: tuple[Tree, ...], report: Report, where: str) -> Built | None:
    """Return the ruleset these files declare; None, with a finding, if they declare no game."""
    return build_entries(gather(trees), report, where)


def build_entries(
    entries: Entries, report: Report, where: str, overlays: tuple[r.PackRef, ...] = ()
) -> Built | None:
    """Return the ruleset of these entries, which overlays may have changed."""
    if not entries.packs or not entries.flows:
        missing = "pack" if not entries.packs else "flow"
        report.add(codes.NO_SECTION, None, pack=where, section=missing)
        return None
    declarations = Declarations(entries, report)
    symbols = declarations.symbols()
    for one, *more in (entries.packs, entries.flows):
        for x in more:
            note = Note(codes.FIRST_HERE, one.span())
            report.add(codes.SECOND_SECTION, x.span(), notes=(note,), section=x.path[0])
    compiler = Compiler(symbols, report)
    built = _Builder(entries, declarations, symbols, compiler, report, overlays).build()
    explain_renamed(report, declarations.places)
    if report.ok:
        check_soundness(Subject(entries, built.ruleset, compiler.written), report)
    return built


@dataclass
class _Builder:
    entries: Entries
    declarations: Declarations
    symbols: Symbols
    compiler: Compiler
    report: Report
    overlays: tuple[r.PackRef, ...] = ()

    def build(self) -> Built:
        """Compile everything, number the programs, and return the whole."""
        e = self.entries
        options = {x.id: _option(x) for x in e["options"]}
        resources = tuple(self._resource(x) for x in e["resources"])
        counters = {x.id: self._counter(x) for x in e["counters"]}
        counters.update({x.id: self._track(x) for x in e["tracks"]})
        zones = {x.id: self._zone(x) for x in e["zones"]}
        kinds = self._kinds()
        formulas = {x.id: self._formula(x) for x in e["formulas"]}
        self._refuse_circles(formulas)
        actions = {x.id: self._action(x) for x in e["actions"]}
        triggers = self._triggers()
        scores = tuple(self._score(x) for x in e["scores"])
        flow = self._flow(e.flows[0])
        panels = tuple(self._panel(x) for x in sorted(e["panels"], key=lambda x: x.get("order", 0)))
        examples = tuple(example_texts.example(x, self.compiler, e.packs[0]) for x in e["examples"])
        ruleset = r.Ruleset(
            pack=_pack(e.packs[0]),
            options=options,
            seats=tuple(r.SeatDef(x.id, _name(x), tuple(x.get("players"))) for x in e["seats"]),
            resources=resources,
            counters=counters,
            zones=zones,
            kinds=kinds,
            formulas=formulas,
            actions=actions,
            triggers=triggers,
            scores=scores,
            flow=flow,
            panels=panels,
            texts={x.get("en"): dict(x.data) for x in e["texts"]},
            examples=examples,
            programs=tuple(self.compiler.programs),
            sources=self._sources(),
            fingerprint=fingerprint(self.entries),
            names=self._names(),
            overlays=self.overlays,
        )
        return Built(ruleset, tuple(self.compiler.places))

    # --- small definitions

    def _resource(self, x: Entry) -> r.ResourceDef:
        pays: list[int] = []
        for i, name in enumerate(x.get("pays_for", ())):
            pays += self._resources(name, x, "pays_for", i)
        one_of = self._resources(x.get("one_of"), x, "one_of") if x.get("one_of") else []
        least = None if x.get("unbounded") else x.get("min", 0)
        option = x.get("supply_option")
        if option is not None and option not in self.symbols.options:
            self._unknown(x, ("supply_option",), "option", option, self.symbols.options)
        return r.ResourceDef(
            x.id, _name(x), x.get("start", 0), least, x.get("max"), tuple(x.get("tags", ())),
            tuple(pays), tuple(one_of), x.get("supply"), option, x.get("visible", "all"),
        )  # fmt: skip

    def _resources(self, name: str, x: Entry, *keys: str | int) -> list[int]:
        """Return the resources a tag or id stands for."""
        s = self.symbols
        if name in s.tags:
            return [s.resources[id_] for id_ in s.tags[name]]
        if name in s.resources:
            return [s.resources[name]]
        self._unknown(x, keys, "resource or tag", name, {**s.tags, **s.resources})
        return []

    def _unknown(
        self,
        x: Entry,
        keys: tuple[str | int, ...],
        what: str,
        name: str,
        known: Mapping[str, object],
    ) -> None:
        add_unknown(self.report, x, keys, what, name, known)

    def _counter(self, x: Entry) -> r.CounterDef:
        family = self.symbols.families[x.id]
        return r.CounterDef(
            x.id, _name(x), family.dims, family.value, self._start(x, family),
            x.get("min"), x.get("max"), x.get("visible", "all"),
        )  # fmt: skip

    def _start(self, x: Entry, family: Family) -> Formal:
        if "start" in x.data:
            return self.compiler.formula(
                x, ("start",), family.value, _dim_names(family.dims), player=False
            )[0]
        return NO_FORMULA if family.value.base in ("number", "truth") else r.NO_REFERENCE

    def _track(self, x: Entry) -> r.CounterDef:
        family = self.symbols.families[x.id]
        names = (*_dim_names(family.dims), ("place", NUMBER))
        if family.spaces is not None:
            names = (*names, ("space", item(family.spaces)))
        programs = {
            key: self.compiler.effect(x, (key,), f"track.{x.id}.{key}", names)
            for key in ("on_reach", "beyond")
            if key in x.data
        }
        spaces, kind = x.get("spaces"), None
        if isinstance(spaces, str):
            kind, spaces = spaces, sum(i.kind == spaces for i in self.entries.items)
        track = r.TrackDef(
            spaces, kind, bool(x.get("ring")),
            programs.get("on_reach"), programs.get("beyond"),
        )  # fmt: skip
        return r.CounterDef(
            x.id, _name(x), family.dims, NUMBER, self._start(x, family), 0, spaces - 1,
            x.get("visible", "all"), track,
        )  # fmt: skip

    def _zone(self, x: Entry) -> r.ZoneDef:
        family = self.symbols.families[x.id]
        return r.ZoneDef(
            x.id, _name(x), family.dims, tuple(sorted(family.value.kinds)),
            x.get("order", "row"), x.get("capacity"), x.get("visible", "all"),
        )  # fmt: skip

    # --- kinds and items

    def _kinds(self) -> dict[str, r.KindDef]:
        by_kind: dict[str, list[Entry]] = {x.id: [] for x in self.entries["kinds"]}
        for x in self.entries.items:
            if x.kind in by_kind:
                by_kind[x.kind].append(x)
            else:
                span = x.tree.key_span(("items", x.kind))
                add_unknown(self.report, x, (), "kind", x.kind, by_kind, span)
        return {x.id: self._kind(x, by_kind[x.id]) for x in self.entries["kinds"]}

    def _kind(self, x: Entry, items: list[Entry]) -> r.KindDef:
        symbol = self.symbols.kinds[x.id]
        start = None
        if "start" in x.data:
            start = self.compiler.formula(
                x,
                ("start",),
                Type("set", member=item(x.id)),
                (("this", item(x.id)),),
                player=symbol.owned,
            )[0]
        reader = FieldReader(symbol, self.compiler, self.report, self.declarations)
        return r.KindDef(
            x.id,
            _name(x),
            dict(symbol.fields),
            {name: family.value for name, family in symbol.states.items()},
            start,
            symbol.owned,
            tuple(
                r.ItemDef(
                    i.id, x.id, _name(i) if "name" in i.data else _name(x),
                    i.get("copies", x.get("copies", 1)), reader.values(i), i.get("source", ""),
                )
                for i in items
            ),
        )  # fmt: skip

    # --- formulas

    def _formula(self, x: Entry) -> r.FormulaDef:
        signature, gives = self.symbols.formulas[x.id]
        value, _ = self.compiler.formula(x, ("value",), gives, signature.parameters)
        return r.FormulaDef(x.id, _name(x), value)

    def _refuse_circles(self, formulas: Mapping[str, r.FormulaDef]) -> None:
        """Report formulas that need themselves: their value would never be found."""
        needs = {id_: names_in(f.value.expr) for id_, f in formulas.items()}
        told = set[str]()
        for x in self.entries["formulas"]:
            found = circle(x.id, needs)
            if found and x.id not in told:
                told |= set(found)
                notes = self._steps((*found, x.id)) if len(found) > 1 else []
                self.report.add(codes.CIRCLE, x.span("value"), notes=notes, name=x.id)

    def _steps(self, names: tuple[str, ...]) -> list[Note]:
        """Return which formula of a circle needs which, each where it says so."""
        entries = {x.id: x for x in self.entries["formulas"]}
        told = [(name, f"`{name}` needs `{other}`") for name, other in pairwise(names)]
        # The first is said beside the carets of the finding itself.
        return [
            Note(text, entries[name].span("value") if name != names[0] else None)
            for name, text in told
        ]

    # --- actions, triggers, flow, scores, panels

    def _action(self, x: Entry) -> r.ActionDef:
        signature = self.symbols.actions[x.id]
        name = self.compiler.effect(x, ("effect",), f"action.{x.id}", signature.parameters)
        return r.ActionDef(x.id, _name(x), name, x.get("offered") == "any_time")

    def _triggers(self) -> dict[str, tuple[r.TriggerDef, ...]]:
        found: dict[str, list[r.TriggerDef]] = {event: [] for event in self.symbols.events}
        for x in self.entries["triggers"]:
            event = x.get("on")
            if event not in found:
                self._unknown(x, ("on",), "event", event, self.symbols.events)
                continue
            parameters = self.symbols.events[event].parameters
            name = self.compiler.effect(x, ("effect",), f"trigger.{x.id}", parameters)
            found[event].append(r.TriggerDef(x.id, event, x.get("order", 0), name))
        return {e: tuple(sorted(t, key=lambda t: (t.order, t.id))) for e, t in found.items()}

    def _score(self, x: Entry) -> r.ScoreDef:
        amount, _ = self.compiler.formula(x, ("amount",), NUMBER)
        return r.ScoreDef(x.id, _name(x), amount, x.get("cap"))

    def _flow(self, x: Entry) -> r.FlowDef:
        programs = {
            key: self.compiler.effect(x, (key,), f"flow.{key}", player=False)
            for key in ("setup", "round", "finish")
            if key in x.data
        }
        score = x.get("score")
        if score not in self.symbols.resources:
            self._unknown(x, ("score",), "resource", score, self.symbols.resources)
        ties = tuple(
            self.compiler.formula(x, ("ties", i), NUMBER)[0] for i in range(len(x.get("ties", ())))
        )
        return r.FlowDef(
            programs.get("setup"), programs["round"], programs.get("finish"),
            self.symbols.resources.get(score, 0), ties,
        )  # fmt: skip

    def _panel(self, x: Entry) -> r.PanelDef:
        each: Formal | None = None
        parameters: Parameters = ()
        if "each" in x.data:
            each, kind = self.compiler.formula(x, ("each",), None)
            member = (
                kind.member if kind is not None and kind.member is not None else Type("anything")
            )
            parameters = ((x.get("as", "it"), member),)
        key = "columns" if "each" in x.data else "lines"
        lines = []
        for i, line in enumerate(x.get(key, ())):
            show, kind = self.compiler.formula(x, (key, i, "show"), None, parameters)
            lines.append(r.PanelLine(line["name"], show, kind or NUMBER))
        return r.PanelDef(
            x.id, _name(x), x.get("order", 0), each, x.get("for", "game"), tuple(lines)
        )

    # --- names and provenance

    def _sources(self) -> dict[str, str]:
        found: dict[str, str] = {}
        sections = [*self.entries.sections.values(), self.entries.items, self.entries.flows]
        for entry in (x for section in sections for x in section):
            name = entry.id or ".".join(map(str, entry.path))
            if "source" in entry.data:
                found[name] = entry.get("source")
            for key, source in (entry.get("sources") or {}).items():
                found[f"{name}.{key}"] = source
            found.update(
                {f"{name}.{k[0]}": p.source for k, p in entry.overlaid.items() if p.source}
            )
        return found

    def _names(self) -> dict[str, r.Name]:
        sections = (
            "options",
            "seats",
            "resources",
            "counters",
            "tracks",
            "zones",
            "kinds",
            "actions",
            "scores",
        )
        found = {x.id: _name(x) for s in sections for x in self.entries[s]}
        kinds = dict(found)
        found.update(
            {
                x.id: _name(x) if "name" in x.data else kinds[x.kind]
                for x in self.entries.items
                if x.kind in kinds
            }
        )
        return found


def _dim_names(dims: tuple[Type, ...]) -> Parameters:
    """Name the dimensions of a family: `player`, or the kind it runs over."""
    return tuple(
        (dim.base if dim.base in ("player", "resource") else "_or_".join(sorted(dim.kinds)), dim)
        for dim in dims
    )


def _name(x: Entry) -> r.Name:
    return dict(x.get("name") or {"en": x.id.replace("_", " ")})


def _option(x: Entry) -> r.OptionDef:
    players = tuple(x.get("players", ()))
    sort, values = x.get("type"), tuple(map(str, x.get("values", ())))
    default = x.get("default", False)
    if sort == "choice":
        first = values.index(default) if default in values else 0
        most = len(values) - 1
        return r.OptionDef(x.id, _name(x), sort, first, 0, most, values, players)
    least, most = (0, 1) if sort == "flag" else (x.get("min", 0), x.get("max", 10**9))
    return r.OptionDef(x.id, _name(x), sort, int(default), least, most, (), players)


def _pack(x: Entry) -> r.PackInfo:
    players = x.get("players")
    return r.PackInfo(
        x.id,
        str(x.get("version")),
        _name(x),
        players["min"],
        players["max"],
        tuple(x.get("languages", ("en",))),
    )


def fingerprint(entries: Entries, changes: Iterable[object] = ()) -> str:
    """Return a hash of all content; the order of files and keys does not matter."""
    everything: dict[str, object] = {
        name: [e.data for e in section]
        for name, section in entries.sections.items()
        if name not in ("examples", "panels", "texts")
    }
    everything["items"] = [[e.kind, e.data] for e in entries.items]
    everything["pack"] = [{k: v for k, v in e.data.items() if k != "accept"} for e in entries.packs]
    everything["flow"] = [e.data for e in entries.flows]
    written = sorted(json.dumps(c, sort_keys=True, ensure_ascii=False) for c in changes)
    if written:
        everything["changes"] = written
    text = json.dumps(everything, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
