import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobContext } from '#base/server/jobs.ts';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { jobs } from './jobs.ts';
import { firstLink } from './rules.ts';

let world: World;
let ids: MadeUp & Record<string, string>;
let site: Server;
let requests: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  ids = await arrangeMadeUpKind(world);
  site = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/away') response.writeHead(302, { location: 'http://10.0.0.1/inside' }).end();
    else if (request.url === '/large') response.end('x'.repeat(3_000_000));
    else response.end('<title>Fog</title><meta name="description" content="At dawn">');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  site.close();
  await world.close();
});
beforeEach(async () => {
  requests = [];
  await world.sql.query('delete from private.link_previews');
  await world.sql.query("delete from private.outbox where queue = 'link-preview'");
  await world.sql.query("update public.options set value = value - 'link_previews' where key = 'settings'");
  await world.sql.query("update public.thread_posts set created_at = created_at - interval '1 hour'");
});

const as = (person: Person) => world.database.as(world.caller(person));
const own = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
const write = (person: Person, content: string) =>
  as(person).query<{ id: string }>('select id from private.add_thread_post($1, null, $2, false)', [
    ids.thread,
    content,
  ]);
const queued = async () =>
  (
    await world.sql.query<{ payload: Record<string, unknown> }>(
      "select payload from private.outbox where queue = 'link-preview' order by id",
    )
  ).map(({ payload }) => payload);
const previews = async () =>
  world.sql.query('select url, state, title, description from private.link_previews order by url');
/** Runs what is queued; `mayReach` is given where the site of the test may be reached. */
async function fetchAll(isAllowedAddress?: (address: string) => boolean): Promise<void> {
  const context = { sql: world.sql, ...(isAllowedAddress && { isAllowedAddress }) } as unknown as JobContext;
  for (const payload of await queued())
    await jobs.find(({ queue }) => queue === 'link-preview')?.handle(context, payload);
}
const loopback = (address: string) => address === '127.0.0.1';

describe('who may', () => {
  beforeEach(async () => {
    await world.sql.query(
      `insert into private.link_previews (account_id, url, state, title) values ($1, 'https://example.org/a', 'ready', 'A')`,
      [world.demo],
    );
  });
  matrix(
    () => world,
    [
      [
        'read the preview of an address they have',
        "select 1 from public.list_link_previews(array['https://example.org/a'])",
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      ['list which addresses there are', 'select url from private.link_previews', { others: '42501' }],
      [
        'write a preview',
        "insert into private.link_previews (account_id, url) values ({demo}, 'https://example.org/b')",
        { others: '42501' },
      ],
      ['have a page read', "select private.want_link_preview({demo}, 'https://example.org/b')", { others: '42501' }],
    ],
    () => ids,
  );
});

test('the page of the first link of a post is read once, and what it says is kept', async () => {
  await write('owner', `See ${own('/fog')}, and ${own('/other')}.`);
  await write('owner', `Again: ${own('/fog')}`);
  expect((await queued()).length).toBe(1);
  await fetchAll(loopback);
  expect(requests).toEqual(['/fog']);
  expect(await previews()).toEqual([{ url: own('/fog'), state: 'ready', title: 'Fog', description: 'At dawn' }]);
  await world.sql.query("update private.link_previews set fetched_at = fetched_at - interval '8 days'");
  await write('owner', `A week later: ${own('/fog')}`);
  expect(await previews()).toMatchObject([{ state: 'waiting' }]);
});

test('the page of a link in a message is read, too, and again when the message is changed', async () => {
  const [other] = await world.sql.query<{ id: string }>(
    "select id from public.members where account_id = $1 and email = 'member@demo.test'",
    [world.demo],
  );
  const [begun] = await as('owner').query<{ id: string }>('select public.start_conversation($1) as id', [[other?.id]]);
  const [sent] = await as('owner').query<{ id: string }>(
    "select id from public.send_message($1, gen_random_uuid(), 'See https://example.org/one')",
    [begun?.id],
  );
  await as('owner').query("select public.edit_message($1, 'No: https://example.org/two')", [sent?.id]);
  expect(await previews()).toMatchObject([{ url: 'https://example.org/one' }, { url: 'https://example.org/two' }]);
});

test.each(['/large', '/away'])('a page that is too large, or leads elsewhere, has no preview: %s', async (path) => {
  await write('owner', own(path));
  await fetchAll(loopback);
  expect(await previews()).toMatchObject([{ state: 'none', title: '' }]);
  expect(await as('owner').query('select url from public.list_link_previews($1)', [[own(path)]])).toEqual([]);
});

test.each([
  ['this machine', () => own('/fog')],
  ['its name', () => own('/fog').replace('127.0.0.1', 'localhost')],
  ['a private network', () => 'http://10.0.0.1/'],
  ['what describes a machine in a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  ['this machine by its IPv6 address', () => 'http://[::1]/'],
])('nothing is read from %s', async (_where, url) => {
  await write('owner', `Look ${url()}`);
  await fetchAll();
  expect(requests).toEqual([]);
  expect(await previews()).toMatchObject([{ state: 'none' }]);
});

test('where previews are switched off no page is read, and none of what was read is shown', async () => {
  await write('owner', own('/fog'));
  await fetchAll(loopback);
  await world.sql.query(
    `insert into public.options (account_id, key, value) values ($1, 'settings', '{"link_previews": false}')
     on conflict (account_id, key) do update set value = options.value || excluded.value`,
    [world.demo],
  );
  await write('owner', own('/new'));
  expect((await queued()).length).toBe(1);
  expect(await as('owner').query('select url from public.list_link_previews($1)', [[own('/fog')]])).toEqual([]);
});

test('a post that waits for moderation has no page read until it is shown', async () => {
  const [post] = await write('member', `Buy here: ${own('/fog')}`);
  expect(await queued()).toEqual([]);
  await as('owner').query("select public.decide_thread_posts($1, 'shown')", [[post?.id]]);
  expect((await queued()).length).toBe(1);
});

test('an account has 500 pages read within an hour', async () => {
  await world.sql.query(
    "insert into private.link_previews (account_id, url) select $1, 'https://example.org/' || i from generate_series(1, 500) i",
    [world.demo],
  );
  await write('owner', own('/fog'));
  expect(await queued()).toEqual([]);
});

test('what is old is pruned', async () => {
  await world.sql.query(
    "insert into private.link_previews (account_id, url, created_at) values ($1, 'https://example.org/', private.clock_now() - interval '181 days')",
    [world.demo],
  );
  await world.sql.query('select private.prune_link_previews()');
  expect(await previews()).toEqual([]);
});

test.each(['See https://example.org/a.', '(http://a.b/c?d=1)', 'none', 'https://a.b/ü!'])(
  'browser and server find the same first link in “%s”',
  async (text) => {
    const [row] = await world.sql.query<{ link: string | null }>('select private.first_link($1) as link', [text]);
    expect(row?.link).toBe(firstLink(text));
  },
);
