create function private.start_funnel(account uuid, source text, medium text, campaign text, page text, device jsonb) returns uuid
language sql security definer set search_path = '' as $$
  insert into public.funnel_sessions (account_id, user_id, utm_source, utm_medium, utm_campaign, initial_page, device_info)
  values (account, case when private.session_account() = account then auth.uid() end, source, medium, campaign, page, device)
  returning id
$$;
comment on function private.start_funnel is 'Records the source of a visit; open to everyone, rate-limited by our server.';
grant execute on function private.start_funnel(uuid, text, text, text, text, jsonb) to anon, authenticated;

grant select (account_id, id, user_id, utm_source, utm_medium, utm_campaign, initial_page, device_info, created_at)
  on public.funnel_sessions to authenticated;
grant delete on public.funnel_sessions to authenticated;
create policy "Managers see where visits came from" on public.funnel_sessions for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers forget where visits came from" on public.funnel_sessions for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.erase_visitor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.funnel_sessions f set user_id = null where f.account_id = new.account_id and f.user_id = new.user_id;
  return null;
end $$;
comment on function private.erase_visitor is 'Erasure: keeps the sources of visits but not whose they were.';
create trigger erasures_forget_visitor after insert on private.erasures for each row execute function private.erase_visitor();
