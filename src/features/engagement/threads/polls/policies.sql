-- Polls of posts: who reads the post reads the poll, who may write in the thread votes, and nobody reads the votes of others but by
-- `list_polls` and `list_poll_voters`, which say what the poll lets them see.

grant select (account_id, id, post_id, is_multiple, is_anonymous, results, ends_at, voter_count, created_at) on public.thread_polls to authenticated;
create policy "Whoever reads a post reads its poll" on public.thread_polls for select to authenticated
  using (exists (select from public.thread_posts p where (p.account_id, p.id) = (thread_polls.account_id, post_id)));

grant select (account_id, id, poll_id, position, label) on public.thread_poll_options to authenticated;
create policy "Whoever reads a poll reads its options" on public.thread_poll_options for select to authenticated
  using (exists (select from public.thread_polls p where (p.account_id, p.id) = (thread_poll_options.account_id, poll_id)));

grant select (account_id, id, poll_id, option_id, member_id, created_at) on public.thread_poll_votes to authenticated;
create policy "Members read their own votes" on public.thread_poll_votes for select to authenticated
  using (member_id = (select private.member_ids()));

create function private.add_poll(post public.thread_posts, poll jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  options text[] := array(select trim(o) from jsonb_array_elements_text(poll -> 'options') o);
begin
  if post.parent_id is not null or not exists (select from public.threads t join private.thread_kinds k on k.kind = t.kind
      where (t.account_id, t.id) = (post.account_id, post.thread_id) and k.takes_polls) then
    perform private.raise_error('invalid', 'There can be no poll here.');
  elsif cardinality(options) not between 2 and 10 or exists (select from unnest(options) o where length(o) not between 1 and 120) then
    perform private.raise_error('invalid', 'A poll has two to ten options of at most 120 characters.');
  elsif cardinality(options) > (select count(distinct lower(o)) from unnest(options) o) then
    perform private.raise_error('invalid', 'Two options of the poll are the same.');
  elsif (poll ->> 'ends_at')::timestamptz not between private.clock_now() and private.clock_now() + interval '366 days' then
    perform private.raise_error('invalid', 'A poll ends in the future, within a year.');
  end if;
  insert into public.thread_polls (account_id, post_id, is_multiple, is_anonymous, results, ends_at)
  values (post.account_id, post.id, coalesce((poll ->> 'is_multiple')::boolean, false), coalesce((poll ->> 'is_anonymous')::boolean, false),
    coalesce(poll ->> 'results', 'always'), (poll ->> 'ends_at')::timestamptz)
  returning id into made;
  insert into public.thread_poll_options (account_id, poll_id, position, label)
  select post.account_id, made, o.ordinality, o.label from unnest(options) with ordinality o (label, ordinality);
end $$;
comment on function private.add_poll is 'Gives a post its poll: {options, is_multiple, is_anonymous, results, ends_at}.';

create function private.shows_votes(poll public.thread_polls, member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select poll.results = 'always' or poll.ends_at <= private.clock_now()
    or exists (select from public.thread_poll_votes v where (v.account_id, v.poll_id, v.member_id) = (poll.account_id, poll.id, member))
$$;
comment on function private.shows_votes is 'Whether a member sees how many voted for what: always, once they have voted, or after the end.';

create function private.poll_options(account uuid, poll uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label, 'votes', case when s.shows_votes then o.vote_count end,
      'is_own', exists (select from public.thread_poll_votes v where (v.account_id, v.option_id, v.member_id) = (o.account_id, o.id, s.member))) order by o.position)
    from (select p.account_id, p.id, me.member, private.shows_votes(p, me.member) as shows_votes
            from public.thread_polls p, (select private.member_ids() as member) me where (p.account_id, p.id) = (account, poll)) s
    join public.thread_poll_options o on (o.account_id, o.poll_id) = (s.account_id, s.id)
$$;
comment on function private.poll_options is 'The options of a poll with the votes the caller may see, and which are theirs.';
grant execute on function private.poll_options(uuid, uuid) to authenticated;

create function public.list_polls(post_ids uuid[]) returns table (id uuid, post_id uuid, is_multiple boolean, is_anonymous boolean, results text,
  ends_at timestamptz, is_over boolean, voter_count int, options jsonb)
language sql stable set search_path = '' as $$
  select p.id, p.post_id, p.is_multiple, p.is_anonymous, p.results, p.ends_at, coalesce(p.ends_at <= (select private.clock_now()), false), p.voter_count,
      private.poll_options(p.account_id, p.id)
    from public.thread_polls p where p.post_id = any (post_ids[1:200]) and p.account_id = (select private.account_with('member'))
$$;
comment on function public.list_polls is 'The polls of up to 200 posts the caller may read, as far as they may see the votes.';
grant execute on function public.list_polls(uuid[]) to authenticated;

create function public.vote_in_poll(poll_id uuid, option_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select private.member_ids());
  poll public.thread_polls;
  post public.thread_posts;
  chosen uuid[] := array(select distinct o from unnest(coalesce(option_ids, '{}')) o limit 11);
begin
  -- Votes in one poll wait for each other, so that each counts.
  select * into poll from public.thread_polls p
   where p.id = vote_in_poll.poll_id and p.account_id = (select private.account_with('member')) for no key update;
  select * into post from public.thread_posts p where (p.account_id, p.id) = (poll.account_id, poll.post_id) and p.status = 'shown';
  if post.id is null or person is null or coalesce(private.thread_level(post.account_id, post.thread_id), 'read') = 'read' then
    perform private.raise_error('not_found', 'There is no poll here that you can vote in.');
  end if;
  perform private.forbid_impersonation();
  if poll.ends_at <= private.clock_now() or exists (select from public.threads t
      where (t.account_id, t.id) = (post.account_id, post.thread_id) and (t.state = 'locked' or not t.takes_posts)) then
    perform private.raise_error('invalid', 'This poll has ended.');
  elsif cardinality(chosen) > 1 and not poll.is_multiple then
    perform private.raise_error('invalid', 'Choose one option of this poll.');
  elsif cardinality(chosen) <> (select count(*) from public.thread_poll_options o
      where (o.account_id, o.poll_id) = (poll.account_id, poll.id) and o.id = any (chosen)) then
    perform private.raise_error('not_found', 'There is no poll here that you can vote in.');
  end if;
  delete from public.thread_poll_votes v
   where (v.account_id, v.poll_id, v.member_id) = (poll.account_id, poll.id, person) and v.option_id <> all (chosen);
  insert into public.thread_poll_votes (account_id, poll_id, option_id, member_id)
  select poll.account_id, poll.id, o, person from unnest(chosen) o on conflict do nothing;
end $$;
comment on function public.vote_in_poll is 'Votes, votes otherwise, or takes back a vote (no option), until the poll ends.';
grant execute on function public.vote_in_poll(uuid, uuid[]) to authenticated;

create function private.count_poll_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.thread_poll_options o set vote_count = (
      select count(*) from public.thread_poll_votes v where (v.account_id, v.option_id) = (o.account_id, o.id))
   where (o.account_id, o.id) in (select c.account_id, c.option_id from changed c);
  update public.thread_polls p set voter_count = (
      select count(distinct v.member_id) from public.thread_poll_votes v where (v.account_id, v.poll_id) = (p.account_id, p.id))
   where (p.account_id, p.id) in (select c.account_id, c.poll_id from changed c);
  return null;
end $$;
comment on function private.count_poll_votes is 'Counts the votes of the polls that were voted in, in the transaction of the vote.';
create trigger thread_poll_votes_count_new after insert on public.thread_poll_votes referencing new table as changed
  for each statement execute function private.count_poll_votes();
create trigger thread_poll_votes_count_gone after delete on public.thread_poll_votes referencing old table as changed
  for each statement execute function private.count_poll_votes();

create function private.poll_voters(account uuid, poll uuid, option uuid) returns table (id uuid, name text, slug text, user_id uuid, avatar text)
language sql stable security definer set search_path = '' as $$
  select m.id, m.name, m.slug, m.user_id, m.avatar from public.thread_polls p
    join public.thread_poll_votes v on (v.account_id, v.poll_id, v.option_id) = (p.account_id, p.id, option)
    join public.members m on (m.account_id, m.id) = (v.account_id, v.member_id)
   where (p.account_id, p.id) = (account, poll) and not p.is_anonymous and private.shows_votes(p, (select private.member_ids()))
   order by m.name limit 200
$$;
comment on function private.poll_voters is 'Who voted for an option of a poll that is not anonymous and whose votes the caller may see.';
grant execute on function private.poll_voters(uuid, uuid, uuid) to authenticated;

create function public.list_poll_voters(option_id uuid) returns table (id uuid, name text, slug text, user_id uuid, avatar text)
language sql stable set search_path = '' as $$
  -- Under the caller's own policies: who does not read the post learns nothing of its poll.
  select v.* from public.thread_poll_options o
    join public.thread_polls p on (p.account_id, p.id) = (o.account_id, o.poll_id) and not p.is_anonymous
    cross join lateral private.poll_voters(o.account_id, o.poll_id, o.id) v
   where o.id = list_poll_voters.option_id and o.account_id = (select private.account_with('member'))
   order by v.name limit 200
$$;
comment on function public.list_poll_voters is 'Up to 200 who voted for an option, where the poll is not anonymous and the caller may see its votes.';
grant execute on function public.list_poll_voters(uuid) to authenticated;

create function public.end_poll(poll_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select private.member_ids());
  poll public.thread_polls;
  post public.thread_posts;
  level text;
begin
  select * into poll from public.thread_polls p
   where p.id = end_poll.poll_id and p.account_id = (select private.account_with('member')) for no key update;
  select * into post from public.thread_posts p where (p.account_id, p.id) = (poll.account_id, poll.post_id);
  level := private.thread_level(post.account_id, post.thread_id);
  if post.id is null or level is null or (level <> 'moderate' and post.member_id is distinct from person) then
    perform private.raise_error('not_found', 'There is no poll here that you can end.');
  end if;
  perform private.forbid_impersonation();
  update public.thread_polls p set ends_at = private.clock_now()
   where (p.account_id, p.id) = (poll.account_id, poll.id) and (p.ends_at is null or p.ends_at > private.clock_now());
end $$;
comment on function public.end_poll is 'Ends a poll before its time: its author and who moderates the thread. One that has ended stays as it is.';
grant execute on function public.end_poll(uuid) to authenticated;
