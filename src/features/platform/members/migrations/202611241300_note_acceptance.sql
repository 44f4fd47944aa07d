alter table public.members add column accepted jsonb
  check (jsonb_typeof(accepted) = 'object' and length(accepted::text) <= 1500);
comment on column public.members.accepted is 'When the member accepted the terms of the site, and the addresses of the pages they were shown.';
