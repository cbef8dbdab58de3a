# robotsc.bash - completion for bash.
# Commands, options, their values and operands come from 'robotsc help' and its messages.
#
# SPDX-License-Identifier: Apache-2.0

# The values of an option of a command, a line each: what it says of a value that there is not.
# Nothing is run: '--?' is no option.
_robotsc_values() {
	case $2 in
	--agent | --fallback) _robotsc_operands crawlers 0 ;;
	--format) robotsc "$1" --format=? 2>&1 ;;
	*) robotsc "$1" "$2=?" '--?' 2>&1 ;;
	esac | sed -nE 's/ \(default\)//; s/ or /, /; /^[^ ]+$/p; s/.* is not a (value|format) of .*: |.*; the dialects are //p' |
		tr -d ,
	robotsc help "$1" | sed -n "s/^ *$2=.*'\(all\)'\$/\1/p"
}

# What may stand as operand N, from 0, of a command.
_robotsc_operands() {
	local -a named
	read -ra named < <(robotsc help "$1" 2>/dev/null | sed -n '1s/.*\[OPTION\]\.\.\. *//p')
	case ${named[$2]-${named[${#named[@]} - 1]-}} in
	*AGENT* | *TOKEN*) robotsc crawlers | sed 's/ .*//' ;;
	ACTION) robotsc help "$1" | sed -n '/^ACTION is one of/,/^$/s/^  \([a-z]*\) .*/\1/p' ;;
	esac
}

_robotsc() {
	local word=${COMP_WORDS[COMP_CWORD]} words='' command=${COMP_WORDS[1]} option='' n=0 i

	# "--option=value" is three words for bash.
	if [[ $word == = ]]; then
		option=${COMP_WORDS[COMP_CWORD - 1]} word=''
	elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	for ((i = 2; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		=) i=$((i + 1)) ;;
		-?*) ;;
		*) n=$((n + 1)) ;;
		esac
	done
	if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$command" = help ]; }; then
		words=$(robotsc help | sed -n '/^Options:/q; s/^  \([a-z]*\)  .*/\1/p')
	elif [[ $option ]]; then
		words=$(_robotsc_values "$command" "$option")
	elif [[ $word == -* ]]; then
		words=$(robotsc help "$command" 2>/dev/null |
			sed -n '/^Options:/,/^$/s/^  \(-.,\)\{0,1\} *\(--[a-z0-9-]*=\{0,1\}\).*/\2/p')
	else
		words=$(_robotsc_operands "$command" $n)
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
	if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _robotsc robotsc
