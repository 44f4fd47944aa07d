create trigger pages_touch before update on public.pages for each row execute function private.touch_updated_at();
create trigger page_drafts_touch before update on public.page_drafts for each row execute function private.touch_updated_at();

-- Only what visitors see is told: a draft edit drops no cached page.
create trigger pages_tell_insert after insert on public.pages for each row
  when (new.status = 'published') execute function private.tell_change('pages');
create trigger pages_tell_update after update on public.pages for each row
  when (new.status = 'published' or old.status = 'published') execute function private.tell_change('pages');
create trigger pages_tell_delete after delete on public.pages for each row
  when (old.status = 'published') execute function private.tell_change('pages');

create function private.begin_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.page_drafts (account_id, page_id, title, data, settings, updated_by)
  values (new.account_id, new.id, new.title, new.content, new.settings, auth.uid());
  return null;
end $$;
comment on function private.begin_draft is 'Every page has a draft from its first moment.';
create trigger pages_begin_draft after insert on public.pages for each row execute function private.begin_draft();

create function private.sign_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  return new;
end $$;
comment on function private.sign_draft is 'A draft names who changed it last.';
create trigger page_drafts_sign before update of title, data, settings on public.page_drafts
  for each row execute function private.sign_draft();

create function private.guard_home() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.slug <> 'home' or not exists (select from public.accounts where account_id = old.account_id) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    perform private.refuse('home_stays', 'Every site has a home page. Change it, but keep it.');
  elsif new.slug <> 'home' or new.status <> 'published' then
    perform private.refuse('home_stays', 'The home page keeps its address and stays published.');
  end if;
  return new;
end $$;
comment on function private.guard_home is 'No site loses its home page.';
create trigger pages_guard_home before update of slug, status or delete on public.pages
  for each row execute function private.guard_home();

grant select (account_id, id, title, slug, content, settings, status, published_at, created_at, updated_at)
  on public.pages to anon, authenticated;
grant insert (account_id, title, slug), update (slug), delete on public.pages to authenticated;
create policy "Everyone reads published pages" on public.pages for select to anon, authenticated
  using (status = 'published');
create policy "Managers read every page of their account" on public.pages for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers add pages" on public.pages for insert to authenticated
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers change the address of pages" on public.pages for update to authenticated
  using (account_id = (select private.accounts_where('manage_options')))
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers remove pages" on public.pages for delete to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

grant select (account_id, id, page_id, title, data, settings, updated_by, created_at, updated_at),
  update (title, data, settings) on public.page_drafts to authenticated;
create policy "Managers read drafts of their account" on public.page_drafts for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers change drafts of their account" on public.page_drafts for update to authenticated
  using (account_id = (select private.accounts_where('manage_options')))
  with check (account_id = (select private.accounts_where('manage_options')));

grant select (account_id, id, page_id, title, data, settings, published_by, created_at) on public.page_versions to authenticated;
create policy "Managers read what their pages were" on public.page_versions for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

create function private.page_to_manage(page_id uuid) returns public.pages
language plpgsql security definer set search_path = '' as $$
declare
  found_page public.pages;
begin
  select * into found_page from public.pages p
   where p.id = page_to_manage.page_id and p.account_id = (select private.accounts_where('manage_options'))
   for update;
  if found_page.id is null then
    perform private.refuse('not_found', 'There is no such page here.');
  end if;
  return found_page;
end $$;
comment on function private.page_to_manage is 'A page the caller may publish, locked; refuses any other.';

create function public.publish_page(page_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages := private.page_to_manage(publish_page.page_id);
  draft public.page_drafts;
begin
  select * into draft from public.page_drafts d where d.account_id = page.account_id and d.page_id = page.id;
  update public.pages p
     set title = draft.title, content = draft.data, settings = draft.settings, status = 'published', published_at = now()
   where p.account_id = page.account_id and p.id = page.id;
  insert into public.page_versions (account_id, page_id, title, data, settings, published_by)
  values (page.account_id, page.id, draft.title, draft.data, draft.settings, auth.uid());
  delete from public.page_versions v
   where v.account_id = page.account_id and v.page_id = page.id and v.id not in (
     select newest.id from public.page_versions newest
      where newest.account_id = page.account_id and newest.page_id = page.id order by newest.created_at desc, newest.id desc limit 30);
  return now();
end $$;
comment on function public.publish_page is 'Shows a page''s draft to visitors and keeps what it is now as a version.';
grant execute on function public.publish_page(uuid) to authenticated;

create function public.unpublish_page(page_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages := private.page_to_manage(unpublish_page.page_id);
begin
  update public.pages p set status = 'draft' where p.account_id = page.account_id and p.id = page.id;
end $$;
comment on function public.unpublish_page is 'Takes a page off the site; its draft stays.';
grant execute on function public.unpublish_page(uuid) to authenticated;

create function public.copy_page(page_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages := private.page_to_manage(copy_page.page_id);
  draft public.page_drafts;
  made uuid;
  number int := 2;
begin
  select * into draft from public.page_drafts d where d.account_id = page.account_id and d.page_id = page.id;
  while exists (select from public.pages p where p.account_id = page.account_id and p.slug = left(page.slug, 70) || '-' || number) loop
    number := number + 1;
  end loop;
  insert into public.pages (account_id, title, slug)
  values (page.account_id, left(draft.title, 150) || ' ' || number, left(page.slug, 70) || '-' || number) returning id into made;
  update public.page_drafts d set data = draft.data, settings = draft.settings
   where d.account_id = page.account_id and d.page_id = made;
  return left(page.slug, 70) || '-' || number;
end $$;
comment on function public.copy_page is 'A new unpublished page with the same blocks; answers its slug.';
grant execute on function public.copy_page(uuid) to authenticated;

create function private.furnish_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := initcap(replace(new.slug, '-', ' '));
begin
  insert into public.pages (account_id, title, slug, status, published_at, content)
  select new.account_id, first.title, first.slug, 'published', now(), jsonb_build_object(
      'root', jsonb_build_object('props', jsonb_build_object()), 'zones', jsonb_build_object(), 'content', first.blocks)
    from (values
      ('Home', 'home', jsonb_build_array(
        jsonb_build_object('type', 'Hero', 'props', jsonb_build_object('id', 'hero-1', 'title', name,
          'text', 'Courses taught by people who do what they teach.',
          'buttons', jsonb_build_array(jsonb_build_object('label', 'See the courses', 'href', '/course', 'look', 'primary')))),
        jsonb_build_object('type', 'CourseGrid', 'props', jsonb_build_object('id', 'courses-1', 'title', 'Courses')))),
      ('About', 'about', jsonb_build_array(
        jsonb_build_object('type', 'RichText', 'props', jsonb_build_object('id', 'text-1', 'title', 'About ' || name,
          'html', '<p>This is where you say who teaches here, and why. Open this page in the page builder and write it in your own words.</p>')),
        jsonb_build_object('type', 'CallToAction', 'props', jsonb_build_object('id', 'action-1', 'title', 'Begin with one lesson',
          'text', 'The first lesson of many courses is open to everyone.',
          'label', 'See the courses', 'href', '/course'))))
    ) first (title, slug, blocks)
  on conflict (account_id, slug) do nothing;
  return null;
end $$;
comment on function private.furnish_pages is 'Every new account has a home page and a page about itself, both published.';
create trigger accounts_furnish_pages after insert on public.accounts for each row execute function private.furnish_pages();
