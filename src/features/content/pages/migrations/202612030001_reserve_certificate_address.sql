-- Certificates have their own address: a page that was there before gets another one, and keeps its visitors by the link in its menus.
update public.pages set slug = 'certificates-' || right(id::text, 6) where slug = 'certificates';
alter table public.pages drop constraint pages_slug_not_reserved;
alter table public.pages add constraint pages_slug_not_reserved check (slug not in (
  'login', 'signup', 'docs', 'blog', 'course', 'members', 'groups', 'thankyou', 'subscribed', 'checkout', 'dashboard', 'search', 'api',
  'auth', 'rest', 'storage', 'realtime', 'functions', 'rest-admin', 'healthz', 'metrics', 'site', 'assets', 'static', 'dev', 'preview', 'shop',
  'certificates'));
