create trigger posts_touch before update on public.posts for each row execute function private.touch_updated_at();
create trigger post_drafts_touch before update on public.post_drafts for each row execute function private.touch_updated_at();

-- Only what visitors see is told: writing drops no cached page.
create trigger posts_tell_insert after insert on public.posts for each row
  when (new.status = 'published') execute function private.tell_change('posts');
create trigger posts_tell_update after update on public.posts for each row
  when (new.status = 'published' or old.status = 'published') execute function private.tell_change('posts');
create trigger posts_tell_delete after delete on public.posts for each row
  when (old.status = 'published') execute function private.tell_change('posts');

create function private.begin_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_drafts (account_id, post_id, title, excerpt, content, cover, categories, tags, settings, updated_by)
  values (new.account_id, new.id, new.title, new.excerpt, new.content, new.cover, new.categories, new.tags, new.settings, auth.uid());
  return null;
end $$;
comment on function private.begin_post is 'Every post has a draft from its first moment.';
create trigger posts_begin_draft after insert on public.posts for each row execute function private.begin_post();

create function private.sign_post_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  return new;
end $$;
comment on function private.sign_post_draft is 'A draft names who wrote at it last.';
create trigger post_drafts_sign before update of title, content, excerpt on public.post_drafts
  for each row execute function private.sign_post_draft();

create function private.name_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_id := coalesce(new.author_id, private.member_of(new.account_id));
  return new;
end $$;
comment on function private.name_author is 'Who begins a post is its author.';
create trigger posts_name_author before insert on public.posts for each row execute function private.name_author();

grant select (account_id, id, title, slug, excerpt, content, cover, categories, tags, settings, author_id, status, published_at,
  created_at, updated_at) on public.posts to anon, authenticated;
grant insert (account_id, title, slug), update (slug), delete on public.posts to authenticated;
create policy "Everyone reads published posts" on public.posts for select to anon, authenticated
  using (status = 'published' and published_at <= now());
create policy "Managers read every post of their account" on public.posts for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers begin posts" on public.posts for insert to authenticated
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers change the address of posts" on public.posts for update to authenticated
  using (account_id = (select private.accounts_where('manage_options')))
  with check (account_id = (select private.accounts_where('manage_options')));
create policy "Managers remove posts" on public.posts for delete to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

grant select (account_id, id, post_id, title, excerpt, content, cover, categories, tags, settings, updated_by, created_at, updated_at),
  update (title, excerpt, content, cover, categories, tags, settings) on public.post_drafts to authenticated;
create policy "Managers read what is being written" on public.post_drafts for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers write posts" on public.post_drafts for update to authenticated
  using (account_id = (select private.accounts_where('manage_options')))
  with check (account_id = (select private.accounts_where('manage_options')));

create function private.post_to_manage(post_id uuid) returns public.posts
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.posts;
begin
  select * into found_post from public.posts p
   where p.id = post_to_manage.post_id and p.account_id = (select private.accounts_where('manage_options'))
   for update;
  if found_post.id is null then
    perform private.refuse('not_found', 'There is no such post here.');
  end if;
  return found_post;
end $$;
comment on function private.post_to_manage is 'A post the caller may publish, locked; refuses any other.';

create function public.publish_post(post_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(publish_post.post_id);
  shown_since timestamptz := coalesce(post.published_at, now());
begin
  update public.posts p
     set title = d.title, excerpt = d.excerpt, content = d.content, cover = d.cover, categories = d.categories, tags = d.tags,
         settings = d.settings, status = 'published', published_at = shown_since
    from public.post_drafts d
   where p.account_id = post.account_id and p.id = post.id and d.account_id = p.account_id and d.post_id = p.id;
  return shown_since;
end $$;
comment on function public.publish_post is 'Shows what was written to readers; the day of the first time stays.';
grant execute on function public.publish_post(uuid) to authenticated;

create function public.unpublish_post(post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(unpublish_post.post_id);
begin
  update public.posts p set status = 'draft' where p.account_id = post.account_id and p.id = post.id;
end $$;
comment on function public.unpublish_post is 'Takes a post off the blog; what was written stays.';
grant execute on function public.unpublish_post(uuid) to authenticated;

create function private.note_post_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id, '/blog/' || old.slug, '/blog/' || new.slug);
  return null;
end $$;
comment on function private.note_post_move is 'The old address of a post that readers may know leads to the new one.';
create trigger posts_note_move after update of slug on public.posts for each row
  when (old.slug <> new.slug and old.status = 'published') execute function private.note_post_move();
