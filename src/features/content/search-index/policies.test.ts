import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix, membersOfDemo, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};

/** Everything of a kind, each with a word of its own that stands in its text alone. */
beforeAll(async () => {
  world = await openWorld();
  const insert = async (name: string, statement: string, ...values: unknown[]) => {
    const [row] = await world.sql.query<{ id: string }>(`${statement} returning id`, [world.demo, ...values]);
    ids[name] = row?.id ?? '';
  };
  const courseOf = async (slug: string) =>
    (await world.sql.query<{ id: string }>('select id from public.courses where slug = $1', [slug]))[0]?.id ?? '';
  const post = `insert into public.posts (account_id, title, slug, content, status, published_at) values ($1, 'A post', $2, $3, $4, $5)`;
  await insert('post', post, 'found', '<p>About a quokka</p>', 'published', '2026-01-01');
  await insert('draft post', post, 'draft-of-one', '<p>About a numbat</p>', 'draft', null);
  await insert('future post', post, 'of-tomorrow', '<p>About a bilby</p>', 'published', '2099-01-01');
  const page = `insert into public.pages (account_id, title, slug, kind, status, content) values ($1, 'A page', $2, $3, $4,
    jsonb_build_object('root', jsonb_build_object('props', '{}'::jsonb), 'zones', '{}'::jsonb, 'content',
      jsonb_build_array(jsonb_build_object('type', 'RichText', 'props', jsonb_build_object('id', 'hidden-tapir', 'title', '', 'html', $5::text)))))`;
  await insert('page', page, 'of-okapis', 'page', 'published', '<p>An <b>okapi</b></p>');
  await insert('draft page', page, 'of-kiwis', 'page', 'draft', '<p>A kakapo</p>');
  await insert('section', page, 'of-sections', 'section', 'published', '<p>A pangolin</p>');
  const doc = `insert into public.docs (account_id, title, slug, content, status) values ($1, 'A manual', $2, $3, $4)`;
  await insert('doc', doc, 'of-lemurs', '<p>A lemur</p>', 'published');
  await insert('draft doc', doc, 'of-indris', '<p>An indri</p>', 'draft');
  const product = `insert into public.products (account_id, title, slug, description, type, status) values ($1, 'A thing', $2, $3, 'digital', $4)`;
  await insert('product', product, 'of-narwhals', 'With a narwhal', 'published');
  await insert('draft product', product, 'of-dugongs', 'With a dugong', 'draft');
  const course = `insert into public.courses (account_id, title, slug, description, status, visibility) values ($1, 'A course', $2, $3, $4, $5)`;
  await insert('course', course, 'of-axolotls', '<p>An axolotl</p>', 'published', 'public');
  await insert('course for members', course, 'of-olms', '<p>A proteus</p>', 'published', 'members');
  await insert('draft course', course, 'of-newts', '<p>A newtling</p>', 'draft', 'public');
  const lesson = async (name: string, courseId: string, word: string, isPreview: boolean, isPublished: boolean) => {
    const [section] = await world.sql.query<{ id: string }>(
      `insert into public.sections (account_id, course_id, title) values ($1, $2, 'Part') returning id`,
      [world.demo, courseId],
    );
    await insert(
      name,
      `insert into public.lessons (account_id, course_id, section_id, title, slug, is_preview, is_published) values ($1, $2, $3, 'A lesson', $4, $5, $6)`,
      courseId,
      section?.id,
      `of-${word}`,
      isPreview,
      isPublished,
    );
    await world.sql.query(
      'insert into public.lesson_contents (account_id, id, course_id, body) values ($1, $2, $3, $4)',
      [world.demo, ids[name], courseId, `<p>The ${word}</p>`],
    );
  };
  const enrolled = await courseOf('light-and-exposure');
  await lesson('lesson', enrolled, 'cassowary', false, true);
  await lesson('preview', enrolled, 'capybara', true, true);
  await lesson('hidden lesson', enrolled, 'caracal', false, false);
  await lesson('lesson of a draft', ids['draft course'] ?? '', 'serval', true, true);
  await lesson('lesson of others', ids.course ?? '', 'margay', false, true);
  const group = `insert into public.groups (account_id, title, slug, description, visibility) values ($1, 'A group', $2, $3, $4)`;
  await insert('group', group, 'of-walruses', 'For every walrus', 'public');
  await insert('private group', group, 'of-manatees', 'For every manatee', 'private');
  const describe = (email: string, bio: string, isPublic: boolean) =>
    world.sql.query('update public.members set bio = $3, is_public = $4 where account_id = $1 and email = $2', [
      world.demo,
      email,
      bio,
      isPublic,
    ]);
  await describe('instructor@demo.test', 'Keeps a wombat', true);
  await describe('student@demo.test', 'Keeps a dingo', false);
  await world.sql.query(
    `update public.members set bio = 'Keeps a potoroo', is_public = true where account_id = $1 and user_id = $2`,
    [world.demo, await userIdOf(world, 'blocked@world.test')],
  );
  await world.sql.query('select private.learn_search_words()');
});
afterAll(() => world.close());

const ALL = `'{course,lesson,post,page,doc,product,group,member}'`;
const search = (word: string, account = 'demo') => `select id from public.search_site({${account}}, '${word}', ${ALL})`;

matrix(
  () => world,
  [
    ['find a published post', search('quokka'), { others: 1 }],
    ['find a draft of a post', search('numbat'), { owner: 1, instructor: 1, others: 0 }],
    ['find a post of tomorrow', search('bilby'), { owner: 1, instructor: 1, others: 0 }],
    ['find a published page', search('okapi'), { others: 1 }],
    ['find a draft of a page', search('kakapo'), { owner: 1, others: 0 }],
    ['find a shared section, or what no reader sees of a block', search('pangolin tapir'), { others: 0 }],
    ['find published documentation', search('lemur'), { others: 1 }],
    ['find a draft of documentation', search('indri'), { owner: 1, others: 0 }],
    ['find a product on sale', search('narwhal'), { others: 1 }],
    ['find a draft of a product', search('dugong'), { owner: 1, others: 0 }],
    ['find a published course', search('axolotl'), { others: 1 }],
    ['find a course for members', search('proteus'), { ...membersOfDemo(1), others: 0 }],
    ['find a draft of a course', search('newtling'), { owner: 1, others: 0 }],
    ['find a lesson of a course', search('cassowary'), { owner: 1, instructor: 1, student: 1, others: 0 }],
    ['find a lesson that is a free preview', search('capybara'), { others: 1 }],
    ['find a lesson that is not shown', search('caracal'), { owner: 1, instructor: 1, others: 0 }],
    ['find a lesson of a draft', search('serval'), { owner: 1, others: 0 }],
    ['find a lesson of a course nobody is in', search('margay'), { owner: 1, others: 0 }],
    ['find a public group', search('walrus'), { others: 1 }],
    ['find a private group', search('manatee'), { others: 0 }],
    ['find a member with a public page', search('wombat'), { others: 1 }],
    ['find a member without one', search('dingo'), { others: 0 }],
    ['find a blocked member', search('potoroo'), { others: 0 }],
    ['find what is demo’s on another account', search('quokka', 'atelier'), { others: 0 }],
    ['find by an e-mail address', search('instructor@demo.test'), { others: 0 }],
    // The table itself, past the function.
    [
      'read records of drafts',
      `select id from public.search_records where account_id = {demo} and title = 'A post' and not is_live`,
      { owner: 1, instructor: 1, others: 0 },
    ],
    [
      'read records of lessons',
      `select id from public.search_records where body = 'The cassowary'`,
      { owner: 1, instructor: 1, student: 1, others: 0 },
    ],
    [
      'read the card of a member of demo',
      `select id from public.search_records where body = 'Keeps a dingo'`,
      { ...membersOfDemo(1), others: 0 },
    ],
    ['write a record', `update public.search_records set title = 'x'`, { others: '42501' }],
    ['read the words of an account', 'select word from private.search_words', { others: '42501' }],
    ['read words that are being learned', 'select added from private.search_word_changes', { others: '42501' }],
    ['read languages', 'select language from private.search_languages', { others: '42501' }],
  ],
);

const foundBy = async (term: string, person: Person = 'owner') => {
  const outcome = await world.attempt(person, `select id::text from public.search_site($1, $2, ${ALL})`, [
    world.demo,
    term,
  ]);
  if (!('rows' in outcome)) throw new Error(outcome.message);
  return outcome.rows.map(({ id }) => String(id));
};

describe('a record follows its row', () => {
  test('a changed text is found by its new words and no longer by the old', async () => {
    await world.sql.query(`update public.posts set content = '<p>A fennec &amp; a jerboa</p>' where id = $1`, [
      ids.post,
    ]);
    expect(await foundBy('fennec')).toEqual([ids.post]);
    expect(await foundBy('quokka')).toEqual([]);
    await world.sql.query(`update public.posts set content = '<p>About a quokka</p>' where id = $1`, [ids.post]);
  });

  test('what is deleted, archived or taken off is found no more', async () => {
    const gone = async (statement: string, id: string | undefined, word: string) => {
      expect(await foundBy(word)).toEqual([id]);
      await world.sql.query(statement, [id]);
      expect(await foundBy(word, 'visitor')).toEqual([]);
    };
    await gone(`update public.docs set status = 'draft' where id = $1`, ids.doc, 'lemur');
    await gone('delete from public.products where id = $1', ids.product, 'narwhal');
    await gone(
      'update public.lessons set is_published = false, archived_at = now() where id = $1',
      ids.preview,
      'capybara',
    );
    expect(await foundBy('capybara')).toEqual([]);
  });

  test('a lesson of a course in German is stemmed in German once the course is', async () => {
    const body = (text: string) =>
      world.sql.query('update public.lesson_contents set body = $2 where id = $1', [
        ids['lesson of others'],
        `<p>${text}</p>`,
      ]);
    await body('Ein Haus am See');
    expect(await foundBy('Häusern')).toEqual([]);
    await world.sql.query(`update public.courses set language = 'de' where id = $1`, [ids.course]);
    expect(await foundBy('Häusern')).toEqual([ids['lesson of others']]);
  });

  test('the words of an account are forgotten with the last record that has them', async () => {
    const countOf = async (word: string) =>
      (
        await world.sql.query('select from private.search_words where account_id = $1 and word = $2', [
          world.demo,
          word,
        ])
      ).length;
    expect(await countOf('okapi')).toBe(1);
    await world.sql.query(
      `update public.pages set content = '{"root": {"props": {}}, "content": [], "zones": {}}' where id = $1`,
      [ids.page],
    );
    await world.sql.query('select private.learn_search_words()');
    expect(await countOf('okapi')).toBe(0);
    expect((await world.sql.query('select from private.search_word_changes')).length).toBe(0);
  });

  test('a member who is erased leaves neither record nor words', async () => {
    const userId = await userIdOf(world, 'student@demo.test');
    await world.sql.query(
      `update public.members set name = 'Zebulon Quartermain' where account_id = $1 and user_id = $2`,
      [world.demo, userId],
    );
    await world.sql.query('select private.learn_search_words()');
    expect(await world.sql.query(`select from private.search_words where word = 'quartermain'`)).toHaveLength(1);
    await world.sql.query('select private.erase_member($1, $2)', [world.demo, userId]);
    await world.sql.query('select private.learn_search_words()');
    expect(await world.sql.query(`select from private.search_words where word = 'quartermain'`)).toEqual([]);
    expect(await world.sql.query(`select from public.search_records where title like '%Quartermain%'`)).toEqual([]);
  });

  test.each([
    ['signs of four bytes', '𝒳𝒴𝒵 '.repeat(10_000)],
    ['signs that normalize to eighteen', '\ufdfa '.repeat(20_000)],
    [
      'Chinese without a pause',
      Array.from({ length: 40_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(''),
    ],
    ['words that are all different', Array.from({ length: 9_000 }, (_, at) => (at * 104_729).toString(36)).join(' ')],
  ])('the longest text is saved, of %s', async (_, text) => {
    await expect(
      world.sql.query('update public.posts set content = $2 where id = $1', [ids['draft post'], text]),
    ).resolves.toEqual([]);
  });
});

describe('a word that nobody wrote', () => {
  test.each([
    ['walrsu', 'walrus', true],
    ['walrs', 'walrus', true],
    ['wallrus', 'walrus', true],
    ['walrux', 'walrus', true],
    ['watercolr', 'watercolour', true],
    ['wlru', 'walrus', false],
    ['talrus', 'walrus', false],
    ['walnut', 'walrus', false],
  ])('“%s” is a typing error of “%s”: %s', async (typed, word, isTypo) => {
    expect(await world.sql.query('select private.is_typo_of($1, $2) as typo', [typed, word])).toEqual([
      { typo: isTypo },
    ]);
  });

  test('is looked up only where it is none of the account’s', async () => {
    const near = (word: string) => world.sql.query('select private.near_words($1, $2) as near', [world.demo, word]);
    expect(await near('walrsu')).toEqual([{ near: ['walrus'] }]);
    expect(await near('walrus')).toEqual([{ near: [] }]);
    expect(await near('wal')).toEqual([{ near: [] }]);
    expect(await near("wal%_\\'s")).toEqual([{ near: [] }]);
    expect(await world.sql.query('select private.near_words($1, $2) as near', [world.atelier, 'walrsu'])).toEqual([
      { near: [] },
    ]);
  });
});
