/* hpp.cc - what robotsc.hpp returns is what the C calls return; owners release; statuses arrive.
 *
 *     hpp FOLDER
 *
 * FOLDER is empty, for a store and a snapshot.  Prints each place that is wrong; then the exit
 * status is 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "robotsc/robotsc.hpp"

using robotsc::text;
using namespace std::string_view_literals;

static int wrong;

#define HOLDS(what) ((what) ? void() : (void)(wrong++, std::printf("%s:%d: %s\n", __FILE__, __LINE__, #what)))

static constexpr std::string_view ROBOTS = "User-agent: ExampleBot\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 2\n"
					   "Content-Usage: train-ai=n\n\nUser-agent: *\nDisallow: /\n\n"
					   "Sitemap: https://a.example/map.xml\nNonsense\n";

/* ---- allocators that count ---- */

static std::size_t news;

void *operator new(std::size_t size)
{
	void *const p = std::malloc(size ? size : 1);
	if (!p)
		std::abort();
	news++;
	return p;
}

void operator delete(void *p) noexcept
{
	std::free(p);
}

void operator delete(void *p, std::size_t) noexcept
{
	std::free(p);
}

struct counted {
	std::size_t held = 0, calls = 0;
	bool refuse = false;
};

static void *resize(void *ctx, void *p, std::size_t old_size, std::size_t new_size)
{
	counted *c = static_cast<counted *>(ctx);
	if (c->refuse && new_size > old_size)
		return nullptr;
	c->calls++;
	c->held += new_size - old_size;
	if (new_size == 0) {
		std::free(p);
		return nullptr;
	}
	return std::realloc(p, new_size);
}

static void owners()
{
	counted c;
	const robotsc_alloc alloc = {resize, &c};
	robotsc::options o;
	o.alloc = &alloc;
	{
		robotsc::result<robotsc::policy> made = robotsc::compile(ROBOTS, o);
		HOLDS(made && c.held == made->octets().size());
		const robotsc::group g = *made->select("ExampleBot");
		robotsc::policy moved = std::move(*made);
		HOLDS(!g.allowed("https://a.example/private/x") && g.allowed("/private/open"));
		robotsc::policy other = *robotsc::compile("", o);
		other = std::move(moved);
		HOLDS(c.held == other.octets().size());
		HOLDS(!g.allowed("https://a.example/private/x"));
	}
	HOLDS(c.held == 0 && c.calls > 0);
	c.refuse = true;
	const robotsc::result<robotsc::policy> none = robotsc::compile(ROBOTS, o);
	HOLDS(!none && none.status() == ROBOTSC_ERR_NOMEM && none.message() == "out of memory"sv);
	HOLDS(c.held == 0);
}

/* Nothing comes from operator new, which is all of C++ that allocates. */
static void allocations()
{
	const std::size_t before = news;
	robotsc::options o;
	o.extensions = 1;
	unsigned called = 0;
	auto count = [&](const auto &) { called++; };
	const robotsc::result<robotsc::policy> p = robotsc::compile(ROBOTS, o, count);
	const robotsc_text names[] = {text("Nobody"), text("ExampleBot")};
	const robotsc::result<robotsc::group> g = p->select(names);
	const robotsc::result<robotsc::extensions> ext = robotsc::extensions::open(*p);
	for (const robotsc_line &line : ext->lines(*g))
		called += line.line;
	HOLDS(!g->allowed("/private/") && robotsc::origin("https://a.example/") && robotsc::origin("x").message());
	HOLDS(robotsc::explain(ROBOTS, names, "/private/", count) && robotsc::lint(ROBOTS, count) && called > 4);
	HOLDS(news == before);
}

static void policies()
{
	std::vector<robotsc_diag_kind> seen;
	robotsc::options o;
	o.extensions = 1;
	const robotsc::policy p = *robotsc::compile(ROBOTS, o, [&](const robotsc_diag &d) { seen.push_back(d.kind); });
	HOLDS(seen.size() == 1 && seen[0] == ROBOTSC_DIAG_JUNK);
	const std::string copy(p.octets());
	HOLDS(robotsc::policy::open(copy) && robotsc::policy::open_intact(copy) && robotsc::policy::reopen(copy));
	HOLDS(robotsc::policy::open(std::string_view(copy).substr(1)).status() != ROBOTSC_OK);
	HOLDS(robotsc::policy::open("").status() == ROBOTSC_ERR_TRUNCATED);
	HOLDS(p.info().size == copy.size() && p.info().agents == 1);

	const robotsc_text names[] = {text("Nobody"), text("examplebot")};
	const robotsc::group g = *p.select(names), star = *p.select("Nobody"),
			     none = *robotsc::compile("")->select(robotsc::texts());
	HOLDS(g.selected() == ROBOTSC_SELECTED_TOKEN && g.token() == 1);
	HOLDS(star.selected() == ROBOTSC_SELECTED_STAR && !star.allowed("/") && none.c()->selected == ROBOTSC_SELECTED_NONE);
	HOLDS(g.check_path("/private/") == ROBOTSC_DISALLOW && g.check("https://a.example/private/open") == ROBOTSC_ALLOW);

	const std::vector<robotsc_text> urls = {text("/private/"), text("/x"), text("https://a.example/private/open")};
	std::uint8_t one[3] = {9, 9, 9}, other[3] = {9, 9, 9};
	g.check_urls(urls, one);
	HOLDS(one[0] == 0 && one[1] == 1 && one[2] == 1);
	const robotsc_query queries[] = {g.query("/private/"), star.query("/x"), g.query("https://a.example/private/open")};
	robotsc::check_url_batch(queries, other);
	HOLDS(other[0] == 0 && other[1] == 0 && other[2] == 1);
	g.check_paths(urls, other);
	HOLDS(other[0] == 0 && other[1] == 1 && other[2] == 1);
	g.prefetch();

	robotsc_text found[4];
	HOLDS(p.header_tokens("Mozilla/5.0 (compatible; ExampleBot/2.1)", found) == 1 && robotsc::view(found[0]) == "ExampleBot");
	std::string drawn;
	HOLDS(g.dot("name", [&](std::string_view piece) { drawn += piece; }) && drawn.rfind("digraph", 0) == 0);

	const robotsc::policy closed = *robotsc::policy::constant(ROBOTSC_RFC9309, ROBOTSC_DISALLOW);
	HOLDS(closed.is_constant() && !p.is_constant() && !closed.select("x")->allowed("/"));
	HOLDS(robotsc::policy::constant(static_cast<robotsc_dialect>(7), ROBOTSC_ALLOW).status() == ROBOTSC_ERR_DIALECT);

	const robotsc::extensions ext = *robotsc::extensions::open(p);
	std::string lines;
	for (const robotsc_line &line : ext.lines(g))
		lines += std::string(robotsc::view(robotsc_field_name(line.field))) + " ";
	HOLDS(lines == "Crawl-delay Content-Usage ");
	lines.clear();
	for (const robotsc_line &line : ext.lines())
		lines += robotsc::view(line.value);
	HOLDS(lines == "https://a.example/map.xml");
	const std::uint32_t label = ext.find_label(ROBOTSC_FIELD_CONTENT_USAGE, "train-ai");
	HOLDS(label < ROBOTSC_LABELS_MAX && ext.usage(g, "/x").preferences[label] == ROBOTSC_NO);
	HOLDS(ext.next_fetch(g, 1000, 0, 10) == 2000);
	HOLDS(robotsc::extensions::open(closed).status() == ROBOTSC_ERR_ABSENT);
}

static void urls_and_fetches()
{
	const auto origin = robotsc::origin("HTTPS://B\xc3\xbc"
	                                    "cher.Example:443/x");
	HOLDS(origin && std::string_view(*origin) == "https://xn--bcher-kva.example");
	HOLDS(std::string_view(*robotsc::robots_url("http://a.example:8080/x")) == "http://a.example:8080/robots.txt");
	HOLDS(robotsc::origin("mailto:a").status() == ROBOTSC_ERR_SCHEME);
	HOLDS(robotsc::url_path(ROBOTSC_RFC9309, "https://a.example/x?y") == "/x?y");
	HOLDS(robotsc::url_kind(ROBOTSC_RFC9309, "a.example/x") == ROBOTSC_URL_HOST);
	HOLDS(robotsc::is_token(ROBOTSC_RFC9309, "ExampleBot") && !robotsc::is_token(ROBOTSC_RFC9309, "Example/1"));
	HOLDS(robotsc::content_kind("<html>") == ROBOTSC_CONTENT_HTML);
	HOLDS(robotsc::digest("abc") == robotsc_digest("abc", 3));
	HOLDS(robotsc::redirect_in_scope(ROBOTSC_REDIRECT_ORIGIN, "http://a.example/", "https://a.example/x"));
	HOLDS(!robotsc::redirect_in_scope(ROBOTSC_REDIRECT_ORIGIN, "http://a.example/", "https://b.example/x"));

	robotsc::fetch f;
	f.status = 404;
	f.at = 1000;
	const robotsc_decision d = robotsc::access(f);
	HOLDS(d.outcome == ROBOTSC_OUTCOME_ALLOW && d.row == ROBOTSC_ROW_GONE && robotsc::fresh(d, 1001) &&
	      !robotsc::fresh(d, 1 << 30));
	const robotsc::policy open = *robotsc::compile("");
	HOLDS(open.decision().status() == ROBOTSC_ERR_ABSENT);
	std::string stamped(open.octets().size() + ROBOTSC_STAMP_SIZE, '\0');
	stamped.resize(*open.stamp(&d, stamped));
	HOLDS(robotsc::policy::open(stamped)->decision()->status == 404);
	HOLDS(open.stamp(&d, robotsc::span<char>()).status() == ROBOTSC_ERR_ROOM);
}

static void insights()
{
	const robotsc_text me = text("ExampleBot");
	const robotsc::texts mine(&me, 1);
	unsigned matches = 0;
	auto e = robotsc::explain(ROBOTS, mine, "/private/open", [&](const robotsc_match &) { matches++; });
	HOLDS(e && e->deciding == 3 && matches == 2);
	const robotsc_text urls[] = {text("/private/x"), text("/x")};
	std::uint32_t lines[2] = {9, 9};
	HOLDS(robotsc::deciding_lines(ROBOTS, mine, urls, lines) && lines[0] == 2 && lines[1] == 0);
	std::string change;
	HOLDS(robotsc::changes(ROBOTS, mine, "/private/x", [&](const robotsc_change &c) { change += robotsc::view(c.text); }));
	HOLDS(change.find("Disallow: /private/") != std::string::npos);
	std::string found;
	auto linted = robotsc::lint(ROBOTS, [&](const robotsc_finding &f) { found += f.rule->id + std::string(" "); });
	HOLDS(linted && linted->findings > 0 && found.find("junk ") != std::string::npos);
	const robotsc::policy p = *robotsc::compile(ROBOTS);
	HOLDS(robotsc::compare(robotsc::side(p), robotsc::side(ROBOTS), mine)->answer == ROBOTSC_SAME);
	HOLDS(robotsc::compare(robotsc::side(p), robotsc::side(""sv), mine)->answer == ROBOTSC_DIFFERENT);

	std::string said;
	auto write = [&](std::string_view piece) { said += piece; };
	const robotsc::report json(write, ROBOTSC_REPORT_JSON);
	robotsc_directives none{};
	none.max_snippet = none.max_video_preview = -1;
	robotsc_page_report(&json, &none, nullptr);
	HOLDS(said.front() == '{');

	char room[32];
	robotsc::page page(mine);
	page.policy(room);
	HOLDS(page.header("X-Robots-Tag: ExampleBot: noindex") && !page.header("Date: x") &&
	      page.html("<head><meta name=robots content="));
	page.html("nofollow>");
	HOLDS(page.directives().flags == (ROBOTSC_NOINDEX | ROBOTSC_NOFOLLOW));
}

static void errors()
{
#if defined(__cpp_exceptions)
	bool thrown = false;
	try {
		robotsc::policy::open("").value();
	} catch (const robotsc::error &e) {
		thrown = true;
		HOLDS(std::string_view(e.what()) == robotsc_strerror(ROBOTSC_ERR_TRUNCATED) &&
		      e.status() == ROBOTSC_ERR_TRUNCATED && !e.of_store());
	}
	HOLDS(thrown && robotsc::compile("").value().octets().size() > 0);
#endif
}

#ifdef WITH_STORE
static std::string read_file(const std::string &name)
{
	std::ifstream in(name, std::ios::binary);
	return {std::istreambuf_iterator<char>(in), {}};
}

static void filtered(const robotsc::store &s, const robotsc::snapshot &snap)
{
	constexpr std::string_view in = "https://a.example/x\nhttps://a.example/private/\nhttps://c.example/\n";
	const robotsc_text me = text("ExampleBot");
	robotsc::filter_options o(robotsc::texts(&me, 1));
	o.print = ROBOTSC_PRINT_ALL;
	const robotsc::filter by_store = *robotsc::filter::open(s, o);
	const robotsc::filter by_snapshot = *robotsc::filter::open(robotsc::span<const robotsc_snapshot>(snap.c(), 1), o);
	const robotsc_filter_answers a = *by_store.lines(in), b = *by_snapshot.lines(in);
	HOLDS(std::string_view(a.at, a.len) == std::string_view(b.at, b.len) && a.report.unknown == 1 && a.report.lines == 3);
	for (int i = 0; i < 2; i++) {
		std::string_view rest = in;
		std::string out;
		auto read = [&](char *at, std::size_t room) {
			const std::size_t n = rest.copy(at, room);
			rest.remove_prefix(n);
			return static_cast<long>(n);
		};
		auto write = [&](std::string_view piece) {
			out += piece;
			return true;
		};
		const robotsc::filter_streams<decltype(read), decltype(write)> streams(read, write);
		const auto report = i ? robotsc::filter_run(s, o, streams)
		                      : robotsc::filter_run(robotsc::span<const robotsc_snapshot>(snap.c(), 1), o, streams);
		HOLDS(report && report->lines == 3 && out == std::string_view(a.at, a.len));
	}
}

/* Each origin of two snapshots, with what became of it. */
static std::string became(const robotsc::snapshot &before, const robotsc::snapshot &after)
{
	std::string all;
	const auto each = [&](const robotsc_snapshot_entry *a, const robotsc_snapshot_entry *b) {
		all += !a ? "+" : !b ? "-" : a->decision.fetched == b->decision.fetched ? "=" : "!";
		all += robotsc::view(a ? a->origin : b->origin);
		return true;
	};
	HOLDS(robotsc::side_by_side(before, after, each));
	return all;
}

/* The next day: a.example is gone, b.example was fetched again, c.example is new. */
static std::string make_next(const std::string &file, const robotsc::snapshot &snap)
{
	const std::string next = file + ".next";
	struct robotsc_store_settings settings {
	};
	robotsc_maker_options o{};
	robotsc_snapshot_settings(snap.c(), &settings, nullptr);
	o.output = next.c_str();
	o.settings = &settings;
	const robotsc::maker maker = *robotsc::maker::open(o);
	robotsc_snapshot_entry entry = *snap.find("https://b.example");
	entry.decision.fetched += 86400;
	const auto blob = snap.blob(entry);
	const std::string_view octets(reinterpret_cast<const char *>(blob->c()->bytes), blob->c()->size);
	HOLDS(maker.add("https://b.example", entry.decision, octets) && maker.add("https://c.example", entry.decision, octets));
	HOLDS(maker.finish()->origins == 2);
	return next;
}

static void next_day(const std::string &file, const robotsc::snapshot &snap)
{
	const std::string octets = read_file(make_next(file, snap));
	const robotsc::snapshot after = *robotsc::snapshot::open(octets);
	HOLDS(became(snap, after) == "-https://a.example!https://b.example+https://c.example");
	HOLDS(became(snap, snap) == "=https://a.example=https://b.example");
	unsigned seen = 0;
	HOLDS(robotsc::side_by_side(snap, after, [&](const auto *, const auto *) { return ++seen < 2; }) && seen == 2);
}

static void snapshots(const std::string &file, const robotsc::store &s)
{
	const std::string octets = read_file(file);
	const robotsc_text me = text("ExampleBot");
	HOLDS(robotsc::snapshot::open("").status() == ROBOTSC_ERR_TRUNCATED);
	const robotsc::snapshot snap = *robotsc::snapshot::open(octets, robotsc::texts(&me, 1));
	HOLDS(snap.info().entries == 2);
	const robotsc_snapshot_entry entry = *snap.find("https://a.example/any");
	HOLDS(!snap.group(entry)->allowed("/private/") && !snap.blob(entry)->select(me.at)->allowed("/private/"));
	HOLDS(snap.find("https://c.example/").status() == ROBOTSC_ERR_UNKNOWN);
	const robotsc_text urls[] = {text("https://a.example/private/"), text("https://b.example/"), text("https://c.example/")};
	robotsc_snapshot_answer answers[3];
	snap.check_urls(urls, answers);
	HOLDS(answers[0].verdict == ROBOTSC_DISALLOW && answers[1].verdict == ROBOTSC_ALLOW &&
	      answers[2].status == ROBOTSC_ERR_UNKNOWN);
	std::string origins;
	robotsc::snapshot::entries all = snap.all();
	for (const robotsc_snapshot_entry &e : all)
		origins += robotsc::view(e.origin);
	HOLDS(origins == "https://a.examplehttps://b.example" && all.status() == ROBOTSC_OK);
	origins.clear();
	for (const robotsc_snapshot_entry &e : snap.domain("b.example"))
		origins += robotsc::view(e.origin);
	HOLDS(origins == "https://b.example");
	HOLDS(*robotsc::shard("https://a.example/", 4) == robotsc_shard("https://a.example/", 18, 4, nullptr));
	HOLDS(robotsc::shard("mailto:a", 4).status() == ROBOTSC_ERR_SCHEME);
	unsigned faults = 0;
	HOLDS(robotsc::verify(snap, [&](std::string_view) { faults++; }) && faults == 0);
	std::string bad = octets;
	bad[bad.size() - 1] = static_cast<char>(bad.back() ^ 1);
	bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
	const auto opened = robotsc::snapshot::open(bad);
	HOLDS(!opened || (!robotsc::verify(*opened, [&](std::string_view) { faults++; }) && faults > 0));
	faults = 0;
	HOLDS(robotsc::verify(snap, 2, [&](std::string_view) { faults++; }) && faults == 0);
	filtered(s, snap);
	next_day(file, snap);
}

static void make(const std::string &file, const robotsc::store &s, const robotsc::session &session)
{
	robotsc_maker_options o{};
	o.output = file.c_str();
	o.settings = &s.settings();
	const robotsc::maker maker = *robotsc::maker::open(o);
	HOLDS(maker.add(s, session));
	HOLDS(maker.add("mailto:a", {}, "").status() == ROBOTSC_STORE_ORIGIN);
	HOLDS(maker.finish()->origins == 2);
}

static void stores(const std::string &folder)
{
	const std::string name = folder + "/policies", list = folder + "/list";
	HOLDS(robotsc::store::open(name.c_str()).status() == ROBOTSC_STORE_ABSENT);
#if defined(__cpp_exceptions)
	try {
		robotsc::store::open(name.c_str()).value();
	} catch (const robotsc::error &e) {
		HOLDS(e.of_store() && e.status() == ROBOTSC_STORE_ABSENT &&
		      std::string_view(e.what()) == robotsc_store_strerror(ROBOTSC_STORE_ABSENT));
	}
#endif
	const robotsc::store s = *robotsc::store::open(name.c_str(), ROBOTSC_STORE_CREATE);
	const robotsc::policy p = *robotsc::compile(ROBOTS);
	robotsc::fetch f;
	f.status = 200;
	f.at = 1000;
	robotsc_store_change change{};
	change.origin = text("https://a.example");
	change.blob = p.octets().data();
	change.blob_len = p.octets().size();
	change.entry.decision = robotsc::access(f);
	HOLDS(s.write(robotsc::span<const robotsc_store_change>(&change, 1))->added == 1);
	std::ofstream(folder + "/robots.txt") << "User-agent: *\nDisallow: /x\n";
	std::ofstream(list) << "https://b.example\t" << folder << "/robots.txt\n";
	const robotsc::importer importer = *robotsc::importer::open(robotsc_import_options{});
	HOLDS(importer.add(list.c_str()) && importer.run(s)->added == 1);
	HOLDS(importer.add((folder + "/none").c_str()).status() == ROBOTSC_STORE_SYSTEM);

	const robotsc::reader reader = *robotsc::reader::open(s);
	{
		const robotsc::session session = *reader.begin();
		const robotsc_store_entry entry = *session.find("https://a.example/x");
		HOLDS(!session.blob(entry)->select("ExampleBot")->allowed("/private/"));
		HOLDS(session.find("https://c.example/").status() == ROBOTSC_STORE_NOT_FOUND);
		std::string seen;
		auto each = [&](std::string_view origin, const robotsc_store_entry &) { return (seen += origin, true); };
		HOLDS(session.scan(each) && seen == "https://a.examplehttps://b.example");
		seen.clear();
		HOLDS(session.scan(each, "https://b.example") && seen == "https://b.example");
		HOLDS(session.stats()->origins == 2 && session.verify([](std::string_view) {}));
		HOLDS(session.copy((folder + "/copy").c_str()) && robotsc::store::open((folder + "/copy").c_str()));
		make(folder + "/made.snapshot", s, session);
	}
	HOLDS(!reader.begin()->changed());
	snapshots(folder + "/made.snapshot", s);
}
#endif

int main(int argc, char **argv)
{
	owners();
	allocations();
	policies();
	urls_and_fetches();
	insights();
	errors();
#ifdef WITH_STORE
	if (argc == 2)
		stores(argv[1]);
#endif
	(void)argc, (void)argv;
	std::printf("%s\n", wrong ? "wrong" : "all hold");
	return wrong != 0;
}
