/* test.h - what every test program counts and prints with.
 *
 *     CHECK(x == 3);
 *     CHECK_MSG(x == 3, "x is %d for %s", x, name);
 *     if (check_case(row->name)) ...  a row of a table
 *     CHECK_PART(a_function);         a part of a program, by its name
 *     if (check_all_cases()) ...            what is true of all cases together
 *     return check_done();
 *
 * A failure is printed with its place at once; the run goes on.  check_done prints the last line,
 * "N passed, N failed", and returns the exit status.  With TEST_CASE in the environment, check_case
 * is true only for names that have it in them.  For one source file per program.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEST_H
#define ROBOTSC_TEST_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define CHECK_SHOWN 40 /* failures printed; all are counted */

static unsigned long check_passed, check_failed, check_matched;

#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 5, 6), unused))
#endif
static int
check_that(int ok, const char *file, int line, const char *what, const char *format, ...)
{
	va_list args;

	if (ok) {
		check_passed++;
		return 1;
	}
	check_failed++;
	if (check_failed > CHECK_SHOWN)
		return 0;
	printf("%s:%d: failed: %s", file, line, what);
	va_start(args, format);
	if (format[0] != '\0') {
		printf(": ");
		vprintf(format, args);
	}
	va_end(args);
	printf("\n");
	if (check_failed == CHECK_SHOWN)
		printf("(further failures are counted, not shown)\n");
	fflush(stdout);
	return 0;
}

#define CHECK(condition) check_that(!!(condition), __FILE__, __LINE__, #condition, "%s", "")
#define CHECK_MSG(condition, ...) check_that(!!(condition), __FILE__, __LINE__, #condition, __VA_ARGS__)
#define CHECK_PART(function)       \
	if (check_case(#function)) \
	function()

#if defined(__GNUC__) || defined(__clang__)
__attribute__((unused))
#endif
static int
check_all_cases(void)
{
	return getenv("TEST_CASE") == NULL;
}

#if defined(__GNUC__) || defined(__clang__)
__attribute__((unused))
#endif
static int
check_case(const char *name)
{
	const char *wanted = getenv("TEST_CASE");

	if (wanted != NULL && strstr(name, wanted) == NULL)
		return 0;
	check_matched++;
	return 1;
}

/* After these seconds of processor the program ends by SIGPROF; 0 takes that back.  Seconds by
 * the clock would end it on a busy machine. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((unused))
#endif
static void
check_seconds(int seconds)
{
	const struct itimerval timer = {.it_value.tv_sec = seconds};

	setitimer(ITIMER_PROF, &timer, NULL);
}

#if defined(__GNUC__) || defined(__clang__)
__attribute__((unused))
#endif
static int
check_done(void)
{
	if (!check_all_cases() && check_matched == 0)
		check_that(0, __FILE__, __LINE__, "TEST_CASE", "no case has '%s' in its name", getenv("TEST_CASE"));
	printf("%lu passed, %lu failed\n", check_passed, check_failed);
	return fflush(stdout) != 0 || check_failed != 0;
}

#endif
