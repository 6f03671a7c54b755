"""Programs as C: the same games as on the other runners, many times as fast; see the README."""
