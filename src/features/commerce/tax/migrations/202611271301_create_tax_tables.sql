alter table public.seller_details
  add column collects_tax boolean not null default false,
  add column prices_include_tax boolean not null default false,
  add column is_below_eu_threshold boolean not null default true;
comment on column public.seller_details.collects_tax is 'Whether tax is computed at all; an order placed without has none.';
comment on column public.seller_details.prices_include_tax is 'Whether prices contain the tax, so that every buyer pays the same; else it comes on top.';
comment on column public.seller_details.is_below_eu_threshold is 'Whether sales to consumers in other EU countries stay below 10,000 EUR a year: they are taxed where the seller is.';

create table public.tax_registrations (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text not null default '' check (region = '' or region ~ '^[A-Z0-9]{1,3}$'),
  scheme text not null default 'local' check (scheme in ('local', 'one_stop_shop')),
  number text not null default '' check (length(number) <= 30),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, country, region, scheme),
  -- Sales tax is a matter of the states.
  constraint tax_registrations_state_is_named check (country <> 'US' or region <> '')
);
comment on table public.tax_registrations is 'Where a shop is registered for tax: in a country, in a state of the US, or for the one-stop shop of the EU.';
alter table public.tax_registrations enable row level security;
alter table public.tax_registrations force row level security;

create table public.tax_rates (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  country text not null check (country ~ '^[A-Z]{2}$'),
  region text not null default '' check (region = '' or region ~ '^[A-Z0-9]{1,3}$'),
  tax_class text not null default 'standard' check (tax_class in ('standard', 'reduced')),
  rate numeric(6, 3) not null check (rate between 0 and 100),
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, country, region, tax_class)
);
comment on table public.tax_rates is 'Rates of a shop''s own, which count before those of private.known_tax_rates.';
comment on column public.tax_rates.rate is 'Percent.';
alter table public.tax_rates enable row level security;
alter table public.tax_rates force row level security;

create table private.vat_checks (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  vat_number text not null check (vat_number ~ '^[A-Z]{2}[A-Z0-9+*]{2,13}$'),
  is_valid boolean not null,
  consultation_number text not null default '' check (length(consultation_number) <= 60),
  company text not null default '' check (length(company) <= 200),
  checked_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table private.vat_checks is 'What the register of VAT numbers answered about the number of a buyer, and when: the evidence for a reverse charge.';
create index vat_checks_latest_idx on private.vat_checks (account_id, vat_number, checked_at desc);
alter table private.vat_checks enable row level security;
alter table private.vat_checks force row level security;
