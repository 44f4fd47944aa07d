import type { Seed } from '#base/server/seeding.ts';

/** The people of the two demo accounts; the owners are members already, by the trigger on their accounts. */
export const seed: Seed = async ({ sql, accounts, person }) => {
  const people = [
    [
      accounts.demo,
      'instructor@demo.test',
      'Tomás Rivera',
      'instructor',
      'Photographs light for a living and teaches what it does.',
    ],
    [
      accounts.demo,
      'student@demo.test',
      'Amara Okafor',
      'student',
      'Civil engineer who carries a camera to every building site.',
    ],
    [accounts.demo, 'parent@demo.test', 'Ngozi Okafor', 'parent', ''],
    [accounts.demo, 'member@demo.test', 'Elif Kaya', 'student', ''],
    [accounts.atelier, 'student@atelier.test', 'Yusuf Haddad', 'student', 'Prints linocuts at the kitchen table.'],
  ] as const;
  for (const [account, email, name, role, bio] of people) {
    const id = await person(email, name);
    await sql.query('select private.make_member($1, $2, $3)', [account, id, role]);
    await sql.query('update public.members set bio = $3 where account_id = $1 and user_id = $2', [account, id, bio]);
  }
  await sql.query(
    `update public.members set is_public = true, bio = coalesce(nullif(bio, ''), 'Runs the school.')
      where role_id in (select role_id from public.roles where kind in ('owner', 'instructor'))`,
  );
  await sql.query(
    `insert into public.guardians (account_id, parent_id, child_id)
     select p.account_id, p.id, c.id from public.members p, public.members c
      where p.email = 'parent@demo.test' and c.email = 'student@demo.test' and p.account_id = c.account_id`,
  );
};
