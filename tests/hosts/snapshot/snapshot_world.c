/* snapshot_world.c - see snapshot_world.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_world.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "robotsc/compile.h"
#include "tests/support/splitmix.h"

/* Make the origin for a number; other numbers give other origins. */
static size_t put_origin(uint64_t *state, size_t number, char *out)
{
	static const char *const domains[] = {"example.com", "example-a.com",         "example.org", "a",
	                                      "b.a",         "xn--bcher-kva.example", "co.uk",       "EXAMPLE.net"};
	static const char *const ports[] = {"", "", "", "", ":8080", ":1", ":65535", ":443", ":80"};
	static const char *const schemes[] = {"http", "https", "https", "ftp"};
	const char *scheme = schemes[splitmix_below(state, 4)], *port = ports[splitmix_below(state, 9)];
	const char *domain = domains[splitmix_below(state, 8)], *www = splitmix_below(state, 2) ? "www." : "";
	char url[300], host[200];
	size_t len;

	switch (splitmix_below(state, 12)) {
	case 0:
		sprintf(host, "[2001:db8::%zx:%zx]", number >> 16, number & 0xFFFF);
		break;
	case 1:
		sprintf(host, "10.%zu.%zu.%zu", number >> 16 & 255, number >> 8 & 255, number & 255);
		break;
	case 2:
		sprintf(host, "n%zu.%s.", number, domain);
		break;
	case 3:
		sprintf(host, "a-label-that-is-rather-long-and-goes-on-and-on-%zu.and-another-one-that-is-long-enough.%s", number,
		        domain);
		break;
	case 4:
		sprintf(host, "n%zu", number);
		break;
	default:
		sprintf(host, "%s%zu.%s", www, number, domain);
	}
	sprintf(url, "%s://%s%s", scheme, host, port);
	return robotsc_origin(url, strlen(url), out, ROBOTSC_ORIGIN_MAX, &len) == ROBOTSC_OK ? len : 0;
}

static void put_decision(uint64_t *state, struct robotsc_decision *d)
{
	*d = (struct robotsc_decision){.fetched = (int64_t)(splitmix(state) >> 25)};
	d->status = (uint16_t)splitmix(state);
	d->end = (uint8_t)splitmix_below(state, 9);
	d->profile = (uint8_t)splitmix_below(state, 4);
	d->outcome = (uint8_t)splitmix_below(state, 6);
	d->row = (uint8_t)splitmix_below(state, 11);
	d->revalidate = (uint8_t)splitmix_below(state, 2);
	d->challenge = (uint8_t)splitmix_below(state, 2);
	d->length = splitmix(state) >> 24;
	d->digest = splitmix(state);
	d->expires = d->fetched + splitmix_below(state, 100000);
	d->since = splitmix_below(state, 3) ? d->fetched : d->fetched / 2;
}

/* A policy with groups for some of the robots that tests use, or with no group. */
static int put_blob(uint64_t *state, const struct world_plan *plan, const void **blob, size_t *blob_len)
{
	static const char *const names[] = {"*", "a-bot", "b-bot", "c-bot", "d-bot", "ExampleBot"};
	struct robotsc_options options;
	char text[2000];
	size_t n = 0, k, groups = splitmix_below(state, 4);
	void *bytes;

	for (k = 0; k < groups; k++) {
		size_t rules = splitmix_below(state, 5);

		n += (size_t)sprintf(text + n, "User-agent: %s\n", names[splitmix_below(state, 6)]);
		for (; rules > 0; rules--) {
			const char *field = splitmix_below(state, 3) ? "Disallow" : "Allow",
				   *star = splitmix_below(state, 4) ? "" : "*/";
			const int first = 'a' + (int)splitmix_below(state, 4), last = 'a' + (int)splitmix_below(state, 4);

			n += (size_t)sprintf(text + n, "%s: /%c%s%c\n", field, first, star, last);
		}
	}
	robotsc_options_init(&options);
	options.dialect = plan->dialect;
	options.agents = plan->agents;
	options.nagents = plan->nagents;
	if (robotsc_compile(&options, text, n, &bytes, blob_len) != ROBOTSC_OK)
		return -1;
	*blob = bytes;
	return 0;
}

int world_make(struct world *world, const struct world_plan *plan)
{
	uint64_t state = plan->seed;
	size_t i;

	*world = (struct world){.n = plan->n, .all = plan->n + plan->n / 4};
	world->settings = (struct plain_settings){.dialect = plan->dialect,
	                                          .settings = (unsigned)plan->seed & 15,
	                                          .scope = ROBOTSC_REDIRECT_SITE,
	                                          .challenge = ROBOTSC_CHALLENGE_UNREACHABLE,
	                                          .limit = 512000,
	                                          .agents = plan->agents,
	                                          .nagents = plan->nagents};
	world->entries = calloc(world->all + 1, sizeof *world->entries);
	if (!world->entries)
		return -1;
	for (i = 0; i < plan->n; i++) {
		struct plain_entry *e = &world->entries[i];
		char *origin = calloc(1, ROBOTSC_ORIGIN_MAX + 1);

		if (!origin)
			return -1;
		e->origin = (struct robotsc_text){origin, put_origin(&state, i, origin)};
		put_decision(&state, &e->decision);
		if (i < plan->texts) {
			if (e->origin.len == 0 || put_blob(&state, plan, &e->blob, &e->blob_len) < 0)
				return -1;
		} else {
			const struct plain_entry *other = &world->entries[splitmix_below(&state, (uint32_t)plan->texts)];

			e->blob = other->blob;
			e->blob_len = other->blob_len;
		}
	}
	for (; i < world->all; i++) { /* the same origin again, with an earlier fetch */
		world->entries[i] = world->entries[splitmix_below(&state, (uint32_t)plan->n)];
		world->entries[i].decision.fetched /= 2;
		world->entries[i].decision.status ^= 1;
	}
	return plain_snapshot(&world->settings, world->entries, world->all, &world->bytes, &world->len);
}

void world_free(struct world *world)
{
	size_t i, k;

	for (i = 0; i < world->n; i++) {
		for (k = 0; k < i && world->entries[k].blob != world->entries[i].blob; k++)
			;
		if (k == i)
			robotsc_free_blob(NULL, (void *)(uintptr_t)world->entries[i].blob, world->entries[i].blob_len);
	}
	for (i = 0; i < world->n; i++)
		free((char *)(uintptr_t)world->entries[i].origin.at);
	free(world->entries);
	free(world->bytes);
}

void world_remove(const char *folder)
{
	DIR *dir = opendir(folder);
	const struct dirent *e;
	char name[512];

	while (dir && (e = readdir(dir)) != NULL)
		if (snprintf(name, sizeof name, "%s/%s", folder, e->d_name) < (int)sizeof name && unlink(name) < 0 &&
		    e->d_name[0] != '.')
			world_remove(name);
	if (dir)
		closedir(dir);
	rmdir(folder);
}
