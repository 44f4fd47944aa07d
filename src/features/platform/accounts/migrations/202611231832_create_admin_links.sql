create table private.admin_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null references private.super_admins (email) on delete cascade,
  expires_at timestamptz not null default now() + interval '24 hours'
);
comment on table private.admin_links is 'Links printed at the start for those of the list who have no proved login yet: one use, a day, stored as hashes.';
create index admin_links_email_idx on private.admin_links (email);
alter table private.admin_links enable row level security;
alter table private.admin_links force row level security;
