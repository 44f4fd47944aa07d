-- The platform's own site is itself an account.
insert into public.accounts (account_id, slug, is_platform) values ('00000000-0000-7000-8000-000000000001', 'platform', true);
