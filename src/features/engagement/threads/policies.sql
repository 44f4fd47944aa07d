-- Who may see, write in and moderate a thread. Everything of a thread (posts, reactions, mentions, attachments, reports)
-- goes by the policies of `threads`.

create function private.thread_grants(account uuid default null, member uuid default null)
returns table (account_id uuid, kind text, subject_id uuid, level text)
language plpgsql stable security definer set search_path = '' as $$
declare
  k private.thread_kinds;
  is_caller boolean := member is null;
  caps text[];
begin
  if is_caller then
    select m.account_id, m.id into account, member from public.members m
     where m.account_id = (select private.account_with('member')) and m.user_id = auth.uid();
  else
    select r.caps into caps from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = account and m.id = member and m.blocked_at is null;
    if caps is null then return; end if;
  end if;
  for k in select * from private.thread_kinds loop
    if is_caller then
      return query select a, k.kind, null::uuid, 'moderate' from private.account_with(k.capability) a;
    elsif private.holds(caps, k.capability) then
      return query select account, k.kind, null::uuid, 'moderate';
    end if;
    if k.access_function is not null and member is not null then
      return query execute format('select $1, $3, s.subject_id, s.level from private.%I($1, $2) s', k.access_function)
        using account, member, k.kind;
    end if;
  end loop;
end $$;
comment on function private.thread_grants is 'What a member, the caller where none is named, may do beyond reading what is public: a row for each subject they may read, write under or moderate, and one without a subject for a kind they moderate as a whole. Looked up once a query.';
grant execute on function private.thread_grants(uuid, uuid) to authenticated;

create function private.may_see_thread(account uuid, thread uuid, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.threads t
     join public.members m on m.account_id = t.account_id and m.id = may_see_thread.member and m.blocked_at is null
    where t.account_id = account and t.id = thread
      and (t.public_from <= (select private.clock_now()) or exists (
        select from private.thread_grants(account, may_see_thread.member) g where g.kind = t.kind and coalesce(g.subject_id, t.subject_id) = t.subject_id)))
$$;
comment on function private.may_see_thread is 'Whether another member may see a thread.';

create function private.thread_level(account uuid, thread uuid) returns text
language sql stable security definer set search_path = '' as $$
  select l.level from public.threads t join private.thread_kinds k on k.kind = t.kind
    cross join lateral (
      select g.level from private.thread_grants() g
       where g.account_id = t.account_id and g.kind = t.kind and coalesce(g.subject_id, t.subject_id) = t.subject_id
      union all
      -- Where a kind lists nobody, every member may write under what is public.
      select case when k.access_function is null then 'write' else 'read' end
       where t.public_from <= (select private.clock_now()) and t.account_id = (select private.account_with('member'))) l
   where t.account_id = account and t.id = thread
   order by array_position(array['moderate', 'write', 'read'], l.level) limit 1
$$;
comment on function private.thread_level is 'What the caller may do in a thread: read, write or moderate; null where they may not see it.';

create function public.own_thread_level(thread_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.thread_level(t.account_id, t.id) from public.threads t where t.id = own_thread_level.thread_id
$$;
comment on function public.own_thread_level is 'What the caller may do in a thread: read, write or moderate; null where they may not see it.';
grant execute on function public.own_thread_level(uuid) to authenticated;

grant select (account_id, id, kind, subject_id, is_main, member_id, title, path, public_from, takes_posts, state, is_pinned, post_count, last_post_at,
  created_at, updated_at) on public.threads to anon, authenticated;
create policy "Everyone sees the threads of what is public" on public.threads for select to anon, authenticated
  using (public_from <= (select private.clock_now()));
create policy "Whoever may see a subject sees its threads" on public.threads for select to authenticated
  using ((account_id, kind) in (select g.account_id, g.kind from private.thread_grants() g where g.subject_id is null)
    or (account_id, kind, subject_id) in (select g.account_id, g.kind, g.subject_id from private.thread_grants() g where g.subject_id is not null));

create function private.moderated_subjects() returns table (account_id uuid, kind text, subject_id uuid)
language sql stable security definer set search_path = '' as $$
  select g.account_id, g.kind, g.subject_id from private.thread_grants() g where g.level = 'moderate'
$$;
comment on function private.moderated_subjects is 'The kinds (without a subject) and subjects whose threads the caller moderates; looked up once a query.';
grant execute on function private.moderated_subjects() to authenticated;

create view public.moderated_threads with (security_invoker = true) as
  select t.account_id, t.id from public.threads t
   where (t.account_id, t.kind) in (select m.account_id, m.kind from private.moderated_subjects() m where m.subject_id is null)
      or (t.account_id, t.kind, t.subject_id) in (select m.account_id, m.kind, m.subject_id from private.moderated_subjects() m where m.subject_id is not null);
comment on view public.moderated_threads is 'The threads the caller moderates.';
grant select on public.moderated_threads to authenticated;

grant select (account_id, id, thread_id, parent_id, reply_to_id, topic_id, member_id, author_name, content, status, is_pinned, reactions, edited_at,
  accepted_at, created_at, updated_at) on public.thread_posts to anon, authenticated;
create policy "Whoever sees a thread reads what is shown in it" on public.thread_posts for select to anon, authenticated
  using (status in ('shown', 'removed') and exists (
    select from public.threads t where (t.account_id, t.id) = (thread_posts.account_id, thread_id)));
create policy "Members read their own posts" on public.thread_posts for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Moderators read every post of their threads" on public.thread_posts for select to authenticated
  using (exists (select from public.moderated_threads t where (t.account_id, t.id) = (thread_posts.account_id, thread_id)));

grant select (account_id, id, post_id, content, created_at) on public.thread_post_edits to authenticated;
create policy "Authors read what their posts were" on public.thread_post_edits for select to authenticated
  using (exists (select from public.thread_posts p where (p.account_id, p.id) = (thread_post_edits.account_id, post_id)
    and p.member_id = (select private.member_ids())));
create policy "Moderators read what posts were" on public.thread_post_edits for select to authenticated
  using (exists (select from public.thread_posts p join public.moderated_threads t on (t.account_id, t.id) = (p.account_id, p.thread_id)
    where (p.account_id, p.id) = (thread_post_edits.account_id, post_id)));

grant select (account_id, id, post_id, member_id, reaction, created_at) on public.thread_reactions to authenticated;
create policy "Members see who reacted to what they may read" on public.thread_reactions for select to authenticated
  using (account_id = (select private.account_with('member')) and exists (
    select from public.thread_posts p where (p.account_id, p.id) = (thread_reactions.account_id, post_id)));

grant select (account_id, id, post_id, member_id, slug, created_at) on public.thread_mentions to anon, authenticated;
create policy "Whoever reads a post sees whom it mentions" on public.thread_mentions for select to anon, authenticated
  using (exists (select from public.thread_posts p where (p.account_id, p.id) = (thread_mentions.account_id, post_id)));

grant select (account_id, id, post_id, path, name, mime_type, size, created_at) on public.thread_attachments to anon, authenticated;
create policy "Whoever reads a post sees its files" on public.thread_attachments for select to anon, authenticated
  using (exists (select from public.thread_posts p where (p.account_id, p.id) = (thread_attachments.account_id, post_id)));

grant select (account_id, id, post_id, member_id, reason, created_at) on public.thread_reports to authenticated;
create policy "Moderators read what was reported" on public.thread_reports for select to authenticated
  using (exists (select from public.thread_posts p join public.moderated_threads t on (t.account_id, t.id) = (p.account_id, p.thread_id)
    where (p.account_id, p.id) = (thread_reports.account_id, post_id)));
create policy "Members see what they reported" on public.thread_reports for select to authenticated
  using (member_id = (select private.member_ids()));

create function private.is_thread_file(bucket text, file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.thread_attachments a where a.path = file and a.account_id || '-private' = bucket)
$$;
comment on function private.is_thread_file is 'Whether a file belongs to a post.';
grant execute on function private.is_thread_file(text, text) to authenticated;

create policy "Whoever reads a post may fetch its files" on storage.objects for select to anon, authenticated
  using (name like 'threads/%' and exists (
    select from public.thread_attachments a where a.account_id || '-private' = objects.bucket_id and a.path = objects.name));
create policy "Members see the files they are about to post" on storage.objects for select to authenticated
  using (bucket_id = (select private.account_with('member')) || '-private' and name like 'threads/' || (select auth.uid()) || '/%'
    and not private.is_thread_file(bucket_id, name));
create policy "Members add files they are about to post" on storage.objects for insert to authenticated
  with check (bucket_id = (select private.account_with('member')) || '-private' and name like 'threads/' || (select auth.uid()) || '/%');
create policy "Members take back files they have not posted" on storage.objects for delete to authenticated
  using (bucket_id = (select private.account_with('member')) || '-private' and name like 'threads/' || (select auth.uid()) || '/%'
    and not private.is_thread_file(bucket_id, name));

create function private.has_replies_of_others(account uuid, post uuid, author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.thread_posts r
    where r.account_id = account and r.parent_id = post and r.member_id is distinct from author)
$$;
comment on function private.has_replies_of_others is 'Whether another member replied to a post, so that deleting it would delete their replies.';

-- What a kind calls when its subject comes, changes and goes.

create function private.save_main_thread(kind text, account uuid, subject uuid, title text, path text, public_from timestamptz, takes_posts boolean)
returns void
language sql security definer set search_path = '' as $$
  insert into public.threads as t (account_id, kind, subject_id, is_main, title, path, public_from, takes_posts)
  values (account, save_main_thread.kind, subject, true, left(save_main_thread.title, 200), save_main_thread.path, save_main_thread.public_from, save_main_thread.takes_posts)
  on conflict (account_id, kind, subject_id) where is_main do update
    set title = excluded.title, path = excluded.path, public_from = excluded.public_from, takes_posts = excluded.takes_posts
$$;
comment on function private.save_main_thread is 'Creates the conversation of a subject, or tells it what the subject is now: its title, address, since when it is public, and whether it takes posts.';

create function private.delete_threads(kind text, account uuid, subject uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.threads t where t.account_id = account and t.kind = delete_threads.kind and t.subject_id = subject
$$;
comment on function private.delete_threads is 'Deletes the threads of a subject that is gone.';

create trigger threads_touch before update on public.threads for each row execute function private.touch_updated_at();
create trigger thread_posts_touch before update on public.thread_posts for each row execute function private.touch_updated_at();
create trigger threads_tell after update of state, takes_posts, is_pinned, title on public.threads for each row
  when (new.public_from is not null) execute function private.notify_change('threads');
create trigger thread_posts_tell_insert after insert on public.thread_posts for each row
  when (new.status = 'shown') execute function private.notify_change('thread_posts');
create trigger thread_posts_tell_update after update on public.thread_posts for each row
  when (new.status in ('shown', 'removed') or old.status in ('shown', 'removed')) execute function private.notify_change('thread_posts');
create trigger thread_posts_tell_delete after delete on public.thread_posts for each row
  when (old.status in ('shown', 'removed')) execute function private.notify_change('thread_posts');

create function private.count_thread_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  difference integer := case when tg_op <> 'DELETE' and new.status = 'shown' then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.status = 'shown' then 1 else 0 end;
  post public.thread_posts := coalesce(new, old);
begin
  if difference <> 0 then
    update public.threads t set post_count = t.post_count + difference,
        last_post_at = case when difference > 0 then greatest(t.last_post_at, post.created_at) else (
          select max(p.created_at) from public.thread_posts p
           where (p.account_id, p.thread_id) = (post.account_id, post.thread_id) and p.status = 'shown') end
     where (t.account_id, t.id) = (post.account_id, post.thread_id);
  end if;
  return null;
end $$;
comment on function private.count_thread_posts is 'Counts the posts a thread shows, in the transaction of the post.';
create trigger thread_posts_count after insert or delete or update of status on public.thread_posts
  for each row execute function private.count_thread_posts();

create function private.count_reactions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post uuid := coalesce(new.post_id, old.post_id);
  account uuid := coalesce(new.account_id, old.account_id);
begin
  -- Locks the post first, so that concurrent reactions count each other.
  perform from public.thread_posts p where (p.account_id, p.id) = (account, post) for no key update;
  update public.thread_posts p set reactions = (
      select coalesce(jsonb_object_agg(c.reaction, c.members), '{}') from (
        select r.reaction, count(*) as members from public.thread_reactions r where (r.account_id, r.post_id) = (account, post) group by 1) c)
   where (p.account_id, p.id) = (account, post);
  return null;
end $$;
comment on function private.count_reactions is 'Counts the reactions to a post on its row, in the transaction of the reaction.';
create trigger thread_reactions_count after insert or delete on public.thread_reactions
  for each row execute function private.count_reactions();
