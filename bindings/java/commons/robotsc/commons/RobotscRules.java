// RobotscRules.java - rules of crawler-commons, answered by robotsc.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc.commons;

import crawlercommons.robots.SimpleRobotRules;
import java.net.URL;
import java.util.Arrays;
import robotsc.Agent;
import robotsc.Policy;

/** The rules of a robots.txt for a robot.  Serialized, they are a blob and the robot's names. */
public final class RobotscRules extends SimpleRobotRules {
	private static final long serialVersionUID = 1L;

	/** The policy. */
	private final Policy policy;
	/** The robot's names. */
	private final String[] names;
	private transient Agent agent;

	RobotscRules(Policy policy, String... names) {
		this.policy = policy;
		this.names = names;
		agent = policy.agent(names);
	}

	/** The robot that answers.  It is made at first use; two threads may each make one. */
	public Agent agent() {
		Agent found = agent;
		if (found == null)
			agent = found = policy.agent(names);
		return found;
	}

	/** Whether the rules are those of "*".  crawler-commons has this method only since 1.6. */
	public boolean isMatchedWildcard() {
		return agent().selected() == Agent.Selected.STAR;
	}

	@Override
	public boolean isAllowed(String url) {
		return agent().allowed(url);
	}

	/** Whether the robot may fetch a URL.  crawler-commons has this method since 1.5; this
	 * class always has it. */
	public boolean isAllowed(URL url) {
		return agent().allowed(url.toString());
	}

	/** Compiled rules do not change. */
	@Override
	public void addRule(String prefix, boolean allow) {
		throw new UnsupportedOperationException("compiled rules do not change");
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof RobotscRules && super.equals(other) && Arrays.equals(names, ((RobotscRules) other).names)
			&& Arrays.equals(policy.blob(), ((RobotscRules) other).policy.blob());
	}

	@Override
	public int hashCode() {
		return 31 * super.hashCode() + Arrays.hashCode(policy.blob());
	}
}
