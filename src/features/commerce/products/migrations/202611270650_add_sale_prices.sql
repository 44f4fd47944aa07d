alter table public.prices
  add column sale_amount bigint check (sale_amount >= 0 and sale_amount < amount),
  add column sale_start timestamptz,
  add column sale_end timestamptz,
  add column is_on_sale boolean not null default false,
  add constraint prices_sale_has_an_amount check (sale_amount is not null or (sale_start is null and sale_end is null and not is_on_sale)),
  add constraint prices_sale_end_after_start check (sale_end > sale_start);
comment on column public.prices.sale_amount is 'What is paid instead of the amount from sale_start to sale_end; a date that is null is open.';
comment on column public.prices.is_on_sale is 'Whether pages that show the price were told of its sale; what is paid is decided by the dates.';
create index prices_sales_idx on public.prices (account_id) where is_active and sale_amount is not null;
