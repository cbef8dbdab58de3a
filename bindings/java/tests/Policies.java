// Policies.java - policies, robots and questions that the table of cases leaves out:
//
//	java -cp robotsc.jar bindings/java/tests/Policies.java
//
// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import robotsc.*;
import robotsc.Record;
import robotsc.RobotscException.Reason;

final class Policies {
	private static final Options USUAL = new Options();
	private static final byte[] TEXT = octets("Sitemap: https://shop.example/a.xml\nSitemap: /b.xml\n"
		+ "User-agent: ExampleBot\nDisallow: /private/\nCrawl-delay: 2.5\nRequest-rate: 1/5 0600-0845\n"
		+ "Content-Usage: train-ai=n\nX-Note: \u00e9\nUser-agent: Other\nDisallow: /other/\nUser-agent: *\nDisallow: /\n");
	private static int passed, failed;

	private interface Test {
		void run() throws Exception;
	}

	private static byte[] octets(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static void test(String what, Test test) {
		try {
			test.run();
			passed++;
		} catch (Throwable e) {
			failed++;
			System.out.println("FAILED: " + what);
			e.printStackTrace(System.out);
		}
	}

	private static void same(Object expected, Object found) {
		if (!Objects.equals(expected, found))
			throw new AssertionError("expected " + expected + ", found " + found);
	}

	private static void has(String answer, String part) {
		if (!answer.contains(part))
			throw new AssertionError(part + " is not in " + answer);
	}

	private static <E extends Throwable> E throwing(Class<E> type, Test test) throws Exception {
		try {
			test.run();
		} catch (Throwable e) {
			if (type.isInstance(e))
				return type.cast(e);
			throw new AssertionError(e);
		}
		throw new AssertionError("nothing was thrown");
	}

	private static void refused(Reason reason, Test test) throws Exception {
		same(reason, throwing(RobotscException.class, test).reason());
	}

	private static void checks() {
		final Agent robot = Robots.compile(TEXT).agent("ExampleBot");
		same(false, robot.allowed("https://shop.example/private/x"));
		same(true, robot.allowed("/"));
		same(true, robot.allowed(""));
		same(false, robot.allowed(octets("/private/")));
		same(false, robot.allowed(octets("??/private/??"), 2, 11));
		same(Agent.Selected.TOKEN, robot.selected());
		same(Agent.Selected.STAR, Robots.compile(TEXT).agent("Nobody").selected());
		same(Agent.Selected.NONE, Robots.compile(new byte[0]).agent().selected());
		same(false, Robots.compile(TEXT).agentForHeader("Mozilla/5.0 (compatible; ExampleBot/2.1)").allowed("/private/"));
	}

	/** Characters of two octets and more; URLs longer than the rooms for them. */
	private static void characters() {
		final Agent robot =
			Robots.compile(octets("User-agent: *\nDisallow: /\u00e9\u20ac\ud83d\ude00\nDisallow: /*\ufffd\n")).agent();
		same(false, robot.allowed("/\u00e9\u20ac\ud83d\ude00"));
		same(false, robot.allowed("/%C3%A9\u20ac%f0%9f%98%80"));
		same(true, robot.allowed("/\u00e9\u20ac"));
		same(false, robot.allowed("/lone\ud83d"));
		same(false, robot.allowed(List.of("/x\udc00x")) [0]);
		for (int length : new int[] {1023, 1024, 1025, 2047, 2048, 2049, 100_000}) {
			final String url = "/" + "a".repeat(length);
			same(true, robot.allowed(url));
			same(false, robot.allowed(url + "\ufffd"));
			same(false, Robots.compile(octets("User-agent: *\nDisallow: " + url + "$")).agent().allowed(octets(url)));
		}
	}

	private static void lists() {
		final Agent robot = Robots.compile(TEXT).agent("ExampleBot"), all = Robots.compile(TEXT).agent();
		for (int size : new int[] {0, 1, 127, 128, 129, 1000}) {
			final List<String> urls = new ArrayList<>();
			final List<Agent> robots = new ArrayList<>();
			for (int i = 0; i < size; i++) {
				urls.add((i % 3 == 0 ? "/private/" : i % 3 == 1 ? "/\u00e9" : "") + i);
				robots.add(i % 2 == 0 ? robot : all);
			}
			final boolean[] verdicts = robot.allowed(urls), mixed = Agent.check(robots, urls);
			for (int i = 0; i < size; i++) {
				same(robot.allowed(urls.get(i)), verdicts[i]);
				same(robots.get(i).allowed(urls.get(i)), mixed[i]);
			}
		}
	}

	private static void oneRobot() throws Exception {
		final Options names = new Options().agents("examplebot", "other").oneRobot(true);
		final Agent both = Robots.compile(TEXT, names).agent("examplebot", "other");
		same("[false, false, true]", Arrays.toString(both.allowed(List.of("/private/", "/other/", "/"))));
		final Options again = new Options().agents("other", "examplebot", "other").oneRobot(true);
		same(true, Arrays.equals(Robots.compile(TEXT, names).blob(), Robots.compile(TEXT, again).blob()));
		has(Robots.explain(TEXT, "/other/", names, "examplebot", "other"), "\"verdict\":\"disallow\"");
		refused(Reason.ARGUMENT, () -> Robots.compile(TEXT, names.dialect(Dialect.KOSTER1996)));
	}

	private static void refusals() throws Exception {
		final Policy policy = Robots.compile(TEXT);
		final Policy one = Robots.compile(TEXT, new Options().agents("ExampleBot").records(false));
		has(throwing(RobotscException.class, () -> policy.agent("ExampleBot/2.1 (x)")).getMessage(), "ExampleBot/2.1 (x)");
		refused(Reason.ARGUMENT, () -> policy.agent("Example\0Bot"));
		refused(Reason.ARGUMENT, () -> Robots.compile(TEXT, new Options().agents("two words")));
		refused(Reason.ARGUMENT, () -> Robots.explain(TEXT, "/", USUAL, "a/b"));
		refused(Reason.ARGUMENT, () -> Robots.access(Fetch.failure("sleepy", 0)));
		refused(Reason.AGENT, () -> one.agent("Other"));
		refused(Reason.AGENT, () -> one.agentForHeader("Mozilla/5.0"));
		refused(Reason.ABSENT, () -> one.records());
		refused(Reason.ABSENT, () -> one.agent("ExampleBot").usage("/"));
		refused(Reason.ABSENT, () -> one.agent("ExampleBot").nextFetch(0, Pace.NEVER, 0));
		refused(Reason.MAGIC, () -> Robots.open(TEXT));
		refused(Reason.TRUNCATED, () -> Robots.open(Arrays.copyOf(policy.blob(), 40)));
		refused(Reason.SCHEME, () -> Robots.origin("mailto:x"));
		refused(Reason.HOST, () -> Robots.robotsUrl("https://"));
		refused(Reason.PORT, () -> Robots.origin("https://a:99999/"));
	}

	/** What C must never see. */
	private static void nothing() throws Exception {
		final Agent robot = Robots.compile(TEXT).agent();
		final String none = null;
		final byte[] no = null;
		for (Test test : List.<Test>of(() -> Robots.compile(no), () -> Robots.compile(TEXT, null), () -> Robots.open(no),
			() -> Robots.compile(TEXT, new Options().agents(none)), () -> robot.allowed(none), () -> robot.allowed(no),
			() -> robot.allowed(Collections.singletonList(none)), () -> robot.usage(no), () -> robot.usage(none),
			() -> robot.policy().agent(none), () -> robot.policy().agentForHeader(null), () -> Robots.contentKind(no),
			() -> Robots.origin(none), () -> Robots.urlProblem("/", null), () -> Robots.lint(no, USUAL),
			() -> Robots.explain(TEXT, none, USUAL), () -> Robots.page(TEXT, Collections.singletonList(none)),
			() -> Agent.check(Collections.singletonList(null), List.of("/"))))
			throwing(NullPointerException.class, test);
		throwing(IllegalArgumentException.class, () -> Agent.check(List.of(robot), List.of()));
		throwing(IndexOutOfBoundsException.class, () -> robot.allowed(TEXT, 2, TEXT.length + 1));
		throwing(IndexOutOfBoundsException.class, () -> robot.allowed(TEXT, -1, 2));
		throwing(IndexOutOfBoundsException.class, () -> robot.allowed(TEXT, 2, 1));
	}

	/** Random octets and changed blobs: each call answers, or throws the exception. */
	private static void damaged() {
		final ThreadLocalRandom random = ThreadLocalRandom.current();
		final byte[] blob = Robots.compile(TEXT).blob();
		for (int i = 0; i < 20_000; i++) {
			final byte[] changed = Arrays.copyOf(blob, i % 2 == 0 ? blob.length : random.nextInt(blob.length + 20));
			for (int k = random.nextInt(4); k >= 0 && changed.length > 0; k--)
				changed[random.nextInt(changed.length)] = (byte) random.nextInt();
			try {
				Robots.open(changed).agent().allowed("/private/");
			} catch (RobotscException e) {
				// refused
			}
		}
	}

	private static void serialized() throws Exception {
		final Policy policy = Robots.compile(TEXT);
		final ByteArrayOutputStream octets = new ByteArrayOutputStream();
		try (ObjectOutputStream out = new ObjectOutputStream(octets)) {
			out.writeObject(policy);
		}
		final Policy again =
			(Policy) new ObjectInputStream(new ByteArrayInputStream(octets.toByteArray())).readObject();
		same(true, Arrays.equals(policy.blob(), again.blob()));
		same(false, again.agent("ExampleBot").allowed("/private/"));
		same(Dialect.GOOGLE, Robots.open(Robots.compile(TEXT, new Options().dialect(Dialect.GOOGLE)).blob()).dialect());
	}

	private static void records() {
		final Agent robot = Robots.compile(TEXT).agent("ExampleBot");
		same("[Sitemap: https://shop.example/a.xml]", robot.policy().records().toString());
		same("[Crawl-delay: 2.5, Request-rate: 1/5 0600-0845, Content-Usage: train-ai=n, X-Note: \u00e9]",
			robot.records().toString());
		final Record delay = robot.records().get(0), rate = robot.records().get(1), note = robot.records().get(3);
		same(Record.Field.CRAWL_DELAY, delay.field);
		same("5 1 2500 -1", delay.line + " " + delay.group + " " + delay.delay + " " + delay.from);
		same("1 5 360 525", rate.documents + " " + rate.seconds + " " + rate.from + " " + rate.to);
		same(true, Arrays.equals(octets("\u00e9"), note.value.octets()));
		same(Record.Field.UNKNOWN, note.field);
		final List<Record> ofText = Robots.records(TEXT, "https://shop.example/robots.txt", USUAL);
		same("[Sitemap: https://shop.example/a.xml, Sitemap: https://shop.example/b.xml]", ofText.toString());
		same("true /b.xml", ofText.get(1).resolved + " " + ofText.get(1).rest);
		same(robot.records().toString(), Robots.agentRecords(TEXT, "", USUAL, "ExampleBot").toString());
	}

	private static void usage() {
		final Agent robot = Robots.compile(TEXT).agent("ExampleBot");
		final Usage usage = robot.usage("https://shop.example/");
		same("true [Content-Usage: train-ai=n]", usage.allowed + " " + usage.preferences);
		same(false, robot.usage("/private/").allowed);
		final Pace pace = robot.nextFetch(7 * 3_600_000L, 7 * 3_600_000L - 1000, 10);
		same("25204000 5000 REQUEST_RATE false", pace.time + " " + pace.pause + " " + pace.reason + " " + pace.shut);
	}

	private static void questions() {
		final byte[] other = octets("User-agent: *\nDisallow: /private/\n");
		has(Robots.generate(TEXT, 50, USUAL, "ExampleBot"), "\"allowed\":false");
		has(Robots.compile(TEXT).dot("ExampleBot"), "digraph");
		has(Robots.compile(other).verify(TEXT, USUAL), "\"answer\":\"different\"");
		has(Robots.explain(octets("User-agent: *\nDisallow: /\u00e9\n"), "/\u00e9", USUAL), "/\u00e9");
		same("https://shop.example", Robots.origin("HTTPS://Shop.example:443/x"));
		has(Robots.urlProblem("shop.example/", Dialect.RFC9309), "scheme");
		same(true, Dialect.RFC9309.isToken("ExampleBot") && !Dialect.RFC9309.isToken("a b"));
	}

	private static void access() {
		final Fetch fetch = Fetch.response(200, 1_000_000);
		Collections.addAll(fetch.headers, "Cache-Control", "max-age=60");
		final Decision found = Robots.access(fetch), down = Robots.access(Fetch.failure("timeout", 1_000_000));
		same("PARSE 200 1000000 1000060", found.outcome + " " + found.status + " " + found.fetched + " " + found.expires);
		same("true false", found.isFresh(1_000_059) + " " + found.isFresh(1_000_060));
		same("DENY rfc9309 timeout", down.outcome + " " + down.profile + " " + down.end);
		fetch.status = 503;
		fetch.cachedAge = 3600;
		same(Decision.Outcome.CACHED, Robots.access(fetch).outcome);
	}

	/** Threads compile, ask the same robot, and drop policies. */
	private static void threads() throws Exception {
		final Agent shared = Robots.compile(TEXT).agent("ExampleBot");
		final ExecutorService threads = Executors.newFixedThreadPool(16);
		final Callable<Boolean> work = () -> {
			boolean good = true;
			for (int i = 0; i < 2000 && good; i++) {
				final Agent own = Robots.compile(octets("User-agent: *\nDisallow: /" + i + "$")).agent();
				good = !own.allowed("/" + i) && own.allowed("/" + i + "x") && !shared.allowed("/private/" + i)
					&& shared.allowed(List.of("/", "/private/"))[0];
			}
			return good;
		};
		for (Future<Boolean> done : threads.invokeAll(Collections.nCopies(16, work)))
			same(true, done.get());
		threads.shutdown();
	}

	private static long resident() throws Exception {
		for (String line : Files.readAllLines(Path.of("/proc/self/status")))
			if (line.startsWith("VmRSS:"))
				return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
		throw new AssertionError("VmRSS");
	}

	/** 60,000 policies of 20 KB: 1.2 GB if they were never freed. */
	private static void released() throws Exception {
		final StringBuilder text = new StringBuilder("User-agent: *\n");
		for (int i = 0; i < 150; i++)
			text.append("Disallow: /").append(Integer.toHexString(i * 7919)).append("/*/x").append(i).append("$\n");
		final byte[] blob = Robots.compile(octets(text.toString())).blob();
		Agent last = Robots.open(blob).agent();
		final long before = resident();
		final int many = (int) (1200L * 1024 * 1024 / blob.length);
		for (int i = 0; i < many; i++) {
			last = Robots.open(blob).agent();
			if (i % 1000 == 0)
				System.gc();
		}
		same(true, last.allowed("/"));
		if (resident() - before > 300)
			throw new AssertionError(before + " MB before, " + resident() + " MB after " + many);
	}

	public static void main(String[] arguments) {
		test("checks", Policies::checks);
		test("characters", Policies::characters);
		test("lists", Policies::lists);
		test("several names of one robot", Policies::oneRobot);
		test("what is refused, and why", Policies::refusals);
		test("null and bounds", Policies::nothing);
		test("damaged blobs", Policies::damaged);
		test("a policy is serialized as its blob", Policies::serialized);
		test("records", Policies::records);
		test("usage and pace", Policies::usage);
		test("questions", Policies::questions);
		test("access", Policies::access);
		test("threads", Policies::threads);
		test("what nobody has is freed", Policies::released);
		System.out.println(passed + " passed, " + failed + " failed");
		System.exit(failed == 0 ? 0 : 1);
	}
}
