// Extensions.java - the lines beside Allow and Disallow.  docs/format.md, "Extensions"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static robotsc.Opening.need;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The section of a blob, verified. */
final class Extensions {
	private static final int HEADER = 24, NUMBERS = 12, MINUTES = 1440, NONE = 0xFFFF, LABELS_MAX = 16, VALUES_MAX = 8;

	private final byte[] b;
	private final int names, sets, members, groups, labels, records, data, end;
	private final int nnames, nsets, nmembers, ngroups, nanswers, nrecords, nlabels;

	Extensions(Opening blob, int nagents) {
		b = blob.b;
		final int at = blob.begin[Opening.EXTENSIONS];
		end = blob.end[Opening.EXTENSIONS];
		need(end - at >= HEADER);
		final long[] counts = {Octets.u32(b, at), Octets.u32(b, at + 4), Octets.u32(b, at + 8), Octets.u32(b, at + 12),
			Octets.u16(b, at + 16), Octets.u32(b, at + 20)};
		nlabels = (int) counts[4];
		nanswers = 2 * nlabels + Octets.u16(b, at + 18);
		need(nlabels <= LABELS_MAX && counts[0] == nagents + 1L);
		final long[] sizes = {4, 4 + 4L * nanswers, 4, 8, 12, 16};
		final int[] places = new int[7];
		long next = at + HEADER;
		for (int i = 0; i < 6; i++) {
			places[i] = (int) next;
			need(counts[i] <= end);
			next += counts[i] * sizes[i];
			need(next <= end);
		}
		names = places[0];
		sets = places[1];
		members = places[2];
		groups = places[3];
		labels = places[4];
		records = places[5];
		data = (int) next;
		nnames = (int) counts[0];
		nsets = (int) counts[1];
		nmembers = (int) counts[2];
		ngroups = (int) counts[3];
		nrecords = (int) counts[5];
		for (int i = 0; i < nnames; i++)
			need(Octets.u32(b, names + 4 * i) <= nsets);
		verifySets(blob.policies.length);
		verifyGroups();
		verifyLabels();
		for (int i = 0; i < nrecords; i++)
			verifyRecord(records + 16 * i, i + 1 < nrecords ? Octets.u32(b, records + 16 * i + 24) : end - data);
	}

	// ---- verification ----

	private int set(int number) {
		return sets + number * (4 + 4 * nanswers);
	}

	private void verifySets(int npolicies) {
		long member = 0;
		for (int i = 0; i < nsets; i++) {
			final long to = Octets.u32(b, set(i));
			need(to >= member && to <= nmembers);
			for (long last = 0; member < to; member++) {
				final long group = Octets.u32(b, members + 4 * (int) member);
				need(group > last && group < ngroups);
				last = group;
			}
			for (int k = 1; k <= nanswers; k++)
				need(Octets.u32(b, set(i) + 4 * k) < 2L + npolicies);
		}
		need(member == nmembers);
	}

	private void verifyGroups() {
		long record = 0;
		need(ngroups > 0);
		for (int i = 0; i < ngroups; i++) {
			final long to = Octets.u32(b, groups + 8 * i);
			need(to >= record);
			record = to;
		}
		need(record == nrecords);
	}

	private void verifyLabels() {
		int answers = 2 * nlabels;
		for (int i = 0; i < nlabels; i++) {
			final int label = labels + 12 * i, field = Octets.u16(b, label), more = Octets.u16(b, label + 2),
				  size = end - data;
			final long name = Octets.u32(b, label + 4), length = Octets.u32(b, label + 8);
			need(field >= Line.NOINDEX && field <= Line.USAGE && more <= VALUES_MAX - 2 && name <= size &&
				length <= size - name);
			int at = data + (int) (name + length);
			for (int k = 0; more > 0 && k < more + 2; k++) {
				need(at < end);
				at += 1 + Octets.u8(b, at);
				need(at <= end);
			}
			answers += more;
		}
		need(answers == nanswers);
	}

	private static boolean hasNumbers(int field) {
		return field >= Line.CRAWL_DELAY && field <= Line.VISIT_TIME;
	}

	private void verifyRecord(int record, long to) {
		final long field = Octets.u32(b, record), at = Octets.u32(b, record + 8);
		need(field < Line.FIELDS.length && Octets.i32(b, record + 4) != 0 && at <= to && to <= end - data);
		final int numbers = hasNumbers((int) field) ? NUMBERS : 0, place = data + (int) at;
		need(to - at >= numbers && Octets.u32(b, record + 12) <= to - at - numbers);
		if (numbers == 0)
			return;
		final int from = Octets.u16(b, place + 8), until = Octets.u16(b, place + 10);
		need(field != Line.REQUEST_RATE || Octets.i32(b, place) != 0);
		need((from < MINUTES && until < MINUTES) || (from == NONE && until == NONE && field != Line.VISIT_TIME));
	}

	// ---- records ----

	/** The set of an entry of the agent index, as its number plus 1; 0: none. */
	private int setOf(int entry) {
		return Octets.i32(b, names + 4 * (entry > 0 && entry < nnames ? entry - 1 : nnames - 1));
	}

	/** The lines of the file as a whole. */
	List<Line> lines() {
		final List<Line> found = new ArrayList<>();
		group(0, found);
		return found;
	}

	/** The lines of a robot. */
	List<Line> lines(int entry) {
		final List<Line> found = new ArrayList<>();
		final int set = setOf(entry) - 1;
		if (set >= 0)
			for (int i = set > 0 ? Octets.i32(b, set(set - 1)) : 0; i < Octets.i32(b, set(set)); i++)
				group(Octets.i32(b, members + 4 * i), found);
		return found;
	}

	private void group(int number, List<Line> found) {
		final int place = groups + 8 * number;
		for (int i = number > 0 ? Octets.i32(b, place - 8) : 0; i < Octets.i32(b, place); i++)
			found.add(line(records + 16 * i, i + 1 < nrecords ? data + Octets.i32(b, records + 16 * i + 24) : end,
				Octets.i32(b, place + 4)));
	}

	private Line line(int record, int to, int group) {
		final int field = Octets.i32(b, record), at = data + Octets.i32(b, record + 8), name = Octets.i32(b, record + 12);
		final boolean numbered = hasNumbers(field);
		final int text = numbered ? at + NUMBERS : at;
		final long[] numbers = numbered ? new long[] {Octets.u32(b, at), Octets.u32(b, at + 4), Octets.u16(b, at + 8),
							  Octets.u16(b, at + 10)}
						: null;
		return new Line(
			field, text(text, name), text(text + name, to - text - name), Octets.i32(b, record + 4), group, numbers);
	}

	private String text(int at, int size) {
		return new String(b, at, size, StandardCharsets.UTF_8);
	}

	// ---- usage ----

	/** What may be done with the content of a URL, whose path begins at own. */
	Usage usage(Group robot, Blob blob, Walk walk, int own) {
		final int usual = blob.dialectNumber() == Urls.GOOGLE ? Urls.cut(0, walk.url, walk.end) : own;
		final boolean allowed = robot.verdict(walk, own);
		final Usage usage = new Usage(allowed);
		final int set = setOf(robot.entry) - 1;
		for (int i = 0, answer = set < 0 ? 0 : set(set) + 4; set >= 0 && i < nlabels; i++) {
			final int label = labels + 12 * i, field = Octets.u16(b, label), values = 2 + Octets.u16(b, label + 2);
			final int form = field == Line.NOINDEX ? b[7] : Forms.R, from = field == Line.NOINDEX ? own : usual;
			int value = field == Line.USAGE && !allowed ? values : 0;
			while (value < values && !says(blob, Octets.i32(b, answer + 4 * value), field, form, walk, from))
				value++;
			if (value < values)
				usage.put(Line.FIELDS[field], name(label), value(label, field, value));
			answer += 4 * values;
		}
		return usage;
	}

	private static boolean says(Blob blob, int answer, int field, int form, Walk walk, int from) {
		if (answer < 2)
			return answer == 1;
		return blob.verdict(answer - 2, form, walk, from) == (field != Line.NOINDEX);
	}

	private String name(int label) {
		return text(data + Octets.i32(b, label + 4), Octets.i32(b, label + 8));
	}

	private String value(int label, int field, int number) {
		if (Octets.u16(b, label + 2) == 0)
			return field == Line.USAGE ? number == 0 ? "n" : "y" : number == 0 ? "no" : "yes";
		int at = data + Octets.i32(b, label + 4) + Octets.i32(b, label + 8);
		for (int i = 0; i < number; i++)
			at += 1 + Octets.u8(b, at);
		return text(at + 1, Octets.u8(b, at));
	}
}
