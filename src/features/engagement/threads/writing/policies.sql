-- Posts of threads: only these functions write them, so that limits, trust and mentions hold for every client.

create function private.writable_thread(thread_id uuid) returns public.threads
language plpgsql stable security definer set search_path = '' as $$
declare
  thread public.threads;
begin
  select * into thread from public.threads t
   where t.id = writable_thread.thread_id and t.account_id = (select private.account_with('member'));
  if thread.id is null or coalesce(private.thread_level(thread.account_id, thread.id), 'read') = 'read' then
    perform private.raise_error('not_found', 'There is nothing here that you can write under.');
  elsif not thread.takes_posts or thread.state = 'locked' then
    perform private.raise_error('comments_closed', 'This conversation is closed.');
  end if;
  return thread;
end $$;
comment on function private.writable_thread is 'A thread the caller may write in; raises not_found or comments_closed for any other.';

create function private.is_trusted_post(thread public.threads, member uuid, content text, is_masked boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.thread_level(thread.account_id, thread.id) = 'moderate'
    or exists (select from private.thread_kinds k where k.kind = thread.kind and not k.is_checked_first)
    or (not is_masked and content !~* 'https?://'
        and exists (select from public.thread_posts p where p.account_id = thread.account_id and p.member_id = member and p.status = 'shown'))
$$;
comment on function private.is_trusted_post is 'Whether a post is shown at once: of moderators any, of members who have a post that is shown those without a link or a masked word; every one where its kind says so.';

create function private.set_mentions(post public.thread_posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  max_mentions constant int := 10;
  slugs text[] := array(select distinct rtrim(lower(m.parts[1]), '.-') from regexp_matches(post.content, '(?:^|[\s(,;])@([^\s@,;:!?()<>"…]{1,80})', 'g') m (parts) limit 50);
begin
  delete from public.thread_mentions n where (n.account_id, n.post_id) = (post.account_id, post.id) and n.slug <> all (slugs);
  insert into public.thread_mentions (account_id, post_id, member_id, slug)
  select m.account_id, post.id, m.id, m.slug from public.members m
   where m.account_id = post.account_id and m.slug = any (slugs) and m.id is distinct from post.member_id
     and private.may_see_thread(post.account_id, post.thread_id, m.id)
   order by m.slug limit max_mentions
  on conflict (account_id, post_id, member_id) do nothing;
end $$;
comment on function private.set_mentions is 'Derives from a post''s content which members it mentions, of those who may see the thread.';

create function private.files_to_attach(account uuid, folder text, person uuid, files text[])
returns table (path text, name text, mime_type text, size bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if cardinality(files) > 5 then
    perform private.raise_error('invalid', 'A message can have at most 5 files.');
  end if;
  if exists (select from storage.objects o where o.bucket_id = account || '-private' and o.name = any (files)
      and (o.metadata ->> 'size')::bigint > 10485760) then
    perform private.raise_error('invalid', 'A file in a message can have at most 10 MB.');
  end if;
  return query select o.name, right(regexp_replace(o.name, '^[^/]+/[^/]+/(?:[0-9a-z]+-)?', ''), 200),
      left(coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), 200), coalesce((o.metadata ->> 'size')::bigint, 0)
    from storage.objects o
   where o.bucket_id = account || '-private' and o.name = any (files) and o.name like folder || '/' || person || '/%';
end $$;
comment on function private.files_to_attach is 'Those of the files that a person has just uploaded into their own folder: comments and messages take no others.';

create function private.require_attached(attached integer, files text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if attached <> (select count(distinct f) from unnest(files) f) then
    perform private.raise_error('invalid', 'A file no longer exists, or was already sent. Choose it again.');
  end if;
end $$;
comment on function private.require_attached is 'Raises invalid where not each of the files could be attached.';

create function private.attach_to_post(post public.thread_posts, person uuid, files text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  attached integer;
begin
  if coalesce(cardinality(files), 0) = 0 then return; end if;
  insert into public.thread_attachments (account_id, post_id, path, name, mime_type, size)
  select post.account_id, post.id, f.* from private.files_to_attach(post.account_id, 'threads', person, files) f
  on conflict (account_id, path) do nothing;
  get diagnostics attached = row_count;
  perform private.require_attached(attached, files);
end $$;
comment on function private.attach_to_post is 'Attaches files to a post: those its author just uploaded into their own folder.';

create function private.add_thread_post(thread_id uuid, reply_to uuid, content text, is_masked boolean, files text[] default '{}',
  topic uuid default null, poll jsonb default null) returns public.thread_posts
language plpgsql security definer set search_path = '' as $$
declare
  thread public.threads := private.writable_thread(add_thread_post.thread_id);
  person public.members;
  post public.thread_posts;
begin
  select * into person from public.members m where m.id = (select private.member_ids());
  -- Serialises the posts of a member, so that the rate limit below counts correctly.
  perform pg_advisory_xact_lock(hashtext('thread_posts'), hashtext(person.id::text));
  -- Who moderates answers many.
  if private.thread_level(thread.account_id, thread.id) <> 'moderate' and (select count(*) from public.thread_posts p
       where p.account_id = person.account_id and p.member_id = person.id and p.created_at > (select private.clock_now()) - interval '10 minutes') >= 5 then
    perform private.raise_error('too_many_comments', 'You wrote five times within ten minutes. Wait a little before you write again.');
  end if;
  -- A reply to a reply gets the same parent: more than two levels are unreadable on a phone.
  if add_thread_post.reply_to is not null then
    select coalesce(p.parent_id, p.id) into post.parent_id from public.thread_posts p
     where p.account_id = thread.account_id and p.thread_id = thread.id and p.id = add_thread_post.reply_to and p.status = 'shown';
    if post.parent_id is null then
      perform private.raise_error('not_found', 'What you are replying to no longer exists.');
    end if;
  end if;
  if topic is not null and (post.parent_id is not null or not exists (select from public.thread_topics o
      where (o.account_id, o.thread_id, o.id) = (thread.account_id, thread.id, topic))) then
    perform private.raise_error('not_found', 'The topic you chose no longer exists.');
  end if;
  insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, topic_id, member_id, author_name, content, status)
  values (thread.account_id, thread.id, post.parent_id, add_thread_post.reply_to, topic, person.id, left(person.name, 120), add_thread_post.content,
    case when private.is_trusted_post(thread, person.id, add_thread_post.content, is_masked) then 'shown' else 'waiting' end)
  returning * into post;
  perform private.attach_to_post(post, person.user_id, files);
  if poll is not null then perform private.add_poll(post, poll); end if;
  perform private.set_mentions(post);
  return post;
end $$;
comment on function private.add_thread_post is 'Adds a member''s post or reply with its files, mentions, topic and poll. Posts of moderators and of members with a shown post are shown at once, unless they hold a link or a masked word; others wait for moderation.';
grant execute on function private.add_thread_post(uuid, uuid, text, boolean, text[], uuid, jsonb) to authenticated;

create function private.own_thread_post(post_id uuid) returns public.thread_posts
language plpgsql security definer set search_path = '' as $$
declare
  post public.thread_posts;
begin
  select * into post from public.thread_posts p
   where p.id = own_thread_post.post_id and p.account_id = (select private.account_with('member'))
     and p.member_id = (select private.member_ids()) for update;
  if post.id is null then
    perform private.raise_error('not_found', 'There is nothing of yours here that you can change.');
  end if;
  perform private.forbid_impersonation();
  return post;
end $$;
comment on function private.own_thread_post is 'Locks and returns a post the caller wrote; raises not_found for any other.';

create function private.edit_thread_post(post_id uuid, content text, is_masked boolean) returns public.thread_posts
language plpgsql security definer set search_path = '' as $$
declare
  post public.thread_posts := private.own_thread_post(edit_thread_post.post_id);
  thread public.threads := private.writable_thread(post.thread_id);
begin
  if post.status = 'hidden' then
    perform private.raise_error('not_found', 'There is nothing of yours here that you can change.');
  elsif post.content = edit_thread_post.content then
    return post;
  end if;
  insert into public.thread_post_edits (account_id, post_id, content) values (post.account_id, post.id, post.content);
  delete from public.thread_post_edits e where (e.account_id, e.post_id) = (post.account_id, post.id) and e.id not in (
    select newest.id from public.thread_post_edits newest where (newest.account_id, newest.post_id) = (post.account_id, post.id)
     order by newest.created_at desc, newest.id desc limit 20);
  update public.thread_posts p set content = edit_thread_post.content, edited_at = private.clock_now(),
      status = case when p.status = 'shown' and private.is_trusted_post(thread, p.member_id, edit_thread_post.content, is_masked) then 'shown' else 'waiting' end
   where (p.account_id, p.id) = (post.account_id, post.id) returning * into post;
  perform private.set_mentions(post);
  return post;
end $$;
comment on function private.edit_thread_post is 'Changes the caller''s post and keeps what it was, the newest twenty times; with a link or a masked word it waits for moderation again.';
grant execute on function private.edit_thread_post(uuid, text, boolean) to authenticated;

create function private.clear_thread_post(account uuid, post uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.thread_post_edits e where (e.account_id, e.post_id) = (account, post);
  delete from public.thread_attachments a where (a.account_id, a.post_id) = (account, post);
  delete from public.thread_polls q where (q.account_id, q.post_id) = (account, post);
  delete from public.thread_mentions n where (n.account_id, n.post_id) = (account, post);
  delete from public.thread_reactions r where (r.account_id, r.post_id) = (account, post);
  update public.thread_posts p set content = '—', author_name = '—', member_id = null, status = 'removed', accepted_at = null where (p.account_id, p.id) = (account, post);
$$;
comment on function private.clear_thread_post is 'Leaves of a post its place, for the replies of others: no text, name, file or earlier version.';

create function public.withdraw_thread_post(post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.thread_posts := private.own_thread_post(withdraw_thread_post.post_id);
begin
  if private.has_replies_of_others(post.account_id, post.id, post.member_id) then
    perform private.clear_thread_post(post.account_id, post.id);
  else
    delete from public.thread_posts p where (p.account_id, p.id) = (post.account_id, post.id);
  end if;
end $$;
comment on function public.withdraw_thread_post is 'Deletes the caller''s post; where others replied, its place stays without text and name.';
grant execute on function public.withdraw_thread_post(uuid) to authenticated;

create function public.react_to_thread_post(post_id uuid, reaction text, is_on boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select private.member_ids());
  post public.thread_posts;
begin
  select * into post from public.thread_posts p
   where p.id = react_to_thread_post.post_id and p.account_id = (select private.account_with('member')) and p.status = 'shown'
     for no key update;
  if post.id is null or coalesce(private.thread_level(post.account_id, post.thread_id), 'read') = 'read' then
    perform private.raise_error('not_found', 'What you are replying to no longer exists.');
  end if;
  if is_on then
    insert into public.thread_reactions (account_id, post_id, member_id, reaction)
    values (post.account_id, post.id, person, react_to_thread_post.reaction) on conflict do nothing;
  else
    delete from public.thread_reactions r
     where (r.account_id, r.post_id, r.member_id) = (post.account_id, post.id, person) and r.reaction = react_to_thread_post.reaction;
  end if;
  return (select p.reactions from public.thread_posts p where (p.account_id, p.id) = (post.account_id, post.id));
end $$;
comment on function public.react_to_thread_post is 'Adds or takes back a reaction of the caller; returns how many members reacted, by reaction.';
grant execute on function public.react_to_thread_post(uuid, text, boolean) to authenticated;

create function public.thread_people(thread_id uuid, term text) returns table (id uuid, name text, slug text)
language plpgsql stable security definer set search_path = '' as $$
declare
  thread public.threads := private.writable_thread(thread_people.thread_id);
  search_text text := private.folded(left(trim(coalesce(term, '')), 80));
  pattern text := replace(replace(replace(search_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  -- Who takes part comes first; whoever types nothing yet sees them alone.
  return query select c.id, c.name, c.slug from (
      select m.id, m.name, m.slug, exists (select from public.thread_posts p
        where p.account_id = m.account_id and p.thread_id = thread.id and p.member_id = m.id and p.status = 'shown') as takes_part
        from public.members m
       where m.account_id = thread.account_id and m.blocked_at is null and m.user_id <> auth.uid()
         and (m.search_name like pattern or m.search_name like '% ' || pattern or m.slug like pattern)) c
   where (c.takes_part or search_text <> '') and private.may_see_thread(thread.account_id, thread.id, c.id)
   order by c.takes_part desc, c.name limit 6;
end $$;
comment on function public.thread_people is 'Up to six members the caller may mention in a thread they may write in: who may see it and whose name or slug begins so, those who take part first.';
grant execute on function public.thread_people(uuid, text) to authenticated;

create function private.remove_post_author() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.author_name := '—';
  return new;
end $$;
comment on function private.remove_post_author is 'Removes the name from posts whose author is no longer a member; the text stays.';
create trigger thread_posts_forget_author before update of member_id on public.thread_posts for each row
  when (old.member_id is not null and new.member_id is null) execute function private.remove_post_author();

create function private.delete_thread_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects o where o.bucket_id = old.account_id || '-private' and o.name = old.path;
  return null;
exception when others then
  -- A hosted storage may reject deletion by SQL; the schedule retries.
  return null;
end $$;
comment on function private.delete_thread_file is 'Deletes the file of an attachment that is gone.';
create trigger thread_attachments_delete_file after delete on public.thread_attachments
  for each row execute function private.delete_thread_file();

create function private.prune_thread_files() returns bigint
language sql security definer set search_path = '' as $$
  with removed as (
    delete from storage.objects o
     where o.name like 'threads/%' and o.bucket_id like '%-private' and o.created_at < (select private.clock_now()) - interval '1 day'
       and not private.is_thread_file(o.bucket_id, o.name)
    returning 1)
  select count(*) from removed
$$;
comment on function private.prune_thread_files is 'Deletes files that were uploaded a day ago and belong to no post. Run by the scheduler.';

create function private.erase_thread_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member public.members;
begin
  select * into member from public.members m where m.account_id = new.account_id and m.user_id = new.user_id;
  perform private.clear_thread_post(p.account_id, p.id) from public.thread_posts p
    where p.account_id = member.account_id and p.member_id = member.id and private.has_replies_of_others(p.account_id, p.id, p.member_id);
  delete from public.thread_posts p where p.account_id = member.account_id and p.member_id = member.id;
  update public.thread_posts p set content = regexp_replace(p.content, '@' || regexp_replace(n.slug, '([.^$*+?()\[\]{}|\\-])', '\\\1', 'g') || '(?![[:alnum:]-])', '@—', 'gi')
    from public.thread_mentions n
   where n.account_id = member.account_id and n.member_id = member.id and (p.account_id, p.id) = (n.account_id, n.post_id);
  begin
    delete from storage.objects o
     where o.bucket_id = new.account_id || '-private' and o.name like 'threads/' || new.user_id || '/%' and not private.is_thread_file(o.bucket_id, o.name);
  exception when others then
    -- A hosted storage may reject deletion by SQL; the schedule retries.
    null;
  end;
  return null;
end $$;
comment on function private.erase_thread_posts is 'Erasure: deletes the posts of a person, and their name where others mention them; posts with replies of others keep their place.';
create trigger erasures_forget_poster after insert on private.erasures for each row execute function private.erase_thread_posts();

create function private.emit_thread_post_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post public.thread_posts := coalesce(new, old);
begin
  perform private.emit(post.account_id, case
      when tg_op = 'INSERT' then 'thread.post_added'
      when tg_op = 'DELETE' or new.status = 'removed' then 'thread.post_removed'
      when new.status <> old.status and new.status = 'shown' then 'thread.post_shown'
      when new.status <> old.status and new.status = 'hidden' then 'thread.post_hidden'
      else 'thread.post_edited' end,
    'thread:' || post.thread_id, facts => jsonb_build_object('thread_id', post.thread_id, 'post_id', post.id, 'parent_id', post.parent_id,
      'member_id', post.member_id, 'status', post.status));
  return null;
end $$;
comment on function private.emit_thread_post_event is 'A post was added, edited, shown, hidden or removed.';
create trigger thread_posts_emit after insert or delete on public.thread_posts for each row execute function private.emit_thread_post_event();
create trigger thread_posts_emit_change after update of content, status on public.thread_posts for each row
  when (old.status <> new.status and new.status <> 'waiting' or old.edited_at is distinct from new.edited_at) execute function private.emit_thread_post_event();

create function private.emit_thread_reaction_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit(new.account_id, 'thread.reaction_added', 'thread:' || p.thread_id, facts => jsonb_build_object('thread_id', p.thread_id,
      'post_id', p.id, 'member_id', new.member_id, 'author_id', p.member_id))
    from public.thread_posts p where (p.account_id, p.id) = (new.account_id, new.post_id);
  return null;
end $$;
comment on function private.emit_thread_reaction_event is 'A member reacted to a post.';
create trigger thread_reactions_emit after insert on public.thread_reactions for each row execute function private.emit_thread_reaction_event();

create function private.emit_reaction_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit(old.account_id, 'thread.reaction_removed', 'thread:' || p.thread_id, facts => jsonb_build_object('thread_id', p.thread_id,
      'post_id', p.id, 'member_id', old.member_id, 'author_id', p.member_id))
    from public.thread_posts p where (p.account_id, p.id) = (old.account_id, old.post_id)
     and not exists (select from public.thread_reactions r where (r.account_id, r.post_id, r.member_id) = (old.account_id, old.post_id, old.member_id));
  return null;
end $$;
comment on function private.emit_reaction_removed is 'A member took back their last reaction to a post.';
create trigger thread_reactions_emit_removed after delete on public.thread_reactions for each row execute function private.emit_reaction_removed();

create function private.announce_thread_post(account uuid, post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.thread_posts;
  thread public.threads;
  author public.members;
  mention record;
  recipient public.members;
begin
  select * into post from public.thread_posts p where p.account_id = account and p.id = announce_thread_post.post_id for no key update;
  select * into thread from public.threads t where (t.account_id, t.id) = (post.account_id, post.thread_id);
  select * into author from public.members m where (m.account_id, m.id) = (post.account_id, post.member_id);
  -- Withdrawn, or its author gone, since the event: nothing to announce.
  if author.id is null then return; end if;
  if post.status = 'waiting' then
    perform private.notify_localized(a.account_id, a.owner_id, 'commentWaits',
        '<b>{{name}}</b> commented on <b>{{title}}</b>. The comment is awaiting approval.',
        jsonb_build_object('name', author.name, 'title', thread.title), 2, k.queue_path, 'comments', author.user_id)
      from public.accounts a join private.thread_kinds k on k.kind = thread.kind
     where a.account_id = account and a.owner_id is not null;
  end if;
  if post.status <> 'shown' then return; end if;
  for mention in
    update public.thread_mentions n set announced_at = private.clock_now() from public.members m
     where (n.account_id, n.post_id) = (post.account_id, post.id) and n.announced_at is null
       and (m.account_id, m.id) = (n.account_id, n.member_id)
    returning m.id, m.user_id
  loop
    if private.may_see_thread(account, thread.id, mention.id) then
      perform private.notify_localized(account, mention.user_id, 'threadMention', '<b>{{name}}</b> mentioned you on <b>{{title}}</b>.',
        jsonb_build_object('name', author.name, 'title', thread.title), 2, thread.path || '#comment-' || post.id, 'comments', author.user_id);
    end if;
  end loop;
  if post.announced_at is not null then return; end if;
  update public.thread_posts p set announced_at = private.clock_now() where (p.account_id, p.id) = (post.account_id, post.id);
  select m.* into recipient from public.thread_posts p join public.members m on (m.account_id, m.id) = (p.account_id, p.member_id)
   where (p.account_id, p.id) = (post.account_id, post.reply_to_id) and m.id <> author.id
     and not exists (select from public.thread_mentions n where (n.account_id, n.post_id, n.member_id) = (post.account_id, post.id, m.id));
  if recipient.id is not null and private.may_see_thread(account, thread.id, recipient.id) then
    perform private.notify_localized(account, recipient.user_id, 'threadReply', '<b>{{name}}</b> replied to you on <b>{{title}}</b>.',
      jsonb_build_object('name', author.name, 'title', thread.title), 2, thread.path || '#comment-' || post.id, 'comments', author.user_id);
  end if;
end $$;
comment on function private.announce_thread_post is 'Notifies whom a post mentions and whom it answers, each once and while it is shown; the owner of what waits for moderation.';
