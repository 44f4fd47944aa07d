-- Posts are a kind of threads: each has one conversation, which comes, changes and goes with it.

create function private.save_post_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.save_main_thread('post', new.account_id, new.id, new.title, '/blog/' || new.slug,
    case when new.status = 'published' then new.published_at end, new.settings -> 'isQuiet' is distinct from 'true'::jsonb);
  return null;
end $$;
comment on function private.save_post_thread is 'Whoever may read a post may read its comments; a quiet post takes none.';
create trigger posts_save_thread after insert or update of title, slug, status, published_at, settings on public.posts
  for each row execute function private.save_post_thread();

create function private.delete_post_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.delete_threads('post', old.account_id, old.id);
  return null;
end $$;
comment on function private.delete_post_thread is 'Comments are deleted with their post: the words of others are not kept in its trash.';
create trigger posts_delete_thread after delete on public.posts for each row execute function private.delete_post_thread();

-- Names from before comments were threads, for clients that use them.

create view public.post_comments with (security_invoker = true) as
  select p.account_id, p.id, t.subject_id as post_id, p.parent_id, p.member_id, p.author_name, p.content,
      case p.status when 'removed' then 'shown' else p.status end as status, p.created_at, p.updated_at
    from public.thread_posts p join public.threads t on (t.account_id, t.id) = (p.account_id, p.thread_id) where t.kind = 'post';
comment on view public.post_comments is 'The comments of posts.';
grant select on public.post_comments to anon, authenticated;

create view public.post_comment_reports with (security_invoker = true) as
  select r.account_id, r.id, r.post_id as comment_id, r.member_id, r.reason, r.created_at
    from public.thread_reports r join public.post_comments c on (c.account_id, c.id) = (r.account_id, r.post_id);
comment on view public.post_comment_reports is 'The reports of comments of posts.';
grant select on public.post_comment_reports to authenticated;

create function private.add_post_comment(post_id uuid, parent_id uuid, content text, is_masked boolean) returns public.thread_posts
language sql set search_path = '' as $$
  select private.add_thread_post((select t.id from public.threads t where t.kind = 'post' and t.subject_id = add_post_comment.post_id and t.is_main),
    add_post_comment.parent_id, add_post_comment.content, is_masked)
$$;
comment on function private.add_post_comment is 'Adds a comment to a post, as add_thread_post does.';
grant execute on function private.add_post_comment(uuid, uuid, text, boolean) to authenticated;

create function public.report_post_comment(comment_id uuid, reason text default '') returns void
language sql set search_path = '' as $$ select public.report_thread_post(comment_id, reason) $$;
comment on function public.report_post_comment is 'Reports a comment, once per member; three reports return it to moderation.';
grant execute on function public.report_post_comment(uuid, text) to authenticated;

create function public.withdraw_post_comment(comment_id uuid) returns void
language sql set search_path = '' as $$ select public.withdraw_thread_post(comment_id) $$;
comment on function public.withdraw_post_comment is 'Deletes the caller''s comment; where others replied, its place stays without text and name.';
grant execute on function public.withdraw_post_comment(uuid) to authenticated;

create function public.decide_post_comments(ids uuid[], status text) returns jsonb
language sql set search_path = '' as $$ select public.decide_thread_posts(ids, status) $$;
comment on function public.decide_post_comments is 'Shows or hides several comments; returns how many changed.';
grant execute on function public.decide_post_comments(uuid[], text) to authenticated;

create function public.remove_post_comments(ids uuid[]) returns jsonb
language sql set search_path = '' as $$ select public.remove_thread_posts(ids) $$;
comment on function public.remove_post_comments is 'Deletes several comments with their replies.';
grant execute on function public.remove_post_comments(uuid[]) to authenticated;
