alter table public.payment_methods add column announced_expiry date;
comment on column public.payment_methods.announced_expiry is 'The expiry its owner was told of; a renewed card has another one.';
create index payment_methods_expiry_idx on public.payment_methods (exp_year, exp_month) where exp_year is not null;
