(** What the theorems of steps use: sums of relations times multipliers, signs of products, linear sums and means. *)
From Dpassay Require Export Basics.
From Dpassay Require Export Laws.

(* Right minus left is a sum of products, and what is left over *)

Lemma le_by l r p : 0 <= p -> 0 <= r - l - p -> l <= r.
Proof. lra. Qed.

Lemma lt_by_sum l r p : 0 < p -> 0 <= r - l - p -> l < r.
Proof. lra. Qed.

Lemma lt_by_rest l r p : 0 <= p -> 0 < r - l - p -> l < r.
Proof. lra. Qed.

Lemma le_by_gap l r : 0 <= r - l -> l <= r.
Proof. lra. Qed.

Lemma lt_by_gap l r : 0 < r - l -> l < r.
Proof. lra. Qed.

Lemma eq_by l r p : p = 0 -> r - l - p = 0 -> l = r.
Proof. lra. Qed.

Lemma times_le m l r : 0 <= m -> l <= r -> 0 <= m * (r - l).
Proof. intros. apply Rmult_le_pos; lra. Qed.

Lemma times_lt m l r : 0 < m -> l < r -> 0 < m * (r - l).
Proof. intros. apply Rmult_lt_0_compat; lra. Qed.

Lemma times_eq m l r : l = r -> m * (r - l) = 0.
Proof. intros ->. ring. Qed.

Lemma times_eq_le m l r : l = r -> 0 <= m * (r - l).
Proof. intros ->. rewrite Rminus_diag_eq, Rmult_0_r; lra. Qed.

Lemma zero_plus a b : a = 0 -> b = 0 -> a + b = 0.
Proof. lra. Qed.

Lemma nonneg_is t s : t = s -> 0 <= s -> 0 <= t.
Proof. lra. Qed.

Lemma pos_is t s : t = s -> 0 < s -> 0 < t.
Proof. lra. Qed.

Lemma nonneg_cleared t d s : 0 < d -> t * d = s -> 0 <= s -> 0 <= t.
Proof. intros D E S. apply Rmult_le_reg_r with d; lra. Qed.

Lemma pos_cleared t d s : 0 < d -> t * d = s -> 0 < s -> 0 < t.
Proof. intros D E S. apply Rmult_lt_reg_r with d; lra. Qed.

Lemma eq_mod t s z : t - s = z -> z = 0 -> t = s.
Proof. lra. Qed.

(* What is not 0, and signs *)

Lemma nz_pos d : 0 < d -> d <> 0.
Proof. lra. Qed.

Lemma nz_neg d : d < 0 -> d <> 0.
Proof. lra. Qed.

Lemma nz_factor f d q : f <> 0 -> f = d * q -> d <> 0.
Proof. intros F E Z. apply F. rewrite E, Z. ring. Qed.

Lemma nz_product d f : f <> 0 -> d = f -> d <> 0.
Proof. intros F ->. exact F. Qed.

Lemma square_pos x : x <> 0 -> 0 < x ^ 2.
Proof. intros N. replace (x ^ 2) with (Rsqr x) by (unfold Rsqr; ring). now apply Rsqr_pos_lt. Qed.

Lemma pos_of x : 0 <= x -> x <> 0 -> 0 < x.
Proof. lra. Qed.

Ltac nz_known :=
  repeat match goal with |- _ /\ _ => split end; first [assumption | solve [apply nz_pos; assumption] | lra].

Ltac nz_next :=
  repeat match goal with |- _ /\ _ => split end;
  first
    [ nz_known
    | match goal with
      | H : ?d <> 0 |- ?x <> 0 =>
        let Z := fresh in intro Z; apply H; field_simplify_eq; [lra | nz_known]
      end ].

Ltac nz :=
  repeat match goal with |- _ /\ _ => split end;
  first
    [ assumption
    | solve [apply nz_pos; assumption]
    | solve [apply Rmult_integral_contrapositive_currified; nz]
    | solve [apply pow_nonzero; nz]
    | solve [apply Rinv_neq_0_compat; nz]
    | lra
    | match goal with
      | H : ?d <> 0 |- ?x <> 0 =>
        let Z := fresh in intro Z; apply H; first [lra | solve [rewrite Z; unfold Rdiv; ring] | rewrite <- Z; solve [ring | field; nz]]
      end
    | match goal with
      | H : ?d <> 0 |- ?x <> 0 =>
        let Z := fresh in intro Z; apply H; first [solve [rewrite Z; field; nz_known] | field_simplify_eq; [lra | nz_next]]
      end ].

(* Products and sums of what is known to be at least 0, or above it *)
Ltac nn :=
  first
    [ assumption
    | lazymatch goal with
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; nn
      | |- 0 <= _ * _ => apply Rmult_le_pos; nn
      | |- 0 <= _ ^ 2 => first [apply pow2_ge_0 | apply pow_le; nn]
      | |- 0 <= _ ^ _ => apply pow_le; nn
      | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; ps
      | |- 0 <= _ / _ => apply Rmult_le_pos; nn
      | |- 0 <= _ => first [apply Rlt_le; assumption | lra]
      end ]
with ps :=
  first
    [ assumption
    | solve [apply pos_of; [assumption | nz]]
    | lazymatch goal with
      | |- 0 < _ + _ => apply Rplus_lt_le_0_compat; [ps | nn]
      | |- 0 < _ * _ => apply Rmult_lt_0_compat; ps
      | |- 0 < _ ^ _ => first [apply pow_lt; ps | apply square_pos; nz]
      | |- 0 < / _ => apply Rinv_0_lt_compat; ps
      | |- 0 < _ / _ => apply Rmult_lt_0_compat; ps
      | |- 0 < _ => lra
      end ].

(* Powers of e *)

Lemma exp_is a b u : a = b -> exp b = u -> exp a = u.
Proof. now intros ->. Qed.

Lemma exp_cons a b u w : exp a = u -> exp b = w -> exp (a + b) = u * w.
Proof. intros <- <-. apply exp_plus. Qed.

Lemma exp_times n c b : c = INR n -> exp (c * b) = exp b ^ n.
Proof.
  intros ->. induction n as [|n IH]; [simpl; now rewrite Rmult_0_l, exp_0|].
  rewrite S_INR. simpl. rewrite <- IH, <- exp_plus. f_equal. ring.
Qed.

Lemma exp_over n c b : c = - INR n -> exp (c * b) = / exp b ^ n.
Proof.
  intros ->. rewrite <- (exp_times n (INR n)) by reflexivity. rewrite <- exp_Ropp. f_equal. ring.
Qed.

(* Roots and indicators *)

Lemma root_square a : 0 <= a -> sqrt a * sqrt a = a.
Proof. apply sqrt_sqrt. Qed.

Lemma ind_le_square a b : ind_le a b * ind_le a b = ind_le a b.
Proof. unfold ind_le. destruct (Rle_dec a b); ring. Qed.

Lemma ind_lt_square a b : ind_lt a b * ind_lt a b = ind_lt a b.
Proof. unfold ind_lt. destruct (Rlt_dec a b); ring. Qed.

Lemma ind_eq_square a b : ind_eq a b * ind_eq a b = ind_eq a b.
Proof. unfold ind_eq. destruct (Req_EM_T a b); ring. Qed.

Lemma ind_le_is a b c d : b - a = d - c -> ind_le a b = ind_le c d.
Proof. unfold ind_le. destruct (Rle_dec a b), (Rle_dec c d); lra. Qed.

Lemma ind_lt_is a b c d : b - a = d - c -> ind_lt a b = ind_lt c d.
Proof. unfold ind_lt. destruct (Rlt_dec a b), (Rlt_dec c d); lra. Qed.

Lemma ind_eq_is a b c d : b - a = d - c -> ind_eq a b = ind_eq c d.
Proof. unfold ind_eq. destruct (Req_EM_T a b), (Req_EM_T c d); lra. Qed.

Lemma ind_eq_turned a b c d : b - a = c - d -> ind_eq a b = ind_eq c d.
Proof. unfold ind_eq. destruct (Req_EM_T a b), (Req_EM_T c d); lra. Qed.

(* Linear sums and means: from the body, term by term *)

Lemma Sum_body low high f g s : is_int low -> is_int high ->
  (forall t, is_int t -> low <= t -> t <= high -> f t = g t) -> Sum low high g = s -> Sum low high f = s.
Proof. intros L H I <-. now apply Sum_ext. Qed.

Lemma Sum_cons low high f g c a b : Sum low high f = a -> Sum low high g = b ->
  Sum low high (fun t => c * f t + g t) = c * a + b.
Proof. intros <- <-. now rewrite Sum_plus, Sum_scal. Qed.

Lemma Sum_nil low high : Sum low high (fun _ => 0) = 0.
Proof. apply list_sum_zero. reflexivity. Qed.

Lemma Sum_count low high : is_int low -> is_int high -> low <= high + 1 -> Sum low high (fun _ => 1) = high - low + 1.
Proof. intros. rewrite Sum_const by easy. ring. Qed.

Lemma Sum_none low high f : is_int low -> is_int high -> high < low -> Sum low high f = 0.
Proof. apply Sum_empty. Qed.

Lemma Sum_next low high next f s : is_int low -> is_int high -> low <= high -> low + 1 = next ->
  Sum next high f = s -> Sum low high f = f low + s.
Proof. intros L H O <- <-. now apply Sum_first. Qed.

Section Means.
Context {Outcome : Type} (P : law Outcome).

Lemma E_body X Y s : (forall o, X o = Y o) -> E P Y = s -> E P X = s.
Proof. intros H <-. now apply E_ext. Qed.

Lemma E_cons X Y c a b : E P X = a -> E P Y = b -> E P (fun o => c * X o + Y o) = c * a + b.
Proof. intros <- <-. now rewrite E_plus, E_scal. Qed.

Lemma E_nil : E P (fun _ => 0) = 0.
Proof. apply E_const. Qed.
End Means.

(* Integers *)
Ltac ints :=
  first
    [ assumption
    | lazymatch goal with
      | |- is_int (IZR _) => apply is_int_IZR
      | |- is_int (_ + _) => apply is_int_plus; ints
      | |- is_int (_ - _) => apply is_int_minus; ints
      | |- is_int (- _) => apply is_int_opp; ints
      | |- is_int (_ * _) => apply is_int_mult; ints
      | |- is_int (_ ^ _) => apply is_int_pow; ints
      end ].

Lemma is_int_ind_le a b : is_int (ind_le a b).
Proof. unfold ind_le. destruct (Rle_dec a b); apply is_int_IZR. Qed.

Lemma is_int_ind_lt a b : is_int (ind_lt a b).
Proof. unfold ind_lt. destruct (Rlt_dec a b); apply is_int_IZR. Qed.

Lemma is_int_ind_eq a b : is_int (ind_eq a b).
Proof. unfold ind_eq. destruct (Req_EM_T a b); apply is_int_IZR. Qed.

Lemma is_int_is a b : is_int b -> a = b -> is_int a.
Proof. now intros I ->. Qed.
