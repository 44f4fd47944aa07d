import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { cleanSvg, cleanSvgFile } from './clean-svg.ts';

const svg = (inside: string, more = 'viewBox="0 0 90 60" width="90" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${inside}</svg>`;
const clean = (source: string) => cleanSvg(Buffer.from(source)).toString();
const pixels = (source: string | Uint8Array) =>
  sharp(Buffer.from(source)).resize(160).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
/** Two by one pixels, red and blue. */
const PNG = (
  await sharp(Buffer.from([255, 0, 0, 0, 0, 255]), { raw: { width: 2, height: 1, channels: 3 } })
    .png()
    .toBuffer()
).toString('base64');
const JPEG = (
  await sharp(Buffer.alloc(192, 90), { raw: { width: 8, height: 8, channels: 3 } })
    .jpeg()
    .toBuffer()
).toString('base64');

const STOPS =
  '<stop offset="0" stop-color="#c30"/><stop offset=".6" style="stop-color:#06c;stop-opacity:.5"/><stop offset="1" stop-color="#fc0"/>';

const illustrations: [what: string, source: string, expected: string[]][] = [
  [
    'gradients, one after another',
    svg(`<defs><linearGradient id="a" gradientTransform="rotate(20)">${STOPS}</linearGradient>
      <radialGradient id="b" xlink:href="#a" fx=".3" spreadMethod="reflect" gradientUnits="userSpaceOnUse" cx="60" cy="30" r="20"/></defs>
      <rect width="45" height="60" fill="url(#a)"/><rect x="45" width="45" height="60" fill="url('#b')"/>`),
    ['linearGradient', 'xlink:href="#a"', 'gradientUnits="userSpaceOnUse"'],
  ],
  [
    'a clip path and a mask',
    svg(`<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath>
      <mask id="m" maskContentUnits="userSpaceOnUse"><rect width="90" height="30" fill="#fff"/><rect y="30" width="90" height="30" fill="#777"/></mask>
      <g mask="url(#m)"><rect width="90" height="60" clip-path="url(#c)" fill="#083"/></g>`),
    ['clipPathUnits', 'mask="url(#m)"'],
  ],
  [
    'filters',
    svg(`<filter id="f" x="-20%" filterUnits="objectBoundingBox"><feGaussianBlur in="SourceAlpha" stdDeviation="2" result="b"/>
      <feOffset in="b" dx="3" dy="3"/><feComponentTransfer><feFuncA type="linear" slope=".5"/></feComponentTransfer>
      <feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
      <filter id="n"><feTurbulence baseFrequency=".2" numOctaves="2" seed="3"/><feColorMatrix type="saturate" values="0"/>
      <feComposite in2="SourceGraphic" operator="in"/></filter>
      <g filter="url(#f)"><circle cx="30" cy="30" r="15" fill="#a3c"/></g><rect x="55" y="10" width="30" height="40" style="filter:url(#n)"/>`),
    ['feGaussianBlur', 'stdDeviation', 'baseFrequency', 'style="filter:url(#n)"'],
  ],
  [
    'a pattern and a marker',
    svg(`<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><path d="M0 0h4v4z" fill="navy"/></pattern>
      <marker id="k" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L10 5 0 10z"/></marker>
      <rect width="90" height="60" fill="url( #p )"/><polyline points="10,50 40,20 80,45" fill="none" stroke="#000" marker-mid="url(#k)" marker-end="url(#k)"/>`),
    ['patternTransform', 'markerWidth', 'marker-end="url(#k)"'],
  ],
  [
    'symbols used by both ways of writing it',
    svg(`<symbol id="s" viewBox="0 0 10 10" preserveAspectRatio="xMidYMin slice"><path d="M0 0L10 5 5 10z" fill="currentColor"/></symbol>
      <g color="#c06"><use xlink:href="#s" width="30" height="40"/></g><use href="#s" x="40" width="40" height="20" color="teal"/>`),
    ['xlink:href="#s"', ' href="#s"', 'preserveAspectRatio="xMidYMin slice"'],
  ],
  [
    'text with its blanks',
    svg(`<path id="w" d="M5 50C30 20 60 20 85 50"/><text x="5" y="15" font-size="9" xml:space="preserve" font-family="sans-serif">a  <tspan
      font-weight="bold" dx="2" fill="#c00">&lt;b&gt;</tspan> &amp; c</text><text font-size="8"><textPath xlink:href="#w" startOffset="20%">along</textPath></text>`),
    ['xml:space="preserve"', 'a  <tspan', '&lt;b&gt;', 'startOffset'],
  ],
  [
    'a sheet of styles',
    svg(`<style type="text/css"><![CDATA[ /* two */ .a > rect, rect.b:not(.c) { fill: #3a7; stroke: rgb(10 20 30 / 50%); stroke-width: 3 }
      #d { fill: url(#g) !important } @media print { .a { display: none } } @keyframes k { from { opacity: 0 } 50% { opacity: 1 } } ]]></style>
      <linearGradient id="g">${STOPS}</linearGradient><g class="a"><rect width="20" height="30"/></g><rect class="b" x="30" width="20" height="30"/>
      <rect id="d" x="60" width="20" height="30"/>`),
    ['.a &gt; rect', 'url(#g) !important', '@media print{', '@keyframes k{from{opacity:0;}'],
  ],
  [
    'pictures it holds in itself',
    svg(`<image width="40" height="30" xlink:href="data:image/png;base64,${PNG}" image-rendering="optimizeSpeed"/>
      <image x="45" width="40" height="30" preserveAspectRatio="none" href="data:image/jpeg;base64,${JPEG.slice(0, 40)}&#10;   ${JPEG.slice(40)}"/>`),
    [`data:image/png;base64,${PNG}`, `data:image/jpeg;base64,${JPEG}`],
  ],
  [
    'what a drawing program writes: its own names, short ones for namespaces, a switch',
    `<?xml version="1.0" encoding="utf-8"?><!-- Generator -->
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
      <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/"> <!ENTITY ns_svg "http://www.w3.org/2000/svg"> ]>
      <svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" version="1.1" width="90" height="60" style="enable-background:new 0 0 90 60;" xml:space="preserve">
      <switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"><i:pgfRef href="#x"/></foreignObject>
      <g i:extraneous="self"><path style="fill:#396;" d="M5,5l40,50 40-45z"/></g></switch><i:pgf id="x"><![CDATA[binary]]></i:pgf></svg>`,
    ['<svg xmlns="http://www.w3.org/2000/svg"', '<switch><g><path style="fill:#396"'],
  ],
  [
    'parts under a prefix',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" width="90" height="60"><s:g transform="translate(10,5) scale(2)"><s:ellipse cx="15" cy="12" rx="14" ry="9" fill="hsl(200, 60%, 40%)"/></s:g></svg>`,
    ['<g transform="translate(10,5) scale(2)"><ellipse'],
  ],
  [
    'drawings in a drawing, strokes and rules',
    svg(`<svg x="10" y="10" width="40" height="40" viewBox="0 0 100 100" overflow="visible"><path d="M10 10h80v80H10zM30 30h40v40H30z" fill-rule="evenodd"/></svg>
      <path d="M60 10Q80 30 60 50" fill="none" stroke="#05a" stroke-width="6" stroke-dasharray="8 3" stroke-linecap="round" vector-effect="non-scaling-stroke" paint-order="stroke"/>`),
    ['viewBox="0 0 100 100"', 'fill-rule="evenodd"', 'stroke-dasharray="8 3"'],
  ],
  [
    'letters of other scripts and none in the way',
    svg(
      '<title>Größe — حجم</title><desc>大きさ</desc><text x="4" y="30" font-size="12" direction="rtl" xml:lang="ar">حجم</text><g id="größe" aria-label="a &quot;b&quot;"><rect width="20" height="9"/></g>',
    ),
    ['<title>Größe — حجم</title>', 'xml:lang="ar"', 'aria-label="a &quot;b&quot;"'],
  ],
];

describe('a drawing that means no harm', () => {
  test.each(illustrations)('looks the same afterwards: %s', async (_, source, expected) => {
    const after = clean(source);
    for (const piece of expected) expect(after).toContain(piece);
    const [was, is] = await Promise.all([pixels(source), pixels(after)]);
    expect(is.info).toEqual(was.info);
    expect(new Set(was.data).size).toBeGreaterThan(1);
    expect(is.data.equals(was.data)).toBe(true);
    expect(clean(after)).toBe(after);
  });

  test.each([
    [
      'a movement',
      '<circle r="5"><animateMotion dur="2s" repeatCount="indefinite" path="M0 0h50"><mpath href="#w"/></animateMotion></circle>',
    ],
    [
      'a turn',
      '<g><animateTransform attributeName="transform" type="rotate" from="0 5 5" to="360 5 5" dur="1s" additive="sum"/></g>',
    ],
    [
      'a change of colour',
      '<rect width="5" height="5"><animate attributeName="fill" values="#000;url(#g);red" keyTimes="0;.5;1" begin="a.click"/></rect>',
    ],
    ['a change of place', '<set href="#a" attributeName="x" to="20" begin="1s"/>'],
    ['what is read out', '<g role="img" aria-labelledby="t"><title id="t">A boat</title></g>'],
    ['blanks given by number', '<g aria-label="a&#9;b&#10;c&#13;d"><text>a&#13;b</text></g>'],
    ['a drop shadow', '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="2" flood-color="#000"/></filter>'],
  ])('keeps every letter of %s', (_, inside) => {
    const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
    expect(clean(source)).toBe(source);
  });

  test('is accepted without its namespace, and rendered afterwards', async () => {
    const { data } = await pixels(clean('<svg width="9" height="9"><rect width="9" height="9" fill="#f00"/></svg>'));
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });
});

test('a link with the commonly undeclared prefix stays, and is declared afterwards', () => {
  const use = '<g id="a"><path d="M0 0h9v9z"/></g><use xlink:href="#a" x="9"/></svg>';
  expect(clean(`<svg xmlns="http://www.w3.org/2000/svg">${use}`)).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${use}`,
  );
});

const ours = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.svg'),
);

test('every drawing of the demo looks the same afterwards', async () => {
  expect(ours.length).toBeGreaterThan(40);
  for (const path of ours) {
    const source = readFileSync(join(root, 'src', path));
    const [was, is] = await Promise.all([pixels(source), pixels(cleanSvg(source))]);
    expect(is.data.equals(was.data), path).toBe(true);
  }
});

test.each(illustrations)('a drawing is the same in whatever slices it is read: %s', (_, source) => {
  for (const slice of [1, 2, 7]) expect(cleanSvg(Buffer.from(source), slice).toString()).toBe(clean(source));
});

test('while a long drawing is read others are answered', async () => {
  const long = Buffer.from(svg('<path d="M0 0h9v9z"/>'.repeat(20_000)));
  let turns = 0;
  const beside = setInterval(() => void turns++, 0);
  const chunks = async function* () {
    yield long;
  };
  try {
    expect((await cleanSvgFile(chunks())).length).toBeGreaterThan(long.length / 2);
  } finally {
    clearInterval(beside);
  }
  expect(turns).toBeGreaterThan(0);
});
