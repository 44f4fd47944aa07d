create function private.numeric_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  options jsonb := coalesce(question -> 'options', '[]');
  answer jsonb := question -> 'answer';
begin
  if coalesce(jsonb_typeof(answer -> 'value') <> 'number' or abs((answer ->> 'value')::numeric) >= 1e15, true) then return 'needs the right number and a tolerance of 0 or more.'; end if;
  if coalesce(jsonb_typeof(answer -> 'tolerance') <> 'number' or (answer ->> 'tolerance')::numeric not between 0 and 1e15, true) then
    return 'needs the right number and a tolerance of 0 or more.';
  end if;
  if jsonb_typeof(options) <> 'array' or jsonb_array_length(options) > 12 or (jsonb_array_length(options) > 0 and not private.has_unique_ids(options)) then
    return 'needs a name for each of at most 12 units, and a factor for at least one.';
  end if;
  if jsonb_array_length(options) = 0 then return null; end if;
  -- Nobody can be right where no unit is.
  if not (select bool_or(jsonb_typeof(f) = 'number') and bool_and(jsonb_typeof(f) = 'null' or (jsonb_typeof(f) = 'number' and (f #>> '{}')::numeric <> 0 and abs((f #>> '{}')::numeric) < 1e15))
            from (select coalesce(answer -> 'factors' -> (o ->> 'id'), 'null') as f from jsonb_array_elements(options) o) k) then
    return 'needs a name for each of at most 12 units, and a factor for at least one.';
  end if;
  return null;
end $$;
comment on function private.numeric_problem is 'Why a number to be given is no valid question: {value, tolerance, is_percent, factors}, its options are the units to choose from.';

create function private.fits_numeric(question jsonb, answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(answer) = 'object' and jsonb_typeof(answer -> 'value') = 'number' and abs((answer ->> 'value')::numeric) < 1e15
    and (answer - 'value' - 'unit') = '{}' and case coalesce(jsonb_typeof(answer -> 'unit'), 'null') when 'null' then true
      when 'string' then exists (select from jsonb_array_elements(question -> 'options') o where o -> 'id' = answer -> 'unit') else false end, false)
$$;
comment on function private.fits_numeric is 'Whether an answer is a number with a unit of the question, or without: {value, unit}.';

create function private.grade_numeric(key jsonb, options jsonb, points int, answer jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select case when abs((answer ->> 'value')::numeric * f.factor - v.value)
      <= (key ->> 'tolerance')::numeric * case when (key ->> 'is_percent')::boolean then abs(v.value) / 100 else 1 end then points else 0 end
    from (select (key ->> 'value')::numeric as value) v,
    lateral (select case when jsonb_array_length(options) = 0 then 1 else (key -> 'factors' ->> (answer ->> 'unit'))::numeric end as factor) f
$$;
comment on function private.grade_numeric is 'All points within the tolerance, in any unit that is right; none without a unit where one is asked for.';

create function private.matching_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  options jsonb := coalesce(question -> 'options', '[]');
  rows jsonb := coalesce(question -> 'parts' -> 'rows', '[]');
begin
  if jsonb_typeof(options) <> 'array' or jsonb_array_length(options) not between 2 and 12 or jsonb_typeof(rows) <> 'array'
      or jsonb_array_length(rows) not between 2 and 12 then
    return 'needs 2 to 12 rows, each with its match.';
  end if;
  if not private.has_unique_ids(options) or not private.has_unique_ids(rows) then return 'needs 2 to 12 rows, each with its match.'; end if;
  if not (select bool_and(coalesce(exists (select from jsonb_array_elements(options) o where o -> 'id' = question -> 'answer' -> (r ->> 'id')), false))
            from jsonb_array_elements(rows) r) then
    return 'needs 2 to 12 rows, each with its match.';
  end if;
  return null;
end $$;
comment on function private.matching_problem is 'Why rows to be matched with options are no valid question; an option may match several rows, or none.';

create function private.fits_matching(question jsonb, answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(answer) = 'object' and (select coalesce(bool_and(
      exists (select from jsonb_array_elements(question -> 'parts' -> 'rows') r where r ->> 'id' = a.key)
      and exists (select from jsonb_array_elements(question -> 'options') o where o -> 'id' = a.value)), true)
    from jsonb_each(case when jsonb_typeof(answer) = 'object' then answer else '{}' end) a)
$$;
comment on function private.fits_matching is 'Whether an answer matches rows of the question with options of it: {row: option}.';

create function private.grade_matching(key jsonb, points int, answer jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select round(points::numeric * count(*) filter (where answer -> k.key = k.value) / count(*), 2) from jsonb_each(key) k
$$;
comment on function private.grade_matching is 'Each row that is matched right earns its share of the points.';

create function private.ordering_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  options jsonb := coalesce(question -> 'options', '[]');
begin
  if jsonb_typeof(options) <> 'array' or jsonb_array_length(options) not between 2 and 12 then return 'needs 2 to 12 options.'; end if;
  if not private.has_unique_ids(options) then return 'has an option without a text, or one longer than 500 characters.'; end if;
  return null;
end $$;
comment on function private.ordering_problem is 'Why items to be put in order are no valid question; the order of its options is the right one.';

create function private.fits_ordering(question jsonb, answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(answer) = 'array' then jsonb_array_length(answer) = jsonb_array_length(question -> 'options')
      and not exists (select from jsonb_array_elements(question -> 'options') o where not answer @> jsonb_build_array(o -> 'id'))
    else false end
$$;
comment on function private.fits_ordering is 'Whether an answer is each option of the question once, in some order.';

create function private.grade_ordering(key jsonb, points int, answer jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select round(points::numeric * count(*) filter (where answer -> (k.n::int - 1) = k.id) / count(*), 2) from jsonb_array_elements(key) with ordinality k (id, n)
$$;
comment on function private.grade_ordering is 'Each item at its place earns its share of the points.';

create function private.cloze_gaps(source text) returns table (gap text, choices text[], texts text[])
language sql immutable set search_path = '' as $$
  select m.n::text, case when g.is_choice then (select array_agg(c order by c) from (select distinct ltrim(w, '*') as c from unnest(g.words) w) d) end,
      case when g.is_choice then (select array_agg(ltrim(w, '*')) from unnest(g.words) w where w like '*%') else g.words end
    from regexp_matches(source, '\[\[(.*?)\]\]', 'g') with ordinality m (groups, n),
    lateral (select array_agg(btrim(w)) as words, bool_or(btrim(w) like '*%') as is_choice from unnest(string_to_array(m.groups[1], '|')) w) g
   order by m.n
$$;
comment on function private.cloze_gaps is 'The gaps of a text: [[Paris|Paname]] is typed, in [[*Paris|Rome]] one is chosen and the star marks the right one. Choices stand in the order of the alphabet.';

create function private.cloze_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  source text := question -> 'answer' ->> 'text';
  g record;
  found_gaps int := 0;
begin
  if length(trim(coalesce(source, ''))) not between 1 and 4000 then return 'needs 1 to 20 gaps in double brackets, each with one to ten answers.'; end if;
  for g in select * from private.cloze_gaps(source) loop
    found_gaps := found_gaps + 1;
    if coalesce(cardinality(g.texts), 0) = 0 or exists (select from unnest(g.texts || coalesce(g.choices, '{}')) t where length(t) not between 1 and 200)
        or cardinality(g.texts) > 10 or cardinality(g.choices) > 10 then
      return 'needs 1 to 20 gaps in double brackets, each with one to ten answers.';
    end if;
    if g.choices is not null and (cardinality(g.texts) <> 1 or cardinality(g.choices) < 2) then
      return 'needs one choice with a star and at least one other in each gap to choose from.';
    end if;
  end loop;
  return case when found_gaps not between 1 and 20 then 'needs 1 to 20 gaps in double brackets, each with one to ten answers.' end;
end $$;
comment on function private.cloze_problem is 'Why a text with gaps is no valid question.';

create function private.cloze_parts(source text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('segments', jsonb_agg(s.segment order by s.n, s.is_gap))
    from (
      select t.n, false as is_gap, jsonb_build_object('text', t.text) as segment
        from regexp_split_to_table(source, '\[\[.*?\]\]') with ordinality t (text, n) where t.text <> ''
      union all
      select g.gap::int, true, jsonb_strip_nulls(jsonb_build_object('gap', g.gap, 'choices', to_jsonb(g.choices))) from private.cloze_gaps(source) g) s
$$;
comment on function private.cloze_parts is 'A text with gaps as a student sees it: what stands between the gaps, and the choices.';

create function private.fits_cloze(question jsonb, answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(answer) = 'object' and (select coalesce(bool_and(jsonb_typeof(a.value) = 'string' and length(a.value #>> '{}') <= 200
      and exists (select from jsonb_array_elements(question -> 'parts' -> 'segments') s
        where s ->> 'gap' = a.key and (not s ? 'choices' or s -> 'choices' @> a.value))), true)
    from jsonb_each(case when jsonb_typeof(answer) = 'object' then answer else '{}' end) a)
$$;
comment on function private.fits_cloze is 'Whether an answer fills gaps of the question: {gap: text}.';

create function private.grade_cloze(key jsonb, points int, answer jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select round(points::numeric * count(*) filter (where answer ? g.key and exists (
      select from jsonb_array_elements_text(g.value) t
       where private.normalize_answer(t, false, false) = private.normalize_answer(answer ->> g.key, false, false))) / count(*), 2)
    from jsonb_each(key -> 'gaps') g
$$;
comment on function private.grade_cloze is 'Each gap that is filled right earns its share of the points; case and accents don’t count.';

create function private.essay_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  parts jsonb := coalesce(question -> 'parts', '{}');
begin
  if not coalesce(parts ->> 'min_words' ~ '^[0-9]{1,4}$' and (parts ->> 'min_words')::int <= 5000, false)
      or not coalesce(jsonb_typeof(parts -> 'max_words') = 'null' or (parts ->> 'max_words' ~ '^[0-9]{1,4}$' and (parts ->> 'max_words')::int between 1 and 5000
        and (parts ->> 'max_words')::int >= (parts ->> 'min_words')::int), not parts ? 'max_words') then
    return 'asks for at most 5000 words, and for no more than it allows.';
  end if;
  if length(coalesce(question -> 'answer' ->> 'guide', '')) > 2000 then return 'has an explanation of more than 2000 characters.'; end if;
  return null;
end $$;
comment on function private.essay_problem is 'Why an essay is no valid question; its key is a guide for whoever grades it.';

create function private.question_parts(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case question ->> 'kind'
    when 'matching' then jsonb_build_object('rows', (select jsonb_agg(jsonb_build_object('id', r ->> 'id', 'text', trim(r ->> 'text')) order by n)
      from jsonb_array_elements(question -> 'parts' -> 'rows') with ordinality t (r, n)))
    when 'cloze' then private.cloze_parts(trim(question -> 'answer' ->> 'text'))
    when 'calculated' then private.calculated_parts(question)
    when 'hotspot' then private.picture_parts(question)
    when 'labels' then private.picture_parts(question)
    when 'essay' then jsonb_build_object('min_words', (question -> 'parts' ->> 'min_words')::int, 'max_words', (question -> 'parts' ->> 'max_words')::int)
    else '{}' end
$$;
comment on function private.question_parts is 'What a student sees of a valid question beside its options.';

create function private.question_options(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Two matches with the same text are one: who chooses can't tell them apart.
  select coalesce(jsonb_agg(jsonb_build_object('id', k.o ->> 'id', 'text', k.text) || k.feedback order by k.n) filter (where k.is_first), '[]')
    from (select o, n, trim(o ->> 'text') as text,
        case when question ->> 'kind' in ('single', 'multiple') and trim(coalesce(o ->> 'feedback', '')) <> ''
          then jsonb_build_object('feedback', trim(o ->> 'feedback')) else '{}' end as feedback,
        question ->> 'kind' not in ('matching', 'labels') or n = min(n) over (partition by trim(o ->> 'text')) as is_first
      from jsonb_array_elements(question -> 'options') with ordinality t (o, n)
     where question ->> 'kind' in ('single', 'multiple', 'numeric', 'matching', 'ordering', 'labels', 'calculated')) k
$$;
comment on function private.question_options is 'The options of a valid question as they are stored; those of numbers are units.';

create function private.matching_key(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(r ->> 'id', m -> 'id') from jsonb_array_elements(question -> 'parts' -> 'rows') r
    join jsonb_array_elements(question -> 'options') o on o -> 'id' = question -> 'answer' -> (r ->> 'id')
    join jsonb_array_elements(private.question_options(question)) m on m ->> 'text' = trim(o ->> 'text')
$$;
comment on function private.matching_key is 'The option of each row, of those with the same text the one that is stored.';

create function private.question_key(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case question ->> 'kind'
    when 'short' then jsonb_build_object(
      'texts', (select jsonb_agg(trim(t)) from jsonb_array_elements_text(question -> 'answer' -> 'texts') t),
      'keep_case', coalesce((question -> 'answer' ->> 'keep_case')::boolean, false),
      'keep_marks', coalesce((question -> 'answer' ->> 'keep_marks')::boolean, false),
      'is_pattern', coalesce((question -> 'answer' ->> 'is_pattern')::boolean, false))
    when 'numeric' then jsonb_build_object('value', question -> 'answer' -> 'value', 'tolerance', question -> 'answer' -> 'tolerance',
      'is_percent', coalesce((question -> 'answer' ->> 'is_percent')::boolean, false),
      'factors', (select coalesce(jsonb_object_agg(o ->> 'id', coalesce(question -> 'answer' -> 'factors' -> (o ->> 'id'), 'null')), '{}')
        from jsonb_array_elements(question -> 'options') o))
    when 'matching' then private.matching_key(question)
    when 'labels' then private.matching_key(question)
    when 'hotspot' then private.hotspot_key(question)
    when 'calculated' then private.calculated_key(question)
    when 'ordering' then (select jsonb_agg(o -> 'id' order by n) from jsonb_array_elements(question -> 'options') with ordinality t (o, n))
    when 'cloze' then jsonb_build_object('text', trim(question -> 'answer' ->> 'text'),
      'gaps', (select jsonb_object_agg(g.gap, to_jsonb(g.texts)) from private.cloze_gaps(trim(question -> 'answer' ->> 'text')) g))
    when 'essay' then jsonb_build_object('guide', trim(coalesce(question -> 'answer' ->> 'guide', '')))
    else question -> 'answer' end
$$;
comment on function private.question_key is 'The key of a valid question, as it is graded by.';
