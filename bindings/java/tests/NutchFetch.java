// NutchFetch.java - Nutch, with the classes of docs/java.md, fetches from a server on this machine.
//
// SPDX-License-Identifier: Apache-2.0
import com.sun.net.httpserver.HttpServer;
import crawlercommons.robots.BaseRobotRules;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;

final class NutchFetch {
	private static final byte[] ROBOTS = ("User-agent: examplebot\nDisallow: /private/\nAllow: /private/open$\n"
		+ "Crawl-delay: 2.5\n\nUser-agent: *\nDisallow: /\nSitemap: /map.xml\n").getBytes();

	public static void main(String[] arguments) throws Exception {
		final AtomicInteger asked = new AtomicInteger();
		final HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
		server.createContext("/", exchange -> {
			final boolean isRobots = exchange.getRequestURI().getPath().equals("/robots.txt");
			final byte[] body = isRobots ? ROBOTS : "<p>page</p>".getBytes();
			asked.addAndGet(isRobots ? 1 : 0);
			exchange.getResponseHeaders().set("Content-Type", isRobots ? "text/plain" : "text/html");
			exchange.getResponseHeaders().set("Connection", "close");
			exchange.sendResponseHeaders(200, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		server.start();
		final Configuration conf = new Configuration(false);
		conf.set("http.agent.name", "examplebot");
		conf.set("http.agent.version", "1");
		conf.set("http.content.limit", "65536");
		conf.set("http.timeout", "3000");
		conf.setBoolean("store.http.headers", false);
		final CompiledHttp http = new CompiledHttp();
		http.setConf(conf);
		final String base = "http://127.0.0.1:" + server.getAddress().getPort();
		BaseRobotRules rules = null;
		for (String path : new String[] {"/", "/private/x", "/private/open", "/private/open2"}) {
			final Text url = new Text(base + path);
			rules = http.getRobotRules(url, new CrawlDatum(), null);
			final boolean allowed = rules.isAllowed(url.toString());
			System.out.println("NUTCH " + path + " "
				+ (allowed ? http.getProtocolOutput(url, new CrawlDatum()).getStatus().getName() : "disallowed"));
		}
		System.out.println("NUTCH " + rules.getClass().getSimpleName() + " " + rules.getCrawlDelay() + " "
			+ rules.getSitemaps().toString().replaceAll(":[0-9]+", ":PORT") + " " + asked);
		System.exit(0);
	}
}
