create trigger docs_touch before update of title, slug, summary, content, status on public.docs
  for each row execute function private.touch_updated_at();

-- Only what visitors see is told: a page being written drops nothing that is kept.
create trigger docs_tell_insert after insert on public.docs for each row
  when (new.status = 'published') execute function private.tell_change('docs');
create trigger docs_tell_update after update on public.docs for each row
  when (new.status = 'published' or old.status = 'published') execute function private.tell_change('docs');
create trigger docs_tell_delete after delete on public.docs for each row
  when (old.status = 'published') execute function private.tell_change('docs');

create function private.limit_docs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('docs'), hashtext(new.account_id::text));
  if (select count(*) from public.docs d where d.account_id = new.account_id) >= 1000 then
    perform private.refuse('docs_full', 'A site has up to 1,000 pages of documentation. Remove one before you add another.');
  end if;
  return new;
end $$;
comment on function private.limit_docs is 'A site''s documentation stays a tree one can read at once.';
create trigger docs_limit before insert on public.docs for each row execute function private.limit_docs();

grant select (account_id, id, parent_id, position, title, slug, summary, content, status, words, created_at, updated_at)
  on public.docs to anon, authenticated;
grant insert (account_id, parent_id, position, title, slug), update (title, slug, summary, content, status), delete
  on public.docs to authenticated;
create policy "Everyone reads published documentation" on public.docs for select to anon, authenticated
  using (status = 'published');
create policy "Managers read all documentation of their account" on public.docs for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers add documentation" on public.docs for insert to authenticated
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers write documentation" on public.docs for update to authenticated
  using (account_id = (select private.accounts_where('manage_options')))
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers remove documentation" on public.docs for delete to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

create function public.arrange_docs(account_id uuid, tree jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own uuid := (select account from private.accounts_where('manage_options') account where account = arrange_docs.account_id);
  deepest integer;
  reached integer;
begin
  if own is null then
    perform private.refuse('not_found', 'There is no documentation here that you may arrange.');
  end if;
  if jsonb_typeof(tree) <> 'array' or jsonb_array_length(tree) > 1000 then
    perform private.refuse('invalid', 'Send the pages as a list of id, parent_id and position.');
  end if;
  perform pg_advisory_xact_lock(hashtext('docs'), hashtext(own::text));
  update public.docs d set parent_id = place.parent_id, position = place.position
    from jsonb_to_recordset(tree) place (id uuid, parent_id uuid, position integer)
   where d.account_id = own and d.id = place.id
     and (d.parent_id, d.position) is distinct from (place.parent_id, place.position);
  with recursive branch as (
    select d.id, 1 as depth from public.docs d where d.account_id = own and d.parent_id is null
    union all
    select d.id, b.depth + 1 from public.docs d join branch b on d.parent_id = b.id
     where d.account_id = own and b.depth < 6)
  select max(depth), count(*) into deepest, reached from branch;
  if reached <> (select count(*) from public.docs d where d.account_id = own) or deepest > 4 then
    perform private.refuse('docs_order', 'A page of the documentation stands in no page under itself, and at most four levels deep.');
  end if;
end $$;
comment on function public.arrange_docs is 'Puts the documentation in an order, whole or not at all: each page under its parent, in its place.';
grant execute on function public.arrange_docs(uuid, jsonb) to authenticated;

create function private.note_doc_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id, '/docs/' || old.slug, '/docs/' || new.slug);
  return null;
end $$;
comment on function private.note_doc_move is 'The old address of documentation that readers may know leads to the new one.';
create trigger docs_note_move after update of slug on public.docs for each row
  when (old.slug <> new.slug and old.status = 'published') execute function private.note_doc_move();
