-- Posts have addresses of any script, as pages have.
alter table public.posts drop constraint posts_slug_check;
alter table public.posts add constraint posts_slug_check check (length(slug) <= 120 and private.is_slug(slug));
