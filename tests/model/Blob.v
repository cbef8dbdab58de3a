(* Blob.v - from the octets of a blob to its machines: docs/formats/blob.md, each part under the heading that it has there.

   Numbers are nat.  A blob is a size and a function from places to octets. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Text Dialects Dfa.
Import ListNotations.

Definition BYTE := 256.
Definition has (n bit : nat) : bool := Nat.odd (n / bit).
Definition bits (n lowest width : nat) : nat := (n / lowest) mod width.

(* ---- Numbers of 64 bits, as four of 16, the lowest first, for checksums and hashes. *)
Definition W16 := BYTE * BYTE.
Record u64 := { w0 : nat; w1 : nat; w2 : nat; w3 : nat }.
Definition mul (a b : u64) : u64 :=
  let s0 := w0 a * w0 b in
  let s1 := w0 a * w1 b + w1 a * w0 b + s0 / W16 in
  let s2 := w0 a * w2 b + w1 a * w1 b + w2 a * w0 b + s1 / W16 in
  let s3 := w0 a * w3 b + w1 a * w2 b + w2 a * w1 b + w3 a * w0 b + s2 / W16 in
  {| w0 := s0 mod W16; w1 := s1 mod W16; w2 := s2 mod W16; w3 := s3 mod W16 |}.
Definition xor (a b : u64) : u64 :=
  {| w0 := Nat.lxor (w0 a) (w0 b); w1 := Nat.lxor (w1 a) (w1 b); w2 := Nat.lxor (w2 a) (w2 b); w3 := Nat.lxor (w3 a) (w3 b) |}.
Definition u64_eqb (a b : u64) : bool := (w0 a =? w0 b) && (w1 a =? w1 b) && (w2 a =? w2 b) && (w3 a =? w3 b).
Definition pair16 (low high : octet) : nat := low + BYTE * high.
Definition number (l : list octet) : u64 :=
  let o i := nth i l 0 in
  {| w0 := pair16 (o 0) (o 1); w1 := pair16 (o 2) (o 3); w2 := pair16 (o 4) (o 5); w3 := pair16 (o 6) (o 7) |}.
(* PREFIX_PRIME, CHECKSUM_SEED: 9E 37 79 B9 7F 4A 7C 15; CHECKSUM_PRIME: D6 E8 FE B8 66 59 FD 93; all bits. *)
Definition GOLDEN : u64 := number [21; 124; 74; 127; 185; 121; 55; 158].
Definition PRIME : u64 := number [147; 253; 89; 102; 184; 254; 232; 214].
Definition ONES : u64 := number [255; 255; 255; 255; 255; 255; 255; 255].

Section Blob.
  Variable size : nat.
  Variable at_ : nat -> octet.

  (* ---- Conventions. *)
  Definition u16 (p : nat) : nat := pair16 (at_ p) (at_ (p + 1)).
  Definition u32 (p : nat) : nat := u16 p + W16 * u16 (p + 2).
  Fixpoint int7 (width p : nat) : nat := match width with 0 => 0 | S w => at_ p + 128 * int7 w (S p) end.
  Fixpoint take (count p : nat) : list octet := match count with 0 => [] | S n => at_ p :: take n (S p) end.

  (* ---- Checksum. *)
  Definition mix (h word : u64) : u64 :=
    let m := mul (xor h word) PRIME in {| w0 := Nat.lxor (w0 m) (w2 m); w1 := Nat.lxor (w1 m) (w3 m); w2 := w2 m; w3 := w3 m |}.
  Definition summed := size - 8.
  Definition word (p : nat) : u64 := number (take (min 8 (summed - p)) p).
  Fixpoint sum_from (blocks p : nat) (a b : u64) : u64 * u64 :=
    match blocks with 0 => (a, b) | S n => sum_from n (p + 16) (mix a (word p)) (mix b (word (p + 8))) end.
  Definition checksum : u64 :=
    let ab := sum_from (summed / 16 + 1) 0 GOLDEN (xor GOLDEN ONES) in
    mix (mix (fst ab) (snd ab)) {| w0 := summed mod W16; w1 := (summed / W16) mod W16; w2 := 0; w3 := 0 |}.

  (* ---- Header: not partial; a dialect with its path form, and its way to compare names. *)
  Inductive refusal := Not_a_blob | Checksum | Conner2 | Partial | Corrupt.
  Definition dialects : list (list octet * dialect) :=
    [([0; 1; 0], Rfc9309); ([1; 0; 1], Google); ([2; 2; 3], Nexor1994); ([3; 2; 4], Koster1996)].
  Definition dialect_at : option dialect :=
    match find (fun x => octets_eqb (fst x) [at_ 6; at_ 7; at_ 12]) dialects with Some x => Some (snd x) | None => None end.
  Definition header : option refusal :=
    if negb (octets_eqb (take 5 0) [141; 82; 66; 67; 2]) || (size <? 22) || negb (u32 8 =? size) then Some Not_a_blob
    else if negb (u64_eqb checksum (number (take 8 summed))) then Some Checksum
    else if negb (at_ 13 =? 0) then Some Partial else None.

  (* ---- Section table. *)
  Definition sections : nat := (u32 15 - 14) / 5.
  Definition entry_at (i : nat) : nat := 14 + 5 * i.
  Definition section (type : nat) : option (nat * nat) :=
    match filter (fun i => at_ (entry_at i) =? type) (seq 0 sections) with
    | [i] => let b := u32 (entry_at i + 1) in
             let e := if S i =? sections then summed else u32 (entry_at (S i) + 1) in
             if (b <=? e) && (e <=? summed) then Some (b, e) else None
    | _ => None
    end.

  (* ---- Machines: what DFAs and filters share. *)
  Record shape := {
    flags : nat; width : nat (* of an int7 *); field_size : nat; fields : nat (* where they begin *); prefixes : nat; after : nat
  }.
  Definition get (s : shape) (i : nat) : nat :=
    if field_size s =? 4 then u32 (fields s + 4 * i) else u16 (fields s + 2 * i).
  Definition shape_at (p : nat) : shape :=
    let fl := at_ p in
    let n := (if has fl 1 then 9 else 2) in
    let fs := (if has fl 16 then 4 else 2) in
    let behind := p + 1 + fs * (if has fl 128 then n + 1 else n) in
    let s := {| flags := fl; width := 2 + bits fl 2 4; field_size := fs; fields := p + 1; prefixes := behind; after := behind |} in
    {| flags := fl; width := width s; field_size := fs; fields := p + 1; prefixes := behind;
       after := behind + if has fl 128 then get s n else 0 |}.

  (* ---- Nodes, as both have them: the mark of a filter stands where NODE_E says so. *)
  Record raw_node := { head : nat; mark : nat; raw_else : nat; raw_next : nat; keys : list octet; to : list target }.
  Fixpoint int7s (count width p : nat) : list nat :=
    match count with 0 => [] | S n => int7 width p :: int7s n width (p + width) end.
  Definition raw_at (filter : bool) (width code o : nat) : raw_node :=
    let p := code + o in
    let h := at_ p in
    let count := at_ (p + 1) in
    let branch := has h 64 in
    let els := (if branch then h mod 8 else bits h 2 4) in
    let p1 := p + 2 in
    let p2 := p1 + (if filter && has h 32 then width else 0) in
    let p3 := p2 + (if (els =? 3) || (els =? 5) then width else 0) in
    let goto := negb branch && (bits h 8 4 =? 1) in
    let p4 := p3 + (if goto then width else 0) in
    let p5 := p4 + count in
    {| head := h; mark := int7 width p1; raw_else := int7 width p2;
       raw_next := (if branch then 0 else match bits h 8 4 with 0 => p5 - code + 2 | 1 => int7 width p3 | 2 => 0 | _ => 1 end);
       keys := take count p4; to := (if branch then int7s count width p5 else []) |}.
  Definition in_code (code_size o : nat) (n : raw_node) : bool := (o <? code_size) && has (head n) 128.

  Definition dfa_node (s : shape) (code : nat) (o : nat) : option node :=
    let n := raw_at false (width s) code o in
    let branch := has (head n) 64 in
    let root := get s 1 in
    if negb (in_code (get s 0) o n) || is_nil (if branch then [1] else keys n) then None
    else match (match (if branch then head n mod 8 else bits (head n) 2 4) with
                | 0 => Some (Again 0)
                | 1 => Some (Again 1)
                | 2 => if root =? 0 then None else Some (Again (root + 1))
                | 3 => Some (Again (raw_else n))
                | 4 => if branch then Some (Reads (o + 2)) else None
                | 5 => if branch then Some (Reads (raw_else n)) else None
                | _ => None
                end) with
         | None => None
         | Some e => Some {| is_branch := branch; node_e := has (head n) 32; ways := combine (keys n) (to n);
                             octets := keys n; next := raw_next n; other := e |}
         end.

  (* ---- Prefix tables. *)
  Definition hash_bits (p : nat) : nat := bits (at_ (p + 1)) 1 16.
  Definition unit_ (p : nat) : nat := bits (at_ (p + 1)) 16 8.
  Definition hashed (p : nat) (c : octet) : nat :=
    8 - bits (at_ (p + 3 + (c mod 16) / 2)) (if Nat.odd (c mod 16) then 16 else 1) 16.
  Definition hash (p : nat) (l : list octet) : nat :=
    let key := number (firstn (hashed p (hd 0 l)) l) in
    let seed := 2 * at_ (p + 2) + 1 in
    w3 (mul (mul key GOLDEN) {| w0 := seed; w1 := 0; w2 := 0; w3 := 0 |}) / 2 ^ (8 + 8 - hash_bits p).
  (* The prefix of a value: entries stand from the highest value down, and count from where they end. *)
  Definition first_prefix (p h : nat) : nat :=
    let count := 2 ^ hash_bits p in
    let i := count - 1 - h in
    let e := p + 11 in
    if unit_ p =? 4 then e + 2 * count + int7 2 (e + 2 * i) else e + count + at_ (e + i) * 2 ^ unit_ p.
  Fixpoint chain (fuel w p : nat) : list (list octet * target) :=
    match fuel with
    | 0 => []
    | S f =>
        let h := at_ p in
        let count := h mod 16 + 1 in
        let t := (match bits h 16 4 with 1 => int7 w (p + 1 + count) | 2 => 0 | _ => 1 end) in
        (take count (p + 1), t) ::
          (if has h 64 then chain f w (p + 1 + count + if bits h 16 4 =? 1 then w else 0) else [])
    end.
  Definition CHAIN := 100.
  Definition chain_of (s : shape) (h : nat) : list (list octet * target) := chain CHAIN (width s) (first_prefix (prefixes s) h).
  Definition tried_of (s : shape) (l : list octet) : list (list octet * target) := chain_of s (hash (prefixes s) l).
  Definition live_of (s : shape) : list (list octet * target) :=
    flat_map (fun h => filter (fun x => hash (prefixes s) (fst x) =? h) (chain_of s h)) (seq 0 (2 ^ hash_bits (prefixes s))).
  (* Each prefix has as many octets as are hashed for its first one, or more. *)
  Definition prefixes_good (s : shape) : bool :=
    forallb (fun h => forallb (fun x => negb (is_nil (fst x))
      && (hashed (prefixes s) (hd 0 (fst x)) <=? length (fst x))) (chain_of s h))
            (seq 0 (2 ^ hash_bits (prefixes s))).

  (* ---- A DFA. *)
  Definition dfa_at (p : nat) : dfa :=
    let s := shape_at p in
    let code := after s + (if has (flags s) 32 then 16 else 0) + (if has (flags s) 64 then 48 else 0) in
    let q := prefixes s in
    let t := has (flags s) 128 in
    {| node_at := dfa_node s code; table := t; table_e := has (at_ q) 32;
       table_other := (match at_ q mod 4 with 0 => 0 | 1 => 1 | _ => get s 1 + 1 end);
       tried := tried_of s; live := (if t then live_of s else []) |}.
  Definition dfa_good (p : nat) : bool :=
    let s := shape_at p in
    negb (has (flags s) 1) && (negb (has (flags s) 128) || prefixes_good s && negb (at_ (prefixes s) mod 4 =? 3)
                                                           && negb ((at_ (prefixes s) mod 4 =? 2) && (get s 1 =? 0))).

  Lemma strip_begins : forall l s r, strip l s = Done r -> s = l ++ r.
  Proof.
    induction l as [|c l IH]; intros s r H; simpl in *; [congruence|]. destruct s as [|d s]; try discriminate.
    destruct (c =? d) eqn:E; try discriminate. apply Nat.eqb_eq in E. subst. simpl. f_equal. auto.
  Qed.

  Lemma firstn_app_le : forall A n (l r : list A), n <= length l -> firstn n (l ++ r) = firstn n l.
  Proof. intros. rewrite firstn_app. replace (n - length l) with 0 by lia. simpl. apply app_nil_r. Qed.

  (* A text that begins with a long enough prefix has the hash of that prefix. *)
  Lemma hash_begins : forall p x r, x <> [] -> hashed p (hd 0 x) <= length x -> hash p (x ++ r) = hash p x.
  Proof. intros p [|c x] r N L; [congruence|]. unfold hash. simpl hd in *. now rewrite firstn_app_le. Qed.

  Lemma first_of_filter : forall f l s,
    (forall x r, In x l -> strip (fst x) s = Done r -> f x = true) -> first_of (filter f l) s = first_of l s.
  Proof.
    induction l as [|[p t] l IH]; intros s H; simpl; auto.
    assert (K : first_of (filter f l) s = first_of l s) by (apply IH; intros x r I; apply H; simpl; auto).
    destruct (strip p s) eqn:E.
    - assert (F : f (p, t) = true) by (eapply H; simpl; eauto). rewrite F. simpl. now rewrite E.
    - destruct (f (p, t)); simpl; rewrite ?E; auto.
    - destruct (f (p, t)); simpl; rewrite ?E; auto.
  Qed.

  Lemma first_of_app_none : forall l l' s, (forall x r, In x l -> strip (fst x) s <> Done r)
    -> first_of (l ++ l') s = first_of l' s.
  Proof.
    induction l as [|[p t] l IH]; intros l' s H; simpl; auto. destruct (strip p s) eqn:E.
    - exfalso. eapply (H (p, t)); simpl; eauto.
    - apply IH. intros x r I. apply H. simpl; auto.
    - apply IH. intros x r I. apply H. simpl; auto.
  Qed.

  Lemma first_of_none : forall l s, (forall x r, In x l -> strip (fst x) s <> Done r) -> first_of l s = None.
  Proof. intros. rewrite <- (app_nil_r l), first_of_app_none by auto. reflexivity. Qed.

  Lemma first_of_app_left : forall l l' s, (forall x r, In x l' -> strip (fst x) s <> Done r)
    -> first_of (l ++ l') s = first_of l s.
  Proof.
    induction l as [|[p t] l IH]; intros l' s H; simpl; [now apply first_of_none|]. destruct (strip p s); auto.
  Qed.

  Lemma W16_pow : W16 = 2 ^ (8 + 8).
  Proof. rewrite Nat.pow_add_r. reflexivity. Qed.

  Lemma div_pow : forall z a b, b <= a -> z < 2 ^ a -> z / 2 ^ (a - b) < 2 ^ b.
  Proof.
    intros z a b B Z. apply Nat.div_lt_upper_bound; [now apply Nat.pow_nonzero|]. rewrite <- Nat.pow_add_r.
    now replace (a - b + b) with a by lia.
  Qed.

  Lemma bits_small : forall n l w, w <> 0 -> bits n l w < w.
  Proof. intros. apply Nat.mod_upper_bound. auto. Qed.

  Lemma hash_small : forall p l, hash p l < 2 ^ hash_bits p.
  Proof.
    intros p l. unfold hash. generalize (number (firstn (hashed p (hd 0 l)) l)) as key. intro key.
    assert (B : hash_bits p <= 8 + 8) by (apply Nat.lt_le_incl, bits_small; discriminate).
    apply (div_pow _ (8 + 8)); auto. cbn [mul w3]. rewrite <- W16_pow. apply Nat.mod_upper_bound.
    rewrite W16_pow. now apply Nat.pow_nonzero.
  Qed.

  Theorem live_right : forall s, prefixes_good s = true -> forall path, path <> [] ->
    first_of (tried_of s path) path = first_of (live_of s) path.
  Proof.
    intros s G path N. assert (B := hash_small (prefixes s) path). unfold tried_of, live_of. unfold prefixes_good in G.
    set (p := prefixes s) in *. generalize dependent (2 ^ hash_bits p). intros k G B. remember (hash p path) as h0 eqn:HH.
    assert (H : forall h x r, h < k -> In x (chain_of s h) -> strip (fst x) path = Done r -> hash p (fst x) = h0).
    { intros h x r L I S. rewrite forallb_forall in G. assert (J : In h (seq 0 k)) by (apply in_seq; lia). apply G in J.
      rewrite forallb_forall in J. apply J in I. apply andb_prop in I. destruct I as [A C]. apply Nat.leb_le in C.
      apply strip_begins in S. rewrite HH, S. symmetry.
      apply hash_begins; auto. destruct x as [[|c0 x0] t0]; cbn [fst is_nil negb] in A |- *; discriminate. }
    assert (M : forall n b, b + n <= k -> (b <= h0 < b + n ->
        first_of (flat_map (fun h => filter (fun x => hash p (fst x) =? h) (chain_of s h)) (seq b n)) path
        = first_of (chain_of s h0) path)
      /\ (~ b <= h0 < b + n -> forall x r,
        In x (flat_map (fun h => filter (fun x => hash p (fst x) =? h) (chain_of s h)) (seq b n)) -> strip (fst x) path <> Done r)).
    { induction n as [|n IH]; intros b L; [split; [lia | intros _ x r []]|]. cbn [seq flat_map].
      destruct (IH (S b)) as [I1 I2]; [lia|]. clear IH.
      assert (Z : b <> h0 -> forall x r, In x (filter (fun x => hash p (fst x) =? b) (chain_of s b))
        -> strip (fst x) path <> Done r).
      { intros D x r I S. apply filter_In in I. destruct I as [I E]. apply Nat.eqb_eq in E. apply D. rewrite <- E.
        apply (H b x r); auto; lia. }
      split.
      - intro R. destruct (Nat.eq_dec b h0) as [D|D].
        + subst b. rewrite first_of_app_left by (apply I2; lia). apply first_of_filter. intros x r I S.
          apply Nat.eqb_eq. apply (H h0 x r); auto; lia.
        + rewrite first_of_app_none by auto. apply I1. lia.
      - intros R x r I. apply in_app_or in I. destruct I as [I|I]; [apply Z; auto; lia | apply I2; auto; lia]. }
    symmetry. apply (M k 0); lia.
  Qed.

  Theorem dfa_sound : forall p, dfa_good p = true -> table (dfa_at p) = true ->
    forall path, path <> [] -> first_of (tried (dfa_at p) path) path = first_of (live (dfa_at p)) path.
  Proof.
    intros p G T path N. unfold dfa_good in G. unfold dfa_at in *. cbn [table tried live] in *. rewrite T in *.
    apply live_right; auto. apply andb_prop in G. destruct G as [_ G]. cbn [negb orb] in G.
    apply andb_prop in G. destruct G as [G _]. apply andb_prop in G. tauto.
  Qed.
End Blob.
