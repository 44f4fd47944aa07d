-- Reviews of courses: written by who takes a course, shown to who may see it, answered and hidden by who teaches it.

create trigger course_reviews_touch before update on public.course_reviews for each row execute function private.touch_updated_at();
create trigger course_reviews_tell after insert or update or delete on public.course_reviews
  for each row execute function private.notify_change('course_reviews');
create trigger course_ratings_tell after insert or update or delete on public.course_ratings
  for each row execute function private.notify_change('course_ratings');

grant select (account_id, id, course_id, author_name, rating, body, status, reply, replied_at, created_at, updated_at) on public.course_reviews to anon, authenticated;
grant update (status), delete on public.course_reviews to authenticated;
create policy "Whoever sees a course sees its reviews" on public.course_reviews for select to anon, authenticated
  using (status = 'shown' and course_id in (select c.id from public.courses c));
create policy "Members see their own reviews" on public.course_reviews for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Who teaches a course sees all its reviews" on public.course_reviews for select to authenticated
  using (course_id in (select private.courses_where('manage_students')));
create policy "Who teaches a course shows and hides its reviews" on public.course_reviews for update to authenticated
  using (course_id in (select private.courses_where('manage_students')))
  with check (course_id in (select private.courses_where('manage_students')) and status in ('shown', 'hidden'));
create policy "Members delete their own reviews" on public.course_reviews for delete to authenticated
  using (member_id = (select private.member_ids()));
create policy "Managers delete reviews" on public.course_reviews for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, course_id, rating_count, rating_sum, average) on public.course_ratings to anon, authenticated;
create policy "Whoever sees a course sees its rating" on public.course_ratings for select to anon, authenticated
  using (course_id in (select c.id from public.courses c));

create function private.rate_course(account uuid, course uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  -- Two reviews at once are counted one after the other.
  perform from public.courses c where (c.account_id, c.id) = (account, course) for no key update;
  if not found then return; end if;
  select count(*)::int as reviews, sum(r.rating)::int as stars into counted
    from public.course_reviews r where (r.account_id, r.course_id) = (account, course) and r.status = 'shown';
  if counted.reviews = 0 then
    delete from public.course_ratings k where (k.account_id, k.course_id) = (account, course);
  else
    insert into public.course_ratings as k (account_id, course_id, rating_count, rating_sum) values (account, course, counted.reviews, counted.stars)
    on conflict (account_id, course_id) do update set rating_count = excluded.rating_count, rating_sum = excluded.rating_sum
      where (k.rating_count, k.rating_sum) <> (excluded.rating_count, excluded.rating_sum);
  end if;
end $$;
comment on function private.rate_course is 'Counts the reviews of a course that are shown.';

create function private.refresh_course_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.rate_course(r.account_id, r.course_id) from (select (coalesce(new, old)).*) r;
  return null;
end $$;
comment on function private.refresh_course_rating is 'The rating of a course follows its reviews.';
create trigger course_reviews_rate after insert or update of rating, status or delete on public.course_reviews
  for each row execute function private.refresh_course_rating();

create function private.may_review(course uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select e.member_id from public.enrolments e
   where e.member_id = (select private.member_ids()) and e.course_id = course
     and e.course_id not in (select private.taught_courses())
     and exists (select from public.lesson_progress p
       where (p.account_id, p.member_id, p.course_id) = (e.account_id, e.member_id, e.course_id) and p.completed_at is not null)
   limit 1
$$;
comment on function private.may_review is 'The caller as who may review a course: enrolled now or before, with a lesson done, and not teaching it.';

create function private.save_review(of_course uuid, stars integer, content text, is_masked boolean) returns public.course_reviews
language plpgsql security definer set search_path = '' as $$
declare
  person public.members%rowtype;
  c public.courses%rowtype;
  review public.course_reviews%rowtype;
  is_new boolean;
  is_trusted boolean := not is_masked and content !~* 'https?://|www\.';
begin
  select m.* into person from public.members m where m.id = private.may_review(of_course);
  if person.id is null then
    perform private.raise_error('forbidden', 'You can review a course once you have completed a lesson of it.');
  end if;
  select * into c from public.courses k where (k.account_id, k.id) = (person.account_id, of_course);
  insert into public.course_reviews as r (account_id, course_id, member_id, author_name, rating, body, status)
  values (person.account_id, of_course, person.id, left(person.name, 120), stars, btrim(content), case when is_trusted then 'shown' else 'waiting' end)
  on conflict (account_id, course_id, member_id) do update set rating = excluded.rating, body = excluded.body, author_name = excluded.author_name,
    -- What was hidden stays hidden, however it is worded.
    status = case when r.status = 'shown' then excluded.status else r.status end
  returning * into review;
  is_new := review.created_at = review.updated_at;
  if is_new then
    perform private.emit(c.account_id, 'course.reviewed', 'course:' || c.id,
      facts => jsonb_build_object('review_id', review.id, 'course_id', c.id, 'member_id', person.id, 'rating', stars));
    perform private.notify_localized(c.account_id, m.user_id, 'reviewAdded', '{{name}} reviewed <b>{{title}}</b>: {{rating}} of 5.',
        jsonb_build_object('name', person.name, 'title', c.title, 'rating', stars), 1, '/dashboard/manage/elearning/reviews?course=' || c.id, 'comments', person.user_id)
      from public.members m
     where m.account_id = c.account_id and m.blocked_at is null
       and (m.id = c.author_id or m.id in (select i.member_id from public.course_instructors i where (i.account_id, i.course_id) = (c.account_id, c.id)));
  end if;
  return review;
end $$;
comment on function private.save_review is 'The caller''s review of a course, written or changed: shown at once, unless it holds a link or a masked word; then whoever teaches the course decides.';
grant execute on function private.save_review(uuid, integer, text, boolean) to authenticated;

create function public.own_review(course_id uuid) returns table (id uuid, rating smallint, body text, status text, reply text, may_write boolean)
language sql stable security definer set search_path = '' as $$
  select r.id, r.rating, r.body, r.status, r.reply, private.may_review(own_review.course_id) is not null
    from (select 1) one left join public.course_reviews r on r.member_id = (select private.member_ids()) and r.course_id = own_review.course_id
$$;
comment on function public.own_review is 'The caller''s review of a course, and whether they may write one.';
grant execute on function public.own_review(uuid) to authenticated;

create function public.reply_to_review(review_id uuid, reply text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  r public.course_reviews%rowtype;
  answer text := nullif(btrim(coalesce(reply, '')), '');
begin
  select * into r from public.course_reviews k where k.id = review_id and k.course_id in (select private.courses_where('manage_students')) for update;
  if r.id is null then
    perform private.raise_error('not_found', 'There is no such review here that you can answer.');
  elsif length(answer) > 2000 then
    perform private.raise_error('invalid', 'Use at most 2000 characters.');
  end if;
  update public.course_reviews k
     set reply = answer, replied_by = case when answer is not null then private.member_of(r.account_id) end,
         replied_at = case when answer is not null then private.clock_now() end
   where (k.account_id, k.id) = (r.account_id, r.id);
  if answer is not null and r.reply is null then
    perform private.notify_localized(r.account_id, m.user_id, 'reviewReplied', 'Your review of <b>{{title}}</b> has a reply.',
        jsonb_build_object('title', c.title), 1, '/course/' || c.slug, 'learning')
      from public.members m join public.courses c on (c.account_id, c.id) = (r.account_id, r.course_id)
     where (m.account_id, m.id) = (r.account_id, r.member_id);
  end if;
end $$;
comment on function public.reply_to_review is 'The answer to a review, of whoever teaches its course; an empty one takes it back. Its author is told of the first one.';
grant execute on function public.reply_to_review(uuid, text) to authenticated;
