import type { Seed } from '#base/server/seeding.ts';

/** The student has made Open Badges of what they earned, as they do on their own screen. */
export const seed: Seed = async ({ sql, accounts: { demo }, member }) => {
  const student = await member(demo, 'student@demo.test');
  await sql.query(
    `insert into public.open_badges (account_id, member_id, certificate_id, holder, name, issuer, language, salt, email_hash, status_index, awarded_at, expires_at, created_at)
     select c.account_id, c.member_id, c.id, c.holder, c.course, c.issuer, c.design ->> 'language', s.salt,
         encode(sha256(convert_to(lower(m.email) || s.salt, 'UTF8')), 'hex'), private.next_badge_index(c.account_id), c.achieved_at, c.expires_at, c.issued_at
       from public.certificates c
       join public.members m on (m.account_id, m.id) = (c.account_id, c.member_id)
       cross join lateral (select replace(gen_random_uuid()::text, '-', '') as salt where c.id is not null) s
      where c.account_id = $1 and c.member_id = $2 and c.revoked_at is null`,
    [demo, student],
  );
};
