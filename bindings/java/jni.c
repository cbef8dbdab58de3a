/* jni.c - the native calls of robotsc.Native.
 *
 * Arrays of Java are copied by regions, so the collector never waits; they are as long as Native's
 * callers say.  Native.fail throws when C refuses something.  Nothing here depends on an operating
 * system.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <jni.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "bindings/c/bind.h"
#include "robotsc/access.h"
#include "robotsc/snapshot.h"

#define CALL(type, name) JNIEXPORT type JNICALL Java_robotsc_Native_##name
#define CALLS 1   /* as in Native.java */
#define ROOM 1024 /* octets of a URL that are copied to the stack */
#define PIECE 128 /* as in Native.java */
#define KEPT 8    /* most compilers that are kept, each with up to 8 MB */

static _Atomic(struct robotsc_compiler *) kept[KEPT];

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM *vm, void *reserved)
{
	(void)vm, (void)reserved;
	for (int i = 0; i < KEPT; i++)
		robotsc_compiler_free(atomic_exchange(&kept[i], NULL));
}

/* A compiler for this thread alone, until it is given back; NULL if there is no memory. */
static struct robotsc_compiler *take_compiler(void)
{
	for (int i = 0; i < KEPT; i++) {
		struct robotsc_compiler *const compiler = atomic_exchange(&kept[i], NULL);
		if (compiler)
			return compiler;
	}
	return robotsc_compiler_new(NULL);
}

static void give_back(struct robotsc_compiler *compiler)
{
	for (int i = 0; i < KEPT; i++) {
		struct robotsc_compiler *none = NULL;
		if (atomic_compare_exchange_strong(&kept[i], &none, compiler))
			return;
	}
	robotsc_compiler_free(compiler);
}

static struct robotsc_policy *policy_at(jlong address)
{
	return (struct robotsc_policy *)(intptr_t)address;
}

static struct robotsc_group *group_at(jlong address)
{
	return (struct robotsc_group *)(intptr_t)address;
}

/* Throw the exception of Native.fail for a status; nothing for ROBOTSC_OK. */
static void check(JNIEnv *env, jclass c, enum robotsc_status status)
{
	if (status != ROBOTSC_OK)
		(*env)->CallStaticVoidMethod(env, c, (*env)->GetStaticMethodID(env, c, "fail", "(I)V"), (jint)status);
}

/* The octets of an array, from malloc; NULL if there is no memory. */
static char *octets_of(JNIEnv *env, jbyteArray array, size_t *len)
{
	const jsize n = (*env)->GetArrayLength(env, array);
	char *const octets = malloc((size_t)n + 1);
	*len = (size_t)n;
	if (octets)
		(*env)->GetByteArrayRegion(env, array, 0, n, (jbyte *)octets);
	return octets;
}

/* The texts of a Texts object.  Their ends and octets are one block: free the ends, which are NULL
 * if there is no memory. */
static struct robotsc_texts texts_of(JNIEnv *env, jbyteArray octets, jintArray ends, jint n)
{
	jint len = 0;
	if (n > 0)
		(*env)->GetIntArrayRegion(env, ends, n - 1, 1, &len);
	uint32_t *const copy = malloc((size_t)n * sizeof *copy + (size_t)len + 1);
	char *const behind = (char *)(copy + n);
	if (copy) {
		(*env)->GetIntArrayRegion(env, ends, 0, n, (jint *)copy);
		(*env)->GetByteArrayRegion(env, octets, 0, len, (jbyte *)behind);
	}
	return (struct robotsc_texts){copy ? behind : NULL, copy, (size_t)n};
}

/* An array with the octets of an answer, which is freed.  Throws if the status is an error. */
static jbyteArray array_of(JNIEnv *env, jclass c, enum robotsc_status status, char *answer, size_t len)
{
	jbyteArray array = NULL;
	if (status == ROBOTSC_OK && len > INT32_MAX)
		status = ROBOTSC_ERR_TOO_LARGE;
	if (status == ROBOTSC_OK)
		array = (*env)->NewByteArray(env, (jsize)len);
	if (array)
		(*env)->SetByteArrayRegion(env, array, 0, (jsize)len, (const jbyte *)answer);
	robotsc_answer_free(answer);
	check(env, c, status);
	return array;
}

CALL(jint, calls)(JNIEnv *env, jclass c)
{
	(void)env, (void)c;
	return CALLS;
}

CALL(jstring, statusText)(JNIEnv *env, jclass c, jint status)
{
	(void)c;
	return (*env)->NewStringUTF(env, robotsc_strerror((enum robotsc_status)status));
}

CALL(jboolean, isToken)(JNIEnv *env, jclass c, jint dialect, jbyteArray text)
{
	size_t len;
	char *const octets = octets_of(env, text, &len);
	const int is = octets && robotsc_is_token((enum robotsc_dialect)dialect, octets, len);
	check(env, c, octets ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM);
	free(octets);
	return is ? JNI_TRUE : JNI_FALSE;
}

/* ---- policies and robots ------------------------------------------------------------ */

CALL(jlong, compile)
(JNIEnv *env, jclass c, jbyteArray text, jint dialect, jint flags, jbyteArray tokens, jintArray ends, jint n)
{
	size_t len;
	char *const octets = octets_of(env, text, &len);
	const struct robotsc_texts names = texts_of(env, tokens, ends, n);
	struct robotsc_compiler *const compiler = take_compiler();
	struct robotsc_policy *policy = NULL;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	if (octets && names.ends && compiler)
		status = robotsc_policy_compile(compiler, (enum robotsc_dialect)dialect, (uint32_t)flags, octets, len, &names,
		                                &policy);
	if (compiler)
		give_back(compiler);
	free((void *)names.ends);
	free(octets);
	check(env, c, status);
	return (jlong)(intptr_t)policy;
}

CALL(jlong, open)(JNIEnv *env, jclass c, jbyteArray blob)
{
	size_t len;
	char *const octets = octets_of(env, blob, &len);
	struct robotsc_policy *policy = NULL;
	check(env, c, octets ? robotsc_policy_open(octets, len, &policy) : ROBOTSC_ERR_NOMEM);
	free(octets);
	return (jlong)(intptr_t)policy;
}

CALL(void, freePolicy)(JNIEnv *env, jclass c, jlong policy)
{
	(void)env, (void)c;
	robotsc_policy_free(policy_at(policy));
}

CALL(jbyteArray, blob)(JNIEnv *env, jclass c, jlong policy)
{
	size_t len;
	const void *const octets = robotsc_policy_octets(policy_at(policy), &len);
	const jbyteArray array = len > INT32_MAX ? NULL : (*env)->NewByteArray(env, (jsize)len);
	if (array)
		(*env)->SetByteArrayRegion(env, array, 0, (jsize)len, octets);
	check(env, c, len > INT32_MAX ? ROBOTSC_ERR_TOO_LARGE : ROBOTSC_OK);
	return array;
}

CALL(jint, dialect)(JNIEnv *env, jclass c, jlong policy)
{
	(void)env, (void)c;
	return (jint)robotsc_policy_dialect(policy_at(policy));
}

/* The address of a filled group.  On an error, frees the group and throws. */
static jlong filled(JNIEnv *env, jclass c, struct robotsc_group *group, enum robotsc_status status)
{
	if (status == ROBOTSC_OK)
		return (jlong)(intptr_t)group;
	free(group);
	check(env, c, status);
	return 0;
}

CALL(jlong, agent)(JNIEnv *env, jclass c, jlong policy, jbyteArray tokens, jintArray ends, jint n)
{
	const struct robotsc_texts names = texts_of(env, tokens, ends, n);
	struct robotsc_group *const group = malloc(sizeof *group);
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	if (group && names.ends)
		status = robotsc_policy_agent(policy_at(policy), &names, group);
	free((void *)names.ends);
	return filled(env, c, group, status);
}

CALL(jlong, agentForHeader)(JNIEnv *env, jclass c, jlong policy, jbyteArray header)
{
	size_t len;
	char *const octets = octets_of(env, header, &len);
	struct robotsc_group *const group = malloc(sizeof *group);
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	if (group && octets)
		status = robotsc_policy_header(policy_at(policy), octets, len, group);
	free(octets);
	return filled(env, c, group, status);
}

CALL(void, freeAgent)(JNIEnv *env, jclass c, jlong group)
{
	(void)env, (void)c;
	free(group_at(group));
}

CALL(jint, selected)(JNIEnv *env, jclass c, jlong group)
{
	(void)env, (void)c;
	return group_at(group)->selected;
}

/* ---- checks ------------------------------------------------------------------------- */

CALL(jboolean, allowed)(JNIEnv *env, jclass c, jlong group, jbyteArray url, jint from, jint len)
{
	char small[ROOM], *const room = len > ROOM ? malloc((size_t)len) : small;
	enum robotsc_verdict verdict = ROBOTSC_DISALLOW;
	if (room) {
		(*env)->GetByteArrayRegion(env, url, from, len, (jbyte *)room);
		verdict = robotsc_check_url(group_at(group), room, (size_t)len);
	}
	if (room != small)
		free(room);
	if (!room)
		check(env, c, ROBOTSC_ERR_NOMEM);
	return verdict == ROBOTSC_ALLOW ? JNI_TRUE : JNI_FALSE;
}

/* Check a list and write verdicts.  addresses: a group for each URL; NULL: one group for all. */
static void check_list(JNIEnv *env, jclass c, jlong group, jlongArray addresses, const struct robotsc_texts *urls,
                       jbooleanArray verdicts, jint at)
{
	const struct robotsc_group *groups[PIECE];
	jlong address[PIECE];
	uint8_t some[PIECE];
	enum robotsc_status status = urls->ends ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	if (urls->n > PIECE)
		status = ROBOTSC_ERR_ARGUMENT;
	if (status == ROBOTSC_OK && addresses) {
		(*env)->GetLongArrayRegion(env, addresses, at, (jsize)urls->n, address);
		for (size_t i = 0; i < urls->n; i++)
			groups[i] = group_at(address[i]);
		status = robotsc_groups_check(groups, urls, some);
	} else if (status == ROBOTSC_OK) {
		status = robotsc_group_check(group_at(group), urls, some);
	}
	if (status == ROBOTSC_OK)
		(*env)->SetBooleanArrayRegion(env, verdicts, at, (jsize)urls->n, some);
	free((void *)urls->ends);
	check(env, c, status);
}

CALL(void, allowedAll)
(JNIEnv *env, jclass c, jlong group, jbyteArray octets, jintArray ends, jint n, jbooleanArray verdicts, jint at)
{
	const struct robotsc_texts urls = texts_of(env, octets, ends, n);
	check_list(env, c, group, NULL, &urls, verdicts, at);
}

CALL(void, checkAll)
(JNIEnv *env, jclass c, jlongArray groups, jbyteArray octets, jintArray ends, jint n, jbooleanArray verdicts, jint at)
{
	const struct robotsc_texts urls = texts_of(env, octets, ends, n);
	check_list(env, c, 0, groups, &urls, verdicts, at);
}

/* ---- records ------------------------------------------------------------------------ */

CALL(jbyteArray, records)(JNIEnv *env, jclass c, jlong policy, jlong group)
{
	char *answer = NULL;
	size_t len = 0;
	const enum robotsc_status status = robotsc_policy_records(policy_at(policy), group_at(group), &answer, &len);
	return array_of(env, c, status, answer, len);
}

CALL(jbyteArray, usage)(JNIEnv *env, jclass c, jlong policy, jlong group, jbyteArray url)
{
	char *answer = NULL;
	size_t len = 0, url_len;
	char *const octets = octets_of(env, url, &url_len);
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	if (octets)
		status = robotsc_policy_usage(policy_at(policy), group_at(group), (struct robotsc_text){octets, url_len}, &answer,
		                              &len);
	free(octets);
	return array_of(env, c, status, answer, len);
}

CALL(void, nextFetch)
(JNIEnv *env, jclass c, jlong policy, jlong group, jlong now, jlong last, jlong took, jlongArray answer)
{
	const struct robotsc_extensions *const extensions = robotsc_policy_extensions(policy_at(policy));
	struct robotsc_pace pace;
	if (!extensions) {
		check(env, c, ROBOTSC_ERR_ABSENT);
		return;
	}
	const jlong time = robotsc_next_fetch(extensions, group_at(group), now, last, took, &pace);
	const jlong all[] = {time, pace.pause, pace.reason, pace.shut};
	(*env)->SetLongArrayRegion(env, answer, 0, 4, all);
}

/* ---- texts -------------------------------------------------------------------------- */

CALL(jbyteArray, ask)
(JNIEnv *env, jclass c, jint kind, jint flags, jdoubleArray numbers, jbyteArray octets, jintArray ends, jint n)
{
	const struct robotsc_texts texts = texts_of(env, octets, ends, n);
	double v[ROBOTSC_ASK_NUMBERS];
	char *answer = NULL;
	size_t len = 0;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	(*env)->GetDoubleArrayRegion(env, numbers, 0, ROBOTSC_ASK_NUMBERS, v);
	if (texts.ends)
		status = robotsc_ask((enum robotsc_question_kind)kind, (uint32_t)flags, v, &texts, &answer, &len);
	free((void *)texts.ends);
	return array_of(env, c, status, answer, len);
}

CALL(jstring, origin)(JNIEnv *env, jclass c, jbyteArray url, jboolean robots)
{
	char to[ROBOTSC_ROBOTS_URL_MAX + 1];
	size_t len, made = 0;
	char *const octets = octets_of(env, url, &len);
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	if (octets)
		status = (robots ? robotsc_robots_url : robotsc_origin)(octets, len, to, sizeof to - 1, &made);
	free(octets);
	to[status == ROBOTSC_OK ? made : 0] = '\0';
	check(env, c, status);
	return status == ROBOTSC_OK ? (*env)->NewStringUTF(env, to) : NULL;
}

CALL(jstring, urlProblem)(JNIEnv *env, jclass c, jint dialect, jbyteArray url)
{
	size_t len;
	char *const octets = octets_of(env, url, &len);
	enum robotsc_url_kind kind = ROBOTSC_URL_GOOD;
	if (octets)
		kind = robotsc_url_kind((enum robotsc_dialect)dialect, octets, len);
	check(env, c, octets ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM);
	free(octets);
	return kind == ROBOTSC_URL_GOOD ? NULL : (*env)->NewStringUTF(env, robotsc_url_kind_text(kind));
}

CALL(jstring, contentKind)(JNIEnv *env, jclass c, jbyteArray text)
{
	size_t len;
	char *const octets = octets_of(env, text, &len);
	const enum robotsc_content kind = octets ? robotsc_content_kind(octets, len) : ROBOTSC_CONTENT_TEXT;
	free(octets);
	if (octets)
		return (*env)->NewStringUTF(env, robotsc_content_name(kind));
	check(env, c, ROBOTSC_ERR_NOMEM);
	return NULL;
}

/* ---- snapshots ---------------------------------------------------------------------- */

/* The numbers of Snapshot.Answer; 0 and 1 are the verdicts. */
enum answer {
	ANSWER_UNKNOWN = 2,
	ANSWER_SHARD = 3,
	ANSWER_URL = 4,
	ANSWER_DAMAGED = 5
};

/* A snapshot, and the memory that it borrows, except the file. */
struct mapped {
	struct robotsc_snapshot snapshot;
	struct robotsc_text *tokens;
	struct robotsc_texts texts; /* from texts_of */
	uint64_t *used;
};

static struct mapped *mapped_at(jlong address)
{
	return (struct mapped *)(intptr_t)address;
}

static void close_mapped(struct mapped *mapped)
{
	free((void *)mapped->texts.ends);
	free(mapped->tokens);
	free(mapped->used);
	free(mapped);
}

static enum robotsc_status open_mapped(struct mapped *mapped, const void *file, size_t size,
                                       struct robotsc_snapshot_options *options)
{
	const struct robotsc_texts *const texts = &mapped->texts;
	mapped->used = calloc(1, (size_t)robotsc_snapshot_used_size(file, size) + 1);
	mapped->tokens = calloc(texts->n + 1, sizeof *mapped->tokens);
	if (!mapped->used || !mapped->tokens || !texts->ends)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0, from = 0; i < texts->n; from = texts->ends[i++])
		mapped->tokens[i] = (struct robotsc_text){texts->octets + from, texts->ends[i] - from};
	options->tokens = mapped->tokens;
	options->ntokens = texts->n;
	options->used = mapped->used;
	return robotsc_snapshot_open(&mapped->snapshot, file, size, options);
}

CALL(jlong, snapshotOpen)
(JNIEnv *env, jclass c, jobject file, jint size, jint trust, jbyteArray root, jbyteArray tokens, jintArray ends, jint n)
{
	uint8_t octets[ROBOTSC_SNAPSHOT_ROOT];
	struct robotsc_snapshot_options options = {.trust = (enum robotsc_trust)trust, .root = root ? octets : NULL};
	struct mapped *const mapped = calloc(1, sizeof *mapped);
	if (!mapped) {
		check(env, c, ROBOTSC_ERR_NOMEM);
		return 0;
	}
	if (root)
		(*env)->GetByteArrayRegion(env, root, 0, sizeof octets, (jbyte *)octets);
	mapped->texts = texts_of(env, tokens, ends, n);
	const enum robotsc_status status = open_mapped(mapped, (*env)->GetDirectBufferAddress(env, file), (size_t)size, &options);
	if (status == ROBOTSC_OK)
		return (jlong)(intptr_t)mapped;
	close_mapped(mapped);
	check(env, c, status);
	return 0;
}

CALL(void, snapshotClose)(JNIEnv *env, jclass c, jlong snapshot)
{
	(void)env, (void)c;
	close_mapped(mapped_at(snapshot));
}

static jbyte number_of(const struct robotsc_snapshot_answer *answer)
{
	switch ((enum robotsc_status)answer->status) {
	case ROBOTSC_OK:
		return (jbyte)answer->verdict;
	case ROBOTSC_ERR_UNKNOWN:
		return ANSWER_UNKNOWN;
	case ROBOTSC_ERR_SHARD:
		return ANSWER_SHARD;
	case ROBOTSC_ERR_SCHEME:
	case ROBOTSC_ERR_HOST:
	case ROBOTSC_ERR_PORT:
		return ANSWER_URL;
	default:
		return ANSWER_DAMAGED;
	}
}

CALL(void, snapshotCheck)
(JNIEnv *env, jclass c, jlong snapshot, jbyteArray octets, jintArray ends, jint n, jbyteArray numbers)
{
	struct robotsc_snapshot_answer answers[PIECE];
	struct robotsc_text urls[PIECE];
	jbyte some[PIECE];
	const struct robotsc_texts texts = texts_of(env, octets, ends, n);
	if (!texts.ends || n > PIECE) {
		free((void *)texts.ends);
		check(env, c, n > PIECE ? ROBOTSC_ERR_ARGUMENT : ROBOTSC_ERR_NOMEM);
		return;
	}
	for (jint i = 0, from = 0; i < n; from = (jint)texts.ends[i++])
		urls[i] = (struct robotsc_text){texts.octets + from, texts.ends[i] - (size_t)from};
	robotsc_snapshot_check_urls(&mapped_at(snapshot)->snapshot, urls, (size_t)n, answers);
	for (jint i = 0; i < n; i++)
		some[i] = number_of(&answers[i]);
	(*env)->SetByteArrayRegion(env, numbers, 0, n, some);
	free((void *)texts.ends);
}

CALL(jlong, snapshotPolicy)(JNIEnv *env, jclass c, jlong snapshot, jbyteArray url)
{
	struct robotsc_snapshot_entry entry;
	struct robotsc_blob blob;
	struct robotsc_policy *policy = NULL;
	size_t len;
	char *const octets = octets_of(env, url, &len);
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	if (octets)
		status = robotsc_snapshot_find(&mapped_at(snapshot)->snapshot, octets, len, &entry);
	free(octets);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_blob(&mapped_at(snapshot)->snapshot, &entry, &blob);
	if (status == ROBOTSC_OK)
		status = robotsc_policy_open(blob.bytes, blob.size, &policy);
	check(env, c, status == ROBOTSC_ERR_UNKNOWN ? ROBOTSC_OK : status);
	return (jlong)(intptr_t)policy;
}
