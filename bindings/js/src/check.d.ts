// SPDX-License-Identifier: Apache-2.0

declare global {
	/** For TypeScript without lib.esnext.disposable. */
	interface SymbolConstructor {
		readonly dispose: unique symbol;
	}
}

/** Octets, or a string, which stands for its UTF-8. */
export type Text = string | Uint8Array | ArrayBuffer | ArrayBufferView;

/** A URL, which may be an object of class URL. */
export type Url = Text | { readonly href: string };

/** The names of the dialects.  docs/dialects.md */
export type Dialect = 'rfc9309' | 'google' | 'nexor1994' | 'koster1996' | 'conner2';

/** The class of all errors of this package, except TypeError and RangeError for wrong arguments. */
export class RobotscError extends Error {}
/** The octets are no intact blob. */
export class BlobError extends RobotscError {}
/** The text is no product token, or the policy was compiled for others. */
export class AgentError extends RobotscError {}
/** The policy was compiled without this part. */
export class AbsentError extends RobotscError {}
/** The URL has no robots.txt. */
export class OriginError extends RobotscError {}
/** The question needs more memory than an instance may have. */
export class OutOfMemoryError extends RobotscError {}

/** A line of a robots.txt other than a rule.  docs/extensions.md */
export interface Record {
	/** The field's usual spelling, such as "Crawl-delay"; of an unknown field, as written. */
	readonly field: string;
	readonly value: string;
	/** From 1. */
	readonly line: number;
	/** The number of its group, from 1 in file order; 0: no group. */
	readonly group: number;
	/** The pattern of paths to which it applies; empty: all. */
	readonly path: string;
	/** The value without the path. */
	readonly rest: string;
	/** Crawl-delay: seconds. */
	readonly delay: number | null;
	/** Request-rate: documents in this number of seconds. */
	readonly documents: number | null;
	readonly seconds: number | null;
	/** Request-rate, Visit-time: the first and the last minute of the day in UTC; null: always. */
	readonly start: number | null;
	readonly end: number | null;
}

export interface RequestRate {
	readonly documents: number;
	readonly seconds: number;
}

/** The verdict, and the preferences for a URL: preferences[field][label]. */
export interface Usage {
	readonly allowed: boolean;
	readonly preferences: { readonly [field: string]: { readonly [label: string]: string } };
}

/** A compiled robots.txt, as a blob.  See compile and open. */
export class Policy {
	private constructor();
	/** A copy of the policy's octets, from which open makes the policy again. */
	readonly blob: Uint8Array;
	/** The product tokens that have rules, in lower case. */
	readonly agents: string[];
	readonly dialect: Dialect;
	/** The kind of text that compile was given, such as "html"; null after open. */
	readonly content: string | null;
	/** The values of Sitemap lines.  Throws AbsentError. */
	readonly sitemaps: string[];
	/** The values of License lines of the whole file.  Throws AbsentError. */
	readonly licenses: string[];
	/**
	 * The rules for one robot.  RFC 9309 section 2.2.1
	 *
	 * The first product token that the file names decides.  If it names none, or without
	 * tokens, the groups of "*" decide.  Throws AgentError if the policy was compiled for other
	 * tokens, or if a text is no token of the dialect: a whole header is for agentForHeader.
	 */
	agent(...tokens: Text[]): Agent;
	/**
	 * The rules for the robot that sends a User-Agent header.  docs/dialects.md
	 *
	 * Its tokens are the products in the header that the file names, the longest first; if
	 * there are none, the groups of "*" decide.  Throws AgentError if the policy was compiled
	 * for tokens and the header has none of them.
	 */
	agentForHeader(header: Text): Agent;
	/** The records of the file as a whole.  Throws AbsentError. */
	records(): Record[];
	/** Lets go of the octets.  Agents of the policy keep them. */
	dispose(): void;
	[Symbol.dispose](): void;
}

export interface PauseOptions {
	/** Seconds: a lower limit of the pause, whatever the file asks for; default 0. */
	atLeast?: number;
	/** Seconds: an upper limit of the pause. */
	atMost?: number;
	/** When the fetch ended: a Date, or seconds since 1970; default now.  Request-rate may depend on it. */
	at?: Date | number;
	/** How many seconds the fetch took; default 0. */
	took?: number;
}

/** As `robotsc next`: the longer pause of Crawl-delay and Request-rate. */
export interface Pause {
	/** Seconds. */
	pause: number;
	/** no-record: 10 seconds, or twice as long as the fetch took. */
	reason: 'crawl-delay' | 'request-rate' | 'no-record';
	/** The option that changed the pause, or null. */
	cut: 'at-least' | 'at-most' | null;
}

/** The rules for one robot.  See Policy.agent. */
export class Agent {
	private constructor();
	readonly policy: Policy;
	/** The product tokens that were asked for. */
	readonly tokens: Text[];
	/** The token that has rules, "*", or null: everything is allowed. */
	readonly token: Text | null;
	/** The longest Crawl-delay in seconds.  Throws AbsentError. */
	readonly crawlDelay: number | null;
	/** How long to wait after a fetch that ends now.  Throws AbsentError. */
	pause(options?: PauseOptions): Pause;
	/** The slowest Request-rate that applies at any time of day.  Throws AbsentError. */
	readonly requestRate: RequestRate | null;
	/**
	 * True if the URL may be fetched.  RFC 9309 section 2.2.2
	 *
	 * url: an absolute URL of the policy's origin, or a path with its query.  Any other text is
	 * read as a path, with a warning on the console: see urlProblem.
	 */
	allowed(url: Url): boolean;
	/** The answer for each URL of an iterable. */
	allowedMany(urls: Iterable<Url>): boolean[];
	/** The verdict, and the preferences for the URL's content.  Throws AbsentError. */
	usage(url: Url): Usage;
	/** The records of this robot's groups.  Throws AbsentError. */
	records(): Record[];
	/** Lets go of the octets. */
	dispose(): void;
	[Symbol.dispose](): void;
}

/** Verifies a blob and returns its policy.  The octets are copied.  Throws BlobError. */
export function open(blob: Uint8Array | ArrayBuffer | ArrayBufferView | Policy): Policy;

/** The origin whose robots.txt applies to a URL.  RFC 9309 section 2.3.  Throws OriginError. */
export function origin(url: Url): string;

/** The URL of the robots.txt that applies to a URL.  Throws OriginError. */
export function robotsUrl(url: Url): string;

/**
 * What is wrong with a URL: null if it has a robots.txt, or is a path from "/" on.
 *
 * Other texts are checked as paths, with a warning on the console, once for each caller.
 * docs/access.md
 */
export function urlProblem(url: Url, dialect?: Dialect): string | null;
