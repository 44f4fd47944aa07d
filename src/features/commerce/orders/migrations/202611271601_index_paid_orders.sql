create index orders_paid_idx on public.orders (account_id, currency, paid_at) include (total, refunded, discount, tax) where status = 'paid';
