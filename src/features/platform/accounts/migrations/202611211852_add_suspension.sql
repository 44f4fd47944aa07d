alter table public.accounts
  add column suspended_at timestamptz,
  add column suspended_by uuid,
  add column suspension text constraint accounts_suspension_length check (length(suspension) between 10 and 500);
comment on column public.accounts.suspension is 'Why the account is closed for now, for its owner and for those who run the platform.';
