import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { completionOf } from '../lessons/rules.ts';
import { completionRules } from '../lessons/schema.ts';

/** Kinds that no code knows: a row is all that a feature adds. */
const kinds = { hand: 'manual', glance: 'viewed', film: 'watched-to-end', exam: 'decided-by-server' };

let world: World;
let lessonId: string | undefined;
beforeAll(async () => {
  world = await openWorld();
  const [lesson] = await world.sql.query<{ id: string }>(
    `select id from public.lessons where slug = 'what-the-meter-assumes'`,
  );
  lessonId = lesson?.id;
  for (const [kind, completion] of Object.entries(kinds))
    await world.sql.query('insert into private.lesson_kinds (kind, completion) values ($1, $2)', [kind, completion]);
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

describe('complete_activity', () => {
  type Kind = keyof typeof kinds;
  const makeKind = async (kind: Kind) => {
    await world.sql.query('update public.lessons set kind = $2 where id = $1', [lessonId, kind]);
    await world.sql.query('delete from public.lesson_progress where lesson_id = $1', [lessonId]);
  };
  const isCompleted = async () =>
    (
      await world.sql.query('select from public.lesson_progress where lesson_id = $1 and completed_at is not null', [
        lessonId,
      ])
    ).length === 1;
  const outcomeOf = async (person: Person, text: string) => {
    const outcome = await world.attempt(person, text, [lessonId]);
    return 'rows' in outcome ? 'done' : outcome.refused;
  };

  const reports: [Kind, member: boolean, opening: boolean, server: boolean][] = [
    ['hand', true, false, true],
    ['glance', true, true, true],
    ['film', true, false, true],
    ['exam', false, false, true],
  ];
  test.each(reports)(
    'a lesson of the kind %s is completed by its member: %s, by opening: %s, by the server: %s',
    async (kind, ...may) => {
      for (const [at, reportedBy] of ['member', 'opening', 'server'].entries()) {
        await makeKind(kind);
        const [student] = await world.sql.query<{ id: string }>(
          `select id from public.members where email = 'student@demo.test' and account_id = $1`,
          [world.demo],
        );
        const done = world.sql
          .query('select private.complete_activity($1, $2, $3, $4)', [world.demo, student?.id, lessonId, reportedBy])
          .then(
            () => 'done',
            (error: { detail?: string }) => error.detail,
          );
        expect(await done, reportedBy).toBe(may[at] ? 'done' : 'quiz_decides');
        expect(await isCompleted(), reportedBy).toBe(may[at]);
      }
    },
  );

  test('a way to complete that is none of these is refused', async () => {
    await makeKind('hand');
    await expect(
      world.sql.query('select private.complete_activity($1, $2, $3, $4)', [
        world.demo,
        crypto.randomUUID(),
        lessonId,
        'x',
      ]),
    ).rejects.toMatchObject({ detail: 'quiz_decides' });
  });

  test.each(everyone)('%s completes nothing that the server decides, and takes nothing back', async (person) => {
    await makeKind('exam');
    const expected = person === 'visitor' ? '42501' : person === 'student' ? 'quiz_decides' : 'not_enrolled';
    expect(await outcomeOf(person, 'select public.complete_lesson($1)')).toBe(expected);
    expect(await outcomeOf(person, 'select public.complete_lesson($1, false)')).toBe(expected);
    // Opening it is recorded, and completes nothing.
    expect(await outcomeOf(person, 'select public.save_position($1)')).toBe(
      expected === 'quiz_decides' ? 'done' : expected,
    );
    expect(await isCompleted()).toBe(false);
  });

  test.each(Object.entries(kinds))(
    'opening a lesson of the kind %s (%s) completes it only where that is its rule',
    async (kind, rule) => {
      await makeKind(kind as Kind);
      await world.database.as(world.caller('student')).query('select public.save_position($1)', [lessonId]);
      expect(await isCompleted()).toBe(rule === 'viewed');
    },
  );

  test('a lesson that is completed ten times at once tells of it once, and keeps when it was', async () => {
    await makeKind('hand');
    const events = async () =>
      (
        await world.sql.query(
          `select from private.events where type = 'lesson.completed' and facts ->> 'lesson_id' = $1`,
          [lessonId],
        )
      ).length;
    const completedAt = () =>
      world.sql.query('select completed_at from public.lesson_progress where lesson_id = $1', [lessonId]);
    const before = await events();
    const student = world.database.as(world.caller('student'));
    await Promise.all(Array.from({ length: 10 }, () => student.query('select public.complete_lesson($1)', [lessonId])));
    const first = await completedAt();
    await student.query('select public.complete_lesson($1)', [lessonId]);
    expect(await events()).toBe(before + 1);
    expect(await completedAt()).toEqual(first);
  });
});

describe('a lesson with a rule of its own', () => {
  const setRule = async (kind: string, completion: string, amount = 1, seconds = 100, noSkip = false) => {
    await world.sql.query(
      'update public.lessons set kind = $2, completion = $3, completion_amount = $4, duration_seconds = $5, no_skip = $6 where id = $1',
      [lessonId, kind, completion, amount, seconds, noSkip],
    );
    await world.sql.query('delete from public.lesson_progress where lesson_id = $1', [lessonId]);
  };
  const setMedia = (url: string | null) =>
    world.sql.query('update public.lesson_contents set media_url = $2, media_path = null where id = $1', [
      lessonId,
      url,
    ]);
  const student = () => world.database.as(world.caller('student'));
  const progress = async () => {
    const [row] = await world.sql.query<{ dwell_seconds: number; is_done: boolean }>(
      'select dwell_seconds, completed_at is not null as is_done from public.lesson_progress where lesson_id = $1',
      [lessonId],
    );
    return row;
  };

  test.each(
    ['manual', 'viewed', 'watched-to-end', 'decided-by-server'].flatMap((ofKind) =>
      completionRules.flatMap((rule) =>
        [true, false].flatMap((isMeasured) =>
          [true, false].map((noSkip) => [ofKind, rule, isMeasured, noSkip] as const),
        ),
      ),
    ),
  )(
    'of a kind that is completed by %s, with the rule %s, measured: %s, without skipping: %s, is decided as the screen says',
    async (ofKind, rule, isMeasured, noSkip) => {
      const kind =
        { manual: 'hand', viewed: 'glance', 'watched-to-end': 'film', 'decided-by-server': 'exam' }[ofKind] ?? '';
      await setRule(kind, rule, 1, isMeasured ? 100 : 0, noSkip);
      await setMedia('https://files.test/film.mp4');
      const [row] = await world.sql.query<{ completion: string }>(
        'select private.lesson_completion(l) as completion from public.lessons l where id = $1',
        [lessonId],
      );
      expect(row?.completion).toBe(
        completionOf({ completion: rule, completion_amount: 1, no_skip: noSkip }, ofKind as 'manual', isMeasured),
      );
    },
  );

  test.each([
    ['https://www.youtube.com/watch?v=abcdefgh', 'watched-to-end'],
    ['https://youtu.be/abcdefgh', 'watched-to-end'],
    ['https://player.vimeo.com/video/123456', 'watched-to-end'],
    ['https://files.test/youtube.com/film.mp4', 'decided-by-server'],
    [null, 'watched-to-end'],
  ])('a share of %s is decided by %s', async (url, completion) => {
    await setRule('film', 'watched', 50);
    await setMedia(url);
    expect(
      await world.sql.query('select private.lesson_completion(l) as completion from public.lessons l where id = $1', [
        lessonId,
      ]),
    ).toEqual([{ completion }]);
  });

  test('that can’t be skipped is completed by watching it, no faster than it plays, and not by hand', async () => {
    await setRule('film', 'manual', 1, 100, true);
    await setMedia('https://files.test/film.mp4');
    const watch = (ranges: number[][]) =>
      student().query('select public.save_position($1, 10, $2::jsonb)', [lessonId, JSON.stringify(ranges)]);
    expect(await refused(student().query('select public.complete_lesson($1)', [lessonId]))).toBe('quiz_decides');
    await watch([[0, 100]]);
    expect(await progress()).toMatchObject({ is_done: false });
    await world.sql.query(
      `update public.lesson_progress set created_at = created_at - interval '1 minute' where lesson_id = $1`,
      [lessonId],
    );
    await watch([[0, 89]]);
    expect(await progress()).toMatchObject({ is_done: false });
    await watch([[0, 90]]);
    expect(await progress()).toMatchObject({ is_done: true });
  });

  test('a share of a video completes it once that was watched, on whatever devices, and not by hand', async () => {
    await setRule('film', 'watched', 80);
    await setMedia('https://files.test/film.mp4');
    const watch = (ranges: number[][]) =>
      student().query('select public.save_position($1, 10, $2::jsonb)', [lessonId, JSON.stringify(ranges)]);
    await watch([[0, 50]]);
    await watch([[20, 79]]);
    expect(await progress()).toMatchObject({ is_done: false });
    await expect(student().query('select public.complete_lesson($1)', [lessonId])).rejects.toMatchObject({
      detail: 'quiz_decides',
    });
    await watch([
      [0, 1],
      [79, 80],
    ]);
    expect(await progress()).toMatchObject({ is_done: true });
  });

  test('time there is counted by the server: each moment once on several devices, and no time away', async () => {
    await setRule('hand', 'dwell', 1);
    const beat = () =>
      student().query<{ beat: { is_done: boolean } }>('select public.beat_lesson($1) as beat', [lessonId]);
    const wait = (seconds: number) =>
      world.sql.query(
        `update public.lesson_progress set beat_at = beat_at - make_interval(secs => $2) where lesson_id = $1`,
        [lessonId, seconds],
      );
    await beat();
    expect(await progress()).toEqual({ dwell_seconds: 0, is_done: false });
    await wait(30);
    await beat();
    await beat();
    expect(await progress()).toEqual({ dwell_seconds: 30, is_done: false });
    await wait(600);
    await beat();
    expect(await progress()).toEqual({ dwell_seconds: 30, is_done: false });
    await expect(student().query('select public.complete_lesson($1)', [lessonId])).rejects.toMatchObject({
      detail: 'quiz_decides',
    });
    await wait(31);
    const [row] = await beat();
    expect(row?.beat).toMatchObject({ is_done: true });
    expect(await progress()).toEqual({ dwell_seconds: 61, is_done: true });
  });

  test('a quiz is not completed by time there', async () => {
    await setRule('exam', 'dwell', 1);
    await student().query('select public.beat_lesson($1)', [lessonId]);
    await world.sql.query('update public.lesson_progress set dwell_seconds = 600 where lesson_id = $1', [lessonId]);
    await student().query('select public.beat_lesson($1)', [lessonId]);
    expect(await progress()).toMatchObject({ is_done: false });
  });

  test.each(everyone)('%s counts time only where they are enrolled', async (person) => {
    await setRule('hand', 'dwell', 1);
    const outcome = await world.attempt(person, 'select public.beat_lesson($1)', [lessonId]);
    expect('rows' in outcome ? 'done' : outcome.refused).toBe(
      person === 'visitor' ? '42501' : person === 'student' ? 'done' : 'not_enrolled',
    );
  });

  test('opening it, or the student by hand, completes it where that is the rule', async () => {
    await setRule('film', 'viewed');
    await student().query('select public.save_position($1)', [lessonId]);
    expect(await progress()).toMatchObject({ is_done: true });
    await setRule('glance', 'manual');
    await student().query('select public.save_position($1)', [lessonId]);
    expect(await progress()).toMatchObject({ is_done: false });
    await student().query('select public.complete_lesson($1)', [lessonId]);
    expect(await progress()).toMatchObject({ is_done: true });
  });
});
