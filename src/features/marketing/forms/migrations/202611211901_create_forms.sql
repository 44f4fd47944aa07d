create table public.forms (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(name) between 1 and 120),
  status text not null default 'open' check (status in ('open', 'closed')),
  fields jsonb not null default '[]'
    check (case when jsonb_typeof(fields) = 'array' then jsonb_array_length(fields) <= 60 else false end and pg_column_size(fields) <= 65536),
  submit_label text not null default '' check (length(submit_label) <= 60),
  small_print text not null default '' check (length(small_print) <= 1000),
  thank_you text not null default '' check (length(thank_you) <= 2000),
  redirect text not null default '' check (length(redirect) <= 500 and (redirect = '' or redirect ~ '^(/([^/\\]|$)|https://)')),
  subscribes boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id)
);
comment on table public.forms is 'A form of a site: its fields as a document, the words around them, and whether who sends it asks for the newsletter. Open ones are public.';
create index forms_newest_idx on public.forms (account_id, created_at desc);
alter table public.forms enable row level security;
alter table public.forms force row level security;

create table public.form_rules (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  form_id uuid not null,
  tags text[] not null default '{}' check (cardinality(tags) <= 20 and octet_length(tags::text) <= 2000),
  notifies boolean not null default true,
  refuses_throwaway boolean not null default false,
  primary key (account_id, id),
  unique (id),
  constraint form_rules_one_a_form unique (account_id, form_id),
  foreign key (account_id, form_id) references public.forms (account_id, id) on delete cascade
);
comment on table public.form_rules is 'What happens with what a form brings, which its visitors need not know: tags for the contact, word to the managers, throw-away mailboxes.';
alter table public.form_rules enable row level security;
alter table public.form_rules force row level security;

create table public.form_submissions (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  form_id uuid not null,
  contact_id uuid,
  user_id uuid references auth.users (id) on delete set null,
  answers jsonb not null check (jsonb_typeof(answers) = 'array' and pg_column_size(answers) <= 131072),
  words text not null default '' check (length(words) <= 40000),
  email text not null default '' check (length(email) <= 320),
  page text not null default '' check (length(page) <= 500),
  locale text not null default 'en' check (length(locale) between 2 and 35),
  address_hash text not null default '' check (length(address_hash) <= 64),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, form_id) references public.forms (account_id, id) on delete cascade,
  foreign key (account_id, contact_id) references public.contacts (account_id, id) on delete set null (contact_id)
);
comment on table public.form_submissions is 'One sending of a form: each answer with the label it was given under; words is what the search reads.';
create index form_submissions_form_idx on public.form_submissions (account_id, form_id, created_at desc);
create index form_submissions_contact_idx on public.form_submissions (account_id, contact_id);
create index form_submissions_user_idx on public.form_submissions (user_id);
alter table public.form_submissions enable row level security;
alter table public.form_submissions force row level security;
