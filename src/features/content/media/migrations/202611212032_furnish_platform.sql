-- The platform's own account was there before accounts had buckets: its pages show pictures too.
insert into storage.buckets (id, name, public, avif_autodetection, file_size_limit, allowed_mime_types)
select a.account_id::text, a.account_id::text, true, true, 52428800, array[
    'video/*', 'audio/*', 'image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/svg+xml',
    'image/webp', 'application/pdf', 'application/json', 'application/gzip', 'application/x-gzip', 'application/zip',
    'application/x-zip-compressed', 'application/xml', 'text/xml', 'text/csv', 'text/plain', 'text/markdown',
    'text/vtt', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']
  from public.accounts a where a.is_platform
on conflict (id) do nothing;
