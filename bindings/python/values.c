/* values.c - converts exceptions, settings and decisions between Python and the library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "robotsc/compile.h"
#include "store_module.h"

/* ---- errors ------------------------------------------------------------------ */

static const char *advice(enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_ABSENT:
		return "; mode 'c' makes one";
	case ROBOTSC_STORE_VERSION:
	case ROBOTSC_STORE_BLOBS:
		return "; import into a new store, or use the robotsc that made it";
	case ROBOTSC_STORE_SETTINGS:
		return "; leave the settings out, or take another folder";
	case ROBOTSC_STORE_EXISTS:
		return "; name a folder that does not exist";
	case ROBOTSC_STORE_READONLY:
		return "; open it with mode 'w'";
	case ROBOTSC_STORE_SPACE:
		return "; the last batch was not stored";
	case ROBOTSC_STORE_ADDRESSES:
		return "; raise the limit on virtual memory (ulimit -v)";
	case ROBOTSC_STORE_READERS:
		return "; end some";
	case ROBOTSC_STORE_DAMAGED:
		return "; verify() lists what is wrong";
	case ROBOTSC_STORE_AGENT:
		return "; settings.agents has those";
	default:
		return "";
	}
}

static PyObject *type_of(const struct state *s, enum robotsc_store_status status)
{
	switch (status) {
	case ROBOTSC_STORE_ABSENT:
		return s->errors[KIND_NOT_FOUND];
	case ROBOTSC_STORE_VERSION:
	case ROBOTSC_STORE_BLOBS:
		return s->errors[KIND_VERSION];
	case ROBOTSC_STORE_SETTINGS:
		return s->errors[KIND_SETTINGS];
	case ROBOTSC_STORE_EXISTS:
		return s->errors[KIND_EXISTS];
	case ROBOTSC_STORE_READONLY:
		return s->errors[KIND_READONLY];
	case ROBOTSC_STORE_SPACE:
	case ROBOTSC_STORE_ADDRESSES:
	case ROBOTSC_STORE_READERS:
		return s->errors[KIND_FULL];
	case ROBOTSC_STORE_DAMAGED:
		return s->errors[KIND_DAMAGED];
	case ROBOTSC_STORE_INPUT:
		return s->errors[KIND_INPUT];
	case ROBOTSC_STORE_ORIGIN:
		return s->origin_error;
	case ROBOTSC_STORE_BLOB:
		return s->blob_error;
	case ROBOTSC_STORE_AGENT:
		return s->agent_error;
	case ROBOTSC_STORE_ARGUMENT:
		return PyExc_ValueError;
	default:
		return s->errors[KIND_STORE];
	}
}

PyObject *raise_status(const struct state *s, PyObject *path, enum robotsc_store_status status)
{
	PyObject *name;
	if (status == ROBOTSC_STORE_NOMEM)
		return PyErr_NoMemory();
	name = PyUnicode_DecodeFSDefault(PyBytes_AsString(path));
	if (name && status == ROBOTSC_STORE_SYSTEM)
		PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
	else if (name)
		PyErr_Format(type_of(s, status), "%U: %s%s", name, robotsc_store_strerror(status), advice(status));
	Py_XDECREF(name);
	return NULL;
}

PyObject *raise_sentence(const struct state *s, PyObject *path, const char *sentence)
{
	PyObject *name = PyUnicode_DecodeFSDefault(PyBytes_AsString(path));
	if (name)
		PyErr_Format(s->errors[KIND_STORE], "%U: %s", name, sentence);
	Py_XDECREF(name);
	return NULL;
}

const struct state *state_of(const void *object)
{
	return PyType_GetModuleState(Py_TYPE((PyObject *)object));
}

/* ---- settings ---------------------------------------------------------------- */

static int read_challenge(const char *name, enum robotsc_challenge *challenge)
{
	const char *known;
	for (int i = 0; (known = robotsc_challenge_name((enum robotsc_challenge)i)) != NULL; i++)
		if (strcmp(known, name) == 0) {
			*challenge = (enum robotsc_challenge)i;
			return 0;
		}
	PyErr_Format(PyExc_ValueError, "unknown challenge '%s'; take parse, unavailable or unreachable", name);
	return -1;
}

static int read_scope(const char *name, enum robotsc_redirect_scope *scope)
{
	const char *known;
	for (int i = 0; (known = robotsc_redirect_scope_name((enum robotsc_redirect_scope)i)) != NULL; i++)
		if (strcmp(known, name) == 0) {
			*scope = (enum robotsc_redirect_scope)i;
			return 0;
		}
	PyErr_Format(PyExc_ValueError, "unknown redirect_scope '%s'; take any, site or origin", name);
	return -1;
}

int read_settings(const struct state *s, PyObject *tuple, struct robotsc_store_settings *settings)
{
	const char *dialect, *scope, *challenge;
	unsigned long long limit;
	PyObject *agents;
	int number;
	memset(settings, 0, sizeof *settings);
	if (!PyArg_ParseTuple(tuple, "sO!pKpppss:settings", &dialect, &PyTuple_Type, &agents, &settings->extensions, &limit,
	                      &settings->strict_fields, &settings->conner2_rest_deny, &settings->aipref_rule, &scope, &challenge))
		return -1;
	number = read_dialect(dialect);
	if (number < 0)
		return -1;
	settings->dialect = (enum robotsc_dialect)number;
	if (limit < ROBOTSC_MIN_LIMIT || limit > UINT32_MAX) {
		PyErr_Format(PyExc_ValueError, "limit is %llu, but must be from %u to 4294967295 octets", limit,
		             (unsigned)ROBOTSC_MIN_LIMIT);
		return -1;
	}
	settings->limit = limit;
	if (read_scope(scope, &settings->redirect_scope) < 0 || read_challenge(challenge, &settings->challenge) < 0)
		return -1;
	settings->nagents = (size_t)PyTuple_Size(agents);
	settings->agents = hold_tokens(agents, (int)settings->dialect, s->agent_error);
	return settings->agents ? 0 : -1;
}

PyObject *make_settings(const struct robotsc_store_settings *s)
{
	PyObject *agents = make_tokens(s->agents, s->nagents);
	if (!agents)
		return NULL;
	return Py_BuildValue("(sNNKNNNss)", robotsc_dialect_name(s->dialect), agents, PyBool_FromLong(s->extensions),
	                     (unsigned long long)s->limit, PyBool_FromLong(s->strict_fields), PyBool_FromLong(s->conner2_rest_deny),
	                     PyBool_FromLong(s->aipref_rule), robotsc_redirect_scope_name(s->redirect_scope),
	                     robotsc_challenge_name(s->challenge));
}

/* ---- decisions --------------------------------------------------------------- */

PyObject *make_decision(const struct robotsc_decision *d)
{
	return Py_BuildValue("(ssHzzLLLNKKN)", robotsc_outcome_name((enum robotsc_outcome)d->outcome),
	                     robotsc_row_text((enum robotsc_row)d->row), (unsigned short)d->status,
	                     robotsc_end_name((enum robotsc_end)d->end), robotsc_profile_name((enum robotsc_profile)d->profile),
	                     (long long)d->fetched, (long long)d->expires, (long long)d->since, PyBool_FromLong(d->revalidate),
	                     (unsigned long long)d->length, (unsigned long long)d->digest, PyBool_FromLong(d->challenge));
}

static const char *outcome_name(int i)
{
	return i <= ROBOTSC_OUTCOME_FOLLOW ? robotsc_outcome_name((enum robotsc_outcome)i) : NULL;
}

static const char *row_name(int i)
{
	return i <= ROBOTSC_ROW_MALFORMED ? robotsc_row_text((enum robotsc_row)i) : NULL;
}

static const char *end_name(int i)
{
	return robotsc_end_name((enum robotsc_end)i);
}

static const char *profile_name(int i)
{
	return robotsc_profile_name((enum robotsc_profile)i);
}

/* The number of a name, or -1 with an exception. */
static int number_of(const char *what, const char *name, const char *(*name_of)(int i))
{
	const char *known;
	for (int i = 0; (known = name_of(i)) != NULL; i++)
		if (strcmp(known, name) == 0)
			return i;
	PyErr_Format(PyExc_ValueError, "unknown %s '%s' of a decision", what, name);
	return -1;
}

int read_decision(PyObject *tuple, struct robotsc_decision *d)
{
	const char *outcome, *reason, *end, *profile;
	long long fetched, expires, since;
	unsigned long long length, digest;
	int numbers[4], status, revalidate, challenge = 0;
	memset(d, 0, sizeof *d);
	if (!PyArg_ParseTuple(tuple, "ssissLLLpKK|p:decision", &outcome, &reason, &status, &end, &profile, &fetched, &expires,
	                      &since, &revalidate, &length, &digest, &challenge))
		return -1;
	if (status < 0 || status > UINT16_MAX) {
		PyErr_Format(PyExc_ValueError, "status of a decision is %d, but must be from 0 to 65535", status);
		return -1;
	}
	numbers[0] = number_of("outcome", outcome, outcome_name);
	numbers[1] = numbers[0] < 0 ? -1 : number_of("end", end, end_name);
	numbers[2] = numbers[1] < 0 ? -1 : number_of("profile", profile, profile_name);
	numbers[3] = numbers[2] < 0 ? -1 : number_of("reason", reason, row_name);
	if (numbers[3] < 0)
		return -1;
	*d = (struct robotsc_decision){
		.fetched = fetched,
		.expires = expires,
		.since = since,
		.status = (uint16_t)status,
		.outcome = (uint8_t)numbers[0],
		.end = (uint8_t)numbers[1],
		.profile = (uint8_t)numbers[2],
		.row = (uint8_t)numbers[3],
		.revalidate = (uint8_t)revalidate,
		.challenge = (uint8_t)challenge,
		.length = length,
		.digest = digest,
	};
	return 0;
}
