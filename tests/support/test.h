/* test.h - what every test program counts and prints with.
 *
 *     CHECK(x == 3);
 *     CHECK_MSG(x == 3, "x is %d for %s", x, name);
 *     return check_done();
 *
 * A failure is printed with its place at once; the run goes on.  check_done prints the last line,
 * "N passed, N failed", and returns the exit status.  For one source file per program.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEST_H
#define ROBOTSC_TEST_H

#include <stdarg.h>
#include <stdio.h>

#define CHECK_SHOWN 40 /* failures printed; all are counted */

static unsigned long check_passed, check_failed;

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

#if defined(__GNUC__) || defined(__clang__)
__attribute__((unused))
#endif
static int
check_done(void)
{
	printf("%lu passed, %lu failed\n", check_passed, check_failed);
	return fflush(stdout) != 0 || check_failed != 0;
}

#endif
