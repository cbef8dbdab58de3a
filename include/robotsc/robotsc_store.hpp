/* robotsc/robotsc_store.hpp - a part of robotsc.hpp, which has the rules: stores, filters, imports,
 * and what makes snapshots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ROBOTSC_STORE_HPP
#define ROBOTSC_ROBOTSC_STORE_HPP

#include "robotsc/filter.h"
#include "robotsc/import.h"
#include "robotsc/robotsc_core.hpp"
#include "robotsc/robotsc_snapshot.hpp"
#include "robotsc/snapshot_make.h"
#include "robotsc/store.h"

namespace robotsc
{

template <> inline const char *phrase(robotsc_store_status status) noexcept
{
	return robotsc_store_strerror(status);
}

template <class T> using store_result = result<T, robotsc_store_status>;

inline store_result<done> done_or(robotsc_store_status status) noexcept
{
	return {status, done{}};
}

template <class T, void (*Close)(T *)> struct closer {
	void operator()(T *opened) const noexcept { Close(opened); }
};

template <class T, void (*Close)(T *)> using owner = std::unique_ptr<T, closer<T, Close>>;

/* ---- stores ----------------------------------------------------------------------- */

/* An open store, for any number of threads. */
class store
{
      public:
	static store_result<store> open(const char *folder, robotsc_store_mode mode = ROBOTSC_STORE_READ,
	                                const struct robotsc_store_settings *settings = nullptr) noexcept
	{
		robotsc_store *opened = nullptr;
		const robotsc_store_status status = robotsc_store_open(&opened, folder, mode, settings);
		return {status, store(opened)};
	}
	const struct robotsc_store_settings &settings() const noexcept { return *::robotsc_store_settings(c()); }
	store_result<robotsc_store_report> write(span<const robotsc_store_change> changes) const noexcept
	{
		robotsc_store_report report{};
		const robotsc_store_status status = robotsc_store_write(c(), changes.data(), changes.size(), &report);
		return {status, report};
	}
	robotsc_store *c() const noexcept { return store_.get(); }
	store() noexcept = default;

      private:
	explicit store(robotsc_store *opened) noexcept : store_(opened) {}

	owner<robotsc_store, robotsc_store_close> store_;
};

/* What a reader sees of a store, until this object goes.  Policies of it end with it. */
class session
{
	struct end {
		void operator()(robotsc_reader *reader) const noexcept { robotsc_reader_end(reader); }
	};

      public:
	session() noexcept = default;
	/* Of robotsc::reader::begin, which has begun it. */
	explicit session(robotsc_reader *begun, bool changed) noexcept : reader_(begun), changed_(changed) {}

	/* False: what was borrowed in earlier sessions of this reader is valid again. */
	bool changed() const noexcept { return changed_; }
	store_result<robotsc_store_entry> find(std::string_view url) const noexcept
	{
		robotsc_store_entry found{};
		const robotsc_store_status status = robotsc_reader_find(c(), url.data(), url.size(), &found);
		return {status, found};
	}
	store_result<policy> blob(const robotsc_store_entry &entry) const noexcept
	{
		policy p;
		const robotsc_store_status status = robotsc_reader_blob(c(), entry.policy, p.c());
		return {status, std::move(p)};
	}
	/* Calls each(origin, entry) in the order of hosts, from that of a URL on; false ends it. */
	template <class F> store_result<done> scan(F &&each, std::string_view from = {}) const noexcept
	{
		char origin[ROBOTSC_ORIGIN_MAX];
		std::size_t len = 0;
		robotsc_store_entry entry{};
		robotsc_store_status status = robotsc_reader_seek(c(), from.empty() ? nullptr : from.data(), from.size());
		while (status == ROBOTSC_STORE_OK) {
			status = robotsc_reader_next(c(), origin, &len, &entry);
			if (status == ROBOTSC_STORE_OK && !each(std::string_view(origin, len), entry))
				break;
		}
		return done_or(status == ROBOTSC_STORE_NOT_FOUND ? ROBOTSC_STORE_OK : status);
	}
	store_result<robotsc_store_stats> stats() const noexcept
	{
		robotsc_store_stats found{};
		const robotsc_store_status status = robotsc_reader_stats(c(), &found);
		return {status, found};
	}
	/* fault is called with each line of text. */
	template <class F> store_result<done> verify(F &&fault) const noexcept
	{
		return done_or(robotsc_reader_verify(c(), callback<F>::line, context(fault)));
	}
	store_result<done> copy(const char *folder) const noexcept { return done_or(robotsc_reader_copy(c(), folder)); }
	robotsc_reader *c() const noexcept { return reader_.get(); }

      private:
	std::unique_ptr<robotsc_reader, end> reader_;
	bool changed_ = true;
};

/* A reader, for one thread and one session at a time. */
class reader
{
      public:
	static store_result<reader> open(const store &s) noexcept
	{
		robotsc_reader *opened = nullptr;
		const robotsc_store_status status = robotsc_reader_open(&opened, s.c());
		return {status, reader(opened)};
	}
	store_result<session> begin() const noexcept
	{
		int changed = 1;
		const robotsc_store_status status = robotsc_reader_begin(c(), &changed);
		return {status, session(c(), changed != 0)};
	}
	robotsc_reader *c() const noexcept { return reader_.get(); }
	reader() noexcept = default;

      private:
	explicit reader(robotsc_reader *opened) noexcept : reader_(opened) {}

	owner<robotsc_reader, robotsc_reader_close> reader_;
};

/* ---- filters ---------------------------------------------------------------------- */

/* Options with their defaults; the tokens are borrowed. */
struct filter_options : robotsc_filter_options {
	explicit filter_options(texts names = {}) noexcept
	{
		robotsc_filter_options_init(this);
		tokens = names.data();
		ntokens = names.size();
	}
};

/* Answers lines with URLs, for one thread at a time.  Borrows the store or the snapshots. */
class filter
{
      public:
	static store_result<filter> open(const store &s, const robotsc_filter_options &o) noexcept
	{
		robotsc_filter *opened = nullptr;
		const robotsc_store_status status = robotsc_filter_open(&opened, s.c(), &o);
		return {status, filter(opened)};
	}
	/* One snapshot, or all shards of one in their order. */
	static store_result<filter> open(span<const robotsc_snapshot> shards, const robotsc_filter_options &o) noexcept
	{
		robotsc_filter *opened = nullptr;
		const robotsc_store_status status = robotsc_filter_open_snapshot(&opened, shards.data(), shards.size(), &o);
		return {status, filter(opened)};
	}
	/* What is returned is valid until the next call. */
	store_result<robotsc_filter_answers> lines(std::string_view lines) const noexcept
	{
		robotsc_filter_answers found{};
		const robotsc_store_status status = robotsc_filter_lines(c(), lines.data(), lines.size(), &found);
		return {status, found};
	}
	robotsc_filter *c() const noexcept { return filter_.get(); }
	filter() noexcept = default;

      private:
	explicit filter(robotsc_filter *opened) noexcept : filter_(opened) {}

	owner<robotsc_filter, robotsc_filter_close> filter_;
};

/* The streams of robotsc_filter_run over two callables, both borrowed: read(char *at, size_t room)
 * returns octets, 0 at the end, -1 to stop; write(std::string_view) returns false to stop, and is
 * called in another thread. */
template <class Read, class Write> struct filter_streams : robotsc_filter_streams {
	filter_streams(Read &from, Write &to) noexcept : robotsc_filter_streams{}, from_(from), to_(to)
	{
		ctx = this;
		read = [](void *self, char *at, std::size_t room) noexcept -> long {
			return static_cast<filter_streams *>(self)->from_(at, room);
		};
		write = [](void *self, const char *at, std::size_t len) noexcept -> int {
			return static_cast<filter_streams *>(self)->to_(std::string_view(at, len)) ? 0 : 1;
		};
	}
	filter_streams(const filter_streams &) = delete;
	filter_streams &operator=(const filter_streams &) = delete;

      private:
	Read &from_;
	Write &to_;
};

inline store_result<robotsc_filter_report> filter_run(const store &s, const robotsc_filter_options &o,
                                                      const robotsc_filter_streams &streams) noexcept
{
	robotsc_filter_report report{};
	const robotsc_store_status status = robotsc_filter_run(s.c(), &o, &streams, &report);
	return {status, report};
}

inline store_result<robotsc_filter_report> filter_run(span<const robotsc_snapshot> shards, const robotsc_filter_options &o,
                                                      const robotsc_filter_streams &streams) noexcept
{
	robotsc_filter_report report{};
	const robotsc_store_status status = robotsc_filter_run_snapshot(shards.data(), shards.size(), &o, &streams, &report);
	return {status, report};
}

/* ---- imports, and making snapshots ------------------------------------------------ */

class importer
{
      public:
	/* The callbacks of the options are C's: they may not throw. */
	static store_result<importer> open(const robotsc_import_options &o) noexcept
	{
		robotsc_import *opened = nullptr;
		const robotsc_store_status status = robotsc_import_open(&opened, &o);
		return {status, importer(opened)};
	}
	store_result<done> add(const char *name, int fd = -1) const noexcept { return done_or(robotsc_import_add(c(), name, fd)); }
	/* Borrowed until the runs have ended. */
	void suffixes(std::string_view list) const noexcept { robotsc_import_suffixes(c(), text(list)); }
	store_result<robotsc_import_report> run(const store &into) const noexcept
	{
		robotsc_import_report report{};
		const robotsc_store_status status = robotsc_import_run(c(), into.c(), &report);
		return {status, report};
	}
	robotsc_import *c() const noexcept { return import_.get(); }
	importer() noexcept = default;

      private:
	explicit importer(robotsc_import *opened) noexcept : import_(opened) {}

	owner<robotsc_import, robotsc_import_close> import_;
};

/* Makes a snapshot.  What was there stays unless finish() succeeds. */
class maker
{
      public:
	static store_result<maker> open(const robotsc_maker_options &o) noexcept
	{
		robotsc_maker *opened = nullptr;
		const robotsc_store_status status = robotsc_maker_open(&opened, &o);
		return {status, maker(opened)};
	}
	store_result<done> add(std::string_view url, const robotsc_decision &decision, std::string_view blob) const noexcept
	{
		return done_or(robotsc_maker_add(c(), url.data(), url.size(), &decision, blob.data(), blob.size()));
	}
	store_result<done> add(const snapshot &s) const noexcept { return done_or(robotsc_maker_add_snapshot(c(), s.c())); }
	store_result<done> add(const store &s, const session &of) const noexcept
	{
		return done_or(robotsc_maker_add_store(c(), s.c(), of.c()));
	}
	store_result<robotsc_maker_report> finish() const noexcept
	{
		robotsc_maker_report report{};
		const robotsc_store_status status = robotsc_maker_finish(c(), &report);
		return {status, report};
	}
	robotsc_maker *c() const noexcept { return maker_.get(); }
	maker() noexcept = default;

      private:
	explicit maker(robotsc_maker *opened) noexcept : maker_(opened) {}

	owner<robotsc_maker, robotsc_maker_close> maker_;
};

/* fault is called with each line of text. */
template <class F> store_result<done> verify(const snapshot &s, F &&fault) noexcept
{
	return done_or(robotsc_snapshot_verify(s.c(), callback<F>::line, context(fault)));
}

/* The same in several threads; 0: one for each processor. */
template <class F> store_result<done> verify(const snapshot &s, unsigned jobs, F &&fault) noexcept
{
	return done_or(robotsc_snapshot_verify_jobs(s.c(), jobs, callback<F>::line, context(fault)));
}

} // namespace robotsc
#endif
