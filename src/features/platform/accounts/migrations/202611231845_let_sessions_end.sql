-- A binding ends with its session: `expires_at` holds the end of any session that has one, not of borrowed ones alone.
alter table private.session_accounts
  drop constraint session_accounts_acting_ends,
  add constraint session_accounts_acting_ends check (actor_id is null or expires_at is not null);
comment on column private.session_accounts.expires_at is 'When the session ends by itself (auth.sessions.not_after), kept by triggers; null: it does not.';
-- A hosted backend may keep its sessions to itself.
do $$ begin
  delete from private.session_accounts b where not exists (select from auth.sessions s where s.id = b.session_id);
  update private.session_accounts b set expires_at = s.not_after from auth.sessions s
   where s.id = b.session_id and s.not_after is not null and b.expires_at is null;
exception when insufficient_privilege then
  null;
end $$;
