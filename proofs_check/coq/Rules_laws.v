(* The rules of proofs on laws of finitely many outcomes; see Rules_numbers.v. Hoeffding's lemma has a file of its own. *)

From Coq Require Import Reals List Lra Lia.
From Dpassay Require Import Sums Laws Products.
Open Scope R_scope.

Theorem expectation_grows :
  forall (S_outcome : Type) (q_P : law S_outcome) (q_X : S_outcome -> R) (q_Y : S_outcome -> R),
    (forall (o_outcome : S_outcome), q_X o_outcome <= q_Y o_outcome) ->
    E q_P (fun o1 : S_outcome => q_X o1) <= E q_P (fun o1 : S_outcome => q_Y o1).
Proof. intros S P X Y H. now apply E_le. Qed.

Theorem expectation_of_equals :
  forall (S_outcome : Type) (q_P : law S_outcome) (q_X : S_outcome -> R) (q_Y : S_outcome -> R),
    (forall (o_outcome : S_outcome), q_X o_outcome = q_Y o_outcome) ->
    E q_P (fun o1 : S_outcome => q_X o1) = E q_P (fun o1 : S_outcome => q_Y o1).
Proof. intros S P X Y H. now apply E_ext. Qed.

Theorem independent_sum :
  forall (S_outcome : Type) (v_low : R) (v_high : R) (v_s : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R) (q_c :
  R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    independent q_P v_low v_high (fun (i1 : R) (o2 : S_outcome) => q_X i1 o2) ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> E q_P (fun o1 : S_outcome => exp (v_s * (q_X v_t
    o1))) <= exp (q_c v_t)) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum v_low v_high (fun i2 : R => q_X i2 o1)))) <= exp (Sum v_low v_high
    (fun i1 : R => q_c i1)).
Proof.
  intros S low high s P X c L H _ I each.
  rewrite (E_ext P _ (fun y => product (range (Int_part low) (Int_part high)) (fun t => exp (s * X (IZR t) y)))).
  - rewrite (independent_product P low high X I (fun _ x => exp (s * x))).
    unfold Sum, Zsum. rewrite exp_list_sum. apply product_le. intros t B. apply in_range in B.
    destruct (in_ints low high t L H B) as [i [l h]]. split; [apply E_nonneg; intros; apply Rlt_le, exp_pos|now apply each].
  - intros y. unfold Sum, Zsum. rewrite <- list_sum_scal. apply exp_list_sum.
Qed.

Theorem tower :
  forall (S_outcome : Type) (q_P : law S_outcome) (q_K : S_outcome -> law S_outcome) (q_X : S_outcome -> R),
    mean_law q_K q_P ->
    E q_P (fun o1 : S_outcome => E (q_K o1) (fun o2 : S_outcome => q_X o2)) = E q_P (fun o1 : S_outcome => q_X o1).
Proof.
  intros S P K X mean. unfold E at 1.
  rewrite (list_sum_ext _ _ (fun y => weight P y * list_sum (support P) (fun z => weight (K y) z * X z))).
  - rewrite (list_sum_ext _ _ (fun y => list_sum (support P) (fun z => weight P y * weight (K y) z * X z))).
    + rewrite list_sum_swap. apply list_sum_ext. intros z _. rewrite list_sum_scal_r. f_equal. apply mean.
    + intros y _. rewrite <- list_sum_scal. apply list_sum_ext. intros. ring.
  - intros y I. destruct (Req_EM_T (weight P y) 0) as [Q|Q]; [rewrite Q; ring|]. f_equal.
    apply E_over. { apply support_distinct. } intros z L. apply support_whole. intros Q'.
    assert (B : weight P y * weight (K y) z <= weight P z).
    { rewrite <- (mean z). apply (term_le_list_sum (support P) (fun y => weight P y * weight (K y) z)); [|easy].
      intros y' _. apply Rmult_le_pos; apply weight_nonneg. }
    assert (0 < weight P y * weight (K y) z); [|lra].
    assert (0 <= weight P y) by apply weight_nonneg. assert (0 <= weight (K y) z) by apply weight_nonneg.
    apply Rmult_lt_0_compat; lra.
Qed.

Theorem what_is_constant :
  forall (S_outcome : Type) (v_a : R) (q_P : law S_outcome) (q_A : S_outcome -> R) (q_f : R -> S_outcome -> R),
    E q_P (fun o1 : S_outcome => ((q_A o1) - v_a) ^ 2) = 0 ->
    E q_P (fun o1 : S_outcome => q_f (q_A o1) o1) = E q_P (fun o1 : S_outcome => q_f v_a o1).
Proof.
  intros S a P A f H. apply E_ext_support. intros y I L.
  assert (Q : (A y - a) ^ 2 = 0) by (apply (E_is_zero P (fun y => (A y - a) ^ 2)); auto; intros; apply pow2_ge_0).
  replace (A y) with a; [easy|]. assert (A y - a = 0); [|lra]. apply Rsqr_0_uniq. unfold Rsqr. lra.
Qed.
