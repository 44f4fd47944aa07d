create trigger certificate_designs_touch before update on public.certificate_designs for each row execute function private.touch_updated_at();
create trigger course_certificates_touch before update on public.course_certificates for each row execute function private.touch_updated_at();
create trigger certificates_touch before update on public.certificates for each row execute function private.touch_updated_at();
create trigger certificate_designs_feature before insert on public.certificate_designs for each row execute function private.guard_feature('certificates');
create trigger course_certificates_feature before insert on public.course_certificates for each row execute function private.guard_feature('certificates');
create trigger certificates_tell after insert or update or delete on public.certificates
  for each row execute function private.notify_change('certificates');

grant select (account_id, id, name, language, title, body, signatory, logo, font, is_landscape, accent, valid_months, is_default, created_at, updated_at)
  on public.certificate_designs to authenticated;
grant insert (account_id, name, language, title, body, signatory, logo, font, is_landscape, accent, valid_months),
  update (name, language, title, body, signatory, logo, font, is_landscape, accent, valid_months), delete on public.certificate_designs to authenticated;
create policy "Managers see designs of certificates" on public.certificate_designs for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add designs of certificates" on public.certificate_designs for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change designs of certificates" on public.certificate_designs for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove designs of certificates" on public.certificate_designs for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

grant select (account_id, id, course_id, design_id, created_at, updated_at), insert (account_id, course_id, design_id), update (course_id, design_id), delete
  on public.course_certificates to authenticated;
create policy "Managers see which certificate a course has" on public.course_certificates for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers choose the certificate of a course" on public.course_certificates for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers choose another certificate of a course" on public.course_certificates for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers give a course the certificate of the account" on public.course_certificates for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

-- Certificates are written only by the functions below.
grant select (account_id, id, member_id, course_id, renews_id, holder, course, issuer, design, achieved_at, issued_at, expires_at, revoked_at, revoked_reason,
  search_text, created_at, updated_at) on public.certificates to authenticated;
create policy "Learners see their own certificates" on public.certificates for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Parents see their children's certificates" on public.certificates for select to authenticated
  using (member_id in (select private.graded_child_ids()));
create policy "Managers see every certificate" on public.certificates for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Instructors see the certificates of their courses" on public.certificates for select to authenticated
  using (course_id in (select private.courses_where('manage_students')));

create function private.admit_design() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Two designs that come at once must not both be the first.
  perform from public.accounts a where a.account_id = new.account_id for update;
  if (select count(*) from public.certificate_designs d where d.account_id = new.account_id) >= 50 then
    perform private.raise_error('invalid', 'You can keep 50 certificate designs. Delete one to add another.');
  end if;
  new.is_default := not exists (select from public.certificate_designs d where d.account_id = new.account_id and d.is_default);
  return new;
end $$;
comment on function private.admit_design is 'Rejects more than 50 designs of certificates; the first one is that of the account.';
create trigger certificate_designs_admit before insert on public.certificate_designs for each row execute function private.admit_design();

create function public.make_default_design(design_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  d public.certificate_designs%rowtype;
begin
  select * into d from public.certificate_designs k where k.id = design_id and k.account_id = (select private.account_with('manage_options')) for update;
  if d.id is null then
    perform private.raise_error('not_found', 'There is no such certificate design here.');
  end if;
  update public.certificate_designs k set is_default = false where k.account_id = d.account_id and k.is_default and k.id <> d.id;
  update public.certificate_designs k set is_default = true where (k.account_id, k.id) = (d.account_id, d.id) and not k.is_default;
end $$;
comment on function public.make_default_design is 'Makes a design the one of every course that chose none; with manage_options.';
grant execute on function public.make_default_design(uuid) to authenticated;

create function private.certificate_design(account uuid, course uuid) returns public.certificate_designs
language sql stable security definer set search_path = '' as $$
  select d.* from public.certificate_designs d
    left join public.course_certificates c on (c.account_id, c.course_id) = (account, course)
   where d.account_id = account and case when c.id is null then d.is_default else d.id = c.design_id end
$$;
comment on function private.certificate_design is 'The design of the certificates of a course: its own, else that of the account; null where it has none.';

create function private.latest_certificate(account uuid, member uuid, of_course uuid) returns public.certificates
language sql stable security definer set search_path = '' as $$
  select c.* from public.certificates c
   where (c.account_id, c.member_id, c.course_id) = (account, member, of_course)
     and not exists (select from public.certificates r where (r.account_id, r.renews_id) = (c.account_id, c.id))
   order by c.issued_at desc, c.id limit 1
$$;
comment on function private.latest_certificate is 'A member''s certificate of a course that none took the place of.';

create function private.write_certificate(account uuid, member uuid, course uuid, achieved timestamptz, earlier public.certificates default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  d public.certificate_designs := private.certificate_design(account, course);
  frozen jsonb := earlier.design;
  made public.certificates%rowtype;
  at timestamptz := private.clock_now();
begin
  if d.id is not null then
    frozen := jsonb_build_object('language', d.language, 'title', d.title, 'body', d.body, 'signatory', d.signatory, 'logo', d.logo, 'font', d.font,
      'is_landscape', d.is_landscape, 'accent', d.accent, 'valid_months', d.valid_months);
  end if;
  insert into public.certificates (account_id, member_id, course_id, renews_id, holder, course, issuer, design, achieved_at, issued_at, expires_at)
    select m.account_id, m.id, write_certificate.course, earlier.id, m.name, coalesce(c.title, earlier.course),
           left(coalesce(nullif(s.value ->> 'sitetitle', ''), a.slug), 200), frozen, achieved, at,
           at + make_interval(months => (frozen ->> 'valid_months')::int)
      from public.members m
      join public.accounts a on a.account_id = m.account_id
      left join public.courses c on (c.account_id, c.id) = (m.account_id, write_certificate.course)
      left join public.options s on s.account_id = m.account_id and s.key = 'settings'
     where (m.account_id, m.id) = (account, member)
    on conflict do nothing returning * into made;
  if made.id is null then return null; end if;
  perform private.notify_localized(account, m.user_id, 'certificateIssued', 'Your certificate for <strong>{{title}}</strong> is ready.',
      jsonb_build_object('title', made.course), 1, '/dashboard/certificates', 'learning')
    from public.members m where (m.account_id, m.id) = (account, member);
  perform private.emit(account, 'certificate.issued', 'certificate:' || made.id, facts => jsonb_build_object('certificate_id', made.id,
    'member_id', member, 'course_id', made.course_id, 'renews_id', made.renews_id, 'expires_at', made.expires_at));
  return made.id;
end $$;
comment on function private.write_certificate is 'Issues a certificate in the present design of its course, or in that of the one it renews where the course has none any more; once, however often it is called at the same time.';

create function private.certify_completion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  latest public.certificates%rowtype;
begin
  if not private.has_feature(new.account_id, 'certificates') or (private.certificate_design(new.account_id, new.course_id)).id is null then
    return null;
  end if;
  latest := private.latest_certificate(new.account_id, new.member_id, new.course_id);
  -- A completion that was reset and restored is the same one.
  if latest.achieved_at >= new.completed_at then return null; end if;
  perform private.write_certificate(new.account_id, new.member_id, new.course_id, new.completed_at, latest);
  return null;
end $$;
comment on function private.certify_completion is 'A completed course has its certificate with the transaction that completes it; completed again, it renews the one before.';
create trigger enrolments_certify_new after insert on public.enrolments for each row
  when (new.completed_at is not null) execute function private.certify_completion();
create trigger enrolments_certify after update of completed_at on public.enrolments for each row
  when (new.completed_at is not null and old.completed_at is null) execute function private.certify_completion();

create function private.uncertified_enrolments(account uuid, max_rows int) returns setof public.enrolments
language sql stable security definer set search_path = '' as $$
  -- Whether a course has a certificate is asked once for the course, not for each who finished it.
  with certified as materialized (select c.id from public.courses c where c.account_id = account and (private.certificate_design(c.account_id, c.id)).id is not null)
  select e.* from public.enrolments e join certified c on c.id = e.course_id
   where e.account_id = account and e.completed_at is not null
     and not exists (select from public.certificates k where (k.account_id, k.member_id, k.course_id) = (e.account_id, e.member_id, e.course_id))
   order by e.completed_at, e.id limit max_rows
$$;
comment on function private.uncertified_enrolments is 'Completed enrolments that never had a certificate, though their course has one now.';

create function private.certifying_account() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := (select private.account_with('manage_options'));
begin
  if account is null then
    perform private.raise_error('forbidden', 'You don’t have permission to issue certificates.');
  end if;
  if not private.has_feature(account, 'certificates') then
    perform private.raise_error('feature_off', 'This site does not have certificates. Turn it on, or change the plan at /dashboard/upgrade.', '/dashboard/upgrade');
  end if;
  return account;
end $$;
comment on function private.certifying_account is 'The account for which the caller issues certificates; raises forbidden or feature_off.';

create function public.count_uncertified() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::int from private.uncertified_enrolments((select private.account_with('manage_options')), 10000)
$$;
comment on function public.count_uncertified is 'How many have finished a course and never had its certificate, up to 10,000; none without manage_options.';
grant execute on function public.count_uncertified() to authenticated;

create function public.issue_certificates() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := private.certifying_account();
  e public.enrolments%rowtype;
  issued integer := 0;
begin
  for e in select * from private.uncertified_enrolments(account, 500) loop
    if private.write_certificate(e.account_id, e.member_id, e.course_id, e.completed_at) is not null then
      issued := issued + 1;
    end if;
  end loop;
  return issued;
end $$;
comment on function public.issue_certificates is 'Issues up to 500 certificates to members who finished a course before it had one; none to whom one was revoked. Returns how many; called until it returns 0. With manage_options.';
grant execute on function public.issue_certificates() to authenticated;

create function private.managed_certificate(certificate uuid, account uuid) returns public.certificates
language plpgsql security definer set search_path = '' as $$
declare
  c public.certificates%rowtype;
begin
  if account is null then
    perform private.raise_error('forbidden', 'You don’t have permission to issue certificates.');
  end if;
  select * into c from public.certificates k where k.account_id = account and k.id = certificate for update;
  if c.id is null then
    perform private.raise_error('not_found', 'There is no such certificate here.');
  end if;
  return c;
end $$;
comment on function private.managed_certificate is 'A certificate of an account, locked; raises forbidden without an account and not_found for an id of none.';

create function public.revoke_certificate(certificate_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.certificates := private.managed_certificate(certificate_id, (select private.account_with('manage_options')));
  stated text := btrim(coalesce(reason, ''));
begin
  if length(stated) not between 1 and 500 then
    perform private.raise_error('invalid', 'Say why in 1 to 500 characters.');
  end if;
  if c.revoked_at is not null then
    perform private.raise_error('conflict', 'This certificate was already revoked.');
  end if;
  update public.certificates k set revoked_at = private.clock_now(), revoked_reason = stated where (k.account_id, k.id) = (c.account_id, c.id);
  perform private.notify_localized(c.account_id, m.user_id, 'certificateRevoked', 'Your certificate for <strong>{{title}}</strong> was revoked: {{reason}}',
      jsonb_build_object('title', c.course, 'reason', stated), 3, '/dashboard/certificates', 'learning')
    from public.members m where (m.account_id, m.id) = (c.account_id, c.member_id);
end $$;
comment on function public.revoke_certificate is 'Revokes a certificate for good, with the reason that its holder is told; with manage_options.';
grant execute on function public.revoke_certificate(uuid, text) to authenticated;

create function public.renew_certificate(certificate_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  c public.certificates := private.managed_certificate(certificate_id, private.certifying_account());
  made uuid;
begin
  if exists (select from public.certificates r where (r.account_id, r.renews_id) = (c.account_id, c.id)) then
    perform private.raise_error('conflict', 'This certificate was already renewed.');
  end if;
  made := private.write_certificate(c.account_id, c.member_id, c.course_id, private.clock_now(), c);
  return made;
end $$;
comment on function public.renew_certificate is 'Issues a certificate anew, dated today; the one before stays as it was. With manage_options.';
grant execute on function public.renew_certificate(uuid) to authenticated;

create function private.certificate_state(c public.certificates) returns text
language sql stable set search_path = '' as $$
  select case when c.revoked_at is not null then 'revoked' when c.expires_at <= (select private.clock_now()) then 'expired' else 'valid' end
$$;
comment on function private.certificate_state is 'valid, expired or revoked, as of now.';

create function public.verify_certificate(account_id uuid, certificate_id uuid)
  returns table (holder text, course text, issuer text, language text, achieved_at timestamptz, expires_at timestamptz, state text)
language sql stable security definer set search_path = '' as $$
  select c.holder, c.course, c.issuer, c.design ->> 'language', c.achieved_at, c.expires_at, private.certificate_state(c)
    from public.certificates c where (c.account_id, c.id) = (verify_certificate.account_id, verify_certificate.certificate_id)
$$;
comment on function public.verify_certificate is 'What anybody who has the id of a certificate may know of it; there is no way to list them.';
grant execute on function public.verify_certificate(uuid, uuid) to anon, authenticated;

create function private.expire_certificates() returns integer
language sql security definer set search_path = '' as $$
  with due as (
    select c.account_id, c.id from public.certificates c
     where c.expires_at <= (select private.clock_now()) and c.expired_at is null and c.revoked_at is null
     order by c.expires_at limit 5000 for update skip locked
  ), passed as (
    update public.certificates c set expired_at = private.clock_now() from due d where (c.account_id, c.id) = (d.account_id, d.id) returning 1
  )
  select count(*)::int from passed
$$;
comment on function private.expire_certificates is 'Marks up to 5,000 certificates whose time has passed, so that their stored public pages are made anew.';

create function private.reminder_due(c public.certificates) returns integer
language sql stable set search_path = '' as $$
  select min(d) from unnest(array[7, 30, 60, 90]) d
   where c.expires_at <= (select private.clock_now()) + make_interval(days => d)
     -- One that is valid for hardly longer would be announced as soon as it is issued.
     and c.expires_at - c.issued_at > make_interval(days => d + d / 2)
$$;
comment on function private.reminder_due is 'Of 90, 60, 30 and 7 days before the end of a certificate, the last that has come; null before the first.';

create function private.remind_of_certificates() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  c record;
  reminded integer := 0;
begin
  for c in
    update public.certificates k set reminded_at = private.clock_now(), reminded_days = due.days
      from (
       select x.account_id, x.id, private.reminder_due(x) as days from public.certificates x
        where x.expires_at > (select private.clock_now()) and x.expires_at <= (select private.clock_now()) + interval '90 days'
          and private.reminder_due(x) < coalesce(x.reminded_days, 91) and x.expired_at is null and x.revoked_at is null
          and not exists (select from public.certificates r where (r.account_id, r.renews_id) = (x.account_id, x.id))
        order by x.expires_at limit 5000 for update skip locked) due
     where (k.account_id, k.id) = (due.account_id, due.id)
    returning k.*
  loop
    perform private.notify_localized(c.account_id, m.user_id, 'certificateExpires', 'Your certificate for <strong>{{title}}</strong> expires on {{until}}.',
        jsonb_build_object('title', c.course, 'until', jsonb_build_object('key', 'day',
          'values', jsonb_build_object('at', floor(extract(epoch from c.expires_at) * 1000)::bigint), 'text', to_char(c.expires_at, 'FMMonth FMDD, YYYY'))),
        2, '/dashboard/certificates', 'learning')
      from public.members m where (m.account_id, m.id) = (c.account_id, c.member_id);
    reminded := reminded + 1;
  end loop;
  return reminded;
end $$;
comment on function private.remind_of_certificates is 'Reminds the holders of up to 5,000 certificates 90, 60, 30 and 7 days before they expire, once each time; not of those that were renewed.';
