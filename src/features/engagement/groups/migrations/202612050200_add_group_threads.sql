-- Groups from before they had a conversation get theirs.
insert into public.threads (account_id, kind, subject_id, is_main, title, path)
  select account_id, 'group', id, true, left(title, 200), '/dashboard/groups/' || slug from public.groups;
