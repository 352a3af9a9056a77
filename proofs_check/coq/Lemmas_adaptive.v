(* Lemmas of proofs on sums that are revealed term by term: the chain of conditional laws; see Lemmas_tails.v. *)

From Coq Require Import Reals List Lra.
From Dpassay Require Import Sums Laws Rules_numbers Rules_sums Rules_laws.
Open Scope R_scope.

(* What is known is constant wherever there is weight. *)
Lemma known {S : Type} (K : law S) (A : S -> R) a : E K (fun y => (A y - a) ^ 2) = 0 ->
  forall y, In y (support K) -> 0 < weight K y -> A y = a.
Proof.
  intros H y I L.
  assert (Q : (A y - a) ^ 2 = 0) by (apply (E_is_zero K (fun y => (A y - a) ^ 2)); auto; intros; apply pow2_ge_0).
  assert (A y - a = 0); [|lra]. apply Rsqr_0_uniq. unfold Rsqr. lra.
Qed.

Theorem taking_out_what_is_known :
  forall (S_outcome : Type) (q_K : S_outcome -> law S_outcome) (q_A : S_outcome -> R) (q_X : S_outcome -> R),
    (forall (o_outcome : S_outcome), E (q_K o_outcome) (fun o1 : S_outcome => ((q_A o1) - (q_A o_outcome)) ^ 2) = 0)
    ->
    (forall (o_outcome : S_outcome), E (q_K o_outcome) (fun o1 : S_outcome => (q_A o1) * (q_X o1)) = (q_A o_outcome) *
    (E (q_K o_outcome) (fun o1 : S_outcome => q_X o1))).
Proof.
  intros S K A X H o. rewrite (what_is_constant S (A o) (K o) A (fun x y => x * X y) (H o)). apply E_scal.
Qed.

Theorem a_sum_of_what_is_known :
  forall (S_outcome : Type) (v_T : R) (q_K : S_outcome -> law S_outcome) (q_X : R -> S_outcome -> R),
    is_int v_T ->
    0 <= v_T ->
    (forall (o_outcome : S_outcome) (v_i : R), is_int v_i -> 1 <= v_i -> v_i <= v_T -> E (q_K o_outcome) (fun o1 :
    S_outcome => ((q_X v_i o1) - (q_X v_i o_outcome)) ^ 2) = 0) ->
    (forall (o_outcome : S_outcome), E (q_K o_outcome) (fun o1 : S_outcome => ((Sum 1 v_T (fun i2 : R => q_X i2 o1)) -
    (Sum 1 v_T (fun i2 : R => q_X i2 o_outcome))) ^ 2) = 0).
Proof.
  intros S T K X I T0 H o.
  rewrite (E_ext_support (K o) _ (fun _ => 0)); [apply E_const|]. intros y B L.
  rewrite (Sum_ext 1 T (fun i => X i y) (fun i => X i o)); [ring|apply (is_int_IZR 1)|easy|].
  intros i J l h. exact (known _ _ _ (H o i J l h) y B L).
Qed.

Theorem adaptive_mean :
  forall (S_outcome : Type) (v_T : R) (v_s : R) (q_P : law S_outcome) (q_after : R -> S_outcome -> law S_outcome) (q_X :
  R -> S_outcome -> R) (q_c : R -> R),
    is_int v_T ->
    0 <= v_T ->
    (forall (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> mean_law (q_after v_t) q_P) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> E (q_after v_t o_outcome)
    (fun o1 : S_outcome => q_X (v_t + 1) o1) <= q_c (v_t + 1)) ->
    E q_P (fun o1 : S_outcome => Sum 1 v_T (fun i2 : R => q_X i2 o1)) <= Sum 1 v_T (fun i1 : R => q_c i1).
Proof.
  intros S T s P after X c I T0 K M. rewrite E_Sum. apply Sum_le; [apply (is_int_IZR 1)|easy|]. intros t J l h.
  rewrite <- (tower S P (after (t - 1)) (X t)).
  - rewrite <- (E_const P (c t)). apply E_le. intros y. replace t with (t - 1 + 1) by ring.
    replace (t - 1 + 1 - 1) with (t - 1) by ring. apply M; [apply is_int_minus; [easy|apply (is_int_IZR 1)]|lra|lra].
  - apply K; [apply is_int_minus; [easy|apply (is_int_IZR 1)]|lra|lra].
Qed.

Theorem adaptive_sum :
  forall (S_outcome : Type) (v_T : R) (v_s : R) (q_P : law S_outcome) (q_after : R -> S_outcome -> law S_outcome) (q_X :
  R -> S_outcome -> R) (q_c : R -> R),
    is_int v_T ->
    0 <= v_T ->
    (forall (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> mean_law (q_after v_t) q_P) ->
    (forall (o_outcome : S_outcome) (v_i : R) (v_t : R), is_int v_i -> 1 <= v_i -> v_i <= v_T -> is_int v_t -> 0 <=
    v_t -> v_t <= v_T - 1 -> v_i <= v_t -> E (q_after v_t o_outcome) (fun o1 : S_outcome => ((q_X v_i o1) - (q_X v_i
    o_outcome)) ^ 2) = 0) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> E (q_after v_t o_outcome)
    (fun o1 : S_outcome => exp (v_s * (q_X (v_t + 1) o1))) <= exp (q_c (v_t + 1))) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum 1 v_T (fun i2 : R => q_X i2 o1)))) <= exp (Sum 1 v_T (fun i1 : R =>
    q_c i1)).
Proof.
  intros S T s P after X c I T0 K R M.
  apply (induction 0 T (fun n => E P (fun y => exp (s * Sum 1 n (fun t => X t y)))) (fun n => exp (Sum 1 n c)));
    [apply (is_int_IZR 0)|easy|easy| |]; cbv beta.
  - rewrite (E_ext P _ (fun _ => 1)).
    + rewrite E_const, Sum_empty, exp_0 by (lra || apply (is_int_IZR 1) || apply (is_int_IZR 0)). lra.
    + intros y. rewrite Sum_empty, Rmult_0_r by (lra || apply (is_int_IZR 1) || apply (is_int_IZR 0)). apply exp_0.
  - intros n N L H IH. assert (N' : is_int (n + 1)) by (apply is_int_plus; [easy|apply (is_int_IZR 1)]).
    assert (last : forall f, Sum 1 (n + 1) f = Sum 1 n f + f (n + 1)).
    { intros f. rewrite Sum_last by (lra || easy || apply (is_int_IZR 1)). now replace (n + 1 - 1) with n by ring. }
    rewrite last, exp_plus, <- (tower S P (after n)) by now apply K.
    apply Rle_trans with (E P (fun y => exp (s * Sum 1 n (fun t => X t y)) * exp (c (n + 1)))).
    + apply E_le. intros y.
      rewrite (E_ext_support (after n y) _ (fun z => exp (s * Sum 1 n (fun t => X t y)) * exp (s * X (n + 1) z))).
      * rewrite E_scal. apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|now apply M].
      * intros z B W. rewrite last, <- exp_plus. f_equal. rewrite Rmult_plus_distr_l. f_equal. f_equal.
        apply Sum_ext; [apply (is_int_IZR 1)|easy|]. intros t J l h. apply (known (after n y) (X t) (X t y)); [|easy|easy].
        apply R; try easy; lra.
    + rewrite E_scal_r. apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|easy].
Qed.
