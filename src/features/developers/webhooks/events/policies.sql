-- Domain events as the webhooks of an account receive them: the payload is built from the ids in the event when it is handled.

create function private.member_facts(account uuid, member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email, 'role', coalesce(r.kind, r.name))
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where (m.account_id, m.id) = (account, member)
$$;
comment on function private.member_facts is 'A member as the payload of an event.';

create function private.course_facts(account uuid, course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) from public.courses c where (c.account_id, c.id) = (account, course)
$$;
comment on function private.course_facts is 'A course as the payload of an event.';

create function private.order_facts(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status, 'currency', o.currency, 'subtotal', o.subtotal,
    'discount', o.discount, 'tax', o.tax, 'total', o.total, 'coupon', o.coupon, 'provider', o.provider,
    'customer', jsonb_build_object('member_id', o.member_id, 'name', o.customer_name, 'email', o.email),
    'placed_at', o.placed_at, 'paid_at', o.paid_at,
    'items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'title', i.title, 'type', i.type, 'quantity', i.quantity,
        'amount', i.amount) order by i.position), '[]') from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)))
$$;
comment on function private.order_facts is 'An order as the payload of an event; amounts in the smallest unit of the currency.';

create function private.webhook_payload(event private.events) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := event.facts;
  account uuid := event.account_id;
  member jsonb := private.member_facts(account, (f ->> 'member_id')::uuid);
  course jsonb := private.course_facts(account, (f ->> 'course_id')::uuid);
begin
  case split_part(event.type, '.', 1)
    when 'order' then
      -- The order may have moved on since: its status is the one the event states.
      return (select private.order_facts(o) || jsonb_build_object('status', f ->> 'status')
          || case when f ? 'refund_id' then jsonb_build_object('refund', jsonb_build_object('id', f -> 'refund_id', 'kind', f -> 'kind',
            'amount', f -> 'amount', 'extent', f -> 'extent')) else '{}' end
         from public.orders o where (o.account_id, o.id) = (account, (f ->> 'order_id')::uuid));
    when 'invoice' then
      return (select jsonb_build_object('id', i.id, 'number', i.number, 'kind', i.kind, 'order_id', i.order_id, 'corrects', i.invoice_id,
          'currency', i.currency, 'net', i.net, 'tax', i.tax, 'total', i.total, 'issued_at', i.issued_at)
         from public.order_invoices i where (i.account_id, i.id) = (account, (f ->> 'invoice_id')::uuid));
    when 'member' then
      return coalesce(member, jsonb_build_object('id', f ->> 'member_id',
          'name', (select u.raw_user_meta_data ->> 'display_name' from auth.users u where u.id = (f ->> 'user_id')::uuid),
          'email', (select u.email from auth.users u where u.id = (f ->> 'user_id')::uuid)))
        || jsonb_build_object('role', (select coalesce(r.kind, r.name) from public.roles r where (r.account_id, r.role_id) = (account, (f ->> 'role_id')::uuid)));
    when 'lesson' then
      return jsonb_build_object('completed_at', f -> 'completed_at', 'member', member, 'course', course,
        'lesson', (select jsonb_build_object('id', l.id, 'title', l.title, 'kind', l.kind) from public.lessons l where (l.account_id, l.id) = (account, (f ->> 'lesson_id')::uuid)));
    when 'quiz' then
      return f - '{member_id,course_id,quiz_id}'::text[] || jsonb_build_object('member', member, 'course', course,
        'quiz', (select jsonb_build_object('id', q.id, 'title', l.title) from public.quizzes q
          join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id) where (q.account_id, q.id) = (account, (f ->> 'quiz_id')::uuid)));
    when 'assignment' then
      -- Where names are hidden, whose work it is stays hidden here, too.
      return (select f - '{member_id,course_id,assignment_id}'::text[] || jsonb_build_object('member', case when not a.is_anonymous then member end, 'course', course,
          'assignment', jsonb_build_object('id', a.id, 'title', l.title))
         from public.assignments a join public.lessons l on (l.account_id, l.id) = (a.account_id, a.lesson_id) where (a.account_id, a.id) = (account, (f ->> 'assignment_id')::uuid));
    when 'post' then
      return (select jsonb_build_object('id', p.id, 'title', p.title, 'slug', p.slug, 'excerpt', p.excerpt, 'categories', to_jsonb(p.categories),
          'tags', to_jsonb(p.tags), 'published_at', p.published_at) from public.posts p where (p.account_id, p.id) = (account, (f ->> 'post_id')::uuid));
    when 'thread' then
      return f - '{member_id,thread_id}'::text[] || jsonb_build_object('member', member,
        'content', (select p.content from public.thread_posts p where (p.account_id, p.id) = (account, (f ->> 'post_id')::uuid) and p.status <> 'removed'),
        'thread', (select jsonb_build_object('id', t.id, 'kind', t.kind, 'title', t.title, 'path', t.path)
          from public.threads t where (t.account_id, t.id) = (account, (f ->> 'thread_id')::uuid)));
    when 'subscription' then
      return f - '{member_id,user_id,product_id}'::text[] || jsonb_build_object('member', member, 'product',
        (select jsonb_build_object('id', s.product_id, 'title', s.title) from public.member_subscriptions s
          where (s.account_id, s.id) = (account, (f ->> 'subscription_id')::uuid)));
    when 'affiliate', 'commission', 'payout' then
      return f - '{member_id,user_id}'::text[] || jsonb_build_object('member', member);
    -- enrolment.* and course.completed
    else return f - '{member_id,course_id}'::text[] || jsonb_build_object('member', member, 'course', course);
  end case;
end $$;
comment on function private.webhook_payload is 'The data of a domain event as webhooks receive it: names and addresses are read now, and are null for what is gone; null where the whole subject is gone.';

create function private.deliver_to_webhooks(source uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  event private.events%rowtype;
  body text;
begin
  select * into event from private.events e where e.id = source;
  if not exists (select from public.webhooks w where w.account_id = event.account_id and w.status = 'active' and event.type = any (w.events)) then
    return;
  end if;
  body := private.event_body(event.type, private.webhook_payload(event), event.occurred_at);
  insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body)
  select w.account_id, w.id, event.id, event.type, body
    from public.webhooks w where w.account_id = event.account_id and w.status = 'active' and event.type = any (w.events)
  on conflict (account_id, webhook_id, event_id) do nothing;
  if found then
    perform private.enqueue('webhooks', '{}');
  end if;
end $$;
comment on function private.deliver_to_webhooks is 'The subscriber of webhooks: queues a domain event once for every active webhook that asked for its type.';
