create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (char_length(code_hash) = 64),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table auth.recovery_codes is 'Ours: codes of one use that stand in for a lost second factor. A new set replaces the one before.';
comment on column auth.recovery_codes.code_hash is 'SHA-256 of the code, whose 140 random bits make a slow hash needless.';
alter table auth.recovery_codes enable row level security;
alter table auth.recovery_codes force row level security;
