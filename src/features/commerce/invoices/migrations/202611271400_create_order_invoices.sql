create table public.invoice_settings (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  -- A digit at the end would run together with the number: "A1" and 1 is "A" and 11.
  prefix text not null default 'INV-' check (prefix ~ '^([A-Za-z0-9/._-]{0,19}[A-Za-z/._-])?$'),
  credit_note_prefix text not null default 'CN-' check (credit_note_prefix ~ '^([A-Za-z0-9/._-]{0,19}[A-Za-z/._-])?$'),
  has_year boolean not null default true,
  digits smallint not null default 4 check (digits between 1 and 10),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.invoice_settings is 'How the invoices of an account are numbered from now on; without a row by the defaults.';
comment on column public.invoice_settings.credit_note_prefix is 'Credit notes with the prefix of invoices are numbered in one series with them.';
alter table public.invoice_settings enable row level security;
alter table public.invoice_settings force row level security;

create table private.invoice_counters (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  stem text not null check (length(stem) <= 30),
  last_number integer not null check (last_number > 0),
  primary key (account_id, stem)
);
comment on table private.invoice_counters is 'The last number of each series: the stem is what stands before the digits, so that no two series can make the same number.';
alter table private.invoice_counters enable row level security;
alter table private.invoice_counters force row level security;

create table public.order_invoices (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  number text not null check (length(number) between 1 and 40),
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_id uuid not null,
  refund_id uuid,
  invoice_id uuid,
  issued_at timestamptz not null,
  locale text not null check (locale ~ '^[a-z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total > 0),
  document jsonb not null check (jsonb_typeof(document) = 'object' and length(document::text) <= 100000),
  search_text text generated always as (private.folded(number || ' #' || coalesce(document ->> 'order_number', '') || ' '
    || coalesce(document #>> '{buyer,name}', '') || ' ' || coalesce(document #>> '{buyer,company}', ''))) stored,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, number),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade,
  foreign key (account_id, refund_id) references public.refunds (account_id, id) on delete cascade,
  foreign key (account_id, invoice_id) references public.order_invoices (account_id, id) on delete cascade,
  constraint order_invoices_total_adds_up check (total = net + tax),
  constraint order_invoices_credit_note_corrects check ((kind = 'credit_note') = (refund_id is not null) and (kind = 'credit_note') = (invoice_id is not null))
);
comment on table public.order_invoices is 'Invoices and credit notes as they were issued: the document is a frozen copy, so that no later change of the shop, the buyer or a rate changes one.';
comment on column public.order_invoices.document is 'Seller, buyer, lines with their tax, tax by rate and payment, as InvoiceDocument in schema.ts.';
comment on column public.order_invoices.invoice_id is 'The invoice that a credit note corrects.';
create unique index order_invoices_once_per_order_idx on public.order_invoices (account_id, order_id) where kind = 'invoice';
create index order_invoices_order_id_idx on public.order_invoices (account_id, order_id);
create unique index order_invoices_once_per_refund_idx on public.order_invoices (account_id, refund_id);
create index order_invoices_invoice_id_idx on public.order_invoices (account_id, invoice_id);
create index order_invoices_newest_idx on public.order_invoices (account_id, issued_at desc);
select private.index_pieces('public.order_invoices', 'search_text', 'order_invoices_part_of_name_idx');
alter table public.order_invoices enable row level security;
alter table public.order_invoices force row level security;
