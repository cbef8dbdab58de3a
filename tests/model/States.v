(* States.v - what rules can still say after some octets of a path: their residuals (partial derivatives), normalized.
   step and norm keep the verdict, so a walk through the states of rules is their verdict. *)
Require Import List Arith Bool Lia Permutation.
Require Import Patterns.
Import ListNotations.

(* ---- Comparing patterns. *)
Definition item_code (i : item) : nat :=
  match i with Lit c => 3 + 2 * c | Star => 0 | End => 1 | Open c => 2 + 2 * c end.
Definition item_cmp (a b : item) : comparison := Nat.compare (item_code a) (item_code b).

Fixpoint lcmp {A} (f : A -> A -> comparison) (a b : list A) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: a', y :: b' => match f x y with Eq => lcmp f a' b' | r => r end
  end.

Definition group := (nat * list pattern)%type. (* rank; the residuals of one rule *)
Definition pattern_cmp := lcmp item_cmp.
Definition group_cmp (a b : group) : comparison :=
  match Nat.compare (fst a) (fst b) with Eq => lcmp pattern_cmp (snd a) (snd b) | r => r end.

Lemma item_cmp_eq : forall a b, item_cmp a b = Eq -> a = b.
Proof. intros a b H. apply Nat.compare_eq in H. destruct a, b; simpl in H; try lia; try reflexivity; f_equal; lia. Qed.

Lemma lcmp_eq : forall A (f : A -> A -> comparison), (forall x y, f x y = Eq -> x = y) ->
  forall a b, lcmp f a b = Eq -> a = b.
Proof.
  intros A f F. induction a as [|x a IH]; destruct b as [|y b]; simpl; intro H; try discriminate; auto.
  destruct (f x y) eqn:E; try discriminate. f_equal; auto.
Qed.

Lemma pattern_cmp_eq : forall a b, pattern_cmp a b = Eq -> a = b.
Proof. apply lcmp_eq, item_cmp_eq. Qed.

Lemma group_cmp_eq : forall a b, group_cmp a b = Eq -> a = b.
Proof.
  intros [r a] [r' b]. unfold group_cmp; simpl. destruct (Nat.compare r r') eqn:E; try discriminate.
  intro H. apply Nat.compare_eq in E. apply (lcmp_eq _ _ pattern_cmp_eq) in H. now subst.
Qed.

Definition eqb_of {A} (f : A -> A -> comparison) (a b : A) : bool := match f a b with Eq => true | _ => false end.

(* ---- Sorted lists without repetitions: the same members. *)
Section Sort.
  Variable A : Type.
  Variable cmp : A -> A -> comparison.
  Hypothesis cmp_eq : forall a b, cmp a b = Eq -> a = b.

  Fixpoint insert (x : A) (l : list A) : list A :=
    match l with
    | [] => [x]
    | y :: l' => match cmp x y with Eq => l | Lt => x :: l | Gt => y :: insert x l' end
    end.

  Definition sort (l : list A) : list A := fold_right insert [] l.

  Lemma insert_in : forall x y l, In x (insert y l) <-> x = y \/ In x l.
  Proof.
    induction l as [|z l IH]; simpl.
    - intuition.
    - destruct (cmp y z) eqn:E.
      + apply cmp_eq in E. subst. simpl. intuition.
      + simpl. intuition.
      + simpl. rewrite IH. intuition.
  Qed.

  Lemma sort_in : forall x l, In x (sort l) <-> In x l.
  Proof.
    induction l as [|y l IH]; simpl; [tauto|]. rewrite insert_in, IH. intuition.
  Qed.
End Sort.
Arguments insert {A}. Arguments sort {A}.

(* ---- One rule: residuals that another one of the rule covers are dropped.  After "a*b*", reading "a" and "b"
   leaves the last star only, since an earlier one can do nothing that the last cannot. *)
Definition is_tail (d e : pattern) : bool :=
  (length d <? length e) && eqb_of pattern_cmp d (skipn (length e - length d) e).

Definition starred (p : pattern) : bool := match p with Star :: _ => true | _ => false end.

Definition prune (ps : list pattern) : list pattern :=
  fold_left (fun acc d =>
    if starred d && existsb (eqb_of pattern_cmp d) acc then filter (fun e => negb (is_tail d e)) acc else acc) ps ps.

Lemma star_more : forall p u t s, Matches (u ++ t) (Star :: p) s -> Matches u (Star :: p) (t ++ s).
Proof.
  intros p u t s H. inversion H as [| | |u' t' p0 s0 M U P E| |]; subst.
  rewrite app_assoc. constructor. now rewrite app_assoc.
Qed.

Lemma star_covers : forall x p u s, Matches u (x ++ Star :: p) s -> Matches u (Star :: p) s.
Proof.
  induction x as [|i x IH]; intros p u s H; simpl in H; auto.
  inversion H; subst.
  - destruct x; discriminate.
  - change (c :: s0) with ([c] ++ s0). apply star_more; auto.
  - apply star_more; auto.
  - apply star_more; auto.
  - change (d :: s0) with ([d] ++ s0). apply star_more; auto.
Qed.

Lemma matches_runp : forall q, exists u, q = reads u /\ forall p s, runp q [p] s = true <-> Matches u p s.
Proof.
  assert (G : forall u p s, runp (reads u) [p] s = true <-> Matches u p s).
  { intros u p s. rewrite runp_spec. split.
    - intros [p' [[E|[]] M]]. now subst.
    - intro M. exists p. simpl; auto. }
  intro q. destruct q.
  - exists [QUERY]. split; auto. intros p s. exact (G [QUERY] p s).
  - exists []. split; auto. intros p s. exact (G [] p s).
Qed.

Lemma tail_covers : forall q d e s, starred d = true -> is_tail d e = true -> runp q [e] s = true -> runp q [d] s = true.
Proof.
  intros q d e s S T H. unfold is_tail, eqb_of in T. apply andb_prop in T. destruct T as [_ T].
  destruct (pattern_cmp d _) eqn:E; try discriminate. apply pattern_cmp_eq in E.
  destruct (matches_runp q) as [u [_ M]]. apply M in H. apply M.
  rewrite <- (firstn_skipn (length e - length d) e), <- E in H.
  destruct d as [|[] d]; try discriminate. eapply star_covers; eauto.
Qed.

Lemma bool_ext : forall a b : bool, (a = true <-> b = true) -> a = b.
Proof. intros [|] [|]; intuition. Qed.

Lemma prune_runp : forall q ps s, runp q (prune ps) s = runp q ps s.
Proof.
  intros q ps s. unfold prune.
  assert (G : forall acc, runp q (fold_left (fun acc d =>
    if starred d && existsb (eqb_of pattern_cmp d) acc then filter (fun e => negb (is_tail d e)) acc else acc) ps acc) s
    = runp q acc s); [|apply G].
  induction ps as [|d ps IH]; intro acc; simpl; auto.
  rewrite IH. clear IH. destruct (starred d && existsb (eqb_of pattern_cmp d) acc) eqn:E; auto.
  apply andb_prop in E. destruct E as [S E]. apply existsb_exists in E. destruct E as [d' [I E]].
  unfold eqb_of in E. destruct (pattern_cmp d d') eqn:C; try discriminate. apply pattern_cmp_eq in C. subst d'.
  apply bool_ext. split; intro H.
  - eapply runp_incl; eauto. intros e F. apply filter_In in F. tauto.
  - apply runp_true in H. destruct H as [e [J M]]. apply runp_true.
    destruct (is_tail d e) eqn:T.
    + exists d. split; [|eapply tail_covers; eauto]. apply filter_In. split; auto.
      unfold is_tail. now rewrite Nat.ltb_irrefl.
    + exists e. split; auto. apply filter_In. now rewrite T.
Qed.

(* ---- Matching does not depend on q where nothing is open. *)
Definition is_open (i : item) : bool := match i with Open _ => true | _ => false end.
Definition has_open (ps : list pattern) : bool := existsb (existsb is_open) ps.

Lemma pd_closed : forall p q q' c, existsb is_open p = false -> pd q c p = pd q' c p.
Proof.
  induction p as [|i p IH]; intros q q' c H; simpl in *; auto.
  apply orb_false_elim in H. destruct H as [A B].
  destruct i; simpl in *; try discriminate; auto. f_equal. auto.
Qed.

Lemma pd_stays_closed : forall p q c p', existsb is_open p = false -> In p' (pd q c p) -> existsb is_open p' = false.
Proof.
  induction p as [|i p IH]; intros q c p' H I; simpl in *.
  - destruct I as [E|[]]. now subst.
  - apply orb_false_elim in H. destruct H as [A B]. destruct i; simpl in *; try discriminate.
    + destruct (c =? c0); [destruct I as [E|[]]; now subst | destruct I].
    + destruct I as [E|I]; [subst; simpl; auto | eauto].
    + destruct I.
Qed.

Lemma has_open_false : forall ps, has_open ps = false <-> forall p, In p ps -> existsb is_open p = false.
Proof.
  induction ps as [|p ps IH]; simpl.
  - split; auto. intros _ p [].
  - rewrite orb_false_iff, IH. split.
    + intros [A B] p' [E|I]; [now subst | auto].
    + intro H. split; auto.
Qed.

Lemma runp_closed : forall s ps q q', has_open ps = false -> runp q ps s = runp q' ps s.
Proof.
  induction s as [|c s IH]; intros ps q q' H; simpl; auto.
  assert (E : flat_map (pd q c) ps = flat_map (pd q' c) ps).
  { clear IH. induction ps as [|p ps IH]; simpl; auto. unfold has_open in H. simpl in H.
    apply orb_false_elim in H. destruct H as [A B]. rewrite (pd_closed p q q' c A). f_equal. apply IH. exact B. }
  rewrite E. apply IH. rewrite has_open_false. intros p' I. apply in_flat_map in I. destruct I as [p [I D]].
  apply (pd_stays_closed p q' c p'); auto. apply (proj1 (has_open_false ps) H p I).
Qed.

(* ---- The states of a set of rules. *)
Record state := { q : bool; base : nat; live : list group }.

Definition value (st : state) (s : list octet) : nat :=
  best (base st) (map (fun g => (fst g, runp (q st) (snd g) s)) (live st)).
Definition verdict (st : state) (s : list octet) : bool := Nat.odd (value st s).

(* True for a pattern that matches every continuation. *)
Fixpoint complete (p : pattern) : bool := match p with [] => true | Star :: p' => complete p' | _ => false end.

Lemma complete_runp : forall p q s, complete p = true -> runp q [p] s = true.
Proof.
  intros p q s H. destruct (matches_runp q) as [u [_ M]]. apply M. clear M q. revert u.
  induction p as [|i p IH]; intro u; [constructor|]. destruct i; simpl in H; try discriminate.
  change s with ([] ++ s). constructor. auto.
Qed.

Definition completed (b : nat) (l : list group) : nat :=
  fold_right (fun g m => if existsb complete (snd g) then max (fst g) m else m) b l.

(* The least rank whose verdict is not that of b. *)
Definition least (b : nat) (l : list group) : option nat :=
  fold_right (fun g m => if Bool.eqb (Nat.odd (fst g)) (Nat.odd b) then m
                         else match m with None => Some (fst g) | Some n => Some (min (fst g) n) end) None l.

Definition nonempty (g : group) : bool := match snd g with [] => false | _ => true end.

Definition norm (q : bool) (b : nat) (l : list group) : state :=
  let b1 := completed b l in
  let l1 := filter (fun g => nonempty g && (b1 <? fst g)) l in
  let l2 := match least b1 l1 with None => [] | Some m => filter (fun g => m <=? fst g) l1 end in
  {| q := q && existsb (fun g => has_open (snd g)) l2;
     base := if Nat.odd b1 then 1 else 0;
     live := sort group_cmp l2 |}.

Definition step (st : state) (c : octet) : state :=
  norm (seen (q st) c) (base st)
       (map (fun g => (fst g, prune (sort pattern_cmp (flat_map (pd (q st) c) (snd g))))) (live st)).

Definition ends (st : state) : bool := verdict st [].

(* ---- norm keeps the verdict. *)
Definition rated (q : bool) (s : list octet) (l : list group) : list (nat * bool) :=
  map (fun g => (fst g, runp q (snd g) s)) l.

Lemma best_incl : forall l l' b, (forall r, In (r, true) l -> In (r, true) l') -> best b l <= best b l'.
Proof.
  intros l l' b H. destruct (best_is l b) as [E|E].
  - rewrite E. apply best_ge.
  - apply best_in. auto.
Qed.

Lemma rated_in : forall r q s l, In (r, true) (rated q s l) <-> exists ps, In (r, ps) l /\ runp q ps s = true.
Proof.
  intros r q s l. unfold rated. rewrite in_map_iff. split.
  - intros [[r' ps] [E I]]. simpl in E. injection E as E1 E2. subst. eauto.
  - intros [ps [I E]]. exists (r, ps). simpl. now rewrite E.
Qed.

Lemma best_rated_same : forall q s l l' b, (forall g, In g l <-> In g l') -> best b (rated q s l) = best b (rated q s l').
Proof.
  intros q s l l' b H. apply Nat.le_antisymm; apply best_incl; intros r I; apply rated_in in I;
    destruct I as [ps [I E]]; apply rated_in; exists ps; split; auto; now apply H.
Qed.

Lemma completed_is : forall b l, completed b l = b \/ exists ps, In (completed b l, ps) l /\ existsb complete ps = true.
Proof.
  induction l as [|[r ps] l IH]; simpl; auto. destruct (existsb complete ps) eqn:E.
  - destruct (Nat.max_spec r (completed b l)) as [[_ M]|[_ M]]; rewrite M.
    + destruct IH as [IH|[ps' [I C]]]; auto. right. exists ps'. auto.
    + right. exists ps. auto.
  - destruct IH as [IH|[ps' [I C]]]; auto. right. exists ps'. auto.
Qed.

Lemma completed_ge : forall b l, b <= completed b l.
Proof. induction l as [|[r ps] l IH]; simpl; auto. destruct (existsb complete ps); lia. Qed.

Lemma runp_nil : forall q s, runp q [] s = false.
Proof. intros q s. destruct (runp q [] s) eqn:E; auto. apply runp_true in E. destruct E as [p [[] _]]. Qed.

Lemma absorb : forall q s b l,
  best b (rated q s l) = best (completed b l) (rated q s (filter (fun g => nonempty g && (completed b l <? fst g)) l)).
Proof.
  intros q s b l. apply Nat.le_antisymm.
  - destruct (best_is (rated q s l) b) as [E|E].
    + rewrite E. eapply Nat.le_trans; [apply completed_ge|apply best_ge].
    + apply rated_in in E. destruct E as [ps [I M]].
      destruct (completed b l <? best b (rated q s l)) eqn:L.
      * apply best_in. apply rated_in. exists ps. split; auto. apply filter_In. split; auto. simpl.
        rewrite L. unfold nonempty. simpl. destruct ps; auto. now rewrite runp_nil in M.
      * apply Nat.ltb_ge in L. eapply Nat.le_trans; [exact L|apply best_ge].
  - match goal with |- ?x <= _ => destruct (best_is (rated q s (filter (fun g => nonempty g
      && (completed b l <? fst g)) l)) (completed b l)) as [E|E] end.
    + rewrite E. destruct (completed_is b l) as [F|[ps [I C]]].
      * rewrite F. apply best_ge.
      * apply best_in. apply rated_in. exists ps. split; auto.
        apply existsb_exists in C. destruct C as [p [J C]]. apply runp_true. exists p. split; auto.
        now apply complete_runp.
    + apply rated_in in E. destruct E as [ps [I M]]. apply filter_In in I. destruct I as [I _].
      apply best_in. apply rated_in. eauto.
Qed.

Lemma least_none : forall b l g, least b l = None -> In g l -> Nat.odd (fst g) = Nat.odd b.
Proof.
  induction l as [|g' l IH]; simpl; intros g H I; [contradiction|].
  destruct (Bool.eqb (Nat.odd (fst g')) (Nat.odd b)) eqn:E.
  - destruct I as [I|I]; [subst; now apply eqb_prop | auto].
  - destruct (least b l); discriminate.
Qed.

Lemma least_some : forall b l m g, least b l = Some m -> In g l -> fst g < m -> Nat.odd (fst g) = Nat.odd b.
Proof.
  induction l as [|g' l IH]; simpl; intros m g H I L; [contradiction|].
  destruct (Bool.eqb (Nat.odd (fst g')) (Nat.odd b)) eqn:E.
  - destruct I as [I|I]; [subst; now apply eqb_prop | eauto].
  - destruct (least b l) as [n|] eqn:F.
    + injection H as H. subst m. destruct I as [I|I]; [subst; lia|]. apply (IH n); auto. lia.
    + injection H as H. subst m. destruct I as [I|I]; [subst; lia|]. eapply least_none; eauto.
Qed.

Lemma drop_low : forall q s b l m, (forall g, In g l -> fst g < m -> Nat.odd (fst g) = Nat.odd b) ->
  Nat.odd (best b (rated q s l)) = Nat.odd (best b (rated q s (filter (fun g => m <=? fst g) l))).
Proof.
  intros q s b l m H.
  set (l' := filter _ l).
  assert (A : best b (rated q s l') <= best b (rated q s l)).
  { apply best_incl. intros r I. apply rated_in in I. destruct I as [ps [I M]]. apply filter_In in I.
    apply rated_in. exists ps. tauto. }
  destruct (best_is (rated q s l) b) as [E|E].
  - f_equal. apply Nat.le_antisymm; auto. rewrite E. apply best_ge.
  - apply rated_in in E. destruct E as [ps [I M]]. set (v := best b (rated q s l)) in *.
    destruct (m <=? v) eqn:L.
    + f_equal. apply Nat.le_antisymm; auto. apply best_in. apply rated_in. exists ps. split; auto.
      apply filter_In. auto.
    + apply Nat.leb_gt in L. assert (O := H _ I L). simpl in O. rewrite O.
      destruct (best_is (rated q s l') b) as [F|F].
      * now rewrite F.
      * exfalso. apply rated_in in F. destruct F as [ps' [J _]]. apply filter_In in J. destruct J as [_ J].
        simpl in J. apply Nat.leb_le in J. lia.
Qed.

Lemma lower_base : forall q s b l, (forall g, In g l -> b < fst g) ->
  Nat.odd (best b (rated q s l)) = Nat.odd (best (if Nat.odd b then 1 else 0) (rated q s l)).
Proof.
  intros q s b l H. set (b0 := if Nat.odd b then 1 else 0).
  assert (O : Nat.odd b0 = Nat.odd b) by (unfold b0; now destruct (Nat.odd b)).
  assert (L : b0 <= b) by (unfold b0; destruct b; simpl; [auto | destruct (Nat.odd (S b)); lia]).
  assert (G : (best b (rated q s l) = b /\ best b0 (rated q s l) = b0) \/ best b (rated q s l) = best b0 (rated q s l)).
  { clear O. induction l as [|[r ps] l IH]; simpl; auto. simpl in H.
    assert (Hr : b < r) by (apply (H (r, ps)); auto).
    destruct IH as [[E F]|E]; auto.
    - destruct (runp q ps s); auto. right. fold (rated q s l). rewrite E, F. lia.
    - fold (rated q s l). rewrite E. auto. }
  destruct G as [[E F]|E]; rewrite E; [rewrite F|]; auto.
Qed.

Lemma rated_closed : forall q q' s l, existsb (fun g => has_open (snd g)) l = false -> rated q s l = rated q' s l.
Proof.
  induction l as [|g l IH]; simpl; intro H; auto. apply orb_false_elim in H. destruct H as [A B].
  f_equal; auto. f_equal. now apply runp_closed.
Qed.

Theorem norm_verdict : forall q0 b l s, verdict (norm q0 b l) s = verdict {| q := q0; base := b; live := l |} s.
Proof.
  intros q0 b l s. unfold verdict, value, norm. simpl.
  fold (rated q0 s l). rewrite absorb.
  set (b1 := completed b l). set (l1 := filter (fun g => nonempty g && (b1 <? fst g)) l).
  set (l2 := match least b1 l1 with None => [] | Some m => filter (fun g => m <=? fst g) l1 end).
  assert (L1 : forall g, In g l1 -> b1 < fst g).
  { intros g I. apply filter_In in I. destruct I as [_ I]. apply andb_prop in I. now apply Nat.ltb_lt. }
  assert (S2 : incl l2 l1).
  { intros g I. unfold l2 in I. destruct (least b1 l1); [|destruct I]. apply filter_In in I. tauto. }
  transitivity (Nat.odd (best b1 (rated q0 s l2))).
  - rewrite (lower_base q0 s b1 l2) by auto. f_equal.
    match goal with |- context [best _ (map (fun g => (fst g, runp ?qq (snd g) s)) ?l3)] => fold (rated qq s l3);
      set (q1 := qq) end.
    rewrite (best_rated_same q1 s (sort group_cmp l2) l2).
    + f_equal. destruct (existsb (fun g => has_open (snd g)) l2) eqn:E.
      * unfold q1. now rewrite andb_true_r.
      * now apply rated_closed.
    + intro g. apply sort_in, group_cmp_eq.
  - unfold l2. destruct (least b1 l1) as [m|] eqn:M.
    + symmetry. apply drop_low. intros g I L. eapply least_some; eauto.
    + simpl. destruct (best_is (rated q0 s l1) b1) as [E|E].
      * now rewrite E.
      * apply rated_in in E. destruct E as [ps [I _]]. apply (least_none _ _ _ M) in I. simpl in I. now rewrite I.
Qed.

Theorem step_verdict : forall st c s, verdict (step st c) s = verdict st (c :: s).
Proof.
  intros st c s. unfold step. rewrite norm_verdict. unfold verdict, value. simpl. do 2 f_equal.
  rewrite map_map. apply map_ext. intros [r ps]. simpl. f_equal.
  rewrite prune_runp. apply bool_ext.
  split; intro H; eapply runp_incl; try exact H; intros p I.
  - exact (proj1 (sort_in _ _ pattern_cmp_eq _ _) I).
  - exact (proj2 (sort_in _ _ pattern_cmp_eq _ _) I).
Qed.

(* ---- Patterns with ranks: what a dialect makes of its rules.  The greatest rank that matches decides, by its low bit; where
   nothing matches, 1. *)
Definition ranked := list (nat * pattern).
Definition value_of (b : nat) (l : ranked) (path : list octet) : nat :=
  best b (map (fun x => (fst x, matchb (snd x) path)) l).
Lemma value_cons : forall b x l path,
  value_of b (x :: l) path = if matchb (snd x) path then max (fst x) (value_of b l path) else value_of b l path.
Proof. reflexivity. Qed.
Definition judged (l : ranked) (path : list octet) : bool := Nat.odd (value_of 1 l path).

(* ---- Their state before anything is read. *)
Definition as_groups (l : ranked) : list group := map (fun x => (fst x, [snd x])) l.
Definition init (l : ranked) : state := norm false 1 (as_groups l).

Lemma value_of_rated : forall b l path, value_of b l path = best b (rated false path (as_groups l)).
Proof. intros b l path. unfold value_of, rated, as_groups. f_equal. rewrite map_map. reflexivity. Qed.

Theorem init_verdict : forall l path, verdict (init l) path = judged l path.
Proof. intros l path. unfold init. rewrite norm_verdict. unfold judged. now rewrite value_of_rated. Qed.

(* The same verdict by way of the states: quick, since none of them keeps what cannot count. *)
Definition judged_by_states (l : ranked) (path : list octet) : bool := ends (fold_left step path (init l)).

Theorem judged_by_states_right : forall l path, judged_by_states l path = judged l path.
Proof.
  intros l path. rewrite <- init_verdict. unfold judged_by_states. generalize (init l) as st.
  induction path as [|c path IH]; intro st; simpl; auto. rewrite IH. apply step_verdict.
Qed.

(* ---- /robots.txt, exactly, is above all: RFC 9309 2.2.2, SPEC C16. *)
Definition rank_max (l : ranked) : nat := fold_right (fun x m => max (fst x) m) 0 l.
Definition with_robots_txt (l : ranked) : ranked := (2 * rank_max l + 3, map Lit robots_txt ++ [End]) :: l.

Lemma lits_match : forall l u s, Matches u (map Lit l ++ [End]) s <-> s = l.
Proof.
  induction l as [|c l IH]; intros u s; simpl.
  - split; intro H; [now inversion H | subst; constructor].
  - split; intro H.
    + inversion H; subst. f_equal. eapply IH; eauto.
    + subst. constructor. now apply IH.
Qed.

Lemma rank_le_max : forall l x, In x l -> fst x <= rank_max l.
Proof. induction l as [|y l IH]; simpl; intros x []; [subst; lia|]. specialize (IH x H). lia. Qed.

Theorem robots_txt_first : forall l path, judged (with_robots_txt l) path = octets_eqb path robots_txt || judged l path.
Proof.
  intros l path. unfold judged, value_of, with_robots_txt. cbn [map fst snd].
  assert (R : matchb (map Lit robots_txt ++ [End]) path = octets_eqb path robots_txt).
  { apply bool_ext. now rewrite octets_eqb_eq, matchb_spec, lits_match. }
  rewrite R. unfold best at 1. cbn [fold_right fst snd]. set (k := map _ l). fold (best 1 k).
  destruct (octets_eqb path robots_txt); simpl orb; auto.
  assert (B : best 1 k < 2 * rank_max l + 3).
  { destruct (best_is k 1) as [E|E]; [lia|]. unfold k in E at 2. apply in_map_iff in E. destruct E as [x [E I]].
    injection E as E _. apply rank_le_max in I. lia. }
  match goal with |- Nat.odd ?x = _ => replace x with (1 + 2 * (rank_max l + 1)) by lia end.
  rewrite Nat.odd_add_mul_2. reflexivity.
Qed.

(* ---- The rules of RFC 9309. *)
Definition rules_ranked (rules : list rule) : ranked := with_robots_txt (map (fun r => (rank r, pat r)) rules).

Theorem allowed_judged : forall rules path, judged (rules_ranked rules) path = allowed rules path.
Proof.
  intros rules path. unfold rules_ranked. rewrite robots_txt_first. unfold judged, value_of, allowed. now rewrite map_map.
Qed.
