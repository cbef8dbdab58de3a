// index.js - the entry robotsc: everything.
//
// SPDX-License-Identifier: Apache-2.0
export { AbsentError, AgentError, BlobError, OriginError, OutOfMemoryError, RobotscError } from './errors.js';
export { Agent, open, origin, Policy, robotsUrl, urlProblem } from './reader.js';
export { access, compile, diff, dot, edit, explain, generate, lint, page, pageAnswer, records } from './tools.js';
export { rules, sitemap, verify, version } from './tools.js';
export { summary } from './summary.js';
