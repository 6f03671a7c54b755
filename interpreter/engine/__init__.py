"""Runs a ruleset: layout, state, reference machine, decisions, events, views, records."""
