create function private.copy_certificate_parts(source public.courses, target public.courses, lessons jsonb, is_whole boolean) returns void
language sql security definer set search_path = '' as $$
  insert into public.course_certificates (account_id, course_id, design_id)
  select target.account_id, target.id, c.design_id from public.course_certificates c
   where is_whole and (c.account_id, c.course_id) = (source.account_id, source.id) and private.has_feature(target.account_id, 'certificates')
$$;
comment on function private.copy_certificate_parts is 'Gives a copied course the certificate of the one it was copied from.';
