(* Dfa.v - how a DFA of a blob reads a path: docs/formats/blob.md, "Nodes", "Prefix tables", "The walk"; and its places, octet by
   octet, for a certificate. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Certificate.
Import ListNotations.

(* A target: 0 disallow, 1 allow, else the node at the target minus 2 (TARGET_DISALLOW, TARGET_ALLOW, TARGET_NODE). *)
Notation target := nat.

(* What an octet does that a node does not name: it is read, and leads on (ELSE_SELF, ELSE_GOTO), or the octets read in the
   node are read again from elsewhere (ELSE_DISALLOW, ELSE_ALLOW, ELSE_ROOT, ELSE_DEFAULT). *)
Inductive otherwise := Reads (t : target) | Again (t : target).

Record node := {
  is_branch : bool;                   (* NODE_BRANCH *)
  node_e : bool;                      (* NODE_E of a DFA: the verdict if the path ends in this node *)
  ways : list (octet * target);       (* of a branch *)
  octets : list octet;                (* of a run *)
  next : target;                      (* of a run *)
  other : otherwise
}.

Record dfa := {
  node_at : nat -> option node;
  table : bool;                       (* MACHINE_PREFIXES; the others are for a prefix table *)
  table_e : bool;                     (* PREFIX_E *)
  table_other : target;
  tried : list octet -> list (list octet * target); (* the prefixes that the hash of these octets leads to *)
  live : list (list octet * target)   (* all that can follow, as Blob.v finds them *)
}.

Fixpoint assoc {A} (c : octet) (l : list (octet * A)) : option A :=
  match l with [] => None | (d, t) :: l' => if c =? d then Some t else assoc c l' end.

(* read_run: the octets follow, and this is after; the path ends before they do; another octet stands there. *)
Inductive stripped := Done (rest : list octet) | Short | Differs.
Fixpoint strip (l s : list octet) : stripped :=
  match l, s with
  | [], _ => Done s
  | _, [] => Short
  | c :: l', d :: s' => if c =? d then strip l' s' else Differs
  end.

Fixpoint first_of (l : list (list octet * target)) (s : list octet) : option (target * list octet) :=
  match l with
  | [] => None
  | (p, t) :: l' => match strip p s with Done r => Some (t, r) | _ => first_of l' s end
  end.

Section Walk.
  Variable d : dfa.

  (* ---- The walk, as "step" has it: Walks target rest verdict. *)
  Inductive Walks : target -> list octet -> bool -> Prop :=
  | W_disallow : forall s, Walks 0 s false
  | W_allow : forall s, Walks 1 s true
  | W_end : forall o n, node_at d o = Some n -> is_branch n = true -> Walks (S (S o)) [] (node_e n)
  | W_way : forall o n c s t v, node_at d o = Some n -> is_branch n = true -> assoc c (ways n) = Some t ->
      Walks t s v -> Walks (S (S o)) (c :: s) v
  | W_reads : forall o n c s t v, node_at d o = Some n -> is_branch n = true -> assoc c (ways n) = None -> other n = Reads t ->
      Walks t s v -> Walks (S (S o)) (c :: s) v
  | W_again : forall o n c s t v, node_at d o = Some n -> is_branch n = true -> assoc c (ways n) = None -> other n = Again t ->
      Walks t (c :: s) v -> Walks (S (S o)) (c :: s) v
  | W_run : forall o n s r v, node_at d o = Some n -> is_branch n = false -> strip (octets n) s = Done r ->
      Walks (next n) r v -> Walks (S (S o)) s v
  | W_inside : forall o n s, node_at d o = Some n -> is_branch n = false -> strip (octets n) s = Short ->
      Walks (S (S o)) s (node_e n)
  | W_leave : forall o n s t v, node_at d o = Some n -> is_branch n = false -> strip (octets n) s = Differs ->
      other n = Again t -> Walks t s v -> Walks (S (S o)) s v.

  (* "dfa" and "begin".  path: what comes after the first '/'. *)
  Definition Dfa_gives (path : list octet) (v : bool) : Prop :=
    if table d then
      match path with
      | [] => v = table_e d
      | _ => match first_of (tried d path) path with
             | Some (t, r) => Walks t r v
             | None => Walks (table_other d) path v
             end
      end
    else Walks 2 path v.

  Theorem walks_once : forall t s v, Walks t s v -> forall v', Walks t s v' -> v = v'.
  Proof.
    induction 1; intros v' K; inversion K; subst; try reflexivity;
      match goal with A : node_at d ?o = Some ?n, B : node_at d ?o = Some ?m |- _ => assert (n = m) by congruence; subst n end;
      try congruence; apply IHWalks.
    - match goal with A : assoc c _ = Some t, B : assoc c _ = Some ?u |- _ => replace t with u by congruence; auto end.
    - match goal with A : other _ = Reads t, B : other _ = Reads ?u |- _ => replace t with u by congruence; auto end.
    - match goal with A : other _ = Again t, B : other _ = Again ?u |- _ => replace t with u by congruence; auto end.
    - match goal with A : strip _ s = Done r, B : strip _ s = Done ?u |- _ => replace r with u by congruence; auto end.
    - match goal with A : other _ = Again t, B : other _ = Again ?u |- _ => replace t with u by congruence; auto end.
  Qed.

  (* The walk as a function, for tests.  fuel: nodes at most. *)
  Fixpoint walk (fuel : nat) (t : target) (s : list octet) : option bool :=
    match fuel, t with
    | _, 0 => Some false
    | _, 1 => Some true
    | 0, _ => None
    | S f, S (S o) =>
        match node_at d o with
        | None => None
        | Some n =>
            if is_branch n then
              match s with
              | [] => Some (node_e n)
              | c :: s' => match assoc c (ways n) with
                           | Some t' => walk f t' s'
                           | None => match other n with Reads t' => walk f t' s' | Again t' => walk f t' s end
                           end
              end
            else match strip (octets n) s with
                 | Done r => walk f (next n) r
                 | Short => Some (node_e n)
                 | Differs => match other n with Again t' => walk f t' s | Reads _ => None end
                 end
        end
    end.

  Definition dfa_run (fuel : nat) (path : list octet) : option bool :=
    if table d then
      match path with
      | [] => Some (table_e d)
      | _ => match first_of (tried d path) path with
             | Some (t, r) => walk fuel t r
             | None => walk fuel (table_other d) path
             end
      end
    else walk fuel 2 path.

  Lemma walk_right : forall f t s v, walk f t s = Some v -> Walks t s v.
  Proof.
    induction f as [|f IH]; intros t s v H; destruct t as [|[|o]]; simpl in H; try discriminate;
      try (injection H as H; subst; constructor).
    destruct (node_at d o) as [n|] eqn:N; try discriminate. destruct (is_branch n) eqn:B.
    - destruct s as [|c s].
      + injection H as H. subst. now constructor.
      + destruct (assoc c (ways n)) eqn:A; [eapply W_way; eauto|].
        destruct (other n) eqn:O; [eapply W_reads | eapply W_again]; eauto.
    - destruct (strip (octets n) s) eqn:S.
      + eapply W_run; eauto.
      + injection H as H. subst. now apply W_inside.
      + destruct (other n) eqn:O; try discriminate. eapply W_leave; eauto.
  Qed.

  Theorem dfa_run_right : forall f path v, dfa_run f path = Some v -> Dfa_gives path v.
  Proof.
    intros f path v H. unfold dfa_run, Dfa_gives in *. destruct (table d); [|now apply walk_right in H].
    destruct path as [|c path]; [congruence|].
    destruct (first_of _ _) as [[t r]|]; now apply walk_right in H.
  Qed.

  (* ---- Places: a verdict; a node and what was read of its run; what was read of a prefix, and what may follow. *)
  Inductive place :=
  | Sink (v : bool)
  | Dead
  | Inside (o : nat) (w : list octet)
  | Pending (w : list octet) (after : list (list octet * target)).

  (* The place after these octets.  fuel: nodes at most.  If fuel does not suffice, a certificate is
     refused. *)
  Variable fuel_max : nat.
  Fixpoint feed (fuel : nat) (t : target) (w : list octet) : place :=
    match fuel, t with
    | _, 0 => Sink false
    | _, 1 => Sink true
    | 0, _ => Dead
    | S f, S (S o) =>
        match node_at d o with
        | None => Dead
        | Some n =>
            if is_branch n then
              match w with
              | [] => Inside o []
              | c :: w' => match assoc c (ways n) with
                           | Some t' => feed f t' w'
                           | None => match other n with Reads t' => feed f t' w' | Again t' => feed f t' w end
                           end
              end
            else match strip (octets n) w with
                 | Done r => feed f (next n) r
                 | Short => Inside o w
                 | Differs => match other n with Again t' => feed f t' w | Reads _ => Dead end
                 end
        end
    end.

  Definition start : place := if table d then Pending [] (live d) else feed fuel_max 2 [].

  Fixpoint advance (c : octet) (l : list (list octet * target)) : list (list octet * target) :=
    match l with
    | [] => []
    | ([], t) :: l' => advance c l'
    | (x :: p, t) :: l' => if x =? c then (p, t) :: advance c l' else advance c l'
    end.

  Definition is_nil {A} (l : list A) : bool := match l with [] => true | _ => false end.

  Definition delta (p : place) (c : octet) : place :=
    match p with
    | Sink v => Sink v
    | Dead => Dead
    | Inside o w => feed fuel_max (S (S o)) (w ++ [c])
    | Pending w after =>
        match advance c after with
        | [] => feed fuel_max (table_other d) (w ++ [c])
        | ([], t) :: _ => feed fuel_max t []
        | l => if existsb (fun x => is_nil (fst x)) l then Dead else Pending (w ++ [c]) l
        end
    end.

  Definition node_final (p : place) : bool :=
    match p with
    | Sink v => v
    | Inside o _ => match node_at d o with Some n => node_e n | None => false end
    | _ => false
    end.
  Definition final (p : place) : bool :=
    match p with
    | Pending [] _ => table_e d
    | Pending w _ => node_final (feed fuel_max (table_other d) w)
    | _ => node_final p
    end.

  (* The octets that lead elsewhere than all others after w. *)
  Fixpoint feed_names (fuel : nat) (t : target) (w : list octet) : list octet :=
    match fuel, t with
    | 0, _ | _, 0 | _, 1 => []
    | S f, S (S o) =>
        match node_at d o with
        | None => []
        | Some n =>
            if is_branch n then
              match w with
              | [] => map fst (ways n) ++ match other n with Again t' => feed_names f t' [] | Reads _ => [] end
              | c :: w' => match assoc c (ways n) with
                           | Some t' => feed_names f t' w'
                           | None => match other n with Reads t' => feed_names f t' w' | Again t' => feed_names f t' w end
                           end
              end
            else match strip (octets n) w with
                 | Done r => feed_names f (next n) r
                 | Short => firstn 1 (skipn (length w) (octets n))
                              ++ match other n with Again t' => feed_names f t' w | Reads _ => [] end
                 | Differs => match other n with Again t' => feed_names f t' w | Reads _ => [] end
                 end
        end
    end.
  Definition names (p : place) : list octet :=
    match p with
    | Sink _ | Dead => []
    | Inside o w => feed_names fuel_max (S (S o)) w
    | Pending w after => flat_map (fun x => firstn 1 (fst x)) after ++ feed_names fuel_max (table_other d) w
    end.

  (* What the certificate's places must be for the walk to be in them. *)
  Definition node_good (p : place) : bool :=
    match p with
    | Sink _ => true
    | Inside o w => match node_at d o with
                    | Some n => if is_branch n then is_nil w else match strip (octets n) w with Short => true | _ => false end
                    | None => false
                    end
    | _ => false
    end.
  Definition good (p : place) : bool :=
    match p with
    | Pending w after => forallb (fun x => negb (is_nil (fst x))) after && (is_nil w || node_good (feed fuel_max (table_other d) w))
    | _ => node_good p
    end.

  (* ---- Reading on from a place. *)
  Definition Place_gives (p : place) (s : list octet) (v : bool) : Prop :=
    match p with
    | Sink u => v = u
    | Dead => False
    | Inside o w => Walks (S (S o)) (w ++ s) v
    | Pending w after =>
        match w ++ s with
        | [] => v = table_e d
        | _ => match first_of after s with
               | Some (t, r) => Walks t r v
               | None => Walks (table_other d) (w ++ s) v
               end
        end
    end.

  Lemma strip_app : forall l w s, match strip l w with
    | Done r => strip l (w ++ s) = Done (r ++ s)
    | Differs => strip l (w ++ s) = Differs
    | Short => True
    end.
  Proof.
    induction l as [|c l IH]; intros w s; simpl; auto. destruct w as [|x w]; simpl; auto. destruct (c =? x); auto. apply IH.
  Qed.

  Lemma feed_gives : forall f t w s v, Place_gives (feed f t w) s v -> Walks t (w ++ s) v.
  Proof.
    induction f as [|f IH]; intros t w s v H; destruct t as [|[|o]]; cbn [feed] in H; try contradiction;
      try (simpl in H; subst; constructor).
    destruct (node_at d o) as [n|] eqn:N; [|contradiction]. destruct (is_branch n) eqn:B.
    - destruct w as [|c w]; [exact H|]. simpl.
      destruct (assoc c (ways n)) eqn:A; [eapply W_way; eauto|].
      destruct (other n) eqn:O; [eapply W_reads | eapply W_again]; eauto. now apply IH in H.
    - assert (S := strip_app (octets n) w s). destruct (strip (octets n) w) eqn:E.
      + eapply W_run; eauto.
      + exact H.
      + destruct (other n) eqn:O; [contradiction|]. eapply W_leave; eauto.
  Qed.

  Lemma first_of_advance : forall c l s, forallb (fun x => negb (is_nil (fst x))) l = true ->
    first_of l (c :: s) = first_of (advance c l) s.
  Proof.
    induction l as [|[[|x p] t] l IH]; intros s H; cbn [first_of advance] in *; auto; simpl in H; try discriminate.
    simpl. destruct (x =? c); simpl; [destruct (strip p s); auto | auto].
  Qed.

  Lemma delta_gives : forall p c s v, good p = true -> Place_gives (delta p c) s v -> Place_gives p (c :: s) v.
  Proof.
    intros p c s v G H. destruct p as [u| |o w|w after].
    - exact H.
    - exact H.
    - cbn [delta] in H. apply feed_gives in H. simpl. now rewrite <- app_assoc in H.
    - cbn [good] in G. apply andb_prop in G. destruct G as [G _]. cbn [Place_gives].
      replace (match w ++ c :: s with [] => v = table_e d | _ :: _ => _ end)
        with (match first_of after (c :: s) with Some (t, r) => Walks t r v | None => Walks (table_other d) (w ++ c :: s) v end)
        by (destruct w; reflexivity).
      rewrite first_of_advance by auto. cbn [delta] in H. destruct (advance c after) as [|[[|x p] t] l] eqn:A.
      + simpl. apply feed_gives in H. now rewrite <- app_assoc in H.
      + simpl. apply feed_gives in H. exact H.
      + rewrite <- A in *. destruct (existsb (fun x0 => is_nil (fst x0)) (advance c after)); [contradiction|].
        cbn [Place_gives] in H. rewrite <- app_assoc in H. simpl in H. destruct w; simpl in H; exact H.
  Qed.

  Lemma node_final_gives : forall p, node_good p = true -> Place_gives p [] (node_final p).
  Proof.
    intros [u| |o w|w after] G; simpl in *; try discriminate; auto. rewrite app_nil_r.
    destruct (node_at d o) as [n|] eqn:N; try discriminate. destruct (is_branch n) eqn:B.
    - destruct w; try discriminate. now constructor.
    - apply W_inside; auto. destruct (strip (octets n) w); try discriminate. reflexivity.
  Qed.

  Lemma first_of_nil : forall l, forallb (fun x => negb (is_nil (fst x))) l = true -> first_of l [] = None.
  Proof. induction l as [|[[|x p] t] l IH]; simpl; intro H; auto. discriminate. Qed.

  Lemma final_gives : forall p, good p = true -> Place_gives p [] (final p).
  Proof.
    intros p G. destruct p as [u| |o w|w after]; try (now apply node_final_gives).
    cbn [good] in G. apply andb_prop in G. destruct G as [L G]. cbn [Place_gives]. rewrite app_nil_r.
    destruct w as [|c w]; [reflexivity|]. rewrite first_of_nil by auto. simpl is_nil in G. cbn [orb] in G.
    apply node_final_gives in G. apply feed_gives in G. rewrite app_nil_r in G. exact G.
  Qed.

  Lemma assoc_none : forall A (l : list (octet * A)) c, ~ In c (map fst l) -> assoc c l = None.
  Proof.
    induction l as [|[x t] l IH]; intros c H; simpl in *; auto. destruct (c =? x) eqn:E.
    - apply Nat.eqb_eq in E. subst. tauto.
    - apply IH. tauto.
  Qed.

  Lemma strip_next : forall l w c, strip l w = Short -> ~ In c (firstn 1 (skipn (length w) l)) -> strip l (w ++ [c]) = Differs.
  Proof.
    induction l as [|x l IH]; intros w c S N; simpl in *; try discriminate. destruct w as [|y w]; simpl in *.
    - destruct (x =? c) eqn:E; auto. apply Nat.eqb_eq in E. subst. tauto.
    - destruct (x =? y); try discriminate. auto.
  Qed.

  Lemma feed_alike : forall f t w c c', ~ In c (feed_names f t w) -> ~ In c' (feed_names f t w) ->
    feed f t (w ++ [c]) = feed f t (w ++ [c']).
  Proof.
    induction f as [|f IH]; intros t w c c' H H'; destruct t as [|[|o]]; cbn [feed feed_names] in *; auto.
    destruct (node_at d o) as [n|]; auto. destruct (is_branch n).
    - destruct w as [|x w]; cbn -[feed feed_names assoc].
      + rewrite in_app_iff in H, H'. rewrite !assoc_none by tauto. destruct (other n); auto. try apply (IH _ []); tauto.
      + destruct (assoc x (ways n)); [now apply IH|]. destruct (other n); [now apply IH | now apply (IH _ (x :: w))].
    - assert (S := strip_app (octets n) w [c]). assert (S' := strip_app (octets n) w [c']).
      destruct (strip (octets n) w) eqn:E.
      + rewrite S, S'. auto.
      + rewrite in_app_iff in H, H'. rewrite !(strip_next _ _ _ E) by tauto. destruct (other n); [reflexivity | apply IH; tauto].
      + rewrite S, S'. destruct (other n); auto.
  Qed.

  Lemma advance_none : forall c l, ~ In c (flat_map (fun x => firstn 1 (fst x)) l) -> advance c l = [].
  Proof.
    induction l as [|[[|x p] t] l IH]; intro H; cbn [flat_map advance fst firstn] in *; auto. simpl in H.
    destruct (x =? c) eqn:E; [apply Nat.eqb_eq in E; subst; tauto | apply IH; tauto].
  Qed.

  Lemma alike : forall p c c', ~ In c (names p) -> ~ In c' (names p) -> delta p c = delta p c'.
  Proof.
    intros [u| |o w|w after] c c' H H'; cbn [names delta] in *; auto.
    - now apply feed_alike.
    - rewrite in_app_iff in H, H'. rewrite !advance_none by tauto. apply feed_alike; tauto.
  Qed.

  (* ---- Comparing places. *)
  Fixpoint after_eqb (a b : list (list octet * target)) : bool :=
    match a, b with
    | [], [] => true
    | (p, t) :: a', (p', t') :: b' => (t =? t') && octets_eqb p p' && after_eqb a' b'
    | _, _ => false
    end.
  Definition place_eqb (a b : place) : bool :=
    match a, b with
    | Sink u, Sink v => Bool.eqb u v
    | Dead, Dead => true
    | Inside o w, Inside o' w' => (o =? o') && octets_eqb w w'
    | Pending w l, Pending w' l' => octets_eqb w w' && after_eqb l l'
    | _, _ => false
    end.

  Lemma after_eqb_eq : forall a b, after_eqb a b = true -> a = b.
  Proof.
    induction a as [|[p t] a IH]; destruct b as [|[p' t'] b]; simpl; intro H; try discriminate; auto.
    apply andb_prop in H. destruct H as [H R]. apply andb_prop in H. destruct H as [T P].
    apply Nat.eqb_eq in T. apply octets_eqb_eq in P. apply IH in R. congruence.
  Qed.

  Lemma place_eqb_eq : forall a b, place_eqb a b = true -> a = b.
  Proof.
    intros [u| |o w|w l] [u'| |o' w'|w' l'] H; simpl in H; try discriminate; auto.
    - apply eqb_prop in H. congruence.
    - apply andb_prop in H. destruct H as [A B]. apply Nat.eqb_eq in A. apply octets_eqb_eq in B. congruence.
    - apply andb_prop in H. destruct H as [A B]. apply octets_eqb_eq in A. apply after_eqb_eq in B. congruence.
  Qed.

  (* ---- The checker of DFAs. *)
  Variable n : nat.
  Variable cert : nat -> entry place.
  Variable hint : nat -> octet -> nat.
  Hypothesis live_right : table d = true -> forall path, path <> [] -> first_of (tried d path) path = first_of (live d) path.

  Definition dfa_valid (rules : ranked) : bool :=
    valid place place_eqb start delta final names n cert hint rules
    && forallb (fun i => good (place_at place (cert i))) (seq 0 n).

  Lemma start_gives : forall path v, Place_gives start path v -> Dfa_gives path v.
  Proof.
    intros path v H. unfold start, Dfa_gives in *. destruct (table d) eqn:T.
    - destruct path as [|c path]; [exact H|]. rewrite live_right by (auto; discriminate). exact H.
    - now apply feed_gives in H.
  Qed.

  Theorem dfa_valid_right : forall rules, dfa_valid rules = true ->
    forall path, Dfa_gives path (judged rules (SLASH :: path)).
  Proof.
    intros rules H path. unfold dfa_valid in H. apply andb_prop in H. destruct H as [V G].
    assert (K : forall i, i < n -> good (place_at place (cert i)) = true).
    { intros i L. rewrite forallb_forall in G. apply G. apply in_seq. lia. }
    apply start_gives.
    apply (valid_right place place_eqb place_eqb_eq start delta final names alike n cert hint Place_gives); auto.
    - intros i c s v L. apply delta_gives. auto.
    - intros i L. apply final_gives. auto.
  Qed.
End Walk.
