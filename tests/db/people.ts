import type { Caller, Sql } from '#base/server/database.ts';

/** Who appears in a matrix of rights: one of each standing towards the account `demo`. */
export const everyone = [
  'visitor',
  'owner',
  'instructor',
  'student',
  'parent',
  'member',
  'atelierOwner',
  'atelierStudent',
  /** A member of both accounts, on atelier. */
  'both',
  'blocked',
  'removed',
  /** Signed in on demo, a member of nothing. */
  'fresh',
  /** A token of demo's owner that was taken on atelier. */
  'stolen',
  /** A token of demo's owner whose session belongs to no account. */
  'unbound',
] as const;

export type Person = (typeof everyone)[number];
type SignedIn = Exclude<Person, 'visitor'>;

/** Their login, and the account their session began on. */
const LOGINS: Record<SignedIn, [email: string, account: 'demo' | 'atelier' | null]> = {
  owner: ['owner@demo.test', 'demo'],
  instructor: ['instructor@demo.test', 'demo'],
  student: ['student@demo.test', 'demo'],
  parent: ['parent@demo.test', 'demo'],
  member: ['member@demo.test', 'demo'],
  atelierOwner: ['owner@atelier.test', 'atelier'],
  atelierStudent: ['student@atelier.test', 'atelier'],
  both: ['both@world.test', 'atelier'],
  blocked: ['blocked@world.test', 'demo'],
  removed: ['removed@world.test', 'demo'],
  fresh: ['fresh@world.test', 'demo'],
  stolen: ['owner@demo.test', 'atelier'],
  unbound: ['owner@demo.test', null],
};

const signedIn = everyone.filter((person): person is SignedIn => person !== 'visitor');
const sessionIdOf = (person: SignedIn) =>
  `018f0000-0000-7000-8000-${String(everyone.indexOf(person)).padStart(12, '0')}`;

/** Puts into the seeded database whom the demo lacks, and a session for each. */
export async function arrangePeople(sql: Sql): Promise<void> {
  await sql.query(
    `insert into auth.users (id, email, aud, role, email_confirmed_at, email_proved_at)
     select gen_random_uuid(), name || '@world.test', 'authenticated', 'authenticated', now(), now()
       from unnest(array['both', 'blocked', 'removed', 'fresh']) name`,
  );
  await sql.query(
    `select private.make_member(a.account_id, u.id, 'student')
       from (values ('both', 'demo'), ('both', 'atelier'), ('blocked', 'demo'), ('removed', 'demo')) m (name, slug)
       join auth.users u on u.email = m.name || '@world.test' join public.accounts a on a.slug = m.slug`,
  );
  const idOf = (name: string) => `(select id from auth.users where email = '${name}@world.test')`;
  await sql.query(`update public.members set blocked_at = now() where user_id = ${idOf('blocked')}`);
  await sql.query(`delete from public.members where user_id = ${idOf('removed')}`);
  for (const person of signedIn) {
    const [email, account] = LOGINS[person];
    const session = sessionIdOf(person);
    await sql.query('insert into auth.sessions (id, user_id) select $1, id from auth.users where email = $2', [
      session,
      email,
    ]);
    if (account)
      await sql.query(
        `insert into private.session_accounts (session_id, account_id, user_id)
         select $1, a.account_id, u.id from auth.users u, public.accounts a where u.email = $2 and a.slug = $3`,
        [session, email, account],
      );
  }
}

/** As whom each of them calls. */
export async function readPeople(sql: Sql): Promise<Record<Person, Caller>> {
  const rows = await sql.query<{ id: string; user_id: string }>(
    'select id, user_id from auth.sessions where id = any($1)',
    [signedIn.map(sessionIdOf)],
  );
  const callers = signedIn.map((person): [Person, Caller] => {
    const row = rows.find(({ id }) => id === sessionIdOf(person));
    if (!row) throw new Error(`The seeded world has no session of ${person}.`);
    return [person, { role: 'authenticated', claims: { sub: row.user_id, role: 'authenticated', session_id: row.id } }];
  });
  const visitor: Caller = { role: 'anon', claims: { role: 'anon' } };
  return Object.fromEntries([['visitor', visitor], ...callers]) as Record<Person, Caller>;
}

/** The ids of the seeded accounts by their slugs. */
export async function readAccounts(sql: Sql): Promise<{ demo: string; atelier: string; platform: string }> {
  const rows = await sql.query<{ slug: string; account_id: string }>('select slug, account_id from public.accounts');
  const id = (slug: string) => {
    const row = rows.find((account) => account.slug === slug);
    if (!row) throw new Error(`The seeded world has no account ${slug}.`);
    return row.account_id;
  };
  return { demo: id('demo'), atelier: id('atelier'), platform: id('platform') };
}
