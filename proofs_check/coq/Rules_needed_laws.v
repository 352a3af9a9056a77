(* Each condition of a rule on laws is needed: without it, the rule says what is false.

   Where it is not, the theorem without it is here: then it is there so that the formula has a meaning. A log or a root
   of what is below 0 has none in a proof; here it is 0. *)

From Coq Require Import Reals ZArith List Lra Lia.
From Interval Require Import Tactic.
From Dpassay Require Import Sums Laws Rules_laws Rules_needed_numbers Rules_needed_sums.
Import ListNotations.
Open Scope R_scope.

(* A fair coin, and one that falls on one side *)

Definition coin (p : R) (p1 : 0 <= p) (p2 : p <= 1) : law bool.
Proof.
  refine {| support := [true; false]; weight := fun y => if y then p else 1 - p |}.
  - repeat constructor; simpl; intuition discriminate.
  - intros []; lra.
  - intros [] _; simpl; tauto.
  - simpl. lra.
Defined.

Lemma half_1 : 0 <= / 2.
Proof. lra. Qed.

Lemma half_2 : / 2 <= 1.
Proof. lra. Qed.

Definition fair : law bool := coin (/ 2) half_1 half_2.
Definition sure : law bool := coin 1 Rle_0_1 (Rle_refl 1).

Lemma E_fair X : E fair X = / 2 * X true + / 2 * X false.
Proof. unfold E. simpl. lra. Qed.

Lemma E_sure X : E sure X = X true.
Proof. unfold E. simpl. lra. Qed.

Lemma independent_sure low high X : independent sure low high X.
Proof.
  intros v all. rewrite E_sure. unfold product. induction all as [|t all IH]; simpl; [easy|]. now rewrite E_sure, IH.
Qed.

Lemma Sum_1_2 f : Sum 1 2 f = f 1 + f 2.
Proof.
  rewrite Sum_last; [|apply (is_int_IZR 1)|apply (is_int_IZR 2)|lra]. replace (2 - 1) with 1 by lra.
  now rewrite Sum_one by apply (is_int_IZR 1).
Qed.

Theorem expectation_grows_needs_hypothesis_1 :
  ~ (forall (S_outcome : Type) (q_P : law S_outcome) (q_X : S_outcome -> R) (q_Y : S_outcome -> R),
    E q_P (fun o1 : S_outcome => q_X o1) <= E q_P (fun o1 : S_outcome => q_Y o1)).
Proof. intros H. specialize (H bool fair (fun _ => 1) (fun _ => 0)). rewrite !E_fair in H. lra. Qed.

Theorem expectation_of_equals_needs_hypothesis_1 :
  ~ (forall (S_outcome : Type) (q_P : law S_outcome) (q_X : S_outcome -> R) (q_Y : S_outcome -> R),
    E q_P (fun o1 : S_outcome => q_X o1) = E q_P (fun o1 : S_outcome => q_Y o1)).
Proof. intros H. specialize (H bool fair (fun _ => 1) (fun _ => 0)). rewrite !E_fair in H. lra. Qed.

Theorem independent_sum_without_domain_high :
  forall (S_outcome : Type) (v_low : R) (v_high : R) (v_s : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R) (q_c :
  R -> R),
    is_int v_low ->
    is_int v_high ->
    independent q_P v_low v_high (fun (i1 : R) (o2 : S_outcome) => q_X i1 o2) ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> E q_P (fun o1 : S_outcome => exp (v_s * (q_X v_t
    o1))) <= exp (q_c v_t)) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum v_low v_high (fun i2 : R => q_X i2 o1)))) <= exp (Sum v_low v_high
    (fun i1 : R => q_c i1)).
Proof.
  intros S low high s P X c L H I each.
  destruct (Rle_lt_dec low (high + 1)); [now apply independent_sum|].
  rewrite (E_ext P _ (fun _ => 1)); [|intros y; rewrite Sum_empty, Rmult_0_r by (assumption || lra); apply exp_0].
  rewrite Sum_empty, exp_0, E_const by (assumption || lra). apply Rle_refl.
Qed.

Theorem independent_sum_needs_integer_low :
  ~ (forall (S_outcome : Type) (v_low : R) (v_high : R) (v_s : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R) (q_c :
  R -> R),
    is_int v_high ->
    v_low <= v_high + 1 ->
    independent q_P v_low v_high (fun (i1 : R) (o2 : S_outcome) => q_X i1 o2) ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> E q_P (fun o1 : S_outcome => exp (v_s * (q_X v_t
    o1))) <= exp (q_c v_t)) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum v_low v_high (fun i2 : R => q_X i2 o1)))) <= exp (Sum v_low v_high
    (fun i1 : R => q_c i1))).
Proof.
  intros H. specialize (H bool (1 / 2) 0 1 sure (fun _ _ => 1) (fun _ => 0) (is_int_IZR 0)).
  lapply H; [|lra]. intros I. lapply I; [|apply independent_sure]. intros J.
  lapply J; [|intros t _ L U; lra].
  rewrite E_sure, !Sum_from_half, !Sum_one by apply (is_int_IZR 0). rewrite exp_0. assert (T := exp_1_above_2).
  rewrite Rmult_1_l. lra.
Qed.

Theorem independent_sum_without_integer_high :
  forall (S_outcome : Type) (v_low : R) (v_high : R) (v_s : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R) (q_c :
  R -> R),
    is_int v_low ->
    v_low <= v_high + 1 ->
    independent q_P v_low v_high (fun (i1 : R) (o2 : S_outcome) => q_X i1 o2) ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> E q_P (fun o1 : S_outcome => exp (v_s * (q_X v_t
    o1))) <= exp (q_c v_t)) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum v_low v_high (fun i2 : R => q_X i2 o1)))) <= exp (Sum v_low v_high
    (fun i1 : R => q_c i1)).
Proof.
  intros S low high s P X c [a ->] O I each.
  change (E P (fun y => exp (s * Sum (IZR a) high (fun t => X t y))) <= exp (Sum (IZR a) high c)).
  rewrite (E_ext P _ (fun y => exp (s * Sum (IZR a) (IZR (Int_part high)) (fun t => X t y)))).
  - rewrite <- (Sum_floor (IZR a) high c). assert (B := base_Int_part high). apply independent_sum.
    + apply is_int_IZR.
    + apply is_int_IZR.
    + rewrite <- plus_IZR. apply IZR_le. assert (a - 1 <= Int_part high)%Z; [|lia].
      apply Int_part_above. rewrite minus_IZR. lra.
    + intros v. specialize (I v). now rewrite !Int_part_IZR in *.
    + intros t T L U. apply each; [easy|easy|lra].
  - intros y. now rewrite Sum_floor.
Qed.

Theorem independent_sum_needs_hypothesis_1 :
  ~ (forall (S_outcome : Type) (v_low : R) (v_high : R) (v_s : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R) (q_c :
  R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> E q_P (fun o1 : S_outcome => exp (v_s * (q_X v_t
    o1))) <= exp (q_c v_t)) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum v_low v_high (fun i2 : R => q_X i2 o1)))) <= exp (Sum v_low v_high
    (fun i1 : R => q_c i1))).
Proof.
  intros H. specialize (H bool 1 2 1 fair (fun _ y => if y then 1 else - 1) (fun _ => 1 / 2) (is_int_IZR 1) (is_int_IZR 2)).
  lapply H; [|lra]. intros I. lapply I.
  - rewrite E_fair, !Sum_1_2. simpl. replace (1 / 2 + 1 / 2) with 1 by lra.
    replace (1 * (1 + 1)) with 2 by ring. replace (1 * (- 1 + - 1)) with (- 2) by ring. intros Q.
    assert (exp 1 < / 2 * exp 2 + / 2 * exp (- 2)) by interval. lra.
  - intros t _ _ _. rewrite E_fair. simpl. interval.
Qed.

Theorem independent_sum_needs_hypothesis_2 :
  ~ (forall (S_outcome : Type) (v_low : R) (v_high : R) (v_s : R) (q_P : law S_outcome) (q_X : R -> S_outcome -> R) (q_c :
  R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    independent q_P v_low v_high (fun (i1 : R) (o2 : S_outcome) => q_X i1 o2) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (Sum v_low v_high (fun i2 : R => q_X i2 o1)))) <= exp (Sum v_low v_high
    (fun i1 : R => q_c i1))).
Proof.
  intros H. specialize (H bool 1 1 1 sure (fun _ _ => 1) (fun _ => 0) (is_int_IZR 1) (is_int_IZR 1)).
  lapply H; [|lra]. intros I. lapply I; [|apply independent_sure].
  rewrite E_sure, !Sum_one by apply (is_int_IZR 1). rewrite exp_0. assert (T := exp_1_above_2).
  rewrite Rmult_1_l. lra.
Qed.

Theorem hoeffdings_lemma_needs_hypothesis_1 :
  ~ (forall (S_outcome : Type) (v_s : R) (v_low : R) (v_high : R) (q_P : law S_outcome) (q_X : S_outcome -> R),
    (forall (o_outcome : S_outcome), q_X o_outcome <= v_high) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (q_X o1))) <= exp ((v_s * (E q_P (fun o1 : S_outcome => q_X o1))) + (((v_s
    ^ 2) * ((v_high - v_low) ^ 2)) / 8))).
Proof.
  intros H. specialize (H bool 1 0 0 fair (fun y => if y then 0 else - 1)). lapply H; [|intros []; lra].
  rewrite !E_fair. simpl. intros Q. apply Rle_not_lt in Q. apply Q. interval.
Qed.

Theorem hoeffdings_lemma_needs_hypothesis_2 :
  ~ (forall (S_outcome : Type) (v_s : R) (v_low : R) (v_high : R) (q_P : law S_outcome) (q_X : S_outcome -> R),
    (forall (o_outcome : S_outcome), v_low <= q_X o_outcome) ->
    E q_P (fun o1 : S_outcome => exp (v_s * (q_X o1))) <= exp ((v_s * (E q_P (fun o1 : S_outcome => q_X o1))) + (((v_s
    ^ 2) * ((v_high - v_low) ^ 2)) / 8))).
Proof.
  intros H. specialize (H bool 1 0 0 fair (fun y => if y then 1 else 0)). lapply H; [|intros []; lra].
  rewrite !E_fair. simpl. intros Q. apply Rle_not_lt in Q. apply Q. interval.
Qed.

Theorem tower_needs_conditional_K :
  ~ (forall (S_outcome : Type) (q_P : law S_outcome) (q_K : S_outcome -> law S_outcome) (q_X : S_outcome -> R),
    E q_P (fun o1 : S_outcome => E (q_K o1) (fun o2 : S_outcome => q_X o2)) = E q_P (fun o1 : S_outcome => q_X o1)).
Proof.
  intros H. specialize (H bool fair (fun _ => sure) (fun y => if y then 1 else 0)). simpl in H.
  rewrite !E_fair, !E_sure in H. lra.
Qed.

Theorem what_is_constant_needs_hypothesis_1 :
  ~ (forall (S_outcome : Type) (v_a : R) (q_P : law S_outcome) (q_A : S_outcome -> R) (q_f : R -> S_outcome -> R),
    E q_P (fun o1 : S_outcome => q_f (q_A o1) o1) = E q_P (fun o1 : S_outcome => q_f v_a o1)).
Proof.
  intros H. specialize (H bool 0 fair (fun y => if y then 1 else 0) (fun x _ => x)). simpl in H. rewrite !E_fair in H. lra.
Qed.
