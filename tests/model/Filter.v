(* Filter.v - a filter as a set of elements: a rank, a literal that must occur, a glob that must match.
   A certificate says which rank of the filter each rank of the rules became. *)
Require Import List Arith Bool Lia.
Require Import Patterns States.
Import ListNotations.

Record element := {
  e_rank : nat;
  e_float : bool;            (* the literal may stand anywhere after the first '/' *)
  e_lit : list octet;
  e_glob : option pattern    (* None: the literal alone gives the rank *)
}.

Definition lit_pattern (e : element) : pattern :=
  Lit SLASH :: (if e_float e then [Star] else []) ++ map Lit (e_lit e).
Definition holds (e : element) (path : list octet) : bool :=
  matchb (lit_pattern e) path && match e_glob e with None => true | Some g => matchb g path end.
(* The fallback is rank 0 or 1. *)
Definition filter_run (fallback : nat) (es : list element) (path : list octet) : bool :=
  Nat.odd (best fallback (map (fun e => (e_rank e, holds e path)) es)).

(* ---- A glob that matches has its literal. *)
Fixpoint lits (l : list octet) (p : pattern) : bool :=
  match l, p with
  | [], _ => true
  | c :: l', Lit d :: p' => (c =? d) && lits l' p'
  | _, _ => false
  end.
(* Somewhere after the first item.  That is the first '/', or a star and the literal does not begin with '/'. *)
Fixpoint lits_any (l : list octet) (p : pattern) : bool :=
  lits l p || match p with [] => false | End :: _ => false | _ :: p' => lits_any l p' end.

Definition implied (e : element) : bool :=
  match e_glob e with
  | None => true
  | Some g =>
      match g with
      | Lit c :: g' => (c =? SLASH) && (if e_float e then lits_any (e_lit e) g' else lits (e_lit e) g')
      | Star :: g' => e_float e && match e_lit e with c :: _ => negb (c =? SLASH) | [] => false end && lits_any (e_lit e) g'
      | _ => match e_lit e with [] => true | _ => false end
      end
  end.

Definition pattern_e (e : element) : pattern := match e_glob e with None => lit_pattern e | Some g => g end.

Lemma lits_matches : forall l p u s, lits l p = true -> Matches u p s -> Matches u (map Lit l) s.
Proof.
  induction l as [|c l IH]; intros p u s S M; simpl; [constructor|].
  destruct p as [|[d| | |] p]; simpl in S; try discriminate. apply andb_prop in S. destruct S as [E S].
  apply Nat.eqb_eq in E. subst. inversion M; subst. constructor. eauto.
Qed.

Lemma lits_any_matches : forall l p u s, lits_any l p = true -> Matches u p s ->
  exists s1 s2, s = s1 ++ s2 /\ forall v, Matches v (map Lit l) s2.
Proof.
  assert (F : forall l u v s, Matches u (map Lit l) s -> Matches v (map Lit l) s).
  { induction l as [|c l IH]; intros u v s M; simpl in *; [constructor|]. inversion M; subst. constructor. eauto. }
  intros l p. induction p as [|i p IH]; intros u s S M.
  - simpl in S. rewrite orb_false_r in S. exists [], s. split; auto. intro v. eapply F. eapply lits_matches; eauto.
  - simpl in S. apply orb_prop in S. destruct S as [S|S].
    + exists [], s. split; auto. intro v. eapply F. eapply lits_matches; eauto.
    + inversion M; subst; try discriminate;
        match goal with H : Matches _ p _ |- _ => destruct (IH _ _ S H) as [s1 [s2 [E G]]]; subst end.
      * exists (c :: s1), s2. auto.
      * exists (t ++ s1), s2. rewrite app_assoc. auto.
      * exists (enc d ++ s1), s2. rewrite app_assoc. auto.
      * exists (d :: s1), s2. auto.
Qed.

Theorem implied_right : forall e path, implied e = true -> holds e (SLASH :: path) = matchb (pattern_e e) (SLASH :: path).
Proof.
  intros e path I. unfold holds, pattern_e, implied in *. destruct (e_glob e) as [g|]; [|now rewrite andb_true_r].
  destruct (matchb g (SLASH :: path)) eqn:M; [|now rewrite andb_false_r]. rewrite andb_true_r.
  apply matchb_spec. apply matchb_spec in M. unfold lit_pattern.
  assert (Z : forall s (b : bool), Matches [] (Lit SLASH :: (if b then [Star] else []) ++ []) (SLASH :: s)).
  { intros s b. constructor. rewrite app_nil_r. destruct b; [|constructor].
    change s with ([] ++ s). constructor. constructor. }
  destruct g as [|[c| | |] g]; try (destruct (e_lit e); [apply Z | discriminate]).
  - apply andb_prop in I. destruct I as [E I]. inversion M; subst. constructor. destruct (e_float e).
    + match goal with H : Matches _ g _ |- _ => destruct (lits_any_matches _ _ _ _ I H) as [s1 [s2 [F G]]]; subst end.
      simpl. constructor. apply G.
    + simpl. eapply lits_matches; eauto.
  - apply andb_prop in I. destruct I as [I A]. apply andb_prop in I. destruct I as [FL H]. rewrite FL.
    destruct (lits_any_matches (e_lit e) (Star :: g) [] (SLASH :: path)) as [s1 [s2 [F G]]]; auto.
    { simpl. now rewrite A, orb_true_r. }
    destruct (e_lit e) as [|c l]; try discriminate. simpl map in *. destruct s1 as [|x s1]; simpl in F.
    + subst s2. specialize (G []). inversion G; subst. rewrite Nat.eqb_refl in H. discriminate.
    + injection F as F1 F2. subst. constructor. simpl. constructor. apply G.
Qed.

(* ---- Two stars are one; a star at the end, or before the final $, is nothing. *)
Fixpoint tidy (p : pattern) : pattern :=
  match p with
  | [] => []
  | Star :: p' => match tidy p' with [] => [] | [End] => [] | Star :: t => Star :: t | t => Star :: t end
  | End :: _ => p
  | i :: p' => i :: tidy p'
  end.

Lemma star_any : forall u s, Matches u [Star] s.
Proof. intros. change s with ([] ++ s). constructor. constructor. Qed.

Lemma star_end : forall u s, Matches u [Star; End] s.
Proof. intros. rewrite <- (app_nil_r s). constructor. constructor. Qed.

Lemma star_star : forall u p s, Matches u (Star :: Star :: p) s <-> Matches u (Star :: p) s.
Proof.
  intros. split; intro H.
  - apply (star_covers [Star]). exact H.
  - change s with ([] ++ s). constructor. now rewrite app_nil_r.
Qed.

Lemma tidy_right : forall p u s, Matches u (tidy p) s <-> Matches u p s.
Proof.
  induction p as [|i p IH]; intros u s; [reflexivity|]. destruct i as [c| |d|]; cbn [tidy].
  - split; intro H; inversion H; subst; constructor; now apply IH.
  - assert (C : Matches u (Star :: p) s <-> Matches u (Star :: tidy p) s).
    { split; intro H; inversion H; subst; constructor; now apply IH. }
    rewrite C. clear C IH. destruct (tidy p) as [|[c| |d|] t].
    + split; intro; [apply star_any | constructor].
    + reflexivity.
    + symmetry. apply star_star.
    + reflexivity.
    + destruct t.
      * split; intro; [apply star_end | constructor].
      * reflexivity.
  - split; intro H; inversion H; subst; first [apply M_open_path; auto; now apply IH | apply M_open_query; auto; now apply IH].
  - reflexivity.
Qed.

Lemma tidy_matchb : forall p path, matchb (tidy p) path = matchb p path.
Proof. intros. apply bool_ext. now rewrite !matchb_spec, tidy_right. Qed.

(* ---- Patterns of paths that begin with '/': a leading star is read as "/*", or as nothing. *)
Fixpoint expand (p : pattern) : list pattern :=
  match p with
  | [] => [[]]
  | Star :: p' => (Lit SLASH :: Star :: p') :: expand p'
  | Lit c :: p' => if c =? SLASH then [match p' with [] => [] | _ => p end] else []
  | _ => []
  end.

Lemma expand_right : forall p path, matchb p (SLASH :: path) = true
  <-> exists p', In p' (expand p) /\ matchb p' (SLASH :: path) = true.
Proof.
  intros p path.
  assert (G : Matches [] p (SLASH :: path) <-> exists p', In p' (expand p) /\ Matches [] p' (SLASH :: path)).
  { induction p as [|i p IH]; simpl.
    - split; intro H; [exists []; auto | constructor].
    - destruct i as [c| |d|].
      + split; intro H.
        * inversion H; subst. rewrite Nat.eqb_refl. eexists. split; [left; reflexivity|].
          destruct p; [constructor | exact H].
        * destruct (c =? SLASH) eqn:C; [destruct H as [p' [[E|[]] M]]; subst | destruct H as [p' [[] _]]].
          destruct p; [|exact M]. apply Nat.eqb_eq in C. subst. repeat constructor.
      + split; intro H.
        * inversion H as [| | |u t p0 s0 M U P E| |]; subst. destruct t as [|x t]; simpl in *.
          -- subst. apply IH in M. destruct M as [p' [I M]]. exists p'; auto.
          -- injection E as E1 E2. subst. eexists. split; [left; reflexivity|]. constructor. simpl. constructor. exact M.
        * destruct H as [p' [[E|I] M]].
          -- subst. inversion M as [| |u1 c1 p1 s1 M1 U1 P1 E1| | |]; subst. change (SLASH :: path) with ([SLASH] ++ path).
             apply star_more. exact M1.
          -- change (SLASH :: path) with ([] ++ SLASH :: path). constructor. apply IH. exists p'; auto.
      + split; intro H; [|destruct H as [p' [[] _]]].
        inversion H as [| | | |u1 d1 p1 s1 N1 M1 U1 P1 E1|u1 d1 p1 s1 N1 M1 U1 P1 E1]; subst. destruct N1.
      + split; intro H; [inversion H | destruct H as [p' [[] _]]]. }
  rewrite matchb_spec, G. split; intros [p' [I M]]; exists p'; split; auto; now apply matchb_spec.
Qed.

(* ---- Where the position is known, an open octet is data: before a star, and after a "?". *)
Fixpoint settle (known : option bool) (p : pattern) : pattern :=
  match p with
  | [] => []
  | Lit c :: p' => Lit c :: settle (if c =? QUERY then Some true else known) p'
  | Star :: p' => Star :: settle (match known with Some true => known | _ => None end) p'
  | Open c :: p' => match known with
                    | Some true => Lit c :: settle (Some true) p'
                    | Some false => map Lit (enc c) ++ settle (Some false) p'
                    | None => Open c :: settle None p'
                    end
  | End :: p' => p
  end.

Definition knows (known : option bool) (u : list octet) : Prop := forall b, known = Some b -> reads u = b.

Lemma reads_app : forall u t, reads (u ++ t) = reads u || reads t.
Proof. intros. unfold reads. apply existsb_app. Qed.

(* What every pattern holds: no open octet is written with a "?". *)
Fixpoint closed_enc (p : pattern) : bool :=
  match p with [] => true | Open c :: p' => negb (reads (enc c)) && closed_enc p' | _ :: p' => closed_enc p' end.

Lemma settle_right : forall p known u s, knows known u -> closed_enc p = true -> (Matches u (settle known p) s <-> Matches u p s).
Proof.
  induction p as [|i p IH]; intros known u s K C; [reflexivity|]. destruct i as [c| |c|]; cbn [settle closed_enc] in *.
  - assert (K' : knows (if c =? QUERY then Some true else known) (u ++ [c])).
    { intros b E. rewrite reads_snoc. unfold seen. destruct (c =? QUERY) eqn:Q.
      - injection E as E. subst. apply orb_true_r.
      - rewrite orb_false_r. now apply K. }
    split; intro H; inversion H; subst; constructor; now apply (IH _ _ _ K').
  - assert (K' : forall t, knows (match known with Some true => known | _ => None end) (u ++ t)).
    { intros t b E. destruct known as [[|]|]; try discriminate. injection E as E. subst. rewrite reads_app. now rewrite (K true). }
    split; intro H; inversion H; subst; constructor; now apply (IH _ _ _ (K' t)).
  - apply andb_prop in C. destruct C as [D C]. apply negb_true_iff in D. destruct known as [[|]|].
    + assert (Q : In QUERY u) by (apply reads_in; now apply K).
      assert (K' : knows (Some true) (u ++ [c])).
      { intros b E. injection E as E. subst. rewrite reads_snoc, (K true) by auto. reflexivity. }
      split; intro H; inversion H; subst; try contradiction.
      * apply M_open_query; auto. now apply (IH _ _ _ K').
      * constructor. now apply (IH _ _ _ K').
    + assert (Q : ~ In QUERY u) by (intro Q; apply reads_in in Q; rewrite (K false) in Q; [discriminate | auto]).
      assert (K' : knows (Some false) (u ++ enc c)).
      { intros b E. injection E as E. subst. now rewrite reads_app, (K false), D. }
      split; intro H.
      * simpl in H. inversion H as [| |u1 c1 p1 s1 M1 U1 P1 E1| | |]; subst.
        inversion M1 as [| |u2 c2 p2 s2 M2 U2 P2 E2| | |]; subst.
        inversion M2 as [| |u3 c3 p3 s3 M3 U3 P3 E3| | |]; subst. rewrite <- !app_assoc in M3. simpl in M3.
        change (PERCENT :: hexdigit (c / 16) :: hexdigit (c mod 16) :: s3) with (enc c ++ s3). apply M_open_path; auto.
        now apply (IH _ _ _ K').
      * inversion H as [| | | |u1 d1 p1 s1 N1 M1 U1 P1 E1|]; subst; [|contradiction]. unfold enc. simpl. do 3 constructor.
        rewrite <- !app_assoc. simpl. now apply (IH _ _ _ K').
    + assert (K' : forall t, knows None (u ++ t)) by (intros t b E; discriminate).
      split; intro H; inversion H; subst; first [apply M_open_path; auto; now apply (IH _ _ _ (K' _))
        | apply M_open_query; auto; now apply (IH _ _ _ (K' _))].
  - reflexivity.
Qed.

(* ---- A pattern matches less than another one if it goes on where that ends, or has other items where that has a star. *)
Definition is_end_item (i : item) : bool := match i with End => true | _ => false end.
Fixpoint begins (y x : pattern) : bool :=
  match y with
  | [] => true
  | Star :: y' =>
      (fix skip (x : pattern) : bool :=
         begins y' x || match x with [] => false | j :: x' => negb (is_end_item j) && skip x' end) x
  | i :: y' =>
      match x with
      | [] => false
      | j :: x' => (item_code i =? item_code j)
                   && match i with End => match y' with [] => true | _ => false end | _ => begins y' x' end
      end
  end.

Lemma begins_star : forall y x, begins (Star :: y) x
  = begins y x || match x with [] => false | j :: x' => negb (is_end_item j) && begins (Star :: y) x' end.
Proof. now destruct x. Qed.

Lemma begins_right : forall y x u s, begins y x = true -> Matches u x s -> Matches u y s.
Proof.
  induction y as [|i y IH]; intros x u s B M; [constructor|].
  assert (K : i <> Star -> Matches u (i :: y) s).
  { intro N. destruct x as [|j x]; [destruct i; now cbn [begins] in B|].
    assert (E : i = j).
    { apply item_cmp_eq. unfold item_cmp. destruct i; try congruence; cbn [begins] in B; apply andb_prop in B;
        destruct B as [E _]; apply Nat.eqb_eq in E; rewrite E; apply Nat.compare_refl. }
    subst j. destruct i; try congruence; cbn [begins] in B; apply andb_prop in B; destruct B as [_ B]; inversion M; subst.
    - constructor; eauto.
    - constructor; eauto.
    - apply M_open_query; eauto.
    - destruct y; [constructor | discriminate]. }
  destruct i; try (apply K; discriminate). clear K. revert u s M. induction x as [|j x IHx]; intros u s M;
    rewrite begins_star in B; apply orb_prop in B; destruct B as [B|B]; try discriminate;
    try (change s with ([] ++ s); constructor; rewrite app_nil_r; now apply (IH _ _ _ B)).
  apply andb_prop in B. destruct B as [N B]. specialize (IHx B). inversion M; subst; try discriminate.
  - apply (star_more _ _ [c]). now apply IHx.
  - apply (star_more _ _ t). now apply IHx.
  - apply (star_more _ _ (enc d)). now apply IHx.
  - apply (star_more _ _ [d]). now apply IHx.
Qed.

Definition less (x y : pattern) : bool := begins y x. (* y matches all that x matches *)
Lemma less_right : forall x y path, less x y = true -> matchb x path = true -> matchb y path = true.
Proof. intros x y path L M. apply matchb_spec. apply matchb_spec in M. eapply begins_right; eauto. Qed.

(* ---- Ranks may be renumbered. *)
Fixpoint image (f : list (nat * nat)) (x : nat) : option nat :=
  match f with [] => None | (a, b) :: f' => if x =? a then Some b else image f' x end.

Definition ordered (f : list (nat * nat)) : bool :=
  forallb (fun x => Bool.eqb (Nat.odd (fst x)) (Nat.odd (snd x))
                    && forallb (fun y => negb (fst x <=? fst y) || (snd x <=? snd y)) f) f.

Definition covers (f : list (nat * nat)) (a b : ranked) : bool := (* each of a is less than one of b that is as high *)
  forallb (fun x => match image f (fst x) with
                    | None => false
                    | Some r => existsb (fun y => less (snd x) (snd y) && (r <=? fst y)) b
                    end) a.
Definition covered (f : list (nat * nat)) (a b : ranked) : bool := (* each of b is less than one of a that is as high *)
  forallb (fun y => existsb (fun x => match image f (fst x) with
                                      | None => false
                                      | Some r => less (snd y) (snd x) && (fst y <=? r)
                                      end) a) b.

Definition renumbered (f : list (nat * nat)) (base_a base_b : nat) (a b : ranked) : bool :=
  ordered f && (match image f base_a with Some r => r =? base_b | None => false end) && covers f a b && covered f a b.

Lemma image_in : forall f x y, image f x = Some y -> In (x, y) f.
Proof.
  induction f as [|[a b] f IH]; simpl; intros x y H; try discriminate. destruct (x =? a) eqn:E; auto.
  apply Nat.eqb_eq in E. injection H as H. subst. auto.
Qed.

Lemma ordered_le : forall f x y a b, ordered f = true -> image f x = Some a -> image f y = Some b -> x <= y -> a <= b.
Proof.
  intros f x y a b O X Y L. unfold ordered in O. rewrite forallb_forall in O. apply image_in in X. apply image_in in Y.
  apply O in X. apply andb_prop in X. destruct X as [_ X]. rewrite forallb_forall in X. apply X in Y. simpl in Y.
  apply Nat.leb_le in L. rewrite L in Y. simpl in Y. now apply Nat.leb_le.
Qed.

Lemma ordered_odd : forall f x a, ordered f = true -> image f x = Some a -> Nat.odd a = Nat.odd x.
Proof.
  intros f x a O X. unfold ordered in O. rewrite forallb_forall in O. apply image_in in X. apply O in X.
  apply andb_prop in X. destruct X as [X _]. apply eqb_prop in X. simpl in X. auto.
Qed.

Theorem renumbered_right : forall f base_a base_b a b path, renumbered f base_a base_b a b = true ->
  Nat.odd (value_of base_b b path) = Nat.odd (value_of base_a a path).
Proof.
  intros f ba bb a b path H. unfold renumbered in H. apply andb_prop in H. destruct H as [H D]. apply andb_prop in H.
  destruct H as [H C]. apply andb_prop in H. destruct H as [O B].
  destruct (image f ba) as [fb|] eqn:FB; try discriminate. apply Nat.eqb_eq in B. subst fb.
  unfold covers in C. unfold covered in D. rewrite forallb_forall in C, D.
  set (va := value_of ba a path). set (vb := value_of bb b path).
  assert (KA : forall r p, In (r, p) a -> matchb p path = true -> r <= va).
  { intros r p I M. apply best_in. apply in_map_iff. exists (r, p). simpl. now rewrite M. }
  assert (KB : forall r p, In (r, p) b -> matchb p path = true -> r <= vb).
  { intros r p I M. apply best_in. apply in_map_iff. exists (r, p). simpl. now rewrite M. }
  assert (V : exists v, image f va = Some v /\ v <= vb).
  { destruct (best_is (map (fun x => (fst x, matchb (snd x) path)) a) ba) as [E|E]; fold (value_of ba a path) in E; fold va in E.
    - rewrite E. exists bb. split; auto. apply best_ge.
    - apply in_map_iff in E. destruct E as [[r p] [E I]]. injection E as E M. simpl in M. rewrite <- E.
      specialize (C _ I). simpl in C. destruct (image f r) as [v|] eqn:F; try discriminate.
      exists v. split; auto. apply existsb_exists in C. destruct C as [[r' p'] [J C]]. apply andb_prop in C.
      destruct C as [C L]. simpl in C. apply Nat.leb_le in L. simpl in L.
      eapply Nat.le_trans; [exact L|]. eapply KB; eauto. eapply less_right; eauto. }
  destruct V as [v [FV L]].
  assert (G : vb <= v).
  { destruct (best_is (map (fun x => (fst x, matchb (snd x) path)) b) bb) as [E|E]; fold (value_of bb b path) in E; fold vb in E.
    - rewrite E. apply (ordered_le f ba va bb v); auto. apply best_ge.
    - apply in_map_iff in E. destruct E as [[r p] [E I]]. injection E as E M. simpl in M, E. specialize (D _ I).
      apply existsb_exists in D. destruct D as [[r' p'] [J D]]. simpl in D.
      destruct (image f r') as [w|] eqn:F; try discriminate. apply andb_prop in D. destruct D as [D W].
      apply Nat.leb_le in W. rewrite <- E. eapply Nat.le_trans; [exact W|].
      apply (ordered_le f r' va w v); auto. eapply KA; eauto. eapply less_right; eauto. }
  replace vb with v by lia. eapply ordered_odd; eauto.
Qed.

(* ---- The checker of filters. *)
(* base_of: the rank of what matches every path.  above and useful drop what cannot change the
   verdict, as a compiler does: ranks up to base_of, and ranks below the least of the other
   verdict. *)
Definition base_of (b : nat) (l : ranked) : nat := completed b (as_groups l).
Definition above (b : nat) (l : ranked) : ranked := let m := base_of b l in filter (fun x => m <? fst x) l.
Definition useful (b : nat) (l : ranked) : ranked :=
  match least (base_of b l) (as_groups (above b l)) with
  | None => []
  | Some m => filter (fun x => m <=? fst x) (above b l)
  end.

Definition settled (p : pattern) : pattern := if closed_enc p then settle (Some false) p else p.
Definition expand_all (l : ranked) : ranked := flat_map (fun x => map (fun p => (fst x, settled p)) (expand (tidy (snd x)))) l.

Lemma settled_matchb : forall p path, matchb (settled p) path = matchb p path.
Proof.
  intros p path. unfold settled. destruct (closed_enc p) eqn:C; auto. apply bool_ext. rewrite !matchb_spec.
  apply settle_right; auto. intros b E. injection E as E. now subst.
Qed.

(* A pattern that another one covers cannot count: it matches less, and is not higher.  A compiler
   may leave it out. *)
Fixpoint bare_from (l : ranked) : ranked :=
  match l with
  | [] => []
  | x :: l' => let k := bare_from l' in
               if existsb (fun y => (fst x <=? fst y) && less (snd x) (snd y)) k then k else x :: k
  end.
Definition bare (l : ranked) : ranked := rev' (bare_from (rev' (bare_from l))).

Definition same_verdicts (f : list (nat * nat)) (fallback : nat) (a b : ranked) : bool :=
  renumbered f (base_of 1 a) (base_of fallback b) (useful 1 a) (useful fallback b).
Definition filter_valid (rules : ranked) (f : list (nat * nat)) (fallback : nat) (es : list element) : bool :=
  forallb implied es
  && (let a := expand_all rules in
      let b := expand_all (map (fun e => (e_rank e, pattern_e e)) es) in
      same_verdicts f fallback a b || same_verdicts f fallback (bare a) (bare b)).

Lemma value_of_incl : forall b l l' path, incl l l' -> value_of b l path <= value_of b l' path.
Proof.
  intros b l l' path I. apply best_incl. intros r J. apply in_map_iff in J. destruct J as [x [E J]].
  apply in_map_iff. exists x. auto.
Qed.

Lemma bare_from_right : forall b l path, value_of b (bare_from l) path = value_of b l path.
Proof.
  intros b l path. induction l as [|x l IH]; cbn [bare_from]; auto. cbv zeta.
  destruct (existsb _ (bare_from l)) eqn:E; rewrite !value_cons, ?IH; auto. destruct (matchb (snd x) path) eqn:M; auto.
  apply existsb_exists in E. destruct E as [y [I E]]. apply andb_prop in E. destruct E as [L E]. apply Nat.leb_le in L.
  assert (G : fst y <= value_of b (bare_from l) path); [|rewrite IH in G; lia].
  apply best_in. apply in_map_iff. exists y. now rewrite (less_right _ _ _ E M).
Qed.

Lemma bare_right : forall b l path, value_of b (bare l) path = value_of b l path.
Proof.
  assert (R : forall b l path, value_of b (rev' l) path = value_of b l path).
  { intros b l path. unfold rev'. rewrite <- rev_alt.
    apply Nat.le_antisymm; apply value_of_incl; intros x I; [now apply (proj2 (in_rev l x)) | now apply (proj1 (in_rev l x))]. }
  intros. unfold bare. now rewrite R, bare_from_right, R, bare_from_right.
Qed.

Lemma as_groups_filter : forall f (l : ranked),
  as_groups (filter (fun x => f (fst x)) l) = filter (fun g => f (fst g)) (as_groups l).
Proof. induction l as [|x l IH]; simpl; auto. destruct (f (fst x)); simpl; now rewrite IH. Qed.

Lemma useful_right : forall b l path, Nat.odd (value_of (base_of b l) (useful b l) path) = Nat.odd (value_of b l path).
Proof.
  intros b0 l path. rewrite !value_of_rated. rewrite (absorb false path b0 (as_groups l)). fold (base_of b0 l).
  assert (E : filter (fun g => nonempty g && (base_of b0 l <? fst g)) (as_groups l) = as_groups (above b0 l)).
  { unfold above. rewrite (as_groups_filter (fun r => base_of b0 l <? r)). unfold as_groups.
    generalize (base_of b0 l) as b. induction l as [|x l IH]; intro b; simpl; auto. destruct (b <? fst x); simpl; now rewrite IH. }
  rewrite E. clear E. unfold useful. generalize (above b0 l) as l1. generalize (base_of b0 l) as b. clear l b0. intros b l.
  destruct (least b (as_groups l)) as [m|] eqn:M.
  - rewrite (drop_low false path b (as_groups l) m).
    + now rewrite (as_groups_filter (fun r => m <=? r)).
    + intros g I L. eapply least_some; eauto.
  - simpl. match goal with |- _ = Nat.odd (best b ?r) => destruct (best_is r b) as [E|E] end.
    + now rewrite E.
    + apply rated_in in E. destruct E as [ps [I _]]. apply (least_none _ _ _ M) in I. simpl in I. now rewrite I.
Qed.

Lemma expand_all_right : forall b l path, value_of b (expand_all l) (SLASH :: path) = value_of b l (SLASH :: path).
Proof.
  intros b l path. unfold value_of. apply Nat.le_antisymm; apply best_incl; intros r I; apply in_map_iff in I;
    destruct I as [[r' p] [E I]]; simpl in E; injection E as E M; subst r'; apply in_map_iff.
  - unfold expand_all in I. apply in_flat_map in I. destruct I as [[r' p'] [I J]]. simpl in J.
    apply in_map_iff in J. destruct J as [p2 [J K]]. injection J as J1 J2. subst. exists (r, p'). split; auto.
    simpl. f_equal. rewrite settled_matchb in M. rewrite <- tidy_matchb. apply expand_right. eauto.
  - rewrite <- tidy_matchb in M. apply expand_right in M. destruct M as [p' [J M]]. exists (r, settled p').
    split; [simpl; now rewrite settled_matchb, M|].
    apply in_flat_map. exists (r, p). split; auto. simpl. apply in_map_iff. eauto.
Qed.

Theorem filter_valid_right : forall rules f fallback es, filter_valid rules f fallback es = true ->
  forall path, filter_run fallback es (SLASH :: path) = judged rules (SLASH :: path).
Proof.
  intros rules f fallback es H path. unfold filter_valid in H. cbv zeta in H. apply andb_prop in H. destruct H as [I R].
  unfold filter_run. transitivity (Nat.odd (value_of fallback (map (fun e => (e_rank e, pattern_e e)) es) (SLASH :: path))).
  - unfold value_of. rewrite map_map. do 2 f_equal. apply map_ext_in. intros e J. simpl. f_equal. apply implied_right.
    rewrite forallb_forall in I. auto.
  - apply orb_prop in R. destruct R as [R|R]; apply renumbered_right with (path := SLASH :: path) in R;
      rewrite !useful_right, ?bare_right, !expand_all_right in R; exact R.
Qed.
