/* by_url_google.cc - google/robotstxt or its fork: for each URL the text is read.
 *
 * bench/peers.sh builds it where a checkout is given.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string>

#include "url_reader.h"
#include "robots.h"

struct policy {
	std::string robots, agent;
};

void *by_url_build(struct robotsc_text robots, struct robotsc_text agent)
{
	return new policy{std::string(robots.at, robots.len), std::string(agent.at, agent.len)};
}

void by_url_drop(void *p)
{
	delete static_cast<policy *>(p);
}

uint64_t by_url_ask(const void *p, const struct robotsc_text *url, size_t n)
{
	const policy *const rules = static_cast<const policy *>(p);
	googlebot::RobotsMatcher matcher;
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += matcher.OneAgentAllowedByRobots(rules->robots, rules->agent, std::string(url[i].at, url[i].len));
	return sum;
}
