"""`python -m dpassay`: the same as the command `dpassay`."""

from dpassay.cli import main

if __name__ == "__main__":
    main(prog_name="dpassay")
