(* Lists.v - machines and lists of filters, as they are walked, give the greatest rank of their elements, or its verdict. *)
Require Import List Arith Bool Lia.
Require Import Patterns States Certificate Dfa Blob Filter Tries Filters.
Import ListNotations.

(* ---- A machine. *)
Definition floating_elements (m : filter_machine) : list element := flat_map (elements_of m true) (floating_entries m).
Definition anchored_elements (m : filter_machine) : list element := flat_map (elements_of m false) (anchored_entries m).
(* The least rank of a verdict with which no floating literals are looked for. *)
Definition limit (m : filter_machine) (v : bool) : nat :=
  let l := S (stop m v) in if Bool.eqb (Nat.odd l) v then l else S l.
Definition literal_count (m : filter_machine) : nat :=
  S (fold_right max 0 (map (fun x => snd x / 2) (anchored_entries m ++ floating_entries m))).

Definition machine_good (m : filter_machine) : bool :=
  (negb (prefix_table m) || apart (f_live m))
  && forallb (start_good m) (floating_entries m)
  && forallb (glob_good m false) (anchored_entries m) && forallb (glob_good m true) (floating_entries m)
  && order_good m (literal_count m)
  && forallb (fun e => e_rank e <=? top m) (elements m)
  && forallb (fun e => match e_glob e with None => e_rank e <=? alone m | _ => true end) (floating_elements m).

(* STOP is right since floating literals give no more, or no other verdict. *)
Definition no_more (m : filter_machine) (v : bool) : bool := forallb (fun e => e_rank e <=? limit m v) (floating_elements m).
Definition no_other (m : filter_machine) (v : bool) : bool :=
  forallb (fun e => Bool.eqb (Nat.odd (e_rank e)) v || (e_rank e <? limit m v))
    (floating_elements m ++ filter (fun e => match e_glob e with Some _ => true | None => false end) (anchored_elements m)).

Lemma limit_right : forall m b, stop m (Nat.odd b) < b -> limit m (Nat.odd b) <= b.
Proof.
  intros m b H. unfold limit. destruct (Bool.eqb (Nat.odd (S (stop m (Nat.odd b)))) (Nat.odd b)) eqn:E; [lia|].
  destruct (Nat.eq_dec (S (stop m (Nat.odd b))) b) as [D|D]; [|lia]. rewrite D in E. now rewrite eqb_reflx in E.
Qed.

Lemma raise_right : forall b l, Greatest b (fun x => exists k, In k l /\ Nat.odd k = false /\ x = k / 2) (raise b l).
Proof.
  intros b l. unfold raise. eapply greatest_ext; [|apply greatest_raise]. intro x. unfold ranks. rewrite in_map_iff. split.
  - intros [k [E I]]. apply filter_In in I. destruct I as [I O]. apply negb_true_iff in O. exists k. auto.
  - intros [k [I [O E]]]. exists k. split; auto. apply filter_In. now rewrite O.
Qed.

Lemma marks_right : forall m best l1 l2 path, order_good m (literal_count m) = true ->
  (forall k, In k (l1 ++ l2) -> k / 2 < literal_count m) ->
  let b := raise (raise best l1) l2 in
  let r := try_globs m (sort Nat.compare (literals (l1 ++ l2))) b path in
  Greatest best (fun x => exists k, In k (l1 ++ l2) /\ Gives m path k x) r
  /\ Greatest (raise best l1) (fun x => (exists k, In k l2 /\ Gives m path k x)
       \/ exists k, In k l1 /\ Nat.odd k = true /\ Gives m path k x) r.
Proof.
  intros m best l1 l2 path O L b r.
  assert (F : Falls m (sort Nat.compare (literals (l1 ++ l2)))).
  { apply (order_falls m (literal_count m)); auto; [apply sort_ascends|]. intros l I.
    apply (proj1 (sort_in _ _ Nat.compare_eq _ _)) in I. unfold literals in I. apply in_map_iff in I. destruct I as [k [E I]].
    apply filter_In in I. destruct I as [I _]. subst. auto. }
  assert (G := try_globs_right m _ b path F). fold r in G.
  assert (S : forall x, (exists l, In l (sort Nat.compare (literals (l1 ++ l2))) /\ Of_globs (globs_of m l) path x)
    <-> exists k, In k (l1 ++ l2) /\ Nat.odd k = true /\ Of_globs (globs_of m (k / 2)) path x).
  { intro x. split.
    - intros [l [I K]]. apply (proj1 (sort_in _ _ Nat.compare_eq _ _)) in I. unfold literals in I. apply in_map_iff in I.
      destruct I as [k [E I]]. apply filter_In in I. destruct I as [I Q]. subst. exists k. auto.
    - intros [k [I [Q K]]]. exists (k / 2). split; auto. apply (proj2 (sort_in _ _ Nat.compare_eq _ _)). unfold literals.
      apply in_map_iff. exists k. split; auto. apply filter_In. auto. }
  assert (G2 := greatest_then _ _ _ _ _ (raise_right (raise best l1) l2) G). fold b in G2. split.
  - assert (G1 := greatest_then _ _ _ _ _ (raise_right best l1) G2). revert G1. apply greatest_ext. intro x. rewrite S. split.
    + intros [[k [I [Q E]]]|[[k [I [Q E]]]|[k [I [Q E]]]]]; exists k; split.
      * apply in_or_app. auto.
      * left. auto.
      * apply in_or_app. auto.
      * left. auto.
      * exact I.
      * right. auto.
    + intros [k [I [[Q E]|[Q E]]]]; [|right; right; exists k; auto]. apply in_app_or in I.
      destruct I as [I|I]; [left | right; left]; exists k; auto.
  - revert G2. apply greatest_ext. intro x. rewrite S. split.
    + intros [[k [I [Q E]]]|[k [I [Q E]]]]; [left; exists k; split; auto; left; auto|]. apply in_app_or in I.
      destruct I as [I|I]; [right | left]; exists k; repeat split; auto; right; auto.
    + intros [[k [I [[Q E]|[Q E]]]]|[k [I [Q [[Q' E]|[Q' E]]]]]].
      * left. exists k. auto.
      * right. exists k. split; [apply in_or_app; auto|auto].
      * congruence.
      * right. exists k. split; [apply in_or_app; auto|auto].
Qed.

Lemma has_count : forall m float s k es, incl es (anchored_entries m ++ floating_entries m) -> Has es float s k ->
  k / 2 < literal_count m.
Proof.
  intros m float s k es J [l [a [r [I _]]]]. apply J in I. clear J. unfold literal_count. apply Nat.lt_succ_r.
  induction (anchored_entries m ++ floating_entries m) as [|x es' IH]; [contradiction|].
  cbn [map fold_right].
  destruct I as [I|I]; [subst x; apply Nat.le_max_l | eapply Nat.le_trans; [now apply IH | apply Nat.le_max_r]].
Qed.

Definition Holds (es : list element) (s : list octet) (x : nat) : Prop := In (x, true) (rated_elements es (SLASH :: s)).

(* What a machine makes of a best rank: the greatest; or, where STOP ended the search, its verdict and that of all are one. *)
Theorem machine_right : forall m best s, Machine_sound m -> machine_good m = true ->
  (no_more m false = true -> no_more m true = true -> Greatest best (Holds (elements m) s) (machine_run m best s))
  /\ ((forall v, no_more m v || no_other m v = true) -> forall r, Greatest best (Holds (elements m) s) r ->
        Nat.odd (machine_run m best s) = Nat.odd r).
Proof.
  intros m best s SD MG. unfold machine_good in MG. repeat (apply andb_prop in MG; destruct MG as [MG ?]).
  rename MG into AP. assert (AP' : prefix_table m = true -> apart (f_live m) = true).
  { intro P. rewrite P in AP. exact AP. }
  assert (AN := anchored_right m SD AP' s).
  assert (EL : forall x, Holds (elements m) s x <-> (exists k, In k (marks_first m s) /\ Gives m (SLASH :: s) k x)
    \/ Holds (floating_elements m) s x).
  { intro x. unfold Holds, elements, rated_elements. rewrite map_app, in_app_iff. apply or_iff_compat_r.
    etransitivity; [apply (elements_right m false); auto|]. split; intros [k [I G]]; exists k; split; auto; now apply AN. }
  set (b := raise best (marks_first m s)).
  set (fl := if (0 <? root m) && (b <=? stop m (Nat.odd b)) then floating_marks m s else []).
  assert (RUN : machine_run m best s
    = try_globs m (sort Nat.compare (literals (marks_first m s ++ fl))) (raise b fl) (SLASH :: s)).
  { unfold machine_run, fl, b, marks_first. destruct (first_mark m =? 0); reflexivity. }
  assert (CT : forall k, In k (marks_first m s ++ fl) -> k / 2 < literal_count m).
  { intros k I. apply in_app_or in I. destruct I as [I|I].
    - apply AN in I. eapply has_count; [|exact I]. apply incl_appl, incl_refl.
    - unfold fl in I. destruct (0 <? root m) eqn:R; [|contradiction]. simpl in I. destruct (b <=? _); [|contradiction].
      apply (floating_right m SD R) in I; auto. eapply has_count; [|exact I]. apply incl_appr, incl_refl. }
  assert (MK := marks_right m best (marks_first m s) fl (SLASH :: s)). cbv zeta in MK. fold b in MK. rewrite <- RUN in MK.
  destruct MK as [G1 G2]; auto.
  assert (FL : forall x, Holds (floating_elements m) s x <-> 0 <? root m = true /\ exists k, In k (floating_marks m s)
    /\ Gives m (SLASH :: s) k x).
  { intro x. unfold Holds, floating_elements. rewrite (elements_right m true) by auto. destruct (0 <? root m) eqn:R.
    - split; [intros [k [I G]]; split; auto | intros [_ [k [I G]]]]; exists k; split; auto; now apply (floating_right m SD R).
    - split; [|intros [Z _]; discriminate]. intros [k [[l [a [r [I _]]]] _]]. unfold floating_entries in I. now rewrite R in I. }
  assert (CASE : (forall x, Holds (elements m) s x <-> exists k, In k (marks_first m s ++ fl) /\ Gives m (SLASH :: s) k x)
    \/ (fl = [] /\ stop m (Nat.odd b) < b)).
  { destruct (0 <? root m) eqn:R; [destruct (b <=? stop m (Nat.odd b)) eqn:B|].
    - left. intro x. rewrite EL, FL. unfold fl. simpl. split.
      + intros [[k [I G]]|[_ [k [I G]]]]; exists k; split; auto; apply in_or_app; auto.
      + intros [k [I G]]. apply in_app_or in I. destruct I as [I|I]; [left; eauto | right; eauto].
    - right. apply Nat.leb_gt in B. auto.
    - left. intro x. rewrite EL, FL. unfold fl. simpl. rewrite app_nil_r.
      split; [intros [K|[Z _]]; [exact K | discriminate] | auto]. }
  destruct CASE as [CASE|[NO ST]].
  { assert (X : Greatest best (Holds (elements m) s) (machine_run m best s)).
    { revert G1. apply greatest_ext. intro x. symmetry. apply CASE. }
    split; auto. intros _ r R. f_equal. eapply greatest_once; eauto. reflexivity. }
  rewrite NO, app_nil_r in *. assert (LM := limit_right m b ST).
  assert (BR : b <= machine_run m best s) by (destruct G2 as [_ [Z _]]; exact Z).
  assert (HF : forall x, Holds (floating_elements m) s x -> exists e, In e (floating_elements m) /\ e_rank e = x).
  { intros x I. unfold Holds, rated_elements in I. apply in_map_iff in I. destruct I as [e [E I]]. injection E as E _. eauto. }
  assert (NM : no_more m (Nat.odd b) = true -> Greatest best (Holds (elements m) s) (machine_run m best s)).
  { intro N. unfold no_more in N. rewrite forallb_forall in N. destruct G1 as [A [B C]]. split; [|split; auto].
    - destruct A as [A|A]; auto. right. apply EL. auto.
    - intros x I. apply EL in I. destruct I as [I|I]; [auto|]. apply HF in I. destruct I as [e [I E]]. apply N in I.
      apply Nat.leb_le in I. lia. }
  split.
  - intros N1 N2. apply NM. destruct (Nat.odd b); auto.
  - intros N r R. specialize (N (Nat.odd b)). apply orb_prop in N. destruct N as [N|N].
    { f_equal. eapply (greatest_once _ _ _ _ _ (fun x => iff_refl _)); [exact (NM N) | exact R]. }
    unfold no_other in N. rewrite forallb_forall in N.
    assert (PAR : forall e, In e (floating_elements m ++ filter (fun e => match e_glob e with Some _ => true | None => false end)
      (anchored_elements m)) -> b <= e_rank e -> Nat.odd (e_rank e) = Nat.odd b).
    { intros e I L. apply N in I. apply orb_prop in I. destruct I as [I|I]; [now apply eqb_prop|]. apply Nat.ltb_lt in I. lia. }
    (* Of a literal that was completed at an anchored place, a glob is an element with one. *)
    assert (AG : forall k x, In k (marks_first m s) -> Nat.odd k = true -> Gives m (SLASH :: s) k x -> b <= x
      -> Nat.odd x = Nat.odd b).
    { intros k x I O [[Q _]|[_ [g [J [M E]]]]] L; [congruence|]. apply AN in I. destruct I as [l [a [r' [I _]]]].
      assert (IN : In {| e_rank := g_rank g; e_float := false; e_lit := l;
        e_glob := Some (map Lit (firstn (g_known g) (SLASH :: l)) ++ g_pattern g) |} (anchored_elements m)).
      { unfold anchored_elements. apply in_flat_map. exists (l, k). split; auto. unfold elements_of. cbn [fst snd]. rewrite O.
        apply in_map_iff. exists g. auto. }
      subst x. apply (PAR {| e_rank := g_rank g; e_float := false; e_lit := l;
        e_glob := Some (map Lit (firstn (g_known g) (SLASH :: l)) ++ g_pattern g) |}); auto.
      apply in_or_app. right. apply filter_In. auto. }
    assert (RV : Nat.odd (machine_run m best s) = Nat.odd b).
    { destruct G2 as [[A|[A|A]] [B C]]; [now rewrite A | destruct A as [k [[] _]] |].
      destruct A as [k [I [O G]]]. eapply AG; eauto. }
    rewrite RV. symmetry. destruct R as [A [B C]].
    assert (RB : b <= r).
    { destruct (raise_right best (marks_first m s)) as [[Z|[k [I [O Z]]]] _]; fold b in Z; [lia|]. apply C. apply EL. left.
      exists k. split; auto. left. auto. }
    destruct A as [A|A].
    + assert (BB : best <= b) by (destruct (raise_right best (marks_first m s)) as [_ [Z _]]; exact Z).
      f_equal. lia.
    + apply EL in A. destruct A as [[k [I G]]|A].
      * destruct (Nat.odd k) eqn:O; [eapply AG; eauto|]. destruct G as [[_ E]|[Q _]]; [|congruence].
        assert (r <= b); [|f_equal; lia]. destruct (raise_right best (marks_first m s)) as [_ [_ Z]]. apply Z. exists k. auto.
      * apply HF in A. destruct A as [e [I E]]. subst r. apply PAR; auto. apply in_or_app. auto.
Qed.

(* ---- ALONE: a search for floating literals may end when all literals are seen and best is not below it.  early: what was
   found until then; late: what was not looked for. *)
Lemma ascends_once : forall l l', Ascends l -> Ascends l' -> (forall x, In x l <-> In x l') -> l = l'.
Proof.
  induction l as [|x l IH]; intros [|y l'] A B H; auto; [destruct (proj2 (H y)); simpl; auto | destruct (proj1 (H x)); simpl; auto|].
  simpl in A, B. destruct A as [A A']. destruct B as [B B'].
  assert (E : x = y).
  { destruct (proj1 (H x)) as [E|E]; [simpl; auto | auto|]. destruct (proj2 (H y)) as [F|F]; [simpl; auto | auto|].
    apply B in E. apply A in F. lia. }
  subst y. f_equal. apply IH; auto. intro z. specialize (H z). simpl in H. split; intro I.
  - destruct H as [H _]. destruct H; auto. subst. apply A in I. lia.
  - destruct H as [_ H]. destruct H; auto. subst. apply B in I. lia.
Qed.

Theorem alone_right : forall m s first early late b path, Machine_sound m -> machine_good m = true -> 0 <? root m = true ->
  floating_marks m s = early ++ late -> alone m <= raise b early ->
  (forall k, In k late -> Nat.odd k = true -> In (k / 2) (literals (first ++ early))) ->
  try_globs m (sort Nat.compare (literals (first ++ early))) (raise b early) path
  = try_globs m (sort Nat.compare (literals (first ++ floating_marks m s))) (raise b (floating_marks m s)) path.
Proof.
  intros m s first early late b path SD MG R F L S. rewrite F.
  assert (E : raise b (early ++ late) = raise b early).
  { unfold raise at 1, ranks. rewrite filter_app, map_app, fold_left_app. fold (ranks early) (ranks late). fold (raise b early).
    fold (raise (raise b early) late). destruct (raise_right (raise b early) late) as [[Z|[k [I [O Z]]]] [G _]]; auto.
    assert (J : In k (floating_marks m s)) by (rewrite F; apply in_or_app; auto).
    unfold machine_good in MG. repeat (apply andb_prop in MG; destruct MG as [MG ?]).
    apply (floating_right m SD R) in J; auto. destruct J as [l [a [r [J _]]]].
    match goal with H : forallb _ (floating_elements m) = true |- _ => rewrite forallb_forall in H; rename H into A end.
    specialize (A {| e_rank := k / 2; e_float := true; e_lit := l; e_glob := None |}). cbn [e_glob e_rank] in A.
    apply Nat.le_antisymm; auto. rewrite Z. eapply Nat.le_trans; [apply Nat.leb_le, A | exact L].
    unfold floating_elements. apply in_flat_map. exists (l, k). split; auto. unfold elements_of. cbn [fst snd]. rewrite O. simpl. auto. }
  rewrite E. f_equal. apply ascends_once; try apply sort_ascends. intro x. rewrite !(sort_in _ _ Nat.compare_eq).
  unfold literals in *. rewrite !filter_app, !map_app, !in_app_iff in *. split; [tauto|]. intros [I|[I|I]]; auto.
  apply in_map_iff in I. destruct I as [k [K I]]. subst x. apply filter_In in I. destruct I as [I O].
  specialize (S k I O). rewrite ?in_app_iff in S. tauto.
Qed.

(* ---- A list of machines. *)
Fixpoint tops_fall (l : list filter_machine) : bool :=
  match l with [] => true | m :: l' => forallb (fun x => top x <=? top m) l' && tops_fall l' end.
Definition filters_good (l : list filter_machine) : bool :=
  negb (is_nil l) && forallb machine_good l && tops_fall l
  && (forallb (fun m => no_more m false && no_more m true) l
      || (length l =? 1) && forallb (fun m => (no_more m false || no_other m false) && (no_more m true || no_other m true)) l).

Definition base_rank (l : list filter_machine) : nat := match l with m :: _ => if fallback m then 1 else 0 | [] => 1 end.

Lemma holds_top : forall m s x, machine_good m = true -> Holds (elements m) s x -> x <= top m.
Proof.
  intros m s x G H. unfold machine_good in G. apply andb_prop in G. destruct G as [G _]. apply andb_prop in G. destruct G as [_ G].
  unfold Holds, rated_elements in H. apply in_map_iff in H. destruct H as [e [E I]]. injection E as E _. subst.
  rewrite forallb_forall in G. apply G in I. now apply Nat.leb_le.
Qed.

Lemma holds_list : forall l s x, Holds (flat_map elements l) s x <-> exists m, In m l /\ Holds (elements m) s x.
Proof.
  induction l as [|m l IH]; intros s x; simpl.
  - split; [intros [] | intros [m [[] _]]].
  - unfold Holds, rated_elements in *. rewrite map_app, in_app_iff, IH. split.
    + intros [H|[m' [I H]]]; [exists m | exists m']; auto.
    + intros [m' [[I|I] H]]; [subst; auto | right; eauto].
Qed.

Lemma top_enough : forall l best s, forallb machine_good l = true -> (forall m, In m l -> top m <= best) ->
  Greatest best (Holds (flat_map elements l) s) best.
Proof.
  intros l best s G T. repeat split; auto. intros x H. apply holds_list in H. destruct H as [m [I H]].
  rewrite forallb_forall in G. assert (x <= top m) by (eapply holds_top; eauto). apply T in I. lia.
Qed.

Lemma filters_greatest : forall l best s, (forall m, In m l -> Machine_sound m) -> forallb machine_good l = true ->
  tops_fall l = true -> forallb (fun m => no_more m false && no_more m true) l = true ->
  Greatest best (Holds (flat_map elements l) s) (filters_run best l s).
Proof.
  induction l as [|m l IH]; intros best s SD G T N; cbn [filters_run].
  - repeat split; auto. intros x [].
  - destruct (top m <=? best) eqn:B.
    + apply Nat.leb_le in B. apply top_enough; auto. intros x [I|I]; [now subst|]. cbn [tops_fall] in T. apply andb_prop in T.
      destruct T as [T _]. rewrite forallb_forall in T. apply T in I. apply Nat.leb_le in I. lia.
    + cbn [forallb tops_fall] in *. apply andb_prop in G. apply andb_prop in T. apply andb_prop in N. destruct G as [G G'].
      destruct T as [T T']. destruct N as [N N']. apply andb_prop in N. destruct N as [N1 N2].
      destruct (machine_right m best s) as [M _]; [apply SD; simpl; auto | auto |]. specialize (M N1 N2).
      apply (greatest_ext best (fun x => Holds (elements m) s x \/ Holds (flat_map elements l) s x)).
      * intro x. unfold Holds, rated_elements. simpl. now rewrite map_app, in_app_iff.
      * eapply greatest_then; [exact M|]. apply IH; auto. intros x I. apply SD. simpl; auto.
Qed.

Theorem filters_gives_right : forall l, filters_good l = true -> (forall m, In m l -> Machine_sound m) -> forall s,
  filters_gives l s = filter_run (base_rank l) (flat_map elements l) (SLASH :: s).
Proof.
  intros l G SD s. unfold filters_good in G. apply andb_prop in G. destruct G as [G O]. apply andb_prop in G. destruct G as [G T].
  apply andb_prop in G. destruct G as [NN G]. destruct l as [|m l]; [discriminate|]. unfold filters_gives, base_rank, filter_run.
  set (base := if fallback m then 1 else 0). set (es := flat_map elements (m :: l)).
  assert (B : Greatest base (Holds es s) (best base (map (fun e => (e_rank e, holds e (SLASH :: s))) es))) by apply greatest_best.
  apply orb_prop in O. destruct O as [O|O].
  - f_equal. eapply greatest_once; [|apply filters_greatest; auto|exact B]. reflexivity.
  - apply andb_prop in O. destruct O as [L O]. destruct l; [|discriminate]. cbn [filters_run].
    cbn [forallb] in G, O. apply andb_prop in G. destruct G as [G _]. apply andb_prop in O. destruct O as [O _].
    apply andb_prop in O. destruct O as [O1 O2]. destruct (top m <=? base) eqn:TB.
    + f_equal. eapply greatest_once; [|apply (top_enough [m])|exact B]; [reflexivity | simpl; now rewrite G |].
      intros x [I|[]]. subst. now apply Nat.leb_le.
    + destruct (machine_right m base s) as [_ M]; [apply SD; simpl; auto | auto |]. apply M.
      * intros [|]; auto.
      * revert B. apply greatest_ext. intro x. unfold es. simpl. now rewrite app_nil_r.
Qed.

(* ---- What is read from octets: hashes and start tables find what they must. *)
Section Octets.
  Variable at_ : nat -> octet.

  Lemma all_bits_each : forall n p i k, Nat.testbit (all_bits at_ n p) i = true -> k < n -> Nat.testbit (at_ (p + k)) i = true.
  Proof.
    induction n as [|n IH]; intros p i k H L; [lia|]. cbn [all_bits] in H. rewrite Nat.land_spec in H. apply andb_prop in H.
    destruct H as [A B]. destruct k as [|k]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. apply (IH (S p)); auto. lia.
  Qed.

  Lemma place_starts : forall table j l r i, Nat.testbit (literal_bits at_ table j (nth_error l j)) i = true ->
    Nat.testbit (start_bits at_ table j (nth_error (l ++ r) j)) i = true.
  Proof.
    intros table j l r i H. destruct (nth_error l j) as [c|] eqn:N.
    - rewrite nth_error_app1, N; auto. apply nth_error_Some. congruence.
    - unfold literal_bits in H. rewrite Nat.land_spec in H. apply andb_prop in H. destruct H as [A B].
      destruct (nth_error (l ++ r) j) as [c|]; unfold start_bits; rewrite Nat.land_spec;
        rewrite (all_bits_each _ _ _ _ A), (all_bits_each _ _ _ _ B); auto; try lia.
      + apply bits_small. discriminate.
      + apply Nat.mod_upper_bound. discriminate.
  Qed.

  Lemma starts_right : forall table l r, may_begin at_ table l = true -> starts at_ table (l ++ r) = true.
  Proof.
    intros table l r H. unfold may_begin in H. apply negb_true_iff in H. apply Nat.eqb_neq in H. apply Nat.bit_log2 in H.
    revert H. match goal with |- Nat.testbit _ ?x = true -> _ => generalize x end. intros i H.
    rewrite !Nat.land_spec in H. apply andb_prop in H. destruct H as [A H]. apply andb_prop in H. destruct H as [B C].
    apply (place_starts _ _ _ r) in A. apply (place_starts _ _ _ r) in B. apply (place_starts _ _ _ r) in C.
    unfold starts. apply negb_true_iff, Nat.eqb_neq. intro Z.
    assert (T : Nat.testbit 0 i = true) by (rewrite <- Z, !Nat.land_spec, A, B, C; reflexivity). now rewrite Nat.bits_0 in T.
  Qed.

  Theorem filter_sound : forall p, filter_good at_ p = true -> Machine_sound (filter_at at_ p).
  Proof.
    intros p G. unfold filter_good in G. apply andb_prop in G. destruct G as [G _]. apply andb_prop in G. destruct G as [_ G].
    unfold Machine_sound, filter_at. cbn [prefix_table f_tried f_live startable may_start]. split.
    - intros T path N. rewrite T in *. simpl in G. now apply live_right.
    - intros l H r. destruct (has _ 32); auto. now apply starts_right.
  Qed.
End Octets.
