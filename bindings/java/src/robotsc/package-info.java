/**
 * robots.txt compiled into small policies, and checks of URLs in nanoseconds, exactly as RFC 9309
 * says, or as google/robotstxt does.
 *
 * <pre>
 * Agent robot = Robots.compile(text).agent("ExampleBot");
 * robot.allowed("https://shop.example/private/");
 * </pre>
 */
package robotsc;
