create function private.learner_zone(account uuid, member uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  zone text := coalesce(
    (select nullif(m.time_zone, '') from public.members m where (m.account_id, m.id) = (account, member)),
    (select nullif(o.value ->> 'timezone', '') from public.options o where o.account_id = account and o.key = 'settings'), 'UTC');
begin
  perform timestamptz 'epoch' at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;
comment on function private.learner_zone is 'The time zone of a member, else of the account, else UTC.';

create function private.valid_from_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select isfinite((condition ->> 'at')::timestamptz)
$$;
comment on function private.valid_from_condition is 'Whether it names a moment.';

create function private.check_from_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('met', at >= (condition ->> 'at')::timestamptz, 'opens_at', (condition ->> 'at')::timestamptz)
$$;
comment on function private.check_from_condition is 'Open from a moment on: {"kind": "from", "at"}.';

create function private.valid_until_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select isfinite((condition ->> 'at')::timestamptz)
$$;
comment on function private.valid_until_condition is 'Whether it names a moment.';

create function private.check_until_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('met', at < (condition ->> 'at')::timestamptz)
$$;
comment on function private.check_until_condition is 'Open until a moment: {"kind": "until", "at"}.';

create function private.valid_days_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'days')::int between 0 and 3650 and condition ->> 'time' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
$$;
comment on function private.valid_days_condition is 'Whether it names a number of days, up to ten years, and an hour.';

create function private.check_days_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('met', coalesce(at >= o.opens_at, false), 'opens_at', o.opens_at)
    from private.learner_zone(account, member) zone
   -- Days of the calendar, so that the hour stays where clocks are changed in between.
   cross join lateral (select ((started at time zone zone)::date + (condition ->> 'days')::int + (condition ->> 'time')::time) at time zone zone as opens_at) o
$$;
comment on function private.check_days_condition is 'Open a number of days after the enrolment, at an hour in the learner''s time zone: {"kind": "days", "days", "time"}.';

create function private.valid_lesson_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'lesson')::uuid is not null
$$;
comment on function private.valid_lesson_condition is 'Whether it names a lesson.';

create function private.check_lesson_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- A lesson that was taken out or is not shown holds nobody up.
  select coalesce((
    select jsonb_build_object('met', not l.is_published or exists (
          select from public.lesson_progress p where (p.account_id, p.member_id, p.lesson_id) = (account, member, l.id) and p.finished_at is not null),
        'title', l.title, 'slug', l.slug)
      from public.lessons l where (l.account_id, l.id) = (account, (condition ->> 'lesson')::uuid)), '{"met": true}')
$$;
comment on function private.check_lesson_condition is 'Open once another lesson is finished: {"kind": "lesson", "lesson"}.';

create function private.valid_course_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'course')::uuid is not null
$$;
comment on function private.valid_course_condition is 'Whether it names a course.';

create function private.check_course_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('met', c.status = 'archived' or exists (
          select from public.enrolments e where (e.account_id, e.member_id, e.course_id) = (account, member, c.id) and e.completed_at is not null),
        'title', c.title, 'slug', c.slug)
      from public.courses c where (c.account_id, c.id) = (account, (condition ->> 'course')::uuid)), '{"met": true}')
$$;
comment on function private.check_course_condition is 'Open once another course is finished: {"kind": "course", "course"}.';

create function private.valid_group_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'group')::uuid is not null
$$;
comment on function private.valid_group_condition is 'Whether it names a group.';

create function private.check_group_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('met', exists (
      select from public.group_members g where (g.account_id, g.group_id, g.member_id) = (account, (condition ->> 'group')::uuid, member)),
    'title', (select g.title from public.groups g where (g.account_id, g.id) = (account, (condition ->> 'group')::uuid)))
$$;
comment on function private.check_group_condition is 'Open to the members of a group: {"kind": "group", "group"}.';

create function private.check_conditions(account uuid, member uuid, started timestamptz, at timestamptz, node jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  parts jsonb;
  result jsonb;
begin
  if node ? 'kind' then
    execute format('select private.%I($1, $2, $3, $4, $5)', 'check_' || (node ->> 'kind') || '_condition')
      into result using account, member, started, at, node;
    return node || result;
  elsif node ? 'not' then
    result := private.check_conditions(account, member, started, at, node -> 'not');
    return jsonb_build_object('not', result, 'met', not (result ->> 'met')::boolean);
  end if;
  select coalesce(jsonb_agg(private.check_conditions(account, member, started, at, n.value) order by n.ordinality), '[]') into parts
    from jsonb_array_elements(coalesce(node -> 'all', node -> 'any')) with ordinality n;
  if node ? 'all' then
    select jsonb_build_object('all', parts, 'met', coalesce(bool_and(p.met), true),
        -- Only where nothing but time is missing.
        'opens_at', case when bool_and(p.met or p.opens_at is not null) then max(p.opens_at) filter (where not p.met) end)
      into result from jsonb_to_recordset(parts) p(met boolean, opens_at timestamptz);
  else
    select jsonb_build_object('any', parts, 'met', coalesce(bool_or(p.met), true), 'opens_at', min(p.opens_at) filter (where not p.met))
      into result from jsonb_to_recordset(parts) p(met boolean, opens_at timestamptz);
  end if;
  return result;
end $$;
comment on function private.check_conditions is 'A tree of conditions with what each comes to for a member at a moment: met, and when it opens where that is a matter of time. started is when they enrolled.';

create function private.valid_conditions(node jsonb, depth integer default 1) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts jsonb := coalesce(node -> 'all', node -> 'any');
  is_valid boolean;
begin
  if jsonb_typeof(node) is distinct from 'object' or depth > 4 then return false; end if;
  if node ? 'kind' then
    if not exists (select from private.availability_kinds k where k.kind = node ->> 'kind') then return false; end if;
    execute format('select private.%I($1)', 'valid_' || (node ->> 'kind') || '_condition') into is_valid using node;
    return is_valid;
  elsif node ? 'not' then
    return private.valid_conditions(node -> 'not', depth + 1);
  end if;
  return jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) between 1 and 20
    and not exists (select from jsonb_array_elements(parts) n where not coalesce(private.valid_conditions(n.value, depth + 1), false));
exception when invalid_text_representation or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range then
  return false;
end $$;
comment on function private.valid_conditions is 'Whether a tree of conditions can be read: at most four deep, each of a kind there is.';

create function private.named_in(conditions jsonb, field text) returns setof uuid
language sql immutable set search_path = '' as $$
  select distinct (v #>> '{}')::uuid from jsonb_path_query(conditions, ('strict $.**.' || quote_ident(field))::jsonpath) v where jsonb_typeof(v) = 'string'
$$;
comment on function private.named_in is 'The lessons, courses, groups or products that a tree of conditions names.';
