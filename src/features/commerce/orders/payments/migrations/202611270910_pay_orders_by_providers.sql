alter table public.orders drop constraint if exists orders_provider_check;
alter table public.orders add constraint orders_provider_check check (provider in ('offline', 'stripe', 'paypal', 'razorpay'));
alter table public.refunds drop constraint refunds_kind_check;
alter table public.refunds add constraint refunds_kind_check check (kind in ('refund', 'credit', 'chargeback'));
insert into private.payment_subjects (kind, details_function) values ('order', 'order_to_pay');
