-- Courses and their categories have addresses of any script, as pages have.
-- The rule so far let an address end in a hyphen: those get an ending, and the old one leads to the new one.
insert into public.redirects (account_id, from_path, to_address, is_automatic)
select account_id, '/course/' || slug, '/course/' || rtrim(left(slug, 113), '-') || '-' || right(id::text, 6), true
  from public.courses where slug like '%-'
on conflict do nothing;
update public.courses set slug = rtrim(left(slug, 113), '-') || '-' || right(id::text, 6) where slug like '%-';
alter table public.courses drop constraint courses_slug_check;
alter table public.courses add constraint courses_slug_check check (length(slug) <= 120 and private.is_slug(slug));
-- Categories alike.
-- The rule so far let an address end in a hyphen: those get an ending, and the old one leads to the new one.
insert into public.redirects (account_id, from_path, to_address, is_automatic)
select account_id, '/course/category/' || slug, '/course/category/' || rtrim(left(slug, 73), '-') || '-' || right(id::text, 6), true
  from public.course_categories where slug like '%-'
on conflict do nothing;
update public.course_categories set slug = rtrim(left(slug, 73), '-') || '-' || right(id::text, 6) where slug like '%-';
alter table public.course_categories drop constraint course_categories_slug_check;
alter table public.course_categories add constraint course_categories_slug_check check (length(slug) <= 80 and private.is_slug(slug));
