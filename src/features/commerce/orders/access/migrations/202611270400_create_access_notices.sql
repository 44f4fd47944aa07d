create table private.access_notices (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  enrolment_id uuid not null,
  stage text not null check (stage in ('soon', 'ended')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, enrolment_id, stage),
  foreign key (account_id, enrolment_id) references public.enrolments (account_id, id) on delete cascade
);
comment on table private.access_notices is 'Which end of paid access was announced to its member last, three days before it and when it came.';
alter table private.access_notices enable row level security;
alter table private.access_notices force row level security;

create index enrolments_order_ends_idx on public.enrolments (expires_at) where source = 'order' and expires_at is not null;

-- What ended before there were notices is not announced now.
insert into private.access_notices (account_id, enrolment_id, stage, expires_at)
select e.account_id, e.id, 'ended', e.expires_at from public.enrolments e where e.source = 'order' and e.expires_at <= now();
