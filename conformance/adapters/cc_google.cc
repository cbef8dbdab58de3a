// cc_google.cc - google/robotstxt; checkouts.sh builds it.
//
// SPDX-License-Identifier: CC0-1.0
#include <iostream>
#include <string>
#include "robots.h"

// The octets of a member; false for "=".
static bool member(const std::string &line, const std::string &name, std::string &to)
{
	static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const size_t from = line.find('"' + name + '"') + name.size() + 4, end = line.find('"', from);
	unsigned bits = 0, value = 0;
	if (line[from] == '=')
		return false;
	to.clear();
	for (size_t i = from; i < end && line[i] != '='; i++) {
		value = value << 6 | static_cast<unsigned>(digits.find(line[i]));
		if ((bits += 6) >= 8)
			to += static_cast<char>(value >> (bits -= 8));
	}
	return true;
}

int main()
{
	std::string line, robots, token, url;
	while (std::getline(std::cin, line)) {
		member(line, "robots", robots);
		member(line, "token", token);
		member(line, "url", url);
		googlebot::RobotsMatcher matcher;
		const bool allowed = matcher.OneAgentAllowedByRobots(robots, token, url);
		std::cout << "{\"verdict\":\"" << (allowed ? "allow" : "disallow") << "\"}" << std::endl;
	}
}
