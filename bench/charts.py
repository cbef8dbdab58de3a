"""charts - figures of the benchmark as SVG.

SPDX-License-Identifier: Apache-2.0
"""

import math
from html import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 176, 48, 52  # margins; the legend is in the right one

# Colours that the colour-blind can tell apart, on light and on dark ground.
COLOURS = {
    "robotsc": "#0a7bc4", "robotsc batch": "#4fb3e8", "sorted loop": "#d95f02", "Hyperscan": "#1b9e77",
    "RE2::Set": "#cc5fa0", "libwget": "#c79a00", "dense table": "#7a6fd0", "table walk": "#888888", "XXH3": "#aaaaaa",
}
OTHERS = ["#0a7bc4", "#d95f02", "#1b9e77", "#cc5fa0", "#c79a00", "#4fb3e8", "#7a6fd0", "#a0522d", "#5f9e3f", "#888888",
          "#b04040", "#40a0a0", "#aaaaaa"]
FLOORS = ("dense table", "table walk", "XXH3")

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .title { font-size: 15px; font-weight: 600 }
  .ground { fill: #ffffff }
  .grid { stroke: #d8dee4; stroke-width: 1 }
  .axis { stroke: #57606a; stroke-width: 1; fill: none }
  .line { fill: none; stroke-width: 1.6 }
  .ours { stroke-width: 2.6 }
  .floor { stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .ground { fill: #0d1117 }
    .grid { stroke: #30363d }
    .axis { stroke: #8b949e }
  }
"""


class Chart:
    """A drawing: elements are collected, then written."""

    def __init__(self, title, height=HEIGHT):
        self.height = height
        self.parts = []
        self.entries = 0
        self.text(LEFT, 26, title, kind="title")

    def text(self, x, y, text, anchor="start", kind=None, turn=None):
        more = f' class="{kind}"' if kind else ""
        more += f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, kind):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>')

    def path(self, points, colour, kind):
        at = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{at}" stroke="{colour}" class="{kind}"/>')

    def dot(self, x, y, colour, label):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"><title>{escape(label)}</title></circle>')

    def bar(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height:.1f}" fill="{colour}"/>')

    def legend(self, label, colour, kind="line"):
        y = TOP + 12 + 19 * self.entries
        self.parts.append(f'<line x1="{WIDTH - RIGHT + 14}" y1="{y - 4}" x2="{WIDTH - RIGHT + 36}" y2="{y - 4}" '
                          f'stroke="{colour}" class="{kind}" style="stroke-width: 3"/>')
        self.text(WIDTH - RIGHT + 42, y, label)
        self.entries += 1

    def write(self, path):
        with open(path, "w", encoding="utf-8") as f:
            f.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
                    f'height="{self.height}" role="img">\n<style>{STYLE}</style>\n'
                    f'<rect class="ground" width="{WIDTH}" height="{self.height}" rx="6"/>\n')
            f.write("\n".join(self.parts))
            f.write("\n</svg>\n")


class Scale:
    """Maps values to coordinates, linear or logarithmic."""

    def __init__(self, low, high, start, end, log):
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, log

    def __call__(self, value):
        low, high = self.low, self.high
        if self.log:
            value, low, high = math.log(max(value, low)), math.log(low), math.log(high)
        return self.start + (min(value, high) - low) / (high - low) * (self.end - self.start)

    def ticks(self):
        if not self.log:
            step = next(s for s in (m * 10.0 ** e for e in range(-3, 12) for m in (1, 2, 2.5, 5)) if self.high / s <= 6)
            return [i * step for i in range(7) if i * step <= self.high * (1 + 1e-9)]
        return [10.0 ** e for e in range(math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9) + 1)]


def around(values):
    """Bounds for a logarithmic axis."""
    values = [v for v in values if v > 0]
    steps = [m * 10.0 ** e for e in range(-6, 13) for m in (1, 2, 5)]
    low = max(s for s in steps if s <= min(values) * (1 + 1e-9))
    return low, min(s for s in steps if s >= max(max(values), 10 * low) * (1 - 1e-9))


def short(value):
    """1000000 -> 1M"""
    for size, suffix in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{suffix}"
    return f"{value:g}"


def frame(chart, x, y, x_label, y_label, x_text=short, y_text=short):
    """Axes, grid and their labels."""
    for value in x.ticks():
        chart.line(x(value), y.start, x(value), y.end, "grid")
        chart.text(x(value), y.start + 17, x_text(value), "middle")
    if y_label is not None:
        for value in y.ticks():
            chart.line(x.start, y(value), x.end, y(value), "grid")
            chart.text(x.start - 8, y(value) + 4, y_text(value), "end")
        chart.text(18, (y.start + y.end) / 2, y_label, "middle", turn=-90)
    chart.line(x.start, y.start, x.end, y.start, "axis")
    chart.line(x.start, y.start, x.start, y.end, "axis")
    chart.text((x.start + x.end) / 2, y.start + 38, x_label, "middle")


def kind_of(name):
    return "line ours" if name == "robotsc" else "line floor" if name in FLOORS else "line"


def colour_of(name, nth):
    return COLOURS.get(name, OTHERS[nth % len(OTHERS)])


def distribution(results, prefix, title, label):
    """The distribution of times or sizes over hosts or checks, without the last thousandth."""
    curves = {name: [(at, v) for at, v in zip(c["at"], c["value"]) if at < 1] for name, c in results.under(prefix).items()}
    if not curves:
        return None
    chart = Chart(f"{title} ({results.where})")
    x = Scale(*around([v for c in curves.values() for _, v in c]), LEFT, WIDTH - RIGHT, True)
    y = Scale(0, 1, HEIGHT - BOTTOM, TOP, False)
    frame(chart, x, y, label, "share", y_text=lambda v: f"{100 * v:.0f} %")
    for nth, (name, c) in enumerate(curves.items()):
        chart.path([(x(v), y(at)) for at, v in c], colour_of(name, nth), kind_of(name))
        chart.legend(name, colour_of(name, nth), kind_of(name))
    return chart


def bars(results, prefix, kinds, title, label):
    """A group of bars for each engine, one for each kind of figure."""
    names = results.names(prefix, f"/{kinds[-1][0]}")
    rows = [(n, [(results.median(f"{prefix}{n}/{k}"), text) for k, text in kinds]) for n in names]
    rows = [(n, [(v, text) for v, text in values if v is not None]) for n, values in rows]
    if not rows:
        return None
    left, step = LEFT + 50, 15
    height = TOP + BOTTOM + sum(step * len(values) + 10 for _, values in rows)
    chart = Chart(f"{title} ({results.where})", height)
    x = Scale(*around([v for _, values in rows for v, _ in values]), left, WIDTH - RIGHT + 60, True)
    y = Scale(0, 1, height - BOTTOM, TOP, False)
    frame(chart, x, y, label, None)
    at = TOP + 6
    for nth, (name, values) in enumerate(rows):
        chart.text(left - 8, at + step * len(values) / 2 + 3, name, "end")
        for value, text in values:
            chart.bar(left, at, x(value) - left, step - 3, colour_of(name, nth))
            chart.text(x(value) + 5, at + step - 4, f"{value:.0f}  {text}")
            at += step
        at += 10
    return chart


def linear(results):
    """Compile time against octets of rules, both logarithmic."""
    curves = results.under("linear/")
    if not curves:
        return None
    chart = Chart("Compile time against octets of rules")
    x = Scale(*around([v for c in curves.values() for v in c["at"]]), LEFT, WIDTH - RIGHT, True)
    y = Scale(*around([v for c in curves.values() for v in c["value"]]), HEIGHT - BOTTOM, TOP, True)
    frame(chart, x, y, "octets of rules", "milliseconds")
    for nth, (name, c) in enumerate(curves.items()):
        points = [(x(at), y(v)) for at, v in zip(c["at"], c["value"])]
        chart.path(points, colour_of(name, nth), "line")
        for px, py in points:
            chart.dot(px, py, colour_of(name, nth), name)
        every = results.median(f"linear/{name}/exponent")
        large = results.median(f"linear/{name}/exponent of large ones")
        chart.legend(name, colour_of(name, nth))
        chart.text(WIDTH - RIGHT + 42, TOP + 12 + 19 * chart.entries, f"exponent {every:.2f}")
        chart.entries += 1
        if large is not None:
            chart.text(WIDTH - RIGHT + 42, TOP + 12 + 19 * chart.entries, f"from 32 KB {large:.2f}")
            chart.entries += 1
    return chart


def stacked(results, prefix, title, label, skip, unit):
    """A bar for each kind, stacked from parts."""
    kinds = list(dict.fromkeys(n[len(prefix):].split("/")[0] for n in results.figures if n.startswith(prefix)))
    if not kinds:
        return None
    parts = [p for p in results.names(f"{prefix}{kinds[0]}/", "") if p != skip]
    height = max(TOP + BOTTOM + 64 * len(kinds), TOP + 24 + 19 * len(parts))
    chart = Chart(f"{title} ({results.where})", height)
    sums = {k: sum(results.median(f"{prefix}{k}/{p}") or 0 for p in parts) for k in kinds}
    x = Scale(0, max(sums.values()), LEFT + 20, WIDTH - RIGHT, False)
    y = Scale(0, 1, height - BOTTOM, TOP, False)
    frame(chart, x, y, label, None)
    for row, kind in enumerate(kinds):
        at, top = 0, TOP + 12 + (height - TOP - BOTTOM) / len(kinds) * row
        chart.text(LEFT + 14, top + 20, kind, "end")
        for nth, part in enumerate(parts):
            value = results.median(f"{prefix}{kind}/{part}") or 0
            left, right = x(at), x(at + value)
            chart.bar(left, top, right - left, 32, OTHERS[nth % len(OTHERS)])
            if right - left > 44:
                chart.text((left + right) / 2, top + 20, f"{100 * value / sums[kind]:.0f} %", "middle")
            at += value
        chart.text(x(at) + 4, top + 44, f"{short(float(f'{at:.3g}'))} {unit}", "end")
    for nth, part in enumerate(parts):
        chart.legend(part, OTHERS[nth % len(OTHERS)])
    return chart


def hostile(results):
    """A dot for each hostile file and rival; right of the diagonal robotsc is faster."""
    names = results.names("hostile check/", "/robotsc")
    if not names:
        return None
    rivals = [("one by one", "#0a7bc4"), ("sorted loop", "#d95f02")]
    get = {(n, r): results.median(f"hostile check/{n}/{r}") for n in names for r in ("robotsc", "one by one", "sorted loop")}
    chart = Chart("Hostile files: the slowest path of 2,000 octets of each")
    low, high = around([v for v in get.values() if v])
    x, y = Scale(low, high, LEFT, WIDTH - RIGHT, True), Scale(low, high, HEIGHT - BOTTOM, TOP, True)
    frame(chart, x, y, "microseconds, rules tried one by one", "microseconds, robotsc")
    chart.line(x(low), y(low), x(high), y(high), "axis")
    for rival, colour in rivals:
        for n in names:
            chart.dot(x(get[n, rival]), y(get[n, "robotsc"]), colour, n)
        chart.legend({"one by one": "plainly", "sorted loop": "sorted loop"}[rival], colour)
    return chart


def charts(r):
    engines = "a check, ns"
    cold = (("median", "median"), ("p99", "99th percentile"), ("loop", "mean in a loop"))
    return {
        "hot": distribution(r, "hot/", "Policy hot, paths asked again and again", f"mean of a host's checks: {engines}"),
        "fresh": distribution(r, "fresh/", "Policy hot, every path asked once", f"mean of a host's checks: {engines}"),
        "cold": bars(r, "cold/", cold, "Policy cold, another host every time", engines),
        "cold-distribution": distribution(r, "cold/", "Policy cold, one call", engines),
        "policies": distribution(r, "policy/", "Size of a policy for one agent", "octets"),
        "sections": stacked(r, "section/", "Blobs by section", "octets, all files", None, "octets"),
        "linear": linear(r),
        "passes": stacked(r, "profile/", "Compile time by pass", "ns an octet of robots.txt", "all", "ns"),
        "hostile": hostile(r),
    }
