// formats.js - the answers as JSON, CSV and SARIF, and a shell script that gives them.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS } from './dialects.js';
import { encode, unitAt } from './octets.js';
import { cell } from './save.js';

const word = (verdict) => ({ true: 'allow', false: 'disallow' })[verdict] ?? verdict;
const NAMES = DIALECTS.map((d) => d.id);

function toJson(app) {
	const { check, lint } = app.answers;
	return `${JSON.stringify(
		{
			agent: app.state.agent,
			dialect: app.state.dialect,
			urls: app.state.urls.map((url, i) => ({
				url,
				verdicts: Object.fromEntries(NAMES.map((name, d) => [name, word(check.verdicts[i][d])])),
				lines: Object.fromEntries(
					NAMES.map((name, d) => [name, check.lines[i]?.[d] > 0 ? check.lines[i][d] : null]),
				),
			})),
			findings: lint?.findings ?? [],
		},
		null,
		2,
	)}\n`;
}

function toCsv(app) {
	const { check } = app.answers;
	const { doc } = app.editor.view.state;
	const d = NAMES.indexOf(app.state.dialect);
	const rows = [['url', 'agent', ...NAMES, 'line', 'text']];
	app.state.urls.forEach((url, i) => {
		const line = check.lines[i]?.[d];
		rows.push([
			url,
			app.state.agent,
			...check.verdicts[i].map(word),
			line > 0 ? line : '',
			line > 0 ? doc.line(line).text : '',
		]);
	});
	return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const LEVEL = { note: 'note', warning: 'warning', error: 'error' };

function toSarif(app) {
	const findings = app.answers.lint?.findings ?? [];
	const rules = [
		...new Map(
			findings.map((f) => [
				f.id,
				{
					id: f.id,
					shortDescription: { text: f.text },
					help: { text: f.hint },
					defaultConfiguration: { level: LEVEL[f.severity] },
				},
			]),
		).values(),
	];
	const { doc } = app.editor.view.state;
	// The column of an octet of a finding, counted in code points; f.column counts octets.
	const column = (f, octets) => {
		const line = f.line <= doc.lines ? doc.line(f.line).text : '';
		return [...line.slice(0, unitAt(line, f.column - 1 + octets, app.state.encoding))].length + 1;
	};
	const result = (f) => ({
		ruleId: f.id,
		level: LEVEL[f.severity],
		message: { text: `${f.text}${f.said ? ` (${f.said})` : ''}` },
		locations: [
			{
				physicalLocation: {
					artifactLocation: { uri: 'robots.txt' },
					region: { startLine: f.line, startColumn: column(f, 0), endColumn: column(f, f.length) },
				},
			},
		],
	});
	return `${JSON.stringify(
		{
			$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
			version: '2.1.0',
			runs: [
				{
					tool: { driver: { name: 'robotsc', version: app.answers.version ?? '', rules } },
					columnKind: 'unicodeCodePoints',
					results: findings.map(result),
				},
			],
		},
		null,
		2,
	)}\n`;
}

const quoted = (text) => `'${text.replace(/'/g, "'\\''")}'`;

function base64(octets) {
	let text = '';
	for (let i = 0; i < octets.length; i += 8192) text += String.fromCharCode(...octets.subarray(i, i + 8192));
	return btoa(text).replace(/.{76}/g, '$&\n');
}

// A shell script that writes the same file, then asks the same questions.
function toShell(app) {
	const { text, encoding, agent, dialect, urls } = app.state;
	const plain =
		encoding === 'utf-8' &&
		text.endsWith('\n') &&
		!/[^\n\t\x20-\x7e\u00a0-\u{10ffff}]/u.test(text) &&
		!/^END_OF_ROBOTS$/m.test(text);
	const write = plain
		? `cat >robots.txt <<'END_OF_ROBOTS'\n${text}END_OF_ROBOTS\n`
		: `base64 -d >robots.txt <<'END_OF_ROBOTS'\n${base64(encode(text, encoding))}\nEND_OF_ROBOTS\n`;
	const known = app.agent;
	const family = known.obeys || known.ignoresStar ? ' --family' : '';
	const asked = urls.filter(Boolean).map((url) => ` \\\n  ${quoted(url)}`);
	const list = `printf '%s\\n'${asked.join('')}`;
	const who = app.header ? ` --header-agent=${quoted(agent)} -- robots.txt` : `${family} -- robots.txt ${quoted(agent)}`;
	const check = `${list} |\n  robotsc check --dialect=all${who}\n`;
	return `${write}${asked.length ? check : ''}robotsc lint --dialect=${dialect} robots.txt\n`;
}

// Title, file name, and the function that makes the file.
export const FORMATS = {
	json: ['Answers as JSON', 'robots-answers.json', toJson],
	csv: ['Answers as CSV', 'robots-answers.csv', toCsv],
	sarif: ['Remarks as SARIF', 'robots-remarks.sarif', toSarif],
	shell: ['The same in a shell', 'robots-check.sh', toShell],
};
