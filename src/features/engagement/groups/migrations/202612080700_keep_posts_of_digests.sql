create table private.digest_posts (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  notification_id uuid not null,
  post_id uuid not null,
  primary key (account_id, notification_id, post_id),
  foreign key (account_id, notification_id) references public.account_notifications (account_id, id) on delete cascade,
  foreign key (account_id, post_id) references public.thread_posts (account_id, id) on delete cascade
);
comment on table private.digest_posts is 'The first posts of a digest, for the mail that lists them.';
create index digest_posts_post_idx on private.digest_posts (account_id, post_id);
alter table private.digest_posts enable row level security;
alter table private.digest_posts force row level security;
insert into private.notification_gatherings (key, lines_function) values ('groupDigest', 'group_digest_lines');
