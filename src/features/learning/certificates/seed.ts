import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

const body = `This certifies that

{{name}}
has completed the course
{{course}}

on {{date}}.`;

const arabicBody = `تشهد أكاديمية لومن بأن

{{name}}
أكمل دورة
{{course}}

بتاريخ {{date}}.`;

const COURSE = 'colour-you-can-trust';
const DAYS_AGO = { completed: 16, ended: 4 };

/** Two designs, one of them for a course alone; and a course the student finished, whose access has ended: its certificate stays. */
export const seed: Seed = async ({ sql, accounts: { demo }, member, now }) => {
  const student = await member(demo, 'student@demo.test');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await sql.transaction(async (tx) => {
    await addDesigns(tx, demo);
    await finishCourse(tx, demo, student, daysAgo(DAYS_AGO.completed));
    await tx.query(
      `update public.enrolments e set status = 'ended', expires_at = $3 from public.courses c
        where (c.account_id, c.id) = (e.account_id, e.course_id) and e.account_id = $1 and e.member_id = $2 and c.slug = $4`,
      [demo, student, daysAgo(DAYS_AGO.ended), COURSE],
    );
    // Notifications of the past are not sent.
    await tx.query('delete from public.account_notifications where account_id = $1 and created_at = now()', [demo]);
  });
};

async function addDesigns(tx: Sql, account: string): Promise<void> {
  await tx.query(
    `insert into public.certificate_designs (account_id, name, language, title, body, signatory, font, accent, valid_months)
     values ($1, 'Lumen Academy', 'en', 'Certificate of completion', $2, 'Tomás Rivera, Lumen Academy', 'fraunces', '#8a4b08', 12)`,
    [account, body],
  );
  await tx.query(
    `insert into public.certificate_designs (account_id, name, language, title, body, signatory, font, accent, is_landscape)
     values ($1, 'شهادة بالعربية', 'ar', 'شهادة إتمام', $2, 'أكاديمية لومن', 'sans', '#1d4ed8', false)`,
    [account, arabicBody],
  );
  await tx.query(
    `insert into public.course_certificates (account_id, course_id, design_id)
     select c.account_id, c.id, d.id from public.courses c, public.certificate_designs d
      where c.account_id = $1 and c.slug = 'light-and-exposure' and d.account_id = $1 and d.is_default`,
    [account],
  );
}

/** The student finishes a course at one moment of the past, before it had a quiz; the trigger issues its certificate, which is as old. */
async function finishCourse(tx: Sql, account: string, student: string, at: Date): Promise<void> {
  await tx.query(
    `insert into public.enrolments (account_id, member_id, course_id, source, created_at, starts_at)
     select account_id, $2, id, 'membership', $3::timestamptz - interval '1 day', $3::timestamptz - interval '1 day'
       from public.courses where account_id = $1 and slug = $4`,
    [account, student, at, COURSE],
  );
  await tx.query(
    `insert into public.lesson_progress (account_id, member_id, course_id, lesson_id, completed_at, seen_at)
     select l.account_id, $2, l.course_id, l.id, $3, $3 from public.lessons l join public.courses c on (c.account_id, c.id) = (l.account_id, l.course_id)
      where l.account_id = $1 and c.slug = $4 and (private.lesson_kind(l.kind)).completion <> 'decided-by-server'`,
    [account, student, at, COURSE],
  );
  await tx.query(
    `update public.enrolments e set completed_at = $3 from public.courses c
      where (c.account_id, c.id) = (e.account_id, e.course_id) and e.account_id = $1 and e.member_id = $2 and c.slug = $4`,
    [account, student, at, COURSE],
  );
  await tx.query(
    `update public.certificates set issued_at = achieved_at, created_at = achieved_at, expires_at = achieved_at + interval '12 months'
      where account_id = $1 and member_id = $2`,
    [account, student],
  );
}
