create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;
create table realtime.messages (id uuid primary key default gen_random_uuid(), topic text, extension text, payload jsonb, event text, private boolean, inserted_at timestamptz default now());
alter table realtime.messages enable row level security; alter table realtime.messages force row level security;
