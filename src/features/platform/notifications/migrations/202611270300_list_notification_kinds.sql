-- Which kinds there are is a table that is filled at every start from what the features declare, and no longer a list in two constraints.
create table private.notification_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{0,39}$')
);
comment on table private.notification_kinds is 'Kinds of notifications; written at every start from what the features declare. A kind that is gone stays, as rows may have it.';
alter table private.notification_kinds enable row level security;
alter table private.notification_kinds force row level security;
insert into private.notification_kinds (kind)
select unnest('{general,messages,learning,teaching,orders,sales,comments,forms,tickets,family,account,webhooks}'::text[]);

alter table public.account_notifications
  drop constraint account_notifications_kind_check,
  add constraint account_notifications_kind_check check (length(kind) <= 40);
alter table public.notification_preferences
  drop constraint notification_preferences_check,
  drop constraint notification_preferences_check1,
  add constraint notification_preferences_kinds_check check (
    cardinality(no_app) <= 100 and cardinality(no_email) <= 100 and cardinality(no_push) <= 100);
