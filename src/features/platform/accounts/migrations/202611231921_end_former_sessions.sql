-- Sessions of before had no end. A hosted backend may keep its sessions to itself, and ends them by its own settings.
do $$ begin
  update auth.sessions s set not_after = now() + case
      when exists (select from private.session_accounts b join public.accounts a on a.account_id = b.account_id
                    where b.session_id = s.id and not a.is_platform) then interval '180 days' else interval '30 days' end
   where s.not_after is null;
exception when insufficient_privilege then
  null;
end $$;
