alter table public.refunds add column tax bigint not null default 0 check (tax between 0 and amount);
comment on column public.refunds.tax is 'The tax within its amount that is given back.';
alter table public.refund_lines add column tax bigint not null default 0 check (tax between 0 and amount);
comment on column public.refund_lines.tax is 'The tax within its amount.';
