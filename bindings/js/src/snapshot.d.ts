// SPDX-License-Identifier: Apache-2.0
import { Policy, RobotscError, Text, Url } from './check.js';

export { AgentError, OriginError, OutOfMemoryError, RobotscError } from './check.js';

/** The snapshot is damaged, is none, or has another root. */
export class SnapshotError extends RobotscError {}
/** The server, or what stands between, cannot be asked for parts of the file. */
export class HttpError extends RobotscError {
	/** The status of its answer, where that is what is wrong; else 0. */
	readonly status: number;
}

/** What is verified.  docs/snapshot.md, "Trust" */
export interface TrustOptions {
	/**
	 * "intact", the default: checksums of what is read, and the policy as open verifies it.  "forged":
	 * the same, and what was worked out beforehand for the agents of the snapshot.  "known": the root
	 * alone; for a snapshot that was verified when it came.
	 */
	trust?: 'intact' | 'forged' | 'known';
	/** What the root must be, as 64 hexadecimal digits or 32 octets; "known" needs it. */
	root?: string | Uint8Array;
}

export interface FetchSnapshotOptions extends TrustOptions {
	/** In place of the global fetch. */
	fetch?: (url: string, init: RequestInit) => Promise<Response>;
	/** Fields of each request. */
	headers?: HeadersInit;
	/** Ends all requests, also those of later questions. */
	signal?: AbortSignal;
	/** Octets of a policy, at most.  Default: 16 MiB. */
	mostPolicy?: number;
	/** Octets of a file that are read where the server ignores Range, at most.  Default: 1 MiB. */
	mostWhole?: number;
}

/** What a snapshot says of itself. */
export interface SnapshotInfo {
	/** Octets of the file, or of all shards. */
	readonly size: number;
	/** Origins. */
	readonly entries: number;
	/** Seconds since 1970: the latest fetch, or the time that was asked for. */
	readonly time: number;
	/** In hexadecimal; of a folder that of its manifest. */
	readonly root: string;
	/** How many shards there are; 1: all origins are in this file. */
	readonly shards: number;
	/** Of a file. */
	readonly shard?: number;
	readonly policies?: number;
	readonly limit?: number;
	readonly dialect?: string;
	/** The product tokens that its policies were compiled for; none: all robots. */
	readonly agents?: string[];
}

/** What a snapshot knows of an origin.  Times are seconds since 1970.  docs/access.md */
export interface SnapshotEntry {
	readonly origin: string;
	readonly outcome: 'parse' | 'allow' | 'deny' | 'defer' | 'cached' | 'follow';
	readonly profile: string;
	readonly reason: string;
	readonly end: string;
	readonly status: number;
	readonly fetched: number;
	readonly since: number;
	readonly expires: number;
	readonly revalidate: boolean;
	/** The response may be a challenge, whatever it counted as. */
	readonly challenge: boolean;
	/** Octets of the robots.txt, and their checksum. */
	readonly length: number;
	readonly digest: string;
	/** The rules, or what stands in their place. */
	readonly policy: Policy;
}

/** A snapshot in memory. */
export class Snapshot {
	private constructor();
	readonly info: SnapshotInfo;
	/** The entry of a URL's origin, or null.  Throws SnapshotError, BlobError, OriginError. */
	find(url: Url): SnapshotEntry | null;
	/** The verdict for a URL and a robot, or null if its origin is not in the snapshot. */
	allowed(url: Url, ...tokens: Text[]): boolean | null;
	/** The same for many URLs, in their order: each origin is looked up once. */
	allowedMany(urls: Iterable<Url>, ...tokens: Text[]): (boolean | null)[];
	/**
	 * All entries, those of a domain together, or those of one host and the hosts below it.  The
	 * policy of an entry is looked up when it is asked for.
	 */
	entries(options?: { domain?: Text }): IterableIterator<SnapshotEntry>;
	[Symbol.iterator](): IterableIterator<SnapshotEntry>;
}

/** A snapshot whose parts are read as they are needed. */
export class RemoteSnapshot {
	private constructor();
	/** Of the file, as it was when it was asked last. */
	readonly info: SnapshotInfo;
	/** The entry of a URL's origin, or null.  Rejects with what find throws, and HttpError. */
	find(url: Url): Promise<SnapshotEntry | null>;
	/** The verdict for a URL and a robot, or null if its origin is not in the snapshot. */
	allowed(url: Url, ...tokens: Text[]): Promise<boolean | null>;
}

/** Opens a snapshot in memory.  The octets are borrowed: they must not change. */
export function openSnapshot(octets: Uint8Array | ArrayBuffer | ArrayBufferView, options?: TrustOptions): Snapshot;

/**
 * Opens a snapshot on a server, the manifest of a folder of shards there, or a Blob.
 *
 * Reads the first 64 KiB, and for each answer at most three ranges: at most 1,024 octets, 320, and
 * the policy.  Each carries If-Range; when the file is another one, the question begins anew.
 */
export function fetchSnapshot(from: string | URL | Blob, options?: FetchSnapshotOptions): Promise<RemoteSnapshot>;

/** The shard of a URL's origin, among shards, 1 to 1,024.  Throws OriginError. */
export function shardOf(url: Url, shards: number): number;
