/* frontier.cc - the library in C++: which URLs of a frontier may be fetched, by a snapshot.
 *
 *     flags="-std=c++17 $(pkg-config --cflags robotsc)"
 *     c++ $flags -o frontier examples/frontier.cc $(pkg-config --libs robotsc)
 *     robotsc snapshot make -o hosts.snapshot STORE
 *     frontier hosts.snapshot ExampleBot <URLS
 *
 * Prints a word, a tab and a URL for each line: fetch, leave, or robots with the robots.txt that is
 * to be fetched first.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

#include "robotsc/robotsc.hpp"
#include "robotsc/snapshot.h"

/* A file in memory.  What is opened from it borrows it. */
class mapped
{
      public:
	explicit mapped(const char *name) noexcept
	{
		const int fd = ::open(name, O_RDONLY);
		struct stat st;
		if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
			void *const at = mmap(nullptr, static_cast<std::size_t>(st.st_size), PROT_READ, MAP_SHARED, fd, 0);
			if (at != MAP_FAILED)
				octets_ = {static_cast<const char *>(at), static_cast<std::size_t>(st.st_size)};
		}
		if (fd >= 0)
			close(fd);
	}
	~mapped()
	{
		if (!octets_.empty())
			munmap(const_cast<char *>(octets_.data()), octets_.size());
	}
	mapped(const mapped &) = delete;
	mapped &operator=(const mapped &) = delete;
	std::string_view octets() const noexcept
	{
		return octets_;
	}

      private:
	std::string_view octets_;
};

/* Up to 256 URLs, which are asked about together: that overlaps their waits for memory. */
struct batch {
	std::array<std::string, 256> lines;
	std::array<robotsc_text, 256> urls;
	std::array<robotsc_snapshot_answer, 256> answers;
	std::size_t n = 0;

	bool read()
	{
		for (n = 0; n < lines.size() && std::getline(std::cin, lines[n]); n++)
			urls[n] = robotsc::text(lines[n]);
		return n > 0;
	}
};

/* The word and the URL of an answer. */
static void print(std::string_view url, const robotsc_snapshot_answer &answer, std::time_t now)
{
	const bool known = answer.status == ROBOTSC_OK && answer.expires >= now;
	if (known) {
		std::cout << (answer.verdict == ROBOTSC_ALLOW ? "fetch\t" : "leave\t") << url << '\n';
		return;
	}
	const auto first = robotsc::robots_url(url);
	if (first)
		std::cout << "robots\t" << std::string_view(*first) << '\n';
	else
		std::cerr << "frontier: " << url << ": " << first.message() << '\n';
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		std::cerr << "usage: frontier SNAPSHOT TOKEN <URLS\n";
		return 2;
	}
	if (!robotsc::is_token(ROBOTSC_RFC9309, argv[2])) {
		std::cerr << "frontier: '" << argv[2] << "' is no product token\n";
		return 2;
	}
	const mapped file(argv[1]);
	const robotsc_text me = robotsc::text(argv[2]);
	robotsc_snapshot_options options{};
	robotsc_snapshot snapshot; /* borrows the file and the token */
	options.tokens = &me;
	options.ntokens = 1;
	const robotsc_status status = robotsc_snapshot_open(&snapshot, file.octets().data(), file.octets().size(), &options);
	if (status != ROBOTSC_OK) {
		std::cerr << "frontier: " << argv[1] << ": " << robotsc_strerror(status) << '\n';
		return 2;
	}
	static batch b;
	const std::time_t now = std::time(nullptr);
	while (b.read()) {
		robotsc_snapshot_check_urls(&snapshot, b.urls.data(), b.n, b.answers.data());
		for (std::size_t i = 0; i < b.n; i++)
			print(b.lines[i], b.answers[i], now);
	}
	return 0;
}
