-- Levels are written only by set_levels, which keeps those that were taken out.
grant select (account_id, id, product_id, position, name, description, is_active, created_at, updated_at) on public.product_levels to anon, authenticated;
create policy "Everyone sees the levels of what is on sale" on public.product_levels for select to anon, authenticated
  using (is_active and exists (
    select from public.products p where (p.account_id, p.id) = (product_levels.account_id, product_levels.product_id) and p.status = 'published'));
create policy "Managers see every level of their account" on public.product_levels for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create trigger product_levels_touch before update on public.product_levels for each row execute function private.touch_updated_at();
create trigger product_levels_tell after insert or update or delete on public.product_levels
  for each row execute function private.notify_content_change();
create trigger product_courses_level_tell after update of level_id on public.product_courses
  for each row execute function private.notify_content_change();

create function private.price_rank(account uuid, price uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select l.position from public.prices p join public.product_levels l on (l.account_id, l.id) = (p.account_id, p.level_id)
    where (p.account_id, p.id) = (account, price)), 7)
$$;
comment on function private.price_rank is 'How high the level of a price is; one without a level opens everything and is above all.';

create function private.price_opens(account uuid, price uuid, level uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select level is null or private.price_rank(account, price)
    >= coalesce((select l.position from public.product_levels l where (l.account_id, l.id) = (account, level)), 1)
$$;
comment on function private.price_opens is 'Whether a price opens what is open from a level on.';

create function public.offer_label(price public.prices) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(', ', (select l.name from public.product_levels l where (l.account_id, l.id) = (price.account_id, price.level_id)), nullif(price.label, ''))
$$;
comment on function public.offer_label is 'What a shopper chooses a price by: its level, if it has one, and its own name. A computed column.';
grant execute on function public.offer_label(public.prices) to anon, authenticated;

create function public.set_levels(product_id uuid, levels jsonb) returns setof uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  product public.products%rowtype;
  level record;
  ids uuid[] := '{}';
  ranks jsonb;
begin
  select * into product from public.products p
    where p.id = product_id and p.account_id = (select private.account_with('manage_shop')) for update;
  if product.id is null then
    perform private.raise_error('not_found', 'There is no such product.');
  elsif jsonb_typeof(levels) is distinct from 'array' or jsonb_array_length(levels) > 6
    or (product.type <> 'membership' and jsonb_array_length(levels) > 0) then
    perform private.raise_error('invalid', 'A membership can have up to 6 levels, each with a name.');
  end if;
  select jsonb_object_agg(k.id, k.position) into ranks from public.product_levels k where (k.account_id, k.product_id) = (product.account_id, product.id);
  for level in select l.* from rows from (jsonb_to_recordset(levels) as (id uuid, name text, description text)) with ordinality
      l(id, name, description, at) order by l.at loop
    insert into public.product_levels as k (account_id, id, product_id, position, name, description)
      values (product.account_id, coalesce(level.id, private.uuid_v7()), product.id, level.at, btrim(level.name), btrim(coalesce(level.description, '')))
      on conflict (account_id, id) do update set position = excluded.position, name = excluded.name, description = excluded.description, is_active = true
        where k.product_id = excluded.product_id
      returning k.id into level.id;
    if level.id is null or level.id = any (ids) then
      perform private.raise_error('invalid', 'A membership can have up to 6 levels, each with a name.');
    end if;
    ids := ids || level.id;
  end loop;
  update public.product_levels k set is_active = false, position = 0.5 + (
      select count(*) from unnest(ids) a(id) where (ranks ->> a.id::text)::numeric < (ranks ->> k.id::text)::numeric)
   where (k.account_id, k.product_id) = (product.account_id, product.id) and k.id <> all (ids);
  -- Once the levels stand: a course that moves is never open from the lowest on in between.
  update public.product_courses c set level_id = w.level_id
    from (select k.id, (select ids[l.at] from jsonb_array_elements(levels) with ordinality l(facts, at) where l.facts -> 'course_ids' ? k.course_id::text
            order by l.at limit 1) as level_id
       from public.product_courses k where (k.account_id, k.product_id) = (product.account_id, product.id)) w
   where (c.account_id, c.id) = (product.account_id, w.id) and c.level_id is distinct from w.level_id;
  return query select unnest(ids);
exception when data_exception or integrity_constraint_violation then
  perform private.raise_error('invalid', 'A membership can have up to 6 levels, each with a name.');
end $$;
comment on function public.set_levels is 'Sets the levels of a membership from the lowest up, [{id, name, description, course_ids}], and returns their ids: a course that one names is open from it on. One that is left out is withdrawn, and who has it keeps it.';
grant execute on function public.set_levels(uuid, jsonb) to authenticated;
