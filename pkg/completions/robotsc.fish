# robotsc.fish - completion for fish.
# Commands and options come from 'robotsc help'.
#
# SPDX-License-Identifier: Apache-2.0
function __robotsc_commands
    robotsc help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end
function __robotsc_options
    set -l words (commandline -opc)
    robotsc help $words[2] 2>/dev/null |
        sed -n '/^Options:/,/^$/s/^  \(-.,\)\{0,1\} *\(--[a-z0-9-]*=\{0,1\}\)[^ ]* *\(.*\)/\2\t\3/p'
end
complete -c robotsc -n 'test (count (commandline -opc)) -eq 1' -f -a '(__robotsc_commands)'
complete -c robotsc -n 'test (count (commandline -opc)) -gt 1; and string match -q -- "-*" (commandline -ct)' -f -a '(__robotsc_options)'
