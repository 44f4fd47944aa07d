-- One rule for the addresses of pages, posts and documentation.
alter table public.pages drop constraint pages_slug_check;
alter table public.pages add constraint pages_slug_check check (length(slug) <= 80 and private.is_slug(slug));
