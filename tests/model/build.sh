#!/bin/sh
# build.sh FOLDER - proves and extracts the model there, and builds certify.
#
# Fails at an admitted proof, an axiom, and where a theorem rests on another thing than theorems.txt
# says; BLESS=yes writes theorems.txt anew.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
here=$(cd "$(dirname "$0")" && pwd) to=$1
files='Patterns States Text Dialects Certificate Dfa Blob Filter Tries Filters Lists File'

mkdir -p "$to"
if grep -nwE 'Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|give_up|Unset' "$here"/*.v | grep -vE ':\(\*'; then
	echo 'build.sh: a proof of the model is not whole' >&2
	exit 1
fi
cp "$here"/*.v "$here"/*.ml "$to"
cd "$to"
for f in $files; do coqc -q "$f.v"; done
names=$(cut -f 1 "$here/theorems.txt")
for name in $names; do echo "Print Assumptions $name."; done >>Extract.v
coqc -q Extract.v >said
echo "$names" | paste - said >theorems
if [ "${BLESS-no}" = yes ]; then cp theorems "$here/theorems.txt"; fi
diff -u "$here/theorems.txt" theorems
ocamlopt -unsafe -inline 100 -w -a unix.cmxa model.mli model.ml search.ml certify.ml -o certify
