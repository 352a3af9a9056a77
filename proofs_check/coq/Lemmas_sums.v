(* Lemmas of proofs on sums, among them telescoping; see Lemmas_tails.v. *)

From Coq Require Import Reals ZArith Lra Lia.
From Dpassay Require Import Sums Laws Rules_sums.
Open Scope R_scope.

Theorem telescope :
  forall (v_low : R) (v_high : R) (q_f : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    Sum v_low v_high (fun i1 : R => (q_f (i1 + 1)) - (q_f i1)) = (q_f (v_high + 1)) - (q_f v_low).
Proof.
  intros low high f I J O. refine (induction_of_equalities (low - 1) high
    (fun k => Sum low k (fun i => f (i + 1) - f i)) (fun k => f (k + 1) - f low) _ J _ _ _).
  - apply is_int_minus; [easy|apply (is_int_IZR 1)].
  - lra.
  - cbv beta. rewrite Sum_empty; [|easy|apply is_int_minus; [easy|apply (is_int_IZR 1)]|lra].
    replace (low - 1 + 1) with low by ring. ring.
  - cbv beta. intros n N L H Q. rewrite Sum_last; [|easy|apply is_int_plus; [easy|apply (is_int_IZR 1)]|lra].
    replace (n + 1 - 1) with n by ring. rewrite Q. ring.
Qed.

Theorem expectation_of_a_sum :
  forall (S_outcome : Type) (v_low : R) (v_high : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R),
    is_int v_low ->
    is_int v_high ->
    v_low - 1 <= v_high ->
    E q_P (fun o1 : S_outcome => Sum v_low v_high (fun i2 : R => q_X i2 o1)) = Sum v_low v_high (fun i1 : R => E q_P
    (fun o2 : S_outcome => q_X i1 o2)).
Proof. intros S low high P X _ _ _. apply E_Sum. Qed.

Theorem constant_factor :
  forall (v_low : R) (v_high : R) (v_c : R) (q_f : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low - 1 <= v_high ->
    Sum v_low v_high (fun i1 : R => v_c * (q_f i1)) = v_c * (Sum v_low v_high (fun i1 : R => q_f i1)).
Proof. intros low high c f _ _ _. apply Sum_scal. Qed.

Theorem sum_in_two_parts :
  forall (v_low : R) (v_mid : R) (v_high : R) (q_f : R -> R),
    is_int v_low ->
    is_int v_mid ->
    v_low - 1 <= v_mid ->
    is_int v_high ->
    v_mid <= v_high ->
    Sum v_low v_high (fun i1 : R => q_f i1) = (Sum v_low v_mid (fun i1 : R => q_f i1)) + (Sum (v_mid + 1) v_high (fun
    i1 : R => q_f i1)).
Proof. intros low mid high f. intros. apply Sum_split; try assumption; lra. Qed.

Theorem sums_in_either_order :
  forall (v_m : R) (v_n : R) (q_f : R -> R -> R),
    is_int v_m ->
    0 <= v_m ->
    is_int v_n ->
    0 <= v_n ->
    Sum 1 v_m (fun i1 : R => Sum 1 v_n (fun i2 : R => q_f i1 i2)) = Sum 1 v_n (fun i1 : R => Sum 1 v_m (fun i2 : R =>
    q_f i2 i1)).
Proof. intros m n f _ _ _ _. apply Sum_swap. Qed.

Theorem sum_of_integers :
  forall (v_n : R),
    is_int v_n ->
    1 <= v_n ->
    Sum 0 (v_n - 1) (fun i1 : R => i1) = (v_n * (v_n - 1)) / 2.
Proof.
  intros n [k ->] H. apply le_IZR in H. replace k with (Z.of_nat (Z.to_nat k)) by lia.
  induction (Z.to_nat k) as [|j IH]; [simpl; rewrite Sum_empty; try lra; [apply (is_int_IZR 0)|exists (-1)%Z; lra]|].
  rewrite Nat2Z.inj_succ, succ_IZR. replace (IZR (Z.of_nat j) + 1 - 1) with (IZR (Z.of_nat j)) by ring.
  rewrite Sum_last; [rewrite IH; field|apply (is_int_IZR 0)|apply is_int_IZR|apply (IZR_le 0); lia].
Qed.

Theorem group_privacy :
  forall (v_m : R) (v_eps : R) (v_delta : R) (q_x : R -> R),
    is_int v_m ->
    0 <= v_m ->
    0 <= v_eps ->
    0 <= v_delta ->
    (forall (v_k : R), is_int v_k -> 0 <= v_k -> v_k <= v_m - 1 -> q_x v_k <= ((exp v_eps) * (q_x (v_k + 1))) +
    v_delta) ->
    q_x 0 <= ((exp (v_m * v_eps)) * (q_x v_m)) + (v_delta * (Sum 0 (v_m - 1) (fun i1 : R => exp (i1 * v_eps)))).
Proof.
  intros m eps delta x I m0 e0 d0 one.
  apply (induction 0 m (fun _ => x 0) (fun k => exp (k * eps) * x k + delta * Sum 0 (k - 1) (fun i => exp (i * eps))));
    [apply (is_int_IZR 0)|easy|easy| |].
  - cbv beta. rewrite Rmult_0_l, exp_0, Sum_empty; [lra|apply (is_int_IZR 0)|exists (-1)%Z; lra|lra].
  - cbv beta. intros n N L H IH. apply Rle_trans with (1 := IH). replace (n + 1 - 1) with n by ring.
    rewrite (Sum_last 0 n) by (easy || apply (is_int_IZR 0)). replace ((n + 1) * eps) with (n * eps + eps) by ring.
    rewrite exp_plus. assert (Q := one n N L H). assert (P := exp_pos (n * eps)).
    assert (exp (n * eps) * x n <= exp (n * eps) * (exp eps * x (n + 1) + delta)); [|lra].
    apply Rmult_le_compat_l; lra.
Qed.
