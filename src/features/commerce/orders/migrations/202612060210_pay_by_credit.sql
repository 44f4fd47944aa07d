alter table public.orders
  add column credit bigint not null default 0 check (credit >= 0),
  add constraint orders_credit_is_of_the_total check (credit <= total);
comment on column public.orders.credit is 'What of the total the buyer pays by credit of the shop; the rest is paid by the provider.';
alter table public.refunds
  add column credit bigint not null default 0 check (credit >= 0),
  add constraint refunds_credit_is_of_the_amount check (credit <= amount);
comment on column public.refunds.credit is 'What of the amount became credit of the buyer instead of money: all of a credit, and of a refund what was paid by credit.';
alter table public.refunds disable trigger user;
update public.refunds set credit = amount where kind = 'credit';
alter table public.refunds enable trigger user;
