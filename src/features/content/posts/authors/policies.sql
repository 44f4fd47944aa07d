grant select (account_id, id, post_id, author_id, position, created_at) on public.post_authors to anon, authenticated;
create policy "Who may read a post reads who it is by" on public.post_authors for select to anon, authenticated
  using (exists (select from public.posts p where (p.account_id, p.id) = (post_authors.account_id, post_authors.post_id)));

create function private.merge_authors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The new owner may already be an author of the post; the duplicate entry is dropped.
  if exists (select from public.post_authors a
              where (a.account_id, a.post_id, a.author_id) = (new.account_id, new.post_id, new.author_id)) then
    delete from public.post_authors a where (a.account_id, a.id) = (old.account_id, old.id);
    return null;
  end if;
  return new;
end $$;
comment on function private.merge_authors is 'Avoids a duplicate author entry when a post is transferred to one of its authors.';
create trigger post_authors_merge before update of author_id on public.post_authors for each row
  when (old.author_id <> new.author_id) execute function private.merge_authors();

create function private.keep_first_author() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.post_authors := coalesce(new, old);
begin
  -- When several members leave at once, their entries still exist here, so only current members may come first. Updates
  -- the post on every change of its authors to invalidate its caches.
  update public.posts p
     set author_id = (
       select a.author_id from public.post_authors a
         join public.members m on (m.account_id, m.id) = (a.account_id, a.author_id)
        where (a.account_id, a.post_id) = (changed.account_id, changed.post_id)
        order by a.position, a.id limit 1)
   where (p.account_id, p.id) = (changed.account_id, changed.post_id);
  return null;
end $$;
comment on function private.keep_first_author is 'Copies a post''s first author to posts.author_id.';
create trigger post_authors_keep_first after insert or delete or update of author_id, position on public.post_authors
  for each row execute function private.keep_first_author();

create function public.possible_authors(account_id uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select m.id, m.name from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = possible_authors.account_id and m.account_id = (select private.account_with('staff'))
     and m.blocked_at is null and private.holds(r.caps, 'staff')
   order by m.name, m.id limit 200
$$;
comment on function public.possible_authors is 'Members of an account who may write posts, for managers.';
grant execute on function public.possible_authors(uuid) to authenticated;

create function public.set_post_authors(post_id uuid, authors uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  post public.posts := private.post_to_manage(set_post_authors.post_id);
begin
  if cardinality(authors) > 10 then
    perform private.raise_error('invalid', 'A post can have at most ten authors.');
  elsif authors is null or (select count(distinct a) from unnest(authors) a) <> cardinality(authors) then
    perform private.raise_error('invalid', 'An author can be listed only once.');
  elsif exists (
    select a from unnest(authors) a
    except select kept.author_id from public.post_authors kept where kept.account_id = post.account_id and kept.post_id = post.id
    except select m.id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = post.account_id and m.blocked_at is null and private.holds(r.caps, 'staff')) then
    perform private.raise_error('invalid', 'Only members who can write posts here can be authors.');
  end if;
  delete from public.post_authors a where a.account_id = post.account_id and a.post_id = post.id and a.author_id <> all (authors);
  insert into public.post_authors as a (account_id, post_id, author_id, position)
  select post.account_id, post.id, named.author_id, named.position
    from unnest(authors) with ordinality named (author_id, position)
  on conflict on constraint post_authors_account_id_post_id_author_id_key
    do update set position = excluded.position where a.position <> excluded.position;
end $$;
comment on function public.set_post_authors is 'Sets a post''s authors in this order: members who may write posts, and its previous authors.';
grant execute on function public.set_post_authors(uuid, uuid[]) to authenticated;
