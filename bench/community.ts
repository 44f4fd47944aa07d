import { ask } from './ask.ts';
import { withDatabase } from './database.ts';
import { type Bench, percentile, rpc, timed } from './learning.ts';
import { milliseconds, thousands } from './report.ts';
import { signIn } from './sign-ins.ts';

const MEMBERS = 10_000;
const POSTS = Number(process.env.BENCH_POSTS ?? 1_000_000);
/** Posts that are no replies, of a hundred. */
const TOP_SHARE = 40;
const FEED_LIMIT_MS = 150;
const POST_LIMIT_MS = 1_000;
const TIMES = 30;
/** A member writes five times in ten minutes. */
const WRITTEN = 3;
const COLUMNS =
  'id,parent_id,reply_to_id,topic_id,member_id,author_name,content,status,is_pinned,reactions,edited_at,created_at,thread_mentions(slug),thread_attachments(id,path,name,mime_type,size)';

type Headers = Record<string, string>;

/** A group of ten thousand members, each of whom hears of every post, with a million posts. */
export async function community(bench: Bench): Promise<void> {
  const { account, thread } = await fill(bench.folder);
  const { headers } = await signIn(bench, 'instructor@demo.test');
  const add = (what: string, taken: number[], limit?: number) => {
    const value = percentile(taken, 0.99);
    bench.add({
      name: `group of ${thousands(MEMBERS)} members and ${thousands(POSTS)} posts: ${what}, p99`,
      value: milliseconds(value),
      beside: `p50 ${milliseconds(percentile(taken, 0.5))}`,
      ...(limit && { limit: `<= ${limit} ms`, holds: value <= limit }),
    });
  };
  add(
    'the first page of the feed',
    await timed(TIMES, () => firstPage(bench, headers, account, thread)),
    FEED_LIMIT_MS,
  );
  add('unread counts', await timed(TIMES, () => rpc(bench, headers, 'list_groups', {})), FEED_LIMIT_MS);
  const written: number[] = [];
  const announced: number[] = [];
  await withDatabase(bench.folder, async (client) => {
    const countNotified = async () =>
      Number(
        (
          await client.query(
            `select count(*) as n from public.account_notifications where said ->> 'key' = 'groupPost'`,
          )
        ).rows[0].n,
      );
    for (let round = 1; round <= WRITTEN; round++) {
      const began = performance.now();
      await write(bench, headers, thread, `Post ${round}`);
      written.push(performance.now() - began);
      while ((await countNotified()) < round * MEMBERS) await new Promise((done) => setTimeout(done, 20));
      announced.push(performance.now() - began);
    }
  });
  add('a post is written', written, POST_LIMIT_MS);
  add('every member is notified of it', announced, POST_LIMIT_MS);
}

/** What the feed reads, as its screen does: the newest and the pinned posts, then their replies and polls. */
async function firstPage(bench: Bench, headers: Headers, account: string, thread: string): Promise<void> {
  const posts = async (filter: string) =>
    (await read(bench, headers, `/rest/v1/thread_posts?select=${COLUMNS}&account_id=eq.${account}&${filter}`)) as {
      id: string;
    }[];
  const top = `thread_id=eq.${thread}&parent_id=is.null&status=neq.hidden&limit=20`;
  const [newest] = await Promise.all([
    posts(`${top}&order=created_at.desc,id.desc`),
    posts(`${top}&is_pinned=eq.true&order=created_at.desc`),
  ]);
  const ids = newest.map(({ id }) => id);
  if (ids.length < 20) throw new Error('The feed has no whole page.');
  await Promise.all([
    posts(`parent_id=in.(${ids.join()})&status=neq.hidden&order=created_at&limit=500`),
    rpc(bench, headers, 'list_polls', { post_ids: ids }),
  ]);
}

async function read({ server, host }: Bench, headers: Headers, path: string): Promise<unknown> {
  const { status, body } = await ask(server.port, host, path, { headers });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  return JSON.parse(body.toString());
}

async function write({ server, host }: Bench, headers: Headers, thread: string, content: string): Promise<void> {
  const { status, body } = await ask(server.port, host, '/api/threads/posts', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: thread, content }),
  });
  if (status !== 201) throw new Error(`A post was answered with ${status}: ${body}`);
}

/** Straight into the tables: what a join or a post sets off is not what is measured here. */
function fill(folder: string): Promise<{ account: string; thread: string }> {
  return withDatabase(folder, async (client) => {
    const one = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows[0] as Row;
    const made = await one<{ account: string; group: string }>(
      `insert into public.groups (account_id, slug, title, visibility)
       select account_id, 'a-large-group', 'A large group', 'private' from public.accounts where slug = 'demo' returning account_id as account, id as group`,
      [],
    );
    const { thread } = await one<{ thread: string }>(
      `select id as thread from public.threads where kind = 'group' and subject_id = $1`,
      [made.group],
    );
    const top = Math.round((POSTS * TOP_SHARE) / 100);
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query(
      `with made as (
         insert into auth.users (id, email, aud, role)
         select gen_random_uuid(), 'grouped' || i || '@community.test', 'authenticated', 'authenticated' from generate_series(1, $3::int) i returning id, email),
       people as (
         insert into public.members (account_id, user_id, role_id, name, slug, email)
         select $1, m.id, (select role_id from public.roles where account_id = $1 and kind = 'student'), 'Member ' || substring(m.email from '\\d+'),
             split_part(m.email, '@', 1), m.email from made m returning id)
       insert into public.group_members (account_id, group_id, member_id, role, notify_level)
       select $1::uuid, $2::uuid, p.id, 'member', 'each' from people p
       union all select $1, $2, m.id, 'owner', 'none' from public.members m where m.account_id = $1 and m.email = 'instructor@demo.test'`,
      [made.account, made.group, MEMBERS],
    );
    await client.query(
      `with top as (
         insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status, announced_at, created_at)
         select $1::uuid, $2::uuid, p.ids[1 + i % array_length(p.ids, 1)], 'Member', 'Post ' || i, 'shown', now(), now() - make_interval(secs => i)
           from generate_series(1, $3::int) i, (select array_agg(member_id) as ids from public.group_members where group_id = $5) p
         returning id, member_id, created_at)
       insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status, announced_at, created_at)
       select $1::uuid, $2::uuid, t.id, t.id, t.member_id, 'Member', 'Reply ' || r, 'shown', now(), t.created_at + make_interval(secs => r)
         from (select *, row_number() over () as n from top) t cross join lateral generate_series(1, (1 + t.n % 2)::int) r limit $4`,
      [made.account, thread, top, POSTS - top, made.group],
    );
    await client.query('commit');
    for (const table of ['members', 'group_members', 'thread_posts'])
      await client.query(`vacuum analyze public.${table}`);
    return { account: made.account, thread };
  });
}
