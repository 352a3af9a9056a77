(* Lemmas of proofs: tails, moments, the union bound, Jensen's and Pinsker's inequalities.

   Each theorem has the name of a lemma, and says what the lemma says: a test holds its statement against it. *)

From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Dpassay Require Import Sums Laws Rules_numbers Rules_hoeffding.
Open Scope R_scope.

(* The difference is 0 with its derivative at 1, and its second derivative is 2 (1 - 1/v)^2. *)
Lemma of_a_ratio v : 0 < v -> 3 * (1 - v) ^ 2 <= (2 + 4 * v) * (v - 1 - ln v).
Proof.
  intros H. set (g := fun x => (2 + 4 * x) * (x - 1 - ln x) - 3 * (1 - x) ^ 2).
  set (g1 := fun x => 2 * x - 4 * ln x - 2 / x). set (g2 := fun x => 2 * (1 - / x) ^ 2).
  assert (D : forall x, 0 < x -> is_derive g x (g1 x)).
  { intros x X. unfold g, g1. auto_derive; [easy|]. field. lra. }
  assert (D1 : forall x, 0 < x -> is_derive g1 x (g2 x)).
  { intros x X. unfold g1, g2. auto_derive; [split; [easy|split; lra] || (repeat split; lra)|]. field. lra. }
  assert (G2 : forall x, 0 <= g2 x) by (intros x; unfold g2; assert (S := pow2_ge_0 (1 - / x)); lra).
  assert (A : g 1 = 0) by (unfold g; rewrite ln_1; ring).
  assert (A1 : g1 1 = 0) by (unfold g1; rewrite ln_1; field).
  assert (0 <= g v); [|unfold g in *; lra]. rewrite <- A. destruct (Rle_lt_dec 1 v) as [L|L].
  - apply (grows_on g g1); [easy|intros; apply D; lra|]. intros x X. rewrite <- A1.
    apply (grows_on g1 g2); [easy|intros; apply D1; lra|auto].
  - apply Ropp_le_cancel. apply (grows_on (fun x => - g x) (fun x => - g1 x)); [lra| |].
    + intros x X. apply (is_derive_opp g). apply D. lra.
    + intros x X. assert (g1 x <= g1 1); [|lra].
      apply (grows_on g1 g2); [easy|intros; apply D1; lra|auto].
Qed.

(* What is at most the geometric mean of D and W is at most c D + W/(4 c). *)
Lemma far_below_sum z D W c : 0 < c -> 0 < W -> z ^ 2 <= W * D -> z <= c * D + W * / (4 * c).
Proof.
  intros c0 w0 H. assert (S := pow2_ge_0 (2 * c * z - W)). assert (I : 0 < / (4 * c)) by (apply Rinv_0_lt_compat; lra).
  apply Rmult_le_reg_l with (4 * c * W); [apply Rmult_lt_0_compat; lra|].
  replace (4 * c * W * (c * D + W * / (4 * c))) with (4 * c ^ 2 * (W * D) + W ^ 2) by (field; lra).
  assert (0 < 4 * c ^ 2) by (apply Rmult_lt_0_compat; [lra|now apply pow_lt]).
  assert (4 * c ^ 2 * z ^ 2 <= 4 * c ^ 2 * (W * D)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem jensens_inequality_for_exp :
  forall (S_outcome : Type) (q_P : law S_outcome) (q_X : S_outcome -> R),
    exp (E q_P (fun o1 : S_outcome => q_X o1)) <= E q_P (fun o1 : S_outcome => exp (q_X o1)).
Proof.
  intros S P X. set (m := E P (fun y => X y)).
  assert (T : E P (fun y => exp m * (1 + (X y - m))) <= E P (fun y => exp (X y))).
  { apply E_le. intros y. apply exp_above_tangent. }
  rewrite E_scal, E_plus, E_minus, !E_const in T. change (E P X) with m in T. replace (1 + (m - m)) with 1 in T by ring. lra.
Qed.

Theorem chernoff :
  forall (S_outcome : Type) (v_s : R) (v_e : R) (v_c : R) (q_P : law S_outcome) (q_X : S_outcome -> R),
    0 <= v_s ->
    E q_P (fun o1 : S_outcome => exp (v_s * (q_X o1))) <= exp v_c ->
    E q_P (fun o1 : S_outcome => ind_lt v_e (q_X o1)) <= exp (v_c - (v_s * v_e)).
Proof.
  intros S s e c P X s0 M. apply Rle_trans with (E P (fun y => exp (s * X y) * exp (- (s * e)))).
  - apply E_le. intros y. rewrite <- exp_plus. destruct (Rlt_le_dec e (X y)) as [A|A].
    + rewrite ind_lt_1 by easy. rewrite <- exp_0. apply exp_grows.
      assert (0 <= s * (X y - e)) by (apply Rmult_le_pos; lra). lra.
    + rewrite ind_lt_0 by easy. apply Rlt_le, exp_pos.
  - rewrite E_scal_r. unfold Rminus. rewrite exp_plus. apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|easy].
Qed.

Theorem lower_tail :
  forall (S_outcome : Type) (v_s : R) (v_e : R) (v_c : R) (q_P : law S_outcome) (q_X : S_outcome -> R),
    0 <= v_s ->
    E q_P (fun o1 : S_outcome => exp ((- v_s) * (q_X o1))) <= exp v_c ->
    E q_P (fun o1 : S_outcome => ind_le (q_X o1) v_e) <= exp (v_c + (v_s * v_e)).
Proof.
  intros S s e c P X s0 M. apply Rle_trans with (E P (fun y => exp (- s * X y) * exp (s * e))).
  - apply E_le. intros y. rewrite <- exp_plus. destruct (Rle_lt_dec (X y) e) as [A|A].
    + rewrite ind_le_1 by easy. rewrite <- exp_0. apply exp_grows.
      assert (0 <= s * (e - X y)) by (apply Rmult_le_pos; lra). lra.
    + rewrite ind_le_0 by easy. apply Rlt_le, exp_pos.
  - rewrite E_scal_r, exp_plus. apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|easy].
Qed.

Theorem at_least_one :
  forall (v_N : R),
    0 <= v_N ->
    ind_le 1 v_N <= v_N.
Proof. intros N H. destruct (Rle_lt_dec 1 N); [rewrite ind_le_1|rewrite ind_le_0]; easy. Qed.

Theorem union_bound_under_a_density :
  forall (S_outcome : Type) (v_T : R) (q_P : law S_outcome) (q_y : S_outcome -> R) (q_w : S_outcome -> R) (q_m : R ->
  S_outcome -> R) (q_lam : R -> R),
    is_int v_T ->
    0 <= v_T ->
    (forall (o_outcome : S_outcome), 0 <= (q_w o_outcome)) ->
    (forall (o_outcome : S_outcome), q_y o_outcome <= Sum 1 v_T (fun i1 : R => q_m i1 o_outcome)) ->
    (forall (v_i : R), is_int v_i -> 1 <= v_i -> v_i <= v_T -> E q_P (fun o1 : S_outcome => (q_m v_i o1) * (q_w o1))
    <= q_lam v_i) ->
    E q_P (fun o1 : S_outcome => (q_y o1) * (q_w o1)) <= Sum 1 v_T (fun i1 : R => q_lam i1).
Proof.
  intros S T P y w m lam I T0 W U R. apply Rle_trans with (E P (fun o => Sum 1 T (fun i => m i o * w o))).
  - apply E_le. intros o. rewrite Sum_scal_r. apply Rmult_le_compat_r; auto.
  - rewrite E_Sum. apply Sum_le; [apply (is_int_IZR 1)|easy|easy].
Qed.

Theorem pinskers_inequality :
  forall (S_outcome : Type) (v_c : R) (q_P : law S_outcome) (q_L : S_outcome -> R),
    0 < v_c ->
    E q_P (fun o1 : S_outcome => exp (- (q_L o1))) = 1 ->
    E q_P (fun o1 : S_outcome => (ind_le 0 (q_L o1)) * (1 - (exp (- (q_L o1))))) <= ((v_c / 2) * (E q_P (fun o1 :
    S_outcome => q_L o1))) + (1 / (4 * v_c)).
Proof.
  intros S c P L c0 M.
  assert (B : E P (fun y => 2 * (ind_le 0 (L y) * (1 - exp (- L y))) - (1 - exp (- L y)))
    <= E P (fun y => c * (L y - 1 + exp (- L y)) + (2 / 3 + 4 / 3 * exp (- L y)) * / (4 * c))).
  { apply E_le. intros y. assert (v0 := exp_pos (- L y)). assert (T := of_a_ratio (exp (- L y)) v0).
    rewrite ln_exp in T. assert (Q := far_below_sum (1 - exp (- L y)) (L y - 1 + exp (- L y))
      (2 / 3 + 4 / 3 * exp (- L y)) c c0). assert (Q' := far_below_sum (exp (- L y) - 1) (L y - 1 + exp (- L y))
      (2 / 3 + 4 / 3 * exp (- L y)) c c0).
    destruct (Rle_lt_dec 0 (L y)); [rewrite ind_le_1 by easy|rewrite ind_le_0 by easy].
    - replace (2 * (1 * (1 - exp (- L y))) - (1 - exp (- L y))) with (1 - exp (- L y)) by ring. apply Q; nra.
    - replace (2 * (0 * (1 - exp (- L y))) - (1 - exp (- L y))) with (exp (- L y) - 1) by ring. apply Q'; nra. }
  rewrite E_minus, E_scal, E_minus, E_plus, E_scal, E_plus, E_minus, E_scal_r, E_plus, E_scal, !E_const, M in B.
  change (E P L) with (E P (fun o1 : S => L o1)) in B.
  replace (c / 2 * E P (fun o1 : S => L o1) + 1 / (4 * c))
    with (/ 2 * (c * (E P (fun o1 : S => L o1) - 1 + 1) + (2 / 3 + 4 / 3 * 1) * / (4 * c))) by (field; lra). lra.
Qed.

Theorem moments_of_a_privacy_loss :
  forall (S_outcome : Type) (v_s : R) (v_w : R) (v_low : R) (q_P : law S_outcome) (q_X : S_outcome -> R),
    0 <= v_s ->
    (forall (o_outcome : S_outcome), v_low <= q_X o_outcome) ->
    (forall (o_outcome : S_outcome), q_X o_outcome <= v_low + (2 * v_w)) ->
    E q_P (fun o1 : S_outcome => exp (- (q_X o1))) = 1 ->
    E q_P (fun o1 : S_outcome => exp (v_s * (q_X o1))) <= exp (((v_s + (v_s ^ 2)) * (v_w ^ 2)) / 2).
Proof.
  intros S s w low P X s0 L H M. set (m := E P (fun y => X y)).
  assert (B := hoeffdings_lemma S (- 1) low (low + 2 * w) P X L H).
  assert (Z : E P (fun y => exp (- 1 * X y)) = 1).
  { rewrite <- M. apply E_ext. intros y. f_equal. ring. }
  rewrite Z, <- exp_0 in B. apply exp_reflects in B. fold m in B.
  apply Rle_trans with (1 := hoeffdings_lemma S s low (low + 2 * w) P X L H). fold m. apply exp_grows.
  assert (m <= w ^ 2 / 2) by lra. assert (s * m <= s * (w ^ 2 / 2)) by now apply Rmult_le_compat_l. lra.
Qed.
