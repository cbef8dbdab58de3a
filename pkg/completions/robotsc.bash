# robotsc.bash - completion for bash.
# Commands and options come from 'robotsc help'.
#
# SPDX-License-Identifier: Apache-2.0
_robotsc() {
	local word=${COMP_WORDS[COMP_CWORD]} words=

	if [ "$COMP_CWORD" -eq 1 ]; then
		words=$(robotsc help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  .*/\1/p')
	elif [[ $word == -* ]]; then
		words=$(robotsc help "${COMP_WORDS[1]}" 2>/dev/null |
			sed -n '/^Options:/,/^$/s/^  \(-.,\)\{0,1\} *\(--[a-z0-9-]*=\{0,1\}\).*/\2/p')
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
	if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _robotsc robotsc
