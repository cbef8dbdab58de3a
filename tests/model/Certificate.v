(* Certificate.v - a checker, proved right, of walks against rules.

   The walk of a machine is a step from place to place, one for each octet, whatever a place is.  A certificate names the
   pairs of a place and a state of the rules that are reached together, and where each octet leads.  Who made it does not
   matter: a wrong one is refused. *)
Require Import List Arith Bool Lia.
Require Import Patterns States.
Import ListNotations.

(* The octets that a pattern names; all others are alike. *)
Fixpoint heads (p : pattern) : list octet :=
  match p with
  | [] => []
  | Lit c :: _ => [c]
  | Star :: p' => heads p'
  | Open d :: _ => [d; PERCENT]
  | End :: _ => []
  end.

Definition state_names (st : state) : list octet :=
  (if q st || negb (existsb (fun g => has_open (snd g)) (live st)) then [] else [QUERY])
    ++ flat_map (fun g => flat_map heads (snd g)) (live st).

Lemma pd_other : forall p q c c', ~ In c (heads p) -> ~ In c' (heads p) -> pd q c p = pd q c' p.
Proof.
  induction p as [|i p IH]; intros q c c' H H'; simpl in *; auto. destruct i; simpl in *.
  - destruct (c =? c0) eqn:E; [apply Nat.eqb_eq in E; subst; tauto|].
    destruct (c' =? c0) eqn:E'; [apply Nat.eqb_eq in E'; subst; tauto|]. auto.
  - f_equal. auto.
  - destruct q.
    + destruct (c =? c0) eqn:E; [apply Nat.eqb_eq in E; subst; tauto|].
      destruct (c' =? c0) eqn:E'; [apply Nat.eqb_eq in E'; subst; tauto|]. auto.
    + destruct (c =? PERCENT) eqn:E; [apply Nat.eqb_eq in E; subst; tauto|].
      destruct (c' =? PERCENT) eqn:E'; [apply Nat.eqb_eq in E'; subst; tauto|]. auto.
  - auto.
Qed.

Definition state_eqb (a b : state) : bool :=
  Bool.eqb (q a) (q b) && (base a =? base b) && eqb_of (lcmp group_cmp) (live a) (live b).

Lemma state_eqb_eq : forall a b, state_eqb a b = true -> a = b.
Proof.
  intros [q1 b1 l1] [q2 b2 l2] H. unfold state_eqb in H. cbn [q base live] in H.
  apply andb_prop in H. destruct H as [H L]. apply andb_prop in H. destruct H as [Q B].
  apply eqb_prop in Q. apply Nat.eqb_eq in B. unfold eqb_of in L.
  destruct (lcmp group_cmp l1 l2) eqn:E; try discriminate. apply (lcmp_eq _ _ group_cmp_eq) in E. now subst.
Qed.

Lemma prune_incl : forall ps, incl (prune ps) ps.
Proof.
  intro ps. unfold prune.
  assert (G : forall l acc, incl (fold_left (fun acc d =>
    if starred d && existsb (eqb_of pattern_cmp d) acc then filter (fun e => negb (is_tail d e)) acc else acc) l acc) acc);
    [|apply G].
  induction l as [|d l IH]; intros acc; simpl; [apply incl_refl|].
  destruct (starred d && existsb (eqb_of pattern_cmp d) acc); auto.
  intros x I. apply IH in I. apply filter_In in I. tauto.
Qed.

Lemma norm_q : forall q1 q2 b l, existsb (fun g => has_open (snd g)) l = false -> norm q1 b l = norm q2 b l.
Proof.
  intros q1 q2 b l H. unfold norm.
  set (b1 := completed b l). set (l1 := filter (fun g => nonempty g && (b1 <? fst g)) l).
  set (l2 := match least b1 l1 with None => [] | Some m => filter (fun g => m <=? fst g) l1 end).
  assert (E : existsb (fun g => has_open (snd g)) l2 = false).
  { destruct (existsb (fun g => has_open (snd g)) l2) eqn:E; auto. apply existsb_exists in E. destruct E as [g [I O]].
    assert (J : In g l).
    { unfold l2 in I. destruct (least b1 l1); [|destruct I]. apply filter_In in I. destruct I as [I _].
      unfold l1 in I. apply filter_In in I. tauto. }
    rewrite <- H. symmetry. apply existsb_exists. eauto. }
  rewrite E. now rewrite !andb_false_r.
Qed.

Lemma seen_other : forall st c c', ~ In c (state_names st) -> ~ In c' (state_names st) ->
  existsb (fun g => has_open (snd g)) (live st) = true -> seen (q st) c = seen (q st) c'.
Proof.
  intros st c c' N N' O. unfold state_names in *. rewrite O in *. unfold seen. destruct (q st); auto. simpl in *.
  destruct (c =? QUERY) eqn:E; [apply Nat.eqb_eq in E; subst; exfalso; tauto|].
  destruct (c' =? QUERY) eqn:E'; [apply Nat.eqb_eq in E'; subst; exfalso; tauto|]. auto.
Qed.

Lemma step_other : forall st c c', ~ In c (state_names st) -> ~ In c' (state_names st) -> step st c = step st c'.
Proof.
  intros st c c' N N'. unfold step.
  assert (E : map (fun g => (fst g, prune (sort pattern_cmp (flat_map (pd (q st) c) (snd g))))) (live st)
            = map (fun g => (fst g, prune (sort pattern_cmp (flat_map (pd (q st) c') (snd g))))) (live st)).
  { apply map_ext_in. intros [r ps] I. simpl. do 3 f_equal.
    assert (P : forall p, In p ps -> pd (q st) c p = pd (q st) c' p).
    { intros p J. apply pd_other; intro K; [apply N | apply N'];
        unfold state_names; apply in_or_app; right;
        apply in_flat_map; exists (r, ps); (split; [assumption|]); apply in_flat_map; exists p; auto. }
    clear I. induction ps as [|p ps IH]; simpl; auto. f_equal; [apply P; simpl; auto | apply IH].
    intros p' J. apply P. simpl; auto. }
  rewrite E. destruct (existsb (fun g => has_open (snd g)) (live st)) eqn:O.
  - now rewrite (seen_other st c c').
  - apply norm_q. match goal with |- ?x = false => destruct x eqn:F; auto end.
    apply existsb_exists in F. destruct F as [[r ps] [I F]]. apply in_map_iff in I. destruct I as [[r' ps'] [G I]].
    injection G as G1 G2. simpl in *. subst.
    assert (H : has_open ps' = false).
    { destruct (has_open ps') eqn:H; auto. rewrite <- O. symmetry. apply existsb_exists. exists (r, ps'). auto. }
    assert (K : has_open (prune (sort pattern_cmp (flat_map (pd (q st) c') ps'))) = false).
    { apply has_open_false. intros p J. apply prune_incl in J. apply (proj1 (sort_in _ _ pattern_cmp_eq _ _)) in J.
      apply in_flat_map in J. destruct J as [p' [J D]].
      apply (pd_stays_closed p' (q st) c' p); auto. now apply (proj1 (has_open_false ps') H). }
    congruence.
Qed.

Section Certificate.
  Variable place : Type.
  Variable place_eqb : place -> place -> bool.
  Hypothesis place_eqb_eq : forall a b, place_eqb a b = true -> a = b.
  Variable start : place.
  Variable delta : place -> octet -> place.
  Variable final : place -> bool.
  Variable names : place -> list octet.       (* an octet that a place does not name leads where each such octet leads *)
  Hypothesis alike : forall s c c', ~ In c (names s) -> ~ In c' (names s) -> delta s c = delta s c'.

  Record entry := { rules_at : state; place_at : place }.
  Variable n : nat.                           (* entries *)
  Variable cert : nat -> entry.
  Variable hint : nat -> octet -> nat.        (* where an entry goes for an octet; 256 stands for all that are not named *)

  Definition OTHER := 256.

  Definition follows (i : nat) (c : octet) : bool :=
    let j := hint i c in
    (j <? n) && place_eqb (place_at (cert j)) (delta (place_at (cert i)) c)
             && state_eqb (rules_at (cert j)) (step (rules_at (cert i)) c).

  Definition check_entry (i : nat) : bool :=
    let octets := state_names (rules_at (cert i)) ++ names (place_at (cert i)) in
    Bool.eqb (final (place_at (cert i))) (ends (rules_at (cert i)))
    && forallb (fun c => negb (c =? OTHER)) octets
    && follows i OTHER
    && forallb (follows i) (sort Nat.compare octets).

  (* A walk reads a path from its second octet on: the first is '/'. *)
  Definition valid (rules : ranked) : bool :=
    (0 <? n) && place_eqb (place_at (cert 0)) start
    && state_eqb (rules_at (cert 0)) (States.step (init rules) SLASH)
    && forallb check_entry (seq 0 n).

  Lemma follows_all : forall i c, check_entry i = true ->
    exists j, j < n /\ place_at (cert j) = delta (place_at (cert i)) c /\ rules_at (cert j) = step (rules_at (cert i)) c.
  Proof.
    intros i c H. unfold check_entry in H. apply andb_prop in H. destruct H as [H F]. apply andb_prop in H.
    destruct H as [H O]. apply andb_prop in H. destruct H as [_ N].
    set (octets := _ ++ _) in *.
    assert (S : forall d, follows i d = true -> exists j, j < n /\ place_at (cert j) = delta (place_at (cert i)) d
                    /\ rules_at (cert j) = step (rules_at (cert i)) d).
    { intros d G. unfold follows in G. apply andb_prop in G. destruct G as [G E]. apply andb_prop in G. destruct G as [L D].
      exists (hint i d). apply Nat.ltb_lt in L. apply place_eqb_eq in D. apply state_eqb_eq in E. auto. }
    destruct (in_dec Nat.eq_dec c octets) as [I|I].
    - apply S. rewrite forallb_forall in F. apply F. apply (proj2 (sort_in _ _ Nat.compare_eq _ _)). exact I.
    - assert (J : ~ In OTHER octets).
      { intro J. rewrite forallb_forall in N. apply N in J. rewrite Nat.eqb_refl in J. discriminate. }
      destruct (S OTHER O) as [j [L [D E]]]. exists j. split; auto. unfold octets in I, J. rewrite in_app_iff in I, J.
      split; [rewrite D; apply alike | rewrite E; apply step_other]; tauto.
  Qed.

  (* Any reading of paths from places that the steps bear out, octet by octet and in the end, gives the verdict of the rules. *)
  Variable Reads : place -> list octet -> bool -> Prop.
  Hypothesis reads_octet : forall i c s v, i < n -> Reads (delta (place_at (cert i)) c) s v -> Reads (place_at (cert i)) (c :: s) v.
  Hypothesis reads_end : forall i, i < n -> Reads (place_at (cert i)) [] (final (place_at (cert i))).

  Lemma valid_from : forall path i, forallb check_entry (seq 0 n) = true -> i < n ->
    Reads (place_at (cert i)) path (verdict (rules_at (cert i)) path).
  Proof.
    induction path as [|c path IH]; intros i V L;
      assert (C : check_entry i = true) by (rewrite forallb_forall in V; apply V; apply in_seq; lia).
    - unfold check_entry in C. apply andb_prop in C. destruct C as [C _]. apply andb_prop in C. destruct C as [C _].
      apply andb_prop in C. destruct C as [C _]. apply eqb_prop in C. unfold ends in C. rewrite <- C. now apply reads_end.
    - destruct (follows_all i c C) as [j [J [D E]]]. apply reads_octet; auto. rewrite <- step_verdict, <- E, <- D. now apply IH.
  Qed.

  Theorem valid_right : forall rules, valid rules = true -> forall path, Reads start path (judged rules (SLASH :: path)).
  Proof.
    intros rules V path. unfold valid in V. apply andb_prop in V. destruct V as [V F]. apply andb_prop in V.
    destruct V as [V E]. apply andb_prop in V. destruct V as [L S].
    apply Nat.ltb_lt in L. apply place_eqb_eq in S. apply state_eqb_eq in E.
    rewrite <- S, <- init_verdict, <- step_verdict, <- E. now apply valid_from.
  Qed.
End Certificate.
