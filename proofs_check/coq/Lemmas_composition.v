(* Adaptive composition of rounds that are approximately private; see Lemmas_tails.v. *)

From Coq Require Import Reals List Lra Psatz.
From Dpassay Require Import Sums Laws Rules_sums Rules_laws Lemmas_adaptive.
Open Scope R_scope.

(* What w has above a v *)
Definition excess (a w v : R) : R := ind_lt (a * v) w * (w - a * v).

Lemma excess_le a w v : 0 <= a -> 0 <= w -> 0 <= v -> 0 <= w - excess a w v.
Proof.
  intros A W V. assert (0 <= a * v) by now apply Rmult_le_pos.
  unfold excess, ind_lt. destruct (Rlt_dec (a * v) w); lra.
Qed.

(* One more round: the smaller of w and a v, times what p has above B q, and what w has above a v, times p. *)
Lemma one_more_round a B w v p q : 0 <= a -> 0 <= B -> 0 <= w -> 0 <= v -> 0 <= p -> 0 <= q ->
  excess (a * B) (w * p) (v * q) <= (w - excess a w v) * excess B p q + excess a w v * p.
Proof.
  intros A b W V x y. assert (AV : 0 <= a * v) by now apply Rmult_le_pos.
  assert (BQ : 0 <= B * q) by now apply Rmult_le_pos. unfold excess, ind_lt.
  set (u := a * v) in *. set (z := B * q) in *. replace (a * B * (v * q)) with (u * z) by (unfold u, z; ring).
  destruct (Rlt_dec (u * z) (w * p)), (Rlt_dec u w), (Rlt_dec z p); nra.
Qed.

Lemma E_le_support {S : Type} (P : law S) X Y :
  (forall y, In y (support P) -> 0 < weight P y -> X y <= Y y) -> E P X <= E P Y.
Proof.
  intros H. apply list_sum_le. intros y I. destruct (Rle_lt_or_eq_dec _ _ (weight_nonneg P y)) as [L|Z].
  - apply Rmult_le_compat_l; [lra|now apply H].
  - rewrite <- Z. lra.
Qed.

Theorem approximate_composition :
  forall (S_outcome : Type) (v_T : R) (q_P : law S_outcome) (q_after : R -> S_outcome -> law S_outcome) (q_p : R ->
  S_outcome -> R) (q_q : R -> S_outcome -> R) (q_w : R -> S_outcome -> R) (q_v : R -> S_outcome -> R) (q_eps : R -> R)
  (q_delta : R -> R) (q_keep : R -> R),
    is_int v_T ->
    0 <= v_T ->
    (forall (v_t : R) (o_outcome : S_outcome), is_int v_t -> 1 <= v_t -> v_t <= v_T -> 0 <= (q_p v_t o_outcome)) ->
    (forall (v_t : R) (o_outcome : S_outcome), is_int v_t -> 1 <= v_t -> v_t <= v_T -> 0 <= (q_q v_t o_outcome)) ->
    (forall (v_t : R) (o_outcome : S_outcome), is_int v_t -> 0 <= v_t -> v_t <= v_T -> 0 <= (q_w v_t o_outcome)) ->
    (forall (v_t : R) (o_outcome : S_outcome), is_int v_t -> 0 <= v_t -> v_t <= v_T -> 0 <= (q_v v_t o_outcome)) ->
    (forall (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> mean_law (q_after v_t) q_P) ->
    (forall (o_outcome : S_outcome), q_w 0 o_outcome = 1) ->
    (forall (o_outcome : S_outcome), q_v 0 o_outcome = 1) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> q_w (v_t + 1) o_outcome =
    (q_w v_t o_outcome) * (q_p (v_t + 1) o_outcome)) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> q_v (v_t + 1) o_outcome =
    (q_v v_t o_outcome) * (q_q (v_t + 1) o_outcome)) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> E (q_after v_t o_outcome)
    (fun o1 : S_outcome => ((q_w v_t o1) - (q_w v_t o_outcome)) ^ 2) = 0) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> E (q_after v_t o_outcome)
    (fun o1 : S_outcome => ((q_v v_t o1) - (q_v v_t o_outcome)) ^ 2) = 0) ->
    (forall (v_j : R), is_int v_j -> 0 <= v_j -> v_j <= v_T -> E q_P (fun o1 : S_outcome => q_w v_j o1) = 1) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> E (q_after v_t o_outcome)
    (fun o1 : S_outcome => q_p (v_t + 1) o1) = 1) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> E (q_after v_t o_outcome)
    (fun o1 : S_outcome => (ind_lt ((exp (q_eps (v_t + 1))) * (q_q (v_t + 1) o1)) (q_p (v_t + 1) o1)) * ((q_p (v_t +
    1) o1) - ((exp (q_eps (v_t + 1))) * (q_q (v_t + 1) o1)))) <= q_delta (v_t + 1)) ->
    (forall (v_i : R), is_int v_i -> 1 <= v_i -> v_i <= v_T -> q_delta v_i <= 1) ->
    q_keep 0 = 1 ->
    (forall (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> q_keep (v_t + 1) = (q_keep v_t) * (1 - (q_delta
    (v_t + 1)))) ->
    E q_P (fun o1 : S_outcome => (ind_lt ((exp (Sum 1 v_T (fun i2 : R => q_eps i2))) * (q_v v_T o1)) (q_w v_T o1)) *
    ((q_w v_T o1) - ((exp (Sum 1 v_T (fun i2 : R => q_eps i2))) * (q_v v_T o1)))) <= 1 - (q_keep v_T).
Proof.
  intros S T P after p q w v eps delta keep I T0 p0 q0 w0 v0 K w1 v1 wn vn wk vk wl pl more d1 k1 kn.
  apply (induction 0 T (fun n => E P (fun y => excess (exp (Sum 1 n eps)) (w n y) (v n y))) (fun n => 1 - keep n));
    [apply (is_int_IZR 0)|easy|easy| |]; cbv beta.
  - rewrite k1, (E_ext P _ (fun _ => 0)); [rewrite E_const; lra|]. intros y. unfold excess.
    rewrite Sum_empty, exp_0, w1, v1, ind_lt_0 by (lra || apply (is_int_IZR 1) || apply (is_int_IZR 0)). ring.
  - intros n N L H IH. assert (N' : is_int (n + 1)) by (apply is_int_plus; [easy|apply (is_int_IZR 1)]).
    assert (last : Sum 1 (n + 1) eps = Sum 1 n eps + eps (n + 1)).
    { rewrite Sum_last by (lra || easy || apply (is_int_IZR 1)). now replace (n + 1 - 1) with n by ring. }
    rewrite last, exp_plus, kn by easy. set (a := exp (Sum 1 n eps)) in *. assert (a0 : 0 < a) by apply exp_pos.
    set (B := exp (eps (n + 1))). assert (B0 : 0 < B) by apply exp_pos.
    set (X := E P (fun y => excess a (w n y) (v n y))) in *.
    assert (D := d1 (n + 1) N' ltac:(lra) ltac:(lra)).
    apply Rle_trans with (E P (fun y => (w n y - excess a (w n y) (v n y)) * delta (n + 1) + excess a (w n y) (v n y))).
    + rewrite <- (tower S P (after n)) by now apply K. apply E_le. intros y.
      apply Rle_trans with (E (after n y) (fun z => (w n y - excess a (w n y) (v n y))
        * excess B (p (n + 1) z) (q (n + 1) z) + excess a (w n y) (v n y) * p (n + 1) z)).
      * apply E_le_support. intros z J W. rewrite wn, vn by easy.
        rewrite (known (after n y) (w n) (w n y) (wk y n N L H) z J W).
        rewrite (known (after n y) (v n) (v n y) (vk y n N L H) z J W).
        apply one_more_round; try (apply Rlt_le; easy); [apply w0|apply v0|apply p0|apply q0]; easy || lra.
      * rewrite E_plus, !E_scal, pl by easy. assert (M := more y n N L H).
        assert (G : 0 <= w n y - excess a (w n y) (v n y)) by (apply excess_le; [lra|apply w0|apply v0]; easy || lra).
        assert ((w n y - excess a (w n y) (v n y)) * E (after n y) (fun z => excess B (p (n + 1) z) (q (n + 1) z))
          <= (w n y - excess a (w n y) (v n y)) * delta (n + 1)); [|lra].
        apply Rmult_le_compat_l; [easy|exact M].
    + rewrite E_plus, E_scal_r, E_minus, wl by (easy || lra). fold X.
      assert ((1 - delta (n + 1)) * keep n <= (1 - delta (n + 1)) * (1 - X)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
