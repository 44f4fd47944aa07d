-- The code of a link begins and does no more: the way back is a secret of its own, which only a cookie holds.
alter table private.acting_codes add column return_hash text check (length(return_hash) = 64);
create unique index acting_codes_return_hash_idx on private.acting_codes (return_hash);
comment on table private.acting_codes is 'Leave to sign in as somebody, once, within a minute; afterwards, by another secret, the way back to oneself.';
-- Who is signed in as somebody at this moment comes back by signing in: their way back was the code of the link.
delete from private.acting_codes;
