import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'asks where the pictures lie that the plan of demo counts',
      `select from public.meter_places({demo}, 'cdn_images') where place = 'library'`,
      { visitor: '42501', owner: 1, others: 'forbidden' },
    ],
    [
      'asks where those of the other account lie',
      `select from public.meter_places({atelier}, 'storage') where place = 'library'`,
      { visitor: '42501', atelierOwner: 1, others: 'forbidden' },
    ],
  ],
);

const kinds = { videos: `kind = 'video'`, cdn_images: `kind = 'image'`, storage: 'true' };

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  'of %s: the list of the library and what lies besides it come to the number of the meter',
  async (meter) => {
    // A lesson video, a profile picture and an unreferenced file: each counts at its location.
    await world.sql.query(
      `insert into storage.objects (bucket_id, name, version, metadata) select bucket, name || $2::text, gen_random_uuid()::text, jsonb_build_object('size', 7, 'mimetype', type)
         from (values ($1::text || '-private', 'courses/x/', 'video/mp4'), ($1, 'avatars/x/', 'image/jpeg'), ($1 || '-private', 'y/', 'video/webm'),
           ($1, 'public/', 'video/mp4'), ($1 || '-private', 'tickets/x/', 'image/png')) t (bucket, name, type)`,
      [world.demo, meter],
    );
    const places = await world.database
      .as(world.caller('owner'))
      .query<{ place: string; amount: string }>('select place, amount::text from public.meter_places($1, $2)', [
        world.demo,
        meter,
      ]);
    const [usage] = await world.database
      .as(world.caller('owner'))
      .query<{ used: string }>('select used::text from public.account_usage($1) where meter = $2', [world.demo, meter]);
    expect(places.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Number(usage?.used));
    const [listed] = await world.sql.query<{ n: string }>(
      `select ${meter === 'storage' ? 'sum(bytes)' : 'count(*)'}::text as n from public.media_files where account_id = $1 and ${kinds[meter]}`,
      [world.demo],
    );
    expect(places.find(({ place }) => place === 'library')?.amount).toBe(listed?.n);
    const otherPlaces = {
      videos: ['courses', 'others'],
      cdn_images: ['portraits', 'tickets'],
      storage: ['courses', 'others'],
    };
    expect(places.map(({ place }) => place)).toEqual(expect.arrayContaining(['library', ...otherPlaces[meter]]));
  },
);

test('what a month has used lies nowhere: its days are its list', async () => {
  const rows = await world.database
    .as(world.caller('owner'))
    .query(`select from public.meter_places($1, 'emails')`, [world.demo]);
  expect(rows).toEqual([]);
});
