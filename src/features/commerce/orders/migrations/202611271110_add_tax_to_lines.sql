-- The tax of each line as it was when the order was placed: a rate that changes later changes no order.
alter table public.orders
  add column prices_include_tax boolean not null default false,
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  drop constraint orders_total_adds_up,
  add constraint orders_total_adds_up check (total = subtotal - discount + case when prices_include_tax then 0 else tax end);
comment on column public.orders.prices_include_tax is 'Whether the amounts of its lines contain the tax; else it comes on top.';
comment on column public.orders.tax_country is 'The country whose tax it is; null where no tax was computed.';

alter table public.order_items
  add column tax bigint not null default 0 check (tax between 0 and 1000000000000000),
  add column tax_rate numeric(6, 3) not null default 0 check (tax_rate between 0 and 100),
  add column tax_category text not null default 'outside'
    check (tax_category in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'export', 'outside')),
  add column tax_name text not null default '' check (length(tax_name) <= 60);
comment on column public.order_items.tax is 'The tax of the whole line after its discount, in the smallest unit; contained in its amount where the prices of the order include tax.';
comment on column public.order_items.tax_rate is 'Percent.';
