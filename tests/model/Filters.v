(* Filters.v - that the filters of a blob, as they are walked, give what their elements say.  filters_good looks at the start
   table, STOP, TOP, lists, what is known of globs, and the order of literals and globs. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Certificate Dfa Blob Filter Tries.
Import ListNotations.

Definition Machine_sound (m : filter_machine) : Prop :=
  (prefix_table m = true -> forall path, path <> [] -> first_of (f_tried m path) path = first_of (f_live m) path)
  /\ (forall l, startable m l = true -> forall r, may_start m (l ++ r) = true).

(* ---- The greatest of a rank and of others. *)
Definition Greatest (b : nat) (P : nat -> Prop) (r : nat) : Prop := (r = b \/ P r) /\ b <= r /\ forall x, P x -> x <= r.

Lemma greatest_once : forall b P Q r r', (forall x, P x <-> Q x) -> Greatest b P r -> Greatest b Q r' -> r = r'.
Proof.
  intros b P Q r r' E [A [B C]] [A' [B' C']]. apply Nat.le_antisymm.
  - destruct A as [A|A]; [lia | apply C'; now apply E].
  - destruct A' as [A'|A']; [lia | apply C; now apply E].
Qed.

Lemma greatest_then : forall b P Q r r', Greatest b P r -> Greatest r Q r' -> Greatest b (fun x => P x \/ Q x) r'.
Proof.
  intros b P Q r r' [A [B C]] [A' [B' C']]. split; [|split; [lia|]].
  - destruct A' as [A'|A']; auto. subst. destruct A; auto.
  - intros x [H|H]; [apply C in H; lia | auto].
Qed.

Lemma greatest_ext : forall b P Q r, (forall x, P x <-> Q x) -> Greatest b P r -> Greatest b Q r.
Proof. intros b P Q r E [A [B C]]. split; [|split; auto]; [destruct A; auto; right; now apply E | intros x H; apply C; now apply E].
Qed.

Lemma greatest_raise : forall ranks b, Greatest b (fun x => In x ranks) (fold_left max ranks b).
Proof.
  induction ranks as [|x l IH]; intro b; simpl; [repeat split; auto; contradiction|].
  destruct (IH (max b x)) as [A [B C]]. split; [|split; [lia|]].
  - destruct A as [A|A]; auto. rewrite A. destruct (Nat.max_spec b x) as [[_ M]|[_ M]]; rewrite M; auto.
  - intros y [H|H]; [subst; lia | auto].
Qed.

Lemma greatest_best : forall b l, Greatest b (fun x => In (x, true) l) (best b l).
Proof. intros. split; [apply best_is | split; [apply best_ge | intros x H; now apply best_in]]. Qed.

Section Machine.
  Variable m : filter_machine.
  Variable sound : Machine_sound m.

  (* ---- Tries hold what is completed in them. *)
  Lemma entries_begin : forall f t a w x k, In (x, k) (entries m f t a w) -> exists l, x = w ++ l.
  Proof.
    induction f as [|f IH]; intros t a w x k H; destruct t as [|[|o]]; cbn [entries] in H; try contradiction.
    destruct (trie_at m o) as [n|]; [|contradiction]. apply in_app_or in H. destruct H as [H|H].
    - exists []. rewrite app_nil_r. destruct a; [|contradiction]. destruct (t_mark n); [|contradiction].
      destruct H as [H|[]]. congruence.
    - destruct (t_branch n).
      + apply in_flat_map in H. destruct H as [[c t'] [_ H]]. destruct (assoc _ _); [|contradiction].
        destruct (_ =? _); [|contradiction]. apply IH in H. destruct H as [l H]. rewrite <- app_assoc in H. eauto.
      + apply IH in H. destruct H as [l H]. rewrite <- app_assoc in H. eauto.
  Qed.

  Lemma assoc_in : forall A (l : list (octet * A)) c t, assoc c l = Some t -> In (c, t) l.
  Proof.
    induction l as [|[x u] l IH]; intros c t H; simpl in *; [discriminate|]. destruct (c =? x) eqn:E; auto.
    apply Nat.eqb_eq in E. injection H as H. subst. auto.
  Qed.

  Lemma strip_done : forall l r, strip l (l ++ r) = Done r.
  Proof. induction l as [|c l IH]; intro r; simpl; auto. now rewrite Nat.eqb_refl. Qed.

  Lemma trie_entries : forall f t a w s k,
    In k (trie m f t a s) <-> exists l r, In (w ++ l, k) (entries m f t a w) /\ s = l ++ r.
  Proof.
    induction f as [|f IH]; intros t a w s k; destruct t as [|[|o]]; cbn [trie entries];
      try (split; [contradiction | intros [l [r [[] _]]]]).
    destruct (trie_at m o) as [n|]; [|split; [contradiction | intros [l [r [[] _]]]]].
    set (here := if a then match t_mark n with Some k0 => [k0] | None => [] end else []).
    set (here' := if a then match t_mark n with Some k0 => [(w, k0)] | None => [] end else []).
    assert (E : forall x j, In (x, j) here' <-> x = w /\ In j here).
    { intros x j. unfold here, here'. destruct a; [|simpl; tauto]. destruct (t_mark n); simpl; [|tauto].
      split; [intros [H|[]]; injection H as H1 H2; auto | intros [H [I|[]]]; left; congruence]. }
    rewrite in_app_iff. split.
    - intros [H|H].
      + exists [], s. rewrite app_nil_r. split; auto. apply in_or_app. left. now apply E.
      + destruct (t_branch n).
        * destruct s as [|c s]; [contradiction|]. destruct (assoc c (t_ways n)) as [t'|] eqn:A; [|contradiction].
          apply (IH _ _ (w ++ [c])) in H. destruct H as [l [r [H S]]]. exists (c :: l), r. split; [|simpl; congruence].
          apply in_or_app. right. apply in_flat_map. exists (c, t'). split; [now apply assoc_in|]. cbn [fst snd].
          rewrite A, Nat.eqb_refl. now rewrite <- app_assoc in H.
        * destruct (strip (t_octets n) s) as [r0| |] eqn:S; try contradiction. apply strip_begins in S.
          apply (IH _ _ (w ++ t_octets n)) in H. destruct H as [l [r [H T]]]. exists (t_octets n ++ l), r.
          split; [|subst; now rewrite app_assoc]. apply in_or_app. right. now rewrite app_assoc.
    - intros [l [r [H S]]]. apply in_app_or in H. destruct H as [H|H].
      + left. apply E in H. tauto.
      + right. destruct (t_branch n).
        * apply in_flat_map in H. destruct H as [[c t'] [_ H]]. cbn [fst snd] in H.
          destruct (assoc c (t_ways n)) as [t2|] eqn:A; [|contradiction]. destruct (t2 =? t') eqn:T; [|contradiction].
          assert (B := H). apply entries_begin in B. destruct B as [l' B]. rewrite <- app_assoc in B. apply app_inv_head in B.
          subst l. subst s. simpl. rewrite A. apply (IH _ _ (w ++ [c])). exists l', r. now rewrite <- app_assoc.
        * assert (B := H). apply entries_begin in B. destruct B as [l' B]. rewrite <- app_assoc in B. apply app_inv_head in B.
          subst l. subst s. rewrite <- app_assoc, strip_done. apply (IH _ _ (w ++ t_octets n)). exists l', r.
          now rewrite <- app_assoc.
  Qed.

  Definition Has (es : list (list octet * nat)) (float : bool) (s : list octet) (k : nat) : Prop :=
    exists l a r, In (l, k) es /\ s = a ++ l ++ r /\ (float = false -> a = []).

  Definition marks_first (s : list octet) : list nat :=
    if first_mark m =? 0 then anchored_marks m s else first_mark m :: anchored_marks m s.

  Lemma first_of_in : forall l s t r, first_of l s = Some (t, r) -> exists p, In (p, t) l /\ s = p ++ r.
  Proof.
    induction l as [|[p t'] l IH]; intros s t r H; simpl in H; [discriminate|]. destruct (strip p s) eqn:S.
    - injection H as H1 H2. subst. exists p. split; [simpl; auto | now apply strip_begins].
    - destruct (IH _ _ _ H) as [q [I E]]. exists q. simpl; auto.
    - destruct (IH _ _ _ H) as [q [I E]]. exists q. simpl; auto.
  Qed.

  (* No prefix begins with another, and none is empty. *)
  Fixpoint apart (l : list (list octet * target)) : bool :=
    match l with
    | [] => true
    | (p, _) :: l' =>
        negb (is_nil p)
        && forallb (fun x => match strip p (fst x), strip (fst x) p with Differs, Differs => true | _, _ => false end) l'
                      && apart l'
    end.

  Lemma strip_apart : forall p q r, strip p q = Differs -> strip p (q ++ r) = Differs.
  Proof. intros p q r H. assert (S := strip_app p q r). now rewrite H in S. Qed.

  Lemma apart_first : forall l p t r, apart l = true -> In (p, t) l -> first_of l (p ++ r) = Some (t, r).
  Proof.
    induction l as [|[q u] l IH]; intros p t r A I; [contradiction|]. cbn [apart] in A. apply andb_prop in A. destruct A as [A B].
    apply andb_prop in A. destruct A as [_ A]. simpl. destruct I as [I|I].
    - injection I as I1 I2. subst. now rewrite strip_done.
    - rewrite forallb_forall in A. apply A in I as D. simpl in D. destruct (strip q p) eqn:E; try discriminate.
      rewrite (strip_apart _ _ _ E). now apply IH.
  Qed.

  Lemma apart_nonempty : forall l p t, apart l = true -> In (p, t) l -> p <> [].
  Proof.
    induction l as [|[q u] l IH]; intros p t A I; [contradiction|]. cbn [apart] in A. apply andb_prop in A. destruct A as [A B].
    apply andb_prop in A. destruct A as [A _]. destruct I as [I|I]; [|eauto]. injection I as I1 I2. subst. destruct p; discriminate.
  Qed.

  Lemma anchored_right : (prefix_table m = true -> apart (f_live m) = true) ->
    forall s k, In k (marks_first s) <-> Has (anchored_entries m) false s k.
  Proof.
    intros A s k. unfold marks_first, anchored_entries, anchored_marks, Has.
    assert (M : forall es, (In k es <-> exists l r, In (l, k) (if prefix_table m
        then flat_map (fun x => entries m (trie_size m) (snd x) true (fst x)) (f_live m)
        else if anchored m then entries m (trie_size m) 2 true [] else []) /\ s = l ++ r) ->
      (In k (if first_mark m =? 0 then es else first_mark m :: es) <-> exists l a r,
        In (l, k) ((if first_mark m =? 0 then [] else [([], first_mark m)]) ++ (if prefix_table m
        then flat_map (fun x => entries m (trie_size m) (snd x) true (fst x)) (f_live m)
        else if anchored m then entries m (trie_size m) 2 true [] else [])) /\ s = a ++ l ++ r /\ (false = false -> a = []))).
    { intros es H. destruct (first_mark m =? 0); simpl app.
      - rewrite H. split; [intros [l [r [I E]]]; exists l, [], r; auto | intros [l [a [r [I [E N]]]]]; exists l, r].
        rewrite (N eq_refl) in E. auto.
      - split.
        + intros [I|I]; [exists [], [], s; subst; simpl; auto|]. apply H in I. destruct I as [l [r [I E]]]. exists l, [], r.
          simpl; auto.
        + intros [l [a [r [I [E N]]]]]. rewrite (N eq_refl) in E. destruct I as [I|I]; [left; congruence|].
          right. apply H. exists l, r. auto. }
    apply M. clear M. destruct (prefix_table m) eqn:P.
    - specialize (A eq_refl). destruct s as [|c s].
      + split; [contradiction|]. intros [l [r [I E]]]. symmetry in E. apply app_eq_nil in E. destruct E; subst.
        apply in_flat_map in I. destruct I as [[p t] [I J]]. apply entries_begin in J. destruct J as [l J]. simpl in J.
        symmetry in J. apply app_eq_nil in J. destruct J as [J _]. subst. now apply apart_nonempty in I.
      + destruct sound as [F _]. rewrite F by (auto; discriminate). split.
        * destruct (first_of (f_live m) (c :: s)) as [[t r]|] eqn:E; [|contradiction]. intro I.
          apply first_of_in in E. destruct E as [p [J E]]. apply (trie_entries _ _ _ p) in I. destruct I as [l [r' [I E']]].
          exists (p ++ l), r'. rewrite <- app_assoc, <- E'. split; auto. apply in_flat_map. exists (p, t). auto.
        * intros [l [r [I E]]]. apply in_flat_map in I. destruct I as [[p t] [J I]]. cbn [fst snd] in I.
          assert (B := I). apply entries_begin in B. destruct B as [l' B]. subst l. rewrite <- app_assoc in E. rewrite E.
          rewrite (apart_first _ _ _ _ A J). apply (trie_entries _ _ _ p). eauto.
    - destruct (anchored m).
      + apply (trie_entries _ _ _ []).
      + split; [contradiction | intros [l [r [[] _]]]].
  Qed.

  Definition start_good (x : list octet * nat) : bool := negb (is_nil (fst x)) && startable m (fst x).

  Lemma floating_right : 0 <? root m = true -> forallb start_good (floating_entries m) = true ->
    forall s k, In k (floating_marks m s) <-> Has (floating_entries m) true s k.
  Proof.
    intros R G s k. unfold floating_entries in *. rewrite R in *. rewrite forallb_forall in G.
    induction s as [|c s IH]; cbn [floating_marks].
    - split; [contradiction|]. intros [l [a [r [I [E _]]]]]. apply G in I. unfold start_good in I. apply andb_prop in I.
      destruct I as [I _]. symmetry in E. apply app_eq_nil in E. destruct E as [_ E]. apply app_eq_nil in E. destruct E as [E _].
      simpl in I. subst. discriminate.
    - rewrite in_app_iff, IH. clear IH. split.
      + intros [H|[l [a [r [I [E _]]]]]].
        * destruct (may_start m (c :: s)); [|contradiction]. apply (trie_entries _ _ _ []) in H. destruct H as [l [r [I E]]].
          exists l, [], r. split; [exact I | split; [exact E | discriminate]].
        * exists l, (c :: a), r. split; [exact I | split; [simpl; congruence | discriminate]].
      + intros [l [a [r [I [E _]]]]]. destruct a as [|x a].
        * left. assert (J := G _ I). unfold start_good in J. apply andb_prop in J. destruct J as [_ J]. destruct sound as [_ F].
          simpl in E. rewrite E, (F _ J). apply (trie_entries _ _ _ []). exists l, r. auto.
        * right. simpl in E. injection E as E1 E2. subst. exists l, a, r. split; [exact I | split; [reflexivity | discriminate]].
  Qed.

  (* ---- Globs. *)
  Lemma known_right : forall x p y u, Matches u (map Lit x ++ p) (x ++ y) <-> Matches (u ++ x) p y.
  Proof.
    induction x as [|c x IH]; intros p y u; simpl; [now rewrite app_nil_r|].
    split; intro H.
    - inversion H; subst. replace (u ++ c :: x) with ((u ++ [c]) ++ x) by (now rewrite <- app_assoc). now apply IH.
    - constructor. apply IH. now rewrite <- app_assoc.
  Qed.

  Lemma known_matchb : forall x p y, matchb (map Lit x ++ p) (x ++ y) = runp (reads x) [p] y.
  Proof.
    intros x p y. apply bool_ext. rewrite matchb_spec, known_right, runp_spec. split.
    - intro M. exists p. simpl; auto.
    - intros [q [[E|[]] M]]. now subst.
  Qed.

  Definition glob_good (float : bool) (x : list octet * nat) : bool :=
    negb (Nat.odd (snd x))
    || forallb (fun g => g_known g <=? if float then 0 else S (length (fst x))) (globs_of m (snd x / 2)).

  (* What a mark gives once it is completed. *)
  Definition Gives (path : list octet) (k x : nat) : Prop :=
    (Nat.odd k = false /\ x = k / 2)
    \/ (Nat.odd k = true /\ exists g, In g (globs_of m (k / 2)) /\ glob_matches g path = true /\ x = g_rank g).

  Lemma lits_are : forall l u s, Matches u (map Lit l) s <-> exists r, s = l ++ r.
  Proof.
    induction l as [|c l IH]; intros u s; simpl; split; intro H.
    - eauto.
    - constructor.
    - inversion H; subst. match goal with M : Matches _ _ _ |- _ => apply IH in M; destruct M as [r E] end. subst. eauto.
    - destruct H as [r E]. subst. constructor. apply IH. eauto.
  Qed.

  Lemma literal_at : forall e s, matchb (lit_pattern e) (SLASH :: s) = true
    <-> exists a r, s = a ++ e_lit e ++ r /\ (e_float e = false -> a = []).
  Proof.
    intros e s. rewrite matchb_spec. unfold lit_pattern. split.
    - intro H. inversion H as [| |u c p s0 M| | |]; subst. destruct (e_float e); simpl in M.
      + inversion M as [| | |u t p s0 M' U P E| |]; subst. apply lits_are in M'. destruct M' as [r E]. subst.
        exists t, r. split; auto. discriminate.
      + apply lits_are in M. destruct M as [r E]. exists [], r. auto.
    - intros [a [r [E N]]]. constructor. destruct (e_float e); simpl.
      + subst. constructor. apply lits_are. eauto.
      + rewrite (N eq_refl) in E. subst. apply lits_are. simpl. eauto.
  Qed.

  Lemma glob_right : forall g (l a r : list octet) (float : bool) s, g_known g <= (if float then 0 else S (length l)) ->
    s = a ++ l ++ r -> (float = false -> a = []) ->
    matchb (map Lit (firstn (g_known g) (SLASH :: l)) ++ g_pattern g) (SLASH :: s) = glob_matches g (SLASH :: s).
  Proof.
    intros g l a r float s K E N. unfold glob_matches. destruct float.
    - assert (Z : g_known g = 0) by lia. rewrite Z. reflexivity.
    - rewrite (N eq_refl) in E. simpl in E. set (n := g_known g) in *.
      assert (F : firstn n (SLASH :: s) = firstn n (SLASH :: l)).
      { subst. change (SLASH :: l ++ r) with ((SLASH :: l) ++ r). apply firstn_app_le. simpl. exact K. }
      assert (L : n <=? length (SLASH :: s) = true) by (apply Nat.leb_le; subst; simpl; rewrite app_length; lia).
      match goal with |- _ = (n <=? ?x) && runp (reads ?y) _ _ =>
        replace (n <=? x) with true by (symmetry; exact L); replace y with (firstn n (SLASH :: l)) by (symmetry; exact F) end.
      simpl andb. rewrite <- known_matchb. f_equal. rewrite <- (firstn_skipn n (SLASH :: s)) at 1. f_equal. exact F.
  Qed.

  Definition rated_elements (es : list element) (path : list octet) : list (nat * bool) :=
    map (fun e => (e_rank e, holds e path)) es.

  Lemma elements_right : forall float es s x, forallb (glob_good float) es = true ->
    (In (x, true) (rated_elements (flat_map (elements_of m float) es) (SLASH :: s))
     <-> exists k, Has es float s k /\ Gives (SLASH :: s) k x).
  Proof.
    intros float es s x G. rewrite forallb_forall in G. unfold rated_elements. rewrite in_map_iff. split.
    - intros [e [E I]]. injection E as E H. apply in_flat_map in I. destruct I as [[l k] [I J]].
      specialize (G _ I). unfold glob_good in G. unfold elements_of in J. cbn [fst snd] in *. unfold holds in H.
      apply andb_prop in H.
      destruct H as [H M]. apply literal_at in H. destruct H as [a [r [S N]]]. exists k. destruct (Nat.odd k) eqn:O.
      + apply in_map_iff in J. destruct J as [g [J K]]. subst e. cbn [e_lit e_float e_rank e_glob] in *.
        split; [exists l, a, r; auto|].
        right. split; auto. exists g. split; auto. simpl in G. rewrite forallb_forall in G. apply G in K. apply Nat.leb_le in K.
        split; auto. rewrite <- (glob_right g l a r float s); auto.
      + destruct J as [J|[]]. subst e. cbn [e_lit e_float e_rank e_glob] in *. split; [exists l, a, r; auto | left; auto].
    - intros [k [[l [a [r [I [S N]]]]] [[O E]|[O [g [K [M E]]]]]]].
      + exists {| e_rank := k / 2; e_float := float; e_lit := l; e_glob := None |}. split.
        * cbn [e_rank]. f_equal; auto. unfold holds. cbn [e_glob]. rewrite andb_true_r. apply literal_at. exists a, r. auto.
        * apply in_flat_map. exists (l, k). split; auto. unfold elements_of. cbn [fst snd]. rewrite O. simpl; auto.
      + eexists. split; [|apply in_flat_map; exists (l, k); split; [exact I|]; unfold elements_of; cbn [fst snd]; rewrite O;
          apply in_map_iff; exists g; split; [reflexivity | exact K]].
        cbn [e_rank]. f_equal; auto. unfold holds. cbn [e_glob]. apply andb_true_intro. split.
        * apply literal_at. cbn [e_lit e_float]. exists a, r. auto.
        * rewrite <- M. apply (glob_right g l a r float s); auto. specialize (G _ I). unfold glob_good in G. cbn [fst snd] in G.
          rewrite O in G. simpl in G. rewrite forallb_forall in G. apply G in K. now apply Nat.leb_le.
  Qed.

  (* ---- The order in which globs are tried. *)
  Fixpoint descends (gs : list glob) : bool :=
    match gs with [] => true | g :: l => forallb (fun h => g_rank h <=? g_rank g) l && descends l end.
  Definition highest (i : nat) : nat := match globs_of m i with [] => 0 | g :: _ => g_rank g end.

  Definition Of_globs (gs : list glob) (path : list octet) (x : nat) : Prop :=
    exists g, In g gs /\ glob_matches g path = true /\ x = g_rank g.

  Lemma descends_head : forall g l h, descends (g :: l) = true -> In h (g :: l) -> g_rank h <= g_rank g.
  Proof.
    intros g l h D [I|I]; [now subst|]. simpl in D. apply andb_prop in D. destruct D as [D _]. rewrite forallb_forall in D.
    apply D in I. now apply Nat.leb_le.
  Qed.

  Lemma try_literal_on : forall gs b path, snd (try_literal false gs b path) = false.
  Proof.
    induction gs as [|g gs IH]; intros b path; simpl; auto. destruct (g_rank g <=? b); auto. destruct (glob_matches g path); auto.
  Qed.

  Lemma try_literal_right : forall gs first b path, descends gs = true ->
    Greatest b (Of_globs gs path) (fst (try_literal first gs b path))
    /\ (snd (try_literal first gs b path) = true -> forall h, In h gs -> g_rank h <= b).
  Proof.
    induction gs as [|g gs IH]; intros first b path D; cbn [try_literal].
    - split; [|discriminate]. repeat split; auto. intros x [h [[] _]].
    - destruct (g_rank g <=? b) eqn:L.
      + apply Nat.leb_le in L.
        assert (A : forall h, In h (g :: gs) -> g_rank h <= b) by (intros h I; apply (descends_head g gs h D) in I; lia).
        split; [|intros _; exact A]. repeat split; auto. intros x [h [I [_ E]]]. subst. auto.
      + apply Nat.leb_gt in L. destruct (glob_matches g path) eqn:M.
        * split; [|discriminate]. simpl. split; [right; exists g; simpl; auto|]. split; [lia|].
          intros x [h [I [_ E]]]. subst. eapply descends_head; eauto.
        * assert (D' : descends gs = true) by (simpl in D; apply andb_prop in D; tauto).
          destruct (IH false b path D') as [A B]. split.
          -- revert A. apply greatest_ext. intro x. split; intros [h [I [H E]]]; exists h; simpl; [auto|].
             destruct I as [I|I]; [subst; congruence | auto].
          -- intro S. rewrite try_literal_on in S. discriminate.
  Qed.

  Fixpoint Falls (ls : list nat) : Prop :=
    match ls with
    | [] => True
    | l :: ls' => descends (globs_of m l) = true /\ (forall l', In l' ls' -> highest l' <= highest l) /\ Falls ls'
    end.

  Lemma highest_is : forall l h, descends (globs_of m l) = true -> In h (globs_of m l) -> g_rank h <= highest l.
  Proof.
    intros l h D I. unfold highest. destruct (globs_of m l); [contradiction|]. eapply descends_head; eauto.
  Qed.

  Lemma falls_all : forall ls l, Falls ls -> In l ls -> descends (globs_of m l) = true.
  Proof. induction ls as [|x ls IH]; intros l F I; [contradiction|]. simpl in F.
  destruct I as [I|I]; [subst; tauto | apply IH; tauto]. Qed.

  Lemma try_globs_right : forall ls b path, Falls ls ->
    Greatest b (fun x => exists l, In l ls /\ Of_globs (globs_of m l) path x) (try_globs m ls b path).
  Proof.
    induction ls as [|l ls IH]; intros b path F; cbn [try_globs].
    - repeat split; auto. intros x [l [[] _]].
    - simpl in F. destruct F as [D [H F]]. destruct (try_literal_right (globs_of m l) true b path D) as [A B].
      cbv zeta. destruct (snd (try_literal true (globs_of m l) b path)) eqn:S.
      + specialize (B eq_refl). destruct A as [A1 [A2 A3]]. split; [|split; auto].
        * destruct A1 as [A1|A1]; auto. right. exists l. simpl; auto.
        * intros x [l' [I O]]. destruct I as [I|I]; [subst; auto|]. destruct O as [g [J [_ E]]]. subst.
          assert (K : g_rank g <= highest l') by (apply highest_is; auto; eapply falls_all; eauto).
          apply H in I. assert (highest l <= b); [|lia]. unfold highest. destruct (globs_of m l) as [|g0 gs]; [lia|]. apply B.
          simpl; auto.
      + apply (greatest_ext b (fun x => Of_globs (globs_of m l) path x \/ exists l', In l' ls /\ Of_globs (globs_of m l') path x)).
        * intro x. split.
          -- intros [O|[l' [I O]]]; [exists l | exists l']; simpl; auto.
          -- intros [l' [[I|I] O]]; [subst; auto | right; eauto].
        * eapply greatest_then; eauto.
  Qed.

  Fixpoint Ascends (l : list nat) : Prop := match l with [] => True | x :: l' => (forall y, In y l' -> x < y) /\ Ascends l' end.

  Lemma insert_ascends : forall x l, Ascends l -> Ascends (insert Nat.compare x l).
  Proof.
    induction l as [|y l IH]; intro A; simpl; [split; auto; intros y []|]. destruct A as [A B].
    destruct (Nat.compare x y) eqn:C.
    - simpl. auto.
    - apply Nat.compare_lt_iff in C. simpl. split; [|auto]. intros z [I|I]; [lia | apply A in I; lia].
    - apply Nat.compare_gt_iff in C. simpl. split; [|auto]. intros z I.
      apply (proj1 (insert_in _ _ Nat.compare_eq _ _ _)) in I. destruct I; [lia | auto].
  Qed.

  Lemma sort_ascends : forall l, Ascends (sort Nat.compare l).
  Proof. induction l as [|x l IH]; simpl; auto. now apply insert_ascends. Qed.

  Definition order_good (count : nat) : bool :=
    forallb (fun i => descends (globs_of m i) && (highest (S i) <=? highest i)) (seq 0 count).

  Lemma order_falls : forall count ls, order_good count = true -> Ascends ls -> (forall l, In l ls -> l < count) -> Falls ls.
  Proof.
    intros count ls G. unfold order_good in G. rewrite forallb_forall in G.
    assert (D : forall i, i < count -> descends (globs_of m i) = true /\ highest (S i) <= highest i).
    { intros i L. assert (I : In i (seq 0 count)) by (apply in_seq; lia). apply G in I. apply andb_prop in I.
      destruct I as [A B]. apply Nat.leb_le in B. auto. }
    assert (M : forall n i, i + n < count -> highest (i + n) <= highest i).
    { induction n as [|n IH]; intros i L; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
      assert (K := IH i). assert (K' := D (i + n)). lia. }
    induction ls as [|l ls IH]; intros A B; simpl; auto. destruct A as [A A']. split; [apply D, B; simpl; auto|]. split.
    - intros l' I. assert (L := A _ I). assert (L' : l' < count) by (apply B; simpl; auto).
      replace l' with (l + (l' - l)) by lia. apply M. lia.
    - apply IH; auto. intros x I. apply B. simpl; auto.
  Qed.
End Machine.

