"""What `tools/bench.py` is made of: peers and how they are installed, races, single figures."""
