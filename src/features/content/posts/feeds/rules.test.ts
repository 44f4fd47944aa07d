import { describe, expect, test } from 'vitest';
import { atomOf, type Feed, rssOf, withAbsoluteUrls } from './rules.ts';

const feed = (changes: Partial<Feed> = {}): Feed => ({
  title: 'Light & shade',
  subtitle: 'A journal',
  language: 'en',
  url: 'https://a.test/blog',
  self: 'https://a.test/blog/atom.xml?tag=a&b',
  entries: [
    {
      title: 'One < two',
      url: 'https://a.test/blog/one',
      summary: 'A \u0000"word"',
      html: '<p>]]> &amp; more</p>',
      authors: [],
      categories: ['Light'],
      publishedAt: '2026-03-01T10:00:00Z',
      updatedAt: '2026-03-02T10:00:00Z',
    },
  ],
  ...changes,
});

/** Checks that all elements are closed in order and special characters are escaped. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  const rest = text
    .replace(/^<\?xml[^>]*\?>\n/, '')
    .replace(
      /<(\/?)([a-z]+(?::[a-zA-Z]+)?[a-zA-Z]*)((?: [a-zA-Z:]+="[^"<]*")*)(\/?)>/g,
      (_, end, name, _attributes, empty) => {
        if (end) return open.pop() === name ? '' : '<';
        if (!empty) open.push(name);
        return '';
      },
    );
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!#\d+;)/.test(rest);
}

describe.each([
  ['RSS', rssOf],
  ['Atom', atomOf],
])('a feed as %s', (_, format) => {
  test('is well-formed whatever was written', () => {
    expect(isWellFormed(format(feed()))).toBe(true);
    expect(isWellFormed(format(feed({ entries: [] })))).toBe(true);
    expect(format(feed())).not.toContain('\u0000');
  });
  test('has the whole text, escaped once', () => {
    expect(format(feed())).toContain('&#60;p&#62;]]&#62; &#38;amp; more&#60;/p&#62;');
  });
});

test('Atom has what RFC 4287 wants of a feed and of each entry', () => {
  const text = atomOf(feed());
  const [head = '', entry = ''] = text.split('<entry>');
  for (const element of ['id', 'title', 'updated']) {
    expect(head.match(new RegExp(`<${element}>`, 'g'))).toHaveLength(1);
    expect(entry.match(new RegExp(`<${element}>`, 'g'))).toHaveLength(1);
  }
  expect(head).toContain('<updated>2026-03-02T10:00:00.000Z</updated>');
  expect(entry).toContain('<author><name>Light &#38; shade</name></author>');
  expect(head).toContain('rel="self"');
});

test('RSS has what its specification wants of a channel, and dates of RFC 822', () => {
  const text = rssOf(feed({ subtitle: '' }));
  expect(text).toContain('<description>Light &#38; shade</description>');
  expect(text).toContain('<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate>');
  expect(text).toContain('<guid isPermaLink="true">https://a.test/blog/one</guid>');
});

test('every author of an entry is named, in their order', () => {
  const [entry] = feed().entries;
  const both = feed({ entries: [{ ...entry!, authors: ['Mara & Co', 'Tomás'] }] });
  expect(atomOf(both)).toContain('<author><name>Mara &#38; Co</name></author><author><name>Tomás</name></author>');
  expect(rssOf(both)).toContain('<dc:creator>Mara &#38; Co</dc:creator><dc:creator>Tomás</dc:creator>');
  expect(rssOf(feed())).not.toContain('dc:creator>');
});

test('addresses of a text are whole ones', () => {
  expect(
    withAbsoluteUrls(
      '<a href="/a">A</a><img src="/b.png" srcset="/b.png 1w" sizes="1px"><a href="//c">C</a>',
      'https://a.test',
    ),
  ).toBe('<a href="https://a.test/a">A</a><img src="https://a.test/b.png"><a href="//c">C</a>');
});
