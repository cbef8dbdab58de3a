// errors.js - the errors of the package.
//
// SPDX-License-Identifier: Apache-2.0

/** The class of all errors of this package, except TypeError and RangeError for wrong arguments. */
export class RobotscError extends Error {
	get name() {
		return 'RobotscError';
	}
}

/** The octets are no intact blob. */
export class BlobError extends RobotscError {
	get name() {
		return 'BlobError';
	}
}

/** The text is no product token, or the policy was compiled for others. */
export class AgentError extends RobotscError {
	get name() {
		return 'AgentError';
	}
}

/** The policy was compiled without this part. */
export class AbsentError extends RobotscError {
	get name() {
		return 'AbsentError';
	}
}

/** The URL has no robots.txt. */
export class OriginError extends RobotscError {
	get name() {
		return 'OriginError';
	}
}

/** The question needs more memory than an instance may have. */
export class OutOfMemoryError extends RobotscError {
	get name() {
		return 'OutOfMemoryError';
	}
}

const NOMEM = 1, DIALECT = 32;

/** The error for a status of the library; text is the library's phrase for it. */
export function errorOf(status, text) {
	if (status === NOMEM)
		return new OutOfMemoryError(`${text}; a smaller budget may do`);
	if (status >= 16 && status <= 20)
		return new BlobError(`${text}; compile the robots.txt again`);
	if (status === 24)
		return new AgentError(`${text}; name this one in the option agents of compile`);
	if (status === 25)
		return new AbsentError(`${text}; compile without extensions: false`);
	if (status === DIALECT)
		return new RangeError(text);
	if (status >= 48 && status <= 50)
		return new OriginError(`${text}; such a URL has no robots.txt`);
	return new RobotscError(text);
}
