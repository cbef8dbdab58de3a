/* robotsc/robotsc.hpp - the library for C++17 and later: owners that release, std::string_view, and
 * results that carry a status.
 *
 *     robotsc::result<robotsc::policy> policy = robotsc::compile(robots);
 *     robotsc::result<robotsc::group> group = policy ? policy->select("ExampleBot") : policy.status();
 *     if (group && group->allowed("https://shop.example/")) ...
 *
 * Each call does what the C call of its name does; its comment there holds.  What has no name here
 * is called as in C: c() gives the C value of each class, and structs, enums and constants are
 * those of C.  docs/cpp.md shows programs.
 *
 * Errors    A call that can fail returns a result: ask it as a bool, then use * and ->.  Nothing
 *           throws but value(), which throws robotsc::error; without exceptions there is none.
 * Callbacks may not throw: C is below them, so std::terminate is called.
 * Memory    Nothing is allocated beside what the C call allocates.
 * Lifetimes A policy owns the octets that compile made, and borrows those that open was given; a
 *           moved policy leaves them in place.  Groups and texts borrow these octets, not the object
 *           policy; queries borrow the group that they are of, tokens are borrowed during the
 *           call alone.
 * Threads   As in C.  A moved-from object may be destroyed or assigned to, no more.
 *
 * Link what the C calls need: librobotsc_runtime.a or librobotsc.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ROBOTSC_HPP
#define ROBOTSC_ROBOTSC_HPP

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/dot.h"
#include "robotsc/inspect.h"

namespace robotsc
{

/* ---- texts, arrays, results ------------------------------------------------------- */

constexpr robotsc_text text(std::string_view s) noexcept
{
	return {s.data(), s.size()};
}

constexpr std::string_view view(robotsc_text t) noexcept
{
	return {t.at, t.len};
}

inline std::string_view view(const char *name) noexcept
{
	return name ? std::string_view(name) : std::string_view();
}

/* An array that somebody else owns: of C, std::array, std::vector, or a pointer and a number. */
template <class T> class span
{
      public:
	constexpr span() noexcept = default;
	constexpr span(T *at, std::size_t n) noexcept : at_(at), n_(n) {}
	template <class C, class = std::enable_if_t<std::is_convertible_v<decltype(std::data(std::declval<C &>())), T *>>>
	constexpr span(C &&c) noexcept : at_(std::data(c)), n_(std::size(c))
	{
	}
	constexpr T *data() const noexcept { return at_; }
	constexpr std::size_t size() const noexcept { return n_; }

      private:
	T *at_ = nullptr;
	std::size_t n_ = 0;
};

using texts = span<const robotsc_text>;

/* What result::value throws, and nothing else.  what() is the phrase of the status. */
class error : public std::exception
{
      public:
	explicit error(robotsc_status status) noexcept : status_(status) {}
	const char *what() const noexcept override { return robotsc_strerror(status_); }
	robotsc_status status() const noexcept { return status_; }

      private:
	robotsc_status status_;
};

/* Stands for the value of a call that returns only a status. */
struct done {
};

/* A value, or the status that says why there is none. */
template <class T> class [[nodiscard]] result
{
      public:
	result(robotsc_status status) noexcept : status_(status) {}
	result(T value) noexcept : value_(std::move(value)) {}
	result(robotsc_status status, T value) noexcept : status_(status), value_(std::move(value)) {}
	explicit operator bool() const noexcept { return status_ == ROBOTSC_OK; }
	robotsc_status status() const noexcept { return status_; }
	const char *message() const noexcept { return robotsc_strerror(status_); }
	T &operator*() &noexcept
	{
		assert(*this);
		return value_;
	}
	const T &operator*() const &noexcept
	{
		assert(*this);
		return value_;
	}
	T &&operator*() &&noexcept
	{
		assert(*this);
		return std::move(value_);
	}
	T *operator->() noexcept { return &**this; }
	const T *operator->() const noexcept { return &**this; }
#if defined(__cpp_exceptions)
	T &value() &
	{
		return *this ? value_ : throw error(status_);
	}
	const T &value() const &
	{
		return *this ? value_ : throw error(status_);
	}
	T value() &&
	{
		return *this ? std::move(value_) : throw error(status_);
	}
#endif

      private:
	robotsc_status status_{};
	T value_{};
};

/* A call of C gets a callable as its ctx, and one of these functions. */
template <class F> struct callback {
	template <class T> static void one(void *ctx, const T *what) noexcept
	{
		(*static_cast<std::remove_reference_t<F> *>(ctx))(*what);
	}
	static void octets(void *ctx, const char *at, std::size_t len) noexcept
	{
		(*static_cast<std::remove_reference_t<F> *>(ctx))(std::string_view(at, len));
	}
};

template <class F> void *context(F &f) noexcept
{
	return const_cast<void *>(static_cast<const volatile void *>(std::addressof(f)));
}

/* ---- policies and groups ---------------------------------------------------------- */

/* The rules for one robot.  May be copied; borrows the octets of its policy. */
class group
{
      public:
	robotsc_verdict check(std::string_view url) const noexcept { return robotsc_check_url(&group_, url.data(), url.size()); }
	bool allowed(std::string_view url) const noexcept { return check(url) == ROBOTSC_ALLOW; }
	robotsc_verdict check_path(std::string_view path) const noexcept
	{
		return robotsc_check_path(&group_, path.data(), path.size());
	}
	void check_urls(texts urls, span<std::uint8_t> verdicts) const noexcept
	{
		assert(verdicts.size() >= urls.size());
		robotsc_check_urls(&group_, urls.data(), urls.size(), verdicts.data());
	}
	void check_paths(texts paths, span<std::uint8_t> verdicts) const noexcept
	{
		assert(verdicts.size() >= paths.size());
		robotsc_check_paths(&group_, paths.data(), paths.size(), verdicts.data());
	}
	void prefetch() const noexcept { robotsc_prefetch(&group_); }
	robotsc_selected selected() const noexcept { return static_cast<robotsc_selected>(group_.selected); }
	/* The index of the token that decided, where selected() is ROBOTSC_SELECTED_TOKEN. */
	std::size_t token() const noexcept { return group_.token; }
	/* For a batch; the group must stay where it is until then. */
	robotsc_query query(std::string_view url) const noexcept { return {&group_, text(url)}; }
	template <class F> result<done> dot(std::string_view name, F &&write) const noexcept
	{
		const robotsc_status status = robotsc_dot(&group_, text(name), callback<F>::octets, context(write), nullptr);
		return {status, done{}};
	}
	const robotsc_group *c() const noexcept { return &group_; }
	robotsc_group *c() noexcept { return &group_; }

      private:
	robotsc_group group_{};
};

inline void check_url_batch(span<const robotsc_query> queries, span<std::uint8_t> verdicts) noexcept
{
	assert(verdicts.size() >= queries.size());
	robotsc_check_url_batch(queries.data(), queries.size(), verdicts.data());
}

inline void check_batch(span<const robotsc_query> queries, span<std::uint8_t> verdicts) noexcept
{
	assert(verdicts.size() >= queries.size());
	robotsc_check_batch(queries.data(), queries.size(), verdicts.data());
}

/* Options with their defaults. */
struct options : robotsc_options {
	options() noexcept { robotsc_options_init(this); }
};

/* Releases what compile made.  free_blob is a pointer, so that a program of the runtime alone does not
 * need that call. */
struct release_blob {
	void (*free_blob)(const robotsc_alloc *, void *, std::size_t) = nullptr;
	robotsc_alloc alloc{};
	std::size_t len = 0;
	void operator()(void *octets) const noexcept { free_blob(alloc.resize ? &alloc : nullptr, octets, len); }
};

/* An opened blob. */
class policy
{
      public:
	policy() noexcept = default;

	static result<policy> open(std::string_view octets) noexcept { return opened(robotsc_open, octets); }
	static result<policy> open_intact(std::string_view octets) noexcept { return opened(robotsc_open_intact, octets); }
	static result<policy> reopen(std::string_view octets) noexcept { return opened(robotsc_reopen, octets); }
	static result<policy> constant(robotsc_dialect dialect, robotsc_verdict verdict) noexcept
	{
		std::size_t len = 0;
		const void *octets = robotsc_constant_blob(dialect, verdict, &len);
		return octets ? open({static_cast<const char *>(octets), len}) : ROBOTSC_ERR_DIALECT;
	}
	/* Its octets. */
	std::string_view octets() const noexcept { return octets_; }
	result<group> select(std::string_view token) const noexcept
	{
		const robotsc_text one = text(token);
		return select(texts(&one, 1));
	}
	result<group> select(texts tokens) const noexcept
	{
		group found;
		const robotsc_status status = robotsc_select(&blob_, tokens.data(), tokens.size(), found.c());
		return {status, found};
	}
	/* Returns how many tokens of a User-Agent header were put. */
	std::size_t header_tokens(std::string_view header, span<robotsc_text> tokens) const noexcept
	{
		return robotsc_header_tokens(&blob_, header.data(), header.size(), tokens.data(), tokens.size());
	}
	result<robotsc_decision> decision() const noexcept
	{
		robotsc_decision found{};
		const robotsc_status status = robotsc_stamp_read(&blob_, &found);
		return {status, found};
	}
	/* Copies the blob, with the decision or without; returns the octets of the copy. */
	result<std::size_t> stamp(const robotsc_decision *decision, span<char> out) const noexcept
	{
		std::size_t len = 0;
		const robotsc_status status = robotsc_stamp(&blob_, decision, out.data(), out.size(), &len);
		return {status, len};
	}
	bool is_constant() const noexcept { return robotsc_is_constant(&blob_); }
	robotsc_info info() const noexcept
	{
		robotsc_info found;
		robotsc_blob_info(&blob_, &found);
		return found;
	}
	const robotsc_blob *c() const noexcept { return &blob_; }
	robotsc_blob *c() noexcept { return &blob_; }

      private:
	using opener = robotsc_status (*)(robotsc_blob *, const void *, std::size_t);

	static result<policy> opened(opener open, std::string_view octets) noexcept
	{
		policy p;
		const robotsc_status status = open(&p.blob_, octets.data(), octets.size());
		p.octets_ = octets;
		return {status, std::move(p)};
	}

	friend result<policy> compile(std::string_view robots, const robotsc_options &o) noexcept;

	std::unique_ptr<void, release_blob> owned_;
	std::string_view octets_;
	robotsc_blob blob_{};
};

/* Compile a robots.txt and open the blob.  What options.alloc is given as ctx must outlive the
 * policy. */
inline result<policy> compile(std::string_view robots, const robotsc_options &o) noexcept
{
	void *octets = nullptr;
	std::size_t len = 0;
	robotsc_status status = robotsc_compile(&o, robots.data(), robots.size(), &octets, &len);
	if (status)
		return status;
	std::unique_ptr<void, release_blob> owned(octets, {robotsc_free_blob, o.alloc ? *o.alloc : robotsc_alloc{}, len});
	result<policy> p = policy::open_intact({static_cast<const char *>(octets), len});
	if (p)
		p->owned_ = std::move(owned);
	return p;
}

inline result<policy> compile(std::string_view robots) noexcept
{
	return compile(robots, options());
}

/* diag is called with each robotsc_diag. */
template <class F> result<policy> compile(std::string_view robots, robotsc_options o, F &&diag) noexcept
{
	o.diag = callback<F>::one;
	o.diag_ctx = context(diag);
	return compile(robots, static_cast<const robotsc_options &>(o));
}

/* ---- URLs, fetches, files --------------------------------------------------------- */

/* A short text with its own room: an origin. */
template <std::size_t Room> struct short_text {
	std::size_t len = 0;
	char at[Room];
	operator std::string_view() const noexcept { return {at, len}; }
};

inline result<short_text<ROBOTSC_ORIGIN_MAX>> origin(std::string_view url) noexcept
{
	short_text<ROBOTSC_ORIGIN_MAX> out;
	const robotsc_status status = robotsc_origin(url.data(), url.size(), out.at, sizeof out.at, &out.len);
	return {status, out};
}

inline result<short_text<ROBOTSC_ROBOTS_URL_MAX>> robots_url(std::string_view url) noexcept
{
	short_text<ROBOTSC_ROBOTS_URL_MAX> out;
	const robotsc_status status = robotsc_robots_url(url.data(), url.size(), out.at, sizeof out.at, &out.len);
	return {status, out};
}

/* Borrows the URL. */
inline std::string_view url_path(robotsc_dialect dialect, std::string_view url) noexcept
{
	robotsc_text path;
	robotsc_url_path(dialect, url.data(), url.size(), &path);
	return view(path);
}

inline enum robotsc_url_kind url_kind(robotsc_dialect dialect, std::string_view url) noexcept
{
	return ::robotsc_url_kind(dialect, url.data(), url.size());
}

inline bool is_token(robotsc_dialect dialect, std::string_view token) noexcept
{
	return robotsc_is_token(dialect, token.data(), token.size());
}

inline robotsc_content content_kind(std::string_view octets) noexcept
{
	return robotsc_content_kind(octets.data(), octets.size());
}

inline std::uint64_t digest(std::string_view octets) noexcept
{
	return robotsc_digest(octets.data(), octets.size());
}

/* A fetch of which nothing is said yet. */
struct fetch : robotsc_fetch {
	fetch() noexcept : robotsc_fetch{} {}
};

inline robotsc_decision access(const robotsc_fetch &of) noexcept
{
	robotsc_decision decision;
	robotsc_access(&of, &decision);
	return decision;
}

inline bool fresh(const robotsc_decision &decision, std::int64_t now) noexcept
{
	return robotsc_fresh(&decision, now);
}

inline bool redirect_in_scope(robotsc_redirect_scope scope, std::string_view from, std::string_view to,
                              std::string_view suffixes = {}) noexcept
{
	const robotsc_text of[3] = {text(from), text(to), text(suffixes)};
	return robotsc_redirect_in_scope(scope, &of[0], &of[1], &of[2]);
}

} // namespace robotsc
#endif
