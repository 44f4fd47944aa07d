import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openQuizRoom, type QuizRoom } from '#tests/db/quiz-room.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import type { QuizStatistics } from './schema.ts';

let world: World;
let room: QuizRoom;
beforeAll(async () => {
  world = await openWorld();
  room = await openQuizRoom(world);
  // Twelve more students, so that there are enough.
  await world.sql.query(
    `with people as (insert into auth.users (id, email, aud, role)
       select gen_random_uuid(), 'statistics-' || n || '@demo.test', 'authenticated', 'authenticated' from generate_series(1, 12) n returning id, email)
     insert into public.members (account_id, user_id, name, slug, email, role_id)
     select m.account_id, p.id, p.email, split_part(p.email, '@', 1), p.email, m.role_id from people p, public.members m
      where m.account_id = $1 and m.email = 'student@demo.test'`,
    [world.demo],
  );
});
beforeEach(() => room.clear());
afterAll(() => world.close());

const MAXIMA = [2, 4, 1, 3];

/** Graded attempts with these points, one row for each student. */
async function store(rows: readonly (readonly number[])[], answers: readonly unknown[] = []): Promise<void> {
  await world.sql.transaction(async (tx) => {
    for (const [at, points] of rows.entries()) {
      const [attempt] = await tx.query<{ id: string }>(
        `insert into public.attempts (account_id, course_id, quiz_id, member_id, number, pass_mark, points, score, passed, started_at, submitted_at)
         select z.account_id, z.course_id, z.id, m.id, 1, 60, 10, $3, false, now() - interval '1 hour', now()
           from public.quizzes z join public.members m on m.account_id = z.account_id and m.email = 'statistics-' || $2 || '@demo.test' where z.id = $1 returning id`,
        [room.quiz, at + 1, points.reduce((sum, value) => sum + value, 0)],
      );
      await tx.query(
        `select private.write_paper(a.*, z.*) from public.attempts a join public.quizzes z on z.id = a.quiz_id where a.id = $1`,
        [attempt?.id],
      );
      for (const [index, value] of points.entries())
        await tx.query(
          `with w as (insert into public.attempt_answers (account_id, course_id, member_id, attempt_id, question_id, answer)
             select account_id, course_id, member_id, id, $2, $4 from public.attempts where id = $1 returning account_id, id)
           insert into private.answer_marks (account_id, answer_id, points, is_right) select account_id, id, $3::numeric, false from w`,
          [
            attempt?.id,
            room.question(index + 1),
            value,
            JSON.stringify(index === 0 && at in answers ? answers[at] : 'x'),
          ],
        );
    }
  });
}
const statistics = (person: Person = 'instructor') =>
  room.as<QuizStatistics>(person, 'quiz_statistics($1)', [room.quiz]);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + (value - mean(a)) * ((b[at] ?? 0) - mean(b)), 0) / (a.length - 1);
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

describe('what the first attempts tell', () => {
  test('is what the published formulas give, for generated points', async () => {
    const samples = fc.sample(
      fc.array(fc.tuple(...MAXIMA.map((most) => fc.integer({ min: 0, max: most }))), { minLength: 10, maxLength: 12 }),
      { numRuns: 12, seed: 20261126 },
    );
    for (const rows of samples) {
      await room.clear();
      await store(rows);
      const { questions = [], attempts, mean: average, alpha } = await statistics();
      const totals = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
      expect(attempts).toBe(rows.length);
      expect(average).toBeCloseTo(mean(totals) * 10, 1);
      const columns = MAXIMA.map((_, at) => rows.map((row) => row[at] ?? 0));
      for (const [at, column] of columns.entries()) {
        const rest = totals.map((total, index) => total - (column[index] ?? 0));
        const most = MAXIMA[at] ?? 1;
        const spread = Math.sqrt(covariance(column, column));
        const restSpread = Math.sqrt(covariance(rest, rest));
        const actual = questions[at];
        expect(actual?.facility).toBeCloseTo((100 * mean(column)) / most, 1);
        expect(actual?.deviation).toBeCloseTo((100 * spread) / most, 1);
        if (spread > 0 && restSpread > 0)
          expect(actual?.discrimination).toBeCloseTo((100 * covariance(column, rest)) / (spread * restSpread), 0);
        const best = covariance(ascending(column), ascending(rest));
        if (best > 0) expect(actual?.efficiency).toBeCloseTo((100 * covariance(column, rest)) / best, 0);
      }
      const variance = covariance(totals, totals);
      const items = columns.reduce((sum, column) => sum + covariance(column, column), 0);
      if (variance > 0) expect(alpha).toBeCloseTo((4 / 3) * (1 - items / variance), 2);
    }
  });

  test('is reliable by Kuder-Richardson only where each answer is right or wrong', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => MAXIMA.map((most, index) => (at > index * 2 ? most : 0)));
    await store(rows);
    const right = rows.map((row) => row.filter((value, at) => value === MAXIMA[at]).length);
    const shares = MAXIMA.map((most, at) => mean(rows.map((row) => (row[at] === most ? 1 : 0))));
    const spread = shares.reduce((sum, share) => sum + share * (1 - share), 0);
    const variance = (covariance(right, right) * 9) / 10;
    expect((await statistics()).kr20).toBeCloseTo((4 / 3) * (1 - spread / variance), 2);
    await room.clear();
    await store([...rows.slice(1), [1, 0, 0, 0]]);
    expect((await statistics()).kr20).toBeNull();
  });

  test('is a share of what each attempt could reach, whatever the quiz is worth since', async () => {
    await store(Array.from({ length: 10 }, () => [2, 4, 1, 0]));
    await room.set({ points: 20 });
    expect((await statistics()).mean).toBe(70);
    await room.set({ points: 10 });
  });

  test('counts each choice, and what was left empty', async () => {
    await store(
      Array.from({ length: 10 }, () => [0, 0, 0, 0]),
      ['a', 'a', 'b', 'b', 'b', 'c', null, null, 'a', 'a'],
    );
    const [first] = (await statistics()).questions ?? [];
    expect(first).toMatchObject({ chosen: { a: 4, b: 3, c: 1 }, blank: 2 });
    expect(first?.guess).toBe(25);
  });

  test('is not told below ten, nor of trials, later attempts, or what waits to be graded', async () => {
    await store(Array.from({ length: 9 }, () => [2, 4, 1, 3]));
    expect(await statistics()).toEqual({ attempts: 9, least: 10 });
    await store([]);
    await world.sql.query(
      `insert into public.attempts (account_id, course_id, quiz_id, member_id, number, pass_mark, points, score, passed, is_trial, to_grade, started_at, submitted_at)
       select account_id, course_id, quiz_id, member_id, k.number, 60, 10, 0, false, k.is_trial, k.to_grade, now(), now()
         from (select * from public.attempts where quiz_id = $1 limit 1) a,
         (values (2, false, 0), (3, true, 0)) k (number, is_trial, to_grade)`,
      [room.quiz],
    );
    await world.sql.query(
      `insert into public.attempts (account_id, course_id, quiz_id, member_id, number, pass_mark, points, score, passed, to_grade, started_at, submitted_at)
       select z.account_id, z.course_id, z.id, m.id, 1, 60, 10, 0, false, 1, now(), now() from public.quizzes z
         join public.members m on m.account_id = z.account_id and m.email = 'statistics-12@demo.test' where z.id = $1`,
      [room.quiz],
    );
    expect(await statistics()).toEqual({ attempts: 9, least: 10 });
  });
});

test.each([
  ['visitor', false],
  ['student', false],
  ['member', false],
  ['parent', false],
  ['instructor', true],
  ['owner', true],
  ['atelierOwner', false],
] as [Person, boolean][])('%s sees them: %s', async (person, may) => {
  const outcome = await world.attempt(person, 'select public.quiz_statistics($1)', [room.quiz]);
  expect('refused' in outcome).toBe(!may);
});
