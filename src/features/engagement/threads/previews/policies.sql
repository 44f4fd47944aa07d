-- Previews of links: whoever has the address reads what its page says of itself, and nobody lists which addresses there are.

create function private.shows_link_previews(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select o.value ->> 'link_previews' from public.options o where o.account_id = account and o.key = 'settings') <> 'false', true)
$$;
comment on function private.shows_link_previews is 'Whether an account shows previews of links in posts and messages: it does until it is switched off.';

create function private.first_link(content text) returns text
language sql immutable set search_path = '' as $$
  select substring(content from 'https?://[^\s<>"]+[^\s<>".,;:!?)\]]')
$$;
comment on function private.first_link is 'The first web address in a text, as firstLink of rules.ts finds it; null where there is none.';

create function private.want_link_preview(account uuid, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_an_hour constant int := 500;
  link text := private.first_link(content);
  wanted uuid;
begin
  if link is null or octet_length(link) > 2000 or not private.shows_link_previews(account)
      or (select count(*) from private.link_previews p where p.account_id = account and p.created_at > private.clock_now() - interval '1 hour') >= max_an_hour then
    return;
  end if;
  -- A page says something else after a while; who links to it then has it read again.
  insert into private.link_previews as p (account_id, url) values (account, link)
  on conflict (account_id, url) do update set state = 'waiting', created_at = private.clock_now()
    where p.state <> 'waiting' and p.fetched_at < private.clock_now() - interval '7 days'
  returning id into wanted;
  if wanted is not null then
    perform private.enqueue('link-preview', jsonb_build_object('account_id', account, 'id', wanted));
  end if;
end $$;
comment on function private.want_link_preview is 'Has the page of the first link of a text read, unless it was within a week, the account shows no previews, or 500 were wanted within an hour.';

create function private.preview_post_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.want_link_preview(new.account_id, new.content);
  return null;
end $$;
comment on function private.preview_post_link is 'A post that is shown has the page it links to read; one that waits for moderation has not.';
create trigger thread_posts_preview after insert or update of content, status on public.thread_posts for each row
  when (new.status = 'shown' and new.content ~ 'https?://') execute function private.preview_post_link();

create function public.list_link_previews(urls text[]) returns table (url text, is_waiting boolean, title text, description text)
language sql stable security definer set search_path = '' as $$
  select p.url, p.state = 'waiting', p.title, p.description from private.link_previews p
   where p.account_id = (select private.account_with('member')) and p.url = any (list_link_previews.urls[1:50]) and p.state <> 'none'
     and private.shows_link_previews(p.account_id)
$$;
comment on function public.list_link_previews is 'The previews of up to 50 addresses that the caller has in front of them; of an address that can’t be previewed there is none.';
grant execute on function public.list_link_previews(text[]) to authenticated;

create function private.prune_link_previews() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (delete from private.link_previews p where p.created_at < private.clock_now() - interval '180 days' returning 1)
  select count(*) from removed
$$;
comment on function private.prune_link_previews is 'Deletes previews of links that nobody wrote for half a year. Run by the scheduler.';
