-- The member list: any order and filter, with keyset pagination.

create function private.member_conditions(filter jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  search_text text := private.folded(left(trim(coalesce(filter ->> 'search', '')), 200));
  literal text := replace(replace(replace(search_text, '\', '\\'), '%', '\%'), '_', '\_');
  conditions text := '';
begin
  if length(search_text) between 1 and 2 then
    -- Too short for the trigram index: matches prefixes only.
    conditions := format(' and (m.search_text like %L or m.search_text like %L)', literal || '%', '% ' || literal || '%');
  elsif search_text <> '' then
    conditions := format(' and m.search_text like %L', '%' || literal || '%');
  end if;
  if jsonb_typeof(filter -> 'roles') = 'array' and jsonb_array_length(filter -> 'roles') > 0 then
    conditions := conditions || format(' and m.role_id = any (%L::uuid[])',
      array(select jsonb_array_elements_text(filter -> 'roles') limit 100));
  end if;
  conditions := conditions || case filter ->> 'status' when 'active' then ' and m.blocked_at is null'
    when 'blocked' then ' and m.blocked_at is not null' else '' end;
  if filter ->> 'joined_within_days' ~ '^\d{1,4}$' then
    conditions := conditions || format(' and m.created_at >= (select private.clock_now()) - %L::interval', (filter ->> 'joined_within_days') || ' days');
  end if;
  if filter ->> 'has_parent' in ('true', 'false') then
    conditions := conditions || case when (filter ->> 'has_parent')::boolean then ' and ' else ' and not ' end
      || 'exists (select from public.guardians g where g.account_id = m.account_id and g.child_id = m.id)';
  end if;
  return conditions;
end $$;
comment on function private.member_conditions is 'Turns a member filter into SQL conditions; every value is quoted and every identifier is a constant.';

create function private.check_reads_members(account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from private.account_with('staff') a where a = account)
    and not exists (select from private.account_with('manage_members') a where a = account) then
    perform private.raise_error('forbidden', 'Only staff can see the list of members.');
  end if;
end $$;
comment on function private.check_reads_members is 'Raises an error unless the caller may see every member of the account.';

create function public.member_count(account_id uuid, filter jsonb default '{}') returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  perform private.check_reads_members(account_id);
  execute 'select count(*) from public.members m where m.account_id = $1' || private.member_conditions(filter) into total using account_id;
  return total;
end $$;
comment on function public.member_count is 'Number of members that match a filter.';
grant execute on function public.member_count(uuid, jsonb) to authenticated;

create function private.member_order(sort text, is_ascending boolean, roles uuid[]) returns text
language sql immutable set search_path = '' as $$
  select case sort when 'email' then 'm.email' when 'created_at' then 'm.created_at' when 'course_count' then 'm.course_count'
    when 'status' then '(m.blocked_at is not null)'
    when 'role' then format('coalesce(array_position(%L::uuid[], m.role_id), 0)', roles)
    when 'last_seen_at' then case when is_ascending then 'coalesce(m.last_seen_at, ''infinity'')' else 'coalesce(m.last_seen_at, ''-infinity'')' end
    else 'm.search_name' end
$$;
comment on function private.member_order is 'The sort expression of the member list; never null, so that a page can start after any row. Roles are sorted by name.';

create function private.member_page_statement(filter jsonb, sort text, is_ascending boolean, after jsonb, size integer, skip integer, roles uuid[] default '{}') returns text
language plpgsql immutable set search_path = '' as $$
declare
  key text := private.member_order(sort, is_ascending, roles);
  kind text := case when sort in ('created_at', 'last_seen_at') then 'timestamptz' when sort in ('course_count', 'role') then 'integer'
    when sort = 'status' then 'boolean' else 'text' end;
  -- The cursor row's sort value.
  value text := case sort when 'role' then coalesce(array_position(roles, (after ->> 'value')::uuid), 0)::text
    when 'status' then (after ->> 'value' is not null)::text
    when 'last_seen_at' then coalesce(after ->> 'value', case when is_ascending then 'infinity' else '-infinity' end)
    else after ->> 'value' end;
  direction text := case when is_ascending then 'asc' else 'desc' end;
  after_condition text := '';
begin
  if jsonb_typeof(after) = 'object' then
    after_condition := format(' and (%s, m.id) %s (%L::%s, %L::uuid)', key, case when is_ascending then '>' else '<' end,
      value, kind, after ->> 'id');
  end if;
  -- An index-only scan finds the rows: skipped rows are not fetched from the table.
  return format('select m.account_id, m.id, m.user_id, m.name, m.slug, m.email, m.avatar, m.role_id, m.is_public, m.blocked_at, m.created_at,
             m.allows_log_in_as, m.last_seen_at, m.course_count, m.search_name, jsonb_build_object(''name'', r.name, ''kind'', r.kind) as role
        from (select m.id from public.members m where m.account_id = $1 %s %s order by %s %s, m.id %s limit %s offset %s) place
        join public.members m on (m.account_id, m.id) = ($1, place.id)
        join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       order by %s %s, m.id %s', private.member_conditions(filter), after_condition, key, direction, direction, size + 1,
    case when after_condition = '' then least(greatest(skip, 0), 10000000) else 0 end, key, direction, direction);
end $$;
comment on function private.member_page_statement is 'The query of one page of members, with one row more than the page size; $1 is the account.';

create function public.member_page(account_id uuid, filter jsonb default '{}', sort text default 'name', is_ascending boolean default true,
  after jsonb default null, page_size integer default 50, skip integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  size integer := least(greatest(page_size, 1), 500);
  page jsonb;
begin
  perform private.check_reads_members(account_id);
  execute format('select coalesce(jsonb_agg(to_jsonb(p)), ''[]'') from (%s) p',
    private.member_page_statement(filter, sort, is_ascending, after, size, skip,
      array(select r.role_id from public.roles r where r.account_id = member_page.account_id order by private.folded(r.name), r.role_id))) into page using account_id;
  return jsonb_build_object('rows', case when jsonb_array_length(page) > size then page - size else page end,
    'has_next', jsonb_array_length(page) > size);
end $$;
comment on function public.member_page is 'One page of the matching members, after the row `after`, or if that is unknown after `skip` rows.';
grant execute on function public.member_page(uuid, jsonb, text, boolean, jsonb, integer, integer) to authenticated;

create function private.content_tables() returns setof regclass
language sql stable set search_path = '' as $$
  select k.conrelid::regclass from pg_catalog.pg_constraint k
   where k.contype = 'f' and k.confrelid = 'public.members'::regclass
     and exists (select from pg_catalog.pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = 'author_id')
$$;
comment on function private.content_tables is 'Tables of published content: those whose author is a member.';

create function public.remove_members(account_id uuid, ids uuid[], heir uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  content_table regclass;
  removed integer;
begin
  if account_id is distinct from (select private.account_with('manage_members')) then
    perform private.raise_error('forbidden', 'Only those who manage members can remove them.');
  end if;
  if cardinality(ids) > 500 then
    perform private.raise_error('invalid', 'At most 500 members can be removed at once.');
  end if;
  if heir is not null then
    if heir = any (ids) or not exists (
      select from public.members m where m.account_id = account_id and m.id = heir and m.blocked_at is null) then
      perform private.raise_error('invalid', 'Choose a remaining member to take over.');
    end if;
    for content_table in select private.content_tables() loop
      execute format('update %s set author_id = $1 where account_id = $2 and author_id = any ($3)', content_table) using heir, account_id, ids;
    end loop;
  end if;
  delete from public.members m where m.account_id = account_id and m.id = any (ids);
  get diagnostics removed = row_count;
  return removed;
end $$;
comment on function public.remove_members is 'Removes members; their content is reassigned to `heir` or kept without an author. Returns the number removed.';
grant execute on function public.remove_members(uuid, uuid[], uuid) to authenticated;

grant select (account_id, id, name, filter, created_at), insert (account_id, name, filter), update (name, filter), delete
  on public.member_segments to authenticated;
create policy "Staff see the saved filters" on public.member_segments for select to authenticated
  using (account_id = (select private.account_with('staff')) or account_id = (select private.account_with('manage_members')));
create policy "Those who manage members save filters" on public.member_segments for insert to authenticated
  with check (account_id = (select private.account_with('manage_members')));
create policy "Those who manage members change saved filters" on public.member_segments for update to authenticated
  using (account_id = (select private.account_with('manage_members')))
  with check (account_id = (select private.account_with('manage_members')));
create policy "Those who manage members remove saved filters" on public.member_segments for delete to authenticated
  using (account_id = (select private.account_with('manage_members')));
create trigger member_segments_touch before update on public.member_segments for each row execute function private.touch_updated_at();

create function private.guard_segments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Concurrent inserts wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('member_segments'), hashtext(new.account_id::text));
  if (select count(*) from public.member_segments s where s.account_id = new.account_id) >= 50 then
    perform private.raise_error('conflict', 'An account can have at most 50 segments. Delete one first.');
  end if;
  -- A filter that is invalid now would fail each time it is counted.
  execute 'select from public.members m where false' || private.member_conditions(new.filter);
  return new;
end $$;
comment on function private.guard_segments is 'Limits the number of segments and rejects invalid filters.';
create trigger member_segments_guard before insert on public.member_segments for each row execute function private.guard_segments();
