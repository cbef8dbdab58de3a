// Policy.java - a compiled robots.txt.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.util.List;

/** A compiled robots.txt.  It does not change: any thread may ask.  Serialized, it is a blob. */
public final class Policy implements Serializable {
	private static final long serialVersionUID = 1L;

	final transient long address;

	Policy(long address) {
		this.address = address;
		Native.CLEANER.register(this, () -> Native.freePolicy(address));
	}

	/** The octets of the policy, to be kept and opened again, in any language. */
	public byte[] blob() {
		try {
			return Native.blob(address);
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** The dialect in which the text was read. */
	public Dialect dialect() {
		try {
			return Dialect.values()[Native.dialect(address)];
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/**
	 * The rules for a robot: the first of its product tokens that the file names decides.
	 * Without tokens, or if the file names none of them, the rules of "*" apply.
	 */
	public Agent agent(String... tokens) {
		final Texts texts = new Texts().addTokens(dialect(), tokens);
		try {
			return new Agent(this, Native.agent(address, texts.octets, texts.ends, texts.n));
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** The rules for the sender of a whole User-Agent header. */
	public Agent agentForHeader(String header) {
		try {
			return new Agent(this, Native.agentForHeader(address, Texts.utf8(header)));
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** The records of the file: Sitemap, Host and others that belong to no robot. */
	public List<Record> records() {
		try {
			return Record.list(Native.records(address, 0));
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** The automaton of a robot as a graph, in the language of Graphviz. */
	public String dot(String... tokens) {
		return Question.DOT.text(0, Question.NO_NUMBERS,
			new Texts().add(blob()).add(tokens.length > 0 ? tokens[0] : "*").addTokens(dialect(), tokens));
	}

	/**
	 * Proves that the policy gives every path the verdict of its text, for the agents of the
	 * options, or for all robots if there are none: JSON.
	 */
	public String verify(byte[] text, Options options) {
		final String name = dialect().toString();
		final Texts texts = new Texts().add(name).add(text).add("").add(name).add(blob()).add("");
		return Question.COMPARE.text(options.reading() | Question.B_IS_BLOB | Question.PROVE,
			new double[] {Question.BUDGET, 1, Question.DOCUMENT, 0, 0}, texts.addTokens(dialect(), options.agents()));
	}

	private Object writeReplace() {
		return new Written(blob());
	}

	private void readObject(ObjectInputStream in) throws InvalidObjectException {
		throw new InvalidObjectException("a policy is written as its blob");
	}

	private static final class Written implements Serializable {
		private static final long serialVersionUID = 1L;
		private final byte[] blob;

		Written(byte[] blob) {
			this.blob = blob;
		}

		private Object readResolve() {
			return Robots.open(blob);
		}
	}
}
