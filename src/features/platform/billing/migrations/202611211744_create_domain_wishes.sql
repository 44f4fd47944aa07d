create table private.domain_wishes (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  domain text not null check (length(domain) <= 253 and domain ~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  token text not null default encode(sha256(uuid_send(gen_random_uuid())), 'hex'),
  asked_at timestamptz not null default now()
);
comment on table private.domain_wishes is 'The domain an owner asked for and the token its TXT record has to carry; two may ask for one, and only who proves it has it.';
alter table private.domain_wishes enable row level security;
alter table private.domain_wishes force row level security;
