(* certify.ml - certify TEXT BLOB: whether the blob gives every robot the text's verdict for every URL.

     certified DIALECT KIND:COUNT...  a certificate was found, and accepted by what is proved
     differs ROBOT PATH...            the blob answers otherwise than the text; both were asked
     not covered: WHY                 anything else

   certify - reads lines TEXT, tab, BLOB instead, and adds the file and the seconds.  certify --changed reads the same, and
   tells how many changed blobs were refused with good certificates.  certify --verdicts DIALECT reads cases, each a
   robots.txt, a name and a URL with 4 octets of size before them, and writes 1, allow, or 0 for each. *)
open Model
open Search

let raise = Stdlib.raise
let limit = 512000

let slurp path =
  let f = open_in_bin path in
  let s = really_input_string f (in_channel_length f) in
  close_in f; s

let engine_says e path = match e with
  | Constant v -> Some v
  | Automaton d -> dfa_run d (200 + 20 * List.length path) path
  | Filters l -> Some (filters_gives l path)
  | Unreadable -> None

exception Answer of string

let quoted s = String.concat "" (List.map (fun c -> if c > 32 && c < 127 then String.make 1 (Char.chr c)
  else Printf.sprintf "%%%02X" c) (octets s))

(* Both are asked again, by a URL: a path that no URL has shows nothing. *)
let differs robots c robot path =
  let unnamed = 122 in
  let url = "/" ^ text (List.map (fun o -> if o = other then unnamed else o) path) in
  let name = octets robot in
  let want = may_fetch_by_states c.speech limit (octets robots) name (octets url) in
  match engine_says (c.policy (select c name)) (path_of c.speech (octets url)) with
  | Some v when v <> want ->
    Some (Printf.sprintf "differs %s %s: the text %s, the blob %s" (if robot = "" then "*" else robot) (quoted url)
      (if want then "allows" else "disallows") (if v then "allows" else "disallows"))
  | _ -> None

let claim_for robots c tally robot k lines =
  let rules = ranked_of c.speech lines in
  let by why = { c_policy = k; c_lines = lines; c_why = why } in
  let searched start delta final names why =
    match pairs start delta final names rules with
    | f -> by (why f)
    | exception Budget -> raise (Answer (Printf.sprintf "not covered: more than %d pairs of places" !budget))
    | exception Differ path ->
      raise (Answer (match differs robots c robot path with
        | Some s -> s
        | None -> "not covered: it differs for a path that no URL has: /"
          ^ quoted (text (List.map (fun o -> if o = other then 255 else o) path)))) in
  match c.policy k with
  | Constant v ->
    tally "constant";
    searched () (fun () _ -> ()) (fun () -> v) (fun () -> []) (fun f -> By_constant (f.size, entry_of f, hint_of f))
  | Automaton d ->
    tally "DFA";
    searched (start d fuel) (delta d fuel) (final d fuel) (names d fuel)
      (fun f -> By_walk (f.size, entry_of f, hint_of f))
  | Unreadable -> raise (Answer "not covered: a machine that cannot be read")
  | Filters l ->
    tally (if List.length l > 1 then "list" else "filter");
    let es = List.concat_map elements l in
    let base = base_rank l in
    let by_ranks slim = by (By_ranks (renumber slim rules base es)) in
    let plain = by_ranks Fun.id in
    let found = if claim_ok c plain then plain else by_ranks bare in
    if claim_ok c found then found
    else
      let asked p = if filters_gives l p <> judged_by_states rules (47 :: p) then differs robots c robot p else None in
      let wrong = List.find_map asked (samples rules es) in
      raise (Answer (match wrong with
        | Some s -> s
        | None when not (filters_good l) -> "not covered: a filter whose tables do not bear it out"
        | None -> "not covered: a filter whose elements are not the rules"))

let at_of blob i = if i < String.length blob then Char.code (String.unsafe_get blob i) else 0

(* The blob with octet k changed to v, and the checksum that it then has. *)
let changed blob k v =
  let b = Bytes.of_string blob in
  Bytes.set b k (Char.chr v);
  let sum = checksum (Bytes.length b) (at_of (Bytes.to_string b)) in
  List.iteri (fun i w -> Bytes.set_uint16_le b (Bytes.length b - 8 + 2 * i) w) [ sum.w0; sum.w1; sum.w2; sum.w3 ];
  Bytes.to_string b

(* A name that the index lacks, or what was found is refused. *)
let lacking robots c gs =
  let shows (t, lines) =
    List.find_map (fun p -> differs robots c (text t) p) (samples (ranked_of c.speech lines) []) in
  match List.find_map shows (names_of gs) with Some s -> s | None -> "not covered: the certificate is refused"

let dialects = [ "rfc9309", Rfc9309; "google", Google; "nexor1994", Nexor1994; "koster1996", Koster1996 ]
let speaks d = fst (List.find (fun (_, e) -> e = d) dialects)

(* accepted: what to do with what was accepted. *)
let certify ?(accepted = fun _ _ _ _ -> ()) robots blob =
  let at = at_of blob in
  match opened (String.length blob) at with
  | Inl r -> "not covered: " ^ (match r with
      | Not_a_blob -> "no blob of version 2" | Checksum -> "the checksum is wrong"
      | Conner2 -> "conner2, or another pair of dialect and form"
      | Partial -> "a partial blob" | Corrupt -> "a section is missing")
  | Inr c ->
    let cache = Hashtbl.create 16 in
    let policy k = match Hashtbl.find_opt cache k with Some e -> e | None -> let e = c.policy k in Hashtbl.add cache k e; e in
    let c = { c with policy } in
    let gs = read c.speech limit (octets robots) in
    let table = Hashtbl.create 16 and claims = ref [] and n = ref 0 and kinds = Hashtbl.create 4 in
    let tally s = Hashtbl.replace kinds s (1 + Option.value ~default:0 (Hashtbl.find_opt kinds s)) in
    let claim robot lines k =
      match Hashtbl.find_opt table (k, lines) with
      | Some j -> j
      | None ->
        claims := claim_for robots c tally robot k lines :: !claims;
        Hashtbl.add table (k, lines) !n; incr n; !n - 1 in
    try
      let star = claim "" (lines_star c.speech gs) (selected c.star c.star) in
      let lines = asked c.speech gs c.index in
      if List.length lines <> List.length c.index then raise (Answer (lacking robots c gs));
      let which = List.map2 (fun (t, f) ls -> claim (text t) ls (selected c.star f)) c.index lines in
      if file_ok gs c (List.rev !claims) which star then begin
        accepted gs (List.rev !claims) which star;
        let said = List.sort compare (Hashtbl.fold (fun k v l -> Printf.sprintf " %s:%d" k v :: l) kinds []) in
        "certified " ^ speaks c.speech ^ String.concat "" said
      end else lacking robots c gs
    with Answer s -> s

(* Changed blobs with the certificate of the good one.  What is accepted gives the text's verdicts all the same, by the
   theorem; how many there are is only told. *)
let tried = ref 0 and refused = ref 0 and late = ref 0
exception Late
let change robots blob =
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle (fun _ -> raise Late));
  let accepted gs claims which star =
    let machines = u32 (at_of blob) 15 and behind = u32 (at_of blob) 20 in
    for _ = 1 to if behind > machines && behind < String.length blob - 8 then 8 else 0 do
      let k = machines + Random.int (behind - machines) in
      let v = Char.code blob.[k] lxor (1 lsl Random.int 8) in
      incr tried;
      let bad = changed blob k v in
      (* A count that was changed may take ages. *)
      ignore (Unix.alarm 1);
      (try match opened (String.length bad) (at_of bad) with
        | Inl _ -> incr refused
        | Inr c -> if not (file_ok gs c claims which star) then incr refused
      with Late | Stack_overflow | Out_of_memory -> incr late);
      ignore (Unix.alarm 0)
    done in
  ignore (certify ~accepted robots blob)

let frame ic =
  let n = Bytes.create 4 in
  really_input ic n 0 4;
  really_input_string ic (Int32.to_int (Bytes.get_int32_le n 0))

let verdicts dialect =
  let d = List.assoc dialect dialects in
  set_binary_mode_in stdin true;
  try
    while true do
      let r = frame stdin in let a = frame stdin in let u = frame stdin in
      print_char (if may_fetch_by_states d limit (octets r) (octets a) (octets u) then '1' else '0')
    done
  with End_of_file -> print_newline ()

let many what =
  try
    while true do
      match String.split_on_char '\t' (input_line stdin) with
      | [ t; b ] ->
        what t (slurp t) (slurp b)
      | _ -> exit 2
    done
  with End_of_file -> ()

let () =
  match Sys.argv with
  | [| _; "--verdicts"; d |] -> verdicts d
  | [| _; "-" |] ->
    many (fun name t b ->
      let started = Sys.time () in
      let s = certify t b in
      Printf.printf "%s\t%s\t%.4f\n%!" s name (Sys.time () -. started))
  | [| _; "--changed" |] ->
    many (fun _ t b -> change t b);
    Printf.printf "%d changed, %d refused, %d without an answer in a second\n" !tried !refused !late
  | [| _; t; b |] ->
    let s = certify (slurp t) (slurp b) in
    print_endline s;
    exit (match s.[0] with 'c' -> 0 | 'd' -> 1 | _ -> 2)
  | _ -> prerr_endline "usage: certify TEXT BLOB | certify - | certify --changed | certify --verdicts DIALECT"; exit 2
