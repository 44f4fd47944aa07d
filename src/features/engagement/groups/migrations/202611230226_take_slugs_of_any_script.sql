-- Groups have addresses of any script, as pages have.
-- The rule so far let an address end in a hyphen: those get an ending.
update public.groups set slug = rtrim(left(slug, 73), '-') || '-' || right(id::text, 6) where slug like '%-';
alter table public.groups drop constraint groups_slug_check;
alter table public.groups add constraint groups_slug_check check (length(slug) <= 80 and private.is_slug(slug));
