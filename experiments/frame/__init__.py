"""What runs, resumes and shows any experiment: tables of rows that are finished, and how an experiment is declared."""
