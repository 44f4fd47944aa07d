create table public.certificate_designs (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(name) between 1 and 80),
  language text not null check (language ~ '^[a-z]{2}$'),
  title text not null check (length(title) between 1 and 120),
  body text not null check (length(body) between 1 and 800),
  signatory text not null default '' check (length(signatory) <= 120),
  logo text check (length(logo) <= 500 and starts_with(logo, '/storage/v1/object/public/' || account_id::text || '/public/')),
  font text not null default 'sans' check (font in ('sans', 'newsreader', 'fraunces', 'instrument', 'hanken', 'bricolage')),
  is_landscape boolean not null default true,
  accent text not null default '#1d4ed8' check (accent ~ '^#[0-9a-f]{6}$'),
  valid_months smallint check (valid_months between 1 and 120),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  unique (account_id, name)
);
comment on table public.certificate_designs is 'What a certificate says and looks like; one of an account is that of every course which chose none.';
comment on column public.certificate_designs.body is 'Lines with the placeholders {{name}}, {{course}}, {{date}} and {{id}}; a line that is only {{name}} or {{course}} is written large.';
comment on column public.certificate_designs.valid_months is 'Months until a certificate expires; null for good.';
create unique index certificate_designs_default_key on public.certificate_designs (account_id) where is_default;
alter table public.certificate_designs enable row level security;
alter table public.certificate_designs force row level security;

create table public.course_certificates (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  design_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, course_id),
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete cascade,
  foreign key (account_id, design_id) references public.certificate_designs (account_id, id) on delete cascade
);
comment on table public.course_certificates is 'The certificate of a course, where it is not that of the account.';
comment on column public.course_certificates.design_id is 'Null where the course has no certificate.';
create index course_certificates_design_id_idx on public.course_certificates (account_id, design_id);
alter table public.course_certificates enable row level security;
alter table public.course_certificates force row level security;

create table public.certificates (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  -- Whoever has the id may check the certificate, so nothing of it can be guessed.
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  course_id uuid,
  renews_id uuid,
  holder text not null check (length(holder) between 1 and 120),
  course text not null check (length(course) between 1 and 160),
  issuer text not null check (length(issuer) <= 200),
  design jsonb not null check (jsonb_typeof(design) = 'object' and length(design::text) <= 8000),
  achieved_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz check (expires_at > issued_at),
  reminded_at timestamptz,
  expired_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text check (length(revoked_reason) between 1 and 500),
  search_text text generated always as (private.folded(holder || ' ' || course)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete set null (course_id),
  foreign key (account_id, renews_id) references public.certificates (account_id, id) on delete set null (renews_id),
  constraint certificates_revoked_for_a_reason check ((revoked_at is null) = (revoked_reason is null))
);
comment on table public.certificates is 'Certificates as they were issued: name, course and design are a frozen copy, and a renewal is a row of its own.';
comment on column public.certificates.achieved_at is 'The date that stands on it: of the completion, or of a renewal by hand.';
comment on column public.certificates.renews_id is 'The certificate it takes the place of, which stays as it was.';
comment on column public.certificates.expired_at is 'When the clock was seen to have passed expires_at: the change that makes its stored public page be made anew. What is valid is decided by expires_at.';
-- A member has one first certificate of a course, and each certificate one renewal.
create unique index certificates_first_key on public.certificates (account_id, member_id, course_id) where renews_id is null and course_id is not null;
create unique index certificates_renews_id_key on public.certificates (account_id, renews_id) where renews_id is not null;
create index certificates_member_id_idx on public.certificates (account_id, member_id, issued_at desc);
create index certificates_course_id_idx on public.certificates (account_id, course_id, member_id);
create index certificates_issued_at_idx on public.certificates (account_id, issued_at desc, id);
create index certificates_expires_at_idx on public.certificates (expires_at) where expired_at is null and revoked_at is null;
alter table public.certificates enable row level security;
alter table public.certificates force row level security;
