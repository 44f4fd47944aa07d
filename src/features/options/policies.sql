create trigger options_touch before update on public.options for each row execute function private.touch_updated_at();
create trigger options_tell after insert or update or delete on public.options
  for each row execute function private.tell_change('options', 'key');

grant select (account_id, key, value, created_at, updated_at) on public.options to anon, authenticated;
grant insert (account_id, key, value), update (account_id, key, value), delete on public.options to authenticated;
create policy "Everyone reads what a site shows" on public.options for select to anon, authenticated
  using (key in ('settings', 'menus', 'header', 'footer', 'theme', 'misc'));
create policy "Members read the order of their menus" on public.options for select to authenticated
  using (key in ('profileMenu', 'memberMenu') and account_id in (select private.accounts_where('member')));
create policy "Managers read every option of their account" on public.options for select to authenticated
  using (account_id in (select private.accounts_where('manage_options')));
create policy "Managers add options" on public.options for insert to authenticated
  with check (account_id in (select private.accounts_where('manage_options')));
create policy "Managers change options" on public.options for update to authenticated
  using (account_id in (select private.accounts_where('manage_options')))
  with check (account_id in (select private.accounts_where('manage_options')));
create policy "Managers remove options" on public.options for delete to authenticated
  using (account_id in (select private.accounts_where('manage_options')));
