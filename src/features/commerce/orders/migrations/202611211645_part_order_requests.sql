-- What the server alone has to know of an order stands apart: the order itself can be read whole by whoever may read it.
create table private.order_requests (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  fingerprint text not null check (length(fingerprint) = 32),
  order_id uuid not null,
  primary key (account_id, user_id, idempotency_key),
  unique (account_id, order_id),
  foreign key (account_id, order_id) references public.orders (account_id, id) on delete cascade
);
comment on table private.order_requests is 'By which key an order was placed, and what was asked for: asked the same again, the same order comes back.';
create index order_requests_user_id_idx on private.order_requests (user_id);
alter table private.order_requests enable row level security;
alter table private.order_requests force row level security;

insert into private.order_requests (account_id, user_id, idempotency_key, fingerprint, order_id)
  select account_id, user_id, idempotency_key, request_hash, id from public.orders where user_id is not null;
alter table public.orders drop column idempotency_key, drop column request_hash;
