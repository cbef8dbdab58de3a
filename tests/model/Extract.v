(* Extract.v - the model to OCaml.  build.sh adds the question what each theorem of tests/model/theorems.txt rests on.

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
