-- What an account's buckets take (specification, section 5); buckets of accounts to come are furnished with the same.
update storage.buckets set allowed_mime_types = array[
  'video/*', 'audio/*', 'image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/svg+xml',
  'image/webp', 'application/pdf', 'application/json', 'application/gzip', 'application/x-gzip', 'application/zip',
  'application/x-zip-compressed', 'application/xml', 'text/xml', 'text/csv', 'text/plain', 'text/markdown',
  'text/vtt', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
] where id in (select account_id::text from public.accounts union all select account_id || '-private' from public.accounts);
