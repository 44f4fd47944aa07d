alter table public.member_subscriptions add column payment_method_id uuid;
alter table public.member_subscriptions add foreign key (account_id, payment_method_id)
  references public.payment_methods (account_id, id) on delete set null (payment_method_id);
comment on column public.member_subscriptions.payment_method_id is 'What each period is charged to without the buyer; null where they pay its order themselves.';
create index member_subscriptions_payment_method_id_idx on public.member_subscriptions (account_id, payment_method_id);

alter table public.subscription_periods add column reminder_days integer[] not null default '{0,3,5,7}' check (cardinality(reminder_days) between 2 and 6);
comment on column public.subscription_periods.reminder_days is 'The calendar it was placed with: on which days after it is due it is charged or reminded of, and on the last one its subscription ends.';

create table public.renewal_settings (
  account_id uuid primary key references public.accounts (account_id) on delete cascade,
  reminder_days integer[] not null default '{0,3,5,7}' check (cardinality(reminder_days) between 2 and 6),
  updated_at timestamptz not null default now()
);
comment on table public.renewal_settings is 'How a shop collects unpaid periods; without a row the calendar is 0, 3, 5, 7.';
alter table public.renewal_settings enable row level security;
alter table public.renewal_settings force row level security;
