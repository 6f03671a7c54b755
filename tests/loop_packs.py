# ruff: noqa: E501 - packs stand on lines of their own
"""Packs that loop, with what analysis says of each and what the engine does."""

THINGS = """
resources: [{id: gold, name: {en: gold}, start: 3, source: placeholder}, {id: wood, name: {en: wood}, start: 4, source: placeholder},
  {id: silk, name: {en: silk}, pays_for: [linen], source: placeholder}, {id: linen, name: {en: linen}, start: 1, source: placeholder}]
counters: [{id: heat, name: {en: heat}, start: 2, min: 0, max: 3, source: placeholder}, {id: lamp, name: {en: lamp}, holds: flag, source: placeholder},
  {id: tally, name: {en: tally}, source: placeholder}]
events: [{id: ping, source: placeholder}, {id: pong, source: placeholder}, {id: pang, source: placeholder}]
kinds: [{id: card, name: {en: card}, fields: {reward: effect}, states: {used: flag}, start: deck, source: placeholder}]
items: {card: [{id: mill, name: {en: mill}, copies: 6, reward: "move this to my.hand; gain 1 gold", source: placeholder}]}
zones: [{id: deck, name: {en: deck}, holds: [card], source: placeholder}, {id: table, name: {en: table}, holds: [card], source: placeholder},
  {id: hand, name: {en: hand}, per: [player], holds: [card], source: placeholder}]
"""
FLOW = """
flow:
  setup: "as player(1) { draw 2 from deck to my.hand }"
  round: "for each p in players { turn p { go } }; if round >= 2 { end_game \\"over\\" }"
  score: vp
  source: placeholder
"""


def action(name, effect, extra=""):
    return f"  - {{id: {name}, name: {{en: {name}}}, effect: '{effect}'{extra}, source: placeholder}}\n"


def lap(effect, **others):
    """A lap that every turn runs."""
    return (
        "actions:\n"
        + action("go", "lap")
        + action("lap", effect)
        + "".join(action(*o) for o in others.items())
    )


def extras(*effects):
    """Actions that may be taken at any time of a turn."""
    listed = "".join(action(f"extra_{i}", e, ", offered: any_time") for i, e in enumerate(effects))
    return (
        "actions:\n" + action("go", 'choose { "work" -> gain 1 vp | otherwise "rest" -> }') + listed
    )


def triggers(*pairs, start="signal ping"):
    listed = "".join(
        f"  - {{id: t{i}, on: {on}, effect: '{effect}', source: placeholder}}\n"
        for i, (on, effect) in enumerate(pairs)
    )
    return "actions:\n" + action("go", start) + "triggers:\n" + listed


def track(on_reach="", beyond="", ring=False):
    keys = (f", on_reach: '{on_reach}'" if on_reach else "") + (
        f", beyond: '{beyond}'" if beyond else ""
    )
    return (
        f"tracks: [{{id: path, name: {{en: path}}, per: [player], spaces: 5, ring: {str(ring).lower()}{keys}, source: placeholder}}]\n"
        "actions:\n" + action("go", "advance my.path")
    )


# What analysis says, and what the engine does: `guard` stops it, it `goes on` as long as the player likes, or it `ends`.
LOOPS = {
    "itself, with a gain": (lap("gain 1 vp; lap"), "endless", "guard"),
    "itself, for nothing": (lap("lap"), "endless", "guard"),
    "two call each other": (lap("other", other="gain 1 gold; lap"), "endless", "guard"),
    "three in a ring": (lap("second", second="third", third="lap"), "endless", "guard"),
    "queues itself twice": (lap("lap; lap"), "endless", "guard"),
    "repeats itself": (lap("repeat 2 { lap }"), "endless", "guard"),
    "itself after a requirement that stays": (lap("require my.gold > 0; gain 1 gold; lap"), "endless", "guard"),
    "itself after a choice of a number": (lap("choose n from 1 to 3 { gain n gold; lap }"), "endless", "guard"),
    "for each player again": (lap("for each p in players { as p { lap } }"), "undecidable", "guard"),
    "a trigger on its own event": (triggers(("ping", "signal ping")), "endless", "guard"),
    "a trigger that doubles its event": (triggers(("ping", "signal ping; signal ping")), "endless", "guard"),
    "mutual triggers": (triggers(("ping", "signal pong"), ("pong", "signal ping")), "endless", "guard"),
    "three triggers": (triggers(("ping", "signal pong"), ("pong", "signal pang"), ("pang", "gain 1 vp; signal ping")), "endless", "guard"),
    "a trigger through an action": (triggers(("ping", "go")), "endless", "guard"),
    "triggers up to a limit": (triggers(("ping", "if heat < 3 { add 1 to heat; signal pong }"), ("pong", "signal ping")), "bounded", "ends"),
    "a ring track that turns itself": (track("advance my.path", ring=True), "endless", "guard"),
    "beyond the end again and again": (track(beyond="advance my.path", on_reach="advance my.path"), "endless", "guard"),
    "a track that runs to its end": (track("advance my.path"), "bounded", "ends"),
    "a free gain by choice": (lap("may { gain 1 gold; lap }"), "endless", "goes on"),
    "pay one, gain two": (lap("may { pay 1 gold; gain 2 gold; lap }"), "endless", "goes on"),
    "pay one, gain it back": (lap("may { pay 1 gold; gain 1 gold; lap }"), "endless", "goes on"),
    "pay two, gain one": (lap("may { pay 2 gold; gain 1 gold; lap }"), "bounded", "ends"),
    "pay with what stands in": (lap("may { pay 1 linen; gain 1 silk; lap }"), "endless", "goes on"),
    "a branch that comes back": (lap('choose { "a" -> gain 1 gold; lap | otherwise "b" -> }'), "endless", "goes on"),
    "lose what is there": (lap("may { lose 1 gold; gain 1 vp; lap }"), "undecidable", "goes on"),
    "an additional gain for nothing": (extras("gain 1 gold"), "endless", "goes on"),
    "a toggle": (extras("set lamp to not lamp"), "endless", "goes on"),
    "two toggles that undo each other": (extras("require lamp; set lamp to false; gain 1 gold", "require not lamp; set lamp to true"), "undecidable", "goes on"),
    "an exchange for the same": (extras("pay 1 gold; gain 1 gold"), "endless", "goes on"),
    "two exchanges that gain": (extras("pay 2 wood; gain 1 gold", "pay 1 gold; gain 3 wood"), "endless", "goes on"),
    "three exchanges in a ring": (extras("pay 1 wood; gain 1 gold", "pay 1 gold; gain 1 silk", "pay 1 silk; gain 1 wood"), "endless", "goes on"),
    "two exchanges that lose": (extras("pay 3 wood; gain 1 gold", "pay 1 gold; gain 2 wood"), "bounded", "ends"),
    "a card that goes and comes back": (extras("choose c in my.hand { move c to table; gain 1 vp; move c to my.hand }"), "endless", "goes on"),
    "a card that refunds itself": (extras("choose c in my.hand { move c to table; do c.reward }"), "undecidable", "goes on"),
    "draw and put back": (extras("draw 1 from deck to table; draw 1 from table to deck"), "undecidable", "goes on"),
    "cards run out": (extras("choose c in my.hand { move c to table; gain 1 vp }"), "bounded", "ends"),
    "a mark that is used up": (extras("choose c in card where not c.used { set c.used to true; gain 1 vp }"), "bounded", "ends"),
    "a mark that is taken back": (extras("choose c in card where not c.used { set c.used to true; gain 1 vp; set c.used to false }"), "undecidable", "goes on"),
    "a count that is always enough": (lap("if count(deck) >= 0 { gain 1 vp; lap }"), "endless", "guard"),
    "a count that does not change": (lap("if count(deck) > 0 { gain 1 vp; lap }"), "endless", "guard"),
    "a count that runs down": (lap("if count(deck) > 0 { draw 1 from deck to table; lap }"), "bounded", "ends"),
    "a limit that is never passed": (lap("add 1 to heat; if heat <= 3 { lap }"), "endless", "guard"),
    "counting down": (lap("if heat > 0 { subtract 1 from heat; lap }"), "bounded", "ends"),
    "a condition nothing here settles": (lap("set tally to (tally * 5 + 1) mod 7; if tally is not 3 { lap }"), "undecidable", "ends"),
    "a condition that never comes": (lap("set tally to (tally * 2) mod 7; if tally is not 3 { lap }"), "undecidable", "guard"),
}  # fmt: skip
