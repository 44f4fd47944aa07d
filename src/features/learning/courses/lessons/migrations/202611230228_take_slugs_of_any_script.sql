-- Lessons have addresses of any script, as their courses have.
-- The rule so far let an address end in a hyphen: those get an ending.
update public.lessons set slug = rtrim(left(slug, 113), '-') || '-' || right(id::text, 6) where slug like '%-';
alter table public.lessons drop constraint lessons_slug_check;
alter table public.lessons add constraint lessons_slug_check check (length(slug) <= 120 and private.is_slug(slug));
