create function public.report_thread_post(post_id uuid, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select private.member_ids());
  post public.thread_posts;
begin
  select * into post from public.thread_posts p
   where p.id = report_thread_post.post_id and p.status = 'shown' and p.account_id = (select private.account_with('member'))
   -- Serialises concurrent reports of a post, so that each counts the others.
     for no key update;
  if post.id is null or person is null or post.member_id = person or private.thread_level(post.account_id, post.thread_id) is null then
    perform private.raise_error('not_found', 'There is nothing here that you can report.');
  end if;
  insert into public.thread_reports (account_id, post_id, member_id, reason)
  values (post.account_id, post.id, person, left(coalesce(report_thread_post.reason, ''), 300))
  on conflict do nothing;
  if (select count(*) from public.thread_reports r where (r.account_id, r.post_id) = (post.account_id, post.id)) >= 3 then
    update public.thread_posts p set status = 'waiting' where (p.account_id, p.id) = (post.account_id, post.id);
  end if;
end $$;
comment on function public.report_thread_post is 'Reports a post, once per member; three reports return it to moderation.';
grant execute on function public.report_thread_post(uuid, text) to authenticated;

create function private.emit_thread_report_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit(new.account_id, 'thread.post_reported', 'thread:' || p.thread_id, facts => jsonb_build_object('thread_id', p.thread_id,
      'post_id', p.id, 'member_id', new.member_id,
      'reports', (select count(*) from public.thread_reports r where (r.account_id, r.post_id) = (new.account_id, new.post_id))))
    from public.thread_posts p where (p.account_id, p.id) = (new.account_id, new.post_id);
  return null;
end $$;
comment on function private.emit_thread_report_event is 'A member reported a post.';
create trigger thread_reports_emit after insert on public.thread_reports for each row execute function private.emit_thread_report_event();

create function private.delete_thread_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.thread_reports r where (r.account_id, r.post_id) = (new.account_id, new.id);
  return null;
end $$;
comment on function private.delete_thread_reports is 'Deletes the reports of a post once a moderator shows it again.';
create trigger thread_posts_forget_reports after update of status on public.thread_posts for each row
  when (new.status = 'shown' and old.status <> 'shown') execute function private.delete_thread_reports();

create function public.decide_thread_posts(ids uuid[], status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  if decide_thread_posts.status is null or decide_thread_posts.status not in ('shown', 'hidden') then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  end if;
  update public.thread_posts p set status = decide_thread_posts.status from public.moderated_threads t
   where (p.account_id, p.thread_id) = (t.account_id, t.id) and p.id = any (ids) and p.status not in ('removed', decide_thread_posts.status);
  get diagnostics changed = row_count;
  return jsonb_build_object('changed', changed, 'refused', '[]'::jsonb);
end $$;
comment on function public.decide_thread_posts is 'Shows or hides several posts of threads the caller moderates; returns how many changed.';
grant execute on function public.decide_thread_posts(uuid[], text) to authenticated;

create function public.remove_thread_posts(ids uuid[]) returns jsonb
language sql security definer set search_path = '' as $$
  with deleted as (
    delete from public.thread_posts p where p.id = any (ids) and (
      exists (select from public.moderated_threads t where (t.account_id, t.id) = (p.account_id, p.thread_id))
      or (p.member_id = (select private.member_ids()) and (select private.actor()) is null and not private.has_replies_of_others(p.account_id, p.id, p.member_id)))
    returning 1)
  select jsonb_build_object('changed', count(*), 'refused', '[]'::jsonb) from deleted
$$;
comment on function public.remove_thread_posts is 'Deletes several posts with their replies: those the caller moderates, and their own that nobody else replied to.';
grant execute on function public.remove_thread_posts(uuid[]) to authenticated;

create function private.moderated_thread(thread_id uuid) returns public.threads
language plpgsql security definer set search_path = '' as $$
declare
  thread public.threads;
begin
  select t.* into thread from public.threads t
   where t.id = moderated_thread.thread_id and (t.account_id, t.id) in (select m.account_id, m.id from public.moderated_threads m) for update;
  if thread.id is null then
    perform private.raise_error('not_found', 'There is nothing here that you can edit.');
  end if;
  return thread;
end $$;
comment on function private.moderated_thread is 'Locks and returns a thread the caller moderates; raises not_found for any other.';

create function public.lock_thread(thread_id uuid, is_locked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  thread public.threads := private.moderated_thread(lock_thread.thread_id);
  new_state text := case when is_locked then 'locked' else 'open' end;
begin
  if thread.state = new_state then return; end if;
  update public.threads t set state = new_state where (t.account_id, t.id) = (thread.account_id, thread.id);
  perform private.emit(thread.account_id, case when is_locked then 'thread.locked' else 'thread.unlocked' end, 'thread:' || thread.id,
    facts => jsonb_build_object('thread_id', thread.id, 'subject_id', thread.subject_id));
end $$;
comment on function public.lock_thread is 'Locks a thread, so that nobody writes in it, or opens it again.';
grant execute on function public.lock_thread(uuid, boolean) to authenticated;

create function public.pin_thread(thread_id uuid, is_pinned boolean) returns void
language sql security definer set search_path = '' as $$
  update public.threads t set is_pinned = pin_thread.is_pinned from private.moderated_thread(pin_thread.thread_id) m
   where (t.account_id, t.id) = (m.account_id, m.id)
$$;
comment on function public.pin_thread is 'Pins a thread to the top of its subject, or lets it go.';
grant execute on function public.pin_thread(uuid, boolean) to authenticated;

create function public.pin_thread_post(post_id uuid, is_pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.thread_posts p set is_pinned = pin_thread_post.is_pinned from public.moderated_threads t
   where (p.account_id, p.thread_id) = (t.account_id, t.id) and p.id = pin_thread_post.post_id and p.parent_id is null and p.status = 'shown';
  if not found then
    perform private.raise_error('not_found', 'There is nothing here that you can edit.');
  end if;
end $$;
comment on function public.pin_thread_post is 'Keeps a post above the others of its thread, or lets it go.';
grant execute on function public.pin_thread_post(uuid, boolean) to authenticated;
