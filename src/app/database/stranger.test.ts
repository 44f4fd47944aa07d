import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppWorld } from '#tests/db/app-world.ts';
import {
  LOCKED,
  OPEN,
  openStrangers,
  type Row,
  type Stranger,
  type StrangersScene,
  strangers,
} from '#tests/db/strangers.ts';
import type { World } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';
import { createApi } from '../http/api/api.ts';

/**
 * A stranger of atelier before demo, by every way there is. Whatever they try, a picture of every row of demo taken
 * before and after is the same, and what they read is what a visitor reads.
 */
type Client = SupabaseClient;

let scene: StrangersScene;
let world: World;
let app: AppWorld;
let visitor: Client;
let student: Client;
let rowsOfDemo: StrangersScene['rowsOfDemo'];
let functions: StrangersScene['functions'];
let tokens: StrangersScene['tokens'];
beforeAll(async () => {
  scene = await openStrangers();
  ({ world, app, visitor, student, rowsOfDemo, functions, tokens } = scene);
});
afterAll(() => scene.close());

const clientOf = (stranger: Stranger) => scene.clients.get(stranger) as Client;

async function unchanged(work: () => Promise<void>): Promise<void> {
  const before = await scene.picture();
  await work();
  expect(await scene.picture()).toEqual(before);
}

const textOf = (rows: Row[] | null) => (rows ?? []).map((row) => JSON.stringify(row)).sort();

test('there is a house to be kept from', () => {
  expect(rowsOfDemo.size).toBeGreaterThan(10);
  expect(functions.length).toBeGreaterThan(3);
});

describe.each(strangers)('a stranger %s', (stranger) => {
  describe('by the data service', () => {
    test('reads what a visitor reads, in every table and view', async () => {
      const more: string[] = [];
      for (const [table, rows] of rowsOfDemo) {
        const isMore = async (columns: string) => {
          const request = (client: Client) => client.from(table).select(columns).eq('account_id', world.demo);
          const [theirs, visitors] = await Promise.all([request(clientOf(stranger)), request(visitor)]);
          const open = new Set(textOf(visitors.data as Row[] | null));
          return textOf(theirs.data as Row[] | null).some((row) => !open.has(row));
        };
        const columns = ['*', ...Object.keys(rows[0] ?? {})];
        const matches = await Promise.all(columns.map(isMore));
        more.push(...columns.filter((_, index) => matches[index]).map((column) => `${table}.${column}`));
      }
      expect(more).toEqual([]);
    });

    test('reads no more by asking without an account, by counting or by embedding', async () => {
      const more: string[] = [];
      for (const [table] of rowsOfDemo) {
        const all = await clientOf(stranger).from(table).select('*');
        const open = new Set(textOf((await visitor.from(table).select('*')).data as Row[] | null));
        const ofDemo = ((all.data ?? []) as Row[]).filter((row) => row.account_id === world.demo);
        if (textOf(ofDemo).some((row) => !open.has(row))) more.push(table);
        const count = (client: Client) =>
          client.from(table).select('*', { count: 'exact', head: true }).eq('account_id', world.demo);
        if (((await count(clientOf(stranger))).count ?? 0) > ((await count(visitor)).count ?? 0))
          more.push(`${table} counted`);
        const embedded = await clientOf(stranger)
          .from(table)
          .select('account_id, members(email)')
          .eq('account_id', world.demo);
        if (JSON.stringify(embedded.data ?? '').includes('@')) more.push(`${table} with members`);
      }
      expect(more).toEqual([]);
    });

    test('adds, changes, replaces and removes no row', async () => {
      const done: string[] = [];
      await unchanged(async () => {
        for (const [table, rows] of rowsOfDemo) {
          const row = rows[0] ?? {};
          const { id: _, ...fresh } = row;
          const from = () => clientOf(stranger).from(table);
          const attempts: [string, PromiseLike<{ error: unknown; data: unknown }>][] = [
            ['insert', from().insert(fresh).select()],
            ['insert of the account alone', from().insert({ account_id: world.demo }).select()],
            ['upsert', from().upsert(row).select()],
            ...Object.keys(row).map((column): [string, PromiseLike<{ error: unknown; data: unknown }>] => [
              `update of ${column}`,
              from()
                .update({ [column]: row[column] })
                .eq('account_id', world.demo)
                .select(),
            ]),
            ['delete', from().delete().eq('account_id', world.demo).select()],
          ];
          await Promise.all(
            attempts.map(async ([verb, attempt]) => {
              const { error, data } = await attempt;
              if (!error && Array.isArray(data) && data.length > 0) done.push(`${verb} on ${table}`);
            }),
          );
        }
      });
      expect(done).toEqual([]);
    });

    test('carries no row of their own over into demo', async () => {
      await unchanged(async () => {
        for (const [table] of rowsOfDemo)
          await clientOf(stranger).from(table).update({ account_id: world.demo }).eq('account_id', world.atelier);
      });
    });

    test('calls no function that changes demo', async () => {
      // Who is signed in on demo may join it: the one door that is meant for strangers.
      const meant = stranger === 'of atelier, signed in on demo' ? ['join_account'] : [];
      // Who forgets themselves is nobody afterwards: they do so once everything else was tried.
      meant.push('erase_own_data');
      const ids = [...rowsOfDemo.values()].map((rows) => rows[0]?.id).filter((id) => typeof id === 'string');
      // A twentieth of the rows in turn, so that every row is tried on some function; a long run tries all on each.
      const idsFor = (index: number) => (isLong ? ids : ids.filter((_, another) => another % 20 === index % 20));
      await unchanged(async () => {
        for (const [index, { name, parameters }] of functions.filter((item) => !meant.includes(item.name)).entries()) {
          const input = [world.demo, ...idsFor(index)].map((id) =>
            Object.fromEntries(parameters.map((parameter) => [parameter, /account/.test(parameter) ? world.demo : id])),
          );
          // Without a parameter of its own every call would be the same.
          const different = new Map(input.map((values) => [JSON.stringify(values), values]));
          await Promise.all([...different.values()].map((values) => clientOf(stranger).rpc(name, values)));
        }
      });
      // Every function of the product with every row's id: it grows with the product.
    }, 120_000);
  });

  describe('by the storage service', () => {
    const open = () => clientOf(stranger).storage.from(world.demo);
    const locked = () => clientOf(stranger).storage.from(`${world.demo}-private`);

    test('lists what a visitor lists, and finds no bucket', async () => {
      for (const bucket of [world.demo, `${world.demo}-private`]) {
        for (const folder of ['', 'public', 'avatars', 'lessons', 'courses']) {
          const names = async (client: Client) =>
            ((await client.storage.from(bucket).list(folder)).data ?? []).map((file) => file.name);
          expect(await names(clientOf(stranger))).toEqual(await names(visitor));
        }
      }
      expect((await clientOf(stranger).storage.listBuckets()).data ?? []).toEqual([]);
      expect((await clientOf(stranger).storage.getBucket(world.demo)).data).toBeNull();
    });

    test('opens what everyone may, and nothing that is locked', async () => {
      expect(await (await open().download(OPEN)).data?.text()).toBe('light');
      expect((await locked().download(LOCKED)).data).toBeNull();
      expect((await locked().createSignedUrl(LOCKED, 60)).data).toBeNull();
      expect((await locked().info(LOCKED)).data).toBeNull();
      for (const kind of ['public', 'authenticated', 'sign', 'info']) {
        const path = `/storage/v1/object/${kind}/${world.demo}-private/${LOCKED}`;
        expect((await app.call(path, { token: tokens.get(stranger) })).ok).toBe(false);
      }
    });

    test('puts, moves, copies and removes nothing', async () => {
      const me = JSON.parse(Buffer.from((tokens.get(stranger) ?? '').split('.')[1] ?? '', 'base64url').toString()) as {
        sub: string;
      };
      await unchanged(async () => {
        const rejected = [
          await open().upload('public/mine.txt', 'mine'),
          await open().upload(OPEN, 'mine', { upsert: true }),
          await open().update(OPEN, 'mine'),
          await open().upload(`avatars/${me.sub}/avatar.jpg`, 'mine'),
          await locked().upload('lessons/mine.txt', 'mine'),
          await open().move(OPEN, 'public/moved.txt'),
          await open().copy(OPEN, 'public/copied.txt'),
          await locked().copy(LOCKED, 'copied.txt', { destinationBucket: world.atelier }),
          await locked().move(LOCKED, 'moved.txt', { destinationBucket: world.atelier }),
          await open().createSignedUploadUrl('public/later.txt'),
          await clientOf(stranger).storage.createBucket(`${world.demo}-more`, { public: true }),
          await clientOf(stranger).storage.updateBucket(`${world.demo}-private`, { public: true }),
          await clientOf(stranger).storage.emptyBucket(world.demo),
          await clientOf(stranger).storage.deleteBucket(world.demo),
        ];
        expect(rejected.map((response) => response.data)).toEqual(rejected.map(() => null));
        expect((await open().remove([OPEN])).data ?? []).toEqual([]);
        expect((await locked().remove([LOCKED])).data ?? []).toEqual([]);
      });
      expect(await (await visitor.storage.from(world.demo).download(OPEN)).data?.text()).toBe('light');
    });
  });

  describe('by the realtime service', () => {
    const joined = (channel: RealtimeChannel) =>
      new Promise<string>((resolve) => {
        channel.subscribe((state) => {
          if (state !== 'CLOSED') resolve(state);
        });
      });

    test('enters no room of demo, and is not heard there', async () => {
      const received: unknown[] = [];
      const room = student.channel('onlineUsers', { config: { private: true } });
      room.on('broadcast', { event: '*' }, (message) => received.push(message));
      room.on('presence', { event: 'join' }, ({ newPresences }) => received.push(newPresences));
      expect(await joined(room)).toBe('SUBSCRIBED');

      const names = ['onlineUsers', `onlineUsers:${world.demo}`];
      for (const name of names) {
        const channel = clientOf(stranger).channel(name, { config: { private: true } });
        expect(await joined(channel)).toBe('CHANNEL_ERROR');
        await channel.track({ device_id: 'stranger' }, { timeout: 200 }).catch(() => {});
        await channel.httpSend('notification', { from: 'stranger' }, { timeout: 200 }).catch(() => {});
        await clientOf(stranger).removeChannel(channel);
      }
      // By the door without a socket too.
      for (const name of names) {
        await app.call('/realtime/v1/api/broadcast', {
          method: 'POST',
          token: tokens.get(stranger),
          headers: { apikey: app.runtime.keys.anon_key },
          body: { messages: [{ topic: name, event: 'notification', payload: { from: 'stranger' }, private: true }] },
        });
      }
      // An open room of the same name is another room.
      const lookalike = clientOf(stranger).channel('onlineUsers');
      const overheard: unknown[] = [];
      lookalike.on('broadcast', { event: '*' }, (message) => overheard.push(message));
      await joined(lookalike);
      await lookalike.send({ type: 'broadcast', event: 'notification', payload: { from: 'stranger' } });
      // What is really sent comes last: once it is heard, whatever was sent before it would have been.
      await notifyStudent('a real one');
      await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0);
      expect(JSON.stringify(received)).not.toContain('stranger');
      expect(JSON.stringify(received)).not.toContain('a real one');
      expect(overheard).toEqual([]);
      await clientOf(stranger).removeChannel(lookalike);
      await student.removeChannel(room);
    });

    test('hears of no row that a visitor does not hear of', async () => {
      const heardBy = async (client: Client, name: string) => {
        const received = new Set<string>();
        const channel = client.channel(`${name}-${strangers.indexOf(stranger)}`);
        channel.on('postgres_changes', { event: '*', schema: 'public' }, ({ table, new: row }) => {
          received.add(`${table} ${JSON.stringify(row)}`);
        });
        expect(await joined(channel)).toBe('SUBSCRIBED');
        return { received, end: () => client.removeChannel(channel) };
      };
      const [theirs, visitors, witness] = [
        await heardBy(clientOf(stranger), 'rows-of-a-stranger'),
        await heardBy(visitor, 'rows-of-a-visitor'),
        await heardBy(student, 'rows-of-a-student'),
      ];
      for (const table of rowsOfDemo.keys()) {
        // A view has no rows to touch, and some rows are closed to everybody's changes.
        await world.sql
          .query(`update public.${table} set account_id = account_id where account_id = $1`, [world.demo])
          .catch(() => {});
      }
      // The student hears of this only after everything before it was given to whoever may see it.
      await expect
        .poll(
          async () => {
            await notifyStudent('for the student alone');
            return [...witness.received].some((row) => row.includes('for the student alone'));
          },
          { timeout: 20_000, interval: 300 },
        )
        .toBe(true);
      expect(visitors.received.size).toBeGreaterThan(0);
      expect([...theirs.received].filter((row) => !visitors.received.has(row))).toEqual([]);
      for (const { end } of [theirs, visitors, witness]) await end();
      await world.sql.query(
        `delete from public.account_notifications where message in ('for the student alone', 'a real one')`,
      );
    });
  });

  describe('by the product’s calls', () => {
    // What a visitor may as well; everything else is refused.
    const open = new Map([
      ['POST /api/log', 204],
      ['POST /api/funnel/start', 200],
      ['POST /api/account/isSiteOwner', 200],
    ]);

    test('every address there is refuses them, or answers what it answers a visitor', async () => {
      const routes = createApi(app.tools).routes.filter((route) => route.method !== 'ALL');
      expect(routes.length).toBeGreaterThan(8);
      const ids = [...rowsOfDemo.values()].map((rows) => rows[0]?.id).filter((id) => typeof id === 'string');
      const let_through: string[] = [];
      await unchanged(async () => {
        for (const { method, path } of routes) {
          const address = path.replace(/:\w+/g, () => String(ids[0]));
          const input = {
            account_id: world.demo,
            site: world.demo,
            path: '',
            key: 'getSiteOption-theme',
            user_id: ids[0],
            email: 'owner@demo.test',
            message: 'hello',
            utm_source: 'a',
            utm_medium: 'b',
            utm_campaign: 'c',
            initial_page: '/',
            type: 'all',
          };
          const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
          const response = await app.call(address + query, {
            method,
            token: tokens.get(stranger),
            ...(method === 'GET' ? {} : { body: input }),
          });
          const asVisitor = await app.call(address + query, { method, ...(method === 'GET' ? {} : { body: input }) });
          const name = `${method} ${path}`;
          const isMeant = open.get(name) === response.status || response.status === asVisitor.status;
          if (response.status < 400 && !isMeant) let_through.push(`${name}: ${response.status}`);
          if (response.status >= 500) let_through.push(`${name}: ${response.status}`);
        }
      });
      expect(let_through).toEqual([]);
    });

    test('is not told that they own it, nor anybody’s address, nor any key', async () => {
      const post = async (path: string, body: object) => {
        const response = await app.call(path, { method: 'POST', token: tokens.get(stranger), body });
        return (await response.text()).toLowerCase();
      };
      const [member] = rowsOfDemo.get('members') ?? [];
      expect(
        await post('/api/account/isSiteOwner', { account_id: world.demo, email: 'owner@demo.test' }),
      ).not.toContain('"status":true');
      expect(
        await post('/api/users/getUserEmailById', { account_id: world.demo, user_id: member?.user_id }),
      ).not.toContain('@');
      expect(await post('/api/account/defaults', { account_id: world.demo, type: 'bunny' })).not.toContain(
        '"status":true',
      );
    });

    test('is handed no session of demo', async () => {
      const response = await app.call('/api/session/handoff', {
        method: 'POST',
        token: tokens.get(stranger),
        body: { account_id: world.demo },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
    });
  });
});

async function notifyStudent(message: string): Promise<void> {
  await world.sql.query(
    `select private.notify($1, (select id from auth.users where email = 'student@demo.test'), $2)`,
    [world.demo, message],
  );
}

describe('every public list shows its own account’s rows alone', () => {
  test('published rows are public on every account, so the account is asked for', async () => {
    const mixed: string[] = [];
    for (const [table] of rowsOfDemo) {
      for (const account of [world.demo, world.atelier]) {
        const { data } = await visitor.from(table).select('account_id').eq('account_id', account);
        if ((data ?? []).some((row) => row.account_id !== account)) mixed.push(table);
      }
    }
    expect(mixed).toEqual([]);
  });
});

// Who is forgotten where they belong is nobody anywhere: that one comes last.
test.each([...strangers].reverse())(
  'a stranger %s who forgets themselves takes nothing of demo along',
  async (stranger) => {
    await app.confirm(tokens.get(stranger) ?? '', stranger === 'of atelier, signed in on demo' ? 'demo' : 'atelier');
    await unchanged(async () => {
      await clientOf(stranger).rpc('erase_own_data');
    });
  },
);
