-- What a constraint calls stands in a migration: the list grows by a new one.
create function private.is_reserved_slug(slug text) returns boolean
language sql immutable set search_path = '' as $$
  select slug = any ('{www,api,admin,app,mail,dev,static,assets,login,auth,support,status,cdn,rest,files,platform}'::text[])
$$;
comment on function private.is_reserved_slug is 'Whether a name under the platform''s domain is kept for the platform.';

-- A site that already has such a name keeps its content under a name nobody else can have.
update public.accounts set slug = slug || '-' || left(account_id::text, 8) where private.is_reserved_slug(slug) and not is_platform;
alter table public.accounts drop constraint accounts_slug_not_reserved;
alter table public.accounts add constraint accounts_slug_not_reserved check (is_platform or not private.is_reserved_slug(slug));
grant execute on function private.is_reserved_slug(text) to authenticated;
