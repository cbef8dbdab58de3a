(* File.v - a blob as a whole, and its certificate: docs/formats/blob.md, "Agents", "Policies".

   The theorem of all: where the checker accepts a text and a blob, the blob gives each robot the text's verdict on each URL. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Text Certificate Dfa Blob Filter Tries Filters Lists.
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
  index : list (text * nat);    (* names, lower case; their policy fields *)
  star : nat;                   (* the field of all others *)
  policy : nat -> engine        (* by index of a policy plus 1; 0: everything is allowed *)
}.

(* ---- "Agents": what a field of the index comes to in a blob that is not partial; AGENT_NAMED is its low bit. *)
Definition selected (star field : nat) : nat :=
  let value := if Nat.odd field || (star =? 0) then field else star in
  (if value =? 1 then star else value) / 2.

Fixpoint look_up (t : text) (l : list (text * nat)) : option nat :=
  match l with [] => None | (n, m) :: l' => if octets_eqb n t then Some m else look_up t l' end.

Definition select (c : compiled) (name : text) : nat :=
  match look_up (token_of name) (index c) with Some f => selected (star c) f | None => selected (star c) (star c) end.

(* The octets that the blob gives for a robot's name and a URL: the verdict, as docs/formats/blob.md says. *)
Definition Blob_gives (c : compiled) (name url : text) (v : bool) : Prop :=
  Engine_gives (policy c (select c name)) (path_of url) v.

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
        match section size at_ 1, section size at_ 3 with
        | Some (m, _), Some (b, e) =>
            let names := agents_at b e in
            let policies := section size at_ 2 in
            inr {| index := fst names; star := snd names;
                   policy := (fun k => match k with 0 => Constant true | S i => policy_at m policies i end) |}
        | _, _ => inl Corrupt
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
Definition constant_valid (v : bool) (n : nat) (cert : nat -> entry unit) (hint : nat -> octet -> nat) (rules : list rule) : bool :=
  valid unit (fun _ _ => true) tt (fun _ _ => tt) (fun _ => v) (fun _ => []) n cert hint rules.

Definition claim_ok (c : compiled) (k : claim) : bool :=
  let rules := map compile (c_lines k) in
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

(* which: the number of the claim for each name of the index; which_star: that for all others. *)
Definition file_ok (gs : list grp) (c : compiled) (ks : list claim) (which : list nat) (which_star : nat) : bool :=
  forallb (claim_ok c) ks
  && claims ks which_star (selected (star c) (star c)) (star_lines gs)
  && (length which =? length (index c))
  && forallb (fun e => claims ks (snd e) (selected (star c) (snd (fst e))) (token_lines gs (fst (fst e)))) (combine (index c) which)
  && forallb (fun g => forallb (fun w =>
       match w with
       | Named (x :: t) => match look_up (x :: t) (index c) with Some _ => true | None => false end
       | _ => true
       end) (agents g)) gs.

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
  forall path, Engine_gives (policy c m) path (allowed (map compile ls) (SLASH :: path)).
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

Lemma look_up_in : forall t l m, look_up t l = Some m -> exists n, n = t /\ In (n, m) l.
Proof.
  induction l as [|[n' m'] l IH]; simpl; intros m H; try discriminate.
  destruct (octets_eqb n' t) eqn:E.
  - injection H as H. subst. apply octets_eqb_eq in E. subst. eauto.
  - destruct (IH m H) as [n [A B]]. eauto.
Qed.

Lemma combine_in : forall A B (l : list A) (l' : list B) x, length l' = length l -> In x l -> exists y, In (x, y) (combine l l').
Proof.
  induction l as [|a l IH]; destruct l' as [|b l']; simpl; intros x L I; try discriminate; [contradiction|].
  destruct I as [I|I]; [subst; eauto|]. destruct (IH l' x) as [y J]; auto. eauto.
Qed.

Theorem file_right : forall limit robots c ks which which_star, (forall k, Sound (policy c k)) ->
  file_ok (groups limit robots) c ks which which_star = true ->
  forall name url, Blob_gives c name url (may_fetch limit robots name url).
Proof.
  intros limit robots c ks which which_star G H name url. unfold file_ok in H.
  set (gs := groups limit robots) in *. apply andb_prop in H. destruct H as [H N]. apply andb_prop in H. destruct H as [H W].
  apply andb_prop in H. destruct H as [H L]. apply andb_prop in H. destruct H as [V S].
  apply Nat.eqb_eq in L. rewrite forallb_forall in W, N. unfold Blob_gives, select, may_fetch, token_rules. fold gs.
  set (t := token_of name). destruct (look_up t (index c)) as [m|] eqn:E.
  - apply look_up_in in E. destruct E as [n [E I]]. subst n.
    destruct (combine_in _ _ _ which _ L I) as [j J]. apply W in J. simpl in J. eapply claims_right; eauto.
  - replace (token_lines gs t) with (star_lines gs); [eapply claims_right; eauto|].
    unfold token_lines. destruct (existsb (speaks t) gs) eqn:F; auto. exfalso.
    apply existsb_exists in F. destruct F as [g [I F]]. unfold speaks in F. apply existsb_exists in F.
    destruct F as [w [J F]]. apply N in I. rewrite forallb_forall in I. apply I in J.
    destruct w as [|n]; simpl in F; try discriminate. destruct t as [|x t'] eqn:T; try discriminate.
    apply octets_eqb_eq in F. subst n. now rewrite E in J.
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
  opened size at_ = inr c -> file_ok (groups limit robots) c ks which which_star = true ->
  forall name url, Blob_gives c name url (may_fetch limit robots name url).
Proof.
  intros size at_ limit robots c ks which which_star O F name url. eapply file_right; eauto.
  unfold opened in O. destruct (header size at_); try discriminate. destruct (section size at_ 1) as [[m e]|]; try discriminate.
  destruct (section size at_ 3) as [[b e']|]; try discriminate. injection O as O. subst c. cbn [policy].
  intros [|k]; [exact I | apply policy_sound].
Qed.

(* And nothing else. *)
Theorem blob_gives_once : forall c name url v v', Blob_gives c name url v -> Blob_gives c name url v' -> v = v'.
Proof.
  intros c name url v v'. unfold Blob_gives. destruct (policy c (select c name)) as [u|d|l|]; cbn [Engine_gives]; try congruence; [|tauto].
  unfold Dfa_gives. assert (W : forall t s, Walks d t s v -> Walks d t s v' -> v = v') by (intros; eapply walks_once; eauto).
  destruct (table d); [|apply W]. destruct (path_of url); [congruence|]. destruct (first_of _ _) as [[t r]|]; apply W.
Qed.

(* The verdict of rules for the path after its first '/', quickly. *)
Definition may_fetch_lines (rules : list rule) (path : list octet) : bool := allowed_by_states rules (SLASH :: path).

(* may_fetch, quickly. *)
Definition may_fetch_by_states (limit : nat) (robots name url : text) : bool :=
  allowed_by_states (token_rules (groups limit robots) (token_of name)) (SLASH :: path_of url).

Theorem may_fetch_by_states_right : forall limit robots name url,
  may_fetch_by_states limit robots name url = may_fetch limit robots name url.
Proof. intros. apply allowed_by_states_right. Qed.
