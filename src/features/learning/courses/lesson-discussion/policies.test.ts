import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Availability, FUTURE, NEXT, openAvailability } from '#tests/db/availability.ts';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let at: Availability;
let thread: string;
let question: string;
let reply: string;
beforeAll(async () => {
  world = await openWorld();
  at = await openAvailability(world);
  thread = await threadOf(at.lesson(NEXT));
  question = await write('student', 'Is noise light, too? See https://example.org/noise');
  reply = await write('instructor', 'Mostly it is chance.', question);
});
afterAll(() => world.close());
// A learner writes five times within ten minutes at most.
beforeEach(() => world.sql.query(`update public.thread_posts set created_at = created_at - interval '1 hour'`));

const threadOf = async (lesson: string) =>
  (
    await world.sql.query<{ id: string }>(`select id from public.threads where kind = 'lesson' and subject_id = $1`, [
      lesson,
    ])
  )[0]?.id ?? '';
const write = async (person: Person, content: string, replyTo: string | null = null, into = thread) =>
  (
    await world.database
      .as(world.caller(person))
      .query<{ id: string }>('select made.id from private.add_thread_post($1, $2, $3, false) made', [
        into,
        replyTo,
        content,
      ])
  )[0]?.id ?? '';
const accept = (person: Person, post: string, isAccepted = true) =>
  world.database.as(world.caller(person)).query('select public.accept_thread_answer($1, $2)', [post, isAccepted]);
const acceptedOf = async (parent: string) =>
  (
    await world.sql.query<{ id: string }>(
      'select id from public.thread_posts where parent_id = $1 and accepted_at is not null',
      [parent],
    )
  ).map(({ id }) => id);
const openTo = async (person: Person) =>
  (
    await world.database
      .as(world.caller(person))
      .query<{ content: string }>('select content from public.open_questions()')
  ).map(({ content }) => content);
const bellOf = async (email: string, key: string) =>
  (
    await world.sql.query<{ link: string }>(
      `select n.link from public.account_notifications n join public.members m on (m.account_id, m.user_id) = (n.account_id, n.user_id)
        where m.account_id = $1 and m.email = $2 and n.said ->> 'key' = $3`,
      [world.demo, email, key],
    )
  ).map(({ link }) => link);
const discuss = (isOn: boolean, person: Person = 'owner') =>
  world.database
    .as(world.caller(person))
    .query('update public.courses set has_discussions = $2 where id = $1 returning id', [at.course, isOn]);

describe('the discussion of a lesson', () => {
  matrix(
    () => world,
    [
      [
        'reads what is written',
        'select content from public.thread_posts where id = {question}',
        { owner: 1, instructor: 1, student: 1, others: 0 },
      ],
      [
        'writes',
        `select from private.add_thread_post({thread}, null, 'And colour?', false)`,
        { owner: 1, instructor: 1, student: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'marks the answer',
        'select public.accept_thread_answer({reply}, true)',
        { owner: 1, instructor: 1, student: 1, visitor: '42501', others: 'not_found' },
      ],
      [
        'marks a question as an answer',
        'select public.accept_thread_answer({question}, true)',
        { visitor: '42501', others: 'not_found' },
      ],
      [
        'marks past the function',
        'update public.thread_posts set accepted_at = now() returning id',
        { others: '42501' },
      ],
      [
        'switches discussions off',
        'update public.courses set has_discussions = false where id = {course} returning id',
        { owner: 1, instructor: 1, visitor: '42501', others: 0 },
      ],
      ['reads open questions', 'select id from public.open_questions()', { visitor: '42501', others: 0 }],
    ],
    () => ({ thread, question, reply, course: at.course }),
  );

  test('is not there for a learner while the lesson is not open to them', async () => {
    await at.set(at.lesson(NEXT), FUTURE);
    expect(await refused(write('student', 'Let me in.'))).toBe('not_found');
    await at.set(at.lesson(NEXT), null);
    expect(await write('student', 'Thank you.', question)).not.toBe('');
  });

  test('is not there without enrolment, once it has ended, or where the course has none', async () => {
    await discuss(false);
    expect(await refused(write('student', 'Hello?'))).toBe('not_found');
    await discuss(true);
    const enrolment = `update public.enrolments set status = $2 where course_id = $1 and member_id = $3`;
    await world.sql.query(enrolment, [at.course, 'ended', at.member]);
    expect(await refused(write('student', 'Hello?'))).toBe('not_found');
    await world.sql.query(enrolment, [at.course, 'active', at.member]);
  });

  test('follows the title and the address of its lesson, and goes with it', async () => {
    await world.sql.query(`update public.lessons set title = 'Noise', slug = 'noise' where id = $1`, [at.lesson(NEXT)]);
    expect(await world.sql.query('select title, path from public.threads where id = $1', [thread])).toEqual([
      { title: 'Noise', path: '/dashboard/courses/light-and-exposure?lesson=noise' },
    ]);
    await world.sql.query(`update public.courses set slug = 'exposure' where id = $1`, [at.course]);
    expect(await world.sql.query('select path from public.threads where id = $1', [thread])).toEqual([
      { path: '/dashboard/courses/exposure?lesson=noise' },
    ]);
    const other = at.lesson('what-the-meter-assumes');
    expect(await threadOf(other)).not.toBe('');
    await world.sql.query('delete from public.lessons where id = $1', [other]);
    expect(await threadOf(other)).toBe('');
  });
});

describe('the accepted answer', () => {
  test('is one of a question, and goes when its mark is taken back', async () => {
    const second = await write('owner', 'Some of it is heat.', question);
    await accept('student', reply);
    await accept('instructor', second);
    expect(await acceptedOf(question)).toEqual([second]);
    await accept('student', second, false);
    expect(await acceptedOf(question)).toEqual([]);
  });

  test('of somebody else’s question is not the learner’s to mark', async () => {
    const theirs = await write('instructor', 'What would you measure?');
    const own = await write('student', 'The shadows.', theirs);
    expect(await refused(accept('student', own))).toBe('not_found');
    await accept('instructor', own);
    expect(await acceptedOf(theirs)).toEqual([own]);
    expect(await bellOf('student@demo.test', 'answerAccepted')).toHaveLength(1);
    await accept('instructor', own, false);
    await accept('instructor', own);
    expect(await bellOf('student@demo.test', 'answerAccepted')).toHaveLength(1);
  });
});

describe('a question', () => {
  test('reaches who teaches the course, once', async () => {
    await dispatchEvents(world.sql);
    await world.sql.query(`delete from public.account_notifications where said ->> 'key' = 'lessonQuestion'`);
    const questionId = await write('student', 'Does a larger sensor help?');
    await dispatchEvents(world.sql);
    const link = [expect.stringContaining(`#comment-${questionId}`)];
    expect(await bellOf('instructor@demo.test', 'lessonQuestion')).toEqual(link);
    for (const status of ['hidden', 'shown'])
      await world.sql.query('update public.thread_posts set status = $2 where id = $1', [questionId, status]);
    await dispatchEvents(world.sql);
    expect(await bellOf('instructor@demo.test', 'lessonQuestion')).toEqual(link);
    expect(await bellOf('student@demo.test', 'lessonQuestion')).toEqual([]);
  });

  test('is open until who teaches replies, or a reply of a learner is accepted', async () => {
    const mine = await write('student', 'Why is my sky green?');
    expect(await openTo('instructor')).toContain('Why is my sky green?');
    expect(await openTo('student')).toEqual([]);
    const own = await write('student', 'It was the white balance.', mine);
    expect(await openTo('instructor')).toContain('Why is my sky green?');
    await accept('student', own);
    expect(await openTo('instructor')).not.toContain('Why is my sky green?');
    await accept('student', own, false);
    await write('owner', 'Look at the white balance.', mine);
    expect(await openTo('instructor')).not.toContain('Why is my sky green?');
  });
});
