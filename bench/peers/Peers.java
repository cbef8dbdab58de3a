// Peers.java - measures readers of robots.txt in Java.
//
//	java Peers HOSTS [--quick]
//
// HOSTS is a file that bench/by_url.c writes, and this prints lines of the same form.  The readers
// take turns host by host; a first pass is not shown, so that the JVM has compiled them.  The time
// is the thread's, without the collector's.
//
// SPDX-License-Identifier: Apache-2.0
import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import robotsc.Agent;
import robotsc.Options;
import robotsc.Robots;

final class Peers {
	private static final String TOKEN = "examplebot";
	private static final int PATHS = 50;
	private static final double SLICE = 100e3; // nanoseconds
	private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
	private static boolean quick;
	private static int allowed; // so that all of it is computed

	static final class Host {
		String site;
		byte[] text;
		final String[] urls = new String[PATHS];
		final boolean[] verdicts = new boolean[PATHS];
	}

	/** The readers; each turns a host into a predicate that takes its URLs. */
	private static Map<String, Function<Host, Predicate<String>>> readers() {
		final Options one = new Options().agents(TOKEN);
		final SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
		final List<String> names = List.of(TOKEN);
		return Map.of("robotsc", host -> {
			final Agent agent = Robots.compile(host.text, one).agent(TOKEN);
			return agent::allowed;
		}, "crawler-commons", host -> {
			final BaseRobotRules rules = parser.parseContent(host.site, host.text, "text/plain", names);
			return rules::isAllowed;
		});
	}

	private static List<Host> read(Path file) throws Exception {
		final byte[] all = Files.readAllBytes(file);
		final List<Host> hosts = new ArrayList<>();
		for (int at = 0; at < all.length; ) {
			final Host host = new Host();
			final String[] head = line(all, at).split(" ");
			at = end(all, at) + 1;
			host.site = "https://" + head[1] + "/robots.txt";
			host.text = Arrays.copyOfRange(all, at, at + Integer.parseInt(head[2]));
			at += host.text.length + 1;
			for (int i = 0; i < PATHS; i++, at = end(all, at) + 1) {
				host.urls[i] = line(all, at).substring(3);
				host.verdicts[i] = all[at] == 'a';
			}
			hosts.add(host);
		}
		return hosts;
	}

	private static int end(byte[] all, int at) {
		while (all[at] != '\n')
			at++;
		return at;
	}

	private static String line(byte[] all, int at) {
		return new String(all, at, end(all, at) - at, StandardCharsets.UTF_8);
	}

	/** Nanoseconds of a call, repeated while a slice lasts. */
	private static double timed(Runnable call) {
		for (int turns = 1; ; turns *= 2) {
			final long start = CLOCK.getCurrentThreadCpuTime();
			for (int i = 0; i < turns; i++)
				call.run();
			final long took = CLOCK.getCurrentThreadCpuTime() - start;
			if (took >= SLICE || quick)
				return took / (double)turns;
		}
	}

	private static void ask(Predicate<String> may, Host host, int n) {
		for (int i = 0; i < n; i++)
			allowed += may.test(host.urls[i % PATHS]) ? 1 : 0;
	}

	private static String measured(Function<Host, Predicate<String>> reader, Host host) {
		final Predicate<String> may = reader.apply(host);
		int different = 0;
		for (int i = 0; i < PATHS; i++)
			different += may.test(host.urls[i]) != host.verdicts[i] ? 1 : 0;
		final double ready = timed(() -> ask(reader.apply(host), host, 0));
		final double some = timed(() -> ask(reader.apply(host), host, 58));
		final double many = timed(() -> ask(reader.apply(host), host, 350));
		final double check = timed(() -> ask(may, host, PATHS)) / PATHS;
		return String.format("%.0f %.1f %.0f %.0f %d", ready, check, some, many, different);
	}

	public static void main(String[] arguments) throws Exception {
		quick = arguments.length > 1;
		final List<Host> hosts = read(Path.of(arguments[0]));
		for (boolean seen = quick; ; seen = true) {
			for (Host host : hosts)
				for (var reader : readers().entrySet()) {
					final String line = measured(reader.getValue(), host);
					if (seen)
						System.out.println(reader.getKey() + " " + line);
				}
			if (seen)
				break;
		}
		System.err.println(allowed);
	}
}
