import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shown = '';
let under = '';
let draft = '';
beforeAll(async () => {
  world = await openWorld();
  const idOf = async (slug: string) =>
    (
      await world.sql.query<{ id: string }>('select id from public.docs where account_id = $1 and slug = $2', [
        world.demo,
        slug,
      ])
    )[0]?.id ?? '';
  [shown, under, draft] = await Promise.all([
    idOf('how-a-course-works'),
    idOf('sending-a-picture'),
    idOf('darkroom-hours'),
  ]);
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['read a published page', 'select content from public.docs where id = {shown}', { others: 1 }],
    ['read a page being written', 'select content from public.docs where id = {draft}', { owner: 1, others: 0 }],
    ['search what is published', `select id from public.search_docs({demo}, 'JPE')`, { others: 1 }],
    ['search what is being written', `select id from public.search_docs({demo}, 'Darkroom hours')`, { others: 0 }],
    [
      'add a page',
      `insert into public.docs (account_id, title, slug) values ({demo}, 'New', 'new-page') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'add a page that everyone reads at once',
      `insert into public.docs (account_id, title, slug, status) values ({demo}, 'New', 'new-page', 'published') returning id`,
      { others: '42501' },
    ],
    [
      'write what readers read past the draft',
      `update public.docs set content = '<p>x</p>' where id = {shown} returning id`,
      { others: '42501' },
    ],
    [
      'show a page past publishing it',
      `update public.docs set status = 'published' where id = {draft} returning id`,
      { others: '42501' },
    ],
    [
      'change a page’s address',
      `update public.docs set slug = 'elsewhere' where id = {shown} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'read what is being written',
      'select content from public.doc_drafts where doc_id = {shown}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'write a page',
      `update public.doc_drafts set content = '<p>x</p>' where doc_id = {shown} returning id`,
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'write a page as if nobody had since',
      'update public.doc_drafts set version = 1 where doc_id = {shown} returning id',
      { others: '42501' },
    ],
    ['remove a draft', 'delete from public.doc_drafts where doc_id = {shown} returning id', { others: '42501' }],
    ['publish a page', 'select public.publish_doc({draft})', { owner: 1, visitor: '42501', others: 'not_found' }],
    [
      'take a page out of what is read',
      'select public.unpublish_doc({shown})',
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'put a page elsewhere past the order',
      'update public.docs set parent_id = null where id = {under} returning id',
      { others: '42501' },
    ],
    [
      'arrange the pages',
      `select public.arrange_docs({demo}, '[]')`,
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'remove a page',
      'delete from public.docs where id = {draft} returning id',
      { owner: 1, visitor: '42501', others: 0 },
    ],
  ],
  () => ({ shown, under, draft }),
);

const arrange = (...positions: object[]) =>
  world.attempt('owner', 'select public.arrange_docs($1, $2)', [world.demo, JSON.stringify(positions)]);

describe('an order', () => {
  test('is kept as it was sent', async () => {
    const outcome = await world.attempt(
      'owner',
      `with moved as (select public.arrange_docs($1, $2)) select from moved`,
      [world.demo, JSON.stringify([{ id: draft, parent_id: shown, position: 4 }])],
    );
    expect(countOf(outcome)).toBe(1);
  });
  test('of a page under itself is refused', async () => {
    expect(countOf(await arrange({ id: shown, parent_id: under, position: 0 }))).toBe('docs_order');
  });
  test('of a page of another account is refused', async () => {
    const [{ id = '' } = {}] = await world.sql.query<{ id: string }>(
      `select id from public.docs where slug = 'first-steps'`,
    );
    expect(countOf(await arrange({ id: draft, parent_id: id, position: 0 }))).toBe('23503');
  });
  test('deeper than four levels is refused', async () => {
    const created = await world.sql.query<{ id: string }>(
      `insert into public.docs (account_id, title, slug) select $1, 'Deep ' || n, 'deep-' || n from generate_series(1, 5) n returning id`,
      [world.demo],
    );
    const chain = created.map(({ id }, index) => ({ id, parent_id: created[index - 1]?.id ?? null, position: index }));
    expect(countOf(await arrange(...chain))).toBe('docs_order');
    expect(countOf(await arrange(...chain.slice(0, 4)))).toBe(1);
  });
});

const asOwner = (text: string, values: unknown[] = [shown]) =>
  world.database.as(world.caller('owner')).query(text, values);
const seenBy = async (person: 'visitor' | 'student', slug: string) => {
  const outcome = await world.attempt(person, 'select title, summary from public.docs where slug = $1', [slug]);
  return 'rows' in outcome ? outcome.rows : outcome.refused;
};
const versionNow = async () =>
  (await world.sql.query<{ version: number }>('select version from public.doc_drafts where doc_id = $1', [shown]))[0]
    ?.version ?? 0;
describe('a draft', () => {
  test('is there from the first moment, and holds what readers see', async () => {
    const rows = await world.sql.query(
      `select d.slug from public.docs d left join public.doc_drafts w on (w.account_id, w.doc_id) = (d.account_id, d.id)
        where (w.title, w.summary, w.content) is distinct from (d.title, d.summary, d.content)`,
    );
    expect(rows).toEqual([]);
  });

  test('is read by nobody else until it is published, and then is what readers find', async () => {
    const published = await seenBy('visitor', 'how-a-course-works');
    await asOwner(`update public.doc_drafts set title = 'Second', content = '<p>Daguerre</p>' where doc_id = $1`);
    expect(await seenBy('visitor', 'how-a-course-works')).toEqual(published);
    const find = `select id from public.search_docs('${world.demo}', 'Daguerre')`;
    expect(countOf(await world.attempt('visitor', find))).toBe(0);
    await asOwner('select public.publish_doc($1)');
    expect(await seenBy('visitor', 'how-a-course-works')).toMatchObject([{ title: 'Second' }]);
    expect(countOf(await world.attempt('visitor', find))).toBe(1);
  });

  test('stays when its page is taken out of what is read', async () => {
    await asOwner('select public.unpublish_doc($1)');
    expect(await seenBy('student', 'how-a-course-works')).toEqual([]);
    expect(await asOwner('select title from public.doc_drafts where doc_id = $1')).toEqual([{ title: 'Second' }]);
    await asOwner('select public.publish_doc($1)');
  });

  test('is saved by whoever names the version they began from, never over somebody else’s', async () => {
    const save = `update public.doc_drafts set title = 'A' where doc_id = $1 and version = $2 returning version`;
    const version = await versionNow();
    expect(await world.attempt('owner', save, [shown, version])).toEqual({ rows: [{ version: version + 1 }] });
    expect(countOf(await world.attempt('owner', save, [shown, version - 1]))).toBe(0);
  });

  test('is published in the version that was seen, not in another', async () => {
    const version = await versionNow();
    const publish = 'select public.publish_doc($1, $2)';
    expect(countOf(await world.attempt('owner', publish, [shown, version - 1]))).toBe('changed_meanwhile');
    expect(countOf(await world.attempt('owner', publish, [shown, version]))).toBe(1);
  });

  test.each([
    ['without a title', `title = ''`],
    ['with a summary nobody reads', `summary = repeat('x', 401)`],
    ['longer than a page may be', `content = repeat('x', 200001)`],
  ])('%s is refused', async (_, change) => {
    const text = `update public.doc_drafts set ${change} where doc_id = $1`;
    expect(countOf(await world.attempt('owner', text, [shown]))).toBe('23514');
  });
});

describe('what is told of a change', () => {
  async function notificationsOf(statement: string): Promise<string[]> {
    const payloads: string[] = [];
    const stop = await world.database.listen('changes', (payload) => payloads.push(payload));
    await asOwner(statement);
    await world.sql.query(`notify changes, 'end'`);
    await expect.poll(() => payloads).toContain('end');
    await stop();
    return payloads.flatMap((payload) =>
      payload === 'end' ? [] : (JSON.parse(payload) as { table: string; slugs: string[] }).slugs,
    );
  }

  test('writing drops no page of a reader, publishing and taking away drop its page', async () => {
    expect(await notificationsOf(`update public.doc_drafts set summary = summary || '.' where doc_id = $1`)).toEqual(
      [],
    );
    expect(await notificationsOf('select public.publish_doc($1)')).toEqual(['how-a-course-works']);
    expect(await notificationsOf('select public.unpublish_doc($1)')).toEqual(['how-a-course-works']);
    expect(await notificationsOf('select public.publish_doc($1)')).toEqual(['how-a-course-works']);
  });
});

test('the old address of a published page leads to the new one', async () => {
  await world.database
    .as(world.caller('owner'))
    .query(`update public.docs set slug = 'how-courses-work' where id = $1`, [shown]);
  const rows = await world.sql.query(
    `select to_address from public.redirects where account_id = $1 and from_path = '/docs/how-a-course-works'`,
    [world.demo],
  );
  expect(rows).toEqual([{ to_address: '/docs/how-courses-work' }]);
});
