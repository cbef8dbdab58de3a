/* load_native.c - loads the library of the Java package without a JVM, compiles a robots.txt and
 * asks about URLs: with glibc, with musl, on another processor, on Windows.
 *
 *     load_native LIBRARY
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <jni.h>
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define dlopen(path, how) ((void *)LoadLibraryA(path))
#define dlsym(library, name) ((void *)GetProcAddress((HMODULE)(library), name))
#define dlerror() "LoadLibrary refuses it"
#else
#include <dlfcn.h>
#endif

/* An array as Java would give it. */
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

typedef jlong compile_call(JNIEnv *, jclass, struct array *, jint, jint, struct array *, struct array *, jint);
typedef jlong agent_call(JNIEnv *, jclass, jlong, struct array *, struct array *, jint);
typedef jboolean allowed_call(JNIEnv *, jclass, jlong, struct array *, jint, jint);

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
	compile_call *const compile = (compile_call *)dlsym(library, "Java_robotsc_Native_compile");
	agent_call *const agent = (agent_call *)dlsym(library, "Java_robotsc_Native_agent");
	allowed_call *const allowed = (allowed_call *)dlsym(library, "Java_robotsc_Native_allowed");
	const jlong robot = agent(env, NULL, compile(env, NULL, &robots, 0, 4, &none, &none, 0), &none, &none, 0);
	const jboolean forbidden = allowed(env, NULL, robot, &asked, 0, asked.len);
	const jboolean free_to = allowed(env, NULL, robot, &asked, 0, asked.len - 10);
	printf("%s: %d, %.*s: %d\n", url, forbidden, (int)asked.len - 10, url, free_to);
	return forbidden || !free_to;
}
