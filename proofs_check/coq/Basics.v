(** What every theorem of this folder may use: the reals, and tactics that decide on them. *)
From Coq Require Export Reals Lra Psatz.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
#[global] Open Scope R_scope.
