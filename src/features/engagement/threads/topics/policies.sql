-- Topics of a thread: whoever sees the thread sees them, and its moderators say which there are.

grant select (account_id, id, thread_id, name, position, created_at) on public.thread_topics to anon, authenticated;
create policy "Whoever sees a thread sees its topics" on public.thread_topics for select to anon, authenticated
  using (exists (select from public.threads t where (t.account_id, t.id) = (thread_topics.account_id, thread_id)));

create function public.set_thread_topics(thread_id uuid, topics jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  thread public.threads := private.moderated_thread(set_thread_topics.thread_id);
begin
  if jsonb_typeof(topics) is distinct from 'array' or jsonb_array_length(topics) > 30 then
    perform private.raise_error('invalid', 'There can be at most 30 topics.');
  end if;
  if exists (select from jsonb_array_elements(topics) t where length(trim(coalesce(t ->> 'name', ''))) not between 1 and 60) then
    perform private.raise_error('invalid', 'A topic has a name of at most 60 characters.');
  end if;
  if (select count(*) > count(distinct lower(trim(t ->> 'name'))) from jsonb_array_elements(topics) t) then
    perform private.raise_error('invalid', 'Two topics have the same name.');
  end if;
  -- Posts of a topic that goes stay, without a topic.
  delete from public.thread_topics o where (o.account_id, o.thread_id) = (thread.account_id, thread.id)
    and o.id::text not in (select t ->> 'id' from jsonb_array_elements(topics) t where t ->> 'id' is not null);
  update public.thread_topics o set name = trim(t.value ->> 'name'), position = t.ordinality
    from jsonb_array_elements(topics) with ordinality t
   where (o.account_id, o.thread_id) = (thread.account_id, thread.id) and o.id::text = t.value ->> 'id';
  insert into public.thread_topics (account_id, thread_id, name, position)
  select thread.account_id, thread.id, trim(t.value ->> 'name'), t.ordinality
    from jsonb_array_elements(topics) with ordinality t
   where not exists (select from public.thread_topics o where (o.account_id, o.thread_id) = (thread.account_id, thread.id) and o.id::text = t.value ->> 'id');
end $$;
comment on function public.set_thread_topics is 'The topics of a thread the caller moderates, in their order: [{id, name}], new ones without an id. Those that are left out are deleted; their posts stay.';
grant execute on function public.set_thread_topics(uuid, jsonb) to authenticated;

create function public.set_post_topic(post_id uuid, topic_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.thread_posts;
  level text;
begin
  select * into post from public.thread_posts p
   where p.id = set_post_topic.post_id and p.account_id = (select private.account_with('member')) and p.parent_id is null and p.status <> 'removed'
     for no key update;
  level := private.thread_level(post.account_id, post.thread_id);
  if level is null or level = 'read'
      or (level <> 'moderate' and (post.status = 'hidden' or post.member_id is distinct from (select private.member_ids()))) then
    perform private.raise_error('not_found', 'There is nothing of yours here that you can change.');
  end if;
  perform private.forbid_impersonation();
  if topic_id is not null and not exists (select from public.thread_topics o
      where (o.account_id, o.thread_id, o.id) = (post.account_id, post.thread_id, set_post_topic.topic_id)) then
    perform private.raise_error('not_found', 'The topic you chose no longer exists.');
  end if;
  update public.thread_posts p set topic_id = set_post_topic.topic_id where (p.account_id, p.id) = (post.account_id, post.id);
end $$;
comment on function public.set_post_topic is 'Moves a post to another topic of its thread, or to none: its author while they may write, and who moderates the thread.';
grant execute on function public.set_post_topic(uuid, uuid) to authenticated;
