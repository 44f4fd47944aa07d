alter table public.account_notifications
  add column said jsonb check (said is null or coalesce(jsonb_typeof(said) = 'object' and said - '{key,values}'::text[] = '{}'
    and said ->> 'key' ~ '^[a-z][A-Za-z.]{0,59}$' and jsonb_typeof(said -> 'values') = 'object' and pg_column_size(said) <= 8192, false));
