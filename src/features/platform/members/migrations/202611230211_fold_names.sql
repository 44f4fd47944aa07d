alter table public.members
  add column search_name text generated always as (private.folded(name)) stored,
  add column search_text text generated always as (private.folded(name || ' ' || email)) stored,
  -- Kept by those who know: sessions and enrolments. The list is put in order by them, page by page.
  add column last_seen_at timestamptz,
  add column course_count integer not null default 0 check (course_count >= 0);
comment on column public.members.last_seen_at is 'When they last signed in or went on being signed in, to ten minutes; null: not since it is kept.';
comment on column public.members.course_count is 'How many courses they are in now.';
update public.members m set last_seen_at = s.at
  from (select account_id, user_id, max(created_at) as at from private.session_accounts where actor_id is null group by 1, 2) s
 where (m.account_id, m.user_id) = (s.account_id, s.user_id);

-- Names are put in order as they are searched: "Élan" stands between "Ekaterina" and "Emre".
drop index public.members_by_name_idx, public.members_by_role_idx, public.members_blocked_idx;
drop index if exists public.members_part_of_name_idx;
create index members_by_name_idx on public.members (account_id, search_name, id);
create index members_by_role_idx on public.members (account_id, role_id, search_name, id);
create index members_blocked_idx on public.members (account_id, search_name, id) where blocked_at is not null;
create index members_by_courses_idx on public.members (account_id, course_count, id);
-- Whoever was never seen comes last in both directions.
create index members_by_seeing_idx on public.members (account_id, coalesce(last_seen_at, 'infinity'), id);
create index members_by_last_seeing_idx on public.members (account_id, coalesce(last_seen_at, '-infinity'), id);
create index members_folded_name_idx on public.members using gin (to_tsvector('simple', search_name));
select private.index_pieces('public.members', 'search_text', 'members_part_of_name_idx');
