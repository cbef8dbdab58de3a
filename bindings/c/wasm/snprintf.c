/* snprintf.c - replaces the C library's, which needs files and floating point.
 *
 * It knows the formats that the library uses: %% %s %-*s %.*s %c %u %lu %llu %zu %d %X and widths
 * such as 02.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct output {
	char *at;
	size_t room, len; /* len also counts octets that did not fit */
};

static void put(struct output *out, char c)
{
	if (out->len + 1 < out->room)
		out->at[out->len] = c;
	out->len++;
}

/* Puts spaces after a text that has fewer octets than width. */
static void put_text(struct output *out, const char *text, size_t most, int width)
{
	size_t i = 0;
	for (; i < most && text[i]; i++)
		put(out, text[i]);
	for (; i < (size_t)width; i++)
		put(out, ' ');
}

static void put_unsigned(struct output *out, unsigned long long n, unsigned base, int width, char fill)
{
	char digits[32];
	int count = 0;
	do
		digits[count++] = "0123456789ABCDEF"[n % base];
	while (n /= base);
	for (int i = count; i < width; i++)
		put(out, fill);
	while (count)
		put(out, digits[--count]);
}

int vsnprintf(char *restrict at, size_t room, const char *restrict format, va_list args)
{
	struct output out = {at, room, 0};
	for (; *format; format++) {
		char fill = ' ';
		int width = 0, precision = -1, longs = 0;
		if (*format != '%') {
			put(&out, *format);
			continue;
		}
		if (*++format == '0')
			fill = *format++;
		if (format[0] == '-' && format[1] == '*') {
			width = va_arg(args, int);
			format += 2;
		}
		while (*format >= '0' && *format <= '9')
			width = 10 * width + *format++ - '0';
		if (format[0] == '.' && format[1] == '*') {
			precision = va_arg(args, int);
			format += 2;
		}
		for (; *format == 'l' || *format == 'z'; format++)
			longs++;
		switch (*format) {
		case '%':
			put(&out, '%');
			break;
		case 's':
			put_text(&out, va_arg(args, const char *), precision < 0 ? (size_t)-1 : (size_t)precision, width);
			break;
		case 'c':
			put(&out, (char)va_arg(args, int));
			break;
		case 'X':
			put_unsigned(&out, va_arg(args, unsigned), 16, width, fill);
			break;
		default:
			put_unsigned(&out,
			             longs > 1 ? va_arg(args, unsigned long long)
			             : longs   ? va_arg(args, unsigned long)
			                       : va_arg(args, unsigned),
			             10, width, fill);
			break;
		}
	}
	if (room)
		at[out.len < room ? out.len : room - 1] = '\0';
	return (int)out.len;
}

int snprintf(char *restrict at, size_t room, const char *restrict format, ...)
{
	va_list args;
	int n;
	va_start(args, format);
	n = vsnprintf(at, room, format, args);
	va_end(args);
	return n;
}
