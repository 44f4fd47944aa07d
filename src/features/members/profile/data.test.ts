import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wire } from '#base/shared/wire.ts';
import { type AppWorld, openApp } from '#tests/app-world.ts';
import { openWorld, type World } from '#tests/world.ts';
import { ownData, ownFiles } from './data.ts';

let world: World;
let app: AppWorld;
let wire: Wire;
let person: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const session = await app.signIn('demo', 'student@demo.test');
  const [row] = await world.sql.query<{ id: string }>(`select id from auth.users where email = 'student@demo.test'`);
  person = row?.id ?? '';
  wire = createClient('http://demo.localhost', app.stoa.keys.anon_key, {
    accessToken: async () => session.access_token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Wire;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('the files of a person hold all they sent with tickets, more than one page of them', async () => {
  const bucket = wire.storage.from(`${world.demo}-private`);
  const names = Array.from({ length: 103 }, (_, at) => `tickets/${person}/note-${String(at).padStart(3, '0')}.txt`);
  for (const name of names) {
    const { error } = await bucket.upload(name, new Blob([name], { type: 'text/plain' }), {
      contentType: 'text/plain',
    });
    expect(error).toBeNull();
  }
  const sent = await wire.rpc('open_ticket', {
    account_id: world.demo,
    category: 'bug',
    subject: 'With a file',
    body: 'See the note.',
    files: names.slice(0, 1),
  } as never);
  expect(sent.error).toBeNull();
  const files = await ownFiles(wire, world.demo, person);
  expect(files.map(({ path }) => path).filter((path) => path.startsWith('tickets/'))).toEqual(names);
  for (const { path, bytes } of files)
    if (path.startsWith('tickets/')) expect(new TextDecoder().decode(bytes)).toBe(path);
});

test('a copy says of what is too long to be copied whole how much of it is here', async () => {
  const log = (many: number) =>
    world.sql.query(
      `insert into private.logs (account_id, user_id, message) select $1, $2, 'x' from generate_series(1, $3)`,
      [world.demo, person, many],
    );
  await world.sql.query('delete from private.logs where user_id = $1', [person]);
  await log(10_000);
  const whole = await ownData(wire);
  expect(whole['logs.user_id']).toHaveLength(10_000);
  expect(whole).not.toHaveProperty('incomplete');
  await log(1);
  const cut = await ownData(wire);
  expect(cut['logs.user_id']).toHaveLength(10_000);
  expect(cut.incomplete).toEqual({ 'logs.user_id': { rows_here: 10_000, rows_in_all: 10_001 } });
});
