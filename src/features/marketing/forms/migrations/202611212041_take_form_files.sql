alter table public.forms add column asks_once boolean not null default false;
comment on column public.forms.asks_once is 'Members are not asked again what they told before.';

create table public.form_files (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  submission_id uuid not null,
  name text not null check (length(name) between 1 and 200 and name !~ '[/\\[:cntrl:]]'),
  bytes integer not null check (bytes between 1 and 5242880),
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, submission_id) references public.form_submissions (account_id, id) on delete cascade,
  check (octet_length(content) = bytes)
);
comment on table public.form_files is 'A file somebody sent by a form. It goes with what it was sent with, and is only ever given out as a download.';
create index form_files_submission_id_idx on public.form_files (account_id, submission_id);
alter table public.form_files enable row level security;
alter table public.form_files force row level security;
