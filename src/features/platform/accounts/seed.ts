import type { Seed } from '#base/server/seeding.ts';

/** Seeds the platform's users and the two demo accounts. */
export const seed: Seed = async ({ sql, accounts, person }) => {
  const admin = await person('admin@stoa.test', 'Ada Stone');
  const demoOwner = await person('owner@demo.test', 'Helena Voss');
  const atelierOwner = await person('owner@atelier.test', 'Marc Aubert');
  await sql.query(
    `insert into private.super_admins (email) select lower(email) from auth.users where id = $1 on conflict do nothing`,
    [admin],
  );
  await sql.query(
    `insert into public.accounts (account_id, slug, owner_id, features) values
       ($1, 'demo', $3, '{lms,groups,appointments}'), ($2, 'atelier', $4, '{lms}')`,
    [accounts.demo, accounts.atelier, demoOwner, atelierOwner],
  );
};
