#!/bin/sh
# lsp.sh - robotsc lsp does what docs/editors.md says, for a client written from the protocol
# (lsp_client.py, lsp_answers.py) and for Neovim.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

python=$(config python)
export PYTHONDONTWRITEBYTECODE=1

if [ -z "$python" ]; then
	skip 'a client: there is no python3'
else
	for case in places edits garbage random_garbage json types; do
		check "messages: $case" "$python" tests/cli/lsp/lsp_client.py "$case" "$robotsc"
	done
	for case in session fixes obeys exit large too_large many; do
		check "answers: $case" "$python" tests/cli/lsp/lsp_answers.py "$case" "$robotsc"
	done
fi

# The problem matcher for VS Code matches each finding that lint prints.
matched() {
	awk '/^```/ { inside = $0 == "```json"; next } inside' docs/editors.md >"$tmp/tasks.json"
	"$robotsc" lint examples/*.txt >"$tmp/findings"
	"$python" - "$tmp/tasks.json" "$tmp/findings" <<'END'
import json
import re
import sys

[task] = json.load(open(sys.argv[1]))['tasks']
pattern = re.compile(task['problemMatcher']['pattern']['regexp'])
found = [line for line in open(sys.argv[2], encoding='utf-8') if pattern.match(line)]
told = [line for line in open(sys.argv[2], encoding='utf-8') if re.match(r'\S+:\d+:\d+: ', line)]
assert found == told and len(found) > 5, (found, told)
assert pattern.match(found[0]).group(4) in ('error', 'warning', 'note')
END
}

[ -z "$python" ] || check 'the task of the page' matched

# Neovim, set up as the page says, opens a file, gets remarks, hovers, makes a change, and gets the
# remaining remarks.
cat >"$tmp/session.lua" <<'END'
local function fail(what, got)
	io.stderr:write(what, ': ', vim.inspect(got), '\n')
	vim.cmd('cquit 1')
end
local function expect(what, got, wanted)
	if not vim.deep_equal(got, wanted) then fail(what, got) end
end
local function codes()
	local all = {}
	for _, d in ipairs(vim.diagnostic.get(0)) do all[#all + 1] = d.lnum .. ' ' .. (d.code or d.user_data.lsp.code) end
	table.sort(all)
	return all
end
local function await(what, wanted)
	if not vim.wait(20000, function() return vim.deep_equal(codes(), wanted) end, 20) then fail(what, codes()) end
end
local function ask(method, params)
	local answers, trouble = vim.lsp.buf_request_sync(0, method, params, 20000)
	local _, answer = next(answers or {})
	if trouble or not answer or answer.err then fail(method, trouble or answer) end
	return answer.result
end

local id = next(vim.lsp.buf_get_clients(0))
await('remarks', { '1 misspelt-field', '2 unescaped', '3 duplicate-rule' })
vim.api.nvim_win_set_cursor(0, { 3, 0 })
local said = ask('textDocument/hover', vim.lsp.util.make_position_params())
if not said.contents.value:find('closed  *.*/caf') then fail('hover', said) end
vim.api.nvim_win_set_cursor(0, { 2, 0 })
local range = vim.lsp.util.make_range_params()
range.context = { diagnostics = {} }
local found = ask('textDocument/codeAction', range)
expect('title', found[1].title, "Write 'Disallow': opens nothing, closes nothing as robots are read here; " ..
	"robots that skip the line now then read it")
vim.lsp.util.apply_workspace_edit(found[1].edit, 'utf-16')
expect('line', vim.api.nvim_buf_get_lines(0, 1, 2, true), { 'Disallow: /a' })
await('remarks after the change', { '2 unescaped', '3 duplicate-rule' })
vim.api.nvim_buf_set_text(0, 2, 14, 2, 16, { '%C3%A9' })
vim.api.nvim_buf_set_lines(0, 3, 4, true, {})
await('no remarks', {})
vim.lsp.stop_client(id)
if not vim.wait(20000, function() return vim.lsp.client_is_stopped(id) end, 20) then fail('stop', id) end
vim.cmd('qall!')
END

with_neovim() {
	printf 'User-agent: *\nDisalow: /a\nDisallow: /caf\303\251\nDisallow: /a\n' >"$tmp/robots.txt"
	awk '/^```/ { inside = $0 == "```lua"; next } inside' docs/editors.md >"$tmp/init.lua"
	HOME=$tmp XDG_STATE_HOME=$tmp PATH=$(cd "$builddir" && pwd):$PATH timeout 100 \
		nvim --headless -u "$tmp/init.lua" -i NONE -n "$tmp/robots.txt" -c "luafile $tmp/session.lua" </dev/null
}

if command -v nvim >/dev/null; then
	check 'Neovim opens, hovers, mends' with_neovim
else
	skip 'an editor: there is no nvim'
fi
finish
