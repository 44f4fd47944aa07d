create table public.seller_details (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  legal_name text not null default '' check (length(legal_name) <= 160),
  street text not null default '' check (length(street) <= 200),
  postcode text not null default '' check (length(postcode) <= 20),
  city text not null default '' check (length(city) <= 120),
  region text not null default '' check (length(region) <= 80),
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_number text not null default '' check (length(vat_number) <= 30),
  registration_number text not null default '' check (length(registration_number) <= 60),
  email text not null default '' check (length(email) <= 254),
  phone text not null default '' check (length(phone) <= 40),
  bank text not null default '' check (length(bank) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.seller_details is 'Who sells in the shop of an account: what the law wants on an invoice, and the country its tax begins from.';
comment on column public.seller_details.registration_number is 'In the trade register, or the number of the tax office.';
comment on column public.seller_details.bank is 'How it is paid by bank transfer, as it is printed on invoices.';
alter table public.seller_details enable row level security;
alter table public.seller_details force row level security;
