-- Documentation has addresses of any script, as pages have.
alter table public.docs drop constraint docs_slug_check;
alter table public.docs add constraint docs_slug_check check (length(slug) <= 120 and private.is_slug(slug));
