/* robotsc/robotsc_insight.hpp - a part of robotsc.hpp, which has the rules: records, pages,
 * explanations, proofs and lint.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ROBOTSC_INSIGHT_HPP
#define ROBOTSC_ROBOTSC_INSIGHT_HPP

#include "robotsc/explain.h"
#include "robotsc/extensions.h"
#include "robotsc/lint.h"
#include "robotsc/page.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "robotsc/robotsc_core.hpp"

namespace robotsc
{

/* ---- records, pages ---------------------------------------------------------------- */

/* The records of a policy; borrows its octets. */
class extensions
{
	struct source {
		robotsc_lines lines;
		robotsc_status status = ROBOTSC_OK;
		bool next(robotsc_line &line) noexcept { return robotsc_next_line(&lines, &line); }
	};

      public:
	static result<extensions> open(const policy &p) noexcept
	{
		extensions e;
		const robotsc_status status = robotsc_open_extensions(p.c(), &e.ext_);
		return {status, e};
	}
	/* Those of a group, or of the file as a whole.  Borrows these extensions. */
	range<source, robotsc_line> lines(const group &g) const noexcept { return begin(g.c()); }
	range<source, robotsc_line> lines() const noexcept { return begin(nullptr); }
	robotsc_usage usage(const group &g, std::string_view url) const noexcept
	{
		robotsc_usage usage;
		robotsc_check_usage(&ext_, g.c(), url.data(), url.size(), &usage);
		return usage;
	}
	std::uint32_t find_label(robotsc_line_field field, std::string_view name) const noexcept
	{
		return robotsc_find_label(&ext_, field, text(name));
	}
	std::int64_t next_fetch(const group &g, std::int64_t now, std::int64_t last, std::int64_t took,
	                        robotsc_pace *pace = nullptr) const noexcept
	{
		return robotsc_next_fetch(&ext_, g.c(), now, last, took, pace);
	}
	const robotsc_extensions *c() const noexcept { return &ext_; }

      private:
	range<source, robotsc_line> begin(const robotsc_group *g) const noexcept
	{
		source s;
		robotsc_begin_lines(&ext_, g, &s.lines);
		return range<source, robotsc_line>(s);
	}

	robotsc_extensions ext_{};
};

/* What a page says to a robot.  The tokens, and the room for a policy, are borrowed by it. */
class page
{
      public:
	explicit page(texts tokens = {}, unsigned options = 0) noexcept
	{
		robotsc_page_begin(&page_, tokens.data(), tokens.size(), options);
	}
	void policy(span<char> room) noexcept { robotsc_page_policy(&page_, room.data(), static_cast<std::uint32_t>(room.size())); }
	bool html(std::string_view octets) noexcept { return robotsc_page_html(&page_, octets.data(), octets.size()); }
	bool header(std::string_view field) noexcept { return robotsc_page_header(&page_, field.data(), field.size()); }
	robotsc_directives directives() const noexcept
	{
		robotsc_directives found;
		robotsc_page_end(&page_, &found);
		return found;
	}
	const robotsc_page *c() const noexcept { return &page_; }

      private:
	robotsc_page page_;
};

/* ---- explanations, lint, proofs --------------------------------------------------- */

/* match is called with each robotsc_match. */
template <class F>
result<robotsc_explanation> explain(std::string_view robots, texts tokens, std::string_view url, F &&match,
                                    const robotsc_options &o = options()) noexcept
{
	robotsc_explanation found{};
	const robotsc_status status = robotsc_explain(&o, robots.data(), robots.size(), tokens.data(), tokens.size(), text(url),
	                                              callback<F>::one, context(match), &found);
	return {status, found};
}

inline result<done> deciding_lines(std::string_view robots, texts tokens, texts urls, span<std::uint32_t> lines,
                                   const robotsc_options &o = options()) noexcept
{
	assert(lines.size() >= urls.size());
	const robotsc_status status = robotsc_deciding_lines(&o, robots.data(), robots.size(), tokens.data(), tokens.size(),
	                                                     urls.data(), urls.size(), lines.data());
	return {status, done{}};
}

/* change is called with each robotsc_change. */
template <class F>
result<done> changes(std::string_view robots, texts tokens, std::string_view url, F &&change,
                     const robotsc_options &o = options()) noexcept
{
	const robotsc_status status = robotsc_changes(&o, robots.data(), robots.size(), tokens.data(), tokens.size(), text(url),
	                                              callback<F>::one, context(change));
	return {status, done{}};
}

/* finding is called with each robotsc_finding. */
template <class F>
result<robotsc_lint_summary> lint(std::string_view robots, F &&finding, const robotsc_options &o = options(),
                                  std::uint64_t budget = ROBOTSC_LINT_BUDGET) noexcept
{
	robotsc_lint_summary found{};
	const robotsc_status status =
		robotsc_lint(&o, robots.data(), robots.size(), budget, callback<F>::one, context(finding), &found);
	return {status, found};
}

/* A side of a comparison: a policy, or a text with options; borrowed. */
inline robotsc_side side(const policy &p) noexcept
{
	return {p.c(), nullptr, nullptr, 0};
}

inline robotsc_side side(std::string_view robots, const robotsc_options *o = nullptr) noexcept
{
	return {nullptr, o, robots.data(), robots.size()};
}

inline result<robotsc_comparison> compare(const robotsc_side &a, const robotsc_side &b, texts tokens,
                                          const robotsc_question *question = nullptr) noexcept
{
	robotsc_comparison found{};
	const robotsc_status status = robotsc_compare(&a, &b, tokens.data(), tokens.size(), question, &found);
	return {status, found};
}

/* A report for the calls of report.h; to is borrowed, and called with the text in pieces. */
struct report : robotsc_report {
	template <class F> explicit report(F &to, robotsc_report_format as = ROBOTSC_REPORT_TEXT) noexcept : robotsc_report{}
	{
		write = callback<F>::octets;
		ctx = context(to);
		format = as;
	}
};

} // namespace robotsc
#endif
