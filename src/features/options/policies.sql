create trigger options_touch before update on public.options for each row execute function private.touch_updated_at();
create trigger options_tell after insert or update or delete on public.options
  for each row execute function private.tell_change('options', 'key');

create function private.check_menus() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.value @? '$.*[*].children[*].children[*].children[*].children[*].children[*]' then
    perform private.refuse('menu_too_deep', 'A menu has five levels at most. Move what lies deeper up, or into a page of its own.');
  end if;
  return new;
end $$;
comment on function private.check_menus is 'Refuses a menu nobody could open to its end.';
create trigger options_check_menus before insert or update of value on public.options for each row
  when (new.key = 'menus') execute function private.check_menus();

grant select (account_id, key, value, created_at, updated_at) on public.options to anon, authenticated;
grant insert (account_id, key, value), update (account_id, key, value), delete on public.options to authenticated;
create policy "Everyone reads what a site shows" on public.options for select to anon, authenticated
  using (key in ('settings', 'menus', 'header', 'footer', 'theme', 'misc'));
create policy "Members read the order of their menus" on public.options for select to authenticated
  using (key in ('profileMenu', 'memberMenu') and account_id = (select private.accounts_where('member')));
create policy "Staff read the keys of the media host" on public.options for select to authenticated
  using (key = 'bunnyCreds' and account_id = (select private.accounts_where('staff')));
create policy "Managers read every option of their account" on public.options for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers add options" on public.options for insert to authenticated
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers change options" on public.options for update to authenticated
  using (account_id = (select private.accounts_where('manage_options')))
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers remove options" on public.options for delete to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

create function private.furnish_options() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.options (account_id, key, value) values
    (new.account_id, 'settings', jsonb_build_object('sitetitle', initcap(replace(new.slug, '-', ' ')), 'onboard', true)),
    (new.account_id, 'menus', '{"header": [
        {"id": "home", "label": "Home", "item_url": "/", "item_type": "link", "children": []},
        {"id": "courses", "label": "Courses", "item_url": "/course", "item_type": "link", "children": []},
        {"id": "blog", "label": "Blog", "item_url": "/blog", "item_type": "link", "children": []},
        {"id": "about", "label": "About", "item_url": "/about", "item_type": "link", "children": []}], "mobile": []}')
  on conflict do nothing;
  return null;
end $$;
comment on function private.furnish_options is 'Every new account has a title and a menu to begin with.';
create trigger accounts_furnish_options after insert on public.accounts for each row execute function private.furnish_options();
