(* The rules of proofs on sequences and sums; see Rules_numbers.v. *)

From Coq Require Import Reals ZArith Lra Lia.
From Dpassay Require Import Sums.
Open Scope R_scope.

Theorem induction :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    q_f v_low <= q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n <= q_g v_n -> q_f (v_n + 1) <= q_g
    (v_n + 1)) ->
    q_f v_high <= q_g v_high.
Proof.
  intros low high f g [a ->] [b ->] L. apply le_IZR in L. intros first next.
  replace b with (a + Z.of_nat (Z.to_nat (b - a)))%Z by lia.
  assert (top : (a + Z.of_nat (Z.to_nat (b - a)) <= b)%Z) by lia. revert top.
  induction (Z.to_nat (b - a)) as [|k IH]; intros top; [now rewrite Z.add_0_r|].
  replace (a + Z.of_nat (S k))%Z with (a + Z.of_nat k + 1)%Z by lia. rewrite plus_IZR.
  apply next; [apply is_int_IZR|apply IZR_le; lia|rewrite <- minus_IZR; apply IZR_le; lia|apply IH; lia].
Qed.

Theorem induction_of_equalities :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    q_f v_low = q_g v_low ->
    (forall (v_n : R), is_int v_n -> v_low <= v_n -> v_n <= v_high - 1 -> q_f v_n = q_g v_n -> q_f (v_n + 1) = q_g
    (v_n + 1)) ->
    q_f v_high = q_g v_high.
Proof.
  intros low high f g [a ->] [b ->] L. apply le_IZR in L. intros first next.
  replace b with (a + Z.of_nat (Z.to_nat (b - a)))%Z by lia.
  assert (top : (a + Z.of_nat (Z.to_nat (b - a)) <= b)%Z) by lia. revert top.
  induction (Z.to_nat (b - a)) as [|k IH]; intros top; [now rewrite Z.add_0_r|].
  replace (a + Z.of_nat (S k))%Z with (a + Z.of_nat k + 1)%Z by lia. rewrite plus_IZR.
  apply next; [apply is_int_IZR|apply IZR_le; lia|rewrite <- minus_IZR; apply IZR_le; lia|apply IH; lia].
Qed.

Theorem sum_grows :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t <= q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) <= Sum v_low v_high (fun i1 : R => q_g i1).
Proof. intros low high f g L H _ each. now apply Sum_le. Qed.

Theorem sum_of_equals :
  forall (v_low : R) (v_high : R) (q_f : R -> R) (q_g : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high + 1 ->
    (forall (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_high -> q_f v_t = q_g v_t) ->
    Sum v_low v_high (fun i1 : R => q_f i1) = Sum v_low v_high (fun i1 : R => q_g i1).
Proof. intros low high f g L H _ each. now apply Sum_ext. Qed.

Theorem last_term :
  forall (v_low : R) (v_high : R) (q_f : R -> R),
    is_int v_low ->
    is_int v_high ->
    v_low <= v_high ->
    Sum v_low v_high (fun i1 : R => q_f i1) = (Sum v_low (v_high - 1) (fun i1 : R => q_f i1)) + (q_f v_high).
Proof. exact Sum_last. Qed.
