(** What the sign of a derivative says of a function: by the theorem of the mean, on an interval from a to b. *)
From Dpassay Require Export Basics.

Section On_an_interval.
Context (f f' : R -> R) (a b : R) (below : a < b).
Context (derived : forall t, a <= t -> t <= b -> is_derive f t (f' t)).

Lemma mean_value : exists c, a < c /\ c < b /\ f b - f a = f' c * (b - a).
Proof.
  destruct (MVT_cor2 f f' a b below) as [c [E [A B]]].
  - intros t [A B]. apply is_derive_Reals. auto.
  - exists c. auto.
Qed.

Lemma rises : (forall t, a < t -> t < b -> 0 < f' t) -> f a < f b.
Proof. intros S. destruct mean_value as [c [A [B E]]]. specialize (S c A B). nra. Qed.

Lemma does_not_fall : (forall t, a < t -> t < b -> 0 <= f' t) -> f a <= f b.
Proof. intros S. destruct mean_value as [c [A [B E]]]. specialize (S c A B). nra. Qed.

Lemma falls : (forall t, a < t -> t < b -> 0 < - f' t) -> f b < f a.
Proof. intros S. destruct mean_value as [c [A [B E]]]. specialize (S c A B). nra. Qed.

Lemma does_not_rise : (forall t, a < t -> t < b -> 0 <= - f' t) -> f b <= f a.
Proof. intros S. destruct mean_value as [c [A [B E]]]. specialize (S c A B). nra. Qed.
End On_an_interval.
