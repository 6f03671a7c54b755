"""The command `orloj`: one module per command; results are printed here and nowhere else."""
