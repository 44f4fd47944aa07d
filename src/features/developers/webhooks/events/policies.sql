-- Events of an account as its webhooks receive them. Each trigger is on a table of an earlier feature.

create function private.member_facts(account uuid, member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email, 'role', coalesce(r.kind, r.name))
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where (m.account_id, m.id) = (account, member)
$$;
comment on function private.member_facts is 'A member as the payload of an event.';

create function private.course_facts(account uuid, course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) from public.courses c where (c.account_id, c.id) = (account, course)
$$;
comment on function private.course_facts is 'A course as the payload of an event.';

create function private.order_facts(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status, 'currency', o.currency, 'subtotal', o.subtotal,
    'discount', o.discount, 'tax', o.tax, 'total', o.total, 'coupon', o.coupon, 'provider', o.provider,
    'customer', jsonb_build_object('member_id', o.member_id, 'name', o.customer_name, 'email', o.email),
    'placed_at', o.placed_at, 'paid_at', o.paid_at,
    'items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'title', i.title, 'type', i.type, 'quantity', i.quantity,
        'amount', i.amount) order by i.position), '[]') from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)))
$$;
comment on function private.order_facts is 'An order as the payload of an event; amounts in the smallest unit of the currency.';

create function private.tell_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  type text := 'order.' || case new.status when 'pending' then 'placed' else new.status end;
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  if private.wants_event(new.account_id, array[type]) then
    perform private.raise_event(new.account_id, type, private.order_facts(new));
  end if;
  return null;
end $$;
comment on function private.tell_of_order is 'Emits that an order was placed, paid, cancelled or refunded.';
-- Deferred: the lines of an order are written after the order.
create constraint trigger orders_tell_webhooks after insert or update on public.orders
  deferrable initially deferred for each row execute function private.tell_of_order();

create function private.tell_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  type text := case tg_op when 'INSERT' then 'member.joined' else 'member.removed' end;
  m public.members := case tg_op when 'INSERT' then new else old end;
begin
  if private.wants_event(m.account_id, array[type]) then
    perform private.raise_event(m.account_id, type, jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email,
      'role', (select coalesce(r.kind, r.name) from public.roles r where (r.account_id, r.role_id) = (m.account_id, m.role_id))));
  end if;
  return null;
end $$;
comment on function private.tell_of_member is 'Emits that a member joined or left.';
create trigger members_tell_webhooks after insert or delete on public.members for each row execute function private.tell_of_member();

create function private.tell_of_enrolment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
begin
  if not private.wants_event(new.account_id, '{enrolment.created,enrolment.ended,course.completed}') then return null; end if;
  foreach kind in array array_remove(array[
      case when new.status = 'active' and (tg_op = 'INSERT' or old.status <> 'active') then 'enrolment.created' end,
      case when tg_op = 'UPDATE' and new.status = 'ended' and old.status <> 'ended' then 'enrolment.ended' end,
      case when tg_op = 'UPDATE' and new.completed_at is not null and old.completed_at is null then 'course.completed' end], null) loop
    perform private.raise_event(new.account_id, kind, jsonb_build_object('enrolment_id', new.id, 'status', new.status, 'source', new.source,
      'expires_at', new.expires_at, 'completed_at', new.completed_at, 'member', private.member_facts(new.account_id, new.member_id),
      'course', private.course_facts(new.account_id, new.course_id)));
  end loop;
  return null;
end $$;
comment on function private.tell_of_enrolment is 'Emits that an enrolment started, ended or was completed.';
create trigger enrolments_tell_webhooks after insert or update on public.enrolments for each row execute function private.tell_of_enrolment();

create function private.tell_of_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.completed_at is null or (tg_op = 'UPDATE' and old.completed_at is not null)
    or not private.wants_event(new.account_id, '{lesson.completed}') then return null; end if;
  perform private.raise_event(new.account_id, 'lesson.completed', jsonb_build_object('completed_at', new.completed_at,
    'lesson', (select jsonb_build_object('id', l.id, 'title', l.title, 'kind', l.kind) from public.lessons l where (l.account_id, l.id) = (new.account_id, new.lesson_id)),
    'member', private.member_facts(new.account_id, new.member_id), 'course', private.course_facts(new.account_id, new.course_id)));
  return null;
end $$;
comment on function private.tell_of_lesson is 'Emits that a lesson was completed.';
create trigger lesson_progress_tell_webhooks after insert or update of completed_at on public.lesson_progress
  for each row execute function private.tell_of_lesson();

create function private.tell_of_attempt() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  type text := case when new.passed then 'quiz.passed' else 'quiz.failed' end;
begin
  if new.is_trial or new.submitted_at is null or old.submitted_at is not null
    or not private.wants_event(new.account_id, array[type]) then return null; end if;
  perform private.raise_event(new.account_id, type, jsonb_build_object('attempt_id', new.id, 'number', new.number, 'score', new.score,
    'points', new.points, 'pass_mark', new.pass_mark, 'submitted_at', new.submitted_at,
    'quiz', (select jsonb_build_object('id', q.id, 'title', l.title) from public.quizzes q
      join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id) where (q.account_id, q.id) = (new.account_id, new.quiz_id)),
    'member', private.member_facts(new.account_id, new.member_id), 'course', private.course_facts(new.account_id, new.course_id)));
  return null;
end $$;
comment on function private.tell_of_attempt is 'Emits that a quiz was submitted, except for an author''s own trial.';
create trigger attempts_tell_webhooks after update of submitted_at on public.attempts for each row execute function private.tell_of_attempt();

create function private.tell_of_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status <> 'published' or (tg_op = 'UPDATE' and old.status = 'published')
    or not private.wants_event(new.account_id, '{post.published}') then return null; end if;
  perform private.raise_event(new.account_id, 'post.published', jsonb_build_object('id', new.id, 'title', new.title, 'slug', new.slug,
    'excerpt', new.excerpt, 'categories', to_jsonb(new.categories), 'tags', to_jsonb(new.tags), 'published_at', new.published_at));
  return null;
end $$;
comment on function private.tell_of_post is 'Emits that a post was published.';
create trigger posts_tell_webhooks after insert or update of status on public.posts for each row execute function private.tell_of_post();
