(* The same in the form in which textbooks have it: Markov, Jensen for any convex function, the union bound, Pinsker
   with a root, and the chain rule of divergences. No proof rests on these: they show that the forms of our lemmas are
   the usual ones. *)

From Coq Require Import Reals List Lra Psatz.
From Dpassay Require Import Sums Laws Lemmas_tails.
Import ListNotations.
Open Scope R_scope.

Theorem markov : forall (S : Type) (P : law S) (X : S -> R) (c : R),
  (forall y, 0 <= X y) -> 0 < c -> E P (fun y => ind_le c (X y)) <= E P X / c.
Proof.
  intros S P X c X0 c0. unfold Rdiv. rewrite <- E_scal_r. apply E_le. intros y.
  assert (A := X0 y). assert (I : 0 < / c) by now apply Rinv_0_lt_compat.
  destruct (Rle_lt_dec c (X y)) as [L|L]; [rewrite ind_le_1 by easy|rewrite ind_le_0 by easy].
  - rewrite <- (Rinv_r c) by lra. apply Rmult_le_compat_r; lra.
  - apply Rmult_le_pos; lra.
Qed.

Theorem union_bound : forall (S : Type) (P : law S) (T : R) (y : S -> R) (m : R -> S -> R),
  is_int T -> (forall o, y o <= Sum 1 T (fun i => m i o)) -> E P y <= Sum 1 T (fun i => E P (m i)).
Proof. intros S P T y m I H. apply Rle_trans with (1 := E_le P _ _ H), Req_le, E_Sum. Qed.

(* Jensen's inequality: weights that do not sum to 1, and one outcome after the other *)
Definition convex (f : R -> R) : Prop :=
  forall w x y, 0 <= w -> w <= 1 -> f ((1 - w) * x + w * y) <= (1 - w) * f x + w * f y.

Lemma jensen_weights {A : Type} (f : R -> R) (p X : A -> R) l : convex f -> (forall a, 0 <= p a) ->
  0 < list_sum l p ->
  f (list_sum l (fun a => p a * X a) / list_sum l p) <= list_sum l (fun a => p a * f (X a)) / list_sum l p.
Proof.
  intros C p0. induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (R0 : 0 <= list_sum l p) by now apply list_sum_nonneg. assert (A0 := p0 a).
  destruct R0 as [L|Q].
  - specialize (IH L). set (W := list_sum l p) in *. set (m := list_sum l (fun a => p a * X a)) in *.
    set (n := list_sum l (fun a => p a * f (X a))) in *.
    assert (w1 : 0 <= W / (p a + W)) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    assert (w2 : W / (p a + W) <= 1) by (apply Rmult_le_reg_r with (p a + W); [easy|]; field_simplify; lra).
    assert (J := C (W / (p a + W)) (X a) (m / W) w1 w2).
    replace ((1 - W / (p a + W)) * X a + W / (p a + W) * (m / W)) with ((p a * X a + m) / (p a + W)) in J
      by (field; lra).
    apply Rle_trans with (1 := J). replace ((p a * f (X a) + n) / (p a + W))
      with ((1 - W / (p a + W)) * f (X a) + W / (p a + W) * (n / W)) by (field; lra).
    apply Rplus_le_compat_l. now apply Rmult_le_compat_l.
  - assert (Z : forall b, In b l -> p b = 0) by (apply list_sum_is_zero; auto).
    rewrite <- Q in *. rewrite (list_sum_zero l (fun a => p a * X a)), (list_sum_zero l (fun a => p a * f (X a))).
    + apply Req_le. replace ((p a * X a + 0) / (p a + 0)) with (X a) by (field; lra). field. lra.
    + intros b I. rewrite Z by easy. ring.
    + intros b I. rewrite Z by easy. ring.
Qed.

Theorem jensen : forall (S : Type) (P : law S) (f : R -> R) (X : S -> R),
  convex f -> f (E P X) <= E P (fun y => f (X y)).
Proof.
  intros S P f X C. assert (J := jensen_weights f (weight P) X (support P) C (weight_nonneg P)).
  rewrite weight_sum in J. unfold Rdiv in J. rewrite Rinv_1, !Rmult_1_r in J. apply J. lra.
Qed.

(* L is the log of the ratio of two laws, under the first one; its mean is their divergence. *)
Theorem pinsker : forall (S : Type) (P : law S) (L : S -> R),
  E P (fun y => exp (- L y)) = 1 -> E P (fun y => ind_le 0 (L y) * (1 - exp (- L y))) <= sqrt (E P L / 2).
Proof.
  intros S P L M. set (V := E P _). assert (B : forall c, 0 < c -> V <= c / 2 * E P L + 1 / (4 * c)).
  { intros c c0. exact (pinskers_inequality S c P L c0 M). }
  assert (D : 0 <= E P L).
  { assert (J := jensens_inequality_for_exp S P (fun y => - L y)). cbv beta in J. rewrite M, <- exp_0 in J.
    apply Rnot_lt_le. intros N. assert (N' : 0 < E P (fun y => - L y)) by (rewrite E_opp; change (E P (fun y => L y))
      with (E P L); lra). apply exp_increasing in N'. lra. }
  destruct D as [D|Q].
  - set (r := sqrt (E P L / 2)). assert (r0 : 0 < r) by (apply sqrt_lt_R0; lra).
    assert (r2 : r * r = E P L / 2) by (apply sqrt_sqrt; lra).
    apply Rle_trans with (1 := B (/ (2 * r)) (Rinv_0_lt_compat (2 * r) ltac:(lra))).
    replace (E P L) with (2 * (r * r)) by lra. apply Req_le. field. lra.
  - rewrite <- Q in *. unfold Rdiv. rewrite Rmult_0_l, sqrt_0. apply Rnot_lt_le. intros N.
    assert (C := B (/ V) (Rinv_0_lt_compat V N)). rewrite Rmult_0_r in C.
    replace (0 + 1 / (4 * / V)) with (V / 4) in C by (field; lra). lra.
Qed.

(* The divergence of two laws of pairs is that of the first entries and the mean of that of the second ones. *)
Definition divergence (p q : R) : R := p * ln (p / q).

Theorem chain_rule : forall (A B : Type) (l : list A) (m : list B) (p q : A -> R) (k j : A -> B -> R),
  (forall a, 0 <= p a) -> (forall a b, 0 <= k a b) -> (forall a, list_sum m (k a) = 1) ->
  (forall a, p a <> 0 -> 0 < q a) -> (forall a b, k a b <> 0 -> 0 < j a b) ->
  list_sum l (fun a => list_sum m (fun b => divergence (p a * k a b) (q a * j a b)))
  = list_sum l (fun a => divergence (p a) (q a))
    + list_sum l (fun a => p a * list_sum m (fun b => divergence (k a b) (j a b))).
Proof.
  intros A B l m p q k j p0 k0 one pq kj. rewrite <- list_sum_plus. apply list_sum_ext. intros a _.
  replace (divergence (p a) (q a)) with (list_sum m (fun b => divergence (p a) (q a) * k a b))
    by (rewrite list_sum_scal, one; ring).
  rewrite <- list_sum_scal, <- list_sum_plus. apply list_sum_ext. intros b _. unfold divergence.
  destruct (Req_EM_T (p a) 0) as [Q|Q]; [rewrite Q; ring|].
  destruct (Req_EM_T (k a b) 0) as [Q'|Q']; [rewrite Q'; ring|].
  assert (P0 : 0 < p a) by (assert (X := p0 a); lra). assert (K0 : 0 < k a b) by (assert (X := k0 a b); lra).
  assert (q0 := pq a Q). assert (j0 := kj a b Q').
  replace (p a * k a b / (q a * j a b)) with (p a / q a * (k a b / j a b)) by (field; lra).
  rewrite ln_mult by now apply Rdiv_lt_0_compat. ring.
Qed.
