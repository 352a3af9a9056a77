(** Equations between formulas: by the tactic [field], once exponentials, logarithms and roots look alike. *)
From Dpassay Require Export Signs.

Lemma exp_power (n : nat) y : exp y ^ n = exp (INR n * y).
Proof.
  induction n as [| n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus. simpl. rewrite IH. ring.
Qed.

Lemma ln_power (n : nat) y : 0 < y -> ln (y ^ n) = INR n * ln y.
Proof.
  intros P. induction n as [| n IH]; [simpl; rewrite ln_1; ring |].
  rewrite S_INR. simpl. rewrite ln_mult, IH; [ring | assumption | apply pow_lt; assumption].
Qed.

(** What is not 0 because of what is known not to be, such as a factor of it. *)
Ltac not_0_by_another :=
  let Z := fresh "Z" in
  intro Z;
  match goal with
  | known : ?d <> 0 |- _ => apply known; first [lra | rewrite Z; unfold Rdiv; ring | nra]
  end.
Ltac not_0_by_a_quotient :=
  let Z := fresh "Z" in
  intro Z;
  match goal with
  | known : ?d <> 0, under : ?D <> 0 |- _ =>
      apply known; apply (Rmult_eq_reg_r D); [rewrite Rmult_0_l, <- Z; field; first [assumption | lra] | exact under]
  end.
Ltac not_0 :=
  repeat match goal with |- _ /\ _ => split end;
  first
    [ assumption
    | lra
    | apply Rgt_not_eq; assumption
    | apply pow_nonzero; not_0
    | apply Rmult_integral_contrapositive_currified; not_0
    | apply Rgt_not_eq; apply exp_pos
    | nra
    | not_0_by_another
    | not_0_by_a_quotient ].

Ltac ln_of_1 :=
  repeat match goal with
         | |- context [ln ?a] => tryif constr_eq a 1 then fail else replace a with 1 by field
         end;
  rewrite ?ln_1.
Ltac equal := first [ring | field; not_0 | lra | ln_of_1; first [ring | field; not_0]].

(** Arguments that are convertible to another, as derivatives leave them, are written like that one. *)
Ltac as_exp t :=
  repeat match goal with |- context [exp ?a] => tryif constr_eq a t then fail else change (exp a) with (exp t) end.
Ltac as_ln t :=
  repeat match goal with |- context [ln ?a] => tryif constr_eq a t then fail else change (ln a) with (ln t) end.
Ltac as_sqrt t :=
  repeat match goal with |- context [sqrt ?a] => tryif constr_eq a t then fail else change (sqrt a) with (sqrt t) end.

(** exp (a) as powers of other exponentials, where a is the sum that this asks for. *)
Ltac exp_by_powers :=
  unfold Rdiv; rewrite ?exp_power;
  repeat first [rewrite <- exp_plus | rewrite <- exp_Ropp];
  rewrite ?Rmult_1_l;
  first
    [ rewrite <- exp_0; f_equal; simpl INR; field; not_0
    | f_equal; simpl INR; field; not_0
    | simpl INR; field; not_0 ].
(** ln (a) as a sum of logarithms, where a is the product that [product] says. *)
Ltac ln_by_factors a product :=
  symmetry; replace a with product by field;
  repeat first [rewrite ln_mult by positive | rewrite ln_Rinv by positive | rewrite ln_power by lra];
  simpl INR; try rewrite ln_1; ring.
Ltac sqrt_by_square a root := symmetry; replace a with (root * root) by field; apply sqrt_square; lra.

(** A claim on numbers is wrong: its premises hold, and what it says at the end does not. *)
Ltac contradicts claim :=
  repeat
    match type of claim with
    | ?premise -> _ =>
        let Fact := fresh "Fact" in
        assert (Fact : premise) by (repeat split; first [lra | not_0 | interval | apply Rgt_not_eq; red; interval]);
        specialize (claim Fact); clear Fact
    end;
  repeat match type of claim with _ /\ _ => destruct claim as [_ claim] end;
  lra.
