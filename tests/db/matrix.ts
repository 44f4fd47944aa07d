import { expect, test } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { everyone, type Person } from './people.ts';
import type { Outcome, World } from './world.ts';

export { everyone } from './people.ts';

/** How many rows a statement touched, or the code it was refused with. */
export type Count = number | string;

/** One line of a matrix: what is tried, the statement (`{name}` stands for an id), and what each person gets. */
export type Line = [what: string, statement: string, who: Partial<Record<Person, Count>> & { others: Count }];

/** The members of demo, each with the same outcome. */
export function membersOfDemo(outcome: Count): Partial<Record<Person, Count>> {
  return { owner: outcome, instructor: outcome, student: outcome, parent: outcome, member: outcome };
}

/** Who x verb: every line is tried by every person of the world at once, and undone; one that fails prints the whole row. */
export function matrix(world: () => World, lines: Line[], names: () => Record<string, string> = () => ({})): void {
  test.each(lines)('%s', async (_what, statement, who) => {
    const text = fill(statement, { demo: world().demo, atelier: world().atelier, ...names() });
    const outcomes = everyone.map(async (person) => [person, countOf(await world().attempt(person, text))]);
    const expected = everyone.map((person) => [person, who[person] ?? who.others]);
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(Object.fromEntries(expected));
  });
}

export function countOf(outcome: Outcome): Count {
  return 'rows' in outcome ? outcome.rows.length : outcome.refused;
}

function fill(statement: string, names: Record<string, string>): string {
  return statement.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = names[name];
    if (id === undefined) throw new Error(`The matrix names {${name}}, which nobody gave it.`);
    return `'${id}'`;
  });
}

/** A member of an account with a role of exactly these capabilities, signed in there. */
export async function memberWith(world: World, account: string, caps: string[]): Promise<Caller> {
  const name = `role-${Math.floor(Math.random() * 1e9)}`;
  const [user] = await world.sql.query<{ id: string }>(
    `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
    [`${name}@world.test`],
  );
  const userId = user?.id ?? '';
  await world.sql.query("select private.make_member($1, $2, 'student')", [account, userId]);
  await world.sql.query(
    `with made as (insert into public.roles (account_id, name, caps) values ($1, $2, $3) returning role_id)
     update public.members set role_id = made.role_id from made where account_id = $1 and user_id = $4`,
    [account, name, caps, userId],
  );
  return sessionOf(world, account, userId);
}

/** A person's session that began on an account. */
export async function sessionOf(world: World, account: string, userId: string): Promise<Caller> {
  const session = crypto.randomUUID();
  await world.sql.query('insert into private.session_accounts (session_id, account_id, user_id) values ($1, $2, $3)', [
    session,
    account,
    userId,
  ]);
  return { role: 'authenticated', claims: { sub: userId, role: 'authenticated', session_id: session } };
}

/** Notes of a session, as the auth service does, that its person has just shown who they are. Answers the caller. */
export async function confirmed(world: World, caller: Caller): Promise<Caller> {
  const { session_id, sub } = caller.claims;
  await world.sql.query('insert into auth.sessions (id, user_id) values ($1, $2) on conflict (id) do nothing', [
    session_id,
    sub,
  ]);
  await world.sql.query(
    `insert into auth.session_confirmations (session_id, confirmed_until) values ($1, now() + interval '5 minutes')
     on conflict (session_id) do update set confirmed_until = excluded.confirmed_until, is_for_password = false`,
    [session_id],
  );
  return caller;
}

export async function userIdOf(world: World, email: string): Promise<string> {
  const [row] = await world.sql.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  if (!row) throw new Error(`The world has no ${email}.`);
  return row.id;
}
