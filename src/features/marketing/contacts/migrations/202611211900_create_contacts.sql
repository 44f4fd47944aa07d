create table public.contacts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  email text not null check (length(email) between 3 and 320 and email = lower(email) and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  name text not null default '' check (length(name) <= 200),
  tags text[] not null default '{}' check (cardinality(tags) <= 50 and octet_length(tags::text) <= 4000),
  state text not null default 'none' check (state in ('none', 'pending', 'subscribed', 'unsubscribed', 'bounced')),
  locale text not null default 'en' check (length(locale) between 2 and 35),
  asked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  constraint contacts_one_an_address unique (account_id, email)
);
comment on table public.contacts is 'Somebody who wrote or wants to be written to, member or not; state says whether the newsletter may be sent. asked_at: the last mail that asked to confirm.';
create index contacts_newest_idx on public.contacts (account_id, created_at desc);
create index contacts_state_idx on public.contacts (account_id, state);
create index contacts_tags_idx on public.contacts using gin (tags);
alter table public.contacts enable row level security;
alter table public.contacts force row level security;

create table public.contact_consents (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  contact_id uuid not null,
  kind text not null check (kind in ('asked', 'confirmed', 'withdrawn', 'bounced')),
  words text not null default '' check (length(words) <= 2000),
  source text not null default '' check (length(source) <= 200),
  address_hash text not null default '' check (length(address_hash) <= 64),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, contact_id) references public.contacts (account_id, id) on delete cascade
);
comment on table public.contact_consents is 'The proof of a consent: what was read, when, where, from which address (as a hash), and how it ended. Nobody changes it.';
create index contact_consents_contact_idx on public.contact_consents (account_id, contact_id, created_at desc);
alter table public.contact_consents enable row level security;
alter table public.contact_consents force row level security;

create table private.contact_keys (
  only_one boolean primary key default true check (only_one),
  secret bytea not null check (length(secret) = 32)
);
comment on table private.contact_keys is 'The one key that signs the links contacts confirm and unsubscribe by, and blinds network addresses.';
alter table private.contact_keys enable row level security;
alter table private.contact_keys force row level security;
insert into private.contact_keys (secret) values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
