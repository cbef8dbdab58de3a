// Loaders.java - two class loaders of one JVM, like two applications in one server, each with its
// own package:
//
//	java -Xcheck:jni bindings/java/tests/Loaders.java robotsc.jar
//
// SPDX-License-Identifier: Apache-2.0
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

final class Loaders {
	private static Object agent(URL jar) throws Exception {
		final Class<?> robots = new URLClassLoader(new URL[] {jar}, null).loadClass("robotsc.Robots");
		final byte[] text = "User-agent: *\nDisallow: /a".getBytes();
		final Object policy = robots.getMethod("compile", byte[].class).invoke(null, (Object) text);
		return policy.getClass().getMethod("agent", String[].class).invoke(policy, (Object) new String[] {"ExampleBot"});
	}

	private static Object allowed(Object agent, String url) throws Exception {
		return agent.getClass().getMethod("allowed", String.class).invoke(agent, url);
	}

	public static void main(String[] arguments) throws Exception {
		final URL jar = Path.of(arguments[0]).toUri().toURL();
		final Object one = agent(jar), other = agent(jar);
		if (one.getClass() == other.getClass())
			throw new AssertionError("one class");
		for (int i = 0; i < 1000; i++)
			for (Object agent : new Object[] {one, other})
				if (!allowed(agent, "/a" + i).equals(false) || !allowed(agent, "/b").equals(true))
					throw new AssertionError("verdict");
		System.out.println("two class loaders, one answer");
	}
}
