import { describe, expect, test } from 'vitest';
import { createSheet, criticalCss, namesIn } from './critical-css.ts';

const page = '<body class="site is-wide"><header id="top"><a class="btn" href="/">Home</a></header></body>';
const usedBy = (css: string, html = page) => criticalCss([createSheet(css)], namesIn(html))[0] ?? '';

describe('the names in a page', () => {
  test('are its elements, its classes and its ids, however they are escaped', () => {
    const html = `<my-part class="a  md:b [&amp;&gt;p]:c"><P id="one&#x27;s"></P></my-part><b data-class="no" class="a"></b>`;
    expect([...namesIn(html)].toSorted()).toEqual(
      ['my-part', 'p', 'b', '.a', '.md:b', '.[&>p]:c', "#one's"].toSorted(),
    );
  });
});

describe('the names of a page whose text', () => {
  test('looks like an attribute are all found', () => {
    const html = '<p>a="b <i class="c">id="d</i> class="e" type="</p><b id="f" class="g h" data-class="i"></b>';
    const matches = [...namesIn(html)];
    for (const name of ['.c', '#f', '.g', '.h', 'b']) expect(matches).toContain(name);
    expect(matches).not.toContain('.i');
  });
});

describe('a rule', () => {
  test.each([
    ['.btn{a:b}', true],
    ['.btn.is-far{a:b}', false],
    ['.site .btn:hover{a:b}', true],
    ['.site>.card{a:b}', false],
    ['#top{a:b}', true],
    ['#bottom{a:b}', false],
    ['header a{a:b}', true],
    ['header nav a{a:b}', false],
    ['*{a:b}', true],
    [':root{a:b}', true],
    // What may become of a page: states, attributes, what stands before and after.
    ['[data-theme="dark"] .btn{a:b}', true],
    ['.btn[aria-pressed="true"]::before{a:b}', true],
    // One of several is enough; what must not be there needs not be there.
    ['.site :is(.card,.btn){a:b}', true],
    ['.site :is(.card,.tile){a:b}', false],
    [':where(.card) a{a:b}', false],
    ['header:has(.btn){a:b}', true],
    ['header:has(.card){a:b}', false],
    ['.btn:not(.card){a:b}', true],
    // Names as utilities have them.
    ['.md\\:wide{a:b}', false],
  ])('%s is used: %s', (css, isUsed) => {
    expect(usedBy(css) !== '').toBe(isUsed);
  });

  test('keeps of its selectors those that find something', () => {
    expect(usedBy('.card,.btn,nav{color:red}')).toBe('.btn{color:red}');
  });

  test('keeps what is nested in it', () => {
    expect(usedBy('.btn{color:red;&:hover{color:blue}}')).toBe('.btn{color:red;&:hover{color:blue}}');
  });
});

describe('of a sheet', () => {
  test('layers keep their order, and conditions what they hold', () => {
    const css =
      '@layer base,parts;@layer parts{.btn{a:b}}@layer base{.card{a:b}}@media (width>=1px){.card{a:b}.site{c:d}}';
    expect(usedBy(css)).toBe('@layer base,parts;@layer parts{.btn{a:b}}@layer base{}@media (width>=1px){.site{c:d}}');
  });

  test('movements and kinds of properties are there where a rule calls them', () => {
    const css =
      '@property --far{syntax:"*";inherits:false}@property --near{syntax:"*";inherits:false}' +
      '@keyframes go{to{a:b}}@keyframes stay{to{a:b}}.btn{animation:go 1s;top:var(--near)}';
    const used = usedBy(css);
    expect(used).toContain('@keyframes go');
    expect(used).toContain('@property --near');
    expect(used).not.toMatch(/stay|--far/);
  });

  test('paper waits, and fonts are told apart', () => {
    const css =
      '@media print{.btn{a:b}}@font-face{font-family:"A";src:url(/a.woff2)format("woff2");unicode-range:U+0-7F}.btn{c:d}';
    expect(usedBy(css)).toBe('.btn{c:d}');
    expect(createSheet(css).fonts).toEqual([
      { 'font-family': '"A"', src: 'url(/a.woff2)format("woff2")', 'unicode-range': 'U+0-7F' },
    ]);
  });

  test.each([
    ['what is asked for', ':root{--a:1px;--b:2px;--c:3px}.btn{top:var(--b)}', ':root{--b:2px}.btn{top:var(--b)}'],
    [
      'what that asks for',
      ':root{--a:var(--b);--b:2px;--c:3px}a{top:var( --a )}',
      ':root{--a:var(--b);--b:2px}a{top:var( --a )}',
    ],
    [
      'what stands in its place',
      ':root{--a:1px;--b:2px}a{top:var(--x,var(--a))}',
      ':root{--a:1px}a{top:var(--x,var(--a))}',
    ],
    [
      'all that a setting asks for',
      ':root{--a:1px}.card{--b:var(--a)}a{--b:0;top:var(--b)}',
      ':root{--a:1px}a{--b:0;top:var(--b)}',
    ],
    [
      'what a movement asks for',
      ':root{--a:1px}@keyframes go{to{top:var(--a)}}a{animation:go}',
      ':root{--a:1px}a{animation:go}@keyframes go{to{top:var(--a)}}',
    ],
    ['nothing of a rule that is not there', ':root{--a:1px}.card{top:var(--a)}', ''],
  ])('of custom properties keeps %s', (_, css, expected) => {
    expect(usedBy(css)).toBe(expected);
  });

  test('keeps of custom properties what another sheet of the page asks for, and what that asks for', () => {
    const sheets = [
      ':root{--a:1px;--b:var(--c);--d:0}a{top:var(--e)}',
      '.btn{top:var(--b)}:root{--c:2px;--e:3px;--f:4px}.card{top:var(--d)}',
    ].map(createSheet);
    const [btn = '', none = ''] = [page, '<a></a>'].map((html) => criticalCss(sheets, namesIn(html)).join(' / '));
    expect(btn).toBe(':root{--b:var(--c)}a{top:var(--e)} / .btn{top:var(--b)}:root{--c:2px;--e:3px}');
    expect(none).toBe('a{top:var(--e)} / :root{--e:3px}');
  });

  test('of custom properties keeps what the page itself asks for', () => {
    expect(usedBy(':root{--a:1px;--b:2px}', '<p style="top:var(--b)"></p>')).toBe(':root{--b:2px}');
    expect(usedBy(':root{--a:1px;--b:2px}', '<p style="top:var( --b )">var(a) var(</p>')).toBe(':root{--b:2px}');
    expect(usedBy(':root{--a:1px;--b:2px}', '<style>p{top:var(--a)}</style>')).toBe(':root{--a:1px}');
  });

  test.each([
    [
      'a{color:red}@supports (color:color-mix(in lab, red, red)){a{color:color-mix(in lab, red, blue)}}',
      'a{color:color-mix(in lab, red, blue)}',
    ],
    [
      'a{top:0;color:red}@supports (color:color-mix(in lab, red, red)){a:hover{color:color-mix(in lab, red, blue)}}',
      'a{top:0;color:red}a:hover{color:color-mix(in lab, red, blue)}',
    ],
    ['a{color:red}@supports (display:grid){a{display:grid}}', 'a{color:red}@supports (display:grid){a{display:grid}}'],
  ])('mixed colours stand in the place of plain ones: %s', (css, expected) => {
    expect(usedBy(css)).toBe(expected);
  });

  test.each([
    ['search', '::-webkit-search-decoration{a:b}'],
    ['time', '::-webkit-datetime-edit{a:b}'],
    ['number', '::-webkit-inner-spin-button{a:b}'],
    ['file', '::file-selector-button{a:b}'],
  ])('what an input of type %s is made of is asked for by such an input: %s', (type, css) => {
    expect(usedBy(css, `<input type="${type}">`)).toBe(css);
    expect(usedBy(css, '<input type="email">')).toBe('');
  });

  test('is said whether it is about a page', () => {
    expect(createSheet('@layer a{.btn{a:b}}').usesAny(namesIn(page))).toBe(true);
    expect(createSheet('header{a:b}.card{a:b}').usesAny(namesIn(page))).toBe(false);
  });
});
