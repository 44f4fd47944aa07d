create trigger post_comments_touch before update on public.post_comments for each row execute function private.touch_updated_at();
create trigger post_comments_tell_insert after insert on public.post_comments for each row
  when (new.status = 'shown') execute function private.tell_change('post_comments');
create trigger post_comments_tell_update after update on public.post_comments for each row
  when (new.status = 'shown' or old.status = 'shown') execute function private.tell_change('post_comments');
create trigger post_comments_tell_delete after delete on public.post_comments for each row
  when (old.status = 'shown') execute function private.tell_change('post_comments');

grant select (account_id, id, post_id, parent_id, member_id, author_name, content, status, created_at, updated_at)
  on public.post_comments to anon, authenticated;
grant update (status), delete on public.post_comments to authenticated;
create policy "Everyone reads the comments that are shown" on public.post_comments for select to anon, authenticated
  using (status = 'shown' and exists (
    select from public.posts p where (p.account_id, p.id) = (post_comments.account_id, post_id) and p.status = 'published'));
create policy "Members read their own comments" on public.post_comments for select to authenticated
  using (member_id = (select private.member_ids()));
create policy "Editors read every comment of their account" on public.post_comments for select to authenticated
  using (account_id = (select private.accounts_where('staff')));
create policy "Editors show and hide comments" on public.post_comments for update to authenticated
  using (account_id = (select private.accounts_where('staff')))
  with check (account_id = (select private.accounts_where('staff')));
create function private.has_replies_of_others(account uuid, comment uuid, author uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.post_comments r
    where r.account_id = account and r.parent_id = comment and r.member_id is distinct from author)
$$;
comment on function private.has_replies_of_others is 'Whether another member replied to a comment, so that deleting it would delete their replies.';
grant execute on function private.has_replies_of_others(uuid, uuid, uuid) to authenticated;

create policy "Members delete their own comments that nobody else replied to" on public.post_comments for delete to authenticated
  using (member_id = (select private.member_ids()) and not private.has_replies_of_others(account_id, id, member_id));
create policy "Editors remove comments" on public.post_comments for delete to authenticated
  using (account_id = (select private.accounts_where('staff')));

grant select (account_id, id, comment_id, member_id, reason, created_at) on public.post_comment_reports to authenticated;
create policy "Editors read what was reported" on public.post_comment_reports for select to authenticated
  using (account_id = (select private.accounts_where('staff')));
create policy "Members see what they reported" on public.post_comment_reports for select to authenticated
  using (member_id = (select private.member_ids()));

create function private.add_post_comment(post_id uuid, parent_id uuid, content text, is_masked boolean) returns public.post_comments
language plpgsql security definer set search_path = '' as $$
declare
  person public.members;
  post public.posts;
  comment public.post_comments;
  is_trusted boolean;
begin
  select * into post from public.posts p
   where p.id = add_post_comment.post_id and p.status = 'published' and p.published_at <= (select private.clock_now())
     and p.account_id = (select private.accounts_where('member'));
  select * into person from public.members m where m.id = (select private.member_ids());
  if post.id is null or person.id is null then
    perform private.refuse('not_found', 'There is no post here that you could write under.');
  end if;
  if post.settings -> 'isQuiet' = 'true'::jsonb then
    perform private.refuse('comments_closed', 'Nobody can write under this post.');
  end if;
  -- Serialises the comments of a member, so that the rate limit below counts correctly.
  perform pg_advisory_xact_lock(hashtext('post_comments'), hashtext(person.id::text));
  if (select count(*) from public.post_comments c
       where c.account_id = person.account_id and c.member_id = person.id and c.created_at > (select private.clock_now()) - interval '10 minutes') >= 5 then
    perform private.refuse('too_many_comments', 'You wrote five comments within ten minutes. Wait a little before the next one.');
  end if;
  -- A reply to a reply gets the same parent: more than two levels are unreadable on a phone.
  if add_post_comment.parent_id is not null then
    select coalesce(c.parent_id, c.id) into comment.parent_id from public.post_comments c
     where c.account_id = post.account_id and c.post_id = post.id and c.id = add_post_comment.parent_id and c.status = 'shown';
    if comment.parent_id is null then
      perform private.refuse('not_found', 'What you answer to is not there any more.');
    end if;
  end if;
  is_trusted := exists (select from private.accounts_where('staff') account where account = post.account_id)
    or (not is_masked and add_post_comment.content !~* 'https?://'
        and exists (select from public.post_comments c
                     where c.account_id = person.account_id and c.member_id = person.id and c.status = 'shown'));
  insert into public.post_comments (account_id, post_id, parent_id, member_id, author_name, content, status)
  values (post.account_id, post.id, comment.parent_id, person.id, left(person.name, 120), add_post_comment.content,
    case when is_trusted then 'shown' else 'waiting' end)
  returning * into comment;
  if comment.status = 'waiting' then
    perform private.notify_of(a.account_id, a.owner_id, 'commentWaits',
        '<b>{{name}}</b> wrote under <b>{{title}}</b>. Somebody has to let it through.',
        jsonb_build_object('name', person.name, 'title', post.title), 2, '/dashboard/posts/comments', 'comments', person.user_id)
      from public.accounts a where a.account_id = post.account_id and a.owner_id is not null;
  end if;
  return comment;
end $$;
comment on function private.add_post_comment is 'Adds a member''s comment. Comments of staff and of members with a published comment are published at once, unless they hold a link or a masked word; others wait for moderation.';
grant execute on function private.add_post_comment(uuid, uuid, text, boolean) to authenticated;

create function public.report_post_comment(comment_id uuid, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (select private.member_ids());
  found_comment public.post_comments;
begin
  select * into found_comment from public.post_comments c
   where c.id = report_post_comment.comment_id and c.status = 'shown' and c.account_id = (select private.accounts_where('member'))
   -- Serialises concurrent reports of a comment, so that each counts the others.
     for no key update;
  if found_comment.id is null or person is null or found_comment.member_id = person then
    perform private.refuse('not_found', 'There is no comment here that you could report.');
  end if;
  insert into public.post_comment_reports (account_id, comment_id, member_id, reason)
  values (found_comment.account_id, found_comment.id, person, left(coalesce(report_post_comment.reason, ''), 300))
  on conflict do nothing;
  if (select count(*) from public.post_comment_reports r
       where r.account_id = found_comment.account_id and r.comment_id = found_comment.id) >= 3 then
    update public.post_comments c set status = 'waiting' where c.account_id = found_comment.account_id and c.id = found_comment.id;
  end if;
end $$;
comment on function public.report_post_comment is 'Reports a comment, once per member; three reports return it to moderation.';
grant execute on function public.report_post_comment(uuid, text) to authenticated;

create function private.forget_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.post_comment_reports r where r.account_id = new.account_id and r.comment_id = new.id;
  return null;
end $$;
comment on function private.forget_reports is 'Deletes the reports of a comment once a moderator publishes it again.';
create trigger post_comments_forget_reports after update of status on public.post_comments for each row
  when (new.status = 'shown' and old.status <> 'shown') execute function private.forget_reports();

create function private.forget_commenter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_comments c set author_name = '—', content = '—', member_id = null
    from public.members m
   where m.account_id = new.account_id and m.user_id = new.user_id and (c.account_id, c.member_id) = (m.account_id, m.id)
     and exists (select from public.post_comments r where (r.account_id, r.parent_id) = (c.account_id, c.id)
       and r.member_id is distinct from m.id);
  delete from public.post_comments c using public.members m
   where m.account_id = new.account_id and m.user_id = new.user_id and (c.account_id, c.member_id) = (m.account_id, m.id);
  return null;
end $$;
comment on function private.forget_commenter is 'Deletes the comments of an erased user; those with replies of others stay without text and name.';
create trigger erasures_forget_commenter after insert on private.erasures for each row execute function private.forget_commenter();

create function private.forget_comment_author() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.author_name := '—';
  return new;
end $$;
comment on function private.forget_comment_author is 'Removes the name from comments whose author is no longer a member; the text stays.';
create trigger post_comments_forget_author before update of member_id on public.post_comments for each row
  when (old.member_id is not null and new.member_id is null) execute function private.forget_comment_author();

create function public.withdraw_post_comment(comment_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own_comment public.post_comments;
begin
  select * into own_comment from public.post_comments c
   where c.id = withdraw_post_comment.comment_id and c.account_id = (select private.accounts_where('member'))
     and c.member_id = (select private.member_ids()) for update;
  if own_comment.id is null then
    perform private.refuse('not_found', 'There is no comment of yours here.');
  end if;
  perform private.refuse_acting();
  if private.has_replies_of_others(own_comment.account_id, own_comment.id, own_comment.member_id) then
    update public.post_comments c set content = '—', member_id = null where c.account_id = own_comment.account_id and c.id = own_comment.id;
  else
    delete from public.post_comments c where c.account_id = own_comment.account_id and c.id = own_comment.id;
  end if;
end $$;
comment on function public.withdraw_post_comment is 'Deletes the caller''s comment; where others replied, it stays without text and name.';
grant execute on function public.withdraw_post_comment(uuid) to authenticated;

create function public.decide_post_comments(ids uuid[], status text) returns jsonb
language sql set search_path = '' as $$
  with changed as (
    update public.post_comments c set status = decide_post_comments.status
     where c.id = any (ids) and c.status <> decide_post_comments.status returning 1)
  select jsonb_build_object('changed', count(*), 'refused', '[]'::jsonb) from changed
$$;
comment on function public.decide_post_comments is 'Publishes or hides several comments under the caller''s policies; returns how many changed.';
grant execute on function public.decide_post_comments(uuid[], text) to authenticated;

create function public.remove_post_comments(ids uuid[]) returns jsonb
language sql set search_path = '' as $$
  with deleted as (delete from public.post_comments c where c.id = any (ids) returning 1)
  select jsonb_build_object('changed', count(*), 'refused', '[]'::jsonb) from deleted
$$;
comment on function public.remove_post_comments is 'Deletes several comments with their replies under the caller''s policies.';
grant execute on function public.remove_post_comments(uuid[]) to authenticated;
