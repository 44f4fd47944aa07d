create function private.store_draft_version(page public.pages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  draft jsonb := private.draft_of('page', page.account_id, page.id);
begin
  if private.content_of('page', draft) is distinct from (select v.content from public.versions v
       where v.account_id = page.account_id and v.kind = 'page' and v.subject_id = page.id order by v.created_at desc, v.id desc limit 1) then
    perform private.store_version('page', page.account_id, page.id, 'saved', draft);
  end if;
end $$;
comment on function private.store_draft_version is 'Stores the current draft of a page as a version before it is overwritten.';

create function public.apply_site_template(template jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := (select private.account_with('manage_options'));
  template_page jsonb;
  page public.pages;
  option_key text;
  before_pages jsonb := '[]';
  before_options jsonb;
  created jsonb := '[]';
begin
  if account is null then
    perform private.raise_error('forbidden', 'Only site managers can change its design.');
  end if;
  if jsonb_typeof(template) is distinct from 'object' or jsonb_typeof(template -> 'pages') is distinct from 'array'
     or jsonb_typeof(template -> 'options') is distinct from 'object' then
    perform private.raise_error('invalid', 'A site template has pages and options.');
  end if;
  if jsonb_array_length(template -> 'pages') not between 1 and 20 then
    perform private.raise_error('invalid', 'A site template has between 1 and 20 pages.');
  end if;
  if exists (select from jsonb_object_keys(template -> 'options') named where named not in ('theme', 'menus', 'header', 'footer')) then
    perform private.raise_error('invalid', 'A site template sets the theme, menus, header and footer, and no other option.');
  end if;

  select coalesce(jsonb_object_agg(named, coalesce(o.value, '{}')), '{}') into before_options
    from jsonb_object_keys(template -> 'options') named
    left join public.options o on o.account_id = account and o.key = named;
  for option_key in select jsonb_object_keys(template -> 'options') loop
    insert into public.options (account_id, key, value) values (account, option_key, template -> 'options' -> option_key)
    on conflict (account_id, key) do update set value = excluded.value;
  end loop;

  for template_page in select value from jsonb_array_elements(template -> 'pages') loop
    page := null;
    select * into page from public.pages p where p.account_id = account and p.slug = template_page ->> 'slug' for update;
    if page.id is null then
      insert into public.pages (account_id, title, slug) values (account, template_page ->> 'title', template_page ->> 'slug') returning * into page;
      created := created || to_jsonb(page.slug);
    else
      before_pages := before_pages || jsonb_build_object('slug', page.slug, 'title', page.title, 'content', page.content,
        'settings', page.settings, 'status', page.status);
      perform private.store_draft_version(page);
    end if;
    update public.page_drafts d
       set title = template_page ->> 'title', data = template_page -> 'content', settings = coalesce(template_page -> 'settings', '{}')
     where d.account_id = account and d.page_id = page.id;
    if template_page ->> 'status' = 'draft' then
      perform public.unpublish_page(page.id);
    else
      perform public.publish_page(page.id);
    end if;
  end loop;
  return jsonb_build_object('before', jsonb_build_object('pages', before_pages, 'options', before_options), 'made', created);
end $$;
comment on function public.apply_site_template is
  'Applies a template''s options and pages in one transaction; returns the previous ones in the same form, and the slugs of the pages it created.';
grant execute on function public.apply_site_template(jsonb) to authenticated;

create function public.begin_page(title text, slug text, content jsonb, settings jsonb default '{}') returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := (select private.account_with('manage_options'));
  page public.pages;
begin
  if account is null then
    perform private.raise_error('forbidden', 'Only site managers can add pages to it.');
  end if;
  insert into public.pages (account_id, title, slug) values (account, begin_page.title, begin_page.slug) returning * into page;
  update public.page_drafts d set data = begin_page.content, settings = begin_page.settings
   where d.account_id = account and d.page_id = page.id;
  return page.slug;
end $$;
comment on function public.begin_page is 'Creates an unpublished page with initial content; returns its slug.';
grant execute on function public.begin_page(text, text, jsonb, jsonb) to authenticated;
