// CommonsBench.java - the Java package beside crawler-commons, on the same URLs of the same hosts.
//
//     java robotsc.CommonsBench HOSTS COMMAND
//
// HOSTS is what bench/by_url.c writes.  Both are asked about the 50 URLs of a host in turn, again
// and again; a figure of a host is the median of its rounds, after rounds that do not count.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Verdicts that differ, and nanoseconds. */
final class CommonsBench {
	private static final int ROUNDS = 5, WARM = 2, TURNS = 10;

	private static int sink;

	private CommonsBench() {
	}

	private static double time(String[] urls, Predicate<String> ask) {
		final long begin = Bench.now();
		for (int turn = 0; turn < TURNS; turn++)
			for (String url : urls)
				sink += ask.test(url) ? 1 : 0;
		return (double) (Bench.now() - begin) / TURNS / Bench.PATHS;
	}

	private static String shown(double[][] times) {
		final double[] medians = IntStream.range(0, times.length).mapToDouble(i -> Bench.median(times[i])).toArray();
		return String.format("median %.0f, mean %.0f ns", Bench.median(medians), IntStream.range(0, medians.length)
												 .mapToDouble(i -> medians[i])
												 .average()
												 .orElse(0));
	}

	public static void main(String[] arguments) throws Exception {
		final List<Bench.Host> hosts = Bench.read(Files.readAllBytes(Path.of(arguments[0])), arguments[1]);
		final List<BaseRobotRules> rules = new ArrayList<>();
		int differ = 0, verdicts = 0;
		for (Bench.Host host : hosts) {
			final BaseRobotRules parsed = new SimpleRobotRulesParser().parseContent(
				"https://h.example/robots.txt", host.text, "text/plain", List.of("examplebot"));
			int here = 0;
			for (String url : host.urls)
				here += host.group.allowed(url) != parsed.isAllowed(url) ? 1 : 0;
			rules.add(parsed);
			verdicts += here;
			differ += here > 0 ? 1 : 0;
		}
		System.out.printf("%d hosts; %d of %d verdicts differ, at %d hosts%n", hosts.size(), verdicts,
			hosts.size() * Bench.PATHS, differ);
		final int step = Boolean.getBoolean("quick") ? 10 : 1, timed = (hosts.size() + step - 1) / step;
		final double[][] own = new double[timed][ROUNDS], theirs = new double[timed][ROUNDS];
		for (int round = -WARM; round < ROUNDS; round++)
			for (int i = 0; i < timed; i++) {
				final Bench.Host host = hosts.get(i * step);
				final double mine = time(host.urls, host.group::allowed);
				final double other = time(host.urls, rules.get(i * step)::isAllowed);
				if (round >= 0) {
					own[i][round] = mine;
					theirs[i][round] = other;
				}
			}
		System.out.printf("a check: this package %s; crawler-commons %s%n", shown(own), shown(theirs));
	}
}
