#!/usr/bin/python3
# sitemap.py LIBRARY [SEED [TEXTS]] - sitemaps as expat, another reader of XML, reads them.
#
# What expat takes, the library takes, too, and finds the same URLs; what the library refuses, expat
# refuses.  Each text is also cut and changed by an octet.  A DOCTYPE, another root and deep nesting
# are refused on purpose.
#
# SPDX-License-Identifier: Apache-2.0
import ctypes
import random
import sys
import xml.parsers.expat

CUT, MARKUP, TAGS, ROOT, DOCTYPE, REFERENCE, NESTING, ENCODING = range(1, 9)
DEPTH = 16


class Text(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("len", ctypes.c_size_t)]


class Sitemap(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_uint32), ("fault", ctypes.c_uint32), ("at", ctypes.c_size_t), ("rest", ctypes.c_char * 512)]


library = ctypes.CDLL(sys.argv[1])
library.robotsc_sitemap_fault_text.restype = ctypes.c_char_p


def read(text):
    """The kind, the fault, where it is, and the URLs."""
    room, state, url, urls = ctypes.create_string_buffer(text, len(text) + 1), Sitemap(), Text(), []
    library.robotsc_sitemap_begin(ctypes.byref(state), room, ctypes.c_size_t(len(text)))
    while library.robotsc_sitemap_next(ctypes.byref(state), ctypes.byref(url)):
        urls.append(ctypes.string_at(url.at, url.len))
    return state.kind, state.fault, state.at, urls


class Refused(Exception):
    pass


def by_expat(text):
    """The kind and the URLs by expat; else an error of expat, or Refused."""
    parser, open_elements, urls, kind, piece = xml.parsers.expat.ParserCreate(), [], [], 1, []

    def start(name, _attributes):
        nonlocal kind
        open_elements.append(name)
        prefix, _, local = open_elements[0].rpartition(':')
        if len(open_elements) > DEPTH or local not in ('urlset', 'sitemapindex'):
            raise Refused(name)
        kind = 2 if local == 'sitemapindex' else 1
        if in_url():
            piece.clear()

    def in_url():
        head, colon, _ = open_elements[0].rpartition(':')
        return open_elements[1:] == [head + colon + n for n in ('sitemap' if kind == 2 else 'url', 'loc')]

    def data(octets):
        if open_elements and in_url():
            piece.append(octets)

    def end(_name):
        if in_url():
            url = ''.join(piece).strip(' \t\r\n')
            if url:
                urls.append(url.encode())
        open_elements.pop()

    def doctype(*_):
        raise Refused('DOCTYPE')

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    parser.StartDoctypeDeclHandler = doctype
    parser.Parse(text, True)
    return kind, urls


PIECES = ['https://h/', 'a b', '&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#233;', '&#xE9;', '&#x1F600;', '&#65;', '?a=1',
          '\t\n ',
          '<![CDATA[x&y]]>', '<![CDATA[]]]]>', '<!-- <c> - -->', '<?p q??>', 'ü', '<b>no</b>', '<b/>', '€', '&#x20AC;', ']', '>']
AROUND = ['', ' ', '\n\t', '<!-- -->', '<?x?>', 'text', '<lastmod>2026</lastmod>', '<p:image><p:loc>https://i/</p:loc></p:image>',
          '<url><loc>https://deep/</loc></url>', '<loc/>', '<x a="1" b = \'>\' c="&amp;"/>', '<loc a="b">u</loc>']


def sitemap(rng):
    prefix = rng.choice(['', '', '', 's:', 'p:'])
    kind = rng.choice([('urlset', 'url'), ('urlset', 'url'), ('sitemapindex', 'sitemap')])
    text = [rng.choice(['', '<?xml version="1.0"?>\n', '\ufeff', '\ufeff<?xml version="1.0" encoding="UTF-8"?>'])]
    text.append('<%s%s xmlns="n"%s>' % (prefix, kind[0], rng.choice(['', ' ', " xmlns:p='m'\n"])))
    for _ in range(rng.randrange(4)):
        inner = '<%sloc%s>%s</%sloc >' % (prefix, rng.choice(['', ' ', ' a="/>"']),
                                          ''.join(rng.choices(PIECES, k=rng.randrange(6))), prefix)
        text.append('<%s%s>%s%s%s</%s%s>' % (prefix, kind[1], rng.choice(AROUND), rng.choice([inner, inner, inner + inner]),
                                             rng.choice(AROUND), prefix, kind[1]))
        text.append(rng.choice(AROUND))
    deep = rng.randrange(12, 19) if rng.randrange(8) == 0 else 0
    text += ['<d>'] * deep + ['</d>'] * deep + ['</%s%s>' % (prefix, kind[0])]
    text.append(rng.choice(['', '\n', '<!-- -->', ' x', '<y/>', '<!DOCTYPE y>']))
    return ''.join(text).encode()


def changed(rng, text):
    at = rng.randrange(len(text))
    return rng.choice([text[:at], text[:at] + text[at + 1:], text[:at] + bytes([rng.choice(b'<>&;/"\'=!-?[]: x#')]) + text[at:],
                       text[:at] + bytes([rng.randrange(1, 128)]) + text[at + 1:]])


def compare(text, counts):
    kind, fault, at, urls = read(text)
    assert at <= len(text), (text, at)
    try:
        theirs = by_expat(text)
    except (xml.parsers.expat.ExpatError, LookupError, Refused):
        counts[fault] += 1
        return
    urls = [u.replace(b'\r\n', b'\n').replace(b'\r', b'\n') for u in urls]
    assert fault == 0 and (kind, urls) == theirs, (text, fault, at, urls, theirs)
    counts['alike'] += 1


def main():
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    counts = dict.fromkeys(['alike', *range(9)], 0)
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 6000):
        text = sitemap(rng)
        compare(text, counts)
        for _ in range(3):
            compare(changed(rng, text), counts)
    fixed = [
        (b'<urlset><url><loc>u', CUT, 19), (b' <', CUT, 1), (b'<urlset><url></loc></url></urlset>', TAGS, 13), (b'<rss/>', ROOT, 0),
        (b'<!DOCTYPE html><html>', DOCTYPE, 0), (b'<urlset>&nbsp;</urlset>', REFERENCE, 8), (b'<urlset>&#55296;', REFERENCE, 8),
        (b'<urlset>&#0;', REFERENCE, 8), (b'<urlset>&#x110000;', REFERENCE, 8), (b'<urlset>&#99999999999999999999;', REFERENCE, 8),
        (b'<urlset>' + b'<a>' * DEPTH, NESTING, 8 + 3 * (DEPTH - 1)), (b'\x1f\x8b\x08', ENCODING, 0), (b'\xff\xfe<\0', ENCODING, 0),
        (b'\xfe\xff\0<', ENCODING, 0), (b'<urlset></urlset><urlset/>', MARKUP, 17), (b'<urlset><1>', MARKUP, 8),
        (b'<urlset><url><loc>\0</loc>', MARKUP, 18), (b'<urlset><!-- >', MARKUP, 8)]
    for text, fault, at in fixed:
        assert read(text)[1:3] == (fault, at), (text, read(text))
    assert read(b'\xef\xbb\xbf https://h/a \r\n\r\n/b\n\xe2\x82\xac') == (0, 0, 26, [b'https://h/a', b'/b', b'\xe2\x82\xac'])
    assert read(b'') == (0, 0, 0, [])
    assert len({library.robotsc_sitemap_fault_text(i) for i in range(10)}) == 10
    assert counts['alike'] > 3000 and all(counts[i] for i in (CUT, MARKUP, TAGS, ROOT, DOCTYPE, REFERENCE, NESTING)), counts
    print(counts)


main()
