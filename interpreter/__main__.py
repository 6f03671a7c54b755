"""`python -m interpreter` is the command `orloj`."""

from interpreter.cli.main import main

if __name__ == "__main__":
    main()
