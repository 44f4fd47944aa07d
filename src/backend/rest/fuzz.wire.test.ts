import fc from 'fast-check';
import type { DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#base/server/database.ts';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';
import { generated } from '#tests/long.ts';

let db: Wire;
/** PostgreSQL's error for each failed statement. */
const failed: Partial<DatabaseError>[] = [];
beforeAll(async () => {
  db = await openWire({ aggregatesEnabled: true, maxRows: 1_000 }, (database) => ({
    ...database,
    as: (caller) => watched(database.as(caller)),
  }));
});
afterAll(() => db?.close());

function watched(sql: Sql): Sql {
  return {
    ...sql,
    query: async (text, values) => {
      try {
        return await sql.query(text, values);
      } catch (error) {
        failed.push(error as DatabaseError);
        throw error;
      }
    },
  };
}

/**
 * Errors that are our bugs: a wrong number of values, an ambiguous or undefined name, a value of an indeterminate
 * type. 42601 is one if it has a position in the statement; without one it is about a value of the client (a tsquery, a
 * tsvector, a qualified name).
 */
function ours({ code, position }: Partial<DatabaseError>): boolean {
  return (
    /^(08P01|XX000|42702|42712|42P01|42P02|42P10|42P18|0A000)$/.test(code ?? '') ||
    (code === '42601' && position !== undefined)
  );
}

const name = fc.constantFrom(
  'id',
  'title',
  'pages',
  'price',
  'tags',
  'facts',
  'lent',
  'words',
  'is_lent',
  'full_title',
  'nope',
  'authors',
  'covers',
  'born',
  'status',
);
const jsonPath = fc.constantFrom('', '', '->99999999999', '->a', '->>a', '->0', "->>'", '->awards->>0', '->a->b');
const operator = fc.constantFrom(
  ...['eq', 'neq', 'gt', 'like', 'ilike', 'match', 'imatch', 'in', 'is', 'isdistinct', 'fts', 'plfts', 'phfts', 'wfts'],
  ...[
    'fts(english)',
    'wfts(pg_catalog.simple)',
    'fts(a.b.c.d)',
    'plfts(klingon)',
    'match(any)',
    'gt(all)',
    'sr',
    'nxl',
    'nxr',
  ],
  ...['cs', 'cd', 'ov', 'sl', 'adj', 'eq(any)', 'like(all)', 'not.eq', 'not.in', 'not.is'],
);
const value = fc.oneof(
  fc.constantFrom(
    '1',
    'null',
    '{1,2}',
    '(1,2)',
    '[1,2)',
    '{"a":1}',
    "'",
    '"',
    '\\',
    '--',
    ';',
    '$1',
    '%',
    '*',
    '(a',
    '1e400',
    'true',
    '\u0000',
    "'a",
    'a:',
    'a & ! (',
    'a <9999999> b',
    '99999999999999999999',
    '999999999-01-01',
    'infinity',
    '{"\\ud800": 1}',
    '"\\u0000"',
    '(a{1,10}){1,10}',
    '[[:<:]]',
    '\\1',
    '\u{1F600}',
    '\uFFFE',
    'empty',
    '{{1},{2}}',
  ),
  fc.string({ maxLength: 20 }),
);
const filter = fc
  .tuple(name, jsonPath, operator, value)
  .map(([n, p, o, v]) => `${n}${p}=${encodeURIComponent(`${o}.${v}`)}`);
const group = fc
  .array(fc.tuple(name, operator, value), { minLength: 1, maxLength: 3 })
  .map((all) => `or=${encodeURIComponent(`(${all.map(([n, o, v]) => `${n}.${o}.${v}`).join(',')})`)}`);
const field = fc.constantFrom(
  '*',
  'id',
  'x:title',
  'facts->a',
  'tags->0',
  'id::text',
  'covers(*)',
  'covers!inner(url)',
  'genres(id,books(id))',
  '...covers(url)',
  '...genres(name)',
  'authors!author_id(*)',
  'twin(id)',
  "facts->>'",
  'covers(*)',
  'covers!inner(url)',
  '...covers(url,url)',
  '...genres(name,id,name)',
  'genres!left(name,name)',
  'count()',
  'pages.sum()',
  'n:pages::numeric.avg()::int',
  '...authors!author_id(born.max(),count())',
  'facts->>year::int.max()',
  '...genres(count())',
);
const select = fc
  .array(field, { minLength: 1, maxLength: 4 })
  .map((all) => `select=${encodeURIComponent(all.join(','))}`);
const order = fc
  .tuple(name, fc.constantFrom('', '.asc', '.desc.nullslast', '.nullsfirst'))
  .map((all) => `order=${all.join('')}`);
const page = fc.constantFrom(
  'limit=2',
  'offset=1',
  'limit=0',
  'genres.limit=1',
  'covers.order=url',
  'genres.offset=1',
  'covers.id=is.null',
  'genres.order=name.desc',
  'genres=not.is.null',
);
const validQuery = fc.constantFrom(
  ...['id=gt.1', 'title=ilike.*the*', 'tags=cs.{moon}', 'facts->>year=eq.1979', 'lent=ov.[1,9)', 'words=fts.left'],
  ...[
    'or=(id.eq.1,title.like.S*)',
    'select=id,title',
    'select=*,genres(name)',
    'select=count(),status',
    'order=id.desc',
  ],
);
const part = fc.oneof(filter, filter, group, select, order, page, validQuery, validQuery, fc.constant('floor=1'));
const address = fc.tuple(
  fc.constantFrom('/books', '/books', '/book_cards', '/rpc/books_over', '/rpc/numbers'),
  fc.oneof(fc.array(validQuery, { maxLength: 4 }), fc.array(part, { maxLength: 3 }), fc.array(part, { maxLength: 6 })),
);

const prefer = fc.constantFrom(
  '',
  'count=exact',
  'count=planned',
  'count=estimated',
  'handling=strict, timezone=Europe/Paris',
);
const accept = fc.constantFrom('application/json', 'text/csv', 'application/vnd.pgrst.array+json;nulls=stripped');

test('no address makes the service or PostgreSQL fail, and no statement is badly written', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(address, prefer, accept, async ([path, parts], preference, form) => {
      const headers = { prefer: preference, accept: form };
      const response = await db.raw(`${path}?${parts.join('&')}`, { headers });
      await response.text();
      expect(failed.splice(0).filter(ours)).toEqual([]);
      expect(response.status).toBeLessThan(500);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }),
    { ...generated(600) },
  );
  // The test is useful only if many of the URLs are valid.
  expect(statuses.get(200)).toBeGreaterThan(generated(600).numRuns / 10);
  expect((await db.raw('/books?select=id&order=id')).status).toBe(200);
});

test('no payload does either', async () => {
  const key = fc.constantFrom('id', 'title', 'pages', 'tags', 'facts', 'lent', 'nope', '__proto__');
  const row = fc.dictionary(key, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('{a}', '[1,2)', null, 1e300)));
  const payload = fc.oneof(row, fc.array(row, { maxLength: 3 }), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(
      payload,
      fc.constantFrom('POST', 'PATCH'),
      fc.constantFrom('', 'missing=default, '),
      async (body, method, more) => {
        const response = await db.raw('/books?id=gt.50', {
          as: 'user',
          method,
          body: JSON.stringify(body),
          headers: { prefer: `${more}return=representation` },
        });
        await response.text();
        expect(failed.splice(0).filter(ours)).toEqual([]);
        expect(response.status).toBeLessThan(500);
      },
    ),
    { ...generated(300) },
  );
});
