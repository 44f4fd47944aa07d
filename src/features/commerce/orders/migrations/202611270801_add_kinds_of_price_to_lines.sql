alter table public.order_items
  add column price_kind text not null default 'once' check (price_kind in ('once', 'subscription', 'instalments', 'pay_what_you_want')),
  add column renewal_amount bigint check (renewal_amount between 0 and 1000000000000),
  add column cycles integer check (cycles between 1 and 999),
  add column trial_days integer not null default 0 check (trial_days between 0 and 730),
  add column setup_fee bigint not null default 0 check (setup_fee >= 0);
-- Nobody agreed to a later payment before there were any: what older lines renew at stays unknown.
update public.order_items set frequency = null where frequency = 'null';
update public.order_items set price_kind = 'subscription' where frequency is not null;
alter table public.order_items
  add constraint order_items_setup_fee_within_amount check (setup_fee <= amount),
  add constraint order_items_renews_by_interval check (renewal_amount is null or frequency is not null);
comment on column public.order_items.amount is 'What is due with the order for one piece: the price and the set-up fee, or the set-up fee alone where a trial begins.';
comment on column public.order_items.renewal_amount is 'What each later period of one piece costs; null where no payment follows.';

alter table public.orders drop constraint orders_provider_check;
alter table public.orders add constraint orders_provider_check check (provider in ('offline', 'paypal', 'stripe', 'razorpay'));
