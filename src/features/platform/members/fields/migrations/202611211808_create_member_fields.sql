create table public.member_fields (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  label text not null check (length(trim(label)) between 1 and 80),
  hint text not null default '' check (length(hint) <= 200),
  type text not null check (type in ('text', 'long_text', 'number', 'date', 'choice', 'yes_no', 'link', 'country')),
  options text[] not null default '{}' check (cardinality(options) <= 50 and pg_column_size(options) <= 8192),
  is_required boolean not null default false,
  on_sign_up boolean not null default false,
  visibility text not null default 'staff' check (visibility in ('staff', 'members', 'everyone')),
  position integer not null default 0 check (position between 0 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, label),
  constraint member_fields_choice_has_options check ((type = 'choice') = (cardinality(options) > 0))
);
comment on table public.member_fields is 'What a site asks of its members besides name and picture, and who may read the answers.';
alter table public.member_fields enable row level security;
alter table public.member_fields force row level security;

create table public.member_answers (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  field_id uuid not null,
  value text not null check (length(value) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, member_id, field_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, field_id) references public.member_fields (account_id, id) on delete cascade
);
comment on table public.member_answers is 'What a member answered to a field of their site.';
create index member_answers_field_id_idx on public.member_answers (account_id, field_id);
alter table public.member_answers enable row level security;
alter table public.member_answers force row level security;
