import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { listPossibleAuthors, setAuthors } from './authors/data.ts';
import { authorIdsOf } from './authors/rules.ts';
import { addPost, copyPost, listPostRows, listPosts, newestPosts, newestWithText, postToEdit } from './data.ts';

let world: World;
let app: AppWorld;
let db: Db;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const token = (await app.signIn('demo', 'owner@demo.test')).access_token;
  db = createClient('http://demo.localhost', app.runtime.keys.anon_key, {
    accessToken: async () => token,
    global: { fetch: (input, init) => app.app.fetch(new Request(input, init)) },
  }) as unknown as Db;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const addDraft = async (title: string) => (await addPost(db, world.demo, { title, slug: title.toLowerCase() })).id;
const publish = async (id: string) => expect((await db.rpc('publish_post', { post_id: id })).error).toBeNull();
const front = async () =>
  (await listPosts(db, world.demo, { category: null, tag: null, page: 1 })).posts.map(({ slug }) => slug);
const listTitles = async (state: 'published' | 'draft' | 'scheduled' | undefined) =>
  (
    await listPostRows(db, world.demo, {
      search: '',
      state,
      sort: undefined,
      isDescending: false,
      page: 1,
      pageSize: 50,
    })
  ).rows;

test('the blog begins with what is featured, then the newest: that a post was never featured or is no more is the same', async () => {
  const [first] = await front();
  const fresh = await addDraft('Fresh');
  await publish(fresh);
  expect((await front()).slice(0, 2)).toEqual([first, 'fresh']);
  const newer = await addDraft('Newer');
  await world.sql.query(`update public.post_drafts set settings = '{"featured": false}' where post_id = $1`, [newer]);
  await publish(newer);
  expect((await front()).slice(0, 3)).toEqual([first, 'newer', 'fresh']);
  await world.sql.query(`update public.post_drafts set settings = '{"featured": true}' where post_id = $1`, [fresh]);
  await publish(fresh);
  expect((await front()).slice(0, 3)).toEqual(['fresh', first, 'newer']);
});

test.each(['a "quoted" one', 'back\\slash', '{braces}', 'one, two', 'ümläut 🎉', 'null'])(
  'posts are found by the tag and the category %j, whatever they are made of',
  async (word) => {
    const id = await addDraft(`Word ${Buffer.from(word).toString('hex').slice(0, 12)}`.replace(' ', '-'));
    await world.sql.query(`update public.post_drafts set tags = array[$2], categories = array[$2] where post_id = $1`, [
      id,
      word,
    ]);
    await publish(id);
    for (const filter of [
      { category: null, tag: word },
      { category: word, tag: null },
    ])
      expect((await listPosts(db, world.demo, { ...filter, page: 1 })).posts.map((post) => post.id)).toEqual([id]);
    expect((await newestPosts(db, world.demo, 5, word)).map((post) => post.id)).toEqual([id]);
  },
);

describe('the list of those who write', () => {
  test('says what is published later, and when', async () => {
    const id = await addDraft('Later');
    const at = new Date(Date.now() + 86_400_000).toISOString();
    expect((await db.rpc('schedule_post', { post_id: id, publish_at: at })).error).toBeNull();
    const scheduled = await listTitles('scheduled');
    expect(scheduled.map(({ slug }) => slug)).toEqual(['later']);
    expect(Date.parse(scheduled[0]?.publish_at ?? '')).toBe(Date.parse(at));
    expect((await listTitles('published')).map(({ slug }) => slug)).not.toContain('later');
    expect((await listTitles(undefined)).map(({ slug }) => slug)).toContain('later');
  });

  test('names what no reader knows yet as it is being written', async () => {
    const id = await addDraft('Begun');
    await world.sql.query(`update public.post_drafts set title = 'Begun otherwise' where post_id = $1`, [id]);
    expect((await listTitles('draft')).find((row) => row.id === id)?.title).toBe('Begun otherwise');
  });
});

describe('what somebody wrote with others', () => {
  const filter = { category: null, tag: null, year: null };
  test('is found by each of its authors, and names them all', async () => {
    const people = await world.sql.query<{ id: string; email: string }>(
      `select id, email from public.members where account_id = $1 and email in ('owner@demo.test', 'instructor@demo.test')`,
      [world.demo],
    );
    const [owner = '', instructor = ''] = ['owner', 'instructor'].map(
      (name) => people.find(({ email }) => email === `${name}@demo.test`)?.id,
    );
    const id = await addDraft('Together');
    await publish(id);
    await setAuthors(db, id, [instructor, owner]);
    for (const authorId of [owner, instructor]) {
      const { posts } = await listPosts(db, world.demo, { ...filter, authorId, page: 1 });
      expect(posts.find((post) => post.id === id)).toMatchObject({ id });
      expect(authorIdsOf(posts.find((post) => post.id === id)!)).toEqual([instructor, owner]);
      expect(posts.every((post) => authorIdsOf(post).includes(authorId))).toBe(true);
      const newest = await newestWithText(db, world.demo, 1, { ...filter, authorId });
      expect(newest.map((post) => post.id)).toEqual([id]);
    }
    await setAuthors(db, id, [owner]);
    const left = await listPosts(db, world.demo, { ...filter, authorId: instructor, page: 1 });
    expect(left.posts.map((post) => post.id)).not.toContain(id);
    expect(left.total).toBe(left.posts.length);
  });

  test('is found by its title, whatever the case and the accents, and by nothing that is not in it', async () => {
    const id = (await addPost(db, world.demo, { title: 'Müllers Café 2', slug: 'mullers' })).id;
    const searchTitles = async (search: string) =>
      (
        await listPostRows(db, world.demo, {
          search,
          state: undefined,
          authorId: undefined,
          sort: undefined,
          isDescending: false,
          page: 1,
          pageSize: 50,
        })
      ).rows.map((row) => row.id);
    for (const typed of ['mullers cafe', ' CAFÉ', 'Müller', 'cafe 2']) expect(await searchTitles(typed)).toEqual([id]);
    for (const typed of ['cafe%2', 'cafe_2']) expect(await searchTitles(typed)).toEqual([]);
  });

  test('is listed for those who write with the names of all, and narrowed to one', async () => {
    const id = await addDraft('Signed');
    const people = await listPossibleAuthors(db, world.demo);
    const names = people.slice(0, 2).map(({ name }) => name);
    await setAuthors(
      db,
      id,
      people.slice(0, 2).map((author) => author.id),
    );
    expect((await listTitles('draft')).find((row) => row.id === id)?.by).toEqual(names);
    for (const [index, person] of people.entries()) {
      const { rows } = await listPostRows(db, world.demo, {
        search: 'Signed',
        state: undefined,
        authorId: person.id,
        sort: undefined,
        isDescending: false,
        page: 1,
        pageSize: 50,
      });
      expect(rows.map((row) => [row.id, row.by])).toEqual(index < 2 ? [[id, names]] : []);
    }
  });
});

describe('a copy', () => {
  test('says to search engines what the first does, and is by whoever copied it', async () => {
    const id = await addDraft('Told');
    const settings = { searchTitle: 'Told otherwise', canonical: '/blog/first', isHidden: true, isUnfollowed: true };
    await world.sql.query(`update public.post_drafts set settings = $2 where post_id = $1`, [
      id,
      JSON.stringify({ ...settings, featured: true }),
    ]);
    await setAuthors(db, id, []);
    const copy = await postToEdit(db, world.demo, await copyPost(db, id));
    expect(copy?.draft.settings).toEqual(settings);
    expect(copy?.post_authors).toHaveLength(1);
  });

  test('has the words of its draft, is shown to nobody, does not stand first, and has an address of its own', async () => {
    const [{ id = '' } = {}] = await world.sql.query<{ id: string }>(
      `select id from public.posts where account_id = $1 and slug = 'photograph-a-glass-of-water'`,
      [world.demo],
    );
    expect(await copyPost(db, id)).toBe('photograph-a-glass-of-water-2');
    expect(await copyPost(db, id)).toBe('photograph-a-glass-of-water-3');
    const first = await postToEdit(db, world.demo, 'photograph-a-glass-of-water');
    const copy = await postToEdit(db, world.demo, 'photograph-a-glass-of-water-2');
    const { content, excerpt, cover, categories, tags } = first?.draft ?? {};
    expect(copy).toMatchObject({ status: 'draft', draft: { content, excerpt, cover, categories, tags } });
    expect(first?.draft.settings.featured).toBe(true);
    expect(copy?.draft.settings.featured).toBeUndefined();
    expect(copy?.title).toBe(`${first?.draft.title} 2`);
  });
});
