(* Integers among the reals, and sums over ranges whose ends are such.

   All numbers in formulas are reals; an integer is a real that is one. *)

From Coq Require Import Reals ZArith List Lia Lra.
From Dpassay Require Export Ranges.
Open Scope R_scope.

(* Integers among the reals *)

Definition is_int (x : R) : Prop := exists z : Z, x = IZR z.

Lemma is_int_IZR z : is_int (IZR z).
Proof. now exists z. Qed.

Lemma is_int_plus a b : is_int a -> is_int b -> is_int (a + b).
Proof. intros [x ->] [y ->]. exists (x + y)%Z. now rewrite plus_IZR. Qed.

Lemma is_int_minus a b : is_int a -> is_int b -> is_int (a - b).
Proof. intros [x ->] [y ->]. exists (x - y)%Z. now rewrite minus_IZR. Qed.

Lemma is_int_opp a : is_int a -> is_int (- a).
Proof. intros [x ->]. exists (- x)%Z. now rewrite opp_IZR. Qed.

Lemma is_int_mult a b : is_int a -> is_int b -> is_int (a * b).
Proof. intros [x ->] [y ->]. exists (x * y)%Z. now rewrite mult_IZR. Qed.

Lemma is_int_pow a n : is_int a -> is_int (a ^ n).
Proof. intros I. induction n as [|n IH]; simpl; [apply (is_int_IZR 1)|now apply is_int_mult]. Qed.

Lemma Int_part_IZR z : Int_part (IZR z) = z.
Proof. unfold Int_part. rewrite <- (up_tech (IZR z) z); [lia|lra|]. rewrite plus_IZR. lra. Qed.

(* The sum of f(low), ..., f(high) for integers low and high; 0 where high < low *)

Definition Sum (low high : R) (f : R -> R) : R := Zsum (Int_part low) (Int_part high) (fun k => f (IZR k)).

Lemma Sum_IZR low high f : Sum (IZR low) (IZR high) f = Zsum low high (fun k => f (IZR k)).
Proof. unfold Sum. now rewrite !Int_part_IZR. Qed.

Section Sums.
Implicit Types (low high : R) (f g : R -> R).

Lemma in_ints a b t : is_int a -> is_int b ->
  (Int_part a <= t <= Int_part b)%Z -> is_int (IZR t) /\ a <= IZR t /\ IZR t <= b.
Proof.
  intros [x ->] [y ->]. rewrite !Int_part_IZR. intros [L H]. split; [apply is_int_IZR|]. split; now apply IZR_le.
Qed.

Lemma Sum_empty low high f : is_int low -> is_int high -> high < low -> Sum low high f = 0.
Proof. intros [x ->] [y ->] H. rewrite Sum_IZR. apply Zsum_empty. now apply lt_IZR. Qed.

Lemma Sum_last low high f : is_int low -> is_int high -> low <= high -> Sum low high f = Sum low (high - 1) f + f high.
Proof.
  intros [x ->] [y ->] H. rewrite <- minus_IZR, !Sum_IZR. apply Zsum_last. now apply le_IZR.
Qed.

Lemma Sum_first low high f : is_int low -> is_int high -> low <= high -> Sum low high f = f low + Sum (low + 1) high f.
Proof.
  intros [x ->] [y ->] H. rewrite <- plus_IZR, !Sum_IZR. apply Zsum_first. now apply le_IZR.
Qed.

Lemma Sum_one low f : is_int low -> Sum low low f = f low.
Proof. intros [x ->]. rewrite Sum_IZR. apply Zsum_one. Qed.

Lemma Sum_le low high f g : is_int low -> is_int high ->
  (forall t, is_int t -> low <= t -> t <= high -> f t <= g t) -> Sum low high f <= Sum low high g.
Proof. intros L H I. apply Zsum_le. intros t B. destruct (in_ints low high t) as [? []]; auto. Qed.

Lemma Sum_ext low high f g : is_int low -> is_int high ->
  (forall t, is_int t -> low <= t -> t <= high -> f t = g t) -> Sum low high f = Sum low high g.
Proof. intros L H I. apply Zsum_ext. intros t B. destruct (in_ints low high t) as [? []]; auto. Qed.

Lemma Sum_plus low high f g : Sum low high (fun t => f t + g t) = Sum low high f + Sum low high g.
Proof. apply (list_sum_plus (range _ _) (fun k => f (IZR k)) (fun k => g (IZR k))). Qed.

Lemma Sum_minus low high f g : Sum low high (fun t => f t - g t) = Sum low high f - Sum low high g.
Proof. apply (list_sum_minus (range _ _) (fun k => f (IZR k)) (fun k => g (IZR k))). Qed.

Lemma Sum_opp low high f : Sum low high (fun t => - f t) = - Sum low high f.
Proof. apply (list_sum_opp (range _ _) (fun k => f (IZR k))). Qed.

Lemma Sum_scal low high c f : Sum low high (fun t => c * f t) = c * Sum low high f.
Proof. apply (list_sum_scal c (range _ _) (fun k => f (IZR k))). Qed.

Lemma Sum_scal_r low high c f : Sum low high (fun t => f t * c) = Sum low high f * c.
Proof. apply (list_sum_scal_r c (range _ _) (fun k => f (IZR k))). Qed.

Lemma Sum_const low high c : is_int low -> is_int high -> low <= high + 1 ->
  Sum low high (fun _ => c) = (high - low + 1) * c.
Proof.
  intros [x ->] [y ->] H. rewrite Sum_IZR. apply Zsum_const. apply le_IZR. now rewrite plus_IZR.
Qed.

Lemma Sum_nonneg low high f : is_int low -> is_int high ->
  (forall t, is_int t -> low <= t -> t <= high -> 0 <= f t) -> 0 <= Sum low high f.
Proof. intros L H I. apply Zsum_nonneg. intros t B. destruct (in_ints low high t) as [? []]; auto. Qed.

(* Positive terms have a positive sum, unless there is none. *)
Lemma Sum_pos low high f : is_int low -> is_int high -> low <= high ->
  (forall t, is_int t -> low <= t -> t <= high -> 0 < f t) -> 0 < Sum low high f.
Proof.
  intros L H O I. apply Zsum_pos.
  - destruct L as [x ->], H as [y ->]. rewrite !Int_part_IZR. now apply le_IZR.
  - intros t B. destruct (in_ints low high t) as [? []]; auto.
Qed.

Lemma Sum_swap low high low' high' (f : R -> R -> R) :
  Sum low high (fun t => Sum low' high' (fun u => f t u)) = Sum low' high' (fun u => Sum low high (fun t => f t u)).
Proof. apply (list_sum_swap (range _ _) (range _ _) (fun t u => f (IZR t) (IZR u))). Qed.

(* Two ranges, one after the other *)
Lemma Sum_split low mid high f : is_int low -> is_int mid -> is_int high ->
  low <= mid + 1 -> mid <= high -> Sum low high f = Sum low mid f + Sum (mid + 1) high f.
Proof.
  intros [x ->] [y ->] [z ->] L H. rewrite <- plus_IZR in *. rewrite !Sum_IZR. apply Zsum_split; now apply le_IZR.
Qed.

Lemma Sum_is_int low high f : is_int low -> is_int high ->
  (forall t, is_int t -> low <= t -> t <= high -> is_int (f t)) -> is_int (Sum low high f).
Proof.
  intros L H I. assert (forall t, In t (range (Int_part low) (Int_part high)) -> is_int (f (IZR t))) as J.
  { intros t B. apply in_range in B. destruct (in_ints low high t) as [? []]; auto. }
  unfold Sum, Zsum. induction (range _ _) as [|t l IH]; simpl; [apply (is_int_IZR 0)|].
  apply is_int_plus; [apply J; now left|]. apply IH. intros u B. apply J. now right.
Qed.
End Sums.
