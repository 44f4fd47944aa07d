alter table public.accounts add column needs_second_step boolean not null default false;
comment on column public.accounts.needs_second_step is 'Rights beyond a student''s hold only in sessions with a second step; on the platform''s own account, those of who runs it.';

-- Who acts as somebody can't show that person's second step: their own counts.
alter table private.acting_codes add column has_second_step boolean not null default false;
comment on column private.acting_codes.has_second_step is 'Whether the session that made the code had shown a second step.';
alter table private.session_accounts add column actor_has_second_step boolean not null default false,
  add constraint session_accounts_actor_has_second_step check (actor_id is not null or not actor_has_second_step);
comment on column private.session_accounts.actor_has_second_step is 'Whether who is signed in as somebody here had shown a second step of their own.';
