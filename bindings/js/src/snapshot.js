// snapshot.js - the entry robotsc/snapshot: the policies of many origins, in one file or in shards.
//
// SPDX-License-Identifier: Apache-2.0
export { AgentError, OriginError, OutOfMemoryError, RobotscError } from './errors.js';
export { HttpError } from './ranges.js';
export { fetchSnapshot, openSnapshot, RemoteSnapshot, Snapshot } from './snapshot-files.js';
export { shardOf, SnapshotError } from './snapshot-parts.js';
