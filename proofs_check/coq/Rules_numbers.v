(* The rules of proofs on numbers: exp, log, sqrt, equality, cases, integers and indicators.

   Each theorem has the name of a rule, and says what the rule says: a test holds its statement against the rule. *)

From Coq Require Import Reals Lra Lia.
From Dpassay Require Import Sums Laws.
Open Scope R_scope.

Lemma exp_above_tangent m x : exp m * (1 + (x - m)) <= exp x.
Proof.
  replace x with (m + (x - m)) at 2 by ring. rewrite exp_plus. apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
  apply exp_ineq1_le.
Qed.

Theorem exp_grows :
  forall (v_A : R) (v_B : R),
    v_A <= v_B ->
    exp v_A <= exp v_B.
Proof. intros A B [L|Q]; [now apply Rlt_le, exp_increasing|rewrite Q; apply Rle_refl]. Qed.

Theorem exp_grows_strictly :
  forall (v_A : R) (v_B : R),
    v_A < v_B ->
    exp v_A < exp v_B.
Proof. exact exp_increasing. Qed.

Theorem equals_for_equals :
  forall (v_A : R) (v_B : R) (q_f : R -> R),
    v_A = v_B ->
    q_f v_A = q_f v_B.
Proof. now intros A B f ->. Qed.

Theorem equal_indices :
  forall (v_low : R) (v_high : R) (v_A : R) (v_B : R) (q_f : R -> R),
    is_int v_A ->
    v_low <= v_A ->
    v_A <= v_high ->
    is_int v_B ->
    v_low <= v_B ->
    v_B <= v_high ->
    v_A <= v_B ->
    v_B <= v_A ->
    q_f v_A = q_f v_B.
Proof. intros low high A B f _ _ _ _ _ _ L H. now rewrite (Rle_antisym A B L H). Qed.

Theorem at_most_each_other :
  forall (v_A : R) (v_B : R),
    v_A <= v_B ->
    v_B <= v_A ->
    v_A = v_B.
Proof. intros A B L H. now apply Rle_antisym. Qed.

Theorem exp_reflects :
  forall (v_A : R) (v_B : R),
    exp v_A <= exp v_B ->
    v_A <= v_B.
Proof. intros A B H. destruct (Rle_lt_dec A B) as [L|L]; [easy|]. apply exp_increasing in L. lra. Qed.

Theorem log_grows :
  forall (v_A : R) (v_B : R),
    0 < v_A ->
    0 < v_B ->
    v_A <= v_B ->
    ln v_A <= ln v_B.
Proof. intros A B a _ [L|Q]; [now apply Rlt_le, ln_increasing|rewrite Q; apply Rle_refl]. Qed.

Theorem log_grows_strictly :
  forall (v_A : R) (v_B : R),
    0 < v_A ->
    0 < v_B ->
    v_A < v_B ->
    ln v_A < ln v_B.
Proof. intros A B a _ L. now apply ln_increasing. Qed.

Theorem sqrt_grows :
  forall (v_A : R) (v_B : R),
    0 <= v_A ->
    0 <= v_B ->
    v_A <= v_B ->
    sqrt v_A <= sqrt v_B.
Proof. intros A B _ _ L. now apply sqrt_le_1_alt. Qed.

Theorem log_of_exp :
  forall (v_A : R),
    ln (exp v_A) = v_A.
Proof. exact ln_exp. Qed.

Theorem exp_of_log :
  forall (v_A : R),
    0 < v_A ->
    exp (ln v_A) = v_A.
Proof. exact exp_ln. Qed.

Theorem log_of_a_product :
  forall (v_A : R) (v_B : R),
    0 < v_A ->
    0 < v_B ->
    ln (v_A * v_B) = (ln v_A) + (ln v_B).
Proof. exact ln_mult. Qed.

Theorem chord_of_exp :
  forall (v_w : R) (v_x : R) (v_y : R),
    0 <= v_w ->
    v_w <= 1 ->
    exp (((1 - v_w) * v_x) + (v_w * v_y)) <= ((1 - v_w) * (exp v_x)) + (v_w * (exp v_y)).
Proof.
  intros w x y L H. assert (T := exp_above_tangent ((1 - w) * x + w * y)).
  set (m := (1 - w) * x + w * y) in *. assert (X := T x). assert (Y := T y).
  assert ((1 - w) * (exp m * (1 + (x - m))) <= (1 - w) * exp x) by (apply Rmult_le_compat_l; lra).
  assert (w * (exp m * (1 + (y - m))) <= w * exp y) by (apply Rmult_le_compat_l; lra).
  assert ((1 - w) * (exp m * (1 + (x - m))) + w * (exp m * (1 + (y - m))) = exp m) by (unfold m; ring). lra.
Qed.

Theorem integers_are_1_apart :
  forall (v_A : R) (v_B : R),
    is_int v_A ->
    is_int v_B ->
    v_A < v_B ->
    v_A + 1 <= v_B.
Proof. intros A B [a ->] [b ->] L. rewrite <- plus_IZR. apply IZR_le. apply lt_IZR in L. lia. Qed.

Theorem cases :
  forall (v_A : R) (v_B : R) (v_c : R),
    (0 <= v_c -> v_A <= v_B) ->
    (v_c < 0 -> v_A <= v_B) ->
    v_A <= v_B.
Proof. intros A B c H L. destruct (Rle_lt_dec 0 c); auto. Qed.

Theorem indicator_of_what_holds :
  forall (v_A : R) (v_B : R),
    v_A <= v_B ->
    ind_le v_A v_B = 1.
Proof. exact ind_le_1. Qed.

Theorem indicator_of_what_fails :
  forall (v_A : R) (v_B : R),
    v_B < v_A ->
    ind_le v_A v_B = 0.
Proof. exact ind_le_0. Qed.

Theorem indicator_of_the_contrary :
  forall (v_A : R) (v_B : R),
    ind_lt v_B v_A = 1 - (ind_le v_A v_B).
Proof. exact ind_lt_le. Qed.
