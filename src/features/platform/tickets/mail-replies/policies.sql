-- Replies by mail. Every ticket mail has a reply address of its own, signed for this ticket and this person, so that it
-- is worthless to anybody else.
create function private.ticket_digest(ticket uuid, person uuid) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(k.secret || sha256(k.secret || uuid_send(ticket) || uuid_send(person))) from private.ticket_keys k
$$;
comment on function private.ticket_digest is 'HMAC of a ticket and a person.';

create function private.ticket_signature(ticket uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  -- 128 bits, none of those of the short signature, in lower-case base32 (RFC 4648): a local part has at most 64 characters and no case.
  select string_agg(substr('abcdefghijklmnopqrstuvwxyz234567', 1 + substring(d.bits from 5 * at + 1 for 5)::bit(5)::int, 1), '' order by at)
    from (select ('x' || right(encode(private.ticket_digest(ticket, person), 'hex'), 32))::bit(128) || B'00' as bits) d,
         generate_series(0, 25) as at
$$;
comment on function private.ticket_signature is 'Signature of the reply address of a ticket and a person.';

create function private.short_ticket_signature(ticket uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(private.ticket_digest(ticket, person), 'hex'), 20) from private.ticket_keys k where k.short_until > (select private.clock_now())
$$;
comment on function private.short_ticket_signature is 'The 80-bit signature of mails sent before it had 128 bits; null once they are too old.';

create function private.ticket_address(ticket uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select 't' || replace(ticket::text, '-', '') || '-' || private.ticket_signature(ticket, person)
$$;
comment on function private.ticket_address is 'Local part of the address at which a person replies to a ticket by mail.';

create function private.receive_ticket_mail(address text, sender text, words text, mail text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  parts text[] := regexp_match(lower(trim(address)), '^t([0-9a-f]{32})-([a-z2-7]{26}|[0-9a-f]{20})$');
  t public.tickets%rowtype;
  person uuid;
  staff boolean;
  made uuid;
begin
  if parts is null then
    perform private.raise_error('not_found', 'No ticket is answered at this address.');
  end if;
  select * into t from public.tickets where id = parts[1]::uuid for update;
  if t.id is null then
    perform private.raise_error('not_found', 'No ticket is answered at this address.');
  end if;
  select u.id into person from auth.users u
   where lower(u.email) = lower(trim(sender)) and parts[2] in (private.ticket_signature(t.id, u.id), private.short_ticket_signature(t.id, u.id)) limit 1;
  staff := person in (select private.ticket_staff(t.account_id));
  if person is null or not (staff or (person = t.user_id and private.may_open_ticket(t.account_id, person))) then
    perform private.raise_error('forbidden', 'This address belongs to somebody else.');
  end if;
  -- The relay may deliver the same mail twice.
  select l.message_id into made from private.ticket_letters l where l.account_id = t.account_id and l.mail_id = mail;
  if made is null then
    made := private.reply_as(t.account_id, t.id, person, staff and person <> t.user_id, words, false, null, 'mail', '{}');
    insert into private.ticket_letters (account_id, message_id, mail_id) values (t.account_id, made, mail);
  end if;
  return jsonb_build_object('ticket_id', t.id, 'message_id', made);
end $$;
comment on function private.receive_ticket_mail is 'Adds a reply that came by mail, only at an address signed for its sender.';
-- Clients cannot reach the private schema; our server calls it after the relay's signature was verified.
grant execute on function private.receive_ticket_mail(text, text, text, text) to anon;
