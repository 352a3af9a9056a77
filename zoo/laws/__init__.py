"""The exact laws of the targets, in files of their names: `LAWS` has a function of the data for each target."""
