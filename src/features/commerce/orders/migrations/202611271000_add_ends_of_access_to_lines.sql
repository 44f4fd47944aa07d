alter table public.order_items add column access_until timestamptz;
comment on column public.order_items.access_until is 'When the access ends that the line gives, where it is a period of a subscription; infinity for good, null where it lasts from the payment on.';
