-- Browsers that take AVIF get it: about half the bytes of a JPEG, made once and kept.
update storage.buckets set avif_autodetection = true where name in (select account_id::text from public.accounts);
