# texts_lib.sh - the texts on which a package is compared with the command; to be sourced after
# lib.sh.
#
#	texts	put them in $tmp/texts, under numbers: those of ROBOTSC_CORPUS where it is set, else
#		those of the tree
#
# SPDX-License-Identifier: Apache-2.0
corpus_texts() {
	rm -rf "$tmp/import" && "$robotsc" import -q --text="$tmp/import" "$ROBOTSC_CORPUS/robots.warc.gz" && copy "$tmp/import"
}

tree_texts() {
	mkdir -p "$tmp/tree" && find examples tests/goldens -name '*.txt' -o -name '*.golden' -o -name '*.robots.txt' |
		while read -r file; do cp "$file" "$tmp/tree/$(echo "$file" | tr / _)"; done && copy "$tmp/tree"
}

# copy FOLDER: its files as $tmp/texts/NUMBER, a name in which the command escapes nothing.
copy() {
	i=0
	mkdir -p "$tmp/texts"
	for file in "$1"/*; do
		i=$((i + 1))
		cp "$file" "$tmp/texts/$i" || return 1
	done
	echo "$i texts"
	[ $i -ge 20 ]
}

texts() {
	if [ "$store" = yes ] && [ -n "${ROBOTSC_CORPUS-}" ]; then
		prepare 'the texts of the corpus' corpus_texts
	else
		prepare 'the texts of the tree' tree_texts
	fi
}
