"""Questions about a whole ruleset: its graph, what can happen, what never stops."""
