-- Finds where a file of the library is used. It is here because only this feature may depend on all others.

create function private.media_references(account uuid) returns table (kind text, id uuid, slug text, title text, content text)
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
  select 'product', p.id, p.slug, p.title, concat_ws(' ', p.image, p.description, p.body)
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
comment on function private.media_references is 'All records of an account that can hold a file URL, with their text; drafts are included in their record.';

create function public.media_uses(account_id uuid, paths text[])
returns table (path text, kind text, id uuid, slug text, title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := media_uses.account_id;
begin
  if not account in (select private.account_with('staff')) then
    perform private.raise_error('forbidden', 'Only staff can see where files are used.');
  end if;
  if cardinality(paths) > 200 then
    perform private.raise_error('too_large', 'Ask for at most 200 files at a time.');
  end if;
  return query
  with requested as (
    select distinct p as path, account || '/' || p as address from unnest(paths) p
  ), places as materialized (
    select * from private.media_references(account) where content like '%' || account || '/public/%'
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
    perform private.raise_error('invalid', 'A file can have 1 to 1,000 redirects.');
  end if;
  return query
  select w.path
    from (select distinct p as path, regexp_replace(normalize(p, nfc), '(?<=.)/+$', '') as address from unnest(paths) p where p is not null) w
   where account_id = (select private.account_with('manage_options'))
     and (w.address in ('/', '/blog', '/docs', '/search', '/login', '/signup', '/login/reset-password', '/members/invitation', '/checkout', '/thankyou', '/shop',
         '/subscribed', '/sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.ico', '/blog/rss.xml', '/blog/atom.xml')
       or w.address = '/dashboard' or w.address like '/dashboard/%'
       or exists (select from public.pages p where p.account_id = account_id and w.address = '/' || p.slug and p.kind = 'page' and p.status = 'published')
       or exists (select from public.posts p where p.account_id = account_id and w.address = '/blog/' || p.slug and p.status = 'published' and p.published_at <= (select private.clock_now()))
       or exists (select from public.docs d where d.account_id = account_id and w.address = '/docs/' || d.slug and d.status = 'published')
       or exists (select from public.products p where p.account_id = account_id and w.address = '/shop/' || p.slug and p.status = 'published')
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

create function private.search_candidates(account uuid, term text, kinds text[])
returns table (id uuid, rank real, matched text[], query tsquery, opens_player boolean)
-- A planner that does not know the query takes a sequential scan for cheaper than it is.
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  editable uuid[] := array(select private.editable_courses());
  openable uuid[] := array(select private.enrolled_courses() union all select unnest(editable));
  is_author boolean := exists (select from private.account_with('staff') a where a = account
    union all select from private.account_with('manage_options') a where a = account
    union all select from private.account_with('manage_shop') a where a = account
    union all select from private.account_with('create_courses') a where a = account);
begin
  return query
  with queries as materialized (
    select * from private.search_queries(account, term)
  ), scoped as materialized (
    select k.kind, q.query, q.query && (case when is_author and k.kind in ('course', 'lesson', 'post', 'page', 'doc', 'product')
        then private.lexeme_query(private.search_scope(account, k.kind, q.language, true)) || private.lexeme_query(private.search_scope(account, k.kind, q.language, false))
        else private.lexeme_query(private.search_scope(account, k.kind, q.language, true)) end) as scoped_query
      from queries q, (select distinct unnest(kinds) as kind limit 20) k
  ), hits as (
    -- Of very many records those that have the words in their title come first; a bounded number of the others is ranked.
    select s.kind, h.id, h.parent_id, s.query,
        case when h.title_document @@ s.query then 1 else 0 end + ts_rank('{0.1,0.2,0.5,1}', h.document, s.query, 1) as rank
      from scoped s cross join lateral (
        select x.* from (
          (select r.* from public.search_records r
            where r.account_id = account and r.title_document @@ s.scoped_query
              and (r.kind <> 'lesson' or r.parent_id = any (openable) or exists (
                select from public.lessons l where (l.account_id, l.id) = (r.account_id, r.id) and l.is_preview))
              and (r.is_live or r.kind not in ('course', 'lesson') or coalesce(r.parent_id, r.id) = any (editable))
            limit 200)
          union all
          (select r.* from public.search_records r
            where r.account_id = account and r.document @@ s.scoped_query
              and (r.kind <> 'lesson' or r.parent_id = any (openable) or exists (
                select from public.lessons l where (l.account_id, l.id) = (r.account_id, r.id) and l.is_preview))
              and (r.is_live or r.kind not in ('course', 'lesson') or coalesce(r.parent_id, r.id) = any (editable))
            limit 200)) x) h
  ), ranked as (
    select h.id, max(h.rank) as rank, (array_agg(h.query))[1] as query, h.kind = 'lesson' and h.parent_id = any (openable) as opens_player, row_number() over (partition by h.kind order by max(h.rank) desc, h.id) as place
      from hits h group by h.kind, h.id, h.parent_id
  )
  select r.id, r.rank::real, array(select distinct replace(part[1], '''''', '''') from regexp_matches(r.query::text, '''((?:[^'']|'''')+)''', 'g') part), r.query, r.opens_player
    from ranked r where r.place <= 60;
end $$;
comment on function private.search_candidates is
  'The best records for a term, at most sixty of a kind, with what in them matches. Nobody reads them but under the policies of public.search_records.';
grant execute on function private.search_candidates(uuid, text, text[]) to anon, authenticated;

create function public.search_site(account_id uuid, term text, kinds text[])
returns table (kind text, id uuid, title text, text text, slug text, course_slug text, picture text, language text, is_draft boolean, opens_player boolean, matched text[])
language sql stable set search_path = '' set client_min_messages = 'error' set enable_seqscan = off as $$
  with candidates as materialized (
    select * from private.search_candidates(search_site.account_id, search_site.term, search_site.kinds)
  ), visible as (
    select r.account_id, r.id, r.kind, r.parent_id, r.title, r.summary, r.body, r.slug, r.picture, r.language, r.is_live,
        c.rank, c.matched, c.query, c.opens_player, row_number() over (partition by r.kind order by c.rank desc, r.id) as place
      from candidates c join public.search_records r on (r.account_id, r.id) = (search_site.account_id, c.id)
  ), shown as (
    select v.* from visible v
     -- A product of a course leads to the course: it is listed once.
     where v.place <= 9 and not (v.kind = 'product' and exists (
       select from visible w where w.kind = 'course' and w.id = v.parent_id and w.place <= 9))
  )
  select s.kind, s.id, s.title, excerpt.part, s.slug, c.slug, s.picture, s.language,
      not s.is_live, s.opens_player, s.matched
    from shown s
    left join public.courses c on (c.account_id, c.id) = (s.account_id, s.parent_id)
    cross join lateral (select left(trim(concat_ws(' ', nullif(s.summary, ''), s.body)), 10000) as whole) source
    cross join lateral (
      select ts_headline(private.search_config(s.language), source.whole, s.query,
        'MaxFragments=1, MaxWords=28, MinWords=14, StartSel="", StopSel=""') as part) found
    cross join lateral (
      select case
          -- Scripts without spaces have no words to count.
          when length(found.part) > 400 or length(found.part) < 20 and length(source.whole) > 100 then substr(source.whole, greatest(1, coalesce(
            (select min(nullif(strpos(source.whole, m), 0)) from unnest(s.matched) m), 1) - 20), 120)
          when starts_with(source.whole, found.part) then found.part
          else '… ' || found.part end as part) excerpt
   order by s.rank desc, array_position(search_site.kinds, s.kind), s.id
$$;
comment on function public.search_site is
  'Searches an account: courses, lessons the caller may open, posts, pages, documentation, products, groups and members, at most nine of a kind, best first. `matched` holds beginnings of the words to mark.';
grant execute on function public.search_site(uuid, text, text[]) to anon, authenticated;

create function private.index_missing_records() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.search_records) then return; end if;
  insert into private.search_languages (account_id, language)
  select o.account_id, o.value ->> 'defaultLanguage' from public.options o
   where o.key = 'settings' and o.value ->> 'defaultLanguage' ~ '^[a-z]{2}$'
  on conflict do nothing;
  perform private.put_search_records(kind || '_search_rows', null, null)
    from unnest('{member,group,post,doc,course,lesson,product,page}'::text[]) kind;
end $$;
comment on function private.index_missing_records is 'Writes the search records of rows that stood before there was a search index.';
select private.index_missing_records();
