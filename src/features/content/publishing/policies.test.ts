import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, everyone, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

type Kind = 'post' | 'page' | 'doc';
const kinds: Kind[] = ['post', 'page', 'doc'];
const tables = { post: 'posts', page: 'pages', doc: 'docs' };
/** Who may edit a kind besides the owner. */
const editors = { post: { owner: 1, instructor: 1 }, page: { owner: 1 }, doc: { owner: 1 } };

let world: World;
const ids: Record<Kind, string> = { post: '', page: '', doc: '' };
const secrets: Record<Kind, string> = { post: '', page: '', doc: '' };
const removed: Record<Kind, string> = { post: '', page: '', doc: '' };
const owner = () => world.database.as(world.caller('owner'));

async function add(kind: Kind, title: string, slug: string): Promise<string> {
  const rows = await world.sql.query<{ id: string }>(
    `insert into public.${tables[kind]} (account_id, title, slug) values ($1, $2, $3) returning id`,
    [world.demo, title, slug],
  );
  return rows[0]?.id ?? '';
}
async function oneOf(text: string, values: unknown[]): Promise<unknown> {
  return Object.values((await owner().query<Record<string, unknown>>(text, values))[0] ?? {})[0];
}
const contentOf = (kind: Kind, words: string) =>
  kind === 'page'
    ? { title: words, data: { root: {}, zones: {}, content: [{ type: 'RichText', props: { id: 'a', html: words } }] } }
    : { title: words, content: `<p>${words}</p>` };
const versionOf = (kind: Kind, id: string) =>
  oneOf(`select version from public.${kind}_drafts where ${kind}_id = $1`, [id]) as Promise<number>;
const save = async (kind: Kind, id: string, words: string) =>
  oneOf('select public.save_draft($1, $2, $3, $4::jsonb)', [
    kind,
    id,
    await versionOf(kind, id),
    JSON.stringify(contentOf(kind, words)),
  ]);

beforeAll(async () => {
  world = await openWorld();
  for (const kind of kinds) {
    ids[kind] = await add(kind, 'Not for everyone yet', `not-yet-${kind}`);
    secrets[kind] = String(await oneOf('select public.share_draft($1, $2, 7)', [kind, ids[kind]]));
    await save(kind, ids[kind], 'Written');
    await owner().query('select public.publish_draft($1, $2)', [kind, ids[kind]]);
    removed[kind] = await add(kind, 'Removed', `removed-${kind}`);
    await owner().query(`delete from public.${tables[kind]} where id = $1`, [removed[kind]]);
  }
});
afterAll(() => world.close());

describe.each(kinds)('who may do what with a %s', (kind) => {
  const names = () => ({ id: ids[kind], removed: removed[kind] });
  const editor = editors[kind];
  const as = <Value>(outcome: Value) => Object.fromEntries(Object.keys(editor).map((person) => [person, outcome]));
  const where = `kind = '${kind}' and subject_id = {id}`;
  const denied = { visitor: '42501', others: 'not_found' };
  matrix(
    () => world,
    [
      [
        'read its versions',
        `select content from public.versions where ${where} and state = 'published'`,
        { ...as(1), visitor: '42501', others: 0 },
      ],
      [
        'change a version',
        `update public.versions set content = '{}' where ${where} returning id`,
        { others: '42501' },
      ],
      [
        'add a version',
        `insert into public.versions (account_id, kind, subject_id, state, content) values ({demo}, '${kind}', {id}, 'saved', '{}')`,
        { others: '42501' },
      ],
      ['delete a version', `delete from public.versions where ${where} returning id`, { others: '42501' }],
      [
        'see its preview links',
        `select id, expires_at from public.previews where ${where}`,
        { ...as(1), visitor: '42501', others: 0 },
      ],
      ['read what a secret is known by', 'select token_hash from public.previews', { others: '42501' }],
      [
        'end a preview link',
        `delete from public.previews where ${where} returning id`,
        { ...as(1), visitor: '42501', others: 0 },
      ],
      [
        'see it in the trash',
        'select id, title from public.trash where id = {removed}',
        { ...as(1), visitor: '42501', others: 0 },
      ],
      ['empty the trash', 'delete from public.trash where id = {removed} returning id', { others: '42501' }],
      ['read where kinds are', 'select kind from private.publishing_kinds', { others: '42501' }],
      ['save its draft', `select public.save_draft('${kind}', {id}, 2, '{"title": "Mine"}')`, { ...as(1), ...denied }],
      [
        'save on an older version',
        `select public.save_draft('${kind}', {id}, 1, '{}')`,
        { ...as('changed_meanwhile'), ...denied },
      ],
      ['publish it', `select public.publish_draft('${kind}', {id}, 2)`, { ...as(1), ...denied }],
      [
        'publish an older version',
        `select public.publish_draft('${kind}', {id}, 1)`,
        { ...as('changed_meanwhile'), ...denied },
      ],
      [
        'schedule it',
        `select public.schedule_draft('${kind}', {id}, now() + interval '1 day')`,
        { ...as(1), ...denied },
      ],
      [
        'schedule it for yesterday',
        `select public.schedule_draft('${kind}', {id}, now() - interval '1 day')`,
        { ...as('invalid'), ...denied },
      ],
      ['unpublish it', `select public.unpublish('${kind}', {id})`, { ...as(1), ...denied }],
      ['share its draft', `select public.share_draft('${kind}', {id}, 7)`, { ...as(1), ...denied }],
      ['share it for ever', `select public.share_draft('${kind}', {id}, 4000)`, { ...as('invalid'), ...denied }],
      ['restore it', 'select public.restore_from_trash({removed})', { ...as(1), ...denied }],
    ],
    names,
  );
});

test('what is no kind, or of another kind, is not found', async () => {
  for (const [kind, id] of [
    ['invoice', ids.page],
    ['doc', ids.page],
  ])
    expect(countOf(await world.attempt('owner', 'select public.publish_draft($1, $2)', [kind, id]))).toBe('not_found');
});

test.each(kinds)('a save of a %s changes what is named and nothing else', async (kind) => {
  const id = await add(kind, 'Begun', `named-${kind}`);
  await save(kind, id, 'Written');
  await oneOf('select public.save_draft($1, $2, 2, $3::jsonb)', [
    kind,
    id,
    JSON.stringify({ title: 'Named', version: 99, publish_at: '2030-01-01', id: crypto.randomUUID() }),
  ]);
  const [draft] = await world.sql.query(
    `select title, version, publish_at, ${kind === 'page' ? 'data::text' : 'content'} as words from public.${kind}_drafts where ${kind}_id = $1`,
    [id],
  );
  expect(draft).toEqual({ title: 'Named', version: 3, publish_at: null, words: expect.stringContaining('Written') });
});

describe('a version is kept', () => {
  const versions = (id: string) =>
    world.sql.query<{ state: string; title: string }>(
      `select state, content ->> 'title' as title from public.versions where subject_id = $1 order by created_at, id`,
      [id],
    );
  const later = (id: string) =>
    world.sql.query(
      `update public.versions set created_at = created_at - interval '11 minutes' where subject_id = $1`,
      [id],
    );

  test.each(kinds)(
    'of a %s each time it is published, and of the writing every ten minutes as it was',
    async (kind) => {
      const id = await add(kind, 'First', `kept-${kind}`);
      await save(kind, id, 'Second');
      await owner().query('select public.publish_draft($1, $2)', [kind, id]);
      await save(kind, id, 'Third');
      const before = (await versions(id)).filter(({ state }) => state === 'published');
      expect(before).toEqual([{ state: 'published', title: 'Second' }]);
      await later(id);
      await save(kind, id, 'Fourth');
      await save(kind, id, 'Fifth');
      expect((await versions(id)).at(-1)).toEqual({ state: 'saved', title: 'Third' });
      const by = await world.sql.query(`select distinct saved_by from public.versions where subject_id = $1`, [id]);
      expect(by).toContainEqual({ saved_by: world.caller('owner').claims.sub });
    },
  );

  test('thirty of each state, no more', async () => {
    const id = await add('doc', 'Many', 'many');
    for (let count = 0; count < 33; count++) {
      await later(id);
      await save('doc', id, `Title ${count}`);
    }
    const stored = await versions(id);
    expect(stored).toHaveLength(30);
    expect(stored.at(-1)?.title).toBe('Title 31');
  });

  test.each(kinds)('of a %s, and read by column under its own name', async (kind) => {
    const [row] = await owner().query(
      `select kind, title from public.${kind}_versions where ${kind}_id = $1 and kind = 'published'`,
      [ids[kind]],
    );
    expect(row).toEqual({ kind: 'published', title: 'Written' });
  });
});

describe.each(kinds)('a secret link to a %s', (kind) => {
  const openPreview = async (account: string, secret: string, person: (typeof everyone)[number] = 'visitor') => {
    const outcome = await world.attempt(person, `select public.preview_${kind}($1, $2) ->> 'title' as title`, [
      account,
      secret,
    ]);
    return 'rows' in outcome ? outcome.rows[0]?.title : outcome.refused;
  };
  test.each(everyone)('opens the draft to whoever holds it: %s', async (person) => {
    expect(await openPreview(world.demo, secrets[kind], person)).toBe('Written');
  });
  test('opens nothing on another site, by its digest, or misspelt', async () => {
    expect(await openPreview(world.atelier, secrets[kind])).toBeNull();
    const [row] = await world.sql.query<{ token_hash: string }>(
      'select token_hash from public.previews where subject_id = $1',
      [ids[kind]],
    );
    expect(row?.token_hash).not.toBe(secrets[kind]);
    expect(await openPreview(world.demo, row?.token_hash ?? '')).toBeNull();
    expect(await openPreview(world.demo, `${secrets[kind].slice(1)}0`)).toBeNull();
  });
  test('ends at its time, when it is taken back, and with what it leads to', async () => {
    const id = await add(kind, 'Shared', `shared-${kind}`);
    const share = async () => String(await oneOf('select public.share_draft($1, $2, 7)', [kind, id]));
    const until = (moment: string) =>
      world.sql.query(`update public.previews set expires_at = ${moment} where subject_id = $1`, [id]);
    const secret = await share();
    await until('now()');
    expect(await openPreview(world.demo, secret)).toBeNull();
    await until(`now() + interval '1 day'`);
    expect(await openPreview(world.demo, secret)).toBe('Shared');
    await owner().query('delete from public.previews where subject_id = $1', [id]);
    expect(await openPreview(world.demo, secret)).toBeNull();
    const second = await share();
    await owner().query(`delete from public.${tables[kind]} where id = $1`, [id]);
    await owner().query('select public.restore_from_trash($1)', [id]);
    expect(await openPreview(world.demo, second)).toBeNull();
  });
});

test('links to a draft are twenty at most, by fifty at once too', async () => {
  const id = await add('page', 'Shared', 'shared-often');
  // Each transaction stays open after its link, so that concurrent ones count before it is committed.
  const share = `select pg_sleep(0.02) from public.share_draft('page', $1, 1)`;
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => owner().query(share, [id])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ detail: 'conflict' });
  expect(await world.sql.query('select from public.previews where subject_id = $1', [id])).toHaveLength(20);
});

describe.each(kinds)('a deleted %s', (kind) => {
  const table = tables[kind];
  let id = '';
  beforeAll(async () => {
    id = await add(kind, 'Summer term', `summer-${kind}`);
    await save(kind, id, 'Published');
    await owner().query('select public.publish_draft($1, $2)', [kind, id]);
    await save(kind, id, 'Being written');
  });
  const remove = () => owner().query(`delete from public.${table} where id = $1`, [id]);
  const restore = () => oneOf('select public.restore_from_trash($1)', [id]);

  test('is restored whole, published as it was, with draft and versions, and nobody is told again', async () => {
    const state = `select r.status, r.title, d.title as draft, d.version,
        (select count(*)::int from public.versions v where v.subject_id = r.id) as versions,
        (select count(*)::int from private.events e where e.subject = '${kind}:' || r.id) as events
      from public.${table} r join public.${kind}_drafts d on d.${kind}_id = r.id where r.id = $1`;
    const before = await world.sql.query(state, [id]);
    expect(before).toMatchObject([{ status: 'published', title: 'Published', draft: 'Being written' }]);
    await remove();
    expect(await world.sql.query(state, [id])).toEqual([]);
    expect(await restore()).toBe(`summer-${kind}`);
    expect(await world.sql.query(state, [id])).toEqual(before);
    expect(await world.sql.query('select from public.trash where id = $1', [id])).toEqual([]);
  });
  test('gets another address where its own is taken', async () => {
    await remove();
    await add(kind, 'New', `summer-${kind}`);
    expect(await restore()).toBe(`summer-${kind}-2`);
  });
  test('is gone for good after thirty days, with its versions', async () => {
    await remove();
    const left = async () => {
      await world.sql.query('select private.empty_trash()');
      return (
        await world.sql.query(
          'select id from public.trash where id = $1 union all select id from public.versions where subject_id = $1',
          [id],
        )
      ).length;
    };
    expect(await left()).toBeGreaterThan(1);
    await world.sql.query(`update public.trash set removed_at = now() - interval '31 days' where id = $1`, [id]);
    expect(await left()).toBe(0);
    expect(countOf(await world.attempt('owner', 'select public.restore_from_trash($1)', [id]))).toBe('not_found');
  });
});

test('what a restored record pointed to and is gone is left out', async () => {
  const parent = await add('doc', 'Above', 'above');
  const child = await add('doc', 'Below', 'below');
  await world.sql.query('update public.docs set parent_id = $2 where id = $1', [child, parent]);
  await owner().query('delete from public.docs where id = any($1)', [[child]]);
  await owner().query('delete from public.docs where id = $1', [parent]);
  await owner().query('select public.restore_from_trash($1)', [child]);
  expect(await world.sql.query('select parent_id from public.docs where id = $1', [child])).toEqual([
    { parent_id: null },
  ]);
});

test.each(kinds)('a %s is published when its time has come, once, and nothing before', async (kind) => {
  const id = await add(kind, 'Later', `later-${kind}`);
  await save(kind, id, 'What was written until then');
  await owner().query(`select public.schedule_draft($1, $2, now() + interval '1 hour')`, [kind, id]);
  const due = async () => (await world.sql.query<{ shown: number }>('select private.publish_due() as shown'))[0]?.shown;
  expect(await due()).toBe(0);
  await world.sql.query(
    `update public.${kind}_drafts set publish_at = now() - interval '1 second' where ${kind}_id = $1`,
    [id],
  );
  expect([await due(), await due()]).toEqual([1, 0]);
  expect(await world.sql.query(`select status, title from public.${tables[kind]} where id = $1`, [id])).toEqual([
    { status: 'published', title: 'What was written until then' },
  ]);
});
