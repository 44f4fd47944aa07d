create function private.keep_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  uses bigint;
begin
  if not exists (select from public.accounts a where a.account_id = old.account_id) then
    return old;
  end if;
  if old.kind = 'section' then
    select count(*) into uses from private.pages_showing(old.account_id, old.id);
    if uses > 0 then
      perform private.refuse('section_used', format('%s pages show this section. Take it out of them first.', uses));
    end if;
  end if;
  insert into public.removed_pages (account_id, id, title, slug, kind, page, draft, versions, removed_by)
  select old.account_id, old.id, old.title, old.slug, old.kind, to_jsonb(old), to_jsonb(d),
      (select coalesce(jsonb_agg(to_jsonb(v)), '[]') from (select * from public.page_versions v
        where v.account_id = old.account_id and v.page_id = old.id order by v.created_at desc limit 10) v), auth.uid()
    from public.page_drafts d where d.account_id = old.account_id and d.page_id = old.id
  on conflict (account_id, id) do update
    set title = excluded.title, slug = excluded.slug, page = excluded.page, draft = excluded.draft, versions = excluded.versions,
        removed_by = excluded.removed_by, removed_at = private.clock_now();
  return old;
end $$;
comment on function private.keep_removed is 'Moves a deleted page with its draft and versions to the trash for thirty days; rejects deleting a section that pages use.';
create trigger pages_keep_removed before delete on public.pages for each row execute function private.keep_removed();

grant select (account_id, id, title, slug, kind, removed_by, removed_at) on public.removed_pages to authenticated;
create policy "Managers see what was removed" on public.removed_pages for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

create function public.bring_back_page(page_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  removed public.removed_pages;
  new_slug text;
  number int := 1;
begin
  delete from public.removed_pages r
   where r.id = bring_back_page.page_id and r.account_id = (select private.accounts_where('manage_options')) returning * into removed;
  if removed.id is null then
    perform private.refuse('not_found', 'This page can’t be brought back any more.');
  end if;
  new_slug := removed.slug;
  while exists (select from public.pages p where p.account_id = removed.account_id and p.slug = new_slug) loop
    number := number + 1;
    new_slug := left(removed.slug, 70) || '-' || number;
  end loop;
  insert into public.pages (account_id, id, title, slug, content, settings, status, published_at, created_at, updated_at, kind)
  select p.account_id, p.id, p.title, new_slug, p.content, p.settings, p.status, p.published_at, p.created_at, p.updated_at, p.kind
    from jsonb_populate_record(null::public.pages, removed.page) p;
  update public.page_drafts d
     set title = old_draft.title, data = old_draft.data, settings = old_draft.settings, version = old_draft.version
    from jsonb_populate_record(null::public.page_drafts, removed.draft) old_draft where d.account_id = removed.account_id and d.page_id = removed.id;
  insert into public.page_versions select * from jsonb_populate_recordset(null::public.page_versions, removed.versions);
  return new_slug;
end $$;
comment on function public.bring_back_page is 'Restores a page from the trash; returns its slug, a new one where its own is in use.';
grant execute on function public.bring_back_page(uuid) to authenticated;

create function private.forget_old_pages() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  delete from public.page_previews where expires_at < (select private.clock_now()) - interval '30 days';
  delete from public.removed_pages where removed_at < (select private.clock_now()) - interval '30 days';
  get diagnostics deleted = row_count;
  return deleted;
end $$;
comment on function private.forget_old_pages is 'Deletes pages from the trash after thirty days; returns how many. Run by the scheduler.';
