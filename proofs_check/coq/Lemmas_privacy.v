(* Lemmas of proofs on privacy: composition and post-processing; see Lemmas_tails.v. *)

From Coq Require Import Reals Lra.
From Dpassay Require Import Sums Laws Rules_numbers.
Open Scope R_scope.

Lemma exp_of_log_ratio a b : 0 < a -> 0 < b -> exp (ln a - ln b) = a / b.
Proof. intros A B. unfold Rminus. rewrite exp_plus, exp_Ropp, !exp_ln by easy. reflexivity. Qed.

Lemma tangent_of_a_power al y : 1 <= al -> al * exp y <= al - 1 + exp (al * y).
Proof.
  intros H. assert (w1 : 0 <= / al) by (apply Rlt_le, Rinv_0_lt_compat; lra).
  assert (w2 : / al <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  assert (C := chord_of_exp (/ al) 0 (al * y) w1 w2). rewrite exp_0 in C.
  replace ((1 - / al) * 0 + / al * (al * y)) with y in C by (field; lra).
  assert (D : al * exp y <= al * ((1 - / al) * 1 + / al * exp (al * y))) by (apply Rmult_le_compat_l; lra).
  replace (al * ((1 - / al) * 1 + / al * exp (al * y))) with (al - 1 + exp (al * y)) in D by (field; lra). easy.
Qed.

Theorem privacy_of_events :
  forall (S_outcome : Type) (v_e : R) (q_P : law S_outcome) (q_P2 : law S_outcome) (q_p : S_outcome -> R) (q_p2 :
  S_outcome -> R) (q_event : S_outcome -> R),
    (forall (o_outcome : S_outcome), 0 < (q_p o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 < (q_p2 o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 <= (q_event o_outcome)) ->
    E q_P (fun o1 : S_outcome => q_event o1) = E q_P2 (fun o1 : S_outcome => ((q_event o1) * (q_p o1)) / (q_p2 o1)) ->
    (forall (o_outcome : S_outcome), ln (q_p o_outcome) <= v_e + (ln (q_p2 o_outcome))) ->
    E q_P (fun o1 : S_outcome => q_event o1) <= (exp v_e) * (E q_P2 (fun o1 : S_outcome => q_event o1)).
Proof.
  intros S e P P2 p p2 event p0 p20 ev laws tr. rewrite laws, <- E_scal. apply E_le. intros y.
  assert (A := p20 y). apply Rmult_le_reg_r with (p2 y); [easy|].
  replace (event y * p y / p2 y * p2 y) with (event y * p y) by (field; lra).
  assert (p y <= exp e * p2 y).
  { rewrite <- (exp_ln (p y)), <- (exp_ln (p2 y)) at 1 by easy. rewrite <- exp_plus. now apply exp_grows. }
  assert (event y * p y <= event y * (exp e * p2 y)) by now apply Rmult_le_compat_l. lra.
Qed.

Theorem basic_composition :
  forall (S_outcome : Type) (v_T : R) (q_P : law S_outcome) (q_P2 : law S_outcome) (q_p : S_outcome -> R) (q_p2 :
  S_outcome -> R) (q_event : S_outcome -> R) (q_l : R -> S_outcome -> R) (q_l2 : R -> S_outcome -> R) (q_eps : R ->
  R),
    is_int v_T ->
    0 <= v_T ->
    (forall (o_outcome : S_outcome), 0 < (q_p o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 < (q_p2 o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 <= (q_event o_outcome)) ->
    E q_P (fun o1 : S_outcome => q_event o1) = E q_P2 (fun o1 : S_outcome => ((q_event o1) * (q_p o1)) / (q_p2 o1)) ->
    (forall (o_outcome : S_outcome), ln (q_p o_outcome) = Sum 1 v_T (fun i1 : R => q_l i1 o_outcome)) ->
    (forall (o_outcome : S_outcome), ln (q_p2 o_outcome) = Sum 1 v_T (fun i1 : R => q_l2 i1 o_outcome)) ->
    (forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> 1 <= v_t -> v_t <= v_T -> q_l v_t o_outcome <= (q_eps
    v_t) + (q_l2 v_t o_outcome)) ->
    E q_P (fun o1 : S_outcome => q_event o1) <= (exp (Sum 1 v_T (fun i1 : R => q_eps i1))) * (E q_P2 (fun o1 :
    S_outcome => q_event o1)).
Proof.
  intros S T P P2 p p2 event a b eps I T0 p0 p20 ev laws first second round.
  apply (privacy_of_events S _ P P2 p p2); try easy. intros y. rewrite first, second, <- Sum_plus.
  apply Sum_le; [apply (is_int_IZR 1)|easy|]. intros t. apply round.
Qed.

Theorem post_processing :
  forall (S_outcome : Type) (v_N : R) (v_Z : R) (q_F : law S_outcome) (q_p : S_outcome -> R) (q_p2 : S_outcome -> R)
  (q_over : S_outcome -> R) (q_k : R -> S_outcome -> R) (q_R : R -> R) (q_R2 : R -> R) (q_w : R -> R),
    is_int v_N ->
    1 <= v_N ->
    0 <= v_Z ->
    (forall (o_outcome : S_outcome), 0 <= (q_p o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 <= (q_p2 o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 <= (q_over o_outcome)) ->
    (forall (v_l : R) (o_outcome : S_outcome), is_int v_l -> 1 <= v_l -> v_l <= v_N -> 0 <= (q_k v_l o_outcome)) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> 0 <= (q_w v_l)) ->
    (forall (o_outcome : S_outcome), Sum 1 v_N (fun i1 : R => q_k i1 o_outcome) = 1) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> q_R v_l = E q_F (fun o1 : S_outcome => (q_p o1) * (q_k
    v_l o1))) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> q_R2 v_l = E q_F (fun o1 : S_outcome => (q_p2 o1) *
    (q_k v_l o1))) ->
    (forall (o_outcome : S_outcome), q_p o_outcome <= (v_Z * (q_p2 o_outcome)) + (q_over o_outcome)) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> q_w v_l <= 1) ->
    Sum 1 v_N (fun i1 : R => (q_w i1) * (q_R i1)) <= (v_Z * (Sum 1 v_N (fun i1 : R => (q_w i1) * (q_R2 i1)))) + (E q_F
    (fun o1 : S_outcome => q_over o1)).
Proof.
  intros S N Z F p p2 over k R R2 w I N1 Z0 p0 p20 o0 k0 w0 all first second above event.
  apply Rle_trans with (Sum 1 N (fun l => Z * (w l * R2 l) + E F (fun y => over y * k l y))).
  - apply Sum_le; [apply (is_int_IZR 1)|easy|]. intros l J L H. rewrite first, second by easy.
    assert (B : E F (fun y => p y * k l y) <= Z * E F (fun y => p2 y * k l y) + E F (fun y => over y * k l y)).
    { rewrite <- E_scal, <- E_plus. apply E_le. intros y. assert (A := above y). assert (C := k0 l y J L H).
      assert (p y * k l y <= (Z * p2 y + over y) * k l y) by now apply Rmult_le_compat_r. lra. }
    assert (0 <= E F (fun y => over y * k l y)) by (apply E_nonneg; intros; apply Rmult_le_pos; auto).
    assert (W := w0 l J L H). assert (V := event l J L H).
    assert (w l * E F (fun y => p y * k l y)
      <= w l * (Z * E F (fun y => p2 y * k l y) + E F (fun y => over y * k l y))) by now apply Rmult_le_compat_l.
    assert (w l * E F (fun y => over y * k l y) <= 1 * E F (fun y => over y * k l y)) by now apply Rmult_le_compat_r.
    lra.
  - rewrite Sum_plus, Sum_scal, <- E_Sum. apply Rplus_le_compat_l, Req_le, E_ext. intros y. rewrite Sum_scal, all. ring.
Qed.

Theorem post_processing_renyi_divergences :
  forall (S_outcome : Type) (v_N : R) (v_al : R) (q_F : law S_outcome) (q_p : S_outcome -> R) (q_p2 : S_outcome -> R)
  (q_k : R -> S_outcome -> R) (q_R : R -> R) (q_R2 : R -> R),
    is_int v_N ->
    1 <= v_N ->
    1 <= v_al ->
    (forall (o_outcome : S_outcome), 0 < (q_p o_outcome)) ->
    (forall (o_outcome : S_outcome), 0 < (q_p2 o_outcome)) ->
    (forall (v_l : R) (o_outcome : S_outcome), is_int v_l -> 1 <= v_l -> v_l <= v_N -> 0 <= (q_k v_l o_outcome)) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> 0 < (q_R v_l)) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> 0 < (q_R2 v_l)) ->
    (forall (o_outcome : S_outcome), Sum 1 v_N (fun i1 : R => q_k i1 o_outcome) = 1) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> q_R v_l = E q_F (fun o1 : S_outcome => (q_p o1) * (q_k
    v_l o1))) ->
    (forall (v_l : R), is_int v_l -> 1 <= v_l -> v_l <= v_N -> q_R2 v_l = E q_F (fun o1 : S_outcome => (q_p2 o1) *
    (q_k v_l o1))) ->
    Sum 1 v_N (fun i1 : R => (q_R2 i1) * (exp (v_al * ((ln (q_R i1)) - (ln (q_R2 i1)))))) <= E q_F (fun o1 : S_outcome
    => (q_p2 o1) * (exp (v_al * ((ln (q_p o1)) - (ln (q_p2 o1)))))).
Proof.
  intros S N al F p p2 k R R2 I N1 a1 p0 p20 k0 R0 R20 all first second.
  apply Rle_trans with (Sum 1 N (fun l => E F (fun y => p2 y * exp (al * (ln (p y) - ln (p2 y))) * k l y))).
  - apply Sum_le; [apply (is_int_IZR 1)|easy|]. intros l J L H.
    assert (r0 := R0 l J L H). assert (r20 := R20 l J L H). set (D := ln (R l) - ln (R2 l)).
    assert (Q : R l * exp ((al - 1) * D) = R2 l * exp (al * D)).
    { replace (al * D) with ((al - 1) * D + D) by ring. rewrite exp_plus. unfold D at 3.
      rewrite exp_of_log_ratio by easy. field. lra. }
    assert (B : E F (fun y => al * exp ((al - 1) * D) * (p y * k l y)) <=
      E F (fun y => (al - 1) * exp (al * D) * (p2 y * k l y) + p2 y * exp (al * (ln (p y) - ln (p2 y))) * k l y)).
    { apply E_le. intros y. assert (c0 := k0 l y J L H). assert (q := p0 y). assert (q2 := p20 y).
      set (r := ln (p y) - ln (p2 y)).
      assert (C := tangent_of_a_power al (r - D) a1).
      assert (X : p y * exp ((al - 1) * D) = p2 y * exp (al * D) * exp (r - D)).
      { rewrite Rmult_assoc, <- exp_plus. replace (al * D + (r - D)) with ((al - 1) * D + r) by ring.
        rewrite exp_plus. unfold r. rewrite exp_of_log_ratio by easy. field. lra. }
      assert (Y : exp (al * r) = exp (al * D) * exp (al * (r - D))) by (rewrite <- exp_plus; f_equal; ring).
      rewrite Y. apply Rle_trans with (k l y * (p2 y * exp (al * D)) * (al * exp (r - D))).
      { apply Req_le. replace (al * exp ((al - 1) * D) * (p y * k l y)) with (al * k l y * (p y * exp ((al - 1) * D)))
          by ring. rewrite X. ring. }
      apply Rle_trans with (k l y * (p2 y * exp (al * D)) * (al - 1 + exp (al * (r - D)))); [|apply Req_le; ring].
      apply Rmult_le_compat_l; [|easy]. apply Rmult_le_pos; [easy|]. apply Rlt_le, Rmult_lt_0_compat; [easy|].
      apply exp_pos. }
    rewrite E_plus, !E_scal, <- first, <- second in B by easy. rewrite (Rmult_assoc al), (Rmult_comm (exp _) (R l)), Q in B.
    lra.
  - rewrite <- E_Sum. apply Req_le, E_ext. intros y. rewrite Sum_scal, all. ring.
Qed.
