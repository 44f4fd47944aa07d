-- Search inside a course: its lessons, by title and text, as far as the caller may open them.

create function private.course_hits(course_id uuid, term text) returns table (account_id uuid, id uuid, rank real, query tsquery)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := (select c.account_id from public.courses c where c.id = course_hits.course_id
    and c.id in (select private.enrolled_courses() union all select private.editable_courses()));
begin
  if account is null then return; end if;
  return query
  select r.account_id, r.id,
      (max(case when r.title_document @@ q.query then 1 else 0 end + ts_rank('{0.1,0.2,0.5,1}', r.document, q.query, 1)))::real,
      (array_agg(q.query))[1]
    from private.search_queries(account, course_hits.term) q
    join public.lessons l on (l.account_id, l.course_id) = (account, course_hits.course_id) and l.is_published and l.archived_at is null
    join public.search_records r on (r.account_id, r.id) = (l.account_id, l.id) and r.language = q.language and r.document @@ q.query
   group by r.account_id, r.id;
end $$;
comment on function private.course_hits is 'The lessons of a course the caller is in or edits that a term finds. Nobody reads them but under the policies of public.search_records.';
grant execute on function private.course_hits(uuid, text) to authenticated;

create function public.search_course(course_id uuid, term text) returns table (lesson_id uuid, excerpt text)
language sql stable set search_path = '' set client_min_messages = 'error' as $$
  select r.id, case
      -- Scripts without spaces have no words to count.
      when length(f.part) > 300 or length(f.part) < 20 and length(r.body) > 100 then left(r.body, 120)
      when starts_with(r.body, f.part) then f.part
      else '… ' || f.part end
    from private.course_hits(search_course.course_id, search_course.term) h
    join public.search_records r on (r.account_id, r.id) = (h.account_id, h.id)
   cross join lateral (select ts_headline(private.search_config(r.language), left(r.body, 10000), h.query,
      'MaxFragments=1, MaxWords=18, MinWords=8, StartSel="", StopSel=""') as part) f
   order by h.rank desc, r.id limit 50
$$;
comment on function public.search_course is 'Searches the lessons of a course by title and text, those the caller may open, the best first.';
grant execute on function public.search_course(uuid, text) to authenticated;
