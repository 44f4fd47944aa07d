-- Who is told of what is written in their groups: each post once, and never what they have seen.

create function private.announce_group_post(account uuid, post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written public.thread_posts;
  thread public.threads;
  author uuid;
  people uuid[];
begin
  select * into written from public.thread_posts p where p.account_id = account and p.id = post and p.status = 'shown';
  select * into thread from public.threads t where (t.account_id, t.id) = (written.account_id, written.thread_id) and t.kind = 'group';
  select m.user_id into author from public.members m where (m.account_id, m.id) = (written.account_id, written.member_id);
  if thread.id is null or author is null then return; end if;
  people := array(select m.user_id from public.group_members g
    join public.members m on (m.account_id, m.id) = (g.account_id, g.member_id) and m.blocked_at is null
   where (g.account_id, g.group_id) = (thread.account_id, thread.subject_id) and g.notify_level = 'each' and m.id <> written.member_id
     and coalesce(g.seen_at, g.created_at) < written.created_at
     -- They hear of it already.
     and not exists (select from public.thread_mentions n where (n.account_id, n.post_id, n.member_id) = (account, written.id, m.id))
     and not exists (select from public.thread_posts a where (a.account_id, a.id) = (account, written.reply_to_id) and a.member_id = m.id));
  perform private.notify_people(account, people, 'groupPost', '<b>{{name}}</b> wrote in <b>{{title}}</b>.',
    jsonb_build_object('name', written.author_name, 'title', thread.title), 1, thread.path || '#comment-' || written.id, 'comments', author);
end $$;
comment on function private.announce_group_post is 'Notifies the members of a group who want to hear of each post.';

create function private.send_group_digests(level text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- A post is written before its transaction ends: what is younger than this waits for the next digest, so that none is passed over.
  until timestamptz := private.clock_now() - interval '5 minutes';
  period interval := case level when 'weekly' then interval '7 days' else interval '1 day' end;
  person record;
  made uuid;
  sent integer := 0;
begin
  for person in
    with due as (
      select g.account_id, g.id, g.member_id, g.group_id, g.digested_to, coalesce(g.seen_at, g.created_at) as seen_at from public.group_members g
       where g.notify_level = level and g.digested_to <= until - period and private.has_feature(g.account_id, 'groups') for update skip locked),
    moved as (
      update public.group_members g set digested_to = until from due where (g.account_id, g.id) = (due.account_id, due.id) returning g.id)
    select due.account_id, m.user_id, count(*) as posts, string_agg(distinct t.title, ', ') as titles, count(distinct t.id) as groups, min(t.path) as path,
        (array_agg(p.id order by p.created_at))[1:20] as post_ids
      from due join moved on moved.id = due.id
      join public.members m on (m.account_id, m.id) = (due.account_id, due.member_id) and m.blocked_at is null
      join public.threads t on t.account_id = due.account_id and t.kind = 'group' and t.subject_id = due.group_id
      join public.thread_posts p on (p.account_id, p.thread_id) = (t.account_id, t.id)
     where p.status = 'shown' and p.announced_at > due.digested_to and p.announced_at <= until
       and p.created_at > due.seen_at and p.member_id is distinct from due.member_id
     group by due.account_id, m.user_id
  loop
    made := private.notify_localized(person.account_id, person.user_id, 'groupDigest', 'New posts in <b>{{titles}}</b>: {{count}}.',
      jsonb_build_object('titles', left(person.titles, 300), 'count', person.posts), 1,
      case when person.groups = 1 then person.path else '/dashboard/groups' end, 'comments');
    insert into private.digest_posts (account_id, notification_id, post_id) select person.account_id, made, p from unnest(person.post_ids) p;
    sent := sent + 1;
  end loop;
  return sent;
end $$;
comment on function private.send_group_digests is 'One notification a member, of the posts of all their groups of a level (daily or weekly) since the last one that they have not seen. Returns how many were sent.';

create function private.group_digest_lines(account uuid, notification uuid) returns table (name text, title text, line text, path text)
language sql stable security definer set search_path = '' as $$
  select p.author_name, t.title, left(split_part(p.content, E'\n', 1), 160), t.path || '#comment-' || p.id
    from public.account_notifications n
    join private.digest_posts d on (d.account_id, d.notification_id) = (n.account_id, n.id)
    join public.thread_posts p on (p.account_id, p.id) = (d.account_id, d.post_id) and p.status = 'shown'
    join public.threads t on (t.account_id, t.id) = (p.account_id, p.thread_id)
    join public.members m on (m.account_id, m.user_id) = (n.account_id, n.user_id)
   where (n.account_id, n.id) = (account, notification) and private.may_see_thread(t.account_id, t.id, m.id)
   order by p.created_at, p.id
$$;
comment on function private.group_digest_lines is 'The posts of a digest that its reader may still see: who wrote, where, the first line, and the address.';
