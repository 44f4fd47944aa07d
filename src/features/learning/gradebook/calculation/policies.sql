-- What the cells of a member make.

create function private.best_grades(items uuid[], points numeric[], out_of numeric[], drops int, out earned numeric, out possible numeric, out dropped uuid[])
language plpgsql immutable set search_path = '' as $$
declare
  share numeric := -1;
  better numeric;
begin
  drops := least(drops, cardinality(items) - 1);
  select sum(p), sum(o), '{}' into earned, possible, dropped from unnest(points, out_of) u (p, o);
  if coalesce(drops, 0) <= 0 then return; end if;
  better := earned / possible;
  -- Whatever is left out, the share of the rest is to be the highest there is. The items that are furthest above a share are the best for it;
  -- their own share is a higher one, until there is none (W. Dinkelbach, On nonlinear fractional programming, 1967).
  while better > share loop
    share := better;
    select sum(r.p) filter (where r.place > drops), sum(r.o) filter (where r.place > drops), array_agg(r.i) filter (where r.place <= drops)
      into earned, possible, dropped
      from (select i, p, o, row_number() over (order by p - share * o, i) as place from unnest(items, points, out_of) u (i, p, o)) r;
    better := earned / possible;
  end loop;
end $$;
comment on function private.best_grades is 'The points of a group without so many of its lowest grades: those whose absence raises its share most. One always stays.';

create function private.letter_of(letters jsonb, percent numeric) returns text
language sql immutable set search_path = '' as $$
  select l ->> 'letter' from jsonb_array_elements(letters) l where (l ->> 'from')::numeric <= percent order by (l ->> 'from')::numeric desc limit 1
$$;
comment on function private.letter_of is 'The letter of a percent; null below the lowest, and where there are none.';

create function private.grade_totals(scheme public.grade_schemes, cells private.grade_cell[])
returns table (member_id uuid, percent numeric, final numeric, is_passing boolean, groups jsonb, dropped uuid[])
language sql stable security definer set search_path = '' as $$
  with counted as (
    -- Twice: of what is graded so far, and with zero points for all that is not.
    select c.member_id, f.is_final, c.group_id, array_agg(c.item_id order by c.item_id) as items, array_agg(coalesce(c.points, 0) order by c.item_id) as points,
        array_agg(c.out_of order by c.item_id) as out_of
      from unnest(cells) c cross join (values (false), (true)) f (is_final)
     where c.counts and (f.is_final or c.points is not null)
     group by c.member_id, f.is_final, c.group_id),
  grouped as (
    select k.member_id, k.is_final, g.id, case when scheme.weighting = 'groups' then g.weight end as weight, g.min_percent, g.position,
        b.earned, b.possible, b.dropped, round(100 * b.earned / b.possible, 2) as percent
      from counted k
      left join public.grade_groups g on (g.account_id, g.course_id, g.id) = (scheme.account_id, scheme.course_id, k.group_id)
     cross join lateral private.best_grades(k.items, k.points, k.out_of, coalesce(g.drop_lowest, 0)) b),
  summed as (
    select g.member_id, g.is_final,
        round(100 * case when scheme.weighting = 'groups' then sum(g.weight * g.earned / g.possible) / nullif(sum(g.weight), 0) else sum(g.earned) / sum(g.possible) end, 2) as percent,
        bool_or(g.percent < g.min_percent) as is_below, bool_or(g.min_percent is not null) as has_min,
        jsonb_agg(jsonb_build_object('id', g.id, 'earned', g.earned, 'possible', g.possible, 'percent', g.percent, 'is_below', coalesce(g.percent < g.min_percent, false))
          order by g.position, g.id) filter (where g.id is not null) as groups
      from grouped g group by g.member_id, g.is_final),
  left_out as (
    select g.member_id, array_agg(d.item) as items from grouped g cross join unnest(g.dropped) d (item) where not g.is_final group by g.member_id)
  select f.member_id, s.percent, f.percent,
      case when s.percent is not null and (scheme.pass_percent is not null or s.has_min) then s.percent >= coalesce(scheme.pass_percent, 0) and not coalesce(s.is_below, false) end,
      coalesce(s.groups, '[]'), coalesce(l.items, '{}')
    from summed f left join summed s on s.member_id = f.member_id and not s.is_final left join left_out l on l.member_id = f.member_id
   where f.is_final
$$;
comment on function private.grade_totals is
  'What the cells of members make: the percent so far, the final percent if nothing more was graded, whether that passes, the groups, and the items that are dropped. Weights of groups without a grade are shared by the others.';

create function private.member_totals(scheme public.grade_schemes, members uuid[], is_own boolean default false)
returns table (member_id uuid, percent numeric, final numeric, is_passing boolean, groups jsonb, dropped uuid[])
language sql stable security definer set search_path = '' as $$
  select t.* from private.grade_totals(scheme, array(
    select row (c.member_id, c.item_id, c.group_id, c.counted, c.out_of, c.counts)::private.grade_cell from private.grade_cells(scheme, members, is_own) c)) t
$$;
comment on function private.member_totals is 'What members have of a course altogether.';
