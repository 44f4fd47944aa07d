-- What the screens list. Read with the rights of the owner of these functions, so each of them begins at own_conversations.

create function public.list_conversations(search text default '', conversation_id uuid default null, max_rows integer default 50)
returns table (id uuid, kind text, title text, is_admin boolean, people jsonb, member_count integer, last_seq bigint, last_message_at timestamptz, last_message jsonb,
  read_seq bigint, unread integer, is_muted boolean, notify_level text, draft text, can_write boolean)
language sql stable security definer set search_path = '' as $$
  with me as materialized (select private.member_ids() as id),
    hidden as materialized (select private.hidden_members() as id),
    term as materialized (select '%' || replace(replace(replace(private.folded(left(trim(coalesce(list_conversations.search, '')), 80)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern)
  select c.id, c.kind, c.title, own.is_admin, p.people, p.total, c.last_seq, c.last_message_at, l.message, own.read_seq,
         (select count(*)::int from (select from public.messages n
            where (n.account_id, n.conversation_id) = (c.account_id, c.id) and n.seq > greatest(own.read_seq, own.from_seq) and n.deleted_at is null
              and n.member_id is distinct from own.member_id and (n.member_id is null or n.member_id not in (select h.id from hidden h)) limit 100) n),
         f.is_muted, f.notify_level, f.draft, private.may_write_in(c, own.member_id)
    from private.own_conversations() o
    join public.conversations c on (c.account_id, c.id) = (o.account_id, o.conversation_id)
    join public.conversation_members own on (own.account_id, own.conversation_id) = (c.account_id, c.id) and own.member_id = (select me.id from me)
    join public.conversation_preferences f on (f.account_id, f.conversation_id, f.member_id) = (own.account_id, own.conversation_id, own.member_id)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'user_id', m.user_id, 'name', m.name, 'slug', m.slug, 'avatar', m.avatar,
          'is_admin', w.is_admin, 'read_seq', w.read_seq) order by w.id) filter (where m.id <> own.member_id), '[]') as people, count(*)::int as total,
        string_agg(m.search_name, ' ') filter (where m.id <> own.member_id) as names
        from public.conversation_members w join public.members m on (m.account_id, m.id) = (w.account_id, w.member_id)
       where (w.account_id, w.conversation_id) = (c.account_id, c.id)) p
    left join lateral (
      select jsonb_build_object('seq', n.seq, 'member_id', n.member_id, 'author_name', n.author_name, 'body', left(n.body, 200), 'is_deleted', n.deleted_at is not null) as message
        from public.messages n
       where (n.account_id, n.conversation_id) = (c.account_id, c.id) and n.seq > own.from_seq
         and (n.member_id is null or n.member_id not in (select h.id from hidden h))
       order by n.seq desc limit 1) l on true
   where (list_conversations.conversation_id is null or c.id = list_conversations.conversation_id)
     -- Nobody sees that somebody began to write to them and did not.
     and (c.last_seq > 0 or c.kind = 'group' or c.creator_id = own.member_id or list_conversations.conversation_id is not null)
     and (private.folded(c.title) like (select t.pattern from term t) or p.names like (select t.pattern from term t))
   order by c.last_message_at desc, c.id desc
   limit greatest(1, least(coalesce(max_rows, 50), 200))
$$;
comment on function public.list_conversations is 'The caller''s conversations, the newest first, or one of them: who takes part, the newest message, and how many are unread (up to 100).';
grant execute on function public.list_conversations(text, uuid, integer) to authenticated;

create function public.search_messages(term text) returns table (id uuid, conversation_id uuid, seq bigint, author_name text, body text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with hidden as materialized (select private.hidden_members() as id),
    folded as materialized (select private.folded(left(trim(coalesce(search_messages.term, '')), 80)) as words)
  select m.id, m.conversation_id, m.seq, m.author_name, m.body, m.created_at
    from private.own_conversations() o
    join public.conversation_members own on (own.account_id, own.conversation_id) = (o.account_id, o.conversation_id) and own.member_id = (select private.member_ids())
    join public.messages m on (m.account_id, m.conversation_id) = (o.account_id, o.conversation_id) and m.seq > own.from_seq
   where m.deleted_at is null and (m.member_id is null or m.member_id not in (select h.id from hidden h))
     and length((select f.words from folded f)) >= 2
     and position((select f.words from folded f) in private.folded(m.body)) > 0
   order by m.created_at desc, m.id desc limit 20
$$;
comment on function public.search_messages is 'The newest twenty messages the caller may read with these words in them.';
grant execute on function public.search_messages(text) to authenticated;

create function public.people_to_message(term text default '', member_id uuid default null) returns table (id uuid, user_id uuid, name text, slug text, avatar text, role_name text)
language sql stable security definer set search_path = '' as $$
  select m.id, m.user_id, m.name, m.slug, m.avatar, r.name
    from public.members me
    join public.members m on m.account_id = me.account_id
    join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where me.id = (select private.member_ids()) and me.account_id = (select private.account_with('member')) and (select private.actor()) is null
     and (people_to_message.member_id is null or m.id = people_to_message.member_id)
     and m.search_name like '%' || replace(replace(replace(private.folded(left(trim(coalesce(term, '')), 80)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
     and private.may_message(m.account_id, me.id, m.id)
   order by m.name, m.id limit 20
$$;
comment on function public.people_to_message is 'Up to twenty members the caller may write to, by name.';
grant execute on function public.people_to_message(text, uuid) to authenticated;
