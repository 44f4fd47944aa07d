create trigger posts_touch before update on public.posts for each row execute function private.touch_updated_at();
create trigger post_drafts_touch before update on public.post_drafts for each row execute function private.touch_updated_at();

-- Only published rows notify: editing a draft invalidates no cached page.
create trigger posts_tell_insert after insert on public.posts for each row
  when (new.status = 'published') execute function private.notify_change('posts');
create trigger posts_tell_update after update on public.posts for each row
  when (new.status = 'published' or old.status = 'published') execute function private.notify_change('posts');
create trigger posts_tell_delete after delete on public.posts for each row
  when (old.status = 'published') execute function private.notify_change('posts');

create trigger posts_begin_draft after insert on public.posts for each row execute function private.begin_draft('post');
create trigger post_drafts_sign before update of title, content, excerpt, cover, categories, tags, settings on public.post_drafts
  for each row execute function private.sign_draft();
create trigger post_drafts_keep_version after update on public.post_drafts for each row execute function private.keep_version('post');
create trigger posts_move_to_trash before delete on public.posts for each row execute function private.move_to_trash('post');

create function private.name_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_when = 'BEFORE' then
    new.author_id := coalesce(new.author_id, private.member_of(new.account_id));
    return new;
  end if;
  insert into public.post_authors (account_id, post_id, author_id)
  select new.account_id, new.id, new.author_id where new.author_id is not null and not private.is_restoring();
  return null;
end $$;
comment on function private.name_author is 'Defaults a post''s author to the caller, and names them in post_authors.';
create trigger posts_name_author before insert on public.posts for each row execute function private.name_author();
create trigger posts_enter_author after insert on public.posts for each row execute function private.name_author();

grant select (account_id, id, title, slug, excerpt, content, cover, categories, tags, settings, is_featured, author_id, status, published_at,
  search_text, created_at, updated_at) on public.posts to anon, authenticated;
grant insert (account_id, title, slug), update (slug), delete on public.posts to authenticated;
create policy "Everyone reads published posts" on public.posts for select to anon, authenticated
  using (status = 'published' and published_at <= (select private.clock_now()));
create policy "Editors read every post of their account" on public.posts for select to authenticated
  using (account_id = (select private.account_with('staff')));
create policy "Editors begin posts" on public.posts for insert to authenticated
  with check (account_id = (select private.account_with('staff')));
create policy "Editors change the address of posts" on public.posts for update to authenticated
  using (account_id = (select private.account_with('staff')))
  with check (account_id = (select private.account_with('staff')));
create policy "Editors remove posts" on public.posts for delete to authenticated
  using (account_id = (select private.account_with('staff')));

grant select (account_id, id, post_id, title, excerpt, content, cover, categories, tags, settings, version, publish_at, updated_by,
    created_at, updated_at),
  update (title, excerpt, content, cover, categories, tags, settings) on public.post_drafts to authenticated;
create policy "Editors read what is being written" on public.post_drafts for select to authenticated
  using (account_id = (select private.account_with('staff')));
create policy "Editors write posts" on public.post_drafts for update to authenticated
  using (account_id = (select private.account_with('staff')))
  with check (account_id = (select private.account_with('staff')));

create function private.post_to_manage(post_id uuid) returns public.posts
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.posts;
begin
  select * into found_post from public.posts p
   where p.id = post_to_manage.post_id and p.account_id = (select private.account_with('staff'))
   for update;
  if found_post.id is null then
    perform private.raise_error('not_found', 'There is no such post here.');
  end if;
  return found_post;
end $$;
comment on function private.post_to_manage is 'Returns and locks a post the caller may publish; raises not_found for any other.';

create function public.publish_post(post_id uuid, seen integer default null) returns timestamptz
language sql set search_path = '' as $$ select public.publish_draft('post', post_id, seen) $$;
comment on function public.publish_post is 'Publishes a post''s draft; the first publication date stays. With seen, only that version.';
grant execute on function public.publish_post(uuid, integer) to authenticated;

create function public.schedule_post(post_id uuid, publish_at timestamptz) returns void
language sql set search_path = '' as $$ select public.schedule_draft('post', post_id, publish_at) $$;
comment on function public.schedule_post is 'Schedules the publication of a post; null cancels it.';
grant execute on function public.schedule_post(uuid, timestamptz) to authenticated;

create function public.unpublish_post(post_id uuid) returns void
language sql set search_path = '' as $$ select public.unpublish('post', post_id) $$;
comment on function public.unpublish_post is 'Unpublishes a post; its draft stays.';
grant execute on function public.unpublish_post(uuid) to authenticated;

create function public.copy_post(post_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(copy_post.post_id);
  draft public.post_drafts;
  stem text := rtrim(left(post.slug, 70), '-');
  copy_id uuid;
  number int := 2;
begin
  select * into draft from public.post_drafts d where d.account_id = post.account_id and d.post_id = post.id;
  while exists (select from public.posts p where p.account_id = post.account_id and p.slug = stem || '-' || number) loop
    number := number + 1;
  end loop;
  insert into public.posts (account_id, title, slug)
  values (post.account_id, left(draft.title, 150) || ' ' || number, stem || '-' || number) returning id into copy_id;
  update public.post_drafts d
     set excerpt = draft.excerpt, content = draft.content, cover = draft.cover, categories = draft.categories, tags = draft.tags,
         settings = draft.settings - 'featured'
   where d.account_id = post.account_id and d.post_id = copy_id;
  return stem || '-' || number;
end $$;
comment on function public.copy_post is 'Copies a post as an unpublished draft by the caller, without the featured flag; returns its slug.';
grant execute on function public.copy_post(uuid) to authenticated;

create function private.redirect_post_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.redirect_moved(new.account_id, '/blog/' || old.slug, '/blog/' || new.slug);
  return null;
end $$;
comment on function private.redirect_post_slug is 'Redirects the old address of a published post to the new one.';
create trigger posts_note_move after update of slug on public.posts for each row
  when (old.slug <> new.slug and old.status = 'published') execute function private.redirect_post_slug();

-- Changes of the posts behind the view notify under the name of the view.
create trigger posts_tell_counts_insert after insert on public.posts for each row
  when (new.status = 'published') execute function private.notify_change('blog_counts');
create trigger posts_tell_counts_update after update of status, categories, published_at on public.posts for each row
  when (new.status = 'published' or old.status = 'published') execute function private.notify_change('blog_counts');
create trigger posts_tell_counts_delete after delete on public.posts for each row
  when (old.status = 'published') execute function private.notify_change('blog_counts');

create view public.blog_counts with (security_invoker = true) as
  select p.account_id, 'category'::text as kind, name, count(*)::int as posts
    from public.posts p, unnest(p.categories) name
   where p.status = 'published' and p.published_at <= (select private.clock_now()) group by 1, 3
  union all
  select p.account_id, 'year', extract(year from p.published_at at time zone 'UTC')::int::text, count(*)::int
    from public.posts p where p.status = 'published' and p.published_at <= (select private.clock_now()) group by 1, 3;
comment on view public.blog_counts is 'Number of published posts per category and year.';
grant select on public.blog_counts to anon, authenticated;

create function public.unpublish_posts(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'select public.unpublish_post(p.id) from public.posts p where p.id = $1 and p.status = ''published''')
$$;
comment on function public.unpublish_posts is 'Unpublishes several posts, each as unpublish_post does.';
grant execute on function public.unpublish_posts(uuid[]) to authenticated;

create function public.remove_posts(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  select private.apply_to_each(ids, 'delete from public.posts where id = $1')
$$;
comment on function public.remove_posts is 'Deletes several posts under the caller''s policies.';
grant execute on function public.remove_posts(uuid[]) to authenticated;

create function private.emit_post_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'published' and (tg_op = 'INSERT' or old.status <> 'published') and not private.is_restoring() then
    perform private.emit(new.account_id, 'post.published', 'post:' || new.id, facts => jsonb_build_object('post_id', new.id, 'published_at', new.published_at));
  end if;
  return null;
end $$;
comment on function private.emit_post_event is 'A post went public.';
create trigger posts_emit after insert or update of status on public.posts for each row execute function private.emit_post_event();

create view public.post_versions with (security_invoker = true) as
  select v.account_id, v.id, v.subject_id as post_id, v.state as kind, d.title, d.excerpt, d.content, d.cover, d.categories, d.tags, d.settings,
      v.saved_by, v.created_at
    from public.versions v, jsonb_populate_record(null::public.post_drafts, v.content) d where v.kind = 'post';
comment on view public.post_versions is 'The versions of posts, by column.';
grant select on public.post_versions to authenticated;

create view public.post_previews with (security_invoker = true) as
  select v.account_id, v.id, v.subject_id as post_id, v.expires_at, v.created_by, v.created_at from public.previews v where v.kind = 'post';
comment on view public.post_previews is 'The preview links of posts.';
grant select, delete on public.post_previews to authenticated;

create function public.share_post_draft(post_id uuid, days integer) returns text
language sql set search_path = '' as $$ select public.share_draft('post', post_id, days) $$;
comment on function public.share_post_draft is 'Creates a preview link to a draft; returns its secret, which is not stored.';
grant execute on function public.share_post_draft(uuid, integer) to authenticated;

create function public.preview_post(account_id uuid, secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'title', d.title, 'slug', p.slug, 'excerpt', d.excerpt, 'content', d.content, 'cover', d.cover,
      'categories', d.categories, 'tags', d.tags, 'settings', d.settings, 'author_id', p.author_id,
      'post_authors', coalesce((select jsonb_agg(jsonb_build_object('author_id', a.author_id, 'position', a.position))
        from public.post_authors a where (a.account_id, a.post_id) = (p.account_id, p.id)), '[]'),
      'published_at', coalesce(p.published_at, d.publish_at, private.clock_now()), 'updated_at', d.updated_at)
    from public.posts p join public.post_drafts d on (d.account_id, d.post_id) = (p.account_id, p.id)
   where p.account_id = preview_post.account_id and p.id = private.previewed('post', preview_post.account_id, secret)
$$;
comment on function public.preview_post is 'The draft behind a preview link that has not expired; null for an invalid one.';
grant execute on function public.preview_post(uuid, text) to anon, authenticated;

create view private.post_search_rows as
  select p.account_id, p.id, 'post'::text as kind, null::uuid as parent_id, p.title, p.excerpt as summary,
      array_to_string(p.categories || p.tags, ', ') || ' ' || private.text_of_html(p.content) as body, p.slug, p.cover ->> 'image' as picture,
      null::text as language, p.status = 'published' as is_live
    from public.posts p;
comment on view private.post_search_rows is 'What a post is found by, as it was last published.';
create trigger posts_index after insert or delete or update of title, slug, excerpt, content, cover, categories, tags, status on public.posts
  for each row execute function private.index_record('post_search_rows');
create policy "Posts are found by whoever may read them" on public.search_records for select to anon, authenticated
  using (kind = 'post' and exists (
    select from public.posts p where (p.account_id, p.id) = (search_records.account_id, search_records.id)));
