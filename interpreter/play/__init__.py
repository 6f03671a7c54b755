"""Playing games: bots, matches, simulations, and a game told in words."""
