grant select (account_id, id, page_id, expires_at, created_by, created_at), delete on public.page_previews to authenticated;
create policy "Managers see which drafts are shared" on public.page_previews for select to authenticated
  using (account_id = (select private.accounts_where('manage_options')));
create policy "Managers end the sharing of drafts" on public.page_previews for delete to authenticated
  using (account_id = (select private.accounts_where('manage_options')));

create function public.share_page_draft(page_id uuid, days integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages := private.page_to_manage(share_page_draft.page_id);
  secret text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if coalesce(days, 0) not between 1 and 90 then
    perform private.refuse('invalid', 'A link to a draft holds for one day up to ninety.');
  elsif (select count(*) from public.page_previews v
          where v.account_id = page.account_id and v.page_id = page.id and v.expires_at > (select private.clock_now())) >= 20 then
    perform private.refuse('conflict', 'This page has twenty links already. End one that nobody needs.');
  end if;
  insert into public.page_previews (account_id, page_id, token_hash, expires_at, created_by)
  values (page.account_id, page.id, encode(sha256(convert_to(secret, 'utf8')), 'hex'), private.clock_now() + make_interval(days => days), auth.uid());
  return secret;
end $$;
comment on function public.share_page_draft is 'Creates a preview link to a draft; returns its secret, which is not stored.';
grant execute on function public.share_page_draft(uuid, integer) to authenticated;

create function public.preview_page(account_id uuid, secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', d.title, 'slug', p.slug, 'content', d.data, 'settings', d.settings, 'expires_at', v.expires_at)
    from public.page_previews v
    join public.pages p on (p.account_id, p.id) = (v.account_id, v.page_id)
    join public.page_drafts d on (d.account_id, d.page_id) = (v.account_id, v.page_id)
   where v.account_id = preview_page.account_id and v.token_hash = encode(sha256(convert_to(left(secret, 100), 'utf8')), 'hex')
     and v.expires_at > (select private.clock_now())
   limit 1
$$;
comment on function public.preview_page is 'The draft behind a preview link that has not expired; null for an invalid one.';
grant execute on function public.preview_page(uuid, text) to anon, authenticated;
