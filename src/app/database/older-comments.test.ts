import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '#base/server/database.ts';
import { type OlderVersion, openOlderVersion } from '#tests/db/older-version.ts';

/** The first migration that knows of threads. */
const FIRST_STAMP = '202611270100';

/** Of the policies of that version what stood on the table that goes: a function of its row type, a policy, a trigger. */
const olderPolicies = `
  create function private.add_post_comment(post_id uuid, parent_id uuid, content text, is_masked boolean) returns public.post_comments
  language sql as $$ select null::public.post_comments $$;
  create function private.delete_reports() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger post_comments_forget_reports after update of status on public.post_comments for each row execute function private.delete_reports();
  grant select on public.post_comments to anon;
  create policy "Everyone reads the comments that are shown" on public.post_comments for select to anon using (status = 'shown');`;

let older: OlderVersion;
let sql: Sql;
beforeAll(async () => {
  older = await openOlderVersion(FIRST_STAMP, { name: 'posts/comments', policies: olderPolicies });
  sql = older.sql;
});
afterAll(() => older.close());

const ids = {
  account: '01900000-0000-7000-8000-000000000001',
  user: '01900000-0000-7000-8000-000000000002',
  post: '01900000-0000-7000-8000-000000000003',
  quiet: '01900000-0000-7000-8000-000000000004',
  question: '01900000-0000-7000-8000-000000000005',
  answer: '01900000-0000-7000-8000-000000000006',
  gone: '01900000-0000-7000-8000-000000000007',
  waiting: '01900000-0000-7000-8000-000000000008',
};

async function writeComments(): Promise<void> {
  await sql.query(`insert into public.accounts (account_id, slug) values ('${ids.account}', 'older')`);
  await sql.query(
    `insert into auth.users (id, email, aud, role) values ('${ids.user}', 'mia@older.test', 'authenticated', 'authenticated')`,
  );
  await sql.query(
    `insert into public.roles (account_id, name, kind, caps) values ('${ids.account}', 'Student', 'student', '{}')`,
  );
  await sql.query(
    `insert into public.members (account_id, user_id, role_id, name, slug, email)
     select account_id, '${ids.user}', role_id, 'Mia', 'mia', 'mia@older.test' from public.roles where account_id = '${ids.account}'`,
  );
  await sql.query(
    `insert into public.posts (account_id, id, title, slug, status, published_at, settings) values
       ('${ids.account}', '${ids.post}', 'Snow', 'snow', 'published', '2026-01-01', '{}'),
       ('${ids.account}', '${ids.quiet}', 'Silence', 'silence', 'draft', null, '{"isQuiet": true}')`,
  );
  await sql.query(
    `insert into public.post_comments (account_id, id, post_id, parent_id, member_id, author_name, content, status, created_at)
     select '${ids.account}', c.id::uuid, '${ids.post}', c.parent::uuid, m.id, c.name, c.content, c.status, c.at::timestamptz
       from (values ('${ids.question}', null, 'mia', 'Mia', 'Why?', 'shown', '2026-01-02'),
                    ('${ids.answer}', '${ids.question}', null, '—', 'Because.', 'shown', '2026-01-03'),
                    ('${ids.gone}', null, null, '—', '—', 'shown', '2026-01-04'),
                    ('${ids.waiting}', '${ids.gone}', 'mia', 'Mia', 'https://example.org', 'waiting', '2026-01-05'))
              c (id, parent, slug, name, content, status, at)
       left join public.members m on m.slug = c.slug`,
  );
  await sql.query(
    `insert into public.post_comment_reports (account_id, comment_id, member_id, reason, created_at)
     select '${ids.account}', '${ids.answer}', id, 'Short', '2026-01-06' from public.members`,
  );
}

test('comments and reports of an older version are posts and reports of threads', async () => {
  await writeComments();
  await older.upgrade();

  expect(
    await sql.query(
      `select t.subject_id, t.is_main, t.title, t.path, t.public_from is not null as is_public, t.takes_posts, t.post_count, t.last_post_at
         from public.threads t order by t.subject_id`,
    ),
  ).toEqual([
    {
      subject_id: ids.post,
      is_main: true,
      title: 'Snow',
      path: '/blog/snow',
      is_public: true,
      takes_posts: true,
      post_count: 2,
      last_post_at: new Date('2026-01-03T00:00:00Z'),
    },
    {
      subject_id: ids.quiet,
      is_main: true,
      title: 'Silence',
      path: '/blog/silence',
      is_public: false,
      takes_posts: false,
      post_count: 0,
      last_post_at: null,
    },
  ]);
  expect(
    await sql.query(
      `select p.id, p.parent_id, m.slug, p.author_name, p.content, p.status, p.announced_at is null as is_news, to_char(p.created_at, 'YYYY-MM-DD') as day
         from public.thread_posts p left join public.members m on m.id = p.member_id order by p.id`,
    ),
  ).toEqual([
    {
      id: ids.question,
      parent_id: null,
      slug: 'mia',
      author_name: 'Mia',
      content: 'Why?',
      status: 'shown',
      is_news: false,
      day: '2026-01-02',
    },
    {
      id: ids.answer,
      parent_id: ids.question,
      slug: null,
      author_name: '—',
      content: 'Because.',
      status: 'shown',
      is_news: false,
      day: '2026-01-03',
    },
    {
      id: ids.gone,
      parent_id: null,
      slug: null,
      author_name: '—',
      content: '—',
      status: 'removed',
      is_news: false,
      day: '2026-01-04',
    },
    {
      id: ids.waiting,
      parent_id: ids.gone,
      slug: 'mia',
      author_name: 'Mia',
      content: 'https://example.org',
      status: 'waiting',
      is_news: true,
      day: '2026-01-05',
    },
  ]);
  expect(await sql.query('select post_id, reason, created_at from public.thread_reports')).toEqual([
    { post_id: ids.answer, reason: 'Short', created_at: new Date('2026-01-06T00:00:00Z') },
  ]);
  // Under the former names as before.
  expect(
    await sql.query('select id, post_id, parent_id, content, status from public.post_comments where id = $1', [
      ids.gone,
    ]),
  ).toEqual([{ id: ids.gone, post_id: ids.post, parent_id: null, content: '—', status: 'shown' }]);
  expect(await sql.query('select comment_id, reason from public.post_comment_reports')).toEqual([
    { comment_id: ids.answer, reason: 'Short' },
  ]);
});
