-- A line of a file for which there was no place left among the invitations that wait.
alter table public.member_import_rows drop constraint member_import_rows_outcome_check;
alter table public.member_import_rows add constraint member_import_rows_outcome_check check (outcome in
  ('waiting', 'invited', 'member', 'already_invited', 'duplicate', 'invalid_email', 'unknown_role', 'forbidden_role', 'no_place', 'failed'));
