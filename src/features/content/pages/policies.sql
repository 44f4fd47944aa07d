create trigger pages_touch before update on public.pages for each row execute function private.touch_updated_at();
create trigger page_drafts_touch before update on public.page_drafts for each row execute function private.touch_updated_at();

-- Only published rows notify: editing a draft invalidates no cached page.
create trigger pages_tell_insert after insert on public.pages for each row
  when (new.status = 'published') execute function private.notify_change('pages');
create trigger pages_tell_update after update on public.pages for each row
  when (new.status = 'published' or old.status = 'published') execute function private.notify_change('pages');
create trigger pages_tell_delete after delete on public.pages for each row
  when (old.status = 'published') execute function private.notify_change('pages');

create trigger pages_begin_draft after insert on public.pages for each row execute function private.begin_draft('page');
create trigger page_drafts_sign before update of title, data, settings on public.page_drafts
  for each row execute function private.sign_draft();
create trigger page_drafts_keep_version after update on public.page_drafts for each row execute function private.keep_version('page');

create function private.limit_page() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_column_size(new.data) > 524288 then
    perform private.raise_error('page_too_large',
      'A page can have at most 512 KB. Put images into the media library instead of the text, or split it into two pages.');
  end if;
  return new;
end $$;
comment on function private.limit_page is 'Limits a page to 512 KB.';
create trigger page_drafts_limit before update of data on public.page_drafts for each row execute function private.limit_page();

create function private.guard_home() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.slug <> 'home' or current_setting('stoa.home_moves', true) = 'on'
    or not exists (select from public.accounts where account_id = old.account_id) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    perform private.raise_error('home_stays', 'Every site needs a home page. Edit it instead of deleting it.');
  elsif new.slug <> 'home' or new.status <> 'published' then
    perform private.raise_error('home_stays', 'The home page can’t be moved or unpublished.');
  end if;
  return new;
end $$;
comment on function private.guard_home is 'Rejects deleting, unpublishing or renaming the home page.';
create trigger pages_guard_home before update of slug, status or delete on public.pages
  for each row execute function private.guard_home();

grant select (account_id, id, title, slug, kind, content, settings, status, published_at, search_text, created_at, updated_at)
  on public.pages to anon, authenticated;
grant insert (account_id, title, slug, kind), update (slug), delete on public.pages to authenticated;
create policy "Everyone reads published pages" on public.pages for select to anon, authenticated
  using (status = 'published');
create policy "Managers read every page of their account" on public.pages for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add pages" on public.pages for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change the address of pages" on public.pages for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove pages" on public.pages for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, page_id, title, data, settings, version, publish_at, updated_by, created_at, updated_at)
  on public.page_drafts to authenticated;
create policy "Managers read drafts of their account" on public.page_drafts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));

create view public.page_versions with (security_invoker = true) as
  select v.account_id, v.id, v.subject_id as page_id, v.state as kind, d.title, d.data, d.settings, v.saved_by as published_by, v.created_at
    from public.versions v, jsonb_populate_record(null::public.page_drafts, v.content) d where v.kind = 'page';
comment on view public.page_versions is 'The versions of pages, by column.';
grant select on public.page_versions to authenticated;

create view public.page_previews with (security_invoker = true) as
  select v.account_id, v.id, v.subject_id as page_id, v.expires_at, v.created_by, v.created_at from public.previews v where v.kind = 'page';
comment on view public.page_previews is 'The preview links of pages.';
grant select, delete on public.page_previews to authenticated;

create view public.removed_pages with (security_invoker = true) as
  select t.account_id, t.id, t.title, t.slug, t.record ->> 'kind' as kind, t.removed_by, t.removed_at
    from public.trash t where t.kind = 'page';
comment on view public.removed_pages is 'The trash of pages.';
grant select on public.removed_pages to authenticated;

create function private.page_to_manage(page_id uuid) returns public.pages
language plpgsql security definer set search_path = '' as $$
declare
  found_page public.pages;
begin
  select * into found_page from public.pages p
   where p.id = page_to_manage.page_id and p.account_id = (select private.account_with('manage_options'))
   for update;
  if found_page.id is null then
    perform private.raise_error('not_found', 'There is no such page here.');
  end if;
  return found_page;
end $$;
comment on function private.page_to_manage is 'Returns and locks a page the caller may publish; raises not_found for any other.';

create function public.save_page_draft(page_id uuid, seen integer, title text, data jsonb, settings jsonb) returns integer
language sql set search_path = '' as $$
  select public.save_draft('page', page_id, seen, jsonb_build_object('title', title, 'data', data, 'settings', settings))
$$;
comment on function public.save_page_draft is 'Saves a draft based on version seen; returns the new version. Raises changed_meanwhile where somebody else saved in between.';
grant execute on function public.save_page_draft(uuid, integer, text, jsonb, jsonb) to authenticated;

create function public.publish_page(page_id uuid, seen integer default null) returns timestamptz
language sql set search_path = '' as $$ select public.publish_draft('page', page_id, seen) $$;
comment on function public.publish_page is 'Publishes a page''s draft and stores it as a version; with seen, only that version.';
grant execute on function public.publish_page(uuid, integer) to authenticated;

create function public.schedule_page(page_id uuid, publish_at timestamptz) returns void
language sql set search_path = '' as $$ select public.schedule_draft('page', page_id, publish_at) $$;
comment on function public.schedule_page is 'Schedules the publication of a draft; null cancels it.';
grant execute on function public.schedule_page(uuid, timestamptz) to authenticated;

create function public.unpublish_page(page_id uuid) returns void
language sql set search_path = '' as $$ select public.unpublish('page', page_id) $$;
comment on function public.unpublish_page is 'Unpublishes a page; its draft stays.';
grant execute on function public.unpublish_page(uuid) to authenticated;

create function public.share_page_draft(page_id uuid, days integer) returns text
language sql set search_path = '' as $$ select public.share_draft('page', page_id, days) $$;
comment on function public.share_page_draft is 'Creates a preview link to a draft; returns its secret, which is not stored.';
grant execute on function public.share_page_draft(uuid, integer) to authenticated;

create function public.bring_back_page(page_id uuid) returns text
language sql set search_path = '' as $$ select public.restore_from_trash(page_id) $$;
comment on function public.bring_back_page is 'Restores a page from the trash; returns its slug, a new one where its own is in use.';
grant execute on function public.bring_back_page(uuid) to authenticated;

create function public.copy_page(page_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages := private.page_to_manage(copy_page.page_id);
  draft public.page_drafts;
  copy_id uuid;
  number int := 2;
begin
  select * into draft from public.page_drafts d where d.account_id = page.account_id and d.page_id = page.id;
  while exists (select from public.pages p where p.account_id = page.account_id and p.slug = left(page.slug, 70) || '-' || number) loop
    number := number + 1;
  end loop;
  insert into public.pages (account_id, title, slug, kind)
  values (page.account_id, left(draft.title, 150) || ' ' || number, left(page.slug, 70) || '-' || number, page.kind) returning id into copy_id;
  update public.page_drafts d set data = draft.data, settings = draft.settings
   where d.account_id = page.account_id and d.page_id = copy_id;
  return left(page.slug, 70) || '-' || number;
end $$;
comment on function public.copy_page is 'Copies a page as an unpublished draft; returns its slug.';
grant execute on function public.copy_page(uuid) to authenticated;

create function private.first_pages(name text, language text) returns table (slug text, title text, content jsonb)
language sql immutable set search_path = '' as $$
  select first.slug, first.title, jsonb_build_object('root', jsonb_build_object('props', jsonb_build_object()),
      'zones', jsonb_build_object(), 'content', first.blocks)
    from private.default_texts(first_pages.language) words, lateral (values
      ('home', words ->> 'home', jsonb_build_array(
        jsonb_build_object('type', 'Hero', 'props', jsonb_build_object('id', 'hero-1', 'title', first_pages.name, 'text', words ->> 'lead',
          'picture', jsonb_build_object('src', '/pictures/table.svg', 'alt', words ->> 'picture', 'width', 1280, 'height', 960),
          'buttons', jsonb_build_array(jsonb_build_object('label', words ->> 'see', 'href', '/course', 'look', 'primary')))),
        jsonb_build_object('type', 'CourseGrid', 'props', jsonb_build_object('id', 'courses-1',
          'title', words ->> 'courses', 'link', words ->> 'all')))),
      ('about', words ->> 'about', jsonb_build_array(
        jsonb_build_object('type', 'RichText', 'props', jsonb_build_object('id', 'text-1', 'title', words ->> 'about',
          'html', '<p>' || (words ->> 'who') || '</p>')),
        jsonb_build_object('type', 'CallToAction', 'props', jsonb_build_object('id', 'action-1', 'title', words ->> 'first',
          'text', '', 'label', words ->> 'see', 'href', '/course'))))
    ) first (slug, title, blocks)
$$;
comment on function private.first_pages is 'The initial pages of a new account in its language.';

create function private.seed_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.pages (account_id, title, slug, status, published_at, content)
  select new.account_id, first.title, first.slug, 'published', private.clock_now(), first.content
    from private.first_pages(initcap(replace(new.slug, '-', ' ')), 'en') first
  on conflict (account_id, slug) do nothing;
  return null;
end $$;
comment on function private.seed_pages is 'Creates and publishes the home and about page of a new account.';
create trigger accounts_furnish_pages after insert on public.accounts for each row execute function private.seed_pages();

create function private.translate_first_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only in the transaction that creates the account: later, the texts are the owner's.
  update public.pages p set title = first.title, content = first.content
    from private.first_pages(coalesce(new.value ->> 'sitetitle', ''), new.value ->> 'defaultLanguage') first, public.accounts a
   where p.account_id = new.account_id and p.slug = first.slug and p.created_at = private.clock_now()
     and a.account_id = p.account_id and a.created_at = private.clock_now();
  update public.page_drafts d set title = p.title, data = p.content
    from public.pages p, public.accounts a
   where p.account_id = new.account_id and p.slug in ('home', 'about') and d.account_id = p.account_id and d.page_id = p.id
     and d.created_at = private.clock_now() and a.account_id = p.account_id and a.created_at = private.clock_now();
  return null;
end $$;
comment on function private.translate_first_pages is 'Translates the initial pages to the account''s language and inserts its name.';
create trigger options_say_first_words after insert or update of value on public.options for each row
  when (new.key = 'settings' and new.value ? 'defaultLanguage') execute function private.translate_first_pages();

create function private.redirect_page_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id,
    case old.slug when 'home' then '/' else '/' || old.slug end, case new.slug when 'home' then '/' else '/' || new.slug end);
  return null;
end $$;
comment on function private.redirect_page_slug is 'Redirects the old address of a published page to the new one.';
create trigger pages_note_move after update of slug on public.pages for each row
  when (old.slug <> new.slug and old.slug <> 'home' and old.status = 'published' and old.kind = 'page')
  execute function private.redirect_page_slug();

create function public.make_home(page_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages := private.page_to_manage(make_home.page_id);
  number int := 1;
  former_slug text := 'former-home';
begin
  if page.slug = 'home' then
    return 'home';
  elsif page.kind <> 'page' then
    perform private.raise_error('invalid', 'A section can’t be the home page.');
  end if;
  while exists (select from public.pages p where p.account_id = page.account_id and p.slug = former_slug) loop
    number := number + 1;
    former_slug := 'former-home-' || number;
  end loop;
  perform set_config('stoa.home_moves', 'on', true);
  update public.pages p set slug = former_slug where p.account_id = page.account_id and p.slug = 'home';
  update public.pages p set slug = 'home' where p.account_id = page.account_id and p.id = page.id;
  if page.status <> 'published' then
    perform private.publish_record('page', page.account_id, page.id);
  end if;
  perform set_config('stoa.home_moves', 'off', true);
  return former_slug;
end $$;
comment on function public.make_home is 'Makes a page the home page and publishes it; returns the new slug of the former one.';
grant execute on function public.make_home(uuid) to authenticated;

create function private.pages_showing(account uuid, section uuid) returns table (id uuid, title text, slug text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.title, p.slug from public.pages p join public.page_drafts d on (d.account_id, d.page_id) = (p.account_id, p.id)
   where p.account_id = account and p.id <> section
     and (p.content @? format('$.** ? (@.section == "%s")', section)::jsonpath or d.data @? format('$.** ? (@.section == "%s")', section)::jsonpath)
$$;
comment on function private.pages_showing is 'Pages that use a section, published or in their draft.';

create function public.pages_with_section(section_id uuid) returns table (id uuid, title text, slug text)
language sql stable security definer set search_path = '' as $$
  select shown.* from private.account_with('manage_options') account, private.pages_showing(account, section_id) shown order by 2
$$;
comment on function public.pages_with_section is 'Pages that use a shared section, for managers.';
grant execute on function public.pages_with_section(uuid) to authenticated;

create function public.unpublish_pages(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'select public.unpublish_page(p.id) from public.pages p where p.id = $1 and p.status = ''published''')
$$;
comment on function public.unpublish_pages is 'Unpublishes several pages, each as unpublish_page does.';
grant execute on function public.unpublish_pages(uuid[]) to authenticated;

create function public.remove_pages(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'delete from public.pages where id = $1')
$$;
comment on function public.remove_pages is 'Deletes several pages under the caller''s policies; reports those that could not be deleted, with the reason.';
grant execute on function public.remove_pages(uuid[]) to authenticated;

create function public.preview_page(account_id uuid, secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', d.title, 'slug', p.slug, 'content', d.data, 'settings', d.settings)
    from public.pages p join public.page_drafts d on (d.account_id, d.page_id) = (p.account_id, p.id)
   where p.account_id = preview_page.account_id and p.id = private.previewed('page', preview_page.account_id, secret)
$$;
comment on function public.preview_page is 'The draft behind a preview link that has not expired; null for an invalid one.';
grant execute on function public.preview_page(uuid, text) to anon, authenticated;

create function private.keep_used_section() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  uses bigint := (select count(*) from private.pages_showing(old.account_id, old.id));
begin
  if uses > 0 and exists (select from public.accounts a where a.account_id = old.account_id) then
    perform private.raise_error('section_used', format('%s pages use this section. Remove it from them first.', uses));
  end if;
  return old;
end $$;
comment on function private.keep_used_section is 'Rejects deleting a section that pages use.';
create trigger pages_keep_used_section before delete on public.pages for each row
  when (old.kind = 'section') execute function private.keep_used_section();
create trigger pages_move_to_trash before delete on public.pages for each row execute function private.move_to_trash('page');

create view private.page_search_rows as
  select p.account_id, p.id, 'page'::text as kind, null::uuid as parent_id, p.title, coalesce(p.settings ->> 'description', '') as summary,
      private.text_of_html(coalesce((select string_agg(value #>> '{}', ' ') from jsonb_path_query(p.content,
        'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "string" && @.key like_regex "^(title|text|label|name|note|noteEnd|eyebrow|caption|role|quote|html|question|answer|who|when|done|points|heads|rows|hours|address|price|value|alt)$").value',
        silent => true) value), '')) as body,
      p.slug, p.settings -> 'picture' ->> 'src' as picture, null::text as language, p.status = 'published' as is_live
    from public.pages p where p.kind = 'page';
comment on view private.page_search_rows is 'What a page is found by: the texts of its blocks, as they were last published.';
create trigger pages_index after insert or delete or update of title, slug, content, settings, status on public.pages
  for each row execute function private.index_record('page_search_rows');
create policy "Pages are found by whoever may read them" on public.search_records for select to anon, authenticated
  using (kind = 'page' and exists (
    select from public.pages p where (p.account_id, p.id) = (search_records.account_id, search_records.id)));
