grant select (account_id, id, post_id, kind, title, excerpt, content, cover, categories, tags, settings, saved_by, created_at)
  on public.post_versions to authenticated;
create policy "Editors read what their posts were" on public.post_versions for select to authenticated
  using (account_id = (select private.accounts_where('staff')));

create function private.keep_post_version(draft public.post_drafts, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_versions (account_id, post_id, kind, title, excerpt, content, cover, categories, tags, settings, saved_by)
  values (draft.account_id, draft.post_id, kind, draft.title, draft.excerpt, draft.content, draft.cover, draft.categories, draft.tags,
    draft.settings, case when kind = 'published' then coalesce(auth.uid(), draft.updated_by) else draft.updated_by end);
  delete from public.post_versions v
   where v.account_id = draft.account_id and v.post_id = draft.post_id and v.kind = keep_post_version.kind and v.id not in (
     select newest.id from public.post_versions newest
      where newest.account_id = draft.account_id and newest.post_id = draft.post_id and newest.kind = keep_post_version.kind
      order by newest.created_at desc, newest.id desc limit 30);
end $$;
comment on function private.keep_post_version is 'Stores a draft as a version; keeps the newest thirty of each kind.';

create function private.keep_saved_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.post_versions v where v.account_id = old.account_id and v.post_id = old.post_id
                   and v.created_at > (select private.clock_now()) - interval '10 minutes') then
    perform private.keep_post_version(old, 'saved');
  end if;
  return null;
end $$;
comment on function private.keep_saved_post is 'Stores the previous draft as a version at most every ten minutes of editing.';
create trigger post_drafts_keep_saved after update of title, content, excerpt, cover, categories, tags, settings on public.post_drafts
  for each row when ((old.title, old.content, old.excerpt, old.cover, old.categories, old.tags, old.settings)
    is distinct from (new.title, new.content, new.excerpt, new.cover, new.categories, new.tags, new.settings)
    and (old.content <> '' or old.excerpt <> ''))
  execute function private.keep_saved_post();
