import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';

let world: WireWorld;
let userId: string;
beforeAll(async () => {
  world = await openWireWorld();
  const { data } = await world.client().auth.signUp({ email: world.newAddress(), password: PASSWORD });
  userId = data.user?.id ?? '';
});
afterAll(() => world.close());

/** Runs a statement as a role: its rows, or the SQLSTATE of the error. */
async function queryAs(role: string, statement: string): Promise<unknown> {
  const claims = role === 'authenticated' ? { role, sub: userId, email: 'ada@school.test' } : { role };
  return world.sql
    .transaction(async (tx) => {
      await tx.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        role,
        JSON.stringify(claims),
      ]);
      return tx.query(statement);
    })
    .catch((error: { code?: string }) => error.code);
}

const roles = ['anon', 'authenticated', 'service_role'];
const tables = [
  ...[
    'users',
    'identities',
    'sessions',
    'refresh_tokens',
    'mfa_amr_claims',
    'recovery_codes',
    'one_time_tokens',
    'flow_state',
  ],
  ...['audit_log_entries', 'mfa_factors', 'mfa_challenges', 'webauthn_credentials', 'webauthn_challenges'],
  ...['oauth_client_states', 'session_confirmations', 'deferred_requests'],
];
const keyOf: Record<string, string> = { session_confirmations: 'session_id', recovery_codes: 'user_id' };
const DENIED = '42501';

describe('the tables of schema auth', () => {
  it.each(roles)('are closed to %s, by every verb', async (role) => {
    for (const table of tables) {
      for (const statement of [
        `select * from auth.${table}`,
        `insert into auth.${table} default values`,
        `update auth.${table} set ${keyOf[table] ?? 'id'} = ${keyOf[table] ?? 'id'}`,
        `delete from auth.${table}`,
        `truncate auth.${table} cascade`,
      ]) {
        expect([role, statement, await queryAs(role, statement)]).toEqual([role, statement, DENIED]);
      }
    }
  });

  it('are all of them, with row-level security on and forced', async () => {
    const rows = await world.sql.query<{ name: string; closed: boolean }>(
      `select relname as name, relrowsecurity and relforcerowsecurity as closed from pg_class
       where relnamespace = 'auth'::regnamespace and relkind = 'r'`,
    );
    expect(rows.map((table) => table.name).sort()).toEqual([...tables].sort());
    expect(rows.filter((table) => !table.closed)).toEqual([]);
  });
});

describe('the functions of schema auth', () => {
  it.each([
    ['anon', { uid: null, role: 'anon', email: null, claim: 'anon' }],
    ['service_role', { uid: null, role: 'service_role', email: null, claim: 'service_role' }],
  ])('return the identity of %s', async (role, expected) => {
    const statement = `select auth.uid(), auth.role(), auth.email(), auth.jwt() ->> 'role' as claim`;
    expect(await queryAs(role, statement)).toEqual([expected]);
  });

  it('tell a signed-in person who they are', async () => {
    expect(await queryAs('authenticated', `select auth.uid(), auth.role(), auth.email()`)).toEqual([
      { uid: userId, role: 'authenticated', email: 'ada@school.test' },
    ]);
  });

  it('return null outside a request', async () => {
    expect(await world.sql.query('select auth.uid(), auth.role(), auth.email(), auth.jwt()')).toEqual([
      { uid: null, role: null, email: null, jwt: null },
    ]);
  });

  it.each(roles)('that keep sessions do nothing for %s', async (role) => {
    expect(await queryAs(role, `select auth.rotate_refresh_token('x', '\\x00', 'y')`)).toBe(DENIED);
    expect(await queryAs(role, `select auth.session_ended(null, 1, true)`)).toBe(DENIED);
    expect(await queryAs(role, `select auth.session_methods('${crypto.randomUUID()}')`)).toBe(DENIED);
  });
});
