import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire({ aggregatesEnabled: true });
  await db.change(`
    create domain public.colour as int check (value between 0 and 16777215) default 255;
    create function public.colour_json(public.colour) returns json language sql immutable as
      $$ select to_json('#' || lpad(to_hex($1), 6, '0')) $$;
    create function public.colour_of(text) returns public.colour language sql immutable as
      $$ select (('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int)::public.colour $$;
    create function public.colour_of(json) returns public.colour language sql immutable as
      $$ select public.colour_of($1 #>> '{}') $$;
    create cast (public.colour as json) with function public.colour_json(public.colour) as implicit;
    create cast (json as public.colour) with function public.colour_of(json) as implicit;
    create cast (text as public.colour) with function public.colour_of(text) as implicit;
    create domain public.shouted as text;
    create function public.shouted_json(public.shouted) returns json language sql immutable as
      $$ select to_json(upper($1::text)) $$;
    create cast (public.shouted as json) with function public.shouted_json(public.shouted) as implicit;
    create table public.shelfs (id int primary key, paint public.colour, label public.shouted, place int default 7);
    create table public.notes (id int primary key, shelf_id int references public.shelfs (id), ink public.colour not null);
    create view public.shelf_cards as select id as card, paint as tone from public.shelfs;
    create function public.first_shelf() returns setof public.shelfs language sql stable as $$ select * from public.shelfs where id = 1 $$;
    insert into public.shelfs (id, paint, label) values (1, 16711680, 'red'), (2, 65280, 'green'), (3, null, null);
    insert into public.notes values (1, 1, 255), (2, 2, 65280);
    grant all on public.shelfs, public.notes, public.shelf_cards to anon;
    grant execute on all functions in schema public to anon;`);
});
afterAll(() => db?.close());

async function request(path: string, method = 'GET', body?: unknown, prefer = 'return=representation') {
  const init = { method, body: body === undefined ? undefined : JSON.stringify(body), headers: { prefer } };
  const response = await db.raw(path, init);
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}
const stored = async (id: number) =>
  (await db.anon.from('shelfs').select('paint:paint.max(), place:place.max()').eq('id', id).single()).data;

/** https://docs.postgrest.org/en/stable/references/api/domain_representations.html */
describe('a domain with casts', () => {
  test.each([
    [
      '/shelfs?order=id',
      [
        { id: 1, paint: '#ff0000', label: 'RED', place: 7 },
        { id: 2, paint: '#00ff00', label: 'GREEN', place: 7 },
        { id: 3, paint: null, label: null, place: 7 },
      ],
    ],
    ['/shelfs?select=tone:paint&id=eq.1', [{ tone: '#ff0000' }]],
    ['/shelfs?select=paint::text&id=eq.1', [{ paint: '"#ff0000"' }]],
    ['/shelf_cards?card=eq.2', [{ card: 2, tone: '#00ff00' }]],
    ['/notes?select=id,shelfs(*)&id=eq.1', [{ id: 1, shelfs: { id: 1, paint: '#ff0000', label: 'RED', place: 7 } }]],
    ['/notes?select=id,...shelfs(paint)&id=eq.1', [{ id: 1, paint: '#ff0000' }]],
    ['/shelfs?select=id,notes(*)&id=eq.1', [{ id: 1, notes: [{ id: 1, shelf_id: 1, ink: '#0000ff' }] }]],
    ['/shelfs?select=id,...notes(ink)&id=eq.1', [{ id: 1, ink: ['#0000ff'] }]],
    ['/rpc/first_shelf?select=paint', [{ paint: '#ff0000' }]],
    ['/shelfs?select=paint,id.count()&id=eq.1', [{ paint: '#ff0000', count: 1 }]],
    ['/shelfs?select=paint.max()', [{ max: 16711680 }]],
  ])('is written as they say: %s', async (path, expected) => {
    expect(await request(path)).toEqual([200, expected]);
  });

  test.each([
    ['/shelfs?select=id&paint=eq.%23ff0000', [1]],
    ['/shelfs?select=id&paint=eq.ff0000', [1]],
    ['/shelfs?select=id&paint=neq.%23ff0000', [2]],
    ['/shelfs?select=id&paint=gt.%2300ff00', [1]],
    ['/shelfs?select=id&paint=in.(%23ff0000,%2300ff00)&order=id', [1, 2]],
    ['/shelfs?select=id&paint=eq(any).{"%23ff0000","%23000001"}', [1]],
    ['/shelfs?select=id&paint=is.null', [3]],
    ['/shelfs?select=id&or=(paint.eq.%2300ff00,id.eq.3)&order=id', [2, 3]],
    ['/shelfs?select=id&paint=not.eq.%2300ff00', [1]],
    // Without a cast from text, a filter compares the stored value.
    ['/shelfs?select=id&label=eq.red', [1]],
    ['/shelfs?select=id&label=like.gr*', [2]],
    ['/notes?select=id,shelfs!inner(id)&shelfs.paint=eq.%2300ff00', [2]],
  ])('is read as they say in a filter: %s', async (path, ids) => {
    const [status, rows] = await request(path);
    expect([status, (rows as { id: number }[]).map(({ id }) => id)]).toEqual([200, ids]);
  });

  test('is read as they say in a payload, of one row and of many', async () => {
    expect(await request('/shelfs', 'POST', { id: 10, paint: '#000010', label: 'x' })).toEqual([
      201,
      [{ id: 10, paint: '#000010', label: 'X', place: 7 }],
    ]);
    expect(await stored(10)).toEqual({ paint: 16, place: 7 });
    expect(
      await request('/shelfs?select=paint', 'POST', [
        { id: 11, paint: '#000011' },
        { id: 12, paint: null },
      ]),
    ).toEqual([201, [{ paint: '#000011' }, { paint: null }]]);
    expect((await request('/shelfs', 'POST', { id: 13, paint: '#000013' }, 'return=minimal'))[0]).toBe(201);
    expect(await stored(13)).toEqual({ paint: 19, place: 7 });
    expect(await request('/shelfs?select=paint&id=eq.13', 'PATCH', { paint: '#000014' })).toEqual([
      200,
      [{ paint: '#000014' }],
    ]);
    expect(await request('/shelfs?select=paint&paint=eq.%23000014', 'DELETE')).toEqual([200, [{ paint: '#000014' }]]);
    expect((await request('/shelf_cards?select=tone', 'POST', { card: 15, tone: '#000015' }))[1]).toEqual([
      { tone: '#000015' },
    ]);
    expect((await request('/shelfs?id=eq.16', 'PUT', { id: 16, paint: '#000016' }))[0]).toBe(201);
    const upsert = 'return=representation,resolution=merge-duplicates';
    expect(await request('/shelfs?select=paint', 'POST', [{ id: 16, paint: '#000017' }], upsert)).toEqual([
      200,
      [{ paint: '#000017' }],
    ]);
  });

  test('its default stands where the payload names no value, and null is null', async () => {
    const rows = [{ id: 20 }, { id: 21, paint: '#000021' }, { id: 22, paint: null }];
    const prefer = 'return=representation,missing=default';
    expect(await request('/shelfs?columns=id,paint,place&select=id,paint,place', 'POST', rows, prefer)).toEqual([
      201,
      [
        { id: 20, paint: '#0000ff', place: 7 },
        { id: 21, paint: '#000021', place: 7 },
        { id: 22, paint: null, place: 7 },
      ],
    ]);
    expect(
      await request('/shelfs?columns=id,paint,place&select=paint,place', 'POST', { id: 23, place: 9 }, prefer),
    ).toEqual([201, [{ paint: '#0000ff', place: 9 }]]);
  });

  test('what they can not read is refused by PostgreSQL', async () => {
    expect((await request('/shelfs', 'POST', { id: 30, paint: '#ffffffff' }))[0]).toBe(400);
    expect((await request('/shelfs?paint=eq.nonsense'))[0]).toBe(400);
  });
});
