-- Finds where a file of the library is used. It is here because only this feature may depend on all others.

create function private.media_places(account uuid) returns table (kind text, id uuid, slug text, title text, content text)
language sql stable set search_path = '' as $$
  select 'page', p.id, p.slug, p.title, p.content::text || p.settings::text || coalesce(d.data::text || d.settings::text, '')
    from public.pages p left join public.page_drafts d on d.account_id = p.account_id and d.page_id = p.id
   where p.account_id = account
  union all
  select 'post', p.id, p.slug, p.title,
      concat_ws(' ', p.content, p.cover::text, p.settings::text, d.content, d.cover::text, d.settings::text)
    from public.posts p left join public.post_drafts d on d.account_id = p.account_id and d.post_id = p.id
   where p.account_id = account
  union all
  select 'course', c.id, c.slug, c.title, concat_ws(' ', c.description, c.featured_image::text, c.trailer_url)
    from public.courses c where c.account_id = account
  union all
  select 'lesson', l.id, c.slug, l.title, concat_ws(' ', b.body, b.media_url)
    from public.lesson_contents b
    join public.lessons l on l.account_id = b.account_id and l.id = b.id
    join public.courses c on c.account_id = b.account_id and c.id = b.course_id
   where b.account_id = account
  union all
  select 'quiz', z.id, null, l.title, concat_ws(' ', q.prompt, q.figure::text, q.options::text)
    from public.questions q
    join public.quizzes z on z.account_id = q.account_id and z.id = q.quiz_id
    join public.lessons l on l.account_id = z.account_id and l.id = z.lesson_id
   where q.account_id = account
  union all
  select 'product', p.id, p.slug, p.title, concat_ws(' ', p.image, p.description)
    from public.products p where p.account_id = account
  union all
  select 'group', g.id, g.slug, g.title, concat_ws(' ', g.cover, g.description)
    from public.groups g where g.account_id = account
  union all
  select 'doc', p.id, p.slug, p.title, concat_ws(' ', p.content, d.content)
    from public.docs p left join public.doc_drafts d on d.account_id = p.account_id and d.doc_id = p.id
   where p.account_id = account
  union all
  select 'form', f.id, null, f.name, concat_ws(' ', f.fields::text, f.small_print, f.thank_you, f.redirect)
    from public.forms f where f.account_id = account
  union all
  select 'setting', null, o.key, o.key, o.value::text
    from public.options o where o.account_id = account
  union all
  select 'member', m.id, m.slug, m.name, concat_ws(' ', m.avatar, m.bio)
    from public.members m where m.account_id = account
$$;
comment on function private.media_places is 'All records of an account that can hold a file URL, with their text; drafts are included in their record.';

create function public.media_uses(account_id uuid, paths text[])
returns table (path text, kind text, id uuid, slug text, title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := media_uses.account_id;
begin
  if not account in (select private.accounts_where('staff')) then
    perform private.refuse('forbidden', 'Only those who work on this site see where its files are used.');
  end if;
  if cardinality(paths) > 200 then
    perform private.refuse('too_large', 'Ask for at most 200 files at a time.');
  end if;
  return query
  with requested as (
    select distinct p as path, account || '/' || p as address from unnest(paths) p
  ), places as materialized (
    select * from private.media_places(account) where content like '%' || account || '/public/%'
  )
  select distinct requested.path, places.kind, places.id, places.slug, places.title
    from requested join places on strpos(places.content, requested.address) > 0
      -- Rejects longer paths with the same prefix.
      and places.content ~ (regexp_replace(requested.address, '([^A-Za-z0-9/_-])', '\\\1', 'g') || '($|[^A-Za-z0-9._/-])')
   order by 1, 2, 5
   limit 1000;
end $$;
comment on function public.media_uses is 'The records that use files of an account''s library, for staff.';
grant execute on function public.media_uses(uuid, text[]) to authenticated;

create function public.live_addresses(account_id uuid, paths text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  if cardinality(paths) > 1000 then
    perform private.refuse('invalid', 'A file holds between one and 1,000 redirects.');
  end if;
  return query
  select w.path
    from (select distinct p as path, regexp_replace(normalize(p, nfc), '(?<=.)/+$', '') as address from unnest(paths) p where p is not null) w
   where account_id = (select private.accounts_where('manage_options'))
     and (w.address in ('/', '/blog', '/docs', '/search', '/login', '/signup', '/login/reset-password', '/members/invitation', '/checkout', '/thankyou',
         '/subscribed', '/sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.ico', '/blog/rss.xml', '/blog/atom.xml')
       or w.address = '/dashboard' or w.address like '/dashboard/%'
       or exists (select from public.pages p where p.account_id = account_id and w.address = '/' || p.slug and p.kind = 'page' and p.status = 'published')
       or exists (select from public.posts p where p.account_id = account_id and w.address = '/blog/' || p.slug and p.status = 'published' and p.published_at <= (select private.clock_now()))
       or exists (select from public.docs d where d.account_id = account_id and w.address = '/docs/' || d.slug and d.status = 'published')
       or exists (select from public.groups g where g.account_id = account_id and w.address = '/groups/' || g.slug and g.visibility = 'public'
         and private.has_feature(account_id, 'groups'))
       or exists (select from public.members m where m.account_id = account_id and w.address = '/members/' || m.slug and m.is_public and m.blocked_at is null)
       or private.has_feature(account_id, 'lms') and (w.address = '/course'
         or exists (select from public.course_categories c where c.account_id = account_id and w.address = '/course/category/' || c.slug)
         or exists (select from public.courses c where c.account_id = account_id and w.address = '/course/' || c.slug
           and c.status = 'published' and c.visibility = 'public')));
end $$;
comment on function public.live_addresses is 'Which of these paths the site serves itself, for managers: a redirect from there never applies.';
grant execute on function public.live_addresses(uuid, text[]) to authenticated;
