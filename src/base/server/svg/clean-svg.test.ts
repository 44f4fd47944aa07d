import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#base/shared/errors.ts';
import { generated } from '#tests/long.ts';
import { cleanSvg, cleanSvgFile, MAX_SVG_BYTES } from './clean-svg.ts';

const KEPT = '<rect id="kept" width="9" height="9"/>';
const LINKS = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${LINKS}${more}>${KEPT}${inside}</svg>`;
const clean = (source: string | Uint8Array) =>
  cleanSvg(typeof source === 'string' ? Buffer.from(source) : source).toString();
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Each contains "evil" in everything that must be removed, and the shape that must stay. */
const attempts: [what: string, source: string][] = [
  ['a script', svg('<script>evil()</script>')],
  ['a script in CDATA', svg('<script><![CDATA[evil()]]></script>')],
  ['a script of elsewhere', svg('<script href="https://x.example/evil.js"/>')],
  ['a script by xlink', svg('<script xlink:href="data:text/javascript,evil()"/>')],
  ['a script in capitals', svg('<SCRIPT>evil()</SCRIPT>')],
  ['a script under a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">evil()</s:script>')],
  ['a script of HTML', svg('<script xmlns="http://www.w3.org/1999/xhtml">evil()</script>')],
  ['a script of HTML under a prefix', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">evil()</h:script>')],
  [
    'a script under a prefix declared above',
    svg('<h:script>evil()</h:script>', ' xmlns:h="http://www.w3.org/1999/xhtml"'),
  ],
  ['a script in defs', svg('<defs><g><script>evil()</script></g></defs>')],
  ['a script in a title', svg('<title>A<script>evil()</script></title>')],
  ['a script in text', svg('<text>A<script>evil()</script></text>')],
  ['a script behind the end of a style', svg('<style><![CDATA[</style><script>evil()</script>]]></style>')],
  ['a script behind the end of a title', svg('<title><![CDATA[</title>]]></title><script>evil()</script>')],
  ['a handler on the root', svg('', ' onload="evil()"')],
  ['a handler on a part', svg('<g onclick="evil()"/>')],
  ['a handler in capitals', svg('<g ONMOUSEOVER="evil()"/>')],
  ['a handler that is no event', svg('<g onevil="x"/>')],
  ['a handler of an animation', svg('<animate attributeName="x" to="1" onbegin="evil()"/>')],
  ['a handler by a prefix', svg('<g e:onclick="evil()" xmlns:e="http://www.w3.org/2000/svg"/>')],
  ['a handler element', svg('<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">evil()</handler>')],
  ['a listener', svg('<listener event="click" handler="#evil"/>')],
  ['a handler by the document type', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "evil()">]>${svg('')}`],
  [
    'a frame',
    svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>'),
  ],
  [
    'HTML in a foreign object',
    svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">evil</body></foreignObject>'),
  ],
  ['an object', svg('<object xmlns="http://www.w3.org/1999/xhtml" data="https://evil.example"/>')],
  ['an embed', svg('<h:embed xmlns:h="http://www.w3.org/1999/xhtml" src="evil.swf"/>')],
  ['a video', svg('<video href="https://evil.example/a.mp4"/>')],
  ['an audio by xlink', svg('<audio xlink:href="evil.mp3"/>')],
  ['an HTML picture', svg('<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="evil()"/>')],
  ['MathML', svg('<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:evil()"/>')],
  ['a link that runs', svg('<a href="javascript:evil()"><text>A</text></a>')],
  ['a link that runs, by xlink', svg('<a xlink:href="javascript:evil()"><text>A</text></a>')],
  [
    'a link that runs, by another prefix',
    svg('<a l:href="javascript:evil()" xmlns:l="http://www.w3.org/1999/xlink"/>'),
  ],
  ['a link that runs, in letters by number', svg('<a href="java&#115;cript&colon;&#58;evil()"/>')],
  ['a link that runs, after a blank', svg('<a href=" &#9;\u00a0javascript:evil()"/>')],
  ['a link elsewhere', svg('<a href="https://evil.example/"><text>A</text></a>')],
  ['a link to a document of its own', svg('<a href="data:text/html,evil"/>')],
  ['a use of elsewhere', svg('<use href="https://evil.example/a.svg#b"/>')],
  ['a use of this host', svg('<use xlink:href="/storage/v1/object/public/evil.svg#b"/>')],
  ['a use of what it holds', svg(`<use href="data:image/svg+xml;base64,evil${base64('<svg/>')}#a"/>`)],
  ['a picture of elsewhere', svg('<image href="https://evil.example/pixel.png" width="1" height="1"/>')],
  ['a picture of elsewhere without a scheme', svg('<image xlink:href="//evil.example/pixel.png"/>')],
  ['a picture that is a drawing', svg('<image href="data:image/svg+xml,&lt;svg onload=&quot;evil()&quot;/>"/>')],
  ['a picture that says it is a PNG', svg(`<image href="data:image/png;base64,evil${base64('<svg/>')}"/>`)],
  ['a picture that is a page', svg('<image href="data:text/html;base64,evil"/>')],
  ['a picture for a filter', svg('<filter><feImage href="https://evil.example/a.png"/></filter>')],
  ['a gradient of elsewhere', svg('<linearGradient id="g" href="https://evil.example/a.svg#g"/>')],
  ['a paint of elsewhere', svg('<g fill="url(https://evil.example/a.svg#g)"/>')],
  ['a filter of elsewhere', svg('<g filter="url(&quot;//evil.example/a.svg#f&quot;)"/>')],
  ['a paint with an escape', svg('<g fill="u\\72l(https://evil.example/a)"/>')],
  ['a mask of elsewhere in a style', svg('<g style="mask:url(https://evil.example/a.svg#m)"/>')],
  ['a picture in a style', svg('<g style="fill:red;background:image-set(\'https://evil.example/a\' 1x)"/>')],
  ['a comment in a style', svg('<g style="fill:red/*;*/;list-style:url(https://evil.example/a)"/>')],
  ['an old binding', svg('<g style="-moz-binding:url(https://evil.example/a.xml#a)"/>')],
  ['an old expression', svg('<g style="width:expression(evil())"/>')],
  ['a style that imports', svg('<style>@import "https://evil.example/a.css";</style>')],
  ['a style that imports by address', svg('<style>@import url(https://evil.example/a.css);</style>')],
  ['a style that imports with an escape', svg('<style>@\\69mport "https://evil.example/a.css";</style>')],
  ['a style that imports behind a comment', svg('<style>/*/**/@import "https://evil.example/a.css";/**/</style>')],
  ['a font of elsewhere', svg('<style>@font-face{font-family:a;src:url(https://evil.example/a.woff2)}</style>')],
  ['a style that asks', svg('<style>rect{fill:url(https://evil.example/?a)}</style>')],
  ['a style that asks behind a quote', svg('<style>a{b:"}rect{fill:url(https://evil.example/)}</style>')],
  [
    'a style that asks in a condition',
    svg('<style>@media screen{rect{cursor:url(https://evil.example/),auto}}</style>'),
  ],
  ['a style that asks by a rule of its name', svg('<style>@namespace url(https://evil.example/);</style>')],
  ['a style that is none', svg('<style type="text/evil">rect{fill:red}</style>')],
  ['an animation of a link', svg('<a><animate attributeName="href" values="javascript:evil()"/></a>')],
  ['an animation of a link by xlink', svg('<a><animate attributeName="xlink:href" to="javascript:evil()"/></a>')],
  ['a set of a link', svg('<set attributeName="href" to="javascript:evil()"/>')],
  ['a set of a handler', svg('<set attributeName="onclick" to="evil()"/>')],
  ['a set of a paint of elsewhere', svg('<set attributeName="fill" to="url(https://evil.example/a)"/>')],
  ['a set of another document', svg('<set href="evil.svg#a" attributeName="fill" to="red"/>')],
  ['a set without a name of what', svg('<set to="evil"/>')],
  ['a discard', svg('<discard href="#evil"/>')],
  ['a base of elsewhere', svg('', ' xml:base="https://evil.example/"')],
  ['a sheet of elsewhere', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('')}`],
  ['a transformation', `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="evil.xsl"?>${svg('')}`],
  ['a file of the machine', `<!DOCTYPE svg [<!ENTITY evil SYSTEM "file:///etc/passwd">]>${svg('<text>&evil;</text>')}`],
  [
    'a file of the machine, by its name',
    `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///evil">]>${svg('<text>&e;</text>')}`,
  ],
  ['a parameter of a document type', `<!DOCTYPE svg [<!ENTITY % p SYSTEM "http://evil.example/a.dtd"> %p;]>${svg('')}`],
  ['a document type of elsewhere', `<!DOCTYPE svg SYSTEM "http://evil.example/a.dtd">${svg('')}`],
  ['markup by an entity', `<!DOCTYPE svg [<!ENTITY s "<script>evil()</script>">]>${svg('&s;')}`],
  ['markup by entities', `<!DOCTYPE svg [<!ENTITY l "&#60;"><!ENTITY s "&l;script>evil()&l;/script>">]>${svg('&s;')}`],
  ['a comment', `<!-- evil -->${svg('<!-- evil --><!--><script>evil()</script>-->')}`],
  ['what a program notes', svg('<metadata><r xmlns="urn:x">evil</r></metadata>')],
  ['what a program names its own', svg('<s:namedview xmlns:s="urn:x" a="evil"/><g s:x="evil" xmlns:s="urn:x"/>')],
  ['a handler under a prefix that none declared', svg('<g e:onclick="evil()"/>')],
  ['a script under a prefix that none declared', svg('<e:script>evil()</e:script>')],
  [
    'a document type that only seems to declare',
    `<!DOCTYPE svg [<!-- <!ENTITY a "evil"> --><?x <!ENTITY b "evil"> ?><!ATTLIST svg x CDATA '<!ENTITY c "evil">'>]>${svg('<text>&a;&b;&c;</text>')}`,
  ],
  ['a cursor', svg('<cursor xlink:href="https://evil.example/a.cur"/>')],
  ['a profile of colours', svg('<color-profile xlink:href="https://evil.example/a.icc"/>')],
  ['a font by its outline', svg('<font-face-uri xlink:href="https://evil.example/a.svg#f"/>')],
  ['text of elsewhere', svg('<tref xlink:href="https://evil.example/a.svg#t"/>')],
];

describe('what runs, loads or leads elsewhere', () => {
  test.each(attempts)('goes: %s', (_, source) => {
    expect(source).toContain('evil');
    const cleaned = clean(source);
    expect(cleaned).not.toMatch(/evil|script|<!|<\?|onclick|http(?!:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)")/i);
    expect(cleaned).toContain(KEPT);
    expect(clean(cleaned)).toBe(cleaned);
  });

  test.each([
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg('<script>evil()</script>'), 'utf16le')])],
    ['UTF-16 that does not say so', Buffer.from(svg('<script>evil()</script>'), 'utf16le')],
    ['UTF-16 turned', Buffer.from(svg('<script>evil()</script>'), 'utf16le').swap16()],
    [
      'Latin letters',
      Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${svg('<g onload="evil(\xe9)"/>')}`, 'latin1'),
    ],
    ['a packed file', gzipSync(svg('<script>evil()</script>'))],
  ])('goes in %s too', (_, source) => {
    const cleaned = clean(source);
    expect(cleaned).not.toMatch(/evil|script/);
    expect(cleaned).toContain(KEPT);
  });
});

const code = (source: string | Uint8Array) => {
  try {
    clean(source);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'kept';
};
const doubled = (from: number) =>
  Array.from({ length: from }, (_, at) => `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`).join('');

describe('what is no drawing, or a trap, is refused', () => {
  test.each([
    ['nothing', ''],
    ['words', 'not a drawing'],
    ['a page', '<html><body><svg/></body></html>'],
    ['a page with a drawing’s name', '<!DOCTYPE html><svg xmlns="http://www.w3.org/1999/xhtml"></svg>'],
    ['an element that does not end', `<svg xmlns="http://www.w3.org/2000/svg">${KEPT}`],
    ['elements that cross', '<svg><g><a></g></a></svg>'],
    ['two drawings', '<svg/><svg/>'],
    ['words behind it', '<svg/>and more'],
    ['an attribute twice', '<svg id="a" id="b"/>'],
    ['an attribute without quotes', '<svg id=a/>'],
    ['a sign where none may be', '<svg id="<"/>'],
    ['a comment that does not end', '<svg/><!-- '],
    ['a document type that does not end', '<!DOCTYPE svg [<!-- '],
    ['letters that are none', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0xfe])],
    ['letters of no kind', '<?xml version="1.0" encoding="utf-7"?><svg/>'],
    ['a sign no document may hold', '<svg><text>\u0001</text></svg>'],
    ['a sign no document may hold, by number', '<svg><a href=" &#1;#b"/></svg>'],
    ['a sign only XML 1.1 may hold', '<?xml version="1.1"?><svg><text>&#1;</text></svg>'],
    ['half a letter by number', '<svg><text>&#xd83d;</text></svg>'],
    ['an ampersand alone', '<svg><text>Salt & pepper; bread</text></svg>'],
    ['an entity with a name without end', `<svg><text>&${'a'.repeat(201)};</text></svg>`],
    ['an ampersand at the end', '<svg><text>Salt &</text></svg>'],
    ['two hyphens in a comment', '<!-- a -- b --><svg/>'],
    ['the end of CDATA without its beginning', '<svg><text>]]></text></svg>'],
    ['a declaration that is not first', ' <?xml version="1.0"?><svg/>'],
    ['two document types', '<!DOCTYPE svg><!DOCTYPE svg><svg/>'],
    ['an attribute twice, under two prefixes', '<svg xmlns:a="urn:x" xmlns:b="urn:x" a:c="" b:c=""/>'],
    ['a prefix for nothing', '<svg><g xmlns:a=""/></svg>'],
    ['a packed file that is broken', Buffer.from([0x1f, 0x8b, 0, 0, 1])],
  ])('as unreadable: %s', (_, source) => {
    expect(code(source)).toBe('svg_unreadable');
  });

  test.each([
    ['too many bytes', svg(' '.repeat(MAX_SVG_BYTES))],
    ['a packed file that grows', gzipSync(svg(' '.repeat(MAX_SVG_BYTES)))],
    ['too many levels', `<svg>${'<g>'.repeat(100)}${'</g>'.repeat(100)}</svg>`],
    ['too many parts', `<svg>${'<g/>'.repeat(50_000)}</svg>`],
    ['too many attributes', `<svg ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['entities that multiply', `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]><svg>${'&a;'.repeat(1000)}</svg>`],
    [
      'entities that multiply in values',
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]><svg>${'<g id="&a;"/>'.repeat(300)}</svg>`,
    ],
    ['letters by number without end', `<svg><text>${'&#9;'.repeat(300_000)}</text></svg>`],
    ['sheets of styles without end', `<svg>${`<style>${'{'.repeat(99_000)}</style>`.repeat(6)}}}}</svg>`],
    ['parts that multiply', `<svg><g id="a0"><path/></g>${doubled(40)}</svg>`],
    ['a part that uses itself', '<svg><g id="a"><use href="#a"/></g></svg>'],
    ['parts that use each other', '<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>'],
  ])('as immense: %s', (_, source) => {
    expect(code(source)).toBe('svg_immense');
  });

  test('entities that hold entities become nothing', () => {
    const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "&l${at};&l${at};">`).join('');
    expect(clean(`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg><text>&l20;</text></svg>`)).toContain('<text/>');
  });

  test.each([
    ['one that none declared', 'a&nbsp;b', 'ab'],
    ['one with a name every object knows', 'a&constructor;&__proto__;b', 'ab'],
    ['one that would stand for markup', 'a&m;b', 'ab'],
    ['one of XML that is declared anew', 'a&lt;b', 'a&lt;b'],
    ['a plain text', 'a&t;b', 'a or b'],
    ['the last of many', 'a&e50;&e90;b', 'a50b'],
  ])('an entity is a plain text the document declares, or nothing: %s', (_, text, expected) => {
    const many = Array.from({ length: 100 }, (_, at) => `<!ENTITY e${at} "${at}">`).join('');
    const type = `<!DOCTYPE svg [<!ENTITY t ' or '><!ENTITY lt "evil"><!ENTITY m "<g/>">${many}]>`;
    expect(clean(`${type}<svg><text>${text}</text></svg>`)).toContain(`<text>${expected}</text>`);
  });

  test('a chunked file is rejected as soon as it is too long', async () => {
    let chunksRead = 0;
    async function* endless() {
      for (;;) {
        chunksRead++;
        yield Buffer.alloc(1024 * 1024, ' ');
      }
    }
    await expect(cleanSvgFile(endless())).rejects.toMatchObject({ code: 'svg_immense', status: 413 });
    expect(chunksRead).toBe(6);
  });

  test('whatever is made of such pieces is refused, or kept without what runs', () => {
    const pieces = [
      ...[
        '<g>',
        '</g>',
        '<script>',
        '</script>',
        '<style>',
        '</style>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<?x ',
        '?>',
      ],
      ...[
        '<text>',
        '</text>',
        ' onload="x"',
        '"',
        "'",
        '>',
        '/>',
        '<a',
        ' href="javascript:x"',
        '&lt;',
        '&',
        ';',
        '{',
        '}',
      ],
      ...[
        'url(',
        ')',
        '//x',
        '@import ',
        '/*',
        '*/',
        'rect{fill:red}',
        '<use href="#a"',
        ' xmlns="http://www.w3.org/1999/xhtml"',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (some) => {
        const source = svg(some.join(''));
        if (code(source) !== 'kept') return;
        const cleaned = clean(source);
        expect(cleaned).not.toMatch(/<script|<!|<\?/);
        // Text between tags is plain text, whatever it contains.
        const tags = cleaned.replace(/>[^<]*/g, '>');
        expect(tags).not.toMatch(/\son\w+=|javascript|1999\/xhtml/);
        for (const [, sheet] of cleaned.matchAll(/<style>(.*?)<\/style>/gs)) expect(sheet).not.toMatch(/@|url\(/);
        expect(clean(cleaned)).toBe(cleaned);
      }),
      { ...generated(2000) },
    );
  });
});
