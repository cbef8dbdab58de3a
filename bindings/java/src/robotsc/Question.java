// Question.java - questions about texts, with the numbers of bind.h and tools.h.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.charset.StandardCharsets;

/** In the order of enum robotsc_question_kind; COMPILE has its own call. */
enum Question {
	COMPILE, LINT, DOT, EXPLAIN, SUMMARY, COMPARE, GENERATE, PAGE, ACCESS, CONTENT, RECORDS, DECISION,
	PAGE_ANSWER, RULES, SITEMAP, EDIT;

	static final int CHANGES = 16, EMPTY = 256, SITE_UP = 512, ALLOW_429 = 1024, CACHED = 2048, REFUSED = 4096;
	static final int B_IS_BLOB = 1 << 14, PROVE = 1 << 15, PAGE_CAME = 1 << 16;
	/** Limits of the work for an answer, in steps of the library, as in the command. */
	static final double STEPS = 40e6, BUDGET = 100e6;
	/** The number of enum robotsc_report_format. */
	static final double DOCUMENT = 5;
	/** Both allowed paths and disallowed ones. */
	static final double BOTH = 3;
	static final double[] NO_NUMBERS = new double[5];

	byte[] octets(int flags, double[] numbers, Texts texts) {
		return Native.ask(ordinal(), flags, numbers, texts.octets, texts.ends, texts.n);
	}

	String text(int flags, double[] numbers, Texts texts) {
		return new String(octets(flags, numbers, texts), StandardCharsets.UTF_8);
	}
}
