-- Kept with the group: whoever may see it may know how many belong to it, not who.
alter table public.groups add column member_count integer not null default 0 check (member_count >= 0);
update public.groups g set member_count =
  (select count(*) from public.group_members m where (m.account_id, m.group_id) = (g.account_id, g.id));
