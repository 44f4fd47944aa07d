-- People have addresses of any script, as pages have.
-- The rule so far let an address end in a hyphen: those get an ending.
update public.members set slug = rtrim(left(slug, 73), '-') || '-' || right(id::text, 6) where slug like '%-';
alter table public.members drop constraint members_slug_check;
alter table public.members add constraint members_slug_check check (length(slug) <= 80 and private.is_slug(slug));
