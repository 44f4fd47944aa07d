-- Products have addresses of any script, as pages have.
-- The rule so far let an address end in a hyphen: those get an ending.
update public.products set slug = rtrim(left(slug, 93), '-') || '-' || right(id::text, 6) where slug like '%-';
alter table public.products drop constraint products_slug_check;
alter table public.products add constraint products_slug_check check (length(slug) <= 100 and private.is_slug(slug));
