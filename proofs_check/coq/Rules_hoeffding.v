(* Hoeffding's lemma; see Rules_numbers.v.

   By convexity e^(s X) lies below a chord, and what remains is the inequality 1 - p + p e^h <= e^(p h + h^2/8) for a
   probability p. The log of the quotient of both sides is 0 with its derivative at h = 0, and its second derivative is
   1/4 - q (1 - q) >= 0, where q = p e^h/(1 - p + p e^h). *)

From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Dpassay Require Import Sums Laws Rules_numbers.
Open Scope R_scope.

Lemma grows_on f f' a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (f' x)) ->
  (forall x, a <= x <= b -> 0 <= f' x) -> f a <= f b.
Proof.
  intros [L|Q] D G; [|rewrite Q; apply Rle_refl].
  destruct (MVT_cor2 f f' a b L) as [c [M B]].
  - intros x I. apply is_derive_Reals. auto.
  - assert (0 <= f' c * (b - a)) by (apply Rmult_le_pos; [apply G|]; lra). lra.
Qed.

Section Chord.
Context (p : R) (p1 : 0 <= p) (p2 : p <= 1).

Lemma chord_pos h : 0 < 1 - p + p * exp h.
Proof.
  assert (0 < exp h) by apply exp_pos. destruct p1 as [L|Q]; [|rewrite <- Q; lra].
  assert (0 < p * exp h) by now apply Rmult_lt_0_compat. lra.
Qed.

Definition gap h := p * h + h ^ 2 / 8 - ln (1 - p + p * exp h).
Definition gap1 h := p + h / 4 - p * exp h / (1 - p + p * exp h).
Definition gap2 h := (1 - p - p * exp h) ^ 2 / (4 * (1 - p + p * exp h) ^ 2).

Lemma gap_derive h : is_derive gap h (gap1 h).
Proof.
  assert (A := chord_pos h). unfold gap, gap1. auto_derive; [easy|]. field. lra.
Qed.

Lemma gap1_derive h : is_derive gap1 h (gap2 h).
Proof.
  assert (A := chord_pos h). unfold gap1, gap2. auto_derive; [lra|]. field. lra.
Qed.

Lemma gap2_nonneg h : 0 <= gap2 h.
Proof.
  assert (A := chord_pos h). apply Rle_mult_inv_pos; [apply pow2_ge_0|].
  apply Rmult_lt_0_compat; [lra|]. now apply pow_lt.
Qed.

Lemma gap1_0 : gap1 0 = 0.
Proof. unfold gap1. rewrite exp_0. field. lra. Qed.

Lemma gap_0 : gap 0 = 0.
Proof. unfold gap. rewrite exp_0. replace (1 - p + p * 1) with 1 by ring. rewrite ln_1. field. Qed.

Lemma gap_nonneg h : 0 <= gap h.
Proof.
  rewrite <- gap_0. destruct (Rle_lt_dec 0 h) as [L|L].
  - apply (grows_on gap gap1); [easy|intros; apply gap_derive|]. intros x I. rewrite <- gap1_0.
    apply (grows_on gap1 gap2); [easy|intros; apply gap1_derive|intros; apply gap2_nonneg].
  - apply Ropp_le_cancel. apply (grows_on (fun x => - gap x) (fun x => - gap1 x)); [lra| |].
    + intros x _. apply (is_derive_opp gap). apply gap_derive.
    + intros x I. assert (gap1 x <= gap1 0); [|rewrite gap1_0 in *; lra].
      apply (grows_on gap1 gap2); [easy|intros; apply gap1_derive|intros; apply gap2_nonneg].
Qed.

Lemma chord_below_square h : 1 - p + p * exp h <= exp (p * h + h ^ 2 / 8).
Proof.
  assert (G := gap_nonneg h). unfold gap in G. rewrite <- (exp_ln (1 - p + p * exp h)) by apply chord_pos.
  destruct G as [L|Q]; [apply Rlt_le, exp_increasing|apply Req_le; f_equal]; lra.
Qed.
End Chord.

Theorem hoeffdings_lemma :
  forall (S_outcome : Type) (v_s : R) (v_low : R) (v_high : R) (q_P : law S_outcome) (q_X : S_outcome -> R),
    (forall (o_outcome : S_outcome), v_low <= q_X o_outcome) ->
    (forall (o_outcome : S_outcome), q_X o_outcome <= v_high) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (q_X o1))) <= exp ((v_s * (E q_P (fun o1 : S_outcome => q_X o1))) + (((v_s
    ^ 2) * ((v_high - v_low) ^ 2)) / 8)).
Proof.
  intros S s low high P X L H. destruct (support_not_empty P) as [y0 _]. assert (l := L y0). assert (h := H y0).
  assert (m1 : low <= E P X) by (rewrite <- (E_const P low); now apply E_le).
  assert (m2 : E P X <= high) by (rewrite <- (E_const P high); now apply E_le).
  destruct (Req_EM_T low high) as [Q|Q].
  - rewrite (E_ext P _ (fun _ => exp (s * low))) by (intros y; f_equal; f_equal; apply Rle_antisym; [rewrite Q|]; easy).
    rewrite E_const. replace (E P (fun o1 => X o1)) with low by (apply Rle_antisym; [|rewrite Q at 1]; easy || now rewrite Q in *).
    apply Req_le. f_equal. rewrite <- Q. field.
  - assert (W : 0 < high - low) by lra. set (p := (E P X - low) / (high - low)).
    assert (p1 : 0 <= p) by (apply Rle_mult_inv_pos; lra).
    assert (p2 : p <= 1) by (apply Rmult_le_reg_r with (high - low); [easy|]; unfold p; field_simplify; lra).
    apply Rle_trans with ((1 - p) * exp (s * low) + p * exp (s * high)).
    + apply Rle_trans with (E P (fun y => exp (s * low) + (X y - low) * ((exp (s * high) - exp (s * low)) / (high - low)))).
      * apply E_le. intros y. assert (a := L y). assert (b := H y). set (w := (X y - low) / (high - low)).
        assert (w1 : 0 <= w) by (apply Rle_mult_inv_pos; lra).
        assert (w2 : w <= 1) by (apply Rmult_le_reg_r with (high - low); [easy|]; unfold w; field_simplify; lra).
        assert (C := chord_of_exp w (s * low) (s * high) w1 w2).
        replace ((1 - w) * (s * low) + w * (s * high)) with (s * X y) in C by (unfold w; field; lra).
        apply Rle_trans with (1 := C), Req_le. unfold w. field. lra.
      * apply Req_le. rewrite E_plus, E_const, E_scal_r, E_minus, E_const. unfold p.
        change (E P (fun y : S => X y)) with (E P X). field. lra.
    + assert (B := chord_below_square p p1 p2 (s * (high - low))).
      apply Rle_trans with (exp (s * low) * (1 - p + p * exp (s * (high - low)))).
      * apply Req_le. replace (s * high) with (s * low + s * (high - low)) by ring. rewrite exp_plus. ring.
      * apply Rle_trans with (exp (s * low) * exp (p * (s * (high - low)) + (s * (high - low)) ^ 2 / 8)).
        { apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|easy]. }
        rewrite <- exp_plus. apply Req_le. f_equal. unfold p. change (E P (fun o1 : S => X o1)) with (E P X). field. lra.
Qed.
