-- Answers: one reply of a post may be marked as the answer to it, where its kind takes answers.

create function public.accept_thread_answer(post_id uuid, is_accepted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.members;
  thread public.threads;
  question public.thread_posts;
  answer public.thread_posts;
  level text;
begin
  select * into person from public.members m where m.id = (select private.member_ids());
  select q.* into question from public.thread_posts p join public.thread_posts q on (q.account_id, q.id) = (p.account_id, p.parent_id)
   where p.id = accept_thread_answer.post_id and p.account_id = (select private.account_with('member')) and p.status = 'shown'
   -- Locked, so that two answers that are marked at once leave one.
     for update of q;
  select * into answer from public.thread_posts p where (p.account_id, p.id) = (question.account_id, accept_thread_answer.post_id);
  select t.* into thread from public.threads t join private.thread_kinds k on k.kind = t.kind and k.takes_answers
   where (t.account_id, t.id) = (question.account_id, question.thread_id);
  level := private.thread_level(thread.account_id, thread.id);
  if thread.id is null or not coalesce(level = 'moderate' or (level = 'write' and question.member_id = person.id), false) then
    perform private.raise_error('not_found', 'There is nothing here that you can mark as the answer.');
  end if;
  update public.thread_posts p set accepted_at = null
   where (p.account_id, p.parent_id) = (question.account_id, question.id) and p.accepted_at is not null
     and (p.id <> answer.id or not accept_thread_answer.is_accepted);
  if not accept_thread_answer.is_accepted or answer.accepted_at is not null then return; end if;
  update public.thread_posts p set accepted_at = private.clock_now() where (p.account_id, p.id) = (answer.account_id, answer.id);
  -- Its author hears of it once, however often the mark comes and goes.
  perform private.notify_localized(thread.account_id, a.user_id, 'answerAccepted', '<b>{{name}}</b> accepted your answer on <b>{{title}}</b>.',
      jsonb_build_object('name', person.name, 'title', thread.title), 1, thread.path || '#comment-' || answer.id, 'comments', person.user_id)
    from public.members a
   where (a.account_id, a.id) = (answer.account_id, answer.member_id) and a.id <> person.id and private.may_see_thread(thread.account_id, thread.id, a.id)
     and not exists (select from public.account_notifications n where (n.account_id, n.user_id) = (a.account_id, a.user_id)
       and n.said ->> 'key' = 'answerAccepted' and n.link = thread.path || '#comment-' || answer.id);
end $$;
comment on function public.accept_thread_answer is 'Marks a reply as the answer to the post it stands under, or takes the mark back: for who wrote that post, and moderators. Another answer loses the mark.';
grant execute on function public.accept_thread_answer(uuid, boolean) to authenticated;
