grant select (account_id, id, post_id, expires_at, created_by, created_at), delete on public.post_previews to authenticated;
create policy "Editors see which posts being written are shared" on public.post_previews for select to authenticated
  using (account_id = (select private.accounts_where('staff')));
create policy "Editors end the sharing of posts being written" on public.post_previews for delete to authenticated
  using (account_id = (select private.accounts_where('staff')));

create function public.share_post_draft(post_id uuid, days integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts := private.post_to_manage(share_post_draft.post_id);
  secret text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if coalesce(days, 0) not between 1 and 90 then
    perform private.refuse('invalid', 'A link to a draft holds for one day up to ninety.');
  elsif (select count(*) from public.post_previews v
          where v.account_id = post.account_id and v.post_id = post.id and v.expires_at > (select private.clock_now())) >= 20 then
    perform private.refuse('conflict', 'This post has twenty links already. End one that nobody needs.');
  end if;
  insert into public.post_previews (account_id, post_id, token_hash, expires_at, created_by)
  values (post.account_id, post.id, encode(sha256(convert_to(secret, 'utf8')), 'hex'), private.clock_now() + make_interval(days => days), auth.uid());
  return secret;
end $$;
comment on function public.share_post_draft is 'Creates a preview link to a draft; returns its secret, which is not stored.';
grant execute on function public.share_post_draft(uuid, integer) to authenticated;

create function public.preview_post(account_id uuid, secret text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'title', d.title, 'slug', p.slug, 'excerpt', d.excerpt, 'content', d.content, 'cover', d.cover,
      'categories', d.categories, 'tags', d.tags, 'settings', d.settings, 'author_id', p.author_id,
      'post_authors', coalesce((select jsonb_agg(jsonb_build_object('author_id', a.author_id, 'position', a.position))
        from public.post_authors a where (a.account_id, a.post_id) = (p.account_id, p.id)), '[]'),
      'published_at', coalesce(p.published_at, d.publish_at, private.clock_now()), 'updated_at', d.updated_at)
    from public.post_previews v
    join public.posts p on (p.account_id, p.id) = (v.account_id, v.post_id)
    join public.post_drafts d on (d.account_id, d.post_id) = (v.account_id, v.post_id)
   where v.account_id = preview_post.account_id and v.token_hash = encode(sha256(convert_to(left(secret, 100), 'utf8')), 'hex')
     and v.expires_at > (select private.clock_now())
   limit 1
$$;
comment on function public.preview_post is 'The draft behind a preview link that has not expired; null for an invalid one.';
grant execute on function public.preview_post(uuid, text) to anon, authenticated;
