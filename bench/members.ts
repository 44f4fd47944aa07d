import { ask, askJson } from './ask.ts';
import { withDatabase } from './database.ts';
import type { Measured } from './processes.ts';
import { type Figure, milliseconds } from './report.ts';
import { signIn } from './sign-ins.ts';

type Bench = { server: Measured; host: string; folder: string; add(figure: Figure): void };

const MANY = Number(process.env.BENCH_MEMBERS ?? 100_000);
const LIMIT_MS = 200;
const TIMES = 60;
const PAGE = 100;

/** The list of members of an account that has a hundred thousand: as the owner's browser asks for it, one call after the other. */
export async function memberList(bench: Bench): Promise<void> {
  const { server, host, folder, add } = bench;
  const { headers } = await signIn(bench, 'owner@demo.test');
  const { account } = await askJson<{ account: { account_id: string } }>(server.port, host, '/api/config');
  const { account_id } = account;
  await fill(folder, account_id);

  const call = async (name: string, args: object) => {
    const answer = await ask(server.port, host, `/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id, ...args }),
    });
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString()) as unknown;
  };
  const page = async (args: object) =>
    ((await call('member_page', { page_size: PAGE, ...args })) as { rows: { id: string; name: string }[] }).rows;
  const p95 = async (work: (time: number) => Promise<unknown>) => {
    const taken: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now();
      await work(time);
      taken.push(performance.now() - began);
    }
    return taken.sort((a, b) => a - b)[Math.ceil(TIMES * 0.95) - 1] ?? 0;
  };

  const figures: [what: string, work: (time: number) => Promise<unknown>][] = [];
  let last: { id: string; name: string } | undefined;
  figures.push([
    'the next page, behind the last row',
    async () => {
      const rows = await page(last ? { after: { value: last.name, id: last.id } } : {});
      last = rows.at(-1);
    },
  ]);
  figures.push(['a jump to any place', (time) => page({ skip: Math.floor((MANY / TIMES) * time) })]);
  figures.push(['newest first', (time) => page({ sort: 'created_at', is_ascending: false, skip: time * PAGE })]);
  // Somebody by name, a family of a hundred, and letters that half of all have.
  figures.push(['search, a page', (time) => page({ filter: { search: words[time % words.length]?.(time) } })]);
  figures.push([
    'search, how many',
    (time) => call('member_count', { filter: { search: words[time % words.length]?.(time) } }),
  ]);
  figures.push(['how many in all', () => call('member_count', {})]);
  for (const [what, work] of figures) {
    await work(0);
    const value = await p95(work);
    add({
      name: `members list, ${MANY.toLocaleString('en-GB')} members: ${what}, p95`,
      value: milliseconds(value),
      limit: `<= ${LIMIT_MS} ms`,
      holds: value <= LIMIT_MS,
    });
  }
}

const words: ((time: number) => string)[] = [
  (time) => `crowd${(time * 1_571) % MANY}@`,
  (time) => `Family ${String((time * 17) % 1_000).padStart(3, '0')}`,
  () => 'an',
  () => 'crowd',
];

/** Straight into the table: what a member brings with them (mails, notices) is not what is measured. */
async function fill(folder: string, account: string): Promise<void> {
  await withDatabase(folder, async (client) => {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `with people as (insert into auth.users (id, email, aud, role)
         select gen_random_uuid(), 'crowd' || i || '@many.test', 'authenticated', 'authenticated' from generate_series(1, $2::int) i
         returning id, email, substr(split_part(email, '@', 1), 6)::int as i)
       insert into public.members (account_id, user_id, role_id, name, slug, email, created_at)
       select $1, p.id, (select role_id from public.roles where account_id = $1 and kind = 'student'),
              (array['Anna', 'Boris', 'Chidi', 'Daniela', 'Emre', 'Fatima', 'Goran'])[1 + p.i % 7] || ' Family ' || lpad((p.i % 1000)::text, 3, '0'),
              'crowd' || p.i, p.email, now() - p.i * interval '1 minute'
         from people p`,
      [account, MANY],
    );
    await client.query('commit');
    await client.query('vacuum analyze public.members');
  });
}
