import type { Seed } from '#base/server/seeding.ts';

/** A pending claim of the demo school, at a domain reserved by RFC 2606. */
export const seed: Seed = async ({ sql, accounts }) => {
  await sql.query(
    `insert into public.domain_claims (account_id, domain, problem, checked_at, next_check_at, failures, records)
     select $1, d, 'records', now(), null, 3, jsonb_build_array(
       jsonb_build_object('kind', 'TXT', 'name', '_stoa.' || d, 'expected', '', 'found', '[]'::jsonb, 'isRight', false),
       jsonb_build_object('kind', 'CNAME', 'name', d, 'expected', 'demo.localhost', 'found', '["203.0.113.9"]'::jsonb, 'isRight', false))
     from (values ('learn.lumen.example')) v(d)`,
    [accounts.demo],
  );
};
