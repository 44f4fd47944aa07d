create function private.normalize_answer(input text, keep_case boolean, keep_marks boolean) returns text
language sql immutable set search_path = '' as $$
  select case when keep_case then f.plain else translate(lower(f.plain collate "und-x-icu"), 'ς', 'σ') end
    from (select normalize(coalesce(input, ''), nfkd) as wide) a,
    -- Diacritics of Latin, Greek, Cyrillic; vowel signs of Arabic.
    lateral (select case when keep_marks then a.wide else regexp_replace(a.wide, '[\u0300-\u036F\u064B-\u0652\u0670\u0640]', '', 'g') end as bare) b,
    lateral (select translate(b.bare, '’‘“”⁄٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '''''""/01234567890123456789') as typed) c,
    lateral (select regexp_replace(btrim(regexp_replace(c.typed, '[ \t\n\r\f\v]+', ' ', 'g'), ' '), ' ?[.!]+$', '') as plain) f
$$;
comment on function private.normalize_answer is 'Normalizes a short answer: ignores case, accents, outer whitespace, kinds of quotes and digits, and a final full stop.';

create function private.is_accepted(key jsonb, answer text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_array_elements_text(key -> 'texts') t
    cross join lateral (select private.normalize_answer(t, (key ->> 'keep_case')::boolean, (key ->> 'keep_marks')::boolean) as accepted,
      private.normalize_answer(answer, (key ->> 'keep_case')::boolean, (key ->> 'keep_marks')::boolean) as given) n
    where case when (key ->> 'is_pattern')::boolean
      then n.given like replace(regexp_replace(n.accepted, '([\\%_])', '\\\1', 'g'), '*', '%') else n.given = n.accepted end)
$$;
comment on function private.is_accepted is 'Whether a short answer is one that its question accepts; in a pattern a star stands for any text.';

create function private.grade_answer(kind text, key jsonb, options jsonb, points int, answer jsonb) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  rights int;
  wrongs int;
  hits int;
  misses int;
begin
  if answer is null or jsonb_typeof(answer) = 'null' then return 0; end if;
  if kind in ('single', 'truefalse') then
    return case when answer = key then points else 0 end;
  end if;
  case kind
    when 'short' then return case when private.is_accepted(key, answer #>> '{}') then points else 0 end;
    when 'numeric', 'calculated' then return private.grade_numeric(key, options, points, answer);
    when 'matching', 'labels' then return private.grade_matching(key, points, answer);
    when 'hotspot' then return private.grade_hotspot(key, points, answer);
    when 'ordering' then return private.grade_ordering(key, points, answer);
    when 'cloze' then return private.grade_cloze(key, points, answer);
    -- Graded by hand.
    when 'essay' then return null;
    else null;
  end case;
  -- Each right choice earns its share of the points, each wrong one costs its share: choosing everything earns nothing.
  rights := jsonb_array_length(key);
  wrongs := jsonb_array_length(options) - rights;
  select count(*) filter (where key @> g), count(*) filter (where not key @> g) into hits, misses from jsonb_array_elements(answer) g;
  if wrongs = 0 then return round(points::numeric * hits / rights, 2); end if;
  return greatest(0, round(points::numeric * (hits * wrongs - misses * rights) / (rights * wrongs), 2));
end $$;
comment on function private.grade_answer is 'The points of one answer, to hundredths, as gradeAnswer in rules.ts explains them; null where it is graded by hand.';

create function private.valid_grade_condition(condition jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (condition ->> 'lesson')::uuid is not null and coalesce((condition ->> 'min')::int, (condition ->> 'below')::int) between 0 and 100
$$;
comment on function private.valid_grade_condition is 'Whether it names a lesson, and a limit in percent.';

create function private.check_grade_condition(account uuid, member uuid, started timestamptz, at timestamptz, condition jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('title', l.title, 'slug', l.slug, 'best', best.percent, 'met', not l.is_published or coalesce(
          case when condition ? 'min' then best.percent >= (condition ->> 'min')::int else best.percent < (condition ->> 'below')::int end, false))
      from public.lessons l
     cross join lateral (
       select greatest((select private.quiz_percent(account, z.id, member) from public.quizzes z where (z.account_id, z.lesson_id) = (l.account_id, l.id)),
         private.assignment_percent(account, member, l.id)) as percent) best
     where (l.account_id, l.id) = (account, (condition ->> 'lesson')::uuid)), '{"met": true}')
$$;
comment on function private.check_grade_condition is 'Open by the result in a quiz or the grade of an assignment, in percent: {"kind": "grade", "lesson", "min"} or {..., "below"}.';
