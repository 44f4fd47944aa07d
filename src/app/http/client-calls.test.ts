import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTokens } from '#base/server/tokens.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { officialClient, signedInClient } from '#tests/db/official-client.ts';
import { TEST_SECRET } from '#tests/db/seed-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let visitor: SupabaseClient;
let student: SupabaseClient;
let owner: SupabaseClient;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  visitor = await officialClient(app);
  student = await signedInClient(app, 'student@demo.test');
  owner = await signedInClient(app, 'owner@demo.test');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** The calls of the specification, section 7, as its client makes them. */
describe('read by table', () => {
  test('a coupon by account and name: single, counted exactly; unknown is no row', async () => {
    const find = (name: string) =>
      visitor
        .from('coupons')
        .select('name, discount_type, coupon_amount', { count: 'exact' })
        .eq('account_id', world.demo)
        .eq('name', name)
        .maybeSingle();
    expect(await find('WELCOME10')).toMatchObject({
      count: 1,
      data: { name: 'WELCOME10', discount_type: 'percentage', coupon_amount: 10 },
    });
    expect(await find('NOBODY-HAS-THIS')).toMatchObject({ count: 0, data: null, error: null });
  });

  test('how many orders of one’s own bear a coupon, and none of anybody else’s', async () => {
    const me = await userIdOf(world, 'student@demo.test');
    await world.sql.query("update public.orders set coupon = 'ONCE' where user_id = $1", [me]);
    const [stored] = await world.sql.query<{ many: number }>(
      "select count(*)::int as many from public.orders where account_id = $1 and coupon = 'ONCE' and user_id = $2",
      [world.demo, me],
    );
    expect(stored?.many).toBeGreaterThan(0);
    const count = (client: SupabaseClient) =>
      client
        .from('orders')
        .select('id', { count: 'exact', head: true })
        .eq('account_id', world.demo)
        .eq('coupon', 'ONCE')
        .eq('user_id', me);
    expect((await count(student)).count).toBe(stored?.many);
    expect((await count(await signedInClient(app, 'member@demo.test'))).count).toBe(0);
  });

  test('members by a list of users for staff, oneself by user, and a role by its id', async () => {
    const ids = await Promise.all(['student', 'instructor'].map((name) => userIdOf(world, `${name}@demo.test`)));
    const columns = 'name, account_id, slug, email, user_id, role_id';
    const many = await owner.from('members').select(columns).eq('account_id', world.demo).in('user_id', ids);
    expect(many.data?.map(({ email }) => email).sort()).toEqual(['instructor@demo.test', 'student@demo.test']);
    const item = await student
      .from('members')
      .select(columns)
      .eq('account_id', world.demo)
      .eq('user_id', ids[0])
      .single();
    expect(item.data).toMatchObject({ account_id: world.demo, user_id: ids[0], email: 'student@demo.test' });
    const role = await student
      .from('roles')
      .select('name, caps')
      .eq('account_id', world.demo)
      .eq('role_id', item.data?.role_id)
      .single();
    expect(role.data).toMatchObject({ caps: [] });
    // Another's e-mail is for staff; everyone sees cards, which have none.
    expect(
      (await student.from('members').select(columns).eq('account_id', world.demo).in('user_id', ids)).data,
    ).toHaveLength(1);
    const cards = await student.from('member_cards').select('*').eq('account_id', world.demo).in('user_id', ids);
    expect(cards.data?.length).toBeGreaterThan(0);
    for (const card of cards.data ?? []) expect(card).not.toHaveProperty('email');
  });

  test('an option by key: the look for everyone, another service’s keys for staff alone', async () => {
    const option = (client: SupabaseClient, key: string) =>
      client.from('options').select('value').eq('account_id', world.demo).eq('key', key).maybeSingle();
    await owner.from('options').upsert({ account_id: world.demo, key: 'misc', value: { scripts: [] } });
    for (const key of ['settings', 'menus', 'header', 'footer', 'theme', 'misc'])
      expect((await option(visitor, key)).data?.value, key).toBeTypeOf('object');
    await owner.from('options').upsert([
      { account_id: world.demo, key: 'bunnyCreds', value: { library: '7' } },
      { account_id: world.demo, key: 'profileMenu', value: ['manage', 'site'] },
    ]);
    expect((await option(owner, 'bunnyCreds')).data?.value).toEqual({ library: '7' });
    expect((await option(student, 'bunnyCreds')).data).toBeNull();
    expect((await option(student, 'profileMenu')).data?.value).toEqual(['manage', 'site']);
  });

  test('one’s own notifications, counted; one is set read and the others stay', async () => {
    const me = await userIdOf(world, 'student@demo.test');
    await world.sql.query('delete from public.account_notifications');
    for (const words of ['One', 'Two'])
      await world.sql.query(`select private.notify($1, $2, $3, 2, '/dashboard')`, [world.demo, me, `<p>${words}</p>`]);
    const unread = () =>
      student
        .from('account_notifications')
        .select('id, message, severity, read', { count: 'exact' })
        .eq('account_id', world.demo)
        .eq('read', false);
    const before = await unread();
    expect([before.count, before.data?.[0]?.severity]).toEqual([2, 2]);
    await student.from('account_notifications').update({ read: true }).eq('id', before.data?.[0]?.id);
    const after = await unread();
    expect([after.count, after.data?.map(({ id }) => id)]).toEqual([1, [before.data?.[1]?.id]]);
  });

  test.each([
    ['courses', 'title', 'light'],
    ['pages', 'title', 'about'],
    ['posts', 'title', 'shade'],
    ['groups', 'title', 'walkers'],
    ['products', 'title', 'exposure'],
    ['member_cards', 'name', 'helena'],
  ])('%s are searched as text on %s, nine at most, of the account that is asked', async (table, column, word) => {
    const matches = await student
      .from(table)
      .select(`id, account_id, ${column}`)
      .eq('account_id', world.demo)
      .textSearch(column, word, { config: 'simple', type: 'plain' })
      .limit(9);
    const rows = matches.data as unknown as Record<string, string>[];
    expect(matches.error).toBeNull();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(9);
    for (const row of rows)
      expect([row.account_id, row[column]?.toLowerCase().includes(word)]).toEqual([world.demo, true]);
  });

  test('the public address of an avatar answers with the picture, to a visitor', async () => {
    const id = await userIdOf(world, 'student@demo.test');
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#7a1f5c' } })
      .jpeg()
      .toBuffer();
    const put = await student.storage
      .from(world.demo)
      .upload(`avatars/${id}/avatar.jpg`, picture, { contentType: 'image/jpeg', upsert: true });
    expect(put.error).toBeNull();
    const { publicUrl } = visitor.storage.from(world.demo).getPublicUrl(`avatars/${id}/avatar.jpg`).data;
    expect(publicUrl).toBe(`http://demo.localhost/storage/v1/object/public/${world.demo}/avatars/${id}/avatar.jpg`);
    const response = await app.call(new URL(publicUrl).pathname);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test.each([
    ['application/pdf', '%PDF-1.7 of one page', true],
    ['application/json', '{}', true],
    ['text/csv', 'a,b', true],
    ['text/plain', 'words', true],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', true],
    ['audio/wav', 'RIFF$\u0000\u0000\u0000WAVEfmt ', true],
    ['text/html', '<script>alert(1)</script>', false],
    ['text/javascript', 'alert(1)', false],
    ['application/x-msdownload', 'MZ', false],
    ['image/png', '<script>alert(1)</script>', false],
  ])(
    'a file that says it is %s is taken or refused by the types an account allows',
    async (contentType, content, isTaken) => {
      const body = new Blob([content], { type: contentType });
      const name = `public/${contentType.replace(/\W/g, '-')}`;
      const { error } = await owner.storage.from(world.demo).upload(name, body, { contentType, upsert: true });
      expect(error?.message ?? null).toEqual(isTaken ? null : expect.stringMatching(/type|says it is/));
      const matches = await owner.storage.from(world.demo).list('public', { search: name.slice('public/'.length) });
      expect(matches.data?.length).toBe(isTaken ? 1 : 0);
    },
  );

  test('signing out ends the session for good', async () => {
    const leaving = await signedInClient(app, 'parent@demo.test');
    const { data } = await leaving.auth.getSession();
    expect((await leaving.auth.signOut()).error).toBeNull();
    expect((await leaving.auth.getUser()).error?.message).toBe('Auth session missing!');
    const again = await officialClient(app);
    const refreshed = await again.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect(refreshed.error).not.toBeNull();
  });
});

test('anyone may browse, search and look a coupon up with the public key, and write nothing', async () => {
  const courses = await visitor.from('courses').select('id, title').eq('account_id', world.demo);
  expect(courses.data?.length).toBeGreaterThanOrEqual(6);
  const written = await visitor.from('courses').update({ title: 'Mine' }).eq('account_id', world.demo).select('id');
  expect(written.data ?? []).toEqual([]);
});

test('on every host the public key and the account are told, and nothing secret', async () => {
  for (const [host, slug] of [
    ['demo', 'demo'],
    ['atelier', 'atelier'],
  ] as const) {
    const response = await app.call('/api/config', { host });
    const config = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(config).sort()).toEqual(['account', 'anon_key', 'backend_url', 'platform']);
    expect(config.account).toMatchObject({ account_id: world[host], slug });
    expect(config.platform).toEqual({ base_domain: 'localhost' });
    expect(JSON.stringify(config)).not.toContain('service_role');
  }
});

/** What the specification (section 3) and the contract name, table by table: other columns may stand beside them. */
const named: Record<string, string> = {
  accounts: 'account_id slug domain',
  options: 'key value account_id',
  members: 'id name account_id slug email user_id role_id avatar',
  roles: 'role_id account_id name caps',
  account_notifications: 'id account_id message severity read user_id',
  courses: 'id account_id title slug featured_image',
  posts: 'id account_id title slug settings',
  pages: 'id account_id title',
  groups: 'id account_id title',
  products: 'id account_id title',
  coupons: 'account_id name usage_limit usage_count date_start date_end per_user_limit discount_type coupon_amount',
  orders: 'account_id coupon user_id',
  member_cards: 'id name account_id slug user_id avatar',
};

test('the document of all tables names what the specification names, and is whole for the service key alone', async () => {
  const document = async (as?: string) => {
    const { anon_key } = (await (await app.call('/api/config')).json()) as { anon_key: string };
    const response = await app.call('/rest/v1/', { headers: { apikey: as ?? anon_key }, token: as });
    return (await response.json()) as { definitions: Record<string, { properties: Record<string, object> }> };
  };
  const full = await document(await createTokens(TEST_SECRET).sign({ role: 'service_role' }));
  for (const [table, columns] of Object.entries(named))
    expect(Object.keys(full.definitions[table]?.properties ?? {}), table).toEqual(
      expect.arrayContaining(columns.split(' ')),
    );
  const tables = await world.sql.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
  );
  expect(Object.keys(full.definitions)).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
  expect(Object.keys((await document()).definitions)).not.toContain('question_keys');
});

test('accounts there are and accounts to come take the same types of files', async () => {
  await world.sql.query("insert into public.accounts (slug) values ('to-come')");
  const lists = await world.sql.query<{ types: string[]; buckets: number }>(
    'select allowed_mime_types as types, count(*)::int as buckets from storage.buckets group by 1',
  );
  expect(lists).toHaveLength(1);
  expect(lists[0]?.buckets).toBeGreaterThanOrEqual(6);
  expect(lists[0]?.types).toEqual(expect.arrayContaining(['video/*', 'audio/*', 'application/pdf', 'image/avif']));
  expect(lists[0]?.types).not.toContain('*/*');
});

test('severity is a number from 1 to 5, and a kind of coupon one of two', async () => {
  const wrong = [
    `select private.notify('${world.demo}', (select id from auth.users limit 1), 'x', 6)`,
    `select private.notify('${world.demo}', (select id from auth.users limit 1), 'x', 0)`,
    `insert into public.coupons (account_id, name, discount_type, coupon_amount) values ('${world.demo}', 'ODD', 'half', 1)`,
  ];
  for (const text of wrong) await expect(world.sql.query(text), text).rejects.toMatchObject({ code: '23514' });
});
