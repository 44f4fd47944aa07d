import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
  await db.change(`
    create type public.point_of as (lat numeric(5, 2), lng numeric(5, 2), label text);
    create function public.here() returns public.point_of language sql stable as $$ select 1.25, 2.5, 'here' $$;
    create function public.all_points() returns setof public.point_of language sql stable as $$
      values (1.25, 2.5, 'here'), (3, 4, 'there') $$;
    grant execute on all functions in schema public to anon;`);
});
afterAll(() => db?.close());

/** https://docs.postgrest.org/en/stable/references/api/functions.html */
describe('a function that returns a composite type', () => {
  test.each([
    ['here', { lat: 1.25, lng: 2.5, label: 'here' }],
    ['here?select=north:lat,label', { north: 1.25, label: 'here' }],
    ['all_points?lat=gt.2&select=label', [{ label: 'there' }]],
    ['all_points?order=lat.desc&select=lat::text', [{ lat: '3.00' }, { lat: '1.25' }]],
  ])('is read as a table is: %s', async (path, expected) => {
    const response = await db.raw(`/rpc/${path}`);
    expect([response.status, await response.json()]).toEqual([200, expected]);
  });

  test('names a field it does not have', async () => {
    const response = await db.raw('/rpc/here?select=height');
    expect([response.status, await response.json()]).toMatchObject([400, { code: '42703' }]);
  });
});
