-- Addresses to answer at were signed with 80 bits. Those in mails that were sent before go on working for half a year.
alter table private.ticket_keys add column short_until timestamptz not null default '-infinity';
comment on column private.ticket_keys.short_until is 'Until when an address that was signed with 80 bits is still answered at.';
update private.ticket_keys set short_until = now() + interval '180 days' where exists (select from public.tickets);
