-- Written by `npm run db:types` from the database's own catalogue; never edited.

-- What the bell shows: one row a recipient, the message as safe HTML.
create table public.account_notifications (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null,
  type text not null default 'other'::text,
  message text not null,
  link text,
  severity smallint not null default 2,
  read boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint account_notifications_id_key UNIQUE (id),
  constraint account_notifications_pkey PRIMARY KEY (account_id, id),
  constraint account_notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint account_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_notifications_link_check CHECK (link ~ '^/'::text AND length(link) <= 500),
  constraint account_notifications_message_check CHECK (length(message) >= 1 AND length(message) <= 4000),
  constraint account_notifications_severity_check CHECK (severity >= 1 AND severity <= 5),
  constraint account_notifications_type_check CHECK (type = ANY (ARRAY['chat'::text, 'other'::text]))
);
CREATE INDEX account_notifications_recipient_idx ON public.account_notifications USING btree (account_id, user_id, created_at DESC);
CREATE INDEX account_notifications_unread_idx ON public.account_notifications USING btree (user_id, account_id, created_at DESC) WHERE (NOT read);
create policy "People mark their own notifications" on account_notifications for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where)))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "People read their own notifications" on account_notifications for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where))));
-- authenticated may select (account_id, id, user_id, type, message, link, severity, read, created_at, updated_at)
-- authenticated may update (read)
CREATE TRIGGER account_notifications_ring AFTER INSERT ON account_notifications FOR EACH ROW EXECUTE FUNCTION private.ring_bell();
CREATE TRIGGER account_notifications_touch BEFORE UPDATE ON account_notifications FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- One tenant: its address, its owner, the features switched on.
create table public.accounts (
  account_id uuid not null default private.uuid_v7(),
  slug text not null,
  domain text,
  owner_id uuid,
  is_platform boolean not null default false,
  status text not null default 'active'::text,
  features text[] not null default '{lms}'::text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint accounts_domain_key UNIQUE (domain),
  constraint accounts_slug_key UNIQUE (slug),
  constraint accounts_pkey PRIMARY KEY (account_id),
  constraint accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint accounts_domain_check CHECK (domain ~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'::text),
  constraint accounts_features_check CHECK (features <@ '{lms,groups,appointments,single_session}'::text[]),
  constraint accounts_slug_check CHECK (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'::text),
  constraint accounts_slug_not_reserved CHECK (slug <> ALL (ARRAY['www'::text, 'api'::text, 'admin'::text, 'app'::text, 'mail'::text, 'dev'::text, 'static'::text, 'assets'::text])),
  constraint accounts_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text]))
);
CREATE INDEX accounts_owner_id_idx ON public.accounts USING btree (owner_id);
CREATE UNIQUE INDEX accounts_one_platform_idx ON public.accounts USING btree (is_platform) WHERE is_platform;
create policy "Members see their own account" on accounts for select to authenticated using ((account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where)));
create policy "Owners see their accounts from the platform's host" on accounts for select to authenticated using (((owner_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_on_platform() AS is_on_platform)));
create policy "Those who run the platform see every account" on accounts for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- authenticated may select (account_id, slug, domain, owner_id, is_platform, status, features, created_at, updated_at)
CREATE TRIGGER accounts_furnish_buckets AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.furnish_buckets();
CREATE TRIGGER accounts_furnish_options AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.furnish_options();
CREATE TRIGGER accounts_furnish_roles AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.furnish_roles();
CREATE TRIGGER accounts_seat_owner AFTER INSERT OR UPDATE OF owner_id ON accounts FOR EACH ROW EXECUTE FUNCTION private.seat_owner();
CREATE TRIGGER accounts_tell AFTER INSERT OR DELETE OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION private.tell_change('accounts', 'account_id');
CREATE TRIGGER accounts_touch BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Which parent follows which student.
create table public.guardians (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  parent_id uuid not null,
  child_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint guardians_account_id_parent_id_child_id_key UNIQUE (account_id, parent_id, child_id),
  constraint guardians_pkey PRIMARY KEY (account_id, id),
  constraint guardians_account_id_child_id_fkey FOREIGN KEY (account_id, child_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint guardians_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint guardians_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint guardians_check CHECK (child_id <> parent_id)
);
CREATE INDEX guardians_child_idx ON public.guardians USING btree (account_id, child_id);
create policy "Managers end ties" on guardians for delete to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers make ties" on guardians for insert to authenticated with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers see ties" on guardians for select to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Parents and children see their own tie" on guardians for select to authenticated using (((parent_id IN ( SELECT private.member_ids() AS member_ids)) OR (child_id IN ( SELECT private.member_ids() AS member_ids))));
-- authenticated may delete
-- authenticated may insert (account_id, parent_id, child_id)
-- authenticated may select (account_id, id, parent_id, child_id, created_at)

-- A person in an account. One person may be a member of many.
create table public.members (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null,
  role_id uuid not null,
  name text not null,
  slug text not null,
  email text not null default ''::text,
  avatar text,
  bio text not null default ''::text,
  is_public boolean not null default false,
  blocked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint members_account_id_slug_key UNIQUE (account_id, slug),
  constraint members_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint members_id_key UNIQUE (id),
  constraint members_pkey PRIMARY KEY (account_id, id),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint members_account_id_role_id_fkey FOREIGN KEY (account_id, role_id) REFERENCES roles(account_id, role_id) ON DELETE RESTRICT,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint members_avatar_check CHECK (length(avatar) <= 500),
  constraint members_bio_check CHECK (length(bio) <= 2000),
  constraint members_email_check CHECK (length(email) <= 320),
  constraint members_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint members_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$'::text)
);
CREATE INDEX members_name_search_idx ON public.members USING gin (to_tsvector('simple'::regconfig, name));
CREATE INDEX members_role_id_idx ON public.members USING btree (account_id, role_id);
CREATE INDEX members_user_id_idx ON public.members USING btree (user_id);
create policy "Managers change members" on members for update to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where))) with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers remove members" on members for delete to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Members change their own card" on members for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where)))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "Members see themselves" on members for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where))));
create policy "Staff see every member of their account" on members for select to authenticated using ((account_id IN ( SELECT private.accounts_where('staff'::text) AS accounts_where)));
-- authenticated may delete
-- authenticated may select (account_id, id, user_id, role_id, name, slug, email, avatar, bio, is_public, blocked_at, created_at, updated_at)
-- authenticated may update (role_id, name, avatar, bio, is_public, blocked_at)
CREATE TRIGGER members_guard BEFORE DELETE OR UPDATE ON members FOR EACH ROW EXECUTE FUNCTION private.guard_member();
CREATE TRIGGER members_tell AFTER INSERT OR DELETE OR UPDATE ON members FOR EACH ROW EXECUTE FUNCTION private.tell_change('members');
CREATE TRIGGER members_touch BEFORE UPDATE ON members FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- An account's settings by key: settings, menus, header, footer, theme, misc and the menus' order.
create table public.options (
  account_id uuid not null,
  key text not null,
  value jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint options_pkey PRIMARY KEY (account_id, key),
  constraint options_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint options_key_check CHECK (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,63}$'::text),
  constraint options_value_check CHECK (pg_column_size(value) <= 262144)
);
create policy "Everyone reads what a site shows" on options for select to anon, authenticated using ((key = ANY (ARRAY['settings'::text, 'menus'::text, 'header'::text, 'footer'::text, 'theme'::text, 'misc'::text])));
create policy "Managers add options" on options for insert to authenticated with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers change options" on options for update to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where))) with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers read every option of their account" on options for select to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers remove options" on options for delete to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Members read the order of their menus" on options for select to authenticated using (((key = ANY (ARRAY['profileMenu'::text, 'memberMenu'::text])) AND (account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where))));
-- anon may select (account_id, key, value, created_at, updated_at)
-- authenticated may delete
-- authenticated may insert (account_id, key, value)
-- authenticated may select (account_id, key, value, created_at, updated_at)
-- authenticated may update (account_id, key, value)
CREATE TRIGGER options_tell AFTER INSERT OR DELETE OR UPDATE ON options FOR EACH ROW EXECUTE FUNCTION private.tell_change('options', 'key');
CREATE TRIGGER options_touch BEFORE UPDATE ON options FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What a member of an account may do: a name and a list of capabilities.
create table public.roles (
  account_id uuid not null,
  role_id uuid not null default private.uuid_v7(),
  kind text,
  name text not null,
  caps text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint roles_account_id_kind_key UNIQUE (account_id, kind),
  constraint roles_account_id_name_key UNIQUE (account_id, name),
  constraint roles_role_id_key UNIQUE (role_id),
  constraint roles_pkey PRIMARY KEY (account_id, role_id),
  constraint roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint roles_caps_check CHECK (caps <@ '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'::text[]),
  constraint roles_kind_check CHECK (kind = ANY (ARRAY['owner'::text, 'instructor'::text, 'student'::text, 'parent'::text])),
  constraint roles_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
create policy "Managers add roles" on roles for insert to authenticated with check (((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)) AND (kind IS NULL)));
create policy "Managers change roles but the owner's" on roles for update to authenticated using (((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)) AND (kind IS DISTINCT FROM 'owner'::text))) with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers remove roles they added" on roles for delete to authenticated using (((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)) AND (kind IS NULL)));
create policy "Members see the roles of their account" on roles for select to authenticated using ((account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where)));
-- authenticated may delete
-- authenticated may insert (account_id, name, caps)
-- authenticated may select (account_id, role_id, kind, name, caps, created_at, updated_at)
-- authenticated may update (name, caps)
CREATE TRIGGER roles_touch BEFORE UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- One-time codes that carry a person from the platform's host to an account's.
create table private.handoff_codes (
  code_hash text not null,
  account_id uuid not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null default (now() + '00:01:00'::interval),
  constraint handoff_codes_pkey PRIMARY KEY (code_hash),
  constraint handoff_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint handoff_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX handoff_codes_account_id_idx ON private.handoff_codes USING btree (account_id);
CREATE INDEX handoff_codes_user_id_idx ON private.handoff_codes USING btree (user_id);

-- Every mail the product made; where no mail server is named it stays here to be read.
create table private.mails (
  id uuid not null default private.uuid_v7(),
  account_id uuid,
  recipient text not null,
  subject text not null,
  html text not null,
  body_text text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_recipient_check CHECK (length(recipient) >= 3 AND length(recipient) <= 320),
  constraint mails_subject_check CHECK (length(subject) <= 500)
);
CREATE INDEX mails_created_at_idx ON private.mails USING btree (created_at DESC);

create table private.migrations (
  stamp text not null,
  name text not null,
  part text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (stamp)
);

-- Side effects written in the transaction of the row they follow from; the worker moves them to the job queue.
create table private.outbox (
  id bigint not null generated as identity,
  queue text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_payload_check CHECK (pg_column_size(payload) <= 262144),
  constraint outbox_queue_check CHECK (length(queue) >= 1 AND length(queue) <= 100)
);

create table private.policy_state (
  only_one boolean not null default true,
  hash text not null,
  objects text[] not null,
  constraint policy_state_pkey PRIMARY KEY (only_one),
  constraint policy_state_only_one_check CHECK (only_one)
);

-- Which worlds of example rows were made to the end.
create table private.seeds (
  name text not null,
  finished_at timestamp with time zone not null default now(),
  constraint seeds_pkey PRIMARY KEY (name),
  constraint seeds_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);

-- The account on whose host a session began: the only one where it is worth more than a visitor's.
create table private.session_accounts (
  session_id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint session_accounts_pkey PRIMARY KEY (session_id),
  constraint session_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint session_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX session_accounts_account_id_idx ON private.session_accounts USING btree (account_id);
CREATE INDEX session_accounts_user_id_idx ON private.session_accounts USING btree (user_id);

-- The fixed list of people who run the platform.
create table private.super_admins (
  email text not null,
  constraint super_admins_pkey PRIMARY KEY (email),
  constraint super_admins_email_check CHECK (email = lower(email) AND email ~ '^[^@\s]+@[^@\s]+\.[a-z]{2,}$'::text)
);

-- Who signed up, in and out, and which administrator changed whom.
create table auth.audit_log_entries (
  instance_id uuid,
  id uuid not null default gen_random_uuid(),
  payload jsonb,
  created_at timestamp with time zone not null default now(),
  ip_address character varying(64) not null default ''::character varying,
  constraint audit_log_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);

-- A PKCE flow between the mail that was asked for and the code exchanged. auth_code is hashed.
create table auth.flow_state (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamp with time zone,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX flow_state_auth_code_idx ON auth.flow_state USING btree (auth_code);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at DESC);
CREATE INDEX flow_state_user_id_authentication_method_idx ON auth.flow_state USING btree (user_id, authentication_method);

-- The ways a person signs in: e-mail now, other providers beside it.
create table auth.identities (
  id uuid not null default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email text generated always as (lower((identity_data ->> 'email'::text))) stored,
  constraint identities_provider_id_provider_unique UNIQUE (provider_id, provider),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email text_pattern_ops);
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);

-- How a session proved who it is: the amr claim of its access tokens.
create table auth.mfa_amr_claims (
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

-- What a mail carries: a link's token and a short code, both hashed, one of a kind a person, single use.
create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  otp_hash text,
  failed_attempts smallint not null default 0,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_token_hash_check CHECK (char_length(token_hash) > 0)
);
CREATE INDEX one_time_tokens_relates_to_hash_idx ON auth.one_time_tokens USING hash (relates_to);
CREATE INDEX one_time_tokens_token_hash_hash_idx ON auth.one_time_tokens USING hash (token_hash);
CREATE UNIQUE INDEX one_time_tokens_user_id_token_type_key ON auth.one_time_tokens USING btree (user_id, token_type);

-- The chain of refresh tokens of a session. token and parent are SHA-256 of what the client holds.
create table auth.refresh_tokens (
  instance_id uuid,
  id bigint not null generated as identity,
  token character varying(255) not null,
  user_id character varying(255) not null,
  revoked boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  parent character varying(255),
  session_id uuid not null,
  successor_salt bytea,
  constraint refresh_tokens_token_unique UNIQUE (token),
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session_id_revoked_idx ON auth.refresh_tokens USING btree (session_id, revoked);

-- One sign-in on one device. Deleted at sign-out; its refresh tokens go with it.
create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1'::auth.aal_level,
  not_after timestamp with time zone,
  refreshed_at timestamp with time zone,
  user_agent text,
  ip inet,
  tag text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id_created_at_idx ON auth.sessions USING btree (user_id, created_at);

-- A person who can sign in. One row for all accounts; who belongs where is the product's.
create table auth.users (
  instance_id uuid,
  id uuid not null default gen_random_uuid(),
  aud character varying(255) default 'authenticated'::character varying,
  role character varying(255) default 'authenticated'::character varying,
  email character varying(255),
  encrypted_password character varying(255),
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_token character varying(255) default ''::character varying,
  confirmation_sent_at timestamp with time zone,
  recovery_token character varying(255) default ''::character varying,
  recovery_sent_at timestamp with time zone,
  email_change_token_new character varying(255) default ''::character varying,
  email_change character varying(255) default ''::character varying,
  email_change_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb not null default '{}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  is_super_admin boolean,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  phone text,
  phone_confirmed_at timestamp with time zone,
  phone_change text default ''::text,
  phone_change_token character varying(255) default ''::character varying,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current character varying(255) default ''::character varying,
  email_change_confirm_status smallint not null default 0,
  banned_until timestamp with time zone,
  reauthentication_token character varying(255) default ''::character varying,
  reauthentication_sent_at timestamp with time zone,
  is_sso_user boolean not null default false,
  deleted_at timestamp with time zone,
  is_anonymous boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_change_confirm_status_check CHECK (email_change_confirm_status >= 0 AND email_change_confirm_status <= 2)
);
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id);
CREATE UNIQUE INDEX users_email_partial_key ON auth.users USING btree (email) WHERE (is_sso_user = false);
CREATE UNIQUE INDEX users_phone_key ON auth.users USING btree (phone);
CREATE TRIGGER members_follow_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.follow_email();
CREATE TRIGGER members_join_on_sign_up AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.join_on_sign_up();

-- A named set of files: public or not, with the size and the types it takes.
create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint buckets_name_key UNIQUE (name),
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_file_size_limit_check CHECK (file_size_limit >= 0),
  constraint buckets_id_check CHECK (id <> ''::text AND length(id) <= 100)
);
create policy "the service sees and changes every bucket" on storage.buckets for all to service_role using (true) with check (true);
-- anon may delete
-- anon may insert (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
-- anon may select
-- anon may update (public, file_size_limit, allowed_mime_types, updated_at)
-- authenticated may delete
-- authenticated may insert (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
-- authenticated may select
-- authenticated may update (public, file_size_limit, allowed_mime_types, updated_at)

-- Versions no row names any more; the service removes their bytes after the commit.
create table storage.discarded (
  version text not null,
  discarded_at timestamp with time zone not null default now(),
  constraint discarded_pkey PRIMARY KEY (version)
);
create policy "the service clears discarded versions" on storage.discarded for all to service_role using (true);

-- One file of a bucket; `version` names the bytes, `name` is what clients call it.
create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  version text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_accessed_at timestamp with time zone not null default now(),
  constraint objects_version_is_one_file UNIQUE (version),
  constraint objects_pkey PRIMARY KEY (id),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE RESTRICT,
  constraint objects_name_check CHECK (name <> ''::text AND octet_length(name) <= 1024)
);
CREATE INDEX objects_owner_id ON storage.objects USING btree (owner_id);
CREATE UNIQUE INDEX objects_bucket_id_name ON storage.objects USING btree (bucket_id, name COLLATE "C");
create policy "Members add their own picture" on storage.objects for insert to authenticated with check (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members remove their own picture" on storage.objects for delete to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members replace their own picture" on storage.objects for update to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text)))) with check (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members see the files of their account's site" on storage.objects for select to authenticated using ((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)));
create policy "Staff add files to their account's site" on storage.objects for insert to authenticated with check (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Staff remove files of their account's site" on storage.objects for delete to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Staff replace files of their account's site" on storage.objects for update to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text))) with check (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "the service sees and changes every object" on storage.objects for all to service_role using (true) with check (true);
-- anon may delete
-- anon may insert (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
-- anon may select
-- anon may update (bucket_id, name, owner, owner_id, metadata, user_metadata, version, updated_at, last_accessed_at)
-- authenticated may delete
-- authenticated may insert (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
-- authenticated may select
-- authenticated may update (bucket_id, name, owner, owner_id, metadata, user_metadata, version, updated_at, last_accessed_at)
CREATE TRIGGER discard_the_version_an_object_had AFTER UPDATE OF version ON storage.objects FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version) EXECUTE FUNCTION storage.discard_version();
CREATE TRIGGER discard_the_version_of_a_removed_object AFTER DELETE ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.discard_version();

-- Which rows changed, by primary key alone: what a subscriber may see of them is asked as that subscriber.
create table realtime.changes (
  id bigint not null generated as identity,
  transaction_id text not null,
  schema_name text not null,
  table_name text not null,
  operation text not null,
  key jsonb not null,
  old_key jsonb,
  committed_at timestamp with time zone not null default now(),
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_operation_check CHECK (operation = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text]))
);
CREATE INDEX changes_committed_at ON realtime.changes USING btree (committed_at);
CREATE INDEX changes_transaction_id ON realtime.changes USING btree (transaction_id, id);
create policy "the service reads and clears every change" on realtime.changes for all to service_role using (true);

-- What was sent from SQL; its policies say who may read and write a private channel.
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  inserted_at timestamp with time zone not null default now(),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_event_check CHECK (length(event) <= 255),
  constraint messages_extension_check CHECK (length(extension) <= 64),
  constraint messages_topic_check CHECK (length(topic) <= 512)
);
CREATE INDEX messages_inserted_at ON realtime.messages USING btree (inserted_at);
create policy "Members are present in their account's room" on realtime.messages for select to authenticated using ((realtime.topic() IN ( SELECT ('onlineUsers:'::text || a.a)
   FROM private.accounts_where('member'::text) a(a))));
create policy "Members track their presence" on realtime.messages for insert to authenticated with check (((extension = 'presence'::text) AND (realtime.topic() IN ( SELECT ('onlineUsers:'::text || a.a)
   FROM private.accounts_where('member'::text) a(a)))));
create policy "the service reads and writes every message" on realtime.messages for all to service_role using (true) with check (true);
-- anon may insert (topic, extension, payload, event, private)
-- anon may select
-- authenticated may insert (topic, extension, payload, event, private)
-- authenticated may select

create view public.member_cards as
 SELECT m.account_id,
    m.id,
    m.user_id,
    m.name,
    m.slug,
    m.avatar,
    m.bio,
    r.name AS role_name
   FROM members m
     JOIN roles r ON r.account_id = m.account_id AND r.role_id = m.role_id
  WHERE m.blocked_at IS NULL AND (m.is_public OR (m.account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where)));

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION auth.rotate_refresh_token(presented text, salt bytea, successor text)
 RETURNS TABLE(session_id uuid, user_id uuid, aal text, amr jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  s auth.sessions%rowtype;
begin
  select * into s from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = presented)
    for update;
  if s.id is null or s.not_after < now() or not exists (
    select from auth.users where id = s.user_id and deleted_at is null and (banned_until is null or banned_until < now())
  ) then
    return;
  end if;
  update auth.refresh_tokens set revoked = true, successor_salt = salt, updated_at = clock_timestamp()
    where token = presented and not revoked;
  if not found then
    return;
  end if;
  insert into auth.refresh_tokens (token, parent, user_id, session_id) values (successor, presented, s.user_id, s.id);
  update auth.sessions set refreshed_at = now(), updated_at = now() where id = s.id;
  delete from auth.refresh_tokens
    where session_id = s.id and revoked and updated_at < now() - interval '7 days';
  return query select s.id, s.user_id, s.aal::text, auth.session_methods(s.id);
end
$function$

CREATE OR REPLACE FUNCTION auth.session_methods(session uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('method', authentication_method,
    'timestamp', floor(extract(epoch from created_at))::bigint) order by created_at desc), '[]')
  from auth.mfa_amr_claims where session_id = session
$function$

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.accounts_where(capability text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.account_id
    from public.members m
    join public.accounts a on a.account_id = m.account_id and a.status = 'active'
    join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.user_id = auth.uid() and m.account_id = private.session_account() and m.blocked_at is null
     and case capability
       when 'member' then true
       when 'staff' then r.caps && '{manage_options,edit_posts}'::text[]
       else capability = any (r.caps) end
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.bucket_accounts(capability text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account::text from private.accounts_where(capability) account
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.enqueue(queue text, payload jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.outbox (queue, payload) values (queue, payload);
  select pg_notify('outbox', '');
$function$

CREATE OR REPLACE FUNCTION private.escape_html(plain text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace(replace(replace(replace(plain, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')
$function$

CREATE OR REPLACE FUNCTION private.follow_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.members set email = coalesce(new.email, '') where user_id = new.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.free_slug(account uuid, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text := left(coalesce(nullif(trim(both '-' from regexp_replace(lower(wanted), '[^a-z0-9]+', '-', 'g')), ''), 'member'), 60);
  candidate text := base;
begin
  while exists (select from public.members where account_id = account and slug = candidate) loop
    candidate := base || '-' || substr(md5(random()::text), 1, 6);
  end loop;
  return candidate;
end $function$

CREATE OR REPLACE FUNCTION private.furnish_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.buckets (id, name, public, file_size_limit) values
    (new.account_id::text, new.account_id::text, true, 52428800),
    (new.account_id || '-private', new.account_id || '-private', false, 536870912)
  on conflict (id) do nothing;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.furnish_options()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.options (account_id, key, value) values
    (new.account_id, 'settings', jsonb_build_object('sitetitle', initcap(replace(new.slug, '-', ' ')), 'onboard', true)),
    (new.account_id, 'menus', '{"header": [
        {"id": "home", "label": "Home", "item_url": "/", "item_type": "link", "children": []},
        {"id": "courses", "label": "Courses", "item_url": "/course", "item_type": "link", "children": []},
        {"id": "blog", "label": "Blog", "item_url": "/blog", "item_type": "link", "children": []},
        {"id": "about", "label": "About", "item_url": "/about", "item_type": "link", "children": []}], "mobile": []}')
  on conflict do nothing;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.furnish_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.roles (account_id, kind, name, caps) values
    (new.account_id, 'owner', 'Owner', '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'),
    (new.account_id, 'instructor', 'Instructor', '{create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'),
    (new.account_id, 'student', 'Student', '{}'),
    (new.account_id, 'parent', 'Parent', '{}');
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.guard_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_client boolean := current_setting('request.jwt.claims', true) is not null and auth.role() in ('anon', 'authenticated');
  owner uuid;
begin
  if not is_client then return coalesce(new, old); end if;
  select owner_id into owner from public.accounts where account_id = old.account_id;
  if tg_op = 'DELETE' then
    if old.user_id = owner then
      perform private.refuse('owner_stays', 'The owner of an account can''t be removed from it.');
    end if;
    return old;
  end if;
  if (new.role_id, new.blocked_at) is distinct from (old.role_id, old.blocked_at) then
    if old.account_id not in (select private.accounts_where('manage_options')) then
      perform private.refuse('forbidden', 'Only those who manage the account change roles or block members.');
    end if;
    if old.user_id = owner then
      perform private.refuse('owner_stays', 'The owner of an account keeps their role and can''t be blocked.');
    end if;
    if auth.uid() is distinct from owner and exists (
      select from public.roles r where r.account_id = old.account_id and r.role_id = new.role_id and r.kind = 'owner') then
      perform private.refuse('forbidden', 'Only the owner makes another owner.');
    end if;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.is_on_platform()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.accounts where account_id = private.session_account() and is_platform)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.is_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_on_platform() and exists (
    select from private.super_admins s join auth.users u on lower(u.email) = s.email where u.id = auth.uid())
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.join_on_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope uuid := nullif(current_setting('auth.scope', true), '')::uuid;
begin
  if exists (select from public.accounts where account_id = scope and not is_platform and status = 'active') then
    perform private.make_member(scope, new.id, 'student');
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.make_member(account uuid, person uuid, role_kind text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  u auth.users%rowtype;
  made uuid;
  display text;
begin
  select * into u from auth.users where id = person;
  display := left(coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(u.raw_user_meta_data ->> 'name', ''),
    split_part(u.email, '@', 1), 'Member'), 120);
  insert into public.members (account_id, user_id, role_id, name, slug, email)
  select account, person, r.role_id, display, private.free_slug(account, display), coalesce(u.email, '')
    from public.roles r where r.account_id = account and r.kind = role_kind
  on conflict (account_id, user_id) do nothing
  returning id into made;
  return made;
end $function$

CREATE OR REPLACE FUNCTION private.member_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from public.members
   where user_id = auth.uid() and blocked_at is null and account_id = private.session_account()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.member_of(account uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from public.members
   where account_id = account and user_id = auth.uid() and blocked_at is null and account_id = private.session_account()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.notify(account uuid, person uuid, message text, severity integer DEFAULT 2, link text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.account_notifications (account_id, user_id, message, severity, link)
  values (account, person, message, severity, link) returning id
$function$

CREATE OR REPLACE FUNCTION private.refuse(code text, message text, hint text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'P0001', message = message, detail = code, hint = coalesce(hint, '');
end $function$

CREATE OR REPLACE FUNCTION private.ring_bell()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Everyone of the account hears the room, so the room hears only for whom: the message itself is read under policies.
  perform realtime.send(jsonb_build_object('type', new.type, 'data', jsonb_build_object('user_id', new.user_id)),
    'notification', 'onlineUsers:' || new.account_id, true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.seat_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.owner_id is not null and not new.is_platform then
    if private.make_member(new.account_id, new.owner_id, 'owner') is null then
      update public.members m set role_id = r.role_id, blocked_at = null
        from public.roles r where r.account_id = new.account_id and r.kind = 'owner'
         and m.account_id = new.account_id and m.user_id = new.owner_id;
    end if;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.session_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account_id from private.session_accounts
  where session_id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.tell_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The columns that hold the id and, where there is one, the slug of the thing that changed.
  thing text := tg_argv[0];
  id_column text := coalesce(tg_argv[1], 'id');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_now jsonb := coalesce(new_row, old_row);
begin
  perform pg_notify('changes', jsonb_build_object(
    'thing', thing, 'account_id', row_now ->> 'account_id', 'id', row_now ->> id_column,
    'slugs', (select coalesce(jsonb_agg(distinct s), '[]') from unnest(array[old_row ->> 'slug', new_row ->> 'slug']) s where s is not null)
  )::text);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$ select pg_catalog.uuidv7() $function$

CREATE OR REPLACE FUNCTION public.bind_session(account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if auth.uid() is null or auth.jwt() ->> 'session_id' is null then
    perform private.refuse('not_authenticated', 'Sign in first.');
  end if;
  -- Once and for good: a session that is bound stays where it began.
  insert into private.session_accounts (session_id, account_id, user_id)
  select (auth.jwt() ->> 'session_id')::uuid, a.account_id, auth.uid()
    from public.accounts a where a.account_id = account_id
  on conflict (session_id) do nothing;
  return private.session_account() = account_id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.is_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_super_admin() $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.join_account(account_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if auth.uid() is null then
    perform private.refuse('not_authenticated', 'Sign in first.');
  end if;
  if private.session_account() is distinct from account_id
    or exists (select from public.accounts a where a.account_id = account_id and (a.is_platform or a.status <> 'active')) then
    perform private.refuse('forbidden', 'Join an account from its own site.');
  end if;
  perform private.make_member(account_id, auth.uid(), 'student');
  return private.member_of(account_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('operation', operation, 'schema', table_schema, 'table', table_name,
      'record', case when operation <> 'DELETE' then to_jsonb(new) end,
      'old_record', case when operation <> 'INSERT' then to_jsonb(old) end),
    event_name, topic_name, true);
end $function$

CREATE OR REPLACE FUNCTION realtime.plant_probes(topic text, broadcast_id uuid, presence_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into realtime.messages (id, topic, extension, private)
  values (broadcast_id, topic, 'broadcast', true), (presence_id, topic, 'presence', true)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  transaction_id text := pg_current_xact_id()::text;
begin
  insert into realtime.changes (transaction_id, schema_name, table_name, operation, key, old_key)
  values (transaction_id, tg_table_schema, tg_table_name, tg_op,
    (select jsonb_object_agg(name, coalesce(after, before) -> name) from unnest(tg_argv) as name),
    (select jsonb_object_agg(name, before -> name) from unnest(tg_argv) as name where before is not null));
  -- PostgreSQL sends equal notifications of one transaction once.
  perform pg_notify('realtime', 'c' || transaction_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  message_id uuid := gen_random_uuid();
  message jsonb;
begin
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
  message := jsonb_build_object('id', message_id, 'topic', topic, 'event', event, 'private', private, 'payload', payload);
  -- A notification holds 8000 bytes; a longer message is fetched by whoever hears its id.
  if octet_length(message::text) > 7900 then message := jsonb_build_object('id', message_id); end if;
  perform pg_notify('realtime', 'm' || message::text);
exception when others then
  -- As on hosted backends: what could not be told must not undo what it was about.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $function$

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('realtime.topic', true), '')
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.topic_rights(topic text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  broadcast_id uuid := gen_random_uuid();
  presence_id uuid := gen_random_uuid();
  rights jsonb := '{}';
begin
  perform set_config('realtime.topic', topic, true);
  begin
    perform realtime.plant_probes(topic, broadcast_id, presence_id);
    rights := jsonb_build_object(
      'readBroadcast', exists (select from realtime.messages where id = broadcast_id),
      'readPresence', exists (select from realtime.messages where id = presence_id),
      'writeBroadcast', false, 'writePresence', false);
    begin
      insert into realtime.messages (topic, extension, private) values (topic, 'broadcast', true);
      rights := rights || '{"writeBroadcast": true}';
    exception when insufficient_privilege then null;
    end;
    begin
      insert into realtime.messages (topic, extension, private) values (topic, 'presence', true);
      rights := rights || '{"writePresence": true}';
    exception when insufficient_privilege then null;
    end;
    -- Leaving by an exception undoes every row above; the answer is a variable and stays.
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    return rights;
  end;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.watch_tables()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  target record;
  watched integer := 0;
begin
  for target in
    select t.tgrelid::regclass::text as name from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'tell_subscribers_of_changes' and not t.tgisinternal
      and not exists (select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname)
  loop
    execute format('drop trigger tell_subscribers_of_changes on %s', target.name);
  end loop;
  for target in
    select format('%I.%I', n.nspname, c.relname) as name,
      string_agg(quote_literal(a.attname), ', ' order by k.place) as key,
      bool_or(exists (select from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'tell_subscribers_of_changes')) as is_watched
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname and n.nspname <> 'realtime'
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.pubname = 'supabase_realtime'
    group by n.nspname, c.relname
  loop
    watched := watched + 1;
    continue when target.is_watched;
    execute format('create trigger tell_subscribers_of_changes after insert or update or delete on %s
      for each row execute function realtime.record_change(%s)', target.name, target.key);
  end loop;
  return watched;
end $function$

CREATE OR REPLACE FUNCTION storage.discard_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.discarded (version) values (old.version) on conflict do nothing;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$function$
-- execute: anon, authenticated
