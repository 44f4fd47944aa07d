create function private.formula_step(step text, a double precision, b double precision) returns double precision
language sql immutable set search_path = '' as $$
  select case step when '+' then a + b when '-' then a - b when '*' then a * b when '/' then a / b when '^' then power(a, b)
    when 'min' then least(a, b) when 'max' then greatest(a, b) when 'round' then round(a::numeric, b::int)::double precision
    when 'neg' then -a when 'sqrt' then sqrt(a) when 'sin' then sin(a) when 'cos' then cos(a) when 'tan' then tan(a)
    when 'log' then log(a) when 'ln' then ln(a) when 'exp' then exp(a) when 'abs' then abs(a) end
$$;
comment on function private.formula_step is 'One operation of a formula on one or two numbers.';

create function private.formula_value(steps jsonb, variables jsonb) returns double precision
language plpgsql immutable set search_path = '' as $$
declare
  stack double precision[] := '{}';
  step jsonb;
  name text;
  n int;
begin
  for step in select s from jsonb_array_elements(steps) with ordinality t (s, at) order by at loop
    name := step #>> '{}';
    n := cardinality(stack);
    if jsonb_typeof(step) = 'number' then
      stack := stack || name::double precision;
    elsif name like '{%}' then
      stack := stack || (variables ->> btrim(name, '{}'))::double precision;
    elsif name in ('neg', 'sqrt', 'sin', 'cos', 'tan', 'log', 'ln', 'exp', 'abs') then
      stack[n] := private.formula_step(name, stack[n], null);
    else
      stack := stack[:n - 2] || private.formula_step(name, stack[n - 1], stack[n]);
    end if;
    if stack[cardinality(stack)] is null then return null; end if;
  end loop;
  -- To 15 digits: three times 0.1 is 0.3.
  return case when cardinality(stack) = 1 and abs(stack[1]) < 1e15 then stack[1]::numeric::double precision end;
exception when division_by_zero or numeric_value_out_of_range or invalid_argument_for_logarithm or invalid_argument_for_power_function
    or array_subscript_error or invalid_text_representation then
  return null;
end $$;
comment on function private.formula_value is 'What the steps of a formula come to, each on those before it, as evaluate in rules.ts does; null where there is no such number.';

create function private.is_variable(variable jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(variable ->> 'name' ~ '^[a-z][a-z0-9_]{0,15}$' and jsonb_typeof(variable -> 'min') = 'number' and jsonb_typeof(variable -> 'max') = 'number'
    and variable ->> 'decimals' ~ '^[0-6]$' and (variable ->> 'min')::numeric <= (variable ->> 'max')::numeric
    and abs((variable ->> 'min')::numeric) <= 1e9 and abs((variable ->> 'max')::numeric) <= 1e9, false)
$$;
comment on function private.is_variable is 'Whether it is a variable of a formula: a name, the range of its values and their decimals.';

create function private.variable_value(variable jsonb, share double precision) returns numeric
language sql immutable set search_path = '' as $$
  select round((variable ->> 'min')::numeric + share::numeric * ((variable ->> 'max')::numeric - (variable ->> 'min')::numeric), (variable ->> 'decimals')::int)
$$;
comment on function private.variable_value is 'The value of a variable at a share of its range.';

create function private.has_values(variables jsonb, steps jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Both ends of the ranges, then places spread over them: each variable by the fractions of a root of its own.
  select bool_and(private.formula_value(steps, v.sample) is not null)
    from generate_series(0, 99) n,
    lateral (select jsonb_object_agg(d ->> 'name', private.variable_value(d, case n when 0 then 0 when 1 then 1
        else n * sqrt(j + 0.5) - floor(n * sqrt(j + 0.5)) end)) as sample
      from jsonb_array_elements(variables) with ordinality t (d, j)) v
$$;
comment on function private.has_values is 'Whether a formula has a value wherever its variables are tried: at both ends of their ranges and between them.';

create function private.calculated_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  variables jsonb := question -> 'parts' -> 'variables';
  answer jsonb := question -> 'answer';
  problem text := private.numeric_problem(question || jsonb_build_object('answer', case when jsonb_typeof(answer) = 'object' then answer || jsonb_build_object('value', 0) end));
begin
  if jsonb_typeof(variables) is distinct from 'array' or jsonb_array_length(variables) not between 1 and 10 then
    return 'needs 1 to 10 variables, each with a name, a range and 0 to 6 decimals.';
  end if;
  if exists (select from jsonb_array_elements(variables) d where not private.is_variable(d))
      or (select count(distinct d ->> 'name') from jsonb_array_elements(variables) d) < jsonb_array_length(variables) then
    return 'needs 1 to 10 variables, each with a name, a range and 0 to 6 decimals.';
  end if;
  if problem is not null then return problem; end if;
  if length(trim(coalesce(answer ->> 'formula', ''))) not between 1 and 500 or jsonb_typeof(answer -> 'steps') is distinct from 'array'
      or jsonb_array_length(answer -> 'steps') not between 1 and 300 then
    return 'needs a formula of its variables.';
  end if;
  if not private.has_values(variables, answer -> 'steps') then return 'has a formula that gives no number for some of its values.'; end if;
  return null;
end $$;
comment on function private.calculated_problem is 'Why a number to be calculated is no valid question; its options are the units to choose from.';

create function private.calculated_parts(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('variables', jsonb_agg(jsonb_build_object('name', d -> 'name', 'min', d -> 'min', 'max', d -> 'max',
      'decimals', (d ->> 'decimals')::int) order by n)) from jsonb_array_elements(question -> 'parts' -> 'variables') with ordinality t (d, n)
$$;
comment on function private.calculated_parts is 'The variables of a valid question, as they are stored.';

create function private.calculated_key(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('formula', trim(k ->> 'formula'), 'steps', k -> 'steps', 'tolerance', k -> 'tolerance',
      'is_percent', coalesce((k ->> 'is_percent')::boolean, false),
      'factors', (select coalesce(jsonb_object_agg(o ->> 'id', coalesce(k -> 'factors' -> (o ->> 'id'), 'null')), '{}')
        from jsonb_array_elements(question -> 'options') o))
    from (select question -> 'answer') t (k)
$$;
comment on function private.calculated_key is 'The formula that is right, with its tolerance and units; its value comes with the values of an attempt.';

create function private.calculated_paper(kind text, parts jsonb, key jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  drawn jsonb;
  value double precision;
begin
  if kind <> 'calculated' then return '{}'; end if;
  for attempt in 1 .. 200 loop
    drawn := (select jsonb_object_agg(d ->> 'name', private.variable_value(d, random())) from jsonb_array_elements(parts -> 'variables') d);
    value := private.formula_value(key -> 'steps', drawn);
    if value is not null then
      return jsonb_build_object('parts', jsonb_build_object('values', drawn), 'key', key || jsonb_build_object('value', value));
    end if;
  end loop;
  perform private.raise_error('invalid', 'A formula of this quiz gives no number. Tell the instructor.');
end $$;
comment on function private.calculated_paper is 'The values of one attempt and the number they come to, drawn until there is one; nothing for questions of another type.';

create function private.recalculated_key(key jsonb, parts jsonb, drawn jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select key || jsonb_build_object('value', v.value) from (select private.formula_value(key -> 'steps', drawn) as value) v
   where v.value is not null and not exists (select from jsonb_array_elements(parts -> 'variables') d where not drawn ? (d ->> 'name'))
$$;
comment on function private.recalculated_key is 'The key of today for the values of an attempt; null where it has not all of them.';
