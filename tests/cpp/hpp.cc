/* hpp.cc - what robotsc.hpp returns is what the C calls return; owners release; statuses arrive.
 *
 * Prints each place that is wrong; then the exit status is 1.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
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
	HOLDS(!g->allowed("/private/") && robotsc::origin("https://a.example/") && robotsc::origin("x").message());
	HOLDS(called == 1);
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

static void errors()
{
#if defined(__cpp_exceptions)
	bool thrown = false;
	try {
		robotsc::policy::open("").value();
	} catch (const robotsc::error &e) {
		thrown = true;
		HOLDS(std::string_view(e.what()) == robotsc_strerror(ROBOTSC_ERR_TRUNCATED) && e.status() == ROBOTSC_ERR_TRUNCATED);
	}
	HOLDS(thrown && robotsc::compile("").value().octets().size() > 0);
#endif
}

int main()
{
	owners();
	allocations();
	policies();
	urls_and_fetches();
	errors();
	std::printf("%s\n", wrong ? "wrong" : "all hold");
	return wrong != 0;
}
