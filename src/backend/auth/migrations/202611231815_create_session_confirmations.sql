create table auth.session_confirmations (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  confirmed_until timestamptz not null,
  is_for_password boolean not null default false
);
comment on table auth.session_confirmations is 'Ours: sessions whose person has just shown again who they are, and until when that counts.';
comment on column auth.session_confirmations.is_for_password is 'The session was opened by a recovery link: it may set the password and nothing else.';
alter table auth.session_confirmations enable row level security;
alter table auth.session_confirmations force row level security;
