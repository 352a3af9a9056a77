(* Indicators, and laws of finitely many outcomes with their expectations.

   Nothing is assumed but Coq's classical reals: a law is a list of different outcomes with weights of at least 0 that
   sum to 1, and an expectation is a finite sum. *)

From Coq Require Import Reals ZArith List Lia Lra Psatz.
From Dpassay Require Export Sums.
Import ListNotations.
Open Scope R_scope.

(* Indicators: 1 where a relation holds, and 0 elsewhere *)

Definition ind_le (a b : R) : R := if Rle_dec a b then 1 else 0.
Definition ind_lt (a b : R) : R := if Rlt_dec a b then 1 else 0.
Definition ind_eq (a b : R) : R := if Req_EM_T a b then 1 else 0.

Lemma ind_le_1 a b : a <= b -> ind_le a b = 1.
Proof. unfold ind_le. destruct (Rle_dec a b); easy. Qed.

Lemma ind_le_0 a b : b < a -> ind_le a b = 0.
Proof. unfold ind_le. destruct (Rle_dec a b); lra. Qed.

Lemma ind_lt_1 a b : a < b -> ind_lt a b = 1.
Proof. unfold ind_lt. destruct (Rlt_dec a b); easy. Qed.

Lemma ind_lt_0 a b : b <= a -> ind_lt a b = 0.
Proof. unfold ind_lt. destruct (Rlt_dec a b); lra. Qed.

Lemma ind_eq_1 a b : a = b -> ind_eq a b = 1.
Proof. unfold ind_eq. destruct (Req_EM_T a b); easy. Qed.

Lemma ind_eq_0 a b : a <> b -> ind_eq a b = 0.
Proof. unfold ind_eq. destruct (Req_EM_T a b); easy. Qed.

Lemma ind_lt_le a b : ind_lt b a = 1 - ind_le a b.
Proof. unfold ind_lt, ind_le. destruct (Rlt_dec b a), (Rle_dec a b); lra. Qed.

Lemma ind_le_bounds a b : 0 <= ind_le a b <= 1.
Proof. unfold ind_le. destruct (Rle_dec a b); lra. Qed.

Lemma ind_lt_bounds a b : 0 <= ind_lt a b <= 1.
Proof. unfold ind_lt. destruct (Rlt_dec a b); lra. Qed.

Lemma ind_eq_bounds a b : 0 <= ind_eq a b <= 1.
Proof. unfold ind_eq. destruct (Req_EM_T a b); lra. Qed.

(* Laws *)

Record law (Outcome : Type) : Type := {
  support : list Outcome;
  weight : Outcome -> R;
  support_distinct : NoDup support;
  weight_nonneg : forall y, 0 <= weight y;
  support_whole : forall y, weight y <> 0 -> In y support;
  weight_sum : list_sum support weight = 1
}.
Arguments support {Outcome}.
Arguments weight {Outcome}.
Arguments support_distinct {Outcome}.
Arguments weight_nonneg {Outcome}.
Arguments support_whole {Outcome}.
Arguments weight_sum {Outcome}.

(* The expectation of X under P *)
Definition E {Outcome : Type} (P : law Outcome) (X : Outcome -> R) : R :=
  list_sum (support P) (fun y => weight P y * X y).

Section Expectations.
Context {Outcome : Type} (P : law Outcome).
Implicit Types X Y : Outcome -> R.

(* What happens where the weight is 0 does not matter. *)
Lemma E_ext_support X Y : (forall y, In y (support P) -> 0 < weight P y -> X y = Y y) -> E P X = E P Y.
Proof.
  intros H. apply list_sum_ext. intros y I. destruct (Rle_lt_or_eq_dec _ _ (weight_nonneg P y)) as [L|Z].
  - rewrite (H y I L). reflexivity.
  - rewrite <- Z. lra.
Qed.

Lemma E_ext X Y : (forall y, X y = Y y) -> E P X = E P Y.
Proof. intros H. apply E_ext_support. auto. Qed.

Lemma E_le X Y : (forall y, X y <= Y y) -> E P X <= E P Y.
Proof. intros H. apply list_sum_le. intros y _. apply Rmult_le_compat_l; [apply weight_nonneg|apply H]. Qed.

Lemma E_const c : E P (fun _ => c) = c.
Proof.
  unfold E. rewrite (list_sum_ext _ _ (fun y => c * weight P y)) by (intros; lra).
  rewrite list_sum_scal, weight_sum. lra.
Qed.

Lemma E_plus X Y : E P (fun y => X y + Y y) = E P X + E P Y.
Proof. unfold E. rewrite <- list_sum_plus. apply list_sum_ext. intros. lra. Qed.

Lemma E_minus X Y : E P (fun y => X y - Y y) = E P X - E P Y.
Proof. unfold E. rewrite <- list_sum_minus. apply list_sum_ext. intros. lra. Qed.

Lemma E_opp X : E P (fun y => - X y) = - E P X.
Proof. unfold E. rewrite <- list_sum_opp. apply list_sum_ext. intros. lra. Qed.

Lemma E_scal c X : E P (fun y => c * X y) = c * E P X.
Proof. unfold E. rewrite <- list_sum_scal. apply list_sum_ext. intros. lra. Qed.

Lemma E_scal_r c X : E P (fun y => X y * c) = E P X * c.
Proof. unfold E. rewrite <- list_sum_scal_r. apply list_sum_ext. intros. lra. Qed.

Lemma E_list_sum {B : Type} (l : list B) (X : B -> Outcome -> R) :
  E P (fun y => list_sum l (fun b => X b y)) = list_sum l (fun b => E P (fun y => X b y)).
Proof. unfold E. rewrite <- list_sum_swap. apply list_sum_ext. intros y _. now rewrite list_sum_scal. Qed.

Lemma E_Sum low high (X : R -> Outcome -> R) :
  E P (fun y => Sum low high (fun t => X t y)) = Sum low high (fun t => E P (fun y => X t y)).
Proof. apply (E_list_sum (range _ _) (fun t => X (IZR t))). Qed.

Lemma E_nonneg X : (forall y, 0 <= X y) -> 0 <= E P X.
Proof. intros H. rewrite <- (E_const 0). now apply E_le. Qed.

Lemma support_not_empty : exists y, In y (support P) /\ 0 < weight P y.
Proof.
  destruct (Exists_dec (fun y => 0 < weight P y) (support P)) as [H|H].
  - intros y. destruct (Rlt_dec 0 (weight P y)); auto.
  - apply Exists_exists in H. destruct H as [y H]. eauto.
  - exfalso. assert (Z : list_sum (support P) (weight P) = 0).
    { apply list_sum_zero. intros y I. assert (0 <= weight P y) by apply weight_nonneg.
      destruct (Rlt_dec 0 (weight P y)) as [L|L]; [|lra]. exfalso. apply H, Exists_exists. eauto. }
    rewrite weight_sum in Z. lra.
Qed.

Lemma E_pos X : (forall y, 0 < X y) -> 0 < E P X.
Proof.
  intros H. destruct support_not_empty as [y [I L]].
  apply Rlt_le_trans with (weight P y * X y); [apply Rmult_lt_0_compat; auto|].
  apply (term_le_list_sum (support P) (fun z => weight P z * X z)); auto.
  intros z _. apply Rmult_le_pos; [apply weight_nonneg|apply Rlt_le, H].
Qed.

(* A mean of 0 of what is at least 0: it is 0 wherever there is weight. *)
Lemma E_is_zero X : (forall y, 0 <= X y) -> E P X = 0 -> forall y, In y (support P) -> 0 < weight P y -> X y = 0.
Proof.
  intros H Z y I L. assert (weight P y * X y = 0).
  { apply (list_sum_is_zero (support P) (fun z => weight P z * X z)); auto.
    intros z _. apply Rmult_le_pos; [apply weight_nonneg|apply H]. }
  destruct (Rmult_integral _ _ H0); lra.
Qed.
End Expectations.

(* K is a conditional law of P: the mean of it under P is P. *)
Definition mean_law {Outcome : Type} (K : Outcome -> law Outcome) (P : law Outcome) : Prop :=
  forall z, E P (fun y => weight (K y) z) = weight P z.

(* The values of X(t), low <= t <= high, are independent under P: any values are taken together with the product of
   the probabilities with which each of them is taken. *)

Definition product (l : list Z) (f : Z -> R) : R := fold_right (fun t rest => f t * rest) 1 l.

Definition independent {Outcome : Type} (P : law Outcome) (low high : R) (X : R -> Outcome -> R) : Prop :=
  forall v : Z -> R,
    let all := range (Int_part low) (Int_part high) in
    E P (fun y => product all (fun t => ind_eq (X (IZR t) y) (v t)))
    = product all (fun t => E P (fun y => ind_eq (X (IZR t) y) (v t))).
