"""Effect text to programs: knows no YAML, no state and no game."""
