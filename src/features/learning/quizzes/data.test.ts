import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import {
  attemptResultQuery,
  quizOfLessonQuery,
  quizOverviewQuery,
  saveAnswer,
  startAttempt,
  submitAttempt,
} from './attempts/data.ts';
import { copyQuestion, listBank, questionBankQuery } from './bank/data.ts';
import { attemptsQuery, editableQuizQuery, listQuizzes, memberNamesQuery, quizCoursesQuery, saveQuiz } from './data.ts';

let world: World;
let app: AppWorld;
let quizId: string;
const clients = new Map<Person, Db>();
const exposureLesson = '00000000-0000-7000-8000-00000000c0a1';

async function clientOf(person: Person): Promise<Db> {
  const existing = clients.get(person);
  if (existing) return existing;
  const token = await app.tokenOf(person);
  const db = createClient('http://demo.localhost', token, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    accessToken: async () => token,
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        return app.call(pathname + search, {
          method: request.method,
          headers: Object.fromEntries(request.headers),
          body: request.method === 'GET' ? undefined : await request.text(),
          token,
        });
      },
    },
  }) as unknown as Db;
  clients.set(person, db);
  return db;
}
/** Runs the query function of `queryOptions`, as the query client would. */
const run = <Data>(options: { queryFn?: unknown }) => (options.queryFn as () => Promise<Data>)();

beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  quizId = (await run<string | null>(quizOfLessonQuery(await clientOf('student'), world.demo, exposureLesson))) ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

describe('a student over the wire', () => {
  test('sees the rules, answers, hands in and reads the result', async () => {
    const db = await clientOf('student');
    const overview = await quizOverviewQuery(db, world.demo, quizId).queryFn?.({} as never);
    expect(overview).toMatchObject({
      title: 'Ten questions about exposure',
      question_count: 10,
      points: 10,
      pass_mark: 60,
      attempts: [],
    });
    const state = await startAttempt(db, quizId);
    expect(state.questions.map((question) => question.kind)).toEqual(
      expect.arrayContaining(['single', 'multiple', 'truefalse', 'short']),
    );
    const [first] = state.questions;
    expect(await saveAnswer(db, state.attempt.id, first?.id ?? '', 'c', undefined)).toMatchObject({
      saved: true,
      revision: 1,
    });
    expect(await saveAnswer(db, state.attempt.id, first?.id ?? '', 'a', 0)).toMatchObject({
      saved: false,
      answer: 'c',
    });
    const result = await submitAttempt(db, state.attempt.id);
    expect(result.attempt).toMatchObject({ score: 1, points: 10, passed: false });
    expect(await attemptResultQuery(db, world.demo, state.attempt.id).queryFn?.({} as never)).toEqual(result);
    await expect(saveAnswer(db, state.attempt.id, first?.id ?? '', 'a', 1)).rejects.toMatchObject({
      code: 'attempt_closed',
    });
  });

  test('gets no question, no key and no bank', async () => {
    const db = await clientOf('student');
    const bank = await run<{ rows: unknown[]; total: number }>(
      questionBankQuery(db, world.demo, { page: 1, search: '' }),
    );
    expect(bank).toEqual({ rows: [], total: 0 });
    expect(await run(editableQuizQuery(db, world.demo, quizId))).toMatchObject({ questions: [] });
    const response = await db
      .from('quizzes')
      .select('id, questions(prompt, question_keys(answer, explanation))')
      .eq('id', quizId);
    expect(response.data).toEqual([{ id: quizId, questions: [] }]);
  });
});

describe('an instructor over the wire', () => {
  test('lists quizzes by title, with their course', async () => {
    const db = await clientOf('instructor');
    const everyQuiz = await listQuizzes(db, world.demo, { page: 1, search: '', ownOnly: false });
    expect(everyQuiz.total).toBe(4);
    const matching = await listQuizzes(db, world.demo, { page: 1, search: 'ten questions', ownOnly: false });
    expect(matching).toMatchObject({
      total: 1,
      rows: [
        {
          id: quizId,
          question_count: 10,
          lessons: { title: 'Ten questions about exposure', courses: { title: 'Light and exposure' } },
        },
      ],
    });
    const names = async (sort: string, isDescending: boolean, pageSize = 25, page = 1) => {
      const { rows } = await listQuizzes(db, world.demo, {
        page,
        pageSize,
        sort,
        isDescending,
        search: '',
        ownOnly: false,
      });
      return rows.map((row) => row.lessons.title);
    };
    const byName = await names('name', false);
    expect(byName).toEqual([...byName].sort());
    expect(await names('name', true)).toEqual([...byName].reverse());
    expect(await names('name', false, 1, 2)).toEqual([byName[1]]);
    expect(await names('name', false, 25, 9)).toEqual([]);
    const bank = await listBank(db, world.demo, { page: 1, search: '', sort: 'points', isDescending: true });
    const points = bank.rows.map((row) => row.points);
    expect(points).toEqual([...points].sort((a, b) => b - a));
    expect(await listQuizzes(db, world.demo, { page: 1, search: '', ownOnly: false, state: 'empty' })).toEqual({
      rows: [],
      total: 0,
    });
    expect(await listQuizzes(db, world.demo, { page: 1, search: '100%_', ownOnly: false })).toEqual({
      rows: [],
      total: 0,
    });
    expect((await run<object[]>(quizCoursesQuery(db, world.demo, false))).length).toBeGreaterThan(5);
  });

  test('lists the quizzes and courses of one author, not those they learn from', async () => {
    const db = await clientOf('instructor');
    const [author] = await world.sql.query<{ id: string }>(
      'select id from public.members where account_id = $1 and user_id = $2',
      [world.demo, world.caller('instructor').claims.sub],
    );
    const [otherCourse] = await world.sql.query<{ id: string; author_id: string }>(
      `update public.courses c set author_id = (select m.id from public.members m where m.account_id = c.account_id and m.user_id = $2)
        where c.account_id = $1 and c.slug = 'a-pinhole-camera-in-an-afternoon' returning id, author_id`,
      [world.demo, world.caller('owner').claims.sub],
    );
    await world.sql.query(`select private.enrol($1, $2, $3, 'manual')`, [world.demo, otherCourse?.id, author?.id]);
    const titles = (list: { rows: { lessons: { courses: { title: string } } }[] }) =>
      list.rows.map((row) => row.lessons.courses.title);
    const titlesPage = (ownOnly: boolean) => listQuizzes(db, world.demo, { page: 1, search: '', ownOnly });
    expect(titles(await titlesPage(false))).toHaveLength(3);
    expect(titles(await titlesPage(true)).sort()).toEqual([
      'Colour you can trust, from sensor to paper',
      'Light and exposure',
    ]);
    const coursesToFill = await run<{ id: string }[]>(quizCoursesQuery(db, world.demo, true));
    expect(coursesToFill.map(({ id }) => id)).not.toContain(otherCourse?.id);
    await world.sql.query('update public.courses set author_id = $2 where id = $1', [otherCourse?.id, author?.id]);
  });

  test('finds questions in the bank and copies one with its key', async () => {
    const db = await clientOf('instructor');
    const bank = await run<Awaited<ReturnType<NonNullable<ReturnType<typeof questionBankQuery>['queryFn']>>>>(
      questionBankQuery(db, world.demo, { page: 1, search: 'histogram', kind: 'truefalse' }),
    );
    expect(bank.total).toBe(1);
    const question = bank.rows[0];
    if (!question) throw new Error('The bank is empty.');
    expect(question.courses.title).toBe('Light and exposure');
    const id = crypto.randomUUID();
    expect(await copyQuestion(db, world.demo, question, id)).toMatchObject({
      id,
      kind: 'truefalse',
      answer: true,
      explanation: expect.stringContaining('cut off'),
    });
  });

  test('loads a quiz, saves it, and gets an error when somebody else saved meanwhile', async () => {
    const db = await clientOf('instructor');
    const quiz = await editableQuizQuery(db, world.demo, quizId).queryFn?.({} as never);
    if (!quiz) throw new Error('No quiz to edit.');
    expect(quiz.questions).toHaveLength(10);
    expect(quiz.questions[0]).toMatchObject({ answer: 'c', figure: { alt: expect.stringContaining('f/4') } });
    expect(await saveQuiz(db, { ...quiz, settings: { ...quiz.settings, pass_mark: 70 } })).toBe(quiz.version + 1);
    await expect(saveQuiz(db, quiz)).rejects.toMatchObject({ code: 'quiz_changed' });
  });

  test('sees who tried, by name', async () => {
    const db = await clientOf('instructor');
    const attempts = await run<{ rows: { member_id: string }[]; total: number }>(
      attemptsQuery(db, world.demo, quizId, 1),
    );
    expect(attempts.total).toBe(1);
    const ids = attempts.rows.map((row) => row.member_id);
    expect([...(await run<Map<string, string>>(memberNamesQuery(db, world.demo, ids))).values()]).toEqual([
      'Amara Okafor',
    ]);
  });
});
