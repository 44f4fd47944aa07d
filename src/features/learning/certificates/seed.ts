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

const DAY_MS = 86_400_000;

/**
 * Two designs, one of them for a course alone; and what the student holds of a course that is no longer taught: a certificate that
 * has expired, and its renewal.
 */
export const seed: Seed = async ({ sql, accounts: { demo }, member, now }) => {
  const student = await member(demo, 'student@demo.test');
  await sql.transaction(async (tx) => {
    await addDesigns(tx, demo);
    await issue(tx, demo, student, new Date(now.getTime() - 400 * DAY_MS));
    await renew(tx, demo, student, new Date(now.getTime() - 20 * DAY_MS));
    // Notifications of the past are not sent.
    await tx.query('delete from public.account_notifications where account_id = $1 and created_at = now()', [demo]);
  });
};

async function addDesigns(tx: Sql, account: string): Promise<void> {
  await tx.query(
    `insert into public.certificate_designs (account_id, name, language, title, body, signatory, font, accent, valid_months)
     values ($1, 'Lumen Academy', 'en', 'Certificate of completion', $2, 'Tomás Ferreira, Lumen Academy', 'fraunces', '#8a4b08', 12)`,
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

async function issue(tx: Sql, account: string, member: string, at: Date): Promise<void> {
  await tx.query(
    `insert into public.certificates (account_id, member_id, holder, course, issuer, design, achieved_at, issued_at, expires_at, expired_at)
     select d.account_id, m.id, m.name, 'The darkroom, step by step', 'Lumen Academy',
            to_jsonb(d) - '{account_id,id,name,is_default,created_at,updated_at}'::text[], $3, $3, $3::timestamptz + interval '12 months',
            $3::timestamptz + interval '12 months'
       from public.certificate_designs d join public.members m on m.account_id = d.account_id and m.id = $2
      where d.account_id = $1 and d.is_default`,
    [account, member, at],
  );
}

async function renew(tx: Sql, account: string, member: string, at: Date): Promise<void> {
  await tx.query(
    `select private.write_certificate(c.account_id, c.member_id, null, $2, c) from public.certificates c where c.account_id = $1`,
    [account, at],
  );
  await tx.query(
    `update public.certificates set issued_at = $3, expires_at = $3::timestamptz + interval '12 months'
      where account_id = $1 and member_id = $2 and renews_id is not null`,
    [account, member, at],
  );
}
