-- A tie counts once the other side has said yes; those made by the school counted from their beginning.
alter table public.guardians
  add column asked_by uuid,
  add column confirmed_at timestamptz default now(),
  add constraint guardians_asked_by_one_of_them check (asked_by in (parent_id, child_id));
create index guardians_parent_idx on public.guardians (account_id, parent_id) where confirmed_at is not null;
