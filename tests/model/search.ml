(* search.ml - looks for certificates.  Nothing here is proved, and nothing needs to be: file_ok looks at what is found. *)
open Model

let raise = Stdlib.raise (* the model has another *)
let octets s = List.init (String.length s) (fun i -> Char.code s.[i])
let text l = String.concat "" (List.map (fun c -> String.make 1 (Char.chr c)) l)
let fuel = 200
let other = 256
let budget = ref 200000

exception Budget
exception Differ of int list (* after the first '/'; other stands for an octet that nothing names *)

type 'p found = { size : int; entries : 'p entry array; hints : (int * int) list array }

(* All pairs of a state of the rules and a place that are reached together. *)
let pairs (start : 'p) (delta : 'p -> int -> 'p) (final : 'p -> bool) (names : 'p -> int list) rules : 'p found =
  let seen : (int, (state * 'p) * int) Hashtbl.t = Hashtbl.create 1000 in
  let entries = ref [||] and from = ref [||] and hints = ref [||] and n = ref 0 in
  let grow r x = if !n >= Array.length !r then r := Array.append !r (Array.make (max 64 (Array.length !r)) x) in
  let add st p way =
    let key = Hashtbl.hash_param 400 400 (st, p) in
    match List.find_opt (fun (x, _) -> x = (st, p)) (Hashtbl.find_all seen key) with
    | Some (_, i) -> i
    | None ->
      let i = !n and e = { rules_at = st; place_at = p } in
      if i >= !budget then raise Budget;
      grow entries e; grow from way; grow hints [];
      !entries.(i) <- e; !from.(i) <- way;
      Hashtbl.add seen key ((st, p), i); incr n; i in
  ignore (add (step (init rules) 47) start (-1, 0));
  let i = ref 0 in
  while !i < !n do
    let e = !entries.(!i) in
    if final e.place_at <> ends e.rules_at then begin
      let rec up j acc = let (p, c) = !from.(j) in if p < 0 then acc else up p (c :: acc) in
      raise (Differ (up !i []))
    end;
    let octets = other :: List.sort_uniq compare (state_names e.rules_at @ names e.place_at) in
    !hints.(!i) <- List.map (fun c -> (c, add (step e.rules_at c) (delta e.place_at c) (!i, c))) octets;
    incr i
  done;
  { size = !n; entries = Array.sub !entries 0 !n; hints = Array.sub !hints 0 !n }

let entry_of f i = f.entries.(i)
let hint_of f i c = match List.assoc_opt c f.hints.(i) with Some j -> j | None -> 0

(* Find which rank of the filters is which rank of the rules: by the patterns that both have, else
   counted.  slim: what file_ok looks at, all of it, or what is left without what another one
   covers. *)
let renumber slim rules base elements =
  let all = slim (expand_all rules)
  and theirs = slim (expand_all (List.map (fun e -> (e.e_rank, pattern_e e)) elements)) in
  let mine = useful 1 all and b = base_of base theirs in
  let ranks = List.sort_uniq compare (List.map fst mine) in
  let table = Hashtbl.create 100 and known = Hashtbl.create 100 in
  let key p = (Hashtbl.hash_param 400 400 p, p) in
  List.iter (fun (r, p) -> Hashtbl.replace table (key p) r) (useful base theirs);
  List.iter (fun (r, p) -> match Hashtbl.find_opt table (key p) with
    | Some x when (x - r) land 1 = 0 -> Hashtbl.replace known r x
    | _ -> ()) mine;
  let rec fill at = function
    | [] -> []
    | r :: l ->
      let n = match Hashtbl.find_opt known r with
        | Some x when x >= at -> x
        | _ -> if (r - at) land 1 = 0 then at else at + 1 in
      (r, n) :: fill n l in
  (base_of 1 all, b) :: fill b ranks

(* Paths that show what rules and filters say: what patterns match, a little changed. *)
let samples rules elements =
  let rec spell = function
    | [] -> [ [] ]
    | Lit c :: p -> List.map (fun s -> c :: s) (spell p)
    | Star :: p -> let l = spell p in l @ List.map (fun s -> 120 :: s) l @ List.map (fun s -> 63 :: s) l
    | Open c :: p -> let l = spell p in
      List.map (fun s -> c :: s) l @ List.map (fun s -> octets (Printf.sprintf "%%%02X" c) @ s) l
    | End :: _ -> [ [] ] in
  let few l = List.filteri (fun i _ -> i < 60) l in
  let stars p = List.length (List.filter (function Star | Open _ -> true | _ -> false) p) in
  let of_pattern p = if stars p > 6 then [] else few (spell p) in
  let patterns = List.map snd rules @ List.map pattern_e elements in
  let words = List.concat_map of_pattern patterns in
  List.concat_map (fun w -> match w with
    | 47 :: w -> [ w; w @ [ 120 ]; (match List.rev w with _ :: l -> List.rev l | [] -> []) ]
    | w -> [ w ]) words
