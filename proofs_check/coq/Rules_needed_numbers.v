(* Each condition of a rule on numbers is needed: without it, the rule says what is false.

   Where it is not, the theorem without it is here: then it is there so that the formula has a meaning. A log or a root
   of what is below 0 has none in a proof; here it is 0. *)

From Coq Require Import Reals Lra.
From Dpassay Require Import Sums Laws.
Open Scope R_scope.

Lemma ln_not_positive x : x <= 0 -> ln x = 0.
Proof. intros H. unfold ln. destruct (Rlt_dec 0 x); [exfalso; lra|easy]. Qed.

Lemma ln_half : ln (1 / 2) < 0.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma exp_1_above_2 : 2 < exp 1.
Proof. assert (H := exp_ineq1 1). lra. Qed.

Theorem exp_grows_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    exp v_A <= exp v_B).
Proof. intros H. specialize (H 1 0). assert (L := exp_increasing 0 1). lra. Qed.

Theorem exp_grows_strictly_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    exp v_A < exp v_B).
Proof. intros H. specialize (H 0 0). lra. Qed.

Theorem exp_reflects_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    v_A <= v_B).
Proof. intros H. specialize (H 1 0). lra. Qed.

Theorem log_grows_needs_domain_A :
  ~ (forall (v_A : R) (v_B : R),
    0 < v_B ->
    v_A <= v_B ->
    ln v_A <= ln v_B).
Proof.
  intros H. specialize (H (- 1) (1 / 2)). rewrite (ln_not_positive (- 1)) in H by lra. assert (L := ln_half). lra.
Qed.

Theorem log_grows_without_domain_B :
  forall (v_A : R) (v_B : R),
    0 < v_A ->
    v_A <= v_B ->
    ln v_A <= ln v_B.
Proof. intros A B a [L|Q]; [now apply Rlt_le, ln_increasing|rewrite Q; apply Rle_refl]. Qed.

Theorem log_grows_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    0 < v_A ->
    0 < v_B ->
    ln v_A <= ln v_B).
Proof. intros H. specialize (H 1 (1 / 2)). rewrite ln_1 in H. assert (L := ln_half). lra. Qed.

Theorem log_grows_strictly_needs_domain_A :
  ~ (forall (v_A : R) (v_B : R),
    0 < v_B ->
    v_A < v_B ->
    ln v_A < ln v_B).
Proof.
  intros H. specialize (H (- 1) (1 / 2)). rewrite (ln_not_positive (- 1)) in H by lra. assert (L := ln_half). lra.
Qed.

Theorem log_grows_strictly_without_domain_B :
  forall (v_A : R) (v_B : R),
    0 < v_A ->
    v_A < v_B ->
    ln v_A < ln v_B.
Proof. intros A B a L. now apply ln_increasing. Qed.

Theorem log_grows_strictly_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    0 < v_A ->
    0 < v_B ->
    ln v_A < ln v_B).
Proof. intros H. specialize (H 1 1). lra. Qed.

Theorem sqrt_grows_without_domain_A :
  forall (v_A : R) (v_B : R),
    0 <= v_B ->
    v_A <= v_B ->
    sqrt v_A <= sqrt v_B.
Proof. intros A B _ L. now apply sqrt_le_1_alt. Qed.

Theorem sqrt_grows_without_domain_B :
  forall (v_A : R) (v_B : R),
    0 <= v_A ->
    v_A <= v_B ->
    sqrt v_A <= sqrt v_B.
Proof. intros A B _ L. now apply sqrt_le_1_alt. Qed.

Theorem sqrt_grows_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    0 <= v_A ->
    0 <= v_B ->
    sqrt v_A <= sqrt v_B).
Proof. intros H. specialize (H 1 0). rewrite sqrt_1, sqrt_0 in H. lra. Qed.

Theorem exp_of_log_needs_domain_A :
  ~ (forall (v_A : R),
    exp (ln v_A) = v_A).
Proof. intros H. specialize (H 0). rewrite ln_not_positive, exp_0 in H; lra. Qed.

Theorem log_of_a_product_needs_domain_A :
  ~ (forall (v_A : R) (v_B : R),
    0 < v_B ->
    ln (v_A * v_B) = (ln v_A) + (ln v_B)).
Proof.
  intros H. specialize (H (- 1) (1 / 2)). rewrite (ln_not_positive (- 1 * (1 / 2))), (ln_not_positive (- 1)) in H by lra.
  assert (L := ln_half). lra.
Qed.

Theorem log_of_a_product_needs_domain_B :
  ~ (forall (v_A : R) (v_B : R),
    0 < v_A ->
    ln (v_A * v_B) = (ln v_A) + (ln v_B)).
Proof.
  intros H. specialize (H (1 / 2) (- 1)). rewrite (ln_not_positive (1 / 2 * - 1)), (ln_not_positive (- 1)) in H by lra.
  assert (L := ln_half). lra.
Qed.

Theorem chord_of_exp_needs_domain_w_1 :
  ~ (forall (v_w : R) (v_x : R) (v_y : R),
    v_w <= 1 ->
    exp (((1 - v_w) * v_x) + (v_w * v_y)) <= ((1 - v_w) * (exp v_x)) + (v_w * (exp v_y))).
Proof.
  intros H. specialize (H (- 1) 0 1). rewrite exp_0 in H.
  replace ((1 - - 1) * 0 + - 1 * 1) with (- 1) in H by ring.
  assert (0 < exp (- 1)) by apply exp_pos. assert (E := exp_1_above_2). lra.
Qed.

Theorem chord_of_exp_needs_domain_w_2 :
  ~ (forall (v_w : R) (v_x : R) (v_y : R),
    0 <= v_w ->
    exp (((1 - v_w) * v_x) + (v_w * v_y)) <= ((1 - v_w) * (exp v_x)) + (v_w * (exp v_y))).
Proof.
  intros H. specialize (H 2 1 0). rewrite exp_0 in H.
  replace ((1 - 2) * 1 + 2 * 0) with (- 1) in H by ring.
  assert (0 < exp (- 1)) by apply exp_pos. assert (E := exp_1_above_2). lra.
Qed.

Theorem cases_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R) (v_c : R),
    (v_c < 0 -> v_A <= v_B) ->
    v_A <= v_B).
Proof. intros H. specialize (H 1 0 0). lra. Qed.

Theorem cases_needs_hypothesis_2 :
  ~ (forall (v_A : R) (v_B : R) (v_c : R),
    (0 <= v_c -> v_A <= v_B) ->
    v_A <= v_B).
Proof. intros H. specialize (H 1 0 (- 1)). lra. Qed.

Theorem indicator_of_what_holds_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    ind_le v_A v_B = 1).
Proof. intros H. specialize (H 1 0). rewrite ind_le_0 in H; lra. Qed.

Theorem indicator_of_what_fails_needs_hypothesis_1 :
  ~ (forall (v_A : R) (v_B : R),
    ind_le v_A v_B = 0).
Proof. intros H. specialize (H 0 0). rewrite ind_le_1 in H; lra. Qed.
