import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataRequestOfMessage, send } from '#base/server/call.ts';
import { runAsOwner } from '#tests/db/postgres.ts';
import { openWire, openWireOver, type Wire } from '#tests/db/rest-wire.ts';

const UNICODE = 'تست';
const ODD = 'SPECIAL "@/\\#~_-';
const asHeader = (name: string) => Buffer.from(name, 'utf8').toString('latin1');

let plain: Wire;
let db: Wire;
beforeAll(async () => {
  plain = await openWire();
  await runAsOwner(
    plain.ownerUrl,
    `create schema "${UNICODE}"; create schema "SPECIAL ""@/\\#~_-";
    create table "${UNICODE}"."موارد" ("هویت" int);
    create table "SPECIAL ""@/\\#~_-".names (id int primary key, name text);
    insert into "SPECIAL ""@/\\#~_-".names values (1, 'José');
    grant usage on schema "${UNICODE}", "SPECIAL ""@/\\#~_-" to anon;
    grant all on all tables in schema "${UNICODE}", "SPECIAL ""@/\\#~_-" to anon;`,
  );
  db = await openWireOver({ ...plain, drop: async () => {} }, { schemas: ['public', UNICODE, ODD] });
});
afterAll(async () => {
  await db?.close();
  await plain?.close();
});

/** https://docs.postgrest.org/en/stable/references/api/schemas.html */
describe('schemas beside the first', () => {
  const table = `/${encodeURIComponent('موارد')}`;

  test('may have names of any letters, in the list, in headers and in what is answered', async () => {
    const written = await db.raw(table, {
      method: 'POST',
      body: '{"هویت": 1}',
      headers: { 'content-profile': asHeader(UNICODE), prefer: 'return=representation' },
    });
    expect([written.status, await written.json()]).toEqual([201, [{ هویت: 1 }]]);
    expect(written.headers.get('content-profile')).toBe(asHeader(UNICODE));
    const read = await db.raw(`${table}?${encodeURIComponent('هویت')}=eq.1`, {
      headers: { 'accept-profile': asHeader(UNICODE) },
    });
    expect([read.status, read.headers.get('content-profile'), await read.json()]).toEqual([
      200,
      asHeader(UNICODE),
      [{ هویت: 1 }],
    ]);
    const odd = await db.raw('/names', { headers: { 'accept-profile': ODD } });
    expect([odd.status, odd.headers.get('content-profile'), await odd.json()]).toEqual([
      200,
      ODD,
      [{ id: 1, name: 'José' }],
    ]);
    const document = await db.raw('/', { headers: { 'accept-profile': asHeader(UNICODE) } });
    expect(document.headers.get('content-profile')).toBe(asHeader(UNICODE));
    expect(Object.keys((await document.json()).definitions)).toEqual(['موارد']);
  });

  test('are returned in the header with the same bytes', async () => {
    const server = createServer((message, response) => {
      void db.rest.answer(dataRequestOfMessage(message)).then((answer) => send(response, answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = {
      apikey: db.anonKey,
      authorization: `Bearer ${db.anonKey}`,
      'accept-profile': asHeader(UNICODE),
    };
    const bodies: string[] = [];
    for (const path of [table, '/']) {
      const sender = request({ host: '127.0.0.1', port, path: `/rest/v1${path}`, agent: false, headers }).end();
      const [message] = (await once(sender, 'response')) as [IncomingMessage];
      expect(message.headers['content-profile']).toBe(asHeader(UNICODE));
      bodies.push(await text(message));
    }
    server.close();
    expect(bodies[0]).toMatch(/^\[/);
    expect(bodies[1]).toContain('موارد');
  });

  test('an unknown one is refused with those there are', async () => {
    const call = { method: 'POST', body: '{}', headers: { 'content-profile': 'unknown' } };
    for (const init of [{ headers: { 'accept-profile': 'unknown' } }, call]) {
      const response = await db.raw('/genres', init);
      expect([response.status, await response.json()]).toEqual([
        406,
        {
          code: 'PGRST106',
          details: null,
          hint: `Only the following schemas are exposed: public, ${UNICODE}, ${ODD}`,
          message: 'Invalid schema: unknown',
        },
      ]);
    }
    const latin = await db.raw('/genres', { headers: { 'accept-profile': 'caf\u00e9' } });
    expect((await latin.json()).message).toBe('Invalid schema: café');
  });

  test('one of the list that the database has not keeps everything back until it is there', async () => {
    const errors: unknown[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (fields: unknown) => errors.push(fields) };
    const late = await openWireOver({ ...plain, drop: async () => {} }, { schemas: ['public', 'later'], log });
    const before = await late.raw('/genres?select=id&id=eq.1');
    expect([before.status, (await before.json()).code, await late.rest.isReady()]).toEqual([503, 'PGRST002', false]);
    expect(errors).toContainEqual({
      error: 'Error: The database has no schema "later", which PGRST_DB_SCHEMAS names.',
    });
    await runAsOwner(plain.ownerUrl, 'create schema later');
    expect((await late.raw('/genres?select=id&id=eq.1')).status).toBe(200);
    await late.close();
  });
});
