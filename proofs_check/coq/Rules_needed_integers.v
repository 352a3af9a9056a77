(* Each condition of a rule on equality and integers is needed: without it, the rule says what is false.

   Where it is not, the theorem without it is here: then it is there so that the formula has a meaning. A log or a root
   of what is below 0 has none in a proof; here it is 0. *)

From Coq Require Import Reals Lra.
From Dpassay Require Import Sums.
Open Scope R_scope.

Theorem equals_for_equals_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R) (q_f : R -> R),
    q_f v_A = q_f v_B).
Proof. intros H. specialize (H 0 1 (fun x => x)). simpl in H. lra. Qed.

Theorem equal_indices_without_domain_A_1 :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f. intros. now rewrite (Rle_antisym A B) by assumption. Qed.

Theorem equal_indices_without_domain_A_2 :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    is_int v_B ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f. intros. now rewrite (Rle_antisym A B) by assumption. Qed.

Theorem equal_indices_without_domain_B_1 :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f. intros. now rewrite (Rle_antisym A B) by assumption. Qed.

Theorem equal_indices_without_domain_B_2 :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_low <= v_B ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f. intros. now rewrite (Rle_antisym A B) by assumption. Qed.

Theorem equal_indices_without_integer_A :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    v_low <= v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f. intros. now rewrite (Rle_antisym A B) by assumption. Qed.

Theorem equal_indices_without_integer_B :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    v_A <= v_high ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f. intros. now rewrite (Rle_antisym A B) by assumption. Qed.

Theorem equal_indices_needs_hypothesis_1 :
  ~ (forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_B <= v_A ->
    q_f v_A = q_f v_B).
Proof.
  intros H. specialize (H 0 1 1 0 (fun x => x)). enough (1 = 0) by lra.
  apply H; try lra; [apply (is_int_IZR 1)|apply (is_int_IZR 0)].
Qed.

Theorem equal_indices_needs_hypothesis_2 :
  ~ (forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    q_f v_A = q_f v_B).
Proof.
  intros H. specialize (H 0 1 0 1 (fun x => x)). enough (0 = 1) by lra.
  apply H; try lra; [apply (is_int_IZR 0)|apply (is_int_IZR 1)].
Qed.

Theorem at_most_each_other_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    v_B <= v_A ->
    v_A = v_B).
Proof. intros H. specialize (H 1 0). lra. Qed.

Theorem at_most_each_other_needs_hypothesis_2 :
  ~ (forall (v_A : R) (v_B : R),
    v_A <= v_B ->
    v_A = v_B).
Proof. intros H. specialize (H 0 1). lra. Qed.

Theorem integers_are_1_apart_needs_integer_A :
  ~ (forall (v_A : R) (v_B : R),
    is_int v_B ->
    v_A < v_B ->
    v_A + 1 <= v_B).
Proof. intros H. specialize (H (1 / 2) 1 (is_int_IZR 1)). lra. Qed.

Theorem integers_are_1_apart_needs_integer_B :
  ~ (forall (v_A : R) (v_B : R),
    is_int v_A ->
    v_A < v_B ->
    v_A + 1 <= v_B).
Proof. intros H. specialize (H 0 (1 / 2) (is_int_IZR 0)). lra. Qed.

Theorem integers_are_1_apart_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    is_int v_A ->
    is_int v_B ->
    v_A + 1 <= v_B).
Proof. intros H. specialize (H 0 0 (is_int_IZR 0) (is_int_IZR 0)). lra. Qed.
