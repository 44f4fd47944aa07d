import { describe, expect, test } from 'vitest';
import { createSheet, namesIn } from './used-rules.ts';

const page = '<body class="site is-wide"><header id="top"><a class="btn" href="/">Home</a></header></body>';
const usedBy = (css: string, html = page) => createSheet(css).usedBy(namesIn(html));

describe('the names in a page', () => {
  test('are its elements, its classes and its ids, however they are escaped', () => {
    const html = `<my-part class="a  md:b [&amp;&gt;p]:c"><P id="one&#x27;s"></P></my-part><b data-class="no" class="a"></b>`;
    expect([...namesIn(html)].toSorted()).toEqual(
      ['my-part', 'p', 'b', '.a', '.md:b', '.[&>p]:c', "#one's"].toSorted(),
    );
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

  test('is said whether it is about a page', () => {
    expect(createSheet('@layer a{.btn{a:b}}').isAbout(namesIn(page))).toBe(true);
    expect(createSheet('header{a:b}.card{a:b}').isAbout(namesIn(page))).toBe(false);
  });
});
