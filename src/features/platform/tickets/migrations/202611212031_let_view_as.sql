-- Whoever asks may let those who answer see the site as they do, for a while.
alter table public.tickets add column view_as_until timestamptz;
comment on column public.tickets.view_as_until is 'Until when those who answer may sign in as whoever asks; null where they were not let.';
alter table public.ticket_changes drop constraint ticket_changes_kind_check,
  add constraint ticket_changes_kind_check check (kind in ('status', 'category', 'assignee', 'view_as'));
