-- Addresses of people from before the mark: proved where a provider answered for them, where the operator made the
-- login, or where a mailed link of ours was sent and used. Whoever was carried over to a site by a link that no mail
-- brought can't be told from those, and proves the address anew. Hosted backends have no such column.
do $$
begin
  if not exists (select from information_schema.columns
      where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at') then
    return;
  end if;
  execute $sql$
    update auth.users u set email_proved_at = u.email_confirmed_at
     where u.email_proved_at is null and u.email_confirmed_at is not null and u.email <> '' and (
       exists (select from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone')
         and i.email = lower(u.email) and i.identity_data ->> 'email_verified' = 'true')
       or exists (select from auth.identities i where i.user_id = u.id and i.provider = 'email'
         and i.email = lower(u.email) and i.identity_data ->> 'email_verified' = 'true')
       and (
         exists (select from auth.audit_log_entries e where e.payload ->> 'action' = 'user_signedup'
           and e.payload ->> 'actor_id' = u.id::text and e.payload #>> '{traits,by}' = 'service_role')
         or exists (select from private.mails m where lower(m.recipient) = lower(u.email) and m.sent_at is not null
           and m.body_text like '%/auth/v1/verify?%')
         and not exists (select from auth.audit_log_entries e where e.payload ->> 'actor_id' = u.id::text
           and e.payload #>> '{traits,by}' = 'service_role' and e.payload #>> '{traits,link}' is not null)))
  $sql$;
end
$$;
