// SPDX-License-Identifier: Apache-2.0
import { Agent, Dialect, Policy, Record, Text, Url } from './check.js';

export {
	AbsentError, Agent, AgentError, BlobError, Dialect, open, origin, OriginError, OutOfMemoryError, Policy, Record, RequestRate,
	RobotscError, robotsUrl, Text, Url, urlProblem, Usage,
} from './check.js';

/** How a text is read. */
export interface ReadOptions {
	/** Default: "rfc9309". */
	dialect?: Dialect;
	/** rfc9309: accept only exact field spellings with colons. */
	strictFields?: boolean;
	/** rfc9309: Content-Usage ends a list of User-agent lines. */
	aiprefRule?: boolean;
	/** conner2: a record with Disallow and plain Allow lines disallows what no rule matches. */
	conner2RestDeny?: boolean;
}

export interface RobotOptions extends ReadOptions {
	/**
	 * rfc9309, google: the tokens are names of one robot, whose rules are those of all groups
	 * that name it.  A blob does not tell that it was made so.
	 */
	oneRobot?: boolean;
}

export interface CompileOptions extends RobotOptions {
	/** Product tokens to compile for; left out: all robots.  Others throw AgentError. */
	agents?: Iterable<Text>;
	/** Keep Sitemap, Crawl-delay and the like.  Default: true. */
	extensions?: boolean;
}

/**
 * Compiles a robots.txt into a policy.  The same text gives the same blob.
 *
 * The text is copied, and compiled at the first question to the policy; at once with agents, or if
 * it has more than 512,000 octets.
 *
 * No text is invalid.  If it does not look like a robots.txt, or if its rest is not read, there is
 * a warning on the console, once for each caller, and policy.content names the kind.
 */
export function compile(text: Text, options?: CompileOptions): Policy;

export interface ExplainOptions extends RobotOptions {
	/** A product token of the robot, or several in order of preference. */
	agent?: Text | Text[];
	/** Also find changes that would turn the verdict around.  Default: true. */
	changes?: boolean;
}

export interface Match {
	line: number;
	verdict: 'allow' | 'disallow';
	/** The length of its pattern in the sense of precedence. */
	octets: number;
	text: string;
}

export interface Change {
	kind: 'remove' | 'add' | 'add-group' | 'shortest';
	/** remove: the removed line; add, shortest: the line after the new one; add-group: 0. */
	line: number;
	/** The text that is removed or added. */
	text: string;
	/** remove: the line that then decides; 0: no rule matches. */
	then?: number;
	/** A path whose verdict turns around, too; null: there is none; left out: not known. */
	also?: string | null;
	/** The robots.txt after the change; for remove, after all changes of this kind. */
	with: string;
}

/** As `robotsc explain --json` prints it, plus the members "with". */
export interface Explanation {
	url: string;
	dialect: Dialect;
	verdict: 'allow' | 'disallow';
	group: { agent: string; line: number; rules: number } | null;
	/** The verdict follows from the rule that /robots.txt may always be fetched. */
	implied: boolean;
	/** The line that decides; 0: no rule matches. */
	deciding: number;
	matches: Match[];
	precedence: string;
	changes: Change[];
	/**
	 * Lines whose effect on this URL is not what they look like.  prefix: the pattern ends
	 * inside a name that it closes; case, sign: it would close the URL, but for letter case, or
	 * for the sign before a parameter.
	 */
	unexpected?: { kind: 'prefix' | 'case' | 'sign'; line: number; pattern: string }[];
	/** The text that the command prints for people. */
	toString(): string;
}

/**
 * Which lines decide about a URL, and what would change the verdict.
 *
 * The console gets a warning about a text that looks like none or is cut, as by compile, and about
 * a url that is none.
 */
export function explain(text: Text, url: Url, options?: ExplainOptions): Explanation;

export interface LintOptions extends ReadOptions {
	/** A budget of steps; bounds time and memory. */
	steps?: number;
	/** The name of the file in the printed text. */
	name?: string;
	/** The site is meant to be found: closing it to all robots is an error. */
	public?: boolean;
	/** How many findings of a kind the printed text has at most; 0: all.  Default: 10. */
	most?: number;
}

export interface Finding {
	id: string;
	severity: 'note' | 'warning' | 'error';
	line: number;
	/** From 1, in octets. */
	column: number;
	/** How many octets it is about; 0: it is about a place. */
	length: number;
	text: string;
	hint: string;
	/** What the line was taken for, or the dialect that decides this. */
	said?: string;
	/** An example of a path. */
	path?: string;
	/** Other lines that it is about: the first six. */
	lines: number[];
	/** How many other lines it is about. */
	all_lines: number;
	/** A change of the text that does what the hint says; undefined: people must decide. */
	fix?: Fix;
}

export interface Fix {
	/** What it does. */
	label: string;
	/** What changes by it. */
	effect: string;
	/** In the order of places; they do not overlap. */
	edits: Edit[];
}

/** Octets of the text to remove, and the text to put in their place. */
export interface Edit {
	from: number;
	to: number;
	text: string;
}

/** As an element of files in `robotsc lint --format=json`. */
export interface Lint {
	findings: Finding[];
	/** How many questions needed more steps than the budget. */
	undecided: number;
	steps: number;
	/** The text that the command prints for people. */
	toString(): string;
}

/** Mistakes and surprises in a robots.txt.  docs/lint.md */
export function lint(text: Text, options?: LintOptions): Lint;

export interface SummaryOptions extends ReadOptions {
	/** The old text: the member "against" then says what changed, and for whom. */
	against?: Text;
	/** A budget of steps; bounds time and memory. */
	budget?: number;
	/** The names of the file and of the old text in the printed text. */
	name?: string;
	oldName?: string;
}

/** How much of a site is open; unknown: the proof needs more steps than the budget. */
export type Extent = 'open' | 'partly' | 'closed' | 'unknown';

export interface SummaryGroup {
	/** Its User-agent lines, in the form in which names are compared. */
	agents: string[];
	/** first: its first User-agent line; last: its last rule. */
	first: number;
	last: number;
	/** How many rules it has. */
	allow: number;
	disallow: number;
}

export interface SummaryRecord {
	line: number;
	/** Such as "Sitemap"; null: an unknown field. */
	field: string | null;
	value: string;
	/** Of Crawl-delay. */
	milliseconds?: number;
}

export interface SummaryPart {
	extent: Extent;
	/** The part of all paths that are in no other part. */
	rest: boolean;
	prefix: string;
	/** Only the prefix itself, and no longer path. */
	exact: boolean;
	/** How many rules are about it, and the line of the first of these. */
	rules: number;
	line: number;
}

/** The answer for some robots, which is the same for each. */
export interface SummaryAnswer {
	/** For the whole site but /robots.txt, proved over all paths. */
	extent: Extent;
	front_page: 'open' | 'closed';
	/** Allow patterns, if all paths are closed except those that they match. */
	closed_but: string[];
	/** How many of these patterns there are, including those that are left out. */
	all_closed_but: number;
	/** How many robots have this answer. */
	robots: number;
	/** The groups that these robots obey; none: no rule holds. */
	groups: SummaryGroup[];
	/** First folders in the patterns of rules, and last the rest. */
	parts: SummaryPart[];
	/** The first lines of "*" that close what is open to these robots; how many there are. */
	not_inherited: number[];
	all_not_inherited: number;
	delays: SummaryRecord[];
	/** The preferences that result for the front page. */
	preferences: { field: string; label: string; value: string }[];
	/** How many lines state preferences for some paths only. */
	preferences_below: number;
}

export interface SummaryRobot {
	/** "*": all other robots. */
	token: string;
	/** It is in the list of known crawlers. */
	known: boolean;
	maker: string | null;
	purpose: string | null;
	note: string | null;
	dialect: Dialect;
	/** The token whose group it obeys; null: it obeys none. */
	obeys: string | null;
	/** The index of its answer. */
	answer: number;
}

export interface SummaryFinding {
	id: string;
	severity: 'note' | 'warning' | 'error';
	/** The line of the first finding. */
	line: number;
	count: number;
	text: string;
	hint: string;
}

/** The answer for robots before a change, or now. */
export interface SummarySide {
	extent: Extent;
	front_page: 'open' | 'closed';
	delays: { field: string; value: string }[];
	preferences: { field: string; label: string; value: string }[];
	preferences_below: number;
}

export interface SummaryChange {
	/** "*": all other robots. */
	robots: string[];
	/** Whether the verdicts before and after are the same. */
	answer: Answer;
	/** A path for each direction of change; null: none was found. */
	newly_disallowed: string | null;
	newly_allowed: string | null;
	before: SummarySide;
	now: SummarySide;
}

/** As `robotsc summary --format=json`. */
export interface Summary {
	/** The kind of text; "text" and "empty" are the usual ones. */
	content: string;
	octets: number;
	lines: number;
	/** How many questions needed more steps than the budget. */
	undecided: number;
	/** How many robots of the file were not looked up. */
	left_out: number;
	steps: number;
	groups: SummaryGroup[];
	/** Those for whom most is closed come first. */
	answers: SummaryAnswer[];
	/** In the order of their answers. */
	robots: SummaryRobot[];
	/** Sitemap and other lines of the file as a whole. */
	records: SummaryRecord[];
	findings: SummaryFinding[];
	/** With the option against: what changed for which robots, and in lines like Sitemap. */
	against?: {
		changes: SummaryChange[];
		new: { field: string; value: string }[];
		gone: { field: string; value: string }[];
	};
	/** The text that the command prints for people. */
	toString(): string;
}

/**
 * What a robots.txt means for each crawler that `robotsc crawlers` lists, each robot that the file
 * names, and all others.  The console gets a warning about a text that looks like none or is cut.
 */
export function summary(text: Text, options?: SummaryOptions): Summary;

export interface CompareOptions extends Omit<RobotOptions, 'dialect'> {
	/** A budget of steps; bounds time. */
	budget?: number;
	/** Compare only for these product tokens, for each by itself. */
	agents?: Text[];
}

export interface DiffOptions extends CompareOptions {
	/** The dialect of both texts, or of a and of b.  A policy has its own dialect. */
	dialect?: Dialect | [Dialect, Dialect];
	/** Only paths in the form in which crawlers write them. */
	usual?: boolean;
	/** How many examples in each direction there are at most.  Default: 3. */
	most?: number;
	/** The names of the sides in the printed text. */
	names?: [string, string];
}

export type Answer = 'same' | 'different' | 'unknown';

/** Why a side decides as it does. */
export interface Reason {
	kind: 'line' | 'no-rule' | 'robots-txt' | 'blob' | 'unknown';
	line?: number;
	text?: string;
}

export interface Example {
	path: string;
	a: Reason;
	b: Reason;
}

export interface DiffResult {
	/** Robots with the same rules on each side, in lower case or as in options.agents. */
	agents: string[];
	/** Also for all robots that neither side names. */
	others: boolean;
	answer: Answer;
	/** All paths were explored. */
	complete: boolean;
	states: number;
	newly_disallowed: Example[];
	newly_allowed: Example[];
}

/** As an element of pairs in `robotsc diff --format=json`. */
export interface Diff {
	a: { dialect: string };
	b: { dialect: string };
	results: DiffResult[];
	answer: Answer;
	/** Fields with different lines on which no verdict depends; left out if there are none. */
	not_compared?: string[];
	/** The text that the command prints for people. */
	toString(): string;
}

/**
 * What robots may fetch by b and not by a, and the other way round, proved over all paths.  The
 * console gets a warning about a text that looks like none or is cut.
 */
export function diff(a: Text | Policy, b: Text | Policy, options?: DiffOptions): Diff;

export interface Verification {
	proved: boolean;
	/** path: the shortest path on which policy and text differ; allowed: by the policy. */
	results: {
		agents: string[];
		others: boolean;
		answer: Answer;
		states: number;
		path: string | null;
		allowed: boolean | null;
	}[];
	/** The text that the command prints for people. */
	toString(): string;
}

/**
 * Proves that a policy gives every path the verdict of its robots.txt.  The console gets a warning
 * about a text that looks like none or is cut.
 */
export function verify(policy: Policy, text: Text, options?: CompareOptions & { dialect?: Dialect }): Verification;

export interface GenerateOptions extends ReadOptions {
	agent?: Text | Text[];
	/** Default: 100. */
	count?: number;
	/** Only paths with this verdict. */
	allowed?: boolean;
	/** Choose random paths; the same seed gives the same paths. */
	seed?: number;
	budget?: number;
}

/**
 * Paths that show what a robot may fetch.  complete: the budget was sufficient.  The console gets a
 * warning about a text that looks like none or is cut.
 */
export function generate(of: Text | Policy, options?: GenerateOptions): {
	paths: { path: string; allowed: boolean }[];
	complete: boolean;
};

/** The automata of a robot as a graph, in the language of Graphviz. */
export function dot(agent: Agent, options?: { name?: string }): string;

/** Header fields: a Headers object, pairs, "Name: value", or an object such as those of node:http. */
export type HeaderFields =
	Iterable<readonly [string, string] | string> | { readonly [name: string]: string | readonly string[] | undefined };

export interface RecordsOptions extends RobotOptions {
	/** The robot whose records are asked for; left out: those of the file. */
	agent?: Text | Text[];
	/** The URL of the text: Sitemap lines relative to it are included, as whole URLs. */
	url?: Url;
}

/** A record of a text; a policy leaves out Sitemap lines that are no whole URLs. */
export interface TextRecord extends Record {
	/** A Sitemap with a relative URL: value is the whole URL, rest the value as written. */
	readonly resolved: boolean;
}

/** The lines of a robots.txt other than rules: of the file, or of a robot. */
export function records(text: Text, options?: RecordsOptions): TextRecord[];

/** A rule of a text. */
export interface Rule {
	/** The number of its group, from 0, in the order of the file. */
	group: number;
	/** The User-agent lines of its group, in the form in which names are compared. */
	agents: string[];
	line: number;
	kind: 'allow' | 'disallow';
	/** The pattern as written. */
	pattern: string;
	/** The pattern in the form in which it is compared: the same for equal patterns. */
	canonical: string;
}

/**
 * The rules of a robots.txt as data, in its order.  The console gets a warning about a text that
 * looks like none or is cut.
 */
export function rules(text: Text, options?: ReadOptions): Rule[];

export interface SitemapOptions extends ReadOptions {
	/** Purposes of crawlers that `robotsc crawlers` lists, and product tokens.  Default: search. */
	names?: Text[];
}

export interface Sitemap {
	answers: (
		| { url: string; verdict: 'disallow'; robots: string[]; line: number; text: string }
		/** A URL of another host, or a part of an index: it is not judged. */
		| { url: string; verdict: 'other-host' | 'part'; robots?: undefined; line?: undefined; text?: undefined }
	)[];
	/** How many URLs were judged, how many are closed to any of these robots, and how many were
	 * not judged. */
	urls: number;
	closed: number;
	other_hosts: number;
	parts: number;
	/** How many entries are neither URLs nor paths. */
	wrong: number;
	/** Why the sitemap was not read to its end; null: it was. */
	fault: string | null;
}

/**
 * Which URLs of a sitemap a robots.txt closes, to which robots, by which line.  map: XML or a list
 * of URLs, not compressed.  The console gets a warning about a text that looks like none or is cut.
 */
export function sitemap(text: Text, map: Text, options?: SitemapOptions): Sitemap;

export interface EditOptions extends ReadOptions {
	/** Purposes of listed crawlers, and product tokens: robots that may fetch nothing. */
	shutOut?: Text[];
	/** Robots that may fetch everything.  A token overrules a purpose. */
	letIn?: Text[];
	/** A budget of steps, for all proofs. */
	budget?: number;
}

export interface Edited {
	/** If not proved: the text would be wrong for robot, and on path, if path is not empty. */
	outcome: 'proved' | 'not-closed' | 'not-open' | 'changes' | 'records' | 'unknown';
	/** The new text, as octets if it is no UTF-8; null: nothing was proved. */
	text: string | Uint8Array | null;
	/** The robots that were named; kept: the group that the robot obeyed now names it. */
	robots: { token: string; effect: 'closed' | 'was-closed' | 'open' | 'was-open' | 'kept' }[];
	robot: string;
	path: string;
}

/**
 * A robots.txt in which crawlers are shut out or let in, while its other lines stay: `robotsc
 * edit`. For all other robots nothing changes, which is proved.  The console gets a warning about a
 * text that looks like none or is cut.
 */
export function edit(text: Text, options?: EditOptions): Edited;

export interface PageOptions {
	html?: Text;
	headers?: HeaderFields;
	/** Product tokens of the robot. */
	agent?: Text | Text[];
	/** META tags after the head count, too. */
	body?: boolean;
	/** Robots-Tag fields count, too. */
	robotsTag?: boolean;
}

/** As `robotsc page --json` prints it; unavailable_after is in seconds since 1970. */
export interface Page {
	index: boolean;
	follow: boolean;
	noarchive: boolean;
	nocache: boolean;
	nosnippet: boolean;
	notranslate: boolean;
	noimageindex: boolean;
	indexifembedded: boolean;
	noai: boolean;
	noimageai: boolean;
	noml: boolean;
	'max-snippet': number | null;
	'max-image-preview': 'none' | 'standard' | 'large' | null;
	'max-video-preview': number | null;
	unavailable_after: number | null;
	'tdm-reservation': number | null;
	'tdm-policy': string | null;
	/** How many items and values are unknown. */
	ignored: number;
	/** The offset in the HTML of the first unknown item, in octets. */
	ignored_at: number | null;
	/** The text that the command prints for people. */
	toString(): string;
}

/**
 * What a page and the header of its response say to a robot.  The console gets a warning about a
 * text that looks like no web page.  docs/page.md
 */
export function page(options?: PageOptions): Page;

/** As `robotsc page --robots --url --json` prints it. */
export interface PageAnswer extends Page {
	/** Whether the page may be fetched. */
	verdict: 'allow' | 'disallow';
	/** The URL is that of /robots.txt. */
	implied: boolean;
	/** The line that decides, and its text; 0 and null: no line decides. */
	line: number;
	text: string | null;
	indexed: boolean;
	/** The page restricts a robot that never reads this, since it may not fetch the page. */
	never_read: boolean;
}

/** A page together with its robots.txt: whether it may be fetched, and may be indexed. */
export function pageAnswer(text: Text, url: Text, options?: PageOptions & ReadOptions): PageAnswer;

export interface Fetch {
	/** The status of the last response; or else failure. */
	status?: number;
	failure?: 'dns' | 'connect' | 'tls' | 'timeout' | 'truncated' | 'malformed' | 'loop' | 'no-location';
	/** Give all fields of a 3xx, or no headers: if Location is missing, it leads nowhere. */
	headers?: HeaderFields;
	/** How many redirects were followed. */
	redirects?: number;
	/** When the fetch ended: a Date, or seconds since 1970, as in answers; default: now. */
	at?: Date | number;
	profile?: 'rfc9309' | 'google' | '1996' | 'draft2019';
	/** The profile is the one for this dialect. */
	dialect?: Dialect;
	/** How many seconds ago the first of the failures in a row was. */
	unreachable?: number;
	/** How many seconds ago the crawler's copy was fetched; left out: there is no copy. */
	cachedAge?: number;
	/** The body is empty. */
	empty?: boolean;
	/** google: other pages of the site can be fetched. */
	siteUp?: boolean;
	/** Treat 429 like other 4xx. */
	allow429?: boolean;
	/** The caller does not follow this redirect. */
	refused?: boolean;
	/** The body is a web page. */
	page?: boolean;
	/** What a 202 and a web page count as.  Default: "parse", a robots.txt. */
	challenge?: 'parse' | 'unavailable' | 'unreachable';
}

/** As `robotsc access --json` prints it.  Times are seconds since 1970. */
export interface Decision {
	outcome: 'parse' | 'allow' | 'deny' | 'defer' | 'cached' | 'follow';
	profile: string;
	reason: string;
	end: string;
	status: number;
	fetched: number;
	since: number;
	expires: number;
	revalidate: boolean;
	/** The response may be a challenge, whatever it counts as. */
	challenge: boolean;
	/** The text that the command prints for people. */
	toString(): string;
}

/** What the end of a fetch of a robots.txt means, and for how long.  docs/access.md */
export function access(fetch: Fetch): Decision;

/** The version of the library. */
export function version(): string;
