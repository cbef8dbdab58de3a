(* Extract.v - the model to OCaml, and what each theorem rests on: tests/model/theorems.txt has the expected answer.

   Numbers become OCaml's; five functions of the library that are slow there are given by hand, and are trusted. *)
Require Import Patterns States Text Dialects Certificate Dfa Blob Filter Tries Filters Lists File.
Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
Extract Inlined Constant PeanoNat.Nat.odd => "(fun n -> n land 1 = 1)".
Extract Inlined Constant PeanoNat.Nat.div => "(/)".
Extract Inlined Constant PeanoNat.Nat.modulo => "(mod)".
Extract Inlined Constant PeanoNat.Nat.land => "(land)".
Extract Inlined Constant PeanoNat.Nat.lxor => "(lxor)".
Extraction "model.ml" may_fetch_by_states judged_by_states read lines_named lines_star asked token path_of ranked_of
  init step ends state_names opened checksum u32 selected select file_ok claim_ok start delta final names dfa_run
  filters_gives elements filters_good base_rank useful bare base_of expand_all pattern_e names_of.

(* The relations. *)
Print Assumptions matchb_spec.
Print Assumptions longest_spec.
Print Assumptions allowed_spec.
Print Assumptions allowed_set.
Print Assumptions group_order.
Print Assumptions group_split.
Print Assumptions nothing_counts.
Print Assumptions named_only.
Print Assumptions no_rules_allow.
Print Assumptions robots_txt_allowed.
Print Assumptions query_holds_2F.
Print Assumptions not_idempotent.
Print Assumptions readings_differ.
Print Assumptions robots_txt_first.
Print Assumptions may_fetch_rfc9309.
Print Assumptions google_spec.
Print Assumptions nexor_spec.
Print Assumptions koster_spec.
Print Assumptions may_fetch_by_states_right.
Print Assumptions walks_once.
Print Assumptions dfa_run_right.
Print Assumptions live_right.
Print Assumptions valid_right.
Print Assumptions dfa_valid_right.
Print Assumptions implied_right.
Print Assumptions settle_right.
Print Assumptions renumbered_right.
Print Assumptions bare_right.
Print Assumptions filter_valid_right.
Print Assumptions trie_entries.
Print Assumptions machine_right.
Print Assumptions filters_gives_right.
Print Assumptions certified_right.
Print Assumptions blob_gives_once.
