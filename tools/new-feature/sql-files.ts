import type { FeatureName } from './feature-name.ts';

export function migration({ table, words }: FeatureName): string {
  return `create table public.${table} (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 200),
  is_published boolean not null default false,
  search_text text generated always as (private.folded(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id)
);
comment on table public.${table} is 'The ${words} of an account; visitors see the published ones.';
create index ${table}_newest_idx on public.${table} (account_id, created_at desc);
alter table public.${table} enable row level security;
alter table public.${table} force row level security;
`;
}

export function policies({ folder, table, one_row, words }: FeatureName): string {
  return `create trigger ${table}_touch before update on public.${table} for each row execute function private.touch_updated_at();
create trigger ${table}_tell after insert or update or delete on public.${table}
  for each row execute function private.notify_change('${table}');

create function private.emit_${one_row}_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_published and (tg_op = 'INSERT' or not old.is_published) then
    perform private.emit(new.account_id, '${one_row}.published', '${one_row}:' || new.id, facts => jsonb_build_object('${one_row}_id', new.id));
  end if;
  return null;
end $$;
comment on function private.emit_${one_row}_event is 'Records that one was published.';
create trigger ${table}_emit after insert or update of is_published on public.${table}
  for each row execute function private.emit_${one_row}_event();

grant select (account_id, id, title, is_published, search_text, created_at, updated_at) on public.${table} to anon, authenticated;
grant insert (account_id, title, is_published), update (title, is_published), delete on public.${table} to authenticated;
create policy "Everyone reads published ${words}" on public.${table} for select to anon, authenticated
  using (is_published);
create policy "Managers read all ${words} of their account" on public.${table} for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Keys read ${words}" on public.${table} for select to authenticated
  using (account_id = (select private.key_account('${folder}:read')));
create policy "Managers add ${words}" on public.${table} for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change ${words}" on public.${table} for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove ${words}" on public.${table} for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));
`;
}

export function policiesTest({ folder, table, one_row, words }: FeatureName): string {
  return `import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.${table}');
  await world.sql.query(
    \`insert into public.${table} (account_id, title, is_published) values ($1, 'Published', true), ($1, 'Draft', false)\`,
    [world.demo],
  );
});
afterAll(() => world.close());

/** How many rows a statement about demo's rows touches, or that it is refused. */
async function attempt(person: Person, statement: string): Promise<number | string> {
  const outcome = await world.attempt(person, statement, [world.demo]);
  return 'rows' in outcome ? outcome.rows.length : outcome.refused;
}

const people: [Person, { reads: number; adds: number | string; changes: number | string; removes: number | string }][] = [
  ['visitor', { reads: 1, adds: '42501', changes: '42501', removes: '42501' }],
  ['owner', { reads: 2, adds: 1, changes: 2, removes: 2 }],
  ['instructor', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['student', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['parent', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['atelierOwner', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['both', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['blocked', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['removed', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['fresh', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['stolen', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
  ['unbound', { reads: 1, adds: '42501', changes: 0, removes: 0 }],
];

describe('${words}: who may do what', () => {
  test.each(people)('%s', async (person, expected) => {
    expect({
      reads: await attempt(person, 'select id from public.${table} where account_id = $1'),
      adds: await attempt(person, "insert into public.${table} (account_id, title) values ($1, 'New') returning id"),
      changes: await attempt(person, "update public.${table} set title = 'Other' where account_id = $1 returning id"),
      removes: await attempt(person, 'delete from public.${table} where account_id = $1 returning id'),
    }).toEqual(expected);
  });

  test('publishing one is an event, once', async () => {
    const emitted = () =>
      world.sql.query<{ type: string }>("select type from private.events where type = '${one_row}.published' and account_id = $1", [world.demo]);
    const before = await emitted();
    await world.sql.query("insert into public.${table} (account_id, title) values ($1, 'Later')", [world.demo]);
    expect(await emitted()).toHaveLength(before.length);
    for (const title of ['Later', 'Renamed'])
      await world.sql.query(
        "update public.${table} set is_published = true, title = 'Renamed' where account_id = $1 and title = $2",
        [world.demo, title],
      );
    expect(await emitted()).toHaveLength(before.length + 1);
    await world.sql.query("delete from public.${table} where account_id = $1 and title = 'Renamed'", [world.demo]);
  });

  test('an API key reads all of its account, where it has the scope', async () => {
    const keys = [
      ['${folder}:read', 2],
      ['members:read', 1],
    ] as const;
    for (const [scope, rows] of keys) {
      const [row] = await world.database
        .as(world.caller('owner'))
        .query<{ made: { id: string } }>("select public.create_api_key($1, 'A key', $2) as made", [world.demo, [scope]]);
      const claims = { role: 'authenticated', api_key: row?.made.id };
      const read = world.database.as({ role: 'authenticated', claims });
      expect(await read.query('select id from public.${table} where account_id = $1', [world.demo]), scope).toHaveLength(rows);
    }
  });

  test('nobody moves a row into another account', async () => {
    const outcome = await world.attempt('owner', 'update public.${table} set account_id = $1', [world.atelier]);
    expect(outcome).toMatchObject({ refused: '42501' });
  });
});
`;
}
