#!/usr/bin/python3
# html5.py LIBRARY [SEED [PAGES]] - META tags as html5lib, another implementation of the HTML
# standard, finds them.
#
# From its tree the tags that count are written down again, each character as a number.  The library
# must say the same of that as of the page.  Left out is what is different on purpose or unknown to
# html5lib: templates, and what stands between </head> and <body>.
#
# SPDX-License-Identifier: Apache-2.0
import ctypes
import html.entities
import random
import sys
import warnings

import html5lib

HTML = "{http://www.w3.org/1999/xhtml}"
PIECES = """<title> </title> <title/> <script> </script> </script/> <script><!-- <!-- --> -- - --!> <!--> <!---> <!DOCTYPE&html>
<?x?> </> </&x> <!x> <![CDATA[ ]]> <style> </style> </styles> <noscript> </noscript> <noframes> </noframes> <link> <base>
<html> <head> <SCRIPT> </scrip < </ <! </p> <noembed> &#32; &Tab; &NewLine; & &amp; <p> <body> </body> </html> </br> text <textarea>
</textarea> <xmp> </xmp> <iframe> </iframe> <plaintext> <1""".split()
NAMES = ["robots", "ROBOTS", "robots", "examplebot", "other", "robot&#115;", "", "fjord", "&fjlig;ord", "robots&nbsp;"]
ITEMS = ["noindex", "nofollow", "noai", "max-snippet:5", "max-snippet&colon;3", "no&#x69;ndex", "noindex&comma;none",
         "unavailable_after:2010-01-01",
         "unavailable&lowbar;after: Fri, 1 Jan 2010 00:00 GMT", "bogus", "noindex&", "&#110oindex", "noindex&amp", "nosnippet\0"]
TDM_NAMES = ["tdm-reservation", "tdm-policy", "TDM-Policy"]
TDM_VALUES = ["0", "1", "2", "/p?a&amp;b=1&c=2&#38;d", "/&quot;&apos;&lowbar;&#x27;", "/p q", ""]
ROOM = 100
SPACES = ["", " ", "\t", "\n", "\f", "\r\n", "/", "\v"]


class Text(ctypes.Structure):
    _fields_ = [("at", ctypes.c_char_p), ("len", ctypes.c_size_t)]


class Directives(ctypes.Structure):
    _fields_ = [("flags", ctypes.c_uint32), ("image", ctypes.c_uint32), ("snippet", ctypes.c_int64), ("video", ctypes.c_int64),
                ("until", ctypes.c_int64), ("ignored", ctypes.c_uint64), ("places", ctypes.c_uint64 * 2),
                ("reservation", ctypes.c_uint32), ("policy", ctypes.c_uint32)]


library = ctypes.CDLL(sys.argv[1])
agents = (Text * 2)(Text(b"examplebot", 10), Text(b"fjord", 5))


def said(page, options):
    state, d, policy = ctypes.create_string_buffer(1024), Directives(), ctypes.create_string_buffer(ROOM)
    library.robotsc_page_begin(state, agents, ctypes.c_size_t(2), options)
    library.robotsc_page_policy(state, policy, ROOM)
    library.robotsc_page_html(state, page, ctypes.c_size_t(len(page)))
    library.robotsc_page_end(state, ctypes.byref(d))
    return d.flags, d.image, d.snippet, d.video, d.until, d.ignored, d.reservation, policy.raw[:d.policy]


def written(value):
    return b"".join(b"&#%d;" % ord(c) if 0 < ord(c) < 128 else b"\xff" for c in value)


def rewritten(page, in_body):
    tree = html5lib.HTMLParser().parse(page.decode("latin-1"), scripting=True)
    tags = tree.iter(HTML + "meta") if in_body else tree.find(HTML + "head")
    return b"".join(b'<meta name="%s" content="%s">' % (written(t.attrib["name"]), written(t.attrib["content"]))
                    for t in tags if t.tag == HTML + "meta" and "name" in t.attrib and "content" in t.attrib)


def attribute(chance, name, value):
    quote = chance.choice(["'", '"', ""])
    return chance.choice(SPACES) + " " + name + chance.choice(["=", "=", " = ", ""]) + quote + value + quote


def tag(chance):
    attributes = [attribute(chance, "name", chance.choice(NAMES)),
                  attribute(chance, "CONTENT", ",".join(chance.choice(ITEMS) for _ in range(chance.randrange(4))))]
    if chance.randrange(4) == 0:
        attributes = [attribute(chance, "name", chance.choice(TDM_NAMES)), attribute(chance, "CONTENT", chance.choice(TDM_VALUES))]
    chance.shuffle(attributes)
    if chance.randrange(5) == 0:
        attributes.append(chance.choice(attributes))
    return chance.choice(["<meta", "<META", "<meta/"]) + "".join(attributes) + chance.choice([">", ">", "/>", " >", ""])


def page(chance):
    text = "".join(tag(chance) if chance.randrange(3)
                   else chance.choice(PIECES).replace("&html", " html") + chance.choice(SPACES[:4])
                   for _ in range(chance.randrange(1, 8)))
    if chance.randrange(3) == 0:
        i = chance.randrange(len(text))
        octet = chance.choice(["", "\0", "<", ">", "'", '"', "&", "=", "/", "-", "!", "\xff"])
        text = text[:i] + octet + text[i + chance.randrange(2):]
    return text.encode("latin-1")


def references():
    for name in html.entities.html5:
        yield "&" + name
        yield "&" + name.rstrip(";")
    for code in [*range(400), 0xD800, 0xFFFD, 0x10FFFF, 0x110000, 2**32 + 44]:
        yield "&#%d;" % code
        yield "&#x%X" % code


def pages(seed, n):
    chance = random.Random(seed)
    for reference in references():
        yield ("<meta name=robots content='noindex%snofollow,no%sai,max-snippet%s5, unavailable%safter:2010-01-01%s00:00'>"
               "%s<meta name='%sord' content=noindex>" % ((reference,) * 7)).encode()
    for _ in range(n):
        yield page(chance)


def main():
    warnings.simplefilter("ignore")
    wrong = spoke = total = 0
    for text in pages(int(sys.argv[2]) if len(sys.argv) > 2 else 1, int(sys.argv[3]) if len(sys.argv) > 3 else 2000):
        in_body = total % 2
        total += 1
        here, there = said(text, in_body), said(rewritten(text, in_body), 0)
        spoke += here != said(b"", 0)
        if here != there:
            wrong += 1
            print("body" if in_body else "head", text, here, there)
    print("pages: %d, of which %d say something and %d something else" % (total, spoke, wrong))
    sys.exit(wrong > 0 or spoke * 10 < total)


main()
