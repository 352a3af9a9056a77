(** A relation inside of a term: what grows keeps it, what falls turns it around, and equals stand for equals. *)
From Dpassay Require Export Basics.
From Dpassay Require Export Laws.

(* Sums *)

Lemma in_plus_l_le a b c d : a <= b -> c = d -> a + c <= b + d.
Proof. lra. Qed.

Lemma in_plus_l_lt a b c d : a < b -> c = d -> a + c < b + d.
Proof. lra. Qed.

Lemma in_plus_r_le a b c d : a = b -> c <= d -> a + c <= b + d.
Proof. lra. Qed.

Lemma in_plus_r_lt a b c d : a = b -> c < d -> a + c < b + d.
Proof. lra. Qed.

Lemma in_plus_eq a b c d : a = b -> c = d -> a + c = b + d.
Proof. now intros -> ->. Qed.

Lemma in_opp_le a b : a <= b -> - b <= - a.
Proof. lra. Qed.

Lemma in_opp_lt a b : a < b -> - b < - a.
Proof. lra. Qed.

Lemma in_opp_eq a b : a = b -> - a = - b.
Proof. now intros ->. Qed.

(* Products: the other factor is at least 0, or above it, or at most 0, or below it *)

Lemma in_mult_l_le a b c d : 0 <= c -> a <= b -> c = d -> a * c <= b * d.
Proof. intros S L <-. now apply Rmult_le_compat_r. Qed.

Lemma in_mult_l_lt a b c d : 0 < c -> a < b -> c = d -> a * c < b * d.
Proof. intros S L <-. now apply Rmult_lt_compat_r. Qed.

Lemma in_mult_r_le a b c d : 0 <= a -> a = b -> c <= d -> a * c <= b * d.
Proof. intros S <- L. now apply Rmult_le_compat_l. Qed.

Lemma in_mult_r_lt a b c d : 0 < a -> a = b -> c < d -> a * c < b * d.
Proof. intros S <- L. now apply Rmult_lt_compat_l. Qed.

Lemma in_turned_l_le a b c d : c <= 0 -> a <= b -> c = d -> b * d <= a * c.
Proof. intros S L <-. rewrite (Rmult_comm b), (Rmult_comm a). now apply Rmult_le_compat_neg_l. Qed.

Lemma in_turned_l_lt a b c d : c < 0 -> a < b -> c = d -> b * d < a * c.
Proof. intros S L <-. rewrite (Rmult_comm b), (Rmult_comm a). now apply Rmult_lt_gt_compat_neg_l. Qed.

Lemma in_turned_r_le a b c d : a <= 0 -> a = b -> c <= d -> b * d <= a * c.
Proof. intros S <- L. now apply Rmult_le_compat_neg_l. Qed.

Lemma in_turned_r_lt a b c d : a < 0 -> a = b -> c < d -> b * d < a * c.
Proof. intros S <- L. now apply Rmult_lt_gt_compat_neg_l. Qed.

Lemma in_mult_eq a b c d : a = b -> c = d -> a * c = b * d.
Proof. now intros -> ->. Qed.

(* Powers and reciprocals *)

Lemma in_power_le n a b : 0 <= a -> a <= b -> a ^ n <= b ^ n.
Proof. intros. apply pow_incr. lra. Qed.

Lemma in_power_lt n a b : 0 <= a -> a < b -> a ^ S n < b ^ S n.
Proof.
  intros S L. induction n as [|n IH]; [simpl; lra|].
  change (a * a ^ Datatypes.S n < b * b ^ Datatypes.S n).
  apply Rmult_le_0_lt_compat; [easy|apply pow_le; lra|easy|easy].
Qed.

Lemma in_odd_le n a b : a <= b -> a ^ S (n + n) <= b ^ S (n + n).
Proof.
  intros L. assert (N : forall x, x ^ S (n + n) = - (- x) ^ S (n + n)).
  { intros x. simpl. rewrite !pow_add, <- !Rpow_mult_distr.
    replace (- x * - x) with (x * x) by ring. ring. }
  assert (P : forall x, 0 <= x -> 0 <= x ^ S (n + n)) by (intros; now apply pow_le).
  destruct (Rle_dec 0 a) as [A|A]; [now apply in_power_le|].
  destruct (Rle_dec 0 b) as [B|B].
  - specialize (P b B) as Q. rewrite (N a). assert (M : 0 <= - a) by lra. specialize (P (- a) M). lra.
  - rewrite (N a), (N b). apply Ropp_le_contravar, in_power_le; lra.
Qed.

Lemma in_inverse_le a b : 0 < a -> a <= b -> / b <= / a.
Proof. apply Rinv_le_contravar. Qed.

Lemma in_inverse_lt a b : 0 < a -> a < b -> / b < / a.
Proof. intros S L. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|easy]. Qed.

Lemma in_over_le n a b : 0 < a -> a <= b -> / (b ^ n) <= / (a ^ n).
Proof. intros S L. apply in_inverse_le; [now apply pow_lt|apply in_power_le; lra]. Qed.

Lemma in_over_lt n a b : 0 < a -> a < b -> / (b ^ S n) < / (a ^ S n).
Proof. intros S L. apply in_inverse_lt; [now apply pow_lt|apply in_power_lt; lra]. Qed.

(* Functions and indicators *)

Lemma in_exp_le a b : a <= b -> exp a <= exp b.
Proof. intros [L| ->]; [now apply Rlt_le, exp_increasing|apply Rle_refl]. Qed.

Lemma in_exp_lt a b : a < b -> exp a < exp b.
Proof. apply exp_increasing. Qed.

Lemma in_ln_le a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros S [L| ->]; [now apply Rlt_le, ln_increasing|apply Rle_refl]. Qed.

Lemma in_ln_lt a b : 0 < a -> a < b -> ln a < ln b.
Proof. apply ln_increasing. Qed.

Lemma in_sqrt_le a b : a <= b -> sqrt a <= sqrt b.
Proof. apply sqrt_le_1_alt. Qed.

Lemma in_sqrt_lt a b : 0 <= a -> a < b -> sqrt a < sqrt b.
Proof. intros S L. now apply sqrt_lt_1_alt. Qed.

Lemma in_ind_le a b c d : a <= b -> c <= d -> ind_le b c <= ind_le a d.
Proof. intros. unfold ind_le. destruct (Rle_dec b c), (Rle_dec a d); lra. Qed.

Lemma in_ind_lt a b c d : a <= b -> c <= d -> ind_lt b c <= ind_lt a d.
Proof. intros. unfold ind_lt. destruct (Rlt_dec b c), (Rlt_dec a d); lra. Qed.
