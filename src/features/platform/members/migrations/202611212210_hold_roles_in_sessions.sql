alter table private.session_accounts add column role_id uuid;
comment on column private.session_accounts.role_id is 'The role of the member whose session it is, kept by triggers, so that rights are found without asking for the member; null: ask.';
