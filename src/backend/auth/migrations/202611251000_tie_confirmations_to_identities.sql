alter table auth.one_time_tokens add column identity_id uuid references auth.identities (id) on delete cascade;
comment on column auth.one_time_tokens.identity_id is
  'Ours: the identity of another provider that the sign-up which is to be confirmed was made with; confirming keeps it.';
create index one_time_tokens_identity_id_idx on auth.one_time_tokens (identity_id);
