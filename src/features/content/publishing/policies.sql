create function private.editable_kinds() returns table (account_id uuid, kind text)
language sql stable security definer set search_path = '' as $$
  select private.account_with(k.capability), k.kind from private.publishing_kinds k
$$;
comment on function private.editable_kinds is 'The kinds of content the caller may change, each with the account; looked up once a query.';
grant execute on function private.editable_kinds() to authenticated;

grant select (account_id, id, kind, subject_id, state, content, saved_by, created_at) on public.versions to authenticated;
create policy "Editors of a kind read its versions" on public.versions for select to authenticated
  using ((account_id, kind) in (select e.account_id, e.kind from private.editable_kinds() e));

grant select (account_id, id, kind, subject_id, expires_at, created_by, created_at), delete on public.previews to authenticated;
create policy "Editors of a kind see which drafts are shared" on public.previews for select to authenticated
  using ((account_id, kind) in (select e.account_id, e.kind from private.editable_kinds() e));
create policy "Editors of a kind end the sharing of drafts" on public.previews for delete to authenticated
  using ((account_id, kind) in (select e.account_id, e.kind from private.editable_kinds() e));

grant select (account_id, id, kind, title, slug, record, removed_by, removed_at) on public.trash to authenticated;
create policy "Editors of a kind see its trash" on public.trash for select to authenticated
  using ((account_id, kind) in (select e.account_id, e.kind from private.editable_kinds() e));

create function private.publishing_kind(kind text) returns private.publishing_kinds
language sql stable security definer set search_path = '' as $$
  select k from private.publishing_kinds k where k.kind = publishing_kind.kind
$$;
comment on function private.publishing_kind is 'Where the rows of a kind are, and who may change it.';

create function private.lock_to_edit(kind text, id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(lock_to_edit.kind);
  account uuid;
begin
  if k.kind is not null then
    execute format('select account_id from public.%I where id = $1 and account_id = $2 for update', k.record_table)
      into account using lock_to_edit.id, private.account_with(k.capability);
  end if;
  if account is null then
    perform private.raise_error('not_found', 'There is nothing here that you can edit.');
  end if;
  return account;
end $$;
comment on function private.lock_to_edit is 'Locks a record the caller may change and returns its account; raises not_found for any other.';

create function private.content_of(kind text, draft jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(part, draft -> part) from private.publishing_kinds k, unnest(k.draft_columns) part where k.kind = content_of.kind
$$;
comment on function private.content_of is 'The content of a draft''s row, by column.';

create function private.draft_of(kind text, account uuid, subject uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(draft_of.kind);
  draft jsonb;
begin
  execute format('select to_jsonb(d) from public.%I d where d.account_id = $1 and d.%I = $2', k.draft_table, k.draft_key)
    into draft using account, subject;
  return draft;
end $$;
comment on function private.draft_of is 'The row of a record''s draft.';

create function private.write_draft(kind text, account uuid, subject uuid, draft jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(write_draft.kind);
  parts text := (select string_agg(format('%I', part), ', ') from unnest(k.draft_columns || 'version'::text) part);
  version integer;
begin
  execute format('update public.%1$I d set (%2$s) = (select %2$s from jsonb_populate_record(d, $3)) where d.account_id = $1 and d.%3$I = $2 returning d.version',
    k.draft_table, parts, k.draft_key) into version using account, subject, draft;
  return version;
end $$;
comment on function private.write_draft is 'Writes content (and a version, where it is given) into a draft; what is not named stays. Returns the new version.';

create function private.begin_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(tg_argv[0]);
begin
  execute format('insert into public.%I (account_id, %I, updated_by, %s) select ($1).account_id, ($1).id, auth.uid(), %s',
    k.draft_table, k.draft_key, (select string_agg(format('%I', part), ', ') from unnest(k.draft_columns) part),
    (select string_agg(format('($1).%I', part), ', ') from unnest(k.record_columns) part)) using new;
  return null;
end $$;
comment on function private.begin_draft is 'Creates the draft of a new record.';

create function private.sign_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
comment on function private.sign_draft is 'Records who changed a draft last, and increments its version on every save.';

create function private.store_version(kind text, account uuid, subject uuid, state text, draft jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.versions (account_id, kind, subject_id, state, content, saved_by)
  values (account, store_version.kind, subject, store_version.state, private.content_of(store_version.kind, draft),
    case when store_version.state = 'published' then coalesce(auth.uid(), (draft ->> 'updated_by')::uuid) else (draft ->> 'updated_by')::uuid end);
  delete from public.versions v
   where v.account_id = account and v.kind = store_version.kind and v.subject_id = subject and v.state = store_version.state and v.id not in (
     select newest.id from public.versions newest
      where newest.account_id = account and newest.kind = store_version.kind and newest.subject_id = subject and newest.state = store_version.state
      order by newest.created_at desc, newest.id desc limit 30);
end $$;
comment on function private.store_version is 'Stores a draft as a version; keeps the newest thirty of each state.';

create function private.is_restoring() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(current_setting('stoa.restores', true), '') = 'on'
$$;
comment on function private.is_restoring is 'Whether a row comes back from the trash: that is no news, and nobody is notified of it.';

create function private.keep_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(tg_argv[0]);
  draft jsonb := to_jsonb(old);
  content jsonb := private.content_of(k.kind, draft);
  subject uuid := (draft ->> k.draft_key)::uuid;
begin
  if private.is_restoring() or content = private.content_of(k.kind, to_jsonb(new))
    -- Nothing but a title was written yet, or nothing before this transaction.
    or old.created_at = (select private.clock_now())
    or not exists (select from jsonb_each(content - 'title') part where part.value not in ('null', '""', '[]', '{}'))
    or exists (select from public.versions v where v.account_id = old.account_id and v.kind = k.kind and v.subject_id = subject
                 and v.created_at > (select private.clock_now()) - interval '10 minutes') then
    return null;
  end if;
  perform private.store_version(k.kind, old.account_id, subject, 'saved', draft);
  return null;
end $$;
comment on function private.keep_version is 'Stores the previous draft as a version at most every ten minutes of writing.';

create function private.publish_record(kind text, account uuid, subject uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(publish_record.kind);
  shown_since timestamptz := private.clock_now();
begin
  execute format('update public.%I r set (%s) = (select %s from public.%I d where d.account_id = r.account_id and d.%I = r.id), status = ''published'' %s where r.account_id = $1 and r.id = $2 returning %s',
    k.record_table, (select string_agg(format('%I', part), ', ') from unnest(k.record_columns) part),
    (select string_agg(format('d.%I', part), ', ') from unnest(k.draft_columns) part), k.draft_table, k.draft_key,
    case k.published_at when 'first' then ', published_at = coalesce(r.published_at, $3)' when 'last' then ', published_at = $3' else '' end,
    case when k.published_at is null then '$3' else 'r.published_at' end) into shown_since using account, subject, shown_since;
  execute format('update public.%I d set publish_at = null where d.account_id = $1 and d.%I = $2 and d.publish_at is not null', k.draft_table, k.draft_key)
    using account, subject;
  perform private.store_version(k.kind, account, subject, 'published', private.draft_of(k.kind, account, subject));
  return shown_since;
end $$;
comment on function private.publish_record is 'Publishes a draft, stores it as a version and clears its schedule; returns since when it is shown.';

create function private.publish_due() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds;
  due record;
  published integer := 0;
begin
  for k in select * from private.publishing_kinds order by kind loop
    for due in execute format('select r.account_id, r.id from public.%I r join public.%I d on (d.account_id, d.%I) = (r.account_id, r.id)
        where d.publish_at <= (select private.clock_now()) order by d.publish_at limit 500 for update of r skip locked',
        k.record_table, k.draft_table, k.draft_key)
    loop
      perform private.publish_record(k.kind, due.account_id, due.id);
      published := published + 1;
    end loop;
  end loop;
  return published;
end $$;
comment on function private.publish_due is 'Publishes every draft that is due, of every kind; returns how many. Run by the scheduler.';

create function public.save_draft(kind text, id uuid, seen integer, content jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.lock_to_edit(save_draft.kind, save_draft.id);
begin
  if (private.draft_of(save_draft.kind, account, save_draft.id) ->> 'version')::integer is distinct from save_draft.seen then
    perform private.raise_error('changed_meanwhile', 'Somebody else saved this in the meantime. Your changes are kept: compare both versions and choose.');
  end if;
  return private.write_draft(save_draft.kind, account, save_draft.id, save_draft.content - 'version');
end $$;
comment on function public.save_draft is 'Saves a draft based on version seen; returns the new version. Raises changed_meanwhile where somebody else saved in between.';
grant execute on function public.save_draft(text, uuid, integer, jsonb) to authenticated;

create function public.publish_draft(kind text, id uuid, seen integer default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.lock_to_edit(publish_draft.kind, publish_draft.id);
begin
  if publish_draft.seen <> (private.draft_of(publish_draft.kind, account, publish_draft.id) ->> 'version')::integer then
    perform private.raise_error('changed_meanwhile', 'Somebody else saved this in the meantime. Review it before you publish it.');
  end if;
  return private.publish_record(publish_draft.kind, account, publish_draft.id);
end $$;
comment on function public.publish_draft is 'Publishes a draft and stores it as a version; with seen, only that version.';
grant execute on function public.publish_draft(text, uuid, integer) to authenticated;

create function public.schedule_draft(kind text, id uuid, publish_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.lock_to_edit(schedule_draft.kind, schedule_draft.id);
  k private.publishing_kinds := private.publishing_kind(schedule_draft.kind);
begin
  if schedule_draft.publish_at not between (select private.clock_now()) and private.clock_now() + interval '2 years' then
    perform private.raise_error('invalid', 'Choose a time in the future, within two years.');
  end if;
  execute format('update public.%I d set publish_at = $3 where d.account_id = $1 and d.%I = $2', k.draft_table, k.draft_key)
    using account, schedule_draft.id, schedule_draft.publish_at;
end $$;
comment on function public.schedule_draft is 'Schedules the publication of a draft; null cancels it.';
grant execute on function public.schedule_draft(text, uuid, timestamptz) to authenticated;

create function public.unpublish(kind text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.lock_to_edit(unpublish.kind, unpublish.id);
begin
  execute format('update public.%I r set status = ''draft'' where r.account_id = $1 and r.id = $2',
    (private.publishing_kind(unpublish.kind)).record_table) using account, unpublish.id;
end $$;
comment on function public.unpublish is 'Unpublishes a record; its draft stays.';
grant execute on function public.unpublish(text, uuid) to authenticated;

create function public.share_draft(kind text, id uuid, days integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.lock_to_edit(share_draft.kind, share_draft.id);
  secret text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if coalesce(days, 0) not between 1 and 90 then
    perform private.raise_error('invalid', 'A link to a draft can be valid for 1 to 90 days.');
  elsif (select count(*) from public.previews v where v.account_id = account and v.kind = share_draft.kind and v.subject_id = share_draft.id
           and v.expires_at > (select private.clock_now())) >= 20 then
    perform private.raise_error('conflict', 'This draft already has twenty links. Remove one first.');
  end if;
  insert into public.previews (account_id, kind, subject_id, token_hash, expires_at, created_by)
  values (account, share_draft.kind, share_draft.id, encode(sha256(convert_to(secret, 'utf8')), 'hex'),
    private.clock_now() + make_interval(days => days), auth.uid());
  return secret;
end $$;
comment on function public.share_draft is 'Creates a preview link to a draft; returns its secret, which is not stored.';
grant execute on function public.share_draft(text, uuid, integer) to authenticated;

create function private.previewed(kind text, account uuid, secret text) returns uuid
language sql stable security definer set search_path = '' as $$
  select v.subject_id from public.previews v
   where v.account_id = account and v.kind = previewed.kind and v.expires_at > (select private.clock_now())
     and v.token_hash = encode(sha256(convert_to(left(secret, 100), 'utf8')), 'hex')
   limit 1
$$;
comment on function private.previewed is 'The record whose draft a preview link opens; null for an invalid or expired one.';

create function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  k private.publishing_kinds := private.publishing_kind(tg_argv[0]);
  draft jsonb := private.draft_of(k.kind, old.account_id, old.id);
  related jsonb := '{}';
  table_name text;
  related_rows jsonb;
begin
  if not exists (select from public.accounts a where a.account_id = old.account_id) then
    return old;
  end if;
  foreach table_name in array k.related_tables loop
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from public.%I r where r.account_id = $1 and r.%I = $2', table_name, k.draft_key)
      into related_rows using old.account_id, old.id;
    related := related || jsonb_build_object(table_name, related_rows);
  end loop;
  insert into public.trash (account_id, id, kind, title, slug, record, draft, related, removed_by)
  values (old.account_id, old.id, k.kind, coalesce(draft ->> 'title', ''), coalesce(to_jsonb(old) ->> 'slug', ''), to_jsonb(old), draft, related,
    auth.uid())
  on conflict (account_id, id) do update
    set title = excluded.title, slug = excluded.slug, record = excluded.record, draft = excluded.draft, related = excluded.related,
        removed_by = excluded.removed_by, removed_at = private.clock_now();
  delete from public.previews v where v.account_id = old.account_id and v.kind = k.kind and v.subject_id = old.id;
  return old;
end $$;
comment on function private.move_to_trash is 'Moves a deleted record with its draft to the trash for thirty days; its preview links end.';

create function private.insert_row(name text, row_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  columns text := (select string_agg(format('%I', a.attname), ', ') from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and row_values ? a.attname);
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', name, columns)
    using row_values;
end $$;
comment on function private.insert_row is 'Inserts a row as it was; columns that are newer than it have their default.';

create function public.restore_from_trash(id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  removed public.trash;
  k private.publishing_kinds;
  new_slug text;
  number int := 1;
  is_taken boolean;
  related_row record;
begin
  delete from public.trash t
   where t.id = restore_from_trash.id and (t.account_id, t.kind) in (select e.account_id, e.kind from private.editable_kinds() e)
   returning * into removed;
  if removed.id is null then
    perform private.raise_error('not_found', 'This can no longer be restored.');
  end if;
  k := private.publishing_kind(removed.kind);
  new_slug := removed.slug;
  while removed.slug <> '' loop
    execute format('select exists (select from public.%I r where r.account_id = $1 and r.slug = $2)', k.record_table)
      into is_taken using removed.account_id, new_slug;
    exit when not is_taken;
    number := number + 1;
    new_slug := rtrim(left(removed.slug, 70), '-') || '-' || number;
  end loop;
  -- Without an address of its own nothing is added: a column that is not there is not inserted.
  removed.record := removed.record || jsonb_build_object('slug', new_slug);
  perform set_config('stoa.restores', 'on', true);
  begin
    perform private.insert_row(k.record_table, removed.record);
  exception when foreign_key_violation then
    perform private.insert_row(k.record_table, removed.record - k.links);
  end;
  perform private.write_draft(k.kind, removed.account_id, removed.id, removed.draft);
  for related_row in select t.key as name, r.value from jsonb_each(removed.related) t, jsonb_array_elements(t.value) r loop
    begin
      perform private.insert_row(related_row.name, related_row.value);
    exception when foreign_key_violation or unique_violation then null; -- It points to what is gone, or came with the record.
    end;
  end loop;
  perform set_config('stoa.restores', 'off', true);
  return new_slug;
end $$;
comment on function public.restore_from_trash is 'Restores a record from the trash, published as it was; returns its slug, a new one where its own is in use.';
grant execute on function public.restore_from_trash(uuid) to authenticated;

create function private.empty_trash() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  deleted integer;
begin
  delete from public.previews v where v.expires_at < (select private.clock_now()) - interval '30 days';
  with gone as (
    delete from public.trash t where t.removed_at < (select private.clock_now()) - interval '30 days' returning t.account_id, t.kind, t.id),
  versions as (
    delete from public.versions v using gone g where (v.account_id, v.kind, v.subject_id) = (g.account_id, g.kind, g.id))
  select count(*) into deleted from gone;
  return deleted;
end $$;
comment on function private.empty_trash is 'Deletes what has been in the trash for thirty days, with its versions; returns how many. Run by the scheduler.';
