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
