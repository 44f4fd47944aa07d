-- Used by constraints, so it lives here: what an author wrote may be put into a page as it stands, whoever wrote it
-- through whichever door. The grammar is what the sanitiser of the product writes, tag by tag, attribute by attribute.
create function private.is_plain_markup(html text) returns boolean
language sql immutable parallel safe as $$
  select regexp_replace(html,
    '</?(?:p|h2|h3|h4|ul|ol|li|strong|em|u|s|code|pre|blockquote|figure|figcaption|sub|sup|table|thead|tbody|tr|th|td)>'
    '|<(?:br|hr) />|</a>'
    '|<a href="(?:https?://|mailto:|/|#)[^"<>]*"(?: target="_blank")?(?: rel="[a-z ]*")?>'
    '|<img src="(?:https://|/)[^"<>]*" alt="[^"<>]*"(?: width="[0-9]{1,5}")?(?: height="[0-9]{1,5}")? />',
    '', 'g') !~ '[<>]'
$$;
comment on function private.is_plain_markup is 'Whether HTML holds nothing but text, structure, links and pictures: no script, no style, no handler.';

create table public.course_categories (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(name) between 1 and 80),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  description text not null default '' check (length(description) <= 500),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug)
);
comment on table public.course_categories is 'The shelves of an account''s catalogue.';
create index course_categories_position_idx on public.course_categories (account_id, position, id);
alter table public.course_categories enable row level security;
alter table public.course_categories force row level security;

create table public.courses (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  title text not null check (length(title) between 1 and 160),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,119}$'),
  summary text not null default '' check (length(summary) <= 400),
  description text not null default '' check (length(description) <= 50000 and private.is_plain_markup(description)),
  featured_image jsonb check (
    jsonb_typeof(featured_image) = 'object' and pg_column_size(featured_image) <= 2000
    and featured_image ->> 'image' ~ '^(/[^/\\]|https://)' and length(coalesce(featured_image ->> 'alt', '')) <= 300),
  trailer_url text check (trailer_url ~ '^(/[^/\\]|https://)' and length(trailer_url) <= 500),
  outcomes jsonb not null default '[]' check (
    jsonb_typeof(outcomes) = 'array' and jsonb_array_length(outcomes) <= 12 and pg_column_size(outcomes) <= 8000),
  level text not null default 'all' check (level in ('all', 'beginner', 'intermediate', 'advanced')),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  visibility text not null default 'public' check (visibility in ('public', 'members')),
  access text not null default 'free' check (access in ('free', 'paid', 'members')),
  category_id uuid,
  author_id uuid,
  lesson_count integer not null default 0 check (lesson_count >= 0),
  duration_seconds integer not null default 0 check (duration_seconds >= 0),
  outline_version integer not null default 0,
  sort integer not null default 0,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, slug),
  foreign key (account_id, category_id) references public.course_categories (account_id, id) on delete set null (category_id),
  foreign key (account_id, author_id) references public.members (account_id, id) on delete set null (author_id)
);
comment on table public.courses is 'What is taught: its landing page, who wrote it, who may see it and how one gets in.';
comment on column public.courses.access is 'free: anyone enrols themselves; paid: by an order; members: by a membership.';
comment on column public.courses.lesson_count is 'Lessons that students see; kept by a trigger so that a catalogue is one read.';
comment on column public.courses.outline_version is 'Counts the saved outlines: a save that began on an older one is refused.';
create index courses_catalogue_idx on public.courses (account_id, status, sort, published_at desc);
create index courses_category_idx on public.courses (account_id, category_id);
create index courses_author_idx on public.courses (account_id, author_id);
create index courses_title_search_idx on public.courses using gin (to_tsvector('simple', title));
alter table public.courses enable row level security;
alter table public.courses force row level security;
