// check.js - the entry robotsc/check: policies that were compiled before.
//
// SPDX-License-Identifier: Apache-2.0
export { AbsentError, AgentError, BlobError, OriginError, OutOfMemoryError, RobotscError } from './errors.js';
export { Agent, open, origin, Policy, robotsUrl, urlProblem } from './reader.js';
