// Bench.java - the Java package over hosts and URLs, beside crawler-commons if it is there.
//
//	java Bench HOSTS [ROUNDS]
//
// HOSTS is what build/bench/by_url --write makes.  Prints a table in Markdown: nanoseconds of this
// thread a URL, microseconds a host; of each host the best round, then median and mean of hosts.
//
// SPDX-License-Identifier: Apache-2.0
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import robotsc.Agent;
import robotsc.Options;
import robotsc.Policy;
import robotsc.Robots;

final class Bench {
	static final String TOKEN = "examplebot";
	private static final int PATHS = 50, LISTED = 1000;
	private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
	private static final List<Host> HOSTS = new ArrayList<>();
	private static int rounds = 7;
	/** What was answered, so that all of it is computed. */
	static long sum;

	static final class Host {
		String origin;
		byte[] text, blob;
		final String[] urls = new String[PATHS];
		final byte[][] octets = new byte[PATHS][];
		final List<String> list = new ArrayList<>();
		Agent agent;
		/** What another reader made of the text. */
		Object other;
	}

	interface Work {
		void of(Host host);
	}

	private static void read(Path file) throws Exception {
		final byte[] all = Files.readAllBytes(file);
		for (int at = 0; at < all.length; ) {
			final Host host = new Host();
			final String[] head = line(all, at).split(" ");
			at = end(all, at) + 1;
			host.origin = "https://" + head[1];
			host.text = Arrays.copyOfRange(all, at, at + Integer.parseInt(head[2]));
			at += host.text.length + 1;
			for (int i = 0; i < PATHS; i++, at = end(all, at) + 1) {
				host.urls[i] = line(all, at).substring(3);
				host.octets[i] = host.urls[i].getBytes(StandardCharsets.UTF_8);
			}
			while (host.list.size() < LISTED)
				host.list.addAll(Arrays.asList(host.urls));
			host.blob = Robots.compile(host.text).blob();
			host.agent = Robots.open(host.blob).agent(TOKEN);
			HOSTS.add(host);
		}
	}

	private static int end(byte[] all, int at) {
		while (all[at] != '\n')
			at++;
		return at;
	}

	private static String line(byte[] all, int at) {
		return new String(all, at, end(all, at) - at, StandardCharsets.UTF_8);
	}

	/** A row: what work costs each host, divided by a number of pieces. */
	static void row(String what, int repeats, double pieces, String unit, Work work) {
		final double[] best = new double[HOSTS.size()];
		Arrays.fill(best, Double.MAX_VALUE);
		for (int round = 0; round < rounds; round++)
			for (int i = 0; i < best.length; i++) {
				final Host host = HOSTS.get(i);
				final long from = CLOCK.getCurrentThreadCpuTime();
				for (int k = 0; k < repeats; k++)
					work.of(host);
				best[i] = Math.min(best[i], (CLOCK.getCurrentThreadCpuTime() - from) / (repeats * pieces));
			}
		Arrays.sort(best);
		final double mean = Arrays.stream(best).average().orElse(0);
		System.out.printf("| %s | %.1f | %.1f | %s |%n", what, best[best.length / 2], mean, unit);
	}

	private static void count(Policy policy) {
		sum += policy.agent(TOKEN).selected().ordinal();
	}

	private static void list(int size) {
		row("a list of " + size, size < 100 ? 20 : 2, size, "ns", host -> {
			for (boolean allowed : host.agent.allowed(host.list.subList(0, size)))
				sum += allowed ? 1 : 0;
		});
	}

	public static void main(String[] arguments) throws Exception {
		read(Path.of(arguments[0]));
		if (arguments.length > 1)
			rounds = Integer.parseInt(arguments[1]);
		System.out.println("| " + HOSTS.size() + " hosts | median | mean | |\n| --- | --- | --- | --- |");
		row("a URL, a string", 20, PATHS, "ns", host -> {
			for (String url : host.urls)
				sum += host.agent.allowed(url) ? 1 : 0;
		});
		row("a URL, octets", 20, PATHS, "ns", host -> {
			for (byte[] url : host.octets)
				sum += host.agent.allowed(url) ? 1 : 0;
		});
		list(10);
		list(50);
		list(1000);
		final Options one = new Options().agents(TOKEN), quick = new Options().agents(TOKEN).quick(true);
		row("compile, for all robots", 1, 1000, "us", host -> count(Robots.compile(host.text)));
		row("compile, for one", 1, 1000, "us", host -> count(Robots.compile(host.text, one)));
		row("compile, quickly, for one", 1, 1000, "us", host -> count(Robots.compile(host.text, quick)));
		row("open", 5, 1000, "us", host -> count(Robots.open(host.blob)));
		if (arguments.length > 2 && arguments[2].equals("commons"))
			Commons.rows();
		System.err.println(sum);
	}
}
