/* robotsc/robotsc_snapshot.hpp - a part of robotsc.hpp, which has the rules: reads snapshots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ROBOTSC_SNAPSHOT_HPP
#define ROBOTSC_ROBOTSC_SNAPSHOT_HPP

#include "robotsc/robotsc_core.hpp"
#include "robotsc/snapshot.h"

namespace robotsc
{

/* An opened snapshot.  Borrows its octets, the tokens and the used of the options. */
class snapshot
{
	struct source {
		robotsc_snapshot_cursor cursor{};
		robotsc_status status = ROBOTSC_OK;
		bool next(robotsc_snapshot_entry &entry) noexcept
		{
			const robotsc_status now = status ? status : robotsc_snapshot_next(&cursor, &entry);
			status = now == ROBOTSC_ERR_UNKNOWN ? ROBOTSC_OK : now;
			return now == ROBOTSC_OK;
		}
	};

      public:
	using entries = range<source, robotsc_snapshot_entry>;

	static result<snapshot> open(std::string_view octets, const robotsc_snapshot_options &o) noexcept
	{
		snapshot s;
		const robotsc_status status = robotsc_snapshot_open(&s.snapshot_, octets.data(), octets.size(), &o);
		return {status, s};
	}
	static result<snapshot> open(std::string_view octets, texts tokens = {}) noexcept
	{
		robotsc_snapshot_options o{};
		o.tokens = tokens.data();
		o.ntokens = tokens.size();
		return open(octets, o);
	}
	struct robotsc_snapshot_info info() const noexcept
	{
		struct robotsc_snapshot_info found;
		::robotsc_snapshot_info(&snapshot_, &found);
		return found;
	}
	result<robotsc_snapshot_entry> find(std::string_view url) const noexcept
	{
		robotsc_snapshot_entry found{};
		const robotsc_status status = robotsc_snapshot_find(&snapshot_, url.data(), url.size(), &found);
		return {status, found};
	}
	result<policy> blob(const robotsc_snapshot_entry &entry) const noexcept
	{
		policy p;
		const robotsc_status status = robotsc_snapshot_blob(&snapshot_, &entry, p.c());
		return {status, std::move(p)};
	}
	result<robotsc::group> group(const robotsc_snapshot_entry &entry) const noexcept
	{
		robotsc::group g;
		const robotsc_status status = robotsc_snapshot_group(&snapshot_, &entry, g.c());
		return {status, g};
	}
	void check_urls(texts urls, span<robotsc_snapshot_answer> answers) const noexcept
	{
		assert(answers.size() >= urls.size());
		robotsc_snapshot_check_urls(&snapshot_, urls.data(), urls.size(), answers.data());
	}
	/* All entries, or those of a domain and below; borrows this object. */
	entries all() const noexcept
	{
		source s;
		robotsc_snapshot_begin(&snapshot_, &s.cursor);
		return entries(s);
	}
	entries domain(std::string_view host) const noexcept
	{
		source s;
		s.status = robotsc_snapshot_domain(&snapshot_, host.data(), host.size(), &s.cursor);
		return entries(s);
	}
	const robotsc_snapshot *c() const noexcept { return &snapshot_; }

      private:
	robotsc_snapshot snapshot_{};
};

/* What has all entries of two snapshots, in order: calls each(before, after) for each origin, with
 * nullptr for the snapshot that has it not; false ends it. */
template <class F> result<done> side_by_side(const snapshot &before, const snapshot &after, F &&each) noexcept
{
	robotsc_snapshot_cursor cursors[2];
	robotsc_snapshot_entry entries[2];
	robotsc_status status[2];
	const snapshot *const both[] = {&before, &after};
	for (int i = 0; i < 2; i++) {
		robotsc_snapshot_begin(both[i]->c(), &cursors[i]);
		status[i] = robotsc_snapshot_next(&cursors[i], &entries[i]);
	}
	while (status[0] == ROBOTSC_OK || status[1] == ROBOTSC_OK) {
		const int order = status[0] != ROBOTSC_OK   ? 1
		                  : status[1] != ROBOTSC_OK ? -1
		                                            : robotsc_origin_order(&entries[0].origin, &entries[1].origin);
		const bool of[] = {order <= 0, order >= 0};
		for (int i = 0; i < 2; i++)
			if (status[i] != ROBOTSC_OK && status[i] != ROBOTSC_ERR_UNKNOWN)
				return status[i];
		if (!each(of[0] ? &entries[0] : nullptr, of[1] ? &entries[1] : nullptr))
			return done{};
		for (int i = 0; i < 2; i++)
			if (of[i])
				status[i] = robotsc_snapshot_next(&cursors[i], &entries[i]);
	}
	for (int i = 0; i < 2; i++)
		if (status[i] != ROBOTSC_ERR_UNKNOWN)
			return status[i];
	return done{};
}

inline result<std::uint32_t> shard(std::string_view url, std::uint32_t shards) noexcept
{
	robotsc_status status = ROBOTSC_OK;
	const std::uint32_t found = robotsc_shard(url.data(), url.size(), shards, &status);
	return {status, found};
}

} // namespace robotsc
#endif
