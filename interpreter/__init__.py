"""A rules interpreter for board games whose whole content is data."""
