/* percent.h - the percent-canonical forms as one table.  docs/formats/blob.md, "Path forms"
 *
 * The compiler reads it for rules, the runtime for paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PERCENT_H
#define ROBOTSC_PERCENT_H

#include <stdint.h>

#include "attributes.h"
#include "blob_layout.h"

#define OCTET_R_ENCODE 0x01 /* form R: a literal octet becomes %XX */
#define OCTET_R_DECODE 0x02 /* form R: %XX becomes the octet */
#define OCTET_R_QUERY 0x04  /* form R: %XX becomes the octet in the query only */
#define OCTET_K_PAIR 0x08   /* form K: %XX becomes a pair; any other %XX becomes its octet */
#define OCTET_R_SLOW 0x10   /* form R: not canonical: %, # and octets to encode */
#define OCTET_K_SLOW 0x20   /* form K: not canonical: %, # and octets that become a pair */
#define OCTET_RAW_SLOW 0x40 /* raw paths: # and NUL, which end the path */

/* The octets that form R decodes, a bit each: those below 40, and those from 40 to 7F. */
#define OCTETS_DECODED_LOW UINT64_C(0x07FF779200000000)  /* !$'()*,-. digits : */
#define OCTETS_DECODED_HIGH UINT64_C(0x47FFFFFEAFFFFFFF) /* @ letters [ ] _ ~ */
#define OCTET_IS_DECODED(c) (((c) < 0x40 ? OCTETS_DECODED_LOW : OCTETS_DECODED_HIGH) >> ((c)&0x3F) & 1)

/* clang-format off */
/* The class of an octet; a constant if the octet is one. */
#define OCTET_CLASS(c) \
	((c) < 0x20 || (c) > 0x7F ? OCTET_R_ENCODE | OCTET_K_PAIR | OCTET_R_SLOW | OCTET_K_SLOW | ((c) ? 0 : OCTET_RAW_SLOW) \
	 : OCTET_IS_DECODED(c)    ? OCTET_R_DECODE \
	 : (c) == '#'             ? OCTET_R_SLOW | OCTET_K_SLOW | OCTET_RAW_SLOW \
	 : (c) == '%'             ? OCTET_K_PAIR | OCTET_R_SLOW | OCTET_K_SLOW \
	 : (c) == '/'             ? OCTET_R_QUERY | OCTET_K_PAIR \
	 : (c) == '?'             ? OCTET_R_QUERY \
	 : (c) == '&' || (c) == '+' || (c) == ';' || (c) == '=' ? 0 \
	 : OCTET_R_ENCODE | OCTET_R_SLOW)
#define OCTET_CLASSES_4(c) OCTET_CLASS(c), OCTET_CLASS((c) + 1), OCTET_CLASS((c) + 2), OCTET_CLASS((c) + 3)
#define OCTET_CLASSES_16(c) OCTET_CLASSES_4(c), OCTET_CLASSES_4((c) + 4), OCTET_CLASSES_4((c) + 8), OCTET_CLASSES_4((c) + 12)
#define OCTET_CLASSES_64(c) OCTET_CLASSES_16(c), OCTET_CLASSES_16((c) + 16), OCTET_CLASSES_16((c) + 32), OCTET_CLASSES_16((c) + 48)
/* clang-format on */

static const uint8_t octet_class[256] = {OCTET_CLASSES_64(0x00), OCTET_CLASSES_64(0x40), OCTET_CLASSES_64(0x80),
                                         OCTET_CLASSES_64(0xC0)};

/* Computes octet_class[c] without the table. */
static inline uint8_t octet_class_found(uint8_t c)
{
	return OCTET_CLASS(c);
}

/* The class of an octet.  Small code computes it, to need no table. */
static inline uint8_t octet_class_of(uint8_t c)
{
#if ROBOTSC_SMALL
	return octet_class_found(c);
#else
	return octet_class[c];
#endif
}

/* For each path form, the class of octets that are not canonical as they stand. */
static const uint8_t octet_slow[FORMS] = {OCTET_RAW_SLOW, OCTET_R_SLOW, OCTET_K_SLOW};

/* octet_slow as scan tables (docs/formats/blob.md, "Scan"): bit c >> 4 of entry c & 15, for ASCII
 * c. */
static const uint8_t octet_scan[FORMS][16] = {
	{0x01, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00},
	{0x47, 0x03, 0x07, 0x07, 0x03, 0x07, 0x03, 0x03, 0x03, 0x03, 0x03, 0x83, 0xAB, 0x83, 0x2B, 0x83},
	{0x03, 0x03, 0x03, 0x07, 0x03, 0x07, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03},
};

/* The scan table of a form: 16 octets. */
static inline const uint8_t *octet_scan_of(unsigned form)
{
	return octet_scan[form];
}

/* The value of a hexadecimal digit; 16 for any other octet. */
static inline unsigned octet_hex(uint8_t c)
{
	const unsigned digit = (unsigned)c - '0', letter = ((unsigned)c | 0x20u) - 'a';
	return digit < 10 ? digit : letter < 6 ? letter + 10 : 16;
}

/* The hexadecimal digit, in upper case, of a value below 16. */
static inline uint8_t octet_digit(unsigned value)
{
	return (uint8_t)(value < 10 ? '0' + value : 'A' + (value - 10));
}

#endif
