import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#base/server/migrations.ts';
import { root } from '#base/server/root.ts';
import { runAsOwner } from '#tests/db/postgres.ts';
import { openWire, type Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openWire();
});
afterAll(() => db?.close());

/** https://docs.postgrest.org/en/stable/references/schema_cache.html#automatic-schema-cache-reloading */
describe('where the owner may make event triggers', () => {
  const follow = async (sql: Parameters<typeof migrate>[0]) =>
    await migrate(sql, [{ name: 'backend/rest', folder: join(root, 'src/backend/rest') }], { isGuest: true });
  const statusOf = async (path: string) => (await db.raw(path)).status;

  test('what is made, changed or dropped is noticed without being told', async () => {
    await runAsOwner(db.ownerUrl, 'create schema if not exists realtime');
    const sql = db.database.asService();
    await follow(sql);
    const payloads: string[] = [];
    const stop = await db.database.listen('pgrst', (payload) => payloads.push(payload));
    await runAsOwner(
      db.ownerUrl,
      'create table public.made_later (id int primary key); grant select on public.made_later to anon',
    );
    await expect.poll(() => statusOf('/made_later'), { timeout: 10_000 }).toBe(200);
    await runAsOwner(db.ownerUrl, 'alter table public.made_later add column more text');
    await expect.poll(() => statusOf('/made_later?select=more'), { timeout: 10_000 }).toBe(200);
    await runAsOwner(
      db.ownerUrl,
      `create function public.said_later() returns int language sql as 'select 1'; grant execute on function public.said_later() to anon`,
    );
    await expect.poll(() => statusOf('/rpc/said_later'), { timeout: 10_000 }).toBe(200);
    await runAsOwner(db.ownerUrl, 'drop function public.said_later(); drop table public.made_later');
    await expect.poll(() => statusOf('/made_later'), { timeout: 10_000 }).toBe(404);
    expect(await statusOf('/rpc/said_later')).toBe(404);

    // Temporary objects are invisible to others.
    await runAsOwner(db.ownerUrl, "notify pgrst, 'all so far'");
    await expect.poll(() => payloads.at(-1), { timeout: 10_000 }).toBe('all so far');
    payloads.length = 0;
    await runAsOwner(db.ownerUrl, 'create temporary table passing (id int); drop table passing');
    await runAsOwner(db.ownerUrl, "notify pgrst, 'last'");
    await expect.poll(() => payloads.at(-1), { timeout: 10_000 }).toBe('last');
    expect(payloads).toEqual(['last']);
    await stop();
  });

  test('their next version replaces them', async () => {
    const sql = db.database.asService();
    await sql.query("update private.policy_state set hash = 'of another version'");
    await follow(sql);
    const triggers = await sql.query<{ evtname: string }>(
      `select evtname from pg_event_trigger where evtname like 'tell_services%' order by 1`,
    );
    expect(triggers.map(({ evtname }) => evtname)).toEqual(['tell_services_of_dropped', 'tell_services_of_made']);
  });

  test('where it may not, everything else goes on without them', async () => {
    const undone = new Error('undone');
    const count = async (sql: Parameters<typeof migrate>[0]) =>
      (await sql.query("select from pg_event_trigger where evtname like 'tell%'")).length;
    const sql = db.database.asService();
    const work = sql.transaction(async (tx) => {
      await tx.query(`drop event trigger tell_services_of_made; drop event trigger tell_services_of_dropped;
        drop schema private cascade; drop function realtime.tell_of_made(), realtime.tell_of_dropped();
        create role lesser bypassrls; grant usage, create on schema realtime to lesser;
        do $$ begin execute format('grant create on database %I to lesser', current_database()); end $$;
        set local role lesser`);
      expect(await follow(tx)).toEqual({ applied: [], policies: true });
      expect(await count(tx)).toBe(0);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(await count(sql)).toBe(2);
  });
});
