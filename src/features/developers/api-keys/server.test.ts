import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { scopes } from './rules.ts';
import { resources } from './schema.ts';

let world: World;
let app: AppWorld;
let full: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  full = (await make([...scopes])).key;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

async function make(chosen: string[]): Promise<{ id: string; key: string }> {
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ made: { id: string; key: string } }>(`select public.create_api_key($1, 'A key', $2) as made`, [
      world.demo,
      chosen,
    ]);
  if (!row) throw new Error('No key was made.');
  return row.made;
}
type Answer = {
  data: Record<string, unknown>[] & Record<string, unknown>;
  next: string | null;
  error?: { code: string };
};
async function ask(path: string, key: string, call: { method?: string; body?: unknown; host?: string } = {}) {
  const answer = await app.call(`/api/v1/${path}`, { token: key, ...call });
  return { status: answer.status, body: (answer.status === 204 ? {} : await answer.json()) as Answer };
}
const count = async (table: string) =>
  (
    await world.sql.query<{ count: number }>(
      `select count(*)::int as count from public.${table} where account_id = $1`,
      [world.demo],
    )
  )[0]?.count;

describe.each(resources)('$name', (resource) => {
  test('are listed whole, page by page, each row as the document says', async () => {
    const seen: unknown[] = [];
    let next: string | null = null;
    do {
      const { status, body }: { status: number; body: Answer } = await ask(
        `${resource.name}?limit=3${next ? `&after=${next}` : ''}`,
        full,
      );
      expect(status).toBe(200);
      for (const row of body.data) {
        expect(resource.row.safeParse(row).error).toBeUndefined();
        seen.push(row.id);
      }
      next = body.next;
    } while (next);
    expect(new Set(seen).size).toBe(await count(resource.table));
    expect(seen).toHaveLength(new Set(seen).size);
    const { body } = await ask(`${resource.name}/${String(seen[0])}`, full);
    expect(body.data.id).toBe(seen[0]);
  });

  test('are refused to a key without the scope, with the scope’s name, and show another account nothing', async () => {
    const { key } = await make(scopes.filter((scope) => !scope.startsWith(resource.name)));
    for (const path of [resource.name, `${resource.name}/${world.demo}`]) {
      const { status, body } = await ask(path, key);
      expect([status, body.error?.code]).toEqual([403, 'forbidden']);
      expect(JSON.stringify(body)).toContain(resource.scope);
    }
    const [foreign] = await world.sql.query<{ id: string }>(
      `select id from public.${resource.table} where account_id = $1 limit 1`,
      [world.atelier],
    );
    if (foreign) expect((await ask(`${resource.name}/${foreign.id}`, full)).status).toBe(404);
  });

  test('take no query they do not know, and no page that is none', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=x', 'account_id=x', `${'x'.repeat(3000)}=1`])
      expect((await ask(`${resource.name}?${query}`, full)).status, query).toBe(422);
    expect((await ask(`${resource.name}/no-id`, full)).status).toBe(400);
  });
});

test.each([
  ['members', 'email', 'student@demo.test'],
  ['orders', 'status', 'paid'],
  ['courses', 'slug', 'light-and-exposure'],
  ['coupons', 'name', "O'Neil"],
])('%s are narrowed by %s', async (name, filter, value) => {
  const { body } = await ask(`${name}?limit=100&${filter}=${encodeURIComponent(value)}`, full);
  const rows = await world.sql.query(`select id from public.${name} where account_id = $1 and ${filter} = $2`, [
    world.demo,
    value,
  ]);
  expect(body.data).toHaveLength(rows.length);
});

describe('a key', () => {
  test('is asked for, and is one of this account alone', async () => {
    const { key } = await make(['orders:read']);
    expect((await app.call('/api/v1/orders')).status).toBe(401);
    expect((await app.call('/api/v1/orders', { as: 'owner' })).status).toBe(401);
    expect((await ask('orders', `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
    expect((await ask('orders', key, { host: 'atelier' })).status).toBe(401);
    expect((await ask('orders', key)).status).toBe(200);
  });

  test('is kept as a hash, tells when it was used, and ends at once when it is revoked', async () => {
    const { id, key } = await make(['orders:read']);
    const kept = await world.sql.query(
      'select * from public.api_keys k join private.api_key_hashes h on h.key_id = k.id',
    );
    expect(JSON.stringify(kept)).not.toContain(key.slice(14));
    const used = async () =>
      (
        await world.sql.query<{ last_used_at: Date | null }>('select last_used_at from public.api_keys where id = $1', [
          id,
        ])
      )[0]?.last_used_at;
    expect(await used()).toBeNull();
    await ask('orders', key);
    expect(await used()).not.toBeNull();
    await world.database.as(world.caller('owner')).query('select public.revoke_api_key($1)', [id]);
    expect((await ask('orders', key)).status).toBe(401);
  });

  test('is no key to anything but /api/v1', async () => {
    const { key } = await make([...scopes]);
    // Each service refuses a token it can't read in its own way.
    for (const [path, status] of [
      ['/rest/v1/members?select=id', 401],
      ['/auth/v1/user', 403],
      ['/storage/v1/bucket', 400],
    ] as const)
      expect((await app.call(path, { token: key })).status, path).toBe(status);
  });

  test('of an account that is suspended opens nothing', async () => {
    const { key } = await make(['orders:read']);
    await world.sql.query(`update public.accounts set status = 'suspended' where account_id = $1`, [world.demo]);
    try {
      // The key is none any more; once the server has heard of the suspension, the site says so itself.
      expect([401, 403]).toContain((await ask('orders', key)).status);
    } finally {
      await world.sql.query(`update public.accounts set status = 'active' where account_id = $1`, [world.demo]);
      // What is answered from memory alone leaves the process no turn in which it would hear.
      await app.runtime.cachesInvalidated();
    }
  });

  test('is good for 600 calls a minute, and the next is told to wait', async () => {
    const { key } = await make(['courses:read']);
    const statuses: number[] = [];
    for (let at = 0; at < 601; at++) statuses.push((await app.call('/api/v1/account', { token: key })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const refused = await app.call('/api/v1/account', { token: key });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

test('a program opens a course to a member and closes it again', async () => {
  const [course] = (await ask('courses?slug=light-and-exposure', full)).body.data;
  const [member] = (await ask('members?email=parent@demo.test', full)).body.data;
  const wish = { course_id: course?.id, member_id: member?.id };
  const made = await ask('enrolments', full, { method: 'POST', body: wish });
  expect([made.status, made.body.data.status, made.body.data.source]).toEqual([201, 'active', 'manual']);
  const again = await ask('enrolments', full, { method: 'POST', body: wish });
  expect(again.body.data.id).toBe(made.body.data.id);
  const ended = await ask(`enrolments/${String(made.body.data.id)}`, full, { method: 'DELETE' });
  expect([ended.status, ended.body.data.status]).toEqual([200, 'ended']);
  for (const [body, status] of [
    [{ ...wish, more: 1 }, 422],
    [{ ...wish, course_id: world.atelier }, 404],
    [{ ...wish, expires_at: '2020-01-01T00:00:00Z' }, 422],
    ['{', 400],
  ] as const)
    expect((await ask('enrolments', full, { method: 'POST', body })).status).toBe(status);
  const { key } = await make(['enrolments:read']);
  expect((await ask('enrolments', key, { method: 'POST', body: wish })).status).toBe(403);
});

test('a program makes a coupon, once, and removes it', async () => {
  const wish = { name: 'FROM-A-PROGRAM', discount_type: 'percentage', coupon_amount: 15 };
  const made = await ask('coupons', full, { method: 'POST', body: wish });
  expect([made.status, made.body.data.name, made.body.data.usage_limit]).toEqual([201, 'FROM-A-PROGRAM', 0]);
  expect((await ask('coupons', full, { method: 'POST', body: wish })).status).toBe(409);
  expect(
    (await ask('coupons', full, { method: 'POST', body: { ...wish, name: 'TOO-MUCH', coupon_amount: 101 } })).status,
  ).toBe(422);
  expect((await ask(`coupons/${String(made.body.data.id)}`, full, { method: 'DELETE' })).status).toBe(204);
  expect((await ask(`coupons/${String(made.body.data.id)}`, full, { method: 'DELETE' })).status).toBe(404);
});

type Document = { paths: Record<string, Record<string, { operationId?: string }>>; servers: { url: string }[] };

test('the document names every address there is, each reference leads somewhere, and every read in it answers', async () => {
  const answer = await app.call('/api/v1/openapi.json');
  expect(answer.status).toBe(200);
  const text = await answer.text();
  const document = JSON.parse(text) as Document;
  expect(document.servers[0]?.url).toMatch(/^http:\/\/demo\.localhost(:\d+)?\/api\/v1$/);
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = pointer
      .split('/')
      .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document);
    expect(target, pointer).toBeDefined();
  }
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(new Set(operations).size).toBe(operations.length);
  expect(operations).toHaveLength(1 + 2 * resources.length + 4);
  const { key } = await make([...scopes]);
  for (const path of Object.keys(document.paths).filter((one) => !one.includes('{')))
    expect((await ask(path.slice(1), key)).status, path).toBe(200);
});
