# robotsc.fish - completion for fish.
# Commands, options, their values and operands come from 'robotsc help' and its messages.
#
# SPDX-License-Identifier: Apache-2.0
function __robotsc_commands
    robotsc help | sed -n '/^Options:/q; s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end
function __robotsc_crawlers
    robotsc crawlers | sed 's/ .*//'
end
function __robotsc_options
    set -l words (commandline -opc)
    robotsc help $words[2] 2>/dev/null |
        sed -n '/^Options:/,/^$/s/^  \(-.,\)\{0,1\} *\(--[a-z0-9-]*=\{0,1\}\)[^ ]* *\(.*\)/\2\t\3/p'
end
# What the command says of a value that there is not.  Nothing is run: '--?' is no option.
function __robotsc_values
    set -l words (commandline -opc)
    set -l option (string split -m 1 = -- (commandline -ct))[1]
    switch $option
        case --agent --fallback
            __robotsc_crawlers
        case --format
            robotsc $words[2] '--format=?' 2>&1
        case '*'
            robotsc $words[2] "$option=?" '--?' 2>&1
    end | sed -nE 's/ \(default\)//; s/ or /, /; /^[^ ]+$/p; s/.* is not a (value|format) of .*: |.*; the dialects are //p' |
        string replace -a ', ' \n | string replace -r '^' -- "$option="
    robotsc help $words[2] | sed -n "s/^ *$option=.*'\(all\)'\$/$option=\1/p"
end
function __robotsc_operands
    set -l words (commandline -opc)
    set -l n (count (string match -v -- '-*' $words[3..-1]))
    set -l named (robotsc help $words[2] 2>/dev/null | sed -n '1s/.*\[OPTION\]\.\.\. *//p' | string split ' ')
    set -l name $named[(math $n + 1)]
    test -n "$name"; or set name $named[-1]
    switch "$name"
        case '*AGENT*' '*TOKEN*'
            __robotsc_crawlers
        case ACTION
            robotsc help $words[2] | sed -n '/^ACTION is one of/,/^$/s/^  \([a-z]*\)[ A-Z.]*  *\(.*\)/\1\t\2/p'
    end
end
function __robotsc_is
    set -l words (commandline -opc)
    if test (count $words) -eq 1; or test "$words[2..-1]" = help
        test $argv[1] = command
    else if string match -q -- '--*=*' (commandline -ct)
        test $argv[1] = value
    else if string match -q -- '-*' (commandline -ct)
        test $argv[1] = option
    else
        test $argv[1] = operand
    end
end
complete -c robotsc -n '__robotsc_is command' -f -a '(__robotsc_commands)'
complete -c robotsc -n '__robotsc_is option' -f -a '(__robotsc_options)'
complete -c robotsc -n '__robotsc_is value; and count (__robotsc_values) >/dev/null' -f -a '(__robotsc_values)'
complete -c robotsc -n '__robotsc_is operand; and count (__robotsc_operands) >/dev/null' -f -a '(__robotsc_operands)'
