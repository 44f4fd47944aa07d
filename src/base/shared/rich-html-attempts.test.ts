import { describe, expect, test } from 'vitest';
import { embedOf } from './embeds.ts';
import { customHtml, escapeHtml, richHtml, withEmbeds } from './rich-html.ts';

/** Each contains "evil" in whatever would run, load without consent or mislead. */
const attempts = [
  '<script>evil()</script>',
  '<SCRIPT SRC=https://evil.example/a.js></SCRIPT>',
  '<scr<script>ipt>evil()</scr</script>ipt>',
  '<script/x>evil()</script>',
  '<script\n>evil()</script\n>',
  '<<script>evil()//<</script>',
  '<script>evil()',
  '<noscript><p title="</noscript><img src=x onerror=evil()>"></noscript>',
  '<template><script>evil()</script></template>',
  '<xmp><p title="</xmp><img src=x onerror=evil()>"></xmp>',
  '<noembed><img title="</noembed><img src onerror=evil()>"></noembed>',
  '<plaintext><img src=x onerror=evil()>',
  '<textarea><img title="</textarea><img src onerror=evil()>"></textarea>',
  '<title><img title="</title><img src onerror=evil()>"></title>',
  '<!--><img src=x onerror=evil()>-->',
  '<!-- --!><img src=x onerror=evil()> -->',
  '<![CDATA[<img src=x onerror=evil()>]]>',
  '<?xml-stylesheet href="javascript:evil()"?>',
  '<!DOCTYPE html [<!ENTITY x "evil">]>',
  '<img src=x onerror=evil()>',
  '<img src=x oNeRrOr = "evil()">',
  '<img/src=x/onerror=evil()>',
  '<img src="x` `<script>evil()</script>"` `>',
  '<img """><script>evil()</script>">',
  '<img src="https://a.example/a.png" srcset="javascript:evil() 1x">',
  '<img src="javascript:evil()">',
  '<img src="data:text/html,evil">',
  '<img src="http://evil.example/a.png">',
  '<img src="//evil.example/a.png">',
  '<img src="https://a.example/x.png" style="background:url(https://evil.example)">',
  '<img width="1;evil" height="javascript:evil" src="/a.png">',
  '<body onload=evil()>',
  '<div onmouseover="evil()">A</div>',
  '<p onfocus=evil() autofocus tabindex=1>A</p>',
  '<details open ontoggle=evil()>A</details>',
  '<a href="javascript:evil()">A</a>',
  '<a href="JaVaScRiPt:evil()">A</a>',
  '<a href=" javascript:evil()">A</a>',
  '<a href="java\nscript:evil()">A</a>',
  '<a href="java&#9;script&#58;evil()">A</a>',
  '<a href="&#x6A;&#x61;&#x76;&#x61;script:evil()">A</a>',
  '<a href="&#0000106avascript:evil()">A</a>',
  '<a href="\u0001javascript:evil()">A</a>',
  '<a href="java\u0000script:evil()">A</a>',
  '<a href="javascript&colon;evil()">A</a>',
  '<a href="javascript&NewLine;:evil()">A</a>',
  '<a href="vbscript:evil()">A</a>',
  '<a href="data:text/html;base64,evil">A</a>',
  '<a href="file:///evil">A</a>',
  '<a href="//evil.example">A</a>',
  '<a href="/\\evil.example">A</a>',
  '<a href="\\\\evil.example">A</a>',
  '<a href="/a" ping="https://evil.example">A</a>',
  '<a href="/a" download="evil.exe">A</a>',
  '<iframe src="javascript:evil()"></iframe>',
  '<iframe srcdoc="<script>evil()</script>"></iframe>',
  '<object data="https://evil.example"></object>',
  '<embed src="https://evil.example/a.swf">',
  '<applet code="evil"></applet>',
  '<portal src="https://evil.example"></portal>',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<style>@import "https://evil.example/a.css";</style>',
  '<style><img src="</style><img src=x onerror=evil()//">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><input name="password"><button formaction="javascript:evil()">A</button></form>',
  '<input onfocus=evil() autofocus>',
  '<isindex action=javascript:evil() type=image>',
  '<video src="https://evil.example/a.mp4" onloadstart=evil()><source onerror=evil()></video>',
  '<audio src onerror=evil()>',
  '<picture><source srcset="https://evil.example/a.png"><img src="/a.png"></picture>',
  '<svg onload=evil()>',
  '<svg><script>evil()</script></svg>',
  '<svg><a xlink:href="javascript:evil()"><text>A</text></a></svg>',
  '<svg><use href="data:image/svg+xml,evil#a"/></svg>',
  '<svg><style><img src=x onerror=evil()></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=evil()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=evil()&gt;">',
  '<math href="javascript:evil()">A</math>',
  '<math><annotation-xml encoding="text/html"><script>evil()</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=evil() src>">',
  '<table background="javascript:evil()"><td background="https://evil.example">A</td></table>',
  '<p style="background:url(javascript:evil())">A</p>',
  '<p style="width:expression(evil())">A</p>',
  '<p style="color:red;-moz-binding:url(https://evil.example/a.xml)">A</p>',
  '<p style="color:url(https://evil.example)">A</p>',
  '<p style="font-size:16px;position:fixed;inset:0;z-index:9;content:evil">A</p>',
  '<p style="padding:1px;background-color:#fff url(//evil.example)">A</p>',
  '<p style="color:re\\64;list-style:ur\\6c(https://evil.example)">A</p>',
  '<p style="color:red/*;*/;cursor:url(https://evil.example)">A</p>',
  '<p class="evil" id="evil" name="evil" slot="evil" is="evil">A</p>',
  '<p data-embed="https://evil.example" data-embed-load="evil" data-block="evil">A</p>',
  '<aside data-callout="evil">A</aside>',
  '<custom-evil onclick="evil()">A</custom-evil>',
  '<marquee onstart=evil()>A</marquee>',
  '<keygen onfocus=evil()>',
  '<dialog open>A</dialog><slot name="evil"></slot>',
  '<frameset onload=evil()><frame src="javascript:evil()"></frameset>',
  '<a href="/a" target="evil" rel="evil">A</a>',
].filter((html) => html.includes('evil'));

const TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z][a-z-]*(?:="[^"<>]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /\s+([a-z][a-z-]*)(?:="([^"]*)")?/g;
const RUNS =
  /^(?:on.*|style|srcset|srcdoc|action|formaction|background|ping|download|class|id|name|slot|is|data-(?!callout$|embed-address$).*)$/;
const ADDRESS = /^(?:https:\/\/|http:\/\/|mailto:|tel:|\/(?![/\\])|#|(?![/\\])[^:]*$)/;
const inert = new Set(
  'p h2 h3 h4 ul ol li strong em u s code pre blockquote figure figcaption sub sup table thead tbody tr th td br hr a img aside'.split(
    ' ',
  ),
);
const byHand = new Set([
  ...inert,
  ...'div section article header footer span small mark abbr time q cite kbd samp dl dt dd details summary caption colgroup col picture h5 h6'.split(
    ' ',
  ),
]);

/** Parses serialized markup strictly, and lists everything that is not allowed. */
function faults(html: string, names: Set<string>): string[] {
  const problems: string[] = [];
  const rest = html.replace(TAG, (_, name: string, attributes: string) => {
    if (!names.has(name)) problems.push(`<${name}>`);
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const decoded = value.replaceAll('&amp;', '&');
      if (attribute === 'style' && names === byHand) {
        if (/url|expression|image|position|[\\@(]|\/\*/i.test(decoded)) problems.push(`style="${decoded}"`);
      } else if (attribute === 'srcset' ? /javascript|evil/i.test(decoded) : RUNS.test(attribute))
        problems.push(attribute);
      if ((attribute === 'href' || attribute === 'src') && !ADDRESS.test(decoded))
        problems.push(`${attribute}="${decoded}"`);
      if (name === 'img' && attribute === 'src' && /^http:/.test(decoded))
        problems.push('a picture that is not of the secure web');
    }
    return '';
  });
  if (/[<>]/.test(rest.replaceAll('&lt;', '').replaceAll('&gt;', ''))) problems.push(`a sign of markup in ${rest}`);
  return problems;
}

describe.each([
  ['rich text', richHtml, inert],
  ['HTML written by hand', customHtml, byHand],
] as const)('in %s nothing runs, loads unasked or leads astray', (_, clean, names) => {
  test.each(attempts)('%s', (html) => {
    for (const source of [html, `<p>before ${html} after</p>`, html.repeat(2)]) {
      const cleaned = clean(source);
      expect(faults(cleaned, names)).toEqual([]);
      expect(faults(clean(cleaned), names)).toEqual([]);
    }
  });
});

test('HTML written by hand keeps its structure and the few styles that move nothing', () => {
  const markup =
    '<section dir="rtl" lang="ar" title="A"><p style="color:#333;text-align:center">A</p><details open><summary>B</summary>C</details></section>';
  expect(customHtml(markup)).toBe(markup);
});

describe('what is put in of another site', () => {
  test.each([
    'javascript:evil()',
    ' javascript:evil()',
    'data:text/html,evil',
    'http://evil.example/',
    '//evil.example/',
    'https://user:evil@a.example/',
    'https://',
    'evil',
    '',
  ])('%j is no address', (address) => {
    expect(embedOf(address)).toBeNull();
  });
  test.each([
    [
      'https://www.youtube.com/watch?v=abcdefghijk"onload="evil()',
      'https://www.youtube-nocookie.com/embed/abcdefghijk',
    ],
    ['https://youtu.be/abcdefghijk<script>evil()', 'https://www.youtube-nocookie.com/embed/abcdefghijk'],
    ['https://youtube.com.evil.example/watch?v=abcdefghijk', 'https://youtube.com.evil.example/watch?v=abcdefghijk'],
    ['https://a.example/"><script>evil()</script>', 'https://a.example/%22%3E%3Cscript%3Eevil()%3C/script%3E'],
  ])('%j is loaded as %j', (address, src) => {
    expect(embedOf(address)?.src).toBe(src);
  });
  test('that is written into a text can’t end the question it becomes', () => {
    const address = 'https://a.example/?"><img src=x onerror=evil()>';
    const html = richHtml(`<figure data-embed-address="${escapeHtml(address)}"></figure>`);
    const rendered = withEmbeds(
      html,
      ({ src }, own) => `<a href="${escapeHtml(src)}" title="${escapeHtml(own)}">A</a>`,
    );
    expect(rendered.match(/<[a-z]+/g)).toEqual(['<a']);
  });
});
