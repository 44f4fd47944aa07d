create table private.notification_gatherings (
  key text primary key check (key ~ '^[a-z][A-Za-z.]{0,59}$'),
  lines_function text not null check (lines_function ~ '^[a-z_]{1,60}$')
);
comment on table private.notification_gatherings is 'Which notifications gather several things, by their key: a mail lists them.';
comment on column private.notification_gatherings.lines_function is 'A function in private of (account, notification) that returns (name, title, line, path) of each thing the reader may see now.';
alter table private.notification_gatherings enable row level security;
alter table private.notification_gatherings force row level security;
