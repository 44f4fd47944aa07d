-- How an answer was graded stands apart: the answer itself can be read whole by whoever may read it.
create table private.answer_marks (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  answer_id uuid not null,
  points numeric(7, 2) not null check (points >= 0),
  is_right boolean not null,
  primary key (account_id, answer_id),
  foreign key (account_id, answer_id) references public.attempt_answers (account_id, id) on delete cascade
);
comment on table private.answer_marks is 'What an answer was worth when its attempt was handed in; told by attempt_result alone, as far as the author shows it.';
alter table private.answer_marks enable row level security;
alter table private.answer_marks force row level security;

insert into private.answer_marks (account_id, answer_id, points, is_right)
  select account_id, id, points, coalesce(is_right, false) from public.attempt_answers where points is not null;
alter table public.attempt_answers drop column points, drop column is_right;
