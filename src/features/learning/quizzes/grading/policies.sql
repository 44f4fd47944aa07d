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
    when 'numeric' then return private.grade_numeric(key, options, points, answer);
    when 'matching' then return private.grade_matching(key, points, answer);
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

create function private.is_blank(answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select answer is null or not jsonb_path_exists(answer,
    'strict $.** ? (@.type() == "boolean" || @.type() == "number" || (@.type() == "string" && @ != ""))')
$$;
comment on function private.is_blank is 'Whether nothing was answered: no choice, no number, no text.';

create function private.mark_answer(question jsonb, answer jsonb, penalty int) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  earned numeric := private.grade_answer(question ->> 'kind', question -> 'key', question -> 'options', (question ->> 'points')::int, answer);
begin
  -- What earns a part costs nothing, and neither does what was left empty.
  if earned = 0 and penalty > 0 and not private.is_blank(answer) then
    return -round((question ->> 'points')::numeric * penalty / 100, 2);
  end if;
  return earned;
end $$;
comment on function private.mark_answer is 'The points of an answer to a question of a paper, below zero where a wrong one costs some; null where it is graded by hand.';

create function private.quiz_percent(account uuid, quiz uuid, member uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select floor(case z.grading_method when 'highest' then max(k.percent) when 'average' then avg(k.percent)
      when 'first' then (array_agg(k.percent order by k.number))[1] else (array_agg(k.percent order by k.number desc))[1] end)
    from public.quizzes z join (
      select a.account_id, a.quiz_id, a.number, 100.0 * a.score / nullif(a.points, 0) as percent from public.attempts a
       where (a.account_id, a.quiz_id, a.member_id) = (account, quiz, member) and a.submitted_at is not null and a.to_grade = 0 and not a.is_trial) k
      on (k.account_id, k.quiz_id) = (z.account_id, z.id)
   group by z.grading_method
$$;
comment on function private.quiz_percent is 'What a member has reached in a quiz, in percent, by the attempts that count; null without a graded one.';

create function private.finish_quiz(account uuid, quiz uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  z public.quizzes%rowtype;
begin
  select * into z from public.quizzes k where (k.account_id, k.id) = (account, quiz);
  if (case z.grading_method
      when 'average' then private.quiz_percent(account, quiz, member) >= z.pass_mark
      when 'highest' then exists (select from public.attempts a
        where (a.account_id, a.quiz_id, a.member_id) = (account, quiz, member) and a.passed and not a.is_trial)
      else (select a.passed from public.attempts a
        where (a.account_id, a.quiz_id, a.member_id) = (account, quiz, member) and a.submitted_at is not null and not a.is_trial
        order by case z.grading_method when 'first' then a.number else -a.number end limit 1) end) then
    perform private.complete_activity(account, member, z.lesson_id, 'server');
  end if;
end $$;
comment on function private.finish_quiz is 'Completes the lesson of a quiz for a member whose result passes; one that is completed stays so.';

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
