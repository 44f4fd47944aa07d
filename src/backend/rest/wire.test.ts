import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
});
afterAll(() => db.close());

type Scenario = { name: string; path: string; headers?: Record<string, string>; expected: unknown };

/** https://docs.postgrest.org/en/stable/references/api/tables_views.html */
describe('what is read', () => {
  const ids = (query: string, ...expected: number[]): Scenario => ({
    name: query,
    path: `/books?select=id&order=id&${query}`,
    expected: expected.map((id) => ({ id })),
  });
  test.each<Scenario>([
    ids('id=eq.2', 2),
    ids('id=neq.2', 1, 3, 4),
    ids('pages=gt.304', 1),
    ids('pages=gte.304', 1, 4),
    ids('pages=lt.264', 3),
    ids('pages=lte.264', 2, 3),
    ids('title=like.The*', 1, 4),
    ids('title=ilike.*SOL%25', 3),
    ids('title=match.^K', 2),
    ids('title=imatch.^k', 2),
    ids('id=in.(1,3)', 1, 3),
    ids('id=in.()'),
    ids('title=in.("Kindred","Sol\\"aris")', 2),
    ids('price=is.null', 3),
    ids('price=not.is.null', 1, 2, 4),
    ids('price=is.not_null', 1, 2, 4),
    ids('is_lent=is.true', 1),
    ids('is_lent=is.unknown', 3),
    ids('price=isdistinct.9', 1, 3, 4),
    ids('words=fts.left', 4),
    ids('words=fts(english).dispossess', 1),
    ids('title=plfts(english).hand darkness', 4),
    ids('words=phfts(english).left hand', 4),
    ids('words=wfts(english).kindred or solaris', 2, 3),
    ids('tags=cs.{moon}', 1, 3),
    ids('tags=cd.{moon,ocean,x}', 3, 4),
    ids('tags=ov.{time,ocean}', 2, 3),
    ids('facts=cs.{"year":1974}', 1),
    ids('lent=sl.[6,10)', 1),
    ids('lent=sr.[1,3)', 2, 4),
    ids('lent=nxr.[1,9)', 1, 2),
    ids('lent=nxl.[5,6)', 2, 4),
    ids('lent=adj.[9,20)', 2, 4),
    ids('id=not.eq.2', 1, 3, 4),
    ids('id=not.in.(1,2)', 3, 4),
    ids('title=like(any).{K*,S*}', 2, 3),
    ids('title=ilike(all).{*the*,*left*}', 4),
    ids('id=eq(any).{1,4}', 1, 4),
    ids('facts->year=eq.1979', 2),
    ids('facts->>year=in.(1961,1974)', 1, 3),
    ids('facts->place->>name=eq.Anarres', 1),
    ids('facts->awards->>1=eq.Nebula', 1),
    ids('facts->awards->>-1=eq.Nebula', 1),
    ids('or=(id.eq.1,title.eq.Kindred)', 1, 2),
    ids('and=(id.gt.1,or(pages.lt.210,not.and(status.eq.published,id.lt.4)))', 3, 4),
    ids('not.or=(id.eq.1,id.eq.2)', 3, 4),
    ids('or=(id.in.(1,2),title.eq."Solaris")', 1, 2, 3),
    ids('or=(tags.cs.{moon,ocean},title.like.*Left*)', 3, 4),
    ids('id=gt.1&id=lt.3', 2),
    ids('full_title=eq.Kindred (published)', 2),
    ids('title=eq.Kindred%26x'),
    { name: 'every column', path: '/genres?id=eq.1', expected: [{ id: 1, name: 'fiction', parent_id: null }] },
    {
      name: 'alias, cast and places in JSON',
      path: '/books?select=nr:id::text,facts->place->>name,y:facts->year,facts->awards->0,born:facts->>year::int&id=eq.1',
      expected: [{ nr: '1', name: 'Anarres', y: 1974, awards: 'Hugo', born: 1974 }],
    },
    {
      name: 'a computed column',
      path: '/books?select=full_title&id=eq.2',
      expected: [{ full_title: 'Kindred (published)' }],
    },
    { name: 'quoted names', path: '/odd%20name?select="a,b"&"the id"=eq.2', expected: [{ 'a,b': 'y' }] },
    { name: 'an empty select', path: '/genres?select=&id=eq.1', expected: [{}] },
    {
      name: 'order, nulls last, limit, offset',
      path: '/books?select=id&order=price.desc.nullslast,id.asc&limit=2&offset=1',
      expected: [{ id: 4 }, { id: 2 }],
    },
    { name: 'order by a place in JSON', path: '/books?select=id&order=facts->year.asc&limit=1', expected: [{ id: 3 }] },
    { name: 'no rows at all', path: '/books?limit=0', expected: [] },
    {
      name: 'nulls left out',
      path: '/books?select=id,price&id=eq.3',
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
      expected: [{ id: 3 }],
    },
  ])('$name', async ({ path, headers, expected: gives }) => {
    const response = await db.raw(path, { headers });
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: gives });
  });

  test('csv', async () => {
    const response = await db.raw('/genres?select=id,name&order=id&limit=2', { headers: { accept: 'text/csv' } });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await response.text()).toBe('id,name\n1,fiction\n2,"science fiction"');
  });
});

/** https://docs.postgrest.org/en/stable/references/api/resource_embedding.html */
describe('what is embedded', () => {
  test.each<Scenario>([
    {
      name: 'many to one, by constraint',
      path: '/books?select=id,writer:authors!books_author_id_fkey(name)&id=eq.1',
      expected: [{ id: 1, writer: { name: 'Ursula' } }],
    },
    {
      name: 'many to one, by column as hint and as name',
      path: '/books?select=a:authors!author_id(name),editor_id(name)&id=eq.1',
      expected: [{ a: { name: 'Ursula' }, editor_id: { name: 'Octavia' } }],
    },
    {
      name: 'one to many, ordered and limited',
      path: '/authors?select=name,books!author_id(title)&id=eq.1&books.order=title.desc&books.limit=1',
      expected: [{ name: 'Ursula', books: [{ title: 'The Left Hand of Darkness' }] }],
    },
    { name: 'none is an empty list', path: '/genres?select=books(id)&id=eq.3', expected: [{ books: [] }] },
    { name: 'none is null', path: '/books?select=editor_id(name)&id=eq.2', expected: [{ editor_id: null }] },
    {
      name: 'one to one, both ways',
      path: '/covers?select=url,books(id,covers(url))&book_id=eq.3',
      expected: [{ url: 'three.png', books: { id: 3, covers: { url: 'three.png' } } }],
    },
    {
      name: 'many to many through a junction',
      path: '/books?select=id,genres(name)&id=lte.2&genres.order=id&order=id',
      expected: [
        { id: 1, genres: [{ name: 'fiction' }, { name: 'science fiction' }] },
        { id: 2, genres: [{ name: 'science fiction' }] },
      ],
    },
    {
      name: 'inner join',
      path: '/books?select=id,covers!inner(url)&order=id',
      expected: [
        { id: 1, covers: { url: 'one.png' } },
        { id: 3, covers: { url: 'three.png' } },
      ],
    },
    {
      name: 'inner join on a filtered list',
      path: '/books?select=id,genres!inner(id)&genres.name=eq.fiction',
      expected: [{ id: 1, genres: [{ id: 1 }] }],
    },
    {
      name: 'left join keeps rows',
      path: '/books?select=id,genres!left(id)&genres.name=eq.fiction&order=id&limit=2',
      expected: [
        { id: 1, genres: [{ id: 1 }] },
        { id: 2, genres: [] },
      ],
    },
    {
      name: 'spread of one',
      path: '/books?select=id,...authors!author_id(writer:name)&id=eq.2',
      expected: [{ id: 2, writer: 'Octavia' }],
    },
    {
      name: 'spread of many',
      path: '/authors?select=id,...books!author_id(title)&id=eq.2',
      expected: [{ id: 2, title: ['Kindred'] }],
    },
    {
      name: 'of itself, downwards',
      path: '/genres?select=name,genres(name)&id=eq.1',
      expected: [{ name: 'fiction', genres: [{ name: 'science fiction' }] }],
    },
    {
      name: 'of itself, upwards',
      path: '/genres?select=name,parent_id(name)&id=eq.2',
      expected: [{ name: 'science fiction', parent_id: { name: 'fiction' } }],
    },
    {
      name: 'of a view over a table',
      path: '/book_cards?select=title,authors(name)&card_id=eq.2',
      expected: [{ title: 'KINDRED', authors: { name: 'Octavia' } }],
    },
    {
      name: 'into a view',
      path: '/authors?select=book_cards(card_id)&id=eq.3',
      expected: [{ book_cards: [{ card_id: 3 }] }],
    },
    {
      name: 'a computed relationship',
      path: '/books?select=id,twin(id)&id=eq.1',
      expected: [{ id: 1, twin: { id: 4 } }],
    },
    {
      name: 'rows without one',
      path: '/books?select=id,covers()&covers=is.null&order=id',
      expected: [{ id: 2 }, { id: 4 }],
    },
    {
      name: 'rows with some',
      path: '/books?select=id,genres()&genres=not.is.null&order=id',
      expected: [{ id: 1 }, { id: 2 }, { id: 3 }],
    },
    {
      name: 'or over an embedded one',
      path: '/books?select=id,covers()&or=(covers.not.is.null,id.eq.2)&order=id',
      expected: [{ id: 1 }, { id: 2 }, { id: 3 }],
    },
    {
      name: 'order by an embedded one',
      path: '/books?select=id,authors!author_id(id)&order=authors(name).desc,id.asc',
      expected: [
        { id: 1, authors: { id: 1 } },
        { id: 4, authors: { id: 1 } },
        { id: 3, authors: { id: 3 } },
        { id: 2, authors: { id: 2 } },
      ],
    },
    {
      name: 'logic on an embedded one',
      path: '/authors?select=id,books!author_id(id)&id=eq.1&books.or=(id.eq.4,title.eq.x)',
      expected: [{ id: 1, books: [{ id: 4 }] }],
    },
    {
      name: 'three deep',
      path: '/genres?select=name,books(title,authors!author_id(name,books!author_id(id)))&id=eq.2&books.id=eq.2',
      expected: [
        { name: 'science fiction', books: [{ title: 'Kindred', authors: { name: 'Octavia', books: [{ id: 2 }] } }] },
      ],
    },
  ])('$name', async ({ path, expected: gives }) => {
    const response = await db.raw(path);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: gives });
  });
});

/** https://docs.postgrest.org/en/stable/references/api/pagination_count.html */
describe('how much is read', () => {
  test.each([
    { path: '/books', headers: {}, status: 200, range: '0-3/*' },
    { path: '/books?limit=2', headers: { prefer: 'count=exact' }, status: 206, range: '0-1/4' },
    { path: '/books?limit=2&offset=2', headers: { prefer: 'count=exact' }, status: 206, range: '2-3/4' },
    { path: '/books', headers: { prefer: 'count=exact' }, status: 200, range: '0-3/4' },
    { path: '/books', headers: { range: '1-2' }, status: 200, range: '1-2/*' },
    { path: '/books', headers: { range: '1-', prefer: 'count=exact' }, status: 206, range: '1-3/4' },
    { path: '/books?id=eq.99', headers: { prefer: 'count=exact' }, status: 200, range: '*/0' },
    { path: '/books?id=eq.99', headers: {}, status: 200, range: '*/*' },
    { path: '/books?offset=9', headers: { prefer: 'count=exact' }, status: 416, range: '*/4' },
    { path: '/books?select=id,covers!inner(url)', headers: { prefer: 'count=exact' }, status: 200, range: '0-1/2' },
    {
      path: '/books?select=id,covers()&covers=is.null',
      headers: { prefer: 'count=exact' },
      status: 200,
      range: '0-1/2',
    },
  ])('$path $headers', async ({ path, headers, status, range }) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await db.raw(path, { method, headers: headers as Record<string, string> });
      expect([response.status, response.headers.get('content-range')]).toEqual([status, range]);
      if (method === 'HEAD') expect(await response.text()).toBe('');
    }
  });

  test('the client counts, ranges and takes single rows', async () => {
    const page = await db.anon.from('books').select('id', { count: 'exact' }).order('id').range(1, 2);
    expect([page.status, page.count, page.data]).toEqual([206, 4, [{ id: 2 }, { id: 3 }]]);
    const head = await db.anon.from('books').select('*', { count: 'exact', head: true }).gt('pages', 250);
    expect([head.count, head.data]).toEqual([3, null]);
    const single = await db.anon.from('books').select('title').eq('id', 2).single();
    expect(single.data).toEqual({ title: 'Kindred' });
    const none = await db.anon.from('books').select('title').eq('id', 99).maybeSingle();
    expect([none.data, none.error]).toEqual([null, null]);
    const many = await db.anon.from('books').select('title').single();
    expect(many.status).toBe(406);
    expect(many.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 4 rows',
    });
  });
});
