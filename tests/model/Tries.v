(* Tries.v - how the filters of a blob read a path: docs/formats/blob.md, "Filters", "Globs", "The walk"; and the elements that they
   stand for (Filter.v). *)
Require Import List Arith Bool Lia.
Require Import Patterns States Certificate Dfa Blob Filter.
Import ListNotations.

Record trie_node :=
  { t_branch : bool; t_mark : option nat; t_ways : list (octet * target); t_octets : list octet; t_next : target }.
Record glob := { g_rank : nat; g_known : nat; g_pattern : pattern }.

Record filter_machine := {
  fallback : bool;
  trie_at : nat -> option trie_node;
  trie_size : nat;                      (* octets of code: no walk of a trie has more nodes *)
  root : nat;                           (* MACHINE_ROOT *)
  stop : bool -> nat;
  top : nat;
  alone : nat;
  first_mark : nat;
  anchored : bool;                      (* the walk begins with the first node *)
  prefix_table : bool;
  f_tried : list octet -> list (list octet * target);
  f_live : list (list octet * target);
  globs_of : nat -> list glob;
  may_start : list octet -> bool;       (* of what follows a place *)
  startable : list octet -> bool        (* of a literal: may_start allows it, whatever follows *)
}.

Section Machine.
  Variable m : filter_machine.

  (* "trie": the marks that are completed on the way. *)
  Fixpoint trie (fuel : nat) (t : target) (arrived : bool) (s : list octet) : list nat :=
    match fuel, t with
    | S f, S (S o) =>
        match trie_at m o with
        | None => []
        | Some n =>
            (if arrived then match t_mark n with Some k => [k] | None => [] end else [])
              ++ (if t_branch n then
                    match s with
                    | c :: s' => match assoc c (t_ways n) with Some t' => trie f t' true s' | None => [] end
                    | [] => []
                    end
                  else match strip (t_octets n) s with Done r => trie f (t_next n) true r | _ => [] end)
        end
    | _, _ => []
    end.

  Definition anchored_marks (s : list octet) : list nat :=
    if prefix_table m then
      match s with
      | [] => []
      | _ => match first_of (f_tried m s) s with Some (t, r) => trie (trie_size m) t true r | None => [] end
      end
    else if anchored m then trie (trie_size m) 2 true s else [].

  Fixpoint floating_marks (s : list octet) : list nat :=
    match s with
    | [] => []
    | _ :: s' => (if may_start m s then trie (trie_size m) (root m + 1) false s else []) ++ floating_marks s'
    end.

  (* "complete" *)
  Definition ranks (marks : list nat) : list nat := map (fun k => k / 2) (filter (fun k => negb (Nat.odd k)) marks).
  Definition literals (marks : list nat) : list nat := map (fun k => k / 2) (filter Nat.odd marks).
  Definition raise (best : nat) (marks : list nat) : nat := fold_left max (ranks marks) best.

  (* "matches": a pattern after the octets that are known. *)
  Definition glob_matches (g : glob) (path : list octet) : bool :=
    (g_known g <=? length path) && runp (reads (firstn (g_known g) path)) [g_pattern g] (skipn (g_known g) path).

  (* "try_globs" *)
  Fixpoint try_literal (first : bool) (gs : list glob) (best : nat) (path : list octet) : nat * bool :=
    match gs with
    | [] => (best, false)
    | g :: gs' =>
        if g_rank g <=? best then (best, first)
        else if glob_matches g path then (g_rank g, false) else try_literal false gs' best path
    end.
  Fixpoint try_globs (ls : list nat) (best : nat) (path : list octet) : nat :=
    match ls with
    | [] => best
    | l :: ls' => let r := try_literal true (globs_of m l) best path in if snd r then fst r else try_globs ls' (fst r) path
    end.

  (* s: the path after its first '/'. *)
  Definition machine_run (best : nat) (s : list octet) : nat :=
    let marks := first_mark m :: anchored_marks s in
    let marks := (if first_mark m =? 0 then anchored_marks s else marks) in
    let b := raise best marks in
    let floating := (if (0 <? root m) && (b <=? stop m (Nat.odd b)) then floating_marks s else []) in
    try_globs (sort Nat.compare (literals (marks ++ floating))) (raise b floating) (SLASH :: s).

  (* ---- What the tries hold: each string that completes a mark. *)
  Fixpoint entries (fuel : nat) (t : target) (arrived : bool) (w : list octet) : list (list octet * nat) :=
    match fuel, t with
    | S f, S (S o) =>
        match trie_at m o with
        | None => []
        | Some n =>
            (if arrived then match t_mark n with Some k => [(w, k)] | None => [] end else [])
              ++ (if t_branch n then
                    flat_map (fun x => match assoc (fst x) (t_ways n) with
                                       | Some t' => if t' =? snd x then entries f t' true (w ++ [fst x]) else []
                                       | None => []
                                       end) (t_ways n)
                  else entries f (t_next n) true (w ++ t_octets n))
        end
    | _, _ => []
    end.
  Definition anchored_entries : list (list octet * nat) :=
    (if first_mark m =? 0 then [] else [([], first_mark m)]) ++
    if prefix_table m then flat_map (fun x => entries (trie_size m) (snd x) true (fst x)) (f_live m)
    else if anchored m then entries (trie_size m) 2 true [] else [].
  Definition floating_entries : list (list octet * nat) := if 0 <? root m then entries (trie_size m) (root m + 1) false [] else [].

  Definition elements_of (float : bool) (x : list octet * nat) : list element :=
    if Nat.odd (snd x) then
      map (fun g => {| e_rank := g_rank g; e_float := float; e_lit := fst x;
                       e_glob := Some (map Lit (firstn (g_known g) (SLASH :: fst x)) ++ g_pattern g) |}) (globs_of m (snd x / 2))
    else [{| e_rank := snd x / 2; e_float := float; e_lit := fst x; e_glob := None |}].
  Definition elements : list element :=
    flat_map (elements_of false) anchored_entries ++ flat_map (elements_of true) floating_entries.
End Machine.

(* "filters" *)
Fixpoint filters_run (best : nat) (l : list filter_machine) (s : list octet) : nat :=
  match l with
  | [] => best
  | m :: l' => if top m <=? best then best else filters_run (machine_run m best s) l' s
  end.
Definition filters_gives (l : list filter_machine) (s : list octet) : bool :=
  match l with [] => true | m :: _ => Nat.odd (filters_run (if fallback m then 1 else 0) l s) end.

(* ---- From octets. *)
Section Octets.
  Variable at_ : nat -> octet.

  Fixpoint pattern_at (count p : nat) : option pattern :=
    match count with
    | 0 => Some []
    | S n =>
        let c := at_ p in
        let more i := match pattern_at n (S p) with Some l => Some (i :: l) | None => None end in
        if c <? 128 then more (Lit c)
        else match 255 - c with
             | 0 => more (Open QUERY)
             | 1 => more (Open SLASH)
             | 2 => more Star
             | 3 => if n =? 0 then Some [End] else None
             | _ => None
             end
    end.
  Definition glob_at (s : shape) (p : nat) : option (glob * nat) := (* and where the next one begins *)
    let field i := if field_size s =? 4 then u32 at_ (p + 4 * i) else u16 at_ (p + 2 * i) in
    let begin := p + 2 * field_size s in
    let size := field 1 in
    let known := (0 <? size) && (at_ begin =? 249) in
    match (if known then pattern_at (size - 2) (begin + 2) else pattern_at size begin) with
    | Some l => Some ({| g_rank := field 0; g_known := (if known then at_ (begin + 1) else 0); g_pattern := l |}, begin + size)
    | None => None
    end.
  (* A glob that cannot be read matches nothing here, and filter_good refuses the machine. *)
  Fixpoint globs_from (fuel : nat) (s : shape) (p e : nat) : list glob :=
    match fuel with
    | 0 => []
    | S f => if p <? e then match glob_at s p with Some (g, p') => g :: globs_from f s p' e | None => [] end else []
    end.
  Fixpoint globs_end (fuel : nat) (s : shape) (p e : nat) : nat :=
    match fuel with
    | 0 => 0
    | S f => if p <? e then match glob_at s p with Some (_, p') => globs_end f s p' e | None => 0 end else p
    end.

  Definition filter_node (s : shape) (code o : nat) : option trie_node :=
    let n := raw_at at_ true (width s) code o in
    let branch := has (head n) 64 in
    if negb (in_code (get at_ s 0) o n) || negb (0 =? if branch then head n mod 8 else bits (head n) 2 4) then None
    else Some {| t_branch := branch; t_mark := (if has (head n) 32 then Some (mark n) else None);
                 t_ways := combine (keys n) (to n); t_octets := keys n; t_next := raw_next n |}.

  (* "Start table": LOW and HIGH by place. *)
  Definition start_bits (table place : nat) (o : option octet) : nat :=
    match o with
    | Some c => Nat.land (at_ (table + 16 * place + c mod 16)) (at_ (table + 48 + 8 * place + bits c 16 8))
    | None => Nat.land (at_ (table + 16 * place + 15)) (at_ (table + 48 + 8 * place + 7))
    end.
  Definition starts (table : nat) (s : list octet) : bool :=
    negb (Nat.land (start_bits table 0 (nth_error s 0)) (Nat.land (start_bits table 1 (nth_error s 1))
            (start_bits table 2 (nth_error s 2))) =? 0).

  (* The bits that all octets have at a place, for what is behind a literal's end. *)
  Fixpoint all_bits (count p : nat) : nat := match count with 0 => 255 | S n => Nat.land (at_ p) (all_bits n (S p)) end.
  Definition literal_bits (table place : nat) (o : option octet) : nat :=
    match o with
    | Some c => start_bits table place (Some c)
    | None => Nat.land (all_bits 16 (table + 16 * place)) (all_bits 8 (table + 48 + 8 * place))
    end.
  Definition may_begin (table : nat) (l : list octet) : bool :=
    negb (Nat.land (literal_bits table 0 (nth_error l 0)) (Nat.land (literal_bits table 1 (nth_error l 1))
            (literal_bits table 2 (nth_error l 2))) =? 0).

  Definition filter_at (p : nat) : filter_machine :=
    let s := shape_at at_ p in
    let t := has (flags s) 128 in
    let scan := has (flags s) 32 in
    let lits := after s + (if scan then 72 else 0) in
    let count := get at_ s 7 in
    let code := lits + count * field_size s in
    let size := get at_ s 0 in
    let globs := code + size in
    let literal i := globs + if i <? count then (let q := lits + i * field_size s in
                                                 if field_size s =? 4 then u32 at_ q else u16 at_ q)
                             else get at_ s 8 in
    {| fallback := has (flags s) 8; trie_at := filter_node s code; trie_size := size; root := get at_ s 1;
       stop := (fun v => get at_ s (if v then 3 else 2)); top := get at_ s 4; alone := get at_ s 5; first_mark := get at_ s 6;
       anchored := negb (size =? 0) && negb (get at_ s 1 =? 1); prefix_table := t;
       f_tried := tried_of at_ s; f_live := (if t then live_of at_ s else []);
       globs_of := (fun i => if i <? count then globs_from (get at_ s 8) s (literal i) (literal (i + 1)) else []);
       may_start := (if scan then starts (after s) else fun _ => true);
       startable := (if scan then may_begin (after s) else fun _ => true) |}.
  Definition filter_good (p : nat) : bool :=
    let s := shape_at at_ p in
    let globs := after s + (if has (flags s) 32 then 72 else 0) + get at_ s 7 * field_size s + get at_ s 0 in
    has (flags s) 1 && (negb (has (flags s) 128) || prefixes_good at_ s)
    && (globs_end (S (get at_ s 8)) s globs (globs + get at_ s 8) =? globs + get at_ s 8).
End Octets.
