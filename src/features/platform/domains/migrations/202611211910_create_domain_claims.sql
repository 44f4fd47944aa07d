create table public.domain_claims (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  domain text not null
    check (length(domain) <= 253 and domain ~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  token text not null default encode(sha256(uuid_send(gen_random_uuid())), 'hex') check (token ~ '^[0-9a-f]{64}$'),
  state text not null default 'pending' check (state in ('pending', 'dns_ok', 'certificate_ok', 'live')),
  problem text check (problem in ('records', 'taken', 'reclaimed', 'certificate', 'https', 'given_up')),
  detail text not null default '' check (length(detail) <= 500),
  records jsonb not null default '[]' check (jsonb_typeof(records) = 'array' and pg_column_size(records) <= 8192),
  failures int not null default 0 check (failures between 0 and 1000),
  asked_at timestamptz not null default now(),
  checked_at timestamptz,
  next_check_at timestamptz default now(),
  certificate_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, domain)
);
comment on table public.domain_claims is 'A domain somebody says is theirs, and how far it is proved. Many may claim one; only one holds it.';
create unique index domain_claims_held_idx on public.domain_claims (domain) where state <> 'pending';
create index domain_claims_domain_idx on public.domain_claims (domain);
create index domain_claims_next_check_idx on public.domain_claims (next_check_at);
alter table public.domain_claims enable row level security;
alter table public.domain_claims force row level security;

create table private.domain_certificates (
  account_id uuid not null,
  claim_id uuid not null,
  chain text not null check (length(chain) <= 65536),
  sealed_key text not null check (length(sealed_key) <= 16384),
  valid_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, claim_id),
  foreign key (account_id, claim_id) references public.domain_claims (account_id, id) on delete cascade
);
comment on table private.domain_certificates is 'The certificate of a held domain; its key is sealed by a secret that is not in the database.';
alter table private.domain_certificates enable row level security;
alter table private.domain_certificates force row level security;

create table private.acme_challenges (
  token text primary key check (length(token) between 16 and 256 and token ~ '^[A-Za-z0-9_-]+$'),
  domain text not null check (length(domain) <= 253),
  answer text not null check (length(answer) <= 512),
  created_at timestamptz not null default now()
);
comment on table private.acme_challenges is 'What a certificate authority is about to ask of a domain (RFC 8555, section 8.3).';
create index acme_challenges_created_at_idx on private.acme_challenges (created_at);
alter table private.acme_challenges enable row level security;
alter table private.acme_challenges force row level security;

create table private.acme_accounts (
  directory text primary key check (length(directory) <= 500),
  sealed_key text not null check (length(sealed_key) <= 16384),
  created_at timestamptz not null default now()
);
comment on table private.acme_accounts is 'By which key a certificate authority knows this installation.';
alter table private.acme_accounts enable row level security;
alter table private.acme_accounts force row level security;

-- What answers now goes on answering.
insert into public.domain_claims (account_id, domain, state)
  select account_id, domain, 'live' from public.accounts where domain is not null and not is_platform;
