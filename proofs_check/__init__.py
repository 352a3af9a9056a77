"""Claims of the sources: what is printed, what is true of it, and the certificates that show it."""
