create function private.hand_in_refusal(a public.assignments, s public.assignment_submissions) returns text
language sql stable security definer set search_path = '' as $$
  select case when s.hand_ins >= 100 or s.hand_ins > a.resubmissions then 'no_attempts_left'
    when not a.takes_late and private.clock_now() > private.due_of(a, s.member_id) then 'too_late' end
$$;
comment on function private.hand_in_refusal is 'Why a student may not hand in now: no_attempts_left or too_late; null where they may.';

create function private.draft_of_work(s public.assignment_submissions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('body', d.body, 'link', d.link, 'files', private.listed_files(d.account_id, d.files, true), 'revision', d.revision, 'saved_at', d.updated_at)
    from public.assignment_drafts d where (d.account_id, d.id) = (s.account_id, s.id)
$$;
comment on function private.draft_of_work is 'The draft of a work, with its files.';

create function public.assignment_overview(lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  a public.assignments%rowtype;
  s public.assignment_submissions%rowtype;
begin
  select * into a from public.assignments k where k.lesson_id = lesson_id and private.has_feature(k.account_id, 'lms')
    and k.course_id in (select private.enrolled_courses() union all select private.editable_courses() union all select private.graded_courses());
  if a.id is null then
    perform private.raise_error('not_found', 'There is no such result, or you don’t have access to it.');
  end if;
  if a.course_id not in (select private.enrolled_courses()) then
    return jsonb_build_object('rules', private.rules_of(a), 'now', private.clock_now(), 'is_student', false, 'late_units', 0, 'refusal', null, 'submission', null);
  end if;
  perform private.enrolled_lesson(a.lesson_id);
  select * into s from public.assignment_submissions k
   where (k.account_id, k.assignment_id) = (a.account_id, a.id) and k.member_id = private.member_of(a.account_id);
  -- Who has not begun yet has a due date already.
  s.member_id := private.member_of(a.account_id);
  return jsonb_build_object('rules', private.rules_of(a) || jsonb_build_object('due_at', private.due_of(a, private.member_of(a.account_id))),
    'now', private.clock_now(), 'is_student', true, 'late_units', private.late_units(private.clock_now(), private.due_of(a, private.member_of(a.account_id)), a.late_unit),
    'refusal', private.hand_in_refusal(a, s),
    'submission', case when s.id is not null then jsonb_build_object('id', s.id, 'hand_ins', s.hand_ins,
      'status', s.status, 'points', s.points, 'passed', s.passed,
      'draft', private.draft_of_work(s), 'handed_in', private.hand_ins_of(a, s, true), 'grades', private.grades_of(s, false)) end);
end $$;
comment on function public.assignment_overview is 'An assignment as its student sees it: rules, own draft, what was handed in, and its grades. Its authors see the rules.';
grant execute on function public.assignment_overview(uuid) to authenticated;

create function private.own_submission(assignment uuid) returns public.assignment_submissions
language plpgsql security definer set search_path = '' as $$
declare
  a public.assignments%rowtype;
  s public.assignment_submissions%rowtype;
begin
  select * into a from public.assignments k where k.id = assignment and private.has_feature(k.account_id, 'lms');
  perform private.enrolled_lesson(a.lesson_id);
  insert into public.assignment_submissions (account_id, course_id, assignment_id, member_id)
  values (a.account_id, a.course_id, a.id, private.member_of(a.account_id)) on conflict (account_id, assignment_id, member_id) do nothing;
  select * into s from public.assignment_submissions k
   where (k.account_id, k.assignment_id) = (a.account_id, a.id) and k.member_id = private.member_of(a.account_id) for update;
  insert into public.assignment_drafts (account_id, id, member_id) values (s.account_id, s.id, s.member_id) on conflict do nothing;
  return s;
end $$;
comment on function private.own_submission is 'The caller''s work on an assignment of a lesson that is open to them, locked; it is begun where there is none.';

create function public.save_assignment_draft(assignment_id uuid, body text, link text, revision integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.assignment_submissions := private.own_submission(assignment_id);
  saved boolean;
begin
  if body is null or length(body) > 50000 or link is null or length(link) > 1000 then
    perform private.raise_error('invalid', 'Some query parameters are not valid.');
  end if;
  update public.assignment_drafts d set body = body, link = link, revision = d.revision + 1
   where (d.account_id, d.id) = (s.account_id, s.id) and d.revision = revision;
  saved := found;
  return private.draft_of_work(s) || jsonb_build_object('saved', saved, 'submission_id', s.id);
end $$;
comment on function public.save_assignment_draft is
  'Saves what a student has written so far; one that began on an older revision overwrites nothing. Returns the draft as it is stored, and whether it was.';
grant execute on function public.save_assignment_draft(uuid, text, text, integer) to authenticated;

create function public.add_assignment_file(submission_id uuid, path text, name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.assignment_submissions%rowtype;
  a public.assignments%rowtype;
  o record;
  made uuid;
begin
  select k.* into s from public.assignment_submissions k where k.id = submission_id and k.member_id in (select private.member_ids());
  select * into a from public.assignments k where (k.account_id, k.id) = (s.account_id, s.assignment_id);
  s := private.own_submission(a.id);
  if cardinality(a.file_types) > 0 and not coalesce(lower(substring(path from '\.([A-Za-z0-9]{1,8})$')) = any (a.file_types), false) then
    perform private.raise_error('invalid', format('Only files of these types are taken here: %s.', array_to_string(a.file_types, ', ')));
  end if;
  select b.metadata into o from storage.objects b
   where b.bucket_id = s.account_id || '-private' and b.name = path and path like 'assignments/' || s.id || '/%';
  if not found or exists (select from public.assignment_files f where (f.account_id, f.path) = (s.account_id, path)) then
    perform private.raise_error('invalid', 'A file no longer exists, or was already sent. Choose it again.');
  end if;
  if coalesce((o.metadata ->> 'size')::bigint, 0) > a.max_file_mb * 1048576 then
    perform private.raise_error('too_large', format('A file has at most %s MB here.', a.max_file_mb));
  end if;
  if (select cardinality(d.files) from public.assignment_drafts d where (d.account_id, d.id) = (s.account_id, s.id)) >= a.max_files then
    perform private.raise_error('invalid', format('At most %s files are taken here. Remove one to add another.', a.max_files));
  end if;
  insert into public.assignment_files (account_id, submission_id, member_id, path, name, mime_type, size)
  values (s.account_id, s.id, s.member_id, path, coalesce(nullif(left(trim(name), 200), ''), 'file'),
    left(coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), 200), coalesce((o.metadata ->> 'size')::bigint, 0)) returning id into made;
  update public.assignment_drafts d set files = d.files || made where (d.account_id, d.id) = (s.account_id, s.id);
  return private.draft_of_work(s);
end $$;
comment on function public.add_assignment_file is 'Attaches a file that was just uploaded to the draft, within the limits of the assignment. Returns the draft.';
grant execute on function public.add_assignment_file(uuid, text, text) to authenticated;

create function private.is_handed_in(account uuid, file uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.assignment_files f
    join public.assignment_hand_ins h on (h.account_id, h.submission_id) = (f.account_id, f.submission_id) and f.id = any (h.files)
   where (f.account_id, f.id) = (account, file))
$$;
comment on function private.is_handed_in is 'Whether a file is part of something that was handed in.';

create function public.remove_assignment_file(file_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  f public.assignment_files%rowtype;
  s public.assignment_submissions%rowtype;
begin
  select * into f from public.assignment_files k where k.id = file_id and k.member_id in (select private.member_ids());
  select * into s from public.assignment_submissions k where (k.account_id, k.id) = (f.account_id, f.submission_id) for update;
  if s.id is null then
    perform private.raise_error('not_found', 'There is no such row.');
  end if;
  update public.assignment_drafts d set files = array_remove(d.files, f.id) where (d.account_id, d.id) = (s.account_id, s.id);
  if not private.is_handed_in(f.account_id, f.id) then
    delete from public.assignment_files k where (k.account_id, k.id) = (f.account_id, f.id);
  end if;
  return private.draft_of_work(s);
end $$;
comment on function public.remove_assignment_file is 'Takes a file out of the draft; in what was handed in it stays. Returns the draft.';
grant execute on function public.remove_assignment_file(uuid) to authenticated;

create function private.hand_in_work(submission uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.assignment_submissions%rowtype;
  a public.assignments%rowtype;
  d public.assignment_drafts%rowtype;
begin
  select * into s from public.assignment_submissions k where k.id = submission for update;
  -- Locked, so that two who hand in at once are not the same number.
  select * into a from public.assignments k where (k.account_id, k.id) = (s.account_id, s.assignment_id) for update;
  select * into d from public.assignment_drafts k where (k.account_id, k.id) = (s.account_id, s.id);
  d.body := case when a.takes_text then trim(d.body) else '' end;
  d.link := case when a.takes_link then trim(d.link) else '' end;
  d.files := case when a.max_files > 0 then d.files[1:a.max_files] else '{}' end;
  if d.link <> '' and d.link !~ '^https://[^\s"<>]+$' then
    perform private.raise_error('invalid', 'Enter a URL that starts with https://.');
  end if;
  if d.body = '' and d.link = '' and cardinality(d.files) = 0 then
    perform private.raise_error('invalid', 'There is nothing to hand in yet.');
  end if;
  insert into public.assignment_hand_ins (account_id, course_id, submission_id, member_id, number, body, link, files, submitted_at)
  values (s.account_id, s.course_id, s.id, s.member_id, s.hand_ins + 1, d.body, d.link, d.files, at);
  -- Handed in twice at once is handed in once: the second one began on an older revision.
  update public.assignment_drafts k set revision = k.revision + 1 where (k.account_id, k.id) = (s.account_id, s.id);
  update public.assignment_submissions k set status = 'submitted', hand_ins = k.hand_ins + 1, submitted_at = at, version = k.version + 1,
      number = coalesce(k.number, (select coalesce(max(x.number), 0) + 1 from public.assignment_submissions x where (x.account_id, x.assignment_id) = (a.account_id, a.id)))
   where (k.account_id, k.id) = (s.account_id, s.id) returning * into s;
  perform private.emit(s.account_id, 'assignment.submitted', 'member:' || s.member_id, facts => private.submission_facts(s)
    || jsonb_build_object('late_units', private.late_units_of(a, s, at)));
  if a.completion = 'handed_in' then
    perform private.complete_activity(s.account_id, s.member_id, a.lesson_id, 'server');
  end if;
end $$;
comment on function private.hand_in_work is 'Hands in the draft of a work as it stands, whole, and what follows from that. The caller has checked that it may be handed in.';

create function public.submit_assignment(assignment_id uuid, revision integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  s public.assignment_submissions := private.own_submission(assignment_id);
  a public.assignments%rowtype;
begin
  select * into a from public.assignments k where (k.account_id, k.id) = (s.account_id, s.assignment_id);
  if not exists (select from public.assignment_drafts d where (d.account_id, d.id, d.revision) = (s.account_id, s.id, revision)) then
    perform private.raise_error('changed_meanwhile', 'This was changed or handed in meanwhile. Look at it again, then try again.');
  end if;
  case private.hand_in_refusal(a, s)
    when 'no_attempts_left' then perform private.raise_error('no_attempts_left', 'You have handed this in as often as you may.');
    when 'too_late' then perform private.raise_error('too_late', 'The due date has passed, and late work is not accepted here.');
    else null;
  end case;
  perform private.hand_in_work(s.id, private.clock_now());
  return public.assignment_overview(a.lesson_id);
end $$;
comment on function public.submit_assignment is 'Hands in the draft as it stands at a revision, whole and once. Returns the assignment as its student sees it.';
grant execute on function public.submit_assignment(uuid, integer) to authenticated;

-- Files: `assignments/{submission}/{file}` in the account's private bucket.
create function private.own_work_folders() returns setof text
language sql stable security definer set search_path = '' as $$
  select s.account_id || '-private/' || s.id from public.assignment_submissions s where s.member_id = (select private.member_ids())
$$;
comment on function private.own_work_folders is 'The storage folders of the caller''s own work, as bucket and submission.';
grant execute on function private.own_work_folders() to authenticated;

create function private.may_add_work(bucket text, submission uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.assignment_submissions s
    join public.assignments a on (a.account_id, a.id) = (s.account_id, s.assignment_id)
   where s.id = submission and s.account_id || '-private' = bucket and s.member_id = (select private.member_ids()) and a.max_files > 0
     and a.course_id in (select private.enrolled_courses()) and private.is_open(a.account_id, a.lesson_id)
     -- What is uploaded and removed again is tidied up within a day: nobody fills the storage meanwhile.
     and (select count(*) from storage.objects o where o.bucket_id = bucket and o.name like 'assignments/' || submission || '/%') < 100)
$$;
comment on function private.may_add_work is 'Whether the caller may upload a file for a work: it is their own, open to them, and takes files.';
grant execute on function private.may_add_work(text, uuid) to authenticated;

create function private.is_attached_work(bucket text, file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.assignment_files f where f.account_id || '-private' = bucket and f.path = file)
$$;
comment on function private.is_attached_work is 'Whether a file is attached to a draft or to something handed in.';
grant execute on function private.is_attached_work(text, text) to authenticated;

create function private.grades_file(bucket text, file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.assignment_submissions s
    where s.id = private.uuid_or_null(split_part(file, '/', 2)) and s.account_id || '-private' = bucket
      and s.course_id in (select private.graded_courses())
      and exists (select from public.assignment_files f where (f.account_id, f.path) = (s.account_id, file) and private.is_handed_in(f.account_id, f.id)))
$$;
comment on function private.grades_file is 'Whether a file was handed in to a course whose work the caller grades.';
grant execute on function private.grades_file(text, text) to authenticated;

create policy "Students fetch the files of their own work" on storage.objects for select to authenticated
  using (name like 'assignments/%/%' and bucket_id || '/' || split_part(name, '/', 2) in (select private.own_work_folders()));
create policy "Graders fetch what was handed in" on storage.objects for select to authenticated
  using (name like 'assignments/%/%' and private.grades_file(bucket_id, name));
create policy "Students add files to their own work" on storage.objects for insert to authenticated
  with check (name ~ '^assignments/[0-9a-f-]{36}/[a-z0-9-]{8,60}(\.[a-z0-9]{1,8})?$'
    and private.may_add_work(bucket_id, private.uuid_or_null(split_part(name, '/', 2))));
create policy "Students take back files they have not attached" on storage.objects for delete to authenticated
  using (name like 'assignments/%/%' and bucket_id || '/' || split_part(name, '/', 2) in (select private.own_work_folders())
    and not private.is_attached_work(bucket_id, name));

create function private.prune_work_files() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (
    delete from storage.objects o
     where o.name like 'assignments/%' and o.bucket_id like '%-private' and o.created_at < (select private.clock_now()) - interval '1 day'
       and not private.is_attached_work(o.bucket_id, o.name)
    returning 1)
  select count(*) from removed
$$;
comment on function private.prune_work_files is 'Deletes files that were uploaded a day ago and are attached to no work, or whose work is gone.';
