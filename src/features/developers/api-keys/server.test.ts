import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiResources, apiScopes } from '#tests/db/api-resources.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let full: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  full = (await make(apiScopes)).key;
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
async function request(path: string, key: string, options: { method?: string; body?: unknown; host?: string } = {}) {
  const response = await app.call(`/api/v1/${path}`, { token: key, ...options });
  return { status: response.status, body: (response.status === 204 ? {} : await response.json()) as Answer };
}
const count = async (table: string) =>
  (
    await world.sql.query<{ count: number }>(
      `select count(*)::int as count from public.${table} where account_id = $1`,
      [world.demo],
    )
  )[0]?.count;

describe.each(apiResources)('$name', (resource) => {
  test('are listed whole, page by page, each row as the document says', async () => {
    const seenIds: unknown[] = [];
    let next: string | null = null;
    do {
      const { status, body }: { status: number; body: Answer } = await request(
        `${resource.name}?limit=3${next ? `&after=${next}` : ''}`,
        full,
      );
      expect(status).toBe(200);
      for (const row of body.data) {
        expect(resource.row.safeParse(row).error).toBeUndefined();
        seenIds.push(row.id);
      }
      next = body.next;
    } while (next);
    expect(new Set(seenIds).size).toBe(await count(resource.table));
    expect(seenIds).toHaveLength(new Set(seenIds).size);
    const { body } = await request(`${resource.name}/${String(seenIds[0])}`, full);
    expect(body.data.id).toBe(seenIds[0]);
  });

  test('are forbidden to a key without the scope, which the error names, and empty for another account', async () => {
    const { key } = await make(apiScopes.filter((scope) => !scope.startsWith(resource.name)));
    for (const path of [resource.name, `${resource.name}/${world.demo}`]) {
      const { status, body } = await request(path, key);
      expect([status, body.error?.code]).toEqual([403, 'forbidden']);
      expect(JSON.stringify(body)).toContain(resource.scope);
    }
    const [foreign] = await world.sql.query<{ id: string }>(
      `select id from public.${resource.table} where account_id = $1 limit 1`,
      [world.atelier],
    );
    if (foreign) expect((await request(`${resource.name}/${foreign.id}`, full)).status).toBe(404);
  });

  test('reject unknown query parameters and invalid pages', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=x', 'account_id=x', `${'x'.repeat(3000)}=1`])
      expect((await request(`${resource.name}?${query}`, full)).status, query).toBe(422);
    expect((await request(`${resource.name}/no-id`, full)).status).toBe(400);
  });
});

test.each([
  ['members', 'email', 'student@demo.test'],
  ['orders', 'status', 'paid'],
  ['courses', 'slug', 'light-and-exposure'],
  ['coupons', 'name', "O'Neil"],
])('%s are narrowed by %s', async (name, filter, value) => {
  const { body } = await request(`${name}?limit=100&${filter}=${encodeURIComponent(value)}`, full);
  const rows = await world.sql.query(`select id from public.${name} where account_id = $1 and ${filter} = $2`, [
    world.demo,
    value,
  ]);
  expect(body.data).toHaveLength(rows.length);
});

describe('a key', () => {
  test('is required, and only valid on its own account', async () => {
    const { key } = await make(['orders:read']);
    expect((await app.call('/api/v1/orders')).status).toBe(401);
    expect((await app.call('/api/v1/orders', { as: 'owner' })).status).toBe(401);
    expect((await request('orders', `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
    expect((await request('orders', key, { host: 'atelier' })).status).toBe(401);
    expect((await request('orders', key)).status).toBe(200);
  });

  test('is kept as a hash, tells when it was used, and ends at once when it is revoked', async () => {
    const { id, key } = await make(['orders:read']);
    const stored = await world.sql.query(
      'select * from public.api_keys k join private.api_key_hashes h on h.key_id = k.id',
    );
    expect(JSON.stringify(stored)).not.toContain(key.slice(14));
    const used = async () =>
      (
        await world.sql.query<{ last_used_at: Date | null }>('select last_used_at from public.api_keys where id = $1', [
          id,
        ])
      )[0]?.last_used_at;
    expect(await used()).toBeNull();
    await request('orders', key);
    expect(await used()).not.toBeNull();
    await world.database.as(world.caller('owner')).query('select public.revoke_api_key($1)', [id]);
    expect((await request('orders', key)).status).toBe(401);
  });

  test('is no key to anything but /api/v1', async () => {
    const { key } = await make(apiScopes);
    // Each service rejects an unreadable token with its own error.
    for (const [path, status] of [
      ['/rest/v1/members?select=id', 401],
      ['/auth/v1/user', 403],
      ['/storage/v1/bucket', 400],
    ] as const)
      expect((await app.call(path, { token: key })).status, path).toBe(status);
  });

  test('of a suspended account has no access', async () => {
    const { key } = await make(['orders:read']);
    await world.sql.query(`update public.accounts set status = 'suspended' where account_id = $1`, [world.demo]);
    try {
      // The key stops working; once the server has received the suspension, the site itself responds as suspended.
      expect([401, 403]).toContain((await request('orders', key)).status);
    } finally {
      await world.sql.query(`update public.accounts set status = 'active' where account_id = $1`, [world.demo]);
      // A response served from memory alone never yields to the event loop, so the notification would not arrive.
      await app.runtime.cachesInvalidated();
    }
  });

  test('is good for 600 calls a minute, and the next is told to wait', async () => {
    const { key } = await make(['courses:read']);
    const statuses: number[] = [];
    for (let at = 0; at < 601; at++) statuses.push((await app.call('/api/v1/account', { token: key })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    const unauthorized = await app.call('/api/v1/account', { token: key });
    expect([unauthorized.status, Number(unauthorized.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

test('a key enrols a member and ends the enrolment', async () => {
  const [course] = (await request('courses?slug=light-and-exposure', full)).body.data;
  const [member] = (await request('members?email=parent@demo.test', full)).body.data;
  const enrolment = { course_id: course?.id, member_id: member?.id };
  const created = await request('enrolments', full, { method: 'POST', body: enrolment });
  expect([created.status, created.body.data.status, created.body.data.source]).toEqual([201, 'active', 'manual']);
  const repeated = await request('enrolments', full, { method: 'POST', body: enrolment });
  expect(repeated.body.data.id).toBe(created.body.data.id);
  const ended = await request(`enrolments/${String(created.body.data.id)}`, full, { method: 'DELETE' });
  expect([ended.status, ended.body.data.status]).toEqual([200, 'ended']);
  for (const [body, status] of [
    [{ ...enrolment, more: 1 }, 422],
    [{ ...enrolment, course_id: world.atelier }, 404],
    [{ ...enrolment, expires_at: '2020-01-01T00:00:00Z' }, 422],
    ['{', 400],
  ] as const)
    expect((await request('enrolments', full, { method: 'POST', body })).status).toBe(status);
  const { key } = await make(['enrolments:read']);
  expect((await request('enrolments', key, { method: 'POST', body: enrolment })).status).toBe(403);
});

test('a key creates a coupon once and deletes it', async () => {
  const body = { name: 'FROM-A-PROGRAM', discount_type: 'percentage', coupon_amount: 15 };
  const created = await request('coupons', full, { method: 'POST', body });
  expect([created.status, created.body.data.name, created.body.data.usage_limit]).toEqual([201, 'FROM-A-PROGRAM', 0]);
  expect((await request('coupons', full, { method: 'POST', body })).status).toBe(409);
  expect(
    (await request('coupons', full, { method: 'POST', body: { ...body, name: 'TOO-MUCH', coupon_amount: 101 } }))
      .status,
  ).toBe(422);
  expect((await request(`coupons/${String(created.body.data.id)}`, full, { method: 'DELETE' })).status).toBe(204);
  expect((await request(`coupons/${String(created.body.data.id)}`, full, { method: 'DELETE' })).status).toBe(404);
});

type Document = { paths: Record<string, Record<string, { operationId?: string }>>; servers: { url: string }[] };

test('the document names every address there is, each reference leads somewhere, and every read in it answers', async () => {
  const response = await app.call('/api/v1/openapi.json');
  expect(response.status).toBe(200);
  const text = await response.text();
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
  expect(operations).toHaveLength(1 + 2 * apiResources.length + 4);
  const { key } = await make(apiScopes);
  for (const path of Object.keys(document.paths).filter((path) => !path.includes('{')))
    expect((await request(path.slice(1), key)).status, path).toBe(200);
});
