create trigger lesson_notes_touch before update on public.lesson_notes for each row execute function private.touch_updated_at();

grant select (account_id, id, member_id, course_id, lesson_id, seconds, body, created_at, updated_at),
  insert (account_id, member_id, course_id, lesson_id, seconds, body), update (body), delete on public.lesson_notes to authenticated;
create policy "Learners see their own notes" on public.lesson_notes for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Learners write notes beside lessons that are open to them" on public.lesson_notes for insert to authenticated
  with check (member_id = (select private.member_ids()) and course_id in (select private.enrolled_courses()) and private.is_open(account_id, lesson_id));
create policy "Learners rewrite their own notes" on public.lesson_notes for update to authenticated
  using (member_id = (select private.member_ids())) with check (member_id = (select private.member_ids()));
create policy "Learners remove their own notes" on public.lesson_notes for delete to authenticated
  using (member_id = (select private.member_ids()));

create function private.limit_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.lesson_notes n where (n.account_id, n.member_id, n.course_id) = (new.account_id, new.member_id, new.course_id)) >= 1000 then
    perform private.raise_error('invalid', 'You can keep 1,000 notes in a course. Delete some to write more.');
  end if;
  return new;
end $$;
comment on function private.limit_notes is 'Rejects more than a thousand notes of a learner in a course.';
create trigger lesson_notes_limit before insert on public.lesson_notes for each row execute function private.limit_notes();
