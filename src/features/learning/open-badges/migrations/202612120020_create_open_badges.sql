create table private.badge_keys (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  public_key text not null check (public_key ~ '^z6Mk[1-9A-HJ-NP-Za-km-z]{40,50}$'),
  sealed_key text not null check (length(sealed_key) <= 500),
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, public_key)
);
comment on table private.badge_keys is 'The Ed25519 keys an account signs Open Badges with, the newest is used; the private half is sealed by the installation''s secret.';
alter table private.badge_keys enable row level security;
alter table private.badge_keys force row level security;

create table private.badge_counters (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  next_index integer not null check (next_index >= 0)
);
comment on table private.badge_counters is 'How many Open Badges an account has ever made: the place of the next one in its status lists. A place is never given again.';
alter table private.badge_counters enable row level security;
alter table private.badge_counters force row level security;

create table public.open_badges (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  -- Whoever has the id may read the badge, so nothing of it can be guessed.
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  certificate_id uuid,
  badge_id uuid,
  holder text not null check (length(holder) between 1 and 120),
  name text not null check (length(name) between 1 and 160),
  description text not null default '' check (length(description) <= 300),
  issuer text not null check (length(issuer) between 1 and 200),
  language text check (language ~ '^[a-z]{2}$'),
  salt text not null check (length(salt) between 16 and 64),
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  status_index integer not null check (status_index >= 0),
  is_on_card boolean not null default true,
  awarded_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, status_index),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, certificate_id) references public.certificates (account_id, id) on delete set null (certificate_id),
  foreign key (account_id, badge_id) references public.badges (account_id, id) on delete set null (badge_id),
  check (num_nonnulls(certificate_id, badge_id) <= 1)
);
comment on table public.open_badges is 'What a member shows elsewhere of what they earned here: a frozen copy of a certificate or a badge, signed by the account as an Open Badge 3.0 when it is asked for.';
comment on column public.open_badges.email_hash is 'SHA-256 of the holder''s e-mail address followed by the salt, as hexadecimal digits: who knows the address can check it.';
comment on column public.open_badges.status_index is 'Its place in the status lists of the account.';
create unique index open_badges_certificate_key on public.open_badges (account_id, certificate_id) where certificate_id is not null;
-- A badge that was taken back and earned again is another one.
create unique index open_badges_badge_key on public.open_badges (account_id, member_id, badge_id) where badge_id is not null and revoked_at is null;
create index open_badges_member_id_idx on public.open_badges (account_id, member_id, awarded_at desc);
create index open_badges_badge_id_idx on public.open_badges (account_id, badge_id);
alter table public.open_badges enable row level security;
alter table public.open_badges force row level security;
