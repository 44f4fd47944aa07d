create table public.pages (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$'),
  content jsonb not null default '{"root": {"props": {}}, "content": [], "zones": {}}'
    check (jsonb_typeof(content -> 'content') = 'array' and pg_column_size(content) <= 524288),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and pg_column_size(settings) <= 8192),
  status text not null default 'draft' check (status in ('draft', 'published')),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug),
  constraint pages_slug_not_reserved check (slug not in (
    'login', 'signup', 'docs', 'blog', 'course', 'members', 'thankyou', 'subscribed', 'checkout', 'dashboard', 'search', 'api',
    'auth', 'rest', 'storage', 'realtime', 'functions', 'rest-admin', 'healthz', 'metrics', 'site', 'assets', 'static', 'dev'))
);
comment on table public.pages is 'A site''s pages as visitors see them: blocks in the page builder''s own form.';
create index pages_account_id_updated_at_idx on public.pages (account_id, updated_at desc);
create index pages_title_idx on public.pages using gin (to_tsvector('simple', title));
alter table public.pages enable row level security;
alter table public.pages force row level security;

create table public.page_drafts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  page_id uuid not null,
  title text not null check (length(title) between 1 and 160),
  data jsonb not null
    check (jsonb_typeof(data -> 'content') = 'array' and pg_column_size(data) <= 524288),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and pg_column_size(settings) <= 8192),
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, page_id),
  foreign key (account_id, page_id) references public.pages (account_id, id) on delete cascade
);
comment on table public.page_drafts is 'What is being worked on of a page, and no visitor may read.';
create index page_drafts_updated_by_idx on public.page_drafts (updated_by);
alter table public.page_drafts enable row level security;
alter table public.page_drafts force row level security;

create table public.page_versions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  page_id uuid not null,
  title text not null check (length(title) between 1 and 160),
  data jsonb not null check (pg_column_size(data) <= 524288),
  settings jsonb not null default '{}' check (pg_column_size(settings) <= 8192),
  published_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, page_id) references public.pages (account_id, id) on delete cascade
);
comment on table public.page_versions is 'What a page was each time it was published; the newest thirty are kept.';
create index page_versions_page_id_idx on public.page_versions (account_id, page_id, created_at desc);
create index page_versions_published_by_idx on public.page_versions (published_by);
alter table public.page_versions enable row level security;
alter table public.page_versions force row level security;

-- Sites that stood before there were pages (the platform's own) begin with the same two.
insert into public.pages (account_id, title, slug, status, published_at, content)
select a.account_id, first.title, first.slug, 'published', now(), first.content
  from public.accounts a, (values
    ('Home', 'home', '{"root": {"props": {}}, "zones": {}, "content": [{"type": "Hero", "props": {"id": "hero-1",
      "title": "Teach on a site of your own", "text": "Courses, members, pages and payments, under your own name.",
      "buttons": [{"label": "Begin a site", "href": "/signup", "look": "primary"}]}}]}'::jsonb),
    ('About', 'about', '{"root": {"props": {}}, "zones": {}, "content": [{"type": "RichText", "props": {"id": "text-1",
      "title": "About", "html": "<p>This is where you say who stands behind this site. Open this page in the page builder and write it in your own words.</p>"}}]}'::jsonb)
  ) first (title, slug, content);
insert into public.page_drafts (account_id, page_id, title, data)
select account_id, id, title, content from public.pages;
