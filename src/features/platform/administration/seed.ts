import type { Seed } from '#base/server/seeding.ts';

/** Seeds the audit log with platform actions on the two demo accounts. */
export const seed: Seed = async ({ sql, accounts, person }) => {
  const admin = await person('admin@stoa.test', 'Ada Stone');
  await sql.query(
    `insert into public.audit_entries (account_id, actor_id, act, target_kind, target_id, details, created_at) values
       ($1::uuid, $3, 'account.features_changed', 'account', $1::uuid, '{"added": ["lms"], "taken": []}', now() - interval '9 days'),
       ($2::uuid, $3, 'account.features_changed', 'account', $2::uuid, '{"added": ["lms"], "taken": []}', now() - interval '6 days')`,
    [accounts.demo, accounts.atelier, admin],
  );
};
