// one_robot_google.cc - a robot with several names: the library against google/robotstxt.
//
//     one_robot_google [COUNT]
//
// Over COUNT random texts, with two or three names each; one_robot_google.sh builds it.
//
// SPDX-License-Identifier: Apache-2.0
#include "robots.h" // of google/robotstxt

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" {
#include "tests/support/product.h"
#include "tests/support/random_gen.h"
}

static unsigned long asked, denied, named, wrong;

// Choose two or three names, often names of the text.
static std::vector<std::string> names_for(const oracle_file *file, uint64_t *state)
{
	draft name = {};
	std::vector<std::string> names(2 + product_below(state, 2));
	for (std::string &one : names) {
		random_gen_robot(&name, state, file);
		one.assign(name.at, name.len);
		if (one.empty() || !robotsc_is_token(ROBOTSC_GOOGLE, one.data(), one.size()))
			one = product_below(state, 2) ? "foo" : "nobody";
	}
	free(name.at);
	return names;
}

// Compare the verdict for each name by itself, and for all names.
static void ask(const product *p, const std::string &text, const std::vector<std::string> &names,
                const std::vector<robotsc_text> &tokens, const std::string &url)
{
	googlebot::RobotsMatcher matcher;
	const bool want = matcher.AllowedByRobots(text, &names, url);
	const size_t n = tokens.size();
	robotsc_group group = {};
	for (size_t k = 0; k <= n; k++) {
		const robotsc_status status = robotsc_select(&p->blob, &tokens[k % n], k < n ? 1 : n, &group);
		const bool right =
			status == ROBOTSC_OK && (robotsc_check_url(&group, url.data(), url.size()) == ROBOTSC_ALLOW) == want;
		if (!right && wrong++ < 5) {
			printf("google/robotstxt %s ", want ? "allows" : "disallows");
			product_show(url.data(), url.size());
			for (const std::string &name : names)
				printf(" %s", name.c_str());
			printf("\n    ");
			product_show(text.data(), text.size());
			printf("\n");
		}
		asked++;
	}
	denied += !want;
	named += group.selected == ROBOTSC_SELECTED_TOKEN;
}

int main(int argc, char **argv)
{
	const unsigned long count = argc > 1 ? strtoul(argv[1], nullptr, 10) : 5000;
	draft text = {}, url = {};
	for (unsigned long world = 0; world < count; world++) {
		uint64_t state = 77 * 0x100000001B3u + world;
		oracle_options how = {};
		robotsc_options options;
		std::vector<robotsc_text> tokens;
		product p = {};
		random_gen_file(&text, &state);
		how.dialect = ORACLE_GOOGLE;
		oracle_file *const file = oracle_parse(&how, text.at, text.len);
		const std::vector<std::string> names = names_for(file, &state);
		for (const std::string &name : names)
			tokens.push_back({name.data(), name.size()});
		robotsc_options_init(&options);
		options.dialect = ROBOTSC_GOOGLE;
		options.agents = tokens.data();
		options.nagents = tokens.size();
		options.one_robot = 1;
		wrong += product_open_with(&p, &options, text.at, text.len) != ROBOTSC_OK;
		for (int i = 0; i < 24 && p.bytes; i++) {
			random_gen_url(&url, &state, file);
			ask(&p, std::string(text.at, text.len), names, tokens, std::string(url.at, url.len));
		}
		product_close(&p);
		oracle_free_file(file);
	}
	free(text.at);
	free(url.at);
	printf("%lu texts, %lu verdicts, %lu URLs denied, %lu of robots that are named, %lu wrong\n", count, asked, denied, named,
	       wrong);
	return wrong != 0;
}
