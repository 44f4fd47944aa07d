import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPayment } from '#tests/db/payments.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

/**
 * One test over the whole catalogue: what holds for every table holds for the next one too.
 */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const OURS = ['public', 'private', 'auth', 'storage', 'realtime'];
/** Exceptions by name: what identifies an account itself, and keys to the two tables everything hangs on. */
const KEYED_OTHERWISE: Record<string, string[]> = {
  accounts: ['account_id'],
  roles: ['account_id', 'role_id'],
  options: ['account_id', 'key'],
  // One row of an account.
  message_settings: ['account_id'],
  renewal_settings: ['account_id'],
  cart_settings: ['account_id'],
  // One of each provider there is.
  sign_in_providers: ['account_id', 'provider'],
  // One of each account: there is one seller in its shop, and one way to number its invoices.
  seller_details: ['account_id'],
  invoice_settings: ['account_id'],
  // The platform's price list: the same for every account.
  plans: ['id'],
};
/** Tables of the ledger itself that stand before any migration. */
const strangers: Person[] = [
  'atelierOwner',
  'atelierStudent',
  'both',
  'blocked',
  'removed',
  'fresh',
  'stolen',
  'unbound',
];

async function names(text: string, values: unknown[] = [OURS]): Promise<string[]> {
  return (await world.sql.query<{ name: string }>(text, values)).map((row) => row.name);
}

async function tenantTables(): Promise<string[]> {
  return names(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
      where n.nspname = 'public' and c.relkind = 'r' order by 1`,
    [],
  );
}

describe('every table', () => {
  test('has row-level security on and forced', async () => {
    const open = await names(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any($1) and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });

  test('that clients may touch has a policy', async () => {
    const without = await names(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and not exists (select from pg_policy p where p.polrelid = c.oid)`,
      [],
    );
    expect(without).toEqual([]);
  });

  test('names the columns in every write grant', async () => {
    const full = await names(
      `select distinct c.oid::regclass || ' ' || x.privilege_type as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
        where n.nspname = 'public' and r.rolname in ('anon', 'authenticated') and x.privilege_type not in ('DELETE')
          and c.relkind = 'r'`,
      [],
    );
    expect(full).toEqual([]);
  });

  test('is keyed by account and id', async () => {
    const rows = await world.sql.query<{ name: string; key: string[] }>(
      `select c.relname as name, (select array_agg(a.attname::text order by x.place) from unnest(k.conkey) with ordinality x(number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = x.number) as key
         from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
        where n.nspname = 'public' and c.relkind = 'r'`,
    );
    const wrong = rows.filter((row) => String(row.key) !== String(KEYED_OTHERWISE[row.name] ?? ['account_id', 'id']));
    expect(wrong).toEqual([]);
  });

  test('points into other tables by account too', async () => {
    const loose = await names(
      `select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where k.contype = 'f' and n.nspname = 'public' and cardinality(k.conkey) < 2
          and k.confrelid not in ('public.accounts'::regclass, 'auth.users'::regclass, 'public.plans'::regclass)`,
      [],
    );
    expect(loose).toEqual([]);
  });

  test('says what happens to a row whose parent goes', async () => {
    const silent = await names(
      `select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where k.contype = 'f' and n.nspname = 'public' and k.confdeltype = 'a'`,
      [],
    );
    expect(silent).toEqual([]);
  });

  test('has an index that begins with the columns of each foreign key', async () => {
    const missing = await names(
      `select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where k.contype = 'f' and n.nspname = any('{public,private}')
          and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
            and (select array_agg(c order by c) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) c)
              = (select array_agg(c order by c) from unnest(k.conkey) c))
          -- a partial index serves where the condition is that the key is there at all
          and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indpred is not null
            and (i.indkey::int2[])[0] = any(k.conkey) and (i.indkey::int2[])[cardinality(k.conkey) - 1] = any(k.conkey))`,
      [],
    );
    expect(missing).toEqual([]);
  });
});

describe('every function', () => {
  test('that runs as its owner pins its search path', async () => {
    const loose = await names(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = any($1) and p.prosecdef and not exists (select from unnest(p.proconfig) c where c like 'search_path=%')`,
    );
    expect(loose).toEqual([]);
  });

  test('of ours is open to nobody by default', async () => {
    const open = await names(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private')
          -- What a default or a constraint calls is needed by whoever writes; it has no more rights than they have.
          and (p.prosecdef or not exists (select from pg_depend d where d.refobjid = p.oid and d.classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass)))
          and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0)`,
      [],
    );
    expect(open).toEqual([]);
  });
});

describe('a stranger of another account', () => {
  // No browser of the demo takes pushes, and no provider its payments: there is no service behind made-up keys. No course
  // of it is full, so that nobody waits for a seat.
  beforeAll(async () => {
    await addPayment(world.sql, world.demo);
    await world.sql.query(
      `insert into public.push_subscriptions (account_id, user_id, endpoint, p256dh_key, auth_secret)
       select $1, user_id, 'https://push.example/one', repeat('p', 87), repeat('a', 22)
         from public.members where account_id = $1 and email = 'student@demo.test'`,
      [world.demo],
    );
    await world.sql.query(
      `insert into public.cohort_waiting (account_id, cohort_id, member_id)
       select k.account_id, k.id, m.id from public.course_cohorts k
         join public.members m on m.account_id = k.account_id and m.email = 'student@demo.test' where k.account_id = $1 limit 1`,
      [world.demo],
    );
  });

  test('finds rows to be kept from in every table of the demo', async () => {
    const empty: string[] = [];
    for (const table of await tenantTables()) {
      const rows = await world.sql.query(`select from public.${table} where account_id = $1 limit 1`, [world.demo]);
      if (rows.length === 0) empty.push(table);
    }
    expect(empty).toEqual([]);
  });

  test.each(strangers)('%s reads no more of demo than a visitor, in any table', async (person) => {
    const visible: string[] = [];
    for (const table of await tenantTables()) {
      const read = `select to_jsonb(t) - 'updated_at' as row from public.${table} t where account_id = $1`;
      const columns = await readable(table, person);
      if (columns === '') continue;
      const text = read.replace('to_jsonb(t)', `to_jsonb((select x from (select ${columns}) x))`);
      const theirs = await world.attempt(person, text, [world.demo]);
      const visitors = await world.attempt('visitor', text, [world.demo]);
      const open = new Set('rows' in visitors ? visitors.rows.map((row) => JSON.stringify(row)) : []);
      const extra = 'rows' in theirs ? theirs.rows.filter((row) => !open.has(JSON.stringify(row))) : [];
      // Blocked and removed people and those of no account keep sight of nothing but what is theirs alone.
      if (extra.length > 0) visible.push(`${table}: ${extra.length}`);
    }
    expect(visible).toEqual([]);
  });

  test.each(strangers)('%s changes and removes nothing of demo, in any table', async (person) => {
    const done: string[] = [];
    for (const table of await tenantTables()) {
      const column = await updatable(table);
      if (column) {
        const changed = await world.attempt(
          person,
          `update public.${table} set ${column} = ${column} where account_id = $1 returning 1 as one`,
          [world.demo],
        );
        if ('rows' in changed && changed.rows.length > 0) done.push(`update ${table}`);
      }
      const removed = await world.attempt(
        person,
        `delete from public.${table} where account_id = $1 returning 1 as one`,
        [world.demo],
      );
      if ('rows' in removed && removed.rows.length > 0) done.push(`delete ${table}`);
    }
    expect(done).toEqual([]);
  });

  test.each(strangers)('%s adds nothing to demo, in any table', async (person) => {
    const done: string[] = [];
    for (const table of await tenantTables()) {
      const columns = await insertable(table);
      if (columns.length === 0) continue;
      const row = (
        await world.sql.query<{ row: object }>(
          `select to_jsonb(t) as row from public.${table} t where account_id = $1 limit 1`,
          [world.demo],
        )
      )[0]?.row;
      const list = columns.filter((column) => column !== 'id').join(', ');
      const added = await world.attempt(
        person,
        `insert into public.${table} (${list}) select ${list} from jsonb_populate_record(null::public.${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      );
      // A row refused because it stands there already was let through by the policy.
      if ('rows' in added || added.refused === '23505') done.push(table);
    }
    expect(done).toEqual([]);
  });
});

async function granted(table: string, privilege: string, roles: string[]): Promise<string[]> {
  return names(
    `select a.attname::text as name from pg_attribute a
      where a.attrelid = ('public.' || $1)::regclass and a.attnum > 0 and not a.attisdropped
        and exists (select from unnest($3::text[]) r where has_column_privilege(r, a.attrelid, a.attnum, $2)) order by a.attnum`,
    [table, privilege, roles],
  );
}

async function readable(table: string, person: Person): Promise<string> {
  const role = world.caller(person).role;
  return (await granted(table, 'select', [role])).map((column) => `t.${column}`).join(', ');
}

async function updatable(table: string): Promise<string | undefined> {
  return (await granted(table, 'update', ['authenticated']))[0];
}

function insertable(table: string): Promise<string[]> {
  return granted(table, 'insert', ['authenticated']);
}
