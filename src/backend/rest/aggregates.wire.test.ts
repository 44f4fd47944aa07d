import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire({ aggregatesEnabled: true });
});
afterAll(() => db?.close());

/** https://docs.postgrest.org/en/stable/references/api/aggregate_functions.html */
describe('aggregates', () => {
  test.each<[string, unknown]>([
    ['/books?select=pages.sum()', [{ sum: 1113 }]],
    ['/books?select=count()', [{ count: 4 }]],
    ['/books?select=price.count()', [{ count: 3 }]],
    ['/books?select=pages.min(),pages.max()', [{ min: 204, max: 341 }]],
    ['/books?select=most:pages.max()', [{ most: 341 }]],
    ['/books?select=pages.avg()::int', [{ avg: 278 }]],
    ['/books?select=facts->>year::int.max()', [{ max: 1979 }]],
    ['/books?select=y:facts->>year::numeric.avg()::int', [{ y: 1971 }]],
    [
      '/books?select=status,count()&order=status',
      [
        { status: 'draft', count: 1 },
        { status: 'published', count: 3 },
      ],
    ],
    ['/books?select=status,n:count()::text,pages.sum()&status=eq.draft', [{ status: 'draft', n: '1', sum: 304 }]],
    ['/books?select=count(),authors!author_id(name)&order=author_id.desc', { code: '42803', status: 400 }],
    ['/books?select=count(),authors!author_id(name)&author_id=eq.1', [{ count: 2, authors: { name: 'Ursula' } }]],
    [
      '/authors?select=name,books!author_id(status,count())&books.order=status&order=id&limit=2',
      [
        {
          name: 'Ursula',
          books: [
            { status: 'draft', count: 1 },
            { status: 'published', count: 1 },
          ],
        },
        { name: 'Octavia', books: [{ status: 'published', count: 1 }] },
      ],
    ],
    ['/books?select=pages.sum(),...authors!author_id(name)&author_id=eq.1', [{ sum: 645, name: 'Ursula' }]],
    [
      '/books?select=status,...authors!author_id(born.max(),born.min())&status=eq.published',
      [{ status: 'published', max: '1947-06-22', min: '1929-10-21' }],
    ],
    ['/books?select=...authors!editor_id(count())', [{ count: 2 }]],
    ['/covers?select=...books(...authors!author_id(born.max()))', [{ max: '1929-10-21' }]],
    ['/rpc/books_over?floor=210&select=status,count()&order=status.desc&limit=1', [{ status: 'published', count: 2 }]],
  ])('%s', async (path, expected) => {
    const response = await db.raw(path);
    const body: unknown = await response.json();
    if (Array.isArray(expected)) expect({ status: response.status, body }).toEqual({ status: 200, body: expected });
    else expect({ ...(body as object), status: response.status }).toMatchObject(expected as object);
  });

  test('of the rows of a table, filtered and counted', async () => {
    const { data, count, status } = await db.anon
      .from('books')
      .select('pages.sum()', { count: 'exact' })
      .gt('pages', 300)
      .single();
    expect([status, count, data]).toEqual([206, 2, { sum: 645 }]);
  });

  test('not in a spread of many', async () => {
    const response = await db.raw('/authors?select=name,...books!author_id(pages.sum())');
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 'PGRST127',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        hint: null,
        message: 'Feature not implemented',
      },
    ]);
  });

  test.each(['/books?select=pages.sum()', '/books?select=count()', '/authors?select=books!author_id(count())'])(
    'fail if they are disabled: %s',
    async (path) => {
      const usual = await openWire();
      const response = await usual.raw(path);
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 'PGRST123', details: null, hint: null, message: 'Use of aggregate functions is not allowed' },
      ]);
      await usual.close();
    },
  );

  test('of what is not there, or not so', async () => {
    for (const [path, code] of [
      ['/books?select=nope.sum()', '42703'],
      ['/books?select=title.sum()', '42883'],
      ['/books?select=pages.median()', 'PGRST100'],
      ['/books?select=pages.sum()::nonsense', '42704'],
    ]) {
      expect(((await (await db.raw(path ?? '')).json()) as { code: string }).code).toBe(code);
    }
  });
});

/** https://docs.postgrest.org/en/stable/references/api/resource_embedding.html#spread-to-many-relationships */
describe('spreads', () => {
  test.each<[string, unknown]>([
    [
      '/authors?select=name,...books!author_id(titles:title,pages)&id=eq.1&books.order=pages',
      [{ name: 'Ursula', titles: ['The Left Hand of Darkness', 'The Dispossessed'], pages: [304, 341] }],
    ],
    ['/authors?select=...books!author_id(name:title,name:pages)&id=eq.2', [{ name: [264] }]],
    ['/books?select=id,...genres(name)&id=eq.1&genres.order=name', [{ id: 1, name: ['fiction', 'science fiction'] }]],
    ['/books?select=id,...genres(name)&id=eq.4', [{ id: 4, name: [] }]],
    ['/books?select=id,...genres!inner(name)&id=gt.2', [{ id: 3, name: ['science fiction'] }]],
    [
      '/covers?select=url,...books(title,...authors!author_id(writer:name))&book_id=eq.1',
      [{ url: 'one.png', title: 'The Dispossessed', writer: 'Ursula' }],
    ],
    ['/genres?select=name,...books(covers(url))&id=eq.1', [{ name: 'fiction', covers: [{ url: 'one.png' }] }]],
    ['/covers?select=...books(*)&book_id=eq.3&books.id=eq.99', [expect.objectContaining({ title: null, id: null })]],
  ])('%s', async (path, expected) => {
    const response = await db.raw(path);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: expected });
  });

  test('the same resource twice, under two names or one', async () => {
    const two = await db.raw('/books?select=id,a:covers(url),b:covers!inner(book_id)&id=eq.1');
    expect(await two.json()).toEqual([{ id: 1, a: { url: 'one.png' }, b: { book_id: 1 } }]);
    expect((await db.raw('/books?select=id,covers(url),covers(book_id)&id=eq.1')).status).toBe(200);
  });
});
