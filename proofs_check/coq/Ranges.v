(* Sums over lists, and over ranges of integers. *)

From Coq Require Import Reals ZArith List FinFun Lia Lra.
Import ListNotations.
Open Scope R_scope.

(* Sums over lists *)

Definition list_sum {A : Type} (l : list A) (f : A -> R) : R := fold_right (fun a rest => f a + rest) 0 l.

Section Lists.
Context {A : Type}.
Implicit Types (l : list A) (f g : A -> R).

Lemma list_sum_nil f : list_sum nil f = 0.
Proof. reflexivity. Qed.

Lemma list_sum_cons a l f : list_sum (a :: l) f = f a + list_sum l f.
Proof. reflexivity. Qed.

Lemma list_sum_app l m f : list_sum (l ++ m) f = list_sum l f + list_sum m f.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma list_sum_ext l f g : (forall a, In a l -> f a = g a) -> list_sum l f = list_sum l g.
Proof. induction l as [|a l IH]; simpl; intros H; [lra|]. rewrite (H a), IH by auto. lra. Qed.

Lemma list_sum_le l f g : (forall a, In a l -> f a <= g a) -> list_sum l f <= list_sum l g.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  assert (f a <= g a) by auto. assert (list_sum l f <= list_sum l g) by auto. lra.
Qed.

Lemma list_sum_plus l f g : list_sum l (fun a => f a + g a) = list_sum l f + list_sum l g.
Proof. induction l as [|a l IH]; simpl; lra. Qed.

Lemma list_sum_minus l f g : list_sum l (fun a => f a - g a) = list_sum l f - list_sum l g.
Proof. induction l as [|a l IH]; simpl; lra. Qed.

Lemma list_sum_opp l f : list_sum l (fun a => - f a) = - list_sum l f.
Proof. induction l as [|a l IH]; simpl; lra. Qed.

Lemma list_sum_scal c l f : list_sum l (fun a => c * f a) = c * list_sum l f.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma list_sum_scal_r c l f : list_sum l (fun a => f a * c) = list_sum l f * c.
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; lra. Qed.

Lemma list_sum_const c l : list_sum l (fun _ => c) = INR (length l) * c.
Proof. induction l as [|a l IH]; [simpl; lra|]. rewrite list_sum_cons, IH. cbn [length]. rewrite S_INR. lra. Qed.

Lemma list_sum_zero l f : (forall a, In a l -> f a = 0) -> list_sum l f = 0.
Proof. intros H. rewrite (list_sum_ext l f (fun _ => 0) H), list_sum_const. lra. Qed.

Lemma list_sum_nonneg l f : (forall a, In a l -> 0 <= f a) -> 0 <= list_sum l f.
Proof. intros H. rewrite <- (list_sum_zero l (fun _ => 0)) by auto. now apply list_sum_le. Qed.

Lemma term_le_list_sum l f a : (forall b, In b l -> 0 <= f b) -> In a l -> f a <= list_sum l f.
Proof.
  induction l as [|b l IH]; simpl; intros H I; [easy|destruct I as [Q|I]].
  - subst. assert (0 <= list_sum l f) by (apply list_sum_nonneg; auto). lra.
  - assert (f a <= list_sum l f) by auto. assert (0 <= f b) by auto. lra.
Qed.

Lemma list_sum_is_zero l f : (forall a, In a l -> 0 <= f a) -> list_sum l f = 0 -> forall a, In a l -> f a = 0.
Proof.
  intros H E a I. assert (f a <= list_sum l f) by (apply term_le_list_sum; auto). assert (0 <= f a) by auto. lra.
Qed.

(* A term that differs from 0 at one place of a list without repetitions alone. *)
Lemma list_sum_single l f a : NoDup l -> In a l -> (forall b, In b l -> b <> a -> f b = 0) -> list_sum l f = f a.
Proof.
  induction l as [|b l IH]; simpl; intros N I Z; [easy|]. inversion N as [|? ? NI N']; subst.
  destruct I as [->|I].
  - rewrite (list_sum_zero l f); [lra|]. intros c Ic. apply Z; auto. intros ->. auto.
  - rewrite IH; auto. rewrite (Z b); auto; [lra|]. intros ->. auto.
Qed.
End Lists.

Lemma list_sum_map {A B : Type} (h : A -> B) l f : list_sum (map h l) f = list_sum l (fun a => f (h a)).
Proof. induction l as [|a l IH]; simpl; [|rewrite IH]; reflexivity. Qed.

Lemma list_sum_swap {A B : Type} (l : list A) (m : list B) (f : A -> B -> R) :
  list_sum l (fun a => list_sum m (fun b => f a b)) = list_sum m (fun b => list_sum l (fun a => f a b)).
Proof.
  induction l as [|a l IH]; simpl.
  - symmetry. now apply list_sum_zero.
  - rewrite IH. symmetry. apply (list_sum_plus m (fun b => f a b) (fun b => list_sum l (fun a => f a b))).
Qed.

(* Ranges of integers: low, low + 1, ..., high; nothing where high < low *)

Definition range (low high : Z) : list Z :=
  map (fun k => (low + Z.of_nat k)%Z) (seq 0 (Z.to_nat (high - low + 1))).

Definition Zsum (low high : Z) (f : Z -> R) : R := list_sum (range low high) f.

Lemma in_range low high t : In t (range low high) <-> (low <= t <= high)%Z.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros [k [<- I]]. apply in_seq in I. lia.
  - intros H. exists (Z.to_nat (t - low)). rewrite in_seq. lia.
Qed.

Lemma range_distinct low high : NoDup (range low high).
Proof.
  unfold range. apply Injective_map_NoDup; [|apply seq_NoDup]. intros i j. lia.
Qed.

Lemma range_empty low high : (high < low)%Z -> range low high = nil.
Proof. intros H. unfold range. replace (Z.to_nat (high - low + 1)) with 0%nat by lia. reflexivity. Qed.

Lemma range_last low high : (low <= high)%Z -> range low high = range low (high - 1) ++ [high].
Proof.
  intros H. unfold range.
  replace (Z.to_nat (high - low + 1)) with (S (Z.to_nat (high - 1 - low + 1))) by lia.
  rewrite seq_S, map_app. simpl. do 2 f_equal. lia.
Qed.

Lemma range_first low high : (low <= high)%Z -> range low high = low :: range (low + 1) high.
Proof.
  intros H. unfold range.
  replace (Z.to_nat (high - low + 1)) with (S (Z.to_nat (high - (low + 1) + 1))) by lia.
  simpl. f_equal; [lia|]. rewrite <- seq_shift, map_map. apply map_ext. intros k. lia.
Qed.

Lemma Zsum_empty low high f : (high < low)%Z -> Zsum low high f = 0.
Proof. intros H. unfold Zsum. now rewrite range_empty. Qed.

Lemma Zsum_last low high f : (low <= high)%Z -> Zsum low high f = Zsum low (high - 1) f + f high.
Proof. intros H. unfold Zsum. rewrite range_last, list_sum_app by easy. simpl. lra. Qed.

Lemma Zsum_first low high f : (low <= high)%Z -> Zsum low high f = f low + Zsum (low + 1) high f.
Proof. intros H. unfold Zsum. now rewrite range_first by easy. Qed.

Lemma Zsum_one low f : Zsum low low f = f low.
Proof. rewrite Zsum_last, Zsum_empty by lia. lra. Qed.

Lemma Zsum_le low high f g : (forall t, (low <= t <= high)%Z -> f t <= g t) -> Zsum low high f <= Zsum low high g.
Proof. intros H. apply list_sum_le. intros t I. apply H, in_range, I. Qed.

Lemma Zsum_ext low high f g : (forall t, (low <= t <= high)%Z -> f t = g t) -> Zsum low high f = Zsum low high g.
Proof. intros H. apply list_sum_ext. intros t I. apply H, in_range, I. Qed.

Lemma Zsum_plus low high f g : Zsum low high (fun t => f t + g t) = Zsum low high f + Zsum low high g.
Proof. apply list_sum_plus. Qed.

Lemma Zsum_minus low high f g : Zsum low high (fun t => f t - g t) = Zsum low high f - Zsum low high g.
Proof. apply list_sum_minus. Qed.

Lemma Zsum_opp low high f : Zsum low high (fun t => - f t) = - Zsum low high f.
Proof. apply list_sum_opp. Qed.

Lemma Zsum_scal low high c f : Zsum low high (fun t => c * f t) = c * Zsum low high f.
Proof. apply list_sum_scal. Qed.

Lemma Zsum_scal_r low high c f : Zsum low high (fun t => f t * c) = Zsum low high f * c.
Proof. apply list_sum_scal_r. Qed.

Lemma Zsum_const low high c : (low <= high + 1)%Z -> Zsum low high (fun _ => c) = (IZR high - IZR low + 1) * c.
Proof.
  intros H. unfold Zsum. rewrite list_sum_const. unfold range. rewrite map_length, seq_length, INR_IZR_INZ.
  rewrite Z2Nat.id by lia. rewrite plus_IZR, minus_IZR. reflexivity.
Qed.

Lemma Zsum_nonneg low high f : (forall t, (low <= t <= high)%Z -> 0 <= f t) -> 0 <= Zsum low high f.
Proof. intros H. apply list_sum_nonneg. intros t I. apply H, in_range, I. Qed.

(* Positive terms have a positive sum, unless there is none. *)
Lemma Zsum_pos low high f :
  (low <= high)%Z -> (forall t, (low <= t <= high)%Z -> 0 < f t) -> 0 < Zsum low high f.
Proof.
  intros H P. rewrite Zsum_last by easy.
  assert (0 <= Zsum low (high - 1) f) by (apply Zsum_nonneg; intros; apply Rlt_le, P; lia).
  assert (0 < f high) by (apply P; lia). lra.
Qed.

Lemma Zsum_swap low high low' high' f :
  Zsum low high (fun t => Zsum low' high' (fun u => f t u)) = Zsum low' high' (fun u => Zsum low high (fun t => f t u)).
Proof. apply (list_sum_swap (range low high) (range low' high') f). Qed.

(* Two ranges, one after the other *)
Lemma Zsum_split low mid high f :
  (low <= mid + 1)%Z -> (mid <= high)%Z -> Zsum low high f = Zsum low mid f + Zsum (mid + 1) high f.
Proof.
  intros L H. replace high with (mid + Z.of_nat (Z.to_nat (high - mid)))%Z by lia.
  induction (Z.to_nat (high - mid)) as [|n IH].
  - rewrite (Zsum_empty (mid + 1)) by lia. replace (mid + Z.of_nat 0)%Z with mid by lia. lra.
  - rewrite (Zsum_last low), (Zsum_last (mid + 1)) by lia.
    replace (mid + Z.of_nat (S n) - 1)%Z with (mid + Z.of_nat n)%Z by lia. rewrite IH. lra.
Qed.
