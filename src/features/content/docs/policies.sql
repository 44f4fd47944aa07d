create trigger docs_touch before update of title, slug, summary, content, status on public.docs
  for each row execute function private.touch_updated_at();

-- Only published rows notify: editing a draft invalidates no cache.
create trigger docs_tell_insert after insert on public.docs for each row
  when (new.status = 'published') execute function private.notify_change('docs');
create trigger docs_tell_update after update on public.docs for each row
  when (new.status = 'published' or old.status = 'published') execute function private.notify_change('docs');
create trigger docs_tell_delete after delete on public.docs for each row
  when (old.status = 'published') execute function private.notify_change('docs');

create function private.limit_docs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('docs'), hashtext(new.account_id::text));
  if (select count(*) from public.docs d where d.account_id = new.account_id) >= 1000 then
    perform private.raise_error('docs_full', 'A site can have at most 1,000 pages of documentation. Delete one before you add another.');
  end if;
  return new;
end $$;
comment on function private.limit_docs is 'Limits a site''s documentation to 1,000 pages.';
create trigger docs_limit before insert on public.docs for each row execute function private.limit_docs();

create trigger docs_begin_draft after insert on public.docs for each row execute function private.begin_draft('doc');
create trigger doc_drafts_touch before update on public.doc_drafts for each row execute function private.touch_updated_at();
create trigger doc_drafts_sign before update of title, summary, content on public.doc_drafts
  for each row execute function private.sign_draft();
create trigger doc_drafts_keep_version after update on public.doc_drafts for each row execute function private.keep_version('doc');
create trigger docs_move_to_trash before delete on public.docs for each row execute function private.move_to_trash('doc');

grant select (account_id, id, parent_id, position, title, slug, summary, content, status, search_text, created_at, updated_at)
  on public.docs to anon, authenticated;
grant insert (account_id, parent_id, position, title, slug), update (slug), delete on public.docs to authenticated;
create policy "Everyone reads published documentation" on public.docs for select to anon, authenticated
  using (status = 'published');
create policy "Managers read all documentation of their account" on public.docs for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add documentation" on public.docs for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change the address of documentation" on public.docs for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove documentation" on public.docs for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, doc_id, title, summary, content, version, publish_at, updated_by, created_at, updated_at),
  update (title, summary, content) on public.doc_drafts to authenticated;
create policy "Managers read what is being written of documentation" on public.doc_drafts for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers write documentation" on public.doc_drafts for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));

create view public.doc_versions with (security_invoker = true) as
  select v.account_id, v.id, v.subject_id as doc_id, v.state as kind, d.title, d.summary, d.content, v.saved_by, v.created_at
    from public.versions v, jsonb_populate_record(null::public.doc_drafts, v.content) d where v.kind = 'doc';
comment on view public.doc_versions is 'The versions of documentation pages, by column.';
grant select on public.doc_versions to authenticated;

create function public.publish_doc(doc_id uuid, seen integer default null) returns void
language sql set search_path = '' as $$ select public.publish_draft('doc', doc_id, seen) $$;
comment on function public.publish_doc is 'Publishes the draft of a documentation page; with seen, only that version.';
grant execute on function public.publish_doc(uuid, integer) to authenticated;

create function public.unpublish_doc(doc_id uuid) returns void
language sql set search_path = '' as $$ select public.unpublish('doc', doc_id) $$;
comment on function public.unpublish_doc is 'Unpublishes a documentation page; its draft stays.';
grant execute on function public.unpublish_doc(uuid) to authenticated;

create function public.preview_doc(account_id uuid, secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'title', d.title, 'slug', p.slug, 'summary', d.summary, 'content', d.content, 'updated_at', d.updated_at)
    from public.docs p join public.doc_drafts d on (d.account_id, d.doc_id) = (p.account_id, p.id)
   where p.account_id = preview_doc.account_id and p.id = private.previewed('doc', preview_doc.account_id, secret)
$$;
comment on function public.preview_doc is 'The draft behind a preview link that has not expired; null for an invalid one.';
grant execute on function public.preview_doc(uuid, text) to anon, authenticated;

create function public.arrange_docs(account_id uuid, tree jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own_account uuid := (select account from private.account_with('manage_options') account where account = arrange_docs.account_id);
  max_depth integer;
  reachable integer;
begin
  if own_account is null then
    perform private.raise_error('not_found', 'You don’t have permission to arrange this documentation.');
  end if;
  if jsonb_typeof(tree) <> 'array' or jsonb_array_length(tree) > 1000 then
    perform private.raise_error('invalid', 'Send the pages as a list of id, parent_id and position.');
  end if;
  perform pg_advisory_xact_lock(hashtext('docs'), hashtext(own_account::text));
  update public.docs d set parent_id = place.parent_id, position = place.position
    from jsonb_to_recordset(tree) place (id uuid, parent_id uuid, position integer)
   where d.account_id = own_account and d.id = place.id
     and (d.parent_id, d.position) is distinct from (place.parent_id, place.position);
  with recursive branch as (
    select d.id, 1 as depth from public.docs d where d.account_id = own_account and d.parent_id is null
    union all
    select d.id, b.depth + 1 from public.docs d join branch b on d.parent_id = b.id
     where d.account_id = own_account and b.depth < 6)
  select max(depth), count(*) into max_depth, reachable from branch;
  if reachable <> (select count(*) from public.docs d where d.account_id = own_account) or max_depth > 4 then
    perform private.raise_error('docs_order', 'A documentation page can’t be placed under itself, or more than four levels deep.');
  end if;
end $$;
comment on function public.arrange_docs is 'Sets parent and position of all documentation pages in one transaction.';
grant execute on function public.arrange_docs(uuid, jsonb) to authenticated;

create function private.redirect_doc_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id, '/docs/' || old.slug, '/docs/' || new.slug);
  return null;
end $$;
comment on function private.redirect_doc_slug is 'Redirects the old address of a published documentation page to the new one.';
create trigger docs_note_move after update of slug on public.docs for each row
  when (old.slug <> new.slug and old.status = 'published') execute function private.redirect_doc_slug();

create view private.doc_search_rows as
  select d.account_id, d.id, 'doc'::text as kind, null::uuid as parent_id, d.title, d.summary, private.text_of_html(d.content) as body, d.slug,
      null::text as picture, null::text as language, d.status = 'published' as is_live
    from public.docs d;
comment on view private.doc_search_rows is 'What a page of the documentation is found by, as it was last published.';
create trigger docs_index after insert or delete or update of title, slug, summary, content, status on public.docs
  for each row execute function private.index_record('doc_search_rows');
create policy "Documentation is found by whoever may read it" on public.search_records for select to anon, authenticated
  using (kind = 'doc' and exists (
    select from public.docs d where (d.account_id, d.id) = (search_records.account_id, search_records.id)));

create function private.doc_candidates(account uuid, term text) returns table (id uuid, is_in_title boolean, is_in_summary boolean)
-- A planner that does not know the query takes a sequential scan for cheaper than it is.
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
begin
  return query
  select r.id, r.title_document @@ q.query, ts_filter(r.document, '{a,b}') @@ q.query
    from private.search_queries(account, term) q
    join public.search_records r on r.account_id = account
     and r.document @@ (q.query && private.lexeme_query(private.search_scope(account, 'doc', q.language, true)));
end $$;
comment on function private.doc_candidates is 'The published pages of documentation that a term finds, and where. Nobody reads them but under the policies of public.docs.';
grant execute on function private.doc_candidates(uuid, text) to anon, authenticated;

create function public.search_docs(account_id uuid, term text) returns setof public.docs
language sql stable set search_path = '' as $$
  select d.* from private.doc_candidates(search_docs.account_id, search_docs.term) c
    join public.docs d on (d.account_id, d.id) = (search_docs.account_id, c.id)
   where d.status = 'published'
   order by c.is_in_title desc, c.is_in_summary desc, d.position, d.id
   limit 20
$$;
comment on function public.search_docs is
  'Searches published documentation, at most twenty pages: matches in the title first, then in title and summary.';
grant execute on function public.search_docs(uuid, text) to anon, authenticated;
