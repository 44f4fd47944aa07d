alter table public.post_drafts
  add column version integer not null default 1 check (version > 0),
  add column publish_at timestamptz;
comment on column public.post_drafts.version is 'Counts the saves: who saves names the one they began from.';
create index post_drafts_due_idx on public.post_drafts (publish_at) where publish_at is not null;
