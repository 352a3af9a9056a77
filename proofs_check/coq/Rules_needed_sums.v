(* Each condition of a rule on sequences and sums is needed: without it, the rule says what is false.

   Where it is not, the theorem without it is here: then it is there so that the formula has a meaning. A log or a root
   of what is below 0 has none in a proof; here it is 0. *)

From Coq Require Import Reals ZArith Lra Lia.
From Dpassay Require Import Sums.
Open Scope R_scope.

Lemma Int_part_spec x z : IZR z <= x < IZR z + 1 -> Int_part x = z.
Proof. intros H. unfold Int_part. rewrite <- (up_tech x z); [lia|lra|]. rewrite plus_IZR. lra. Qed.

Lemma Sum_floor low high f : Sum low (IZR (Int_part high)) f = Sum low high f.
Proof. unfold Sum. now rewrite Int_part_IZR. Qed.

Lemma Sum_floor_low low high f : Sum (IZR (Int_part low)) high f = Sum low high f.
Proof. unfold Sum. now rewrite Int_part_IZR. Qed.

Lemma Sum_from_half high f : Sum (1 / 2) high f = Sum 0 high f.
Proof. unfold Sum. rewrite (Int_part_spec (1 / 2) 0), (Int_part_spec 0 0) by lra. reflexivity. Qed.

Lemma Int_part_above z x : IZR z <= x -> (z <= Int_part x)%Z.
Proof.
  intros H. destruct (base_Int_part x) as [_ B]. assert (L : IZR z - 1 < IZR (Int_part x)) by lra.
  rewrite <- minus_IZR in L. apply lt_IZR in L. lia.
Qed.

Theorem induction_needs_domain_high :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    q_f v_low <= q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n <= q_g v_n -> q_f (v_n + 1) <= q_g
    (v_n + 1)) ->
    q_f v_high <= q_g v_high).
Proof.
  intros H. specialize (H 1 0 (fun x => 1 - x) (fun _ => 0) (is_int_IZR 1) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [lra|]. intros n _ L B. lra.
Qed.

Theorem induction_needs_integer_low :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_high ->
    v_low <= v_high ->
    q_f v_low <= q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n <= q_g v_n -> q_f (v_n + 1) <= q_g
    (v_n + 1)) ->
    q_f v_high <= q_g v_high).
Proof.
  intros H. specialize (H (1 / 2) 1 (fun x => x) (fun _ => 1 / 2) (is_int_IZR 1)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [|lra]. intros J. lapply J; [lra|]. intros n _ L B. lra.
Qed.

Theorem induction_needs_integer_high :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    v_low <= v_high ->
    q_f v_low <= q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n <= q_g v_n -> q_f (v_n + 1) <= q_g
    (v_n + 1)) ->
    q_f v_high <= q_g v_high).
Proof.
  intros H. specialize (H 0 (1 / 2) (fun x => x) (fun _ => 0) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [|lra]. intros J. lapply J; [lra|]. intros n _ L B. lra.
Qed.

Theorem induction_needs_hypothesis_1 :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n <= q_g v_n -> q_f (v_n + 1) <= q_g
    (v_n + 1)) ->
    q_f v_high <= q_g v_high).
Proof.
  intros H. specialize (H 0 0 (fun _ => 1) (fun _ => 0) (is_int_IZR 0) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [lra|]. intros. lra.
Qed.

Theorem induction_needs_hypothesis_2 :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    q_f v_low <= q_g v_low ->
    q_f v_high <= q_g v_high).
Proof.
  intros H. specialize (H 0 1 (fun x => x) (fun _ => 0) (is_int_IZR 0) (is_int_IZR 1)). simpl in H. lra.
Qed.

Theorem induction_of_equalities_needs_domain_high :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    q_f v_low = q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n = q_g v_n -> q_f (v_n + 1) = q_g
    (v_n + 1)) ->
    q_f v_high = q_g v_high).
Proof.
  intros H. specialize (H 1 0 (fun x => 1 - x) (fun _ => 0) (is_int_IZR 1) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [lra|]. intros n _ L B. lra.
Qed.

Theorem induction_of_equalities_needs_integer_low :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_high ->
    v_low <= v_high ->
    q_f v_low = q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n = q_g v_n -> q_f (v_n + 1) = q_g
    (v_n + 1)) ->
    q_f v_high = q_g v_high).
Proof.
  intros H. specialize (H (1 / 2) 1 (fun x => x) (fun _ => 1 / 2) (is_int_IZR 1)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [|lra]. intros J. lapply J; [lra|]. intros n _ L B. lra.
Qed.

Theorem induction_of_equalities_needs_integer_high :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    v_low <= v_high ->
    q_f v_low = q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n = q_g v_n -> q_f (v_n + 1) = q_g
    (v_n + 1)) ->
    q_f v_high = q_g v_high).
Proof.
  intros H. specialize (H 0 (1 / 2) (fun x => x) (fun _ => 0) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [|lra]. intros J. lapply J; [lra|]. intros n _ L B. lra.
Qed.

Theorem induction_of_equalities_needs_hypothesis_1 :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n = q_g v_n -> q_f (v_n + 1) = q_g
    (v_n + 1)) ->
    q_f v_high = q_g v_high).
Proof.
  intros H. specialize (H 0 0 (fun _ => 1) (fun _ => 0) (is_int_IZR 0) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [lra|]. intros. lra.
Qed.

Theorem induction_of_equalities_needs_hypothesis_2 :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    q_f v_low = q_g v_low ->
    q_f v_high = q_g v_high).
Proof.
  intros H. specialize (H 0 1 (fun x => x) (fun _ => 0) (is_int_IZR 0) (is_int_IZR 1)). simpl in H. lra.
Qed.

Theorem sum_grows_without_domain_high :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t <= q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) <= Sum v_low v_high (fun i1 : R => q_g i1).
Proof. intros low high f g L H each. now apply Sum_le. Qed.

Theorem sum_grows_needs_integer_low :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_high ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t <= q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) <= Sum v_low v_high (fun i1 : R => q_g i1)).
Proof.
  intros H. specialize (H (1 / 2) 0 (fun _ => 1) (fun _ => 0) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [|intros t _ L U; lra]. rewrite !Sum_from_half, !Sum_one by apply (is_int_IZR 0). lra.
Qed.

Theorem sum_grows_without_integer_high :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t <= q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) <= Sum v_low v_high (fun i1 : R => q_g i1).
Proof.
  intros low high f g [a ->] O each. change (Sum (IZR a) high f <= Sum (IZR a) high g). rewrite <- (Sum_floor (IZR a) high f), <- (Sum_floor (IZR a) high g).
  apply Sum_le; [apply is_int_IZR|apply is_int_IZR|]. intros t I L H. apply each; [easy|easy|].
  apply Rle_trans with (2 := proj1 (base_Int_part high)). exact H.
Qed.

Theorem sum_grows_needs_hypothesis_1 :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    Sum v_low v_high (fun i1 : R => q_f i1) <= Sum v_low v_high (fun i1 : R => q_g i1)).
Proof.
  intros H. specialize (H 0 0 (fun _ => 1) (fun _ => 0) (is_int_IZR 0) (is_int_IZR 0)). simpl in H.
  rewrite !Sum_one in H by apply (is_int_IZR 0). lra.
Qed.

Theorem sum_of_equals_without_domain_high :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t = q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) = Sum v_low v_high (fun i1 : R => q_g i1).
Proof. intros low high f g L H each. now apply Sum_ext. Qed.

Theorem sum_of_equals_needs_integer_low :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_high ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t = q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) = Sum v_low v_high (fun i1 : R => q_g i1)).
Proof.
  intros H. specialize (H (1 / 2) 0 (fun _ => 1) (fun _ => 0) (is_int_IZR 0)). simpl in H.
  lapply H; [|lra]. intros I. lapply I; [|intros t _ L U; lra]. rewrite !Sum_from_half, !Sum_one by apply (is_int_IZR 0). lra.
Qed.

Theorem sum_of_equals_without_integer_high :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t = q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) = Sum v_low v_high (fun i1 : R => q_g i1).
Proof.
  intros low high f g [a ->] O each. change (Sum (IZR a) high f = Sum (IZR a) high g). rewrite <- (Sum_floor (IZR a) high f), <- (Sum_floor (IZR a) high g).
  apply Sum_ext; [apply is_int_IZR|apply is_int_IZR|]. intros t I L H. apply each; [easy|easy|].
  apply Rle_trans with (2 := proj1 (base_Int_part high)). exact H.
Qed.

Theorem sum_of_equals_needs_hypothesis_1 :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    Sum v_low v_high (fun i1 : R => q_f i1) = Sum v_low v_high (fun i1 : R => q_g i1)).
Proof.
  intros H. specialize (H 0 0 (fun _ => 1) (fun _ => 0) (is_int_IZR 0) (is_int_IZR 0)). simpl in H.
  rewrite !Sum_one in H by apply (is_int_IZR 0). lra.
Qed.

Theorem last_term_needs_domain_high :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R),
    is_int v_low ->
    is_int v_high ->
    Sum v_low v_high (fun i1 : R => q_f i1) = (Sum v_low (v_high - 1) (fun i1 : R => q_f i1)) + (q_f v_high)).
Proof.
  intros H. specialize (H 0 (- 1) (fun _ => 1) (is_int_IZR 0) (is_int_IZR (-1))). simpl in H.
  rewrite !Sum_empty in H by (try lra; first [apply (is_int_IZR 0)|apply (is_int_IZR (-1))|exists (-2)%Z; lra]). lra.
Qed.

Theorem last_term_without_integer_low :
  forall (v_low : R) (v_high : R) (q_f : R -> R),
    is_int v_high ->
    v_low <= v_high ->
    Sum v_low v_high (fun i1 : R => q_f i1) = (Sum v_low (v_high - 1) (fun i1 : R => q_f i1)) + (q_f v_high).
Proof.
  intros low high f [b ->] L. change (Sum low (IZR b) f = Sum low (IZR b - 1) f + f (IZR b)). rewrite <- (Sum_floor_low low (IZR b)), <- (Sum_floor_low low (IZR b - 1)).
  apply Sum_last; [apply is_int_IZR|apply is_int_IZR|].
  apply Rle_trans with (1 := proj1 (base_Int_part low)). exact L.
Qed.

Theorem last_term_needs_integer_high :
  ~ (forall (v_low : R) (v_high : R) (q_f : R -> R),
    is_int v_low ->
    v_low <= v_high ->
    Sum v_low v_high (fun i1 : R => q_f i1) = (Sum v_low (v_high - 1) (fun i1 : R => q_f i1)) + (q_f v_high)).
Proof.
  intros H. specialize (H 0 (1 / 2) (fun x => x) (is_int_IZR 0)). simpl in H.
  rewrite <- (Sum_floor 0 (1 / 2)), <- (Sum_floor 0 (1 / 2 - 1)) in H.
  replace (Int_part (1 / 2)) with 0%Z in H by (symmetry; apply Int_part_spec; lra).
  replace (Int_part (1 / 2 - 1)) with (-1)%Z in H by (symmetry; apply Int_part_spec; lra).
  rewrite Sum_one, Sum_empty in H by (try lra; first [apply is_int_IZR|apply (is_int_IZR 0)]). lra.
Qed.
