create function private.is_place(x jsonb, y jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(x) = 'number' and jsonb_typeof(y) = 'number'
    and (x #>> '{}')::numeric between 0 and 100 and (y #>> '{}')::numeric between 0 and 100, false)
$$;
comment on function private.is_place is 'Whether two numbers are a place on an image, in percent of its width and its height.';

create function private.picture_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(trim(question -> 'figure' ->> 'alt'), '') = '' or not coalesce(jsonb_typeof(question -> 'parts' -> 'ratio') = 'number'
      and (question -> 'parts' ->> 'ratio')::numeric between 0.1 and 10, false) then
    return 'needs an image with alternative text.';
  end if;
  return null;
end $$;
comment on function private.picture_problem is 'Why the image of a question can’t be answered on: it has no alternative text, or nobody knows its ratio of width to height.';

create function private.is_region(region jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  points jsonb := region -> 'points';
  wide numeric;
  high numeric;
begin
  if jsonb_typeof(points) is distinct from 'array' or jsonb_array_length(points) > 20
      or exists (select from jsonb_array_elements(points) p where jsonb_typeof(p) <> 'array' or not private.is_place(p -> 0, p -> 1)) then
    return false;
  end if;
  select max((p ->> 0)::numeric) - min((p ->> 0)::numeric), max((p ->> 1)::numeric) - min((p ->> 1)::numeric) into wide, high
    from jsonb_array_elements(points) p;
  return coalesce(case region ->> 'shape' when 'polygon' then jsonb_array_length(points) >= 3 and wide >= 1 and high >= 1
    when 'rectangle' then jsonb_array_length(points) = 2 and wide >= 1 and high >= 1
    when 'circle' then jsonb_array_length(points) = 2 and greatest(wide, high) >= 1 end, false);
end $$;
comment on function private.is_region is 'Whether it is a region of an image: two opposite corners of a rectangle, the centre of a circle and a point on it, or the corners of a polygon.';

create function private.hotspot_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  regions jsonb := question -> 'answer' -> 'regions';
begin
  if private.picture_problem(question) is not null then return private.picture_problem(question); end if;
  if length(trim(coalesce(question -> 'parts' ->> 'description', ''))) not between 1 and 2000 then
    return 'needs a description of its image of at most 2000 characters.';
  end if;
  if jsonb_typeof(regions) is distinct from 'array' or jsonb_array_length(regions) not between 1 and 12 then
    return 'needs 1 to 12 regions, each with a name and its place on the image.';
  end if;
  if not private.has_unique_ids(regions) or exists (select from jsonb_array_elements(regions) r where not private.is_region(r)) then
    return 'needs 1 to 12 regions, each with a name and its place on the image.';
  end if;
  return null;
end $$;
comment on function private.hotspot_problem is 'Why regions to be marked on an image are no valid question.';

create function private.labels_problem(question jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.picture_problem(question) is not null then return private.picture_problem(question); end if;
  if private.matching_problem(question) is not null
      or exists (select from jsonb_array_elements(question -> 'parts' -> 'rows') r where not private.is_place(r -> 'x', r -> 'y')) then
    return 'needs 2 to 12 places on its image, each described in words and with its label.';
  end if;
  return null;
end $$;
comment on function private.labels_problem is 'Why labels to be put on an image are no valid question: its rows are the places, its options the labels.';

create function private.fits_hotspot(question jsonb, answer jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(answer) = 'object' and answer - 'markers' = '{}' and jsonb_typeof(answer -> 'markers') = 'array'
    then jsonb_array_length(answer -> 'markers') between 1 and (question -> 'parts' ->> 'markers')::int
      and not exists (select from jsonb_array_elements(answer -> 'markers') m
        where jsonb_typeof(m) <> 'object' or m - 'x' - 'y' <> '{}' or not private.is_place(m -> 'x', m -> 'y'))
    else false end
$$;
comment on function private.fits_hotspot is 'Whether an answer is markers on the image, at most one for each region: {markers: [{x, y}]}.';

create function private.region_holds(region jsonb, ratio double precision, x double precision, y double precision) returns boolean
language sql immutable set search_path = '' as $$
  with p as (select n, (c ->> 0)::double precision as x, (c ->> 1)::double precision as y
    from jsonb_array_elements(region -> 'points') with ordinality t (c, n)),
  -- The side of a polygon from each corner to the next, of the last to the first.
  sides as (select a.x as ax, a.y as ay, b.x as bx, b.y as by from p a
    join p b on b.n = case when a.n = (select max(n) from p) then 1 else a.n + 1 end)
  select case region ->> 'shape'
    when 'rectangle' then (select region_holds.x between min(p.x) and max(p.x) and region_holds.y between min(p.y) and max(p.y) from p)
    when 'circle' then (select power(region_holds.x - c.x, 2) + power((region_holds.y - c.y) / ratio, 2) <= power(e.x - c.x, 2) + power((e.y - c.y) / ratio, 2)
      from p c, p e where c.n = 1 and e.n = 2)
    -- A ray to the right crosses the sides of what holds its start an odd number of times.
    else (select count(*) % 2 = 1 from sides s where (s.ay > region_holds.y) <> (s.by > region_holds.y)
      and region_holds.x < (s.bx - s.ax) * (region_holds.y - s.ay) / (s.by - s.ay) + s.ax) end
$$;
comment on function private.region_holds is 'Whether a region holds a place; a circle is round on the image, whose ratio of width to height is `ratio`.';

create function private.grade_hotspot(key jsonb, points int, answer jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select round(points::numeric * count(*) filter (where exists (select from jsonb_array_elements(answer -> 'markers') m
      where private.region_holds(r, (key ->> 'ratio')::double precision, (m ->> 'x')::double precision, (m ->> 'y')::double precision))) / count(*), 2)
    from jsonb_array_elements(key -> 'regions') r
$$;
comment on function private.grade_hotspot is 'Each region with a marker in it earns its share of the points.';

create function private.picture_parts(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ratio', question -> 'parts' -> 'ratio') || case question ->> 'kind'
    when 'hotspot' then jsonb_build_object('description', trim(question -> 'parts' ->> 'description'),
      'markers', jsonb_array_length(question -> 'answer' -> 'regions'))
    else jsonb_build_object('rows', (select jsonb_agg(jsonb_build_object('id', r -> 'id', 'text', trim(r ->> 'text'), 'x', r -> 'x', 'y', r -> 'y') order by n)
      from jsonb_array_elements(question -> 'parts' -> 'rows') with ordinality t (r, n))) end
$$;
comment on function private.picture_parts is 'What a student sees of a question on an image beside its options: how many markers there are, or the places of the labels.';

create function private.hotspot_key(question jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ratio', question -> 'parts' -> 'ratio', 'regions', (select jsonb_agg(jsonb_build_object('id', r -> 'id', 'text', trim(r ->> 'text'),
      'shape', r -> 'shape', 'points', r -> 'points') order by n) from jsonb_array_elements(question -> 'answer' -> 'regions') with ordinality t (r, n)))
$$;
comment on function private.hotspot_key is 'The regions that are right, with the ratio of the image they are on.';
