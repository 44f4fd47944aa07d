import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { eraseOwnData, ownData, ownFiles } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
let person: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  [db, person] = await signUp('student@demo.test');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** A user on demo whose session is confirmed, with their client. */
async function signUp(email: string): Promise<[db: Db, userId: string]> {
  const session = await app.signIn('demo', email);
  await app.confirm(session.access_token);
  const [row] = await world.sql.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  const client = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => session.access_token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  });
  return [client as unknown as Db, row?.id ?? ''];
}

/** Paths of a user's pictures in every account. */
async function picturesOf(userId: string): Promise<string[]> {
  const rows = await world.sql.query<{ bucket_id: string }>(
    `select bucket_id from storage.objects where name = 'avatars/' || $1 || '/avatar.jpg' order by 1`,
    [userId],
  );
  return rows.map(({ bucket_id }) => bucket_id);
}

test('the files of a person hold all they sent with tickets, more than one page of them', async () => {
  const bucket = db.storage.from(`${world.demo}-private`);
  const names = Array.from({ length: 103 }, (_, at) => `tickets/${person}/note-${String(at).padStart(3, '0')}.txt`);
  for (const name of names) {
    const { error } = await bucket.upload(name, new Blob([name], { type: 'text/plain' }), {
      contentType: 'text/plain',
    });
    expect(error).toBeNull();
  }
  const opened = await db.rpc('open_ticket', {
    account_id: world.demo,
    category: 'bug',
    subject: 'With a file',
    body: 'See the note.',
    files: names.slice(0, 1),
  } as never);
  expect(opened.error).toBeNull();
  const files = await ownFiles(db, world.demo, person);
  expect(files.map(({ path }) => path).filter((path) => path.startsWith('tickets/'))).toEqual(names);
  for (const { path, bytes } of files)
    if (path.startsWith('tickets/')) expect(new TextDecoder().decode(bytes)).toBe(path);
});

test('a copy says of what is too long to be copied whole how much of it is here', async () => {
  const log = (count: number) =>
    world.sql.query(
      `insert into private.logs (account_id, user_id, message) select $1, $2, 'x' from generate_series(1, $3)`,
      [world.demo, person, count],
    );
  await world.sql.query('delete from private.logs where user_id = $1', [person]);
  await log(10_000);
  const full = await ownData(db);
  expect(full['logs.user_id']).toHaveLength(10_000);
  expect(full).not.toHaveProperty('incomplete');
  await log(1);
  const capped = await ownData(db);
  expect(capped['logs.user_id']).toHaveLength(10_000);
  expect(capped.incomplete).toEqual({ 'logs.user_id': { rows_here: 10_000, rows_in_all: 10_001 } });
});

describe('a picture', () => {
  const failIfCalled = () =>
    Promise.reject(new Error('The picture was taken away before it was known that they may go.'));

  test('stays with whoever has to stay', async () => {
    const [owner, id] = await signUp('owner@demo.test');
    expect(await picturesOf(id)).toEqual([world.demo]);
    await expect(eraseOwnData(owner, failIfCalled)).rejects.toMatchObject({ code: 'owner_stays' });
    expect(await picturesOf(id)).toEqual([world.demo]);
  });

  test('goes with whoever is removed from a site, bytes and all', async () => {
    const [owner] = await signUp('owner@demo.test');
    const [, id] = await signUp('instructor@demo.test');
    const [acceptance] = await world.sql.query<{ version: string }>(
      `select version from storage.objects where bucket_id = $1 and name = 'avatars/' || $2 || '/avatar.jpg'`,
      [world.demo, id],
    );
    const [member] = await world.sql.query<{ id: string }>(
      'select id from public.members where account_id = $1 and user_id = $2',
      [world.demo, id],
    );
    const { error } = await owner.rpc('remove_members', { account_id: world.demo, ids: [member?.id] } as never);
    expect(error).toBeNull();
    expect(await picturesOf(id)).toEqual([]);
    expect(
      await world.sql.query('select from storage.discarded where version = $1', [acceptance?.version]),
    ).toHaveLength(1);
  });

  test('goes with whoever is forgotten, from every site they are forgotten on', async () => {
    const [parent, id] = await signUp('parent@demo.test');
    await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.atelier, id]);
    await world.sql.query(
      `insert into storage.objects (bucket_id, name, owner_id, metadata, version)
       select $1, name, owner_id, metadata, gen_random_uuid()::text from storage.objects
        where bucket_id = $2 and name = 'avatars/' || $3 || '/avatar.jpg'`,
      [world.atelier, world.demo, id],
    );
    expect(await picturesOf(id)).toHaveLength(2);
    expect(await eraseOwnData(parent, failIfCalled)).toBe('left');
    expect(await picturesOf(id)).toEqual([world.atelier]);
  });

  test('is removed by the store where it lets nobody else, and only then', async () => {
    await world.sql.query(
      `create function public.only_the_store() returns trigger language plpgsql as $$
       begin
         if current_user <> 'authenticated' then raise exception 'Use the storage API instead'; end if;
         return old;
       end $$`,
    );
    await world.sql.query(
      'create trigger only_the_store before delete on storage.objects for each row execute function public.only_the_store()',
    );
    const requests: string[] = [];
    const outcome = await eraseOwnData(db, async () => {
      requests.push('picture');
      await db.storage.from(world.demo).remove([`avatars/${person}/avatar.jpg`]);
    });
    expect([outcome, requests]).toEqual(['erased', ['picture']]);
    expect(await picturesOf(person)).toEqual([]);
  });
});
