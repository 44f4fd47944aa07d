import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { AppError } from '#base/shared/errors.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';
import { api, cleanMarkup } from './server.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function put(
  person: Person,
  path: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    context.set('account', {
      account_id: world.demo,
      slug: 'demo',
      domain: null,
      is_platform: false,
      features: ['lms'],
    });
    context.set('caller', world.caller(person));
    await next();
  });
  api(router, { database: world.database } as ApiTools);
  router.onError((raw) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    throw raw;
  });
  const response = await router.request(path, { method: 'PUT', body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const isPlain = async (html: string) =>
  (await world.sql.query<{ ok: boolean }>('select private.is_plain_markup($1) as ok', [html]))[0]?.ok;

describe('what authors write', () => {
  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<b>a</b><i>b</i><h1>c</h1>', '<strong>a</strong><em>b</em><h2>c</h2>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href=" javascript:alert(1)">a</a>', 'a'],
    ['<a href="//evil.test">a</a>', 'a'],
    ['<a href="/\t/evil.test">a</a><img src="/\n/evil.test">', 'a'],
    [
      '<a href="https://a.test/?b=1&amp;c">a</a>',
      '<a href="https://a.test/?b=1&amp;c" target="_blank" rel="noopener">a</a>',
    ],
    ['<a href="/about" onmouseover="x">a</a>', '<a href="/about">a</a>'],
    ['<img src="x" onerror="alert(1)">', ''],
    ['<img height="2" src="/a.png" width="1" alt="b">', '<img src="/a.png" alt="b" width="1" height="2" />'],
    ['<img src="data:image/svg+xml,x">', ''],
    ['<svg><script>1</script></svg><math><mi>x</mi></math>', 'x'],
    ['<style>p{}</style><iframe src="https://a.test"></iframe>a<br>b', 'a<br />b'],
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ])('%s is stored as %s', async (input, expected) => {
    expect(cleanMarkup(input, 1000)).toBe(expected);
    expect(await isPlain(expected)).toBe(true);
  });

  test('the database accepts whatever the sanitizer returns', async () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="',
      'https://a.test',
      '">',
      "'",
      '"',
      '<img src=/a ',
      'alt=',
      '>',
      '<',
      '&lt;',
      '&#60;script&#62;',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<svg/onload=x>',
      ' onerror=x ',
      'javascript:',
      '\u0000',
      '<br/>',
      '<table><tr><td>',
      '<h1>',
      '<![CDATA[',
      'ضوء',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
        const sanitized = cleanMarkup(pieces.join(''), 100_000).replaceAll('\u0000', '');
        expect(sanitized).not.toMatch(/<script|<svg|onerror=x ?>/i);
        expect(await isPlain(sanitized)).toBe(true);
      }),
      { ...generated(300) },
    );
  });

  test('a text that is too long is rejected, not cut', () => {
    expect(() => cleanMarkup('a'.repeat(11), 10)).toThrow('longer than the limit of 10 characters');
  });
});

describe('saving through /api', () => {
  const details = {
    title: 'Seeing cells',
    slug: 'seeing-cells',
    summary: 's',
    description: '<p onclick="x">d</p>',
    featured_image: null,
    trailer_url: null,
    outcomes: ['o'],
    level: 'beginner',
    language: 'en',
    visibility: 'public',
    access: 'paid',
    category_id: null,
  };
  const idOf = async (slug: string) =>
    (await world.sql.query<{ id: string }>('select id from public.courses where slug = $1', [slug]))[0]?.id;

  const who: [Person, number][] = [
    ['visitor', 401],
    ['owner', 200],
    ['instructor', 200],
    ['student', 404],
    ['parent', 404],
    ['member', 404],
    ['atelierOwner', 404],
    ['both', 404],
    ['blocked', 404],
    ['removed', 404],
    ['fresh', 404],
    ['stolen', 404],
    ['unbound', 404],
  ];
  test.each(who)('%s changes a course: %s', async (person, status) => {
    const response = await put(person, `/api/courses/${await idOf('seeing-cells')}`, details);
    expect(response.status).toBe(status);
    if (status === 200) expect(response.body).toEqual({ slug: 'seeing-cells', description: '<p>d</p>' });
  });

  test('discussions are switched off and on, and stay as they are where nothing is said of them', async () => {
    const id = await idOf('seeing-cells');
    const isOn = async () =>
      (
        await world.sql.query<{ on: boolean }>('select has_discussions as on from public.courses where id = $1', [id])
      )[0]?.on;
    for (const [change, expected] of [
      [{ has_discussions: false }, false],
      [{}, false],
      [{ has_discussions: true }, true],
    ] as const) {
      await put('owner', `/api/courses/${id}`, { ...details, ...change });
      expect(await isOn()).toBe(expected);
    }
  });

  test.each([
    [{ slug: 'light-and-exposure' }, { slug: 'Another course already uses this address.' }],
    [{ slug: 'With Blanks' }, { slug: 'Use lowercase letters, digits and hyphens, starting with a letter or digit.' }],
    [{ title: '  ' }, { title: 'A course needs a title.' }],
    [{ trailer_url: 'javascript:1' }, { trailer_url: 'Enter a URL that starts with https:// or /.' }],
  ])('%j is rejected with an error at its field', async (change, fields) => {
    const response = await put('owner', `/api/courses/${await idOf('seeing-cells')}`, { ...details, ...change });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error: { code: 'invalid', fields } });
  });

  test('a course of another account, and an id that is none, are not found', async () => {
    expect((await put('owner', `/api/courses/${await idOf('drawing-hands')}`, details)).status).toBe(404);
    expect((await put('owner', '/api/courses/x', details)).status).toBe(404);
  });

  const lessonOf = async (slug: string) => {
    const [row] = await world.sql.query<{ id: string; course_id: string; version: number; title: string }>(
      'select id, course_id, version, title from public.lessons where slug = $1',
      [slug],
    );
    if (!row) throw new Error(`The demo has no lesson ${slug}.`);
    return { ...row, path: `/api/courses/${row.course_id}/lessons/${row.id}` };
  };
  const lessonBody = (version: number, change: object = {}) => ({
    title: 'Focus is a plane',
    kind: 'text',
    duration_seconds: 60,
    is_preview: false,
    is_required: true,
    is_published: true,
    version,
    content: {
      body: '<p>New<script>1</script></p>',
      media_url: null,
      media_path: null,
      media_name: null,
      captions_path: null,
    },
    ...change,
  });

  test.each(who)('%s saves a lesson: %s', async (person, status) => {
    const lesson = await lessonOf('focus-is-a-plane');
    const response = await put(person, lesson.path, lessonBody(lesson.version));
    expect(response.status).toBe(status === 404 ? 403 : status);
    if (status === 200) expect(response.body).toMatchObject({ version: lesson.version + 1, body: '<p>New</p>' });
  });

  test('two authors of two lessons of one course do not collide, and of one lesson the second gets an error', async () => {
    const first = await lessonOf('focus-is-a-plane');
    const [second] = await world.sql.query<{ id: string; version: number }>(
      'select id, version from public.lessons where course_id = $1 and id <> $2 limit 1',
      [first.course_id, first.id],
    );
    const save = (person: Person, id: string | undefined, version: number | undefined, title: string) =>
      put(person, `/api/courses/${first.course_id}/lessons/${id}`, lessonBody(version ?? 0, { title }));
    const saved = await Promise.all([
      save('owner', first.id, first.version, 'By the owner'),
      save('instructor', second?.id, second?.version, 'By the instructor'),
    ]);
    expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    const late = await save('instructor', first.id, first.version, 'Too late');
    expect([late.status, late.body]).toMatchObject([409, { error: { code: 'lesson_changed' } }]);
    expect((await world.sql.query('select title from public.lessons where id = $1', [first.id]))[0]).toEqual({
      title: 'By the owner',
    });
  });

  test('whoever saves the outline with an older lesson in it moves that lesson and does not undo it', async () => {
    const lesson = await lessonOf('focus-is-a-plane');
    const [course] = await world.sql.query<{ version: number }>(
      'select outline_version as version from public.courses where id = $1',
      [lesson.course_id],
    );
    const sections = await world.sql.query<{ id: string; title: string }>(
      'select id, title from public.sections where course_id = $1 and archived_at is null order by position',
      [lesson.course_id],
    );
    const lessons = await world.sql.query<Record<string, unknown>>(
      `select id, section_id, title, kind, duration_seconds, is_preview, is_required, is_published, version
         from public.lessons where course_id = $1 and archived_at is null order by position`,
      [lesson.course_id],
    );
    expect((await put('owner', lesson.path, lessonBody(lesson.version, { title: 'Saved meanwhile' }))).status).toBe(
      200,
    );
    const outline = sections.map((section) => ({
      ...section,
      lessons: lessons.filter(({ section_id }) => section_id === section.id).toReversed(),
    }));
    const saved = await world.database
      .as(world.caller('instructor'))
      .query('select public.save_curriculum($1, $2::jsonb, $3)', [
        lesson.course_id,
        JSON.stringify(outline),
        course?.version,
      ]);
    expect(saved).toHaveLength(1);
    const [after] = await world.sql.query<{ title: string; position: number }>(
      'select title, position from public.lessons where id = $1',
      [lesson.id],
    );
    const siblings = outline.find((section) => section.lessons.some(({ id }) => id === lesson.id))?.lessons ?? [];
    expect(after).toEqual({
      title: 'Saved meanwhile',
      position: siblings.findIndex(({ id }) => id === lesson.id) + 1,
    });
  });

  describe('a lesson of kind quiz', () => {
    const question = (id: string, prompt: string) => ({
      id,
      kind: 'truefalse',
      prompt,
      points: 1,
      figure: null,
      explanation: '',
      options: [],
      answer: true,
    });
    const state = async (lessonId: string) =>
      (
        await world.sql.query(
          `select l.title, l.version, z.version as quiz_version, z.question_count from public.lessons l
             join public.quizzes z on (z.account_id, z.lesson_id) = (l.account_id, l.id) where l.id = $1`,
          [lessonId],
        )
      )[0] as { title: string; version: number; quiz_version: number; question_count: number };
    const settings = { intro: 'Before you begin' };

    test('is saved with its quiz in one transaction: where the quiz is refused nothing is saved', async () => {
      const lesson = await lessonOf('ten-questions-about-exposure');
      const before = await state(lesson.id);
      const save = (questions: unknown[], quizVersion: number, version = before.version) =>
        put(
          'owner',
          lesson.path,
          lessonBody(version, {
            kind: 'quiz',
            title: 'Renamed',
            activity: { settings, questions, version: quizVersion },
          }),
        );
      const refused = await save([question(crypto.randomUUID(), '')], before.quiz_version);
      expect([refused.status, refused.body]).toMatchObject([422, { error: { code: 'invalid' } }]);
      expect(await state(lesson.id)).toEqual(before);
      const outdated = await save([question(crypto.randomUUID(), 'Is it?')], before.quiz_version - 1);
      expect([outdated.status, outdated.body]).toMatchObject([409, { error: { code: 'quiz_changed' } }]);
      expect(await state(lesson.id)).toEqual(before);
      // Saved, and at once again.
      const first = await save([question(crypto.randomUUID(), 'Is it?')], before.quiz_version);
      expect([first.status, first.body]).toMatchObject([200, { activity: { version: before.quiz_version + 1 } }]);
      const second = await save(
        [question(crypto.randomUUID(), 'Is it now?')],
        before.quiz_version + 1,
        before.version + 1,
      );
      expect(second.status).toBe(200);
      expect(await state(lesson.id)).toEqual({
        title: 'Renamed',
        version: before.version + 2,
        quiz_version: before.quiz_version + 2,
        question_count: 1,
      });
    });

    test('alone has a quiz', async () => {
      const lesson = await lessonOf('focus-is-a-plane');
      const response = await put('owner', lesson.path, lessonBody(lesson.version, { activity: { questions: [] } }));
      expect([response.status, response.body]).toMatchObject([422, { error: { code: 'invalid' } }]);
    });
  });
});
