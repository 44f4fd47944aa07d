import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const MEMBER_COUNT = 20_000;
beforeAll(async () => {
  world = await openWorld();
  await world.sql.transaction(async (tx) => {
    // Disables triggers: these rows exist only for the query planner.
    await tx.query(`set local session_replication_role = 'replica'`);
    await tx.query(
      `insert into public.members (account_id, user_id, role_id, name, slug, email, created_at)
       select $1, gen_random_uuid(), (select role_id from public.roles where account_id = $1 and kind = 'student'),
              md5(i::text), 'crowd' || i, 'crowd' || i || '@many.test', now() - i * interval '1 minute'
         from generate_series(1, ${MEMBER_COUNT}) i`,
      [world.demo],
    );
  });
  // Waits until the rows are visible to all transactions: before, the planner uses no index-only scan.
  await vi.waitFor(
    async () => {
      await world.sql.query('vacuum analyze public.members');
      const [table] = await world.sql.query<{ many: number }>(
        `select relallvisible as many from pg_class where oid = 'public.members'::regclass`,
      );
      expect(table?.many).toBeGreaterThan(0);
    },
    { timeout: 20_000, interval: 300 },
  );
});
afterAll(() => world.close());

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  Plans?: Node[];
};
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf(statement: string): Promise<Node[]> {
  const [row] = await world.sql.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, format json) ${statement}`,
    [world.demo],
  );
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('There is no plan.');
  return nodesOf(plan).filter((node) => !node['Relation Name'] || node['Relation Name'] === 'members');
}

const behind = (value: string | null) => ({ value, id: '00000000-0000-7000-8000-000000000000' });

describe('of many thousand members', () => {
  test.each([
    ['the first page by name', {}, 'name', true, null, 0, 'members_by_name_idx'],
    ['the last first', {}, 'name', false, null, 0, 'members_by_name_idx'],
    ['behind a row', {}, 'name', true, behind('8'), 0, 'members_by_name_idx'],
    ['by address, behind a row', {}, 'email', true, behind('crowd2'), 0, 'members_by_email_idx'],
    ['who joined last', {}, 'created_at', false, null, 0, 'members_by_joining_idx'],
    ['who was seen last', {}, 'last_seen_at', false, null, 0, 'members_by_last_seeing_idx'],
    ['who was seen first, behind one never seen', {}, 'last_seen_at', true, behind(null), 0, 'members_by_seeing_idx'],
    ['who is in most courses', {}, 'course_count', false, null, 0, 'members_by_courses_idx'],
    ['those blocked', { status: 'blocked' }, 'name', true, null, 0, 'members_blocked_idx'],
    ['a part of an address', { search: 'owd1234@' }, 'name', true, null, 0, 'members_part_of_name_idx'],
    ['a part many have', { search: 'crowd' }, 'name', true, null, 0, 'members_by_name_idx'],
  ])(
    '%s is found by an index, and no more than a page is put in order',
    async (_, filter, sort, isAscending, from, skip, index) => {
      const [row] = await world.sql.query<{ text: string }>(
        'select private.member_page_statement($1, $2, $3, $4, 100, $5) as text',
        [JSON.stringify(filter), sort, isAscending, from && JSON.stringify(from), skip],
      );
      const nodes = await planOf(row?.text ?? '');
      expect(nodes.map((node) => node['Index Name'])).toContain(index);
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      for (const node of nodes.filter((candidate) => /Sort/.test(candidate['Node Type'])))
        expect(node['Actual Rows']).toBeLessThanOrEqual(101);
    },
  );

  test('a jump into the middle reads the index alone, and fetches the rows of one page', async () => {
    const [row] = await world.sql.query<{ text: string }>(
      `select private.member_page_statement('{}', 'name', true, null, 100, 15000) as text`,
    );
    const nodes = await planOf(row?.text ?? '');
    expect(nodes).toContainEqual(
      expect.objectContaining({ 'Node Type': 'Index Only Scan', 'Index Name': 'members_by_name_idx' }),
    );
  });

  test('they are counted by an index', async () => {
    const [row] = await world.sql.query<{ text: string }>(
      `select private.member_conditions('{"search": "owd1234@"}') as text`,
    );
    const nodes = await planOf(`select count(*) from public.members m where m.account_id = $1${row?.text ?? ''}`);
    expect(nodes.map((node) => node['Index Name'])).toContain('members_part_of_name_idx');
  });
});
