"""every_call.py - makes every public call of a policy, and asserts that the answers agree.

test_hypothesis.py gives it compiled policies, bindings/python/tests/forged.py whatever open
accepts.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import functools
import pickle

import robotsc

AT = 1800000000
KNOWN = {
    "Policy": "agent agent_for_header agents blob decision dialect licenses records sitemaps stamp",
    "Agent": "allowed allowed_many crawl_delay dot next_fetch policy records request_rate token tokens usage",
}


def names(kind):
    return " ".join(name for name in dir(kind) if not name.startswith("_"))


def or_none(call):
    """The answer of a call; None if the policy was compiled without the part that it needs."""
    try:
        return call()
    except robotsc.AbsentError:
        return None


def of_policy(policy):
    assert robotsc.open(policy.blob) == policy == robotsc.open(policy) == copy.copy(policy) and policy == copy.deepcopy(policy)
    assert pickle.loads(pickle.dumps(policy)) == policy and hash(policy) == hash(robotsc.open(bytearray(policy.blob)))
    assert bytes(memoryview(policy)) == policy.blob and repr(policy) and policy.dialect
    records = or_none(policy.records)
    assert (records is None) == (or_none(lambda: policy.sitemaps) is None) == (or_none(lambda: policy.licenses) is None)
    if records is not None:
        assert policy.sitemaps == tuple(r.value for r in records if r.field == "Sitemap")
        assert pickle.loads(pickle.dumps(records)) == records
    decision = policy.decision
    stamped = policy.stamp(robotsc.access(200, {"Age": "1"}, fetched=AT), b"text")
    assert stamped.decision.length == 4 and stamped.decision.fetched == AT
    assert isinstance(robotsc.fresh(policy), bool) and (decision is not None or not robotsc.fresh(policy))
    if decision is not None:
        assert policy.stamp(decision).decision == decision == pickle.loads(pickle.dumps(decision))
    return stamped


def of_agent(agent, urls):
    mask = agent.allowed_many(urls).tolist()
    assert mask == [agent.allowed(url) for url in urls] and repr(agent)
    usages = [or_none(functools.partial(agent.usage, url)) for url in urls]
    if None not in usages:
        assert [usage.allowed for usage in usages] == mask
        assert agent.next_fetch(AT, took=1, now=AT + 5).wait >= 0 and agent.next_fetch().reason
        assert all(record.line > 0 for record in agent.records())
        assert agent.crawl_delay is None or agent.crawl_delay >= 0
        assert agent.request_rate is None or len(agent.request_rate) == 2
    assert agent.dot().startswith("digraph")
    again = pickle.loads(pickle.dumps(agent))
    assert again.tokens == agent.tokens and again.token == agent.token and again.policy == agent.policy
    return mask


def every_call(policy, urls, tokens=()):
    """Returns the verdicts of all agents."""
    for kind, known in KNOWN.items():
        assert names(getattr(robotsc, kind)) == known, "every_call.py does not know what " + kind + " has"
    stamped, verdicts = of_policy(policy), []
    named = [token.encode("utf-8", "surrogateescape") for token in policy.agents[:3]]
    asked = [lambda p: p.agent_for_header(b" ".join(named) + b"/1.0 (like Other)")]
    asked += [lambda p, t=some: p.agent(*t) for some in ((), ("ExampleBot",), named, tuple(tokens)[:64])]
    for ask in asked:
        try:
            agent = ask(policy)
        except robotsc.AgentError:
            continue
        verdicts.append(of_agent(agent, urls))
        assert ask(stamped).allowed_many(urls).tolist() == verdicts[-1]
    return verdicts
