(** The signs of products, quotients, exponentials and logarithms, one rule a lemma. *)
From Dpassay Require Export Basics.

(** A product of two numbers of one sign is positive, of two signs negative; with "at least" and "at most" alike.
    The names tell the signs of the two: p, n, and at_least_0, at_most_0. *)
Lemma product_p_p a b : 0 < a -> 0 < b -> 0 < a * b.
Proof. nra. Qed.
Lemma product_n_n a b : a < 0 -> b < 0 -> 0 < a * b.
Proof. nra. Qed.
Lemma product_p_n a b : 0 < a -> b < 0 -> a * b < 0.
Proof. nra. Qed.
Lemma product_n_p a b : a < 0 -> 0 < b -> a * b < 0.
Proof. nra. Qed.
Lemma weak_product_p_p a b : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. nra. Qed.
Lemma weak_product_n_n a b : a <= 0 -> b <= 0 -> 0 <= a * b.
Proof. nra. Qed.
Lemma weak_product_p_n a b : 0 <= a -> b <= 0 -> a * b <= 0.
Proof. nra. Qed.
Lemma weak_product_n_p a b : a <= 0 -> 0 <= b -> a * b <= 0.
Proof. nra. Qed.

(** The same of a quotient, whose denominator is never 0. *)
Lemma quotient_p_p a b : 0 < a -> 0 < b -> 0 < a / b.
Proof. intros A B. apply product_p_p; [| apply Rinv_0_lt_compat]; assumption. Qed.
Lemma quotient_n_n a b : a < 0 -> b < 0 -> 0 < a / b.
Proof. intros A B. apply product_n_n; [| apply Rinv_lt_0_compat]; assumption. Qed.
Lemma quotient_p_n a b : 0 < a -> b < 0 -> a / b < 0.
Proof. intros A B. apply product_p_n; [| apply Rinv_lt_0_compat]; assumption. Qed.
Lemma quotient_n_p a b : a < 0 -> 0 < b -> a / b < 0.
Proof. intros A B. apply product_n_p; [| apply Rinv_0_lt_compat]; assumption. Qed.
Lemma weak_quotient_p_p a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros A B. apply weak_product_p_p; [| apply Rlt_le, Rinv_0_lt_compat]; assumption. Qed.
Lemma weak_quotient_n_n a b : a <= 0 -> b < 0 -> 0 <= a / b.
Proof. intros A B. apply weak_product_n_n; [| apply Rlt_le, Rinv_lt_0_compat]; assumption. Qed.
Lemma weak_quotient_p_n a b : 0 <= a -> b < 0 -> a / b <= 0.
Proof. intros A B. apply weak_product_p_n; [| apply Rlt_le, Rinv_lt_0_compat]; assumption. Qed.
Lemma weak_quotient_n_p a b : a <= 0 -> 0 < b -> a / b <= 0.
Proof. intros A B. apply weak_product_n_p; [| apply Rlt_le, Rinv_0_lt_compat]; assumption. Qed.

(** exp (a) - 1 has the sign of a. *)
Lemma exp_above_1 a : 0 < a -> 0 < exp a - 1.
Proof. intros A. generalize (exp_increasing 0 a A). rewrite exp_0. lra. Qed.
Lemma exp_at_least_1 a : 0 <= a -> 0 <= exp a - 1.
Proof. intros [A | <-]; [generalize (exp_above_1 a A) | rewrite exp_0]; lra. Qed.
Lemma exp_below_1 a : a < 0 -> exp a - 1 < 0.
Proof. intros A. generalize (exp_increasing a 0 A). rewrite exp_0. lra. Qed.
Lemma exp_at_most_1 a : a <= 0 -> exp a - 1 <= 0.
Proof. intros [A | ->]; [generalize (exp_below_1 a A) | rewrite exp_0]; lra. Qed.

(** ln (a) has the sign of a - 1. *)
Lemma ln_positive a : 0 < a - 1 -> 0 < ln a.
Proof. intros A. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Lemma ln_not_negative a : 0 <= a - 1 -> 0 <= ln a.
Proof.
  intros [A | A]; [apply Rlt_le, ln_positive, A |].
  replace a with 1 by lra. rewrite ln_1. lra.
Qed.
Lemma ln_negative a : 0 < a -> a - 1 < 0 -> ln a < 0.
Proof. intros P A. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Lemma ln_not_positive a : 0 < a -> a - 1 <= 0 -> ln a <= 0.
Proof.
  intros P [A | A]; [apply Rlt_le, ln_negative; assumption |].
  replace a with 1 by lra. rewrite ln_1. lra.
Qed.

(** What has a positive multiple with something positive is positive. *)
Lemma positive_multiple a b : 0 < b -> 0 < a * b -> 0 < a.
Proof. nra. Qed.
Lemma not_negative_multiple a b : 0 < b -> 0 <= a * b -> 0 <= a.
Proof. nra. Qed.

(** A sum of products of what is known to be at least 0. *)
Ltac not_negative :=
  first
    [ assumption
    | apply Rlt_le; assumption
    | lazymatch goal with
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; not_negative
      | |- 0 <= _ * _ => apply Rmult_le_pos; not_negative
      | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; positive
      | |- 0 <= _ / _ => apply weak_quotient_p_p; [not_negative | positive]
      | |- 0 <= _ ^ _ => first [apply pow_le; not_negative | apply pow2_ge_0]
      | |- _ => lra
      end ]
(** The same where it is above 0: of a sum, the first term is. *)
with positive :=
  first
    [ assumption
    | lazymatch goal with
      | |- 0 < _ + _ => apply Rplus_lt_le_0_compat; [positive | not_negative]
      | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive
      | |- 0 < _ ^ _ => apply pow_lt; positive
      | |- 0 < _ / _ => apply Rdiv_lt_0_compat; positive
      | |- 0 < / _ => apply Rinv_0_lt_compat; positive
      | |- 0 < exp _ => apply exp_pos
      | |- _ => lra
      end ].
