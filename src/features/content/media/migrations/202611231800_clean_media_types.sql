-- A media type is essence and charset of exactly one type. What was kept before it was read on arrival could hold a comma
-- and a second type, which browsers would have believed: the first one stays, and what is none becomes bytes.
create function pg_temp.plain_media_type(header text) returns text
language sql immutable as $$
  select coalesce(lower(substring(header from '^[ \t]*([A-Za-z0-9_!#$&^.+-]+/[A-Za-z0-9_!#$&^.+-]+)[ \t]*(?:[;,]|$)')), 'application/octet-stream')
    || case when header ~ ',' then '' else coalesce('; charset=' || lower(substring(header from '(?i);[ \t]*charset="?([A-Za-z0-9_.:-]{1,40})"?[ \t]*(?:;|$)')), '') end
$$;

update storage.objects o set metadata = jsonb_set(o.metadata, '{mimetype}', to_jsonb(pg_temp.plain_media_type(o.metadata ->> 'mimetype')))
 where o.metadata ->> 'mimetype' <> pg_temp.plain_media_type(o.metadata ->> 'mimetype');

update public.media_files f set mime_type = o.metadata ->> 'mimetype'
  from storage.objects o
 where o.id = f.object_id and f.mime_type <> left(o.metadata ->> 'mimetype', 255);

-- Hosted backends keep what was said of an unfinished upload elsewhere.
do $$ begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 's3_multipart_uploads' and column_name = 'metadata' and data_type = 'jsonb') then
    execute $sql$
      update storage.s3_multipart_uploads u set metadata = jsonb_set(u.metadata, '{mimetype}', to_jsonb(pg_temp.plain_media_type(u.metadata ->> 'mimetype')))
       where u.metadata ->> 'mimetype' <> pg_temp.plain_media_type(u.metadata ->> 'mimetype')
    $sql$;
  end if;
end $$;
