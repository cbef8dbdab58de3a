(* Dialects.v - what the dialects google, nexor1994 and koster1996 read otherwise than rfc9309 (Text.v); and, for each, which
   verdict a text gives a robot's name and a URL.  conner2 is not here. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Text.
Import ListNotations.

Inductive dialect := Rfc9309 | Google | Nexor1994 | Koster1996.

Fixpoint starts_with (l s : list octet) : bool :=
  match l, s with [], _ => true | c :: l', d :: s' => (c =? d) && starts_with l' s' | _, [] => false end.
Definition until (c : octet) : text -> text := take_while (fun d => negb (d =? c)).

(* ==== google: the program google/robotstxt, SPEC B.6. *)

(* ---- B.6.1, B.6.2: lines.  A line has 16,663 octets at most and ends at NUL; more octets are white space; a field begins with
   its name.  The line that the limit cuts is kept. *)
Definition is_space (c : octet) : bool := is_ws c || ((10 <=? c) && (c <=? 13)).
Fixpoint skip_mark (mark s : text) : text :=
  match mark, s with c :: m, d :: s' => if c =? d then skip_mark m s' else s | _, _ => s end.
Definition read_google (l : text) : statement :=
  read_line is_space (fun f n => starts_with n f) (until 0 (firstn (8 * 2083 - 1) l)).

(* ---- B.6.4: agents.  An empty token is a name. *)
Definition is_google (c : octet) : bool := is_alpha c || is_in c [95; 45].
Definition who_google (v : text) : who :=
  match v with
  | c :: v' => if (c =? 42) && match v' with [] => true | d :: _ => is_space d end then Everyone
               else Named (lowers (take_while is_google v))
  | [] => Named []
  end.
Definition groups_google (limit : nat) (s : text) : list grp :=
  groups_from who_google None (map read_google (lines (skip_mark [239; 187; 191] (firstn limit s)))).

(* ---- B.6.3, B.6.6, B.6.7: rules, form G.  Nothing is decoded; 80-FF are encoded, digits become upper case. *)
Fixpoint items_google (us : list piece) : pattern :=
  match us with
  | [] => []
  | Raw c :: us' => if c =? 42 then Star :: items_google us'
                    else if (c =? 36) && match us' with [] => true | _ => false end then [End]
                    else map Lit (if 128 <=? c then enc c else [c]) ++ items_google us'
  | Enc c :: us' => map Lit (enc c) ++ items_google us'
  end.
(* Allow: what comes before a last part that begins with index.htm, and $, is allowed, too. *)
Definition index_htm : text := [105; 110; 100; 101; 120; 46; 104; 116; 109].
Definition folder (v : text) : list text :=
  let name := take_while (fun c => negb (c =? SLASH)) (rev' v) in
  if starts_with index_htm (rev' name) && (length name <? length v) then [firstn (length v - length name) v ++ [36]] else [].
Definition rules_google (ls : list line_rule) : list rule :=
  flat_map (fun l => map (fun v => {| allow := fst l; pat := items_google (units v) |})
                         (snd l :: if fst l then folder (snd l) else [])) ls.

(* ---- B.6.8: the path of a URL, as it stands. *)
Definition begins_path (c : octet) : bool := is_in c [SLASH; QUERY; 59].
Fixpoint find_path (s : text) : text :=
  match s with
  | [] => []
  | c :: s' => if begins_path c then s
               else if starts_with [58; SLASH; SLASH] s then drop_while (fun c => negb (begins_path c)) (skipn 3 s)
               else find_path s'
  end.
Definition path_google (url : text) : list octet :=
  let s := until 35 url in
  until 0 (after_slash (find_path (if starts_with [SLASH; SLASH] s then skipn 2 s else s))).

(* ==== The dialects with records: nexor1994 (norobots.html of 1994, SPEC B.2), koster1996 (draft-koster-robots-00, SPEC B.3). *)

(* ---- SPEC A.4, A.5: Closes has the rules, one or none, of a line that ends a list of agents. *)
Inductive record_line := Blank | Skip | Names (v : text) | Closes (r : list line_rule).
Definition f_agent : text := nth 0 f_agents [].
Definition f_disallow : text := nth 0 f_disallows [].

(* SPEC B.2: there is only Disallow; without a value it says nothing (C13). *)
Definition line_nexor (f v : text) : record_line :=
  if octets_eqb f f_disallow then Closes (match v with [] => [] | _ => [(false, v)] end) else Skip.
(* SPEC B.3 (section 3.3): each other field ends the agents.  Disallow without a value allows all, Allow without says nothing
   (C13). *)
Definition line_koster (f v : text) : record_line :=
  if octets_eqb f f_disallow then Closes [(match v with [] => true | _ => false end, v)]
  else if octets_eqb f f_allow then Closes (match v with [] => [] | _ => [(true, v)] end) else Closes [].

(* ---- SPEC B.0: what is compared of a line, up to a control octet (A.9), and of a robot's name. *)
Definition is_control (c : octet) : bool := (c <? 32) || (c =? 127).
Definition agent_koster (v : text) : text := lowers (trim is_ws (take_while (fun c => negb (is_control c)) v)).
Definition agent_nexor (v : text) : text := agent_koster (until SLASH v).
Definition robot_name (name : text) : text := lowers (trim is_ws (until SLASH name)).
Fixpoint within (a b : text) : bool := starts_with a b || match b with [] => false | _ :: b' => within a b' end.
Definition is_part (a b : text) : bool := negb (octets_eqb a []) && within a b.

(* ---- SPEC B.2, B.3: a record ends at a blank line, and at a User-agent line behind a line that closes; one without is dropped. *)
Section Records.
Variable line_of : text -> text -> record_line.
Variable agent_of : text -> text.

Definition read_record (l : text) : record_line :=
  match trim is_ws (until 35 l) with
  | [] => if is_in 35 l then Skip else Blank
  | t => match split_at 58 t with
         | None => Skip
         | Some (f, v) => match lowers (trim is_ws f) with
                          | [] => Skip
                          | f' => if octets_eqb f' f_agent then Names (trim is_ws v) else line_of f' (trim is_ws v)
                          end
         end
  end.
Definition record_who (v : text) : who := let a := agent_of v in if octets_eqb a [42] then Everyone else Named a.

Definition finish (open : option (list who * list line_rule * bool)) : list grp :=
  match open with Some (a, r, true) => [{| agents := rev' a; lines_of := rev' r |}] | _ => [] end.
Fixpoint records_from (open : option (list who * list line_rule * bool)) (s : list record_line) : list grp :=
  match s with
  | [] => finish open
  | Blank :: s' => finish open ++ records_from None s'
  | Skip :: s' => records_from open s'
  | Names v :: s' =>
      match open with
      | Some (a, r, false) => records_from (Some (record_who v :: a, r, false)) s'
      | _ => finish open ++ records_from (Some ([record_who v], [], false)) s'
      end
  | Closes r' :: s' =>
      match open with
      | None => records_from None s'
      | Some (a, r, _) => records_from (Some (a, rev_append r' r, true)) s'
      end
  end.
Definition records (limit : nat) (s : text) : list grp :=
  records_from None (map read_record (lines (skip_bom (cut limit s)))).
End Records.

(* The first record that names the robot, else the first of "*". *)
Definition first_lines (f : grp -> bool) (gs : list grp) : option (list line_rule) :=
  match find f gs with Some g => Some (lines_of g) | None => None end.
Definition first_star (gs : list grp) : list line_rule :=
  match first_lines (fun g => existsb is_everyone (agents g)) gs with Some l => l | None => [] end.

(* ---- Form K: SPEC B.1, and blob.md, "Path forms".  Control octets, 80-FF, a % and an encoded / are two octets each. *)
Definition pair (c : octet) : list octet := [c / 16; 16 + c mod 16].
Definition canonical_k (s : text) : list octet :=
  flat_map (fun u => match u with
                     | Raw c => if (c <? 32) || (127 <? c) || (c =? PERCENT) then pair c else [c]
                     | Enc c => if (c <? 32) || (127 <? c) || (c =? PERCENT) || (c =? SLASH) then pair c else [c]
                     end) (units s).
Definition prefix (v : text) : pattern := map Lit (canonical_k v).

(* nexor1994: each Disallow that matches disallows.  koster1996: the first line that matches decides (section 3.2.2). *)
Definition ranked_nexor (ls : list line_rule) : ranked := map (fun l => (2, prefix (snd l))) ls.
Fixpoint ranked_koster (ls : list line_rule) : ranked :=
  match ls with
  | [] => []
  | (a, v) :: ls' => (2 * S (length ls') + (if a then 1 else 0), prefix v) :: ranked_koster ls'
  end.

(* ==== Which is which. *)
Definition read (d : dialect) : nat -> text -> list grp :=
  match d with
  | Rfc9309 => groups
  | Google => groups_google
  | Nexor1994 => records line_nexor agent_nexor
  | Koster1996 => records line_koster agent_koster
  end.
Definition token (d : dialect) : text -> text :=
  match d with Rfc9309 => token_of | Google => lowers | _ => robot_name end.
(* agent, robot *)
Definition named (d : dialect) : text -> text -> bool :=
  match d with Rfc9309 => same_token | Google => octets_eqb | Nexor1994 => is_part | Koster1996 => fun a r => is_part r a end.
Definition path_of (d : dialect) (url : text) : list octet :=
  match d with
  | Rfc9309 => path_r url
  | Google => path_google url
  | _ => canonical_k (after_slash (url_path url))
  end.
Definition ranked_of (d : dialect) (ls : list line_rule) : ranked :=
  match d with
  | Rfc9309 => rules_ranked (map compile ls)
  | Google => map (fun r => (rank r, pat r)) (rules_google ls)
  | Nexor1994 => with_robots_txt (ranked_nexor ls)
  | Koster1996 => with_robots_txt (ranked_koster ls)
  end.

Definition merged (d : dialect) : bool := match d with Rfc9309 | Google => true | _ => false end.
Definition lines_star (d : dialect) (gs : list grp) : list line_rule := if merged d then star_lines gs else first_star gs.
Definition lines_named (d : dialect) (gs : list grp) (t : text) : list line_rule :=
  if merged d then token_lines (named d) gs t
  else match first_lines (speaks (named d) t) gs with Some l => l | None => first_star gs end.

(* ---- The whole: may the robot fetch the URL? *)
Definition may_fetch (d : dialect) (limit : nat) (robots name url : text) : bool :=
  judged (ranked_of d (lines_named d (read d limit robots) (token d name))) (SLASH :: path_of d url).
(* may_fetch by way of the states, which is quick. *)
Definition may_fetch_by_states (d : dialect) (limit : nat) (robots name url : text) : bool :=
  judged_by_states (ranked_of d (lines_named d (read d limit robots) (token d name))) (SLASH :: path_of d url).

(* ==== What holds of it. *)
Theorem may_fetch_by_states_right : forall d limit robots name url,
  may_fetch_by_states d limit robots name url = may_fetch d limit robots name url.
Proof. intros. apply judged_by_states_right. Qed.

(* rfc9309 is what Patterns.v says of its rules. *)
Theorem may_fetch_rfc9309 : forall limit robots name url,
  may_fetch Rfc9309 limit robots name url
  = allowed (token_rules same_token (groups limit robots) (token_of name)) (SLASH :: path_r url).
Proof. intros. apply allowed_judged. Qed.

(* google: a path is disallowed if and only if a Disallow matches it that is longer than each Allow
   that matches it. *)
Theorem google_spec : forall ls path, judged (ranked_of Google ls) path = false <-> Closed (rules_google ls) path.
Proof. intros. unfold judged, value_of, ranked_of. rewrite map_map. apply longest_spec. Qed.

Lemma prefix_matches : forall l path, matchb (map Lit l) path = starts_with l path.
Proof.
  intros l path. apply bool_ext. rewrite matchb_spec. generalize (@nil octet) as u. revert path.
  induction l as [|c l IH]; intros path u; simpl.
  - split; [reflexivity | constructor].
  - split; intro H.
    + inversion H; subst. rewrite Nat.eqb_refl. simpl. eapply IH; eauto.
    + destruct path as [|d path]; try discriminate. apply andb_prop in H. destruct H as [E H]. apply Nat.eqb_eq in E. subst.
      constructor. now apply IH.
Qed.

(* nexor1994: a path is disallowed if and only if it is not /robots.txt and begins with the value of a Disallow. *)
Theorem nexor_spec : forall ls path, judged (ranked_of Nexor1994 ls) path
  = octets_eqb path robots_txt || negb (existsb (fun l => starts_with (canonical_k (snd l)) path) ls).
Proof.
  intros ls path. unfold ranked_of. rewrite robots_txt_first. f_equal. unfold judged.
  assert (H : value_of 1 (ranked_nexor ls) path = if existsb (fun l => starts_with (canonical_k (snd l)) path) ls then 2 else 1).
  { induction ls as [|l ls IH]; auto. cbn [ranked_nexor map existsb]. rewrite value_cons. fold (ranked_nexor ls). rewrite IH.
    cbn [fst snd]. unfold prefix. rewrite prefix_matches. destruct (starts_with _ path); simpl; auto.
    match goal with |- context [if ?x then _ else _] => now destruct x end. }
  rewrite H. match goal with |- context [if ?x then _ else _] => now destruct x end.
Qed.

(* koster1996: the first line decides whose value the path begins with. *)
Fixpoint first_match (ls : list line_rule) (path : list octet) : bool :=
  match ls with [] => true | (a, v) :: ls' => if starts_with (canonical_k v) path then a else first_match ls' path end.

Theorem koster_spec : forall ls path, judged (ranked_of Koster1996 ls) path = octets_eqb path robots_txt || first_match ls path.
Proof.
  intros ls path. unfold ranked_of. rewrite robots_txt_first. f_equal. unfold judged.
  assert (H : value_of 1 (ranked_koster ls) path < 2 * S (length ls)
    /\ Nat.odd (value_of 1 (ranked_koster ls) path) = first_match ls path); [|tauto].
  induction ls as [|[a v] ls [IH1 IH2]]; [split; [repeat constructor | reflexivity]|].
  cbn [ranked_koster first_match length]. rewrite value_cons. cbn [fst snd]. unfold prefix. rewrite prefix_matches.
  destruct (starts_with (canonical_k v) path); [|split; [lia | exact IH2]].
  rewrite Nat.max_l by (destruct a; lia). split; [destruct a; simpl; lia|].
  rewrite Nat.add_comm, Nat.odd_add_mul_2. now destruct a.
Qed.
