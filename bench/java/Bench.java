// Bench.java - measures the Java package beside C and beside plain readers in Java.
//
//     java robotsc.Bench HOSTS LINES COMMAND [SNAPSHOT URLS]
//
// HOSTS is what bench/by_url.c writes, LINES what it prints: nanoseconds of C for the same hosts.
// COMMAND compiles.  A host's 50 URLs are asked again and again; a figure of a host is the median
// of its rounds, after rounds that do not count.  Plain ASCII are hosts whose URLs have no octet
// that is escaped; the same are asked with an escape too.  Prints a table in Markdown.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The figures of docs/java.md. */
final class Bench {
	static final int PATHS = 50;
	private static final int ROUNDS = 7, WARM = 3, ORDER = 1000;
	private static final long SLICE = 200_000; // nanoseconds of a host and a round
	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	/** A host and what was measured of it. */
	static final class Host {
		byte[] text;
		String[] urls = new String[PATHS], escaped = new String[PATHS];
		boolean[] verdicts = new boolean[PATHS];
		Group group;
		PlainRules plain;
		RegexRules regex;
		double c;
		final double[][] times = new double[5][ROUNDS];
		final int[][] turns = {{1}, {1}, {1}, {1}, {1}};
	}

	private static int sink;

	private Bench() {
	}

	public static void main(String[] arguments) throws Exception {
		final List<Host> hosts = read(Files.readAllBytes(Path.of(arguments[0])), arguments[2]);
		int at = 0;
		for (String line : Files.readAllLines(Path.of(arguments[1])))
			hosts.get(at++).c = Double.parseDouble(line.split(" ")[0]);
		if (Boolean.getBoolean("quick"))
			hosts.removeIf(host -> host.hashCode() % 10 != 0);
		long allocated = 0;
		for (int round = -WARM; round < ROUNDS; round++) {
			if (round == 0)
				allocated = allocated();
			for (Host host : hosts)
				measure(host, round);
		}
		allocated = allocated() - allocated;
		System.out.println("| hosts | | C | Java | with an escape | of octets | plain loop | java.util.regex |");
		System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
		for (String kind : new String[] {"constant", "DFA", "DFA, plain ASCII", "filter", "all"})
			row(kind, hosts);
		final int octets = octetsOfChecks(hosts);
		System.out.println("\n" + octets + " octets allocated in " + hosts.size() * PATHS * 3 + " checks");
		if (arguments.length > 4)
			random(Path.of(arguments[3]), Path.of(arguments[4]));
	}

	/** Nanoseconds of the processor: others may run meanwhile. */
	static long now() {
		return THREADS.getCurrentThreadCpuTime();
	}

	private static long allocated() {
		return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
	}

	private static int octetsOfChecks(List<Host> hosts) {
		allocated();
		final long before = allocated();
		for (Host host : hosts)
			for (int i = 0; i < PATHS; i++)
				sink += (host.group.allowed(host.urls[i]) ? 1 : 0) + (host.group.allowed(host.escaped[i]) ? 1 : 0);
		return (int) (allocated() - before);
	}

	// ---- hosts ----

	static List<Host> read(byte[] octets, String command) {
		final List<Host> hosts = new ArrayList<>();
		try (Compiler compiler = new Compiler(command, 60_000, "--limit=8000000")) {
			for (int at = 0; at < octets.length;) {
				final int end = end(octets, at);
				final int size =
					Integer.parseInt(new String(octets, at, end - at, StandardCharsets.US_ASCII).split(" ")[2]);
				final byte[] text = Arrays.copyOfRange(octets, end + 1, end + 1 + size);
				final Host host = new Host();
				at = end + 1 + size + 1;
				for (int i = 0; i < PATHS; i++) {
					final int stop = end(octets, at);
					host.verdicts[i] = octets[at] == 'a';
					host.urls[i] = new String(octets, at + 3, stop - at - 3, StandardCharsets.UTF_8);
					host.escaped[i] = escape(host.urls[i]);
					at = stop + 1;
				}
				host.text = text;
				host.group = compiler.compile(text).group("ExampleBot");
				final List<String[]> rules = PlainRules.rules(new String(text, StandardCharsets.UTF_8));
				host.plain = new PlainRules(rules);
				host.regex = new RegexRules(rules);
				hosts.add(host);
			}
		}
		return hosts;
	}

	private static int end(byte[] octets, int at) {
		while (octets[at] != '\n')
			at++;
		return at;
	}

	/** The URL with its last letter escaped. */
	private static String escape(String url) {
		int at = url.length() - 1;
		while (at > 8 && !Octets.isLetter(url.charAt(at)))
			at--;
		final String hex = Integer.toHexString(url.charAt(at));
		return url.indexOf('/', 8) < at && url.indexOf('%') < 0 ? url.substring(0, at) + "%" + hex + url.substring(at + 1)
									: url;
	}

	private static boolean is(Host host, String kind) {
		final Machine[] machines = host.group.machines();
		switch (kind) {
		case "constant":
			return machines == null;
		case "DFA":
			return machines != null && !machines[0].filter;
		case "DFA, plain ASCII":
			for (String url : host.urls)
				if (url.chars().anyMatch(c -> c > 126 || Forms.SLOW[Forms.R][c] != 0))
					return false;
			return machines != null && !machines[0].filter;
		case "filter":
			return machines != null && machines[0].filter;
		default:
			return true;
		}
	}

	// ---- times ----

	private static void measure(Host host, int round) {
		final byte[][] octets = new byte[PATHS][];
		for (int i = 0; i < PATHS; i++)
			octets[i] = host.urls[i].getBytes(StandardCharsets.UTF_8);
		final int[][] n = host.turns;
		final double[] times = {times(host.group, host.urls, n[0]), times(host.group, host.escaped, n[1]),
			times(host.group, octets, n[2]), time(host.urls, host.plain::allowed, n[3]),
			time(host.urls, host.regex::allowed, n[4])};
		for (int i = 0; i < times.length && round >= 0; i++)
			host.times[i][round] = times[i];
		for (int i = 0; i < PATHS && round < 0; i++)
			if (host.group.allowed(host.urls[i]) != host.verdicts[i])
				throw new IllegalStateException("the command says another verdict: " + host.urls[i]);
	}

	/** Nanoseconds a question; turns: how often a slice asks, found in a warm-up. */
	private static double time(String[] urls, Predicate<String> ask, int[] turns) {
		final long begin = now();
		for (int turn = 0; turn < turns[0]; turn++)
			for (String url : urls)
				sink += ask.test(url) ? 1 : 0;
		return per(now() - begin, turns);
	}

	private static double times(Group group, String[] urls, int[] turns) {
		final long begin = now();
		for (int turn = 0; turn < turns[0]; turn++)
			for (String url : urls)
				sink += group.allowed(url) ? 1 : 0;
		return per(now() - begin, turns);
	}

	private static double times(Group group, byte[][] urls, int[] turns) {
		final long begin = now();
		for (int turn = 0; turn < turns[0]; turn++)
			for (byte[] url : urls)
				sink += group.allowed(url, 0, url.length) ? 1 : 0;
		return per(now() - begin, turns);
	}

	private static double per(long time, int[] turns) {
		final double each = (double) time / turns[0];
		turns[0] = (int) Math.max(1, Math.min(1000, SLICE / Math.max(each, 1)));
		return each / PATHS;
	}

	static double median(double[] values) {
		final double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[sorted.length / 2];
	}

	private static void row(String kind, List<Host> hosts) {
		final double[][] columns = new double[6][];
		final List<Host> some = new ArrayList<>();
		for (Host host : hosts)
			if (is(host, kind))
				some.add(host);
		for (int column = 0; column < 6; column++) {
			columns[column] = new double[some.size()];
			for (int i = 0; i < some.size(); i++)
				columns[column][i] = column == 0 ? some.get(i).c : median(some.get(i).times[column - 1]);
		}
		for (boolean mean : new boolean[] {false, true}) {
			System.out.printf("| %s | %s |", mean ? "" : some.size() + " " + kind, mean ? "mean" : "median");
			for (double[] column : columns)
				System.out.printf(" %.1f |", column.length == 0 ? 0
							     : mean             ? Arrays.stream(column).average().orElse(0)
										: median(column));
			System.out.println();
		}
	}

	// ---- a snapshot ----

	private static void random(Path file, Path list) throws Exception {
		final List<String> urls = new ArrayList<>();
		try (BufferedReader lines =
				new BufferedReader(new InputStreamReader(Files.newInputStream(list), StandardCharsets.UTF_8))) {
			for (String line; (line = lines.readLine()) != null && urls.size() < 1000 * ORDER;)
				urls.add(line);
		}
		for (Snapshot.Trust trust : Snapshot.Trust.values()) {
			final Snapshot snapshot = Snapshot.open(file);
			final Snapshot.Robot robot = Snapshot.open(file, trust, snapshot.root()).robot("ExampleBot");
			for (int round = 0; round < 4; round++) {
				final int[] answers = new int[Snapshot.Answer.values().length];
				allocated();
				final long before = allocated(), begin = now();
				for (String url : urls)
					answers[robot.check(url).ordinal()]++;
				final long time = now() - begin, octets = allocated() - before;
				System.out.printf(
					"%s, %d random URLs: %.0f ns a URL, %.2f million a second, %d octets allocated, %s%n",
					trust, urls.size(), (double) time / urls.size(), urls.size() * 1e3 / time, octets,
					Arrays.toString(answers));
			}
		}
	}
}
