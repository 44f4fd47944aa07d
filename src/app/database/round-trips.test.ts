import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#base/server/database.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

type CountingDoor = { port: number; roundTrips(): number; close(): Promise<void> };

let world: World;
let app: AppWorld;
let login: CountingDoor;
let counted: Database;
let apikey: string;
beforeAll(async () => {
  world = await openWorld();
  login = await openCountingDoor(new URL(world.clientUrl));
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${login.port}` }).href;
  counted = createDatabase({ ownerUrl: through(world.ownerUrl), clientUrl: through(world.clientUrl), poolSize: 1 });
  app = await openApp({ ...world, database: counted });
  apikey = ((await (await app.call('/api/config')).json()) as { anon_key: string }).anon_key;
});
afterAll(async () => {
  await app.close();
  await counted.close();
  await login.close();
  await world.close();
});

/** Stands before PostgreSQL and counts how often it says that it is ready for the next query: once a round trip. */
async function openCountingDoor(postgres: URL): Promise<CountingDoor> {
  let ready = 0;
  const server = createServer((client) => {
    const behind = connect(Number(postgres.port), postgres.hostname);
    let rest: Buffer = Buffer.alloc(0);
    behind.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      // A message is a letter, then its length with the four bytes of that.
      while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
        if (rest[0] === 'Z'.charCodeAt(0)) ready++;
        rest = rest.subarray(1 + rest.readUInt32BE(1));
      }
      client.write(bytes);
    });
    client.pipe(behind);
    for (const [item, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      item.on('close', () => other.destroy());
      item.on('error', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    roundTrips: () => ready,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function tripsOf(path: string, as?: 'student'): Promise<number> {
  const before = login.roundTrips();
  const response = await app.call(path, { as, headers: { apikey } });
  expect(response.ok, await response.clone().text()).toBe(true);
  await response.text();
  return login.roundTrips() - before;
}

test.each([
  ['a visitor', undefined],
  ['a student', 'student'],
] as const)(
  'a read of the data service by %s is one round trip to PostgreSQL, the session’s rights included',
  async (_, as) => {
    const embedded = '/rest/v1/courses?select=id,title,sections(id,lessons(id,title))&order=title&limit=5';
    // The first asks for the shape of the database and the account of the host as well.
    await tripsOf(embedded, as);
    expect(await tripsOf(embedded, as)).toBe(1);
    expect(await tripsOf('/rest/v1/posts?select=id&limit=1', as)).toBe(1);
    expect(await tripsOf('/rest/v1/posts?select=id&limit=2', as)).toBe(1);
  },
);

test('a database call that opens a transaction is counted as more: the door does count', async () => {
  const before = login.roundTrips();
  await counted.as({ role: 'anon', claims: {} }).transaction((sql) => sql.query('select 1'));
  expect(login.roundTrips() - before).toBe(4);
});
