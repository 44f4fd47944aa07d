-- Pictures of accounts that were stored before the place where they were taken was removed as they arrived: each is looked
-- at once by a job, which takes it off this list.
create table private.older_pictures (
  object_id uuid primary key,
  tried_at timestamptz
);
alter table private.older_pictures enable row level security;
alter table private.older_pictures force row level security;
comment on table private.older_pictures is 'Stored pictures of accounts that may still say where they were taken.';
create index older_pictures_tried_idx on private.older_pictures (tried_at nulls first, object_id);

insert into private.older_pictures (object_id)
select o.id from storage.objects o
 where o.bucket_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-private)?$'
   and o.metadata ->> 'mimetype' ~ '^image/' and o.metadata ->> 'mimetype' !~ '^image/svg';
