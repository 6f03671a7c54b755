"""Games played: bots, matches, simulations, examples, and words for what happens."""
