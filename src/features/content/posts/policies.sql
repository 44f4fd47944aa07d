create trigger posts_touch before update on public.posts for each row execute function private.touch_updated_at();
create trigger post_drafts_touch before update on public.post_drafts for each row execute function private.touch_updated_at();

-- Only published rows notify: editing a draft invalidates no cached page.
create trigger posts_tell_insert after insert on public.posts for each row
  when (new.status = 'published') execute function private.notify_change('posts');
create trigger posts_tell_update after update on public.posts for each row
  when (new.status = 'published' or old.status = 'published') execute function private.notify_change('posts');
create trigger posts_tell_delete after delete on public.posts for each row
  when (old.status = 'published') execute function private.notify_change('posts');

create function private.create_post_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_drafts (account_id, post_id, title, excerpt, content, cover, categories, tags, settings, updated_by)
  values (new.account_id, new.id, new.title, new.excerpt, new.content, new.cover, new.categories, new.tags, new.settings, auth.uid());
  insert into public.post_authors (account_id, post_id, author_id)
  select new.account_id, new.id, new.author_id where new.author_id is not null;
  return null;
end $$;
comment on function private.create_post_draft is 'Creates the draft and the author entry of a new post.';
create trigger posts_begin_draft after insert on public.posts for each row execute function private.create_post_draft();

create function private.record_draft_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  new.version := old.version + 1;
  return new;
end $$;
comment on function private.record_draft_author is 'Records who changed a draft last, and increments its version on every save.';
create trigger post_drafts_sign before update of title, content, excerpt, cover, categories, tags, settings on public.post_drafts
  for each row execute function private.record_draft_author();

create function private.name_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_id := coalesce(new.author_id, private.member_of(new.account_id));
  return new;
end $$;
comment on function private.name_author is 'Defaults a post''s author to the caller.';
create trigger posts_name_author before insert on public.posts for each row execute function private.name_author();

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

create function private.publish_post_draft(post public.posts) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  shown_since timestamptz := coalesce(post.published_at, private.clock_now());
begin
  update public.posts p
     set title = d.title, excerpt = d.excerpt, content = d.content, cover = d.cover, categories = d.categories, tags = d.tags,
         settings = d.settings, status = 'published', published_at = shown_since
    from public.post_drafts d
   where p.account_id = post.account_id and p.id = post.id and d.account_id = p.account_id and d.post_id = p.id;
  update public.post_drafts d set publish_at = null
   where d.account_id = post.account_id and d.post_id = post.id and d.publish_at is not null;
  perform private.store_post_version(d, 'published') from public.post_drafts d
   where d.account_id = post.account_id and d.post_id = post.id;
  return shown_since;
end $$;
comment on function private.publish_post_draft is 'Publishes a post''s draft, stores it as a version and clears its schedule; returns the publication date.';

create function public.publish_post(post_id uuid, seen integer default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(publish_post.post_id);
begin
  if publish_post.seen <> (select d.version from public.post_drafts d where d.account_id = post.account_id and d.post_id = post.id) then
    perform private.raise_error('changed_meanwhile', 'Somebody else saved this meanwhile. Look at it before you publish it.');
  end if;
  return private.publish_post_draft(post);
end $$;
comment on function public.publish_post is 'Publishes a post''s draft; the first publication date stays. With seen, only that version.';
grant execute on function public.publish_post(uuid, integer) to authenticated;

create function public.schedule_post(post_id uuid, publish_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(schedule_post.post_id);
begin
  if schedule_post.publish_at not between (select private.clock_now()) and private.clock_now() + interval '2 years' then
    perform private.raise_error('invalid', 'A post is published at a time that is still to come, within two years.');
  end if;
  update public.post_drafts d set publish_at = schedule_post.publish_at where d.account_id = post.account_id and d.post_id = post.id;
end $$;
comment on function public.schedule_post is 'Schedules the publication of a post; null cancels it.';
grant execute on function public.schedule_post(uuid, timestamptz) to authenticated;

create function private.publish_due_posts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due public.posts;
  published integer := 0;
begin
  for due in
    select p.* from public.posts p join public.post_drafts d on (d.account_id, d.post_id) = (p.account_id, p.id)
     where d.publish_at <= (select private.clock_now()) order by d.publish_at limit 500 for update of p skip locked
  loop
    perform private.publish_post_draft(due);
    published := published + 1;
  end loop;
  return published;
end $$;
comment on function private.publish_due_posts is 'Publishes every post that is due; returns how many. Run by the scheduler.';

create function public.unpublish_post(post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(unpublish_post.post_id);
begin
  update public.posts p set status = 'draft' where p.account_id = post.account_id and p.id = post.id;
end $$;
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
  if new.status = 'published' and (tg_op = 'INSERT' or old.status <> 'published') then
    perform private.emit(new.account_id, 'post.published', 'post:' || new.id, facts => jsonb_build_object('post_id', new.id, 'published_at', new.published_at));
  end if;
  return null;
end $$;
comment on function private.emit_post_event is 'A post went public.';
create trigger posts_emit after insert or update of status on public.posts for each row execute function private.emit_post_event();

create view private.post_search_rows as
  select p.account_id, p.id, 'post'::text as kind, null::uuid as parent_id, p.title, p.excerpt as summary,
      array_to_string(p.categories || p.tags, ', ') || ' ' || private.text_of_html(p.content) as body, p.slug, p.cover ->> 'image' as picture,
      null::text as language, p.status = 'published' as is_live
    from public.posts p;
comment on view private.post_search_rows is 'What a post is found by, as it was last published.';
create trigger posts_index after insert or delete or update of title, slug, excerpt, content, cover, categories, tags, status on public.posts
  for each row execute function private.index_record('post_search_rows');
create policy "Posts are found by whoever may read them" on private.search_records for select to anon, authenticated
  using (kind = 'post' and exists (
    select from public.posts p where (p.account_id, p.id) = (search_records.account_id, search_records.id)));
