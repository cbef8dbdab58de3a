// Options.java - how texts are read and compiled.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** How texts are read and compiled.  The same options may be used for many texts. */
public final class Options {
	private static final int STRICT_FIELDS = 1, CONNER2_REST_DENY = 2, EXTENSIONS = 4, AIPREF_RULE = 8, QUICK = 1 << 17;
	private static final int ONE_ROBOT = 1 << 19, READING = STRICT_FIELDS | CONNER2_REST_DENY | AIPREF_RULE | ONE_ROBOT;

	private Dialect dialect = Dialect.RFC9309;
	private String[] agents = {};
	private int flags = EXTENSIONS;

	/** RFC 9309, for all robots, with records. */
	public Options() {
	}

	/** How the text is read. */
	public Options dialect(Dialect dialect) {
		this.dialect = dialect;
		return this;
	}

	/** Product tokens to compile for; none: for all robots. */
	public Options agents(String... tokens) {
		agents = tokens.clone();
		return this;
	}

	/** Rfc9309, google: the tokens name one robot; it obeys the groups of all tokens. */
	public Options oneRobot(boolean on) {
		return set(ONE_ROBOT, on);
	}

	/** Keep the records, which records, usage and nextFetch read: the default is true. */
	public Options records(boolean on) {
		return set(EXTENSIONS, on);
	}

	/** For a policy with a few hundred questions: it is made faster, but slower to ask. */
	public Options quick(boolean on) {
		return set(QUICK, on);
	}

	/** Rfc9309: take only exact spellings of fields. */
	public Options strictFields(boolean on) {
		return set(STRICT_FIELDS, on);
	}

	/** Conner2: a record with Disallow and plain Allow lines disallows what no rule matches. */
	public Options conner2RestDeny(boolean on) {
		return set(CONNER2_REST_DENY, on);
	}

	/** Rfc9309: Content-Usage ends a list of User-agent lines. */
	public Options aiprefRule(boolean on) {
		return set(AIPREF_RULE, on);
	}

	private Options set(int flag, boolean on) {
		flags = on ? flags | flag : flags & ~flag;
		return this;
	}

	Dialect dialect() {
		return dialect;
	}

	String[] agents() {
		return agents;
	}

	int flags() {
		return flags;
	}

	/** The flags for questions about texts. */
	int reading() {
		return flags & READING;
	}
}
