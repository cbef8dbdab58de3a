/* re2.cc - RE2, from Debian: all rules as one RE2::Set; the match of highest rank decides.
 *
 * RE2 builds its automaton while it matches, so a policy sees its host's paths before its heap is
 * measured.  Without a C++ compiler this file is compiled as C, and is empty.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef HAVE_RE2
#include <memory>
#include <re2/set.h>
#include <vector>

#include "engine.h"
#include "regex.h"

namespace
{

struct Policy {
	std::unique_ptr<RE2::Set> set;
	std::vector<unsigned> rule;  /* the rule of each expression */
	std::vector<uint8_t> allows; /* the verdict of each rule, then that of no rule */
};

void *re2_build(const struct source *source, size_t *bytes)
{
	RE2::Options options;
	struct expressions e;
	auto *p = new Policy;
	bool fine = true;

	options.set_encoding(RE2::Options::EncodingLatin1);
	options.set_dot_nl(true);
	options.set_max_mem(int64_t{64} << 20);
	options.set_log_errors(false);
	p->set = std::make_unique<RE2::Set>(options, RE2::ANCHOR_START);
	regex_of(source->rules, 0, &e);
	for (size_t i = 0; i < e.n && fine; i++)
		fine = p->set->Add(e.text[i], nullptr) >= 0;
	p->rule.assign(e.rule, e.rule + e.n);
	for (size_t i = 0; i < source->rules->n; i++)
		p->allows.push_back(source->rules->rule[i].rank & 1);
	p->allows.push_back(1);
	regex_free(&e);
	*bytes = 0;
	if (fine && p->set->Compile())
		return p;
	delete p;
	return nullptr;
}

void re2_drop(void *policy)
{
	delete static_cast<Policy *>(policy);
}

int verdict(const void *policy, const char *path, size_t len)
{
	static std::vector<int> found;
	const auto *p = static_cast<const Policy *>(policy);
	size_t best = p->allows.size() - 1;

	if (p->set->Match(re2::StringPiece(path, len), &found))
		for (const int i : found)
			best = p->rule[static_cast<size_t>(i)] < best ? p->rule[static_cast<size_t>(i)] : best;
	return p->allows[best];
}

ENGINE_LOOPS(re2, verdict(policy, path, len))

} // namespace

extern "C" const struct engine engine_re2 = {"RE2::Set", ANSWERS_EXACT, 1,       1,        -1,       re2_build,
                                             nullptr,    re2_drop,      re2_hot, re2_cold, re2_check};
#else
typedef int nothing; /* C requires a declaration in every file */
#endif
