// questions.mjs - questions for every environment: Node, a page, a worker.
//
// SPDX-License-Identifier: Apache-2.0
const TEXT = 'User-agent: ExampleBot\nDisallow: /private/\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /*.pdf$\nDisalow: /x\n' +
	'Sitemap: http://h/s\n';

/** Plain answers, the same everywhere.  parser: the default export of robotsc/robots-parser. */
export function answers(robotsc, parser) {
	const policy = robotsc.compile(TEXT), robot = policy.agent('ExampleBot');
	const again = robotsc.open(policy.blob).agent();
	const rules = parser('http://h/robots.txt', TEXT);
	return {
		version: robotsc.version(),
		blob: Array.from(policy.blob),
		allowed: robot.allowedMany(['/', '/private/', 'http://h/private/\u00e9', '/' + 'x'.repeat(200000)]),
		again: again.allowedMany(['/a.pdf', '/a.pdf?', '/private/']),
		delay: robot.crawlDelay,
		records: policy.records(),
		explanation: robotsc.explain(TEXT, '/a.pdf'),
		findings: robotsc.lint(TEXT),
		difference: robotsc.diff(TEXT, 'User-agent: *\nDisallow: /a'),
		proof: robotsc.verify(policy, TEXT),
		paths: robotsc.generate(policy, { count: 20 }),
		graph: robotsc.dot(robot),
		page: robotsc.page({ html: '<meta name=robots content=noindex>' }),
		access: robotsc.access({ status: 404, at: 1e9 }),
		origin: robotsc.origin('HTTP://H:80/'),
		parser: [rules.isAllowed('http://h/a.pdf'), rules.isAllowed('http://other/'), rules.getMatchingLineNumber('http://h/a.pdf')],
		error: [() => robotsc.open(new Uint8Array(9)), () => robotsc.origin('x:')].map((ask) => {
			try {
				return ask();
			} catch (error) {
				return `${error.name}: ${error.message}`;
			}
		}),
	};
}
