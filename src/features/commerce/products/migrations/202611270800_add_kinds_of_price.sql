update public.prices set frequency = null where frequency = 'null';
alter table public.prices
  add column kind text not null default 'once' check (kind in ('once', 'subscription', 'instalments', 'pay_what_you_want')),
  add column cycles integer check (cycles between 1 and 999),
  add column trial_days integer not null default 0 check (trial_days between 0 and 730),
  add column setup_fee bigint not null default 0 check (setup_fee >= 0 and amount + setup_fee <= 1000000000000),
  add column minimum_amount bigint check (minimum_amount between 0 and amount),
  add column label text not null default '' check (length(label) <= 60),
  add column position integer not null default 1 check (position between 1 and 50);
update public.prices set kind = 'subscription' where frequency is not null;
alter table public.prices
  add constraint prices_recurring_has_an_interval check ((kind in ('subscription', 'instalments')) = (frequency is not null)),
  add constraint prices_cycles_by_kind check (case kind when 'instalments' then coalesce(cycles, 0) >= 2 when 'subscription' then true else cycles is null end),
  add constraint prices_trial_by_kind check (trial_days = 0 or kind = 'subscription'),
  add constraint prices_setup_fee_by_kind check (setup_fee = 0 or frequency is not null),
  add constraint prices_chosen_has_a_minimum check ((kind = 'pay_what_you_want') = (minimum_amount is not null)),
  add constraint prices_chosen_has_no_sale check (kind <> 'pay_what_you_want' or sale_amount is null);
comment on column public.prices.kind is 'How it is paid: once, again and again, a number of times, or once at an amount that the buyer chooses.';
comment on column public.prices.cycles is 'How many payments there are; a subscription without it goes on until it is cancelled.';
comment on column public.prices.setup_fee is 'Paid once, with the first payment or as a trial begins.';
comment on column public.prices.minimum_amount is 'The least a buyer may choose to pay; the amount is then the suggested one.';
comment on column public.prices.label is 'What a shopper chooses among several prices by.';

-- A product may be sold at several prices, also in one currency.
drop index public.prices_one_active_idx;
create index prices_offered_idx on public.prices (account_id, product_id, position) where is_active;
