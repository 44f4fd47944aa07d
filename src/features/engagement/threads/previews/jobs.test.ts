import { expect, test } from 'vitest';
import { pageSummaryOf } from './jobs.ts';

const summary = (html: string) => pageSummaryOf(new TextEncoder().encode(html));

test.each([
  ['its title', '<html><head><title>Fog &amp; dew</title></head>', { title: 'Fog & dew', description: '' }],
  [
    'what it says to networks, before its title',
    '<title>T</title><meta property="og:title" content="Own &quot;title&quot;"><meta name="description" content=" One\n two ">',
    { title: 'Own "title"', description: 'One two' },
  ],
  [
    'no script',
    '<title>Safe</title><script>"<meta property=og:title content=Bad>"</script>',
    { title: 'Safe', description: '' },
  ],
  ['nothing of its body', '<head></head><body><title>Drawing</title>', null],
  ['nothing where it has no title', '<meta name="description" content="Only words">', null],
  ['nothing where it is no page', '{"title": "JSON"}', null],
  [
    'no tags of its title',
    '<title><img src=x onerror=alert(1)></title>',
    { title: '<img src=x onerror=alert(1)>', description: '' },
  ],
])('a page is summed up by %s', (_what, html, expected) => expect(summary(html)).toEqual(expected));

test('a title and a description have their limits', () => {
  const long = summary(`<title>${'x'.repeat(500)}</title><meta name="description" content="${'🙂'.repeat(400)}">`);
  expect([long?.title.length, long?.title.endsWith('…')]).toEqual([200, true]);
  expect(long?.description.length).toBeLessThanOrEqual(400);
  expect(long?.description).not.toMatch(/[\ud800-\udbff]…/);
});

test('a page is read in its own charset, and one nobody knows as UTF-8', () => {
  const latin = new Uint8Array([...Buffer.from('<meta charset="iso-8859-1"><title>Caf\u00e9</title>', 'latin1')]);
  expect(pageSummaryOf(latin)?.title).toBe('Café');
  expect(summary('<meta charset="x-nobody"><title>Café</title>')?.title).toBe('Café');
});
