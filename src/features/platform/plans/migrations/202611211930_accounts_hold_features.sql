alter table public.accounts add column held_features text[] not null default '{}';
comment on column public.accounts.held_features is 'What is switched on and the plan allows, kept by triggers: policies ask for it with each row. A larger plan''s grace is added where it is asked.';
update public.accounts a set held_features = case when a.is_platform then a.features else
  array(select f from unnest(a.features) f where f = any ((select p.features from public.plans p where p.id = a.plan_id)::text[])) end;
