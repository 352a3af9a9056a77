(* Expectations over any list that holds all outcomes, and of products of independent quantities. *)

From Coq Require Import Reals ZArith List Permutation Lia Lra.
From Dpassay Require Export Laws.
Import ListNotations.
Open Scope R_scope.

Definition is_not_zero {A : Type} (f : A -> R) (a : A) : bool := if Req_EM_T (f a) 0 then false else true.

Lemma list_sum_filter {A : Type} (l : list A) f : list_sum l f = list_sum (filter (is_not_zero f) l) f.
Proof.
  induction l as [|a l IH]; simpl; [easy|]. unfold is_not_zero at 1. destruct (Req_EM_T (f a) 0) as [Q|Q].
  - rewrite Q, IH. lra.
  - simpl. now rewrite IH.
Qed.

Lemma list_sum_permutation {A : Type} (l m : list A) f : Permutation l m -> list_sum l f = list_sum m f.
Proof. intros H. induction H; simpl; lra. Qed.

(* What is left out of one list or the other is 0. *)
Lemma list_sum_same {A : Type} (l m : list A) f : NoDup l -> NoDup m ->
  (forall a, f a <> 0 -> (In a l <-> In a m)) -> list_sum l f = list_sum m f.
Proof.
  intros L M H. rewrite (list_sum_filter l), (list_sum_filter m). apply list_sum_permutation.
  apply NoDup_Permutation; [now apply NoDup_filter|now apply NoDup_filter|].
  intros a. rewrite !filter_In. unfold is_not_zero. destruct (Req_EM_T (f a) 0) as [Q|Q]; [easy|].
  now rewrite (H a Q).
Qed.

(* An expectation is the sum over any list of different outcomes that holds all of the support that have weight. *)
Lemma E_over {S : Type} (P : law S) l X : NoDup l -> (forall y, weight P y <> 0 -> In y l) ->
  E P X = list_sum l (fun y => weight P y * X y).
Proof.
  intros L H. apply list_sum_same; [apply support_distinct|easy|]. intros y Q.
  assert (weight P y <> 0) by (intros Z; apply Q; rewrite Z; ring).
  split; intros _; [now apply H|now apply support_whole].
Qed.

Section Products.
Implicit Types (l : list Z) (f g : Z -> R).

Lemma product_app l m f : product (l ++ m) f = product l f * product m f.
Proof. induction l as [|t l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma product_ext l f g : (forall t, In t l -> f t = g t) -> product l f = product l g.
Proof. induction l as [|t l IH]; simpl; intros H; [easy|]. now rewrite (H t), IH by auto. Qed.

Lemma product_nonneg l f : (forall t, In t l -> 0 <= f t) -> 0 <= product l f.
Proof. induction l as [|t l IH]; simpl; intros H; [lra|]. apply Rmult_le_pos; auto. Qed.

Lemma product_le l f g : (forall t, In t l -> 0 <= f t <= g t) -> product l f <= product l g.
Proof.
  induction l as [|t l IH]; simpl; intros H; [lra|]. apply Rmult_le_compat; try (apply H; auto).
  - apply product_nonneg. intros. apply H. auto.
  - auto.
Qed.

Lemma exp_list_sum l f : exp (list_sum l f) = product l (fun t => exp (f t)).
Proof. induction l as [|t l IH]; simpl; [apply exp_0|]. now rewrite exp_plus, IH. Qed.
End Products.

Section Independence.
Context {S : Type} (P : law S) (X : Z -> S -> R).

(* The values that a quantity takes *)
Definition taken (t : Z) : list R := nodup Req_EM_T (map (X t) (support P)).

Lemma by_values t (g : R -> R) y : In y (support P) ->
  g (X t y) = list_sum (taken t) (fun u => g u * ind_eq (X t y) u).
Proof.
  intros I. rewrite (list_sum_single _ _ (X t y)).
  - rewrite ind_eq_1 by easy. ring.
  - apply NoDup_nodup.
  - apply nodup_In, in_map, I.
  - intros u _ Q. rewrite ind_eq_0 by auto. ring.
Qed.

(* Of the quantities of a list, replaced one after the other *)
Lemma product_of_some l : forall before, NoDup (before ++ l) ->
  (forall v : Z -> R, E P (fun y => product (before ++ l) (fun t => ind_eq (X t y) (v t)))
    = product (before ++ l) (fun t => E P (fun y => ind_eq (X t y) (v t)))) ->
  forall (g : Z -> R -> R) (v : Z -> R),
    E P (fun y => product before (fun t => ind_eq (X t y) (v t)) * product l (fun t => g t (X t y)))
    = product before (fun t => E P (fun y => ind_eq (X t y) (v t))) * product l (fun t => E P (fun y => g t (X t y))).
Proof.
  induction l as [|t l IH]; intros before D H g v.
  - rewrite app_nil_r in H. simpl. rewrite Rmult_1_r, <- H. apply E_ext. intros y. ring.
  - assert (N : ~ In t before /\ ~ In t l).
    { apply NoDup_remove_2 in D. rewrite in_app_iff in D. tauto. }
    assert (D' : NoDup ((before ++ [t]) ++ l)) by now rewrite <- app_assoc.
    specialize (IH (before ++ [t]) D'). rewrite <- app_assoc in IH. specialize (IH H g).
    rewrite (E_ext_support P _ (fun y => list_sum (taken t) (fun u => g t u *
      (product (before ++ [t]) (fun r => ind_eq (X r y) (if Z.eq_dec r t then u else v r))
       * product l (fun r => g r (X r y)))))).
    + rewrite E_list_sum.
      rewrite (list_sum_ext _ _ (fun u => g t u * E P (fun y => ind_eq (X t y) u)
        * (product before (fun r => E P (fun y => ind_eq (X r y) (v r))) * product l (fun r => E P (fun y => g r (X r y)))))).
      * rewrite list_sum_scal_r. simpl product at 4.
        rewrite (E_ext_support P (fun y => g t (X t y)) (fun y => list_sum (taken t) (fun u => g t u * ind_eq (X t y) u))).
        { rewrite E_list_sum, (list_sum_ext _ (fun u => E P (fun y => g t u * ind_eq (X t y) u))
            (fun u => g t u * E P (fun y => ind_eq (X t y) u))) by (intros; apply E_scal). ring. }
        intros y I _. now apply by_values.
      * intros u _. rewrite E_scal, IH, product_app. simpl. destruct (Z.eq_dec t t); [|easy].
        rewrite (product_ext before _ (fun r => E P (fun y => ind_eq (X r y) (v r)))); [ring|].
        intros r B. apply E_ext. intros y. destruct (Z.eq_dec r t); [subst; tauto|easy].
    + intros y I _. simpl. rewrite (by_values t (g t) y I).
      transitivity (list_sum (taken t) (fun u => g t u * ind_eq (X t y) u
        * (product before (fun r => ind_eq (X r y) (v r)) * product l (fun r => g r (X r y))))).
      * rewrite list_sum_scal_r. ring.
      * apply list_sum_ext. intros u _. rewrite product_app. simpl. destruct (Z.eq_dec t t); [|easy].
        rewrite (product_ext before (fun r => ind_eq (X r y) (if Z.eq_dec r t then u else v r)) (fun r => ind_eq (X r y) (v r))); [ring|].
        intros r B. destruct (Z.eq_dec r t); [subst; tauto|easy].
Qed.
End Independence.

(* The expectation of a product of functions of independent quantities is the product of theirs. *)
Lemma independent_product {S : Type} (P : law S) low high X : independent P low high X -> forall g : Z -> R -> R,
  let all := range (Int_part low) (Int_part high) in
  E P (fun y => product all (fun t => g t (X (IZR t) y))) = product all (fun t => E P (fun y => g t (X (IZR t) y))).
Proof.
  intros H g all. assert (D : NoDup ([] ++ all)) by apply range_distinct.
  assert (Q := product_of_some P (fun t => X (IZR t)) all [] D H g (fun _ => 0)).
  change (product [] _) with 1 in Q. rewrite Rmult_1_l in Q. rewrite <- Q. apply E_ext. intros y.
  change (product [] _) with 1. ring.
Qed.
