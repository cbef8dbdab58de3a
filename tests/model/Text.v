(* Text.v - from octets to rules in the dialect rfc9309: RFC 9309, and SPEC A (lines), B.1 (canonical form R), B.5 (groups).
   What the other dialects (Dialects.v) read otherwise is given: white space, fields, agents, how names compare. *)
Require Import List Arith Bool Lia Permutation.
Require Import Patterns.
Import ListNotations.

Definition text := list octet.

(* ---- Lines: RFC 9309 2.2 (EOL, comments), SPEC A.1, A.2.  CR, LF and CR LF end one. *)
Definition is_end (c : octet) : bool := (c =? 13) || (c =? 10).
Definition is_ws (c : octet) : bool := (c =? 32) || (c =? 9).

Fixpoint lines_from (acc s : text) : list text :=
  match s with
  | [] => match acc with [] => [] | _ => [rev' acc] end
  | c :: s' =>
      if c =? 10 then rev' acc :: lines_from [] s'
      else if c =? 13 then
        rev' acc :: match s' with
                   | d :: s'' => if d =? 10 then lines_from [] s'' else lines_from [] s'
                   | [] => []
                   end
      else lines_from (c :: acc) s'
  end.
Definition lines := lines_from [].

Fixpoint drop_while (f : octet -> bool) (s : text) : text :=
  match s with [] => [] | c :: s' => if f c then drop_while f s' else s end.
Fixpoint take_while (f : octet -> bool) (s : text) : text :=
  match s with [] => [] | c :: s' => if f c then c :: take_while f s' else [] end.

(* RFC 9309 2.5, SPEC A.8, C24: what is behind the limit does not count, and the line that it cuts is dropped. *)
Definition cut (limit : nat) (s : text) : text :=
  match skipn limit s with
  | [] => s
  | c :: _ => let head := firstn limit s in
              if is_end c then head else rev' (drop_while (fun c => negb (is_end c)) (rev' head))
  end.
(* SPEC A.1 *)
Definition skip_bom (s : text) : text :=
  match s with
  | a :: b :: c :: s' => if (a =? 239) && (b =? 187) && (c =? 191) then s' else s
  | _ => s
  end.

(* ---- Fields: RFC 9309 2.2 (startgroupline, rule), SPEC A.3, A.4, A.7. *)
Definition trim (ws : octet -> bool) (s : text) : text := rev' (drop_while ws (rev' (drop_while ws s))).
Definition lower (c : octet) : octet := if (65 <=? c) && (c <=? 90) then c + 32 else c.
Definition lowers := map lower.

Fixpoint split_at (c : octet) (s : text) : option (text * text) :=
  match s with
  | [] => None
  | d :: s' => if c =? d then Some ([], s')
               else match split_at c s' with Some (a, b) => Some (d :: a, b) | None => None end
  end.

Inductive statement := Agent (v : text) | Rule (allow : bool) (v : text) | Nothing.

(* user-agent and so on, as octets, with the misspelt ones of SPEC A.7, C21 *)
Definition f_agents : list text :=
  [[117;115;101;114;45;97;103;101;110;116]; [117;115;101;114;97;103;101;110;116]; [117;115;101;114;32;97;103;101;110;116]].
Definition f_allow : text := [97;108;108;111;119].
Definition f_disallows : list text :=
  [[100;105;115;97;108;108;111;119]; [100;105;115;115;97;108;108;111;119]; [100;105;115;115;97;108;111;119];
   [100;105;115;97;108;111;119]; [100;105;97;115;108;108;111;119]; [100;105;115;97;108;108;97;119]].

(* is: whether a field is, or in google begins with, one of these. *)
Definition statement_of (is : text -> text -> bool) (field value : text) : statement :=
  let f := lowers field in
  if existsb (is f) f_agents then Agent value
  else if is f f_allow then Rule true value
  else if existsb (is f) f_disallows then Rule false value
  else Nothing.

(* A line before its comment: a field, a colon and a value; or two words without a colon. *)
Definition read_line (ws : octet -> bool) (is : text -> text -> bool) (l : text) : statement :=
  let t := trim ws (take_while (fun c => negb (c =? 35)) l) in
  match split_at 58 t with
  | Some (f, v) => match trim ws f with [] => Nothing | f' => statement_of is f' (trim ws v) end
  | None =>
      let w := take_while (fun c => negb (is_ws c)) t in
      let r := drop_while is_ws (drop_while (fun c => negb (is_ws c)) t) in
      match w, r with
      | [], _ | _, [] => Nothing
      | _, _ => if existsb is_ws r then Nothing else statement_of is (trim ws w) (trim ws r)
      end
  end.

(* ---- Product tokens: RFC 9309 2.2.1, SPEC B.5, C7. *)
Definition is_token (c : octet) : bool :=
  ((65 <=? c) && (c <=? 90)) || ((97 <=? c) && (c <=? 122)) || ((48 <=? c) && (c <=? 57))
  || (c =? 46) || (c =? 95) || (c =? 45).
Definition token_of (s : text) : text := lowers (take_while is_token s).

(* "*" alone, or with a space behind it. *)
Inductive who := Everyone | Named (t : text).
Definition who_of (v : text) : who :=
  match v with
  | c :: v' => if (c =? 42) && match v' with [] => true | d :: _ => is_ws d end then Everyone else Named (token_of v)
  | [] => Named []
  end.

(* ---- Groups: RFC 9309 2.1, 2.2.1, SPEC B.5.  A User-agent line behind a rule begins one; rules before the first do not count. *)
Definition line_rule := (bool * text)%type.
Record grp := { agents : list who; lines_of : list line_rule }.

(* open: the agents and the rules of the open group, both in reverse order; and whether a rule
   stands in it. *)
Definition close (open : option (list who * list line_rule * bool)) : list grp :=
  match open with None => [] | Some (a, r, _) => [{| agents := rev' a; lines_of := rev' r |}] end.

Section Groups.
Variable who_of : text -> who.          (* of the value of a User-agent line *)
Variable names : text -> text -> bool.  (* whether a line's token names a robot's *)

Fixpoint groups_from (open : option (list who * list line_rule * bool)) (s : list statement) : list grp :=
  match s with
  | [] => close open
  | Nothing :: s' => groups_from open s'
  | Agent v :: s' =>
      match open with
      | Some (a, r, false) => groups_from (Some (who_of v :: a, r, false)) s'
      | _ => close open ++ groups_from (Some ([who_of v], [], false)) s'
      end
  | Rule al v :: s' =>
      match open with
      | None => groups_from None s'
      | Some (a, r, _) => groups_from (Some (a, match v with [] => r | _ => (al, v) :: r end, true)) s'
      end
  end.

(* The groups of a name are one, and so are those of "*", which hold where no group has the name: RFC 9309 2.2.1. *)
Definition calls (t : text) (w : who) : bool := match w with Named n => names n t | Everyone => false end.
Definition is_everyone (w : who) : bool := match w with Everyone => true | _ => false end.

Definition speaks (t : text) (g : grp) : bool := existsb (calls t) (agents g).
Definition star_lines (gs : list grp) : list line_rule :=
  flat_map lines_of (filter (fun g => existsb is_everyone (agents g)) gs).
Definition token_lines (gs : list grp) (t : text) : list line_rule :=
  if existsb (speaks t) gs then flat_map lines_of (filter (speaks t) gs) else star_lines gs.

End Groups.

Definition same_token (n t : text) : bool := negb (octets_eqb t []) && octets_eqb n t.
Definition groups (limit : nat) (s : text) : list grp :=
  groups_from who_of None (map (read_line is_ws octets_eqb) (lines (skip_bom (cut limit s)))).

(* ---- Form R of path and pattern: RFC 9309 2.2.2, figure 4; SPEC B.1, C1, C22, C43. *)
Definition hex (c : octet) : option nat :=
  if (48 <=? c) && (c <=? 57) then Some (c - 48)
  else if (65 <=? c) && (c <=? 70) then Some (c - 55)
  else if (97 <=? c) && (c <=? 102) then Some (c - 87) else None.
Definition triplet (c h l : octet) : option octet :=
  if c =? PERCENT then match hex h, hex l with Some x, Some y => Some (16 * x + y) | _, _ => None end else None.

Inductive piece := Raw (c : octet) | Enc (c : octet).
Fixpoint units (s : text) : list piece :=
  match s with
  | [] => []
  | c :: s1 => match s1 with
               | h :: (l :: s2) => match triplet c h l with Some o => Enc o :: units s2 | None => Raw c :: units s1 end
               | _ => Raw c :: units s1
               end
  end.

Definition is_in (c : octet) (l : list octet) : bool := existsb (Nat.eqb c) l.
Definition unreserved (c : octet) : bool :=
  ((65 <=? c) && (c <=? 90)) || ((97 <=? c) && (c <=? 122)) || ((48 <=? c) && (c <=? 57)) || is_in c [45; 46; 95; 126].
(* colon, at, bang, quote, both parentheses, comma, both brackets, star, dollar *)
Definition folded (c : octet) : bool := is_in c [58; 64; 33; 39; 40; 41; 44; 91; 93; 42; 36].
(* space, double quote, angle brackets, backslash, caret, braces, bar, backquote; controls; DEL and above *)
Definition illegal (c : octet) : bool := (c <=? 32) || (127 <=? c) || is_in c [34; 60; 62; 92; 94; 123; 124; 125; 96].

Definition canonical_raw (c : octet) : list octet := if illegal c then enc c else [c].
Definition canonical_enc (query : bool) (c : octet) : list octet :=
  if unreserved c || folded c || (query && ((c =? SLASH) || (c =? QUERY))) then [c] else enc c.

Fixpoint canonical_units (query : bool) (us : list piece) : list octet :=
  match us with
  | [] => []
  | Raw c :: us' => canonical_raw c ++ canonical_units (seen query c) us'
  | Enc c :: us' => canonical_enc query c ++ canonical_units query us'
  end.
Definition canonical (s : text) : list octet := canonical_units false (units s).

(* ---- From a URL to its path and query: RFC 9309 2.2.2, SPEC B.1, C18, C35. *)
Definition is_alpha (c : octet) : bool := ((65 <=? c) && (c <=? 90)) || ((97 <=? c) && (c <=? 122)).
Definition in_scheme (c : octet) : bool :=
  is_alpha c || ((48 <=? c) && (c <=? 57)) || (c =? 43) || (c =? 45) || (c =? 46).
Definition strip_origin (s : text) : text :=
  match s with
  | c :: _ =>
      if is_alpha c then
        match drop_while in_scheme s with
        | a :: b :: d :: s' =>
            if (a =? 58) && (b =? SLASH) && (d =? SLASH)
            then drop_while (fun c => negb ((c =? SLASH) || (c =? QUERY))) s' else s
        | _ => s
        end
      else s
  | [] => s
  end.
Definition url_path (url : text) : text := strip_origin (take_while (fun c => negb (c =? 35)) url).
(* What comes after the path's first '/', which is put in front where it lacks. *)
Definition after_slash (s : text) : text := match s with c :: s' => if c =? SLASH then s' else s | [] => [] end.
Definition path_r (url : text) : list octet := canonical (after_slash (url_path url)).

(* ---- Patterns: RFC 9309 2.2.2, 2.2.3, SPEC B.1, B.5, C2, C10: operators are found before anything is decoded. *)
Inductive position := InPath | InQuery | Unknown.
Definition delimiter (c : octet) : bool := (c =? SLASH) || (c =? QUERY).

Fixpoint items (p : position) (us : list piece) : pattern :=
  match us with
  | [] => []
  | Raw c :: us' =>
      if c =? 42 then Star :: items (match p with InPath => Unknown | _ => p end) us'
      else if (c =? 36) && match us' with [] => true | _ => false end then [End]
      else map Lit (canonical_raw c) ++ items (if c =? QUERY then InQuery else p) us'
  | Enc c :: us' =>
      (if delimiter c && match p with Unknown => true | _ => false end then [Open c]
       else map Lit (canonical_enc (match p with InQuery => true | _ => false end) c)) ++ items p us'
  end.
Definition pattern_of (v : text) : pattern := items InPath (units v).
Definition compile (r : line_rule) : rule := {| allow := fst r; pat := pattern_of (snd r) |}.

(* ==== What holds of it. *)

(* Only the set of rules counts: neither order nor repetition (SPEC G.8). *)
Theorem allowed_set : forall rs rs' path, incl rs rs' -> incl rs' rs -> allowed rs path = allowed rs' path.
Proof.
  intros rs rs' path I J. unfold allowed. f_equal. f_equal. apply Nat.le_antisymm;
  match goal with |- best ?b ?l <= _ => destruct (best_is l b) as [E|E] end; try (rewrite E; apply best_ge);
  apply best_in; apply in_map_iff in E; destruct E as [r [E K]]; apply in_map_iff; exists r; split; auto.
Qed.

Lemma filter_perm : forall A (f : A -> bool) l l', Permutation l l' -> Permutation (filter f l) (filter f l').
Proof.
  intros A f l l' P. induction P; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x); destruct (f y); auto. apply perm_swap.
  - eapply perm_trans; eauto.
Qed.

Lemma existsb_perm : forall A (f : A -> bool) l l', Permutation l l' -> existsb f l = existsb f l'.
Proof.
  intros A f l l' P. induction P; simpl; auto.
  - now rewrite IHP.
  - destruct (f x); destruct (f y); auto.
  - congruence.
Qed.

(* The order of groups does not count.  names: the comparison, which is same_token here. *)
Definition token_rules (names : text -> text -> bool) (gs : list grp) (t : text) : list rule :=
  map compile (token_lines names gs t).
Theorem group_order : forall names gs gs' t path, Permutation gs gs' ->
  allowed (token_rules names gs t) path = allowed (token_rules names gs' t) path.
Proof.
  intros names gs gs' t path P. assert (Q : Permutation (token_lines names gs t) (token_lines names gs' t)).
  { unfold token_lines, star_lines. rewrite (existsb_perm _ _ _ _ P).
    destruct (existsb (speaks names t) gs'); apply Permutation_flat_map, filter_perm; auto. }
  apply (Permutation_map compile) in Q. unfold token_rules.
  apply allowed_set; intros r I; [eapply Permutation_in; eauto|].
  eapply Permutation_in; [apply Permutation_sym; exact Q|auto].
Qed.

(* Splitting a group, or joining groups of the same agents, changes nothing. *)
Theorem group_split : forall names gs1 gs2 a r1 r2 t path,
  allowed (token_rules names (gs1 ++ {| agents := a; lines_of := r1 ++ r2 |} :: gs2) t) path =
  allowed (token_rules names (gs1 ++ {| agents := a; lines_of := r1 |} :: {| agents := a; lines_of := r2 |} :: gs2) t) path.
Proof.
  intros. f_equal. unfold token_rules. f_equal. unfold token_lines, star_lines, speaks.
  rewrite !existsb_app, !filter_app, !flat_map_app. simpl.
  destruct (existsb (calls names t) a) eqn:N; simpl; rewrite ?orb_true_r;
    destruct (existsb is_everyone a); simpl; rewrite ?app_assoc; auto;
    match goal with |- context [if ?x then _ else _] => destruct x; auto end.
Qed.

(* Lines that say nothing do not count, wherever they stand (RFC 9309 2.2.4, SPEC A.6). *)
Theorem nothing_counts : forall who_of s s' open, groups_from who_of open (s ++ Nothing :: s') = groups_from who_of open (s ++ s').
Proof.
  intro who_of. induction s as [|x s IH]; intros s' open; simpl; auto.
  destruct x; auto; destruct open as [[[a r] [|]]|]; simpl; rewrite ?IH; auto.
Qed.

(* Named and star groups are never mixed; a named group without rules allows everything. *)
Theorem named_only : forall names gs t r, existsb (speaks names t) gs = true ->
  In r (token_lines names gs t) -> exists g, In g gs /\ speaks names t g = true /\ In r (lines_of g).
Proof.
  intros names gs t r N I. unfold token_lines in I. rewrite N in I. apply in_flat_map in I. destruct I as [g [I J]].
  apply filter_In in I. exists g. tauto.
Qed.

Theorem no_rules_allow : forall path, allowed [] path = true.
Proof. intro path. unfold allowed. simpl. apply orb_true_r. Qed.

Theorem robots_txt_allowed : forall rules, allowed rules robots_txt = true.
Proof. intro rules. unfold allowed. now rewrite (proj2 (octets_eqb_eq _ _) eq_refl). Qed.

(* SPEC C43: a canonical query may hold %2F, since a '%' that begins no triplet joins what is decoded after it; and form R
   is not idempotent. *)
(* /?%%32F *)
Example query_holds_2F : canonical [63; 37; 37; 51; 50; 70] = [63; 37; 50; 70].
Proof. reflexivity. Qed.
(* %%34%31 becomes %41, which becomes A *)
Example not_idempotent : canonical (canonical [37; 37; 51; 52; 37; 51; 49]) <> canonical [37; 37; 51; 52; 37; 51; 49].
Proof. vm_compute. discriminate. Qed.
(* So the two readings that B.1 gives of /*%2F, by position and as a union, differ for /?%%32F: the first does not match. *)
Example readings_differ :
  let path := SLASH :: path_r [47; 63; 37; 37; 51; 50; 70] in
  matchb (pattern_of [47; 42; 37; 50; 70]) path = false
  /\ matchb [Lit 47; Star; Lit 37; Lit 50; Lit 70] path = true.
Proof. split; reflexivity. Qed.
