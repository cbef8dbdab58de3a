/* diagnostics.c - the names and texts of diagnostics.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/compile.h"

static const struct {
	const char *id, *text;
} diags[ROBOTSC_DIAG_KINDS] = {
	[ROBOTSC_DIAG_JUNK] = {"junk", "not of the form \"field: value\"; line skipped"},
	[ROBOTSC_DIAG_UNKNOWN_FIELD] = {"unknown-field", "unknown field; it says nothing about what may be fetched"},
	[ROBOTSC_DIAG_MISSPELT_FIELD] = {"misspelt-field", "misspelt field, accepted; other robots may skip it"},
	[ROBOTSC_DIAG_MISSING_COLON] = {"missing-colon", "no ':' after the field, accepted; other robots may skip the line"},
	[ROBOTSC_DIAG_NO_GROUP] = {"no-group", "without a User-agent line before it; ignored"},
	[ROBOTSC_DIAG_AGENT_EMPTY] = {"agent-empty", "no product token; the line names no robot"},
	[ROBOTSC_DIAG_AGENT_CUT] = {"agent-cut", "not part of the product token; ignored from here"},
	[ROBOTSC_DIAG_NEVER_MATCHES] = {"never-matches", "a pattern that does not begin with '/' or a wildcard matches no URL"},
	[ROBOTSC_DIAG_DOLLAR_INSIDE] = {"dollar-inside", "'$' is special only at the end; here it is an ordinary character"},
	[ROBOTSC_DIAG_CONTROL_OCTET] = {"control-octet", "control character in the value"},
	[ROBOTSC_DIAG_STRAY_PERCENT] = {"stray-percent", "'%' without two hexadecimal digits after it"},
	[ROBOTSC_DIAG_LINE_CUT] = {"line-cut", "line too long; ignored from here"},
	[ROBOTSC_DIAG_SIZE_LIMIT] = {"size-limit", "file too large; ignored from this line on"},
	[ROBOTSC_DIAG_SIZE_CUT] = {"size-cut", "file too large; ignored from here, but what stands before it in this line counts"},
	[ROBOTSC_DIAG_BOM] = {"bom", "byte order mark; skipped"},
	[ROBOTSC_DIAG_BAD_VALUE] = {"bad-value", "not a value of this field from here on; it says nothing"},
	[ROBOTSC_DIAG_REPEATED] = {"repeated", "said before; only the first line counts"},
	[ROBOTSC_DIAG_HTML] = {"html", "this looks like a web page, not like a robots.txt"},
	[ROBOTSC_DIAG_JSON] = {"json", "this looks like JSON, not like a robots.txt"},
	[ROBOTSC_DIAG_PDF] = {"pdf", "this looks like a PDF document, not like a robots.txt"},
	[ROBOTSC_DIAG_WARC] = {"warc", "this looks like a WARC archive, not like a robots.txt"},
	[ROBOTSC_DIAG_UTF16] = {"utf16", "this looks like UTF-16; no line of it can be read"},
	[ROBOTSC_DIAG_COMPRESSED] = {"compressed", "this looks like compressed data; no line of it can be read"},
	[ROBOTSC_DIAG_BINARY] = {"binary", "this looks like binary data, not like a robots.txt"},
	[ROBOTSC_DIAG_RECORD_EMPTY] = {"record-empty",
                                       "the record ends here without a rule; its User-agent lines count for nothing"},
	[ROBOTSC_DIAG_STAR_AGAIN] = {"star-again", "not the first record of \"*\"; ignored for other robots"},
	[ROBOTSC_DIAG_STAR_LITERAL] = {"star-literal", "'*' is an ordinary character in this dialect"},
	[ROBOTSC_DIAG_VERSION_LATE] = {"version-late", "Robot-version does not come first after User-agent; ignored"},
	[ROBOTSC_DIAG_VERSION_OTHER] = {"version-other", "a version that is not read here; the record of \"*\" holds in its place"},
	[ROBOTSC_DIAG_ALLOW_IGNORED] = {"allow-ignored", "Allow needs 'Robot-version: 2.0'; ignored"},
	[ROBOTSC_DIAG_ALLOW_SHADOWED] = {"allow-shadowed",
                                         "the record ends here; 'Disallow: *' leaves nothing to its Allow lines with wildcards"},
	[ROBOTSC_DIAG_SPACE_INSIDE] = {"space-inside", "white space is a part of the pattern; give each path a line of its own"},
};

const char *robotsc_diag_id(enum robotsc_diag_kind kind)
{
	return (unsigned)kind < ROBOTSC_DIAG_KINDS ? diags[kind].id : "unknown";
}

const char *robotsc_diag_text(enum robotsc_diag_kind kind)
{
	return (unsigned)kind < ROBOTSC_DIAG_KINDS ? diags[kind].text : "unknown diagnostic";
}
