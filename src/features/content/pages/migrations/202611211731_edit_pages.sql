-- Slugs of any script and of signs, and more of the product's own addresses kept free.
alter table public.pages drop constraint pages_slug_check;
alter table public.pages add constraint pages_slug_check check (
  length(slug) between 1 and 80 and slug = lower(slug) and slug is nfc normalized
  and slug !~ '[[:space:][:cntrl:]/?#%&+\\"''<>|^`{}@:;,=.*~$()!\[\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]'
  and slug !~ '(^-|-$)');
alter table public.pages drop constraint pages_slug_not_reserved;
alter table public.pages add constraint pages_slug_not_reserved check (slug not in (
  'login', 'signup', 'docs', 'blog', 'course', 'members', 'groups', 'thankyou', 'subscribed', 'checkout', 'dashboard', 'search', 'api',
  'auth', 'rest', 'storage', 'realtime', 'functions', 'rest-admin', 'healthz', 'metrics', 'site', 'assets', 'static', 'dev', 'preview'));

alter table public.pages add column kind text not null default 'page' check (kind in ('page', 'section'));
comment on column public.pages.kind is 'A section has no address of its own: it stands in the pages that name it.';

alter table public.page_drafts
  add column version integer not null default 1 check (version > 0),
  add column publish_at timestamptz;
comment on column public.page_drafts.version is 'Counts the saves: who saves names the one they began from.';
create index page_drafts_due_idx on public.page_drafts (publish_at) where publish_at is not null;

alter table public.page_versions add column kind text not null default 'published' check (kind in ('published', 'saved'));
comment on column public.page_versions.kind is 'What visitors saw, or how the draft stood every ten minutes of work.';

create table public.page_previews (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  page_id uuid not null,
  token_hash text not null check (length(token_hash) = 64),
  expires_at timestamptz not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, page_id) references public.pages (account_id, id) on delete cascade
);
comment on table public.page_previews is 'Secret links to drafts; of the secret only its digest is kept.';
create index page_previews_page_id_idx on public.page_previews (account_id, page_id);
create index page_previews_created_by_idx on public.page_previews (created_by);
create index page_previews_token_hash_idx on public.page_previews (account_id, token_hash);
alter table public.page_previews enable row level security;
alter table public.page_previews force row level security;

create table public.removed_pages (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null,
  title text not null check (length(title) <= 160),
  slug text not null check (length(slug) <= 80),
  kind text not null check (kind in ('page', 'section')),
  page jsonb not null check (pg_column_size(page) <= 1048576),
  draft jsonb not null check (pg_column_size(draft) <= 1048576),
  versions jsonb not null check (pg_column_size(versions) <= 8388608),
  removed_by uuid references auth.users (id) on delete set null,
  removed_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table public.removed_pages is 'Pages taken away in the last thirty days, whole, so that they can be brought back.';
create index removed_pages_removed_by_idx on public.removed_pages (removed_by);
create index removed_pages_removed_at_idx on public.removed_pages (removed_at);
alter table public.removed_pages enable row level security;
alter table public.removed_pages force row level security;
