-- What was asked for goes on being asked for, with the token its owner may have published.
insert into public.domain_claims (account_id, domain, token, asked_at)
  select account_id, domain, token, asked_at from private.domain_wishes
  on conflict (account_id, domain) do update set token = excluded.token;
drop table private.domain_wishes;
