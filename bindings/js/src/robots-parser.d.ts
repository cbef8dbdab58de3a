// SPDX-License-Identifier: Apache-2.0

export interface Robot {
	/** undefined for a URL of another origin. */
	isAllowed(url: string, ua?: string): boolean | undefined;
	isDisallowed(url: string, ua?: string): boolean | undefined;
	/** true: a group that names the robot, not that of '*', disallows the URL; undefined as
	 * above. */
	isExplicitlyDisallowed(url: string, ua?: string): boolean | undefined;
	/** The line that decides; -1: no line does, or the URL is of another origin. */
	getMatchingLineNumber(url: string, ua?: string): number;
	getCrawlDelay(ua?: string): number | undefined;
	getSitemaps(): string[];
	getPreferredHost(): string | null;
}

/** The rules of the robots.txt with this URL. */
export default function robotsParser(url: string, robotstxt: string): Robot;
