-- Comments and their reports become posts and reports of threads, with their ids and times.
insert into private.thread_kinds (kind, capability, queue_path) values ('post', 'staff', '/dashboard/posts/comments');

insert into public.threads (account_id, kind, subject_id, is_main, title, path, public_from, takes_posts, created_at)
select p.account_id, 'post', p.id, true, left(p.title, 200), '/blog/' || p.slug, case when p.status = 'published' then p.published_at end,
    p.settings -> 'isQuiet' is distinct from 'true'::jsonb, p.created_at
  from public.posts p;

-- What was written before is no news: nobody is notified of it again. A comment that its author took back has no text.
insert into public.thread_posts (account_id, id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status, announced_at, created_at, updated_at)
select c.account_id, c.id, t.id, c.parent_id, c.parent_id, c.member_id, c.author_name, c.content,
    case when c.status = 'shown' and c.content = '—' and c.author_name = '—' and c.member_id is null then 'removed' else c.status end,
    case when c.status <> 'waiting' then c.created_at end, c.created_at, c.updated_at
  from public.post_comments c join public.threads t on t.account_id = c.account_id and t.kind = 'post' and t.subject_id = c.post_id;

update public.threads t set post_count = shown.posts, last_post_at = shown.last_post_at
  from (select p.account_id, p.thread_id, count(*) as posts, max(p.created_at) as last_post_at
          from public.thread_posts p where p.status = 'shown' group by 1, 2) shown
 where (t.account_id, t.id) = (shown.account_id, shown.thread_id);

insert into public.thread_reports (account_id, id, post_id, member_id, reason, created_at)
select r.account_id, r.id, r.comment_id, r.member_id, r.reason, r.created_at from public.post_comment_reports r;

drop table public.post_comment_reports;
-- With the function of former policies that returned its rows.
drop table public.post_comments cascade;
