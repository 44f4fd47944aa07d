import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed, Seeding } from '#base/server/seeding.ts';
import { instructions, rubric, works } from './seed/colour-proof.ts';

const LESSON = '00000000-0000-7000-8000-00000000c0b1';
const COURSE = 'colour-you-can-trust';

/** One assignment: a student has passed it, another one was graded and has handed in again, late, and waits. */
export const seed: Seed = async (seeding) => {
  const { sql, accounts, now } = seeding;
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await addLesson(seeding);
  await sql.query(
    `update public.assignments set rubric = $3, points = private.rubric_points($3), takes_link = true, max_files = 2, file_types = '{jpg,png,pdf,svg}',
        due_at = $4, late_percent = 5, late_floor = 50, resubmissions = 2 where (account_id, lesson_id) = ($1, $2)`,
    [accounts.demo, LESSON, JSON.stringify(rubric), daysAgo(3)],
  );
  for (const { email, steps } of works) {
    const submission = await beginWork(seeding, email);
    for (const { body, link, file, handedInDaysAgo, grade } of steps) {
      if (file) await attach(seeding, submission, file);
      await sql.query(
        'update public.assignment_drafts set body = $2, link = $3, revision = revision + 1 where id = $1',
        [submission, body, link],
      );
      await sql.query('select private.hand_in_work($1, $2)', [submission, daysAgo(handedInDaysAgo)]);
      if (grade) await gradeWork(seeding, submission, grade, daysAgo(handedInDaysAgo - 1));
    }
  }
  // Notifications of the past are not sent.
  await sql.query(
    `delete from public.account_notifications where account_id = $1 and said ->> 'key' = 'assignmentGraded'`,
    [accounts.demo],
  );
};

/** The assignment as the last lesson of its course. */
async function addLesson({ sql, accounts }: Seeding): Promise<void> {
  await sql.query(
    `insert into public.lessons (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, position)
     select l.account_id, $2, l.course_id, l.section_id, 'Proof one picture', 'proof-one-picture', 'assignment', 3600, l.position + 1
       from public.lessons l join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id)
       join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id)
      where l.account_id = $1 and c.slug = $3 order by s.position desc, l.position desc limit 1`,
    [accounts.demo, LESSON, COURSE],
  );
  await sql.query(
    `insert into public.lesson_contents (account_id, id, course_id, body)
     select account_id, id, course_id, $3 from public.lessons where (account_id, id) = ($1, $2)`,
    [accounts.demo, LESSON, instructions],
  );
}

async function beginWork({ sql, accounts, member }: Seeding, email: string): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    `insert into public.assignment_submissions (account_id, course_id, assignment_id, member_id)
     select account_id, course_id, id, $3 from public.assignments where (account_id, lesson_id) = ($1, $2) returning id`,
    [accounts.demo, LESSON, await member(accounts.demo, email)],
  );
  await sql.query(
    `insert into public.assignment_drafts (account_id, id, member_id) select account_id, id, member_id from public.assignment_submissions where id = $1`,
    [row?.id],
  );
  return row?.id ?? '';
}

async function attach({ sql, db, accounts }: Seeding, submission: string, name: string): Promise<void> {
  const path = `assignments/${submission}/${name}`;
  const body = await readFile(join(root, 'src/features/learning/assignments/seed', name));
  const { error } = await db.storage
    .from(`${accounts.demo}-private`)
    .upload(path, body, { contentType: 'image/svg+xml' });
  if (error) throw error;
  await sql.query(
    `with made as (
       insert into public.assignment_files (account_id, submission_id, member_id, path, name, mime_type, size)
       select account_id, id, member_id, $2, $3, 'image/svg+xml', $4 from public.assignment_submissions where id = $1 returning id)
     update public.assignment_drafts set files = files || made.id from made where assignment_drafts.id = $1`,
    [submission, path, name, body.length],
  );
}

async function gradeWork(
  { sql, accounts, member }: Seeding,
  submission: string,
  { levels, feedback }: { levels: Record<string, string>; feedback: string },
  at: Date,
): Promise<void> {
  await sql.query('select private.grade_work($1, $2, private.rubric_points($3, $4), $4, $5, $6)', [
    submission,
    await member(accounts.demo, 'instructor@demo.test'),
    JSON.stringify(rubric),
    JSON.stringify(levels),
    feedback,
    at,
  ]);
}
