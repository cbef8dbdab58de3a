/* load_native.c - a program that is no JVM loads the library of the Java package, compiles a
 * robots.txt and asks about URLs: with glibc, with musl, on another processor.
 *
 *     load_native LIBRARY
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <jni.h>
#include <stdio.h>
#include <string.h>

/* An array of Java. */
struct array {
	const char *octets;
	jsize len;
};

static jsize JNICALL length(JNIEnv *env, jarray array)
{
	(void)env;
	return ((struct array *)array)->len;
}

static void JNICALL region(JNIEnv *env, jbyteArray array, jsize from, jsize len, jbyte *to)
{
	(void)env;
	memcpy(to, ((struct array *)array)->octets + from, (size_t)len);
}

static void JNICALL ints(JNIEnv *env, jintArray array, jsize from, jsize len, jint *to)
{
	(void)env, (void)array, (void)from, (void)len, (void)to;
}

static void *call(void *library, const char *name)
{
	char whole[64];
	snprintf(whole, sizeof whole, "Java_robotsc_Native_%s", name);
	void *const found = dlsym(library, whole);
	if (!found)
		printf("no %s\n", whole);
	return found;
}

int main(int argc, char **argv)
{
	static const struct JNINativeInterface_ functions = {
		.GetArrayLength = length, .GetByteArrayRegion = region, .GetIntArrayRegion = ints};
	static const char text[] = "User-agent: *\nDisallow: /private/\n", url[] = "https://shop.example/private/x";
	struct array robots = {text, sizeof text - 1}, none = {"", 0}, asked = {url, sizeof url - 1};
	const JNIEnv table = &functions;
	JNIEnv *const env = (JNIEnv *)&table;
	void *const library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	if (!library) {
		printf("%s\n", argc == 2 ? dlerror() : "load_native LIBRARY");
		return 1;
	}
	jlong (*const compile)(JNIEnv *, jclass, struct array *, jint, jint, struct array *, struct array *, jint) =
		(jlong(*)(JNIEnv *, jclass, struct array *, jint, jint, struct array *, struct array *, jint))call(library,
	                                                                                                           "compile");
	jlong (*const agent)(JNIEnv *, jclass, jlong, struct array *, struct array *, jint) =
		(jlong(*)(JNIEnv *, jclass, jlong, struct array *, struct array *, jint))call(library, "agent");
	jboolean (*const allowed)(JNIEnv *, jclass, jlong, struct array *, jint, jint) =
		(jboolean(*)(JNIEnv *, jclass, jlong, struct array *, jint, jint))call(library, "allowed");
	if (!compile || !agent || !allowed)
		return 1;
	const jlong robot = agent(env, NULL, compile(env, NULL, &robots, 0, 4, &none, &none, 0), &none, &none, 0);
	const jboolean forbidden = allowed(env, NULL, robot, &asked, 0, asked.len);
	const jboolean free_to = allowed(env, NULL, robot, &asked, 0, asked.len - 10);
	printf("%s: %d, %.*s: %d\n", url, forbidden, (int)asked.len - 10, url, free_to);
	return forbidden || !free_to;
}
