create table public.plans (
  id text primary key check (id ~ '^[a-z][a-z0-9_]{1,31}$'),
  label text not null check (length(label) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  pricing jsonb not null check (jsonb_typeof(pricing) = 'object' and length(pricing::text) <= 4000),
  features text[] not null default '{}' check (features <@ '{lms,groups,appointments,single_session}'::text[]),
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object' and length(limits::text) <= 2000),
  addons text[] not null default '{}' check (cardinality(addons) <= 50),
  is_offered boolean not null default true,
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.plans is 'What the platform sells: prices by payment service and period in the smallest unit, features, and caps (storage in MB).';
alter table public.plans enable row level security;
alter table public.plans force row level security;

-- The plans of the specification, section 9, to the number; both payment services sell at the same prices.
insert into public.plans (id, label, description, pricing, features, limits, addons, position)
select id, label, description, jsonb_build_object('offline', price, 'stripe', price), features::text[], limits::jsonb, '{certificates,zoom}', position
  from (values
    ('starter', 'Starter', 'One school, its courses and its members.',
      '{"monthly": {"amount": 2900, "price_id": null, "iterations": 48, "trial_days": 30},
        "annual": {"amount": 29900, "price_id": null, "iterations": 4, "trial_days": 30}}'::jsonb,
      '{lms,single_session}', '{"members": 10000, "emails": 10000, "chats": 100, "ai_tokens": 1000, "storage": 1024}', 1),
    ('professional', 'Professional', 'Groups, appointments and ten times the room.',
      '{"monthly": {"amount": 9900, "price_id": null, "iterations": 24, "trial_days": 0},
        "annual": {"amount": 99900, "price_id": null, "iterations": 2, "trial_days": 0}}',
      '{lms,groups,appointments,single_session}', '{"members": 100000, "emails": 100000, "chats": 1000}', 2),
    ('dedicated', 'Dedicated', 'A machine of your own: what it holds is the only cap, but for three groups.',
      '{"monthly": {"amount": 4900, "price_id": null, "iterations": null, "trial_days": 0},
        "annual": {"amount": 49900, "price_id": null, "iterations": null, "trial_days": 0}}',
      '{lms,groups,appointments,single_session}', '{"groups": 3}', 3),
    ('lifetime', 'Lifetime', 'Pay once, teach for good.',
      '{"onetime": {"amount": 1900, "price_id": null, "iterations": 1, "trial_days": 0}}',
      '{lms,groups,single_session}',
      '{"ai_tokens": 500, "mau": 5000, "emails": 5000, "chats": 50, "courses": 10, "groups": 3, "funnels": 3, "email_verify": 100, "storage": 512}', 4)
  ) as plan (id, label, description, price, features, limits, position);

alter table public.accounts
  add column plan_id text default 'starter' references public.plans (id) on delete restrict,
  add column grace_plan_id text references public.plans (id) on delete set null,
  add column grace_until timestamptz,
  add column limit_overrides jsonb not null default '{}'
    constraint accounts_limit_overrides_size check (jsonb_typeof(limit_overrides) = 'object' and length(limit_overrides::text) <= 2000),
  add column addons text[] not null default '{}' constraint accounts_addons_known check (addons <@ '{certificates,zoom}'::text[]);
comment on column public.accounts.plan_id is 'The plan that holds now; null where the account has none any more.';
comment on column public.accounts.grace_plan_id is 'The larger plan whose caps and features hold until grace_until, after a step down.';
create index accounts_plan_id_idx on public.accounts (plan_id);
create index accounts_grace_plan_id_idx on public.accounts (grace_plan_id);
-- Who was here before there were plans keeps what was switched on.
update public.accounts set plan_id = 'professional' where 'groups' = any (features) or 'appointments' = any (features);

create table public.usage_meters (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  meter text not null check (meter in ('members', 'courses', 'groups', 'funnels', 'storage', 'videos', 'cdn_images',
    'active_users', 'emails', 'ai_tokens', 'chats', 'push', 'email_verify', 'conferences')),
  period_start date not null,
  used bigint not null default 0 check (used >= 0),
  told smallint not null default 0 check (told in (0, 80, 100)),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, meter, period_start)
);
comment on table public.usage_meters is 'How much of each meter an account has used: by calendar month, or at present (since 1970) for what is kept. Storage in bytes.';
alter table public.usage_meters enable row level security;
alter table public.usage_meters force row level security;

create table private.meter_uses (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  meter text not null,
  period_start date not null,
  amount bigint not null,
  reference text check (length(reference) <= 200),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, meter, period_start, reference)
);
comment on table private.meter_uses is 'The ledger of monthly meters: one line a use; a reference is counted once a month.';
create index meter_uses_created_at_idx on private.meter_uses (created_at);
alter table private.meter_uses enable row level security;
alter table private.meter_uses force row level security;

insert into public.usage_meters (account_id, meter, period_start, used)
select account_id, 'members', date '1970-01-01', count(*) from public.members group by account_id;
insert into public.usage_meters (account_id, meter, period_start, used)
select a.account_id, m.meter, date '1970-01-01', sum(case
         when m.meter = 'storage' then coalesce((o.metadata ->> 'size')::bigint, 0)
         when m.meter = 'videos' then (o.metadata ->> 'mimetype' like 'video/%')::int
         else (o.metadata ->> 'mimetype' like 'image/%')::int end)
  from public.accounts a
  join storage.objects o on o.bucket_id in (a.account_id::text, a.account_id || '-private')
  cross join (values ('storage'), ('videos'), ('cdn_images')) as m (meter)
 group by a.account_id, m.meter;
