(* File.v - a blob as a whole, and its certificate: docs/formats/blob.md, "Agents", "Policies".

   The theorem of all: where the checker accepts a text and a blob, the blob gives each robot the text's verdict on each URL. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Text Dialects Certificate Dfa Blob Filter Tries Filters Lists.
Import ListNotations.

Inductive engine := Constant (v : bool) | Automaton (d : dfa) | Filters (l : list filter_machine) | Unreadable.

(* path: what comes after its first '/'. *)
Definition Engine_gives (e : engine) (path : list octet) (v : bool) : Prop :=
  match e with
  | Constant u => v = u
  | Automaton d => Dfa_gives d path v
  | Filters l => v = filters_gives l path
  | Unreadable => False
  end.

Record compiled := {
  speech : dialect;
  index : list (text * nat);    (* names, lower case; their policy fields *)
  star : nat;                   (* the field of all others *)
  policy : nat -> engine        (* by index of a policy plus 1; 0: everything is allowed *)
}.

(* ---- "Agents": what a field of the index comes to in a blob that is not partial; AGENT_NAMED is its low bit. *)
Definition selected (star field : nat) : nat :=
  let value := if Nat.odd field || (star =? 0) then field else star in
  (if value =? 1 then star else value) / 2.

(* "Look-up": the first name of the index that is the robot's, or names it. *)
Fixpoint look_up (d : dialect) (t : text) (l : list (text * nat)) : option nat :=
  match l with [] => None | (n, m) :: l' => if named d n t then Some m else look_up d t l' end.

Definition select (c : compiled) (name : text) : nat :=
  match look_up (speech c) (token (speech c) name) (index c) with
  | Some f => selected (star c) f
  | None => selected (star c) (star c)
  end.

(* What the blob gives for a robot's name and a URL, as docs/formats/blob.md says. *)
Definition Blob_gives (c : compiled) (name url : text) (v : bool) : Prop :=
  Engine_gives (policy c (select c name)) (path_of (speech c) url) v.

(* ---- From octets. *)
Section Octets.
  Variable size : nat.
  Variable at_ : nat -> octet.

  Definition engine_at (machines offset : nat) : engine :=
    let p := machines + offset in
    if has (at_ p) 1 then if filter_good at_ p then Filters [filter_at at_ p] else Unreadable
    else if dfa_good at_ p then Automaton (dfa_at at_ p) else Unreadable.

  (* "Policies": kinds by the upper two bits of an entry. *)
  Definition policy_at (machines : nat) (policies : option (nat * nat)) (i : nat) : engine :=
    match policies with
    | None => if i =? 0 then engine_at machines 0 else Unreadable
    | Some (b, _) =>
        if u32 at_ b <=? i then Unreadable
        else
          let entry k := b + 4 + 4 * k in
          let kind k := bits (at_ (entry k + 3)) 64 4 in
          let value k := u16 at_ (entry k) + W16 * pair16 (at_ (entry k + 2)) (at_ (entry k + 3) mod 64) in
          match kind i with
          | 0 => engine_at machines (value i)
          | 1 =>
              let at_list := b + value i in
              let members := map (fun k => machines + value (u32 at_ (at_list + 4 + 4 * k))) (seq 0 (u32 at_ at_list)) in
              if forallb (filter_good at_) members then Filters (map (filter_at at_) members) else Unreadable
          | 2 => Constant (value i =? 1)
          | _ => Unreadable
          end
    end.

  Definition agents_at (b e : nat) : list (text * nat) * nat :=
    let w := at_ b in
    let field i := (let p := b + 1 + w * i in
                    match w with 1 => at_ p | 2 => u16 at_ p | _ => u32 at_ p end) in
    let n := field 0 in
    let texts := b + 1 + w * (2 + 2 * n) in
    let begin i := (if i <? n then texts + field (2 + i) else e) in
    (map (fun i => (take at_ (begin (i + 1) - begin i) (begin i), field (2 + n + i))) (seq 0 n), field 1).

  Definition opened : refusal + compiled :=
    match header size at_ with
    | Some r => inl r
    | None =>
        match dialect_at at_, section size at_ 1, section size at_ 3 with
        | None, _, _ => inl Conner2
        | Some d, Some (m, _), Some (b, e) =>
            let names := agents_at b e in
            let policies := section size at_ 2 in
            inr {| speech := d; index := fst names; star := snd names;
                   policy := (fun k => match k with 0 => Constant true | S i => policy_at m policies i end) |}
        | _, _, _ => inl Corrupt
        end
    end.
End Octets.

(* ---- Certificates: that a policy does what lines say. *)
Inductive why :=
| By_walk (size : nat) (cert : nat -> entry place) (hint : nat -> octet -> nat)
| By_ranks (f : list (nat * nat))
| By_constant (size : nat) (cert : nat -> entry unit) (hint : nat -> octet -> nat).
Record claim := { c_policy : nat; c_lines : list line_rule; c_why : why }.

Definition FUEL := 200.
Definition constant_valid (v : bool) (n : nat) (cert : nat -> entry unit) (hint : nat -> octet -> nat) (rules : ranked) : bool :=
  valid unit (fun _ _ => true) tt (fun _ _ => tt) (fun _ => v) (fun _ => []) n cert hint rules.

Definition claim_ok (c : compiled) (k : claim) : bool :=
  let rules := ranked_of (speech c) (c_lines k) in
  match policy c (c_policy k), c_why k with
  | Constant v, By_constant n cert hint => constant_valid v n cert hint rules
  | Automaton d, By_walk n cert hint => dfa_valid d FUEL n cert hint rules
  | Filters l, By_ranks f => filters_good l && filter_valid rules f (base_rank l) (flat_map elements l)
  | _, _ => false
  end.

Definition line_eqb (a b : line_rule) : bool := Bool.eqb (fst a) (fst b) && octets_eqb (snd a) (snd b).
Fixpoint lines_eqb (a b : list line_rule) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => line_eqb x y && lines_eqb a' b'
  | _, _ => false
  end.

Definition claims (ks : list claim) (j m : nat) (ls : list line_rule) : bool :=
  match nth_error ks j with Some k => (c_policy k =? m) && lines_eqb (c_lines k) ls | None => false end.

(* The lines that each name of the index must stand for: of records, those of its record, and all names are there in order. *)
Definition names_of (gs : list grp) : list (text * list line_rule) :=
  flat_map (fun g => flat_map (fun w => match w with Named (x :: t) => [(x :: t, lines_of g)] | _ => [] end) (agents g)) gs.
Definition asked (d : dialect) (gs : list grp) (l : list (text * nat)) : list (list line_rule) :=
  if merged d then map (fun e => lines_named d gs (fst e)) l else map snd (names_of gs).
Fixpoint names_eqb (l : list (text * nat)) (k : list (text * list line_rule)) : bool :=
  match l, k with
  | [], [] => true
  | (n, _) :: l', (t, _) :: k' => octets_eqb n t && names_eqb l' k'
  | _, _ => false
  end.
(* Every robot that a group names is in the index; and what the index names is equal. *)
Definition index_ok (d : dialect) (gs : list grp) (l : list (text * nat)) : bool :=
  if merged d then
    forallb (fun g => forallb (fun w =>
      match w with
      | Named n => negb (named d n n) || match look_up d n l with Some _ => true | None => false end
      | Everyone => true
      end) (agents g)) gs
  else names_eqb l (names_of gs).

Fixpoint all_claims (c : compiled) (ks : list claim) (which : list nat) (l : list (text * nat))
  (lss : list (list line_rule)) : bool :=
  match which, l, lss with
  | [], [], [] => true
  | j :: w, (_, f) :: l', ls :: lss' => claims ks j (selected (star c) f) ls && all_claims c ks w l' lss'
  | _, _, _ => false
  end.

(* which: the number of the claim for each name of the index; which_star: that for all others. *)
Definition file_ok (gs : list grp) (c : compiled) (ks : list claim) (which : list nat) (which_star : nat) : bool :=
  forallb (claim_ok c) ks
  && claims ks which_star (selected (star c) (star c)) (lines_star (speech c) gs)
  && all_claims c ks which (index c) (asked (speech c) gs (index c))
  && index_ok (speech c) gs (index c).

Lemma lines_eqb_eq : forall a b, lines_eqb a b = true -> a = b.
Proof.
  induction a as [|[x u] a IH]; destruct b as [|[y v] b]; simpl; intro H; try discriminate; auto.
  apply andb_prop in H. destruct H as [H L]. unfold line_eqb in H. simpl in H. apply andb_prop in H. destruct H as [E F].
  apply eqb_prop in E. apply octets_eqb_eq in F. subst. f_equal. auto.
Qed.

(* What Blob.v and Tries.v prove of all that they read from octets. *)
Definition Sound (e : engine) : Prop :=
  match e with
  | Automaton d => table d = true -> forall path, path <> [] -> first_of (tried d path) path = first_of (live d) path
  | Filters l => forall m, In m l -> Machine_sound m
  | _ => True
  end.

Lemma claims_right : forall c ks j m ls, (forall k, Sound (policy c k)) ->
  forallb (claim_ok c) ks = true -> claims ks j m ls = true ->
  forall path, Engine_gives (policy c m) path (judged (ranked_of (speech c) ls) (SLASH :: path)).
Proof.
  intros c ks j m ls G V H path. unfold claims in H. destruct (nth_error ks j) as [k|] eqn:E; try discriminate.
  apply andb_prop in H. destruct H as [M L]. apply Nat.eqb_eq in M. apply lines_eqb_eq in L. subst.
  rewrite forallb_forall in V. apply nth_error_In in E. apply V in E. unfold claim_ok in E. specialize (G (c_policy k)).
  destruct (policy c (c_policy k)) as [u|d|l|]; destruct (c_why k); try discriminate; cbn [Sound Engine_gives] in G |- *.
  - exact (valid_right unit (fun _ _ => true) (fun a b _ => match a, b with tt, tt => eq_refl end) tt (fun _ _ => tt)
      (fun _ => u) (fun _ => []) (fun _ _ _ _ _ => eq_refl) size cert hint (fun _ _ v => v = u)
      (fun _ _ _ _ _ H => H) (fun _ _ => eq_refl) _ E path).
  - exact (dfa_valid_right d FUEL size cert hint G _ E path).
  - apply andb_prop in E. destruct E as [F E]. rewrite (filters_gives_right l F G path). 
    symmetry. exact (filter_valid_right _ f _ _ E path).
Qed.

(* A name that names t equals t, and names itself. *)
Lemma named_eq : forall d n t, merged d = true -> named d n t = true -> n = t /\ named d n n = true.
Proof.
  intros [ | | | ] n t M N; try discriminate; cbn [named] in *; [apply andb_prop in N as N'; destruct N' as [_ N']|];
    [apply octets_eqb_eq in N'|apply octets_eqb_eq in N]; subst; auto.
  split; auto. now apply octets_eqb_eq.
Qed.

Lemma look_up_merged : forall c ks gs t which l f, merged (speech c) = true ->
  all_claims c ks which l (map (fun e => lines_named (speech c) gs (fst e)) l) = true -> look_up (speech c) t l = Some f ->
  exists j, claims ks j (selected (star c) f) (lines_named (speech c) gs t) = true.
Proof.
  intros c ks gs t which l f M. revert which. induction l as [|[n g] l IH]; intros which A L; [discriminate|].
  destruct which as [|j which]; [discriminate|]. cbn [map all_claims fst] in A. apply andb_prop in A. destruct A as [A B].
  cbn [look_up] in L. destruct (named (speech c) n t) eqn:E; [|eauto].
  apply named_eq in E; auto. destruct E as [E _]. subst. injection L as L. subst. eauto.
Qed.

Lemma star_merged : forall d gs t l, merged d = true -> index_ok d gs l = true -> look_up d t l = None ->
  lines_named d gs t = lines_star d gs.
Proof.
  intros d gs t l M I L. unfold lines_named, lines_star, index_ok, token_lines in *. rewrite M in *.
  destruct (existsb (speaks (named d) t) gs) eqn:F; auto. exfalso. apply existsb_exists in F. destruct F as [g [J F]].
  unfold speaks in F. apply existsb_exists in F. destruct F as [w [K F]]. rewrite forallb_forall in I. apply I in J.
  rewrite forallb_forall in J. apply J in K. destruct w as [|n]; [discriminate|]. cbn [calls] in F.
  apply named_eq in F; auto. destruct F as [F G]. subst n. now rewrite G, L in K.
Qed.

Fixpoint first_named (d : dialect) (t : text) (k : list (text * list line_rule)) : option (list line_rule) :=
  match k with [] => None | (n, ls) :: k' => if named d n t then Some ls else first_named d t k' end.

Lemma first_named_app : forall d t k k', first_named d t (k ++ k')
  = match first_named d t k with Some ls => Some ls | None => first_named d t k' end.
Proof. induction k as [|[n ls] k IH]; intro k'; simpl; auto. destruct (named d n t); auto. Qed.

(* The names one by one, or record by record. *)
Lemma first_named_right : forall d gs t, merged d = false -> first_named d t (names_of gs) = first_lines (speaks (named d) t) gs.
Proof.
  intros d gs t M. unfold names_of, first_lines. induction gs as [|g gs IH]; simpl; auto. rewrite first_named_app, IH. clear IH.
  match goal with |- match first_named d t ?k with _ => _ end = _ =>
    assert (E : first_named d t k = if speaks (named d) t g then Some (lines_of g) else None) end.
  { unfold speaks. induction (agents g) as [|w a IH]; simpl; auto. destruct w as [|[|x n]]; simpl; auto.
    - replace (named d [] t) with false; auto. destruct d; try discriminate; cbn [named].
      + reflexivity.
      + unfold is_part. destruct t as [|y t]; reflexivity.
    - destruct (named d (x :: n) t); simpl; auto. }
  rewrite E. now destruct (speaks (named d) t g).
Qed.

Lemma look_up_record : forall c ks t which l k, names_eqb l k = true -> all_claims c ks which l (map snd k) = true ->
  match look_up (speech c) t l, first_named (speech c) t k with
  | Some f, Some ls => exists j, claims ks j (selected (star c) f) ls = true
  | None, None => True
  | _, _ => False
  end.
Proof.
  intros c ks t which l. revert which. induction l as [|[n f] l IH]; intros which [|[m ls] k] N A; try discriminate; simpl; auto.
  destruct which as [|j which]; [discriminate|]. simpl in N, A. apply andb_prop in N. destruct N as [E N].
  apply octets_eqb_eq in E. subst m. apply andb_prop in A. destruct A as [A B].
  destruct (named (speech c) n t); [eauto | now apply (IH which)].
Qed.

Theorem file_right : forall limit robots c ks which which_star, (forall k, Sound (policy c k)) ->
  file_ok (read (speech c) limit robots) c ks which which_star = true ->
  forall name url, Blob_gives c name url (may_fetch (speech c) limit robots name url).
Proof.
  intros limit robots c ks which which_star G H name url. unfold file_ok in H. unfold Blob_gives, select, may_fetch.
  set (gs := read (speech c) limit robots) in *. set (t := token (speech c) name). apply andb_prop in H. destruct H as [H N].
  apply andb_prop in H. destruct H as [H W]. apply andb_prop in H. destruct H as [V S]. unfold asked in W.
  destruct (merged (speech c)) eqn:M.
  - destruct (look_up (speech c) t (index c)) as [f|] eqn:E.
    + eapply look_up_merged in W; eauto. destruct W as [j W]. eapply claims_right; eauto.
    + erewrite star_merged by eauto. eapply claims_right; eauto.
  - unfold index_ok in N. rewrite M in N. assert (L := look_up_record c ks t _ _ _ N W). rewrite first_named_right in L by auto.
    unfold lines_named, lines_star in *. rewrite M in *.
    destruct (look_up (speech c) t (index c)) as [f|]; destruct (first_lines _ gs) as [ls|]; try contradiction.
    + destruct L as [j L]. eapply claims_right; eauto.
    + eapply claims_right; eauto.
Qed.

Lemma engine_sound : forall at_ m o, Sound (engine_at at_ m o).
Proof.
  intros at_ m o. unfold engine_at. destruct (has (at_ (m + o)) 1).
  - destruct (filter_good at_ (m + o)) eqn:G; [|exact I]. intros x [E|[]]. subst x. apply filter_sound. exact G.
  - destruct (dfa_good at_ (m + o)) eqn:G; [|exact I]. exact (dfa_sound at_ (m + o) G).
Qed.

Lemma policy_sound : forall at_ m p i, Sound (policy_at at_ m p i).
Proof.
  intros at_ m p i. unfold policy_at. destruct p as [[b e]|].
  - destruct (u32 at_ b <=? i); [exact I|]. cbv zeta. destruct (bits _ _ _) as [|[|[|k]]]; try exact I; [apply engine_sound|].
    match goal with |- Sound (if ?g then _ else _) => destruct g eqn:F end; [|exact I].
    intros x J. apply in_map_iff in J. destruct J as [q [E J]]. subst x. apply filter_sound.
    rewrite forallb_forall in F. apply F. exact J.
  - destruct (i =? 0); [apply engine_sound | exact I].
Qed.

(* The theorem of all: octets, text, certificate. *)
Theorem certified_right : forall size at_ limit robots c ks which which_star,
  opened size at_ = inr c -> file_ok (read (speech c) limit robots) c ks which which_star = true ->
  forall name url, Blob_gives c name url (may_fetch (speech c) limit robots name url).
Proof.
  intros size at_ limit robots c ks which which_star O F name url. eapply file_right; eauto.
  unfold opened in O. destruct (header size at_); try discriminate. destruct (dialect_at at_); try discriminate.
  destruct (section size at_ 1) as [[m e]|]; try discriminate. destruct (section size at_ 3) as [[b e']|]; try discriminate.
  injection O as O. subst c. cbn [policy]. intros [|k]; [exact I | apply policy_sound].
Qed.

(* The blob gives no other verdict. *)
Theorem blob_gives_once : forall c name url v v', Blob_gives c name url v -> Blob_gives c name url v' -> v = v'.
Proof.
  intros c name url v v'. unfold Blob_gives.
  destruct (policy c (select c name)) as [u|d|l|]; cbn [Engine_gives]; try congruence; [|tauto].
  unfold Dfa_gives. assert (W : forall t s, Walks d t s v -> Walks d t s v' -> v = v') by (intros; eapply walks_once; eauto).
  destruct (table d); [|apply W]. destruct (path_of (speech c) url); [congruence|]. destruct (first_of _ _) as [[t r]|]; apply W.
Qed.
