import { ask } from './ask.ts';
import { signInCrowd } from './crowd.ts';
import { withDatabase } from './database.ts';
import type { Measured } from './processes.ts';
import { type Figure, milliseconds, thousands } from './report.ts';
import { signIn } from './sign-ins.ts';

export type Bench = { server: Measured; host: string; folder: string; add(figure: Figure): void };

const STUDENTS = Number(process.env.BENCH_STUDENTS ?? 100_000);
const LESSONS = 20;
const QUESTIONS = 50;
const CROWD = 500;
const ANSWERS_EACH = 5;
const ROSTER_LIMIT_MS = 200;
const ANSWER_LIMIT_MS = 300;
const TIMES = 30;

type Course = { course: string; quiz: string };
type Started = { attempt: { id: string }; questions: { id: string; options: { id: string }[] }[] };

/** A course of a hundred thousand students and two million lessons done; a quiz of fifty questions that five hundred take at once. */
export async function learning(bench: Bench): Promise<void> {
  const { course, quiz } = await fill(bench.folder);
  await roster(bench, course);
  await answers(bench, quiz);
}

async function roster(bench: Bench, course: string): Promise<void> {
  const { headers } = await signIn(bench, 'owner@demo.test');
  const pages: [string, object][] = [
    ['the first page', {}],
    ['page 2,000', { page: 2_000 }],
    ['the newest first', { sort: 'created_at', is_descending: true }],
    ['a search', { search: 'Student 777' }],
  ];
  for (const [what, request] of pages) {
    const taken = await timed(TIMES, () => rpc(bench, headers, 'course_roster', { course_id: course, ...request }));
    const value = percentile(taken, 0.95);
    bench.add({
      name: `roster of ${thousands(STUDENTS)} students: ${what}, p95`,
      value: milliseconds(value),
      beside: `p50 ${milliseconds(percentile(taken, 0.5))}`,
      limit: `<= ${ROSTER_LIMIT_MS} ms`,
      holds: value <= ROSTER_LIMIT_MS,
    });
  }
}

async function answers(bench: Bench, quiz: string): Promise<void> {
  const crowd = await signInCrowd(
    bench,
    Array.from({ length: CROWD }, (_, at) => `student${at + 1}@learning.test`),
  );
  const started: Started[] = [];
  for (const headers of crowd) started.push((await rpc(bench, headers, 'start_attempt', { quiz_id: quiz })) as Started);
  const save = (student: number, question: number) => {
    const { attempt, questions } = started[student] as Started;
    const { id, options } = questions[question] as Started['questions'][number];
    const answer = options[(student + question) % options.length]?.id;
    return rpc(bench, crowd[student] ?? {}, 'save_answer', { attempt_id: attempt.id, question_id: id, answer });
  };
  const report = (what: string, taken: number[], isLimited = true) => {
    const value = percentile(taken, 0.99);
    bench.add({
      name: `${what}: p99`,
      value: milliseconds(value),
      beside: `p50 ${milliseconds(percentile(taken, 0.5))}`,
      ...(isLimited && { limit: `<= ${ANSWER_LIMIT_MS} ms`, holds: value <= ANSWER_LIMIT_MS }),
    });
  };
  let next = ANSWERS_EACH;
  report('an answer is saved, one student', await timed(QUESTIONS - ANSWERS_EACH - 1, () => save(0, next++)));
  const began = performance.now();
  const taken: number[] = [];
  await Promise.all(
    crowd.map(async (_, student) => {
      for (let question = 0; question < ANSWERS_EACH; question++) {
        const start = performance.now();
        await save(student, question);
        taken.push(performance.now() - start);
      }
    }),
  );
  const perSecond = taken.length / ((performance.now() - began) / 1_000);
  // Who answers waits for nobody: an answer is stored on the device first.
  report(`${CROWD} students answer at once, ${thousands(perSecond)} answers a second, none refused`, taken, false);
  let student = 0;
  const submitted = await timed(TIMES, () => {
    const at = student++;
    return rpc(bench, crowd[at] ?? {}, 'submit_attempt', { attempt_id: started[at]?.attempt.id });
  });
  report(`a quiz of ${QUESTIONS} questions is submitted and graded`, submitted);
}

/** Calls a function of the data service. @throws where it is refused */
export async function rpc(bench: Bench, headers: Record<string, string>, name: string, args: object): Promise<unknown> {
  const response = await ask(bench.server.port, bench.host, `/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (response.status >= 300) throw new Error(`${name}: ${response.status} ${response.body.toString()}`);
  return JSON.parse(response.body.toString());
}

/** How long each takes, in milliseconds; the first is not counted. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let time = 0; time <= times; time++) {
    const began = performance.now();
    await work();
    if (time > 0) taken.push(performance.now() - began);
  }
  return taken;
}

export const percentile = (taken: number[], share: number) =>
  [...taken].sort((a, b) => a - b)[Math.ceil(taken.length * share) - 1] ?? 0;

/** Straight into the tables: what an enrolment or a lesson done sets off is not what is measured here. */
function fill(folder: string): Promise<Course> {
  return withDatabase(folder, async (client) => {
    const one = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows[0] as Row;
    const { account } = await one<{ account: string }>(
      `select account_id as account from public.accounts where slug = 'demo'`,
      [],
    );
    const { id: course } = await one<{ id: string }>(
      `insert into public.courses (account_id, title, slug, summary, author_id, access)
       select account_id, 'A large course', 'a-large-course', 'Large.', id, 'free' from public.members where account_id = $1 and email = 'instructor@demo.test' returning id`,
      [account],
    );
    const { id: section } = await one<{ id: string }>(
      `insert into public.sections (account_id, course_id, title) values ($1, $2, 'One') returning id`,
      [account, course],
    );
    await client.query(
      `insert into public.lessons (account_id, course_id, section_id, title, slug, kind, position)
       select $1, $2, $3, 'Lesson ' || i, 'lesson-' || i, case when i = 1 then 'quiz' else 'text' end, i from generate_series(1, $4::int) i`,
      [account, course, section, LESSONS],
    );
    await client.query(`update public.courses set status = 'published' where id = $1`, [course]);
    const { id: quiz } = await one<{ id: string }>('select id from public.quizzes where course_id = $1', [course]);
    const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
      id: crypto.randomUUID(),
      kind: 'single',
      prompt: `Question ${at + 1}?`,
      points: 1,
      options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Answer ${id}` })),
      answer: 'a',
    }));
    await client.query('select private.write_quiz(z.*, $2, $3) from public.quizzes z where z.id = $1', [
      quiz,
      '{}',
      JSON.stringify(questions),
    ]);
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `with made as (
         insert into auth.users (id, email, aud, role, encrypted_password, email_confirmed_at)
         select gen_random_uuid(), 'student' || i || '@learning.test', u.aud, u.role, u.encrypted_password, now()
           from generate_series(1, $2::int) i, auth.users u where u.email = 'member@demo.test' returning id, email),
       people as (
         insert into public.members (account_id, user_id, role_id, name, slug, email)
         select $1, m.id, (select role_id from public.roles where account_id = $1 and kind = 'student'),
             'Student ' || substring(m.email from '\\d+'), split_part(m.email, '@', 1) || '-learning', m.email from made m returning id)
       insert into public.enrolments (account_id, member_id, course_id, source) select $1, p.id, $3, 'free' from people p`,
      [account, STUDENTS, course],
    );
    await client.query(
      `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, completed_at, seen_at)
       select e.account_id, e.member_id, e.course_id, l.id, now(), now() from public.enrolments e
         join public.lessons l on (l.account_id, l.course_id) = (e.account_id, e.course_id) and l.kind = 'text'
        where e.course_id = $1 and (hashtextextended(e.member_id::text, l.position) & 3) > 0`,
      [course],
    );
    await client.query('commit');
    for (const table of ['members', 'enrolments', 'lesson_progress'])
      await client.query(`vacuum analyze public.${table}`);
    return { course, quiz };
  });
}
