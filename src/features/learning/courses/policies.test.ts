import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const course = (slug: string) => `(select id from public.courses where slug = '${slug}')`;
const idOf = async (slug: string) =>
  (await world.sql.query<{ id: string }>('select id from public.courses where slug = $1', [slug]))[0]?.id;
const count = (outcome: Awaited<ReturnType<World['attempt']>>) =>
  'rows' in outcome ? outcome.rows.length : outcome.refused;

const everyone: Person[] = [
  'visitor',
  'owner',
  'instructor',
  'student',
  'parent',
  'member',
  'atelierOwner',
  'atelierStudent',
  'both',
  'blocked',
  'removed',
  'fresh',
  'stolen',
  'unbound',
];
const managers: Person[] = ['owner', 'instructor'];

describe('courses: who reads which rows', () => {
  test.each(everyone)('%s sees what is published, and drafts only where they may change them', async (person) => {
    const rows = await world.attempt(person, 'select slug, status from public.courses where account_id = $1', [
      world.demo,
    ]);
    expect(count(rows)).toBe(managers.includes(person) ? 7 : 6);
  });

  test.each(everyone)('%s sees a course for members only as a member', async (person) => {
    await world.sql.query(`update public.courses set visibility = 'members' where slug = 'macro-botany'`);
    const rows = await world.attempt(person, `select id from public.courses where slug = 'macro-botany'`);
    await world.sql.query(`update public.courses set visibility = 'public' where slug = 'macro-botany'`);
    expect(count(rows)).toBe(['owner', 'instructor', 'student', 'parent', 'member'].includes(person) ? 1 : 0);
  });

  test('a student, and the parent, keep seeing a course that was archived', async () => {
    await world.sql.query(`update public.courses set status = 'archived' where slug = 'light-and-exposure'`);
    const counts = await Promise.all(
      (['visitor', 'student', 'parent', 'member'] as const).map(async (person) =>
        count(await world.attempt(person, `select id from public.courses where slug = 'light-and-exposure'`)),
      ),
    );
    await world.sql.query(`update public.courses set status = 'published' where slug = 'light-and-exposure'`);
    expect(counts).toEqual([0, 1, 1, 0]);
  });
});

describe('courses: who writes', () => {
  test.each(everyone)('%s changes a course', async (person) => {
    const outcome = await world.attempt(
      person,
      `update public.courses set title = 'Mine' where slug = 'seeing-cells' returning id`,
    );
    expect(count(outcome)).toBe(person === 'visitor' ? '42501' : managers.includes(person) ? 1 : 0);
  });

  test.each(everyone)('%s deletes a course', async (person) => {
    const outcome = await world.attempt(person, `delete from public.courses where slug = 'seeing-cells' returning id`);
    expect(count(outcome)).toBe(person === 'visitor' ? '42501' : managers.includes(person) ? 1 : 0);
  });

  test.each(everyone)('%s starts a course', async (person) => {
    const outcome = await world.attempt(person, `select public.create_course($1, 'Élan & light')`, [world.demo]);
    if (managers.includes(person)) expect(outcome).toEqual({ rows: [{ create_course: 'élan-light' }] });
    else expect(outcome).toMatchObject({ refused: person === 'visitor' ? '42501' : 'forbidden' });
  });

  test.each(everyone)('%s inserts a course past the function', async (person) => {
    const outcome = await world.attempt(
      person,
      `insert into public.courses (account_id, title, slug) values ($1, 'x', 'x')`,
      [world.demo],
    );
    expect(outcome).toMatchObject({ refused: '42501' });
  });

  test('nobody puts themselves down as the author, or moves a course to another account', async () => {
    for (const column of ['author_id = null', 'account_id = account_id', 'lesson_count = 9', 'published_at = now()']) {
      const outcome = await world.attempt(
        'instructor',
        `update public.courses set ${column} where slug = 'seeing-cells'`,
      );
      expect(outcome).toMatchObject({ refused: '42501' });
    }
  });

  test('two courses of one title have two addresses', async () => {
    const outcome = await world.attempt('owner', `select public.create_course($1, 'Seeing cells') as slug`, [
      world.demo,
    ]);
    expect('rows' in outcome && outcome.rows[0]?.slug).toMatch(/^seeing-cells-[0-9a-f]{5}$/);
  });

  test.each([
    ['without a summary', `summary = ''`, 'seeing-cells'],
    ['without a lesson', `summary = 'x', lesson_count = 0`, 'macro-botany'],
  ])('a course %s is not published', async (_, lack, slug) => {
    const before = (
      await world.sql.query<{ summary: string; lesson_count: number }>(
        'select summary, lesson_count from public.courses where slug = $1',
        [slug],
      )
    )[0];
    await world.sql.query(`update public.courses set status = 'draft', ${lack} where slug = $1`, [slug]);
    const outcome = await world.attempt(
      'instructor',
      `update public.courses set status = 'published' where slug = $1`,
      [slug],
    );
    await world.sql.query('update public.courses set summary = $2, lesson_count = $3 where slug = $1', [
      slug,
      before?.summary,
      before?.lesson_count,
    ]);
    expect(outcome).toMatchObject({ refused: 'course_incomplete' });
    const retry = await world.attempt(
      'instructor',
      `update public.courses set status = 'published' where slug = $1 returning status`,
      [slug],
    );
    expect(retry).toEqual({ rows: [{ status: 'published' }] });
    await world.sql.query(`update public.courses set status = 'published' where slug = $1`, [slug]);
  });

  test('a course with students is archived, not deleted', async () => {
    const outcome = await world.attempt('owner', `delete from public.courses where slug = 'light-and-exposure'`);
    expect(outcome).toMatchObject({ refused: 'course_has_students' });
  });

  test.each([
    '<script>alert(1)</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<img src="x" onerror="alert(1)">',
    '<iframe src="https://a.test"></iframe>',
    '<p>a < b</p>',
    '<P>a</P>',
  ])('a description that could run something is refused: %s', async (html) => {
    const outcome = await world.attempt(
      'owner',
      `update public.courses set description = $1 where slug = 'seeing-cells'`,
      [html],
    );
    expect(outcome).toMatchObject({ refused: '23514' });
  });

  test('plain markup is stored', async () => {
    const html =
      '<h2>A</h2><p><strong>b</strong> <a href="https://a.test" rel="noopener">c</a><br />d &lt; e</p><img src="/a.png" alt="f" />';
    const outcome = await world.attempt(
      'owner',
      `update public.courses set description = $1 where slug = 'seeing-cells' returning description`,
      [html],
    );
    expect(outcome).toEqual({ rows: [{ description: html }] });
  });
});

describe('course_categories', () => {
  test.each(everyone)('%s reads them and only who manages the account writes', async (person) => {
    expect(
      count(await world.attempt(person, 'select id from public.course_categories where account_id = $1', [world.demo])),
    ).toBe(4);
    const added = await world.attempt(
      person,
      `insert into public.course_categories (account_id, name, slug) values ($1, 'X', 'x') returning id`,
      [world.demo],
    );
    expect(count(added)).toBe(person === 'owner' ? 1 : '42501');
    const changed = await world.attempt(
      person,
      `update public.course_categories set name = 'X' where account_id = $1 returning id`,
      [world.demo],
    );
    expect(count(changed)).toBe(person === 'visitor' ? '42501' : person === 'owner' ? 4 : 0);
    const removed = await world.attempt(
      person,
      `delete from public.course_categories where account_id = $1 returning id`,
      [world.demo],
    );
    expect(count(removed)).toBe(person === 'visitor' ? '42501' : person === 'owner' ? 4 : 0);
  });
});

describe('what is told of a change', () => {
  async function notifiedSlugs(statement: string): Promise<string[]> {
    const payloads: string[] = [];
    const stop = await world.database.listen('changes', (payload) => payloads.push(payload));
    await world.sql.query(statement);
    await world.sql.query(`notify changes, 'end'`);
    await new Promise<void>((done) => {
      const poll = () => (payloads.includes('end') ? done() : setTimeout(poll, 5));
      poll();
    });
    await stop();
    return payloads
      .filter((payload) => payload !== 'end')
      .map((payload) => (JSON.parse(payload) as { slugs: string[] }).slugs.join());
  }

  test('a change of a draft invalidates no page', async () => {
    expect(
      await notifiedSlugs(`update public.courses set summary = summary || '.' where slug = 'reading-a-landscape'`),
    ).toEqual([]);
    expect(
      await notifiedSlugs(
        `update public.lessons set title = title || '.' where course_id = ${course('reading-a-landscape')}`,
      ),
    ).toEqual([]);
  });

  test('a change of a lesson or a course invalidates the pages of the published course', async () => {
    expect(
      await notifiedSlugs(`update public.lessons set title = title || '.' where course_id = ${course('seeing-cells')}`),
    ).toEqual(['seeing-cells']);
    expect(
      await notifiedSlugs(`update public.courses set summary = summary || '.' where slug = 'seeing-cells'`),
    ).toEqual(['seeing-cells']);
  });

  test('the content of a paid lesson invalidates no page; that of a free preview does', async () => {
    const content = (preview: boolean) =>
      `update public.lesson_contents k set body = body || '<p>.</p>' from public.lessons l
        where l.id = k.id and l.is_preview = ${preview} and l.course_id = ${course('seeing-cells')}`;
    expect(await notifiedSlugs(content(false))).toEqual([]);
    expect(await notifiedSlugs(content(true))).toEqual(['seeing-cells']);
  });

  test('saving an outline that is the same drops nothing', async () => {
    expect(await idOf('seeing-cells')).toBeDefined();
    expect(
      await notifiedSlugs(
        `update public.courses set outline_version = outline_version + 1 where slug = 'seeing-cells'`,
      ),
    ).toEqual([]);
  });
});
