import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

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
const count = (outcome: Outcome) => ('rows' in outcome ? outcome.rows.length : outcome.refused);
const inCourse = (slug: string) => `course_id = (select id from public.courses where slug = '${slug}')`;

describe('the outline: sections and lessons', () => {
  test.each(everyone)('%s reads it where the course is published', async (person) => {
    expect(
      count(await world.attempt(person, `select id from public.sections where ${inCourse('light-and-exposure')}`)),
    ).toBe(3);
    expect(
      count(await world.attempt(person, `select id from public.lessons where ${inCourse('light-and-exposure')}`)),
    ).toBe(10);
    const expected = managers.includes(person) ? 1 : 0;
    const draft = (
      await world.sql.query<{ id: string }>(`select id from public.courses where slug = 'reading-a-landscape'`)
    )[0]?.id;
    expect(count(await world.attempt(person, 'select id from public.sections where course_id = $1', [draft]))).toBe(
      expected,
    );
    expect(count(await world.attempt(person, 'select id from public.lessons where course_id = $1', [draft]))).toBe(
      expected,
    );
  });

  test.each(everyone)('%s sees a lesson not yet shown only where they may change it', async (person) => {
    await world.sql.query(`update public.lessons set is_published = false where slug = 'what-a-stop-is'`);
    const visibleCount = count(
      await world.attempt(person, `select id from public.lessons where slug = 'what-a-stop-is'`),
    );
    const content = count(
      await world.attempt(person, `select id from public.lesson_contents where ${inCourse('light-and-exposure')}`),
    );
    await world.sql.query(`update public.lessons set is_published = true where slug = 'what-a-stop-is'`);
    expect(visibleCount).toBe(managers.includes(person) ? 1 : 0);
    expect(content).toBe(managers.includes(person) ? 10 : person === 'student' ? 9 : 2);
  });

  test.each(everyone)('%s writes no lesson past the function', async (person) => {
    for (const table of ['sections', 'lessons']) {
      expect(await world.attempt(person, `update public.${table} set title = 'x'`)).toMatchObject({ refused: '42501' });
      expect(await world.attempt(person, `delete from public.${table}`)).toMatchObject({ refused: '42501' });
    }
  });
});

describe('lesson_contents: what is taught', () => {
  const paid: Record<Person, number> = {
    visitor: 2,
    owner: 10,
    instructor: 10,
    student: 10,
    parent: 2,
    member: 2,
    atelierOwner: 2,
    atelierStudent: 2,
    both: 2,
    blocked: 2,
    removed: 2,
    fresh: 2,
    stolen: 2,
    unbound: 2,
  };
  test.each(Object.entries(paid))('%s reads %s of ten lessons of a paid course', async (person, expected) => {
    expect(
      count(
        await world.attempt(
          person as Person,
          `select body from public.lesson_contents where ${inCourse('light-and-exposure')}`,
        ),
      ),
    ).toBe(expected);
  });

  test.each([
    ['has expired', `expires_at = now() - interval '1 hour', starts_at = now() - interval '2 hours'`],
    ['has not begun', `starts_at = now() + interval '1 hour'`],
    ['was ended', `status = 'ended'`],
  ])('a student whose place %s reads what a visitor reads', async (_, change) => {
    await world.sql.query(`update public.enrolments set ${change} where ${inCourse('light-and-exposure')}`);
    const readableCount = count(
      await world.attempt('student', `select body from public.lesson_contents where ${inCourse('light-and-exposure')}`),
    );
    await world.sql.query(
      `update public.enrolments set starts_at = now(), expires_at = null, status = 'active' where ${inCourse('light-and-exposure')}`,
    );
    expect(readableCount).toBe(2);
  });

  test.each(everyone)('%s rewrites a lesson', async (person) => {
    const outcome = await world.attempt(
      person,
      `update public.lesson_contents set body = '<p>Mine</p>' where ${inCourse('light-and-exposure')} returning id`,
    );
    expect(count(outcome)).toBe(managers.includes(person) ? 10 : person === 'visitor' ? '42501' : 0);
  });

  test('a lesson names no file of another course, and no script', async () => {
    const foreignPath = await world.attempt(
      'owner',
      `update public.lesson_contents set media_path = 'courses/x/y/z.mp4' where ${inCourse('light-and-exposure')}`,
    );
    expect(foreignPath).toMatchObject({ refused: '23514' });
    const script = await world.attempt(
      'owner',
      `update public.lesson_contents set body = '<script>1</script>' where ${inCourse('light-and-exposure')}`,
    );
    expect(script).toMatchObject({ refused: '23514' });
    const address = await world.attempt(
      'owner',
      `update public.lesson_contents set media_url = 'javascript:1' where ${inCourse('light-and-exposure')}`,
    );
    expect(address).toMatchObject({ refused: '23514' });
  });
});

describe('files of lessons', () => {
  const fetchable: Record<Person, number> = {
    visitor: 2,
    owner: 4,
    instructor: 4,
    student: 3,
    parent: 2,
    member: 2,
    atelierOwner: 2,
    atelierStudent: 2,
    both: 2,
    blocked: 2,
    removed: 2,
    fresh: 2,
    stolen: 2,
    unbound: 2,
  };
  // The video and its captions belong to a free preview; the worksheet and the metronome to paid lessons.
  test.each(Object.entries(fetchable))('%s may fetch %s of four', async (person, expected) => {
    expect(
      count(
        await world.attempt(
          person as Person,
          `select name from storage.objects where bucket_id = $1 and name like 'courses/%'`,
          [`${world.demo}-private`],
        ),
      ),
    ).toBe(expected);
  });

  test.each(everyone)('%s puts a file beside a lesson', async (person) => {
    const lesson = (
      await world.sql.query<{ id: string; course_id: string }>(
        `select id, course_id from public.lessons where slug = 'what-a-stop-is'`,
      )
    )[0];
    const add = (bucket: string) =>
      world.attempt(
        person,
        'insert into storage.objects (bucket_id, name, version) values ($1, $2, gen_random_uuid()::text) returning id',
        [bucket, `courses/${lesson?.course_id}/${lesson?.id}/a.pdf`],
      );
    expect(count(await add(`${world.demo}-private`))).toBe(managers.includes(person) ? 1 : '42501');
    expect(count(await add(`${world.atelier}-private`))).toBe('42501');
  });
});

describe('save_curriculum', () => {
  type Lesson = { id: string; title: string; kind: string };
  type Section = { id: string; title: string; lessons: Lesson[] };
  async function outline(slug: string): Promise<{ id: string; version: number; sections: Section[] }> {
    const row = (
      await world.sql.query<{ id: string; version: number; sections: Section[] }>(
        `select c.id, c.outline_version as version, (select jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'lessons',
           (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'kind', l.kind, 'duration_seconds', l.duration_seconds,
             'is_preview', l.is_preview) order by l.position), '[]') from public.lessons l where l.section_id = s.id and l.archived_at is null)) order by s.position)
           from public.sections s where s.course_id = c.id and s.archived_at is null) as sections from public.courses c where c.slug = $1`,
        [slug],
      )
    )[0];
    if (!row) throw new Error(`There is no course ${slug}.`);
    return row;
  }
  const save = (person: Person, id: string, sections: unknown, version: number) =>
    world.attempt(person, 'select public.save_curriculum($1, $2::jsonb, $3) as version', [
      id,
      JSON.stringify(sections),
      version,
    ]);

  test.each(everyone)('%s saves an outline', async (person) => {
    const { id, sections, version } = await outline('seeing-cells');
    const outcome = await save(person, id, sections, version);
    if (managers.includes(person)) expect(outcome).toEqual({ rows: [{ version: version + 1 }] });
    else expect(outcome).toMatchObject({ refused: person === 'visitor' ? '42501' : 'forbidden' });
  });

  test('moves, renames, adds and removes at once, and keeps addresses and contents', async () => {
    const before = await outline('seeing-cells');
    const [first, second] = before.sections as [Section, Section];
    const [a, b, c] = first.lessons as [Lesson, Lesson, Lesson];
    const added = crypto.randomUUID();
    const next = [
      { ...second, title: 'Light', lessons: [c, ...second.lessons, { id: added, title: 'A quiz', kind: 'quiz' }] },
      { ...first, lessons: [{ ...b, title: 'Renamed' }] },
    ];
    await world.database
      .as(world.caller('instructor'))
      .query('select public.save_curriculum($1, $2::jsonb, $3)', [before.id, JSON.stringify(next), before.version]);
    const after = await outline('seeing-cells');
    expect(after.sections.map((section) => [section.title, section.lessons.map((lesson) => lesson.id)])).toEqual([
      ['Light', [c.id, ...second.lessons.map((lesson) => lesson.id), added]],
      [first.title, [b.id]],
    ]);
    const storedSlug = await world.sql.query(
      'select l.slug from public.lessons l join public.lesson_contents k on k.id = l.id where l.id = $1',
      [b.id],
    );
    expect(storedSlug).toEqual([{ slug: 'your-first-slide-badly' }]);
    expect(
      await world.sql.query('select is_published, was_published from public.lessons where id = $1', [a.id]),
    ).toEqual([{ is_published: false, was_published: true }]);
    const counts = await world.sql.query<{ lesson_count: number }>(
      'select lesson_count from public.courses where id = $1',
      [before.id],
    );
    expect(counts).toEqual([{ lesson_count: 5 }]);
  });

  test('a slug follows its title until the lesson was visible', async () => {
    const slugAfter = async (course: string, lesson: string) => {
      const { id, sections, version } = await outline(course);
      const renamed = sections.map((section) => ({
        ...section,
        lessons: section.lessons.map((lesson, at) => (at === 0 ? { ...lesson, title: 'A new name' } : lesson)),
      }));
      await world.database
        .as(world.caller('instructor'))
        .query('select public.save_curriculum($1, $2::jsonb, $3)', [id, JSON.stringify(renamed), version]);
      return (await world.sql.query<{ slug: string }>('select slug from public.lessons where id = $1', [lesson]))[0]
        ?.slug;
    };
    const first = async (course: string) => (await outline(course)).sections[0]?.lessons[0]?.id ?? '';
    expect(await slugAfter('reading-a-landscape', await first('reading-a-landscape'))).toBe('a-new-name');
    expect(await slugAfter('colour-you-can-trust', await first('colour-you-can-trust'))).toBe('why-three');
  });

  test('two people at once: the second gets an error, and none of their changes is saved', async () => {
    const { id, sections, version } = await outline('macro-botany');
    expect(await save('owner', id, sections, version + 1)).toMatchObject({ refused: 'outline_changed' });
  });

  test.each([
    ['no list', { a: 1 }],
    ['a section without a title', [{ id: crypto.randomUUID(), lessons: [] }]],
    ['a title that is too long', [{ id: crypto.randomUUID(), title: 'x'.repeat(161), lessons: [] }]],
    ['an id that is none', [{ id: 'x', title: 'x', lessons: [] }]],
    [
      'a kind that is none',
      [{ id: crypto.randomUUID(), title: 'x', lessons: [{ id: crypto.randomUUID(), title: 'x', kind: 'hologram' }] }],
    ],
    ['too many sections', Array.from({ length: 101 }, () => ({ id: crypto.randomUUID(), title: 'x', lessons: [] }))],
  ])('%s is refused in a sentence', async (_, sections) => {
    const { id, version } = await outline('macro-botany');
    expect(await save('owner', id, sections, version)).toMatchObject({ refused: 'invalid' });
  });

  test('a part of another course, of whichever account, is not taken over', async () => {
    const { id, version } = await outline('macro-botany');
    const otherCourse = await outline('your-first-linocut');
    expect(await save('owner', id, otherCourse.sections, version)).toMatchObject({ refused: 'invalid' });
    const ownCourse = await outline('colour-you-can-trust');
    const foreignLessons = [{ id: crypto.randomUUID(), title: 'x', lessons: ownCourse.sections[0]?.lessons }];
    expect(await save('owner', id, foreignLessons, version)).toMatchObject({ refused: 'invalid' });
  });
});

describe('the kind of a lesson', () => {
  const change = (person: Person, kind: string) =>
    world.attempt(
      person,
      `select public.save_lesson(l.course_id, l.id, jsonb_build_object('title', l.title, 'kind', $1::text, 'duration_seconds', 60,
           'is_preview', false, 'is_required', true, 'is_published', true),
         '{"body": "", "media_url": null, "media_path": null, "media_name": null, "captions_path": null}', l.version)
         from public.lessons l where slug = 'what-a-stop-is'`,
      [kind],
    );

  test('is one that a feature contributes', async () => {
    for (const kind of ['made_up', '', 'Text', 'section'])
      expect(await change('owner', kind)).toMatchObject({ refused: 'invalid' });
    expect(count(await change('owner', 'audio'))).toBe(1);
  });

  test('may be one that is contributed later, and nothing else changes', async () => {
    await world.sql.query(`insert into private.lesson_kinds (kind, completion) values ('made_up', 'viewed')`);
    expect(count(await change('owner', 'made_up'))).toBe(1);
  });

  test.each(everyone)('%s reads and writes no list of kinds', async (person) => {
    for (const text of [
      'select * from private.lesson_kinds',
      `insert into private.lesson_kinds (kind, completion) values ('mine', 'manual')`,
      `update private.lesson_kinds set completion = 'manual'`,
      'delete from private.lesson_kinds',
    ])
      expect(await world.attempt(person, text)).toMatchObject({ refused: '42501' });
  });
});
