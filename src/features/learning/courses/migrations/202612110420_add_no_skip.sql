alter table public.lessons add column no_skip boolean not null default false;
comment on column public.lessons.no_skip is 'Whether learners can''t move beyond what they have watched of its video until it is completed, which watching it does.';
