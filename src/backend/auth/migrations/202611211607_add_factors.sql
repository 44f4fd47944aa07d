-- Second factors, passkeys, telephone numbers and other providers: tables and columns after the hosted service's.
-- What is ours says so.

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text check (char_length(friendly_name) <= 120),
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text check (char_length(secret) <= 512),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  last_challenged_at timestamptz,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  last_time_step bigint
);
comment on table auth.mfa_factors is 'A second proof of who signs in: an authenticator app, a telephone, a security key.';
comment on column auth.mfa_factors.secret is 'The key of an authenticator app, sealed with the service''s encryption key; it is shown once, at enrolment.';
comment on column auth.mfa_factors.last_time_step is 'Ours: the newest time step a code was taken of, so that no code is taken twice.';
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(both from friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text check (char_length(otp_code) <= 128),
  web_authn_session_data jsonb
);
comment on table auth.mfa_challenges is 'One asking for a second factor: answered once, from the address that asked, within minutes.';
comment on column auth.mfa_challenges.otp_code is 'The texted code, hashed with the challenge''s id.';
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null check (octet_length(credential_id) <= 1023),
  public_key bytea not null check (octet_length(public_key) <= 4096),
  attestation_type text not null default '' check (char_length(attestation_type) <= 64),
  aaguid uuid,
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports jsonb not null default '[]' check (octet_length(transports::text) <= 512),
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '' check (char_length(friendly_name) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table auth.webauthn_credentials is 'A passkey: signs a person in by itself.';
create unique index webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table auth.webauthn_challenges is 'What a passkey has to sign: once, within minutes.';
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

create table auth.oauth_client_states (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (char_length(provider_type) <= 64),
  code_verifier text check (char_length(code_verifier) <= 256),
  created_at timestamptz not null default now()
);
comment on table auth.oauth_client_states is 'Our side of a sign-in under way at another provider: the verifier of its PKCE challenge.';
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

-- A sign-in at another provider is a flow too: with a client's challenge or without.
alter table auth.flow_state
  alter column code_challenge drop not null,
  alter column code_challenge_method drop not null,
  add column invite_token text check (char_length(invite_token) <= 512),
  add column referrer text check (char_length(referrer) <= 2048),
  add column oauth_client_state_id uuid references auth.oauth_client_states (id) on delete set null,
  add column linking_target_id uuid references auth.users (id) on delete cascade,
  add column email_optional boolean not null default false;
comment on table auth.flow_state is
  'A sign-in under way in a browser: between the mail that was asked for, or the provider that was chosen, and the code exchanged. auth_code is hashed.';
create index flow_state_oauth_client_state_id_idx on auth.flow_state (oauth_client_state_id);
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id);

alter table auth.sessions add constraint sessions_factor_id_fkey
  foreign key (factor_id) references auth.mfa_factors (id) on delete set null;
create index sessions_factor_id_idx on auth.sessions (factor_id);
create index sessions_not_after_idx on auth.sessions (not_after desc);

create index users_is_anonymous_idx on auth.users (is_anonymous);

do $$
declare
  name text;
begin
  foreach name in array array['mfa_factors', 'mfa_challenges', 'webauthn_credentials', 'webauthn_challenges',
    'oauth_client_states'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('alter table auth.%I force row level security', name);
  end loop;
end
$$;
