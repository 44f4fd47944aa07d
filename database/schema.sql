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
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  kind text not null default 'general'::text,
  seen_at timestamp with time zone,
  said jsonb,
  about uuid,
  constraint account_notifications_id_key UNIQUE (id),
  constraint account_notifications_pkey PRIMARY KEY (account_id, id),
  constraint account_notifications_about_fkey FOREIGN KEY (about) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint account_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_notifications_kind_check CHECK (length(kind) <= 40),
  constraint account_notifications_link_check CHECK (link ~ '^/'::text AND length(link) <= 500),
  constraint account_notifications_message_check CHECK (length(message) >= 1 AND length(message) <= 4000),
  constraint account_notifications_said_check CHECK (said IS NULL OR COALESCE(jsonb_typeof(said) = 'object'::text AND (said - '{key,values}'::text[]) = '{}'::jsonb AND (said ->> 'key'::text) ~ '^[a-z][A-Za-z.]{0,59}$'::text AND jsonb_typeof(said -> 'values'::text) = 'object'::text AND pg_column_size(said) <= 8192, false)),
  constraint account_notifications_severity_check CHECK (severity >= 1 AND severity <= 5),
  constraint account_notifications_type_check CHECK (type = ANY (ARRAY['chat'::text, 'other'::text]))
);
CREATE INDEX account_notifications_about_idx ON public.account_notifications USING btree (about) WHERE (about IS NOT NULL);
CREATE INDEX account_notifications_recipient_idx ON public.account_notifications USING btree (account_id, user_id, created_at DESC);
CREATE INDEX account_notifications_unread_idx ON public.account_notifications USING btree (user_id, account_id, created_at DESC) WHERE (NOT read);
create policy "People mark their own notifications" on account_notifications for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with)))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "People mark what the platform told them" on account_notifications for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_on_platform() AS is_on_platform) AND (account_id = ( SELECT private.session_account() AS session_account)))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "People read their own notifications" on account_notifications for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with))));
create policy "People read what the platform tells them" on account_notifications for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_on_platform() AS is_on_platform) AND (account_id = ( SELECT private.session_account() AS session_account))));
create policy "Who has signed in as somebody marks nothing of theirs" on account_notifications for update to authenticated using ((( SELECT private.actor() AS actor) IS NULL));
create policy "Who has signed in as somebody reads none of their messages" on account_notifications for select to authenticated using (((type <> 'chat'::text) OR (( SELECT private.actor() AS actor) IS NULL)));
-- authenticated may select (account_id, id, user_id, type, message, link, severity, read, created_at, updated_at, kind, seen_at, said, about)
-- authenticated may update (read)
CREATE TRIGGER account_notifications_plan AFTER INSERT ON account_notifications FOR EACH ROW WHEN (new.seen_at IS NULL) EXECUTE FUNCTION private.schedule_new_sends();
CREATE TRIGGER account_notifications_ring AFTER INSERT ON account_notifications FOR EACH ROW EXECUTE FUNCTION private.publish_notification();
CREATE TRIGGER account_notifications_seen BEFORE UPDATE OF read ON account_notifications FOR EACH ROW WHEN (new.read AND NOT old.read) EXECUTE FUNCTION private.mark_seen();
CREATE TRIGGER account_notifications_touch BEFORE UPDATE ON account_notifications FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER account_notifications_weigh BEFORE INSERT ON account_notifications FOR EACH ROW EXECUTE FUNCTION private.apply_preferences();

-- One tenant: its address, its owner, the features switched on.
create table public.accounts (
  account_id uuid not null default private.uuid_v7(),
  slug text not null,
  domain text,
  owner_id uuid,
  is_platform boolean not null default false,
  status text not null default 'active'::text,
  features text[] not null default '{lms}'::text[],
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  plan_id text default 'starter'::text,
  grace_plan_id text,
  grace_until timestamp with time zone,
  limit_overrides jsonb not null default '{}'::jsonb,
  addons text[] not null default '{}'::text[],
  allows_log_in_as boolean not null default true,
  suspended_at timestamp with time zone,
  suspended_by uuid,
  suspension text,
  held_features text[] not null default '{}'::text[],
  needs_second_step boolean not null default false,
  constraint accounts_domain_key UNIQUE (domain),
  constraint accounts_slug_key UNIQUE (slug),
  constraint accounts_pkey PRIMARY KEY (account_id),
  constraint accounts_grace_plan_id_fkey FOREIGN KEY (grace_plan_id) REFERENCES plans(id) ON DELETE SET NULL,
  constraint accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint accounts_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE RESTRICT,
  constraint accounts_addons_known CHECK (addons <@ '{certificates,zoom}'::text[]),
  constraint accounts_domain_check CHECK (domain ~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'::text),
  constraint accounts_features_check CHECK (features <@ '{lms,groups,appointments,single_session}'::text[]),
  constraint accounts_limit_overrides_size CHECK (jsonb_typeof(limit_overrides) = 'object'::text AND length(limit_overrides::text) <= 2000),
  constraint accounts_slug_check CHECK (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'::text),
  constraint accounts_slug_not_reserved CHECK (is_platform OR NOT private.is_reserved_slug(slug)),
  constraint accounts_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text])),
  constraint accounts_suspension_length CHECK (length(suspension) >= 10 AND length(suspension) <= 500)
);
CREATE INDEX accounts_grace_plan_id_idx ON public.accounts USING btree (grace_plan_id);
CREATE INDEX accounts_owner_id_idx ON public.accounts USING btree (owner_id);
CREATE INDEX accounts_plan_id_idx ON public.accounts USING btree (plan_id);
CREATE UNIQUE INDEX accounts_one_platform_idx ON public.accounts USING btree (is_platform) WHERE is_platform;
create policy "Members see their own account" on accounts for select to authenticated using ((account_id = ( SELECT private.account_with('member'::text) AS account_with)));
create policy "Owners see their accounts from the platform's host" on accounts for select to authenticated using (((owner_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_on_platform() AS is_on_platform)));
create policy "Those who run the platform see every account" on accounts for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- authenticated may select (account_id, slug, domain, owner_id, is_platform, status, features, created_at, updated_at, plan_id, grace_plan_id, grace_until, limit_overrides, addons, allows_log_in_as, suspended_at, suspended_by, suspension, held_features, needs_second_step)
CREATE TRIGGER accounts_begin_trial AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.begin_trial();
CREATE TRIGGER accounts_furnish_buckets AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.seed_buckets();
CREATE TRIGGER accounts_furnish_options AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.create_default_options();
CREATE TRIGGER accounts_furnish_pages AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.seed_pages();
CREATE TRIGGER accounts_furnish_roles AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION private.create_default_roles();
CREATE TRIGGER accounts_hold_features BEFORE INSERT OR UPDATE OF features, plan_id, is_platform, held_features ON accounts FOR EACH ROW EXECUTE FUNCTION private.update_held_features();
CREATE TRIGGER accounts_seat_owner AFTER INSERT OR UPDATE OF owner_id ON accounts FOR EACH ROW EXECUTE FUNCTION private.make_owner_member();
CREATE TRIGGER accounts_tell AFTER INSERT OR DELETE OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION private.notify_change('accounts', 'account_id');
CREATE TRIGGER accounts_touch BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A program that may act for an account, as far as its scopes go. The key itself is kept nowhere.
create table public.api_keys (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  name text not null,
  prefix text not null,
  scopes text[] not null,
  created_by uuid,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint api_keys_id_key UNIQUE (id),
  constraint api_keys_pkey PRIMARY KEY (account_id, id),
  constraint api_keys_account_id_created_by_fkey FOREIGN KEY (account_id, created_by) REFERENCES members(account_id, id) ON DELETE SET NULL (created_by),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint api_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint api_keys_prefix_check CHECK (prefix ~ '^stoa_[0-9a-f]{8}$'::text),
  constraint api_keys_scopes_check CHECK (cardinality(scopes) >= 1 AND private.is_short_list(scopes, 20, 40))
);
CREATE INDEX api_keys_created_by_idx ON public.api_keys USING btree (account_id, created_by);
CREATE INDEX api_keys_newest_idx ON public.api_keys USING btree (account_id, created_at DESC);
create policy "Managers see the keys of their account" on api_keys for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, name, prefix, scopes, created_by, last_used_at, expires_at, revoked_at, created_at, updated_at)
CREATE TRIGGER api_keys_touch BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- An answer as it was last given; what it is worth is told by attempt_result alone. The question is one of the attempt's paper.
create table public.attempt_answers (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  member_id uuid not null,
  attempt_id uuid not null,
  question_id uuid not null,
  answer jsonb not null,
  revision integer not null default 1,
  saved_at timestamp with time zone not null default private.clock_now(),
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint attempt_answers_account_id_attempt_id_question_id_key UNIQUE (account_id, attempt_id, question_id),
  constraint attempt_answers_pkey PRIMARY KEY (account_id, id),
  constraint attempt_answers_account_id_attempt_id_fkey FOREIGN KEY (account_id, attempt_id) REFERENCES attempts(account_id, id) ON DELETE CASCADE,
  constraint attempt_answers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint attempt_answers_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint attempt_answers_answer_check CHECK (pg_column_size(answer) <= 4000),
  constraint attempt_answers_revision_check CHECK (revision > 0)
);
CREATE INDEX attempt_answers_member_idx ON public.attempt_answers USING btree (account_id, member_id);
create policy "Authors see the answers to their quizzes" on attempt_answers for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Managers see every answer" on attempt_answers for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Students see their own answers" on attempt_answers for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Those who grade see the answers in their courses" on attempt_answers for select to authenticated using ((course_id IN ( SELECT private.courses_where('manage_submissions'::text) AS courses_where)));
-- authenticated may select (account_id, id, course_id, member_id, attempt_id, question_id, answer, revision, saved_at, created_at, updated_at)
CREATE TRIGGER attempt_answers_touch BEFORE UPDATE ON attempt_answers FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- One try of a member at a quiz: when it began and ends, what it came to.
create table public.attempts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  member_id uuid not null,
  number smallint not null,
  is_trial boolean not null default false,
  started_at timestamp with time zone not null default private.clock_now(),
  due_at timestamp with time zone,
  submitted_at timestamp with time zone,
  pass_mark smallint not null,
  points integer not null,
  score numeric(8,2),
  passed boolean,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint attempts_account_id_quiz_id_member_id_number_key UNIQUE (account_id, quiz_id, member_id, number),
  constraint attempts_id_key UNIQUE (id),
  constraint attempts_pkey PRIMARY KEY (account_id, id),
  constraint attempts_account_id_course_id_quiz_id_fkey FOREIGN KEY (account_id, course_id, quiz_id) REFERENCES quizzes(account_id, course_id, id) ON DELETE CASCADE,
  constraint attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint attempts_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint attempts_check CHECK (due_at > started_at),
  constraint attempts_check1 CHECK (score >= 0::numeric AND score <= points::numeric),
  constraint attempts_check2 CHECK ((submitted_at IS NULL) = (score IS NULL) AND (score IS NULL) = (passed IS NULL)),
  constraint attempts_number_check CHECK (number >= 1 AND number <= 500),
  constraint attempts_pass_mark_check CHECK (pass_mark >= 0 AND pass_mark <= 100),
  constraint attempts_points_check CHECK (points >= 0 AND points <= 20000)
);
CREATE INDEX attempts_due_idx ON public.attempts USING btree (due_at) WHERE (submitted_at IS NULL);
CREATE INDEX attempts_member_idx ON public.attempts USING btree (account_id, member_id, started_at DESC);
CREATE INDEX attempts_quiz_idx ON public.attempts USING btree (account_id, course_id, quiz_id, started_at DESC);
CREATE UNIQUE INDEX attempts_one_open_idx ON public.attempts USING btree (account_id, quiz_id, member_id) WHERE (submitted_at IS NULL);
create policy "Authors see the attempts at their quizzes" on attempts for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Managers see every attempt" on attempts for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Parents see their children's attempts" on attempts for select to authenticated using ((member_id IN ( SELECT private.child_ids() AS child_ids)));
create policy "Students see their own attempts" on attempts for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Those who grade see the attempts in their courses" on attempts for select to authenticated using ((course_id IN ( SELECT private.courses_where('manage_submissions'::text) AS courses_where)));
-- authenticated may select (account_id, id, course_id, quiz_id, member_id, number, is_trial, started_at, due_at, submitted_at, pass_mark, points, score, passed, created_at, updated_at)
CREATE TRIGGER attempts_emit AFTER UPDATE OF submitted_at ON attempts FOR EACH ROW EXECUTE FUNCTION private.emit_attempt_event();
CREATE TRIGGER attempts_feature BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION private.guard_feature('lms');
CREATE TRIGGER attempts_touch BEFORE UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who did what that others should be able to look up: written once, changed never. Ids have no keys to people, for an entry outlives them.
create table public.audit_entries (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  actor_id uuid,
  as_user_id uuid,
  act text not null,
  target_kind text,
  target_id uuid,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint audit_entries_pkey PRIMARY KEY (account_id, id),
  constraint audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint audit_entries_act_check CHECK (act ~ '^[a-z]+(\.[a-z_]+)+$'::text AND length(act) <= 60),
  constraint audit_entries_details_check CHECK (jsonb_typeof(details) = 'object'::text AND pg_column_size(details) <= 4096),
  constraint audit_entries_target_kind_check CHECK (length(target_kind) <= 40)
);
CREATE INDEX audit_entries_act_idx ON public.audit_entries USING btree (account_id, act, created_at DESC);
CREATE INDEX audit_entries_actor_idx ON public.audit_entries USING btree (account_id, actor_id, created_at DESC);
CREATE INDEX audit_entries_newest_idx ON public.audit_entries USING btree (account_id, created_at DESC, id DESC);
create policy "Managers read the log of their account" on audit_entries for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Those who run the platform read every log" on audit_entries for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- authenticated may select (account_id, id, actor_id, as_user_id, act, target_kind, target_id, details, created_at)
CREATE TRIGGER audit_entries_keep BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION private.guard_audit_log();
CREATE TRIGGER audit_entries_keep_all BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION private.guard_audit_log();

-- An answer those who answer give often; {{name}}, {{number}} and {{site}} are filled in.
create table public.canned_replies (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  title text not null,
  body text not null,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint canned_replies_account_id_title_key UNIQUE (account_id, title),
  constraint canned_replies_pkey PRIMARY KEY (account_id, id),
  constraint canned_replies_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint canned_replies_body_check CHECK (length(body) >= 1 AND length(body) <= 10000),
  constraint canned_replies_title_check CHECK (length(title) >= 1 AND length(title) <= 100)
);
create policy "Those who answer change replies kept ready" on canned_replies for update to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account))) with check ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer keep replies ready" on canned_replies for insert to authenticated with check ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer remove replies kept ready" on canned_replies for delete to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer see the replies kept ready" on canned_replies for select to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
-- authenticated may delete
-- authenticated may insert (account_id, title, body)
-- authenticated may select (account_id, id, title, body, created_at, updated_at)
-- authenticated may update (title, body)
CREATE TRIGGER canned_replies_touch BEFORE UPDATE ON canned_replies FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The proof of a consent: what was read, when, where, from which address (as a hash), and how it ended. Nobody changes it.
create table public.contact_consents (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  contact_id uuid not null,
  kind text not null,
  words text not null default ''::text,
  source text not null default ''::text,
  address_hash text not null default ''::text,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint contact_consents_id_key UNIQUE (id),
  constraint contact_consents_pkey PRIMARY KEY (account_id, id),
  constraint contact_consents_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id) ON DELETE CASCADE,
  constraint contact_consents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint contact_consents_address_hash_check CHECK (length(address_hash) <= 64),
  constraint contact_consents_kind_check CHECK (kind = ANY (ARRAY['asked'::text, 'confirmed'::text, 'withdrawn'::text, 'bounced'::text])),
  constraint contact_consents_source_check CHECK (length(source) <= 200),
  constraint contact_consents_words_check CHECK (length(words) <= 2000)
);
CREATE INDEX contact_consents_contact_idx ON public.contact_consents USING btree (account_id, contact_id, created_at DESC);
create policy "Managers see who consented to what" on contact_consents for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, contact_id, kind, words, source, address_hash, created_at)

-- Somebody who wrote or wants to be written to, member or not; state says whether the newsletter may be sent. asked_at: the last mail that asked to confirm.
create table public.contacts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  email text not null,
  name text not null default ''::text,
  tags text[] not null default '{}'::text[],
  state text not null default 'none'::text,
  locale text not null default 'en'::text,
  asked_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  search_text text generated always as (private.folded(ltrim(((name || ' '::text) || email)))) stored,
  constraint contacts_id_key UNIQUE (id),
  constraint contacts_one_an_address UNIQUE (account_id, email),
  constraint contacts_pkey PRIMARY KEY (account_id, id),
  constraint contacts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint contacts_email_check CHECK (length(email) >= 3 AND length(email) <= 320 AND email = lower(email) AND email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'::text),
  constraint contacts_locale_check CHECK (length(locale) >= 2 AND length(locale) <= 35),
  constraint contacts_name_check CHECK (length(name) <= 200),
  constraint contacts_state_check CHECK (state = ANY (ARRAY['none'::text, 'pending'::text, 'subscribed'::text, 'unsubscribed'::text, 'bounced'::text])),
  constraint contacts_tags_check CHECK (cardinality(tags) <= 50 AND octet_length(tags::text) <= 4000)
);
CREATE INDEX contacts_by_name_idx ON public.contacts USING btree (account_id, search_text, id);
CREATE INDEX contacts_newest_idx ON public.contacts USING btree (account_id, created_at DESC);
CREATE INDEX contacts_part_of_name_idx ON public.contacts USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX contacts_state_idx ON public.contacts USING btree (account_id, state);
CREATE INDEX contacts_tags_idx ON public.contacts USING gin (tags);
create policy "Managers add contacts" on contacts for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change contacts" on contacts for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers forget contacts" on contacts for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see the contacts of their account" on contacts for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may delete
-- authenticated may insert (account_id, email, name, tags)
-- authenticated may select (account_id, id, email, name, tags, state, locale, asked_at, created_at, updated_at, search_text)
-- authenticated may update (name, tags, state)
CREATE TRIGGER contacts_guard BEFORE UPDATE ON contacts FOR EACH ROW WHEN (new.state IS DISTINCT FROM old.state AND (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.guard_contact_state();
CREATE TRIGGER contacts_note_end AFTER UPDATE ON contacts FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (new.state = ANY (ARRAY['unsubscribed'::text, 'bounced'::text])) AND (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.record_ended_consent();
CREATE TRIGGER contacts_touch BEFORE UPDATE ON contacts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A use of a coupon by an order; gone again when the order is cancelled or refunded.
create table public.coupon_redemptions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  coupon_id uuid not null,
  order_id uuid not null,
  user_id uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint coupon_redemptions_account_id_order_id_key UNIQUE (account_id, order_id),
  constraint coupon_redemptions_id_key UNIQUE (id),
  constraint coupon_redemptions_pkey PRIMARY KEY (account_id, id),
  constraint coupon_redemptions_account_id_coupon_id_fkey FOREIGN KEY (account_id, coupon_id) REFERENCES coupons(account_id, id) ON DELETE CASCADE,
  constraint coupon_redemptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint coupon_redemptions_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id) ON DELETE CASCADE,
  constraint coupon_redemptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX coupon_redemptions_coupon_id_idx ON public.coupon_redemptions USING btree (account_id, coupon_id, user_id);
CREATE INDEX coupon_redemptions_user_id_idx ON public.coupon_redemptions USING btree (user_id);
create policy "Managers see who used a coupon" on coupon_redemptions for select to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- authenticated may select (account_id, id, coupon_id, order_id, user_id, created_at)

-- A reduction by name: percent, or a sum in whole units of the currency. A limit of 0 is none.
create table public.coupons (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  name text not null,
  usage_limit integer not null default 0,
  usage_count integer not null default 0,
  date_start timestamp with time zone,
  date_end timestamp with time zone,
  per_user_limit integer not null default 0,
  discount_type text not null,
  coupon_amount numeric not null,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  search_text text generated always as (private.folded(name)) stored,
  product_ids uuid[] not null default '{}'::uuid[],
  constraint coupons_account_id_name_key UNIQUE (account_id, name),
  constraint coupons_id_key UNIQUE (id),
  constraint coupons_pkey PRIMARY KEY (account_id, id),
  constraint coupons_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint coupons_coupon_amount_check CHECK (coupon_amount >= 0::numeric AND coupon_amount <= 1000000000::numeric AND scale(coupon_amount) <= 3),
  constraint coupons_discount_type_check CHECK (discount_type = ANY (ARRAY['flat'::text, 'percentage'::text])),
  constraint coupons_end_after_start CHECK (date_end > date_start),
  constraint coupons_name_check CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'::text),
  constraint coupons_per_user_limit_check CHECK (per_user_limit >= 0 AND per_user_limit <= 1000000),
  constraint coupons_percentage_of_a_hundred CHECK (discount_type <> 'percentage'::text OR coupon_amount <= 100::numeric AND scale(coupon_amount) <= 2),
  constraint coupons_product_ids_check CHECK (cardinality(product_ids) <= 100 AND array_position(product_ids, NULL::uuid) IS NULL),
  constraint coupons_usage_count_check CHECK (usage_count >= 0),
  constraint coupons_usage_limit_check CHECK (usage_limit >= 0 AND usage_limit <= 10000000)
);
CREATE INDEX coupons_newest_idx ON public.coupons USING btree (account_id, created_at DESC);
CREATE UNIQUE INDEX coupons_name_whatever_case_idx ON public.coupons USING btree (account_id, upper(name));
create policy "A shopper finds a coupon by its name" on coupons for select to anon, authenticated using (((name = ( SELECT private.query_filter('name'::text) AS query_filter)) AND ((account_id)::text = ( SELECT lower(private.query_filter('account_id'::text)) AS lower))));
create policy "A shopper names a coupon by header on a hosted backend" on coupons for select to anon, authenticated using ((name = ( SELECT private.coupon_name_header() AS coupon_name_header)));
create policy "Keys add coupons" on coupons for insert to authenticated with check ((account_id = ( SELECT private.key_account('coupons:write'::text) AS key_account)));
create policy "Keys read coupons" on coupons for select to authenticated using ((account_id IN ( SELECT private.key_account('coupons:read'::text) AS key_account
UNION ALL
 SELECT private.key_account('coupons:write'::text) AS key_account)));
create policy "Keys remove coupons" on coupons for delete to authenticated using ((account_id = ( SELECT private.key_account('coupons:write'::text) AS key_account)));
create policy "Managers add coupons" on coupons for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers change coupons" on coupons for update to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers remove coupons" on coupons for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers see every coupon of their account" on coupons for select to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- anon may select (account_id, id, name, usage_limit, usage_count, date_start, date_end, per_user_limit, discount_type, coupon_amount, created_at, updated_at, search_text, product_ids)
-- authenticated may delete
-- authenticated may insert (account_id, name, usage_limit, date_start, date_end, per_user_limit, discount_type, coupon_amount, product_ids)
-- authenticated may select (account_id, id, name, usage_limit, usage_count, date_start, date_end, per_user_limit, discount_type, coupon_amount, created_at, updated_at, search_text, product_ids)
-- authenticated may update (name, usage_limit, date_start, date_end, per_user_limit, discount_type, coupon_amount, product_ids)
CREATE TRIGGER coupons_touch BEFORE UPDATE ON coupons FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The shelves of an account's catalogue.
create table public.course_categories (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  name text not null,
  slug text not null,
  description text not null default ''::text,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint course_categories_account_id_slug_key UNIQUE (account_id, slug),
  constraint course_categories_id_key UNIQUE (id),
  constraint course_categories_pkey PRIMARY KEY (account_id, id),
  constraint course_categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint course_categories_description_check CHECK (length(description) <= 500),
  constraint course_categories_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint course_categories_slug_check CHECK (length(slug) <= 80 AND private.is_slug(slug))
);
CREATE INDEX course_categories_position_idx ON public.course_categories USING btree (account_id, "position", id);
create policy "Everyone reads the categories of a catalogue" on course_categories for select to anon, authenticated using (true);
create policy "Managers add categories" on course_categories for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change categories" on course_categories for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove categories" on course_categories for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- anon may select (account_id, id, name, slug, description, position, created_at, updated_at)
-- authenticated may delete
-- authenticated may insert (account_id, name, slug, description, position)
-- authenticated may select (account_id, id, name, slug, description, position, created_at, updated_at)
-- authenticated may update (name, slug, description, position)
CREATE TRIGGER course_categories_note_move AFTER UPDATE OF slug ON course_categories FOR EACH ROW WHEN (old.slug <> new.slug) EXECUTE FUNCTION private.redirect_moved_course('/course/category/');
CREATE TRIGGER course_categories_tell AFTER INSERT OR DELETE OR UPDATE ON course_categories FOR EACH ROW EXECUTE FUNCTION private.notify_change('course_categories');
CREATE TRIGGER course_categories_touch BEFORE UPDATE ON course_categories FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who teaches a course beside its owner: whoever the owner or a manager invited.
create table public.course_instructors (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint course_instructors_account_id_course_id_member_id_key UNIQUE (account_id, course_id, member_id),
  constraint course_instructors_id_key UNIQUE (id),
  constraint course_instructors_pkey PRIMARY KEY (account_id, id),
  constraint course_instructors_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint course_instructors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint course_instructors_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX course_instructors_member_idx ON public.course_instructors USING btree (account_id, member_id, course_id);
create policy "Instructors are there where the plan and the account have lms" on course_instructors for all to authenticated using (private.has_feature(account_id, 'lms'::text));
create policy "Instructors see the courses they are invited to" on course_instructors for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Who may change a course sees who teaches it" on course_instructors for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
-- authenticated may select (account_id, id, course_id, member_id, created_at)

-- What is taught: its landing page, who wrote it, who may see it and how one gets in.
create table public.courses (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  title text not null,
  slug text not null,
  summary text not null default ''::text,
  description text not null default ''::text,
  featured_image jsonb,
  trailer_url text,
  outcomes jsonb not null default '[]'::jsonb,
  level text not null default 'all'::text,
  language text not null default 'en'::text,
  status text not null default 'draft'::text,
  visibility text not null default 'public'::text,
  access text not null default 'free'::text,
  category_id uuid,
  author_id uuid,
  lesson_count integer not null default 0,
  duration_seconds integer not null default 0,
  outline_version integer not null default 0,
  sort integer not null default 0,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  search_text text generated always as (private.folded(title)) stored,
  constraint courses_account_id_slug_key UNIQUE (account_id, slug),
  constraint courses_id_key UNIQUE (id),
  constraint courses_pkey PRIMARY KEY (account_id, id),
  constraint courses_account_id_author_id_fkey FOREIGN KEY (account_id, author_id) REFERENCES members(account_id, id) ON DELETE SET NULL (author_id),
  constraint courses_account_id_category_id_fkey FOREIGN KEY (account_id, category_id) REFERENCES course_categories(account_id, id) ON DELETE SET NULL (category_id),
  constraint courses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint courses_access_check CHECK (access = ANY (ARRAY['free'::text, 'paid'::text, 'members'::text])),
  constraint courses_description_check CHECK (length(description) <= 50000 AND private.is_plain_markup(description)),
  constraint courses_duration_seconds_check CHECK (duration_seconds >= 0),
  constraint courses_featured_image_check CHECK (jsonb_typeof(featured_image) = 'object'::text AND pg_column_size(featured_image) <= 2000 AND (featured_image ->> 'image'::text) ~ '^(/[^/\\]|https://)'::text AND length(COALESCE(featured_image ->> 'alt'::text, ''::text)) <= 300),
  constraint courses_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint courses_lesson_count_check CHECK (lesson_count >= 0),
  constraint courses_level_check CHECK (level = ANY (ARRAY['all'::text, 'beginner'::text, 'intermediate'::text, 'advanced'::text])),
  constraint courses_outcomes_check CHECK (jsonb_typeof(outcomes) = 'array'::text AND jsonb_array_length(outcomes) <= 12 AND pg_column_size(outcomes) <= 8000),
  constraint courses_slug_check CHECK (length(slug) <= 120 AND private.is_slug(slug)),
  constraint courses_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint courses_summary_check CHECK (length(summary) <= 400),
  constraint courses_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint courses_trailer_url_check CHECK (trailer_url ~ '^(/[^/\\]|https://)'::text AND length(trailer_url) <= 500),
  constraint courses_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'members'::text]))
);
CREATE INDEX courses_author_idx ON public.courses USING btree (account_id, author_id);
CREATE INDEX courses_catalogue_idx ON public.courses USING btree (account_id, status, sort, published_at DESC);
CREATE INDEX courses_category_idx ON public.courses USING btree (account_id, category_id);
CREATE INDEX courses_folded_title_idx ON public.courses USING gin (to_tsvector('simple'::regconfig, search_text));
CREATE INDEX courses_title_search_idx ON public.courses USING gin (to_tsvector('simple'::regconfig, title));
create policy "Authors and managers change courses" on courses for update to authenticated using ((id IN ( SELECT private.editable_courses() AS editable_courses))) with check ((id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Authors and managers delete courses" on courses for delete to authenticated using ((id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Authors and managers see every course they may change" on courses for select to authenticated using ((id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Courses are there where the plan and the account have lms" on courses for all to anon, authenticated using (private.has_feature(account_id, 'lms'::text));
create policy "Keys read courses" on courses for select to authenticated using ((account_id = ( SELECT private.key_account('courses:read'::text) AS key_account)));
create policy "Members see what is published for members" on courses for select to authenticated using (((status = 'published'::text) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with))));
create policy "People see the courses they or their children are in" on courses for select to authenticated using ((id IN ( SELECT private.followed_courses() AS followed_courses)));
create policy "Visitors and members see published courses" on courses for select to anon, authenticated using (((status = 'published'::text) AND (visibility = 'public'::text)));
-- anon may select (account_id, id, title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access, category_id, author_id, lesson_count, duration_seconds, outline_version, sort, published_at, created_at, updated_at, search_text)
-- authenticated may delete
-- authenticated may select (account_id, id, title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access, category_id, author_id, lesson_count, duration_seconds, outline_version, sort, published_at, created_at, updated_at, search_text)
-- authenticated may update (title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access, category_id, sort)
CREATE TRIGGER courses_feature BEFORE INSERT ON courses FOR EACH ROW EXECUTE FUNCTION private.guard_feature('lms');
CREATE TRIGGER courses_guard BEFORE DELETE OR UPDATE OF status ON courses FOR EACH ROW EXECUTE FUNCTION private.guard_course();
CREATE TRIGGER courses_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, summary, description, outcomes, featured_image, language, status ON courses FOR EACH ROW EXECUTE FUNCTION private.index_record('course_search_rows');
CREATE TRIGGER courses_index_lessons AFTER UPDATE OF language, status ON courses FOR EACH ROW WHEN (old.language IS DISTINCT FROM new.language OR old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.index_lessons_of_course();
CREATE TRIGGER courses_meter AFTER INSERT OR DELETE ON courses FOR EACH ROW EXECUTE FUNCTION private.meter_rows('courses');
CREATE TRIGGER courses_note_move AFTER UPDATE OF slug ON courses FOR EACH ROW WHEN (old.slug <> new.slug AND (old.status = 'published'::text OR old.published_at IS NOT NULL)) EXECUTE FUNCTION private.redirect_moved_course('/course/');
CREATE TRIGGER courses_open_to_holders AFTER INSERT OR UPDATE OF status, access ON courses FOR EACH ROW EXECUTE FUNCTION private.grant_members_course();
CREATE TRIGGER courses_tell AFTER UPDATE ON courses FOR EACH ROW WHEN ((old.status = 'published'::text OR new.status = 'published'::text) AND (to_jsonb(old.*) - 'updated_at'::text - 'outline_version'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'updated_at'::text - 'outline_version'::text)) EXECUTE FUNCTION private.notify_change('courses');
CREATE TRIGGER courses_tell_gone AFTER DELETE ON courses FOR EACH ROW WHEN (old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('courses');
CREATE TRIGGER courses_tell_new AFTER INSERT ON courses FOR EACH ROW WHEN (new.status = 'published'::text) EXECUTE FUNCTION private.notify_change('courses');
CREATE TRIGGER courses_touch BEFORE UPDATE ON courses FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What is being written of a page of the documentation, and no reader may see.
create table public.doc_drafts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  doc_id uuid not null,
  title text not null,
  summary text not null default ''::text,
  content text not null default ''::text,
  version integer not null default 1,
  updated_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  publish_at timestamp with time zone,
  constraint doc_drafts_account_id_doc_id_key UNIQUE (account_id, doc_id),
  constraint doc_drafts_pkey PRIMARY KEY (account_id, id),
  constraint doc_drafts_account_id_doc_id_fkey FOREIGN KEY (account_id, doc_id) REFERENCES docs(account_id, id) ON DELETE CASCADE,
  constraint doc_drafts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint doc_drafts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint doc_drafts_content_check CHECK (length(content) <= 200000),
  constraint doc_drafts_summary_check CHECK (length(summary) <= 400),
  constraint doc_drafts_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint doc_drafts_version_check CHECK (version > 0)
);
CREATE INDEX doc_drafts_due_idx ON public.doc_drafts USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX doc_drafts_updated_by_idx ON public.doc_drafts USING btree (updated_by);
create policy "Managers read what is being written of documentation" on doc_drafts for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers write documentation" on doc_drafts for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, doc_id, title, summary, content, version, updated_by, created_at, updated_at, publish_at)
-- authenticated may update (title, summary, content)
CREATE TRIGGER doc_drafts_keep_version AFTER UPDATE ON doc_drafts FOR EACH ROW EXECUTE FUNCTION private.keep_version('doc');
CREATE TRIGGER doc_drafts_sign BEFORE UPDATE OF title, summary, content ON doc_drafts FOR EACH ROW EXECUTE FUNCTION private.sign_draft();
CREATE TRIGGER doc_drafts_touch BEFORE UPDATE ON doc_drafts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Documentation: pages in a tree, in an order of their own.
create table public.docs (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  parent_id uuid,
  "position" integer not null default 0,
  title text not null,
  slug text not null,
  summary text not null default ''::text,
  content text not null default ''::text,
  status text not null default 'draft'::text,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  search_text text generated always as (private.folded(title)) stored,
  constraint docs_account_id_slug_key UNIQUE (account_id, slug),
  constraint docs_id_key UNIQUE (id),
  constraint docs_pkey PRIMARY KEY (account_id, id),
  constraint docs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint docs_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES docs(account_id, id) ON DELETE SET NULL (parent_id),
  constraint docs_check CHECK (parent_id <> id),
  constraint docs_content_check CHECK (length(content) <= 200000),
  constraint docs_position_check CHECK ("position" >= 0 AND "position" <= 9999),
  constraint docs_slug_check CHECK (length(slug) <= 120 AND private.is_slug(slug)),
  constraint docs_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text])),
  constraint docs_summary_check CHECK (length(summary) <= 400),
  constraint docs_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX docs_parent_id_idx ON public.docs USING btree (account_id, parent_id, "position");
create policy "Everyone reads published documentation" on docs for select to anon, authenticated using ((status = 'published'::text));
create policy "Managers add documentation" on docs for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change the address of documentation" on docs for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers read all documentation of their account" on docs for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove documentation" on docs for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- anon may select (account_id, id, parent_id, position, title, slug, summary, content, status, created_at, updated_at, search_text)
-- authenticated may delete
-- authenticated may insert (account_id, parent_id, position, title, slug)
-- authenticated may select (account_id, id, parent_id, position, title, slug, summary, content, status, created_at, updated_at, search_text)
-- authenticated may update (slug)
CREATE TRIGGER docs_begin_draft AFTER INSERT ON docs FOR EACH ROW EXECUTE FUNCTION private.begin_draft('doc');
CREATE TRIGGER docs_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, summary, content, status ON docs FOR EACH ROW EXECUTE FUNCTION private.index_record('doc_search_rows');
CREATE TRIGGER docs_limit BEFORE INSERT ON docs FOR EACH ROW EXECUTE FUNCTION private.limit_docs();
CREATE TRIGGER docs_move_to_trash BEFORE DELETE ON docs FOR EACH ROW EXECUTE FUNCTION private.move_to_trash('doc');
CREATE TRIGGER docs_note_move AFTER UPDATE OF slug ON docs FOR EACH ROW WHEN (old.slug <> new.slug AND old.status = 'published'::text) EXECUTE FUNCTION private.redirect_doc_slug();
CREATE TRIGGER docs_tell_delete AFTER DELETE ON docs FOR EACH ROW WHEN (old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('docs');
CREATE TRIGGER docs_tell_insert AFTER INSERT ON docs FOR EACH ROW WHEN (new.status = 'published'::text) EXECUTE FUNCTION private.notify_change('docs');
CREATE TRIGGER docs_tell_update AFTER UPDATE ON docs FOR EACH ROW WHEN (new.status = 'published'::text OR old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('docs');
CREATE TRIGGER docs_touch BEFORE UPDATE OF title, slug, summary, content, status ON docs FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A domain somebody says is theirs, and how far it is proved. Many may claim one; only one holds it.
create table public.domain_claims (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  domain text not null,
  token text not null default encode(sha256(uuid_send(gen_random_uuid())), 'hex'::text),
  state text not null default 'pending'::text,
  problem text,
  detail text not null default ''::text,
  records jsonb not null default '[]'::jsonb,
  failures integer not null default 0,
  asked_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone default now(),
  certificate_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint domain_claims_account_id_domain_key UNIQUE (account_id, domain),
  constraint domain_claims_id_key UNIQUE (id),
  constraint domain_claims_pkey PRIMARY KEY (account_id, id),
  constraint domain_claims_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint domain_claims_detail_check CHECK (length(detail) <= 500),
  constraint domain_claims_domain_check CHECK (length(domain) <= 253 AND domain ~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'::text),
  constraint domain_claims_failures_check CHECK (failures >= 0 AND failures <= 1000),
  constraint domain_claims_problem_check CHECK (problem = ANY (ARRAY['records'::text, 'taken'::text, 'reclaimed'::text, 'certificate'::text, 'https'::text, 'given_up'::text])),
  constraint domain_claims_records_check CHECK (jsonb_typeof(records) = 'array'::text AND pg_column_size(records) <= 8192),
  constraint domain_claims_state_check CHECK (state = ANY (ARRAY['pending'::text, 'dns_ok'::text, 'certificate_ok'::text, 'live'::text])),
  constraint domain_claims_token_check CHECK (token ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX domain_claims_domain_idx ON public.domain_claims USING btree (domain);
CREATE INDEX domain_claims_next_check_idx ON public.domain_claims USING btree (next_check_at);
CREATE UNIQUE INDEX domain_claims_held_idx ON public.domain_claims USING btree (domain) WHERE (state <> 'pending'::text);
create policy "Managers see the domains of the site" on domain_claims for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Owners see the domains of their accounts from the platform's ho" on domain_claims for select to authenticated using ((account_id IN ( SELECT private.owned_accounts() AS owned_accounts)));
-- authenticated may select (account_id, id, domain, token, state, problem, detail, records, asked_at, checked_at, next_check_at, certificate_until, created_at, updated_at)
CREATE TRIGGER domain_claims_guard_acting BEFORE INSERT ON domain_claims FOR EACH ROW EXECUTE FUNCTION private.guard_impersonation();
CREATE TRIGGER domain_claims_name_site AFTER DELETE OR UPDATE OF state ON domain_claims FOR EACH ROW EXECUTE FUNCTION private.update_site_domain();
CREATE TRIGGER domain_claims_tell AFTER INSERT OR DELETE OR UPDATE ON domain_claims FOR EACH ROW EXECUTE FUNCTION private.notify_change('domain_claims');
CREATE TRIGGER domain_claims_touch BEFORE UPDATE ON domain_claims FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who learns what, by which right, until when. One row a member and course, kept when it ends.
create table public.enrolments (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  course_id uuid not null,
  source text not null default 'free'::text,
  status text not null default 'active'::text,
  starts_at timestamp with time zone not null default private.clock_now(),
  expires_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint enrolments_account_id_member_id_course_id_key UNIQUE (account_id, member_id, course_id),
  constraint enrolments_id_key UNIQUE (id),
  constraint enrolments_pkey PRIMARY KEY (account_id, id),
  constraint enrolments_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint enrolments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint enrolments_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint enrolments_check CHECK (expires_at > starts_at),
  constraint enrolments_source_check CHECK (source = ANY (ARRAY['free'::text, 'order'::text, 'membership'::text, 'manual'::text])),
  constraint enrolments_status_check CHECK (status = ANY (ARRAY['active'::text, 'ended'::text]))
);
CREATE INDEX enrolments_course_idx ON public.enrolments USING btree (account_id, course_id, status);
CREATE INDEX enrolments_expiring_idx ON public.enrolments USING btree (expires_at) WHERE ((status = 'active'::text) AND (expires_at IS NOT NULL));
CREATE INDEX enrolments_order_ends_idx ON public.enrolments USING btree (expires_at) WHERE ((source = 'order'::text) AND (expires_at IS NOT NULL));
create policy "Instructors see who is enrolled in their courses" on enrolments for select to authenticated using ((course_id IN ( SELECT private.courses_where('manage_students'::text) AS courses_where)));
create policy "Keys read enrolments" on enrolments for select to authenticated using ((account_id IN ( SELECT private.key_account('enrolments:read'::text) AS key_account
UNION ALL
 SELECT private.key_account('enrolments:write'::text) AS key_account)));
create policy "Managers see every enrolment" on enrolments for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Parents see their children's enrolments" on enrolments for select to authenticated using ((member_id IN ( SELECT private.child_ids() AS child_ids)));
create policy "Students see their own enrolments" on enrolments for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
-- authenticated may select (account_id, id, member_id, course_id, source, status, starts_at, expires_at, completed_at, created_at, updated_at)
CREATE TRIGGER enrolments_count AFTER UPDATE OF status, member_id ON enrolments FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.member_id IS DISTINCT FROM new.member_id) EXECUTE FUNCTION private.count_courses();
CREATE TRIGGER enrolments_count_new AFTER INSERT OR DELETE ON enrolments FOR EACH ROW EXECUTE FUNCTION private.count_courses();
CREATE TRIGGER enrolments_emit AFTER INSERT OR UPDATE ON enrolments FOR EACH ROW EXECUTE FUNCTION private.emit_enrolment_events();
CREATE TRIGGER enrolments_feature BEFORE INSERT ON enrolments FOR EACH ROW EXECUTE FUNCTION private.guard_feature('lms');
CREATE TRIGGER enrolments_forget_access AFTER UPDATE OF status ON enrolments FOR EACH ROW WHEN (old.status = 'active'::text AND new.status = 'ended'::text AND new.expires_at IS NULL) EXECUTE FUNCTION private.clear_order_access();
CREATE TRIGGER enrolments_touch BEFORE UPDATE ON enrolments FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A file somebody sent by a form. It goes with what it was sent with, and is only ever given out as a download.
create table public.form_files (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  submission_id uuid not null,
  name text not null,
  bytes integer not null,
  content bytea not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint form_files_id_key UNIQUE (id),
  constraint form_files_pkey PRIMARY KEY (account_id, id),
  constraint form_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint form_files_account_id_submission_id_fkey FOREIGN KEY (account_id, submission_id) REFERENCES form_submissions(account_id, id) ON DELETE CASCADE,
  constraint form_files_bytes_check CHECK (bytes >= 1 AND bytes <= 5242880),
  constraint form_files_check CHECK (octet_length(content) = bytes),
  constraint form_files_name_check CHECK (length(name) >= 1 AND length(name) <= 200 AND name !~ '[/\\[:cntrl:]]'::text)
);
CREATE INDEX form_files_submission_id_idx ON public.form_files USING btree (account_id, submission_id);
create policy "Managers read the files that were sent" on form_files for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, submission_id, name, bytes, content, created_at)

-- What happens with what a form brings, which its visitors need not know: tags for the contact, word to the managers, throw-away mailboxes.
create table public.form_rules (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  form_id uuid not null,
  tags text[] not null default '{}'::text[],
  notifies boolean not null default true,
  refuses_throwaway boolean not null default false,
  constraint form_rules_id_key UNIQUE (id),
  constraint form_rules_one_a_form UNIQUE (account_id, form_id),
  constraint form_rules_pkey PRIMARY KEY (account_id, id),
  constraint form_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint form_rules_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES forms(account_id, id) ON DELETE CASCADE,
  constraint form_rules_tags_check CHECK (cardinality(tags) <= 20 AND octet_length(tags::text) <= 2000)
);
create policy "Managers say what becomes of what a form brings" on form_rules for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see what becomes of what a form brings" on form_rules for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, form_id, tags, notifies, refuses_throwaway)
-- authenticated may update (tags, notifies, refuses_throwaway)

-- One sending of a form: each answer with the label it was given under; words is what the search reads.
create table public.form_submissions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  form_id uuid not null,
  contact_id uuid,
  user_id uuid,
  answers jsonb not null,
  words text not null default ''::text,
  email text not null default ''::text,
  page text not null default ''::text,
  locale text not null default 'en'::text,
  address_hash text not null default ''::text,
  created_at timestamp with time zone not null default private.clock_now(),
  search_text text generated always as (private.folded(words)) stored,
  constraint form_submissions_id_key UNIQUE (id),
  constraint form_submissions_pkey PRIMARY KEY (account_id, id),
  constraint form_submissions_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contacts(account_id, id) ON DELETE SET NULL (contact_id),
  constraint form_submissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint form_submissions_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES forms(account_id, id) ON DELETE CASCADE,
  constraint form_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint form_submissions_address_hash_check CHECK (length(address_hash) <= 64),
  constraint form_submissions_answers_check CHECK (jsonb_typeof(answers) = 'array'::text AND pg_column_size(answers) <= 131072),
  constraint form_submissions_email_check CHECK (length(email) <= 320),
  constraint form_submissions_locale_check CHECK (length(locale) >= 2 AND length(locale) <= 35),
  constraint form_submissions_page_check CHECK (length(page) <= 500),
  constraint form_submissions_words_check CHECK (length(words) <= 40000)
);
CREATE INDEX form_submissions_contact_idx ON public.form_submissions USING btree (account_id, contact_id);
CREATE INDEX form_submissions_form_idx ON public.form_submissions USING btree (account_id, form_id, created_at DESC);
CREATE INDEX form_submissions_user_idx ON public.form_submissions USING btree (user_id);
create policy "Managers read what was sent" on form_submissions for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove what was sent" on form_submissions for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may delete
-- authenticated may select (account_id, id, form_id, contact_id, user_id, answers, words, email, page, locale, address_hash, created_at, search_text)

-- A form of a site: its fields as a document, the words around them, and whether who sends it asks for the newsletter. Open ones are public.
create table public.forms (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  name text not null,
  status text not null default 'open'::text,
  fields jsonb not null default '[]'::jsonb,
  submit_label text not null default ''::text,
  small_print text not null default ''::text,
  thank_you text not null default ''::text,
  redirect text not null default ''::text,
  subscribes boolean not null default false,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  asks_once boolean not null default false,
  search_text text generated always as (private.folded(name)) stored,
  constraint forms_id_key UNIQUE (id),
  constraint forms_pkey PRIMARY KEY (account_id, id),
  constraint forms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint forms_fields_check CHECK (
CASE
    WHEN jsonb_typeof(fields) = 'array'::text THEN jsonb_array_length(fields) <= 60
    ELSE false
END AND pg_column_size(fields) <= 65536),
  constraint forms_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint forms_redirect_check CHECK (length(redirect) <= 500 AND (redirect = ''::text OR redirect ~ '^(/([^/\\]|$)|https://)'::text)),
  constraint forms_small_print_check CHECK (length(small_print) <= 1000),
  constraint forms_status_check CHECK (status = ANY (ARRAY['open'::text, 'closed'::text])),
  constraint forms_submit_label_check CHECK (length(submit_label) <= 60),
  constraint forms_thank_you_check CHECK (length(thank_you) <= 2000)
);
CREATE INDEX forms_newest_idx ON public.forms USING btree (account_id, created_at DESC);
create policy "Everyone sees open forms" on forms for select to anon, authenticated using ((status = 'open'::text));
create policy "Managers add forms" on forms for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change forms" on forms for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove forms" on forms for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see every form of their account" on forms for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- anon may select (account_id, id, name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, created_at, updated_at, asks_once, search_text)
-- authenticated may delete
-- authenticated may insert (account_id, name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once)
-- authenticated may select (account_id, id, name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, created_at, updated_at, asks_once, search_text)
-- authenticated may update (name, status, fields, submit_label, small_print, thank_you, redirect, subscribes, asks_once)
CREATE TRIGGER forms_rules AFTER INSERT ON forms FOR EACH ROW EXECUTE FUNCTION private.create_form_rules();
CREATE TRIGGER forms_tell AFTER INSERT OR DELETE OR UPDATE ON forms FOR EACH ROW EXECUTE FUNCTION private.notify_change('forms');
CREATE TRIGGER forms_touch BEFORE UPDATE ON forms FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Where a visit came from: the campaign that was named in the first address, and on what it was opened.
create table public.funnel_sessions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  initial_page text not null default '/'::text,
  device_info jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint funnel_sessions_id_key UNIQUE (id),
  constraint funnel_sessions_pkey PRIMARY KEY (account_id, id),
  constraint funnel_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint funnel_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint funnel_sessions_device_info_check CHECK (pg_column_size(device_info) <= 4096),
  constraint funnel_sessions_initial_page_check CHECK (length(initial_page) >= 1 AND length(initial_page) <= 2000),
  constraint funnel_sessions_utm_campaign_check CHECK (length(utm_campaign) >= 1 AND length(utm_campaign) <= 200),
  constraint funnel_sessions_utm_medium_check CHECK (length(utm_medium) >= 1 AND length(utm_medium) <= 200),
  constraint funnel_sessions_utm_source_check CHECK (length(utm_source) >= 1 AND length(utm_source) <= 200)
);
CREATE INDEX funnel_sessions_campaign_idx ON public.funnel_sessions USING btree (account_id, utm_campaign);
CREATE INDEX funnel_sessions_created_idx ON public.funnel_sessions USING btree (account_id, created_at DESC);
CREATE INDEX funnel_sessions_user_id_idx ON public.funnel_sessions USING btree (user_id);
create policy "Managers forget where visits came from" on funnel_sessions for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see where visits came from" on funnel_sessions for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may delete
-- authenticated may select (account_id, id, user_id, utm_source, utm_medium, utm_campaign, initial_page, device_info, created_at)

-- Who belongs to which group, and who looks after it.
create table public.group_members (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  group_id uuid not null,
  member_id uuid not null,
  is_moderator boolean not null default false,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint group_members_account_id_group_id_member_id_key UNIQUE (account_id, group_id, member_id),
  constraint group_members_pkey PRIMARY KEY (account_id, id),
  constraint group_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint group_members_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES groups(account_id, id) ON DELETE CASCADE,
  constraint group_members_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX group_members_member_idx ON public.group_members USING btree (account_id, member_id);
create policy "Managers put members into groups" on group_members for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see who is in every group" on group_members for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers take members out of groups" on group_members for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Members join public groups themselves" on group_members for insert to authenticated with check (((member_id = ( SELECT private.member_ids() AS member_ids)) AND (group_id IN ( SELECT private.public_groups() AS public_groups))));
create policy "Members leave groups themselves" on group_members for delete to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Members see who is in the groups they are in" on group_members for select to authenticated using ((group_id IN ( SELECT private.own_groups() AS own_groups)));
create policy "Memberships are there where groups are" on group_members for all to anon, authenticated using (private.has_feature(account_id, 'groups'::text));
-- authenticated may delete
-- authenticated may insert (account_id, group_id, member_id)
-- authenticated may select (account_id, id, group_id, member_id, is_moderator, created_at)
CREATE TRIGGER group_members_count AFTER INSERT OR DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION private.count_group_members();
CREATE TRIGGER group_members_feature BEFORE INSERT ON group_members FOR EACH ROW EXECUTE FUNCTION private.guard_feature('groups');

-- People of an account with something in common: a name, and who may see that it exists.
create table public.groups (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  slug text not null,
  title text not null,
  description text not null default ''::text,
  cover text,
  visibility text not null default 'public'::text,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  member_count integer not null default 0,
  search_text text generated always as (private.folded(title)) stored,
  constraint groups_account_id_slug_key UNIQUE (account_id, slug),
  constraint groups_id_key UNIQUE (id),
  constraint groups_pkey PRIMARY KEY (account_id, id),
  constraint groups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint groups_cover_check CHECK (length(cover) <= 500),
  constraint groups_description_check CHECK (length(description) <= 4000),
  constraint groups_member_count_check CHECK (member_count >= 0),
  constraint groups_slug_check CHECK (length(slug) <= 80 AND private.is_slug(slug)),
  constraint groups_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
  constraint groups_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'private'::text]))
);
CREATE INDEX groups_folded_title_idx ON public.groups USING gin (to_tsvector('simple'::regconfig, search_text));
CREATE INDEX groups_title_idx ON public.groups USING btree (account_id, title);
CREATE INDEX groups_title_search_idx ON public.groups USING gin (to_tsvector('simple'::regconfig, title));
create policy "Everyone sees public groups" on groups for select to anon, authenticated using ((visibility = 'public'::text));
create policy "Groups are there where the plan and the account have them" on groups for all to anon, authenticated using (private.has_feature(account_id, 'groups'::text));
create policy "Managers add groups" on groups for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change groups" on groups for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove groups" on groups for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see every group of their account" on groups for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Members see the private groups they are in" on groups for select to authenticated using ((id IN ( SELECT private.own_groups() AS own_groups)));
-- anon may select (account_id, id, slug, title, description, cover, visibility, created_at, updated_at, member_count, search_text)
-- authenticated may delete
-- authenticated may insert (account_id, slug, title, description, cover, visibility)
-- authenticated may select (account_id, id, slug, title, description, cover, visibility, created_at, updated_at, member_count, search_text)
-- authenticated may update (slug, title, description, cover, visibility)
CREATE TRIGGER groups_feature BEFORE INSERT ON groups FOR EACH ROW EXECUTE FUNCTION private.guard_feature('groups');
CREATE TRIGGER groups_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, description, cover, visibility ON groups FOR EACH ROW EXECUTE FUNCTION private.index_record('group_search_rows');
CREATE TRIGGER groups_meter AFTER INSERT OR DELETE ON groups FOR EACH ROW EXECUTE FUNCTION private.meter_rows('groups');
CREATE TRIGGER groups_tell AFTER INSERT OR DELETE OR UPDATE ON groups FOR EACH ROW EXECUTE FUNCTION private.notify_change('groups');
CREATE TRIGGER groups_touch BEFORE UPDATE ON groups FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Which parent follows which student.
create table public.guardians (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  parent_id uuid not null,
  child_id uuid not null,
  created_at timestamp with time zone not null default private.clock_now(),
  asked_by uuid,
  confirmed_at timestamp with time zone default private.clock_now(),
  constraint guardians_account_id_parent_id_child_id_key UNIQUE (account_id, parent_id, child_id),
  constraint guardians_pkey PRIMARY KEY (account_id, id),
  constraint guardians_account_id_child_id_fkey FOREIGN KEY (account_id, child_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint guardians_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint guardians_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint guardians_asked_by_one_of_them CHECK (asked_by = parent_id OR asked_by = child_id),
  constraint guardians_check CHECK (child_id <> parent_id)
);
CREATE INDEX guardians_child_idx ON public.guardians USING btree (account_id, child_id);
CREATE INDEX guardians_parent_idx ON public.guardians USING btree (account_id, parent_id) WHERE (confirmed_at IS NOT NULL);
create policy "Managers end ties" on guardians for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Managers make ties" on guardians for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Managers see ties" on guardians for select to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Parents and children end their own tie" on guardians for delete to authenticated using (((parent_id = ( SELECT private.member_ids() AS member_ids)) OR (child_id = ( SELECT private.member_ids() AS member_ids))));
create policy "Parents and children see their own tie" on guardians for select to authenticated using ((((parent_id = ( SELECT private.member_ids() AS member_ids)) OR (child_id = ( SELECT private.member_ids() AS member_ids))) AND ((confirmed_at IS NOT NULL) OR (asked_by <> ( SELECT private.member_ids() AS member_ids)))));
-- authenticated may delete
-- authenticated may insert (account_id, parent_id, child_id)
-- authenticated may select (account_id, id, parent_id, child_id, created_at, asked_by, confirmed_at)
CREATE TRIGGER guardians_emit AFTER INSERT ON guardians FOR EACH ROW WHEN (new.confirmed_at IS NULL) EXECUTE FUNCTION private.emit_family_event();
CREATE TRIGGER guardians_guard_acting BEFORE INSERT ON guardians FOR EACH ROW EXECUTE FUNCTION private.guard_impersonation();

-- Who was asked by mail to become a member, as what, and what came of it. Of the code only its hash is kept.
create table public.invitations (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  email text not null,
  name text not null default ''::text,
  role_id uuid not null,
  invited_by uuid,
  code_hash text,
  expires_at timestamp with time zone not null default (now() + '14 days'::interval),
  sent_at timestamp with time zone,
  sent_count smallint not null default 0,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint invitations_code_hash_key UNIQUE (code_hash),
  constraint invitations_id_key UNIQUE (id),
  constraint invitations_pkey PRIMARY KEY (account_id, id),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint invitations_account_id_role_id_fkey FOREIGN KEY (account_id, role_id) REFERENCES roles(account_id, role_id) ON DELETE CASCADE,
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invitations_code_hash_check CHECK (length(code_hash) = 64),
  constraint invitations_email_check CHECK (email = lower(email) AND email ~ '^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[a-z]{2,}$'::text AND length(email) <= 320),
  constraint invitations_name_check CHECK (length(name) <= 120),
  constraint invitations_sent_count_check CHECK (sent_count >= 0 AND sent_count <= 10)
);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by);
CREATE INDEX invitations_newest_idx ON public.invitations USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX invitations_role_id_idx ON public.invitations USING btree (account_id, role_id);
CREATE UNIQUE INDEX invitations_one_open_idx ON public.invitations USING btree (account_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
create policy "Those who manage members see who was invited" on invitations for select to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
-- authenticated may select (account_id, id, email, name, role_id, invited_by, expires_at, sent_at, sent_count, accepted_at, revoked_at, created_at)
CREATE TRIGGER invitations_guard_acting BEFORE INSERT OR UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION private.guard_impersonation();
CREATE TRIGGER invitations_touch BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What the platform asked an account to pay, and whether it was.
create table public.invoices (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  number text not null,
  provider text not null,
  reference text,
  plan_id text,
  period text not null,
  currency text not null,
  amount bigint not null,
  status text not null default 'open'::text,
  url text,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone,
  issued_at timestamp with time zone not null default private.clock_now(),
  due_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint invoices_provider_number_key UNIQUE (provider, number),
  constraint invoices_pkey PRIMARY KEY (account_id, id),
  constraint invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint invoices_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE SET NULL,
  constraint invoices_amount_check CHECK (amount >= 0 AND amount <= '100000000000'::bigint),
  constraint invoices_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint invoices_number_check CHECK (length(number) >= 1 AND length(number) <= 60),
  constraint invoices_period_check CHECK (period = ANY (ARRAY['monthly'::text, 'annual'::text, 'onetime'::text])),
  constraint invoices_provider_check CHECK (provider = ANY (ARRAY['offline'::text, 'stripe'::text])),
  constraint invoices_reference_check CHECK (length(reference) <= 200),
  constraint invoices_status_check CHECK (status = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text, 'uncollectible'::text])),
  constraint invoices_url_check CHECK (length(url) <= 1000)
);
CREATE INDEX invoices_due_at_idx ON public.invoices USING btree (due_at) WHERE (status = 'open'::text);
CREATE INDEX invoices_issued_at_idx ON public.invoices USING btree (account_id, issued_at DESC);
CREATE INDEX invoices_plan_id_idx ON public.invoices USING btree (plan_id);
CREATE UNIQUE INDEX invoices_reference_idx ON public.invoices USING btree (provider, reference);
create policy "Owners see their invoices" on invoices for select to authenticated using ((account_id IN ( SELECT private.owned_accounts() AS owned_accounts)));
create policy "Those who run the platform see every invoice" on invoices for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- authenticated may select (account_id, id, number, provider, plan_id, period, currency, amount, status, url, period_start, period_end, issued_at, due_at, paid_at, updated_at)
CREATE TRIGGER invoices_audit AFTER UPDATE OF status ON invoices FOR EACH ROW WHEN (old.status <> 'paid'::text AND new.status = 'paid'::text) EXECUTE FUNCTION private.audit_invoice();
CREATE TRIGGER invoices_touch BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What a lesson teaches; its id is the lesson's. Read by who may learn here.
create table public.lesson_contents (
  account_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  body text not null default ''::text,
  media_url text,
  media_path text,
  media_name text,
  captions_path text,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint lesson_contents_id_key UNIQUE (id),
  constraint lesson_contents_pkey PRIMARY KEY (account_id, id),
  constraint lesson_contents_account_id_course_id_id_fkey FOREIGN KEY (account_id, course_id, id) REFERENCES lessons(account_id, course_id, id) ON DELETE CASCADE,
  constraint lesson_contents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint lesson_contents_account_id_id_fkey FOREIGN KEY (account_id, id) REFERENCES lessons(account_id, id) ON DELETE CASCADE,
  constraint lesson_contents_body_check CHECK (length(body) <= 200000 AND private.is_plain_markup(body)),
  constraint lesson_contents_check CHECK (length(media_path) <= 500 AND media_path ~~ (((('courses/'::text || course_id) || '/'::text) || id) || '/%'::text)),
  constraint lesson_contents_check1 CHECK (length(captions_path) <= 500 AND captions_path ~~ (((('courses/'::text || course_id) || '/'::text) || id) || '/%'::text)),
  constraint lesson_contents_media_name_check CHECK (length(media_name) <= 200),
  constraint lesson_contents_media_url_check CHECK (media_url ~ '^https://[^\s"<>]+$'::text AND length(media_url) <= 1000)
);
CREATE INDEX lesson_contents_course_idx ON public.lesson_contents USING btree (account_id, course_id, id);
create policy "Authors and managers read every lesson they may change" on lesson_contents for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Authors and managers rewrite lessons" on lesson_contents for update to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses))) with check ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Authors and managers write lessons" on lesson_contents for insert to authenticated with check ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Contents are there where the plan and the account have lms" on lesson_contents for all to anon, authenticated using (private.has_feature(account_id, 'lms'::text));
create policy "Everyone reads the free previews of courses they see" on lesson_contents for select to anon, authenticated using ((EXISTS ( SELECT
   FROM lessons l
  WHERE (((l.account_id = lesson_contents.account_id) AND (l.id = lesson_contents.id)) AND l.is_preview AND l.is_published))));
create policy "Students read the lessons of courses they are in" on lesson_contents for select to authenticated using (((course_id IN ( SELECT private.enrolled_courses() AS enrolled_courses)) AND (EXISTS ( SELECT
   FROM lessons l
  WHERE (((l.account_id = lesson_contents.account_id) AND (l.id = lesson_contents.id)) AND l.is_published)))));
-- anon may select (account_id, id, course_id, body, media_url, media_path, media_name, captions_path, created_at, updated_at)
-- authenticated may insert (account_id, id, course_id, body, media_url, media_path, media_name, captions_path)
-- authenticated may select (account_id, id, course_id, body, media_url, media_path, media_name, captions_path, created_at, updated_at)
-- authenticated may update (account_id, id, course_id, body, media_url, media_path, media_name, captions_path)
CREATE TRIGGER lesson_contents_index AFTER INSERT OR UPDATE OF body ON lesson_contents FOR EACH ROW EXECUTE FUNCTION private.index_record('lesson_search_rows');
CREATE TRIGGER lesson_contents_tell AFTER INSERT OR UPDATE ON lesson_contents FOR EACH ROW EXECUTE FUNCTION private.notify_preview();
CREATE TRIGGER lesson_contents_touch BEFORE UPDATE ON lesson_contents FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- How far a member is in a lesson: when last here, where in the film, when done.
create table public.lesson_progress (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  completed_at timestamp with time zone,
  position_seconds numeric(9,2) not null default 0,
  watched jsonb not null default '[]'::jsonb,
  seen_at timestamp with time zone not null default private.clock_now(),
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint lesson_progress_account_id_member_id_lesson_id_key UNIQUE (account_id, member_id, lesson_id),
  constraint lesson_progress_pkey PRIMARY KEY (account_id, id),
  constraint lesson_progress_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint lesson_progress_account_id_course_id_lesson_id_fkey FOREIGN KEY (account_id, course_id, lesson_id) REFERENCES lessons(account_id, course_id, id) ON DELETE CASCADE,
  constraint lesson_progress_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint lesson_progress_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint lesson_progress_position_seconds_check CHECK (position_seconds >= 0::numeric AND position_seconds <= 360000::numeric),
  constraint lesson_progress_watched_check CHECK (jsonb_typeof(watched) = 'array'::text AND jsonb_array_length(watched) <= 200)
);
CREATE INDEX lesson_progress_course_idx ON public.lesson_progress USING btree (account_id, member_id, course_id, seen_at DESC);
CREATE INDEX lesson_progress_lesson_idx ON public.lesson_progress USING btree (account_id, course_id, lesson_id);
create policy "Instructors see the progress in their courses" on lesson_progress for select to authenticated using ((course_id IN ( SELECT private.courses_where('manage_students'::text) AS courses_where)));
create policy "Managers see every progress" on lesson_progress for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Parents see their children's progress" on lesson_progress for select to authenticated using ((member_id IN ( SELECT private.child_ids() AS child_ids)));
create policy "Students see their own progress" on lesson_progress for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
-- authenticated may select (account_id, id, member_id, course_id, lesson_id, completed_at, position_seconds, watched, seen_at, created_at, updated_at)
CREATE TRIGGER lesson_progress_emit AFTER INSERT OR UPDATE OF completed_at ON lesson_progress FOR EACH ROW EXECUTE FUNCTION private.emit_lesson_event();
CREATE TRIGGER lesson_progress_touch BEFORE UPDATE ON lesson_progress FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The outline of a course, which everyone who sees the course may read: no content stands here.
create table public.lessons (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  section_id uuid not null,
  title text not null,
  slug text not null,
  kind text not null default 'text'::text,
  duration_seconds integer not null default 0,
  is_preview boolean not null default false,
  is_required boolean not null default true,
  is_published boolean not null default true,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  was_published boolean not null default false,
  version integer not null default 1,
  constraint lessons_account_id_course_id_id_key UNIQUE (account_id, course_id, id),
  constraint lessons_account_id_course_id_slug_key UNIQUE (account_id, course_id, slug),
  constraint lessons_id_key UNIQUE (id),
  constraint lessons_pkey PRIMARY KEY (account_id, id),
  constraint lessons_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint lessons_account_id_course_id_section_id_fkey FOREIGN KEY (account_id, course_id, section_id) REFERENCES sections(account_id, course_id, id) ON DELETE CASCADE,
  constraint lessons_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint lessons_archived_is_hidden CHECK (archived_at IS NULL OR NOT is_published),
  constraint lessons_duration_seconds_check CHECK (duration_seconds >= 0 AND duration_seconds <= 360000),
  constraint lessons_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint lessons_slug_check CHECK (length(slug) <= 120 AND private.is_slug(slug)),
  constraint lessons_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX lessons_archived_idx ON public.lessons USING btree (account_id, course_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX lessons_section_idx ON public.lessons USING btree (account_id, course_id, section_id, "position");
create policy "Authors and managers see lessons not yet shown" on lessons for select to authenticated using (((archived_at IS NULL) AND (course_id IN ( SELECT private.editable_courses() AS editable_courses))));
create policy "Lessons are there where the plan and the account have lms" on lessons for all to anon, authenticated using (private.has_feature(account_id, 'lms'::text));
create policy "Who sees a course sees its outline" on lessons for select to anon, authenticated using ((is_published AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.account_id = lessons.account_id) AND (c.id = lessons.course_id))))));
-- anon may select (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, is_published, position, created_at, updated_at, version)
-- authenticated may select (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, is_published, position, created_at, updated_at, version)
CREATE TRIGGER lessons_guard_kind BEFORE INSERT OR UPDATE OF kind ON lessons FOR EACH ROW EXECUTE FUNCTION private.guard_lesson_kind();
CREATE TRIGGER lessons_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, is_published, archived_at ON lessons FOR EACH ROW EXECUTE FUNCTION private.index_record('lesson_search_rows');
CREATE TRIGGER lessons_make_quiz AFTER INSERT OR UPDATE OF kind ON lessons FOR EACH ROW WHEN (new.kind = 'quiz'::text) EXECUTE FUNCTION private.make_quiz();
CREATE TRIGGER lessons_measure AFTER INSERT OR DELETE OR UPDATE OF duration_seconds, is_published ON lessons FOR EACH ROW EXECUTE FUNCTION private.measure_course();
CREATE TRIGGER lessons_tell AFTER UPDATE ON lessons FOR EACH ROW WHEN (old.is_published OR new.is_published) EXECUTE FUNCTION private.notify_course();
CREATE TRIGGER lessons_tell_gone AFTER DELETE ON lessons FOR EACH ROW WHEN (old.is_published) EXECUTE FUNCTION private.notify_course();
CREATE TRIGGER lessons_tell_new AFTER INSERT ON lessons FOR EACH ROW WHEN (new.is_published) EXECUTE FUNCTION private.notify_course();
CREATE TRIGGER lessons_touch BEFORE UPDATE ON lessons FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A file of the account's site in the library: one row for each object under public/, written by trigger.
create table public.media_files (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  object_id uuid not null,
  folder_id uuid,
  path text not null,
  name text not null,
  mime_type text not null,
  kind text not null generated always as (
CASE
    WHEN (mime_type ~~ 'image/%'::text) THEN 'image'::text
    WHEN (mime_type ~~ 'video/%'::text) THEN 'video'::text
    WHEN (mime_type ~~ 'audio/%'::text) THEN 'audio'::text
    WHEN (mime_type ~ '^application/(x-)?(gzip|zip)'::text) THEN 'archive'::text
    ELSE 'document'::text
END) stored,
  bytes bigint not null default 0,
  width integer,
  height integer,
  alt jsonb not null default '{}'::jsonb,
  version text not null,
  uploaded_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint media_files_account_id_path_key UNIQUE (account_id, path),
  constraint media_files_id_key UNIQUE (id),
  constraint media_files_object_id_key UNIQUE (object_id),
  constraint media_files_pkey PRIMARY KEY (account_id, id),
  constraint media_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint media_files_account_id_folder_id_fkey FOREIGN KEY (account_id, folder_id) REFERENCES media_folders(account_id, id) ON DELETE SET NULL (folder_id),
  constraint media_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint media_files_alt_check CHECK (jsonb_typeof(alt) = 'object'::text AND pg_column_size(alt) <= 8192),
  constraint media_files_bytes_check CHECK (bytes >= 0),
  constraint media_files_height_check CHECK (height >= 1 AND height <= 65535),
  constraint media_files_mime_type_check CHECK (length(mime_type) <= 255),
  constraint media_files_name_check CHECK (length(name) >= 1 AND length(name) <= 200 AND name = btrim(name) AND name !~ '[/[:cntrl:]]'::text),
  constraint media_files_path_check CHECK (path ~~ 'public/%'::text AND octet_length(path) <= 1024),
  constraint media_files_version_check CHECK (length(version) <= 100),
  constraint media_files_width_check CHECK (width >= 1 AND width <= 65535)
);
CREATE INDEX media_files_kind_idx ON public.media_files USING btree (account_id, kind, created_at DESC);
CREATE INDEX media_files_newest_idx ON public.media_files USING btree (account_id, folder_id, created_at DESC);
CREATE INDEX media_files_uploaded_by_idx ON public.media_files USING btree (uploaded_by);
create policy "Staff name, describe and move files" on media_files for update to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Staff see the files of their account's library" on media_files for select to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
-- authenticated may select (account_id, id, object_id, folder_id, path, name, mime_type, kind, bytes, width, height, alt, version, uploaded_by, created_at, updated_at)
-- authenticated may update (folder_id, name, width, height, alt)
CREATE TRIGGER media_files_tell AFTER DELETE OR UPDATE OF version, path, account_id ON media_files FOR EACH ROW WHEN (old.mime_type = 'image/svg+xml'::text) EXECUTE FUNCTION private.notify_change('media_files', 'path');
CREATE TRIGGER media_files_touch BEFORE UPDATE ON media_files FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A folder of the media library; it has no part in a file's address, so moving breaks no link.
create table public.media_folders (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  parent_id uuid,
  name text not null,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint media_folders_id_key UNIQUE (id),
  constraint media_folders_pkey PRIMARY KEY (account_id, id),
  constraint media_folders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint media_folders_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES media_folders(account_id, id) ON DELETE CASCADE,
  constraint media_folders_check CHECK (parent_id <> id),
  constraint media_folders_name_check CHECK (length(name) >= 1 AND length(name) <= 80 AND name = btrim(name) AND name !~ '[/[:cntrl:]]'::text)
);
CREATE INDEX media_folders_parent_idx ON public.media_folders USING btree (account_id, parent_id);
CREATE UNIQUE INDEX media_folders_name_idx ON public.media_folders USING btree (account_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name));
create policy "Staff make folders" on media_folders for insert to authenticated with check ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Staff remove folders" on media_folders for delete to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Staff rename and move folders" on media_folders for update to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Staff see the folders of their account's library" on media_folders for select to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
-- authenticated may delete
-- authenticated may insert (account_id, parent_id, name)
-- authenticated may select (account_id, id, parent_id, name, created_at, updated_at)
-- authenticated may update (parent_id, name)
CREATE TRIGGER media_folders_guard BEFORE INSERT OR UPDATE OF parent_id ON media_folders FOR EACH ROW EXECUTE FUNCTION private.guard_media_folder();
CREATE TRIGGER media_folders_touch BEFORE UPDATE ON media_folders FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What a member answered to a field of their site.
create table public.member_answers (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  field_id uuid not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint member_answers_account_id_member_id_field_id_key UNIQUE (account_id, member_id, field_id),
  constraint member_answers_pkey PRIMARY KEY (account_id, id),
  constraint member_answers_account_id_field_id_fkey FOREIGN KEY (account_id, field_id) REFERENCES member_fields(account_id, id) ON DELETE CASCADE,
  constraint member_answers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint member_answers_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint member_answers_value_check CHECK (length(value) >= 1 AND length(value) <= 2000)
);
CREATE INDEX member_answers_field_id_idx ON public.member_answers USING btree (account_id, field_id);
create policy "Members read their own answers" on member_answers for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Members read what others show members" on member_answers for select to authenticated using (((account_id = ( SELECT private.account_with('member'::text) AS account_with)) AND (field_id IN ( SELECT private.fields_visible_to('members'::text) AS fields_visible_to))));
create policy "Staff read every answer" on member_answers for select to authenticated using (((account_id = ( SELECT private.account_with('staff'::text) AS account_with)) OR (account_id = ( SELECT private.account_with('manage_members'::text) AS account_with))));
create policy "Visitors read what public members show everyone" on member_answers for select to anon, authenticated using (((field_id IN ( SELECT private.fields_visible_to('everyone'::text) AS fields_visible_to)) AND (member_id IN ( SELECT private.public_members() AS public_members))));
-- anon may select (account_id, id, member_id, field_id, value, updated_at)
-- authenticated may select (account_id, id, member_id, field_id, value, updated_at)
CREATE TRIGGER member_answers_tell AFTER INSERT OR DELETE OR UPDATE ON member_answers FOR EACH ROW EXECUTE FUNCTION private.notify_change('member_answers');
CREATE TRIGGER member_answers_touch BEFORE UPDATE ON member_answers FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What a site asks of its members besides name and picture, and who may read the answers.
create table public.member_fields (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  label text not null,
  hint text not null default ''::text,
  type text not null,
  options text[] not null default '{}'::text[],
  is_required boolean not null default false,
  on_sign_up boolean not null default false,
  visibility text not null default 'staff'::text,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint member_fields_account_id_label_key UNIQUE (account_id, label),
  constraint member_fields_id_key UNIQUE (id),
  constraint member_fields_pkey PRIMARY KEY (account_id, id),
  constraint member_fields_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint member_fields_choice_has_options CHECK ((type = 'choice'::text) = (cardinality(options) > 0)),
  constraint member_fields_hint_check CHECK (length(hint) <= 200),
  constraint member_fields_label_check CHECK (length(TRIM(BOTH FROM label)) >= 1 AND length(TRIM(BOTH FROM label)) <= 80),
  constraint member_fields_options_check CHECK (cardinality(options) <= 50 AND pg_column_size(options) <= 8192),
  constraint member_fields_position_check CHECK ("position" >= 0 AND "position" <= 1000),
  constraint member_fields_type_check CHECK (type = ANY (ARRAY['text'::text, 'long_text'::text, 'number'::text, 'date'::text, 'choice'::text, 'yes_no'::text, 'link'::text, 'country'::text])),
  constraint member_fields_visibility_check CHECK (visibility = ANY (ARRAY['staff'::text, 'members'::text, 'everyone'::text]))
);
create policy "Members see what their site asks" on member_fields for select to authenticated using ((account_id = ( SELECT private.account_with('member'::text) AS account_with)));
create policy "Those who manage members add fields" on member_fields for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Those who manage members change fields" on member_fields for update to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Those who manage members remove fields" on member_fields for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Whoever signs up sees what is asked" on member_fields for select to anon, authenticated using ((on_sign_up OR (visibility = 'everyone'::text)));
-- anon may select (account_id, id, label, hint, type, options, is_required, on_sign_up, visibility, position, created_at, updated_at)
-- authenticated may delete
-- authenticated may insert (account_id, label, hint, type, options, is_required, on_sign_up, visibility, position)
-- authenticated may select (account_id, id, label, hint, type, options, is_required, on_sign_up, visibility, position, created_at, updated_at)
-- authenticated may update (label, hint, options, is_required, on_sign_up, visibility, position)
CREATE TRIGGER member_fields_guard BEFORE INSERT ON member_fields FOR EACH ROW EXECUTE FUNCTION private.guard_field();
CREATE TRIGGER member_fields_tell AFTER INSERT OR DELETE OR UPDATE ON member_fields FOR EACH ROW EXECUTE FUNCTION private.notify_change('member_fields');
CREATE TRIGGER member_fields_touch BEFORE UPDATE ON member_fields FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What became of each line of an imported file.
create table public.member_import_rows (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  import_id uuid not null,
  line integer not null,
  email text not null default ''::text,
  name text not null default ''::text,
  role_id uuid,
  outcome text not null,
  created_at timestamp with time zone not null default now(),
  constraint member_import_rows_account_id_import_id_line_key UNIQUE (account_id, import_id, line),
  constraint member_import_rows_pkey PRIMARY KEY (account_id, id),
  constraint member_import_rows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint member_import_rows_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES member_imports(account_id, id) ON DELETE CASCADE,
  constraint member_import_rows_account_id_role_id_fkey FOREIGN KEY (account_id, role_id) REFERENCES roles(account_id, role_id) ON DELETE SET NULL (role_id),
  constraint member_import_rows_email_check CHECK (length(email) <= 320),
  constraint member_import_rows_line_check CHECK (line >= 1 AND line <= 100000),
  constraint member_import_rows_name_check CHECK (length(name) <= 120),
  constraint member_import_rows_outcome_check CHECK (outcome = ANY (ARRAY['waiting'::text, 'invited'::text, 'member'::text, 'already_invited'::text, 'duplicate'::text, 'invalid_email'::text, 'unknown_role'::text, 'forbidden_role'::text, 'no_place'::text, 'failed'::text]))
);
CREATE INDEX member_import_rows_role_id_idx ON public.member_import_rows USING btree (account_id, role_id);
CREATE INDEX member_import_rows_waiting_idx ON public.member_import_rows USING btree (account_id, import_id, line) WHERE (outcome = 'waiting'::text);
create policy "Those who manage members see what became of each line" on member_import_rows for select to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
-- authenticated may select (account_id, id, import_id, line, email, name, role_id, outcome)

-- A file of people who are invited one after another in the background.
create table public.member_imports (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid,
  file_name text not null,
  total integer not null,
  done integer not null default 0,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint member_imports_id_key UNIQUE (id),
  constraint member_imports_pkey PRIMARY KEY (account_id, id),
  constraint member_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint member_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint member_imports_check CHECK (done >= 0 AND done <= total),
  constraint member_imports_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
  constraint member_imports_total_check CHECK (total >= 1 AND total <= 5000)
);
CREATE INDEX member_imports_newest_idx ON public.member_imports USING btree (account_id, created_at DESC);
CREATE INDEX member_imports_user_id_idx ON public.member_imports USING btree (user_id);
create policy "Those who manage members see what was imported" on member_imports for select to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
-- authenticated may select (account_id, id, user_id, file_name, total, done, finished_at, created_at)
CREATE TRIGGER member_imports_touch BEFORE UPDATE ON member_imports FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A filter of the list of members that was given a name.
create table public.member_segments (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  name text not null,
  filter jsonb not null,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint member_segments_account_id_name_key UNIQUE (account_id, name),
  constraint member_segments_pkey PRIMARY KEY (account_id, id),
  constraint member_segments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint member_segments_filter_check CHECK (jsonb_typeof(filter) = 'object'::text AND pg_column_size(filter) <= 4096),
  constraint member_segments_name_check CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 60)
);
create policy "Staff see the saved filters" on member_segments for select to authenticated using (((account_id = ( SELECT private.account_with('staff'::text) AS account_with)) OR (account_id = ( SELECT private.account_with('manage_members'::text) AS account_with))));
create policy "Those who manage members change saved filters" on member_segments for update to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Those who manage members remove saved filters" on member_segments for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Those who manage members save filters" on member_segments for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
-- authenticated may delete
-- authenticated may insert (account_id, name, filter)
-- authenticated may select (account_id, id, name, filter, created_at)
-- authenticated may update (name, filter)
CREATE TRIGGER member_segments_guard BEFORE INSERT ON member_segments FOR EACH ROW EXECUTE FUNCTION private.guard_segments();
CREATE TRIGGER member_segments_touch BEFORE UPDATE ON member_segments FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

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
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  time_zone text,
  allows_log_in_as boolean not null default true,
  search_name text generated always as (private.folded(name)) stored,
  search_text text generated always as (private.folded(((name || ' '::text) || email))) stored,
  last_seen_at timestamp with time zone,
  course_count integer not null default 0,
  accepted jsonb,
  constraint members_account_id_slug_key UNIQUE (account_id, slug),
  constraint members_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint members_id_key UNIQUE (id),
  constraint members_pkey PRIMARY KEY (account_id, id),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint members_account_id_role_id_fkey FOREIGN KEY (account_id, role_id) REFERENCES roles(account_id, role_id) ON DELETE RESTRICT,
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint members_accepted_check CHECK (jsonb_typeof(accepted) = 'object'::text AND length(accepted::text) <= 1500),
  constraint members_avatar_check CHECK (length(avatar) <= 500),
  constraint members_bio_check CHECK (length(bio) <= 2000),
  constraint members_course_count_check CHECK (course_count >= 0),
  constraint members_email_check CHECK (length(email) <= 320),
  constraint members_name_check CHECK (length(name) >= 1 AND length(name) <= 120),
  constraint members_slug_check CHECK (length(slug) <= 80 AND private.is_slug(slug)),
  constraint members_time_zone_check CHECK (length(time_zone) <= 64)
);
CREATE INDEX members_blocked_idx ON public.members USING btree (account_id, search_name, id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX members_by_courses_idx ON public.members USING btree (account_id, course_count, id);
CREATE INDEX members_by_email_idx ON public.members USING btree (account_id, email, id);
CREATE INDEX members_by_joining_idx ON public.members USING btree (account_id, created_at, id);
CREATE INDEX members_by_last_seeing_idx ON public.members USING btree (account_id, COALESCE(last_seen_at, '-infinity'::timestamp with time zone), id);
CREATE INDEX members_by_name_idx ON public.members USING btree (account_id, search_name, id);
CREATE INDEX members_by_role_idx ON public.members USING btree (account_id, role_id, search_name, id);
CREATE INDEX members_by_seeing_idx ON public.members USING btree (account_id, COALESCE(last_seen_at, 'infinity'::timestamp with time zone), id);
CREATE INDEX members_folded_name_idx ON public.members USING gin (to_tsvector('simple'::regconfig, search_name));
CREATE INDEX members_name_search_idx ON public.members USING gin (to_tsvector('simple'::regconfig, name));
CREATE INDEX members_part_of_name_idx ON public.members USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX members_role_id_idx ON public.members USING btree (account_id, role_id);
CREATE INDEX members_user_id_idx ON public.members USING btree (user_id);
create policy "Keys read members" on members for select to authenticated using ((account_id = ( SELECT private.key_account('members:read'::text) AS key_account)));
create policy "Members change their own card" on members for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with)))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "Members see themselves, and staff every member of their account" on members for select to authenticated using ((((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with))) OR (account_id = ( SELECT private.account_with('staff'::text) AS account_with))));
create policy "Those who manage members change them" on members for update to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Those who manage members remove them" on members for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
create policy "Those who manage members see them" on members for select to authenticated using ((account_id = ( SELECT private.account_with('manage_members'::text) AS account_with)));
-- authenticated may delete
-- authenticated may select (account_id, id, user_id, role_id, name, slug, email, avatar, bio, is_public, blocked_at, created_at, updated_at, time_zone, allows_log_in_as, search_name, search_text, last_seen_at, course_count, accepted)
-- authenticated may update (role_id, name, avatar, bio, is_public, blocked_at, time_zone, allows_log_in_as)
CREATE TRIGGER members_audit AFTER DELETE OR UPDATE OF role_id, blocked_at ON members FOR EACH ROW EXECUTE FUNCTION private.audit_member();
CREATE TRIGGER members_emit AFTER INSERT OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION private.emit_member_event();
CREATE TRIGGER members_guard BEFORE DELETE OR UPDATE OF name, slug, email, avatar, bio, is_public, role_id, blocked_at, time_zone, allows_log_in_as ON members FOR EACH ROW EXECUTE FUNCTION private.guard_member();
CREATE TRIGGER members_index AFTER INSERT OR DELETE OR UPDATE OF name, slug, bio, avatar, is_public, blocked_at ON members FOR EACH ROW EXECUTE FUNCTION private.index_record('member_search_rows');
CREATE TRIGGER members_keep_owner BEFORE DELETE OR UPDATE OF role_id, blocked_at ON members FOR EACH ROW EXECUTE FUNCTION private.keep_an_owner();
CREATE TRIGGER members_meter AFTER INSERT OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION private.meter_rows('members');
CREATE TRIGGER members_pass_role_on AFTER INSERT OR DELETE OR UPDATE OF account_id, user_id, role_id, blocked_at ON members FOR EACH ROW EXECUTE FUNCTION private.sync_session_role();
CREATE TRIGGER members_plan AFTER UPDATE OF time_zone ON members FOR EACH ROW WHEN (new.time_zone IS DISTINCT FROM old.time_zone) EXECUTE FUNCTION private.reschedule_sends();
CREATE TRIGGER members_ring_gone AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION private.notify_access_change();
CREATE TRIGGER members_ring_standing AFTER UPDATE OF role_id, blocked_at ON members FOR EACH ROW WHEN (new.role_id IS DISTINCT FROM old.role_id OR new.blocked_at IS DISTINCT FROM old.blocked_at) EXECUTE FUNCTION private.notify_access_change();
CREATE TRIGGER members_take_pictures_along AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION private.delete_member_pictures();
CREATE TRIGGER members_tell AFTER UPDATE OF name, slug, avatar, bio, is_public, role_id, blocked_at ON members FOR EACH ROW EXECUTE FUNCTION private.notify_change('member_cards');
CREATE TRIGGER members_tell_new AFTER INSERT OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION private.notify_change('member_cards');
CREATE TRIGGER members_touch BEFORE UPDATE OF name, slug, email, avatar, bio, is_public, role_id, blocked_at, time_zone, allows_log_in_as ON members FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Which kinds of notification reach a person by which way, when mail goes out, and when nothing may disturb. Without a row every way is open.
create table public.notification_preferences (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null,
  no_app text[] not null default '{}'::text[],
  no_email text[] not null default '{}'::text[],
  no_push text[] not null default '{}'::text[],
  email_rhythm text not null default 'soon'::text,
  quiet_from time(0) without time zone,
  quiet_until time(0) without time zone,
  time_zone text not null default 'UTC'::text,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint notification_preferences_account_id_user_id_key UNIQUE (account_id, user_id),
  constraint notification_preferences_pkey PRIMARY KEY (account_id, id),
  constraint notification_preferences_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notification_preferences_check2 CHECK (num_nonnulls(quiet_from, quiet_until) = 0 OR num_nonnulls(quiet_from, quiet_until) = 2 AND quiet_from <> quiet_until),
  constraint notification_preferences_email_rhythm_check CHECK (email_rhythm = ANY (ARRAY['soon'::text, 'daily'::text, 'weekly'::text])),
  constraint notification_preferences_kinds_check CHECK (cardinality(no_app) <= 100 AND cardinality(no_email) <= 100 AND cardinality(no_push) <= 100),
  constraint notification_preferences_time_zone_check CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64)
);
CREATE INDEX notification_preferences_person_idx ON public.notification_preferences USING btree (user_id);
create policy "People change what they wish to hear" on notification_preferences for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.bell_account() AS bell_account)) AND (( SELECT private.actor() AS actor) IS NULL))) with check (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.bell_account() AS bell_account))));
create policy "People read what they wish to hear" on notification_preferences for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.bell_account() AS bell_account))));
create policy "People say what they wish to hear" on notification_preferences for insert to authenticated with check (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.bell_account() AS bell_account)) AND (( SELECT private.actor() AS actor) IS NULL)));
-- authenticated may insert (account_id, user_id, no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone)
-- authenticated may select (account_id, id, user_id, no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone, created_at, updated_at)
-- authenticated may update (account_id, user_id, no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone)
CREATE TRIGGER notification_preferences_guard_kinds BEFORE INSERT OR UPDATE OF no_app, no_email, no_push ON notification_preferences FOR EACH ROW EXECUTE FUNCTION private.guard_preference_kinds();
CREATE TRIGGER notification_preferences_plan AFTER INSERT OR UPDATE ON notification_preferences FOR EACH ROW EXECUTE FUNCTION private.reschedule_sends();
CREATE TRIGGER notification_preferences_touch BEFORE UPDATE ON notification_preferences FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- An account's settings by key: settings, menus, header, footer, theme, misc and the menus' order.
create table public.options (
  account_id uuid not null,
  key text not null,
  value jsonb not null,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint options_pkey PRIMARY KEY (account_id, key),
  constraint options_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint options_key_check CHECK (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,63}$'::text),
  constraint options_value_check CHECK (pg_column_size(value) <= 262144)
);
create policy "Everyone reads what a site shows" on options for select to anon, authenticated using ((key = ANY (ARRAY['settings'::text, 'menus'::text, 'header'::text, 'footer'::text, 'theme'::text, 'misc'::text])));
create policy "Managers add options" on options for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change options" on options for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers read every option of their account" on options for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove options" on options for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Members read the order of their menus" on options for select to authenticated using (((key = ANY (ARRAY['profileMenu'::text, 'memberMenu'::text])) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with))));
create policy "Staff read the keys of the media host" on options for select to authenticated using (((key = 'bunnyCreds'::text) AND (account_id = ( SELECT private.account_with('staff'::text) AS account_with))));
-- anon may select (account_id, key, value, created_at, updated_at)
-- authenticated may delete
-- authenticated may insert (account_id, key, value)
-- authenticated may select (account_id, key, value, created_at, updated_at)
-- authenticated may update (account_id, key, value)
CREATE TRIGGER options_check_menus BEFORE INSERT OR UPDATE OF value ON options FOR EACH ROW WHEN (new.key = 'menus'::text) EXECUTE FUNCTION private.check_menus();
CREATE TRIGGER options_check_theme BEFORE INSERT OR UPDATE OF value ON options FOR EACH ROW WHEN (new.key = 'theme'::text) EXECUTE FUNCTION private.check_theme();
CREATE TRIGGER options_say_first_menu AFTER INSERT OR UPDATE OF value ON options FOR EACH ROW WHEN (new.key = 'settings'::text AND new.value ? 'defaultLanguage'::text) EXECUTE FUNCTION private.translate_default_menu();
CREATE TRIGGER options_say_first_words AFTER INSERT OR UPDATE OF value ON options FOR EACH ROW WHEN (new.key = 'settings'::text AND new.value ? 'defaultLanguage'::text) EXECUTE FUNCTION private.translate_first_pages();
CREATE TRIGGER options_set_search_language AFTER INSERT OR UPDATE OF value ON options FOR EACH ROW WHEN (new.key = 'settings'::text AND new.value ? 'defaultLanguage'::text) EXECUTE FUNCTION private.set_language_of_search();
CREATE TRIGGER options_tell AFTER INSERT OR DELETE OR UPDATE ON options FOR EACH ROW EXECUTE FUNCTION private.notify_change('options', 'key');
CREATE TRIGGER options_touch BEFORE UPDATE ON options FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A line of an order as it was sold: title and amount of one, whatever became of the product.
create table public.order_items (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  product_id uuid,
  price_id uuid,
  title text not null,
  type text not null,
  quantity integer not null,
  amount bigint not null,
  frequency jsonb,
  "position" integer not null,
  created_at timestamp with time zone not null default private.clock_now(),
  discount bigint not null default 0,
  constraint order_items_id_key UNIQUE (id),
  constraint order_items_pkey PRIMARY KEY (account_id, id),
  constraint order_items_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint order_items_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id) ON DELETE CASCADE,
  constraint order_items_account_id_price_id_fkey FOREIGN KEY (account_id, price_id) REFERENCES prices(account_id, id) ON DELETE SET NULL (price_id),
  constraint order_items_account_id_product_id_fkey FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id) ON DELETE SET NULL (product_id),
  constraint order_items_amount_check CHECK (amount >= 0),
  constraint order_items_check CHECK (discount >= 0 AND discount <= (amount * quantity)),
  constraint order_items_quantity_check CHECK (quantity >= 1 AND quantity <= 99),
  constraint order_items_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint order_items_type_check CHECK (type = ANY (ARRAY['course'::text, 'membership'::text, 'digital'::text, 'bundle'::text]))
);
CREATE INDEX order_items_order_id_idx ON public.order_items USING btree (account_id, order_id, "position");
CREATE INDEX order_items_price_id_idx ON public.order_items USING btree (account_id, price_id);
CREATE INDEX order_items_product_id_idx ON public.order_items USING btree (account_id, product_id);
create policy "Who sees an order sees its lines" on order_items for select to authenticated using ((EXISTS ( SELECT
   FROM orders o
  WHERE ((o.account_id = order_items.account_id) AND (o.id = order_items.order_id)))));
-- authenticated may select (account_id, id, order_id, product_id, price_id, title, type, quantity, amount, frequency, position, created_at, discount)

-- What somebody bought, at the prices of that moment, in the currency's smallest unit.
create table public.orders (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  number integer not null,
  user_id uuid,
  member_id uuid,
  email text not null,
  customer_name text not null,
  billing_address jsonb not null default '{}'::jsonb,
  coupon text,
  status text not null default 'pending'::text,
  provider text not null default 'offline'::text,
  instructions text not null default ''::text,
  locale text not null default 'en'::text,
  currency text not null,
  subtotal bigint not null,
  discount bigint not null default 0,
  tax bigint not null default 0,
  total bigint not null,
  placed_at timestamp with time zone not null default private.clock_now(),
  paid_at timestamp with time zone,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  search_text text generated always as (private.folded(((customer_name || ' '::text) || email))) stored,
  constraint orders_account_id_number_key UNIQUE (account_id, number),
  constraint orders_id_key UNIQUE (id),
  constraint orders_emit TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint orders_pkey PRIMARY KEY (account_id, id),
  constraint orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint orders_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE SET NULL (member_id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint orders_billing_address_check CHECK (jsonb_typeof(billing_address) = 'object'::text AND pg_column_size(billing_address) <= 4096),
  constraint orders_check CHECK (discount >= 0 AND discount <= subtotal),
  constraint orders_closed_has_a_date CHECK ((status = ANY (ARRAY['cancelled'::text, 'refunded'::text])) = (closed_at IS NOT NULL)),
  constraint orders_coupon_check CHECK (length(coupon) <= 40),
  constraint orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint orders_customer_name_check CHECK (length(customer_name) >= 1 AND length(customer_name) <= 120),
  constraint orders_email_check CHECK (length(email) <= 320),
  constraint orders_instructions_check CHECK (length(instructions) <= 4000),
  constraint orders_locale_check CHECK (locale ~ '^[a-z]{2}$'::text),
  constraint orders_number_check CHECK (number > 0),
  constraint orders_paid_has_a_date CHECK ((status = ANY (ARRAY['paid'::text, 'refunded'::text])) = (paid_at IS NOT NULL)),
  constraint orders_provider_check CHECK (provider = 'offline'::text),
  constraint orders_status_check CHECK (status = ANY (ARRAY['pending'::text, 'paid'::text, 'cancelled'::text, 'refunded'::text])),
  constraint orders_subtotal_check CHECK (subtotal >= 0),
  constraint orders_tax_check CHECK (tax >= 0),
  constraint orders_total_adds_up CHECK (total = (subtotal - discount + tax))
);
CREATE INDEX orders_buyer_idx ON public.orders USING btree (account_id, user_id, placed_at DESC);
CREATE INDEX orders_coupon_idx ON public.orders USING btree (account_id, coupon) WHERE (coupon IS NOT NULL);
CREATE INDEX orders_member_id_idx ON public.orders USING btree (account_id, member_id);
CREATE INDEX orders_newest_idx ON public.orders USING btree (account_id, placed_at DESC);
CREATE INDEX orders_part_of_name_idx ON public.orders USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX orders_status_idx ON public.orders USING btree (account_id, status, placed_at DESC);
CREATE INDEX orders_user_id_idx ON public.orders USING btree (user_id);
create policy "Buyers see their own orders" on orders for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.account_with('member'::text) AS account_with))));
create policy "Keys read orders" on orders for select to authenticated using ((account_id = ( SELECT private.key_account('orders:read'::text) AS key_account)));
create policy "Managers see every order of their account" on orders for select to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- authenticated may select (account_id, id, number, user_id, member_id, email, customer_name, billing_address, coupon, status, provider, instructions, locale, currency, subtotal, discount, tax, total, placed_at, paid_at, closed_at, created_at, updated_at, search_text)
CREATE CONSTRAINT TRIGGER orders_emit AFTER INSERT OR UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.emit_order_event();
CREATE TRIGGER orders_not_acting BEFORE INSERT OR UPDATE OF status ON orders FOR EACH ROW EXECUTE FUNCTION private.forbid_impersonated_order();
CREATE TRIGGER orders_touch BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What is being worked on of a page, and no visitor may read.
create table public.page_drafts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  page_id uuid not null,
  title text not null,
  data jsonb not null,
  settings jsonb not null default '{}'::jsonb,
  updated_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  publish_at timestamp with time zone,
  constraint page_drafts_account_id_page_id_key UNIQUE (account_id, page_id),
  constraint page_drafts_pkey PRIMARY KEY (account_id, id),
  constraint page_drafts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint page_drafts_account_id_page_id_fkey FOREIGN KEY (account_id, page_id) REFERENCES pages(account_id, id) ON DELETE CASCADE,
  constraint page_drafts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint page_drafts_data_check CHECK (jsonb_typeof(data -> 'content'::text) = 'array'::text AND pg_column_size(data) <= 524288),
  constraint page_drafts_settings_check CHECK (jsonb_typeof(settings) = 'object'::text AND pg_column_size(settings) <= 8192),
  constraint page_drafts_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint page_drafts_version_check CHECK (version > 0)
);
CREATE INDEX page_drafts_due_idx ON public.page_drafts USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX page_drafts_updated_by_idx ON public.page_drafts USING btree (updated_by);
create policy "Managers read drafts of their account" on page_drafts for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, page_id, title, data, settings, updated_by, created_at, updated_at, version, publish_at)
CREATE TRIGGER page_drafts_keep_version AFTER UPDATE ON page_drafts FOR EACH ROW EXECUTE FUNCTION private.keep_version('page');
CREATE TRIGGER page_drafts_limit BEFORE UPDATE OF data ON page_drafts FOR EACH ROW EXECUTE FUNCTION private.limit_page();
CREATE TRIGGER page_drafts_sign BEFORE UPDATE OF title, data, settings ON page_drafts FOR EACH ROW EXECUTE FUNCTION private.sign_draft();
CREATE TRIGGER page_drafts_touch BEFORE UPDATE ON page_drafts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A site's pages as visitors see them: blocks in the page builder's own form.
create table public.pages (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  title text not null,
  slug text not null,
  content jsonb not null default '{"root": {"props": {}}, "zones": {}, "content": []}'::jsonb,
  settings jsonb not null default '{}'::jsonb,
  status text not null default 'draft'::text,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  kind text not null default 'page'::text,
  search_text text generated always as (private.folded(title)) stored,
  constraint pages_account_id_slug_key UNIQUE (account_id, slug),
  constraint pages_id_key UNIQUE (id),
  constraint pages_pkey PRIMARY KEY (account_id, id),
  constraint pages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint pages_content_check CHECK (jsonb_typeof(content -> 'content'::text) = 'array'::text AND pg_column_size(content) <= 524288),
  constraint pages_kind_check CHECK (kind = ANY (ARRAY['page'::text, 'section'::text])),
  constraint pages_settings_check CHECK (jsonb_typeof(settings) = 'object'::text AND pg_column_size(settings) <= 8192),
  constraint pages_slug_check CHECK (length(slug) <= 80 AND private.is_slug(slug)),
  constraint pages_slug_not_reserved CHECK (slug <> ALL (ARRAY['login'::text, 'signup'::text, 'docs'::text, 'blog'::text, 'course'::text, 'members'::text, 'groups'::text, 'thankyou'::text, 'subscribed'::text, 'checkout'::text, 'dashboard'::text, 'search'::text, 'api'::text, 'auth'::text, 'rest'::text, 'storage'::text, 'realtime'::text, 'functions'::text, 'rest-admin'::text, 'healthz'::text, 'metrics'::text, 'site'::text, 'assets'::text, 'static'::text, 'dev'::text, 'preview'::text])),
  constraint pages_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text])),
  constraint pages_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX pages_account_id_updated_at_idx ON public.pages USING btree (account_id, updated_at DESC);
CREATE INDEX pages_folded_title_idx ON public.pages USING gin (to_tsvector('simple'::regconfig, search_text));
CREATE INDEX pages_title_idx ON public.pages USING gin (to_tsvector('simple'::regconfig, title));
create policy "Everyone reads published pages" on pages for select to anon, authenticated using ((status = 'published'::text));
create policy "Managers add pages" on pages for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change the address of pages" on pages for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers read every page of their account" on pages for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove pages" on pages for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- anon may select (account_id, id, title, slug, content, settings, status, published_at, created_at, updated_at, kind, search_text)
-- authenticated may delete
-- authenticated may insert (account_id, title, slug, kind)
-- authenticated may select (account_id, id, title, slug, content, settings, status, published_at, created_at, updated_at, kind, search_text)
-- authenticated may update (slug)
CREATE TRIGGER pages_begin_draft AFTER INSERT ON pages FOR EACH ROW EXECUTE FUNCTION private.begin_draft('page');
CREATE TRIGGER pages_guard_home BEFORE DELETE OR UPDATE OF slug, status ON pages FOR EACH ROW EXECUTE FUNCTION private.guard_home();
CREATE TRIGGER pages_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, content, settings, status ON pages FOR EACH ROW EXECUTE FUNCTION private.index_record('page_search_rows');
CREATE TRIGGER pages_keep_used_section BEFORE DELETE ON pages FOR EACH ROW WHEN (old.kind = 'section'::text) EXECUTE FUNCTION private.keep_used_section();
CREATE TRIGGER pages_move_to_trash BEFORE DELETE ON pages FOR EACH ROW EXECUTE FUNCTION private.move_to_trash('page');
CREATE TRIGGER pages_note_move AFTER UPDATE OF slug ON pages FOR EACH ROW WHEN (old.slug <> new.slug AND old.slug <> 'home'::text AND old.status = 'published'::text AND old.kind = 'page'::text) EXECUTE FUNCTION private.redirect_page_slug();
CREATE TRIGGER pages_tell_delete AFTER DELETE ON pages FOR EACH ROW WHEN (old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('pages');
CREATE TRIGGER pages_tell_insert AFTER INSERT ON pages FOR EACH ROW WHEN (new.status = 'published'::text) EXECUTE FUNCTION private.notify_change('pages');
CREATE TRIGGER pages_tell_update AFTER UPDATE ON pages FOR EACH ROW WHEN (new.status = 'published'::text OR old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('pages');
CREATE TRIGGER pages_touch BEFORE UPDATE ON pages FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What the platform sells: prices by payment service and period in the smallest unit, features, and caps (storage in MB).
create table public.plans (
  id text not null,
  label text not null,
  description text not null default ''::text,
  currency text not null default 'USD'::text,
  pricing jsonb not null,
  features text[] not null default '{}'::text[],
  limits jsonb not null default '{}'::jsonb,
  addons text[] not null default '{}'::text[],
  is_offered boolean not null default true,
  "position" smallint not null default 0,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_addons_check CHECK (cardinality(addons) <= 50),
  constraint plans_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint plans_description_check CHECK (length(description) <= 500),
  constraint plans_features_check CHECK (features <@ '{lms,groups,appointments,single_session}'::text[]),
  constraint plans_id_check CHECK (id ~ '^[a-z][a-z0-9_]{1,31}$'::text),
  constraint plans_label_check CHECK (length(label) >= 1 AND length(label) <= 60),
  constraint plans_limits_check CHECK (jsonb_typeof(limits) = 'object'::text AND length(limits::text) <= 2000),
  constraint plans_pricing_check CHECK (jsonb_typeof(pricing) = 'object'::text AND length(pricing::text) <= 4000)
);
create policy "Everyone reads the plans on offer" on plans for select to anon, authenticated using (is_offered);
create policy "Those who run the platform read every plan" on plans for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- anon may select (id, label, description, currency, pricing, features, limits, addons, is_offered, position, created_at, updated_at)
-- authenticated may select (id, label, description, currency, pricing, features, limits, addons, is_offered, position, created_at, updated_at)
CREATE TRIGGER plans_hold_features AFTER UPDATE OF features ON plans FOR EACH ROW WHEN (old.features IS DISTINCT FROM new.features) EXECUTE FUNCTION private.update_held_features_of_plan();
CREATE TRIGGER plans_touch BEFORE UPDATE ON plans FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who a post is by, in the order they are named.
create table public.post_authors (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  author_id uuid not null,
  "position" smallint not null default 1,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint post_authors_account_id_post_id_author_id_key UNIQUE (account_id, post_id, author_id),
  constraint post_authors_pkey PRIMARY KEY (account_id, id),
  constraint post_authors_account_id_author_id_fkey FOREIGN KEY (account_id, author_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint post_authors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint post_authors_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES posts(account_id, id) ON DELETE CASCADE,
  constraint post_authors_position_check CHECK ("position" >= 1 AND "position" <= 100)
);
CREATE INDEX post_authors_author_id_idx ON public.post_authors USING btree (account_id, author_id);
create policy "Who may read a post reads who it is by" on post_authors for select to anon, authenticated using ((EXISTS ( SELECT
   FROM posts p
  WHERE ((p.account_id = post_authors.account_id) AND (p.id = post_authors.post_id)))));
-- anon may select (account_id, id, post_id, author_id, position, created_at)
-- authenticated may select (account_id, id, post_id, author_id, position, created_at)
CREATE TRIGGER post_authors_keep_first AFTER INSERT OR DELETE OR UPDATE OF author_id, "position" ON post_authors FOR EACH ROW EXECUTE FUNCTION private.keep_first_author();
CREATE TRIGGER post_authors_merge BEFORE UPDATE OF author_id ON post_authors FOR EACH ROW WHEN (old.author_id <> new.author_id) EXECUTE FUNCTION private.merge_authors();

-- What is being written of a post, and no visitor may read.
create table public.post_drafts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  title text not null,
  excerpt text not null default ''::text,
  content text not null default ''::text,
  cover jsonb,
  categories text[] not null default '{}'::text[],
  tags text[] not null default '{}'::text[],
  settings jsonb not null default '{}'::jsonb,
  updated_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  publish_at timestamp with time zone,
  constraint post_drafts_account_id_post_id_key UNIQUE (account_id, post_id),
  constraint post_drafts_pkey PRIMARY KEY (account_id, id),
  constraint post_drafts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint post_drafts_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES posts(account_id, id) ON DELETE CASCADE,
  constraint post_drafts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint post_drafts_categories_check CHECK (private.is_short_list(categories, 5, 60)),
  constraint post_drafts_content_check CHECK (length(content) <= 200000),
  constraint post_drafts_cover_check CHECK (jsonb_typeof(cover) = 'object'::text AND pg_column_size(cover) <= 2000 AND (cover ->> 'image'::text) ~ '^(/[^/\\]|https://)'::text),
  constraint post_drafts_excerpt_check CHECK (length(excerpt) <= 400),
  constraint post_drafts_search_settings_check CHECK (private.is_search_settings(settings)),
  constraint post_drafts_settings_check CHECK (jsonb_typeof(settings) = 'object'::text AND pg_column_size(settings) <= 8192),
  constraint post_drafts_tags_check CHECK (private.is_short_list(tags, 12, 40)),
  constraint post_drafts_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint post_drafts_version_check CHECK (version > 0)
);
CREATE INDEX post_drafts_due_idx ON public.post_drafts USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX post_drafts_updated_by_idx ON public.post_drafts USING btree (updated_by);
create policy "Editors read what is being written" on post_drafts for select to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Editors write posts" on post_drafts for update to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
-- authenticated may select (account_id, id, post_id, title, excerpt, content, cover, categories, tags, settings, updated_by, created_at, updated_at, version, publish_at)
-- authenticated may update (title, excerpt, content, cover, categories, tags, settings)
CREATE TRIGGER post_drafts_keep_version AFTER UPDATE ON post_drafts FOR EACH ROW EXECUTE FUNCTION private.keep_version('post');
CREATE TRIGGER post_drafts_sign BEFORE UPDATE OF title, content, excerpt, cover, categories, tags, settings ON post_drafts FOR EACH ROW EXECUTE FUNCTION private.sign_draft();
CREATE TRIGGER post_drafts_touch BEFORE UPDATE ON post_drafts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The blog as visitors read it.
create table public.posts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  title text not null,
  slug text not null,
  excerpt text not null default ''::text,
  content text not null default ''::text,
  cover jsonb,
  categories text[] not null default '{}'::text[],
  tags text[] not null default '{}'::text[],
  settings jsonb not null default '{}'::jsonb,
  author_id uuid,
  status text not null default 'draft'::text,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  is_featured boolean generated always as (COALESCE(((settings -> 'featured'::text) = 'true'::jsonb), false)) stored,
  search_text text generated always as (private.folded(title)) stored,
  constraint posts_account_id_slug_key UNIQUE (account_id, slug),
  constraint posts_id_key UNIQUE (id),
  constraint posts_pkey PRIMARY KEY (account_id, id),
  constraint posts_account_id_author_id_fkey FOREIGN KEY (account_id, author_id) REFERENCES members(account_id, id) ON DELETE SET NULL (author_id),
  constraint posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint posts_categories_check CHECK (private.is_short_list(categories, 5, 60)),
  constraint posts_content_check CHECK (length(content) <= 200000),
  constraint posts_cover_check CHECK (jsonb_typeof(cover) = 'object'::text AND pg_column_size(cover) <= 2000 AND (cover ->> 'image'::text) ~ '^(/[^/\\]|https://)'::text),
  constraint posts_excerpt_check CHECK (length(excerpt) <= 400),
  constraint posts_search_settings_check CHECK (private.is_search_settings(settings)),
  constraint posts_settings_check CHECK (jsonb_typeof(settings) = 'object'::text AND pg_column_size(settings) <= 8192),
  constraint posts_slug_check CHECK (length(slug) <= 120 AND private.is_slug(slug)),
  constraint posts_slug_not_reserved CHECK (slug <> 'comments'::text),
  constraint posts_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text])),
  constraint posts_tags_check CHECK (private.is_short_list(tags, 12, 40)),
  constraint posts_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX posts_author_id_idx ON public.posts USING btree (account_id, author_id);
CREATE INDEX posts_featured_idx ON public.posts USING btree (account_id, is_featured DESC, published_at DESC);
CREATE INDEX posts_folded_title_idx ON public.posts USING gin (to_tsvector('simple'::regconfig, search_text));
CREATE INDEX posts_published_at_idx ON public.posts USING btree (account_id, published_at DESC);
CREATE INDEX posts_title_idx ON public.posts USING gin (to_tsvector('simple'::regconfig, title));
CREATE INDEX posts_updated_at_idx ON public.posts USING btree (account_id, updated_at DESC);
create policy "Editors begin posts" on posts for insert to authenticated with check ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Editors change the address of posts" on posts for update to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Editors read every post of their account" on posts for select to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Editors remove posts" on posts for delete to authenticated using ((account_id = ( SELECT private.account_with('staff'::text) AS account_with)));
create policy "Everyone reads published posts" on posts for select to anon, authenticated using (((status = 'published'::text) AND (published_at <= ( SELECT private.clock_now() AS clock_now))));
-- anon may select (account_id, id, title, slug, excerpt, content, cover, categories, tags, settings, author_id, status, published_at, created_at, updated_at, is_featured, search_text)
-- authenticated may delete
-- authenticated may insert (account_id, title, slug)
-- authenticated may select (account_id, id, title, slug, excerpt, content, cover, categories, tags, settings, author_id, status, published_at, created_at, updated_at, is_featured, search_text)
-- authenticated may update (slug)
CREATE TRIGGER posts_begin_draft AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION private.begin_draft('post');
CREATE TRIGGER posts_delete_thread AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION private.delete_post_thread();
CREATE TRIGGER posts_emit AFTER INSERT OR UPDATE OF status ON posts FOR EACH ROW EXECUTE FUNCTION private.emit_post_event();
CREATE TRIGGER posts_enter_author AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION private.name_author();
CREATE TRIGGER posts_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, excerpt, content, cover, categories, tags, status ON posts FOR EACH ROW EXECUTE FUNCTION private.index_record('post_search_rows');
CREATE TRIGGER posts_move_to_trash BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION private.move_to_trash('post');
CREATE TRIGGER posts_name_author BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION private.name_author();
CREATE TRIGGER posts_note_move AFTER UPDATE OF slug ON posts FOR EACH ROW WHEN (old.slug <> new.slug AND old.status = 'published'::text) EXECUTE FUNCTION private.redirect_post_slug();
CREATE TRIGGER posts_save_thread AFTER INSERT OR UPDATE OF title, slug, status, published_at, settings ON posts FOR EACH ROW EXECUTE FUNCTION private.save_post_thread();
CREATE TRIGGER posts_tell_counts_delete AFTER DELETE ON posts FOR EACH ROW WHEN (old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('blog_counts');
CREATE TRIGGER posts_tell_counts_insert AFTER INSERT ON posts FOR EACH ROW WHEN (new.status = 'published'::text) EXECUTE FUNCTION private.notify_change('blog_counts');
CREATE TRIGGER posts_tell_counts_update AFTER UPDATE OF status, categories, published_at ON posts FOR EACH ROW WHEN (new.status = 'published'::text OR old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('blog_counts');
CREATE TRIGGER posts_tell_delete AFTER DELETE ON posts FOR EACH ROW WHEN (old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('posts');
CREATE TRIGGER posts_tell_insert AFTER INSERT ON posts FOR EACH ROW WHEN (new.status = 'published'::text) EXECUTE FUNCTION private.notify_change('posts');
CREATE TRIGGER posts_tell_update AFTER UPDATE ON posts FOR EACH ROW WHEN (new.status = 'published'::text OR old.status = 'published'::text) EXECUTE FUNCTION private.notify_change('posts');
CREATE TRIGGER posts_touch BEFORE UPDATE ON posts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Secret links to drafts; of the secret only its digest is kept.
create table public.previews (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  kind text not null,
  subject_id uuid not null,
  token_hash text not null,
  expires_at timestamp with time zone not null,
  created_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint previews_pkey PRIMARY KEY (account_id, id),
  constraint previews_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint previews_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint previews_kind_check CHECK (length(kind) <= 40),
  constraint previews_token_hash_check CHECK (length(token_hash) = 64)
);
CREATE INDEX previews_created_by_idx ON public.previews USING btree (created_by);
CREATE INDEX previews_subject_idx ON public.previews USING btree (account_id, kind, subject_id);
CREATE INDEX previews_token_hash_idx ON public.previews USING btree (account_id, token_hash);
create policy "Editors of a kind end the sharing of drafts" on previews for delete to authenticated using (((account_id, kind) IN ( SELECT e.account_id,
    e.kind
   FROM private.editable_kinds() e(account_id, kind))));
create policy "Editors of a kind see which drafts are shared" on previews for select to authenticated using (((account_id, kind) IN ( SELECT e.account_id,
    e.kind
   FROM private.editable_kinds() e(account_id, kind))));
-- authenticated may delete
-- authenticated may select (account_id, id, kind, subject_id, expires_at, created_by, created_at)

-- A price of a product in the currency's smallest unit; a price that was replaced stays, no longer active.
create table public.prices (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  currency text not null,
  amount bigint not null,
  frequency jsonb,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  sale_amount bigint,
  sale_start timestamp with time zone,
  sale_end timestamp with time zone,
  is_on_sale boolean not null default false,
  constraint prices_id_key UNIQUE (id),
  constraint prices_pkey PRIMARY KEY (account_id, id),
  constraint prices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint prices_account_id_product_id_fkey FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id) ON DELETE CASCADE,
  constraint prices_amount_check CHECK (amount >= 0 AND amount <= '1000000000000'::bigint),
  constraint prices_check CHECK (sale_amount >= 0 AND sale_amount < amount),
  constraint prices_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint prices_frequency_check CHECK (COALESCE(jsonb_typeof(frequency -> 'value'::text) = 'number'::text AND (frequency ->> 'value'::text) ~ '^[1-9][0-9]{0,2}$'::text AND ((frequency ->> 'parameter'::text) = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])), frequency IS NULL)),
  constraint prices_sale_end_after_start CHECK (sale_end > sale_start),
  constraint prices_sale_has_an_amount CHECK (sale_amount IS NOT NULL OR sale_start IS NULL AND sale_end IS NULL AND NOT is_on_sale)
);
CREATE INDEX prices_product_id_idx ON public.prices USING btree (account_id, product_id);
CREATE INDEX prices_sales_idx ON public.prices USING btree (account_id) WHERE (is_active AND (sale_amount IS NOT NULL));
CREATE UNIQUE INDEX prices_one_active_idx ON public.prices USING btree (account_id, product_id, currency) WHERE is_active;
create policy "Everyone sees the price of what is on sale" on prices for select to anon, authenticated using ((is_active AND (EXISTS ( SELECT
   FROM products p
  WHERE (((p.account_id = prices.account_id) AND (p.id = prices.product_id)) AND (p.status = 'published'::text))))));
create policy "Keys read prices" on prices for select to authenticated using ((account_id = ( SELECT private.key_account('products:read'::text) AS key_account)));
create policy "Managers see every price of their account" on prices for select to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- anon may select (account_id, id, product_id, currency, amount, frequency, is_active, created_at, updated_at, sale_amount, sale_start, sale_end, is_on_sale)
-- authenticated may select (account_id, id, product_id, currency, amount, frequency, is_active, created_at, updated_at, sale_amount, sale_start, sale_end, is_on_sale)
CREATE TRIGGER prices_tell AFTER INSERT OR UPDATE ON prices FOR EACH ROW EXECUTE FUNCTION private.notify_price_change();
CREATE TRIGGER prices_touch BEFORE UPDATE ON prices FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The courses that a bundle or a membership opens.
create table public.product_courses (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  course_id uuid not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint product_courses_account_id_product_id_course_id_key UNIQUE (account_id, product_id, course_id),
  constraint product_courses_pkey PRIMARY KEY (account_id, id),
  constraint product_courses_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint product_courses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint product_courses_account_id_product_id_fkey FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id) ON DELETE CASCADE
);
CREATE INDEX product_courses_course_id_idx ON public.product_courses USING btree (account_id, course_id);
create policy "Everyone sees what a product on sale opens" on product_courses for select to anon, authenticated using ((EXISTS ( SELECT
   FROM products p
  WHERE ((p.account_id = product_courses.account_id) AND (p.id = product_courses.product_id)))));
create policy "Managers say what a product opens" on product_courses for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers take a course out of a product" on product_courses for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- anon may select (account_id, id, product_id, course_id, created_at)
-- authenticated may delete
-- authenticated may insert (account_id, product_id, course_id)
-- authenticated may select (account_id, id, product_id, course_id, created_at)
CREATE TRIGGER product_courses_open_to_holders AFTER INSERT ON product_courses FOR EACH ROW EXECUTE FUNCTION private.grant_product_course();

-- What the buyer of a digital good may fetch: files in the account's private bucket, under products/{product}/.
create table public.product_files (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  product_id uuid not null,
  name text not null,
  path text not null,
  size bigint not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint product_files_account_id_path_key UNIQUE (account_id, path),
  constraint product_files_pkey PRIMARY KEY (account_id, id),
  constraint product_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint product_files_account_id_product_id_fkey FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id) ON DELETE CASCADE,
  constraint product_files_check CHECK (length(path) <= 300 AND path ~~ 'products/%/%'::text AND split_part(path, '/'::text, 2) = product_id::text),
  constraint product_files_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint product_files_size_check CHECK (size >= 0 AND size <= 536870912)
);
CREATE INDEX product_files_product_id_idx ON public.product_files USING btree (account_id, product_id, created_at);
create policy "Buyers see the files of what they paid for" on product_files for select to authenticated using ((product_id IN ( SELECT private.purchased_products() AS purchased_products)));
create policy "Managers add files to their products" on product_files for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers see the files of their products" on product_files for select to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers take files out of their products" on product_files for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- authenticated may delete
-- authenticated may insert (account_id, product_id, name, path, size)
-- authenticated may select (account_id, id, product_id, name, path, size, created_at)

-- What an account sells: a course, a membership, a bundle of courses, a digital good.
create table public.products (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  title text not null,
  slug text not null,
  description text not null default ''::text,
  image text,
  type text not null default 'course'::text,
  status text not null default 'draft'::text,
  course_id uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  search_text text generated always as (private.folded(title)) stored,
  constraint products_account_id_slug_key UNIQUE (account_id, slug),
  constraint products_id_key UNIQUE (id),
  constraint products_pkey PRIMARY KEY (account_id, id),
  constraint products_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE SET NULL (course_id),
  constraint products_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint products_course_has_one CHECK (type = 'course'::text OR course_id IS NULL),
  constraint products_description_check CHECK (length(description) <= 5000),
  constraint products_image_check CHECK (length(image) <= 1000),
  constraint products_slug_check CHECK (length(slug) <= 100 AND private.is_slug(slug)),
  constraint products_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint products_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint products_type_check CHECK (type = ANY (ARRAY['course'::text, 'membership'::text, 'digital'::text, 'bundle'::text]))
);
CREATE INDEX products_course_id_idx ON public.products USING btree (account_id, course_id);
CREATE INDEX products_folded_title_idx ON public.products USING gin (to_tsvector('simple'::regconfig, search_text));
CREATE INDEX products_newest_idx ON public.products USING btree (account_id, created_at DESC);
CREATE INDEX products_title_search_idx ON public.products USING gin (to_tsvector('simple'::regconfig, title));
create policy "Everyone sees what is on sale" on products for select to anon, authenticated using ((status = 'published'::text));
create policy "Keys read products" on products for select to authenticated using ((account_id = ( SELECT private.key_account('products:read'::text) AS key_account)));
create policy "Managers add products" on products for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers change products" on products for update to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers remove products" on products for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
create policy "Managers see every product of their account" on products for select to authenticated using ((account_id = ( SELECT private.account_with('manage_shop'::text) AS account_with)));
-- anon may select (account_id, id, title, slug, description, image, type, status, course_id, created_at, updated_at, search_text)
-- authenticated may delete
-- authenticated may insert (account_id, title, slug, description, image, type, status, course_id)
-- authenticated may select (account_id, id, title, slug, description, image, type, status, course_id, created_at, updated_at, search_text)
-- authenticated may update (title, slug, description, image, type, status, course_id)
CREATE TRIGGER products_index AFTER INSERT OR DELETE OR UPDATE OF title, slug, description, image, status, course_id ON products FOR EACH ROW EXECUTE FUNCTION private.index_record('product_search_rows');
CREATE TRIGGER products_tell AFTER INSERT OR DELETE OR UPDATE ON products FOR EACH ROW EXECUTE FUNCTION private.notify_product_change();
CREATE TRIGGER products_touch BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A browser that may be told by push what waits for whom (RFC 8030): one row a browser and site.
create table public.push_subscriptions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null,
  endpoint text not null,
  p256dh_key text not null,
  auth_secret text not null,
  device text not null default ''::text,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint push_subscriptions_account_id_endpoint_key UNIQUE (account_id, endpoint),
  constraint push_subscriptions_pkey PRIMARY KEY (account_id, id),
  constraint push_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint push_subscriptions_auth_secret_check CHECK (auth_secret ~ '^[A-Za-z0-9_-]{22}$'::text),
  constraint push_subscriptions_device_check CHECK (length(device) <= 120),
  constraint push_subscriptions_endpoint_check CHECK (endpoint ~ '^https?://[^\s]+$'::text AND length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_key_check CHECK (p256dh_key ~ '^[A-Za-z0-9_-]{87}$'::text)
);
CREATE INDEX push_subscriptions_person_idx ON public.push_subscriptions USING btree (user_id, account_id);
create policy "People see which browsers tell them" on push_subscriptions for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.bell_account() AS bell_account))));
create policy "People silence a browser" on push_subscriptions for delete to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.bell_account() AS bell_account)) AND (( SELECT private.actor() AS actor) IS NULL)));
-- authenticated may delete
-- authenticated may select (account_id, id, user_id, endpoint, device, created_at, updated_at)
CREATE TRIGGER push_subscriptions_touch BEFORE UPDATE ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The right answer of a question and why; its id is the question's. Never read by a student.
create table public.question_keys (
  account_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  answer jsonb not null,
  explanation text not null default ''::text,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint question_keys_id_key UNIQUE (id),
  constraint question_keys_pkey PRIMARY KEY (account_id, id),
  constraint question_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint question_keys_account_id_id_fkey FOREIGN KEY (account_id, id) REFERENCES questions(account_id, id) ON DELETE CASCADE,
  constraint question_keys_answer_check CHECK (pg_column_size(answer) <= 8000),
  constraint question_keys_explanation_check CHECK (length(explanation) <= 2000)
);
create policy "Authors and managers see the right answers of their courses" on question_keys for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
-- authenticated may select (account_id, id, course_id, answer, explanation, created_at, updated_at)
CREATE TRIGGER question_keys_touch BEFORE UPDATE ON question_keys FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What a quiz asks, for its authors; a student gets a copy when an attempt begins.
create table public.questions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  quiz_id uuid not null,
  "position" smallint not null default 0,
  kind text not null,
  prompt text not null,
  figure jsonb,
  points smallint not null default 1,
  options jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint questions_id_key UNIQUE (id),
  constraint questions_pkey PRIMARY KEY (account_id, id),
  constraint questions_account_id_course_id_quiz_id_fkey FOREIGN KEY (account_id, course_id, quiz_id) REFERENCES quizzes(account_id, course_id, id) ON DELETE CASCADE,
  constraint questions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint questions_figure_check CHECK (jsonb_typeof(figure) = 'object'::text AND pg_column_size(figure) <= 2000 AND (figure ->> 'image'::text) ~ '^(/[^/\\]|https://)'::text AND length(COALESCE(figure ->> 'alt'::text, ''::text)) <= 300),
  constraint questions_kind_check CHECK (kind = ANY (ARRAY['single'::text, 'multiple'::text, 'truefalse'::text, 'short'::text])),
  constraint questions_options_check CHECK (jsonb_typeof(options) = 'array'::text AND jsonb_array_length(options) <= 12 AND pg_column_size(options) <= 16000),
  constraint questions_points_check CHECK (points >= 1 AND points <= 100),
  constraint questions_position_check CHECK ("position" >= 0 AND "position" <= 200),
  constraint questions_prompt_check CHECK (length(prompt) >= 1 AND length(prompt) <= 2000)
);
CREATE INDEX questions_prompt_search_idx ON public.questions USING gin (to_tsvector('simple'::regconfig, prompt));
CREATE INDEX questions_quiz_idx ON public.questions USING btree (account_id, course_id, quiz_id, "position");
create policy "Authors and managers see the questions of their courses" on questions for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
-- authenticated may select (account_id, id, course_id, quiz_id, position, kind, prompt, figure, points, options, created_at, updated_at)
CREATE TRIGGER questions_touch BEFORE UPDATE ON questions FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- The rules of the quiz a lesson of that kind holds; its title is the lesson's.
create table public.quizzes (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  lesson_id uuid not null,
  intro text not null default ''::text,
  pass_mark smallint not null default 60,
  attempts_allowed smallint not null default 0,
  time_limit_seconds integer,
  shuffle_questions boolean not null default false,
  shuffle_options boolean not null default false,
  feedback text not null default 'answers'::text,
  question_count smallint not null default 0,
  points integer not null default 0,
  version integer not null default 0,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint quizzes_account_id_course_id_id_key UNIQUE (account_id, course_id, id),
  constraint quizzes_account_id_lesson_id_key UNIQUE (account_id, lesson_id),
  constraint quizzes_id_key UNIQUE (id),
  constraint quizzes_pkey PRIMARY KEY (account_id, id),
  constraint quizzes_account_id_course_id_lesson_id_fkey FOREIGN KEY (account_id, course_id, lesson_id) REFERENCES lessons(account_id, course_id, id) ON DELETE CASCADE,
  constraint quizzes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint quizzes_attempts_allowed_check CHECK (attempts_allowed >= 0 AND attempts_allowed <= 100),
  constraint quizzes_feedback_check CHECK (feedback = ANY (ARRAY['score'::text, 'verdicts'::text, 'answers'::text, 'answers_when_done'::text])),
  constraint quizzes_intro_check CHECK (length(intro) <= 2000),
  constraint quizzes_pass_mark_check CHECK (pass_mark >= 0 AND pass_mark <= 100),
  constraint quizzes_points_check CHECK (points >= 0 AND points <= 20000),
  constraint quizzes_question_count_check CHECK (question_count >= 0 AND question_count <= 200),
  constraint quizzes_time_limit_seconds_check CHECK (time_limit_seconds >= 60 AND time_limit_seconds <= 86400)
);
CREATE INDEX quizzes_lesson_idx ON public.quizzes USING btree (account_id, course_id, lesson_id);
create policy "Authors and managers see every quiz they may change" on quizzes for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Quizzes are there where the plan and the account have lms" on quizzes for all to anon, authenticated using (private.has_feature(account_id, 'lms'::text));
create policy "Students see the rules of the quizzes in their courses" on quizzes for select to authenticated using (((course_id IN ( SELECT private.enrolled_courses() AS enrolled_courses)) AND (EXISTS ( SELECT
   FROM lessons l
  WHERE (((l.account_id = quizzes.account_id) AND (l.id = quizzes.lesson_id)) AND l.is_published)))));
-- authenticated may select (account_id, id, course_id, lesson_id, intro, pass_mark, attempts_allowed, time_limit_seconds, shuffle_questions, shuffle_options, feedback, question_count, points, version, created_at, updated_at)
CREATE TRIGGER quizzes_feature BEFORE INSERT ON quizzes FOR EACH ROW EXECUTE FUNCTION private.guard_feature('lms');
CREATE TRIGGER quizzes_touch BEFORE UPDATE ON quizzes FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Where an address that is gone leads. A path that ends in /* stands for everything below it; a target that ends so keeps the rest.
create table public.redirects (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  from_path text not null,
  to_address text not null,
  status smallint not null default 301,
  is_automatic boolean not null default false,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint redirects_account_id_from_path_key UNIQUE (account_id, from_path),
  constraint redirects_pkey PRIMARY KEY (account_id, id),
  constraint redirects_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint redirects_from_path_check CHECK (length(from_path) <= 300 AND from_path ~ '^(/[^/?#*\\[:space:][:cntrl:]]+)+(/\*)?$'::text),
  constraint redirects_rest_needs_a_wildcard CHECK (to_address !~~ '%/*'::text OR from_path ~~ '%/*'::text),
  constraint redirects_status_check CHECK (status = ANY (ARRAY[301, 302])),
  constraint redirects_to_address_check CHECK (length(to_address) <= 500 AND to_address ~ '^(/([^/\\[:space:][:cntrl:]][^\\[:space:][:cntrl:]]*)?|https?://[^[:space:][:cntrl:]]+)$'::text)
);
CREATE INDEX redirects_to_address_idx ON public.redirects USING btree (account_id, to_address);
CREATE INDEX redirects_updated_at_idx ON public.redirects USING btree (account_id, updated_at DESC);
create policy "Everyone is shown the way" on redirects for select to anon, authenticated using (true);
create policy "Managers add redirects" on redirects for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change redirects" on redirects for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove redirects" on redirects for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- anon may select (account_id, id, from_path, to_address, status, is_automatic, created_at, updated_at)
-- authenticated may delete
-- authenticated may insert (account_id, from_path, to_address, status)
-- authenticated may select (account_id, id, from_path, to_address, status, is_automatic, created_at, updated_at)
-- authenticated may update (from_path, to_address, status)
CREATE TRIGGER redirects_prepare BEFORE INSERT OR UPDATE OF from_path, to_address ON redirects FOR EACH ROW EXECUTE FUNCTION private.prepare_redirect();
CREATE TRIGGER redirects_settle AFTER INSERT OR UPDATE OF from_path, to_address ON redirects FOR EACH ROW EXECUTE FUNCTION private.check_redirect_loop();
CREATE TRIGGER redirects_tell AFTER INSERT OR DELETE OR UPDATE ON redirects FOR EACH ROW EXECUTE FUNCTION private.notify_change('redirects');
CREATE TRIGGER redirects_touch BEFORE UPDATE ON redirects FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A report that is sent by mail each week or each month to those who are named as its readers.
create table public.report_letters (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  report text not null,
  rhythm text not null,
  created_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint report_letters_account_id_report_rhythm_key UNIQUE (account_id, report, rhythm),
  constraint report_letters_id_key UNIQUE (id),
  constraint report_letters_pkey PRIMARY KEY (account_id, id),
  constraint report_letters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint report_letters_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint report_letters_report_check CHECK (report = ANY (ARRAY['overview'::text, 'visits'::text, 'members'::text, 'learning'::text, 'sales'::text, 'marketing'::text])),
  constraint report_letters_rhythm_check CHECK (rhythm = ANY (ARRAY['weekly'::text, 'monthly'::text]))
);
CREATE INDEX report_letters_created_by_idx ON public.report_letters USING btree (created_by);
create policy "Managers see which reports are sent" on report_letters for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers stop a report" on report_letters for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Readers see which reports they are sent" on report_letters for select to authenticated using ((id IN ( SELECT private.received_reports() AS received_reports)));
-- authenticated may delete
-- authenticated may select (account_id, id, report, rhythm, created_by, created_at, updated_at)
CREATE TRIGGER report_letters_touch BEFORE UPDATE ON report_letters FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Each report that was sent, or is about to be, to one reader about one time: none is sent twice.
create table public.report_posts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  letter_id uuid not null,
  member_id uuid not null,
  first_day date not null,
  last_day date not null,
  state text not null default 'waiting'::text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint report_posts_account_id_letter_id_member_id_first_day_key UNIQUE (account_id, letter_id, member_id, first_day),
  constraint report_posts_pkey PRIMARY KEY (account_id, id),
  constraint report_posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint report_posts_account_id_letter_id_fkey FOREIGN KEY (account_id, letter_id) REFERENCES report_letters(account_id, id) ON DELETE CASCADE,
  constraint report_posts_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint report_posts_check CHECK (last_day >= first_day),
  constraint report_posts_check1 CHECK ((state = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint report_posts_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'dropped'::text]))
);
CREATE INDEX report_posts_member_idx ON public.report_posts USING btree (account_id, member_id);
create policy "Managers see what was sent" on report_posts for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, letter_id, member_id, first_day, last_day, state, sent_at, created_at)

-- Who is sent a report.
create table public.report_readers (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  letter_id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint report_readers_account_id_letter_id_member_id_key UNIQUE (account_id, letter_id, member_id),
  constraint report_readers_pkey PRIMARY KEY (account_id, id),
  constraint report_readers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint report_readers_account_id_letter_id_fkey FOREIGN KEY (account_id, letter_id) REFERENCES report_letters(account_id, id) ON DELETE CASCADE,
  constraint report_readers_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX report_readers_member_idx ON public.report_readers USING btree (account_id, member_id);
create policy "Managers see who is sent a report" on report_readers for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers take a reader off" on report_readers for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Readers see that they are sent one" on report_readers for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Readers take themselves off" on report_readers for delete to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
-- authenticated may delete
-- authenticated may select (account_id, id, letter_id, member_id, created_at)

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
  constraint roles_caps_check CHECK (caps <@ '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats,manage_members,log_in_as,manage_shop}'::text[]),
  constraint roles_kind_check CHECK (kind = ANY (ARRAY['owner'::text, 'instructor'::text, 'student'::text, 'parent'::text])),
  constraint roles_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
create policy "Keys read the roles of members" on roles for select to authenticated using ((account_id = ( SELECT private.key_account('members:read'::text) AS key_account)));
create policy "Managers add roles" on roles for insert to authenticated with check (((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)) AND (kind IS NULL)));
create policy "Managers change roles but the owner's" on roles for update to authenticated using (((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)) AND (kind IS DISTINCT FROM 'owner'::text))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove roles they added" on roles for delete to authenticated using (((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)) AND (kind IS NULL)));
create policy "Members see the roles of their account" on roles for select to authenticated using ((account_id = ( SELECT private.account_with('member'::text) AS account_with)));
-- authenticated may delete
-- authenticated may insert (account_id, name, caps)
-- authenticated may select (account_id, role_id, kind, name, caps, created_at, updated_at)
-- authenticated may update (name, caps)
CREATE TRIGGER roles_audit AFTER INSERT OR DELETE OR UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION private.audit_role();
CREATE TRIGGER roles_guard_acting BEFORE INSERT OR DELETE OR UPDATE OF name, caps ON roles FOR EACH ROW EXECUTE FUNCTION private.guard_impersonation();
CREATE TRIGGER roles_touch BEFORE UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What the search reads: one row for each thing that can be found, written by triggers of the feature that owns it.
create table public.search_records (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  parent_id uuid,
  title text not null,
  summary text not null default ''::text,
  body text not null default ''::text,
  slug text,
  picture text,
  language text not null,
  has_own_language boolean not null default false,
  is_live boolean not null default true,
  title_document tsvector generated always as (private.search_document(account_id, kind, language, is_live, title, ''::text, ''::text)) stored,
  document tsvector generated always as (private.search_document(account_id, kind, language, is_live, title, summary, body)) stored,
  constraint search_records_pkey PRIMARY KEY (account_id, id),
  constraint search_records_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint search_records_body_check CHECK (length(body) <= 40000),
  constraint search_records_kind_check CHECK (kind ~ '^[a-z]{1,30}$'::text),
  constraint search_records_language_check CHECK (language ~ '^[a-z]{2}$'::text),
  constraint search_records_picture_check CHECK (length(picture) <= 1000),
  constraint search_records_slug_check CHECK (length(slug) <= 200),
  constraint search_records_summary_check CHECK (length(summary) <= 500),
  constraint search_records_title_check CHECK (length(title) <= 200)
);
CREATE INDEX search_records_document_idx ON public.search_records USING gin (document) WITH (fastupdate=off);
CREATE INDEX search_records_languages_idx ON public.search_records USING btree (account_id, language);
CREATE INDEX search_records_title_idx ON public.search_records USING gin (title_document) WITH (fastupdate=off);
create policy "Courses are found by whoever sees them" on search_records for select to anon, authenticated using (((kind = 'course'::text) AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.account_id = search_records.account_id) AND (c.id = search_records.id))))));
create policy "Documentation is found by whoever may read it" on search_records for select to anon, authenticated using (((kind = 'doc'::text) AND (EXISTS ( SELECT
   FROM docs d
  WHERE ((d.account_id = search_records.account_id) AND (d.id = search_records.id))))));
create policy "Groups are found by whoever sees them" on search_records for select to anon, authenticated using (((kind = 'group'::text) AND (EXISTS ( SELECT
   FROM groups g
  WHERE ((g.account_id = search_records.account_id) AND (g.id = search_records.id))))));
create policy "Lessons are found by whoever may edit them" on search_records for select to authenticated using (((kind = 'lesson'::text) AND (parent_id IN ( SELECT private.editable_courses() AS editable_courses))));
create policy "Lessons are found by whoever may open them" on search_records for select to anon, authenticated using (((kind = 'lesson'::text) AND (EXISTS ( SELECT
   FROM lessons l
  WHERE (((l.account_id = search_records.account_id) AND (l.id = search_records.id)) AND l.is_published AND (l.is_preview OR (l.course_id IN ( SELECT private.enrolled_courses() AS enrolled_courses))))))));
create policy "Members are found by whoever sees their card" on search_records for select to anon, authenticated using (((kind = 'member'::text) AND (EXISTS ( SELECT
   FROM member_cards m
  WHERE ((m.account_id = search_records.account_id) AND (m.id = search_records.id))))));
create policy "Pages are found by whoever may read them" on search_records for select to anon, authenticated using (((kind = 'page'::text) AND (EXISTS ( SELECT
   FROM pages p
  WHERE ((p.account_id = search_records.account_id) AND (p.id = search_records.id))))));
create policy "Posts are found by whoever may read them" on search_records for select to anon, authenticated using (((kind = 'post'::text) AND (EXISTS ( SELECT
   FROM posts p
  WHERE ((p.account_id = search_records.account_id) AND (p.id = search_records.id))))));
create policy "Products are found by whoever sees them" on search_records for select to anon, authenticated using (((kind = 'product'::text) AND (EXISTS ( SELECT
   FROM products p
  WHERE ((p.account_id = search_records.account_id) AND (p.id = search_records.id))))));
-- anon may select (account_id, id, kind, parent_id, title, summary, body, slug, picture, language, is_live)
-- authenticated may select (account_id, id, kind, parent_id, title, summary, body, slug, picture, language, is_live)
CREATE TRIGGER search_records_forget_words AFTER DELETE ON search_records FOR EACH ROW EXECUTE FUNCTION private.note_search_words();
CREATE TRIGGER search_records_note_words AFTER INSERT OR UPDATE OF title, summary, body, language ON search_records FOR EACH ROW EXECUTE FUNCTION private.note_search_words();

-- The parts of a course, in order.
create table public.sections (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  title text not null,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  constraint sections_account_id_course_id_id_key UNIQUE (account_id, course_id, id),
  constraint sections_id_key UNIQUE (id),
  constraint sections_pkey PRIMARY KEY (account_id, id),
  constraint sections_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint sections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint sections_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX sections_course_idx ON public.sections USING btree (account_id, course_id, "position");
create policy "Who sees a course sees its sections" on sections for select to anon, authenticated using (((archived_at IS NULL) AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.account_id = sections.account_id) AND (c.id = sections.course_id))))));
-- anon may select (account_id, id, course_id, title, position, created_at, updated_at)
-- authenticated may select (account_id, id, course_id, title, position, created_at, updated_at)
CREATE TRIGGER sections_tell AFTER INSERT OR DELETE OR UPDATE ON sections FOR EACH ROW EXECUTE FUNCTION private.notify_course();
CREATE TRIGGER sections_touch BEFORE UPDATE ON sections FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- By which other providers people sign in on an account, and with whose credentials; secrets are sealed by a secret that is not in the database.
create table public.sign_in_providers (
  account_id uuid not null,
  provider text not null,
  source text not null,
  is_on boolean not null default true,
  is_shared boolean not null default false,
  client_id text not null default ''::text,
  tenant text not null default ''::text,
  team_id text not null default ''::text,
  key_id text not null default ''::text,
  sealed_secret text,
  has_secret boolean generated always as ((sealed_secret IS NOT NULL)) stored,
  version uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint sign_in_providers_pkey PRIMARY KEY (account_id, provider),
  constraint sign_in_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint sign_in_providers_check CHECK (source = 'platform'::text OR sealed_secret IS NOT NULL AND client_id <> ''::text),
  constraint sign_in_providers_client_id_check CHECK (length(client_id) <= 200),
  constraint sign_in_providers_key_id_check CHECK (length(key_id) <= 20),
  constraint sign_in_providers_provider_check CHECK (provider = ANY (ARRAY['google'::text, 'github'::text, 'apple'::text, 'azure'::text, 'facebook'::text])),
  constraint sign_in_providers_sealed_secret_check CHECK (length(sealed_secret) <= 8192),
  constraint sign_in_providers_source_check CHECK (source = ANY (ARRAY['own'::text, 'platform'::text])),
  constraint sign_in_providers_team_id_check CHECK (length(team_id) <= 20),
  constraint sign_in_providers_tenant_check CHECK (length(tenant) <= 100)
);
CREATE INDEX sign_in_providers_provider_idx ON public.sign_in_providers USING btree (provider);
create policy "Managers see by what people sign in on their account" on sign_in_providers for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, provider, source, is_on, is_shared, client_id, tenant, team_id, key_id, has_secret, created_at, updated_at)
CREATE TRIGGER sign_in_providers_tell AFTER INSERT OR DELETE OR UPDATE ON sign_in_providers FOR EACH ROW EXECUTE FUNCTION private.notify_sign_in_buttons();
CREATE TRIGGER sign_in_providers_touch BEFORE UPDATE ON sign_in_providers FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What an account pays the platform for, by which payment service, and until when. Sums in the smallest unit.
create table public.subscriptions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  plan_id text not null,
  period text not null,
  provider text not null default 'offline'::text,
  status text not null,
  currency text not null,
  amount bigint not null,
  iterations integer,
  issued_count integer not null default 0,
  trial_ends_at timestamp with time zone,
  period_start timestamp with time zone not null default private.clock_now(),
  period_end timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  next_plan_id text,
  next_period text,
  past_due_since timestamp with time zone,
  reminders smallint not null default 0,
  customer text,
  reference text,
  card jsonb,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  anchor_at timestamp with time zone,
  constraint subscriptions_account_id_key UNIQUE (account_id),
  constraint subscriptions_pkey PRIMARY KEY (account_id, id),
  constraint subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint subscriptions_next_plan_id_fkey FOREIGN KEY (next_plan_id) REFERENCES plans(id) ON DELETE SET NULL,
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE RESTRICT,
  constraint subscriptions_amount_check CHECK (amount >= 0 AND amount <= '100000000000'::bigint),
  constraint subscriptions_card_check CHECK (length(card::text) <= 500),
  constraint subscriptions_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint subscriptions_customer_check CHECK (length(customer) <= 200),
  constraint subscriptions_iterations_check CHECK (iterations >= 1 AND iterations <= 1000),
  constraint subscriptions_next_period_check CHECK (next_period = ANY (ARRAY['monthly'::text, 'annual'::text])),
  constraint subscriptions_period_check CHECK (period = ANY (ARRAY['monthly'::text, 'annual'::text, 'onetime'::text])),
  constraint subscriptions_provider_check CHECK (provider = ANY (ARRAY['offline'::text, 'stripe'::text])),
  constraint subscriptions_reference_check CHECK (length(reference) <= 200),
  constraint subscriptions_status_check CHECK (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'ended'::text]))
);
CREATE INDEX subscriptions_next_plan_id_idx ON public.subscriptions USING btree (next_plan_id);
CREATE INDEX subscriptions_period_end_idx ON public.subscriptions USING btree (period_end) WHERE (status <> 'ended'::text);
CREATE INDEX subscriptions_plan_id_idx ON public.subscriptions USING btree (plan_id);
CREATE UNIQUE INDEX subscriptions_reference_idx ON public.subscriptions USING btree (provider, reference);
create policy "Owners see what they pay for" on subscriptions for select to authenticated using ((account_id IN ( SELECT private.owned_accounts() AS owned_accounts)));
create policy "Those who run the platform see every subscription" on subscriptions for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- authenticated may select (account_id, id, plan_id, period, provider, status, currency, amount, iterations, issued_count, trial_ends_at, period_start, period_end, cancel_at_period_end, next_plan_id, next_period, past_due_since, card, ended_at, created_at, updated_at)
CREATE TRIGGER subscriptions_touch BEFORE UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A file of a post, in the account's private bucket; who reads the post may fetch it.
create table public.thread_attachments (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  path text not null,
  name text not null,
  mime_type text not null,
  size bigint not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint thread_attachments_account_id_path_key UNIQUE (account_id, path),
  constraint thread_attachments_pkey PRIMARY KEY (account_id, id),
  constraint thread_attachments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint thread_attachments_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES thread_posts(account_id, id) ON DELETE CASCADE,
  constraint thread_attachments_mime_type_check CHECK (length(mime_type) <= 200),
  constraint thread_attachments_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint thread_attachments_path_check CHECK (path ~ '^threads/[0-9a-f-]{36}/[^/]+$'::text AND length(path) <= 400),
  constraint thread_attachments_size_check CHECK (size >= 0 AND size <= 10485760)
);
CREATE INDEX thread_attachments_post_id_idx ON public.thread_attachments USING btree (account_id, post_id);
create policy "Whoever reads a post sees its files" on thread_attachments for select to anon, authenticated using ((EXISTS ( SELECT
   FROM thread_posts p
  WHERE ((p.account_id = thread_attachments.account_id) AND (p.id = thread_attachments.post_id)))));
-- anon may select (account_id, id, post_id, path, name, mime_type, size, created_at)
-- authenticated may select (account_id, id, post_id, path, name, mime_type, size, created_at)
CREATE TRIGGER thread_attachments_delete_file AFTER DELETE ON thread_attachments FOR EACH ROW EXECUTE FUNCTION private.delete_thread_file();

-- Members a post names by @slug, among those who may see its thread; derived from the content.
create table public.thread_mentions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  member_id uuid not null,
  slug text not null,
  announced_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint thread_mentions_account_id_post_id_member_id_key UNIQUE (account_id, post_id, member_id),
  constraint thread_mentions_pkey PRIMARY KEY (account_id, id),
  constraint thread_mentions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint thread_mentions_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint thread_mentions_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES thread_posts(account_id, id) ON DELETE CASCADE,
  constraint thread_mentions_slug_check CHECK (length(slug) >= 1 AND length(slug) <= 80)
);
CREATE INDEX thread_mentions_member_id_idx ON public.thread_mentions USING btree (account_id, member_id);
create policy "Whoever reads a post sees whom it mentions" on thread_mentions for select to anon, authenticated using ((EXISTS ( SELECT
   FROM thread_posts p
  WHERE ((p.account_id = thread_mentions.account_id) AND (p.id = thread_mentions.post_id)))));
-- anon may select (account_id, id, post_id, member_id, slug, created_at)
-- authenticated may select (account_id, id, post_id, member_id, slug, created_at)

-- What a post was before each edit, and when it was edited.
create table public.thread_post_edits (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  content text not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint thread_post_edits_pkey PRIMARY KEY (account_id, id),
  constraint thread_post_edits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint thread_post_edits_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES thread_posts(account_id, id) ON DELETE CASCADE,
  constraint thread_post_edits_content_check CHECK (length(content) >= 1 AND length(content) <= 20000)
);
CREATE INDEX thread_post_edits_post_id_idx ON public.thread_post_edits USING btree (account_id, post_id, created_at DESC);
create policy "Authors read what their posts were" on thread_post_edits for select to authenticated using ((EXISTS ( SELECT
   FROM thread_posts p
  WHERE (((p.account_id = thread_post_edits.account_id) AND (p.id = thread_post_edits.post_id)) AND (p.member_id = ( SELECT private.member_ids() AS member_ids))))));
create policy "Moderators read what posts were" on thread_post_edits for select to authenticated using ((EXISTS ( SELECT
   FROM (thread_posts p
     JOIN moderated_threads t ON (((t.account_id = p.account_id) AND (t.id = p.thread_id))))
  WHERE ((p.account_id = thread_post_edits.account_id) AND (p.id = thread_post_edits.post_id)))));
-- authenticated may select (account_id, id, post_id, content, created_at)

-- What members write in a thread, and whether those who see the thread may read it.
create table public.thread_posts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  thread_id uuid not null,
  parent_id uuid,
  reply_to_id uuid,
  member_id uuid,
  author_name text not null,
  content text not null,
  status text not null default 'waiting'::text,
  reactions jsonb not null default '{}'::jsonb,
  edited_at timestamp with time zone,
  announced_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default private.clock_now(),
  constraint thread_posts_id_key UNIQUE (id),
  constraint thread_posts_pkey PRIMARY KEY (account_id, id),
  constraint thread_posts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint thread_posts_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE SET NULL (member_id),
  constraint thread_posts_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES thread_posts(account_id, id) ON DELETE CASCADE,
  constraint thread_posts_account_id_reply_to_id_fkey FOREIGN KEY (account_id, reply_to_id) REFERENCES thread_posts(account_id, id) ON DELETE SET NULL (reply_to_id),
  constraint thread_posts_account_id_thread_id_fkey FOREIGN KEY (account_id, thread_id) REFERENCES threads(account_id, id) ON DELETE CASCADE,
  constraint thread_posts_author_name_check CHECK (length(author_name) >= 1 AND length(author_name) <= 120),
  constraint thread_posts_check CHECK (parent_id <> id),
  constraint thread_posts_content_check CHECK (length(content) >= 1 AND length(content) <= 20000),
  constraint thread_posts_reactions_check CHECK (jsonb_typeof(reactions) = 'object'::text AND pg_column_size(reactions) <= 500),
  constraint thread_posts_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'shown'::text, 'hidden'::text, 'removed'::text]))
);
CREATE INDEX thread_posts_member_id_idx ON public.thread_posts USING btree (account_id, member_id, created_at);
CREATE INDEX thread_posts_parent_id_idx ON public.thread_posts USING btree (account_id, parent_id);
CREATE INDEX thread_posts_reply_to_id_idx ON public.thread_posts USING btree (account_id, reply_to_id);
CREATE INDEX thread_posts_status_idx ON public.thread_posts USING btree (account_id, status, created_at);
CREATE INDEX thread_posts_thread_id_idx ON public.thread_posts USING btree (account_id, thread_id, created_at);
create policy "Members read their own posts" on thread_posts for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Moderators read every post of their threads" on thread_posts for select to authenticated using ((EXISTS ( SELECT
   FROM moderated_threads t
  WHERE ((t.account_id = thread_posts.account_id) AND (t.id = thread_posts.thread_id)))));
create policy "Whoever sees a thread reads what is shown in it" on thread_posts for select to anon, authenticated using (((status = ANY (ARRAY['shown'::text, 'removed'::text])) AND (EXISTS ( SELECT
   FROM threads t
  WHERE ((t.account_id = thread_posts.account_id) AND (t.id = thread_posts.thread_id))))));
-- anon may select (account_id, id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status, reactions, edited_at, created_at, updated_at)
-- authenticated may select (account_id, id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status, reactions, edited_at, created_at, updated_at)
CREATE TRIGGER thread_posts_count AFTER INSERT OR DELETE OR UPDATE OF status ON thread_posts FOR EACH ROW EXECUTE FUNCTION private.count_thread_posts();
CREATE TRIGGER thread_posts_emit AFTER INSERT OR DELETE ON thread_posts FOR EACH ROW EXECUTE FUNCTION private.emit_thread_post_event();
CREATE TRIGGER thread_posts_emit_change AFTER UPDATE OF content, status ON thread_posts FOR EACH ROW WHEN (old.status <> new.status AND new.status <> 'waiting'::text OR old.edited_at IS DISTINCT FROM new.edited_at) EXECUTE FUNCTION private.emit_thread_post_event();
CREATE TRIGGER thread_posts_forget_author BEFORE UPDATE OF member_id ON thread_posts FOR EACH ROW WHEN (old.member_id IS NOT NULL AND new.member_id IS NULL) EXECUTE FUNCTION private.remove_post_author();
CREATE TRIGGER thread_posts_forget_reports AFTER UPDATE OF status ON thread_posts FOR EACH ROW WHEN (new.status = 'shown'::text AND old.status <> 'shown'::text) EXECUTE FUNCTION private.delete_thread_reports();
CREATE TRIGGER thread_posts_tell_delete AFTER DELETE ON thread_posts FOR EACH ROW WHEN (old.status = ANY (ARRAY['shown'::text, 'removed'::text])) EXECUTE FUNCTION private.notify_change('thread_posts');
CREATE TRIGGER thread_posts_tell_insert AFTER INSERT ON thread_posts FOR EACH ROW WHEN (new.status = 'shown'::text) EXECUTE FUNCTION private.notify_change('thread_posts');
CREATE TRIGGER thread_posts_tell_update AFTER UPDATE ON thread_posts FOR EACH ROW WHEN ((new.status = ANY (ARRAY['shown'::text, 'removed'::text])) OR (old.status = ANY (ARRAY['shown'::text, 'removed'::text]))) EXECUTE FUNCTION private.notify_change('thread_posts');
CREATE TRIGGER thread_posts_touch BEFORE UPDATE ON thread_posts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who reacted to a post, and how.
create table public.thread_reactions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  member_id uuid not null,
  reaction text not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint thread_reactions_account_id_post_id_member_id_reaction_key UNIQUE (account_id, post_id, member_id, reaction),
  constraint thread_reactions_pkey PRIMARY KEY (account_id, id),
  constraint thread_reactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint thread_reactions_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint thread_reactions_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES thread_posts(account_id, id) ON DELETE CASCADE,
  constraint thread_reactions_reaction_check CHECK (reaction = ANY (ARRAY['like'::text, 'love'::text, 'laugh'::text, 'celebrate'::text, 'thanks'::text]))
);
CREATE INDEX thread_reactions_member_id_idx ON public.thread_reactions USING btree (account_id, member_id);
create policy "Members see who reacted to what they may read" on thread_reactions for select to authenticated using (((account_id = ( SELECT private.account_with('member'::text) AS account_with)) AND (EXISTS ( SELECT
   FROM thread_posts p
  WHERE ((p.account_id = thread_reactions.account_id) AND (p.id = thread_reactions.post_id))))));
-- authenticated may select (account_id, id, post_id, member_id, reaction, created_at)
CREATE TRIGGER thread_reactions_count AFTER INSERT OR DELETE ON thread_reactions FOR EACH ROW EXECUTE FUNCTION private.count_reactions();
CREATE TRIGGER thread_reactions_emit AFTER INSERT ON thread_reactions FOR EACH ROW EXECUTE FUNCTION private.emit_thread_reaction_event();

-- Members who find that a post should not stand there, each once.
create table public.thread_reports (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  post_id uuid not null,
  member_id uuid not null,
  reason text not null default ''::text,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint thread_reports_account_id_post_id_member_id_key UNIQUE (account_id, post_id, member_id),
  constraint thread_reports_pkey PRIMARY KEY (account_id, id),
  constraint thread_reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint thread_reports_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  constraint thread_reports_account_id_post_id_fkey FOREIGN KEY (account_id, post_id) REFERENCES thread_posts(account_id, id) ON DELETE CASCADE,
  constraint thread_reports_reason_check CHECK (length(reason) <= 300)
);
CREATE INDEX thread_reports_member_id_idx ON public.thread_reports USING btree (account_id, member_id);
create policy "Members see what they reported" on thread_reports for select to authenticated using ((member_id = ( SELECT private.member_ids() AS member_ids)));
create policy "Moderators read what was reported" on thread_reports for select to authenticated using ((EXISTS ( SELECT
   FROM (thread_posts p
     JOIN moderated_threads t ON (((t.account_id = p.account_id) AND (t.id = p.thread_id))))
  WHERE ((p.account_id = thread_reports.account_id) AND (p.id = thread_reports.post_id)))));
-- authenticated may select (account_id, id, post_id, member_id, reason, created_at)
CREATE TRIGGER thread_reports_emit AFTER INSERT ON thread_reports FOR EACH ROW EXECUTE FUNCTION private.emit_thread_report_event();

-- A conversation about something: a post of the blog, a lesson, a topic of a group.
create table public.threads (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  kind text not null,
  subject_id uuid not null,
  is_main boolean not null default false,
  member_id uuid,
  title text not null default ''::text,
  path text,
  public_from timestamp with time zone,
  takes_posts boolean not null default true,
  state text not null default 'open'::text,
  is_pinned boolean not null default false,
  post_count integer not null default 0,
  last_post_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default private.clock_now(),
  constraint threads_id_key UNIQUE (id),
  constraint threads_pkey PRIMARY KEY (account_id, id),
  constraint threads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint threads_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE SET NULL (member_id),
  constraint threads_kind_check CHECK (length(kind) >= 1 AND length(kind) <= 40),
  constraint threads_path_check CHECK (path ~ '^/'::text AND length(path) <= 500),
  constraint threads_post_count_check CHECK (post_count >= 0),
  constraint threads_state_check CHECK (state = ANY (ARRAY['open'::text, 'locked'::text])),
  constraint threads_title_check CHECK (length(title) <= 200)
);
CREATE INDEX threads_member_id_idx ON public.threads USING btree (account_id, member_id);
CREATE INDEX threads_subject_idx ON public.threads USING btree (account_id, kind, subject_id, is_pinned DESC, last_post_at DESC);
CREATE UNIQUE INDEX threads_main_idx ON public.threads USING btree (account_id, kind, subject_id) WHERE is_main;
create policy "Everyone sees the threads of what is public" on threads for select to anon, authenticated using ((public_from <= ( SELECT private.clock_now() AS clock_now)));
create policy "Whoever may see a subject sees its threads" on threads for select to authenticated using ((((account_id, kind) IN ( SELECT g.account_id,
    g.kind
   FROM private.thread_grants() g(account_id, kind, subject_id, level)
  WHERE (g.subject_id IS NULL))) OR ((account_id, kind, subject_id) IN ( SELECT g.account_id,
    g.kind,
    g.subject_id
   FROM private.thread_grants() g(account_id, kind, subject_id, level)
  WHERE (g.subject_id IS NOT NULL)))));
-- anon may select (account_id, id, kind, subject_id, is_main, member_id, title, path, public_from, takes_posts, state, is_pinned, post_count, last_post_at, created_at, updated_at)
-- authenticated may select (account_id, id, kind, subject_id, is_main, member_id, title, path, public_from, takes_posts, state, is_pinned, post_count, last_post_at, created_at, updated_at)
CREATE TRIGGER threads_tell AFTER UPDATE OF state, takes_posts, is_pinned, title ON threads FOR EACH ROW WHEN (new.public_from IS NOT NULL) EXECUTE FUNCTION private.notify_change('threads');
CREATE TRIGGER threads_touch BEFORE UPDATE ON threads FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A file sent with a message, in the account's private bucket; who reads the message may fetch it.
create table public.ticket_attachments (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  message_id uuid not null,
  path text not null,
  name text not null,
  mime_type text not null,
  size bigint not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint ticket_attachments_account_id_path_key UNIQUE (account_id, path),
  constraint ticket_attachments_pkey PRIMARY KEY (account_id, id),
  constraint ticket_attachments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint ticket_attachments_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES ticket_messages(account_id, id) ON DELETE CASCADE,
  constraint ticket_attachments_mime_type_check CHECK (length(mime_type) <= 200),
  constraint ticket_attachments_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint ticket_attachments_path_check CHECK (path ~ '^tickets/[0-9a-f-]{36}/[^/]+$'::text AND length(path) <= 400),
  constraint ticket_attachments_size_check CHECK (size >= 0 AND size <= 10485760)
);
CREATE INDEX ticket_attachments_message_idx ON public.ticket_attachments USING btree (account_id, message_id);
create policy "Who sees a message sees its files" on ticket_attachments for select to authenticated using (((account_id = ANY (ARRAY[( SELECT private.staffed_account() AS staffed_account), ( SELECT private.ticket_account() AS ticket_account)])) AND (EXISTS ( SELECT
   FROM ticket_messages m
  WHERE ((m.account_id = ticket_attachments.account_id) AND (m.id = ticket_attachments.message_id))))));
-- authenticated may select (account_id, id, message_id, path, name, mime_type, size, created_at)

-- What became of a ticket, step by step; its clock is counted from the changes of state.
create table public.ticket_changes (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  ticket_id uuid not null,
  kind text not null,
  old_value text,
  new_value text,
  actor_id uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint ticket_changes_pkey PRIMARY KEY (account_id, id),
  constraint ticket_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint ticket_changes_account_id_ticket_id_fkey FOREIGN KEY (account_id, ticket_id) REFERENCES tickets(account_id, id) ON DELETE CASCADE,
  constraint ticket_changes_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint ticket_changes_kind_check CHECK (kind = ANY (ARRAY['status'::text, 'category'::text, 'assignee'::text, 'view_as'::text])),
  constraint ticket_changes_new_value_check CHECK (length(new_value) <= 60),
  constraint ticket_changes_old_value_check CHECK (length(old_value) <= 60)
);
CREATE INDEX ticket_changes_actor_id_idx ON public.ticket_changes USING btree (actor_id);
CREATE INDEX ticket_changes_ticket_idx ON public.ticket_changes USING btree (account_id, ticket_id, created_at);
create policy "People see the states of the tickets they opened" on ticket_changes for select to authenticated using (((kind = ANY (ARRAY['status'::text, 'view_as'::text])) AND (account_id = ( SELECT private.ticket_account() AS ticket_account)) AND (EXISTS ( SELECT
   FROM tickets t
  WHERE (((t.account_id = ticket_changes.account_id) AND (t.id = ticket_changes.ticket_id)) AND (t.user_id = ( SELECT auth.uid() AS uid)))))));
create policy "Those who answer see what became of a ticket" on ticket_changes for select to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
-- authenticated may select (account_id, id, ticket_id, kind, old_value, new_value, actor_id, created_at)

-- What was said in a ticket; a note is for those who answer alone.
create table public.ticket_messages (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  ticket_id uuid not null,
  author_id uuid,
  author_name text not null default ''::text,
  is_staff boolean not null default false,
  is_internal boolean not null default false,
  via text not null default 'web'::text,
  body text not null,
  checks jsonb,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint ticket_messages_pkey PRIMARY KEY (account_id, id),
  constraint ticket_messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint ticket_messages_account_id_ticket_id_fkey FOREIGN KEY (account_id, ticket_id) REFERENCES tickets(account_id, id) ON DELETE CASCADE,
  constraint ticket_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint ticket_messages_author_name_check CHECK (length(author_name) <= 120),
  constraint ticket_messages_body_check CHECK (length(body) <= 20000),
  constraint ticket_messages_checks_check CHECK (jsonb_typeof(checks) = 'array'::text AND pg_column_size(checks) <= 8192),
  constraint ticket_messages_notes_are_of_staff CHECK (NOT is_internal OR is_staff),
  constraint ticket_messages_say_something CHECK (body <> ''::text OR checks IS NOT NULL),
  constraint ticket_messages_via_check CHECK (via = ANY (ARRAY['web'::text, 'mail'::text, 'system'::text]))
);
CREATE INDEX ticket_messages_author_id_idx ON public.ticket_messages USING btree (author_id, created_at);
CREATE INDEX ticket_messages_ticket_idx ON public.ticket_messages USING btree (account_id, ticket_id, created_at);
create policy "People see what was said to them and by them, never a note" on ticket_messages for select to authenticated using (((NOT is_internal) AND (account_id = ( SELECT private.ticket_account() AS ticket_account)) AND (EXISTS ( SELECT
   FROM tickets t
  WHERE (((t.account_id = ticket_messages.account_id) AND (t.id = ticket_messages.ticket_id)) AND (t.user_id = ( SELECT auth.uid() AS uid)))))));
create policy "Those who answer see all that was said" on ticket_messages for select to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
-- authenticated may select (account_id, id, ticket_id, author_id, author_name, is_staff, is_internal, via, body, checks, created_at)
CREATE TRIGGER ticket_messages_forget_author BEFORE UPDATE OF author_id ON ticket_messages FOR EACH ROW WHEN (old.author_id IS NOT NULL AND new.author_id IS NULL) EXECUTE FUNCTION private.erase_author();

-- How long a ticket of a category may wait for those who answer, where an account says otherwise than usual.
create table public.ticket_targets (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  category text not null,
  minutes integer not null,
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  constraint ticket_targets_account_id_category_key UNIQUE (account_id, category),
  constraint ticket_targets_pkey PRIMARY KEY (account_id, id),
  constraint ticket_targets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint ticket_targets_category_check CHECK (category = ANY (ARRAY['siteDown'::text, 'setup'::text, 'issue'::text, 'bug'::text, 'feature'::text])),
  constraint ticket_targets_minutes_check CHECK (minutes >= 1 AND minutes <= 525600)
);
create policy "Those who answer change how long a ticket may wait" on ticket_targets for update to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account))) with check ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer go back to the usual" on ticket_targets for delete to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer say how long a ticket may wait" on ticket_targets for insert to authenticated with check ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer see how long a ticket may wait" on ticket_targets for select to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
-- authenticated may delete
-- authenticated may insert (account_id, category, minutes)
-- authenticated may select (account_id, id, category, minutes, created_at, updated_at)
-- authenticated may update (minutes)
CREATE TRIGGER ticket_targets_touch BEFORE UPDATE ON ticket_targets FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- A question to those who run a site, or on the platform's account to those who run the platform.
create table public.tickets (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  number integer not null,
  user_id uuid not null,
  about_account_id uuid,
  requester_name text not null,
  requester_email text not null,
  category text not null,
  subject text not null,
  status text not null default 'unresolved'::text,
  assignee_id uuid,
  context jsonb not null default '{}'::jsonb,
  target_seconds integer not null,
  clock_seconds bigint not null default 0,
  clock_since timestamp with time zone,
  due_at timestamp with time zone,
  first_replied_at timestamp with time zone,
  resolved_at timestamp with time zone,
  last_message_at timestamp with time zone not null default private.clock_now(),
  created_at timestamp with time zone not null default private.clock_now(),
  updated_at timestamp with time zone not null default now(),
  view_as_until timestamp with time zone,
  search_text text generated always as (private.folded(((((((('#'::text || number) || ' '::text) || subject) || ' '::text) || requester_name) || ' '::text) || requester_email))) stored,
  constraint tickets_account_id_number_key UNIQUE (account_id, number),
  constraint tickets_id_key UNIQUE (id),
  constraint tickets_pkey PRIMARY KEY (account_id, id),
  constraint tickets_about_account_id_fkey FOREIGN KEY (about_account_id) REFERENCES accounts(account_id) ON DELETE SET NULL,
  constraint tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint tickets_category_check CHECK (category = ANY (ARRAY['siteDown'::text, 'setup'::text, 'issue'::text, 'bug'::text, 'feature'::text])),
  constraint tickets_clock_runs_while_unresolved CHECK ((status = 'unresolved'::text) = (clock_since IS NOT NULL) AND (clock_since IS NULL) = (due_at IS NULL)),
  constraint tickets_clock_seconds_check CHECK (clock_seconds >= 0),
  constraint tickets_context_check CHECK (jsonb_typeof(context) = 'object'::text AND pg_column_size(context) <= 16384),
  constraint tickets_number_check CHECK (number > 0),
  constraint tickets_requester_email_check CHECK (length(requester_email) <= 320),
  constraint tickets_requester_name_check CHECK (length(requester_name) >= 1 AND length(requester_name) <= 120),
  constraint tickets_status_check CHECK (status = ANY (ARRAY['unresolved'::text, 'awaited'::text, 'resolved'::text])),
  constraint tickets_subject_check CHECK (length(subject) >= 3 AND length(subject) <= 200),
  constraint tickets_target_seconds_check CHECK (target_seconds >= 60 AND target_seconds <= 31536000)
);
CREATE INDEX tickets_about_account_id_idx ON public.tickets USING btree (about_account_id);
CREATE INDEX tickets_assignee_id_idx ON public.tickets USING btree (assignee_id);
CREATE INDEX tickets_latest_idx ON public.tickets USING btree (account_id, last_message_at DESC);
CREATE INDEX tickets_part_of_text_idx ON public.tickets USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX tickets_user_id_idx ON public.tickets USING btree (user_id);
CREATE INDEX tickets_waiting_idx ON public.tickets USING btree (account_id, status, due_at);
create policy "People resolve and reopen the tickets they opened" on tickets for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.ticket_account() AS ticket_account)))) with check (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.ticket_account() AS ticket_account))));
create policy "People see the tickets they opened" on tickets for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (account_id = ( SELECT private.ticket_account() AS ticket_account))));
create policy "Those who answer change tickets of their account" on tickets for update to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account))) with check ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
create policy "Those who answer see the tickets of their account" on tickets for select to authenticated using ((account_id = ( SELECT private.staffed_account() AS staffed_account)));
-- authenticated may select (account_id, id, number, user_id, about_account_id, requester_name, requester_email, category, subject, status, assignee_id, context, target_seconds, clock_seconds, clock_since, due_at, first_replied_at, resolved_at, last_message_at, created_at, updated_at, view_as_until, search_text)
-- authenticated may update (category, status, assignee_id)
CREATE TRIGGER tickets_guard BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION private.guard_ticket();
CREATE TRIGGER tickets_keep_clock BEFORE INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION private.update_ticket_clock();
CREATE TRIGGER tickets_note_changes AFTER INSERT OR UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION private.record_ticket_changes();
CREATE TRIGGER tickets_tell_assignee AFTER UPDATE OF assignee_id ON tickets FOR EACH ROW WHEN (new.assignee_id IS NOT NULL AND new.assignee_id IS DISTINCT FROM old.assignee_id AND new.assignee_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.notify_assignee();
CREATE TRIGGER tickets_touch BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- What was deleted in the last thirty days, whole, so that it can be restored; its versions stay where they are.
create table public.trash (
  account_id uuid not null,
  id uuid not null,
  kind text not null,
  title text not null,
  slug text not null,
  record jsonb not null,
  draft jsonb not null,
  related jsonb not null default '{}'::jsonb,
  removed_by uuid,
  removed_at timestamp with time zone not null default private.clock_now(),
  constraint trash_pkey PRIMARY KEY (account_id, id),
  constraint trash_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint trash_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint trash_draft_check CHECK (pg_column_size(draft) <= 1048576),
  constraint trash_kind_check CHECK (length(kind) <= 40),
  constraint trash_record_check CHECK (pg_column_size(record) <= 1048576),
  constraint trash_related_check CHECK (pg_column_size(related) <= 1048576),
  constraint trash_slug_check CHECK (length(slug) <= 160),
  constraint trash_title_check CHECK (length(title) <= 160)
);
CREATE INDEX trash_removed_at_idx ON public.trash USING btree (removed_at);
CREATE INDEX trash_removed_by_idx ON public.trash USING btree (removed_by);
create policy "Editors of a kind see its trash" on trash for select to authenticated using (((account_id, kind) IN ( SELECT e.account_id,
    e.kind
   FROM private.editable_kinds() e(account_id, kind))));
-- authenticated may select (account_id, id, kind, title, slug, record, removed_by, removed_at)

-- How much of each meter an account has used: by calendar month, or at present (since 1970) for what is kept. Storage in bytes.
create table public.usage_meters (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  meter text not null,
  period_start date not null,
  used bigint not null default 0,
  told smallint not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint usage_meters_account_id_meter_period_start_key UNIQUE (account_id, meter, period_start),
  constraint usage_meters_pkey PRIMARY KEY (account_id, id),
  constraint usage_meters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint usage_meters_meter_check CHECK (meter = ANY (ARRAY['members'::text, 'courses'::text, 'groups'::text, 'funnels'::text, 'storage'::text, 'videos'::text, 'cdn_images'::text, 'active_users'::text, 'emails'::text, 'ai_tokens'::text, 'chats'::text, 'push'::text, 'email_verify'::text, 'conferences'::text])),
  constraint usage_meters_told_check CHECK (told = ANY (ARRAY[0, 80, 100])),
  constraint usage_meters_used_check CHECK (used >= 0)
);
create policy "Managers see what their account uses" on usage_meters for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Owners see what their accounts use" on usage_meters for select to authenticated using ((account_id IN ( SELECT private.owned_accounts() AS owned_accounts)));
create policy "Those who run the platform see what accounts use" on usage_meters for select to authenticated using (( SELECT private.is_super_admin() AS is_super_admin));
-- authenticated may select (account_id, id, meter, period_start, used, told, updated_at)

-- What a record was: each time it was published, and every ten minutes of writing; of each state the newest thirty are kept.
create table public.versions (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  kind text not null,
  subject_id uuid not null,
  state text not null,
  content jsonb not null,
  saved_by uuid,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint versions_pkey PRIMARY KEY (account_id, id),
  constraint versions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint versions_content_check CHECK (jsonb_typeof(content) = 'object'::text AND pg_column_size(content) <= 1048576),
  constraint versions_kind_check CHECK (length(kind) <= 40),
  constraint versions_state_check CHECK (state = ANY (ARRAY['published'::text, 'saved'::text]))
);
CREATE INDEX versions_saved_by_idx ON public.versions USING btree (saved_by);
CREATE INDEX versions_subject_idx ON public.versions USING btree (account_id, kind, subject_id, created_at DESC);
create policy "Editors of a kind read its versions" on versions for select to authenticated using (((account_id, kind) IN ( SELECT e.account_id,
    e.kind
   FROM private.editable_kinds() e(account_id, kind))));
-- authenticated may select (account_id, id, kind, subject_id, state, content, saved_by, created_at)

-- Which pages were seen in a visit, and how often.
create table public.visit_pages (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  visit_id uuid not null,
  path text not null,
  views integer not null,
  constraint visit_pages_account_id_visit_id_path_key UNIQUE (account_id, visit_id, path),
  constraint visit_pages_pkey PRIMARY KEY (account_id, id),
  constraint visit_pages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint visit_pages_account_id_visit_id_fkey FOREIGN KEY (account_id, visit_id) REFERENCES visits(account_id, id) ON DELETE CASCADE,
  constraint visit_pages_path_check CHECK (length(path) >= 1 AND length(path) <= 300),
  constraint visit_pages_views_check CHECK (views >= 1 AND views <= 1000000)
);
CREATE INDEX visit_pages_path_idx ON public.visit_pages USING btree (account_id, path);
create policy "Managers see the pages of visits" on visit_pages for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, visit_id, path, views)

-- Visits to a site, counted by the server without cookies. visitor: a hash of address and program with a salt that is thrown away after the day; it tells two visitors of one day apart and nobody from one day to the next.
create table public.visits (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  day date not null,
  visitor bigint not null,
  started_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  views integer not null,
  entry_path text not null,
  exit_path text not null,
  source text not null default ''::text,
  medium text not null default ''::text,
  campaign text not null default ''::text,
  device text not null,
  language text not null default ''::text,
  country text not null default ''::text,
  constraint visits_id_key UNIQUE (id),
  constraint visits_pkey PRIMARY KEY (account_id, id),
  constraint visits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint visits_campaign_check CHECK (length(campaign) <= 200),
  constraint visits_check CHECK (last_at >= started_at),
  constraint visits_country_check CHECK (country ~ '^([A-Z]{2})?$'::text),
  constraint visits_device_check CHECK (device = ANY (ARRAY['phone'::text, 'tablet'::text, 'desktop'::text])),
  constraint visits_entry_path_check CHECK (length(entry_path) >= 1 AND length(entry_path) <= 300),
  constraint visits_exit_path_check CHECK (length(exit_path) >= 1 AND length(exit_path) <= 300),
  constraint visits_language_check CHECK (length(language) <= 12),
  constraint visits_medium_check CHECK (length(medium) <= 120),
  constraint visits_source_check CHECK (length(source) <= 120),
  constraint visits_views_check CHECK (views >= 1 AND views <= 1000000)
);
CREATE INDEX visits_started_idx ON public.visits USING btree (account_id, started_at DESC);
CREATE INDEX visits_visitor_idx ON public.visits USING btree (account_id, visitor, last_at DESC);
create policy "Managers see visits" on visits for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, day, started_at, last_at, views, entry_path, exit_path, source, medium, campaign, device, language, country)

-- What was sent at one attempt and what came back, both cut to a bound.
create table public.webhook_attempts (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  delivery_id uuid not null,
  number integer not null,
  request_headers jsonb not null,
  response_status smallint,
  response_body text not null default ''::text,
  problem text,
  duration_ms integer not null,
  created_at timestamp with time zone not null default now(),
  constraint webhook_attempts_account_id_delivery_id_number_key UNIQUE (account_id, delivery_id, number),
  constraint webhook_attempts_pkey PRIMARY KEY (account_id, id),
  constraint webhook_attempts_account_id_delivery_id_fkey FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_deliveries(account_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint webhook_attempts_duration_ms_check CHECK (duration_ms >= 0),
  constraint webhook_attempts_number_check CHECK (number > 0),
  constraint webhook_attempts_problem_check CHECK (length(problem) <= 300),
  constraint webhook_attempts_request_headers_check CHECK (jsonb_typeof(request_headers) = 'object'::text AND pg_column_size(request_headers) <= 4096),
  constraint webhook_attempts_response_body_check CHECK (length(response_body) <= 4096)
);
create policy "Managers see what was answered" on webhook_attempts for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, delivery_id, number, request_headers, response_status, response_body, problem, duration_ms, created_at)

-- One event on its way to one webhook, kept for 30 days.
create table public.webhook_deliveries (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  body text not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  tries integer not null default 0,
  response_status smallint,
  next_attempt_at timestamp with time zone default now(),
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_account_id_webhook_id_event_id_key UNIQUE (account_id, webhook_id, event_id),
  constraint webhook_deliveries_id_key UNIQUE (id),
  constraint webhook_deliveries_pkey PRIMARY KEY (account_id, id),
  constraint webhook_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint webhook_deliveries_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0),
  constraint webhook_deliveries_body_check CHECK (octet_length(body) <= 65536),
  constraint webhook_deliveries_pending_has_a_time CHECK ((status = 'pending'::text) = (next_attempt_at IS NOT NULL)),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_deliveries_tries_check CHECK (tries >= 0 AND tries <= 10),
  constraint webhook_deliveries_type_check CHECK (length(type) >= 1 AND length(type) <= 60)
);
CREATE INDEX webhook_deliveries_age_idx ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due_idx ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_newest_idx ON public.webhook_deliveries USING btree (account_id, webhook_id, created_at DESC);
CREATE UNIQUE INDEX webhook_deliveries_event_idx ON public.webhook_deliveries USING btree (account_id, webhook_id, event_id);
create policy "Managers see what was sent" on webhook_deliveries for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may select (account_id, id, webhook_id, event_id, type, body, status, attempts, tries, response_status, next_attempt_at, delivered_at, created_at, updated_at)
CREATE TRIGGER webhook_deliveries_touch BEFORE UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Where an account is told of what happens in it, and of which events.
create table public.webhooks (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  address text not null,
  description text not null default ''::text,
  events text[] not null,
  status text not null default 'active'::text,
  disabled_reason text,
  failing_since timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint webhooks_id_key UNIQUE (id),
  constraint webhooks_pkey PRIMARY KEY (account_id, id),
  constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint webhooks_address_check CHECK (length(address) <= 500 AND address ~ '^(https://[^\s/?#@\\]+|http://(127\.0\.0\.1|localhost)(:[0-9]{1,5})?)(/[^\s#\\]*)?$'::text),
  constraint webhooks_description_check CHECK (length(description) <= 200),
  constraint webhooks_disabled_for_a_reason CHECK ((status = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  constraint webhooks_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['failing'::text, 'gone'::text])),
  constraint webhooks_events_check CHECK (cardinality(events) >= 1 AND private.is_short_list(events, 40, 60)),
  constraint webhooks_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text]))
);
CREATE INDEX webhooks_newest_idx ON public.webhooks USING btree (account_id, created_at DESC);
create policy "Managers add webhooks" on webhooks for insert to authenticated with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers change webhooks" on webhooks for update to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with))) with check ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers remove webhooks" on webhooks for delete to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
create policy "Managers see the webhooks of their account" on webhooks for select to authenticated using ((account_id = ( SELECT private.account_with('manage_options'::text) AS account_with)));
-- authenticated may delete
-- authenticated may insert (account_id, address, description, events)
-- authenticated may select (account_id, id, address, description, events, status, disabled_reason, failing_since, delivered_at, created_at, updated_at)
-- authenticated may update (address, description, events, status)
CREATE TRIGGER webhooks_furnish AFTER INSERT ON webhooks FOR EACH ROW EXECUTE FUNCTION private.create_webhook_secret();
CREATE TRIGGER webhooks_guard BEFORE INSERT OR UPDATE ON webhooks FOR EACH ROW EXECUTE FUNCTION private.guard_webhook();
CREATE TRIGGER webhooks_guard_acting BEFORE INSERT OR DELETE OR UPDATE OF address, description, events, status ON webhooks FOR EACH ROW EXECUTE FUNCTION private.guard_impersonation();
CREATE TRIGGER webhooks_touch BEFORE UPDATE ON webhooks FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Which end of paid access was announced to its member last, three days before it and when it came.
create table private.access_notices (
  account_id uuid not null,
  enrolment_id uuid not null,
  stage text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint access_notices_pkey PRIMARY KEY (account_id, enrolment_id, stage),
  constraint access_notices_account_id_enrolment_id_fkey FOREIGN KEY (account_id, enrolment_id) REFERENCES enrolments(account_id, id) ON DELETE CASCADE,
  constraint access_notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint access_notices_stage_check CHECK (stage = ANY (ARRAY['soon'::text, 'ended'::text]))
);

-- By which key a certificate authority knows this installation.
create table private.acme_accounts (
  directory text not null,
  sealed_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint acme_accounts_pkey PRIMARY KEY (directory),
  constraint acme_accounts_directory_check CHECK (length(directory) <= 500),
  constraint acme_accounts_sealed_key_check CHECK (length(sealed_key) <= 16384)
);

-- What a certificate authority is about to ask of a domain (RFC 8555, section 8.3).
create table private.acme_challenges (
  token text not null,
  domain text not null,
  answer text not null,
  created_at timestamp with time zone not null default now(),
  constraint acme_challenges_pkey PRIMARY KEY (token),
  constraint acme_challenges_answer_check CHECK (length(answer) <= 512),
  constraint acme_challenges_domain_check CHECK (length(domain) <= 253),
  constraint acme_challenges_token_check CHECK (length(token) >= 16 AND length(token) <= 256 AND token ~ '^[A-Za-z0-9_-]+$'::text)
);
CREATE INDEX acme_challenges_created_at_idx ON private.acme_challenges USING btree (created_at);

-- Leave to sign in as somebody, once, within a minute; afterwards, by another secret, the way back to oneself.
create table private.acting_codes (
  code_hash text not null,
  account_id uuid not null,
  user_id uuid not null,
  actor_id uuid not null,
  session_id uuid,
  expires_at timestamp with time zone not null default (now() + '00:01:00'::interval),
  is_from_platform boolean not null default false,
  return_hash text,
  has_second_step boolean not null default false,
  constraint acting_codes_pkey PRIMARY KEY (code_hash),
  constraint acting_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint acting_codes_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint acting_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint acting_codes_code_hash_check CHECK (length(code_hash) = 64),
  constraint acting_codes_return_hash_check CHECK (length(return_hash) = 64)
);
CREATE INDEX acting_codes_account_id_idx ON private.acting_codes USING btree (account_id);
CREATE INDEX acting_codes_actor_id_idx ON private.acting_codes USING btree (actor_id);
CREATE INDEX acting_codes_expires_at_idx ON private.acting_codes USING btree (expires_at);
CREATE INDEX acting_codes_user_id_idx ON private.acting_codes USING btree (user_id);
CREATE UNIQUE INDEX acting_codes_return_hash_idx ON private.acting_codes USING btree (return_hash);

-- Links printed at the start for those of the list who have no proved login yet: one use, a day, stored as hashes.
create table private.admin_links (
  token_hash text not null,
  email text not null,
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  constraint admin_links_pkey PRIMARY KEY (token_hash),
  constraint admin_links_email_fkey FOREIGN KEY (email) REFERENCES private.super_admins(email) ON DELETE CASCADE,
  constraint admin_links_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'::text)
);
CREATE INDEX admin_links_email_idx ON private.admin_links USING btree (email);

-- What an answer was worth when its attempt was handed in; told by attempt_result alone, as far as the author shows it.
create table private.answer_marks (
  account_id uuid not null,
  answer_id uuid not null,
  points numeric(7,2) not null,
  is_right boolean not null,
  constraint answer_marks_pkey PRIMARY KEY (account_id, answer_id),
  constraint answer_marks_account_id_answer_id_fkey FOREIGN KEY (account_id, answer_id) REFERENCES attempt_answers(account_id, id) ON DELETE CASCADE,
  constraint answer_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint answer_marks_points_check CHECK (points >= 0::numeric)
);

-- SHA-256 of each key: 256 random bits need no slower one.
create table private.api_key_hashes (
  account_id uuid not null,
  key_id uuid not null,
  hash text not null,
  constraint api_key_hashes_hash_key UNIQUE (hash),
  constraint api_key_hashes_pkey PRIMARY KEY (account_id, key_id),
  constraint api_key_hashes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint api_key_hashes_account_id_key_id_fkey FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, id) ON DELETE CASCADE,
  constraint api_key_hashes_hash_check CHECK (hash ~ '^[0-9a-f]{64}$'::text)
);

-- The questions of an attempt in its own order, with keys, as they stood when it began: an author's later change touches no attempt.
create table private.attempt_papers (
  account_id uuid not null,
  attempt_id uuid not null,
  questions jsonb not null,
  constraint attempt_papers_pkey PRIMARY KEY (account_id, attempt_id),
  constraint attempt_papers_account_id_attempt_id_fkey FOREIGN KEY (account_id, attempt_id) REFERENCES attempts(account_id, id) ON DELETE CASCADE,
  constraint attempt_papers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint attempt_papers_questions_check CHECK (jsonb_typeof(questions) = 'array'::text)
);

-- Whether the services are hosted elsewhere, as of the last start: such a backend keeps no confirmations of sessions.
create table private.backend_kind (
  is_hosted boolean not null,
  is_only_row boolean not null default true,
  constraint backend_kind_pkey PRIMARY KEY (is_only_row),
  constraint backend_kind_is_only_row_check CHECK (is_only_row)
);

-- The messages of payment services that were worked on: a second copy does nothing.
create table private.billing_events (
  provider text not null,
  event_id text not null,
  received_at timestamp with time zone not null default private.clock_now(),
  constraint billing_events_pkey PRIMARY KEY (provider, event_id),
  constraint billing_events_event_id_check CHECK (length(event_id) >= 1 AND length(event_id) <= 200)
);
CREATE INDEX billing_events_received_at_idx ON private.billing_events USING btree (received_at);

-- How far the clock of business decisions is ahead of real time. One row; written at the start from CLOCK_OFFSET, moved forward by tests.
create table private.clock (
  only_one boolean not null default true,
  time_offset interval not null default '00:00:00'::interval,
  constraint clock_pkey PRIMARY KEY (only_one),
  constraint clock_only_one_check CHECK (only_one),
  constraint clock_time_offset_check CHECK (time_offset >= '00:00:00'::interval)
);

-- The one key that signs the links contacts confirm and unsubscribe by, and blinds network addresses.
create table private.contact_keys (
  only_one boolean not null default true,
  secret bytea not null,
  constraint contact_keys_pkey PRIMARY KEY (only_one),
  constraint contact_keys_only_one_check CHECK (only_one),
  constraint contact_keys_secret_check CHECK (length(secret) = 32)
);

-- Until when the author of a course has been told what happened in it.
create table private.course_tellings (
  account_id uuid not null,
  course_id uuid not null,
  told_until timestamp with time zone not null,
  constraint course_tellings_pkey PRIMARY KEY (account_id, course_id),
  constraint course_tellings_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint course_tellings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);

-- The certificate of a held domain; its key is sealed by a secret that is not in the database.
create table private.domain_certificates (
  account_id uuid not null,
  claim_id uuid not null,
  chain text not null,
  sealed_key text not null,
  valid_until timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint domain_certificates_pkey PRIMARY KEY (account_id, claim_id),
  constraint domain_certificates_account_id_claim_id_fkey FOREIGN KEY (account_id, claim_id) REFERENCES domain_claims(account_id, id) ON DELETE CASCADE,
  constraint domain_certificates_chain_check CHECK (length(chain) <= 65536),
  constraint domain_certificates_sealed_key_check CHECK (length(sealed_key) <= 16384)
);

-- Who asked to be forgotten where, by a number that belongs to nobody any more. Each feature that keeps what outlives a member clears it when a row comes.
create table private.erasures (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint erasures_pkey PRIMARY KEY (account_id, id),
  constraint erasures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE TRIGGER erasures_forget_asker AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_requester();
CREATE TRIGGER erasures_forget_buyer AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.anonymize_orders();
CREATE TRIGGER erasures_forget_contact AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_contact();
CREATE TRIGGER erasures_forget_notified AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_notified();
CREATE TRIGGER erasures_forget_poster AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_thread_posts();
CREATE TRIGGER erasures_forget_sender AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_sender();
CREATE TRIGGER erasures_forget_told AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_delivered();
CREATE TRIGGER erasures_forget_visitor AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.erase_visitor();

-- An event that a subscriber has yet to handle: a row goes with the transaction that handled it. dead_at marks a dead letter, which holds up nothing behind it.
create table private.event_deliveries (
  subscriber text not null,
  event_id uuid not null,
  "position" bigint not null,
  subject text not null,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  dead_at timestamp with time zone,
  error text,
  replayed_at timestamp with time zone,
  first_failed_at timestamp with time zone,
  constraint event_deliveries_pkey PRIMARY KEY (subscriber, event_id),
  constraint event_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES private.events(id) ON DELETE CASCADE,
  constraint event_deliveries_subscriber_fkey FOREIGN KEY (subscriber) REFERENCES private.event_subscribers(name) ON DELETE CASCADE,
  constraint event_deliveries_attempts_check CHECK (attempts >= 0 AND attempts <= 100),
  constraint event_deliveries_error_check CHECK (length(error) <= 2000)
);
CREATE INDEX event_deliveries_dead_idx ON private.event_deliveries USING btree (dead_at DESC) WHERE (dead_at IS NOT NULL);
CREATE INDEX event_deliveries_due_idx ON private.event_deliveries USING btree (next_attempt_at) WHERE (dead_at IS NULL);
CREATE INDEX event_deliveries_event_idx ON private.event_deliveries USING btree (event_id);
CREATE INDEX event_deliveries_queue_idx ON private.event_deliveries USING btree (subscriber, subject, "position") WHERE (dead_at IS NULL);

-- Who is handed which types of events; written at every start from the subscribers of the features.
create table private.event_subscribers (
  name text not null,
  types text[] not null,
  constraint event_subscribers_pkey PRIMARY KEY (name),
  constraint event_subscribers_name_check CHECK (name ~ '^[a-z][a-z-]{0,59}$'::text),
  constraint event_subscribers_types_check CHECK (cardinality(types) >= 1)
);

-- What happened in an account, written in the transaction of the fact. Facts hold ids and numbers, never names or addresses; erasing a person clears actor and facts.
create table private.events (
  id uuid not null default private.uuid_v7(),
  "position" bigint not null generated as identity,
  account_id uuid not null,
  type text not null,
  version smallint not null default 1,
  subject text not null,
  actor uuid,
  facts jsonb not null default '{}'::jsonb,
  occurred_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint events_facts_check CHECK (jsonb_typeof(facts) = 'object'::text AND pg_column_size(facts) <= 8192),
  constraint events_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 120),
  constraint events_type_check CHECK (type ~ '^[a-z_]{1,40}\.[a-z_]{1,40}$'::text),
  constraint events_version_check CHECK (version >= 1 AND version <= 999)
);
CREATE INDEX events_account_idx ON private.events USING btree (account_id, "position" DESC);
CREATE INDEX events_actor_idx ON private.events USING btree (actor) WHERE (actor IS NOT NULL);
CREATE INDEX events_occurred_idx ON private.events USING btree (occurred_at);

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

-- The last number given in a year: taken in the transaction of the invoice, so that there is no gap.
create table private.invoice_numbers (
  year integer not null,
  last integer not null default 0,
  constraint invoice_numbers_pkey PRIMARY KEY (year)
);

-- What a lesson can be: a row for each activity.tsx, inserted by a migration of its feature.
create table private.lesson_kinds (
  kind text not null,
  completion text not null,
  holds_content boolean not null default false,
  constraint lesson_kinds_pkey PRIMARY KEY (kind),
  constraint lesson_kinds_completion_check CHECK (completion = ANY (ARRAY['manual'::text, 'viewed'::text, 'watched-to-end'::text, 'decided-by-server'::text])),
  constraint lesson_kinds_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text)
);

-- What browsers report of their own failures, by the account on whose site it happened.
create table private.logs (
  id uuid not null default private.uuid_v7(),
  account_id uuid not null,
  user_id uuid,
  message text not null,
  created_at timestamp with time zone not null default now(),
  constraint logs_pkey PRIMARY KEY (id),
  constraint logs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint logs_message_check CHECK (length(message) >= 1 AND length(message) <= 8192)
);
CREATE INDEX logs_account_idx ON private.logs USING btree (account_id, created_at DESC);
CREATE INDEX logs_created_at_idx ON private.logs USING btree (created_at);
CREATE INDEX logs_user_id_idx ON private.logs USING btree (user_id);

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
CREATE TRIGGER mails_meter AFTER INSERT ON private.mails FOR EACH ROW EXECUTE FUNCTION private.meter_mails();

-- The ledger of monthly meters: one line a use; a reference is counted once a month.
create table private.meter_uses (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  meter text not null,
  period_start date not null,
  amount bigint not null,
  reference text,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint meter_uses_account_id_meter_period_start_reference_key UNIQUE (account_id, meter, period_start, reference),
  constraint meter_uses_pkey PRIMARY KEY (account_id, id),
  constraint meter_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint meter_uses_reference_check CHECK (length(reference) <= 200)
);
CREATE INDEX meter_uses_created_at_idx ON private.meter_uses USING btree (created_at);

create table private.migrations (
  stamp text not null,
  name text not null,
  part text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (stamp)
);

-- What the way out in mails is signed with.
create table private.notification_keys (
  is_only boolean not null default true,
  secret bytea not null,
  constraint notification_keys_pkey PRIMARY KEY (is_only),
  constraint notification_keys_is_only_check CHECK (is_only),
  constraint notification_keys_secret_check CHECK (octet_length(secret) = 32)
);

-- Kinds of notifications; written at every start from what the features declare. A kind that is gone stays, as rows may have it.
create table private.notification_kinds (
  kind text not null,
  constraint notification_kinds_pkey PRIMARY KEY (kind),
  constraint notification_kinds_kind_check CHECK (kind ~ '^[a-z][a-z_]{0,39}$'::text)
);

-- What still has to go out, and when. A row leaves in the transaction that hands it to the queue: nothing goes out twice.
create table private.notification_sends (
  account_id uuid not null,
  notification_id uuid not null,
  channel text not null,
  user_id uuid not null,
  due_at timestamp with time zone not null,
  constraint notification_sends_pkey PRIMARY KEY (account_id, notification_id, channel),
  constraint notification_sends_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint notification_sends_account_id_notification_id_fkey FOREIGN KEY (account_id, notification_id) REFERENCES account_notifications(account_id, id) ON DELETE CASCADE,
  constraint notification_sends_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notification_sends_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'push'::text]))
);
CREATE INDEX notification_sends_due_idx ON private.notification_sends USING btree (channel, due_at);
CREATE INDEX notification_sends_person_idx ON private.notification_sends USING btree (user_id, account_id);

-- Stored pictures of accounts that may still say where they were taken.
create table private.older_pictures (
  object_id uuid not null,
  tried_at timestamp with time zone,
  constraint older_pictures_pkey PRIMARY KEY (object_id)
);
CREATE INDEX older_pictures_tried_idx ON private.older_pictures USING btree (tried_at NULLS FIRST, object_id);

-- The courses that a paid order opened, so that a refund closes just these.
create table private.order_access (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  order_id uuid not null,
  course_id uuid not null,
  created_at timestamp with time zone not null default private.clock_now(),
  lasts interval,
  held_until timestamp with time zone,
  constraint order_access_account_id_order_id_course_id_key UNIQUE (account_id, order_id, course_id),
  constraint order_access_pkey PRIMARY KEY (account_id, id),
  constraint order_access_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint order_access_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint order_access_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id) ON DELETE CASCADE
);
CREATE INDEX order_access_course_id_idx ON private.order_access USING btree (account_id, course_id);

-- The last order number of each account; numbers have no gaps because a rollback gives one back.
create table private.order_counters (
  account_id uuid not null,
  last_number integer not null,
  constraint order_counters_pkey PRIMARY KEY (account_id),
  constraint order_counters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint order_counters_last_number_check CHECK (last_number > 0)
);

-- By which key an order was placed, and what was asked for: asked the same again, the same order comes back.
create table private.order_requests (
  account_id uuid not null,
  user_id uuid not null,
  idempotency_key text not null,
  fingerprint text not null,
  order_id uuid not null,
  constraint order_requests_account_id_order_id_key UNIQUE (account_id, order_id),
  constraint order_requests_pkey PRIMARY KEY (account_id, user_id, idempotency_key),
  constraint order_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint order_requests_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id) ON DELETE CASCADE,
  constraint order_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint order_requests_fingerprint_check CHECK (length(fingerprint) = 32),
  constraint order_requests_idempotency_key_check CHECK (length(idempotency_key) >= 8 AND length(idempotency_key) <= 100)
);
CREATE INDEX order_requests_user_id_idx ON private.order_requests USING btree (user_id);

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

-- Each process of the product as it last told of itself.
create table private.processes (
  instance text not null,
  role text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default now(),
  memory_bytes bigint not null,
  sockets integer not null,
  disk_bytes bigint,
  disk_free_bytes bigint,
  constraint processes_pkey PRIMARY KEY (instance),
  constraint processes_instance_check CHECK (length(instance) >= 1 AND length(instance) <= 120),
  constraint processes_role_check CHECK (role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text]))
);
CREATE INDEX processes_seen_at_idx ON private.processes USING btree (seen_at);

-- What can be written as a draft and published: where its rows are, which columns are its content, and who may change it.
create table private.publishing_kinds (
  kind text not null,
  record_table text not null,
  draft_table text not null,
  draft_key text not null,
  record_columns text[] not null,
  draft_columns text[] not null,
  capability text not null,
  published_at text,
  links text[] not null default '{}'::text[],
  related_tables text[] not null default '{}'::text[],
  constraint publishing_kinds_draft_table_key UNIQUE (draft_table),
  constraint publishing_kinds_record_table_key UNIQUE (record_table),
  constraint publishing_kinds_pkey PRIMARY KEY (kind),
  constraint publishing_kinds_capability_check CHECK (length(capability) <= 60),
  constraint publishing_kinds_check CHECK (cardinality(draft_columns) = cardinality(record_columns)),
  constraint publishing_kinds_draft_key_check CHECK (length(draft_key) <= 60),
  constraint publishing_kinds_draft_table_check CHECK (length(draft_table) <= 60),
  constraint publishing_kinds_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint publishing_kinds_published_at_check CHECK (published_at = ANY (ARRAY['first'::text, 'last'::text])),
  constraint publishing_kinds_record_columns_check CHECK (cardinality(record_columns) >= 1 AND cardinality(record_columns) <= 40),
  constraint publishing_kinds_record_table_check CHECK (length(record_table) <= 60)
);

-- One push to one browser. What was delivered is not sent again when its job is tried again.
create table private.push_deliveries (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  subscription_id uuid not null,
  notification_ids uuid[] not null,
  status text not null default 'waiting'::text,
  settled_at timestamp with time zone,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint push_deliveries_pkey PRIMARY KEY (account_id, id),
  constraint push_deliveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint push_deliveries_account_id_subscription_id_fkey FOREIGN KEY (account_id, subscription_id) REFERENCES push_subscriptions(account_id, id) ON DELETE CASCADE,
  constraint push_deliveries_notification_ids_check CHECK (cardinality(notification_ids) >= 1 AND cardinality(notification_ids) <= 1000),
  constraint push_deliveries_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'refused'::text]))
);
CREATE INDEX push_deliveries_created_idx ON private.push_deliveries USING btree (created_at);
CREATE INDEX push_deliveries_subscription_idx ON private.push_deliveries USING btree (account_id, subscription_id);
CREATE TRIGGER push_deliveries_cap AFTER INSERT ON private.push_deliveries FOR EACH ROW EXECUTE FUNCTION private.meter_pushes();
CREATE TRIGGER push_deliveries_meter AFTER UPDATE OF status ON private.push_deliveries FOR EACH ROW WHEN (new.status = 'delivered'::text AND old.status <> 'delivered'::text) EXECUTE FUNCTION private.meter_pushes();

-- What this installation shows push services (RFC 8292); the private half is sealed by the installation's secret.
create table private.push_keys (
  is_only boolean not null default true,
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamp with time zone not null default private.clock_now(),
  constraint push_keys_pkey PRIMARY KEY (is_only),
  constraint push_keys_is_only_check CHECK (is_only),
  constraint push_keys_public_key_check CHECK (length(public_key) = 87),
  constraint push_keys_sealed_private_key_check CHECK (length(sealed_private_key) <= 500)
);

-- What the clock or somebody's hand started: how it went and what it said. The newest 200 of each schedule are kept.
create table private.schedule_runs (
  id uuid not null default private.uuid_v7(),
  name text not null,
  cause text not null,
  asked_by uuid,
  status text not null,
  asked_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  output text not null default ''::text,
  error text,
  constraint schedule_runs_pkey PRIMARY KEY (id),
  constraint schedule_runs_name_fkey FOREIGN KEY (name) REFERENCES private.schedules(name) ON DELETE CASCADE,
  constraint schedule_runs_cause_check CHECK (cause = ANY (ARRAY['clock'::text, 'hand'::text])),
  constraint schedule_runs_error_check CHECK (length(error) <= 4000),
  constraint schedule_runs_output_check CHECK (length(output) <= 20000),
  constraint schedule_runs_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'running'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX schedule_runs_name_idx ON private.schedule_runs USING btree (name, id DESC);
CREATE UNIQUE INDEX schedule_runs_one_running_idx ON private.schedule_runs USING btree (name) WHERE (status = 'running'::text);
CREATE UNIQUE INDEX schedule_runs_one_waiting_idx ON private.schedule_runs USING btree (name) WHERE (status = 'waiting'::text);

-- What the clock starts: when, next when, and whether somebody told it to wait. Not known is what the product no longer has.
create table private.schedules (
  name text not null,
  cron text not null,
  next_run_at timestamp with time zone,
  is_known boolean not null default true,
  paused_at timestamp with time zone,
  paused_by uuid,
  updated_at timestamp with time zone not null default now(),
  constraint schedules_pkey PRIMARY KEY (name),
  constraint schedules_cron_check CHECK (length(cron) >= 1 AND length(cron) <= 100),
  constraint schedules_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);

-- The language of what an account writes, where a record has none of its own.
create table private.search_languages (
  account_id uuid not null,
  language text not null,
  constraint search_languages_pkey PRIMARY KEY (account_id),
  constraint search_languages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint search_languages_language_check CHECK (language ~ '^[a-z]{2}$'::text)
);

-- Words that came into a record or left it, until a job has counted them in: writers wait for no shared list.
create table private.search_word_changes (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  record_id uuid not null,
  added text[] not null,
  removed text[] not null,
  constraint search_word_changes_pkey PRIMARY KEY (account_id, id),
  constraint search_word_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX search_word_changes_record_idx ON private.search_word_changes USING btree (account_id, record_id);

-- The words that occur in an account's records: a word nobody wrote is taken for a typing error of the nearest one.
create table private.search_words (
  account_id uuid not null,
  word text not null,
  constraint search_words_pkey PRIMARY KEY (account_id, word),
  constraint search_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint search_words_word_check CHECK (length(word) >= 4 AND length(word) <= 40)
);
CREATE INDEX search_words_trigram_idx ON private.search_words USING gin (word extensions.gin_trgm_ops);

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
  actor_id uuid,
  expires_at timestamp with time zone,
  role_id uuid,
  actor_has_second_step boolean not null default false,
  constraint session_accounts_pkey PRIMARY KEY (session_id),
  constraint session_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint session_accounts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint session_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint session_accounts_acting_ends CHECK (actor_id IS NULL OR expires_at IS NOT NULL),
  constraint session_accounts_actor_has_second_step CHECK (actor_id IS NOT NULL OR NOT actor_has_second_step)
);
CREATE INDEX session_accounts_account_id_idx ON private.session_accounts USING btree (account_id);
CREATE INDEX session_accounts_actor_id_idx ON private.session_accounts USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX session_accounts_user_id_idx ON private.session_accounts USING btree (user_id);
CREATE TRIGGER session_accounts_hold_end BEFORE INSERT ON private.session_accounts FOR EACH ROW EXECUTE FUNCTION private.set_session_expiry();
CREATE TRIGGER session_accounts_hold_role BEFORE INSERT OR UPDATE OF account_id, user_id ON private.session_accounts FOR EACH ROW EXECUTE FUNCTION private.set_session_role();
CREATE TRIGGER session_accounts_meter AFTER INSERT ON private.session_accounts FOR EACH ROW EXECUTE FUNCTION private.meter_sessions();
CREATE TRIGGER session_accounts_tell_rooms AFTER UPDATE OF role_id, expires_at ON private.session_accounts FOR EACH ROW WHEN (old.role_id IS DISTINCT FROM new.role_id OR old.expires_at IS DISTINCT FROM new.expires_at) EXECUTE FUNCTION private.notify_topics();
CREATE TRIGGER session_accounts_tell_rooms_end AFTER DELETE ON private.session_accounts FOR EACH ROW EXECUTE FUNCTION private.notify_topics();

-- Statements of our own that took longer than 250 ms, counted since they were first seen. Never their values.
create table private.slow_statements (
  hash text not null,
  statement text not null,
  calls bigint not null,
  milliseconds bigint not null,
  longest bigint not null,
  last_at timestamp with time zone not null default now(),
  constraint slow_statements_pkey PRIMARY KEY (hash),
  constraint slow_statements_hash_check CHECK (length(hash) >= 1 AND length(hash) <= 64),
  constraint slow_statements_statement_check CHECK (length(statement) <= 4000)
);
CREATE INDEX slow_statements_last_at_idx ON private.slow_statements USING btree (last_at);

-- The fixed list of people who run the platform.
create table private.super_admins (
  email text not null,
  constraint super_admins_pkey PRIMARY KEY (email),
  constraint super_admins_email_check CHECK (email = lower(email) AND email ~ '^[^@\s]+@[^@\s]+\.[a-z]{2,}$'::text)
);

-- How many texts were asked for in a day (UTC): by number, network, account and in all.
create table private.text_counts (
  day date not null,
  key text not null,
  texts integer not null default 0,
  constraint text_counts_pkey PRIMARY KEY (day, key),
  constraint text_counts_key_check CHECK (length(key) >= 1 AND length(key) <= 120),
  constraint text_counts_texts_check CHECK (texts >= 0)
);

-- Every text to a telephone: sent, failed for good, or where no provider is named kept here to be read.
create table private.texts (
  id uuid not null,
  account_id uuid,
  recipient text not null,
  kind text not null,
  body_text text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  problem text,
  constraint texts_pkey PRIMARY KEY (id),
  constraint texts_body_text_check CHECK (length(body_text) <= 1000),
  constraint texts_kind_check CHECK (length(kind) >= 1 AND length(kind) <= 40),
  constraint texts_problem_check CHECK (length(problem) <= 200),
  constraint texts_recipient_check CHECK (recipient ~ '^[1-9][0-9]{1,14}$'::text)
);
CREATE INDEX texts_created_at_idx ON private.texts USING btree (created_at DESC);

-- What can be talked about: who moderates it, who may see it beyond what is public, and where its moderators work.
create table private.thread_kinds (
  kind text not null,
  capability text not null,
  access_function text,
  queue_path text not null,
  constraint thread_kinds_pkey PRIMARY KEY (kind),
  constraint thread_kinds_access_function_check CHECK (access_function ~ '^[a-z_]{1,60}$'::text),
  constraint thread_kinds_capability_check CHECK (length(capability) <= 60),
  constraint thread_kinds_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'::text),
  constraint thread_kinds_queue_path_check CHECK (queue_path ~ '^/'::text AND length(queue_path) <= 200)
);

-- The one key that signs the addresses tickets are answered at by mail.
create table private.ticket_keys (
  id boolean not null default true,
  secret bytea not null,
  short_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint ticket_keys_pkey PRIMARY KEY (id),
  constraint ticket_keys_id_check CHECK (id),
  constraint ticket_keys_secret_check CHECK (length(secret) = 32)
);

-- By which mail a message came: a letter that is handed over twice is taken once.
create table private.ticket_letters (
  account_id uuid not null,
  message_id uuid not null,
  mail_id text not null,
  constraint ticket_letters_pkey PRIMARY KEY (account_id, mail_id),
  constraint ticket_letters_account_id_message_id_fkey FOREIGN KEY (account_id, message_id) REFERENCES ticket_messages(account_id, id) ON DELETE CASCADE,
  constraint ticket_letters_mail_id_check CHECK (length(mail_id) >= 1 AND length(mail_id) <= 400)
);
CREATE INDEX ticket_letters_message_idx ON private.ticket_letters USING btree (account_id, message_id);

-- What was asked of each account by the hour: answers of our own failure (500 and up), answers that took a second and more, and the time of all.
create table private.traffic_hours (
  account_id uuid not null,
  hour timestamp with time zone not null,
  requests bigint not null default 0,
  failures bigint not null default 0,
  slow bigint not null default 0,
  milliseconds bigint not null default 0,
  constraint traffic_hours_pkey PRIMARY KEY (account_id, hour),
  constraint traffic_hours_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint traffic_hours_failures_check CHECK (failures >= 0),
  constraint traffic_hours_milliseconds_check CHECK (milliseconds >= 0),
  constraint traffic_hours_requests_check CHECK (requests >= 0),
  constraint traffic_hours_slow_check CHECK (slow >= 0)
);
CREATE INDEX traffic_hours_hour_idx ON private.traffic_hours USING btree (hour);

-- What addresses of visitors are hashed with on one day of the calendar; removed once that day has ended everywhere.
create table private.visit_salts (
  day date not null,
  salt bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  constraint visit_salts_pkey PRIMARY KEY (day)
);

-- What messages are signed with; a secret that was replaced signs along until it expires.
create table private.webhook_secrets (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  webhook_id uuid not null,
  secret text not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint webhook_secrets_pkey PRIMARY KEY (account_id, id),
  constraint webhook_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint webhook_secrets_account_id_webhook_id_fkey FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks(account_id, id) ON DELETE CASCADE,
  constraint webhook_secrets_secret_check CHECK (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'::text)
);
CREATE INDEX webhook_secrets_webhook_idx ON private.webhook_secrets USING btree (account_id, webhook_id);
CREATE UNIQUE INDEX webhook_secrets_one_current_idx ON private.webhook_secrets USING btree (account_id, webhook_id) WHERE (expires_at IS NULL);

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

-- Requests for a mail, answered before anybody looks up who is registered; each is deleted with its work.
create table auth.deferred_requests (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  url text not null,
  headers jsonb not null default '{}'::jsonb,
  input jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint deferred_requests_pkey PRIMARY KEY (id),
  constraint deferred_requests_input_check CHECK (octet_length(input::text) <= 131072),
  constraint deferred_requests_kind_check CHECK (char_length(kind) >= 1 AND char_length(kind) <= 40),
  constraint deferred_requests_url_check CHECK (char_length(url) <= 8192)
);
CREATE INDEX deferred_requests_created_at_idx ON auth.deferred_requests USING btree (created_at);

-- A sign-in under way in a browser: between the mail that was asked for, or the provider that was chosen, and the code exchanged. auth_code is hashed.
create table auth.flow_state (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamp with time zone,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false,
  scope text,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_linking_target_id_fkey FOREIGN KEY (linking_target_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_oauth_client_state_id_fkey FOREIGN KEY (oauth_client_state_id) REFERENCES auth.oauth_client_states(id) ON DELETE SET NULL,
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_invite_token_check CHECK (char_length(invite_token) <= 512),
  constraint flow_state_referrer_check CHECK (char_length(referrer) <= 2048)
);
CREATE INDEX flow_state_auth_code_idx ON auth.flow_state USING btree (auth_code);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at DESC);
CREATE INDEX flow_state_linking_target_id_idx ON auth.flow_state USING btree (linking_target_id);
CREATE INDEX flow_state_oauth_client_state_id_idx ON auth.flow_state USING btree (oauth_client_state_id);
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

-- One asking for a second factor: answered once, from the address that asked, within minutes.
create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  created_at timestamp with time zone not null default now(),
  verified_at timestamp with time zone,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_otp_code_check CHECK (char_length(otp_code) <= 128)
);
CREATE INDEX mfa_challenge_created_at_idx ON auth.mfa_challenges USING btree (created_at DESC);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);

-- A second proof of who signs in: an authenticator app, a telephone, a security key.
create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified'::auth.factor_status,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamp with time zone,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  last_time_step bigint,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mfa_factors_friendly_name_check CHECK (char_length(friendly_name) <= 120),
  constraint mfa_factors_phone_check CHECK (phone ~ '^[1-9][0-9]{1,14}$'::text),
  constraint mfa_factors_secret_check CHECK (char_length(secret) <= 512)
);
CREATE INDEX factor_id_created_at_idx ON auth.mfa_factors USING btree (user_id, created_at);
CREATE UNIQUE INDEX mfa_factors_user_friendly_name_unique ON auth.mfa_factors USING btree (friendly_name, user_id) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text);
CREATE UNIQUE INDEX unique_phone_factor_per_user ON auth.mfa_factors USING btree (user_id, phone);

-- Our side of a sign-in under way at another provider: the verifier of its PKCE challenge.
create table auth.oauth_client_states (
  id uuid not null default gen_random_uuid(),
  provider_type text not null,
  code_verifier text,
  created_at timestamp with time zone not null default now(),
  constraint oauth_client_states_pkey PRIMARY KEY (id),
  constraint oauth_client_states_code_verifier_check CHECK (char_length(code_verifier) <= 256),
  constraint oauth_client_states_provider_type_check CHECK (char_length(provider_type) <= 64)
);
CREATE INDEX idx_oauth_client_states_created_at ON auth.oauth_client_states USING btree (created_at);

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
  is_mailed boolean not null default false,
  scope text,
  identity_id uuid,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES auth.identities(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_token_hash_check CHECK (char_length(token_hash) > 0)
);
CREATE INDEX one_time_tokens_identity_id_idx ON auth.one_time_tokens USING btree (identity_id);
CREATE INDEX one_time_tokens_relates_to_hash_idx ON auth.one_time_tokens USING hash (relates_to);
CREATE INDEX one_time_tokens_token_hash_hash_idx ON auth.one_time_tokens USING hash (token_hash);
CREATE UNIQUE INDEX one_time_tokens_user_id_token_type_key ON auth.one_time_tokens USING btree (user_id, token_type);

-- Ours: codes of one use that stand in for a lost second factor. A new set replaces the one before.
create table auth.recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK (char_length(code_hash) = 64)
);

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

-- Ours: sessions whose person has just shown again who they are, and until when that counts.
create table auth.session_confirmations (
  session_id uuid not null,
  confirmed_until timestamp with time zone not null,
  is_for_password boolean not null default false,
  constraint session_confirmations_pkey PRIMARY KEY (session_id),
  constraint session_confirmations_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

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
  idle_seconds integer,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_idle_seconds_check CHECK (idle_seconds > 0)
);
CREATE INDEX sessions_factor_id_idx ON auth.sessions USING btree (factor_id);
CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after DESC);
CREATE INDEX sessions_user_id_created_at_idx ON auth.sessions USING btree (user_id, created_at);
CREATE TRIGGER sessions_end_binding AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.delete_session_binding();
CREATE TRIGGER sessions_pass_end_on AFTER UPDATE OF not_after ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.sync_session_expiry();
CREATE TRIGGER sessions_see_member AFTER UPDATE OF refreshed_at ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.touch_last_seen();

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
  email_proved_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_change_confirm_status_check CHECK (email_change_confirm_status >= 0 AND email_change_confirm_status <= 2)
);
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id);
CREATE INDEX users_is_anonymous_idx ON auth.users USING btree (is_anonymous);
CREATE UNIQUE INDEX users_email_partial_key ON auth.users USING btree (email) WHERE (is_sso_user = false);
CREATE UNIQUE INDEX users_phone_key ON auth.users USING btree (phone);
CREATE TRIGGER members_follow_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.sync_member_email();
CREATE TRIGGER members_join_on_confirming AFTER UPDATE ON auth.users FOR EACH ROW WHEN (old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL) EXECUTE FUNCTION private.join_on_sign_up();
CREATE TRIGGER members_join_on_sign_up AFTER INSERT ON auth.users FOR EACH ROW WHEN (new.confirmed_at IS NOT NULL OR new.is_anonymous) EXECUTE FUNCTION private.join_on_sign_up();
CREATE TRIGGER users_end_sessions AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (new.banned_until > now() OR new.deleted_at IS NOT NULL) EXECUTE FUNCTION private.end_sessions();

-- What a passkey has to sign: once, within minutes.
create table auth.webauthn_challenges (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  challenge_type text not null,
  session_data jsonb not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint webauthn_challenges_pkey PRIMARY KEY (id),
  constraint webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint webauthn_challenges_challenge_type_check CHECK (challenge_type = ANY (ARRAY['signup'::text, 'registration'::text, 'authentication'::text]))
);
CREATE INDEX webauthn_challenges_expires_at_idx ON auth.webauthn_challenges USING btree (expires_at);
CREATE INDEX webauthn_challenges_user_id_idx ON auth.webauthn_challenges USING btree (user_id);

-- A passkey: signs a person in by itself.
create table auth.webauthn_credentials (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null default ''::text,
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]'::jsonb,
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint webauthn_credentials_pkey PRIMARY KEY (id),
  constraint webauthn_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint webauthn_credentials_attestation_type_check CHECK (char_length(attestation_type) <= 64),
  constraint webauthn_credentials_credential_id_check CHECK (octet_length(credential_id) <= 1023),
  constraint webauthn_credentials_friendly_name_check CHECK (char_length(friendly_name) <= 120),
  constraint webauthn_credentials_public_key_check CHECK (octet_length(public_key) <= 4096),
  constraint webauthn_credentials_sign_count_check CHECK (sign_count >= 0),
  constraint webauthn_credentials_transports_check CHECK (octet_length(transports::text) <= 512)
);
CREATE INDEX webauthn_credentials_user_id_idx ON auth.webauthn_credentials USING btree (user_id);
CREATE UNIQUE INDEX webauthn_credentials_credential_id_key ON auth.webauthn_credentials USING btree (credential_id);

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
  version text,
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
create policy "Authors and managers add files to their courses" on storage.objects for insert to authenticated with check (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Authors and managers remove files of their courses" on storage.objects for delete to authenticated using (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Authors and managers replace files of their courses" on storage.objects for update to authenticated using (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders)))) with check (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Authors and managers see the files of their courses" on storage.objects for select to authenticated using (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Managers put files under their products" on storage.objects for insert to authenticated with check (((name ~~ 'products/%/%'::text) AND (bucket_id IN ( SELECT private.product_buckets() AS product_buckets))));
create policy "Managers remove files from under their products" on storage.objects for delete to authenticated using (((name ~~ 'products/%/%'::text) AND (bucket_id IN ( SELECT private.product_buckets() AS product_buckets))));
create policy "Managers see what lies under their products" on storage.objects for select to authenticated using (((name ~~ 'products/%/%'::text) AND (bucket_id IN ( SELECT private.product_buckets() AS product_buckets))));
create policy "Members add files they are about to post" on storage.objects for insert to authenticated with check (((bucket_id = (( SELECT private.account_with('member'::text) AS account_with) || '-private'::text)) AND (name ~~ (('threads/'::text || ( SELECT auth.uid() AS uid)) || '/%'::text))));
create policy "Members add their own picture" on storage.objects for insert to authenticated with check (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members remove their own picture" on storage.objects for delete to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members replace their own picture" on storage.objects for update to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text)))) with check (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members see the files of their account's site" on storage.objects for select to authenticated using ((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)));
create policy "Members see the files they are about to post" on storage.objects for select to authenticated using (((bucket_id = (( SELECT private.account_with('member'::text) AS account_with) || '-private'::text)) AND (name ~~ (('threads/'::text || ( SELECT auth.uid() AS uid)) || '/%'::text)) AND (NOT private.is_thread_file(bucket_id, name))));
create policy "Members take back files they have not posted" on storage.objects for delete to authenticated using (((bucket_id = (( SELECT private.account_with('member'::text) AS account_with) || '-private'::text)) AND (name ~~ (('threads/'::text || ( SELECT auth.uid() AS uid)) || '/%'::text)) AND (NOT private.is_thread_file(bucket_id, name))));
create policy "People add files they are about to send" on storage.objects for insert to authenticated with check (((bucket_id = (( SELECT private.ticket_account() AS ticket_account) || '-private'::text)) AND (name ~~ (('tickets/'::text || ( SELECT auth.uid() AS uid)) || '/%'::text))));
create policy "People see the files they are about to send" on storage.objects for select to authenticated using (((bucket_id = (( SELECT private.ticket_account() AS ticket_account) || '-private'::text)) AND (name ~~ (('tickets/'::text || ( SELECT auth.uid() AS uid)) || '/%'::text)) AND (NOT private.is_attached(bucket_id, name))));
create policy "People take back files they have not sent" on storage.objects for delete to authenticated using (((bucket_id = (( SELECT private.ticket_account() AS ticket_account) || '-private'::text)) AND (name ~~ (('tickets/'::text || ( SELECT auth.uid() AS uid)) || '/%'::text)) AND (NOT private.is_attached(bucket_id, name))));
create policy "Staff add files to their account's site" on storage.objects for insert to authenticated with check (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Staff remove files of their account's site" on storage.objects for delete to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Staff replace files of their account's site" on storage.objects for update to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text))) with check (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Who may read a lesson may fetch its files" on storage.objects for select to anon, authenticated using (((name ~~ 'courses/%/%/%'::text) AND (EXISTS ( SELECT
   FROM lesson_contents k
  WHERE ((k.id = private.uuid_or_null(split_part(objects.name, '/'::text, 3))) AND ((k.account_id || '-private'::text) = objects.bucket_id) AND (k.course_id = private.uuid_or_null(split_part(objects.name, '/'::text, 2))))))));
create policy "Who sees a file of a product may fetch it" on storage.objects for select to authenticated using (((name ~~ 'products/%/%'::text) AND (EXISTS ( SELECT
   FROM product_files f
  WHERE (((f.account_id || '-private'::text) = objects.bucket_id) AND (f.path = objects.name))))));
create policy "Who sees a message may fetch its files" on storage.objects for select to authenticated using (((name ~~ 'tickets/%'::text) AND (EXISTS ( SELECT
   FROM ticket_attachments a
  WHERE (((a.account_id || '-private'::text) = objects.bucket_id) AND (a.path = objects.name))))));
create policy "Whoever reads a post may fetch its files" on storage.objects for select to anon, authenticated using (((name ~~ 'threads/%'::text) AND (EXISTS ( SELECT
   FROM thread_attachments a
  WHERE (((a.account_id || '-private'::text) = objects.bucket_id) AND (a.path = objects.name))))));
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
CREATE TRIGGER objects_keep_library AFTER INSERT OR DELETE OR UPDATE OF bucket_id, name, version, metadata, owner_id ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.sync_media_files();
CREATE TRIGGER objects_meter AFTER INSERT OR DELETE OR UPDATE OF metadata ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.meter_files();

-- An upload that comes in parts and is no object yet.
create table storage.s3_multipart_uploads (
  id text not null,
  in_progress_size bigint not null default 0,
  upload_signature text not null default ''::text,
  bucket_id text not null,
  key text not null,
  version text not null,
  owner_id text,
  created_at timestamp with time zone not null default now(),
  user_metadata jsonb,
  metadata jsonb,
  protocol text not null,
  upload_length bigint,
  is_upsert boolean not null default true,
  tus_metadata jsonb,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint s3_multipart_uploads_pkey PRIMARY KEY (id),
  constraint s3_multipart_uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE,
  constraint s3_multipart_uploads_id_check CHECK (length(id) >= 1 AND length(id) <= 2048),
  constraint s3_multipart_uploads_in_progress_size_check CHECK (in_progress_size >= 0),
  constraint s3_multipart_uploads_key_check CHECK (key <> ''::text AND octet_length(key) <= 1024),
  constraint s3_multipart_uploads_protocol_check CHECK (protocol = ANY (ARRAY['s3'::text, 'tus'::text])),
  constraint s3_multipart_uploads_upload_length_check CHECK (upload_length >= 0)
);
CREATE INDEX s3_multipart_uploads_expires_at ON storage.s3_multipart_uploads USING btree (expires_at);
CREATE INDEX s3_multipart_uploads_list ON storage.s3_multipart_uploads USING btree (bucket_id, key, created_at);
create policy "the service keeps unfinished uploads" on storage.s3_multipart_uploads for all to service_role using (true) with check (true);

-- One part of such an upload; `version` names its bytes.
create table storage.s3_multipart_uploads_parts (
  id uuid not null default gen_random_uuid(),
  upload_id text not null,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null,
  key text not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamp with time zone not null default now(),
  constraint s3_multipart_uploads_parts_number UNIQUE (upload_id, part_number),
  constraint s3_multipart_uploads_parts_version_key UNIQUE (version),
  constraint s3_multipart_uploads_parts_pkey PRIMARY KEY (id),
  constraint s3_multipart_uploads_parts_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE,
  constraint s3_multipart_uploads_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.s3_multipart_uploads(id) ON DELETE CASCADE,
  constraint s3_multipart_uploads_parts_part_number_check CHECK (part_number > 0),
  constraint s3_multipart_uploads_parts_size_check CHECK (size >= 0)
);
CREATE INDEX s3_multipart_uploads_parts_bucket_id ON storage.s3_multipart_uploads_parts USING btree (bucket_id);
create policy "the service keeps the parts of unfinished uploads" on storage.s3_multipart_uploads_parts for all to service_role using (true) with check (true);
CREATE TRIGGER discard_the_version_of_a_removed_part AFTER DELETE ON storage.s3_multipart_uploads_parts FOR EACH ROW EXECUTE FUNCTION storage.discard_version();

-- What one process told the others in more than a notification holds.
create table realtime.bus_messages (
  id bigint not null generated as identity,
  body text not null,
  sent_at timestamp with time zone not null default now(),
  constraint bus_messages_pkey PRIMARY KEY (id),
  constraint bus_messages_body_check CHECK (octet_length(body) <= 8388608)
);
CREATE INDEX bus_messages_sent_at ON realtime.bus_messages USING btree (sent_at);
create policy "the service reads and clears what was told between processes" on realtime.bus_messages for all to service_role using (true);

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
  old_row jsonb,
  new_row jsonb,
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
  inserted_at timestamp with time zone not null default clock_timestamp(),
  binary_payload bytea,
  expires_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_binary_payload_check CHECK (octet_length(binary_payload) <= 1048576),
  constraint messages_event_check CHECK (length(event) <= 255),
  constraint messages_extension_check CHECK (length(extension) <= 64),
  constraint messages_topic_check CHECK (length(topic) <= 512)
);
CREATE INDEX messages_expires_at ON realtime.messages USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX messages_inserted_at ON realtime.messages USING btree (inserted_at);
CREATE INDEX messages_of_a_topic ON realtime.messages USING btree (topic, inserted_at DESC) WHERE ((extension = 'broadcast'::text) AND private);
create policy "Editors say what they work on" on realtime.messages for insert to authenticated with check (((extension = 'presence'::text) AND (realtime.topic() IN ( SELECT ('editors:'::text || a.a)
   FROM private.account_with('manage_options'::text) a(a)))));
create policy "Editors see who works on what" on realtime.messages for select to authenticated using ((realtime.topic() IN ( SELECT ('editors:'::text || a.a)
   FROM private.account_with('manage_options'::text) a(a))));
create policy "Members are present in their account's room" on realtime.messages for select to authenticated using ((realtime.topic() IN ( SELECT ('onlineUsers:'::text || a.a)
   FROM private.account_with('member'::text) a(a))));
create policy "Members track their presence" on realtime.messages for insert to authenticated with check (((extension = 'presence'::text) AND (realtime.topic() IN ( SELECT ('onlineUsers:'::text || a.a)
   FROM private.account_with('member'::text) a(a))) AND (( SELECT private.actor() AS actor) IS NULL)));
create policy "the service reads and writes every message" on realtime.messages for all to service_role using (true) with check (true);
-- anon may insert (id, topic, extension, payload, event, private, binary_payload)
-- anon may select
-- authenticated may insert (id, topic, extension, payload, event, private, binary_payload)
-- authenticated may select

-- The server processes that share channels, each as long as it says so every few seconds.
create table realtime.processes (
  id text not null,
  seen_at timestamp with time zone not null default now(),
  uses_triggers boolean not null default true,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_id_check CHECK (length(id) <= 64)
);
create policy "the service reads who is there" on realtime.processes for select to service_role using (true);

create view private.course_search_rows as
 SELECT account_id,
    id,
    'course'::text AS kind,
    NULL::uuid AS parent_id,
    title,
    summary,
    (private.text_of_html(description) || ' '::text) || COALESCE(( SELECT string_agg(o.value, ' '::text) AS string_agg
           FROM jsonb_array_elements_text(c.outcomes) o(value)), ''::text) AS body,
    slug,
    featured_image ->> 'image'::text AS picture,
    language,
    status = 'published'::text AS is_live
   FROM courses c;

create view private.doc_search_rows as
 SELECT account_id,
    id,
    'doc'::text AS kind,
    NULL::uuid AS parent_id,
    title,
    summary,
    private.text_of_html(content) AS body,
    slug,
    NULL::text AS picture,
    NULL::text AS language,
    status = 'published'::text AS is_live
   FROM docs d;

create view private.group_search_rows as
 SELECT account_id,
    id,
    'group'::text AS kind,
    NULL::uuid AS parent_id,
    title,
    ''::text AS summary,
    description AS body,
    slug,
    cover AS picture,
    NULL::text AS language,
    visibility = 'public'::text AS is_live
   FROM groups g;

create view private.lesson_search_rows as
 SELECT l.account_id,
    l.id,
    'lesson'::text AS kind,
    l.course_id AS parent_id,
    l.title,
    ''::text AS summary,
    private.text_of_html(COALESCE(k.body, ''::text)) AS body,
    l.slug,
    NULL::text AS picture,
    c.language,
    l.is_published AND c.status = 'published'::text AS is_live
   FROM lessons l
     JOIN courses c ON c.account_id = l.account_id AND c.id = l.course_id
     LEFT JOIN lesson_contents k ON k.account_id = l.account_id AND k.id = l.id
  WHERE l.archived_at IS NULL;

create view private.member_search_rows as
 SELECT account_id,
    id,
    'member'::text AS kind,
    NULL::uuid AS parent_id,
    name AS title,
    ''::text AS summary,
    bio AS body,
    slug,
    avatar AS picture,
    NULL::text AS language,
    is_public AND blocked_at IS NULL AS is_live
   FROM members m;

create view private.page_search_rows as
 SELECT account_id,
    id,
    'page'::text AS kind,
    NULL::uuid AS parent_id,
    title,
    COALESCE(settings ->> 'description'::text, ''::text) AS summary,
    private.text_of_html(COALESCE(( SELECT string_agg(value.value #>> '{}'::text[], ' '::text) AS string_agg
           FROM jsonb_path_query(p.content, 'strict $.**?(@.type() == "object").keyvalue()?(@."value".type() == "string" && @."key" like_regex "^(title|text|label|name|note|noteEnd|eyebrow|caption|role|quote|html|question|answer|who|when|done|points|heads|rows|hours|address|price|value|alt)$")."value"'::jsonpath, silent => true) value(value)), ''::text)) AS body,
    slug,
    (settings -> 'picture'::text) ->> 'src'::text AS picture,
    NULL::text AS language,
    status = 'published'::text AS is_live
   FROM pages p
  WHERE kind = 'page'::text;

create view private.post_search_rows as
 SELECT account_id,
    id,
    'post'::text AS kind,
    NULL::uuid AS parent_id,
    title,
    excerpt AS summary,
    (array_to_string(categories || tags, ', '::text) || ' '::text) || private.text_of_html(content) AS body,
    slug,
    cover ->> 'image'::text AS picture,
    NULL::text AS language,
    status = 'published'::text AS is_live
   FROM posts p;

create view private.product_search_rows as
 SELECT account_id,
    id,
    'product'::text AS kind,
    course_id AS parent_id,
    title,
    ''::text AS summary,
    description AS body,
    slug,
    image AS picture,
    NULL::text AS language,
    status = 'published'::text AS is_live
   FROM products p;

create view private.usable_sign_in_providers as
 SELECT p.account_id,
    p.provider,
    c.client_id,
    c.tenant,
    c.team_id,
    c.key_id,
    c.sealed_secret,
    c.version,
    c.account_id AS holder_id
   FROM sign_in_providers p
     JOIN accounts a ON a.account_id = p.account_id AND a.status = 'active'::text
     JOIN sign_in_providers c ON c.provider = p.provider AND c.source = 'own'::text AND (p.source = 'own'::text AND c.account_id = p.account_id OR p.source = 'platform'::text AND c.is_shared AND (EXISTS ( SELECT
           FROM accounts o
          WHERE o.account_id = c.account_id AND o.is_platform)))
  WHERE p.is_on AND NOT (EXISTS ( SELECT
           FROM private.backend_kind k
          WHERE k.is_hosted));

create view public.blog_counts as
 SELECT p.account_id,
    'category'::text AS kind,
    name.name,
    count(*)::integer AS posts
   FROM posts p,
    LATERAL unnest(p.categories) name(name)
  WHERE p.status = 'published'::text AND p.published_at <= (( SELECT private.clock_now() AS clock_now))
  GROUP BY p.account_id, name.name
UNION ALL
 SELECT p.account_id,
    'year'::text AS kind,
    EXTRACT(year FROM (p.published_at AT TIME ZONE 'UTC'::text))::integer::text AS name,
    count(*)::integer AS posts
   FROM posts p
  WHERE p.status = 'published'::text AND p.published_at <= (( SELECT private.clock_now() AS clock_now))
  GROUP BY p.account_id, (EXTRACT(year FROM (p.published_at AT TIME ZONE 'UTC'::text))::integer::text);

create view public.course_progress as
 SELECT e.account_id,
    e.id,
    e.member_id,
    e.course_id,
    e.status,
    e.expires_at,
    e.completed_at,
    e.created_at,
    count(l.id) FILTER (WHERE l.is_required)::integer AS total,
    count(l.id) FILTER (WHERE l.is_required AND p.completed_at IS NOT NULL)::integer AS done,
    COALESCE(floor(100.0 * count(l.id) FILTER (WHERE l.is_required AND p.completed_at IS NOT NULL)::numeric / NULLIF(count(l.id) FILTER (WHERE l.is_required), 0)::numeric), 0::numeric)::integer AS percent,
    COALESCE(sum(l.duration_seconds) FILTER (WHERE p.completed_at IS NULL), 0::bigint)::integer AS seconds_left,
    max(p.seen_at) AS seen_at,
    (array_agg(p.lesson_id ORDER BY p.seen_at DESC) FILTER (WHERE p.lesson_id IS NOT NULL))[1] AS last_lesson_id
   FROM enrolments e
     LEFT JOIN lessons l ON l.account_id = e.account_id AND l.course_id = e.course_id AND l.is_published
     LEFT JOIN lesson_progress p ON p.account_id = e.account_id AND p.member_id = e.member_id AND p.lesson_id = l.id
  GROUP BY e.account_id, e.id;

create view public.doc_versions as
 SELECT v.account_id,
    v.id,
    v.subject_id AS doc_id,
    v.state AS kind,
    d.title,
    d.summary,
    d.content,
    v.saved_by,
    v.created_at
   FROM versions v,
    LATERAL jsonb_populate_record(NULL::doc_drafts, v.content) d(account_id, id, doc_id, title, summary, content, version, updated_by, created_at, updated_at, publish_at)
  WHERE v.kind = 'doc'::text;

create view public.family as
 SELECT g.account_id,
    g.id,
    g.parent_id,
    g.child_id,
    g.confirmed_at IS NOT NULL AS is_confirmed,
    g.child_id = own.id AS is_my_parent,
    other.id AS other_id,
    other.name,
    other.avatar,
    other.user_id
   FROM private.member_ids() own(id)
     JOIN guardians g ON own.id = g.parent_id OR own.id = g.child_id
     JOIN members other ON other.account_id = g.account_id AND other.id =
        CASE
            WHEN g.parent_id = own.id THEN g.child_id
            ELSE g.parent_id
        END
  WHERE g.confirmed_at IS NOT NULL OR g.asked_by <> own.id;

create view public.listed_forms as
 SELECT f.account_id,
    f.id,
    f.name,
    f.status,
    f.fields,
    f.submit_label,
    f.small_print,
    f.thank_you,
    f.redirect,
    f.subscribes,
    f.asks_once,
    f.search_text,
    f.created_at,
    f.updated_at,
    sent.submissions,
    sent.latest_at
   FROM forms f
     CROSS JOIN LATERAL ( SELECT count(*)::integer AS submissions,
            max(s.created_at) AS latest_at
           FROM form_submissions s
          WHERE s.account_id = f.account_id AND s.form_id = f.id) sent;

create view public.member_cards as
 SELECT m.account_id,
    m.id,
    m.user_id,
    m.name,
    m.slug,
    m.avatar,
    m.bio,
    r.name AS role_name,
    m.is_public,
    m.search_name
   FROM members m
     JOIN roles r ON r.account_id = m.account_id AND r.role_id = m.role_id
  WHERE m.blocked_at IS NULL AND (m.is_public OR m.account_id = (( SELECT private.account_with('member'::text) AS account_with)));

create view public.moderated_threads as
 SELECT account_id,
    id
   FROM threads t
  WHERE ((account_id, kind) IN ( SELECT m.account_id,
            m.kind
           FROM private.moderated_subjects() m(account_id, kind, subject_id)
          WHERE m.subject_id IS NULL)) OR ((account_id, kind, subject_id) IN ( SELECT m.account_id,
            m.kind,
            m.subject_id
           FROM private.moderated_subjects() m(account_id, kind, subject_id)
          WHERE m.subject_id IS NOT NULL));

create view public.page_previews as
 SELECT account_id,
    id,
    subject_id AS page_id,
    expires_at,
    created_by,
    created_at
   FROM previews v
  WHERE kind = 'page'::text;

create view public.page_versions as
 SELECT v.account_id,
    v.id,
    v.subject_id AS page_id,
    v.state AS kind,
    d.title,
    d.data,
    d.settings,
    v.saved_by AS published_by,
    v.created_at
   FROM versions v,
    LATERAL jsonb_populate_record(NULL::page_drafts, v.content) d(account_id, id, page_id, title, data, settings, updated_by, created_at, updated_at, version, publish_at)
  WHERE v.kind = 'page'::text;

create view public.post_comment_reports as
 SELECT r.account_id,
    r.id,
    r.post_id AS comment_id,
    r.member_id,
    r.reason,
    r.created_at
   FROM thread_reports r
     JOIN post_comments c ON c.account_id = r.account_id AND c.id = r.post_id;

create view public.post_comments as
 SELECT p.account_id,
    p.id,
    t.subject_id AS post_id,
    p.parent_id,
    p.member_id,
    p.author_name,
    p.content,
        CASE p.status
            WHEN 'removed'::text THEN 'shown'::text
            ELSE p.status
        END AS status,
    p.created_at,
    p.updated_at
   FROM thread_posts p
     JOIN threads t ON t.account_id = p.account_id AND t.id = p.thread_id
  WHERE t.kind = 'post'::text;

create view public.post_previews as
 SELECT account_id,
    id,
    subject_id AS post_id,
    expires_at,
    created_by,
    created_at
   FROM previews v
  WHERE kind = 'post'::text;

create view public.post_versions as
 SELECT v.account_id,
    v.id,
    v.subject_id AS post_id,
    v.state AS kind,
    d.title,
    d.excerpt,
    d.content,
    d.cover,
    d.categories,
    d.tags,
    d.settings,
    v.saved_by,
    v.created_at
   FROM versions v,
    LATERAL jsonb_populate_record(NULL::post_drafts, v.content) d(account_id, id, post_id, title, excerpt, content, cover, categories, tags, settings, updated_by, created_at, updated_at, version, publish_at)
  WHERE v.kind = 'post'::text;

create view public.removed_pages as
 SELECT account_id,
    id,
    title,
    slug,
    record ->> 'kind'::text AS kind,
    removed_by,
    removed_at
   FROM trash t
  WHERE kind = 'page'::text;

create view public.sign_in_buttons as
 SELECT account_id,
    provider
   FROM private.usable_sign_in_providers u;

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

CREATE OR REPLACE FUNCTION auth.rotate_refresh_token(presented text, salt bytea, successor text, inactivity_seconds double precision DEFAULT NULL::double precision, only_newest boolean DEFAULT false)
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
  if s.id is null or auth.session_ended(s, inactivity_seconds, only_newest) is not null or not exists (
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

CREATE OR REPLACE FUNCTION auth.session_ended(s auth.sessions, inactivity_seconds double precision, only_newest boolean)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when s.not_after < now() then 'timebox'
    when coalesce(s.refreshed_at, s.created_at) < now() - make_interval(secs => coalesce(s.idle_seconds, inactivity_seconds))
      then 'inactivity'
    when only_newest and exists (
      select from auth.sessions o where o.user_id = s.user_id and o.tag is not distinct from s.tag
        and (o.created_at, o.id) > (s.created_at, s.id)
    ) then 'newer'
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

CREATE OR REPLACE FUNCTION private.account_currency(account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select value ->> 'currency' from public.options
    where account_id = account and key = 'settings' and value ->> 'currency' ~ '^[A-Z]{3}$'), 'EUR')
$function$

CREATE OR REPLACE FUNCTION private.account_names(account uuid, person uuid)
 RETURNS SETOF text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_remove(array[a.slug::text, a.domain::text, o.value ->> 'sitetitle'], null)
    from public.accounts a left join public.options o on o.account_id = a.account_id and o.key = 'settings'
   where a.account_id = account or exists (select from public.members m where m.account_id = a.account_id and m.user_id = person)
   order by a.account_id = account desc limit 50
$function$

CREATE OR REPLACE FUNCTION private.account_to_change(account uuid)
 RETURNS accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a public.accounts%rowtype;
begin
  perform private.require_super_admin();
  select * into a from public.accounts where account_id = account and not is_platform for update;
  if a.account_id is null then
    perform private.raise_error('not_found', 'There is no such account.');
  end if;
  return a;
end $function$

CREATE OR REPLACE FUNCTION private.account_with(capability text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
  is_held boolean;
  needs_second_step boolean;
begin
  select r.account_id, private.holds(r.caps, capability), a.needs_second_step into account, is_held, needs_second_step
    from private.session_accounts s
    join public.accounts a on a.account_id = s.account_id and a.status = 'active'
    join public.roles r on r.account_id = s.account_id and r.role_id = s.role_id
   where s.session_id = private.session_id() and s.user_id = auth.uid() and (s.expires_at is null or s.expires_at > now())
     -- Most users have no second factor: only those who have one are checked further.
     and (s.actor_id is not null
       or not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
       or private.has_verified_second_factor(s.user_id));
  if is_held and needs_second_step and capability <> 'member' then
    -- A separate condition, so that it is only evaluated where a second step is required.
    if private.has_second_step() then return next account; end if;
  elsif is_held then
    return next account;
  elsif is_held is null and private.session_id() is not null then
    return query select private.account_with_by_member(capability);
  end if;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.account_with_by_member(capability text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
  is_held boolean;
  needs_second_step boolean;
begin
  select m.account_id, private.holds(r.caps, capability), a.needs_second_step into account, is_held, needs_second_step
    from private.session_accounts s
    join public.members m on m.account_id = s.account_id and m.user_id = s.user_id and m.blocked_at is null
    join public.accounts a on a.account_id = s.account_id and a.status = 'active'
    join public.roles r on r.account_id = m.account_id and r.role_id = m.role_id
   where s.session_id = private.session_id() and s.user_id = auth.uid() and (s.expires_at is null or s.expires_at > now())
     and (s.actor_id is not null or private.has_verified_second_factor(s.user_id));
  if is_held and needs_second_step and capability <> 'member' then
    if private.has_second_step() then return next account; end if;
  elsif is_held then
    return next account;
  -- The platform's own site has no members: super admins edit its pages, posts and documentation.
  elsif account is null and capability in ('manage_options', 'edit_posts', 'staff') and private.is_super_admin() then
    return next private.session_account();
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.activate_domain(claim uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.domain_claims set state = 'live', problem = null, detail = '', failures = 0, next_check_at = private.next_domain_check('live', 0)
   where id = claim and state <> 'pending'
$function$

CREATE OR REPLACE FUNCTION private.actor()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select actor_id from private.session_accounts
  where session_id = private.session_id() and user_id = auth.uid()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.add_post_comment(post_id uuid, parent_id uuid, content text, is_masked boolean)
 RETURNS thread_posts
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_thread_post((select t.id from public.threads t where t.kind = 'post' and t.subject_id = add_post_comment.post_id and t.is_main),
    add_post_comment.parent_id, add_post_comment.content, is_masked)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.add_super_admin(address text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  user_created_at timestamptz;
begin
  insert into private.super_admins (email) values (address) on conflict do nothing;
  select u.created_at into user_created_at from auth.users u where lower(u.email) = address and u.deleted_at is null;
  if user_created_at is not null and private.verified_email((select u.id from auth.users u where lower(u.email) = address and u.deleted_at is null)) is null
    and exists (select from information_schema.columns where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at') then
    execute 'update auth.users set email_proved_at = now() where lower(email) = $1 and deleted_at is null' using address;
  end if;
  return user_created_at;
end $function$

CREATE OR REPLACE FUNCTION private.add_thread_post(thread_id uuid, reply_to uuid, content text, is_masked boolean, files text[] DEFAULT '{}'::text[])
 RETURNS thread_posts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.threads := private.writable_thread(add_thread_post.thread_id);
  person public.members;
  post public.thread_posts;
begin
  select * into person from public.members m where m.id = (select private.member_ids());
  -- Serialises the posts of a member, so that the rate limit below counts correctly.
  perform pg_advisory_xact_lock(hashtext('thread_posts'), hashtext(person.id::text));
  if (select count(*) from public.thread_posts p
       where p.account_id = person.account_id and p.member_id = person.id and p.created_at > (select private.clock_now()) - interval '10 minutes') >= 5 then
    perform private.raise_error('too_many_comments', 'You wrote five comments within ten minutes. Wait a little before the next one.');
  end if;
  -- A reply to a reply gets the same parent: more than two levels are unreadable on a phone.
  if add_thread_post.reply_to is not null then
    select coalesce(p.parent_id, p.id) into post.parent_id from public.thread_posts p
     where p.account_id = thread.account_id and p.thread_id = thread.id and p.id = add_thread_post.reply_to and p.status = 'shown';
    if post.parent_id is null then
      perform private.raise_error('not_found', 'The comment you are replying to no longer exists.');
    end if;
  end if;
  insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status)
  values (thread.account_id, thread.id, post.parent_id, add_thread_post.reply_to, person.id, left(person.name, 120), add_thread_post.content,
    case when private.is_trusted_post(thread, person.id, add_thread_post.content, is_masked) then 'shown' else 'waiting' end)
  returning * into post;
  perform private.attach_to_post(post, person.user_id, files);
  perform private.set_mentions(post);
  return post;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.add_ticket_message(account uuid, ticket uuid, person uuid, words text, of_staff boolean, internal boolean, way text DEFAULT 'web'::text, files text[] DEFAULT '{}'::text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if length(trim(coalesce(words, ''))) not between 1 and 20000 then
    perform private.raise_error('invalid', 'A message must have 1 to 20,000 characters.');
  end if;
  -- The start of the transaction is the same for all its messages: their order needs the moment.
  insert into public.ticket_messages (account_id, ticket_id, author_id, author_name, is_staff, is_internal, via, body, created_at)
  values (account, ticket, person, coalesce(private.ticket_name(account, person), ''), of_staff, internal, way, trim(words), private.clock_time())
  returning id into made;
  perform private.attach_to_ticket(account, made, person, files);
  if not internal then
    update public.tickets t set last_message_at = private.clock_now(),
        first_replied_at = coalesce(t.first_replied_at, case when of_staff then private.clock_now() end)
     where (t.account_id, t.id) = (account, ticket);
  end if;
  perform private.notify_ticket(account, ticket, made);
  return made;
end $function$

CREATE OR REPLACE FUNCTION private.announce_sales(account uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  -- The update tells the caches of pages, as every change of a price does.
  update public.prices p set is_on_sale = not p.is_on_sale
   where p.is_active and p.sale_amount is not null and p.is_on_sale <> (public.amount_now(p) < p.amount)
     and (account is null or p.account_id = account);
  get diagnostics changed = row_count;
  return changed;
end $function$

CREATE OR REPLACE FUNCTION private.announce_thread_post(account uuid, post_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.thread_posts;
  thread public.threads;
  author public.members;
  mention record;
  recipient public.members;
begin
  select * into post from public.thread_posts p where p.account_id = account and p.id = announce_thread_post.post_id for no key update;
  select * into thread from public.threads t where (t.account_id, t.id) = (post.account_id, post.thread_id);
  select * into author from public.members m where (m.account_id, m.id) = (post.account_id, post.member_id);
  -- Withdrawn, or its author gone, since the event: nothing to announce.
  if author.id is null then return; end if;
  if post.status = 'waiting' then
    perform private.notify_localized(a.account_id, a.owner_id, 'commentWaits',
        '<b>{{name}}</b> commented on <b>{{title}}</b>. The comment is awaiting approval.',
        jsonb_build_object('name', author.name, 'title', thread.title), 2, k.queue_path, 'comments', author.user_id)
      from public.accounts a join private.thread_kinds k on k.kind = thread.kind
     where a.account_id = account and a.owner_id is not null;
  end if;
  if post.status <> 'shown' then return; end if;
  for mention in
    update public.thread_mentions n set announced_at = private.clock_now() from public.members m
     where (n.account_id, n.post_id) = (post.account_id, post.id) and n.announced_at is null
       and (m.account_id, m.id) = (n.account_id, n.member_id)
    returning m.id, m.user_id
  loop
    if private.may_see_thread(account, thread.id, mention.id) then
      perform private.notify_localized(account, mention.user_id, 'threadMention', '<b>{{name}}</b> mentioned you on <b>{{title}}</b>.',
        jsonb_build_object('name', author.name, 'title', thread.title), 2, thread.path || '#comment-' || post.id, 'comments', author.user_id);
    end if;
  end loop;
  if post.announced_at is not null then return; end if;
  update public.thread_posts p set announced_at = private.clock_now() where (p.account_id, p.id) = (post.account_id, post.id);
  select m.* into recipient from public.thread_posts p join public.members m on (m.account_id, m.id) = (p.account_id, p.member_id)
   where (p.account_id, p.id) = (post.account_id, post.reply_to_id) and m.id <> author.id
     and not exists (select from public.thread_mentions n where (n.account_id, n.post_id, n.member_id) = (post.account_id, post.id, m.id));
  if recipient.id is not null and private.may_see_thread(account, thread.id, recipient.id) then
    perform private.notify_localized(account, recipient.user_id, 'threadReply', '<b>{{name}}</b> replied to you on <b>{{title}}</b>.',
      jsonb_build_object('name', author.name, 'title', thread.title), 2, thread.path || '#comment-' || post.id, 'comments', author.user_id);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.anonymize_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders o set email = '', customer_name = '—', billing_address = '{}', user_id = null, member_id = null
   where o.account_id = new.account_id and o.user_id = new.user_id;
  update public.coupon_redemptions c set user_id = null where c.account_id = new.account_id and c.user_id = new.user_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.apply_billing(account uuid, state jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.subscriptions%rowtype;
  invoice jsonb;
  attempts smallint := coalesce((state ->> 'attempts')::smallint, 0);
  is_live boolean := state ->> 'status' <> 'ended';
begin
  select * into s from public.subscriptions x where x.account_id = account for update;
  -- A subscription that was replaced no longer affects the account.
  if s.id is null or (not is_live and (s.reference is distinct from state ->> 'reference' or s.status = 'ended'))
    or not exists (select from public.plans p where p.id = state ->> 'plan_id') then return null; end if;
  -- A one-time payment stays paid: a repeated webhook must not undo later choices.
  if state ->> 'period' = 'onetime' and s.reference is distinct from state ->> 'reference' and exists (select from public.invoices i
      where i.account_id = account and i.provider = state ->> 'provider' and i.reference = state ->> 'reference') then return null; end if;
  for invoice in select * from jsonb_array_elements(coalesce(state -> 'invoices', '[]')) loop
    insert into public.invoices as i (account_id, number, provider, reference, plan_id, period, currency, amount, status, url,
      period_start, period_end, issued_at, due_at, paid_at)
    values (account, invoice ->> 'number', state ->> 'provider', invoice ->> 'reference', state ->> 'plan_id', state ->> 'period',
      invoice ->> 'currency', (invoice ->> 'amount')::bigint, invoice ->> 'status', invoice ->> 'url', (invoice ->> 'period_start')::timestamptz,
      (invoice ->> 'period_end')::timestamptz, (invoice ->> 'issued_at')::timestamptz, (invoice ->> 'due_at')::timestamptz, (invoice ->> 'paid_at')::timestamptz)
    on conflict (provider, reference) do update set status = excluded.status, paid_at = excluded.paid_at, amount = excluded.amount, url = excluded.url;
  end loop;
  if not is_live and s.cancel_at_period_end and s.next_plan_id is not null then
    perform private.begin_period(account, s.next_plan_id, s.next_period, private.clock_now());
    return null;
  elsif not is_live then
    perform private.end_subscription(account, case when s.status = 'past_due' then 'exhausted'
      when s.issued_count >= s.iterations then 'completed' else 'ended' end, private.clock_now());
    return null;
  end if;
  update public.invoices i set status = 'void' where i.account_id = account and i.provider = 'offline' and i.status = 'open';
  update public.subscriptions x set plan_id = state ->> 'plan_id', period = state ->> 'period', provider = state ->> 'provider',
      status = state ->> 'status', currency = state ->> 'currency', amount = (state ->> 'amount')::bigint, iterations = (state ->> 'iterations')::int,
      trial_ends_at = (state ->> 'trial_ends_at')::timestamptz, period_start = (state ->> 'period_start')::timestamptz,
      period_end = (state ->> 'period_end')::timestamptz, cancel_at_period_end = (state ->> 'cancel_at_period_end')::boolean,
      customer = state ->> 'customer', reference = state ->> 'reference', card = nullif(state -> 'card', 'null'), next_plan_id = n.id,
      next_period = case when n.is_kept then x.next_period when n.id is not null then state #>> '{next,period}' end,
      past_due_since = case when state ->> 'status' = 'past_due' then coalesce(x.past_due_since, private.clock_now()) end,
      reminders = case when state ->> 'status' = 'past_due' then greatest(x.reminders, attempts) else 0 end, ended_at = null,
      -- A trial's invoice of 0 is no payment. The payment service's clock may differ a little from its invoices.
      issued_count = (select count(*) from public.invoices i where i.account_id = account and i.provider = state ->> 'provider'
        and i.plan_id = state ->> 'plan_id' and i.period = state ->> 'period' and i.status = 'paid' and i.amount > 0
        and i.issued_at >= (state ->> 'started_at')::timestamptz - interval '1 day')
    -- The next plan to be paid by invoice after the service's last period is stored only here.
    from (select case when k.is_kept then s.next_plan_id else (select p.id from public.plans p where p.id = state #>> '{next,plan_id}') end as id, k.is_kept
            from (select s.cancel_at_period_end and s.next_plan_id is not null and s.reference = state ->> 'reference'
                           and (state ->> 'cancel_at_period_end')::boolean as is_kept) k) n
    where x.account_id = account;
  perform private.set_plan(account, state ->> 'plan_id');
  if state ->> 'status' = 'past_due' and attempts > s.reminders then
    perform private.notify_owner(account, 'reminder', jsonb_build_object('step', attempts, 'invoice_id', private.newest_invoice(account, 'open')));
  elsif s.status = 'past_due' and state ->> 'status' = 'active' then
    perform private.notify_owner(account, 'paid', jsonb_build_object('invoice_id', private.newest_invoice(account, 'paid')));
  end if;
  return case when s.provider = state ->> 'provider' and s.reference like 'sub\_%' and s.reference <> state ->> 'reference' and s.status <> 'ended' then s.reference end;
end $function$

CREATE OR REPLACE FUNCTION private.apply_preferences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.type = 'chat' then new.kind := 'messages'; end if;
  perform private.require_notification_kinds(array[new.kind]);
  if new.read then new.seen_at := coalesce(new.seen_at, private.clock_now()); end if;
  -- A kind that is switched off everywhere is still listed, but neither rings nor counts as unread.
  if exists (select from public.notification_preferences p
      where p.account_id = new.account_id and p.user_id = new.user_id and new.kind = any (p.no_app)) then
    new.read := true;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.apply_to_each(ids uuid[], act text, said text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  row_id uuid;
  sentence text;
  code text;
  touched int;
  changed int := 0;
  errors jsonb := '[]';
begin
  if coalesce(cardinality(ids), 0) not between 1 and 200 then
    -- Raised directly: a caller without further privileges may not call private.raise_error.
    raise exception using errcode = 'P0001', message = 'Choose between one and 200 entries at a time.', detail = 'invalid';
  end if;
  -- In the order of their ids, so that two updates of the same rows wait for each other instead of deadlocking.
  for row_id in select distinct i from unnest(ids) i order by i loop
    begin
      execute act using row_id, said;
      get diagnostics touched = row_count;
      changed := changed + touched;
    exception when raise_exception then
      get stacked diagnostics sentence = message_text, code = pg_exception_detail;
      -- An error that applies to every row is raised for all of them.
      if code in ('forbidden', 'not_authenticated', 'acting', 'invalid') then raise; end if;
      errors := errors || jsonb_build_object('sentence', sentence, 'code', code);
    end;
  end loop;
  return jsonb_build_object('changed', changed, 'refused', (select coalesce(jsonb_agg(r.value || jsonb_build_object('count', r.n) order by r.n desc, r.value), '[]')
    from (select value, count(*) as n from jsonb_array_elements(errors) group by value) r));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.archive_removed_parts(course courses, lesson_ids uuid[], section_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Lessons without content and progress are deleted instead of archived.
  delete from public.lessons k
   where (k.account_id, k.course_id) = (course.account_id, course.id) and k.id <> all (lesson_ids) and k.archived_at is null and not (private.lesson_kind(k.kind)).holds_content
     and not exists (select from public.lesson_contents x where (x.account_id, x.id) = (k.account_id, k.id))
     and not exists (select from public.lesson_progress p where (p.account_id, p.course_id, p.lesson_id) = (k.account_id, k.course_id, k.id));
  update public.lessons k set archived_at = private.clock_now(), was_published = k.is_published, is_published = false
   where (k.account_id, k.course_id) = (course.account_id, course.id) and k.id <> all (lesson_ids) and k.archived_at is null;
  -- A section stays as long as an archived lesson belongs to it.
  delete from public.sections s
   where (s.account_id, s.course_id) = (course.account_id, course.id) and s.id <> all (section_ids)
     and not exists (select from public.lessons k where (k.account_id, k.course_id, k.section_id) = (s.account_id, s.course_id, s.id));
  update public.sections s set archived_at = private.clock_now()
   where (s.account_id, s.course_id) = (course.account_id, course.id) and s.id <> all (section_ids) and s.archived_at is null;
end $function$

CREATE OR REPLACE FUNCTION private.attach_to_post(post thread_posts, person uuid, files text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attached integer;
begin
  if coalesce(cardinality(files), 0) = 0 then return; end if;
  if cardinality(files) > 5 then
    perform private.raise_error('invalid', 'A message can have at most 5 files.');
  end if;
  if exists (select from storage.objects o where o.bucket_id = post.account_id || '-private' and o.name = any (files)
      and (o.metadata ->> 'size')::bigint > 10485760) then
    perform private.raise_error('invalid', 'A file in a message can have at most 10 MB.');
  end if;
  insert into public.thread_attachments (account_id, post_id, path, name, mime_type, size)
  select post.account_id, post.id, o.name, right(regexp_replace(o.name, '^threads/[^/]+/(?:[0-9a-z]+-)?', ''), 200),
         left(coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), 200), coalesce((o.metadata ->> 'size')::bigint, 0)
    from storage.objects o
   where o.bucket_id = post.account_id || '-private' and o.name = any (files) and o.name like 'threads/' || person || '/%'
     and not private.is_thread_file(o.bucket_id, o.name);
  get diagnostics attached = row_count;
  if attached <> (select count(distinct f) from unnest(files) f) then
    perform private.raise_error('invalid', 'A file no longer exists, or was already sent. Choose it again.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.attach_to_ticket(account uuid, message uuid, person uuid, files text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attached integer;
begin
  if coalesce(cardinality(files), 0) = 0 then return; end if;
  if cardinality(files) > 5 then
    perform private.raise_error('invalid', 'A message can have at most 5 files.');
  end if;
  if exists (select from storage.objects o where o.bucket_id = account || '-private' and o.name = any (files)
      and (o.metadata ->> 'size')::bigint > 10485760) then
    perform private.raise_error('invalid', 'A file in a message can have at most 10 MB.');
  end if;
  insert into public.ticket_attachments (account_id, message_id, path, name, mime_type, size)
  select account, message, o.name, right(regexp_replace(o.name, '^tickets/[^/]+/(?:[0-9a-z]+-)?', ''), 200),
         left(coalesce(o.metadata ->> 'mimetype', 'application/octet-stream'), 200), coalesce((o.metadata ->> 'size')::bigint, 0)
    from storage.objects o
   where o.bucket_id = account || '-private' and o.name = any (files) and o.name like 'tickets/' || person || '/%'
     and not exists (select from public.ticket_attachments a where a.account_id = account and a.path = o.name);
  get diagnostics attached = row_count;
  if attached <> (select count(distinct f) from unnest(files) f) then
    perform private.raise_error('invalid', 'A file no longer exists, or was already sent. Choose it again.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.attempt_state(a attempts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'now', private.clock_time(),
    'attempt', jsonb_build_object('id', a.id, 'quiz_id', a.quiz_id, 'number', a.number, 'is_trial', a.is_trial, 'started_at', a.started_at,
      'due_at', a.due_at, 'submitted_at', a.submitted_at, 'pass_mark', a.pass_mark, 'points', a.points),
    'questions', (select jsonb_agg(q - 'key' - 'explanation' order by n) from private.attempt_papers p,
      jsonb_array_elements(p.questions) with ordinality t (q, n) where (p.account_id, p.attempt_id) = (a.account_id, a.id)),
    'answers', (select coalesce(jsonb_object_agg(w.question_id, jsonb_build_object('answer', w.answer, 'revision', w.revision, 'saved_at', w.saved_at)), '{}')
      from public.attempt_answers w where (w.account_id, w.attempt_id) = (a.account_id, a.id)))
$function$

CREATE OR REPLACE FUNCTION private.audit(account uuid, act text, target_kind text, target_id uuid, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor uuid := private.actor();
begin
  insert into public.audit_entries (account_id, actor_id, as_user_id, act, target_kind, target_id, details)
  values (account, coalesce(actor, auth.uid()), case when actor is not null then auth.uid() end, act, target_kind, target_id, details);
end $function$

CREATE OR REPLACE FUNCTION private.audit_impersonated_change()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.session_account();
begin
  if private.actor() is null then return; end if;
  perform private.audit(account, 'member.acted', 'member', (select m.id from public.members m where m.account_id = account and m.user_id = auth.uid()),
    jsonb_build_object('method', current_setting('request.method', true), 'path', left(current_setting('request.path', true), 200)));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.audit_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_super_admin() then
    perform private.audit(new.account_id, 'invoice.marked_paid', 'invoice', new.id, jsonb_build_object('number', new.number));
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.audit_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or not exists (select from public.accounts a where a.account_id = old.account_id) then return null; end if;
  if tg_op = 'DELETE' then
    perform private.audit(old.account_id, 'member.removed', 'member', old.id);
    return null;
  end if;
  if new.role_id <> old.role_id then
    perform private.audit(new.account_id, 'member.role_changed', 'member', new.id, jsonb_build_object(
      'from', (select name from public.roles where account_id = old.account_id and role_id = old.role_id),
      'to', (select name from public.roles where account_id = new.account_id and role_id = new.role_id)));
  end if;
  if (new.blocked_at is null) <> (old.blocked_at is null) then
    perform private.audit(new.account_id, case when new.blocked_at is null then 'member.unblocked' else 'member.blocked' end, 'member', new.id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := coalesce(new.account_id, old.account_id);
begin
  if auth.uid() is null or not exists (select from public.accounts a where a.account_id = account) then return null; end if;
  if tg_op = 'UPDATE' and (new.name, new.caps) is not distinct from (old.name, old.caps) then return null; end if;
  perform private.audit(account, case tg_op when 'INSERT' then 'role.added' when 'UPDATE' then 'role.changed' else 'role.removed' end,
    'role', coalesce(new.role_id, old.role_id), jsonb_build_object('name', coalesce(new.name, old.name),
      'added', to_jsonb(array(select unnest(new.caps) except select unnest(old.caps) order by 1)),
      'taken', to_jsonb(array(select unnest(old.caps) except select unnest(new.caps) order by 1))));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.begin_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(tg_argv[0]);
begin
  execute format('insert into public.%I (account_id, %I, updated_by, %s) select ($1).account_id, ($1).id, auth.uid(), %s',
    k.draft_table, k.draft_key, (select string_agg(format('%I', part), ', ') from unnest(k.draft_columns) part),
    (select string_agg(format('($1).%I', part), ', ') from unnest(k.record_columns) part)) using new;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.begin_impersonation(code text, session uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c private.acting_codes%rowtype;
  until timestamptz := date_trunc('second', now()) + interval '30 minutes';
  way_back text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  -- The return secret outlives the session a little, so that nobody is locked out. It differs from the code, which has
  -- been in a URL.
  update private.acting_codes k set session_id = session, expires_at = until + interval '12 hours',
      return_hash = encode(sha256(convert_to(way_back, 'UTF8')), 'hex')
   where k.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and k.session_id is null and k.expires_at > now()
  returning * into c;
  update private.session_accounts s set actor_id = c.actor_id, actor_has_second_step = c.has_second_step, expires_at = until
   where s.session_id = session and s.user_id = c.user_id and s.account_id = c.account_id and s.actor_id is null;
  if not found then
    perform private.raise_error('forbidden', 'This code is not valid for this session, or has expired.');
  end if;
  update auth.sessions s set not_after = until where s.id = session;
  return jsonb_build_object('until', until, 'way_back', way_back, 'actor', c.actor_id);
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.begin_period(account uuid, plan text, period text, at timestamp with time zone)
 RETURNS subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  s public.subscriptions%rowtype;
  price jsonb;
  money text;
  -- A period that follows without a gap keeps the anchor day.
  first timestamptz := coalesce((select x.anchor_at from public.subscriptions x
    where x.account_id = account and x.provider = 'offline' and x.status in ('active', 'past_due') and x.period_end = at), at);
begin
  select p.pricing #> array['offline', period], p.currency into price, money from public.plans p where p.id = plan;
  update public.subscriptions x set plan_id = plan, period = period, provider = 'offline', status = 'active', currency = money,
      amount = (price ->> 'amount')::bigint, iterations = (price ->> 'iterations')::int,
      -- A plan taken anew after it was fully paid or cancelled counts its billing cycles from the first.
      issued_count = case when x.plan_id = plan and x.period = period and x.status in ('active', 'past_due') then x.issued_count + 1 else 1 end,
      trial_ends_at = null, period_start = at, anchor_at = first, period_end = private.end_of_period(first, at, period), cancel_at_period_end = false,
      next_plan_id = null, next_period = null, past_due_since = null, reminders = 0, ended_at = null,
      reference = null, card = null
    where x.account_id = account returning * into s;
  perform private.set_plan(account, plan);
  perform private.issue_invoice(s, at);
  return s;
end $function$

CREATE OR REPLACE FUNCTION private.begin_trial()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.subscriptions (account_id, plan_id, period, status, currency, amount, iterations, trial_ends_at, period_end)
  select new.account_id, p.id, 'monthly', 'trialing', p.currency, (p.pricing #>> '{offline,monthly,amount}')::bigint,
         (p.pricing #>> '{offline,monthly,iterations}')::int, private.clock_now() + t.lasts, private.clock_now() + t.lasts
    from public.plans p, lateral (select make_interval(days => coalesce((p.pricing #>> '{offline,monthly,trial_days}')::int, 0)) as lasts) t
   where p.id = new.plan_id and not new.is_platform and p.pricing #> '{offline,monthly}' is not null;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.bell_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select a from private.account_with('member') a limit 1),
    (select private.session_account() where private.is_on_platform()))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.bucket_accounts(capability text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account::text from private.account_with(capability) account
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.buyer_in(account uuid, accepts boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.member_of(account);
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in or sign up to place the order.');
  end if;
  if private.session_account() is distinct from account
    or not exists (select from public.accounts a where a.account_id = account and a.status = 'active' and not a.is_platform)
    or exists (select from public.members m where m.account_id = account and m.user_id = auth.uid() and m.blocked_at is not null) then
    perform private.raise_error('forbidden', 'You can’t buy here with this account.');
  end if;
  if not accepts and not exists (select from public.members m where m.account_id = account and m.user_id = auth.uid() and m.accepted is not null)
    and exists (select from public.options s where s.account_id = account and s.key = 'settings' and s.value ->> 'terms_url' <> '') then
    perform private.raise_error('terms_not_accepted', 'Accept the terms of this site to place the order.');
  end if;
  buyer := coalesce(buyer, private.make_member(account, auth.uid(), 'student'));
  if accepts and exists (select from public.members m where m.account_id = account and m.id = buyer and m.accepted is null) then
    perform private.record_acceptance(account, auth.uid());
  end if;
  return buyer;
end $function$

CREATE OR REPLACE FUNCTION private.caller_of_key(account uuid, hash text)
 RETURNS TABLE(id uuid, scopes text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k public.api_keys%rowtype;
begin
  select a.* into k from private.api_key_hashes h
    join public.api_keys a on (a.account_id, a.id) = (h.account_id, h.key_id)
    join public.accounts c on c.account_id = a.account_id and c.status = 'active'
   where h.hash = caller_of_key.hash and a.account_id = account and a.revoked_at is null and (a.expires_at is null or a.expires_at > now());
  if k.id is null then return; end if;
  -- Precise to a minute, so that a busy key does not write a row at each request.
  if k.last_used_at is null or k.last_used_at < now() - interval '1 minute' then
    update public.api_keys a set last_used_at = now() where (a.account_id, a.id) = (k.account_id, k.id);
  end if;
  return query select k.id, k.scopes;
end $function$
-- execute: anon

CREATE OR REPLACE FUNCTION private.cap_in(limits jsonb, meter text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (limits ->> private.limit_key(meter))::bigint * case meter when 'storage' then 1048576 else 1 end
$function$

CREATE OR REPLACE FUNCTION private.cap_of(account uuid, meter text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when a.is_platform then null
    when a.limit_overrides ? private.limit_key(meter) then private.cap_in(a.limit_overrides, meter)
    when a.grace_until > (select private.clock_now()) and g.id is not null then
      case when private.cap_in(g.limits, meter) is null or (p.id is not null and private.cap_in(p.limits, meter) is null) then null
           else greatest(private.cap_in(g.limits, meter), private.cap_in(p.limits, meter)) end
    when p.id is null then 0
    else private.cap_in(p.limits, meter) end
    from public.accounts a
    left join public.plans p on p.id = a.plan_id
    left join public.plans g on g.id = a.grace_plan_id
   where a.account_id = account
$function$

CREATE OR REPLACE FUNCTION private.check_import(account uuid, people jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if account is distinct from (select private.account_with('manage_members')) then
    perform private.raise_error('forbidden', 'Only those who manage members can invite people.');
  end if;
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 5000 then
    perform private.raise_error('invalid', 'A file can have 1 to 5,000 people.');
  end if;
  if exists (select from jsonb_array_elements(people) p where jsonb_typeof(p) <> 'object' or p ->> 'line' !~ '^\d{1,5}$')
    or (select count(distinct p ->> 'line') from jsonb_array_elements(people) p) <> jsonb_array_length(people) then
    perform private.raise_error('invalid', 'Every line of a file needs a unique number.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.check_invites(account uuid, role uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if account is distinct from (select private.account_with('manage_members')) then
    perform private.raise_error('forbidden', 'Only those who manage members can invite people.');
  end if;
  if not private.may_assign_role(account, role) or exists (select from public.roles r
      where r.account_id = account and r.role_id = role and r.kind = 'owner'
        and not exists (select from public.accounts a where a.account_id = account and a.owner_id = auth.uid())) then
    perform private.raise_error('forbidden', 'This role has more permissions than yours. Only site managers can assign it.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.check_may_impersonate(account uuid, target members)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target_role public.roles%rowtype;
begin
  if account is distinct from (select private.account_with('log_in_as')) then
    perform private.raise_error('forbidden', 'Your role does not allow impersonating members.');
  end if;
  select * into target_role from public.roles r where (r.account_id, r.role_id) = (account, target.role_id);
  if target.id is not null and target.user_id <> auth.uid() and (target_role.kind = 'owner' or not target_role.caps <@ (
      select r.caps from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       where m.account_id = account and m.user_id = auth.uid())) then
    perform private.raise_error('forbidden', 'Their role has more permissions than yours.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.check_may_require_second_step(account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  on_platform boolean := private.is_on_platform();
begin
  perform private.forbid_impersonation();
  if account_id is distinct from private.session_account() or on_platform and not private.is_super_admin() then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  if not on_platform and (account_id is distinct from (select private.account_with('manage_options'))
    or not exists (select from public.accounts a where a.account_id = account_id and a.owner_id = auth.uid())) then
    perform private.raise_error('forbidden', 'Only the owner of the site can change this.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.check_menus()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.value @? '$.*[*].children[*].children[*].children[*].children[*].children[*]' then
    perform private.raise_error('menu_too_deep', 'A menu can have at most five levels. Move deeper entries up, or to a page of their own.');
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.check_reads_members(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.account_with('staff') a where a = account)
    and not exists (select from private.account_with('manage_members') a where a = account) then
    perform private.raise_error('forbidden', 'Only staff can see the list of members.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.check_redirect_loop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A wildcard is tested with one example path below it.
  first text := regexp_replace(new.from_path, '/\*$', '/x');
  path text := first;
begin
  for hop in 1..12 loop
    path := split_part(split_part(private.next_redirect_target(new.account_id, path), '#', 1), '?', 1);
    exit when path is null or path not like '/%';
    if path = first or hop > 10 then
      perform private.raise_error('redirect_loop', format('This creates a redirect loop: %s leads back to where it began.', new.from_path));
    end if;
  end loop;
  if new.from_path not like '%/*' then
    update public.redirects r set to_address = new.to_address
     where r.account_id = new.account_id and r.to_address = new.from_path;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.check_theme()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theme jsonb := case when jsonb_typeof(new.value) = 'object' then new.value else '{}' end;
  presets jsonb := private.preset_colours();
  pairs constant text[] := array['base-content/base-100', 'base-content/base-200', 'base-content/base-300', 'primary/base-100',
    'primary/base-200', 'primary-content/primary', 'secondary-content/secondary', 'accent-content/accent', 'neutral-content/neutral'];
  theme_mode text;
  colours jsonb;
  overrides jsonb;
  pair text;
  ink text;
  background text;
  ratio double precision;
  reported text;
  nearest text;
begin
  foreach theme_mode in array array['light', 'dark', 'night'] loop
    select coalesce(jsonb_object_agg(substr(name, 9), value), '{}') into overrides
      from jsonb_each_text(coalesce(case when theme_mode = 'night' then theme -> 'dark' end, '{}') || coalesce(theme -> theme_mode, '{}')) named (name, value)
     where name like '--color-%';
    continue when overrides = '{}';
    colours := coalesce(presets -> (theme ->> 'preset') -> theme_mode, presets -> 'plain' -> theme_mode) || overrides;
    foreach pair in array pairs loop
      ink := split_part(pair, '/', 1);
      background := split_part(pair, '/', 2);
      foreach reported in array array[ink, background] loop
        if private.rgb_of(colours ->> reported) is null then
          perform private.raise_error('invalid', format('The colour of %s in the %s theme can’t be read. Write it as #rrggbb or oklch(50%% 0.1 200).', reported, theme_mode));
        end if;
      end loop;
      ratio := private.contrast_of(private.rgb_of(colours ->> ink), private.rgb_of(colours ->> background));
      continue when ratio >= 4.5;
      reported := case when overrides ? ink then ink else background end;
      select private.nearest_readable(colours ->> reported, array_agg(colours ->> other)) into nearest
        from (select case when split_part(each, '/', 1) = reported then split_part(each, '/', 2) else split_part(each, '/', 1) end as other
                from unnest(pairs) each where reported in (split_part(each, '/', 1), split_part(each, '/', 2))) partners;
      perform private.raise_error('invalid',
        format('In the %s theme, %s can’t be read on %s: their contrast is %s : 1, and 4.5 : 1 is needed.%s', theme_mode, ink, background, trunc(ratio::numeric, 2),
          case when nearest is null then format(' Change %s as well.', case when reported = ink then background else ink end)
               else format(' %s would do for %s.', nearest, reported) end),
        nearest);
    end loop;
  end loop;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.child_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select child_id from public.guardians where parent_id = (select private.member_ids()) and confirmed_at is not null
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.choose_plan(account uuid, plan text, period text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
  quote jsonb := private.quote_plan(account, plan, period, 'offline');
begin
  if s.status = 'trialing' and (quote ->> 'trial_days')::int > 0 then
    update public.subscriptions x set plan_id = plan, period = period, currency = quote ->> 'currency', amount = (quote ->> 'amount')::bigint,
        iterations = (quote ->> 'iterations')::int, cancel_at_period_end = false, provider = 'offline', reference = null, card = null
      where x.account_id = account;
    perform private.set_plan(account, plan);
    return 'trialing';
  end if;
  -- Choosing the current plan cancels a scheduled change; nothing is due for it.
  if s.status in ('active', 'past_due') and (s.plan_id, s.period, s.provider) = (plan, period, 'offline') then
    update public.subscriptions x set next_plan_id = null, next_period = null where x.account_id = account;
    return 'active';
  end if;
  -- The current period was paid at the payment service: the subscription there ends with it, and invoices follow.
  if (quote ->> 'is_smaller')::boolean or (s.status, s.plan_id, s.period) = ('active', plan, period) and period <> 'onetime' then
    update public.subscriptions x set next_plan_id = plan, next_period = period, cancel_at_period_end = s.provider <> 'offline' where x.account_id = account;
    return 'scheduled';
  end if;
  update public.invoices i set status = 'void' where i.account_id = account and i.status = 'open' and i.provider = 'offline';
  perform private.begin_period(account, plan, period, private.clock_now());
  return 'active';
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.claim_course_news(until timestamp with time zone DEFAULT private.clock_now())
 RETURNS TABLE(account_id uuid, user_id uuid, title text, language text, joined bigint, handed_in bigint, away bigint, away_names text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  span record;
begin
  insert into private.course_tellings (account_id, course_id, told_until)
  select c.account_id, c.id, greatest(c.created_at, until - interval '1 day') from public.courses c
  on conflict do nothing;
  for span in
    select t.account_id, t.course_id, t.told_until as since, c.title, m.user_id,
           coalesce(u.raw_user_meta_data ->> 'locale', s.value ->> 'defaultLanguage') as language
      from private.course_tellings t
      join public.courses c on (c.account_id, c.id) = (t.account_id, t.course_id) and c.status <> 'draft'
      join public.members m on (m.account_id, m.id) = (c.account_id, c.author_id) and m.blocked_at is null
      join auth.users u on u.id = m.user_id
      left join public.options s on s.account_id = c.account_id and s.key = 'settings'
     where t.told_until < until and private.has_feature(c.account_id, 'lms')
     order by t.account_id, t.course_id
       for update of t skip locked
  loop
    update private.course_tellings t set told_until = until
     where (t.account_id, t.course_id) = (span.account_id, span.course_id);
    return query
    select span.account_id, span.user_id, span.title, span.language, news.joined, news.handed_in, news.away, news.away_names
      from (select
        (select count(*) from public.enrolments e
          where (e.account_id, e.course_id) = (span.account_id, span.course_id)
            and e.created_at > span.since and e.created_at <= until) as joined,
        (select count(*) from public.attempts a
          where (a.account_id, a.course_id) = (span.account_id, span.course_id) and not a.is_trial
            and a.submitted_at > span.since and a.submitted_at <= until) as handed_in,
        gone.away, gone.away_names
        from (select count(*) as away, coalesce((array_agg(p.name order by p.name))[1:5], '{}') as away_names
          from public.enrolments e
          join public.members p on (p.account_id, p.id) = (e.account_id, e.member_id)
          cross join lateral (select greatest(e.created_at, max(l.seen_at)) + interval '7 days' as gone_at
            from public.lesson_progress l
           where (l.account_id, l.member_id, l.course_id) = (e.account_id, e.member_id, e.course_id)) missed
         where (e.account_id, e.course_id) = (span.account_id, span.course_id)
           and e.status = 'active' and e.completed_at is null and (e.expires_at is null or e.expires_at > until)
           and missed.gone_at > span.since and missed.gone_at <= until) gone) news
     where news.joined + news.handed_in + news.away > 0;
  end loop;
end $function$

CREATE OR REPLACE FUNCTION private.claim_deliveries(max_deliveries integer, with_failing boolean)
 RETURNS TABLE(account_id uuid, delivery_id uuid, event_id uuid, address text, body text, attempt integer, secrets text[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.webhook_deliveries d
     set attempts = d.attempts + 1, tries = least(d.tries + 1, 10),
         -- Lease: if this process dies before the response, another retries.
         next_attempt_at = now() + interval '2 minutes'
    from public.webhooks w
   where (w.account_id, w.id) = (d.account_id, d.webhook_id) and (d.account_id, d.id) in (
     select k.account_id, k.id from public.webhook_deliveries k
      where k.status = 'pending' and k.next_attempt_at <= now() and k.id in (
        select r.id from (
          select c.id, c.next_attempt_at, row_number() over (partition by c.account_id, c.webhook_id order by c.next_attempt_at, c.id) as place
            from public.webhook_deliveries c join public.webhooks v on (v.account_id, v.id) = (c.account_id, c.webhook_id)
           where c.status = 'pending' and c.next_attempt_at <= now() and v.status = 'active'
             and (with_failing or v.failing_since is null)) r
         -- A webhook with many deliveries must not hold up the others.
         where r.place <= 4 order by r.next_attempt_at limit max_deliveries)
      for update skip locked)
  returning d.account_id, d.id, d.event_id, w.address, d.body, d.attempts,
    array(select s.secret from private.webhook_secrets s where (s.account_id, s.webhook_id) = (w.account_id, w.id)
      and (s.expires_at is null or s.expires_at > now()) order by s.expires_at nulls first)
$function$

CREATE OR REPLACE FUNCTION private.claim_domain(account uuid, requested text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name text := lower(trim(both '. ' from coalesce(requested, '')));
  made uuid;
begin
  if not private.may_manage_domains(account) then
    perform private.raise_error('forbidden', 'Only site managers can change its domains.');
  elsif exists (select from public.accounts a where a.account_id = account and a.is_platform) then
    perform private.raise_error('forbidden', 'The platform’s domain is set when it is started.');
  elsif length(name) > 253 or name !~ '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.raise_error('invalid', 'Enter a domain such as school.example.com.');
  end if;
  -- Row lock, so that the count of claims holds.
  perform from public.accounts a where a.account_id = account for update;
  select id into made from public.domain_claims c where c.account_id = account and c.domain = name;
  if found then
    return made;
  elsif (select count(*) from public.domain_claims c where c.account_id = account) >= 5 then
    perform private.raise_error('domains_full', 'A site can have at most five domains. Remove one first.');
  end if;
  insert into public.domain_claims (account_id, domain) values (account, name) returning id into made;
  perform private.enqueue('domain-check', jsonb_build_object('claim_id', made));
  return made;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.claim_domain_checks(max_claims integer, claim uuid DEFAULT NULL::uuid)
 RETURNS TABLE(account_id uuid, id uuid, domain text, token text, state text, slug text, certificate_until timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select c.id from public.domain_claims c
     where c.next_check_at <= now() and (claim is null or c.id = claim)
     order by c.next_check_at limit max_claims for update skip locked)
  update public.domain_claims c set next_check_at = now() + interval '5 minutes'
    from due, public.accounts a
   where c.id = due.id and a.account_id = c.account_id
  returning c.account_id, c.id, c.domain, c.token, c.state, a.slug, c.certificate_until
$function$

CREATE OR REPLACE FUNCTION private.claim_event_deliveries(subscriber text, max_events integer)
 RETURNS TABLE(id uuid, account_id uuid, type text, version smallint, subject text, actor uuid, facts jsonb, occurred_at timestamp with time zone, attempts smallint, is_replay boolean, is_erased boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.id, e.account_id, e.type, e.version, d.subject, e.actor, e.facts, e.occurred_at, d.attempts, d.replayed_at is not null, e.erased_at is not null
    from private.event_deliveries d join private.events e on e.id = d.event_id
   where d.subscriber = claim_event_deliveries.subscriber and d.dead_at is null and d.next_attempt_at <= clock_timestamp()
     and not exists (select from private.event_deliveries earlier
       where earlier.subscriber = d.subscriber and earlier.subject = d.subject and earlier.dead_at is null and earlier.position < d.position)
   order by d.position limit max_events
   for update of d skip locked
$function$

CREATE OR REPLACE FUNCTION private.claim_mails(at timestamp with time zone DEFAULT private.clock_now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
  queued int := 0;
begin
  for c in select * from private.claim_sends('email', at) loop
    perform private.enqueue('notification-mail', jsonb_build_object('account_id', c.account_id, 'user_id', c.user_id,
      'notification_ids', to_jsonb(c.notification_ids)));
    queued := queued + 1;
  end loop;
  return queued;
end $function$

CREATE OR REPLACE FUNCTION private.claim_pushes(at timestamp with time zone DEFAULT private.clock_now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
  delivery uuid;
  queued int := 0;
begin
  for c in select d.*, s.id as subscription_id from private.claim_sends('push', at) d
      join public.push_subscriptions s on s.account_id = d.account_id and s.user_id = d.user_id loop
    begin
      insert into private.push_deliveries (account_id, subscription_id, notification_ids)
      values (c.account_id, c.subscription_id, c.notification_ids) returning id into delivery;
      perform private.enqueue('push', jsonb_build_object('account_id', c.account_id, 'delivery_id', delivery));
      queued := queued + 1;
    exception when raise_exception then
      -- The plan's push cap is reached and its owner was notified: bell and mail remain.
      null;
    end;
  end loop;
  return queued;
end $function$

CREATE OR REPLACE FUNCTION private.claim_sends(channel text, at timestamp with time zone)
 RETURNS TABLE(account_id uuid, user_id uuid, notification_ids uuid[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    delete from private.notification_sends s where s.channel = claim_sends.channel and s.due_at <= at
    returning s.account_id, s.user_id, s.notification_id
  )
  select d.account_id, d.user_id, (array_agg(n.id order by n.created_at desc, n.id desc))[1:1000]
    from due d
    join public.account_notifications n on (n.account_id, n.id) = (d.account_id, d.notification_id)
   where n.seen_at is null
   group by d.account_id, d.user_id
$function$

CREATE OR REPLACE FUNCTION private.clear_order_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.order_access a using public.orders o
   where (o.account_id, o.id) = (a.account_id, a.order_id)
     and (a.account_id, a.course_id, o.member_id) = (new.account_id, new.course_id, new.member_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.clear_thread_post(account uuid, post uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.thread_post_edits e where (e.account_id, e.post_id) = (account, post);
  delete from public.thread_attachments a where (a.account_id, a.post_id) = (account, post);
  delete from public.thread_mentions n where (n.account_id, n.post_id) = (account, post);
  delete from public.thread_reactions r where (r.account_id, r.post_id) = (account, post);
  update public.thread_posts p set content = '—', author_name = '—', member_id = null, status = 'removed' where (p.account_id, p.id) = (account, post);
$function$

CREATE OR REPLACE FUNCTION private.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select now() + (select c.time_offset from private.clock c)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.clock_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select clock_timestamp() + (select c.time_offset from private.clock c)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.close_overdue_attempts()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a record;
  closed int := 0;
begin
  for a in select k.account_id, k.id, k.is_trial, m.user_id, l.title from public.attempts k
             join public.members m on (m.account_id, m.id) = (k.account_id, k.member_id)
             join public.quizzes z on (z.account_id, z.id) = (k.account_id, k.quiz_id)
             join public.lessons l on (l.account_id, l.id) = (z.account_id, z.lesson_id)
            where k.submitted_at is null and private.is_overdue(k.due_at) order by k.due_at limit 500
            for update of k skip locked loop
    perform private.hand_in(a.account_id, a.id);
    if not a.is_trial then
      perform private.notify_localized(a.account_id, a.user_id, 'timeUp',
        'Time ran out for <strong>{{title}}</strong>: your answers were submitted.',
        jsonb_build_object('title', a.title), 2, '/dashboard/courses', 'learning');
    end if;
    closed := closed + 1;
  end loop;
  return closed;
end $function$

CREATE OR REPLACE FUNCTION private.complete_activity(account uuid, member uuid, lesson uuid, reported_by text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.lessons%rowtype;
  completion text;
begin
  select * into l from public.lessons k where (k.account_id, k.id) = (account, lesson);
  completion := (private.lesson_kind(l.kind)).completion;
  if not coalesce(case reported_by when 'server' then true when 'opening' then completion = 'viewed'
      when 'member' then completion <> 'decided-by-server' end, false) then
    perform private.raise_error('quiz_decides', 'This lesson is completed by its result, not manually.');
  end if;
  perform private.touch_progress(account, member, l.course_id, lesson);
  update public.lesson_progress set completed_at = private.clock_now()
   where (account_id, member_id, lesson_id) = (account, member, lesson) and completed_at is null;
  perform private.complete_enrolment(account, member, l.course_id);
end $function$

CREATE OR REPLACE FUNCTION private.complete_enrolment(account uuid, member uuid, course uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  title text;
begin
  update public.enrolments e set completed_at = private.clock_now()
   where (e.account_id, e.member_id, e.course_id) = (account, member, course) and e.completed_at is null
     and exists (select from public.lessons l where (l.account_id, l.course_id) = (account, course) and l.is_published and l.is_required)
     and not exists (
       select from public.lessons l
         left join public.lesson_progress p on (p.account_id, p.member_id, p.lesson_id) = (account, member, l.id)
        where (l.account_id, l.course_id) = (account, course) and l.is_published and l.is_required and p.completed_at is null);
  if not found then return; end if;
  select c.title into title from public.courses c where (c.account_id, c.id) = (account, course);
  perform private.notify_localized(account, m.user_id, 'courseFinished', 'You completed <strong>{{title}}</strong>.',
      jsonb_build_object('title', title), 1, '/dashboard/courses', 'learning')
    from public.members m where (m.account_id, m.id) = (account, member);
end $function$

CREATE OR REPLACE FUNCTION private.completed_subscription(account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.reference from public.subscriptions s
   where s.account_id = account and s.provider <> 'offline' and s.status <> 'ended' and s.period <> 'onetime'
     and not s.cancel_at_period_end and s.next_plan_id is null and s.issued_count >= s.iterations
$function$

CREATE OR REPLACE FUNCTION private.confirm_contact(account uuid, token text, address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  contact uuid := private.contact_of_token(account, token, 'confirm');
  c public.contacts%rowtype;
begin
  select * into c from public.contacts where account_id = account and id = contact;
  if c.state = 'subscribed' then
    return 'subscribed';
  end if;
  if c.state is distinct from 'pending' or c.asked_at < (select private.clock_now()) - interval '30 days' then
    perform private.raise_error('link_expired', 'This link has expired. Subscribe again and use the latest e-mail.');
  end if;
  update public.contacts set state = 'subscribed' where account_id = account and id = contact;
  insert into public.contact_consents (account_id, contact_id, kind, address_hash)
  values (account, contact, 'confirmed', private.hash_address(account, address));
  perform private.enqueue('contact-mail', jsonb_build_object('account_id', account, 'contact_id', contact, 'kind', 'welcome'));
  return 'subscribed';
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.contact_of_token(account uuid, token text, purpose text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[] := regexp_match(lower(trim(token)), '^([0-9a-f]{32})-([0-9a-f]{32})$');
  found_id uuid;
begin
  if parts is null or parts[2] <> private.contact_signature(parts[1]::uuid, purpose) then
    return null;
  end if;
  select id into found_id from public.contacts where account_id = account and id = parts[1]::uuid for update;
  return found_id;
end $function$

CREATE OR REPLACE FUNCTION private.contact_signature(contact uuid, purpose text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(encode(sha256(k.secret || sha256(k.secret || uuid_send(contact) || convert_to(purpose, 'UTF8'))), 'hex'), 32)
    from private.contact_keys k
$function$

CREATE OR REPLACE FUNCTION private.contact_token(contact uuid, purpose text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select replace(contact::text, '-', '') || '-' || private.contact_signature(contact, purpose)
$function$

CREATE OR REPLACE FUNCTION private.contains_email(said jsonb, address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select exists (select from jsonb_path_query(said, 'strict $.**') part
    where jsonb_typeof(part) = 'string' and private.contains_email(part #>> '{}', address))
$function$

CREATE OR REPLACE FUNCTION private.contains_email(said text, address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select position(lower(address) in lower(said)) > 0
    and said ~* ('(^|[^[:alnum:].!#$%&''*+/=?^_`{|}~-])' || regexp_replace(address, '[][\\.^$*+?(){}|]', '\\\&', 'g') || '[.-]*([^[:alnum:].-]|$)')
$function$

CREATE OR REPLACE FUNCTION private.content_of(kind text, draft jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(part, draft -> part) from private.publishing_kinds k, unnest(k.draft_columns) part where k.kind = content_of.kind
$function$

CREATE OR REPLACE FUNCTION private.content_tables()
 RETURNS SETOF regclass
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.conrelid::regclass from pg_catalog.pg_constraint k
   where k.contype = 'f' and k.confrelid = 'public.members'::regclass
     and exists (select from pg_catalog.pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = 'author_id')
$function$

CREATE OR REPLACE FUNCTION private.contrast_of(one double precision[], other double precision[])
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select (greatest(first, second) + 0.05) / (least(first, second) + 0.05) from (select
    0.2126 * private.linear_light(one[1]) + 0.7152 * private.linear_light(one[2]) + 0.0722 * private.linear_light(one[3]) as first,
    0.2126 * private.linear_light(other[1]) + 0.7152 * private.linear_light(other[2]) + 0.0722 * private.linear_light(other[3]) as second
  ) luminances
$function$

CREATE OR REPLACE FUNCTION private.count_courses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    update public.members m set course_count = course_count - 1 where (m.account_id, m.id) = (old.account_id, old.member_id);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    update public.members m set course_count = course_count + 1 where (m.account_id, m.id) = (new.account_id, new.member_id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.count_group_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.groups g set member_count = greatest(0, g.member_count + case tg_op when 'INSERT' then 1 else -1 end)
   where (g.account_id, g.id) = (coalesce(new.account_id, old.account_id), coalesce(new.group_id, old.group_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.count_meter(account uuid, meter text, n bigint, reference text, is_hard boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  start date := private.period_of(meter);
  row_now public.usage_meters%rowtype;
  cap bigint;
  sum_now bigint;
  level smallint;
  owner uuid;
  params jsonb;
begin
  insert into public.usage_meters as m (account_id, meter, period_start)
  select a.account_id, meter, start from public.accounts a where a.account_id = account
  on conflict on constraint usage_meters_account_id_meter_period_start_key do nothing;
  -- Row lock: concurrent uses of a meter wait here, so that two cannot both take the last unit.
  select m.* into row_now from public.usage_meters m
   where m.account_id = account and m.meter = meter and m.period_start = start for update;
  if row_now.id is null then return 0; end if;
  if not private.is_stored_amount(meter) then
    insert into private.meter_uses (account_id, meter, period_start, amount, reference) values (account, meter, start, n, reference)
    on conflict do nothing;
    if not found then return row_now.used; end if;
  end if;
  cap := private.cap_of(account, meter);
  sum_now := greatest(0, row_now.used + n);
  if is_hard and n > 0 and sum_now > cap then
    perform private.raise_error('limit_reached', format(
      case when cap = 0 then 'This site''s plan does not include %2$s. Change the plan at /dashboard/upgrade.'
           else 'This site has reached the limit of its plan: %1$s. Free some up, or change the plan at /dashboard/upgrade.' end,
      private.format_amount(meter, cap), private.meter_name(meter)), '/dashboard/upgrade');
  end if;
  level := case when cap is null or cap = 0 then 0 when sum_now >= cap then 100 when sum_now * 5 >= cap * 4 then 80 else 0 end;
  update public.usage_meters m set used = sum_now, told = level, updated_at = private.clock_now()
   where m.account_id = account and m.id = row_now.id;
  if level > row_now.told then
    select a.owner_id into owner from public.accounts a where a.account_id = account;
    if owner is not null then
      params := jsonb_build_object(
        'meter', jsonb_build_object('key', 'meter.' || meter, 'values', '{}'::jsonb, 'text', private.meter_name(meter)),
        'amount', jsonb_build_object('key', 'amount.' || meter, 'text', private.format_amount(meter, cap), 'values',
          jsonb_build_object('count', case meter when 'storage' then round(cap / 1048576.0)::bigint else cap end)));
      if level = 100 then
        perform private.notify_localized(account, owner, 'usedUp',
          '<strong>You reached your limit for {{meter}}.</strong> Your plan allows {{amount}}. Free some up, or change your plan.',
          params, 5, '/dashboard/upgrade', 'account');
      else
        perform private.notify_localized(account, owner, 'almostUsedUp',
          '<strong>You are close to your limit for {{meter}}:</strong> 80% of {{amount}} used.', params, 4, '/dashboard/upgrade', 'account');
      end if;
    end if;
  end if;
  return sum_now;
end $function$

CREATE OR REPLACE FUNCTION private.count_reactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post uuid := coalesce(new.post_id, old.post_id);
  account uuid := coalesce(new.account_id, old.account_id);
begin
  -- Locks the post first, so that concurrent reactions count each other.
  perform from public.thread_posts p where (p.account_id, p.id) = (account, post) for no key update;
  update public.thread_posts p set reactions = (
      select coalesce(jsonb_object_agg(c.reaction, c.members), '{}') from (
        select r.reaction, count(*) as members from public.thread_reactions r where (r.account_id, r.post_id) = (account, post) group by 1) c)
   where (p.account_id, p.id) = (account, post);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.count_text(account uuid, number text, network text, most integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'UTC')::date;
  caps jsonb := jsonb_build_object('number ' || number, 10, 'network ' || network, 100, 'account ' || coalesce(account::text, 'none'), 200, 'all', most);
  reached text;
begin
  -- Locked in the order of their keys, so that two concurrent requests wait instead of deadlocking.
  insert into private.text_counts (day, key) select today, k from jsonb_object_keys(caps) k order by k on conflict do nothing;
  perform from private.text_counts c where c.day = today and caps ? c.key order by c.key for update;
  select split_part(c.key, ' ', 1) into reached from private.text_counts c
   where c.day = today and caps ? c.key and c.texts >= (caps ->> c.key)::integer order by c.key limit 1;
  if reached is null then
    update private.text_counts c set texts = c.texts + 1 where c.day = today and caps ? c.key;
  end if;
  return reached;
end $function$

CREATE OR REPLACE FUNCTION private.count_thread_posts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  difference integer := case when tg_op <> 'DELETE' and new.status = 'shown' then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.status = 'shown' then 1 else 0 end;
  post public.thread_posts := coalesce(new, old);
begin
  if difference <> 0 then
    update public.threads t set post_count = t.post_count + difference,
        last_post_at = case when difference > 0 then greatest(t.last_post_at, post.created_at) else (
          select max(p.created_at) from public.thread_posts p
           where (p.account_id, p.thread_id) = (post.account_id, post.thread_id) and p.status = 'shown') end
     where (t.account_id, t.id) = (post.account_id, post.thread_id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.count_visits(seen jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v record;
  visit uuid;
  counted integer := 0;
begin
  -- Lock: two processes that see one visitor at once must not begin two visits.
  perform pg_advisory_xact_lock(hashtext('visits'));
  for v in
    select r.account_id as account, r.visitor, min(r.day) as day, min(r.at) as first_at, max(r.at) as last_at,
           count(*)::integer as views, array_agg(r.path order by r.place) as paths,
           (array_agg(r.source order by r.place))[1] as source, (array_agg(r.medium order by r.place))[1] as medium,
           (array_agg(r.campaign order by r.place))[1] as campaign, (array_agg(r.device order by r.place))[1] as device,
           (array_agg(r.language order by r.place))[1] as language, (array_agg(r.country order by r.place))[1] as country
      from rows from (jsonb_to_recordset(seen) as (account_id uuid, visitor bigint, day date, at timestamptz, path text, source text,
             medium text, campaign text, device text, language text, country text)) with ordinality
           r (account_id, visitor, day, at, path, source, medium, campaign, device, language, country, place)
      join public.accounts a on a.account_id = r.account_id
     group by 1, 2
  loop
    update public.visits t set views = least(t.views + v.views, 1000000), last_at = greatest(t.last_at, v.last_at), exit_path = v.paths[cardinality(v.paths)]
     where t.account_id = v.account and t.id = (select k.id from public.visits k where k.account_id = v.account and k.visitor = v.visitor
             and k.last_at > v.first_at - interval '30 minutes' order by k.last_at desc limit 1)
    returning t.id into visit;
    if not found then
      insert into public.visits (account_id, day, visitor, started_at, last_at, views, entry_path, exit_path, source, medium, campaign, device, language, country)
      values (v.account, v.day, v.visitor, v.first_at, v.last_at, v.views, v.paths[1], v.paths[cardinality(v.paths)],
              v.source, v.medium, v.campaign, v.device, v.language, v.country)
      returning id into visit;
    end if;
    insert into public.visit_pages as p (account_id, visit_id, path, views)
      select v.account, visit, x.path, count(*) from unnest(v.paths) x (path) group by x.path
      on conflict (account_id, visit_id, path) do update set views = least(p.views + excluded.views, 1000000);
    counted := counted + v.views;
  end loop;
  return counted;
end $function$

CREATE OR REPLACE FUNCTION private.coupon_name_header()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-coupon-name'
   where coalesce(current_setting('request.query', true), '') = ''
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.course_facts(account uuid, course uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) from public.courses c where (c.account_id, c.id) = (account, course)
$function$

CREATE OR REPLACE FUNCTION private.course_folders()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.account_id || '-private/courses/' || c.id from public.courses c where c.id in (select private.editable_courses())
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.course_for_instructors(course_id uuid)
 RETURNS courses
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  course public.courses;
begin
  -- Only the owner and managers choose instructors: an invited instructor neither invites nor removes others.
  select * into course from public.courses c
   where c.id = course_for_instructors.course_id and c.id in (select private.editable_courses())
     and (c.author_id = (select private.member_ids()) or c.account_id = (select private.account_with('manage_options')))
   for update;
  if course.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  return course;
end $function$

CREATE OR REPLACE FUNCTION private.courses_where(capability text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.courses c where c.account_id = (select private.account_with('manage_options'))
  union
  select t.id from private.taught_courses() t (id) where exists (select private.account_with(capability))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.create_default_options()
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

CREATE OR REPLACE FUNCTION private.create_default_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.roles (account_id, kind, name, caps) values
    (new.account_id, 'owner', 'Owner', '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats,manage_members,log_in_as,manage_shop}'),
    (new.account_id, 'instructor', 'Instructor', '{create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats}'),
    (new.account_id, 'student', 'Student', '{}'),
    (new.account_id, 'parent', 'Parent', '{}');
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.create_form_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.form_rules (account_id, form_id) values (new.account_id, new.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.create_impersonation_code(account uuid, target members, reason text, is_consented boolean, is_from_platform boolean, act text, details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  perform private.forbid_impersonation();
  if length(trim(reason)) not between 10 and 500 or reason is null then
    perform private.raise_error('invalid', 'Give a reason of 10 to 500 characters.');
  end if;
  if target.id is null then
    perform private.raise_error('not_found', 'There is no such member.');
  end if;
  if target.user_id = auth.uid() then
    perform private.raise_error('invalid', 'You can’t impersonate yourself.');
  end if;
  if target.blocked_at is not null then
    perform private.raise_error('conflict', 'They are blocked and can’t be impersonated.');
  end if;
  -- A request by the member themselves overrides the account's setting.
  if not is_consented and not (target.allows_log_in_as and (select a.allows_log_in_as from public.accounts a where a.account_id = account)) then
    perform private.raise_error('forbidden', case when target.allows_log_in_as then 'The owner has turned off impersonation for the whole site.'
      else 'They have turned off impersonation for themselves.' end);
  end if;
  delete from private.acting_codes c where c.expires_at < now();
  insert into private.acting_codes (code_hash, account_id, user_id, actor_id, is_from_platform, has_second_step)
  values (encode(sha256(convert_to(new_code, 'UTF8')), 'hex'), account, target.user_id, auth.uid(), is_from_platform, private.has_second_step());
  perform private.audit(account, act, 'member', target.id, jsonb_build_object('reason', trim(reason)) || details);
  return jsonb_build_object('code', new_code, 'user_id', target.user_id);
end $function$

CREATE OR REPLACE FUNCTION private.create_ticket(account uuid, person uuid, kind text, title text, words text, about uuid DEFAULT NULL::uuid, facts jsonb DEFAULT '{}'::jsonb, files text[] DEFAULT '{}'::text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  if kind not in ('siteDown', 'setup', 'issue', 'bug', 'feature') or kind is null then
    perform private.raise_error('invalid', 'Choose one of the ticket categories.');
  end if;
  if length(trim(coalesce(title, ''))) not between 3 and 200 then
    perform private.raise_error('invalid', 'A subject must have 3 to 200 characters.');
  end if;
  if jsonb_typeof(facts) is distinct from 'object' or pg_column_size(facts) > 16384 then
    perform private.raise_error('invalid', 'The attached context can have at most 16 kB.');
  end if;
  -- Ticket numbers of an account have no gap.
  perform pg_advisory_xact_lock(hashtextextended('tickets ' || account, 0));
  insert into public.tickets (account_id, number, user_id, about_account_id, requester_name, requester_email, category, subject, context)
  select account, coalesce((select max(t.number) from public.tickets t where t.account_id = account), 0) + 1, person, about,
         private.ticket_name(account, person), coalesce(u.email, ''), kind, trim(title), facts
    from auth.users u where u.id = person
  returning id into made;
  perform private.add_ticket_message(account, made, person, words, false, false, 'web', files);
  if kind = 'siteDown' then
    perform private.enqueue('ticket-checks', jsonb_build_object('account_id', account, 'ticket_id', made));
  end if;
  return made;
end $function$

CREATE OR REPLACE FUNCTION private.create_webhook_secret()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.webhook_secrets (account_id, webhook_id, secret) values (new.account_id, new.id, private.new_webhook_secret());
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.currency_digits(currency text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    else 2 end
$function$

CREATE OR REPLACE FUNCTION private.default_texts(language text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(words -> default_texts.language, words -> 'en') from (select '{
    "en": {"home": "Home", "courses": "Courses", "blog": "Blog", "about": "About", "lead": "Courses taught by people who do what they teach.", "see": "See the courses", "all": "All courses", "first": "The first lesson is open to everyone", "picture": "Seven notebooks around a pot of tea on a round table", "who": "This is where you say who teaches here, and why. Open this page in the page builder and write it in your own words."},
    "es": {"home": "Inicio", "courses": "Cursos", "blog": "Blog", "about": "Nosotros", "lead": "Cursos impartidos por gente que se dedica a lo que enseña.", "see": "Ver los cursos", "all": "Todos los cursos", "first": "La primera lección está abierta a todo el mundo", "picture": "Siete cuadernos alrededor de una tetera en una mesa redonda", "who": "Aquí cuenta quién enseña y por qué. Abra esta página en el editor de páginas y escríbala con sus propias palabras."},
    "fr": {"home": "Accueil", "courses": "Cours", "blog": "Blog", "about": "À propos", "lead": "Des cours par des gens qui pratiquent ce qu’ils enseignent.", "see": "Voir les cours", "all": "Tous les cours", "first": "La première leçon est ouverte à tous", "picture": "Sept carnets autour d’une théière sur une table ronde", "who": "C’est ici que vous dites qui enseigne, et pourquoi. Ouvrez cette page dans l’éditeur de pages et écrivez-la avec vos propres mots."},
    "de": {"home": "Startseite", "courses": "Kurse", "blog": "Blog", "about": "Über uns", "lead": "Kurse von Menschen, die tun, was sie lehren.", "see": "Zu den Kursen", "all": "Alle Kurse", "first": "Die erste Lektion ist für alle offen", "picture": "Sieben Notizbücher um eine Teekanne auf einem runden Tisch", "who": "Hier sagen Sie, wer hier unterrichtet und warum. Öffnen Sie diese Seite im Seiteneditor und schreiben Sie sie mit Ihren eigenen Worten."},
    "it": {"home": "Home", "courses": "Corsi", "blog": "Blog", "about": "Chi siamo", "lead": "Corsi tenuti da chi fa ciò che insegna.", "see": "Vedi i corsi", "all": "Tutti i corsi", "first": "La prima lezione è aperta a tutti", "picture": "Sette taccuini attorno a una teiera su un tavolo rotondo", "who": "Qui racconti chi insegna, e perché. Apri questa pagina nel page builder e scrivila con parole tue."},
    "pt": {"home": "Início", "courses": "Cursos", "blog": "Blog", "about": "Sobre", "lead": "Cursos dados por quem vive do que ensina.", "see": "Ver os cursos", "all": "Todos os cursos", "first": "A primeira aula é aberta a todos", "picture": "Sete cadernos em volta de um bule de chá em uma mesa redonda", "who": "Aqui você conta quem ensina e por quê. Abra esta página no construtor de páginas e escreva com suas próprias palavras."},
    "ru": {"home": "Главная", "courses": "Курсы", "blog": "Блог", "about": "О нас", "lead": "Курсы от людей, которые сами делают то, чему учат.", "see": "Смотреть курсы", "all": "Все курсы", "first": "Первый урок открыт для всех", "picture": "Семь тетрадей вокруг чайника на круглом столе", "who": "Здесь вы рассказываете, кто здесь преподаёт и почему. Откройте эту страницу в конструкторе страниц и напишите её своими словами."},
    "ja": {"home": "ホーム", "courses": "コース", "blog": "ブログ", "about": "私たちについて", "lead": "それを仕事にしている人が教えるコース。", "see": "コース一覧を見る", "all": "すべてのコース", "first": "最初のレッスンは誰でも見られます", "picture": "丸テーブルでティーポットを囲む7冊のノート", "who": "ここには、だれが、なぜ教えているのかを書きます。ページビルダーでこのページを開き、ご自分の言葉で書き換えてください。"},
    "zh": {"home": "首页", "courses": "课程", "blog": "博客", "about": "关于我们", "lead": "老师教的就是自己的本行。", "see": "查看课程", "all": "全部课程", "first": "第一课时向所有人开放", "picture": "圆桌上一壶茶，四周七本笔记本", "who": "在这里介绍由谁授课，以及为什么。请在页面编辑器中打开本页，用您自己的话来写。"},
    "ko": {"home": "홈", "courses": "강좌", "blog": "블로그", "about": "소개", "lead": "그 일을 직접 하는 사람들이 가르치는 강좌.", "see": "강좌 둘러보기", "all": "모든 강좌", "first": "첫 레슨은 누구에게나 열려 있어요", "picture": "둥근 테이블 위 찻주전자를 둘러싼 공책 일곱 권", "who": "누가 왜 가르치는지 여기에 적어 주세요. 페이지 빌더에서 이 페이지를 열고 직접 써 보세요."},
    "ar": {"home": "الرئيسية", "courses": "الدورات", "blog": "المدوّنة", "about": "من نحن", "lead": "دورات يعلّمها من يمارسون ما يعلّمون.", "see": "تصفّح الدورات", "all": "كل الدورات", "first": "الدرس الأول مفتوح للجميع", "picture": "سبعة دفاتر حول إبريق شاي على طاولة مستديرة", "who": "هنا تقول من يعلّم ولماذا. افتح هذه الصفحة في محرّر الصفحات واكتبها بكلماتك."},
    "hi": {"home": "होम", "courses": "कोर्स", "blog": "ब्लॉग", "about": "परिचय", "lead": "उन लोगों के कोर्स जो ख़ुद यही काम करते हैं।", "see": "कोर्स देखें", "all": "सभी कोर्स", "first": "पहला पाठ सबके लिए खुला है", "picture": "गोल मेज़ पर चाय की केतली के इर्द-गिर्द सात नोटबुक", "who": "यहाँ आप बताते हैं कि कौन पढ़ाता है और क्यों। इस पेज को पेज बिल्डर में खोलें और अपने शब्दों में लिखें।"},
    "bn": {"home": "হোম", "courses": "কোর্স", "blog": "ব্লগ", "about": "পরিচিতি", "lead": "কোর্স, শেখান তাঁরাই যাঁরা কাজটা নিজে করেন।", "see": "কোর্সগুলো দেখুন", "all": "সব কোর্স", "first": "প্রথম পাঠ সবার জন্য খোলা", "picture": "গোল টেবিলে চায়ের পট ঘিরে সাতটি খাতা", "who": "এখানে আপনি জানান কে শেখান এবং কেন। পেজ বিল্ডারে এই পেজটি খুলে নিজের ভাষায় লিখুন।"},
    "tr": {"home": "Ana sayfa", "courses": "Kurslar", "blog": "Blog", "about": "Hakkımızda", "lead": "Öğrettiği işi yapan insanlardan kurslar.", "see": "Kursları gör", "all": "Tüm kurslar", "first": "İlk ders herkese açık", "picture": "Yuvarlak bir masada, çaydanlığın çevresinde yedi defter", "who": "Burada kimin, neden öğrettiğini anlatırsınız. Bu sayfayı sayfa oluşturucuda açıp kendi sözcüklerinizle yazın."},
    "vi": {"home": "Trang chủ", "courses": "Khóa học", "blog": "Blog", "about": "Giới thiệu", "lead": "Khóa học do chính người trong nghề dạy.", "see": "Xem các khóa học", "all": "Mọi khóa học", "first": "Bài đầu tiên mở cho mọi người", "picture": "Bảy cuốn sổ quanh ấm trà trên bàn tròn", "who": "Đây là nơi bạn nói ai dạy và vì sao. Hãy mở trang này trong trình tạo trang và viết bằng lời của bạn."},
    "pl": {"home": "Start", "courses": "Kursy", "blog": "Blog", "about": "O nas", "lead": "Kursy prowadzone przez ludzi, którzy robią to, czego uczą.", "see": "Zobacz kursy", "all": "Wszystkie kursy", "first": "Pierwsza lekcja jest otwarta dla wszystkich", "picture": "Siedem notesów wokół dzbanka herbaty na okrągłym stole", "who": "Tutaj opowiadasz, kto uczy i dlaczego. Otwórz tę stronę w kreatorze stron i napisz ją własnymi słowami."},
    "nl": {"home": "Home", "courses": "Cursussen", "blog": "Blog", "about": "Over ons", "lead": "Cursussen van mensen die doen wat ze onderwijzen.", "see": "Bekijk de cursussen", "all": "Alle cursussen", "first": "De eerste les is voor iedereen open", "picture": "Zeven schriften rond een theepot op een ronde tafel", "who": "Hier vertelt u wie er lesgeeft, en waarom. Open deze pagina in de paginabouwer en schrijf haar in uw eigen woorden."},
    "sv": {"home": "Start", "courses": "Kurser", "blog": "Blogg", "about": "Om oss", "lead": "Kurser ledda av människor som gör det de lär ut.", "see": "Se kurserna", "all": "Alla kurser", "first": "Första lektionen är öppen för alla", "picture": "Sju skrivböcker runt en tekanna på ett runt bord", "who": "Här berättar du vem som undervisar och varför. Öppna sidan i sidbyggaren och skriv den med dina egna ord."},
    "uk": {"home": "Головна", "courses": "Курси", "blog": "Блог", "about": "Про нас", "lead": "Курси від людей, які самі роблять те, чого навчають.", "see": "Переглянути курси", "all": "Усі курси", "first": "Перший урок відкритий для всіх", "picture": "Сім зошитів навколо чайника на круглому столі", "who": "Тут ви розповідаєте, хто викладає і чому. Відкрийте цю сторінку в конструкторі сторінок і напишіть її своїми словами."},
    "th": {"home": "หน้าแรก", "courses": "คอร์ส", "blog": "บล็อก", "about": "เกี่ยวกับเรา", "lead": "คอร์สจากคนที่ลงมือทำสิ่งที่ตัวเองสอน", "see": "ดูคอร์สทั้งหมด", "all": "คอร์สทั้งหมด", "first": "บทเรียนแรกเปิดให้ทุกคน", "picture": "สมุดเจ็ดเล่มวางรอบกาน้ำชาบนโต๊ะกลม", "who": "บอกตรงนี้ว่าใครเป็นผู้สอน และสอนเพราะอะไร เปิดหน้านี้ในเครื่องมือสร้างหน้าแล้วเขียนด้วยคำของคุณเอง"}
  }'::jsonb as words) said
$function$

CREATE OR REPLACE FUNCTION private.default_ticket_target(category text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 60 * case category when 'siteDown' then 60 when 'setup' then 480 when 'issue' then 1440 when 'bug' then 2880 else 10080 end
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.delete_member_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_pictures(old.user_id, old.account_id);
  perform private.delete_pictures(old.id, old.account_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.delete_pictures(person uuid, account uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects o
   where o.name like 'avatars/' || person || '/%' and (account is null or o.bucket_id = account::text);
exception when others then
  -- A hosted storage service may deny deleting its rows: the caller checks whether any are left.
  null;
end $function$

CREATE OR REPLACE FUNCTION private.delete_post_thread()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_threads('post', old.account_id, old.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.delete_session_binding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.session_accounts b where b.session_id = old.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.delete_thread_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects o where o.bucket_id = old.account_id || '-private' and o.name = old.path;
  return null;
exception when others then
  -- A hosted storage may reject deletion by SQL; the schedule retries.
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.delete_thread_reports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.thread_reports r where (r.account_id, r.post_id) = (new.account_id, new.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.delete_threads(kind text, account uuid, subject uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.threads t where t.account_id = account and t.kind = delete_threads.kind and t.subject_id = subject
$function$

CREATE OR REPLACE FUNCTION private.deliver_to_webhooks(source uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event private.events%rowtype;
  body text;
begin
  select * into event from private.events e where e.id = source;
  if not exists (select from public.webhooks w where w.account_id = event.account_id and w.status = 'active' and event.type = any (w.events)) then
    return;
  end if;
  body := private.event_body(event.type, private.webhook_payload(event), event.occurred_at);
  insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body)
  select w.account_id, w.id, event.id, event.type, body
    from public.webhooks w where w.account_id = event.account_id and w.status = 'active' and event.type = any (w.events)
  on conflict (account_id, webhook_id, event_id) do nothing;
  if found then
    perform private.enqueue('webhooks', '{}');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.disable_webhook(w webhooks, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if w.status = 'disabled' then return; end if;
  update public.webhooks k set status = 'disabled', disabled_reason = reason where (k.account_id, k.id) = (w.account_id, w.id);
  update public.webhook_deliveries d set status = 'failed', next_attempt_at = null
   where (d.account_id, d.webhook_id) = (w.account_id, w.id) and d.status = 'pending';
  perform private.notify_localized(w.account_id, m.user_id, 'webhookOff',
      'The webhook to <strong>{{address}}</strong> was disabled because it did not respond. Nothing is sent to it until you enable it again.',
      jsonb_build_object('address', w.address), 4, '/dashboard/manage/developers/webhooks/' || w.id, 'webhooks'),
    private.enqueue('webhook-mail', jsonb_build_object('account_id', w.account_id, 'webhook_id', w.id, 'user_id', m.user_id))
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = w.account_id and m.blocked_at is null and 'manage_options' = any (r.caps);
end $function$

CREATE OR REPLACE FUNCTION private.discount_of(discount_type text, coupon_amount numeric, subtotal bigint, digits integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A percentage is rounded to the smallest unit of the currency, half up.
  select least(subtotal, round(case
    when discount_type = 'flat' then coupon_amount * power(10::numeric, digits)
    else subtotal * coupon_amount / 100
  end)::bigint)
$function$

CREATE OR REPLACE FUNCTION private.doc_candidates(account uuid, term text)
 RETURNS TABLE(id uuid, is_in_title boolean, is_in_summary boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return query
  select r.id, r.title_document @@ q.query, ts_filter(r.document, '{a,b}') @@ q.query
    from private.search_queries(account, term) q
    join public.search_records r on r.account_id = account
     and r.document @@ (q.query && private.lexeme_query(private.search_scope(account, 'doc', q.language, true)));
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.draft_of(kind text, account uuid, subject uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(draft_of.kind);
  draft jsonb;
begin
  execute format('select to_jsonb(d) from public.%I d where d.account_id = $1 and d.%I = $2', k.draft_table, k.draft_key)
    into draft using account, subject;
  return draft;
end $function$

CREATE OR REPLACE FUNCTION private.edit_thread_post(post_id uuid, content text, is_masked boolean)
 RETURNS thread_posts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.thread_posts := private.own_thread_post(edit_thread_post.post_id);
  thread public.threads := private.writable_thread(post.thread_id);
begin
  if post.status = 'hidden' then
    perform private.raise_error('not_found', 'You have no such comment here.');
  elsif post.content = edit_thread_post.content then
    return post;
  end if;
  insert into public.thread_post_edits (account_id, post_id, content) values (post.account_id, post.id, post.content);
  delete from public.thread_post_edits e where (e.account_id, e.post_id) = (post.account_id, post.id) and e.id not in (
    select newest.id from public.thread_post_edits newest where (newest.account_id, newest.post_id) = (post.account_id, post.id)
     order by newest.created_at desc, newest.id desc limit 20);
  update public.thread_posts p set content = edit_thread_post.content, edited_at = private.clock_now(),
      status = case when p.status = 'shown' and private.is_trusted_post(thread, p.member_id, edit_thread_post.content, is_masked) then 'shown' else 'waiting' end
   where (p.account_id, p.id) = (post.account_id, post.id) returning * into post;
  perform private.set_mentions(post);
  return post;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.editable_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.courses c where c.account_id = (select private.account_with('manage_options'))
  union
  select t.id from private.taught_courses() t (id)
   where exists (select private.account_with('create_courses') union all select private.account_with('manage_curriculum'))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.editable_kinds()
 RETURNS TABLE(account_id uuid, kind text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.account_with(k.capability), k.kind from private.publishing_kinds k
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.effective_filters(account uuid, filters jsonb, capability text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when account in (select private.account_with('manage_options')) then filters - 'courses'
    else filters || jsonb_build_object('courses', to_jsonb(array(select private.courses_where(capability)))) end
$function$

CREATE OR REPLACE FUNCTION private.emit(account uuid, type text, subject text, actor uuid DEFAULT NULL::uuid, facts jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event private.events%rowtype;
begin
  insert into private.events (account_id, type, subject, actor, facts, occurred_at)
  -- An account that is being deleted takes its rows along one after another: nothing is recorded of them.
  select a.account_id, emit.type, emit.subject, coalesce(emit.actor, auth.uid()), emit.facts, now()
    from public.accounts a where a.account_id = account
  returning * into event;
  if event.id is null then return null; end if;
  insert into private.event_deliveries (subscriber, event_id, position, subject)
  select s.name, event.id, event.position, event.subject from private.event_subscribers s where event.type = any (s.types);
  if found then
    perform pg_notify('events', '');
  end if;
  return event.id;
end $function$

CREATE OR REPLACE FUNCTION private.emit_attempt_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An author's own trial is no result.
  if new.is_trial or new.submitted_at is null or old.submitted_at is not null then return null; end if;
  perform private.emit(new.account_id, case when new.passed then 'quiz.passed' else 'quiz.failed' end, 'member:' || new.member_id,
    facts => jsonb_build_object('attempt_id', new.id, 'quiz_id', new.quiz_id, 'course_id', new.course_id, 'member_id', new.member_id, 'number', new.number,
      'score', new.score, 'points', new.points, 'pass_mark', new.pass_mark, 'submitted_at', new.submitted_at));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_enrolment_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := jsonb_build_object('enrolment_id', new.id, 'member_id', new.member_id, 'course_id', new.course_id, 'status', new.status,
    'source', new.source, 'expires_at', new.expires_at, 'completed_at', new.completed_at);
begin
  if new.status = 'active' and (tg_op = 'INSERT' or old.status <> 'active') then
    perform private.emit(new.account_id, 'enrolment.created', 'enrolment:' || new.id, facts => facts);
  end if;
  if tg_op = 'UPDATE' and new.status = 'ended' and old.status <> 'ended' then
    perform private.emit(new.account_id, 'enrolment.ended', 'enrolment:' || new.id, facts => facts);
  end if;
  if tg_op = 'UPDATE' and new.completed_at is not null and old.completed_at is null then
    perform private.emit(new.account_id, 'course.completed', 'enrolment:' || new.id, facts => facts);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_family_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit(new.account_id, 'family.requested', 'family:' || new.id,
    facts => jsonb_build_object('parent_id', new.parent_id, 'child_id', new.child_id, 'member_id', new.asked_by));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_lesson_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.completed_at is not null and (tg_op = 'INSERT' or old.completed_at is null) then
    perform private.emit(new.account_id, 'lesson.completed', 'member:' || new.member_id, facts => jsonb_build_object('lesson_id', new.lesson_id,
      'course_id', new.course_id, 'member_id', new.member_id, 'completed_at', new.completed_at));
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_member_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  m public.members := case tg_op when 'INSERT' then new else old end;
begin
  perform private.emit(m.account_id, case tg_op when 'INSERT' then 'member.joined' else 'member.removed' end, 'member:' || m.id,
    facts => jsonb_build_object('member_id', m.id, 'user_id', m.user_id, 'role_id', m.role_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_order_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  perform private.emit(new.account_id, case new.status when 'pending' then 'order.placed' when 'paid' then 'order.paid'
      when 'cancelled' then 'order.cancelled' else 'order.refunded' end, 'order:' || new.id,
    facts => jsonb_build_object('order_id', new.id, 'user_id', new.user_id, 'member_id', new.member_id, 'number', new.number, 'status', new.status,
      'total', new.total, 'currency', new.currency));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_post_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'published' and (tg_op = 'INSERT' or old.status <> 'published') and not private.is_restoring() then
    perform private.emit(new.account_id, 'post.published', 'post:' || new.id, facts => jsonb_build_object('post_id', new.id, 'published_at', new.published_at));
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_thread_post_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.thread_posts := coalesce(new, old);
begin
  perform private.emit(post.account_id, case
      when tg_op = 'INSERT' then 'thread.post_added'
      when tg_op = 'DELETE' or new.status = 'removed' then 'thread.post_removed'
      when new.status <> old.status and new.status = 'shown' then 'thread.post_shown'
      when new.status <> old.status and new.status = 'hidden' then 'thread.post_hidden'
      else 'thread.post_edited' end,
    'thread:' || post.thread_id, facts => jsonb_build_object('thread_id', post.thread_id, 'post_id', post.id, 'parent_id', post.parent_id,
      'member_id', post.member_id, 'status', post.status));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_thread_reaction_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit(new.account_id, 'thread.reaction_added', 'thread:' || p.thread_id, facts => jsonb_build_object('thread_id', p.thread_id,
      'post_id', p.id, 'member_id', new.member_id, 'author_id', p.member_id))
    from public.thread_posts p where (p.account_id, p.id) = (new.account_id, new.post_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.emit_thread_report_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit(new.account_id, 'thread.post_reported', 'thread:' || p.thread_id, facts => jsonb_build_object('thread_id', p.thread_id,
      'post_id', p.id, 'member_id', new.member_id,
      'reports', (select count(*) from public.thread_reports r where (r.account_id, r.post_id) = (new.account_id, new.post_id))))
    from public.thread_posts p where (p.account_id, p.id) = (new.account_id, new.post_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.empty_trash()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleted integer;
begin
  delete from public.previews v where v.expires_at < (select private.clock_now()) - interval '30 days';
  with gone as (
    delete from public.trash t where t.removed_at < (select private.clock_now()) - interval '30 days' returning t.account_id, t.kind, t.id),
  versions as (
    delete from public.versions v using gone g where (v.account_id, v.kind, v.subject_id) = (g.account_id, g.kind, g.id))
  select count(*) into deleted from gone;
  return deleted;
end $function$

CREATE OR REPLACE FUNCTION private.encrypted_provider_secret(account uuid, name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.sealed_secret from public.sign_in_providers p
   where p.account_id = account and p.provider = name and p.account_id = (select private.account_with('manage_options'))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.end_enrolment(account uuid, course uuid, member uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- expires_at is cleared: a past date means expired, null means ended by hand.
  update public.enrolments set status = 'ended', expires_at = null where (account_id, course_id, member_id) = (account, course, member)
$function$

CREATE OR REPLACE FUNCTION private.end_enrolment_by_key(enrolment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e public.enrolments%rowtype;
begin
  select * into e from public.enrolments k where k.id = enrolment and k.account_id = (select private.key_account('enrolments:write'));
  if e.id is null then
    perform private.raise_error('not_found', 'There is no such enrolment.');
  end if;
  perform private.end_enrolment(e.account_id, e.course_id, e.member_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.end_expired_enrolments()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with expired as (
    select account_id, id from public.enrolments where status = 'active' and expires_at <= (select private.clock_now())
     order by expires_at limit 5000 for update skip locked
  ), ended as (
    update public.enrolments e set status = 'ended' from expired x where (e.account_id, e.id) = (x.account_id, x.id) returning 1
  )
  select count(*)::int from ended
$function$

CREATE OR REPLACE FUNCTION private.end_impersonation(account uuid, way_back text)
 RETURNS TABLE(person uuid, platform uuid, actor uuid, acted_as uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c private.acting_codes%rowtype;
begin
  delete from private.acting_codes k
   where k.return_hash = encode(sha256(convert_to(way_back, 'UTF8')), 'hex') and k.account_id = account
     and k.session_id is not null and k.expires_at > now()
  returning * into c;
  if c.actor_id is null then return; end if;
  delete from auth.sessions s where s.id = c.session_id;
  delete from private.session_accounts s where s.session_id = c.session_id;
  insert into public.audit_entries (account_id, actor_id, as_user_id, act, target_kind, target_id)
  select account, c.actor_id, c.user_id, 'member.log_in_as_ended', 'member', m.id
    from public.members m where m.account_id = account and m.user_id = c.user_id;
  -- A user blocked in the meantime can't return this way.
  return query select (select m.user_id from public.members m
      where m.account_id = account and m.user_id = c.actor_id and m.blocked_at is null and not c.is_from_platform),
    (select a.account_id from public.accounts a where a.is_platform and c.is_from_platform), c.actor_id, c.user_id;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.end_of_period(anchor timestamp with time zone, at timestamp with time zone, period text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Counted from the first day and not from the last: the 28th of February is followed by the 31st of March again.
  select (a + make_interval(months => (extract(year from b) * 12 + extract(month from b) - extract(year from a) * 12 - extract(month from a))::int
      + case period when 'monthly' then 1 when 'annual' then 12 end)) at time zone 'utc'
    from (select anchor at time zone 'utc' as a, at at time zone 'utc' as b) days
$function$

CREATE OR REPLACE FUNCTION private.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.end_sessions_of(person uuid, account uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended int;
begin
  -- Codes that would start another session: unused handoffs and impersonations with their return secrets.
  delete from private.handoff_codes c where c.user_id = person and (account is null or c.account_id = account);
  delete from private.acting_codes c where c.actor_id = person and (account is null or c.account_id = account);
  delete from auth.sessions s
   where (account is null and s.user_id = person)
      or s.id in (select b.session_id from private.session_accounts b
        where person in (b.user_id, b.actor_id) and (account is null or b.account_id = account));
  get diagnostics ended = row_count;
  return ended;
end $function$

CREATE OR REPLACE FUNCTION private.end_subscription(account uuid, kind text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.subscriptions s set status = 'ended', ended_at = at, cancel_at_period_end = false, next_plan_id = null, next_period = null
    where s.account_id = account and s.status <> 'ended';
  if found then
    update public.invoices i set status = case kind when 'exhausted' then 'uncollectible' else 'void' end
      where i.account_id = account and i.status = 'open' and i.provider = 'offline';
    perform private.set_plan(account, null);
    perform private.notify_owner(account, kind, jsonb_build_object('until', at + interval '14 days'));
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.enqueue(queue text, payload jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.outbox (queue, payload) values (queue, payload);
  select pg_notify('outbox', '');
$function$

CREATE OR REPLACE FUNCTION private.enrol(account uuid, course uuid, member uuid, source text, expires timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.enrolments as e (account_id, course_id, member_id, source, expires_at)
  values (account, course, member, source, expires)
  on conflict (account_id, member_id, course_id) do update
    set status = 'active', source = excluded.source,
        -- The later end wins; an enrolment that has ended starts again.
        expires_at = case when e.status <> 'active' then excluded.expires_at
                          when e.expires_at is null or excluded.expires_at is null then null
                          else greatest(e.expires_at, excluded.expires_at) end
  returning id
$function$

CREATE OR REPLACE FUNCTION private.enrol_by_key(course uuid, member uuid, expires timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.key_account('enrolments:write');
begin
  if account is null then
    perform private.raise_error('forbidden', 'This API key can’t enrol members.');
  end if;
  if not exists (select from public.courses c where (c.account_id, c.id) = (account, course)) then
    perform private.raise_error('not_found', 'There is no such course.');
  end if;
  if not exists (select from public.members m where (m.account_id, m.id) = (account, member) and m.blocked_at is null) then
    perform private.raise_error('not_found', 'There is no such member.');
  end if;
  if expires <= private.clock_now() then
    perform private.raise_error('invalid', 'The end of an enrolment must be in the future.');
  end if;
  return private.enrol(account, course, member, 'manual', expires);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.enrolled_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.course_id from public.enrolments e
   where e.member_id = (select private.member_ids()) and e.status = 'active'
     and e.starts_at <= (select private.clock_now()) and (e.expires_at is null or e.expires_at > (select private.clock_now()))
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.enrolled_lesson(lesson uuid)
 RETURNS lessons
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.lessons%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to continue learning.');
  end if;
  select * into l from public.lessons
   where id = lesson and is_published and course_id in (select private.enrolled_courses());
  if l.id is null then
    perform private.raise_error('not_enrolled', 'You are not enrolled in the course of this lesson.');
  end if;
  return l;
end $function$

CREATE OR REPLACE FUNCTION private.erase_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.author_name := '';
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.erase_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.contacts c where c.account_id = new.account_id and c.email = private.verified_email(new.user_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.erase_delivered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.webhook_deliveries d
   where d.account_id = new.account_id and d.status <> 'pending' and private.contains_email(d.body, private.verified_email(new.user_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.erase_events(account uuid, person uuid, member uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.events e set actor = null,
      -- That somebody left is still owed to subscribers, by the id they knew them by.
      facts = case e.type when 'member.removed' then e.facts - 'user_id' else '{}' end,
      erased_at = case e.type when 'member.removed' then null else clock_timestamp() end
   where e.account_id = account and (e.actor = person or e.facts ->> 'user_id' = person::text or e.facts ->> 'member_id' = member::text)
$function$

CREATE OR REPLACE FUNCTION private.erase_member(account uuid, person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member uuid;
  address text := private.verified_email(person);
begin
  insert into private.erasures (account_id, user_id) values (account, person);
  -- Mails to them, and mails to others about them.
  delete from private.mails m where m.account_id = account
    and (lower(m.recipient) = address or private.contains_email(m.body_text, address) or private.contains_email(m.subject, address));
  delete from private.texts t where t.account_id = account
    and t.recipient = (select u.phone from auth.users u where u.id = person and u.phone_confirmed_at is not null);
  delete from private.logs l where l.account_id = account and l.user_id = person;
  delete from private.outbox o where account::text in (o.payload ->> 'account_id', o.payload ->> 'scope') and private.contains_email(o.payload, address);
  if address is not null and to_regclass('pgboss.job') is not null then
    execute 'delete from pgboss.job where $1 in (data ->> ''account_id'', data ->> ''scope'') and private.contains_email(data::jsonb, $2)'
      using account::text, address;
  end if;
  delete from public.invitations i where i.account_id = account and i.email = address;
  delete from public.member_import_rows r where r.account_id = account and lower(r.email) = address;
  delete from private.acting_codes c where c.account_id = account and person in (c.user_id, c.actor_id);
  delete from public.members m where m.account_id = account and m.user_id = person returning m.id into member;
  -- Last: leaving is an event too.
  perform private.erase_events(account, person, member);
end $function$

CREATE OR REPLACE FUNCTION private.erase_named(account uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.account_notifications n where n.account_id = account and n.about = person;
  -- Old notifications do not record whom they name. One whose name fits several people is deleted with the last of them.
  delete from public.account_notifications n using public.members m
   where m.account_id = account and m.user_id = person and n.account_id = account and n.about is null and n.said -> 'values' ->> 'name' = m.name
     and not exists (select from public.members o where o.account_id = account and o.name = m.name and o.id <> m.id);
$function$

CREATE OR REPLACE FUNCTION private.erase_notified()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.erase_named(new.account_id, new.user_id);
  delete from public.account_notifications n where n.account_id = new.account_id and n.user_id = new.user_id;
  delete from public.notification_preferences p where p.account_id = new.account_id and p.user_id = new.user_id;
  delete from public.push_subscriptions s where s.account_id = new.account_id and s.user_id = new.user_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.erase_requester()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.mails m using public.tickets t
   where t.account_id = new.account_id and t.user_id = new.user_id and m.account_id = t.account_id and position(t.id::text in m.body_text) > 0;
  delete from public.tickets t where t.account_id = new.account_id and t.user_id = new.user_id;
  begin
    delete from storage.objects o
     where o.bucket_id = new.account_id || '-private' and o.name like 'tickets/' || new.user_id || '/%' and not private.is_attached(o.bucket_id, o.name);
  exception when others then
    -- A hosted storage may reject deletion by SQL; the file has no owner any more, and the schedule retries.
    null;
  end;
  update public.ticket_messages m set author_id = null where m.account_id = new.account_id and m.author_id = new.user_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.erase_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.form_submissions f
   where f.account_id = new.account_id
     and (f.user_id = new.user_id or f.email = private.verified_email(new.user_id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.erase_thread_posts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member public.members;
begin
  select * into member from public.members m where m.account_id = new.account_id and m.user_id = new.user_id;
  perform private.clear_thread_post(p.account_id, p.id) from public.thread_posts p
    where p.account_id = member.account_id and p.member_id = member.id and private.has_replies_of_others(p.account_id, p.id, p.member_id);
  delete from public.thread_posts p where p.account_id = member.account_id and p.member_id = member.id;
  update public.thread_posts p set content = regexp_replace(p.content, '@' || regexp_replace(n.slug, '([.^$*+?()\[\]{}|\\-])', '\\\1', 'g') || '(?![[:alnum:]-])', '@—', 'gi')
    from public.thread_mentions n
   where n.account_id = member.account_id and n.member_id = member.id and (p.account_id, p.id) = (n.account_id, n.post_id);
  begin
    delete from storage.objects o
     where o.bucket_id = new.account_id || '-private' and o.name like 'threads/' || new.user_id || '/%' and not private.is_thread_file(o.bucket_id, o.name);
  exception when others then
    -- A hosted storage may reject deletion by SQL; the schedule retries.
    null;
  end;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.erase_visitor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.funnel_sessions f set user_id = null where f.account_id = new.account_id and f.user_id = new.user_id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.escape_html(plain text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace(replace(replace(replace(plain, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')
$function$

CREATE OR REPLACE FUNCTION private.event_body(type text, data jsonb, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select json_build_object('type', type, 'timestamp', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data)::text
$function$

CREATE OR REPLACE FUNCTION private.event_types()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select s.types from private.event_subscribers s where s.name = 'webhooks'), '{}')
$function$

CREATE OR REPLACE FUNCTION private.fail_domain(claim uuid, what text, why text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.domain_claims set problem = what, detail = left(why, 500), failures = least(failures + 1, 1000),
      next_check_at = private.next_domain_check(state, failures)
   where id = claim
$function$

CREATE OR REPLACE FUNCTION private.fail_event_delivery(subscriber text, event uuid, message text, max_attempts integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.event_deliveries d
     set attempts = d.attempts + 1, error = left(message, 2000), first_failed_at = coalesce(d.first_failed_at, clock_timestamp()),
         -- 1, 4, 9, 16 … seconds.
         next_attempt_at = clock_timestamp() + (d.attempts + 1) * (d.attempts + 1) * interval '1 second',
         dead_at = case when d.attempts + 1 >= max_attempts then clock_timestamp() end
   where d.subscriber = fail_event_delivery.subscriber and d.event_id = event
  returning d.dead_at is not null
$function$

CREATE OR REPLACE FUNCTION private.features_of(account uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when a.grace_until > (select private.clock_now()) then
    array(select f from unnest(a.features) f
           where f = any (a.held_features) or f = any ((select p.features from public.plans p where p.id = a.grace_plan_id)::text[]))
    else a.held_features end
    from public.accounts a
   where a.account_id = account
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.field_value_error(field member_fields, value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when field.type = 'text' and length(value) > 200 then field.label || ': at most 200 characters.'
    when length(value) > 2000 then field.label || ': at most 2000 characters.'
    when field.type = 'number' and value !~ '^-?\d{1,15}(\.\d{1,6})?$' then field.label || ': this is not a number.'
    when field.type = 'date' and (value !~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      or right(value, 2)::int > extract(day from make_date(left(value, 4)::int, substr(value, 6, 2)::int, 1) + interval '1 month' - interval '1 day')) then field.label || ': this is not a date.'
    when field.type = 'choice' and not value = any (field.options) then field.label || ': choose one of the answers.'
    when field.type = 'yes_no' and value not in ('true', 'false') then field.label || ': yes or no.'
    when field.type = 'link' and value !~ '^https?://[^\s/$.?#][^\s]*$' then field.label || ': a link begins with https://'
    when field.type = 'country' and value !~ '^[A-Z]{2}$' then field.label || ': choose a country.'
  end
$function$

CREATE OR REPLACE FUNCTION private.fields_visible_to(who text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.id from public.member_fields f where f.visibility = 'everyone' or (who = 'members' and f.visibility = 'members')
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.finish_event_delivery(subscriber text, event uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.event_deliveries d where d.subscriber = finish_event_delivery.subscriber and d.event_id = event
$function$

CREATE OR REPLACE FUNCTION private.first_pages(name text, language text)
 RETURNS TABLE(slug text, title text, content jsonb)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select first.slug, first.title, jsonb_build_object('root', jsonb_build_object('props', jsonb_build_object()),
      'zones', jsonb_build_object(), 'content', first.blocks)
    from private.default_texts(first_pages.language) words, lateral (values
      ('home', words ->> 'home', jsonb_build_array(
        jsonb_build_object('type', 'Hero', 'props', jsonb_build_object('id', 'hero-1', 'title', first_pages.name, 'text', words ->> 'lead',
          'picture', jsonb_build_object('src', '/pictures/table.svg', 'alt', words ->> 'picture', 'width', 1280, 'height', 960),
          'buttons', jsonb_build_array(jsonb_build_object('label', words ->> 'see', 'href', '/course', 'look', 'primary')))),
        jsonb_build_object('type', 'CourseGrid', 'props', jsonb_build_object('id', 'courses-1',
          'title', words ->> 'courses', 'link', words ->> 'all')))),
      ('about', words ->> 'about', jsonb_build_array(
        jsonb_build_object('type', 'RichText', 'props', jsonb_build_object('id', 'text-1', 'title', words ->> 'about',
          'html', '<p>' || (words ->> 'who') || '</p>')),
        jsonb_build_object('type', 'CallToAction', 'props', jsonb_build_object('id', 'action-1', 'title', words ->> 'first',
          'text', '', 'label', words ->> 'see', 'href', '/course'))))
    ) first (slug, title, blocks)
$function$

CREATE OR REPLACE FUNCTION private.fits_question(question jsonb, answer jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(answer) = 'null' then true
    when question ->> 'kind' = 'truefalse' then jsonb_typeof(answer) = 'boolean'
    when question ->> 'kind' = 'short' then jsonb_typeof(answer) = 'string' and length(answer #>> '{}') <= 500
    when question ->> 'kind' = 'single' then jsonb_typeof(answer) = 'string'
      and exists (select from jsonb_array_elements(question -> 'options') o where o -> 'id' = answer)
    when jsonb_typeof(answer) = 'array' then jsonb_array_length(answer) <= 12
      and (select count(*) = count(distinct g) and coalesce(bool_and(exists (
             select from jsonb_array_elements(question -> 'options') o where o -> 'id' = g)), true) from jsonb_array_elements(answer) g)
    else false end
$function$

CREATE OR REPLACE FUNCTION private.folded(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select normalize(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(written, nfkd),
          '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+',
          '', 'g')),
        U&'\0131\00F8\0142\0111\00F0\0127\0167\0138\014B\03C2\2018\2019\02BC\2010\0671\0649\06CC\0629\06C1\06A9\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9',
        U&'iolddhtkn\03C3''''''-\0627\064A\064A\0647\0647\064301234567890123456789'),
      U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th'),
    nfc)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.followed_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select course_id from public.enrolments
   where member_id in (select private.member_ids() union all select private.child_ids())
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.forbid_impersonated_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.forbid_impersonation();
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.forbid_impersonation()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.actor() is not null then
    perform private.raise_error('acting', 'You can’t do this while impersonating somebody.');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.forget_search_words(account uuid, words text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.search_words w
   where w.account_id = account and w.word = any (words) and not exists (
     select from public.search_records r where r.account_id = account
       and r.document @@ (private.lexeme_query(account || ' ') && private.lexeme_query(w.word)))
$function$

CREATE OR REPLACE FUNCTION private.format_amount(meter text, amount bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when meter = 'storage' then round(amount / 1048576.0)::bigint || ' MB of storage'
              else to_char(amount, 'FM999,999,999,990') || ' ' || private.meter_name(meter) end
$function$

CREATE OR REPLACE FUNCTION private.free_lesson_slug(account uuid, course uuid, title text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text := private.slug_of_title(title, 'lesson');
  candidate text := base;
begin
  while exists (select from public.lessons where (account_id, course_id, slug) = (account, course, candidate)) loop
    candidate := base || '-' || substr(md5(random()::text), 1, 5);
  end loop;
  return candidate;
end $function$

CREATE OR REPLACE FUNCTION private.grade_answer(kind text, key jsonb, options jsonb, points integer, answer jsonb)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  rights int;
  wrongs int;
  hits int;
  misses int;
begin
  if answer is null or jsonb_typeof(answer) = 'null' then return 0; end if;
  if kind in ('single', 'truefalse') then
    return case when answer = key then points else 0 end;
  end if;
  if kind = 'short' then
    return case when jsonb_typeof(answer) = 'string' and exists (
      select from jsonb_array_elements_text(key -> 'texts') t
       where private.normalize_answer(t, (key ->> 'keep_case')::boolean, (key ->> 'keep_marks')::boolean)
           = private.normalize_answer(answer #>> '{}', (key ->> 'keep_case')::boolean, (key ->> 'keep_marks')::boolean)) then points else 0 end;
  end if;
  -- Each right choice earns its share of the points, each wrong one costs its share: choosing everything earns nothing.
  rights := jsonb_array_length(key);
  wrongs := jsonb_array_length(options) - rights;
  select count(*) filter (where key @> g), count(*) filter (where not key @> g) into hits, misses from jsonb_array_elements(answer) g;
  if wrongs = 0 then return round(points::numeric * hits / rights, 2); end if;
  return greatest(0, round(points::numeric * (hits * wrongs - misses * rights) / (rights * wrongs), 2));
end $function$

CREATE OR REPLACE FUNCTION private.grant_course_to_buyers(account uuid, course uuid, product uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  holder record;
begin
  for holder in
    select o as bought, o.member_id, case when i.frequency is not null then ((i.frequency ->> 'value') || ' ' || (i.frequency ->> 'parameter'))::interval end as lasts,
      case when i.frequency is not null then
        -- The end of what the order opened before: an early renewal has already extended it.
        greatest(o.paid_at + ((i.frequency ->> 'value') || ' ' || (i.frequency ->> 'parameter'))::interval, max(e.expires_at)) end as until
      from public.orders o
      join (select account_id, order_id, product_id, type, nullif(frequency, 'null') as frequency from public.order_items) i
        on (i.account_id, i.order_id) = (o.account_id, o.id)
      left join private.order_access a on (a.account_id, a.order_id) = (o.account_id, o.id)
      left join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, o.member_id) and e.status = 'active'
     where o.account_id = account and o.status = 'paid' and o.member_id is not null
       and case when product is null then i.type = 'membership' else i.product_id = product end
     group by o.account_id, o.id, i.frequency
  loop
    continue when holder.until <= (select private.clock_now()) or exists (select from public.enrolments e where e.account_id = account
      and e.member_id = holder.member_id and e.course_id = course and e.status = 'active' and e.expires_at is null);
    perform private.record_order_access(holder.bought, course, holder.lasts);
    perform private.enrol(account, course, holder.member_id, 'order', holder.until);
  end loop;
end $function$

CREATE OR REPLACE FUNCTION private.grant_members_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'published' and new.access = 'members'
    and (tg_op = 'INSERT' or (old.status, old.access) is distinct from (new.status, new.access)) then
    perform private.grant_course_to_buyers(new.account_id, new.id, null);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.grant_product_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.grant_course_to_buyers(new.account_id, new.course_id, new.product_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.grant_purchased_courses(o orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  purchase record;
  existing public.enrolments%rowtype;
begin
  if o.member_id is null then return; end if;
  for purchase in
    -- A recurring price opens a course for one period; a one-time price opens it for good.
    select c.course, case when bool_and(c.frequency is not null)
        then max(((c.frequency ->> 'value') || ' ' || (c.frequency ->> 'parameter'))::interval) end as lasts
      from (
        select p.course_id as course, nullif(i.frequency, 'null') as frequency, i.account_id, i.order_id from public.order_items i
          join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
        union all
        select pc.course_id, nullif(i.frequency, 'null'), i.account_id, i.order_id from public.order_items i
          join public.product_courses pc on (pc.account_id, pc.product_id) = (i.account_id, i.product_id)
        union all
        select m.id, nullif(i.frequency, 'null'), i.account_id, i.order_id from public.order_items i
          join public.courses m on m.account_id = i.account_id and m.access = 'members' and m.status = 'published'
         where i.type = 'membership') c
     where c.account_id = o.account_id and c.order_id = o.id and c.course is not null
     group by c.course
  loop
    select * into existing from public.enrolments e where e.account_id = o.account_id and e.member_id = o.member_id
      and e.course_id = purchase.course and e.status = 'active' and (e.expires_at is null or e.expires_at > (select private.clock_now()));
    perform private.record_order_access(o, purchase.course, purchase.lasts);
    -- An early renewal adds its period to the current end.
    perform private.enrol(o.account_id, purchase.course, o.member_id, 'order',
      greatest(private.clock_now(), coalesce(existing.expires_at, private.clock_now())) + purchase.lasts);
  end loop;
end $function$

CREATE OR REPLACE FUNCTION private.guard_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only deleting the account deletes its entries.
  if tg_op = 'DELETE' and not exists (select from public.accounts a where a.account_id = old.account_id) then
    return old;
  end if;
  perform private.raise_error('forbidden', 'Audit log entries can’t be changed or deleted.');
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.guard_contact_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.state not in ('unsubscribed', 'bounced') then
    perform private.raise_error('consent_missing', 'Only the person can subscribe, with the link in their e-mail.');
  end if;
  new.asked_at := null;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.accounts a where a.account_id = old.account_id)
      and exists (select from public.enrolments e where (e.account_id, e.course_id) = (old.account_id, old.id)) then
      perform private.raise_error('course_has_students', 'People are enrolled in this course. Archive it instead.');
    end if;
    return old;
  end if;
  if new.status = 'published' and old.status <> 'published' then
    if length(trim(new.summary)) = 0 then
      perform private.raise_error('course_incomplete', 'A course needs a summary before it is published.');
    end if;
    if new.lesson_count = 0 then
      perform private.raise_error('course_incomplete', 'A course needs at least one lesson before it is published.');
    end if;
    new.published_at := coalesce(new.published_at, private.clock_now());
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_feature()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_feature(new.account_id, tg_argv[0]) then
    perform private.raise_error('feature_off', format('This site does not have %s. Turn it on, or change the plan at /dashboard/upgrade.', tg_argv[0]),
      '/dashboard/upgrade');
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_field()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Concurrent inserts wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('member_fields'), hashtext(new.account_id::text));
  if (select count(*) from public.member_fields f where f.account_id = new.account_id) >= 30 then
    perform private.raise_error('conflict', 'A site can have at most 30 fields. Remove one first.');
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_home()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.slug <> 'home' or current_setting('stoa.home_moves', true) = 'on'
    or not exists (select from public.accounts where account_id = old.account_id) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    perform private.raise_error('home_stays', 'Every site needs a home page. Edit it instead of deleting it.');
  elsif new.slug <> 'home' or new.status <> 'published' then
    perform private.raise_error('home_stays', 'The home page can’t be moved or unpublished.');
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_impersonation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.forbid_impersonation();
  return coalesce(new, old);
end $function$

CREATE OR REPLACE FUNCTION private.guard_lesson_kind()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.lesson_kinds k where k.kind = new.kind) then
    raise check_violation using message = format('No activity contributes lessons of the kind %s.', new.kind);
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_media_folder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ancestor_id uuid := new.parent_id;
  depth integer := 1;
  levels_below integer;
begin
  -- Serialises folder changes per account: two concurrent moves could create a cycle that neither sees.
  perform pg_advisory_xact_lock(hashtextextended('media_folders ' || new.account_id, 0));
  if tg_op = 'INSERT' and (select count(*) from public.media_folders where account_id = new.account_id) >= 500 then
    perform private.raise_error('too_many_folders', 'A library can have at most 500 folders. Delete one, or use an existing folder.');
  end if;
  while ancestor_id is not null loop
    if ancestor_id = new.id then
      perform private.raise_error('folder_in_itself', 'A folder can’t be moved into itself or one of its subfolders.');
    end if;
    depth := depth + 1;
    exit when depth > 10;
    select parent_id into ancestor_id from public.media_folders where account_id = new.account_id and id = ancestor_id;
  end loop;
  with recursive descendants as (
    select new.id as id, 0 as level
    union all
    select f.id, descendants.level + 1 from public.media_folders f join descendants on f.parent_id = descendants.id
     where f.account_id = new.account_id and descendants.level < 10
  ) select max(level) into levels_below from descendants;
  if depth + levels_below > 8 then
    perform private.raise_error('folders_too_deep', 'Folders can be nested at most eight levels deep.');
  end if;
  return new;
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
      perform private.raise_error('owner_stays', 'The owner of an account can’t be removed from it.');
    end if;
    if old.user_id <> auth.uid() and not private.may_assign_role(old.account_id, old.role_id) then
      perform private.raise_error('forbidden', 'Their role has more permissions than yours. Only site managers can do this.');
    end if;
    return old;
  end if;
  -- Accepting an invitation in this transaction assigns its role.
  if old.user_id = auth.uid() and new.blocked_at is null and old.blocked_at is null and new.role_id <> old.role_id and exists (
    select from public.invitations i where i.account_id = old.account_id and i.role_id = new.role_id and i.accepted_at = now()
      and i.email = (select lower(u.email) from auth.users u where u.id = auth.uid())) then
    return new;
  end if;
  if (new.role_id, new.blocked_at) is distinct from (old.role_id, old.blocked_at) then
    if old.account_id not in (select private.account_with('manage_members')) then
      perform private.raise_error('forbidden', 'Only account managers can change roles or block members.');
    end if;
    if old.user_id = owner then
      perform private.raise_error('owner_stays', 'The owner of an account can’t be blocked or given another role.');
    end if;
    if auth.uid() is distinct from owner and exists (
      select from public.roles r where r.account_id = old.account_id and r.role_id = new.role_id and r.kind = 'owner') then
      perform private.raise_error('forbidden', 'Only an owner can make somebody else an owner.');
    end if;
    if new.role_id <> old.role_id then
      perform private.forbid_impersonation();
    end if;
    if new.role_id <> old.role_id and not private.may_assign_role(old.account_id, new.role_id) then
      perform private.raise_error('forbidden', 'This role has more permissions than yours. Only site managers can assign it.');
    end if;
  end if;
  if old.user_id <> auth.uid() and not private.may_assign_role(old.account_id, old.role_id) then
    perform private.raise_error('forbidden', 'Their role has more permissions than yours. Only site managers can do this.');
  end if;
  if new.allows_log_in_as <> old.allows_log_in_as then
    perform private.forbid_impersonation();
    if old.user_id <> auth.uid() then
      perform private.raise_error('forbidden', 'Members decide for themselves whether others can impersonate them.');
    end if;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_preference_kinds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_notification_kinds(new.no_app || new.no_email || new.no_push);
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_segments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Concurrent inserts wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('member_segments'), hashtext(new.account_id::text));
  if (select count(*) from public.member_segments s where s.account_id = new.account_id) >= 50 then
    perform private.raise_error('conflict', 'An account can have at most 50 segments. Delete one first.');
  end if;
  -- A filter that is invalid now would fail each time it is counted.
  execute 'select from public.members m where false' || private.member_conditions(new.filter);
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user not in ('anon', 'authenticated') then return new; end if;
  if new.account_id is distinct from private.staffed_account() then
    if (new.category, new.assignee_id) is distinct from (old.category, old.assignee_id) or new.status = 'awaited' and old.status <> 'awaited' then
      raise exception using errcode = 'P0001', detail = 'forbidden', message = 'Only support staff can change this.';
    end if;
  elsif new.assignee_id is distinct from old.assignee_id and new.assignee_id is not null
    and new.assignee_id not in (select private.ticket_staff(new.account_id)) then
    raise exception using errcode = 'P0001', detail = 'invalid', message = 'Assign the ticket to somebody who answers tickets here.';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.guard_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.events <@ private.event_types() then
    perform private.raise_error('invalid', 'There is no such event. See the documentation for all events.');
  end if;
  -- Only plain http on the local machine is left, for development; an operator has to allow it for deliveries.
  if (tg_op = 'INSERT' or new.address <> old.address) and new.address ~* '^https:'
    and private.is_inner_host(lower(substring(new.address from '^\w+://(\[[^\]]*\]|[^/:?]*)'))) then
    perform private.raise_error('invalid', 'The URL points to a private network.');
  end if;
  if tg_op = 'INSERT' then
    -- Lock: webhooks added concurrently count each other.
    perform pg_advisory_xact_lock(hashtextextended('webhooks' || new.account_id, 0));
    if (select count(*) from public.webhooks w where w.account_id = new.account_id) >= 20 then
      perform private.raise_error('too_many_webhooks', 'An account can have at most 20 webhooks. Delete one first.');
    end if;
    return new;
  end if;
  if new.status = 'disabled' and old.status <> 'disabled' and new.disabled_reason is null then
    perform private.raise_error('invalid', 'A webhook can be paused, but not disabled, manually.');
  end if;
  if new.status <> 'disabled' then
    new.disabled_reason := null;
  end if;
  if (new.status = 'active' and old.status <> 'active') or new.address <> old.address then
    new.failing_since := null;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.hand_in(account uuid, attempt uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a public.attempts%rowtype;
  total numeric;
begin
  -- Waits for answers that are being saved, so that each of them is graded.
  select * into a from public.attempts k where (k.account_id, k.id) = (account, attempt) for update;
  if a.submitted_at is not null then return; end if;
  with marks as (
    insert into private.answer_marks (account_id, answer_id, points, is_right)
    select account, w.id, g.points, g.points = (p.q ->> 'points')::int
      from (select jsonb_array_elements(questions) as q from private.attempt_papers where (account_id, attempt_id) = (account, attempt)) p
      join public.attempt_answers w on (w.account_id, w.attempt_id) = (account, attempt) and w.question_id = (p.q ->> 'id')::uuid,
      lateral private.grade_answer(p.q ->> 'kind', p.q -> 'key', p.q -> 'options', (p.q ->> 'points')::int, w.answer) g (points)
    returning points)
  select coalesce(sum(points), 0) into total from marks;
  update public.attempts k set submitted_at = least(private.clock_time(), k.due_at), score = total, passed = total * 100 >= k.pass_mark * k.points
   where (k.account_id, k.id) = (account, attempt);
  if not a.is_trial and total * 100 >= a.pass_mark * a.points then
    perform private.complete_activity(a.account_id, a.member_id, z.lesson_id, 'server')
      from public.quizzes z where (z.account_id, z.id) = (a.account_id, a.quiz_id);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.has_feature(account uuid, feature text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select has_feature.feature = any (a.held_features)
      or (a.grace_until > (select private.clock_now()) and has_feature.feature = any (private.features_of(account)))
    from public.accounts a where a.account_id = account);
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.has_own_mail(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select kind in ('orders', 'tickets', 'forms', 'webhooks') $function$

CREATE OR REPLACE FUNCTION private.has_replies_of_others(account uuid, post uuid, author uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.thread_posts r
    where r.account_id = account and r.parent_id = post and r.member_id is distinct from author)
$function$

CREATE OR REPLACE FUNCTION private.has_second_step()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select s.actor_has_second_step from private.session_accounts s
      where s.session_id = private.session_id() and s.user_id = auth.uid() and s.actor_id is not null),
    auth.jwt() ->> 'aal' = 'aal2' or auth.jwt() -> 'amr' @> '[{"method": "passkey"}]', false);
end $function$

CREATE OR REPLACE FUNCTION private.has_session(session uuid, person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Locked until the binding is written, so that the session can't end in between.
  perform from auth.sessions s where s.id = session and s.user_id = person and (s.not_after is null or s.not_after > now()) for key share;
  return found;
exception when insufficient_privilege then
  return true;
end $function$

CREATE OR REPLACE FUNCTION private.has_session_expired()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session_end timestamptz;
begin
  if private.session_id() is null then return false; end if;
  select b.expires_at into session_end from private.session_accounts b where b.session_id = private.session_id() and b.user_id = auth.uid();
  if found then return coalesce(session_end <= now(), false); end if;
  return not exists (select from auth.sessions s where s.id = private.session_id() and s.user_id = auth.uid()
    and (s.not_after is null or s.not_after > now()));
exception when insufficient_privilege then
  return false;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.has_set_up_second_step(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then return true; end if;
  -- Not every hosted backend has passkeys.
  if to_regclass('auth.webauthn_credentials') is null then return false; end if;
  return exists (select from auth.webauthn_credentials c where c.user_id = person);
end $function$

CREATE OR REPLACE FUNCTION private.has_unique_ids(options jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(*) = count(distinct o ->> 'id') and bool_and(jsonb_typeof(o) = 'object' and coalesce(o ->> 'id' ~ '^[a-z0-9]{1,12}$', false)
      and length(trim(coalesce(o ->> 'text', ''))) between 1 and 500)
    from jsonb_array_elements(options) o
$function$

CREATE OR REPLACE FUNCTION private.has_verified_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified') then return true; end if;
  return coalesce(auth.jwt() ->> 'aal' = 'aal2' or auth.jwt() -> 'amr' @> '[{"method": "passkey"}]', false);
end $function$

CREATE OR REPLACE FUNCTION private.hash_address(account uuid, address text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(encode(sha256(k.secret || uuid_send(account) || convert_to(address, 'UTF8')), 'hex'), 32) from private.contact_keys k
$function$

CREATE OR REPLACE FUNCTION private.holds(caps text[], capability text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- manage_options includes the capabilities of each area.
  select capability = 'member' or capability = any (caps)
    or (capability in ('manage_members', 'log_in_as', 'manage_shop') and 'manage_options' = any (caps))
    or (capability = 'staff' and caps && '{manage_options,edit_posts}'::text[])
$function$

CREATE OR REPLACE FUNCTION private.import_batch(account uuid, import uuid, many integer DEFAULT 100)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r record;
  new_row public.invitations%rowtype;
  inviter uuid := (select i.user_id from public.member_imports i where i.account_id = account and i.id = import);
  processed integer := 0;
  places_left integer;
begin
  -- Concurrent invitations, by import or one by one, wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('invitations'), hashtext(account::text));
  places_left := private.invitations_left(account);
  for r in select * from public.member_import_rows x
      where x.account_id = account and x.import_id = import and x.outcome = 'waiting' order by x.line limit many for update loop
    new_row := null;
    if places_left > 0 and r.role_id is not null and not exists (select from public.members m where m.account_id = account and m.email = r.email) then
      insert into public.invitations (account_id, email, name, role_id, invited_by)
      values (account, r.email, r.name, r.role_id, inviter) on conflict do nothing returning * into new_row;
    end if;
    if new_row.id is not null then
      places_left := places_left - 1;
      perform private.send_invitation(new_row);
    end if;
    update public.member_import_rows x set outcome = case when new_row.id is not null then 'invited'
        when r.role_id is null then 'unknown_role'
        when exists (select from public.members m where m.account_id = account and m.email = r.email) then 'member'
        when exists (select from public.invitations i where i.account_id = account and i.email = r.email and i.accepted_at is null and i.revoked_at is null)
          then 'already_invited' else 'no_place' end
     where (x.account_id, x.id) = (r.account_id, r.id);
    processed := processed + 1;
  end loop;
  update public.member_imports i set done = least(i.total, i.done + processed) where i.account_id = account and i.id = import;
  update public.member_imports i set finished_at = now()
   where i.account_id = account and i.id = import and i.finished_at is null
     and not exists (select from public.member_import_rows x where x.account_id = account and x.import_id = import and x.outcome = 'waiting');
  return processed;
end $function$

CREATE OR REPLACE FUNCTION private.import_report(account uuid, people jsonb, default_role uuid)
 RETURNS TABLE(line integer, email text, name text, role_id uuid, outcome text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with given as (
    select (p ->> 'line')::integer as line, lower(trim(left(coalesce(p ->> 'email', ''), 320))) as email,
           trim(left(coalesce(p ->> 'name', ''), 120)) as name, lower(trim(coalesce(p ->> 'role', ''))) as wanted
      from jsonb_array_elements(people) p),
  known as (
    select g.*, case when g.wanted = '' then default_role else
        (select r.role_id from public.roles r where r.account_id = account and (lower(r.name) = g.wanted or r.kind = g.wanted) limit 1) end as role_id,
      row_number() over (partition by g.email order by g.line) as place
      from given g),
  judged as (
  select k.line, k.email, k.name, k.role_id, case
      when k.email !~ '^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[a-z]{2,}$' then 'invalid_email'
      when k.place > 1 then 'duplicate'
      when k.role_id is null then 'unknown_role'
      when not private.may_assign_role(account, k.role_id)
        or exists (select from public.roles r where r.account_id = account and r.role_id = k.role_id and r.kind = 'owner') then 'forbidden_role'
      when exists (select from public.members m where m.account_id = account and m.email = k.email) then 'member'
      when exists (select from public.invitations i where i.account_id = account and i.email = k.email
        and i.accepted_at is null and i.revoked_at is null) then 'already_invited'
      else 'waiting' end as outcome
    from known k)
  select j.line, j.email, j.name, j.role_id,
         case when j.outcome = 'waiting' and row_number() over (partition by j.outcome order by j.line) > (select private.invitations_left(account))
              then 'no_place' else j.outcome end
    from judged j order by j.line
$function$

CREATE OR REPLACE FUNCTION private.index_lessons_of_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.put_search_records('lesson_search_rows', l.account_id, l.id) from public.lessons l
   where (l.account_id, l.course_id) = (new.account_id, new.id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.index_missing_records()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.search_records) then return; end if;
  insert into private.search_languages (account_id, language)
  select o.account_id, o.value ->> 'defaultLanguage' from public.options o
   where o.key = 'settings' and o.value ->> 'defaultLanguage' ~ '^[a-z]{2}$'
  on conflict do nothing;
  perform private.put_search_records(kind || '_search_rows', null, null)
    from unnest('{member,group,post,doc,course,lesson,product,page}'::text[]) kind;
end $function$

CREATE OR REPLACE FUNCTION private.index_pieces(relation regclass, column_name text, index_name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  home text;
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_trgm') then
    select n.nspname into home from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
    if home is null then
      create schema if not exists extensions;
      create extension pg_trgm schema extensions;
      home := 'extensions';
    end if;
    execute format('create index %I on %s using gin (%I %I.gin_trgm_ops)', index_name, relation, column_name, home);
  end if;
exception when insufficient_privilege then
  null;
end $function$

CREATE OR REPLACE FUNCTION private.index_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'DELETE' then
    perform private.put_search_records(tg_argv[0], new.account_id, new.id);
  end if;
  if tg_op <> 'INSERT' then
    execute format('delete from public.search_records r where r.account_id = $1 and r.id = $2
      and not exists (select from private.%I s where s.account_id = $1 and s.id = $2)', tg_argv[0]) using old.account_id, old.id;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.insert_row(name text, row_values jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns text := (select string_agg(format('%I', a.attname), ', ') from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and row_values ? a.attname);
begin
  execute format('insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)', name, columns)
    using row_values;
end $function$

CREATE OR REPLACE FUNCTION private.invitation_of(account uuid, code text)
 RETURNS invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.* from public.invitations i
   where i.account_id = account and i.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex')
$function$

CREATE OR REPLACE FUNCTION private.invitations_left(account uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 10000 - count(*)::integer from public.invitations i where i.account_id = account and i.accepted_at is null and i.revoked_at is null
$function$

CREATE OR REPLACE FUNCTION private.invoice_document(invoice uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('number', i.number, 'provider', i.provider, 'period', i.period, 'currency', i.currency, 'amount', i.amount,
      'status', i.status, 'period_start', i.period_start, 'period_end', i.period_end, 'issued_at', i.issued_at, 'due_at', i.due_at,
      'paid_at', i.paid_at, 'plan', p.label, 'account_id', a.account_id, 'slug', a.slug, 'domain', a.domain,
      'site', coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug), 'email', u.email, 'name', coalesce(u.raw_user_meta_data ->> 'display_name', ''),
      'seller', coalesce((select nullif(s.value ->> 'sitetitle', '') from public.options s join public.accounts x on x.account_id = s.account_id
                           where x.is_platform and s.key = 'settings'), 'Stoa'))
    from public.invoices i join public.accounts a on a.account_id = i.account_id
    left join public.plans p on p.id = i.plan_id
    left join public.options o on o.account_id = a.account_id and o.key = 'settings'
    left join auth.users u on u.id = a.owner_id
   where i.id = invoice
$function$

CREATE OR REPLACE FUNCTION private.is_attached(bucket text, file text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.ticket_attachments a where a.account_id || '-private' = bucket and a.path = file)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.is_confirmed()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  amr jsonb := auth.jwt() -> 'amr';
begin
  if not exists (select from private.backend_kind k where k.is_hosted) then
    return exists (select from auth.session_confirmations c
      where c.session_id = private.session_id() and c.confirmed_until > now() and not c.is_for_password);
  end if;
  -- A hosted backend has no confirmation: there a recent sign-in counts.
  return exists (select from jsonb_array_elements(case jsonb_typeof(amr) when 'array' then amr else '[]' end) entry
    where jsonb_typeof(entry -> 'timestamp') = 'number'
      and to_timestamp((entry ->> 'timestamp')::double precision) > now() - interval '5 minutes');
end $function$

CREATE OR REPLACE FUNCTION private.is_downgrade(s subscriptions, plan text, period text, amount bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select s.status in ('active', 'past_due') and s.period <> 'onetime' and period <> 'onetime' and plan <> s.plan_id
    and amount::numeric / case period when 'annual' then 12 else 1 end < s.amount::numeric / case s.period when 'annual' then 12 else 1 end
$function$

CREATE OR REPLACE FUNCTION private.is_inner_host(host text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  address inet;
begin
  if host !~ '^\[' and host !~ '(^|\.)(0x[0-9a-f]*|[0-9]+)\.?$' then
    return host ~ '(^|\.)(localhost|local|internal|home\.arpa)\.?$';
  end if;
  address := trim(both '[]' from host)::inet;
  return case family(address) when 4 then address <<= any ('{0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3}'::inet[])
    else not address <<= '2000::/3' or address <<= any ('{2001::/23,2002::/16,2001:db8::/32}'::inet[]) end;
exception when invalid_text_representation then
  -- Obfuscated numeric hosts, which some programs resolve to an address.
  return true;
end $function$

CREATE OR REPLACE FUNCTION private.is_listed_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.super_admins s where s.email = private.verified_email(auth.uid()))
$function$

CREATE OR REPLACE FUNCTION private.is_on_platform()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.accounts where account_id = private.session_account() and is_platform)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.is_overdue(due timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- A grace period for answers still in transit.
  select coalesce(private.clock_time() > due + interval '10 seconds', false)
$function$

CREATE OR REPLACE FUNCTION private.is_plain_markup(html text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_replace(html,
    '</?(?:p|h2|h3|h4|ul|ol|li|strong|em|u|s|code|pre|blockquote|figure|figcaption|sub|sup|table|thead|tbody|tr|th|td)>'
    '|<(?:br|hr) />|</a>'
    '|<a href="(?:https?://|mailto:|/|#)[^"<>]*"(?: target="_blank")?(?: rel="[a-z ]*")?>'
    '|<img src="(?:https://|/)[^"<>]*" alt="[^"<>]*"(?: width="[0-9]{1,5}")?(?: height="[0-9]{1,5}")? />',
    '', 'g') !~ '[<>]'
$function$

CREATE OR REPLACE FUNCTION private.is_reserved_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select slug = any ('{www,api,admin,app,mail,dev,static,assets,login,auth,support,status,cdn,rest,files,platform}'::text[])
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.is_restoring()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(current_setting('stoa.restores', true), '') = 'on'
$function$

CREATE OR REPLACE FUNCTION private.is_search_settings(settings jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(
    length(coalesce(settings ->> 'searchTitle', '')) <= 120 and length(coalesce(settings ->> 'description', '')) <= 320
    and length(coalesce(settings ->> 'picture', '')) <= 500 and coalesce(settings ->> 'picture', '') ~ '^($|/[^/\\]|https://)'
    and length(coalesce(settings ->> 'canonical', '')) <= 500
    and coalesce(settings ->> 'canonical', '') ~ '^($|/([^/\\[:space:]][^[:space:]]*)?$|https://[^/[:space:]]+[^[:space:]]*$)'
    and coalesce(jsonb_typeof(settings -> 'isHidden'), 'boolean') = 'boolean'
    and coalesce(jsonb_typeof(settings -> 'isUnfollowed'), 'boolean') = 'boolean', false)
$function$

CREATE OR REPLACE FUNCTION private.is_short_list(words text[], most integer, longest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select cardinality(words) <= most and not exists (
    select from unnest(words) word where word is null or length(word) not between 1 and longest)
$function$

CREATE OR REPLACE FUNCTION private.is_sign_in_complete(account uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
    and (exists (select from public.members m where m.account_id = account and m.user_id = person and m.blocked_at is null)
      or exists (select from public.accounts a where a.account_id = account and a.is_platform))
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.is_site_owner(account uuid, address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.accounts a join auth.users u on u.id = a.owner_id
     where a.account_id = account and lower(u.email) = lower(address)
       and (private.session_account() = account or private.is_on_platform())
       -- Only the owner and staff may learn whether the address is the owner's.
       and (u.id = auth.uid() or account = (select private.account_with('staff'))))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.is_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select slug = lower(slug) and slug is nfc normalized
    and slug !~ '[[:space:][:cntrl:]/?#%&+\\"''<>|^`{}@:;,=.*~$()!\[\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]'
    and slug !~ '(^$|^-|-$)'
$function$

CREATE OR REPLACE FUNCTION private.is_stored_amount(meter text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select meter in ('members', 'courses', 'groups', 'funnels', 'storage', 'videos', 'cdn_images')
$function$

CREATE OR REPLACE FUNCTION private.is_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.accounts a where a.account_id = private.session_account() and a.is_platform
      and (not a.needs_second_step or private.has_second_step()))
    and private.is_listed_super_admin()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.is_thread_file(bucket text, file text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.thread_attachments a where a.path = file and a.account_id || '-private' = bucket)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.is_trusted_post(thread threads, member uuid, content text, is_masked boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.thread_level(thread.account_id, thread.id) = 'moderate'
    or (not is_masked and content !~* 'https?://'
        and exists (select from public.thread_posts p where p.account_id = thread.account_id and p.member_id = member and p.status = 'shown'))
$function$

CREATE OR REPLACE FUNCTION private.is_typo_of(typed text, word text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  tolerance int := case when length(typed) < 8 then 1 else 2 end;
begin
  if left(typed, 1) <> left(word, 1) or abs(length(typed) - length(word)) > tolerance then return false; end if;
  while typed <> '' and left(typed, 1) = left(word, 1) loop
    typed := substr(typed, 2);
    word := substr(word, 2);
  end loop;
  while typed <> '' and right(typed, 1) = right(word, 1) loop
    typed := left(typed, -1);
    word := left(word, -1);
  end loop;
  return greatest(length(typed), length(word)) <= tolerance or (length(typed) = 2 and typed = reverse(word));
end $function$

CREATE OR REPLACE FUNCTION private.issue_invoice(s subscriptions, at timestamp with time zone)
 RETURNS invoices
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.invoices%rowtype;
  place int;
begin
  insert into private.invoice_numbers as n (year, last) values (extract(year from at)::int, 1)
    on conflict (year) do update set last = n.last + 1 returning last into place;
  insert into public.invoices (account_id, number, provider, plan_id, period, currency, amount, status, period_start, period_end, issued_at, due_at, paid_at)
  values (s.account_id, format('ST-%s-%s', extract(year from at)::int, lpad(place::text, 4, '0')), 'offline', s.plan_id, s.period, s.currency, s.amount,
    case when s.amount = 0 then 'paid' else 'open' end, s.period_start, s.period_end, at, at + interval '14 days', case when s.amount = 0 then at end)
  returning * into made;
  if made.status = 'open' then
    perform private.notify_owner(s.account_id, 'invoice', jsonb_build_object('number', made.number, 'amount', made.amount, 'currency', made.currency, 'due', made.due_at, 'invoice_id', made.id));
  end if;
  return made;
end $function$

CREATE OR REPLACE FUNCTION private.job_counts()
 RETURNS TABLE(queue text, state text, jobs bigint, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query select o.queue, 'outbox', count(*), min(o.created_at) from private.outbox o group by o.queue;
  -- The job queue creates its schema when the first worker starts.
  if to_regclass('pgboss.job') is not null then
    return query execute 'select name, state::text, count(*), min(created_on) from pgboss.job
      where state in (''created'', ''retry'', ''active'', ''failed'') and name not like ''\_\_%'' group by name, state';
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.join_on_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope uuid := nullif(current_setting('auth.scope', true), '')::uuid;
  -- Admin API calls create and confirm the user in one transaction, and send their own welcome.
  is_made boolean := tg_op = 'UPDATE' and new.created_at = now();
  has_accepted boolean := coalesce(new.raw_user_meta_data ->> 'accepts' = scope::text, false);
begin
  -- Users of an external provider were not shown the site's terms: they join once they have accepted them.
  if not has_accepted and new.raw_user_meta_data ? 'provider_id' and exists (
    select from public.options o where o.account_id = scope and o.key = 'settings' and o.value ->> 'terms_url' <> '') then
    return null;
  end if;
  if exists (select from public.accounts where account_id = scope and not is_platform and status = 'active')
    and private.make_member(scope, new.id, 'student') is not null then
    if has_accepted then
      perform private.record_acceptance(scope, new.id);
    end if;
  end if;
  if not is_made and exists (select from public.accounts where account_id = scope and status = 'active') then
    perform private.send_welcome_mail(scope, new.id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_role uuid := (select r.role_id from public.roles r where r.account_id = old.account_id and r.kind = 'owner');
begin
  if old.role_id is distinct from owner_role or old.blocked_at is not null then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and new.role_id = old.role_id and new.blocked_at is null then return new; end if;
  -- Concurrent changes of owners wait here. Deleting the account deletes its owners too.
  perform from public.accounts a where a.account_id = old.account_id for update;
  if found and not exists (select from public.members m
      where m.account_id = old.account_id and m.id <> old.id and m.role_id = owner_role and m.blocked_at is null) then
    perform private.raise_error('owner_stays', 'An account needs at least one owner. Make somebody else an owner first.');
  end if;
  return coalesce(new, old);
end $function$

CREATE OR REPLACE FUNCTION private.keep_first_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed public.post_authors := coalesce(new, old);
begin
  -- When several members leave at once, their entries still exist here, so only current members may come first. Updates
  -- the post on every change of its authors to invalidate its caches.
  update public.posts p
     set author_id = (
       select a.author_id from public.post_authors a
         join public.members m on (m.account_id, m.id) = (a.account_id, a.author_id)
        where (a.account_id, a.post_id) = (changed.account_id, changed.post_id)
        order by a.position, a.id limit 1)
   where (p.account_id, p.id) = (changed.account_id, changed.post_id);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.keep_used_section()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  uses bigint := (select count(*) from private.pages_showing(old.account_id, old.id));
begin
  if uses > 0 and exists (select from public.accounts a where a.account_id = old.account_id) then
    perform private.raise_error('section_used', format('%s pages use this section. Remove it from them first.', uses));
  end if;
  return old;
end $function$

CREATE OR REPLACE FUNCTION private.keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(tg_argv[0]);
  draft jsonb := to_jsonb(old);
  content jsonb := private.content_of(k.kind, draft);
  subject uuid := (draft ->> k.draft_key)::uuid;
begin
  if private.is_restoring() or content = private.content_of(k.kind, to_jsonb(new))
    -- Nothing but a title was written yet, or nothing before this transaction.
    or old.created_at = (select private.clock_now())
    or not exists (select from jsonb_each(content - 'title') part where part.value not in ('null', '""', '[]', '{}'))
    or exists (select from public.versions v where v.account_id = old.account_id and v.kind = k.kind and v.subject_id = subject
                 and v.created_at > (select private.clock_now()) - interval '10 minutes') then
    return null;
  end if;
  perform private.store_version(k.kind, old.account_id, subject, 'saved', draft);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.key_account(scope text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key uuid := (auth.jwt() ->> 'api_key')::uuid;
begin
  if key is null then return; end if;
  return query select k.account_id from public.api_keys k join public.accounts a on a.account_id = k.account_id and a.status = 'active'
    where k.id = key and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and key_account.scope = any (k.scopes);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.key_scopes()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct m[1]), '{}')
    from pg_catalog.pg_policies p,
         regexp_matches(concat(p.qual, p.with_check), 'key_account\(''([a-z-]+:[a-z]+)''', 'g') m
   where p.schemaname = 'public'
$function$

CREATE OR REPLACE FUNCTION private.known_answers(account uuid, form uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(field ->> 'id', coalesce(told.value, own.value)) filter (where coalesce(told.value, own.value) is not null), '{}')
    from public.forms f
    cross join jsonb_array_elements(f.fields) field
    join public.members m on m.account_id = f.account_id and m.user_id = (select auth.uid()) and m.blocked_at is null
    left join lateral (
      select answer -> 'value' as value
        from public.form_submissions s, jsonb_array_elements(s.answers) answer
       where s.account_id = f.account_id and s.user_id = m.user_id and answer ->> 'type' = field ->> 'type'
         and (answer ->> 'label' = field ->> 'label' or (s.form_id = f.id and answer ->> 'id' = field ->> 'id'))
       order by s.created_at desc limit 1) told on true
    cross join lateral (select case
        when field ->> 'type' = 'email' then to_jsonb(m.email)
        when field ->> 'type' = 'text' and (field ->> 'isName')::boolean then to_jsonb(m.name) end as value) own
   where f.account_id = account and f.id = form and f.status = 'open' and f.asks_once
     and private.session_account() = account and field ->> 'type' not in ('consent', 'hidden', 'file')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.learn_search_words()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  batch private.search_word_changes[];
  handled integer := 0;
begin
  loop
    with taken as (
      delete from private.search_word_changes c where (c.account_id, c.id) in (
        select k.account_id, k.id from private.search_word_changes k order by k.account_id, k.id limit 200 for update skip locked) returning c)
    select array_agg(taken.c) into batch from taken;
    exit when batch is null;
    insert into private.search_words (account_id, word)
    select distinct c.account_id, w from unnest(batch) c, unnest(c.added) w where length(w) between 4 and 40 and w !~ '[ \d]' order by 1, 2
    on conflict do nothing;
    perform private.forget_search_words(gone.account_id, gone.words)
       from (select c.account_id, array_agg(distinct x) as words from unnest(batch) c, unnest(c.removed) x group by 1) gone;
    handled := handled + cardinality(batch);
    exit when handled >= 20000;
  end loop;
  return handled;
end $function$

CREATE OR REPLACE FUNCTION private.learners_at_risk(account uuid, courses uuid[])
 RETURNS TABLE(enrolment_id uuid, last_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.id, greatest(e.created_at, max(p.seen_at)) from public.enrolments e
    join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id) and c.status = 'published' and c.lesson_count > 0
    left join public.lesson_progress p on (p.account_id, p.member_id, p.course_id) = (e.account_id, e.member_id, e.course_id)
   where e.account_id = account and e.status = 'active' and e.completed_at is null and (courses is null or e.course_id = any (courses))
   group by e.account_id, e.id having greatest(e.created_at, max(p.seen_at)) < (select private.clock_now()) - interval '14 days'
$function$

CREATE OR REPLACE FUNCTION private.lesson_kind(kind text)
 RETURNS private.lesson_kinds
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k from private.lesson_kinds k where k.kind = lesson_kind.kind
$function$

CREATE OR REPLACE FUNCTION private.lexeme_query(lexeme text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select ('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''')::tsquery
$function$

CREATE OR REPLACE FUNCTION private.like_pattern(search text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '%' || replace(replace(replace(left(coalesce(trim(search), ''), 200), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$

CREATE OR REPLACE FUNCTION private.limit_docs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('docs'), hashtext(new.account_id::text));
  if (select count(*) from public.docs d where d.account_id = new.account_id) >= 1000 then
    perform private.raise_error('docs_full', 'A site can have at most 1,000 pages of documentation. Delete one before you add another.');
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.limit_key(meter text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case meter when 'active_users' then 'mau' else meter end $function$

CREATE OR REPLACE FUNCTION private.limit_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if pg_column_size(new.data) > 524288 then
    perform private.raise_error('page_too_large',
      'A page can have at most 512 KB. Put images into the media library instead of the text, or split it into two pages.');
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.line_discounts(lines jsonb, products uuid[], total bigint)
 RETURNS TABLE(product_id uuid, discount bigint)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- In numeric: a discount multiplied by an amount does not fit into a bigint.
  with line as (
    select l.product_id, l.at, total::numeric * l.amount * l.quantity as part, sum(l.amount * l.quantity) over () as whole
      from jsonb_to_recordset(lines) l(product_id uuid, amount bigint, quantity int, at int)
     where products = '{}' or l.product_id = any (products)),
  share as (select line.product_id, at, div(part, whole) as amount, mod(part, whole) as rest from line where whole > 0)
  select share.product_id,
         (amount + case when row_number() over (order by rest desc, at) <= total - sum(amount) over () then 1 else 0 end)::bigint
    from share
$function$

CREATE OR REPLACE FUNCTION private.linear_light(channel double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when channel <= 0.04045 then channel / 12.92 else power((channel + 0.055) / 1.055, 2.4) end
$function$

CREATE OR REPLACE FUNCTION private.lock_to_edit(kind text, id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(lock_to_edit.kind);
  account uuid;
begin
  if k.kind is not null then
    execute format('select account_id from public.%I where id = $1 and account_id = $2 for update', k.record_table)
      into account using lock_to_edit.id, private.account_with(k.capability);
  end if;
  if account is null then
    perform private.raise_error('not_found', 'There is nothing here that you can edit.');
  end if;
  return account;
end $function$

CREATE OR REPLACE FUNCTION private.make_admin_link(address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  delete from private.admin_links where expires_at < now();
  if exists (select from auth.users u where lower(u.email) = address and private.verified_email(u.id) is not null) then
    return null;
  end if;
  insert into private.admin_links (token_hash, email)
  select encode(sha256(convert_to(code, 'UTF8')), 'hex'), s.email from private.super_admins s where s.email = address;
  return case when found then code end;
end $function$

CREATE OR REPLACE FUNCTION private.make_handoff(account uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  -- A token stolen on one account's site must not be exchanged for a session on another's.
  if not private.is_on_platform() then
    perform private.raise_error('forbidden', 'Create sites on the platform’s own site.');
  end if;
  if not exists (
    select from public.members m join public.accounts a on a.account_id = m.account_id and a.status = 'active' and not a.is_platform
     where m.account_id = account and m.user_id = auth.uid() and m.blocked_at is null) then
    perform private.raise_error('forbidden', 'You are not a member of this account.');
  end if;
  delete from private.handoff_codes h where h.user_id = auth.uid() and h.account_id = account;
  insert into private.handoff_codes (code_hash, account_id, user_id)
  values (encode(sha256(convert_to(code, 'UTF8')), 'hex'), account, auth.uid());
  return code;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.make_member(account uuid, person uuid, role_kind text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  u auth.users%rowtype;
  new_id uuid;
  display text;
begin
  select * into u from auth.users where id = person;
  display := left(coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(u.raw_user_meta_data ->> 'name', ''),
    split_part(u.email, '@', 1), 'Member'), 120);
  insert into public.members (account_id, user_id, role_id, name, slug, email)
  select account, person, r.role_id, display, private.unused_member_slug(account, display), coalesce(u.email, '')
    from public.roles r where r.account_id = account and r.kind = role_kind
  on conflict (account_id, user_id) do nothing
  returning id into new_id;
  return new_id;
end $function$

CREATE OR REPLACE FUNCTION private.make_owner_member()
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

CREATE OR REPLACE FUNCTION private.make_quiz()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.quizzes (account_id, course_id, lesson_id) values (new.account_id, new.course_id, new.id)
  on conflict (account_id, lesson_id) do nothing;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.managed_order(order_id uuid)
 RETURNS orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders where id = order_id and account_id = (select private.account_with('manage_shop')) for update;
  if o.id is null then
    perform private.raise_error('not_found', 'There is no such order.');
  end if;
  return o;
end $function$

CREATE OR REPLACE FUNCTION private.managed_webhook(webhook uuid)
 RETURNS webhooks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.webhooks%rowtype;
begin
  select * into w from public.webhooks k where k.id = webhook and k.account_id = (select private.account_with('manage_options'));
  if w.id is null then
    perform private.raise_error('not_found', 'There is no such webhook here.');
  end if;
  perform private.forbid_impersonation();
  return w;
end $function$

CREATE OR REPLACE FUNCTION private.mark_seen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.seen_at := coalesce(old.seen_at, private.clock_now());
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.may_assign_role(account uuid, role uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.account_with('manage_options') a where a = account)
    or exists (
      select from public.members m
        join public.roles own on (own.account_id, own.role_id) = (m.account_id, m.role_id)
        join public.roles r on r.account_id = account and r.role_id = role
       where m.account_id = (select private.account_with('manage_members')) and m.account_id = account
         and m.user_id = auth.uid() and r.kind is distinct from 'owner' and r.caps <@ own.caps)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.may_list_rows(account uuid, list text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from unnest(case
      when list in ('orders', 'refunds', 'coupon_orders') then '{manage_shop}'::text[]
      when list = 'joined' then '{manage_members,manage_options}'
      when list in ('learners', 'enrolled', 'completions', 'lessons', 'attempts', 'risk') then '{manage_students,manage_options}'
      when list in ('answers', 'subscribed', 'left', 'visits', 'campaign_visits') then '{manage_options}' end) c (capability)
    where account in (select private.account_with(c.capability)))
$function$

CREATE OR REPLACE FUNCTION private.may_manage_domains(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account in (select private.owned_accounts()) or account in (select private.account_with('manage_options'))
$function$

CREATE OR REPLACE FUNCTION private.may_open_ticket(account uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.accounts a where a.account_id = account and a.status = 'active' and (a.is_platform
    or exists (select from public.members m where m.account_id = account and m.user_id = person and m.blocked_at is null)))
$function$

CREATE OR REPLACE FUNCTION private.may_receive_reports(account uuid, member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
                  where (m.account_id, m.id) = (account, member) and m.blocked_at is null and 'manage_options' = any (r.caps))
$function$

CREATE OR REPLACE FUNCTION private.may_see_thread(account uuid, thread uuid, member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.threads t
     join public.members m on m.account_id = t.account_id and m.id = may_see_thread.member and m.blocked_at is null
    where t.account_id = account and t.id = thread
      and (t.public_from <= (select private.clock_now()) or exists (
        select from private.thread_grants(account, may_see_thread.member) g where g.kind = t.kind and coalesce(g.subject_id, t.subject_id) = t.subject_id)))
$function$

CREATE OR REPLACE FUNCTION private.may_see_usage(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account in (select private.owned_accounts()) or account in (select private.account_with('manage_options')) or private.is_super_admin()
$function$

CREATE OR REPLACE FUNCTION private.measure_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.courses c set lesson_count = m.lessons, duration_seconds = m.seconds
    from (select count(*)::int as lessons, coalesce(sum(duration_seconds), 0)::int as seconds from public.lessons
           where (account_id, course_id) = (coalesce(new.account_id, old.account_id), coalesce(new.course_id, old.course_id)) and is_published) m
   where (c.account_id, c.id) = (coalesce(new.account_id, old.account_id), coalesce(new.course_id, old.course_id))
     and (c.lesson_count, c.duration_seconds) is distinct from (m.lessons, m.seconds);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.media_file_name(name text, path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    nullif(btrim(left(btrim(regexp_replace(name, '[/[:cntrl:]]', ' ', 'g')), 200)), ''),
    nullif(btrim(left(regexp_replace(split_part(path, '/', -1), '[[:cntrl:]]', '', 'g'), 200)), ''),
    'file')
$function$

CREATE OR REPLACE FUNCTION private.media_references(account uuid)
 RETURNS TABLE(kind text, id uuid, slug text, title text, content text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'page', p.id, p.slug, p.title, p.content::text || p.settings::text || coalesce(d.data::text || d.settings::text, '')
    from public.pages p left join public.page_drafts d on d.account_id = p.account_id and d.page_id = p.id
   where p.account_id = account
  union all
  select 'post', p.id, p.slug, p.title,
      concat_ws(' ', p.content, p.cover::text, p.settings::text, d.content, d.cover::text, d.settings::text)
    from public.posts p left join public.post_drafts d on d.account_id = p.account_id and d.post_id = p.id
   where p.account_id = account
  union all
  select 'course', c.id, c.slug, c.title, concat_ws(' ', c.description, c.featured_image::text, c.trailer_url)
    from public.courses c where c.account_id = account
  union all
  select 'lesson', l.id, c.slug, l.title, concat_ws(' ', b.body, b.media_url)
    from public.lesson_contents b
    join public.lessons l on l.account_id = b.account_id and l.id = b.id
    join public.courses c on c.account_id = b.account_id and c.id = b.course_id
   where b.account_id = account
  union all
  select 'quiz', z.id, null, l.title, concat_ws(' ', q.prompt, q.figure::text, q.options::text)
    from public.questions q
    join public.quizzes z on z.account_id = q.account_id and z.id = q.quiz_id
    join public.lessons l on l.account_id = z.account_id and l.id = z.lesson_id
   where q.account_id = account
  union all
  select 'product', p.id, p.slug, p.title, concat_ws(' ', p.image, p.description)
    from public.products p where p.account_id = account
  union all
  select 'group', g.id, g.slug, g.title, concat_ws(' ', g.cover, g.description)
    from public.groups g where g.account_id = account
  union all
  select 'doc', p.id, p.slug, p.title, concat_ws(' ', p.content, d.content)
    from public.docs p left join public.doc_drafts d on d.account_id = p.account_id and d.doc_id = p.id
   where p.account_id = account
  union all
  select 'form', f.id, null, f.name, concat_ws(' ', f.fields::text, f.small_print, f.thank_you, f.redirect)
    from public.forms f where f.account_id = account
  union all
  select 'setting', null, o.key, o.key, o.value::text
    from public.options o where o.account_id = account
  union all
  select 'member', m.id, m.slug, m.name, concat_ws(' ', m.avatar, m.bio)
    from public.members m where m.account_id = account
$function$

CREATE OR REPLACE FUNCTION private.member_cohorts(account uuid, zone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with learned as (
      select p.member_id, p.completed_at as at from public.lesson_progress p where p.account_id = account and p.completed_at is not null
      union all
      select t.member_id, t.submitted_at from public.attempts t where t.account_id = account and not t.is_trial and t.submitted_at is not null),
    joined as (
      select m.id, date_trunc('month', m.created_at at time zone zone) as month from public.members m
       where m.account_id = account and m.created_at >= (date_trunc('month', private.clock_now() at time zone zone) - interval '5 months') at time zone zone),
    active as (
      select distinct j.month, j.id, private.report_slot('month', j.month::date, (l.at at time zone zone)::date) as step
        from joined j join learned l on l.member_id = j.id)
  select coalesce(jsonb_agg(jsonb_build_object('month', c.month::date, 'members', c.members, 'active', c.active) order by c.month), '[]') from (
    select j.month, count(*) as members,
           (select jsonb_agg((select count(*) from active a where a.month = j.month and a.step = s) order by s)
              from generate_series(0, private.report_slot('month', j.month::date, (private.clock_now() at time zone zone)::date)) s) as active
      from joined j group by j.month) c
$function$

CREATE OR REPLACE FUNCTION private.member_conditions(filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  search_text text := private.folded(left(trim(coalesce(filter ->> 'search', '')), 200));
  literal text := replace(replace(replace(search_text, '\', '\\'), '%', '\%'), '_', '\_');
  conditions text := '';
begin
  if length(search_text) between 1 and 2 then
    -- Too short for the trigram index: matches prefixes only.
    conditions := format(' and (m.search_text like %L or m.search_text like %L)', literal || '%', '% ' || literal || '%');
  elsif search_text <> '' then
    conditions := format(' and m.search_text like %L', '%' || literal || '%');
  end if;
  if jsonb_typeof(filter -> 'roles') = 'array' and jsonb_array_length(filter -> 'roles') > 0 then
    conditions := conditions || format(' and m.role_id = any (%L::uuid[])',
      array(select jsonb_array_elements_text(filter -> 'roles') limit 100));
  end if;
  conditions := conditions || case filter ->> 'status' when 'active' then ' and m.blocked_at is null'
    when 'blocked' then ' and m.blocked_at is not null' else '' end;
  if filter ->> 'joined_within_days' ~ '^\d{1,4}$' then
    conditions := conditions || format(' and m.created_at >= (select private.clock_now()) - %L::interval', (filter ->> 'joined_within_days') || ' days');
  end if;
  if filter ->> 'has_parent' in ('true', 'false') then
    conditions := conditions || case when (filter ->> 'has_parent')::boolean then ' and ' else ' and not ' end
      || 'exists (select from public.guardians g where g.account_id = m.account_id and g.child_id = m.id)';
  end if;
  return conditions;
end $function$

CREATE OR REPLACE FUNCTION private.member_facts(account uuid, member uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email, 'role', coalesce(r.kind, r.name))
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where (m.account_id, m.id) = (account, member)
$function$

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

CREATE OR REPLACE FUNCTION private.member_order(sort text, is_ascending boolean, roles uuid[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case sort when 'email' then 'm.email' when 'created_at' then 'm.created_at' when 'course_count' then 'm.course_count'
    when 'status' then '(m.blocked_at is not null)'
    when 'role' then format('coalesce(array_position(%L::uuid[], m.role_id), 0)', roles)
    when 'last_seen_at' then case when is_ascending then 'coalesce(m.last_seen_at, ''infinity'')' else 'coalesce(m.last_seen_at, ''-infinity'')' end
    else 'm.search_name' end
$function$

CREATE OR REPLACE FUNCTION private.member_page_statement(filter jsonb, sort text, is_ascending boolean, after jsonb, size integer, skip integer, roles uuid[] DEFAULT '{}'::uuid[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  key text := private.member_order(sort, is_ascending, roles);
  kind text := case when sort in ('created_at', 'last_seen_at') then 'timestamptz' when sort in ('course_count', 'role') then 'integer'
    when sort = 'status' then 'boolean' else 'text' end;
  -- The cursor row's sort value.
  value text := case sort when 'role' then coalesce(array_position(roles, (after ->> 'value')::uuid), 0)::text
    when 'status' then (after ->> 'value' is not null)::text
    when 'last_seen_at' then coalesce(after ->> 'value', case when is_ascending then 'infinity' else '-infinity' end)
    else after ->> 'value' end;
  direction text := case when is_ascending then 'asc' else 'desc' end;
  after_condition text := '';
begin
  if jsonb_typeof(after) = 'object' then
    after_condition := format(' and (%s, m.id) %s (%L::%s, %L::uuid)', key, case when is_ascending then '>' else '<' end,
      value, kind, after ->> 'id');
  end if;
  -- An index-only scan finds the rows: skipped rows are not fetched from the table.
  return format('select m.account_id, m.id, m.user_id, m.name, m.slug, m.email, m.avatar, m.role_id, m.is_public, m.blocked_at, m.created_at,
             m.allows_log_in_as, m.last_seen_at, m.course_count, m.search_name, jsonb_build_object(''name'', r.name, ''kind'', r.kind) as role
        from (select m.id from public.members m where m.account_id = $1 %s %s order by %s %s, m.id %s limit %s offset %s) place
        join public.members m on (m.account_id, m.id) = ($1, place.id)
        join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       order by %s %s, m.id %s', private.member_conditions(filter), after_condition, key, direction, direction, size + 1,
    case when after_condition = '' then least(greatest(skip, 0), 10000000) else 0 end, key, direction, direction);
end $function$

CREATE OR REPLACE FUNCTION private.merge_authors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The new owner may already be an author of the post; the duplicate entry is dropped.
  if exists (select from public.post_authors a
              where (a.account_id, a.post_id, a.author_id) = (new.account_id, new.post_id, new.author_id)) then
    delete from public.post_authors a where (a.account_id, a.id) = (old.account_id, old.id);
    return null;
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.merge_watched(stored_ranges jsonb, new_ranges jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with pieces as (
      select unnest(range_agg(int4range(floor((x ->> 0)::numeric)::int, ceil((x ->> 1)::numeric)::int, '[]'))) as piece
        from jsonb_array_elements(stored_ranges || new_ranges) x
       where jsonb_typeof(x) = 'array' and jsonb_typeof(x -> 0) = 'number' and jsonb_typeof(x -> 1) = 'number'
         and (x ->> 0)::numeric < (x ->> 1)::numeric and (x ->> 0)::numeric >= 0 and (x ->> 1)::numeric <= 360000),
    -- A row stores at most 200 ranges: the longest.
    longest as (select piece from pieces order by upper(piece) - lower(piece) desc, piece limit 200)
  select coalesce(jsonb_agg(jsonb_build_array(lower(piece), upper(piece) - 1) order by piece), '[]') from longest
$function$

CREATE OR REPLACE FUNCTION private.meter_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bucket text := left(coalesce(new.bucket_id, old.bucket_id), 36);
  account uuid;
  bytes bigint := coalesce((new.metadata ->> 'size')::bigint, 0) - coalesce((old.metadata ->> 'size')::bigint, 0);
  videos int := coalesce((new.metadata ->> 'mimetype' like 'video/%')::int, 0) - coalesce((old.metadata ->> 'mimetype' like 'video/%')::int, 0);
  images int := coalesce((new.metadata ->> 'mimetype' like 'image/%')::int, 0) - coalesce((old.metadata ->> 'mimetype' like 'image/%')::int, 0);
begin
  select a.account_id into account from public.accounts a
   where a.account_id::text = bucket and coalesce(new.bucket_id, old.bucket_id) in (bucket, bucket || '-private');
  if account is null then return null; end if;
  if bytes <> 0 then perform private.use_meter(account, 'storage', bytes); end if;
  if videos <> 0 then perform private.use_meter(account, 'videos', videos); end if;
  if images <> 0 then perform private.use_meter(account, 'cdn_images', images); end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.meter_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.account_id is not null then perform private.record_meter(new.account_id, 'emails', 1); end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.meter_name(meter text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case meter when 'cdn_images' then 'images' when 'ai_tokens' then 'AI tokens' when 'active_users' then 'active users'
    when 'push' then 'push notifications' when 'email_verify' then 'e-mail verifications' when 'emails' then 'e-mails' else meter end
$function$

CREATE OR REPLACE FUNCTION private.meter_pushes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cap bigint := private.cap_of(new.account_id, 'push');
begin
  if tg_op = 'UPDATE' then
    perform private.record_meter(new.account_id, 'push', 1, new.id::text);
  elsif cap is not null then
    -- The lock makes concurrent inserts wait, so that two cannot both take the last unit.
    perform pg_advisory_xact_lock(hashtextextended('push' || new.account_id::text, 0));
    if (select count(*) from private.push_deliveries d where d.account_id = new.account_id and d.status = 'waiting')
       + coalesce((select m.used from public.usage_meters m
                    where (m.account_id, m.meter, m.period_start) = (new.account_id, 'push', private.period_of('push'))), 0) > cap then
      perform private.raise_error('limit_reached', format(
        'This site has reached the limit of its plan: %1$s. Free some up, or change the plan at /dashboard/upgrade.',
        private.format_amount('push', cap)), '/dashboard/upgrade');
    end if;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.meter_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.use_meter(new.account_id, tg_argv[0], 1);
  else
    perform private.record_meter(old.account_id, tg_argv[0], -1);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.meter_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_meter(new.account_id, 'active_users', 1, new.user_id::text);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.moderated_subjects()
 RETURNS TABLE(account_id uuid, kind text, subject_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.account_id, g.kind, g.subject_id from private.thread_grants() g where g.level = 'moderate'
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.moderated_thread(thread_id uuid)
 RETURNS threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.threads;
begin
  select t.* into thread from public.threads t
   where t.id = moderated_thread.thread_id and (t.account_id, t.id) in (select m.account_id, m.id from public.moderated_threads m) for update;
  if thread.id is null then
    perform private.raise_error('not_found', 'There is nothing here that you can edit.');
  end if;
  return thread;
end $function$

CREATE OR REPLACE FUNCTION private.move_clock(ahead interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if ahead < (select c.time_offset from private.clock c for update) then
    raise exception using errcode = 'P0001', message = 'The clock can only be moved forward.', detail = 'clock_moved_back';
  end if;
  update private.clock set time_offset = ahead;
  perform pg_notify('clock', '');
end $function$

CREATE OR REPLACE FUNCTION private.move_to_trash()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(tg_argv[0]);
  draft jsonb := private.draft_of(k.kind, old.account_id, old.id);
  related jsonb := '{}';
  table_name text;
  related_rows jsonb;
begin
  if not exists (select from public.accounts a where a.account_id = old.account_id) then
    return old;
  end if;
  foreach table_name in array k.related_tables loop
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from public.%I r where r.account_id = $1 and r.%I = $2', table_name, k.draft_key)
      into related_rows using old.account_id, old.id;
    related := related || jsonb_build_object(table_name, related_rows);
  end loop;
  insert into public.trash (account_id, id, kind, title, slug, record, draft, related, removed_by)
  values (old.account_id, old.id, k.kind, coalesce(draft ->> 'title', ''), coalesce(to_jsonb(old) ->> 'slug', ''), to_jsonb(old), draft, related,
    auth.uid())
  on conflict (account_id, id) do update
    set title = excluded.title, slug = excluded.slug, record = excluded.record, draft = excluded.draft, related = excluded.related,
        removed_by = excluded.removed_by, removed_at = private.clock_now();
  delete from public.previews v where v.account_id = old.account_id and v.kind = k.kind and v.subject_id = old.id;
  return old;
end $function$

CREATE OR REPLACE FUNCTION private.name_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_when = 'BEFORE' then
    new.author_id := coalesce(new.author_id, private.member_of(new.account_id));
    return new;
  end if;
  insert into public.post_authors (account_id, post_id, author_id)
  select new.account_id, new.id, new.author_id where new.author_id is not null and not private.is_restoring();
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.near_words(account uuid, typed text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  home text;
  near text[];
begin
  if length(typed) not between 4 and 40 or exists (
    select from private.search_words w where w.account_id = account and w.word like replace(replace(typed, '\', '\\'), '_', '\_') || '%') then
    return '{}';
  end if;
  select n.nspname into home from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if home is null then return '{}'; end if;
  execute format('
    select array(select c.word from (
      select w.word, %1$I.similarity(w.word, $2) as similarity from private.search_words w
       where w.account_id = $1 and w.word operator(%1$I.%%) $2 order by 2 desc, 1 limit 40) c
     where private.is_typo_of($2, c.word) order by c.similarity desc, c.word limit 4)', home) into near using account, typed;
  return near;
end $function$

CREATE OR REPLACE FUNCTION private.nearest_readable(colour text, others text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  rgb double precision[] := private.rgb_of(colour);
  r double precision := private.linear_light(rgb[1]);
  g double precision := private.linear_light(rgb[2]);
  b double precision := private.linear_light(rgb[3]);
  l double precision := cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  m double precision := cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  s double precision := cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  lightness double precision := 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  aa double precision := 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  bb double precision := 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  step int;
  direction int;
  candidate double precision;
  hex text;
begin
  for step in 0 .. 200 loop
    foreach direction in array array[-1, 1] loop
      candidate := lightness + direction * step * 0.005;
      continue when candidate < 0 or candidate > 1;
      select '#' || string_agg(lpad(to_hex(round(channel * 255)::int), 2, '0'), '' order by at) into hex
        from unnest(private.rgb_of_oklab(candidate, aa, bb)) with ordinality as channels (channel, at);
      if not exists (select from unnest(others) other where private.contrast_of(private.rgb_of(hex), private.rgb_of(other)) < 4.5) then
        return hex;
      end if;
    end loop;
  end loop;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.new_webhook_secret()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- 32 bytes of two random UUIDs; Standard Webhooks asks for 24 to 64.
  select 'whsec_' || encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64')
$function$

CREATE OR REPLACE FUNCTION private.newest_invoice(account uuid, state text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id from public.invoices i where i.account_id = account and i.status = state order by i.issued_at desc, i.id desc limit 1
$function$

CREATE OR REPLACE FUNCTION private.next_domain_check(state text, failures integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select now() + case when failures = 0 and state = 'live' then interval '12 hours'
    else least(interval '1 minute' * power(2, least(failures, 10)), interval '6 hours') end
$function$

CREATE OR REPLACE FUNCTION private.next_redirect_target(account uuid, path text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when r.to_address like '%/*' then left(r.to_address, -1) || substr(path, length(r.from_path)) else r.to_address end
    from public.redirects r
   where r.account_id = account
     and (r.from_path = path or (r.from_path like '%/*' and starts_with(path, left(r.from_path, -1)) and length(path) >= length(r.from_path)))
   order by (r.from_path = path) desc, length(r.from_path) desc
   limit 1
$function$

CREATE OR REPLACE FUNCTION private.normalize_answer(input text, keep_case boolean, keep_marks boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when keep_case then f.plain else translate(lower(f.plain collate "und-x-icu"), 'ς', 'σ') end
    from (select normalize(coalesce(input, ''), nfkd) as wide) a,
    -- Diacritics of Latin, Greek, Cyrillic; vowel signs of Arabic.
    lateral (select case when keep_marks then a.wide else regexp_replace(a.wide, '[\u0300-\u036F\u064B-\u0652\u0670\u0640]', '', 'g') end as bare) b,
    lateral (select translate(b.bare, '’‘“”⁄٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '''''""/01234567890123456789') as typed) c,
    lateral (select regexp_replace(btrim(regexp_replace(c.typed, '[ \t\n\r\f\v]+', ' ', 'g'), ' '), ' ?[.!]+$', '') as plain) f
$function$

CREATE OR REPLACE FUNCTION private.note_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  former text[] := '{}';
  present text[] := '{}';
begin
  if tg_op <> 'INSERT' then former := tsvector_to_array(old.document); end if;
  if tg_op = 'DELETE' then
    -- At once: what was written by or about a person who is erased stays in no list.
    with pending as (
      delete from private.search_word_changes c where (c.account_id, c.record_id) = (old.account_id, old.id) returning c.added || c.removed as words
    )
    select former || coalesce(array_agg(word), '{}') into former from pending, unnest(pending.words) word;
    perform private.forget_search_words(old.account_id, former);
  else
    present := tsvector_to_array(new.document);
    insert into private.search_word_changes (account_id, record_id, added, removed)
    values (new.account_id, new.id, array(select unnest(present) except select unnest(former)), array(select unnest(former) except select unnest(present)));
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify(account uuid, person uuid, message text, severity integer DEFAULT 2, link text DEFAULT NULL::text, kind text DEFAULT 'general'::text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.account_notifications (account_id, user_id, message, severity, link, kind)
  values (account, person, message, severity, link, kind) returning id
$function$

CREATE OR REPLACE FUNCTION private.notify_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('type', 'standing', 'data', jsonb_build_object('user_id', old.user_id)),
    'notification', 'onlineUsers:' || old.account_id, true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_access_ends()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  notice record;
  sent integer := 0;
begin
  for notice in
    -- What one product opened ends together and is announced once.
    select distinct d.account_id, d.stage, m.user_id, e.expires_at, coalesce(b.title, c.title) as title,
           case when b.is_sold then '/checkout?add=' || b.product_id else '/course/' || c.slug end as link
      from private.record_access_notices() d
      join public.enrolments e on (e.account_id, e.id) = (d.account_id, d.enrolment_id)
      join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id)
      join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id) and m.blocked_at is null and m.user_id is not null
      join public.accounts a on a.account_id = d.account_id and a.status = 'active'
      left join lateral (
        select i.product_id, i.title, p.status = 'published' as is_sold, oa.lasts from private.order_access oa
          join public.orders o on (o.account_id, o.id) = (oa.account_id, oa.order_id) and o.status = 'paid' and o.member_id = e.member_id
          join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) and nullif(i.frequency, 'null') is not null
          join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
         where (oa.account_id, oa.course_id) = (e.account_id, e.course_id)
           and (p.course_id = c.id or (p.type = 'membership' and c.access = 'members')
             or exists (select from public.product_courses pc where (pc.account_id, pc.product_id, pc.course_id) = (p.account_id, p.id, c.id)))
         order by o.paid_at desc, i.position limit 1) b on true
     -- A period of a few days would be announced as it begins.
     where d.stage = 'ended' or b.lasts > interval '3 days'
  loop
    if notice.stage = 'soon' then
      perform private.notify_localized(notice.account_id, notice.user_id, 'accessEndsSoon',
        'Your access to <b>{{title}}</b> ends on {{until}}. Order again to keep it.',
        jsonb_build_object('title', notice.title, 'until', jsonb_build_object('key', 'day',
          'values', jsonb_build_object('at', floor(extract(epoch from notice.expires_at) * 1000)::bigint),
          'text', to_char(notice.expires_at, 'FMMonth FMDD, YYYY'))), 2, notice.link, 'orders');
    else
      perform private.notify_localized(notice.account_id, notice.user_id, 'accessEnded',
        'Your access to <b>{{title}}</b> has ended. Order again to continue; your progress is saved.',
        jsonb_build_object('title', notice.title), 3, notice.link, 'orders');
    end if;
    sent := sent + 1;
  end loop;
  return sent;
end $function$

CREATE OR REPLACE FUNCTION private.notify_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_localized(new.account_id, new.assignee_id, 'ticketGiven', 'A ticket was assigned to you: {{subject}} <b>{{number}}</b>',
    jsonb_build_object('subject', new.subject, 'number', '#' || new.number), 2, '/dashboard/tickets/' || new.id, 'tickets');
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_buyer(o orders, kind text, link text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  params jsonb := jsonb_build_object('number', '#' || o.number);
begin
  if o.user_id is not null then
    case kind
      when 'paid' then
        perform private.notify_localized(o.account_id, o.user_id, 'orderPaid',
          'Your order {{number}} is paid. You now have access to what you bought.', params, 3, link, 'orders');
      when 'cancelled' then
        perform private.notify_localized(o.account_id, o.user_id, 'orderCancelled', 'Your order {{number}} was cancelled.', params, 2, link, 'orders');
      else
        perform private.notify_localized(o.account_id, o.user_id, 'orderRefunded', 'Your order {{number}} was refunded.', params, 2, link, 'orders');
    end case;
  end if;
  perform private.enqueue('order-mail', jsonb_build_object('account_id', o.account_id, 'order_id', o.id, 'kind', kind));
end $function$

CREATE OR REPLACE FUNCTION private.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Trigger arguments: the name of the entity, and its id column.
  entity text := tg_argv[0];
  id_column text := coalesce(tg_argv[1], 'id');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  current_row jsonb := coalesce(new_row, old_row);
begin
  perform pg_notify('changes', jsonb_build_object(
    'thing', entity, 'account_id', current_row ->> 'account_id', 'id', current_row ->> id_column,
    'slugs', (select coalesce(jsonb_agg(distinct s), '[]') from unnest(array[old_row ->> 'slug', new_row ->> 'slug']) s where s is not null)
  )::text);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  select account_id, id, slug into c from public.courses
   where (account_id, id) = (coalesce(new.account_id, old.account_id), coalesce(new.course_id, old.course_id)) and status = 'published';
  if found then
    perform pg_notify('changes', jsonb_build_object('thing', 'courses', 'account_id', c.account_id, 'id', c.id,
      'slugs', jsonb_build_array(c.slug))::text);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_family(account uuid, parent uuid, child uuid, requested_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invited public.members%rowtype;
  inviter public.members%rowtype;
  is_parent boolean := requested_by = parent;
begin
  select * into inviter from public.members m where m.account_id = account and m.id = requested_by;
  select * into invited from public.members m where m.account_id = account and m.id = case when is_parent then child else parent end;
  -- Either may have left meanwhile.
  if inviter.id is null or invited.id is null then return; end if;
  if is_parent then
    perform private.notify_localized(account, invited.user_id, 'familyParent',
      '<b>{{name}}</b> wants to follow your progress as your parent. Respond in your profile.',
      jsonb_build_object('name', inviter.name), 3, '/dashboard/profile', 'family', inviter.user_id);
  else
    perform private.notify_localized(account, invited.user_id, 'familyChild',
      '<b>{{name}}</b> asks you to follow their progress as their parent. Respond in your profile.',
      jsonb_build_object('name', inviter.name), 3, '/dashboard/profile', 'family', inviter.user_id);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.notify_localized(account uuid, person uuid, key text, sentence text, "values" jsonb DEFAULT '{}'::jsonb, severity integer DEFAULT 2, link text DEFAULT NULL::text, kind text DEFAULT 'general'::text, about uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message text := sentence;
  name text;
  value jsonb;
  made uuid;
begin
  for name, value in select * from jsonb_each("values") loop
    -- Braces within a value are no placeholder.
    message := replace(message, '{{' || name || '}}',
      replace(private.escape_html(coalesce(case when jsonb_typeof(value) = 'object' then value ->> 'text' else value #>> '{}' end, '')), '{', '&#123;'));
  end loop;
  insert into public.account_notifications (account_id, user_id, message, said, severity, link, kind, about)
  values (account, person, message, jsonb_build_object('key', key, 'values', "values"), severity, link, kind, about) returning id into made;
  return made;
end $function$

CREATE OR REPLACE FUNCTION private.notify_owner(account uuid, kind text, fields jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.enqueue('billing-mail', jsonb_build_object('account_id', account, 'kind', kind, 'fields', fields))
$function$

CREATE OR REPLACE FUNCTION private.notify_preview()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  select k.account_id, k.id, k.slug into c from public.lessons l
    join public.courses k on (k.account_id, k.id) = (l.account_id, l.course_id) and k.status = 'published'
   where (l.account_id, l.id) = (new.account_id, new.id) and l.is_preview and l.is_published;
  if found then
    perform pg_notify('changes', jsonb_build_object('thing', 'courses', 'account_id', c.account_id, 'id', c.id,
      'slugs', jsonb_build_array(c.slug))::text);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.notify_product(p.account_id, p.id) from public.products p
    where p.account_id = new.account_id and p.id = new.product_id and p.status = 'published';
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_product(account uuid, product uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Invalidates the product's page and list, price lists, and the course page that shows its price.
  select pg_notify('changes', jsonb_build_object('thing', changed.thing, 'account_id', account, 'id', changed.id,
           'slugs', case when changed.slug is null then '[]'::jsonb else jsonb_build_array(changed.slug) end)::text)
    from public.products p
    left join public.courses c on (c.account_id, c.id) = (p.account_id, p.course_id)
    cross join lateral (values ('products', p.id, p.slug), ('prices', p.id, p.slug), ('courses', c.id, c.slug)) changed (thing, id, slug)
   where p.account_id = account and p.id = product and changed.id is not null
$function$

CREATE OR REPLACE FUNCTION private.notify_product_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'published' then
      perform pg_notify('changes', jsonb_build_object('thing', thing, 'account_id', old.account_id, 'id', old.id,
        'slugs', jsonb_build_array(old.slug))::text) from unnest('{products,prices}'::text[]) thing;
    end if;
  elsif new.status = 'published' or (tg_op = 'UPDATE' and old.status = 'published') then
    perform private.notify_product(new.account_id, new.id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_sign_in_buttons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed public.sign_in_providers%rowtype := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_notify('changes', json_build_object('thing', 'sign_in_buttons', 'account_id', p.account_id, 'id', null, 'slugs', '[]'::json)::text)
    from public.sign_in_providers p
   where p.provider = changed.provider and p.source = 'platform' and p.account_id <> changed.account_id
     and exists (select from public.accounts a where a.account_id = changed.account_id and a.is_platform);
  perform pg_notify('changes', json_build_object('thing', 'sign_in_buttons', 'account_id', changed.account_id, 'id', null, 'slugs', '[]'::json)::text);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.notify_ticket(account uuid, ticket uuid, message uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  t public.tickets%rowtype;
  m public.ticket_messages%rowtype;
  person uuid;
begin
  select * into t from public.tickets where (account_id, id) = (account, ticket);
  select * into m from public.ticket_messages where (account_id, id) = (account, message);
  for person in
    -- A note notifies the assignee, a reply the requester, a question the staff.
    select r from (
      select case when m.is_internal then t.assignee_id when m.is_staff then t.user_id else t.assignee_id end as r
      union
      select s from private.ticket_staff(account) s where not m.is_staff and t.assignee_id is null limit 20) those
     where r is not null and r is distinct from m.author_id
  loop
    perform private.notify_localized(account, person, 'ticketMessage', '<b>{{name}}</b>: {{subject}} <b>{{number}}</b>',
      jsonb_build_object('name', coalesce(nullif(m.author_name, ''), t.requester_name), 'subject', t.subject, 'number', '#' || t.number),
      case when t.category = 'siteDown' then 4 else 2 end, '/dashboard/tickets/' || t.id, 'tickets',
      coalesce(m.author_id, case when not m.is_staff then t.user_id end));
    if not m.is_internal then
      perform private.enqueue('ticket-mail', jsonb_build_object('account_id', account, 'message_id', message, 'user_id', person));
    end if;
  end loop;
end $function$

CREATE OR REPLACE FUNCTION private.notify_topics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A hosted backend has no such function: its topics check permissions again when the token is refreshed.
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(old.session_id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.open_invitation(invitation uuid)
 RETURNS invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.invitations%rowtype;
begin
  select * into i from public.invitations x
   where x.id = invitation and x.account_id = (select private.account_with('manage_members')) for update;
  if i.id is null then
    perform private.raise_error('not_found', 'There is no such invitation.');
  end if;
  if i.accepted_at is not null or i.revoked_at is not null then
    perform private.raise_error('conflict', 'This invitation is no longer open.');
  end if;
  return i;
end $function$

CREATE OR REPLACE FUNCTION private.order_facts(o orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status, 'currency', o.currency, 'subtotal', o.subtotal,
    'discount', o.discount, 'tax', o.tax, 'total', o.total, 'coupon', o.coupon, 'provider', o.provider,
    'customer', jsonb_build_object('member_id', o.member_id, 'name', o.customer_name, 'email', o.email),
    'placed_at', o.placed_at, 'paid_at', o.paid_at,
    'items', (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'title', i.title, 'type', i.type, 'quantity', i.quantity,
        'amount', i.amount) order by i.position), '[]') from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id)))
$function$

CREATE OR REPLACE FUNCTION private.own_attempt(attempt uuid)
 RETURNS attempts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a public.attempts%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to continue the quiz.');
  end if;
  -- A shared lock: two tabs may save at once, and submitting waits for both.
  select * into a from public.attempts k where k.id = attempt and k.member_id = (select private.member_ids()) for share;
  if a.id is null then
    perform private.raise_error('not_found', 'You have no such attempt.');
  end if;
  return a;
end $function$

CREATE OR REPLACE FUNCTION private.own_groups()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select group_id from public.group_members where member_id = (select private.member_ids())
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.own_thread_post(post_id uuid)
 RETURNS thread_posts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.thread_posts;
begin
  select * into post from public.thread_posts p
   where p.id = own_thread_post.post_id and p.account_id = (select private.account_with('member'))
     and p.member_id = (select private.member_ids()) for update;
  if post.id is null then
    perform private.raise_error('not_found', 'You have no such comment here.');
  end if;
  perform private.forbid_impersonation();
  return post;
end $function$

CREATE OR REPLACE FUNCTION private.owned_accounts()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account_id from public.accounts where owner_id = auth.uid() and not is_platform and private.is_on_platform()
     and (not needs_second_step or private.has_second_step())
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.owned_products(account uuid, person uuid, products uuid[])
 RETURNS TABLE(product_id uuid, title text, course_slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.title, (array_agg(c.slug order by c.sort, c.id))[1]
    from public.products p
    cross join lateral (
      select p.course_id as id where p.course_id is not null
      union select pc.course_id from public.product_courses pc where (pc.account_id, pc.product_id) = (p.account_id, p.id)) opened
    join public.courses c on (c.account_id, c.id) = (p.account_id, opened.id)
    left join public.enrolments e on (e.account_id, e.course_id) = (c.account_id, c.id) and e.status = 'active' and e.expires_at is null
      and e.member_id in (select m.id from public.members m where m.account_id = account and m.user_id = person)
   -- A membership also opens future courses.
   where p.account_id = account and p.id = any (products) and p.type <> 'membership'
   group by p.account_id, p.id having bool_and(e.id is not null)
$function$

CREATE OR REPLACE FUNCTION private.owned_subscription(account uuid)
 RETURNS subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.subscriptions%rowtype;
begin
  if account not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can change the plan of an account, on the platform’s own site.');
  end if;
  select * into s from public.subscriptions x where x.account_id = account for update;
  if s.id is null then
    perform private.raise_error('not_found', 'This account has no paid plan.');
  end if;
  return s;
end $function$

CREATE OR REPLACE FUNCTION private.owner_to_impersonate(account uuid)
 RETURNS members
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  a public.accounts%rowtype;
  target public.members%rowtype;
begin
  if not private.is_super_admin() then
    perform private.raise_error('forbidden', 'Only platform administrators can do this.');
  end if;
  select * into a from public.accounts x where x.account_id = account and not x.is_platform;
  if a.account_id is null then
    perform private.raise_error('not_found', 'There is no such account.');
  elsif a.status <> 'active' then
    perform private.raise_error('conflict', 'This account is suspended: its site is closed to its owner too.');
  end if;
  select * into target from public.members m where m.account_id = account and m.user_id = a.owner_id;
  if target.id is null then
    perform private.raise_error('conflict', 'This account has no owner.');
  end if;
  return target;
end $function$

CREATE OR REPLACE FUNCTION private.page_to_manage(page_id uuid)
 RETURNS pages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_page public.pages;
begin
  select * into found_page from public.pages p
   where p.id = page_to_manage.page_id and p.account_id = (select private.account_with('manage_options'))
   for update;
  if found_page.id is null then
    perform private.raise_error('not_found', 'There is no such page here.');
  end if;
  return found_page;
end $function$

CREATE OR REPLACE FUNCTION private.pages_showing(account uuid, section uuid)
 RETURNS TABLE(id uuid, title text, slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.title, p.slug from public.pages p join public.page_drafts d on (d.account_id, d.page_id) = (p.account_id, p.id)
   where p.account_id = account and p.id <> section
     and (p.content @? format('$.** ? (@.section == "%s")', section)::jsonpath or d.data @? format('$.** ? (@.section == "%s")', section)::jsonpath)
$function$

CREATE OR REPLACE FUNCTION private.paid_access_until(account uuid, course uuid, member uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  until timestamptz;
  paid_order record;
begin
  select max(a.held_until) into until
    from private.order_access a join public.orders o on (o.account_id, o.id) = (a.account_id, a.order_id)
   where (a.account_id, a.course_id, o.member_id) = (account, course, member);
  for paid_order in
    select o.paid_at, a.lasts from private.order_access a join public.orders o on (o.account_id, o.id) = (a.account_id, a.order_id)
     where (a.account_id, a.course_id, o.member_id) = (account, course, member) and o.status = 'paid' order by o.paid_at, o.id
  loop
    if paid_order.lasts is null then return 'infinity'; end if;
    until := greatest(until, paid_order.paid_at) + paid_order.lasts;
  end loop;
  return until;
end $function$

CREATE OR REPLACE FUNCTION private.payer_of(account uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
begin
  return jsonb_build_object('provider', s.provider, 'customer', s.customer, 'reference', s.reference, 'status', s.status);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.period_of(meter text)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when private.is_stored_amount(meter) then date '1970-01-01' else date_trunc('month', private.clock_now() at time zone 'UTC')::date end
$function$

CREATE OR REPLACE FUNCTION private.person_pattern(search text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.like_pattern(private.folded(coalesce(search, ''))) $function$

CREATE OR REPLACE FUNCTION private.person_to_change(person uuid)
 RETURNS auth.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  u auth.users%rowtype;
begin
  perform private.require_super_admin();
  select * into u from auth.users x where x.id = person and x.deleted_at is null for update;
  if u.id is null then
    perform private.raise_error('not_found', 'There is no such person.');
  end if;
  return u;
end $function$

CREATE OR REPLACE FUNCTION private.personal_keys()
 RETURNS TABLE(place regclass, key_column name, is_member boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.conrelid::regclass, a.attname, k.confrelid = 'public.members'::regclass
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_namespace n on n.oid = k.connamespace and n.nspname in ('public', 'private')
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname not in ('account_id', 'actor_id')
   where k.contype = 'f' and k.confrelid in ('public.members'::regclass, 'auth.users'::regclass)
     and k.conrelid not in ('private.acting_codes'::regclass, 'private.handoff_codes'::regclass, 'private.session_accounts'::regclass)
$function$

CREATE OR REPLACE FUNCTION private.pieces_of_unspaced(text text, weight text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  with signs as (
    select sign, lead(sign) over (order by place) as next
      from unnest(string_to_array(regexp_replace(text, '[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+', ' ', 'g'), null))
        with ordinality as each (sign, place))
  select coalesce(string_agg(distinct rtrim(sign || coalesce(next, '')) || ':1' || weight, ' '), '')::tsvector
    from signs where sign <> ' '
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.pixels(value text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when value ~ '^[1-9][0-9]{0,4}$' and value::integer <= 65535 then value::integer end
$function$

CREATE OR REPLACE FUNCTION private.place_order(account uuid, items jsonb, coupon_name text, customer_name text, address jsonb, idempotency text, order_locale text, accepts boolean DEFAULT false, shown_total bigint DEFAULT NULL::bigint, shown_currency text DEFAULT NULL::text)
 RETURNS orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buyer uuid := private.buyer_in(account, accepts);
  fingerprint text := md5(jsonb_build_array(items, coupon_name, customer_name, address)::text);
  previous private.order_requests%rowtype;
  o public.orders%rowtype;
  c public.coupons%rowtype;
  lines jsonb;
  eligible bigint;
  owned text;
  waiting integer;
begin
  -- One order of a buyer at a time, so that two browser windows can't order the same course.
  perform pg_advisory_xact_lock(hashtextextended(account::text || auth.uid()::text, 0));
  select * into previous from private.order_requests r
   where (r.account_id, r.user_id, r.idempotency_key) = (account, auth.uid(), idempotency);
  if previous.order_id is not null then
    if previous.fingerprint <> fingerprint then
      perform private.raise_error('conflict', 'This idempotency key was used for another order.');
    end if;
    select * into o from public.orders k where (k.account_id, k.id) = (account, previous.order_id);
    return o;
  end if;
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) not between 1 and 50 then
    perform private.raise_error('invalid', 'An order must have 1 to 50 lines.');
  end if;

  select jsonb_agg(to_jsonb(l) order by l.at), sum(l.amount * l.quantity), min(l.currency)
    into lines, o.subtotal, o.currency from private.price_lines(account, items) l;
  if exists (select from jsonb_to_recordset(lines) l(type text, quantity int)
      where l.quantity not between 1 and case l.type when 'digital' then 99 else 1 end) then
    perform private.raise_error('invalid', 'Courses, bundles and memberships are bought once; anything else 1 to 99 times.');
  end if;
  select w.title into owned from private.owned_products(account, auth.uid(),
    (select array_agg(l.product_id) from jsonb_to_recordset(lines) l(product_id uuid))) w limit 1;
  if owned is not null then
    perform private.raise_error('already_owned', format('You already have "%s". Remove it from the cart to order the rest.', owned));
  end if;
  waiting := private.waiting_order(account, auth.uid(), (select array_agg(l.product_id) from jsonb_to_recordset(lines) l(product_id uuid)));
  if waiting is not null then
    perform private.raise_error('order_waiting', format('Your order #%s for this is awaiting payment. Pay it, or cancel it to order again.', waiting));
  end if;
  o.discount := 0;
  if coupon_name is not null then
    c := private.use_coupon(account, coupon_name, auth.uid());
    select sum(l.amount * l.quantity) into eligible from jsonb_to_recordset(lines) l(product_id uuid, amount bigint, quantity int)
     where c.product_ids = '{}' or l.product_id = any (c.product_ids);
    if eligible is null then
      perform private.raise_error('coupon_not_for_cart', 'This coupon does not apply to anything in your cart.');
    end if;
    o.discount := private.discount_of(c.discount_type, c.coupon_amount, eligible, private.currency_digits(o.currency));
  end if;
  if shown_total <> o.subtotal - o.discount or shown_currency <> o.currency then
    perform private.raise_error('total_changed', 'The total has changed since you saw it. Check it, and order again.');
  end if;

  insert into private.order_counters as k (account_id, last_number) values (account, 1001)
    on conflict (account_id) do update set last_number = k.last_number + 1 returning last_number into o.number;
  insert into public.orders (account_id, number, user_id, member_id, email, customer_name, billing_address, coupon, instructions, locale,
      currency, subtotal, discount, tax, total)
    select account, o.number, auth.uid(), buyer, m.email, customer_name, address, c.name,
      coalesce((select left(s.value ->> 'offline_instructions', 4000) from public.options s where s.account_id = account and s.key = 'settings'), ''),
      order_locale, o.currency, o.subtotal, o.discount, 0, o.subtotal - o.discount
      from public.members m where m.account_id = account and m.id = buyer
    returning * into o;
  insert into private.order_requests values (account, auth.uid(), idempotency, fingerprint, o.id);
  insert into public.order_items (account_id, order_id, product_id, price_id, title, type, quantity, amount, discount, frequency, position)
    select account, o.id, l.product_id, l.price_id, l.title, l.type, l.quantity, l.amount, coalesce(d.discount, 0), nullif(l.frequency, 'null'), l.at
      from jsonb_to_recordset(lines) l(product_id uuid, price_id uuid, title text, type text, quantity int, amount bigint, frequency jsonb, at int)
      left join private.line_discounts(lines, c.product_ids, o.discount) d on d.product_id = l.product_id;
  if c.id is not null then
    insert into public.coupon_redemptions (account_id, coupon_id, order_id, user_id) values (account, c.id, o.id, auth.uid());
  end if;

  perform private.notify_localized(account, m.user_id, 'orderPlaced', 'New order {{number}} from {{name}}.',
      jsonb_build_object('number', '#' || o.number, 'name', o.customer_name), 2, '/dashboard/manage/ecommerce/orders', 'sales', o.user_id)
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = account and m.blocked_at is null and r.caps && '{manage_options,manage_shop}';
  perform private.enqueue('sale-mail', jsonb_build_object('account_id', account, 'order_id', o.id));
  if o.total = 0 then
    return private.settle_order(account, o.id);
  end if;
  perform private.enqueue('order-mail', jsonb_build_object('account_id', account, 'order_id', o.id, 'kind', 'placed'));
  return o;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.platform_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select account_id from public.accounts where is_platform $function$

CREATE OR REPLACE FUNCTION private.post_to_manage(post_id uuid)
 RETURNS posts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_post public.posts;
begin
  select * into found_post from public.posts p
   where p.id = post_to_manage.post_id and p.account_id = (select private.account_with('staff'))
   for update;
  if found_post.id is null then
    perform private.raise_error('not_found', 'There is no such post here.');
  end if;
  return found_post;
end $function$

CREATE OR REPLACE FUNCTION private.prefix_query(term text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with words as (
    select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*' as part
      from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', private.spaced_part(term)))) word
    union all
    -- Bigrams match exactly; the last single character of a run is covered by the bigram before it, unless it is alone.
    select piece || case when length(piece) = 1 then ':*' else '' end
      from unnest(tsvector_to_array(private.pieces_of_unspaced(term, 'A'))) piece
     where length(piece) = 2 or not exists (
       select from unnest(tsvector_to_array(private.pieces_of_unspaced(term, 'A'))) two where length(two) = 2 and right(two, 1) = piece))
  select string_agg(part, ' & ')::tsquery from words
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.prepare_redirect()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next_target text;
begin
  if tg_op = 'INSERT' and (select count(*) from public.redirects r where r.account_id = new.account_id) >= 5000 then
    perform private.raise_error('redirects_full', 'A site can have at most 5,000 redirects. Remove some, or combine them with /*.');
  end if;
  new.from_path := regexp_replace(normalize(new.from_path, nfc), '(?<=.)/+$', '');
  new.to_address := normalize(new.to_address, nfc);
  -- No redirect chains: a target that redirects itself is replaced by its own target.
  for hop in 1..10 loop
    select r.to_address into next_target from public.redirects r
     where r.account_id = new.account_id and r.from_path = new.to_address and r.id <> new.id and r.to_address not like '%/*';
    exit when next_target is null or next_target = new.from_path;
    new.to_address := next_target;
  end loop;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.preset_colours()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select '{
    "plain": {
      "light": {
        "base-100": "oklch(99.7% 0.001 75)", "base-200": "oklch(97.2% 0.003 70)", "base-300": "oklch(93.4% 0.005 70)",
        "base-content": "oklch(24% 0.014 225)", "primary": "oklch(44% 0.079 212)", "primary-content": "oklch(99% 0.006 212)",
        "secondary": "oklch(49% 0.083 58)", "secondary-content": "oklch(99% 0.008 58)", "accent": "oklch(83% 0.128 82)",
        "accent-content": "oklch(27% 0.05 70)", "neutral": "oklch(28% 0.016 225)", "neutral-content": "oklch(97% 0.004 225)"},
      "dark": {
        "base-100": "oklch(23.5% 0.009 225)", "base-200": "oklch(20% 0.009 225)", "base-300": "oklch(16.5% 0.009 225)",
        "base-content": "oklch(93.5% 0.006 225)", "primary": "oklch(77% 0.086 205)", "primary-content": "oklch(21% 0.035 215)",
        "secondary": "oklch(79% 0.07 65)", "secondary-content": "oklch(23% 0.035 60)", "accent": "oklch(83% 0.12 82)",
        "accent-content": "oklch(25% 0.05 70)", "neutral": "oklch(34% 0.012 225)", "neutral-content": "oklch(95% 0.005 225)"},
      "night": {
        "base-100": "oklch(16.5% 0.014 268)", "base-200": "oklch(13% 0.012 268)", "base-300": "oklch(10% 0.01 268)",
        "base-content": "oklch(86% 0.014 78)", "primary": "oklch(73% 0.079 205)", "primary-content": "oklch(16% 0.03 215)",
        "secondary": "oklch(73% 0.062 65)", "secondary-content": "oklch(18% 0.03 60)", "accent": "oklch(77% 0.11 80)",
        "accent-content": "oklch(20% 0.04 70)", "neutral": "oklch(27% 0.018 268)", "neutral-content": "oklch(88% 0.012 78)"}},
    "lumen": {
      "light": {
        "base-100": "oklch(99.2% 0.002 250)", "base-200": "oklch(96.2% 0.006 250)", "base-300": "oklch(91.5% 0.01 250)",
        "base-content": "oklch(21% 0.032 262)", "primary": "oklch(37% 0.125 264)", "primary-content": "oklch(98.5% 0.008 264)",
        "secondary": "oklch(46% 0.075 225)", "secondary-content": "oklch(98.5% 0.008 225)", "accent": "oklch(82% 0.152 72)",
        "accent-content": "oklch(23% 0.05 60)", "neutral": "oklch(17% 0.03 264)", "neutral-content": "oklch(96.5% 0.008 250)"},
      "dark": {
        "base-100": "oklch(19% 0.028 262)", "base-200": "oklch(16% 0.026 262)", "base-300": "oklch(12.5% 0.022 262)",
        "base-content": "oklch(94.5% 0.008 250)", "primary": "oklch(79% 0.095 262)", "primary-content": "oklch(19% 0.05 264)",
        "secondary": "oklch(79% 0.07 225)", "secondary-content": "oklch(20% 0.035 225)", "accent": "oklch(82% 0.152 72)",
        "accent-content": "oklch(23% 0.05 60)", "neutral": "oklch(27% 0.04 264)", "neutral-content": "oklch(96.5% 0.008 250)"},
      "night": {
        "base-100": "oklch(19% 0.028 262)", "base-200": "oklch(16% 0.026 262)", "base-300": "oklch(12.5% 0.022 262)",
        "base-content": "oklch(94.5% 0.008 250)", "primary": "oklch(79% 0.095 262)", "primary-content": "oklch(19% 0.05 264)",
        "secondary": "oklch(79% 0.07 225)", "secondary-content": "oklch(20% 0.035 225)", "accent": "oklch(82% 0.152 72)",
        "accent-content": "oklch(23% 0.05 60)", "neutral": "oklch(27% 0.04 264)", "neutral-content": "oklch(96.5% 0.008 250)"}},
    "atelier": {
      "light": {
        "base-100": "oklch(98% 0.008 60)", "base-200": "oklch(94.5% 0.017 62)", "base-300": "oklch(89% 0.026 62)",
        "base-content": "oklch(26% 0.045 355)", "primary": "oklch(49% 0.165 31)", "primary-content": "oklch(98.5% 0.012 60)",
        "secondary": "oklch(41% 0.078 168)", "secondary-content": "oklch(97.5% 0.014 90)", "accent": "oklch(84% 0.138 84)",
        "accent-content": "oklch(26% 0.045 355)", "neutral": "oklch(26% 0.045 355)", "neutral-content": "oklch(96% 0.014 62)"},
      "dark": {
        "base-100": "oklch(22.5% 0.032 355)", "base-200": "oklch(19% 0.03 355)", "base-300": "oklch(15.5% 0.026 355)",
        "base-content": "oklch(94% 0.018 62)", "primary": "oklch(75% 0.125 35)", "primary-content": "oklch(20% 0.055 30)",
        "secondary": "oklch(79% 0.085 168)", "secondary-content": "oklch(20% 0.04 168)", "accent": "oklch(84% 0.138 84)",
        "accent-content": "oklch(24% 0.045 355)", "neutral": "oklch(31% 0.05 355)", "neutral-content": "oklch(96% 0.014 62)"},
      "night": {
        "base-100": "oklch(22.5% 0.032 355)", "base-200": "oklch(19% 0.03 355)", "base-300": "oklch(15.5% 0.026 355)",
        "base-content": "oklch(94% 0.018 62)", "primary": "oklch(75% 0.125 35)", "primary-content": "oklch(20% 0.055 30)",
        "secondary": "oklch(79% 0.085 168)", "secondary-content": "oklch(20% 0.04 168)", "accent": "oklch(84% 0.138 84)",
        "accent-content": "oklch(24% 0.045 355)", "neutral": "oklch(31% 0.05 355)", "neutral-content": "oklch(96% 0.014 62)"}}}'::jsonb
$function$

CREATE OR REPLACE FUNCTION private.previewed(kind text, account uuid, secret text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.subject_id from public.previews v
   where v.account_id = account and v.kind = previewed.kind and v.expires_at > (select private.clock_now())
     and v.token_hash = encode(sha256(convert_to(left(secret, 100), 'utf8')), 'hex')
   limit 1
$function$

CREATE OR REPLACE FUNCTION private.price_lines(account uuid, items jsonb)
 RETURNS TABLE(product_id uuid, price_id uuid, title text, type text, quantity integer, amount bigint, currency text, frequency jsonb, at bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cart_currency text;
  product_count integer;
begin
  select count(distinct i ->> 'product_id') into product_count from jsonb_array_elements(items) i;
  -- The account's own currency if every product is sold in it, else one in which every product is.
  select p.currency into cart_currency
    from public.prices p join public.products s on (s.account_id, s.id) = (p.account_id, p.product_id) and s.status = 'published'
   where p.account_id = account and p.is_active and p.product_id in (select (i ->> 'product_id')::uuid from jsonb_array_elements(items) i)
   group by p.currency having count(distinct p.product_id) = product_count
   order by p.currency <> private.account_currency(account), p.currency limit 1;
  if cart_currency is null then
    perform private.raise_error('not_on_sale', 'An item in the cart is no longer for sale, or the items have different currencies.');
  end if;
  return query
    select s.id, p.id, s.title, s.type, sum((i.value ->> 'quantity')::int)::int, public.amount_now(p), p.currency, p.frequency, min(i.ordinality)
      from jsonb_array_elements(items) with ordinality i
      join public.products s on s.account_id = account and s.id = (i.value ->> 'product_id')::uuid
      join public.prices p on (p.account_id, p.product_id) = (s.account_id, s.id) and p.is_active and p.currency = cart_currency
     group by s.account_id, s.id, p.account_id, p.id
     order by min(i.ordinality);
end $function$

CREATE OR REPLACE FUNCTION private.product_buckets()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account || '-private' from private.account_with('manage_shop') account
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.prune_events()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed bigint;
begin
  delete from private.events e where e.id in (
    select k.id from private.events k
     where k.occurred_at < now() - interval '90 days' and not exists (select from private.event_deliveries d where d.event_id = k.id)
     order by k.occurred_at limit 50000);
  get diagnostics removed = row_count;
  return removed;
end $function$

CREATE OR REPLACE FUNCTION private.prune_figures()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hours bigint;
  removed bigint;
begin
  delete from private.traffic_hours where hour < now() - interval '90 days';
  get diagnostics hours = row_count;
  delete from private.slow_statements where last_at < now() - interval '30 days';
  delete from private.processes where seen_at < now() - interval '1 day';
  get diagnostics removed = row_count;
  return format('Removed %s hours of traffic and %s processes that are gone.', hours, removed);
end $function$

CREATE OR REPLACE FUNCTION private.prune_mails()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed bigint;
  cleared bigint;
begin
  delete from private.mails where created_at < now() - interval '90 days';
  get diagnostics removed = row_count;
  -- Sign-in links are valid for a day at most, invitations for fourteen: expired ones are cleared.
  update private.mails m set html = '', body_text = ''
   where m.html <> '' and m.created_at < now() - interval '1 day'
     and (m.html || m.body_text ~ '/auth/v1/verify\?|/login/reset-password\?|/signup/confirm\?'
       or m.created_at < now() - interval '14 days' and m.html || m.body_text ~ '/members/invitation\?code=');
  get diagnostics cleared = row_count;
  -- A code sent by text message is valid for five minutes; its number is not needed after that.
  delete from private.texts where created_at < now() - interval '30 days';
  update private.texts set body_text = '' where body_text <> '' and created_at < now() - interval '1 day';
  delete from private.text_counts where day < (now() at time zone 'UTC')::date - 2;
  return format('Removed %s mails and emptied %s whose links hold no longer.', removed, cleared);
end $function$

CREATE OR REPLACE FUNCTION private.prune_push_deliveries()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with removed as (delete from private.push_deliveries d where d.created_at < (select private.clock_now()) - interval '7 days' returning 1)
  select count(*) from removed
$function$

CREATE OR REPLACE FUNCTION private.prune_sign_ins()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry_count bigint;
  session_count bigint;
begin
  delete from auth.audit_log_entries e where e.created_at < now() - interval '1 year';
  get diagnostics entry_count = row_count;
  -- Read through JSON: sessions of a hosted backend have no such column.
  delete from auth.sessions s where s.not_after < now() - interval '30 days'
    or coalesce(s.refreshed_at, s.created_at) + make_interval(secs => (to_jsonb(s) ->> 'idle_seconds')::float8) < now() - interval '30 days';
  get diagnostics session_count = row_count;
  return format('Removed %s entries of the log of sign-ins and %s sessions that were over.', entry_count, session_count);
exception when insufficient_privilege then
  return 'The backend keeps its sign-ins and sessions itself.';
end $function$

CREATE OR REPLACE FUNCTION private.prune_thread_files()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with removed as (
    delete from storage.objects o
     where o.name like 'threads/%' and o.bucket_id like '%-private' and o.created_at < (select private.clock_now()) - interval '1 day'
       and not private.is_thread_file(o.bucket_id, o.name)
    returning 1)
  select count(*) from removed
$function$

CREATE OR REPLACE FUNCTION private.prune_ticket_files()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with removed as (
    delete from storage.objects o
     where o.name like 'tickets/%' and o.bucket_id like '%-private' and o.created_at < (select private.clock_now()) - interval '1 day'
       and not private.is_attached(o.bucket_id, o.name)
    returning 1)
  select count(*) from removed
$function$

CREATE OR REPLACE FUNCTION private.prune_visits()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with removed as (delete from public.visits where started_at < (select private.clock_now()) - interval '25 months' returning 1) select count(*) from removed
$function$

CREATE OR REPLACE FUNCTION private.prune_webhook_log()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed bigint;
begin
  delete from private.webhook_secrets where expires_at < now();
  delete from public.webhook_deliveries d where d.id in (
    select k.id from public.webhook_deliveries k where k.created_at < now() - interval '30 days' and k.status <> 'pending' limit 50000);
  get diagnostics removed = row_count;
  return removed;
end $function$

CREATE OR REPLACE FUNCTION private.public_groups()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.id from public.groups g
   where g.visibility = 'public' and g.account_id = (select private.account_with('member'))
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.public_members()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id from public.members m where m.is_public and m.blocked_at is null
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.publish_due()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds;
  due record;
  published integer := 0;
begin
  for k in select * from private.publishing_kinds order by kind loop
    for due in execute format('select r.account_id, r.id from public.%I r join public.%I d on (d.account_id, d.%I) = (r.account_id, r.id)
        where d.publish_at <= (select private.clock_now()) order by d.publish_at limit 500 for update of r skip locked',
        k.record_table, k.draft_table, k.draft_key)
    loop
      perform private.publish_record(k.kind, due.account_id, due.id);
      published := published + 1;
    end loop;
  end loop;
  return published;
end $function$

CREATE OR REPLACE FUNCTION private.publish_notification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.read then return null; end if;
  -- Every member of the account receives the topic, so it carries only the recipient; the message is read under policies.
  perform realtime.send(jsonb_build_object('type', new.type, 'data', jsonb_build_object('user_id', new.user_id)),
    'notification', 'onlineUsers:' || new.account_id, true);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.publish_record(kind text, account uuid, subject uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(publish_record.kind);
  shown_since timestamptz := private.clock_now();
begin
  execute format('update public.%I r set (%s) = (select %s from public.%I d where d.account_id = r.account_id and d.%I = r.id), status = ''published'' %s where r.account_id = $1 and r.id = $2 returning %s',
    k.record_table, (select string_agg(format('%I', part), ', ') from unnest(k.record_columns) part),
    (select string_agg(format('d.%I', part), ', ') from unnest(k.draft_columns) part), k.draft_table, k.draft_key,
    case k.published_at when 'first' then ', published_at = coalesce(r.published_at, $3)' when 'last' then ', published_at = $3' else '' end,
    case when k.published_at is null then '$3' else 'r.published_at' end) into shown_since using account, subject, shown_since;
  execute format('update public.%I d set publish_at = null where d.account_id = $1 and d.%I = $2 and d.publish_at is not null', k.draft_table, k.draft_key)
    using account, subject;
  perform private.store_version(k.kind, account, subject, 'published', private.draft_of(k.kind, account, subject));
  return shown_since;
end $function$

CREATE OR REPLACE FUNCTION private.publishing_kind(kind text)
 RETURNS private.publishing_kinds
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k from private.publishing_kinds k where k.kind = publishing_kind.kind
$function$

CREATE OR REPLACE FUNCTION private.purchased_products()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.product_id from public.orders o join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id)
   where o.user_id = auth.uid() and o.status = 'paid' and o.account_id = (select private.account_with('member'))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.put_search_records(source text, account uuid, record uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format('
    insert into public.search_records as r (account_id, id, kind, parent_id, title, summary, body, slug, picture, language, has_own_language, is_live)
    select s.account_id, s.id, s.kind, s.parent_id, left(s.title, 200), left(s.summary, 500), left(s.body, 40000), s.slug,
        case when length(s.picture) <= 1000 and s.picture ~ ''^(/[^/\\]|https://)'' then s.picture end,
        coalesce(s.language, l.language, ''en''), s.language is not null, s.is_live
      from private.%I s left join private.search_languages l on l.account_id = s.account_id
     where ($1 is null or s.account_id = $1) and ($2 is null or s.id = $2)
    on conflict (account_id, id) do update
      set parent_id = excluded.parent_id, title = excluded.title, summary = excluded.summary, body = excluded.body, slug = excluded.slug,
          picture = excluded.picture, language = excluded.language, has_own_language = excluded.has_own_language, is_live = excluded.is_live
      where (r.parent_id, r.title, r.summary, r.body, r.slug, r.picture, r.language, r.is_live) is distinct from
        (excluded.parent_id, excluded.title, excluded.summary, excluded.body, excluded.slug, excluded.picture, excluded.language, excluded.is_live)',
    source) using account, record;
end $function$

CREATE OR REPLACE FUNCTION private.query_filter(column_name text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select substring(nullif(current_setting('request.query', true), '')::jsonb ->> column_name from '^eq\.(.*)$')
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.question_problem(question jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  kind text := question ->> 'kind';
  options jsonb := coalesce(question -> 'options', '[]');
  answer jsonb := question -> 'answer';
begin
  if coalesce(kind in ('single', 'multiple', 'truefalse', 'short'), false) is false then return 'has an unknown type.'; end if;
  if length(trim(coalesce(question ->> 'prompt', ''))) not between 1 and 2000 then return 'needs a text of at most 2000 characters.'; end if;
  if length(coalesce(question ->> 'explanation', '')) > 2000 then return 'has an explanation of more than 2000 characters.'; end if;
  if not coalesce(question ->> 'points' ~ '^[0-9]{1,3}$' and (question ->> 'points')::int between 1 and 100, false) then
    return 'is worth 1 to 100 points.';
  end if;
  if jsonb_typeof(question -> 'figure') not in ('null', 'object') or (jsonb_typeof(question -> 'figure') = 'object'
      and not coalesce(question -> 'figure' ->> 'image' ~ '^(/[^/\\]|https://)' and length(question ->> 'figure') <= 1500
        and length(coalesce(question -> 'figure' ->> 'alt', '')) <= 300, false)) then
    return 'has an image that can’t be shown.';
  end if;
  if kind in ('single', 'multiple') then
    if jsonb_typeof(options) <> 'array' or jsonb_array_length(options) not between 2 and 12 then return 'needs 2 to 12 options.'; end if;
    if not private.has_unique_ids(options) then return 'has an option without a text, or one longer than 500 characters.'; end if;
  end if;
  return case kind
    when 'single' then case when jsonb_typeof(answer) = 'string' and exists (
      select from jsonb_array_elements(options) o where o -> 'id' = answer) then null else 'needs one option marked as correct.' end
    when 'multiple' then case when jsonb_typeof(answer) = 'array' and jsonb_array_length(answer) > 0
      and (select count(*) = count(distinct a) and bool_and(exists (select from jsonb_array_elements(options) o where o -> 'id' = a))
             from jsonb_array_elements(answer) a) then null else 'needs at least one option marked as correct.' end
    when 'truefalse' then case when jsonb_typeof(answer) = 'boolean' then null else 'needs true or false marked as correct.' end
    else case when jsonb_typeof(answer -> 'texts') = 'array' and jsonb_array_length(answer -> 'texts') between 1 and 20
      and (select bool_and(jsonb_typeof(t) = 'string' and length(trim(t #>> '{}')) between 1 and 200) from jsonb_array_elements(answer -> 'texts') t)
      then null else 'needs 1 to 20 accepted answers of at most 200 characters.' end end;
end $function$

CREATE OR REPLACE FUNCTION private.queue_scheduled_reports(moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posted integer;
begin
  with due as (
      select l.account_id, l.id, l.created_at, l.rhythm, z.zone,
             date_trunc(case l.rhythm when 'weekly' then 'week' else 'month' end, moment at time zone z.zone) as turn
        from public.report_letters l join public.accounts a on a.account_id = l.account_id and a.status = 'active'
       cross join lateral (select private.zone_of(l.account_id) as zone) z),
    posts as (
      insert into public.report_posts (account_id, letter_id, member_id, first_day, last_day)
      select d.account_id, d.id, r.member_id, (d.turn - case d.rhythm when 'weekly' then interval '7 days' else interval '1 month' end)::date, d.turn::date - 1
        from due d join public.report_readers r on (r.account_id, r.letter_id) = (d.account_id, d.id)
       -- At seven in the morning in the account's time zone; readers added later begin with the next one.
       where moment >= (d.turn + interval '7 hours') at time zone d.zone and r.created_at < (d.turn + interval '7 hours') at time zone d.zone
      on conflict on constraint report_posts_account_id_letter_id_member_id_first_day_key do nothing
      returning account_id, id),
    sent as (select private.enqueue('report-letter', jsonb_build_object('account_id', p.account_id, 'post_id', p.id)) from posts p)
  select count(*) into posted from sent;
  return posted;
end $function$

CREATE OR REPLACE FUNCTION private.quote_plan(account uuid, plan text, period text, provider text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
  p public.plans%rowtype;
  price jsonb;
begin
  select * into p from public.plans x where x.id = plan and x.is_offered;
  price := p.pricing #> array[provider, period];
  if price is null then
    perform private.raise_error('invalid', 'This plan is not available this way.');
  end if;
  if s.plan_id = plan and s.period = period and s.provider = provider and s.status in ('active', 'past_due') and s.next_plan_id is null then
    perform private.raise_error('conflict', 'The account is already on this plan.');
  end if;
  return price || jsonb_build_object('is_smaller', private.is_downgrade(s, plan, period, (price ->> 'amount')::bigint), 'label', p.label, 'currency', p.currency, 'customer', s.customer, 'reference', s.reference,
    'provider', s.provider, 'status', s.status,
    -- A trial is granted once: its remaining days carry over to another plan with a trial.
    'trial_end', case when s.status = 'trialing' and (price ->> 'trial_days')::int > 0 and s.trial_ends_at > (select private.clock_now()) + interval '48 hours' then s.trial_ends_at end,
    'email', (select u.email from auth.users u where u.id = auth.uid()));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.raise_error(code text, message text, hint text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'P0001', message = message, detail = code, hint = coalesce(hint, '');
end $function$

CREATE OR REPLACE FUNCTION private.read_admin_link(code text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.email from private.admin_links l
   where l.token_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and l.expires_at > now()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.receive_ticket_mail(address text, sender text, words text, mail text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
-- execute: anon

CREATE OR REPLACE FUNCTION private.received_reports()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.letter_id from public.report_readers r where r.member_id in (select private.member_ids())
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.record_acceptance(account uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.members m
     set accepted = jsonb_strip_nulls(jsonb_build_object('at', now(), 'terms', nullif(o.value ->> 'terms_url', ''), 'privacy', nullif(o.value ->> 'privacy_url', '')))
    from public.options o
   where m.account_id = account and m.user_id = person and o.account_id = account and o.key = 'settings' and o.value ->> 'terms_url' <> ''
$function$

CREATE OR REPLACE FUNCTION private.record_access_notices()
 RETURNS TABLE(account_id uuid, enrolment_id uuid, stage text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.access_notices as n (account_id, enrolment_id, stage, expires_at)
  select e.account_id, e.id, s.stage, e.expires_at from public.enrolments e
   cross join lateral (select case when e.expires_at <= (select private.clock_now()) then 'ended' else 'soon' end as stage) s
   where e.source = 'order' and e.expires_at > (select private.clock_now()) - interval '90 days'
     and e.expires_at <= (select private.clock_now()) + interval '3 days'
     and (s.stage = 'ended' or e.status = 'active')
     and not exists (select from private.access_notices d
       where (d.account_id, d.enrolment_id, d.stage, d.expires_at) = (e.account_id, e.id, s.stage, e.expires_at))
   order by e.expires_at limit 1000
  on conflict on constraint access_notices_pkey do update set expires_at = excluded.expires_at, created_at = private.clock_now()
    where n.expires_at <> excluded.expires_at
  returning n.account_id, n.enrolment_id, n.stage
$function$

CREATE OR REPLACE FUNCTION private.record_ended_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.contact_consents (account_id, contact_id, kind, source)
  values (new.account_id, new.id, case new.state when 'bounced' then 'bounced' else 'withdrawn' end, 'manager');
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.record_meter(account uuid, meter text, n bigint DEFAULT 1, reference text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.count_meter(account, meter, n, reference, false) $function$

CREATE OR REPLACE FUNCTION private.record_order_access(o orders, course uuid, lasts interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.order_access as order_access (account_id, order_id, course_id, lasts, held_until)
  select o.account_id, o.id, course, lasts,
    -- Access from other sources than orders stays when the order is refunded.
    (select coalesce(e.expires_at, 'infinity') from public.enrolments e
      where (e.account_id, e.course_id, e.member_id) = (o.account_id, course, o.member_id)
        and e.status = 'active' and e.source <> 'order' and (e.expires_at is null or e.expires_at > (select private.clock_now())))
  on conflict (account_id, order_id, course_id) do update
    set lasts = case when order_access.lasts is null or excluded.lasts is null then null else greatest(order_access.lasts, excluded.lasts) end
$function$

CREATE OR REPLACE FUNCTION private.record_ticket_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.ticket_changes (account_id, ticket_id, kind, old_value, new_value, actor_id, created_at)
  select new.account_id, new.id, c.kind, c.old_value, c.new_value, (select u.id from auth.users u where u.id = auth.uid()),
         case when tg_op = 'INSERT' then new.created_at else private.clock_now() end
    from (values ('status', case when tg_op = 'UPDATE' then old.status end, new.status),
                 ('category', case when tg_op = 'UPDATE' then old.category else new.category end, new.category),
                 ('assignee', case when tg_op = 'UPDATE' then old.assignee_id::text end, new.assignee_id::text),
                 ('view_as', case when tg_op = 'UPDATE' then old.view_as_until::text end, new.view_as_until::text)) c(kind, old_value, new_value)
   where c.old_value is distinct from c.new_value;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.redeem_handoff(account uuid, code text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.handoff_codes h
   where h.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and h.account_id = account and h.expires_at > now()
  returning h.user_id
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.redirect_doc_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.redirect_moved(new.account_id, '/docs/' || old.slug, '/docs/' || new.slug);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.redirect_moved(account uuid, old_path text, new_path text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.redirects r where r.account_id = account and r.from_path = new_path;
  insert into public.redirects (account_id, from_path, to_address, is_automatic) values (account, old_path, new_path, true)
  on conflict (account_id, from_path) do update set to_address = excluded.to_address, status = 301, is_automatic = true;
end $function$

CREATE OR REPLACE FUNCTION private.redirect_moved_course()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.redirect_moved(new.account_id, tg_argv[0] || old.slug, tg_argv[0] || new.slug);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.redirect_page_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.redirect_moved(new.account_id,
    case old.slug when 'home' then '/' else '/' || old.slug end, case new.slug when 'home' then '/' else '/' || new.slug end);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.redirect_post_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.redirect_moved(new.account_id, '/blog/' || old.slug, '/blog/' || new.slug);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.rejects_disposable(account uuid, form uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select refuses_throwaway from public.form_rules where account_id = account and form_id = form), false)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.release_coupon(o orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  released_coupon uuid;
begin
  delete from public.coupon_redemptions r where r.account_id = o.account_id and r.order_id = o.id returning coupon_id into released_coupon;
  if released_coupon is not null then
    update public.coupons c set usage_count = greatest(0, usage_count - 1) where c.account_id = o.account_id and c.id = released_coupon;
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.release_unpaid_coupons()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders%rowtype;
  released integer := 0;
begin
  for o in
    select k.* from public.orders k join public.coupon_redemptions r on (r.account_id, r.order_id) = (k.account_id, k.id)
     where k.status = 'pending' and k.placed_at < (select private.clock_now()) - interval '7 days'
     order by k.id for update of k skip locked
  loop
    perform private.release_coupon(o);
    released := released + 1;
  end loop;
  return released;
end $function$

CREATE OR REPLACE FUNCTION private.remove_post_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.author_name := '—';
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.remove_sign_in_provider(account uuid, name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if account is distinct from (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  delete from public.sign_in_providers where account_id = account and provider = name;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.reply_as(account uuid, ticket uuid, person uuid, staff boolean, words text, internal boolean, next_status text, way text, files text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
  new_status text := case when internal then next_status when staff then coalesce(next_status, 'awaited') else coalesce(next_status, 'unresolved') end;
begin
  if new_status is not null and (new_status not in ('unresolved', 'awaited', 'resolved') or (not staff and new_status = 'awaited')) then
    perform private.raise_error('invalid', 'A ticket is unresolved, awaited or resolved.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ticket messages ' || person, 0));
  if (select count(*) from public.ticket_messages m where m.author_id = person and m.created_at > (select private.clock_now()) - interval '1 hour') >= 120 then
    perform private.raise_error('too_many_messages', 'You wrote 120 messages within an hour. Wait a little.');
  end if;
  made := private.add_ticket_message(account, ticket, person, words, staff, internal, way, files);
  update public.tickets t set status = new_status
   where (t.account_id, t.id) = (account, ticket) and new_status is not null and t.status <> new_status;
  return made;
end $function$

CREATE OR REPLACE FUNCTION private.report_counts(report text, account uuid, money text, starts timestamp with time zone, ends timestamp with time zone, filters jsonb)
 RETURNS TABLE(metric text, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  courses uuid[] := private.report_courses(filters);
  role uuid := filters ->> 'role';
begin
  if starts is null then
    return;
  end if;
  if report in ('members', 'overview') then
    return query select 'total', count(*)::numeric from public.members m
      where m.account_id = account and m.created_at < ends and (role is null or m.role_id = role);
  end if;
  if report in ('members', 'learning') then
    return query
      select 'learners', count(distinct x.member_id)::numeric from (
        select p.member_id from public.lesson_progress p
         where p.account_id = account and p.completed_at >= starts and p.completed_at < ends and (courses is null or p.course_id = any (courses))
        union all
        select t.member_id from public.attempts t where t.account_id = account and not t.is_trial
           and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses))) x
        join public.members m on (m.account_id, m.id) = (account, x.member_id)
       where role is null or m.role_id = role;
  end if;
  if report = 'learning' then
    return query select 'score', round(avg(t.score / t.points) * 100, 1) from public.attempts t
      where t.account_id = account and not t.is_trial and t.points > 0 and t.submitted_at >= starts and t.submitted_at < ends
        and (courses is null or t.course_id = any (courses));
  elsif report = 'sales' then
    return query select 'buyers', count(distinct coalesce(o.user_id::text, lower(o.email)))::numeric from public.orders o
      where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends;
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.report_courses(filters jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when filters ? 'courses' then array(
           select id::uuid from jsonb_array_elements_text(filters -> 'courses') id
            where filters ->> 'course' is null or id = filters ->> 'course')
         when filters ->> 'course' is not null then array[(filters ->> 'course')::uuid] end
$function$

CREATE OR REPLACE FUNCTION private.report_events(report text, account uuid, money text, starts timestamp with time zone, ends timestamp with time zone, filters jsonb)
 RETURNS TABLE(metric text, at timestamp with time zone, amount numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  courses uuid[] := private.report_courses(filters);
  role uuid := filters ->> 'role';
begin
  if report in ('overview', 'sales') then
    return query
      select m.metric, o.paid_at, m.amount::numeric from public.orders o
       cross join lateral (values ('revenue', o.total), ('orders', 1), ('discount', o.discount), ('tax', o.tax)) m (metric, amount)
       where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends
      union all
      select m.metric, o.closed_at, m.amount::numeric from public.orders o
       cross join lateral (values ('refunds', 1), ('refunded', o.total)) m (metric, amount)
       where o.account_id = account and o.status = 'refunded' and o.currency = money and o.closed_at >= starts and o.closed_at < ends;
  end if;
  if report in ('overview', 'members') then
    return query select 'joined', m.created_at, 1::numeric from public.members m
      where m.account_id = account and m.created_at >= starts and m.created_at < ends and (role is null or m.role_id = role);
  end if;
  if report in ('overview', 'learning') then
    return query
      select 'enrolled', e.created_at, 1::numeric from public.enrolments e
       where e.account_id = account and e.created_at >= starts and e.created_at < ends and (courses is null or e.course_id = any (courses))
      union all
      select 'completions', e.completed_at, 1 from public.enrolments e
       where e.account_id = account and e.completed_at >= starts and e.completed_at < ends and (courses is null or e.course_id = any (courses));
  end if;
  if report = 'learning' then
    return query
      select 'lessons', p.completed_at, 1::numeric from public.lesson_progress p
       where p.account_id = account and p.completed_at >= starts and p.completed_at < ends and (courses is null or p.course_id = any (courses))
      union all
      select m.metric, t.submitted_at, m.amount from public.attempts t cross join lateral (values ('attempts', 1), ('passed', t.passed::int)) m (metric, amount)
       where t.account_id = account and not t.is_trial and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses));
  end if;
  if report in ('overview', 'marketing') then
    return query
      select 'answers', s.created_at, 1::numeric from public.form_submissions s where s.account_id = account and s.created_at >= starts and s.created_at < ends
      union all
      select case c.kind when 'confirmed' then 'subscribed' else 'left' end, c.created_at, 1 from public.contact_consents c
       where c.account_id = account and c.kind <> 'asked' and c.created_at >= starts and c.created_at < ends;
  end if;
  if report = 'marketing' then
    return query
      select 'campaign_visits', v.started_at, 1::numeric from public.visits v
       where v.account_id = account and v.campaign <> '' and v.started_at >= starts and v.started_at < ends
      union all
      select m.metric, o.paid_at, m.amount from public.orders o cross join lateral (values ('coupon_orders', 1), ('coupon_discount', o.discount)) m (metric, amount)
       where o.account_id = account and o.coupon is not null and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends;
  end if;
  if report in ('overview', 'visits') then
    -- Aggregated by quarter hours: every time zone offset is a multiple of one.
    return query
      with seen as materialized (select v.visitor, v.started_at, v.last_at, v.views from private.visits_in(account, starts, ends, filters) v)
      select 'visitors', min(x.began), count(*)::numeric from (select min(v.started_at) as began from seen v group by v.visitor) x
       group by date_bin('15 minutes', x.began, timestamptz 'epoch')
      union all
      select m.metric, x.began, m.amount from (
        select min(v.started_at) as began, count(*) as visits, sum(v.views) as views, count(*) filter (where v.views = 1) as bounces,
               sum(extract(epoch from v.last_at - v.started_at)) as seconds
          from seen v group by date_bin('15 minutes', v.started_at, timestamptz 'epoch')) x
       cross join lateral (values ('visits', x.visits::numeric), ('views', x.views), ('bounces', x.bounces), ('seconds', x.seconds)) m (metric, amount);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.report_frame(account uuid, period text, since date, until date, compare text)
 RETURNS TABLE(zone text, currency text, unit text, first date, last date, starts timestamp with time zone, ends timestamp with time zone, past_first date, past_last date, past_starts timestamp with time zone, past_ends timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date;
  months int := 0;
  days int := 0;
  shift interval;
  past_end timestamp;
begin
  zone := private.zone_of(account);
  today := (private.clock_now() at time zone zone)::date;
  last := today;
  case period
    when '7d' then first := today - 6; days := 7;
    when '30d' then first := today - 29; days := 30;
    when '90d' then first := today - 89; days := 90;
    when '12m' then first := date_trunc('month', today)::date - interval '11 months'; months := 12;
    when 'month' then first := date_trunc('month', today); months := 1;
    when 'last_month' then first := date_trunc('month', today) - interval '1 month'; last := date_trunc('month', today)::date - 1; months := 1;
    when 'last_week' then first := date_trunc('week', today)::date - 7; last := date_trunc('week', today)::date - 1; days := 7;
    when 'year' then first := date_trunc('year', today); months := 12;
    when 'custom' then
      if since is null or until is null or since > until or until > today or since < date '2000-01-01' or until - since > 1100 then
        perform private.raise_error('invalid', 'Choose a first and a last day, not in the future and at most three years apart.');
      end if;
      first := since;
      last := until;
      -- Full months are compared with full months, whatever their length.
      if extract(day from since) = 1 and extract(day from until + 1) = 1 then
        months := private.report_slot('month', since, until) + 1;
      else
        days := until - since + 1;
      end if;
    else perform private.raise_error('invalid', 'There is no such period.');
  end case;
  if compare = 'year' then
    shift := interval '1 year';
  elsif compare = 'previous' then
    shift := make_interval(months => months, days => days);
  elsif compare <> 'none' then
    perform private.raise_error('invalid', 'Compare with the previous period, the previous year, or nothing.');
  end if;
  currency := coalesce((select nullif(o.value ->> 'currency', '') from public.options o where o.account_id = account and o.key = 'settings'), 'EUR');
  unit := case when last - first < 62 then 'day' when last - first < 190 then 'week' else 'month' end;
  starts := first::timestamp at time zone zone;
  -- An unfinished day is compared with the same part of the other day.
  past_end := case when last >= today then private.clock_now() at time zone zone else (last + 1)::timestamp end - shift;
  ends := case when last >= today then private.clock_now() else (last + 1)::timestamp at time zone zone end;
  past_first := first - shift;
  past_last := (past_end - interval '1 microsecond')::date;
  past_starts := past_first::timestamp at time zone zone;
  past_ends := past_end at time zone zone;
  return next;
end $function$

CREATE OR REPLACE FUNCTION private.report_items(list text, account uuid, ids uuid[])
 RETURNS TABLE(id uuid, item jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if list in ('orders', 'refunds', 'coupon_orders') then
    return query
      select o.id, jsonb_build_object('number', o.number, 'name', o.customer_name, 'email', o.email, 'coupon', o.coupon, 'currency', o.currency,
             'discount', o.discount, 'amount', o.total,
             'items', (select string_agg(i.title, ', ' order by i.position) from public.order_items i where (i.account_id, i.order_id) = (account, o.id)))
        from public.orders o where o.account_id = account and o.id = any (ids);
  elsif list = 'joined' then
    return query
      select m.id, jsonb_build_object('name', m.name, 'email', m.email, 'role', r.name, 'kind', r.kind)
        from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
       where m.account_id = account and m.id = any (ids);
  elsif list in ('enrolled', 'completions', 'learners', 'risk') then
    return query
      with e as (select p.* from public.course_progress p where p.account_id = account and p.id = any (ids)),
        s as (select t.member_id, t.course_id, round(avg(t.score / nullif(t.points, 0)) * 100, 1) as score from public.attempts t
               where t.account_id = account and not t.is_trial and t.submitted_at is not null and t.member_id in (select e.member_id from e) group by 1, 2),
        l as (select a.user_id, max(coalesce(x.refreshed_at at time zone 'UTC', x.created_at)) as login_at
                from private.session_accounts a join auth.sessions x on x.id = a.session_id where a.account_id = account and a.actor_id is null group by 1)
      select e.id, jsonb_build_object('name', m.name, 'email', m.email, 'course', c.title, 'course_language', c.language, 'slug', c.slug,
             'status', case when e.completed_at is not null then 'completed' else e.status end, 'percent', e.percent, 'score', s.score,
             'enrolled_at', e.created_at, 'completed_at', e.completed_at, 'seen_at', e.seen_at, 'login_at', l.login_at)
        from e join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id)
        join public.courses c on (c.account_id, c.id) = (e.account_id, e.course_id)
        left join s on (s.member_id, s.course_id) = (e.member_id, e.course_id) left join l on l.user_id = m.user_id;
  elsif list = 'lessons' then
    return query
      select p.id, jsonb_build_object('name', m.name, 'email', m.email, 'course', c.title, 'course_language', c.language, 'slug', c.slug, 'lesson', l.title)
        from public.lesson_progress p join public.members m on (m.account_id, m.id) = (p.account_id, p.member_id)
        join public.courses c on (c.account_id, c.id) = (p.account_id, p.course_id)
        join public.lessons l on (l.account_id, l.id) = (p.account_id, p.lesson_id)
       where p.account_id = account and p.id = any (ids);
  elsif list = 'attempts' then
    return query
      select t.id, jsonb_build_object('name', m.name, 'email', m.email, 'course', c.title, 'course_language', c.language, 'slug', c.slug, 'lesson', l.title,
             'score', round(t.score / nullif(t.points, 0) * 100, 1), 'passed', t.passed)
        from public.attempts t join public.members m on (m.account_id, m.id) = (t.account_id, t.member_id)
        join public.courses c on (c.account_id, c.id) = (t.account_id, t.course_id)
        join public.quizzes q on (q.account_id, q.id) = (t.account_id, t.quiz_id) join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id)
       where t.account_id = account and t.id = any (ids);
  elsif list = 'answers' then
    return query
      select s.id, jsonb_build_object('form_id', f.id, 'form', f.name, 'email', s.email, 'path', s.page)
        from public.form_submissions s join public.forms f on (f.account_id, f.id) = (s.account_id, s.form_id)
       where s.account_id = account and s.id = any (ids);
  elsif list in ('subscribed', 'left') then
    return query
      select k.id, jsonb_build_object('name', c.name, 'email', c.email, 'step', k.kind)
        from public.contact_consents k join public.contacts c on (c.account_id, c.id) = (k.account_id, k.contact_id)
       where k.account_id = account and k.id = any (ids);
  elsif list in ('visits', 'campaign_visits') then
    return query
      select v.id, jsonb_build_object('entry', v.entry_path, 'exit', v.exit_path, 'source', v.source, 'medium', v.medium, 'campaign', v.campaign,
             'device', v.device, 'language', v.language, 'country', v.country, 'views', v.views, 'seconds', extract(epoch from v.last_at - v.started_at)::int)
        from public.visits v where v.account_id = account and v.id = any (ids);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.report_keys(list text, account uuid, money text, starts timestamp with time zone, ends timestamp with time zone, filters jsonb)
 RETURNS TABLE(id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  courses uuid[] := private.report_courses(filters);
  role uuid := filters ->> 'role';
begin
  if list in ('orders', 'coupon_orders') then
    return query select o.id, o.paid_at from public.orders o
      where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends
        and (list = 'orders' or o.coupon is not null);
  elsif list = 'refunds' then
    return query select o.id, o.closed_at from public.orders o
      where o.account_id = account and o.status = 'refunded' and o.currency = money and o.closed_at >= starts and o.closed_at < ends;
  elsif list = 'joined' then
    return query select m.id, m.created_at from public.members m
      where m.account_id = account and m.created_at >= starts and m.created_at < ends and (role is null or m.role_id = role);
  elsif list in ('enrolled', 'learners') then
    return query select e.id, e.created_at from public.enrolments e
      where e.account_id = account and (courses is null or e.course_id = any (courses)) and (list = 'learners' or e.created_at >= starts and e.created_at < ends);
  elsif list = 'completions' then
    return query select e.id, e.completed_at from public.enrolments e
      where e.account_id = account and (courses is null or e.course_id = any (courses)) and e.completed_at >= starts and e.completed_at < ends;
  elsif list = 'risk' then
    return query select r.enrolment_id, r.last_at from private.learners_at_risk(account, courses) r;
  elsif list = 'lessons' then
    return query select p.id, p.completed_at from public.lesson_progress p
      where p.account_id = account and p.completed_at >= starts and p.completed_at < ends and (courses is null or p.course_id = any (courses));
  elsif list = 'attempts' then
    return query select t.id, t.submitted_at from public.attempts t
      where t.account_id = account and not t.is_trial and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses));
  elsif list = 'answers' then
    return query select s.id, s.created_at from public.form_submissions s
      where s.account_id = account and s.created_at >= starts and s.created_at < ends;
  elsif list in ('subscribed', 'left') then
    return query select k.id, k.created_at from public.contact_consents k
      where k.account_id = account and k.created_at >= starts and k.created_at < ends
        and case list when 'subscribed' then k.kind = 'confirmed' else k.kind in ('withdrawn', 'bounced') end;
  elsif list in ('visits', 'campaign_visits') then
    return query select v.id, v.started_at from private.visits_in(account, starts, ends, filters) v where list = 'visits' or v.campaign <> '';
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.report_metrics(report text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case report
    when 'overview' then '{revenue,orders,joined,enrolled,completions,visitors,views,answers,subscribed}'::text[]
    when 'sales' then '{revenue,orders,discount,tax,refunds,refunded}'
    when 'members' then '{joined}'
    when 'learning' then '{enrolled,lessons,completions,attempts,passed}'
    when 'marketing' then '{answers,subscribed,left,campaign_visits,coupon_orders,coupon_discount}'
    when 'visits' then '{visitors,visits,views,bounces,seconds}' end
$function$

CREATE OR REPLACE FUNCTION private.report_of(account uuid, report text, period text, since date, until date, compare text, filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  f record;
  money text;
  result jsonb;
begin
  if private.report_metrics(report) is null then
    perform private.raise_error('invalid', 'There is no such report.');
  end if;
  if jsonb_typeof(filters) <> 'object' or pg_column_size(filters - 'courses') > 2000 then
    perform private.raise_error('invalid', 'These filters are not valid.');
  end if;
  select * into f from private.report_frame(account, period, since, until, compare);
  money := coalesce(filters ->> 'currency', f.currency);
  -- Grouped by day first, so that the slot is computed once for each day.
  with e as (
      select d.metric, private.report_slot(f.unit, f.first, d.day) as slot, sum(d.amount) as amount from (
        select v.metric, (v.at at time zone f.zone)::date as day, sum(v.amount) as amount
          from private.report_events(report, account, money, f.starts, f.ends, filters) v group by 1, 2) d group by 1, 2),
    p as (
      select d.metric, private.report_slot(f.unit, f.past_first, d.day) as slot, sum(d.amount) as amount from (
        select v.metric, (v.at at time zone f.zone)::date as day, sum(v.amount) as amount
          from private.report_events(report, account, money, f.past_starts, f.past_ends, filters) v group by 1, 2) d group by 1, 2),
    m as (select metric from unnest(private.report_metrics(report)) metric),
    slots as (select s as slot, case f.unit when 'month' then (date_trunc('month', f.first) + make_interval(months => s))::date
                when 'week' then f.first + 7 * s else f.first + s end as day
                from generate_series(0, private.report_slot(f.unit, f.first, f.last)) s),
    counted as (
      select c.metric, c.amount as now, (select q.amount from private.report_counts(report, account, money, f.past_starts, f.past_ends, filters) q where q.metric = c.metric) as past
        from private.report_counts(report, account, money, f.starts, f.ends, filters) c)
  select jsonb_build_object(
    'frame', jsonb_build_object('zone', f.zone, 'currency', money, 'unit', f.unit, 'first', f.first, 'last', f.last,
      'past_first', f.past_first, 'past_last', f.past_last, 'ends', f.ends),
    'numbers', (select jsonb_object_agg(n.metric, jsonb_build_object('now', n.now, 'past', n.past)) from (
        select m.metric, coalesce((select sum(e.amount) from e where e.metric = m.metric), 0) as now,
               case when f.past_starts is not null then coalesce((select sum(p.amount) from p where p.metric = m.metric), 0) end as past from m
        union all select * from counted) n),
    'series', (select jsonb_object_agg(x.metric, x.points) from (
        select m.metric, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('at', s.day, 'now', coalesce(e.amount, 0),
                 'past', case when f.past_starts is not null then coalesce(p.amount, 0) end)) order by s.slot) as points
          from m cross join slots s left join e on (e.metric, e.slot) = (m.metric, s.slot) left join p on (p.metric, p.slot) = (m.metric, s.slot)
         group by 1) x),
    'tables', private.report_tables(report, account, money, f.starts, f.ends, filters)
  ) into result;
  return result;
end $function$

CREATE OR REPLACE FUNCTION private.report_slot(unit text, first date, day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case unit when 'day' then day - first when 'week' then (day - first) / 7
    else (extract(year from day) - extract(year from first))::int * 12 + (extract(month from day) - extract(month from first))::int end
$function$

CREATE OR REPLACE FUNCTION private.report_tables(report text, account uuid, money text, starts timestamp with time zone, ends timestamp with time zone, filters jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  course uuid := filters ->> 'course';
  courses uuid[] := private.report_courses(filters);
  zone text := private.zone_of(account);
  answer jsonb := '{}';
begin
  if report = 'sales' then
    with paid as (select * from public.orders o where o.account_id = account and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends)
    select jsonb_build_object(
      'products', (select coalesce(jsonb_agg(to_jsonb(x) order by x.amount desc, x.name), '[]') from (
        select coalesce(min(p.title), min(i.title)) as name, i.product_id as id, sum(i.quantity) as units, sum(i.amount * i.quantity) as amount
          from paid join public.order_items i on (i.account_id, i.order_id) = (paid.account_id, paid.id)
          left join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
         group by i.product_id, case when i.product_id is null then i.title end order by 4 desc, 1 limit 20) x),
      'coupons', (select coalesce(jsonb_agg(to_jsonb(x) order by x.orders desc, x.name), '[]') from (
        select coupon as name, count(*) as orders, sum(discount) as discount, sum(total) as amount from paid where coupon is not null
         group by 1 order by 2 desc, 1 limit 20) x),
      'countries', (select coalesce(jsonb_agg(to_jsonb(x) order by x.amount desc, x.name), '[]') from (
        select coalesce(billing_address ->> 'country', '') as name, count(*) as orders, sum(total) as amount from paid group by 1 order by 3 desc, 1 limit 20) x),
      'currencies', (select coalesce(jsonb_agg(to_jsonb(x) order by x.orders desc, x.name), '[]') from (
        select o.currency as name, count(*) as orders, sum(o.total) as amount from public.orders o
         where o.account_id = account and o.status = 'paid' and o.paid_at >= starts and o.paid_at < ends group by 1) x)
    ) into answer;
  elsif report = 'members' then
    select jsonb_build_object(
      'roles', (select coalesce(jsonb_agg(to_jsonb(x) order by x.members desc, x.name), '[]') from (
        select r.role_id as id, r.kind, r.name, count(m.id) as members,
               count(m.id) filter (where m.created_at >= starts) as joined
          from public.roles r left join public.members m on (m.account_id, m.role_id) = (r.account_id, r.role_id) and m.created_at < ends
         where r.account_id = account group by r.account_id, r.role_id) x),
      'cohorts', private.member_cohorts(account, zone)
    ) into answer;
  elsif report = 'learning' then
    select jsonb_build_object(
      'courses', (select coalesce(jsonb_agg(to_jsonb(x) order by x.enrolled desc, x.students desc, x.name), '[]') from (
        select c.id, c.title as name, c.slug, c.language, count(p.id) filter (where p.status = 'active') as students,
               count(p.id) filter (where p.created_at >= starts and p.created_at < ends) as enrolled,
               count(p.id) filter (where p.status = 'active' and p.completed_at is not null) as completed,
               round(avg(p.percent) filter (where p.status = 'active')) as percent,
               round((percentile_cont(0.5) within group (order by extract(epoch from p.completed_at - p.created_at)) / 86400)::numeric, 1) as days
          from public.courses c left join public.course_progress p on (p.account_id, p.course_id) = (c.account_id, c.id)
         where c.account_id = account and c.status <> 'draft' and (courses is null or c.id = any (courses))
         group by c.account_id, c.id order by 6 desc, 5 desc, 2 limit 50) x),
      'lessons', case when course is null then '[]' else (select coalesce(jsonb_agg(to_jsonb(x) order by x.place), '[]') from (
        select l.id, l.title as name, row_number() over (order by s.position, l.position, l.id) as place,
               count(p.id) as begun, count(p.completed_at) as completed
          from public.lessons l join public.sections s on (s.account_id, s.id) = (l.account_id, l.section_id)
          left join public.lesson_progress p on (p.account_id, p.lesson_id) = (l.account_id, l.id)
         where l.account_id = account and l.course_id = course and (courses is null or course = any (courses)) and l.is_published
         group by l.account_id, l.id, s.position limit 200) x) end,
      'quizzes', (select coalesce(jsonb_agg(to_jsonb(x) order by x.attempts desc, x.name), '[]') from (
        select t.quiz_id as id, min(l.title) as name, count(*) as attempts, count(*) filter (where t.passed) as passed,
               round(avg(t.score / nullif(t.points, 0)) * 100, 1) as score
          from public.attempts t join public.quizzes q on (q.account_id, q.id) = (t.account_id, t.quiz_id)
          join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id)
         where t.account_id = account and not t.is_trial and t.submitted_at >= starts and t.submitted_at < ends and (courses is null or t.course_id = any (courses))
         group by 1 order by 3 desc, 2 limit 20) x),
      'risk', (select count(*) from private.learners_at_risk(account, courses))
    ) into answer;
  elsif report = 'marketing' then
    select jsonb_build_object(
      'campaigns', (select coalesce(jsonb_agg(to_jsonb(x) order by x.visits desc, x.name), '[]') from (
        select v.campaign as name, v.source, v.medium, count(*) as visits, sum(v.views) as views from public.visits v
         where v.account_id = account and v.campaign <> '' and v.started_at >= starts and v.started_at < ends group by 1, 2, 3 order by 4 desc, 1 limit 20) x),
      'forms', (select coalesce(jsonb_agg(to_jsonb(x) order by x.answers desc, x.name), '[]') from (
        select f.id, f.name, count(*) as answers from public.form_submissions s join public.forms f on (f.account_id, f.id) = (s.account_id, s.form_id)
         where s.account_id = account and s.created_at >= starts and s.created_at < ends group by f.account_id, f.id order by 3 desc, 2 limit 20) x),
      'coupons', (select coalesce(jsonb_agg(to_jsonb(x) order by x.orders desc, x.name), '[]') from (
        select o.coupon as name, count(*) as orders, sum(o.discount) as discount, sum(o.total) as amount from public.orders o
         where o.account_id = account and o.coupon is not null and o.status = 'paid' and o.currency = money and o.paid_at >= starts and o.paid_at < ends
         group by 1 order by 2 desc, 1 limit 20) x),
      'readers', (select count(*) from public.contacts c where c.account_id = account and c.state = 'subscribed')
    ) into answer;
  elsif report = 'visits' then
    with seen as materialized (select * from private.visits_in(account, starts, ends, filters)),
      named as (
        select x.kind, x.name, count(*) as visitors, sum(x.visits) as visits, sum(x.views) as views,
               row_number() over (partition by x.kind order by count(*) desc, sum(x.visits) desc, x.name) as place
          from (select k.kind, k.name, v.visitor, count(*) as visits, sum(v.views) as views
                  from seen v cross join lateral (values ('sources', v.source), ('entries', v.entry_path), ('devices', v.device), ('languages', v.language),
                       ('countries', v.country), ('campaigns', nullif(v.campaign, ''))) k (kind, name)
                 where k.name is not null group by 1, 2, 3) x group by 1, 2
        union all
        select 'pages', p.path, count(distinct v.visitor), count(*), sum(p.views),
               row_number() over (order by count(distinct v.visitor) desc, sum(p.views) desc, p.path)
          from seen v join public.visit_pages p on (p.account_id, p.visit_id) = (account, v.id)
         where filters ->> 'path' is null or p.path = filters ->> 'path' group by 2)
    select coalesce(jsonb_object_agg(t.kind, t.rows), '{}') into answer from (
      select n.kind, jsonb_agg(jsonb_build_object('name', n.name, 'visitors', n.visitors, 'visits', n.visits, 'views', n.views) order by n.place) as rows
        from named n where n.place <= 20 group by 1) t;
  end if;
  return answer;
end $function$

CREATE OR REPLACE FUNCTION private.request_consent(account uuid, contact uuid, consent_words text, place text, address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.contacts%rowtype;
  asked_today int;
begin
  select * into c from public.contacts where account_id = account and id = contact for update;
  if c.id is null or c.state = 'subscribed' then
    return false;
  end if;
  select count(*) into asked_today from public.contact_consents
   where account_id = account and contact_id = contact and kind = 'asked' and created_at > (select private.clock_now()) - interval '1 day';
  insert into public.contact_consents (account_id, contact_id, kind, words, source, address_hash)
  select account, contact, 'asked', left(consent_words, 2000), left(place, 200), private.hash_address(account, address)
   where asked_today < 20;
  -- Anyone can type anyone's address: at most one mail in a quarter of an hour and five a day.
  if asked_today >= 5 or (c.state = 'pending' and c.asked_at > (select private.clock_now()) - interval '15 minutes') then
    return false;
  end if;
  update public.contacts set state = 'pending', asked_at = private.clock_now() where account_id = account and id = contact;
  perform private.enqueue('contact-mail', jsonb_build_object('account_id', account, 'contact_id', contact, 'kind', 'confirm'));
  return true;
end $function$

CREATE OR REPLACE FUNCTION private.request_impersonation(account uuid, member uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target public.members%rowtype;
begin
  select * into target from public.members m where m.account_id = account and m.id = member;
  perform private.check_may_impersonate(account, target);
  return private.create_impersonation_code(account, target, reason, false, false, 'member.log_in_as', '{}');
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.request_open_account(account uuid, reason text)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.create_impersonation_code(account, private.owner_to_impersonate(account), reason, false, true, 'account.opened_as_owner', '{}') ->> 'code'
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.require_notification_kinds(kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not kinds <@ coalesce((select array_agg(k.kind) from private.notification_kinds k), '{}') then
    raise check_violation using message = 'A feature declares each kind of notification; one of these is none.';
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.require_numbers(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if account is null or account not in (select private.account_with('manage_stats') union select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You don’t have permission to see reports.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.require_super_admin()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_super_admin() then
    perform private.raise_error('forbidden', 'Only platform administrators can do this.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.reschedule_sends()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  n public.account_notifications%rowtype;
begin
  for n in
    with planned as (delete from private.notification_sends s where s.account_id = new.account_id and s.user_id = new.user_id
      returning s.notification_id)
    select a.* from public.account_notifications a
     where a.account_id = new.account_id and a.seen_at is null and a.id in (select p.notification_id from planned p)
  loop
    perform private.schedule_sends(n);
  end loop;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.retry_delay(tries integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select ('{5 seconds,5 minutes,30 minutes,2 hours,5 hours,10 hours,14 hours,20 hours,24 hours}'::interval[])[tries]
$function$

CREATE OR REPLACE FUNCTION private.revoke_purchased_courses(o orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened uuid;
  until timestamptz;
begin
  for opened in select a.course_id from private.order_access a where (a.account_id, a.order_id) = (o.account_id, o.id) and o.member_id is not null loop
    until := private.paid_access_until(o.account_id, opened, o.member_id);
    if coalesce(until, private.clock_now()) > (select private.clock_now()) then
      update public.enrolments e set expires_at = nullif(until, 'infinity')
       where (e.account_id, e.course_id, e.member_id) = (o.account_id, opened, o.member_id) and (e.status, e.source) = ('active', 'order');
    -- An enrolment that a manager made after the order is left for a manager to end.
    elsif exists (select from public.enrolments e
        where (e.account_id, e.course_id, e.member_id) = (o.account_id, opened, o.member_id) and (e.status, e.source) = ('active', 'order')) then
      perform private.end_enrolment(o.account_id, opened, o.member_id);
    end if;
  end loop;
end $function$

CREATE OR REPLACE FUNCTION private.rgb_of(colour text)
 RETURNS double precision[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  hex text := lower(substring(colour from '^\s*#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})\s*$'));
  matches text[];
begin
  if hex is not null then
    if length(hex) = 3 then
      hex := regexp_replace(hex, '(.)', '\1\1', 'g');
    end if;
    return array(select get_byte(decode(hex, 'hex'), at) / 255.0::double precision from generate_series(0, 2) at);
  end if;
  matches := regexp_match(colour, '^\s*oklch\(\s*(\d{1,3}(?:\.\d{1,6})?)%\s+(\d(?:\.\d{1,6})?|\.\d{1,6})\s+(\d{1,3}(?:\.\d{1,6})?)(?:deg)?\s*\)\s*$', 'i');
  if matches is not null then
    return private.rgb_of_oklab(matches[1]::double precision / 100,
      matches[2]::double precision * cosd(matches[3]::double precision), matches[2]::double precision * sind(matches[3]::double precision));
  end if;
  matches := regexp_match(colour, '^\s*rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)\s*$', 'i');
  if matches is not null and matches[1]::int <= 255 and matches[2]::int <= 255 and matches[3]::int <= 255 then
    return array[matches[1]::double precision / 255, matches[2]::double precision / 255, matches[3]::double precision / 255];
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.rgb_of_oklab(lightness double precision, a double precision, b double precision)
 RETURNS double precision[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  l double precision := power(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  m double precision := power(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  s double precision := power(lightness - 0.0894841775 * a - 1.291485548 * b, 3);
  light double precision;
  rgb double precision[] := '{}';
begin
  foreach light in array array[
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s]
  loop
    rgb := rgb || least(1, greatest(0, case when light <= 0.0031308 then 12.92 * light else 1.055 * power(light, 1 / 2.4) - 0.055 end));
  end loop;
  return rgb;
end $function$

CREATE OR REPLACE FUNCTION private.run_billing(at timestamp with time zone DEFAULT private.clock_now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.subscriptions%rowtype;
  overdue timestamptz;
  step smallint;
  done int := 0;
begin
  for s in select * from public.subscriptions x where x.provider = 'offline' and x.status <> 'ended'
      and (x.period_end <= at or exists (select from public.invoices i where i.account_id = x.account_id and i.status = 'open' and i.due_at <= at))
    order by x.account_id for update skip locked
  loop
    done := done + 1;
    select min(i.due_at) into overdue from public.invoices i
     where i.account_id = s.account_id and i.provider = 'offline' and i.status = 'open' and i.due_at <= at;
    if overdue + interval '14 days' <= at then
      perform private.end_subscription(s.account_id, 'exhausted', at);
      continue;
    end if;
    if s.period_end <= at then
      if s.cancel_at_period_end then
        perform private.end_subscription(s.account_id, 'ended', at);
        continue;
      elsif s.status <> 'trialing' and s.next_plan_id is null and s.issued_count >= s.iterations then
        perform private.end_subscription(s.account_id, 'completed', at);
        continue;
      end if;
      s := private.begin_period(s.account_id, coalesce(s.next_plan_id, s.plan_id), coalesce(s.next_period, s.period), s.period_end);
    end if;
    if overdue is not null then
      -- Reminders on the due day, after three and after seven days: each once, however often this runs.
      step := 1 + (overdue + interval '3 days' <= at)::int + (overdue + interval '7 days' <= at)::int;
      if step > s.reminders then
        perform private.notify_owner(s.account_id, 'reminder', jsonb_build_object('step', step, 'until', overdue + interval '14 days',
          'invoice_id', (select i.id from public.invoices i where i.account_id = s.account_id and i.provider = 'offline' and i.status = 'open'
                            and i.due_at = overdue order by i.id limit 1)));
      end if;
      update public.subscriptions x set status = 'past_due', past_due_since = coalesce(x.past_due_since, overdue), reminders = greatest(x.reminders, step)
        where x.account_id = s.account_id;
    end if;
  end loop;
  return done;
end $function$

CREATE OR REPLACE FUNCTION private.save_main_thread(kind text, account uuid, subject uuid, title text, path text, public_from timestamp with time zone, takes_posts boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.threads as t (account_id, kind, subject_id, is_main, title, path, public_from, takes_posts)
  values (account, save_main_thread.kind, subject, true, left(save_main_thread.title, 200), save_main_thread.path, save_main_thread.public_from, save_main_thread.takes_posts)
  on conflict (account_id, kind, subject_id) where is_main do update
    set title = excluded.title, path = excluded.path, public_from = excluded.public_from, takes_posts = excluded.takes_posts
$function$

CREATE OR REPLACE FUNCTION private.save_post_thread()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.save_main_thread('post', new.account_id, new.id, new.title, '/blog/' || new.slug,
    case when new.status = 'published' then new.published_at end, new.settings -> 'isQuiet' is distinct from 'true'::jsonb);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.save_quiz_activity(lesson lessons, activity jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  z public.quizzes%rowtype;
begin
  select * into z from public.quizzes k where (k.account_id, k.lesson_id) = (lesson.account_id, lesson.id) for update;
  if z.version is distinct from (activity ->> 'version')::int then
    perform private.raise_error('quiz_changed', 'Somebody else changed this quiz. Reload it, then make your changes again.');
  end if;
  return jsonb_build_object('version', private.write_quiz(z, activity -> 'settings', activity -> 'questions'));
end $function$

CREATE OR REPLACE FUNCTION private.save_sign_in_provider(account uuid, name text, settings jsonb, sealed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_platform boolean := exists (select from public.accounts a where a.account_id = account and a.is_platform);
begin
  if account is distinct from (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  perform private.forbid_impersonation();
  if settings ->> 'source' = 'platform' and (is_platform or name not in (select private.shared_sign_in_providers())) then
    perform private.raise_error('invalid', 'The platform has no credentials for this provider to share.');
  end if;
  update public.sign_in_providers p
     set source = settings ->> 'source', is_on = (settings ->> 'is_on')::boolean,
         is_shared = is_platform and (settings ->> 'is_shared')::boolean, client_id = coalesce(settings ->> 'client_id', ''),
         tenant = coalesce(settings ->> 'tenant', ''), team_id = coalesce(settings ->> 'team_id', ''), key_id = coalesce(settings ->> 'key_id', ''),
         sealed_secret = case when settings ->> 'source' = 'own' then coalesce(sealed, p.sealed_secret) end, version = gen_random_uuid()
   where p.account_id = account and p.provider = name;
  if not found then
    insert into public.sign_in_providers (account_id, provider, source, is_on, is_shared, client_id, tenant, team_id, key_id, sealed_secret)
    values (account, name, settings ->> 'source', (settings ->> 'is_on')::boolean, is_platform and (settings ->> 'is_shared')::boolean,
      coalesce(settings ->> 'client_id', ''), coalesce(settings ->> 'tenant', ''), coalesce(settings ->> 'team_id', ''),
      coalesce(settings ->> 'key_id', ''), sealed);
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.schedule_new_sends()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.schedule_sends(new);
  if exists (select from private.notification_sends s
      where s.account_id = new.account_id and s.notification_id = new.id and s.channel = 'push' and s.due_at <= (select private.clock_now())) then
    perform private.enqueue('notification-push', '{}');
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.schedule_sends(n account_notifications)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p public.notification_preferences%rowtype;
  zone text;
begin
  select * into p from public.notification_preferences q where q.account_id = n.account_id and q.user_id = n.user_id;
  zone := coalesce((select m.time_zone from public.members m where m.account_id = n.account_id and m.user_id = n.user_id),
    p.time_zone, 'UTC');
  insert into private.notification_sends (account_id, notification_id, channel, user_id, due_at)
  select n.account_id, n.id, way.channel, n.user_id,
         private.send_due(way.rhythm, p.quiet_from, p.quiet_until, zone, n.created_at)
    from (select 'email' as channel, coalesce(p.email_rhythm, 'soon') as rhythm
           where not private.has_own_mail(n.kind) and n.kind <> all (coalesce(p.no_email, '{}'))
             -- A new order has its own mail with its lines, switched off by the same preference.
             and n.said ->> 'key' is distinct from 'orderPlaced'
             and exists (select from auth.users u where u.id = n.user_id and u.email <> '')
          union all
          select 'push', 'now'
           where n.kind <> all (coalesce(p.no_push, '{}'))
             and exists (select from public.push_subscriptions s where s.account_id = n.account_id and s.user_id = n.user_id)) way
  on conflict (account_id, notification_id, channel) do update set due_at = excluded.due_at;
end $function$

CREATE OR REPLACE FUNCTION private.search_candidates(account uuid, term text, kinds text[])
 RETURNS TABLE(id uuid, rank real, matched text[], query tsquery, opens_player boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  editable uuid[] := array(select private.editable_courses());
  openable uuid[] := array(select private.enrolled_courses() union all select unnest(editable));
  is_author boolean := exists (select from private.account_with('staff') a where a = account
    union all select from private.account_with('manage_options') a where a = account
    union all select from private.account_with('manage_shop') a where a = account
    union all select from private.account_with('create_courses') a where a = account);
begin
  return query
  with queries as materialized (
    select * from private.search_queries(account, term)
  ), scoped as materialized (
    select k.kind, q.query, q.query && (case when is_author and k.kind in ('course', 'lesson', 'post', 'page', 'doc', 'product')
        then private.lexeme_query(private.search_scope(account, k.kind, q.language, true)) || private.lexeme_query(private.search_scope(account, k.kind, q.language, false))
        else private.lexeme_query(private.search_scope(account, k.kind, q.language, true)) end) as scoped_query
      from queries q, (select distinct unnest(kinds) as kind limit 20) k
  ), hits as (
    -- Of very many records those that have the words in their title come first; a bounded number of the others is ranked.
    select s.kind, h.id, h.parent_id, s.query,
        case when h.title_document @@ s.query then 1 else 0 end + ts_rank('{0.1,0.2,0.5,1}', h.document, s.query, 1) as rank
      from scoped s cross join lateral (
        select x.* from (
          (select r.* from public.search_records r
            where r.account_id = account and r.title_document @@ s.scoped_query
              and (r.kind <> 'lesson' or r.parent_id = any (openable) or exists (
                select from public.lessons l where (l.account_id, l.id) = (r.account_id, r.id) and l.is_preview))
              and (r.is_live or r.kind not in ('course', 'lesson') or coalesce(r.parent_id, r.id) = any (editable))
            limit 200)
          union all
          (select r.* from public.search_records r
            where r.account_id = account and r.document @@ s.scoped_query
              and (r.kind <> 'lesson' or r.parent_id = any (openable) or exists (
                select from public.lessons l where (l.account_id, l.id) = (r.account_id, r.id) and l.is_preview))
              and (r.is_live or r.kind not in ('course', 'lesson') or coalesce(r.parent_id, r.id) = any (editable))
            limit 200)) x) h
  ), ranked as (
    select h.id, max(h.rank) as rank, (array_agg(h.query))[1] as query, h.kind = 'lesson' and h.parent_id = any (openable) as opens_player, row_number() over (partition by h.kind order by max(h.rank) desc, h.id) as place
      from hits h group by h.kind, h.id, h.parent_id
  )
  select r.id, r.rank::real, array(select distinct replace(part[1], '''''', '''') from regexp_matches(r.query::text, '''((?:[^'']|'''')+)''', 'g') part), r.query, r.opens_player
    from ranked r where r.place <= 60;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.search_config(language text)
 RETURNS regconfig
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case language
    when 'ar' then 'pg_catalog.arabic' when 'da' then 'pg_catalog.danish' when 'de' then 'pg_catalog.german'
    when 'el' then 'pg_catalog.greek' when 'en' then 'pg_catalog.english' when 'es' then 'pg_catalog.spanish'
    when 'fi' then 'pg_catalog.finnish' when 'fr' then 'pg_catalog.french' when 'hi' then 'pg_catalog.hindi'
    when 'hu' then 'pg_catalog.hungarian' when 'id' then 'pg_catalog.indonesian' when 'it' then 'pg_catalog.italian'
    when 'nl' then 'pg_catalog.dutch' when 'no' then 'pg_catalog.norwegian' when 'pt' then 'pg_catalog.portuguese'
    when 'ro' then 'pg_catalog.romanian' when 'ru' then 'pg_catalog.russian' when 'sv' then 'pg_catalog.swedish'
    when 'tr' then 'pg_catalog.turkish' else 'pg_catalog.simple' end::regconfig
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.search_document(account uuid, kind text, language text, is_live boolean, title text, summary text, body text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_to_tsvector(array[account || ' ', private.search_scope(account, kind, language, is_live)])
      || private.search_lexemes(config, title, 'A') || private.search_lexemes(config, summary, 'B') || private.search_lexemes(config, body, 'D')
    from private.search_config(language) config
$function$

CREATE OR REPLACE FUNCTION private.search_lexemes(config regconfig, text text, weight text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.words_and_pieces(normalized, weight)
      || case when config = 'pg_catalog.simple'::regconfig then ''::tsvector
           when normalized = lower(text) then setweight(to_tsvector(config, private.spaced_part(normalized)), weight::"char")
           else setweight(to_tsvector(config, text), weight::"char") || setweight(to_tsvector(config, private.spaced_part(normalized)), weight::"char") end
    from (select left(private.folded(text), 60000) as normalized) part
$function$

CREATE OR REPLACE FUNCTION private.search_queries(account uuid, term text)
 RETURNS TABLE(language text, query tsquery)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  words text[] := private.search_words_of(term);
  near jsonb;
begin
  if cardinality(words) = 0 then return; end if;
  select jsonb_object_agg(w, to_jsonb(private.near_words(account, private.folded(w)))) into near from unnest(words) w;
  return query
  with recursive languages as (
    (select r.language from public.search_records r where r.account_id = account order by r.language limit 1)
    union all
    select (select r.language from public.search_records r where r.account_id = account and r.language > l.language order by r.language limit 1)
      from languages l where l.language is not null
  ), queries as materialized (
    select l.language, private.search_query(private.search_config(l.language), words, near) as query from languages l where l.language is not null
  )
  select q.language, q.query from queries q where q.query is not null;
end $function$

CREATE OR REPLACE FUNCTION private.search_query(config regconfig, words text[], near jsonb)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET client_min_messages TO 'error'
AS $function$
declare
  meaningful text[] := array(select w from unnest(words) w
    where config = 'pg_catalog.simple'::regconfig or numnode(plainto_tsquery(config, w)) > 0);
  word text;
  part tsquery;
  result tsquery;
begin
  -- Where all are stop words ("the who"), all count.
  foreach word in array case when cardinality(meaningful) > 0 then meaningful else words end loop
    part := private.search_word_query(config, word, array(select jsonb_array_elements_text(near -> word)));
    result := case when result is null then part when part is null then result else result && part end;
  end loop;
  return result;
end $function$

CREATE OR REPLACE FUNCTION private.search_scope(account uuid, kind text, language text, is_live boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- The spaces keep it apart from every word of a text.
  select account || ' ' || kind || ' ' || language || ' ' || is_live
$function$

CREATE OR REPLACE FUNCTION private.search_word_query(config regconfig, word text, near text[])
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET client_min_messages TO 'error'
AS $function$
declare
  normalized text := private.folded(word);
  -- One letter begins too many words.
  result tsquery := case when length(normalized) = 1 and private.spaced_part(normalized) = normalized
    then plainto_tsquery('pg_catalog.simple', normalized) else private.prefix_query(normalized) end;
  typo text;
begin
  if config <> 'pg_catalog.simple'::regconfig then
    result := result || plainto_tsquery(config, word) || plainto_tsquery(config, normalized);
  end if;
  foreach typo in array near loop
    result := result || private.prefix_query(typo) || plainto_tsquery(config, typo);
  end loop;
  return result;
end $function$

CREATE OR REPLACE FUNCTION private.search_words_of(term text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select word from (
    select distinct on (lower(word)) word, place
      from regexp_split_to_table(left(normalize(term, nfc), 100), '[\s+\u0021-\u0026\u0028-\u002c\u002e\u002f\u003a-\u003f\u005b-\u0060\u007b-\u007e\u2010-\u2018\u201a-\u203a\u3000-\u3003]+') with ordinality w (word, place)
     where length(private.folded(word)) between 1 and 60 and word ~ '[^''’-]' order by lower(word), place) w
    order by place limit 8)
$function$

CREATE OR REPLACE FUNCTION private.seed_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.buckets (id, name, public, avif_autodetection, file_size_limit, allowed_mime_types) values
    (new.account_id::text, new.account_id::text, true, true, 52428800, private.upload_types()),
    (new.account_id || '-private', new.account_id || '-private', false, false, 536870912, private.upload_types())
  on conflict (id) do nothing;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.seed_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.pages (account_id, title, slug, status, published_at, content)
  select new.account_id, first.title, first.slug, 'published', private.clock_now(), first.content
    from private.first_pages(initcap(replace(new.slug, '-', ' ')), 'en') first
  on conflict (account_id, slug) do nothing;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.send_due(rhythm text, quiet_from time without time zone, quiet_until time without time zone, zone text, since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  due timestamp;
  mark timestamp;
begin
  due := (since + case rhythm when 'now' then interval '0' else interval '5 minutes' end) at time zone zone;
  if rhythm in ('daily', 'weekly') then
    mark := date_trunc(case rhythm when 'daily' then 'day' else 'week' end, due) + interval '8 hours';
    due := case when mark >= due then mark when rhythm = 'daily' then mark + interval '1 day' else mark + interval '7 days' end;
  end if;
  if quiet_from < quiet_until and due::time >= quiet_from and due::time < quiet_until then
    due := due::date + quiet_until;
  elsif quiet_from > quiet_until and due::time >= quiet_from then
    due := due::date + 1 + quiet_until;
  elsif quiet_from > quiet_until and due::time < quiet_until then
    due := due::date + quiet_until;
  end if;
  return due at time zone zone;
exception when invalid_parameter_value then
  -- An unknown or removed time zone.
  if zone = 'UTC' then raise; end if;
  return private.send_due(rhythm, quiet_from, quiet_until, 'UTC', since);
end $function$

CREATE OR REPLACE FUNCTION private.send_invitation(invitation invitations)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  code text := encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  update public.invitations i
     set code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex'), sent_at = now(), sent_count = i.sent_count + 1,
         expires_at = now() + interval '14 days'
   where (i.account_id, i.id) = (invitation.account_id, invitation.id);
  perform private.enqueue('invitation-mail',
    jsonb_build_object('account_id', invitation.account_id, 'invitation_id', invitation.id, 'code', code));
end $function$

CREATE OR REPLACE FUNCTION private.send_welcome_mail(account uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.enqueue('auth-mail', jsonb_strip_nulls(jsonb_build_object('to', u.email, 'kind', 'welcome', 'url', '', 'token', '',
      'scope', account, 'locale', u.raw_user_meta_data ->> 'locale')))
    from auth.users u where u.id = person and u.email <> ''
$function$

CREATE OR REPLACE FUNCTION private.session_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select account_id from private.session_accounts
  where session_id = private.session_id() and user_id = auth.uid() and (expires_at is null or expires_at > now())
    and (actor_id is not null or private.has_verified_second_factor(user_id))
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.session_claims(session uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select jsonb_strip_nulls(jsonb_build_object('exp', extract(epoch from s.expires_at)::bigint,
      'act', case when s.actor_id is not null then jsonb_build_object('sub', s.actor_id, 'until', extract(epoch from s.expires_at)::bigint) end))
    from private.session_accounts s where s.session_id = session), '{}')
$function$

CREATE OR REPLACE FUNCTION private.session_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(pg_catalog.current_setting('request.jwt.claim.session_id', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.sessions_visible_to(session uuid)
 RETURNS TABLE(sessions uuid[], is_home boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  account uuid;
  on_platform boolean;
begin
  select s.user_id, b.account_id, coalesce(a.is_platform, false) into person, account, on_platform
    from auth.sessions s
    left join private.session_accounts b on b.session_id = s.id and b.user_id = s.user_id
    left join public.accounts a on a.account_id = b.account_id
   where s.id = session
     and (b.actor_id is not null or s.aal <> 'aal1'
       or not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
       or exists (select from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method = 'passkey'));
  if account is null then
    return query select array[session], false;
  else
    return query select array(select s.id from auth.sessions s
      where s.user_id = person and (on_platform or s.id = session
        or exists (select from private.session_accounts o where o.session_id = s.id and o.account_id = account))), on_platform;
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.set_cancellation(account uuid, is_cancelled boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.subscriptions%rowtype := private.owned_subscription(account);
begin
  if s.status = 'ended' then
    perform private.raise_error('conflict', 'The plan has ended. Choose a new one to continue.');
  end if;
  if s.period_end is null then
    perform private.raise_error('conflict', 'A plan that was paid once can’t be cancelled.');
  end if;
  if not is_cancelled and s.issued_count >= s.iterations then
    perform private.raise_error('conflict', 'All payments of this plan have been made, and it ends with its period. Choose a new one to continue.');
  end if;
  update public.subscriptions x set cancel_at_period_end = is_cancelled, next_plan_id = null, next_period = null where x.account_id = account;
  perform private.notify_owner(account, case when is_cancelled then 'cancelled' else 'resumed' end, jsonb_build_object('until', s.period_end));
  return s.reference;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.set_event_subscribers(subscribers jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.event_subscribers s where not subscribers ? s.name;
  insert into private.event_subscribers (name, types)
  select s.key, array(select jsonb_array_elements_text(s.value)) from jsonb_each(subscribers) s
  on conflict (name) do update set types = excluded.types where event_subscribers.types <> excluded.types;
$function$

CREATE OR REPLACE FUNCTION private.set_language_of_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.value ->> 'defaultLanguage' ~ '^[a-z]{2}$' then
    perform private.set_search_language(new.account_id, new.value ->> 'defaultLanguage');
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.set_mentions(post thread_posts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_mentions constant int := 10;
  slugs text[] := array(select distinct rtrim(lower(m.parts[1]), '.-') from regexp_matches(post.content, '(?:^|[\s(,;])@([^\s@,;:!?()<>"…]{1,80})', 'g') m (parts) limit 50);
begin
  delete from public.thread_mentions n where (n.account_id, n.post_id) = (post.account_id, post.id) and n.slug <> all (slugs);
  insert into public.thread_mentions (account_id, post_id, member_id, slug)
  select m.account_id, post.id, m.id, m.slug from public.members m
   where m.account_id = post.account_id and m.slug = any (slugs) and m.id is distinct from post.member_id
     and private.may_see_thread(post.account_id, post.thread_id, m.id)
   order by m.slug limit max_mentions
  on conflict (account_id, post_id, member_id) do nothing;
end $function$

CREATE OR REPLACE FUNCTION private.set_notification_kinds(kinds text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.notification_kinds (kind) select unnest(kinds) on conflict (kind) do nothing
$function$

CREATE OR REPLACE FUNCTION private.set_plan(account uuid, plan text, grace interval DEFAULT '14 days'::interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_plan public.plans%rowtype;
  new_plan public.plans%rowtype;
  is_less boolean;
begin
  select p.* into old_plan from public.accounts a join public.plans p on p.id = a.plan_id where a.account_id = account for update of a;
  select * into new_plan from public.plans where id = plan;
  is_less := old_plan.id is not null and old_plan.id is distinct from new_plan.id and (new_plan.id is null or not old_plan.features <@ new_plan.features
    or exists (select from jsonb_each_text(new_plan.limits) l where old_plan.limits ->> l.key is null or l.value::bigint < (old_plan.limits ->> l.key)::bigint));
  update public.accounts a set plan_id = new_plan.id,
      grace_plan_id = case when is_less then old_plan.id when a.plan_id is distinct from new_plan.id then null else a.grace_plan_id end,
      grace_until = case when is_less then private.clock_now() + grace when a.plan_id is distinct from new_plan.id then null else a.grace_until end
   where a.account_id = account and a.plan_id is distinct from new_plan.id;
  -- A larger plan has room at once: the 80 and 100 % notices are reset, to be sent again when they apply.
  update public.usage_meters m set told = case when c.cap is null or c.cap = 0 then 0 when m.used >= c.cap then 100
      when m.used * 5 >= c.cap * 4 then 80 else 0 end
    from (select u.id, private.cap_of(u.account_id, u.meter) as cap from public.usage_meters u where u.account_id = account) c
   where m.account_id = account and m.id = c.id;
end $function$

CREATE OR REPLACE FUNCTION private.set_search_language(account uuid, language text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.search_languages as l (account_id, language) values (account, set_search_language.language)
  on conflict (account_id) do update set language = excluded.language where l.language <> excluded.language;
  if found then
    update public.search_records r set language = set_search_language.language
     where r.account_id = account and not r.has_own_language and r.language <> set_search_language.language;
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.set_session_expiry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.expires_at is null then
    new.expires_at := (select s.not_after from auth.sessions s where s.id = new.session_id);
  end if;
  return new;
exception when insufficient_privilege then
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.set_session_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Either way the member row is locked until this session is visible, so that a concurrent change of the member also
  -- finds the session.
  if new.actor_id is null then
    update public.members m set last_seen_at = now()
     where m.account_id = new.account_id and m.user_id = new.user_id and m.blocked_at is null
       and (m.last_seen_at is null or m.last_seen_at < now() - interval '10 minutes')
    returning m.role_id into new.role_id;
    if found then return new; end if;
  end if;
  select m.role_id into new.role_id from public.members m
   where m.account_id = new.account_id and m.user_id = new.user_id and m.blocked_at is null for share;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.settle_delivery(account uuid, delivery uuid, outcome jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  d public.webhook_deliveries%rowtype;
  w public.webhooks%rowtype;
  answered smallint := (outcome ->> 'response_status')::smallint;
  is_well boolean := answered between 200 and 299;
  pause interval;
begin
  select * into w from public.webhooks k
   where (k.account_id, k.id) = (account, (select webhook_id from public.webhook_deliveries v where (v.account_id, v.id) = (account, delivery))) for update;
  select * into d from public.webhook_deliveries k where (k.account_id, k.id) = (account, delivery) for update;
  if d.id is null or w.id is null then return null; end if;
  insert into public.webhook_attempts (account_id, delivery_id, number, request_headers, response_status, response_body, problem, duration_ms)
  values (account, delivery, d.attempts, outcome -> 'request_headers', answered, left(coalesce(outcome ->> 'response_body', ''), 4096),
    left(outcome ->> 'problem', 300), (outcome ->> 'duration_ms')::int)
  on conflict (account_id, delivery_id, number) do nothing;
  if is_well then
    update public.webhook_deliveries k set status = 'delivered', response_status = answered, next_attempt_at = null, delivered_at = now()
     where (k.account_id, k.id) = (account, delivery);
    update public.webhooks k set failing_since = null, delivered_at = now() where (k.account_id, k.id) = (account, w.id);
    return 'delivered';
  end if;
  pause := private.retry_delay(d.tries) * (0.8 + 0.4 * random());
  -- Retry-After is honoured, up to a day.
  if pause is not null and outcome ->> 'retry_after' is not null then
    pause := greatest(pause, least((outcome ->> 'retry_after')::int, 86400) * interval '1 second');
  end if;
  update public.webhook_deliveries k
     set status = case when pause is null then 'failed' else 'pending' end, response_status = answered, next_attempt_at = now() + pause
   where (k.account_id, k.id) = (account, delivery);
  update public.webhooks k set failing_since = coalesce(k.failing_since, now()) where (k.account_id, k.id) = (account, w.id);
  if answered = 410 or w.failing_since < now() - interval '5 days' then
    perform private.disable_webhook(w, case when answered = 410 then 'gone' else 'failing' end);
    return 'disabled';
  end if;
  return case when pause is null then 'failed' else 'pending' end;
end $function$

CREATE OR REPLACE FUNCTION private.settle_order(account uuid, target_id uuid)
 RETURNS orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders%rowtype;
  coupon uuid;
begin
  update public.orders set status = 'paid', paid_at = private.clock_now()
    where account_id = account and id = target_id and status = 'pending' returning * into o;
  if o.id is null then
    perform private.raise_error('order_not_pending', 'Only an order awaiting payment can be marked as paid.');
  end if;
  -- Paid after its coupon use was released: it counts as a use again, beyond the limit if need be.
  insert into public.coupon_redemptions (account_id, coupon_id, order_id, user_id)
    select o.account_id, c.id, o.id, o.user_id from public.coupons c where c.account_id = o.account_id and c.name = o.coupon
    on conflict (account_id, order_id) do nothing returning coupon_id into coupon;
  update public.coupons c set usage_count = usage_count + 1 where c.account_id = o.account_id and c.id = coupon;
  perform private.grant_purchased_courses(o);
  perform private.notify_buyer(o, 'paid', '/dashboard/orders');
  return o;
end $function$

CREATE OR REPLACE FUNCTION private.settle_push(account uuid, delivery uuid, outcome text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if outcome = 'gone' then
    delete from public.push_subscriptions s using private.push_deliveries d
     where (d.account_id, d.id) = (account, delivery) and (s.account_id, s.id) = (d.account_id, d.subscription_id);
  else
    update private.push_deliveries d set status = outcome, settled_at = private.clock_now() where (d.account_id, d.id) = (account, delivery);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.shared_sign_in_providers()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.provider from public.sign_in_providers c join public.accounts a on a.account_id = c.account_id and a.is_platform
   where c.source = 'own' and c.is_shared order by 1
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.short_ticket_signature(ticket uuid, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(encode(private.ticket_digest(ticket, person), 'hex'), 20) from private.ticket_keys k where k.short_until > (select private.clock_now())
$function$

CREATE OR REPLACE FUNCTION private.sign_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.updated_by := auth.uid();
  new.version := greatest(new.version, old.version + 1);
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.site_of_ticket(account uuid, ticket uuid)
 RETURNS TABLE(account_id uuid, status text, meters jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.account_id, a.status,
         -- Storage is counted from its files; the other meters keep their own count, and those without a cap are left out.
         jsonb_build_array(jsonb_build_object('meter', 'storage', 'limit', private.cap_of(a.account_id, 'storage'), 'used',
           (select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
             where o.bucket_id in (a.account_id::text, a.account_id || '-private'))))
         || (select coalesce(jsonb_agg(jsonb_build_object('meter', u.meter, 'used', u.used, 'limit', private.cap_of(u.account_id, u.meter)) order by u.meter), '[]')
               from public.usage_meters u
              where u.account_id = a.account_id and u.meter <> 'storage' and u.period_start = private.period_of(u.meter)
                and private.cap_of(u.account_id, u.meter) > 0)
    from public.tickets t join public.accounts a on a.account_id = coalesce(t.about_account_id, t.account_id)
   where (t.account_id, t.id) = (account, ticket)
$function$

CREATE OR REPLACE FUNCTION private.slug_of_title(title text, fallback text, longest integer DEFAULT 80)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(regexp_replace(left(ltrim(normalize(regexp_replace(regexp_replace(lower(normalize(coalesce(title, ''), nfkc)),
    '[[:space:][:cntrl:]/?#%&+\\"''<>|^`{}@:;,=.*~$()!\[\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]', '-', 'g'),
    -- Everything that is no letter, digit or combining mark in the scripts of our languages.
    '[-_\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609\u060a\u060c\u060d\u061b\u061d-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u09fd\u0e4f\u0e5a\u0e5b\u2010-\u2027\u2030-\u2043\u2045-\u2051\u2053-\u205e\u2308-\u230b\u2329\u232a\u2768-\u2775\u27e6-\u27ef\u2e00-\u2e5d\u3001-\u3003\u3008-\u3011\u3014-\u301f\u3030\u303d\u30a0\u30fb]+', '-', 'g'), nfc), '-'), longest),
    '[-\u200c\u200d]+$', ''), ''), fallback)
$function$

CREATE OR REPLACE FUNCTION private.spaced_part(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select regexp_replace(text, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+', ' ', 'g')
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.staffed_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select a from private.account_with('manage_options') a),
    case when private.is_super_admin() then private.session_account() end)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.start_funnel(account uuid, source text, medium text, campaign text, page text, device jsonb)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.funnel_sessions (account_id, user_id, utm_source, utm_medium, utm_campaign, initial_page, device_info)
  values (account, case when private.session_account() = account then auth.uid() end, source, medium, campaign, page, device)
  returning id
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.store_customer(account uuid, customer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.owned_subscription(account);
  update public.subscriptions s set customer = store_customer.customer where s.account_id = account;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.store_domain_certificate(claim uuid, chain text, sealed_key text, valid_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  account uuid;
begin
  update public.domain_claims c set certificate_until = valid_until, problem = null, detail = '', failures = 0,
      state = case c.state when 'dns_ok' then 'certificate_ok' else c.state end, next_check_at = private.next_domain_check(c.state, 0)
   where c.id = claim and c.state <> 'pending' returning c.account_id into account;
  if account is not null and chain is not null then
    insert into private.domain_certificates as d (account_id, claim_id, chain, sealed_key, valid_until)
    values (account, claim, chain, sealed_key, valid_until)
    on conflict on constraint domain_certificates_pkey
      do update set chain = excluded.chain, sealed_key = excluded.sealed_key, valid_until = excluded.valid_until, created_at = now();
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.store_domain_records(claim uuid, records jsonb, is_right boolean, tokens text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  current_claim public.domain_claims;
  other_claim public.domain_claims;
  new_problem text := case when not is_right then 'records' end;
begin
  select c.* into current_claim from public.domain_claims c where c.id = claim for update;
  if not found then
    return null;
  end if;
  if is_right and current_claim.state = 'pending' then
    select c.* into other_claim from public.domain_claims c where c.domain = current_claim.domain and c.state <> 'pending' for update;
    if found and other_claim.token = any (tokens) then
      -- The domain still has its holder's record, which its real owner has to remove first.
      new_problem := 'taken';
    elsif found then
      delete from private.domain_certificates d where (d.account_id, d.claim_id) = (other_claim.account_id, other_claim.id);
      update public.domain_claims c set state = 'pending', problem = 'reclaimed', certificate_until = null, next_check_at = null
       where c.id = other_claim.id;
    end if;
  end if;
  if new_problem is not null and current_claim.state <> 'live' and current_claim.asked_at < now() - interval '30 days' then
    new_problem := 'given_up';
  end if;
  update public.domain_claims c set
      records = records, checked_at = now(), problem = new_problem, detail = '',
      state = case when new_problem is null and c.state = 'pending' then 'dns_ok'
        when new_problem is not null and c.state <> 'live' then 'pending' else c.state end,
      failures = case when new_problem is null then c.failures else least(c.failures + 1, 1000) end,
      next_check_at = case when new_problem = 'given_up' then null
        when new_problem is null then private.next_domain_check(c.state, 0) else private.next_domain_check(c.state, c.failures) end
   where c.id = claim
  returning case when new_problem is null then c.state end into new_problem;
  return new_problem;
end $function$

CREATE OR REPLACE FUNCTION private.store_draft_version(page pages)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft jsonb := private.draft_of('page', page.account_id, page.id);
begin
  if private.content_of('page', draft) is distinct from (select v.content from public.versions v
       where v.account_id = page.account_id and v.kind = 'page' and v.subject_id = page.id order by v.created_at desc, v.id desc limit 1) then
    perform private.store_version('page', page.account_id, page.id, 'saved', draft);
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.store_form_files(account uuid, submission uuid, files jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_bytes constant bigint := 1073741824;
begin
  if jsonb_array_length(files) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('form_files'), hashtext(account::text));
  insert into public.form_files (account_id, id, submission_id, name, bytes, content)
  select account, (f ->> 'id')::uuid, submission, f ->> 'name', octet_length(c.content), c.content
    from jsonb_array_elements(files) f, decode(f ->> 'content', 'base64') c (content);
  if (select sum(bytes) from public.form_files where account_id = account) > max_bytes then
    perform private.raise_error('form_files_full', 'This form can’t accept more files at the moment. Submit it without them, or write to us.');
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.store_site_checks(account uuid, ticket uuid, findings jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.ticket_messages (account_id, ticket_id, via, body, checks, created_at)
  values (account, ticket, 'system', '', findings, private.clock_time())
$function$

CREATE OR REPLACE FUNCTION private.store_version(kind text, account uuid, subject uuid, state text, draft jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.versions (account_id, kind, subject_id, state, content, saved_by)
  values (account, store_version.kind, subject, store_version.state, private.content_of(store_version.kind, draft),
    case when store_version.state = 'published' then coalesce(auth.uid(), (draft ->> 'updated_by')::uuid) else (draft ->> 'updated_by')::uuid end);
  delete from public.versions v
   where v.account_id = account and v.kind = store_version.kind and v.subject_id = subject and v.state = store_version.state and v.id not in (
     select newest.id from public.versions newest
      where newest.account_id = account and newest.kind = store_version.kind and newest.subject_id = subject and newest.state = store_version.state
      order by newest.created_at desc, newest.id desc limit 30);
end $function$

CREATE OR REPLACE FUNCTION private.submit_form(account uuid, form uuid, answers jsonb, words text, mail text, person text, consent_words text, page text, language text, address text, files jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f public.forms%rowtype;
  r public.form_rules%rowtype;
  contact uuid;
  made uuid;
  confirmation_sent boolean := false;
begin
  select * into f from public.forms where account_id = account and id = form and status = 'open';
  if f.id is null then
    perform private.raise_error('not_found', 'This form is closed.');
  end if;
  select * into r from public.form_rules where account_id = account and form_id = form;
  if mail <> '' then
    contact := private.upsert_contact(account, mail, person, coalesce(r.tags, '{}'), language);
    if f.subscribes and consent_words is not null then
      confirmation_sent := private.request_consent(account, contact, consent_words, f.name, address);
    end if;
  end if;
  insert into public.form_submissions (account_id, form_id, contact_id, user_id, answers, words, email, page, locale, address_hash)
  values (account, form, contact, case when private.session_account() = account then auth.uid() end, answers, words,
    lower(trim(mail)), page, language, private.hash_address(account, address))
  returning id into made;
  perform private.store_form_files(account, made, files);
  if coalesce(r.notifies, true) then
    perform private.enqueue('form-mail', jsonb_build_object('account_id', account, 'submission_id', made));
    perform private.notify_localized(account, m.user_id, 'formSent', 'New submission of the form <strong>{{form}}</strong>.',
        jsonb_build_object('form', f.name), 2, '/dashboard/manage/marketing/forms/' || form || '/answers', 'forms')
      from public.members m
      join public.roles caps on caps.account_id = m.account_id and caps.role_id = m.role_id
     where m.account_id = account and m.blocked_at is null and 'manage_options' = any (caps.caps);
  end if;
  return jsonb_build_object('id', made, 'asked', confirmation_sent);
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.sync_media_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid;
  user_data jsonb;
begin
  if tg_op = 'DELETE' then
    delete from public.media_files where object_id = old.id;
    return null;
  end if;
  -- Compared as uuid to use the primary key; a text comparison would scan all accounts.
  select a.account_id into account from public.accounts a
   where a.account_id = case when new.bucket_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.bucket_id::uuid end;
  -- A row inserted by SQL has no bytes; it enters the library once a file is uploaded under its name.
  if account is null or new.version is null or new.name not like 'public/%' then
    delete from public.media_files where object_id = new.id;
    return null;
  end if;
  user_data := case when jsonb_typeof(new.user_metadata) = 'object' then new.user_metadata else '{}' end;
  insert into public.media_files as f (account_id, object_id, folder_id, path, name, mime_type, bytes, width, height, version, uploaded_by)
  values (account, new.id,
    (select d.id from public.media_folders d where d.account_id = account and d.id::text = user_data ->> 'folder_id'),
    new.name, private.media_file_name(user_data ->> 'name', new.name),
    left(coalesce(new.metadata ->> 'mimetype', 'application/octet-stream'), 255), coalesce((new.metadata ->> 'size')::bigint, 0),
    private.pixels(user_data ->> 'width'), private.pixels(user_data ->> 'height'), new.version,
    (select u.id from auth.users u where u.id::text = coalesce(new.owner_id, new.owner::text)))
  on conflict (object_id) do update set account_id = excluded.account_id, path = excluded.path, mime_type = excluded.mime_type,
    bytes = excluded.bytes, version = excluded.version, uploaded_by = coalesce(excluded.uploaded_by, f.uploaded_by),
    folder_id = case when f.account_id = excluded.account_id then f.folder_id else excluded.folder_id end,
    width = case when f.version = excluded.version then f.width else excluded.width end,
    height = case when f.version = excluded.version then f.height else excluded.height end;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.sync_member_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.members set email = coalesce(new.email, '') where user_id = new.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.sync_session_expiry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.session_accounts b set expires_at = new.not_after
   where b.session_id = new.id and (b.actor_id is null or new.not_after < b.expires_at);
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.sync_session_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    update private.session_accounts set role_id = null where account_id = old.account_id and user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' and new.blocked_at is null then
    update private.session_accounts set role_id = new.role_id where account_id = new.account_id and user_id = new.user_id;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.take_admin_link(code text)
 RETURNS TABLE(email text, person uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  address text;
begin
  delete from private.admin_links l
   where l.token_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and l.expires_at > now()
  returning l.email into address;
  if address is null or exists (select from auth.users u where lower(u.email) = address and private.verified_email(u.id) is not null) then
    return;
  end if;
  return query select address, (select u.id from auth.users u where lower(u.email) = address and u.deleted_at is null);
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.taught_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.courses c where c.author_id = (select private.member_ids())
  union all
  select i.course_id from public.course_instructors i where i.member_id = (select private.member_ids())
$function$

CREATE OR REPLACE FUNCTION private.text_of_html(html text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select trim(regexp_replace(
    replace(replace(replace(replace(replace(replace(regexp_replace(html, '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '\s+', ' ', 'g'))
$function$

CREATE OR REPLACE FUNCTION private.thread_grants(account uuid DEFAULT NULL::uuid, member uuid DEFAULT NULL::uuid)
 RETURNS TABLE(account_id uuid, kind text, subject_id uuid, level text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.thread_kinds;
  is_caller boolean := member is null;
  caps text[];
begin
  if is_caller then
    select m.account_id, m.id into account, member from public.members m
     where m.account_id = (select private.account_with('member')) and m.user_id = auth.uid();
  else
    select r.caps into caps from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = account and m.id = member and m.blocked_at is null;
    if caps is null then return; end if;
  end if;
  for k in select * from private.thread_kinds loop
    if is_caller then
      return query select a, k.kind, null::uuid, 'moderate' from private.account_with(k.capability) a;
    elsif private.holds(caps, k.capability) then
      return query select account, k.kind, null::uuid, 'moderate';
    end if;
    if k.access_function is not null and member is not null then
      return query execute format('select $1, $3, s.subject_id, s.level from private.%I($1, $2) s', k.access_function)
        using account, member, k.kind;
    end if;
  end loop;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.thread_level(account uuid, thread uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.level from public.threads t join private.thread_kinds k on k.kind = t.kind
    cross join lateral (
      select g.level from private.thread_grants() g
       where g.account_id = t.account_id and g.kind = t.kind and coalesce(g.subject_id, t.subject_id) = t.subject_id
      union all
      -- Where a kind lists nobody, every member may write under what is public.
      select case when k.access_function is null then 'write' else 'read' end
       where t.public_from <= (select private.clock_now()) and t.account_id = (select private.account_with('member'))) l
   where t.account_id = account and t.id = thread
   order by array_position(array['moderate', 'write', 'read'], l.level) limit 1
$function$

CREATE OR REPLACE FUNCTION private.ticket_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select a from private.account_with('member') a),
    case when auth.uid() is not null and private.is_on_platform() then private.session_account() end)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.ticket_address(ticket uuid, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 't' || replace(ticket::text, '-', '') || '-' || private.ticket_signature(ticket, person)
$function$

CREATE OR REPLACE FUNCTION private.ticket_clock(account uuid, ticket uuid, until timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(round(sum(extract(epoch from least(ended, until) - began)) filter (where state = 'unresolved' and began < until)), 0)::bigint
    from (select c.new_value as state, c.created_at as began,
                 lead(c.created_at, 1, 'infinity') over (order by c.created_at, c.id) as ended
            from public.ticket_changes c where c.account_id = account and c.ticket_id = ticket and c.kind = 'status') spans
$function$

CREATE OR REPLACE FUNCTION private.ticket_digest(ticket uuid, person uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sha256(k.secret || sha256(k.secret || uuid_send(ticket) || uuid_send(person))) from private.ticket_keys k
$function$

CREATE OR REPLACE FUNCTION private.ticket_name(account uuid, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(coalesce(nullif(m.name, ''), nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(split_part(u.email, '@', 1), ''), '?'), 120)
    from auth.users u left join public.members m on m.user_id = u.id and m.account_id = account where u.id = person
$function$

CREATE OR REPLACE FUNCTION private.ticket_signature(ticket uuid, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- 128 bits, none of those of the short signature, in lower-case base32 (RFC 4648): a local part has at most 64 characters and no case.
  select string_agg(substr('abcdefghijklmnopqrstuvwxyz234567', 1 + substring(d.bits from 5 * at + 1 for 5)::bit(5)::int, 1), '' order by at)
    from (select ('x' || right(encode(private.ticket_digest(ticket, person), 'hex'), 32))::bit(128) || B'00' as bits) d,
         generate_series(0, 25) as at
$function$

CREATE OR REPLACE FUNCTION private.ticket_staff(account uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.user_id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = account and m.blocked_at is null and 'manage_options' = any (r.caps)
  union
  select u.id from private.super_admins s join auth.users u on lower(u.email) = s.email
   where private.verified_email(u.id) is not null and exists (select from public.accounts a where a.account_id = account and a.is_platform)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.ticket_target(account uuid, for_category text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select t.minutes * 60 from public.ticket_targets t where t.account_id = account and t.category = for_category),
    private.default_ticket_target(for_category))
$function$

CREATE OR REPLACE FUNCTION private.touch_last_seen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.members m set last_seen_at = now() from private.session_accounts s
   where s.session_id = new.id and s.actor_id is null and (m.account_id, m.user_id) = (s.account_id, s.user_id) and m.blocked_at is null
     and (m.last_seen_at is null or m.last_seen_at < now() - interval '10 minutes');
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.touch_progress(account uuid, member uuid, course uuid, lesson uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.lesson_progress (account_id, member_id, course_id, lesson_id) values (account, member, course, lesson)
  on conflict (account_id, member_id, lesson_id) do update set seen_at = private.clock_now()
$function$

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.translate_default_menu()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  english jsonb := private.default_texts('en');
  texts jsonb := private.default_texts(new.value ->> 'defaultLanguage');
begin
  -- Only while the account is being created in this transaction: later the texts are the owner's.
  update public.options o
     set value = jsonb_set(o.value, '{header}', (
       select jsonb_agg(case when entry ->> 'label' = english ->> (entry ->> 'id')
                then entry || jsonb_build_object('label', texts ->> (entry ->> 'id')) else entry end order by place)
         from jsonb_array_elements(o.value -> 'header') with ordinality menu (entry, place)))
    from public.accounts a
   where o.account_id = new.account_id and o.key = 'menus' and a.account_id = o.account_id and a.created_at = private.clock_now()
     and jsonb_array_length(o.value -> 'header') > 0;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.translate_first_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only in the transaction that creates the account: later, the texts are the owner's.
  update public.pages p set title = first.title, content = first.content
    from private.first_pages(coalesce(new.value ->> 'sitetitle', ''), new.value ->> 'defaultLanguage') first, public.accounts a
   where p.account_id = new.account_id and p.slug = first.slug and p.created_at = private.clock_now()
     and a.account_id = p.account_id and a.created_at = private.clock_now();
  update public.page_drafts d set title = p.title, data = p.content
    from public.pages p, public.accounts a
   where p.account_id = new.account_id and p.slug in ('home', 'about') and d.account_id = p.account_id and d.page_id = p.id
     and d.created_at = private.clock_now() and a.account_id = p.account_id and a.created_at = private.clock_now();
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.tries_left(quiz quizzes, member uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(0, case quiz.attempts_allowed when 0 then 500 else quiz.attempts_allowed end
    - (select count(*) from public.attempts a where (a.account_id, a.quiz_id, a.member_id) = (quiz.account_id, quiz.id, member) and not a.is_trial)::int)
$function$

CREATE OR REPLACE FUNCTION private.unsubscribe_contact(account uuid, token text, address text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  contact uuid := private.contact_of_token(account, token, 'leave');
begin
  if contact is null then
    perform private.raise_error('link_expired', 'This link is not valid. Use the link at the end of a newsletter.');
  end if;
  with left_now as (
    update public.contacts set state = 'unsubscribed', asked_at = null
     where account_id = account and id = contact and state <> 'unsubscribed' returning id)
  insert into public.contact_consents (account_id, contact_id, kind, address_hash)
  select account, id, 'withdrawn', private.hash_address(account, address) from left_now;
  return 'unsubscribed';
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.unsubscribe_mails(account uuid, token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := private.unsubscribe_person(account, token);
  every_kind text[] := (select array_agg(k.kind order by k.kind) from private.notification_kinds k);
begin
  if person is null then
    perform private.raise_error('not_found', 'This link is incomplete, or belongs to another site.');
  end if;
  insert into public.notification_preferences as p (account_id, user_id, no_email) values (account, person, every_kind)
  on conflict (account_id, user_id) do update set no_email = excluded.no_email;
  return true;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.unsubscribe_person(account uuid, token text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id from regexp_match(lower(trim(token)), '^([0-9a-f]{32})-([0-9a-f]{32})$') as parts
    join auth.users u on u.id = parts[1]::uuid
   where parts[2] = private.unsubscribe_signature(account, u.id)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.unsubscribe_signature(account uuid, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(encode(sha256(k.secret || sha256(k.secret || uuid_send(account) || uuid_send(person))), 'hex'), 32)
    from private.notification_keys k
$function$

CREATE OR REPLACE FUNCTION private.unused_member_slug(account uuid, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text := private.slug_of_title(wanted, 'member', 60);
  candidate text := base;
begin
  while exists (select from public.members where account_id = account and slug = candidate) loop
    candidate := base || '-' || substr(md5(random()::text), 1, 6);
  end loop;
  return candidate;
end $function$

CREATE OR REPLACE FUNCTION private.update_held_features()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.held_features := case when new.is_platform then new.features else
    array(select f from unnest(new.features) f
           where f = any ((select p.features from public.plans p where p.id = new.plan_id)::text[])) end;
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.update_held_features_of_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.accounts set held_features = '{}' where plan_id = new.id;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.update_site_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := coalesce(new.account_id, old.account_id);
  chosen text;
begin
  -- The domain that currently names the site keeps doing so while it is live.
  select c.domain into chosen from public.domain_claims c join public.accounts a using (account_id)
   where c.account_id = account and c.state = 'live' order by (c.domain = a.domain) desc nulls last, c.created_at limit 1;
  update public.accounts a set domain = chosen where a.account_id = account and a.domain is distinct from chosen;
  return null;
end $function$

CREATE OR REPLACE FUNCTION private.update_ticket_clock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.target_seconds := private.ticket_target(new.account_id, new.category);
    new.clock_since := new.created_at;
  else
    if new.category is distinct from old.category then
      new.target_seconds := private.ticket_target(new.account_id, new.category);
    end if;
    if new.status is distinct from old.status then
      new.clock_seconds := private.ticket_clock(new.account_id, new.id, private.clock_now());
      new.clock_since := case when new.status = 'unresolved' then private.clock_now() end;
      new.resolved_at := case when new.status = 'resolved' then private.clock_now() end;
      -- A resolved ticket must not be viewed any more.
      if new.status = 'resolved' then new.view_as_until := null; end if;
    end if;
  end if;
  new.due_at := new.clock_since + make_interval(secs => new.target_seconds - new.clock_seconds);
  return new;
end $function$

CREATE OR REPLACE FUNCTION private.upload_types()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array[
    'video/*', 'audio/*', 'image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/svg+xml',
    'image/webp', 'application/pdf', 'application/json', 'application/gzip', 'application/x-gzip', 'application/zip',
    'application/x-zip-compressed', 'application/xml', 'text/xml', 'text/csv', 'text/plain', 'text/markdown',
    'text/vtt', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ]
$function$

CREATE OR REPLACE FUNCTION private.upsert_contact(account uuid, mail text, person text, labels text[], language text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.contacts as c (account_id, email, name, tags, locale)
  values (account, lower(trim(mail)), left(trim(person), 200), labels, language)
  on conflict (account_id, email) do update
    set name = case when c.name = '' then excluded.name else c.name end,
        tags = (select coalesce(array_agg(tag), '{}') from (
          select tag from (select unnest(c.tags || excluded.tags) as tag) every_tag group by tag order by tag limit 50) kept)
  returning id
$function$

CREATE OR REPLACE FUNCTION private.use_coupon(account uuid, coupon_name text, person uuid)
 RETURNS coupons
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c public.coupons%rowtype;
begin
  -- The lock serializes orders with one coupon, so that the last use is not taken twice.
  select * into c from public.coupons where account_id = account and name = coupon_name for update;
  if c.id is null then
    perform private.raise_error('coupon_unknown', 'There is no such coupon.');
  elsif c.usage_limit > 0 and c.usage_count >= c.usage_limit then
    perform private.raise_error('coupon_limit', 'This coupon has reached its usage limit.');
  elsif c.date_start > (select private.clock_now()) then
    perform private.raise_error('coupon_unavailable', 'This coupon can’t be used yet.');
  elsif c.date_end < (select private.clock_now()) then
    perform private.raise_error('coupon_expired', 'This coupon has expired.');
  elsif c.per_user_limit > 0 and (
      select count(*) from public.orders o where o.account_id = account and o.coupon = c.name and o.user_id = person
        and o.status in ('pending', 'paid')) >= c.per_user_limit then
    perform private.raise_error('coupon_limit', 'You have already used this coupon as often as allowed.');
  end if;
  update public.coupons set usage_count = usage_count + 1 where account_id = account and id = c.id;
  return c;
end $function$

CREATE OR REPLACE FUNCTION private.use_meter(account uuid, meter text, n bigint DEFAULT 1, reference text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.count_meter(account, meter, n, reference, true) $function$

CREATE OR REPLACE FUNCTION private.user_of_impersonation_code(account uuid, code text)
 RETURNS TABLE(user_id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.user_id, m.name from private.acting_codes c join public.members m on (m.account_id, m.user_id) = (c.account_id, c.user_id)
   where c.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') and c.account_id = account and c.session_id is null and c.expires_at > now()
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.uuid_or_null(input text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when input ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then input::uuid end
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$ select pg_catalog.uuidv7() $function$

CREATE OR REPLACE FUNCTION private.verified_email(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(u.email) from auth.users u
   where u.id = person and u.email <> '' and u.deleted_at is null
     and case when to_jsonb(u) ? 'email_proved_at' then to_jsonb(u) ->> 'email_proved_at' else u.email_confirmed_at::text end is not null
$function$

CREATE OR REPLACE FUNCTION private.verify_email_by_invitation(account uuid, code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.verified_email(auth.uid()) is not null or not exists (select from information_schema.columns
      where table_schema = 'auth' and table_name = 'users' and column_name = 'email_proved_at') then
    return;
  end if;
  -- In a shared development outbox a code is no proof.
  if exists (select from private.mails m join auth.users u on lower(m.recipient) = lower(u.email)
      where u.id = auth.uid() and m.account_id = account and m.sent_at is not null and position(code in m.body_text) > 0) then
    execute 'update auth.users set email_proved_at = now() where id = $1' using auth.uid();
  end if;
end $function$

CREATE OR REPLACE FUNCTION private.visit_salts_of(accounts uuid[])
 RETURNS TABLE(account_id uuid, day date, salt text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The last time zone to end a day is twelve hours behind UTC; after that the day's salt is not needed.
  delete from private.visit_salts s where s.day < (private.clock_now() at time zone 'Etc/GMT+12')::date;
  insert into private.visit_salts (day)
    select distinct (private.clock_now() at time zone private.zone_of(a))::date from unnest(accounts) a on conflict do nothing;
  return query
    select a, s.day, encode(s.salt, 'hex') from unnest(accounts) a join private.visit_salts s on s.day = (private.clock_now() at time zone private.zone_of(a))::date;
end $function$

CREATE OR REPLACE FUNCTION private.visits_in(account uuid, starts timestamp with time zone, ends timestamp with time zone, filters jsonb)
 RETURNS SETOF visits
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select v.* from public.visits v
   where v.account_id = account and v.started_at >= starts and v.started_at < ends
     and (filters ->> 'source' is null or v.source = filters ->> 'source')
     and (filters ->> 'campaign' is null or v.campaign = filters ->> 'campaign')
     and (filters ->> 'device' is null or v.device = filters ->> 'device')
     and (filters ->> 'path' is null or exists (select from public.visit_pages p
           where p.account_id = account and p.visit_id = v.id and p.path = filters ->> 'path'))
$function$

CREATE OR REPLACE FUNCTION private.waiting_order(account uuid, person uuid, products uuid[])
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.number
    from public.orders o
    join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id)
    left join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
   where o.account_id = account and o.user_id = person and o.status = 'pending' and i.type <> 'digital'
     and (i.product_id = any (products)
       or p.course_id in (select w.course_id from public.products w where w.account_id = account and w.id = any (products)))
   order by o.number limit 1
$function$

CREATE OR REPLACE FUNCTION private.webhook_payload(event private.events)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f jsonb := event.facts;
  account uuid := event.account_id;
  member jsonb := private.member_facts(account, (f ->> 'member_id')::uuid);
  course jsonb := private.course_facts(account, (f ->> 'course_id')::uuid);
begin
  case split_part(event.type, '.', 1)
    when 'order' then
      -- The order may have moved on since: its status is the one the event states.
      return (select private.order_facts(o) || jsonb_build_object('status', f ->> 'status') from public.orders o where (o.account_id, o.id) = (account, (f ->> 'order_id')::uuid));
    when 'member' then
      return coalesce(member, jsonb_build_object('id', f ->> 'member_id',
          'name', (select u.raw_user_meta_data ->> 'display_name' from auth.users u where u.id = (f ->> 'user_id')::uuid),
          'email', (select u.email from auth.users u where u.id = (f ->> 'user_id')::uuid)))
        || jsonb_build_object('role', (select coalesce(r.kind, r.name) from public.roles r where (r.account_id, r.role_id) = (account, (f ->> 'role_id')::uuid)));
    when 'lesson' then
      return jsonb_build_object('completed_at', f -> 'completed_at', 'member', member, 'course', course,
        'lesson', (select jsonb_build_object('id', l.id, 'title', l.title, 'kind', l.kind) from public.lessons l where (l.account_id, l.id) = (account, (f ->> 'lesson_id')::uuid)));
    when 'quiz' then
      return f - '{member_id,course_id,quiz_id}'::text[] || jsonb_build_object('member', member, 'course', course,
        'quiz', (select jsonb_build_object('id', q.id, 'title', l.title) from public.quizzes q
          join public.lessons l on (l.account_id, l.id) = (q.account_id, q.lesson_id) where (q.account_id, q.id) = (account, (f ->> 'quiz_id')::uuid)));
    when 'post' then
      return (select jsonb_build_object('id', p.id, 'title', p.title, 'slug', p.slug, 'excerpt', p.excerpt, 'categories', to_jsonb(p.categories),
          'tags', to_jsonb(p.tags), 'published_at', p.published_at) from public.posts p where (p.account_id, p.id) = (account, (f ->> 'post_id')::uuid));
    -- enrolment.* and course.completed
    else return f - '{member_id,course_id}'::text[] || jsonb_build_object('member', member, 'course', course);
  end case;
end $function$

CREATE OR REPLACE FUNCTION private.without_metrics(report jsonb, metrics text[], tables text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select report || jsonb_build_object('numbers', (report -> 'numbers') - metrics, 'series', (report -> 'series') - metrics,
    'tables', (report -> 'tables') - tables)
$function$

CREATE OR REPLACE FUNCTION private.words_and_pieces(text text, weight text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select setweight(to_tsvector('pg_catalog.simple', private.spaced_part(text)), weight::"char") || private.pieces_of_unspaced(text, weight)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.writable_thread(thread_id uuid)
 RETURNS threads
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.threads;
begin
  select * into thread from public.threads t
   where t.id = writable_thread.thread_id and t.account_id = (select private.account_with('member'));
  if thread.id is null or coalesce(private.thread_level(thread.account_id, thread.id), 'read') = 'read' then
    perform private.raise_error('not_found', 'There is no post here that you can comment on.');
  elsif not thread.takes_posts or thread.state = 'locked' then
    perform private.raise_error('comments_closed', 'Comments on this post are closed.');
  end if;
  return thread;
end $function$

CREATE OR REPLACE FUNCTION private.write_draft(kind text, account uuid, subject uuid, draft jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  k private.publishing_kinds := private.publishing_kind(write_draft.kind);
  parts text := (select string_agg(format('%I', part), ', ') from unnest(k.draft_columns || 'version'::text) part);
  version integer;
begin
  execute format('update public.%1$I d set (%2$s) = (select %2$s from jsonb_populate_record(d, $3)) where d.account_id = $1 and d.%3$I = $2 returning d.version',
    k.draft_table, parts, k.draft_key) into version using account, subject, draft;
  return version;
end $function$

CREATE OR REPLACE FUNCTION private.write_log(account uuid, message text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A token outlives an erased user: what their browser still reports is stored without a user.
  insert into private.logs (account_id, user_id, message) values (account, (select u.id from auth.users u where u.id = auth.uid()), message)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.write_paper(attempt attempts, quiz quizzes)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.attempt_papers (account_id, attempt_id, questions)
  select attempt.account_id, attempt.id, jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'prompt', q.prompt, 'figure', q.figure,
      'points', q.points, 'key', k.answer, 'explanation', k.explanation,
      'options', case when quiz.shuffle_options
        then (select coalesce(jsonb_agg(o order by random()), '[]') from jsonb_array_elements(q.options) o) else q.options end)
      order by case when quiz.shuffle_questions then random() else q.position end, q.id)
    from public.questions q join public.question_keys k on (k.account_id, k.id) = (q.account_id, q.id)
   where (q.account_id, q.quiz_id) = (quiz.account_id, quiz.id)
$function$

CREATE OR REPLACE FUNCTION private.write_question(quiz quizzes, question jsonb, question_position integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  has_options boolean := question ->> 'kind' in ('single', 'multiple');
begin
  insert into public.questions as q (account_id, id, course_id, quiz_id, position, kind, prompt, figure, points, options)
  values (quiz.account_id, (question ->> 'id')::uuid, quiz.course_id, quiz.id, question_position, question ->> 'kind', trim(question ->> 'prompt'),
    nullif(question -> 'figure', 'null'), (question ->> 'points')::int,
    case when has_options then (select jsonb_agg(jsonb_build_object('id', o ->> 'id', 'text', trim(o ->> 'text')) order by n)
      from jsonb_array_elements(question -> 'options') with ordinality t (o, n)) else '[]' end)
  on conflict (account_id, id) do update set position = excluded.position, kind = excluded.kind, prompt = excluded.prompt,
    figure = excluded.figure, points = excluded.points, options = excluded.options;
  insert into public.question_keys (account_id, id, course_id, answer, explanation)
  values (quiz.account_id, (question ->> 'id')::uuid, quiz.course_id,
    case question ->> 'kind' when 'short' then jsonb_build_object(
        'texts', (select jsonb_agg(trim(t)) from jsonb_array_elements_text(question -> 'answer' -> 'texts') t),
        'keep_case', coalesce((question -> 'answer' ->> 'keep_case')::boolean, false),
        'keep_marks', coalesce((question -> 'answer' ->> 'keep_marks')::boolean, false))
      else question -> 'answer' end,
    trim(coalesce(question ->> 'explanation', '')))
  on conflict (account_id, id) do update set answer = excluded.answer, explanation = excluded.explanation;
end $function$

CREATE OR REPLACE FUNCTION private.write_quiz(z quizzes, settings jsonb, questions jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  question jsonb;
  question_number int := 0;
begin
  if jsonb_typeof(settings) is distinct from 'object' or jsonb_typeof(questions) is distinct from 'array' or jsonb_array_length(questions) > 200 then
    perform private.raise_error('invalid', 'A quiz has settings and at most 200 questions.');
  end if;
  if exists (select from public.questions q where q.id in (select private.uuid_or_null(x ->> 'id') from jsonb_array_elements(questions) x)
      and (q.account_id, q.quiz_id) is distinct from (z.account_id, z.id)) then
    perform private.raise_error('invalid', 'The list includes a question of another quiz.');
  end if;
  for question in select x from jsonb_array_elements(questions) x loop
    question_number := question_number + 1;
    if private.uuid_or_null(question ->> 'id') is null then
      perform private.raise_error('invalid', format('Question %s has no id.', question_number));
    end if;
    if private.question_problem(question) is not null then
      perform private.raise_error('invalid', format('Question %s %s', question_number, private.question_problem(question)));
    end if;
    perform private.write_question(z, question, question_number);
  end loop;
  delete from public.questions q where (q.account_id, q.quiz_id) = (z.account_id, z.id)
    and q.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(questions) x);
  update public.quizzes k set
    intro = trim(coalesce(settings ->> 'intro', k.intro)),
    pass_mark = coalesce((settings ->> 'pass_mark')::smallint, k.pass_mark),
    attempts_allowed = coalesce((settings ->> 'attempts_allowed')::smallint, k.attempts_allowed),
    time_limit_seconds = case when settings ? 'time_limit_seconds' then (settings ->> 'time_limit_seconds')::int else k.time_limit_seconds end,
    shuffle_questions = coalesce((settings ->> 'shuffle_questions')::boolean, k.shuffle_questions),
    shuffle_options = coalesce((settings ->> 'shuffle_options')::boolean, k.shuffle_options),
    feedback = coalesce(settings ->> 'feedback', k.feedback),
    question_count = question_number,
    points = (select coalesce(sum(q.points), 0) from public.questions q where (q.account_id, q.quiz_id) = (z.account_id, z.id)),
    version = k.version + 1
  where (k.account_id, k.id) = (z.account_id, z.id);
  return z.version + 1;
exception when check_violation or invalid_text_representation or numeric_value_out_of_range then
  perform private.raise_error('invalid',
    'The pass mark is 0 to 100 percent, attempts 0 to 100, the time limit one minute to a day, the introduction at most 2000 characters.');
end $function$

CREATE OR REPLACE FUNCTION private.zone_of(account uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text;
begin
  select nullif(o.value ->> 'timezone', '') into zone from public.options o where o.account_id = account and o.key = 'settings';
  if zone is null then
    return 'UTC';
  end if;
  perform private.clock_now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $function$

CREATE OR REPLACE FUNCTION public.accept_invitation(account_id uuid, code text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  i public.invitations%rowtype;
  m public.members%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  perform private.forbid_impersonation();
  if private.session_account() is distinct from account_id then
    perform private.raise_error('forbidden', 'Accept an invitation on the site that sent it.');
  end if;
  select * into i from public.invitations x
   where x.account_id = account_id and x.code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex') for update;
  if i.id is null then
    perform private.raise_error('not_found', 'This invitation is not valid, or was revoked.');
  end if;
  if i.accepted_at is not null or i.expires_at < now() then
    perform private.raise_error('conflict', 'This invitation was already accepted, or has expired.');
  end if;
  if i.email is distinct from (select lower(u.email) from auth.users u where u.id = auth.uid()) then
    perform private.raise_error('forbidden', 'This invitation was sent to another address. Sign in with that one.');
  end if;
  update public.invitations x set accepted_at = now() where (x.account_id, x.id) = (i.account_id, i.id);
  perform private.verify_email_by_invitation(account_id, code);
  perform private.make_member(account_id, auth.uid(), 'student');
  select * into m from public.members x where x.account_id = account_id and x.user_id = auth.uid();
  if m.blocked_at is not null then
    perform private.raise_error('forbidden', 'This site has blocked you.');
  end if;
  -- An invitation assigns a role, but never lowers one assigned in the meantime.
  if exists (select from public.roles own, public.roles given where own.account_id = account_id and own.role_id = m.role_id
      and given.account_id = account_id and given.role_id = i.role_id and own.caps <@ given.caps and own.kind is distinct from 'owner') then
    update public.members x set role_id = i.role_id where (x.account_id, x.id) = (m.account_id, m.id) and x.role_id <> i.role_id;
  end if;
  return m.id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.account_numbers()
 RETURNS TABLE(account_id uuid, slug text, domain text, status text, title text, icon text, members bigint, courses bigint, is_member boolean, created_at timestamp with time zone, suspension text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.account_id, a.slug, a.domain, a.status, coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug), nullif(o.value ->> 'icon', ''),
         (select count(*) from public.members m where m.account_id = a.account_id),
         (select count(*) from public.courses c where c.account_id = a.account_id and c.status = 'published'),
         exists (select from public.members m where m.account_id = a.account_id and m.user_id = auth.uid() and m.blocked_at is null),
         a.created_at, a.suspension
    from public.accounts a left join public.options o on o.account_id = a.account_id and o.key = 'settings'
   where not a.is_platform
     and ((a.owner_id = auth.uid() and private.is_on_platform()) or private.is_super_admin())
   order by 5, a.slug
   limit 500
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.account_reports(period text DEFAULT '30d'::text, since date DEFAULT NULL::date, until date DEFAULT NULL::date, compare text DEFAULT 'previous'::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('account_id', a.account_id, 'slug', a.slug, 'domain', a.domain, 'title', a.title, 'status', a.status,
      'is_member', a.is_member) || private.report_of(a.account_id, 'overview', period, since, until, compare, '{}') order by a.title, a.slug), '[]')
    from (select x.account_id, x.slug, x.domain, x.status, coalesce(nullif(o.value ->> 'sitetitle', ''), x.slug) as title,
                 exists (select from public.members m where m.account_id = x.account_id and m.user_id = auth.uid() and m.blocked_at is null) as is_member
            from public.accounts x left join public.options o on o.account_id = x.account_id and o.key = 'settings'
           where x.account_id in (select private.owned_accounts()) order by 5, x.slug limit 100) a
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.account_usage(account_id uuid)
 RETURNS TABLE(meter text, used bigint, cap bigint, period_start date, is_kept boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select m.name, coalesce(u.used, 0), private.cap_of(account_id, m.name), private.period_of(m.name), private.is_stored_amount(m.name)
    from unnest(array['active_users', 'emails', 'ai_tokens', 'cdn_images', 'videos', 'storage', 'chats', 'push', 'email_verify',
      'conferences', 'members', 'courses', 'groups', 'funnels']) with ordinality m (name, place)
    left join public.usage_meters u on u.account_id = account_id and u.meter = m.name and u.period_start = private.period_of(m.name)
   order by m.place;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.add_quiz(course_id uuid, title text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  section uuid;
  lesson uuid;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if length(trim(coalesce(title, ''))) not between 1 and 160 then
    perform private.raise_error('invalid', 'A quiz needs a title of at most 160 characters.');
  end if;
  if (select count(*) from public.lessons l where (l.account_id, l.course_id) = (c.account_id, c.id) and l.archived_at is null) >= 500 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  select s.id into section from public.sections s where (s.account_id, s.course_id) = (c.account_id, c.id) and s.archived_at is null order by s.position desc, s.id desc limit 1;
  if section is null then
    insert into public.sections (account_id, course_id, title, position) values (c.account_id, c.id, trim(title), 1) returning id into section;
  end if;
  insert into public.lessons (account_id, course_id, section_id, title, slug, kind, is_published, position)
  values (c.account_id, c.id, section, trim(title), private.free_lesson_slug(c.account_id, c.id, trim(title)), 'quiz', false,
    (select coalesce(max(l.position), 0) + 1 from public.lessons l where (l.account_id, l.section_id) = (c.account_id, section)))
  returning id into lesson;
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return (select z.id from public.quizzes z where (z.account_id, z.lesson_id) = (c.account_id, lesson));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.allow_log_in_as(account_id uuid, is_allowed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.forbid_impersonation();
  if account_id is distinct from (select private.account_with('manage_options'))
    or not exists (select from public.accounts a where a.account_id = account_id and a.owner_id = auth.uid()) then
    perform private.raise_error('forbidden', 'Only the owner of the site can change this.');
  end if;
  update public.accounts a set allows_log_in_as = is_allowed where a.account_id = account_id;
  perform private.audit(account_id, case when is_allowed then 'account.log_in_as_allowed' else 'account.log_in_as_forbidden' end, 'account', account_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.amount_now(price prices)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when price.sale_start > (select private.clock_now()) or price.sale_end <= (select private.clock_now()) then price.amount
    else coalesce(price.sale_amount, price.amount)
  end
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.answer_ticket(account_id uuid, ticket_id uuid, body text, is_internal boolean DEFAULT false, next_status text DEFAULT NULL::text, files text[] DEFAULT '{}'::text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  asker uuid;
  answers boolean := account_id is not distinct from private.staffed_account();
  asks boolean := account_id is not distinct from private.ticket_account();
begin
  select t.user_id into asker from public.tickets t where (t.account_id, t.id) = (account_id, ticket_id) for update;
  if asker is null or not (answers or (asks and asker = auth.uid())) then
    perform private.raise_error('not_found', 'There is no such ticket.');
  end if;
  if is_internal and not answers then
    perform private.raise_error('forbidden', 'Only support staff can use notes.');
  end if;
  -- A manager's own ticket stays theirs as the requester: only an internal note counts as staff.
  return private.reply_as(account_id, ticket_id, auth.uid(), answers and (asker <> auth.uid() or is_internal), body,
    is_internal, next_status, 'web', files);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.apply_site_template(template jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := (select private.account_with('manage_options'));
  template_page jsonb;
  page public.pages;
  option_key text;
  before_pages jsonb := '[]';
  before_options jsonb;
  created jsonb := '[]';
begin
  if account is null then
    perform private.raise_error('forbidden', 'Only site managers can change its design.');
  end if;
  if jsonb_typeof(template) is distinct from 'object' or jsonb_typeof(template -> 'pages') is distinct from 'array'
     or jsonb_typeof(template -> 'options') is distinct from 'object' then
    perform private.raise_error('invalid', 'A site template has pages and options.');
  end if;
  if jsonb_array_length(template -> 'pages') not between 1 and 20 then
    perform private.raise_error('invalid', 'A site template has between 1 and 20 pages.');
  end if;
  if exists (select from jsonb_object_keys(template -> 'options') named where named not in ('theme', 'menus', 'header', 'footer')) then
    perform private.raise_error('invalid', 'A site template sets the theme, menus, header and footer, and no other option.');
  end if;

  select coalesce(jsonb_object_agg(named, coalesce(o.value, '{}')), '{}') into before_options
    from jsonb_object_keys(template -> 'options') named
    left join public.options o on o.account_id = account and o.key = named;
  for option_key in select jsonb_object_keys(template -> 'options') loop
    insert into public.options (account_id, key, value) values (account, option_key, template -> 'options' -> option_key)
    on conflict (account_id, key) do update set value = excluded.value;
  end loop;

  for template_page in select value from jsonb_array_elements(template -> 'pages') loop
    page := null;
    select * into page from public.pages p where p.account_id = account and p.slug = template_page ->> 'slug' for update;
    if page.id is null then
      insert into public.pages (account_id, title, slug) values (account, template_page ->> 'title', template_page ->> 'slug') returning * into page;
      created := created || to_jsonb(page.slug);
    else
      before_pages := before_pages || jsonb_build_object('slug', page.slug, 'title', page.title, 'content', page.content,
        'settings', page.settings, 'status', page.status);
      perform private.store_draft_version(page);
    end if;
    update public.page_drafts d
       set title = template_page ->> 'title', data = template_page -> 'content', settings = coalesce(template_page -> 'settings', '{}')
     where d.account_id = account and d.page_id = page.id;
    if template_page ->> 'status' = 'draft' then
      perform public.unpublish_page(page.id);
    else
      perform public.publish_page(page.id);
    end if;
  end loop;
  return jsonb_build_object('before', jsonb_build_object('pages', before_pages, 'options', before_options), 'made', created);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.archived_parts(course_id uuid)
 RETURNS TABLE(id uuid, kind text, title text, section_title text, archived_at timestamp with time zone, lessons integer, students integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with course as (
      select c.account_id, c.id from public.courses c
       where c.id = archived_parts.course_id and c.id in (select private.editable_courses())),
    students as (
      select k.id, k.section_id, k.archived_at, p.member_id from course
        join public.lessons k on (k.account_id, k.course_id) = (course.account_id, course.id) and k.archived_at is not null
        join public.lesson_progress p on (p.account_id, p.course_id, p.lesson_id) = (k.account_id, k.course_id, k.id))
  select s.id, 'section', s.title, null, s.archived_at,
         (select count(*) from public.lessons k where (k.account_id, k.section_id, k.archived_at) = (s.account_id, s.id, s.archived_at))::int,
         (select count(distinct x.member_id) from students x where (x.section_id, x.archived_at) = (s.id, s.archived_at))::int
    from course join public.sections s on (s.account_id, s.course_id) = (course.account_id, course.id) and s.archived_at is not null
   where exists (select from public.lessons k where (k.account_id, k.section_id, k.archived_at) = (s.account_id, s.id, s.archived_at))
  union all
  select k.id, k.kind, k.title, s.title, k.archived_at, 1, (select count(distinct x.member_id) from students x where x.id = k.id)::int
    from course join public.lessons k on (k.account_id, k.course_id) = (course.account_id, course.id) and k.archived_at is not null
    join public.sections s on (s.account_id, s.id) = (k.account_id, k.section_id)
   where s.archived_at is distinct from k.archived_at
   order by 5 desc, 3, 1
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.arrange_docs(account_id uuid, tree jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own_account uuid := (select account from private.account_with('manage_options') account where account = arrange_docs.account_id);
  max_depth integer;
  reachable integer;
begin
  if own_account is null then
    perform private.raise_error('not_found', 'You don’t have permission to arrange this documentation.');
  end if;
  if jsonb_typeof(tree) <> 'array' or jsonb_array_length(tree) > 1000 then
    perform private.raise_error('invalid', 'Send the pages as a list of id, parent_id and position.');
  end if;
  perform pg_advisory_xact_lock(hashtext('docs'), hashtext(own_account::text));
  update public.docs d set parent_id = place.parent_id, position = place.position
    from jsonb_to_recordset(tree) place (id uuid, parent_id uuid, position integer)
   where d.account_id = own_account and d.id = place.id
     and (d.parent_id, d.position) is distinct from (place.parent_id, place.position);
  with recursive branch as (
    select d.id, 1 as depth from public.docs d where d.account_id = own_account and d.parent_id is null
    union all
    select d.id, b.depth + 1 from public.docs d join branch b on d.parent_id = b.id
     where d.account_id = own_account and b.depth < 6)
  select max(depth), count(*) into max_depth, reachable from branch;
  if reachable <> (select count(*) from public.docs d where d.account_id = own_account) or max_depth > 4 then
    perform private.raise_error('docs_order', 'A documentation page can’t be placed under itself, or more than four levels deep.');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.ask_family(account_id uuid, email text, as_parent boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  own_id uuid := private.member_of(account_id);
  relative public.members%rowtype;
begin
  if own_id is null then
    perform private.raise_error('forbidden', 'Only members of this site can be connected as a family.');
  end if;
  perform private.forbid_impersonation();
  -- Concurrent requests wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('guardians'), hashtext(own_id::text));
  if (select count(*) from public.guardians g where g.account_id = account_id and own_id in (g.parent_id, g.child_id)) >= 20 then
    perform private.raise_error('conflict', 'You can have at most twenty family connections. End one first.');
  end if;
  if (select count(*) from public.guardians g where g.account_id = account_id and g.asked_by = own_id and g.confirmed_at is null) >= 5 then
    perform private.raise_error('conflict', 'Five people have not responded yet. Wait for their response.');
  end if;
  select * into relative from public.members m
   where m.account_id = account_id and m.email = lower(trim(email)) and m.blocked_at is null and m.id <> own_id
     and private.verified_email(m.user_id) = m.email;
  -- Requests do not reveal who is a member.
  if relative.id is null then return; end if;
  insert into public.guardians (account_id, parent_id, child_id, asked_by, confirmed_at)
  values (account_id, case when as_parent then own_id else relative.id end, case when as_parent then relative.id else own_id end, own_id, null)
  on conflict do nothing;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.asked_fields(account_id uuid, form_id uuid)
 RETURNS TABLE(id text, label text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.id, a.label from (
    select distinct on (e ->> 'id') e ->> 'id' as id, e ->> 'label' as label, s.created_at
      from public.form_submissions s, jsonb_array_elements(s.answers) e
     where s.account_id = asked_fields.account_id and s.form_id = asked_fields.form_id
     order by e ->> 'id', s.created_at desc) a
   order by a.created_at desc, a.id
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.assignee_name(ticket tickets)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when ticket.account_id = private.staffed_account() then private.folded(private.ticket_name(ticket.account_id, ticket.assignee_id)) end
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.attempt_result(attempt_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.attempts%rowtype;
  z public.quizzes%rowtype;
  is_own boolean;
  shown text;
begin
  select * into a from public.attempts k where k.id = attempt_id and k.submitted_at is not null
    and (k.member_id = (select private.member_ids()) or k.member_id in (select private.child_ids())
      or k.course_id in (select private.courses_where('manage_submissions')) or k.course_id in (select private.editable_courses()));
  if a.id is null then
    perform private.raise_error('not_found', 'There is no such result, or you don’t have access to it.');
  end if;
  select * into z from public.quizzes k where (k.account_id, k.id) = (a.account_id, a.quiz_id);
  is_own := a.member_id in (select private.member_ids() union all select private.child_ids());
  shown := case when not is_own or a.is_trial then 'answers'
    when z.feedback = 'answers_when_done' then case when private.tries_left(z, a.member_id) = 0
      or exists (select from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (a.account_id, a.quiz_id, a.member_id) and k.passed)
      then 'answers' else 'verdicts' end
    else z.feedback end;
  return jsonb_build_object(
    'attempt', jsonb_build_object('id', a.id, 'quiz_id', a.quiz_id, 'number', a.number, 'is_trial', a.is_trial, 'started_at', a.started_at,
      'submitted_at', a.submitted_at, 'due_at', a.due_at, 'score', a.score, 'points', a.points, 'pass_mark', a.pass_mark, 'passed', a.passed),
    'tries_left', private.tries_left(z, a.member_id), 'attempts_allowed', z.attempts_allowed, 'shown', shown,
    'passed_before', not a.is_trial and exists (select from public.attempts k
      where (k.account_id, k.quiz_id, k.member_id) = (a.account_id, a.quiz_id, a.member_id) and k.id <> a.id and k.passed and not k.is_trial),
    'questions', (select jsonb_agg(
        case shown when 'score' then q - 'key' - 'explanation'
          when 'verdicts' then q - 'key' - 'explanation' || jsonb_build_object('earned', coalesce(g.points, 0), 'is_right', coalesce(g.is_right, false))
          else q || jsonb_build_object('earned', coalesce(g.points, 0), 'is_right', coalesce(g.is_right, false)) end
        || jsonb_build_object('answer', w.answer) order by n)
      from private.attempt_papers p cross join jsonb_array_elements(p.questions) with ordinality t (q, n)
      left join public.attempt_answers w on (w.account_id, w.attempt_id) = (a.account_id, a.id) and w.question_id = (q ->> 'id')::uuid
      left join private.answer_marks g on (g.account_id, g.answer_id) = (w.account_id, w.id)
     where (p.account_id, p.attempt_id) = (a.account_id, a.id)));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.audit_choices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'acts', (select coalesce(jsonb_agg(d.act order by d.act), '[]') from (select distinct e.act from public.audit_entries e) d),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.account_id, 'slug', a.slug) order by a.slug), '[]') from (
      select a.account_id, a.slug from public.accounts a where exists (select from public.audit_entries e where e.account_id = a.account_id)
       order by a.slug limit 200) a));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.begin_page(title text, slug text, content jsonb, settings jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := (select private.account_with('manage_options'));
  page public.pages;
begin
  if account is null then
    perform private.raise_error('forbidden', 'Only site managers can add pages to it.');
  end if;
  insert into public.pages (account_id, title, slug) values (account, begin_page.title, begin_page.slug) returning * into page;
  update public.page_drafts d set data = begin_page.content, settings = begin_page.settings
   where d.account_id = account and d.page_id = page.id;
  return page.slug;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.bind_session(account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if auth.uid() is null or auth.jwt() ->> 'session_id' is null or not private.has_session(private.session_id(), auth.uid()) then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  -- Only once: a bound session stays bound to its account.
  insert into private.session_accounts (session_id, account_id, user_id)
  select private.session_id(), a.account_id, auth.uid()
    from public.accounts a where a.account_id = account_id
  on conflict (session_id) do nothing;
  return private.session_account() = account_id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.bring_back_page(page_id uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.restore_from_trash(page_id) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.cancel_order(order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders where id = order_id and (account_id = (select private.account_with('manage_shop'))
    or (user_id = auth.uid() and account_id = (select private.account_with('member')))) for update;
  if o.id is null then
    perform private.raise_error('not_found', 'There is no such order.');
  elsif o.status <> 'pending' then
    perform private.raise_error('order_not_pending', 'Only an order awaiting payment can be cancelled.');
  end if;
  update public.orders set status = 'cancelled', closed_at = private.clock_now() where account_id = o.account_id and id = o.id returning * into o;
  perform private.release_coupon(o);
  perform private.notify_buyer(o, 'cancelled', '/dashboard/orders');
  return o.status;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.cancel_orders(order_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.apply_to_each(order_ids, 'select public.cancel_order($1)')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.check_domain(account_id uuid, claim_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  seen timestamptz;
begin
  if not private.may_manage_domains(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can change its domains.');
  end if;
  select c.checked_at into seen from public.domain_claims c where (c.account_id, c.id) = (account_id, claim_id) for update;
  if not found then
    perform private.raise_error('not_found', 'This domain no longer exists.');
  elsif seen > now() - interval '15 seconds' then
    return;
  end if;
  update public.domain_claims c set next_check_at = now(), asked_at = now(), failures = 0
   where (c.account_id, c.id) = (account_id, claim_id);
  perform private.enqueue('domain-check', jsonb_build_object('claim_id', claim_id));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.check_member_import(account_id uuid, people jsonb, role_id uuid)
 RETURNS TABLE(line integer, email text, name text, outcome text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.check_import(account_id, people);
  return query select r.line, r.email, r.name, r.outcome from private.import_report(account_id, people, role_id) r;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.check_site(account_id uuid, ticket_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not exists (select from public.tickets t where (t.account_id, t.id) = (account_id, ticket_id) and t.category = 'siteDown'
      and (t.account_id = private.staffed_account() or t.user_id = auth.uid() and t.account_id = private.ticket_account())) then
    perform private.raise_error('not_found', 'There is no such ticket.');
  end if;
  if exists (select from public.ticket_messages m where (m.account_id, m.ticket_id) = (account_id, ticket_id) and m.checks is not null
      and m.created_at > (select private.clock_now()) - interval '1 minute') then
    perform private.raise_error('checked_just_now', 'The site was checked less than a minute ago.');
  end if;
  perform private.enqueue('ticket-checks', jsonb_build_object('account_id', account_id, 'ticket_id', ticket_id));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.choose_addons(account_id uuid, addons text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  chosen text[];
begin
  if account_id not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can choose add-ons.');
  end if;
  update public.accounts a set addons = coalesce((select array_agg(distinct x order by x) from unnest(addons) x), '{}')
    where a.account_id = account_id
      and addons <@ (select p.addons from public.plans p where p.id = a.plan_id) returning a.addons into chosen;
  if chosen is null then
    perform private.raise_error('invalid', 'There is no such add-on in this plan.');
  end if;
  return chosen;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.choose_features(account_id uuid, features text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if account_id not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can turn features on or off.');
  elsif not coalesce(features <@ '{lms,groups,appointments,single_session}'::text[], false) then
    perform private.raise_error('invalid', 'There is no such feature.');
  end if;
  update public.accounts a set features = coalesce((select array_agg(distinct x order by x) from unnest(features) x), '{}')
    where a.account_id = account_id;
  return private.features_of(account_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.complete_lesson(lesson_id uuid, is_done boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  l public.lessons := private.enrolled_lesson(lesson_id);
begin
  if is_done then
    perform private.complete_activity(l.account_id, private.member_of(l.account_id), l.id, 'member');
  else
    if (private.lesson_kind(l.kind)).completion = 'decided-by-server' then
      perform private.raise_error('quiz_decides', 'This lesson is completed by its result, not manually.');
    end if;
    update public.lesson_progress p set completed_at = null
     where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.confirm_family(tie_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.forbid_impersonation();
  update public.guardians g set confirmed_at = now()
   where g.id = tie_id and g.account_id = private.session_account() and g.confirmed_at is null
     and (select private.member_ids()) in (g.parent_id, g.child_id) and g.asked_by <> (select private.member_ids());
  if not found then
    perform private.raise_error('not_found', 'This request is no longer open.');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.copy_page(page_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page public.pages := private.page_to_manage(copy_page.page_id);
  draft public.page_drafts;
  copy_id uuid;
  number int := 2;
begin
  select * into draft from public.page_drafts d where d.account_id = page.account_id and d.page_id = page.id;
  while exists (select from public.pages p where p.account_id = page.account_id and p.slug = left(page.slug, 70) || '-' || number) loop
    number := number + 1;
  end loop;
  insert into public.pages (account_id, title, slug, kind)
  values (page.account_id, left(draft.title, 150) || ' ' || number, left(page.slug, 70) || '-' || number, page.kind) returning id into copy_id;
  update public.page_drafts d set data = draft.data, settings = draft.settings
   where d.account_id = page.account_id and d.page_id = copy_id;
  return left(page.slug, 70) || '-' || number;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.copy_post(post_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.posts := private.post_to_manage(copy_post.post_id);
  draft public.post_drafts;
  stem text := rtrim(left(post.slug, 70), '-');
  copy_id uuid;
  number int := 2;
begin
  select * into draft from public.post_drafts d where d.account_id = post.account_id and d.post_id = post.id;
  while exists (select from public.posts p where p.account_id = post.account_id and p.slug = stem || '-' || number) loop
    number := number + 1;
  end loop;
  insert into public.posts (account_id, title, slug)
  values (post.account_id, left(draft.title, 150) || ' ' || number, stem || '-' || number) returning id into copy_id;
  update public.post_drafts d
     set excerpt = draft.excerpt, content = draft.content, cover = draft.cover, categories = draft.categories, tags = draft.tags,
         settings = draft.settings - 'featured'
   where d.account_id = post.account_id and d.post_id = copy_id;
  return stem || '-' || number;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.create_account(title text, slug text, owner_email text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  person uuid;
  new_id uuid;
begin
  perform private.require_super_admin();
  slug := lower(trim(coalesce(slug, '')));
  if length(trim(coalesce(title, ''))) not between 2 and 80 then
    perform private.raise_error('invalid', 'Enter a site name of 2 to 80 characters.');
  elsif slug !~ '^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$' or private.is_reserved_slug(slug) then
    perform private.raise_error('invalid', 'Use 3 to 63 lowercase letters, digits and hyphens, and no address that is reserved for the platform.');
  end if;
  select u.id into person from auth.users u where lower(u.email) = lower(trim(owner_email)) and u.deleted_at is null;
  if person is null then
    perform private.raise_error('invalid', 'Nobody has signed up on the platform with this e-mail address yet.');
  elsif private.verified_email(person) is null then
    perform private.raise_error('invalid', 'The person with this e-mail address has not confirmed it yet.');
  end if;
  begin
    insert into public.accounts (slug, owner_id) values (slug, person) returning accounts.account_id into new_id;
  exception when unique_violation then
    perform private.raise_error('conflict', 'This address is taken. Choose another.');
  end;
  insert into public.options as o (account_id, key, value) values (new_id, 'settings', jsonb_build_object('sitetitle', trim(title), 'onboard', true))
  on conflict (account_id, key) do update set value = o.value || excluded.value;
  perform private.audit(new_id, 'account.created', 'account', new_id, jsonb_build_object('slug', slug, 'owner', lower(trim(owner_email))));
  return new_id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.create_api_key(account_id uuid, name text, scopes text[], expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  prefix text := 'stoa_' || left(encode(uuid_send(gen_random_uuid()), 'hex'), 8);
  key text := prefix || '_' || rtrim(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/', '-_'), '=');
  made uuid;
begin
  if not exists (select from private.account_with('manage_options') a where a = account_id) then
    perform private.raise_error('forbidden', 'Only account managers can create API keys.');
  end if;
  -- A key would outlast the half hour of impersonation.
  perform private.forbid_impersonation();
  if length(btrim(coalesce(name, ''))) not between 1 and 80 then
    perform private.raise_error('invalid', 'Enter a key name of 1 to 80 characters.');
  end if;
  if coalesce(cardinality(scopes), 0) = 0 or not scopes <@ private.key_scopes() then
    perform private.raise_error('invalid', 'Choose at least one scope.');
  end if;
  if expires_at <= now() then
    perform private.raise_error('invalid', 'The expiry of a key must be in the future.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('api keys' || account_id, 0));
  if (select count(*) from public.api_keys k where k.account_id = account_id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())) >= 50 then
    perform private.raise_error('too_many_keys', 'An account can have at most 50 active API keys. Revoke one first.');
  end if;
  insert into public.api_keys (account_id, name, prefix, scopes, created_by, expires_at)
  values (account_id, btrim(name), prefix, (select array_agg(distinct s order by s) from unnest(scopes) s), private.member_of(account_id), expires_at)
  returning id into made;
  insert into private.api_key_hashes (account_id, key_id, hash) values (account_id, made, encode(sha256(convert_to(key, 'UTF8')), 'hex'));
  return jsonb_build_object('id', made, 'key', key);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.create_course(account_id uuid, title text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  base text := private.slug_of_title(title, 'course');
  candidate text := base;
begin
  if account_id not in (select private.account_with('create_courses') union all select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You don’t have permission to create courses here.');
  end if;
  if length(trim(coalesce(title, ''))) not between 1 and 160 then
    perform private.raise_error('invalid', 'A course needs a title of at most 160 characters.');
  end if;
  loop
    -- New courses are sorted last.
    insert into public.courses (account_id, title, slug, author_id, sort)
    values (account_id, trim(title), candidate, private.member_of(account_id),
      (select coalesce(max(c.sort) + 1, 0) from public.courses c where c.account_id = create_course.account_id))
    on conflict do nothing;
    exit when found;
    candidate := base || '-' || substr(md5(random()::text), 1, 5);
  end loop;
  return candidate;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.dead_letters(subscriber text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  select jsonb_build_object(
    'count', (select count(*) from private.event_deliveries d where d.dead_at is not null and (subscriber is null or d.subscriber = subscriber)),
    'subscribers', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'count', c.letters) order by c.name), '[]') from (
      select d.subscriber as name, count(*) as letters from private.event_deliveries d where d.dead_at is not null group by d.subscriber) c),
    'rows', (select coalesce(jsonb_agg(to_jsonb(p) order by p.last_tried_at desc, p.event_id), '[]') from (
      select d.subscriber, e.id as event_id, e.account_id, a.slug, e.type, e.subject, d.attempts, d.error, e.occurred_at,
             d.first_failed_at as first_tried_at, d.dead_at as last_tried_at, d.replayed_at
        from private.event_deliveries d join private.events e on e.id = d.event_id join public.accounts a on a.account_id = e.account_id
       where d.dead_at is not null and (subscriber is null or d.subscriber = subscriber)
       order by d.dead_at desc, e.id limit page_size offset (page - 1) * page_size) p)
  ) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.decide_post_comments(ids uuid[], status text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.decide_thread_posts(ids, status) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.decide_thread_posts(ids uuid[], status text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  if decide_thread_posts.status is null or decide_thread_posts.status not in ('shown', 'hidden') then
    perform private.raise_error('invalid', 'Some fields are not valid.');
  end if;
  update public.thread_posts p set status = decide_thread_posts.status from public.moderated_threads t
   where (p.account_id, p.thread_id) = (t.account_id, t.id) and p.id = any (ids) and p.status not in ('removed', decide_thread_posts.status);
  get diagnostics changed = row_count;
  return jsonb_build_object('changed', changed, 'refused', '[]'::jsonb);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.end_all_sessions()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_batch constant int := 5000;
  remaining int;
begin
  perform private.require_super_admin();
  if not private.is_confirmed() then
    perform private.raise_error('reauthentication_needed', 'Confirm your identity first.');
  end if;
  -- One audit entry per click, however many calls it takes.
  if not exists (select from public.audit_entries e where e.account_id = private.session_account() and e.act = 'person.all_sessions_ended'
      and e.target_id = private.session_id()) then
    perform private.audit(private.session_account(), 'person.all_sessions_ended', 'session', private.session_id());
  end if;
  delete from private.handoff_codes;
  delete from private.acting_codes;
  delete from auth.sessions s where s.id in (
    select o.id from auth.sessions o where o.id <> private.session_id() order by o.id limit max_batch);
  select count(*) into remaining from (select from auth.sessions o where o.id <> private.session_id() limit max_batch) o;
  if remaining = 0 then
    delete from auth.sessions s where s.id = private.session_id();
  end if;
  return remaining;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.end_member_sessions(account_id uuid, member_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  m public.members%rowtype;
begin
  select * into m from public.members x where x.account_id = account_id and x.id = member_id
    and x.account_id in (select private.account_with('manage_members'));
  if m.id is null then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  end if;
  if m.user_id <> auth.uid() and (not private.may_assign_role(m.account_id, m.role_id)
    or exists (select from public.accounts a where a.account_id = m.account_id and a.owner_id = m.user_id)) then
    perform private.raise_error('forbidden', 'Their role has more permissions than yours. Only site managers can do this.');
  end if;
  perform private.audit(m.account_id, 'member.sessions_ended', 'member', m.id);
  return private.end_sessions_of(m.user_id, m.account_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.end_own_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.forbid_impersonation();
  if private.has_session_expired() then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  delete from auth.sessions s using private.sessions_visible_to(private.session_id()) r
   where s.id = session_id and s.id = any (r.sessions) and s.user_id = auth.uid() and private.session_account() is not null;
  return found;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.end_sessions_of_person(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  u auth.users := private.person_to_change(person);
begin
  perform private.audit(private.session_account(), 'person.sessions_ended', 'person', u.id);
  return private.end_sessions_of(u.id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.enrol_free(course_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to enrol.');
  end if;
  select * into c from public.courses where id = course_id and status = 'published'
    and account_id = (select private.account_with('member'));
  if c.id is null then
    perform private.raise_error('not_found', 'There is no such course here.');
  end if;
  if c.access <> 'free' then
    perform private.raise_error('course_not_free', 'This course is not free. Buy it, or a membership that includes it.');
  end if;
  -- A student removed by hand can't enrol again; one whose enrolment expired can.
  if exists (select from public.enrolments e where (e.account_id, e.member_id, e.course_id) = (c.account_id, private.member_of(c.account_id), c.id)
    and e.status = 'ended' and (e.expires_at is null or e.expires_at > (select private.clock_now()))) then
    perform private.raise_error('enrolment_ended', 'Your enrolment in this course was ended. Ask the school to enrol you again.');
  end if;
  return private.enrol(c.account_id, c.id, private.member_of(c.account_id), 'free');
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.erase_own_data()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := auth.uid();
  scope uuid := private.session_account();
  everywhere boolean := private.is_on_platform();
  own_account uuid;
begin
  if person is null or scope is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  perform private.forbid_impersonation();
  if exists (select from public.accounts a where a.owner_id = person and (everywhere or a.account_id = scope)) then
    perform private.raise_error('owner_stays', 'You own a site. Transfer it to somebody else or close it first.');
  end if;
  if not private.is_confirmed() then
    perform private.raise_error('reauthentication_needed', 'Confirm your identity first.');
  end if;
  for own_account in select m.account_id from public.members m where m.user_id = person and (everywhere or m.account_id = scope) loop
    perform private.erase_member(own_account, person);
  end loop;
  perform private.delete_pictures(person, case when everywhere then null else scope end);
  if exists (select from storage.objects o where o.name like 'avatars/' || person || '/%' and (everywhere or o.bucket_id = scope::text)) then
    perform private.raise_error('conflict', 'Your profile image is still stored. Remove it first.');
  end if;
  if not exists (select from private.erasures e where e.account_id = scope and e.user_id = person) then
    -- Account owners are no members of the platform and others never joined the account: both still have data there.
    perform private.erase_member(scope, person);
  end if;
  if not everywhere and (exists (select from public.members m where m.user_id = person)
    or exists (select from public.accounts a where a.owner_id = person)
    or exists (select from private.super_admins s where s.email = private.verified_email(person))) then
    delete from auth.sessions s using private.session_accounts b
     where b.session_id = s.id and b.user_id = person and b.account_id = scope;
    return 'left';
  end if;
  delete from auth.audit_log_entries e where e.payload::text like '%' || person || '%';
  delete from auth.users u where u.id = person;
  return 'erased';
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.export_own_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scope uuid := private.session_account();
  everywhere boolean := private.is_on_platform();
  members uuid[] := array(select m.id from public.members m where m.user_id = auth.uid() and (everywhere or m.account_id = scope));
  k record;
  column_list text;
  rows jsonb;
  result jsonb;
  max_rows constant int := 10000;
  row_total bigint;
begin
  if auth.uid() is null or scope is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  perform private.forbid_impersonation();
  select jsonb_build_object('person', jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'metadata', u.raw_user_meta_data),
    'sign_in_methods', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'since', i.created_at)), '[]') from auth.identities i where i.user_id = u.id),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'since', f.created_at)), '[]') from auth.mfa_factors f where f.user_id = u.id),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.own_sessions() s),
    'memberships', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.members m where m.id = any (members)))
    into result from auth.users u where u.id = auth.uid();
  for k in select * from private.personal_keys() where place <> 'public.members'::regclass order by place::text, key_column loop
    -- For tables clients may read: the columns they may read; for others all but secrets.
    select string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by a.attnum) into column_list
      from pg_catalog.pg_attribute a
     where a.attrelid = k.place and a.attnum > 0 and not a.attisdropped and a.attname !~ '(hash|secret|token|code|_key)$'
       and (pg_catalog.has_column_privilege('authenticated', k.place, a.attnum, 'select')
         or not pg_catalog.has_any_column_privilege('authenticated', k.place, 'select'));
    execute format('select jsonb_agg(jsonb_build_object(%s)) from (select * from %s t where t.%I = any ($1) and ($2 or t.account_id = $3) limit %s) t',
      column_list, k.place, k.key_column, max_rows)
      into rows using case when k.is_member then members else array[auth.uid()] end, everywhere, scope;
    if rows is not null then
      result := result || jsonb_build_object(split_part(k.place::text, '.', 2) || '.' || k.key_column, rows);
    end if;
    -- Reports truncated tables, so that an incomplete export does not look complete.
    if jsonb_array_length(rows) = max_rows then
      execute format('select count(*) from %s t where t.%I = any ($1) and ($2 or t.account_id = $3)', k.place, k.key_column)
        into row_total using case when k.is_member then members else array[auth.uid()] end, everywhere, scope;
      if row_total > max_rows then
        result := jsonb_set(result, '{incomplete}', coalesce(result -> 'incomplete', '{}') || jsonb_build_object(
          split_part(k.place::text, '.', 2) || '.' || k.key_column, jsonb_build_object('rows_here', max_rows, 'rows_in_all', row_total)));
      end if;
    end if;
  end loop;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.form_counts(account_id uuid)
 RETURNS TABLE(form_id uuid, submissions bigint, latest_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.form_id, count(*), max(s.created_at) from public.form_submissions s
   where s.account_id = form_counts.account_id group by s.form_id
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.held_caps(role roles)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.accounts a where a.account_id = role.account_id and a.needs_second_step) and not private.has_second_step() then
    return '{}';
  end if;
  return role.caps;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.import_redirects(account_id uuid, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  line jsonb;
  number int := 0;
  done int := 0;
  problems jsonb := '[]';
begin
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    raise exception using errcode = 'P0001', detail = 'invalid', message = 'A file can have 1 to 1,000 redirects.';
  end if;
  for line in select jsonb_array_elements(lines) loop
    number := number + 1;
    begin
      insert into public.redirects as r (account_id, from_path, to_address, status)
      values (account_id, line ->> 'from_path', line ->> 'to_address', coalesce((line ->> 'status')::smallint, 301))
      on conflict on constraint redirects_account_id_from_path_key
        do update set to_address = excluded.to_address, status = excluded.status;
      done := done + 1;
    exception
      when raise_exception then problems := problems || jsonb_build_object('line', number, 'problem', sqlerrm);
      when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
        problems := problems || jsonb_build_object('line', number, 'problem', null);
    end;
  end loop;
  return jsonb_build_object('done', done, 'problems', problems);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.invite_member(account_id uuid, email text, name text, role_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  address text := lower(trim(email));
  new_row public.invitations%rowtype;
begin
  perform private.check_invites(account_id, role_id);
  if exists (select from public.members m where m.account_id = account_id and lower(m.email) = address) then
    perform private.raise_error('conflict', 'They are already a member.');
  end if;
  perform pg_advisory_xact_lock(hashtext('invitations'), hashtext(account_id::text));
  if private.invitations_left(account_id) <= 0 then
    perform private.raise_error('conflict', 'Ten thousand invitations are pending. Revoke some first.');
  end if;
  insert into public.invitations as i (account_id, email, name, role_id, invited_by)
  values (account_id, address, left(trim(coalesce(name, '')), 120), role_id, auth.uid())
  on conflict do nothing returning * into new_row;
  if new_row.id is null then
    perform private.raise_error('conflict', 'They are already invited. Resend the invitation instead.');
  end if;
  perform private.send_invitation(new_row);
  perform private.audit(account_id, 'member.invited', 'invitation', new_row.id);
  return new_row.id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.invoice_document(invoice_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.invoices i where i.id = invoice_id
      and (i.account_id in (select private.owned_accounts()) or private.is_super_admin())) then
    perform private.raise_error('not_found', 'You have no such invoice.');
  end if;
  return private.invoice_document(invoice_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.is_blocked(account_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.members m
    where m.account_id = is_blocked.account_id and m.account_id = private.session_account() and m.user_id = auth.uid() and m.blocked_at is not null)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.is_free_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select slug ~ '^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$' and not private.is_reserved_slug(slug)
    and not exists (select from public.accounts a where a.slug = is_free_slug.slug)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.is_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.is_super_admin() $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.join_account(account_id uuid, accepts boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  end if;
  if private.session_account() is distinct from account_id
    or exists (select from public.accounts a where a.account_id = account_id and (a.is_platform or a.status <> 'active')) then
    perform private.raise_error('forbidden', 'Join an account from its own site.');
  end if;
  if private.make_member(account_id, auth.uid(), 'student') is not null then
    perform private.send_welcome_mail(account_id, auth.uid());
    if accepts then
      perform private.record_acceptance(account_id, auth.uid());
    end if;
  end if;
  return private.member_of(account_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.let_view_as(account_id uuid, ticket_id uuid, is_allowed boolean)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  t public.tickets%rowtype;
begin
  perform private.forbid_impersonation();
  select * into t from public.tickets x where (x.account_id, x.id) = (account_id, ticket_id) and x.user_id = auth.uid()
    and x.account_id = private.ticket_account() for update;
  if t.id is null then
    perform private.raise_error('not_found', 'There is no such ticket.');
  elsif is_allowed and t.status = 'resolved' then
    perform private.raise_error('conflict', 'The ticket is resolved. Reopen it first.');
  elsif is_allowed and exists (select from public.accounts a where a.account_id = account_id and a.is_platform)
    and not exists (select from public.accounts a where a.account_id = t.about_account_id and a.owner_id = auth.uid()) then
    perform private.raise_error('invalid', 'The ticket is about none of your sites.');
  end if;
  update public.tickets x set view_as_until = case when is_allowed then date_trunc('second', private.clock_now()) + interval '7 days' end
   where (x.account_id, x.id) = (account_id, ticket_id) returning x.view_as_until into t.view_as_until;
  return t.view_as_until;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_accounts(search text, status text, owner_id uuid, plan_id text, sort text, is_descending boolean, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  is_descending := coalesce(is_descending, true);
  with found as (
    select a.account_id, a.slug, a.domain, a.status, a.features, a.suspended_at, a.suspension, a.allows_log_in_as, a.plan_id, a.limit_overrides, a.created_at, a.owner_id,
           coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug) as title, u.email::text as owner,
           case sort when 'title' then to_jsonb(private.folded(coalesce(nullif(o.value ->> 'sitetitle', ''), a.slug))) when 'owner' then to_jsonb(private.folded(u.email))
             when 'status' then to_jsonb(a.status) when 'plan' then to_jsonb((select private.folded(p.label) from public.plans p where p.id = a.plan_id))
             when 'members' then to_jsonb((select count(*) from public.members m where m.account_id = a.account_id))
             when 'courses' then to_jsonb((select count(*) from public.courses c where c.account_id = a.account_id))
             when 'orders' then to_jsonb((select count(*) from public.orders r where r.account_id = a.account_id))
             when 'bytes' then to_jsonb((select coalesce(sum((f.metadata ->> 'size')::bigint), 0) from storage.objects f
               where f.bucket_id in (a.account_id::text, a.account_id || '-private')))
             else to_jsonb(extract(epoch from a.created_at)) end as rank
      from public.accounts a
      left join public.options o on o.account_id = a.account_id and o.key = 'settings'
      left join auth.users u on u.id = a.owner_id
     where not a.is_platform and (list_accounts.status is null or a.status = list_accounts.status)
       and (list_accounts.owner_id is null or a.owner_id = list_accounts.owner_id)
       and (list_accounts.plan_id is null or a.plan_id = list_accounts.plan_id)
       and (pattern = '%%' or private.folded(concat_ws(e'\n', a.slug, a.domain, o.value ->> 'sitetitle', u.email, u.raw_user_meta_data ->> 'display_name')) like pattern)),
  page_of as (
    select row_number() over () as place, p.* from (
      select f.* from found f
       order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, f.created_at desc, f.account_id
       limit page_size offset (page - 1) * page_size) p)
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(
      to_jsonb(p) - 'rank' - 'place' || jsonb_build_object(
        'members', (select count(*) from public.members m where m.account_id = p.account_id),
        'courses', (select count(*) from public.courses c where c.account_id = p.account_id),
        'orders', (select count(*) from public.orders r where r.account_id = p.account_id),
        'bytes', (select coalesce(sum((f.metadata ->> 'size')::bigint), 0) from storage.objects f
                   where f.bucket_id in (p.account_id::text, p.account_id || '-private'))) order by p.place) from page_of p), '[]'))
    into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_customers(search text, page integer, page_size integer, sort text DEFAULT 'name'::text, is_descending boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select u.id as user_id, u.email::text as email, coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), split_part(u.email, '@', 1)) as name,
           count(*) as subscriptions, min(s.created_at) as since,
           case sort when 'email' then to_jsonb(lower(u.email)) when 'subscriptions' then to_jsonb(count(*)) when 'since' then to_jsonb(extract(epoch from min(s.created_at)))
             else to_jsonb(private.folded(coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), split_part(u.email, '@', 1)))) end as rank
      from public.subscriptions s join public.accounts a on a.account_id = s.account_id join auth.users u on u.id = a.owner_id
     where pattern = '%%' or private.folded(concat_ws(e'\n', u.email, u.raw_user_meta_data ->> 'display_name')) like pattern
     group by u.id)
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) - 'rank' - 'place' || jsonb_build_object(
      'sums', (select coalesce(jsonb_agg(to_jsonb(m) order by m.currency), '[]') from (
        select i.currency, coalesce(sum(i.amount) filter (where i.status = 'paid'), 0) as paid, coalesce(sum(i.amount) filter (where i.status = 'open'), 0) as open
          from public.invoices i join public.accounts a on a.account_id = i.account_id where a.owner_id = r.user_id group by i.currency) m)) order by r.place)
    from (select f.*, row_number() over (order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, lower(f.name), f.user_id) as place
            from found f order by place limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_invoices(search text, status text, account_id uuid, page integer, page_size integer, sort text DEFAULT NULL::text, is_descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select i.id, i.account_id, a.slug, u.email::text as owner, i.number, i.provider, i.plan_id, i.period, i.currency, i.amount, i.status,
           i.issued_at, i.due_at, i.paid_at, i.status = 'open' and i.due_at <= (select private.clock_now()) as is_overdue,
           case sort when 'number' then to_jsonb(i.number) when 'account' then to_jsonb(a.slug) when 'owner' then to_jsonb(lower(u.email)) when 'status' then to_jsonb(i.status)
             when 'amount' then jsonb_build_array(i.currency, i.amount) when 'due' then to_jsonb(extract(epoch from i.due_at))
             else to_jsonb(extract(epoch from i.issued_at)) end as rank
      from public.invoices i join public.accounts a on a.account_id = i.account_id left join auth.users u on u.id = a.owner_id
     where (list_invoices.status is null or i.status = list_invoices.status)
       and (list_invoices.account_id is null or i.account_id = list_invoices.account_id)
       and (pattern = '%%' or private.folded(concat_ws(e'\n', i.number, a.slug, u.email, u.raw_user_meta_data ->> 'display_name')) like pattern))
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) - 'rank' - 'place' order by r.place)
    from (select f.*, row_number() over (order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, f.issued_at desc, f.id desc) as place
            from found f order by place limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_jobs(state text, queue text, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  if state = 'outbox' or to_regclass('pgboss.job') is null then
    select jsonb_build_object('count', count(*), 'rows', coalesce((select jsonb_agg(to_jsonb(p) order by p.at desc) from (
        select o.id::text, o.queue, 'outbox' as state, o.created_at as at, 0 as tries, null as error
          from private.outbox o where state = 'outbox' and (list_jobs.queue is null or o.queue = list_jobs.queue)
         order by o.id desc limit page_size offset (page - 1) * page_size) p), '[]'))
      into result from private.outbox o where state = 'outbox' and (list_jobs.queue is null or o.queue = list_jobs.queue);
    return result;
  end if;
  -- A job's payload is never returned: it may contain personal data.
  execute 'with found as (select id::text as id, name as queue, state::text as state, created_on as at, retry_count as tries,
      left(coalesce(output ->> ''message'', output #>> ''{value,message}'', output::text), 2000) as error
      from pgboss.job where state::text = $1 and ($2 is null or name = $2) and name not like ''\_\_%'')
    select jsonb_build_object(''count'', (select count(*) from found), ''rows'',
      coalesce((select jsonb_agg(to_jsonb(p) order by p.at desc) from (select * from found order by at desc limit $3 offset $4) p), ''[]''))'
    into result using state, list_jobs.queue, page_size, (page - 1) * page_size;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_noise(sort text, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  since timestamptz := date_trunc('hour', now()) - interval '23 hours';
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with sums as (
    select a.account_id, a.slug, coalesce(t.requests, 0) as requests, coalesce(t.failures, 0) as failures, coalesce(t.milliseconds, 0) as milliseconds,
           (select count(*) from private.mails m where m.account_id = a.account_id and m.created_at >= since) as mails,
           (select count(*) from private.logs l where l.account_id = a.account_id and l.created_at >= since) as reports,
           (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
             where o.bucket_id in (a.account_id::text, a.account_id || '-private')) as bytes
      from public.accounts a
      left join (select h.account_id, sum(h.requests) as requests, sum(h.failures) as failures, sum(h.milliseconds) as milliseconds
                   from private.traffic_hours h where h.hour >= since group by h.account_id) t on t.account_id = a.account_id)
  select jsonb_build_object('count', (select count(*) from sums), 'rows', coalesce((select jsonb_agg(to_jsonb(p)) from (
    select * from sums s order by case sort when 'failures' then s.failures when 'milliseconds' then s.milliseconds when 'mails' then s.mails
        when 'reports' then s.reports when 'bytes' then s.bytes else s.requests end desc, s.slug
     limit page_size offset (page - 1) * page_size) p), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_owners(search text, sort text, is_descending boolean, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select u.id as user_id, u.email::text as email, coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), split_part(u.email, '@', 1)) as name,
           u.created_at, u.last_sign_in_at, count(*) as accounts, count(*) filter (where a.status = 'suspended') as suspended,
           jsonb_agg(a.slug order by a.slug) as slugs
      from auth.users u join public.accounts a on a.owner_id = u.id and not a.is_platform
     where pattern = '%%' or private.folded(concat_ws(e'\n', u.email, u.raw_user_meta_data ->> 'display_name', a.slug)) like pattern
     group by u.id),
  page_of as (
    select row_number() over () as place, p.* from (
      select f.* from found f
       order by case when sort = 'accounts' and is_descending then f.accounts end desc, case when sort = 'accounts' and not is_descending then f.accounts end,
                case when sort = 'last_sign_in_at' and is_descending then f.last_sign_in_at end desc nulls last,
                case when sort = 'last_sign_in_at' and not is_descending then f.last_sign_in_at end nulls first,
                case when sort = 'created_at' and is_descending then f.created_at end desc, case when sort = 'created_at' and not is_descending then f.created_at end,
                case when is_descending then private.folded(f.name) end desc, private.folded(f.name), f.user_id
       limit page_size offset (page - 1) * page_size) p)
  select jsonb_build_object('count', (select count(*) from found), 'rows',
    coalesce((select jsonb_agg(to_jsonb(p) - 'place' order by p.place) from page_of p), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_people(search text, sort text, is_descending boolean, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  is_descending := coalesce(is_descending, false);
  with found as (
    select u.id as user_id, u.email::text as email, u.created_at, u.last_sign_in_at,
           coalesce(nullif(u.raw_user_meta_data ->> 'display_name', ''), nullif(split_part(u.email, '@', 1), ''), u.id::text) as name
      from auth.users u
     where u.deleted_at is null
       and (pattern = '%%' or private.folded(concat_ws(e'\n', u.email, u.raw_user_meta_data ->> 'display_name')) like pattern)),
  page_of as (
    select row_number() over () as place, p.* from (
      select f.* from found f
       order by case when sort = 'last_sign_in_at' and is_descending then f.last_sign_in_at end desc nulls last,
                case when sort = 'last_sign_in_at' and not is_descending then f.last_sign_in_at end nulls first,
                case when sort = 'created_at' and is_descending then f.created_at end desc, case when sort = 'created_at' and not is_descending then f.created_at end,
                case when is_descending then private.folded(f.name) end desc, private.folded(f.name), f.user_id
       limit page_size offset (page - 1) * page_size) p)
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(p) - 'place' || jsonb_build_object(
      'is_self', p.user_id = auth.uid(),
      'factors', (select count(*) from auth.mfa_factors f where f.user_id = p.user_id and f.status = 'verified'),
      'sessions', (select count(*) from auth.sessions s where s.user_id = p.user_id and (s.not_after is null or s.not_after > (select private.clock_now()))))
    order by p.place) from page_of p), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_plans()
 RETURNS TABLE(id text, label text, currency text, pricing jsonb, features text[], limits jsonb, is_offered boolean, accounts bigint, subscriptions bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_super_admin();
  return query select p.id, p.label, p.currency, p.pricing, p.features, p.limits, p.is_offered,
      (select count(*) from public.accounts a where a.plan_id = p.id and not a.is_platform),
      (select count(*) from public.subscriptions s where s.plan_id = p.id and s.status <> 'ended')
    from public.plans p order by p.position, p.id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_reports(account_id uuid, search text, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := '%' || replace(replace(replace(left(coalesce(search, ''), 200), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with matching as (
    select l.id, l.account_id, a.slug, l.message, l.created_at from private.logs l join public.accounts a on a.account_id = l.account_id
     where l.created_at >= date_trunc('hour', now()) - interval '23 hours'
       and (list_reports.account_id is null or l.account_id = list_reports.account_id) and l.message ilike pattern)
  select jsonb_build_object('count', (select count(*) from matching), 'rows', coalesce((select jsonb_agg(to_jsonb(p) order by p.id desc)
    from (select * from matching order by id desc limit page_size offset (page - 1) * page_size) p), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_schedule_runs(name text, status text, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 100);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with runs as (
    select r.* from private.schedule_runs r
     where (list_schedule_runs.name is null or r.name = list_schedule_runs.name)
       and (list_schedule_runs.status is null or r.status = list_schedule_runs.status))
  select jsonb_build_object('count', (select count(*) from runs), 'rows', coalesce((
    select jsonb_agg(to_jsonb(p) order by p.id desc) from (
      select f.id, f.name, f.cause, u.email as asked_by, f.status, f.asked_at, f.started_at, f.finished_at,
             extract(epoch from f.finished_at - f.started_at) as seconds, f.output, f.error
        from runs f left join auth.users u on u.id = f.asked_by
       order by f.id desc limit page_size offset (page - 1) * page_size) p), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_schedules()
 RETURNS TABLE(name text, cron text, is_paused boolean, paused_at timestamp with time zone, paused_by text, next_run_at timestamp with time zone, last_status text, last_at timestamp with time zone, last_seconds double precision, runs bigint, failures bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select s.name, s.cron, s.paused_at is not null, s.paused_at, u.email::text, s.next_run_at, l.status, coalesce(l.started_at, l.asked_at),
         extract(epoch from l.finished_at - l.started_at)::double precision,
         (select count(*) from private.schedule_runs r where r.name = s.name),
         (select count(*) from private.schedule_runs r where r.name = s.name and r.status = 'failed')
    from private.schedules s
    left join auth.users u on u.id = s.paused_by
    left join lateral (select * from private.schedule_runs r where r.name = s.name order by r.id desc limit 1) l on true
   where s.is_known
   order by s.name;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_slow_statements()
 RETURNS TABLE(hash text, statement text, calls bigint, milliseconds bigint, longest bigint, last_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_super_admin();
  return query select s.hash, s.statement, s.calls, s.milliseconds, s.longest, s.last_at from private.slow_statements s
   where s.last_at >= date_trunc('hour', now()) - interval '23 hours' order by s.milliseconds desc, s.hash limit 100;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.list_subscriptions(search text, status text, plan_id text, page integer, page_size integer, sort text DEFAULT NULL::text, is_descending boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.person_pattern(search);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select s.id, s.account_id, a.slug, u.email::text as owner, s.plan_id, s.period, s.provider, s.status, s.currency, s.amount,
           s.trial_ends_at, s.period_end, s.created_at,
           s.cancel_at_period_end or (s.status in ('active', 'past_due') and s.period <> 'onetime' and s.next_plan_id is null
             and coalesce(s.issued_count >= s.iterations, false)) as cancel_at_period_end,
           case sort when 'account' then to_jsonb(a.slug) when 'owner' then to_jsonb(lower(u.email)) when 'plan' then to_jsonb(s.plan_id) when 'status' then to_jsonb(s.status)
             when 'amount' then jsonb_build_array(s.currency, s.amount) when 'until' then to_jsonb(extract(epoch from s.period_end))
             else to_jsonb(extract(epoch from s.created_at)) end as rank
      from public.subscriptions s join public.accounts a on a.account_id = s.account_id left join auth.users u on u.id = a.owner_id
     where (list_subscriptions.status is null or s.status = list_subscriptions.status)
       and (list_subscriptions.plan_id is null or s.plan_id = list_subscriptions.plan_id)
       and (pattern = '%%' or private.folded(concat_ws(e'\n', a.slug, u.email, u.raw_user_meta_data ->> 'display_name')) like pattern))
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) - 'rank' - 'place' order by r.place)
    from (select f.*, row_number() over (order by case when is_descending then f.rank end desc nulls last, case when not is_descending then f.rank end nulls last, f.created_at desc, f.id desc) as place
            from found f order by place limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.live_addresses(account_id uuid, paths text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if cardinality(paths) > 1000 then
    perform private.raise_error('invalid', 'A file can have 1 to 1,000 redirects.');
  end if;
  return query
  select w.path
    from (select distinct p as path, regexp_replace(normalize(p, nfc), '(?<=.)/+$', '') as address from unnest(paths) p where p is not null) w
   where account_id = (select private.account_with('manage_options'))
     and (w.address in ('/', '/blog', '/docs', '/search', '/login', '/signup', '/login/reset-password', '/members/invitation', '/checkout', '/thankyou',
         '/subscribed', '/sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.ico', '/blog/rss.xml', '/blog/atom.xml')
       or w.address = '/dashboard' or w.address like '/dashboard/%'
       or exists (select from public.pages p where p.account_id = account_id and w.address = '/' || p.slug and p.kind = 'page' and p.status = 'published')
       or exists (select from public.posts p where p.account_id = account_id and w.address = '/blog/' || p.slug and p.status = 'published' and p.published_at <= (select private.clock_now()))
       or exists (select from public.docs d where d.account_id = account_id and w.address = '/docs/' || d.slug and d.status = 'published')
       or exists (select from public.groups g where g.account_id = account_id and w.address = '/groups/' || g.slug and g.visibility = 'public'
         and private.has_feature(account_id, 'groups'))
       or exists (select from public.members m where m.account_id = account_id and w.address = '/members/' || m.slug and m.is_public and m.blocked_at is null)
       or private.has_feature(account_id, 'lms') and (w.address = '/course'
         or exists (select from public.course_categories c where c.account_id = account_id and w.address = '/course/category/' || c.slug)
         or exists (select from public.courses c where c.account_id = account_id and w.address = '/course/' || c.slug
           and c.status = 'published' and c.visibility = 'public')));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.lock_thread(thread_id uuid, is_locked boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.threads := private.moderated_thread(lock_thread.thread_id);
  new_state text := case when is_locked then 'locked' else 'open' end;
begin
  if thread.state = new_state then return; end if;
  update public.threads t set state = new_state where (t.account_id, t.id) = (thread.account_id, thread.id);
  perform private.emit(thread.account_id, case when is_locked then 'thread.locked' else 'thread.unlocked' end, 'thread:' || thread.id,
    facts => jsonb_build_object('thread_id', thread.id, 'subject_id', thread.subject_id));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.lost_features(account_id uuid, plan_id text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return array(select f from public.plans p, unnest(private.features_of(account_id)) f
                where p.id = plan_id and f <> all (p.features) order by f);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.make_home(page_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page public.pages := private.page_to_manage(make_home.page_id);
  number int := 1;
  former_slug text := 'former-home';
begin
  if page.slug = 'home' then
    return 'home';
  elsif page.kind <> 'page' then
    perform private.raise_error('invalid', 'A section can’t be the home page.');
  end if;
  while exists (select from public.pages p where p.account_id = page.account_id and p.slug = former_slug) loop
    number := number + 1;
    former_slug := 'former-home-' || number;
  end loop;
  perform set_config('stoa.home_moves', 'on', true);
  update public.pages p set slug = former_slug where p.account_id = page.account_id and p.slug = 'home';
  update public.pages p set slug = 'home' where p.account_id = page.account_id and p.id = page.id;
  if page.status <> 'published' then
    perform private.publish_record('page', page.account_id, page.id);
  end if;
  perform set_config('stoa.home_moves', 'off', true);
  return former_slug;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.mark_invoice_paid(account_id uuid, invoice_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.is_super_admin() then
    perform private.raise_error('forbidden', 'Only platform administrators can confirm payments.');
  end if;
  update public.invoices i set status = 'paid', paid_at = private.clock_now()
    where i.account_id = account_id and i.id = invoice_id and i.status = 'open' and i.provider = 'offline';
  if not found then
    perform private.raise_error('conflict', 'Only an open invoice can be marked as paid.');
  end if;
  update public.subscriptions s set status = 'active', past_due_since = null, reminders = 0
    where s.account_id = account_id and s.status = 'past_due'
      and not exists (select from public.invoices i where i.account_id = account_id and i.status = 'open' and i.due_at <= (select private.clock_now()));
  perform private.notify_owner(account_id, 'paid', jsonb_build_object('invoice_id', invoice_id));
  return 'paid';
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.mark_invoices_paid(invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.apply_to_each(invoice_ids, 'select public.mark_invoice_paid((select i.account_id from public.invoices i where i.id = $1), $1)')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.mark_orders_paid(order_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.apply_to_each(order_ids, 'select public.mark_paid($1)')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.mark_paid(order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders%rowtype := private.managed_order(order_id);
begin
  o := private.settle_order(o.account_id, o.id);
  return o.status;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.media_uses(account_id uuid, paths text[])
 RETURNS TABLE(path text, kind text, id uuid, slug text, title text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  account uuid := media_uses.account_id;
begin
  if not account in (select private.account_with('staff')) then
    perform private.raise_error('forbidden', 'Only staff can see where files are used.');
  end if;
  if cardinality(paths) > 200 then
    perform private.raise_error('too_large', 'Ask for at most 200 files at a time.');
  end if;
  return query
  with requested as (
    select distinct p as path, account || '/' || p as address from unnest(paths) p
  ), places as materialized (
    select * from private.media_references(account) where content like '%' || account || '/public/%'
  )
  select distinct requested.path, places.kind, places.id, places.slug, places.title
    from requested join places on strpos(places.content, requested.address) > 0
      -- Rejects longer paths with the same prefix.
      and places.content ~ (regexp_replace(requested.address, '([^A-Za-z0-9/_-])', '\\\1', 'g') || '($|[^A-Za-z0-9._/-])')
   order by 1, 2, 5
   limit 1000;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.member_count(account_id uuid, filter jsonb DEFAULT '{}'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total bigint;
begin
  perform private.check_reads_members(account_id);
  execute 'select count(*) from public.members m where m.account_id = $1' || private.member_conditions(filter) into total using account_id;
  return total;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.member_page(account_id uuid, filter jsonb DEFAULT '{}'::jsonb, sort text DEFAULT 'name'::text, is_ascending boolean DEFAULT true, after jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 50, skip integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  size integer := least(greatest(page_size, 1), 500);
  page jsonb;
begin
  perform private.check_reads_members(account_id);
  execute format('select coalesce(jsonb_agg(to_jsonb(p)), ''[]'') from (%s) p',
    private.member_page_statement(filter, sort, is_ascending, after, size, skip,
      array(select r.role_id from public.roles r where r.account_id = member_page.account_id order by private.folded(r.name), r.role_id))) into page using account_id;
  return jsonb_build_object('rows', case when jsonb_array_length(page) > size then page - size else page end,
    'has_next', jsonb_array_length(page) > size);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.meter_days(account_id uuid, meter text)
 RETURNS TABLE(day date, amount bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select (u.created_at at time zone 'UTC')::date, sum(u.amount)::bigint
    from private.meter_uses u
   where u.account_id = account_id and u.meter = meter and u.period_start = private.period_of(meter)
   group by 1 order by 1 desc;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.meter_places(account_id uuid, meter text)
 RETURNS TABLE(place text, amount bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select f.place, case meter when 'storage' then sum(f.bytes) else count(*) end::bigint
    from (select coalesce((o.metadata ->> 'size')::bigint, 0) as bytes, case
            when o.bucket_id = account_id::text and o.name like 'public/%' then 'library'
            when o.bucket_id = account_id::text and o.name like 'avatars/%' then 'portraits'
            when o.bucket_id <> account_id::text and o.name ~ '^(courses|products|tickets)/' then split_part(o.name, '/', 1)
            else 'others' end as place
            from storage.objects o
           where o.bucket_id in (account_id::text, account_id || '-private')
             and case meter when 'storage' then true when 'videos' then o.metadata ->> 'mimetype' like 'video/%'
                   when 'cdn_images' then o.metadata ->> 'mimetype' like 'image/%' else false end) f
   group by f.place order by 2 desc, 1;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.open_account(title text, slug text, kind text, preset text, language text, currency text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  made uuid;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in first.');
  elsif not private.is_on_platform() then
    perform private.raise_error('forbidden', 'Create sites on the platform’s own site.');
  end if;
  -- Lock: someone opening two sites at once waits here, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('open_account ' || auth.uid(), 0));
  if (select count(*) >= 20 from public.accounts a where a.owner_id = auth.uid()) then
    perform private.raise_error('limit_reached', 'You can create at most twenty sites. Write to us for more.');
  elsif length(trim(coalesce(title, ''))) not between 2 and 80 then
    perform private.raise_error('invalid', 'Enter a site name of 2 to 80 characters.');
  elsif kind is null or kind not in ('courses', 'coaching', 'community') then
    perform private.raise_error('invalid', 'Choose what kind of site it will be.');
  elsif preset is null or preset !~ '^[a-z]{3,20}$' then
    perform private.raise_error('invalid', 'Choose an available design.');
  elsif language is null or language <> all ('{en,es,fr,de,it,pt,ru,ja,zh,ko,ar,hi,bn,tr,vi,pl,nl,sv,uk,th}'::text[]) then
    perform private.raise_error('invalid', 'Choose one of the languages.');
  elsif currency is null or currency !~ '^[A-Z]{3}$' then
    perform private.raise_error('invalid', 'Choose a currency.');
  elsif not coalesce(public.is_free_slug(slug), false) then
    perform private.raise_error('slug_taken', 'This address is taken or not valid. Choose another.');
  end if;
  begin
    insert into public.accounts (slug, owner_id, features) values (slug, auth.uid(),
      case kind when 'courses' then '{lms}' when 'coaching' then '{lms,appointments}' else '{lms,groups}' end::text[])
    returning account_id into made;
  exception when unique_violation then
    perform private.raise_error('slug_taken', 'This address is taken or not valid. Choose another.');
  end;
  insert into public.options as o (account_id, key, value) values
    (made, 'settings', jsonb_build_object('sitetitle', trim(title), 'currency', currency, 'defaultLanguage', language, 'onboard', true)),
    (made, 'theme', jsonb_build_object('preset', preset))
  on conflict (account_id, key) do update set value = o.value || excluded.value;
  return made;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.open_ticket(account_id uuid, category text, subject text, body text, about_account_id uuid DEFAULT NULL::uuid, context jsonb DEFAULT '{}'::jsonb, files text[] DEFAULT '{}'::text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if account_id is null or account_id is distinct from private.ticket_account() then
    perform private.raise_error('forbidden', 'Ask for help on a site you are a member of.');
  end if;
  if about_account_id is not null and not exists (
    select from public.accounts a where a.account_id = about_account_id and a.owner_id = auth.uid() and private.is_on_platform()) then
    perform private.raise_error('forbidden', 'A ticket must be about an account of your own.');
  end if;
  -- Lock: the rate limit holds for concurrent requests too.
  perform pg_advisory_xact_lock(hashtextextended('tickets ' || account_id, 0));
  if (select count(*) from public.tickets t where t.account_id = account_id and t.user_id = auth.uid()
      and t.created_at > (select private.clock_now()) - interval '1 day') >= 20 then
    perform private.raise_error('too_many_tickets', 'You opened 20 tickets in one day. Reply to one of them, or try again tomorrow.');
  end if;
  return private.create_ticket(account_id, auth.uid(), category, subject, body, about_account_id, coalesce(context, '{}'), files);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.over_plan(account_id uuid, plan_id text)
 RETURNS TABLE(meter text, used bigint, cap bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.may_see_usage(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can see its usage.');
  end if;
  return query
  select u.meter, u.used, private.cap_in(p.limits, u.meter)
    from public.usage_meters u join public.plans p on p.id = plan_id
   where u.account_id = account_id and private.is_stored_amount(u.meter) and u.used > private.cap_in(p.limits, u.meter)
   order by u.meter;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.owes_second_step()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_on_platform() and not private.has_second_step() and exists (select from public.accounts a
    where a.needs_second_step and (a.owner_id = auth.uid() or a.is_platform and private.is_listed_super_admin()));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.own_address_is_proved()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.verified_email(auth.uid()) is not null $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.own_sessions()
 RETURNS TABLE(id uuid, user_agent text, ip text, created_at timestamp with time zone, seen_at timestamp with time zone, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.user_agent, host(s.ip), s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id = private.session_id()
    from private.sessions_visible_to(private.session_id()) r
    join auth.sessions s on s.id = any (r.sessions)
   where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.actor() is null
     and private.session_account() is not null
     -- A session idle for too long can't be refreshed and is deleted later. Hosted backends have no such column.
     and coalesce(coalesce(s.refreshed_at at time zone 'utc', s.created_at)
       + make_interval(secs => (to_jsonb(s) ->> 'idle_seconds')::float8) > now(), true)
   order by 6 desc, 5 desc limit 100
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.own_thread_level(thread_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.thread_level(t.account_id, t.id) from public.threads t where t.id = own_thread_level.thread_id
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.owned_products(account_id uuid, products uuid[])
 RETURNS TABLE(product_id uuid, course_slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.product_id, o.course_slug from private.owned_products(owned_products.account_id, auth.uid(), products) o
   where cardinality(products) <= 50 and owned_products.account_id in (select private.account_with('member'))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.pages_with_section(section_id uuid)
 RETURNS TABLE(id uuid, title text, slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shown.* from private.account_with('manage_options') account, private.pages_showing(account, section_id) shown order by 2
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.paid_until(account_id uuid, products uuid[])
 RETURNS TABLE(product_id uuid, until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.product_id, min(e.expires_at)
    from public.orders o
    join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) and nullif(i.frequency, 'null') is not null
    join public.products p on (p.account_id, p.id) = (i.account_id, i.product_id)
    join private.order_access a on (a.account_id, a.order_id) = (o.account_id, o.id)
    join public.courses c on (c.account_id, c.id) = (a.account_id, a.course_id)
    join public.enrolments e on (e.account_id, e.course_id, e.member_id) = (a.account_id, a.course_id, o.member_id)
      and e.status = 'active' and e.expires_at > (select private.clock_now())
   where o.account_id = paid_until.account_id and o.user_id = auth.uid() and o.status = 'paid'
     and i.product_id = any (products) and cardinality(products) <= 50
     and paid_until.account_id in (select private.account_with('member'))
     -- An order may hold several products: only the courses of this one count.
     and (p.course_id = c.id or (p.type = 'membership' and c.access = 'members')
       or exists (select from public.product_courses pc where (pc.account_id, pc.product_id, pc.course_id) = (p.account_id, p.id, c.id)))
   group by i.product_id
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.pause_schedule(name text, is_paused boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  perform private.require_super_admin();
  update private.schedules s set paused_at = case when is_paused then now() end,
      paused_by = case when is_paused then auth.uid() end, updated_at = now()
   where s.name = pause_schedule.name and s.is_known and (s.paused_at is not null) <> is_paused;
  if found then
    perform private.audit(private.platform_account(), case when is_paused then 'schedule.paused' else 'schedule.resumed' end,
      'schedule', null, jsonb_build_object('name', pause_schedule.name));
  elsif not exists (select from private.schedules s where s.name = pause_schedule.name and s.is_known) then
    perform private.raise_error('not_found', 'There is no such job.');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.pin_thread(thread_id uuid, is_pinned boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.threads t set is_pinned = pin_thread.is_pinned from private.moderated_thread(pin_thread.thread_id) m
   where (t.account_id, t.id) = (m.account_id, m.id)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.plan_limit(account_id uuid, name text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.may_see_usage(account_id) then coalesce(private.cap_of(account_id, name), 0) else 0 end
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.platform_health()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz := date_trunc('hour', now()) - interval '23 hours';
  result jsonb;
begin
  perform private.require_super_admin();
  select jsonb_build_object(
    'since', since,
    'traffic', (select jsonb_build_object('requests', coalesce(sum(requests), 0), 'failures', coalesce(sum(failures), 0),
        'slow', coalesce(sum(slow), 0), 'milliseconds', coalesce(sum(milliseconds), 0))
      from private.traffic_hours where hour >= since),
    'hours', (select jsonb_agg(jsonb_build_object('at', h,
        'requests', (select coalesce(sum(t.requests), 0) from private.traffic_hours t where t.hour = h),
        'failures', (select coalesce(sum(t.failures), 0) from private.traffic_hours t where t.hour = h)) order by h)
      from generate_series(since, now(), interval '1 hour') h),
    'queues', (select coalesce(jsonb_agg(to_jsonb(q) order by q.queue), '[]') from (
      select c.queue, coalesce(sum(c.jobs) filter (where c.state in ('outbox', 'created')), 0) as waiting,
             coalesce(sum(c.jobs) filter (where c.state = 'retry'), 0) as retrying, coalesce(sum(c.jobs) filter (where c.state = 'active'), 0) as active,
             coalesce(sum(c.jobs) filter (where c.state = 'failed'), 0) as failed,
             min(c.oldest) filter (where c.state in ('outbox', 'created', 'retry')) as oldest
        from private.job_counts() c group by c.queue) q),
    'mails', (select jsonb_build_object('made', count(*), 'sent', count(sent_at)) from private.mails where created_at >= since),
    'reports', (select count(*) from private.logs where created_at >= since),
    'storage', (select jsonb_build_object('files', count(*), 'bytes', coalesce(sum((metadata ->> 'size')::bigint), 0)) from storage.objects),
    'database', jsonb_build_object('bytes', pg_database_size(current_database()),
      'connections', (select count(*) from pg_stat_activity where datname = current_database()), 'limit', current_setting('max_connections')::int),
    'processes', (select coalesce(jsonb_agg(to_jsonb(p) order by p.started_at), '[]') from private.processes p where p.seen_at > now() - interval '2 minutes'),
    'slow', (select count(*) from private.slow_statements where last_at >= since),
    'schedules', (select jsonb_build_object('all', count(*), 'paused', count(s.paused_at), 'failing', count(*) filter (where l.status = 'failed'))
      from private.schedules s left join lateral (select r.status from private.schedule_runs r
        where r.name = s.name and r.status in ('succeeded', 'failed') order by r.id desc limit 1) l on true where s.is_known)
  ) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.platform_numbers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz := date_trunc('month', private.clock_now(), 'UTC') - interval '11 months';
  result jsonb;
begin
  perform private.require_super_admin();
  select jsonb_build_object(
    'accounts', (select jsonb_build_object('all', count(*), 'suspended', count(*) filter (where status = 'suspended'),
        'new', count(*) filter (where created_at >= (select private.clock_now()) - interval '30 days')) from public.accounts where not is_platform),
    'owners', (select count(distinct owner_id) from public.accounts where not is_platform),
    'members', (select count(*) from public.members),
    'subscriptions', (select jsonb_build_object('trialing', count(*) filter (where status = 'trialing'), 'active', count(*) filter (where status = 'active'),
        'past_due', count(*) filter (where status = 'past_due')) from public.subscriptions),
    'revenue', (select coalesce(jsonb_agg(to_jsonb(r) order by r.amount desc, r.currency), '[]') from (
      select currency, sum(amount) as amount from public.invoices where status = 'paid' and paid_at >= (select private.clock_now()) - interval '30 days' group by currency) r),
    'months', (select jsonb_agg(jsonb_build_object('at', m, 'accounts', (select count(*) from public.accounts a
        where not a.is_platform and a.created_at >= m and a.created_at < m + interval '1 month')) order by m)
      from generate_series(since, private.clock_now(), interval '1 month') m)
  ) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.possible_authors(account_id uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id, m.name from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
   where m.account_id = possible_authors.account_id and m.account_id = (select private.account_with('staff'))
     and m.blocked_at is null and private.holds(r.caps, 'staff')
   order by m.name, m.id limit 200
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.possible_instructors(course_id uuid)
 RETURNS TABLE(id uuid, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  course public.courses := private.course_for_instructors(possible_instructors.course_id);
begin
  return query
    select m.id, m.name from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = course.account_id and m.blocked_at is null and m.id is distinct from course.author_id
       and 'create_courses' = any (r.caps)
     order by m.name, m.id limit 200;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.possible_letter_readers(account_id uuid)
 RETURNS TABLE(id uuid, name text, email text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if account_id not in (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'Only managers can choose who receives reports.');
  end if;
  return query select m.id, m.name, m.email from public.members m
    where m.account_id = account_id and private.may_receive_reports(account_id, m.id) order by m.name, m.id limit 200;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.preview_doc(account_id uuid, secret text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'title', d.title, 'slug', p.slug, 'summary', d.summary, 'content', d.content, 'updated_at', d.updated_at)
    from public.docs p join public.doc_drafts d on (d.account_id, d.doc_id) = (p.account_id, p.id)
   where p.account_id = preview_doc.account_id and p.id = private.previewed('doc', preview_doc.account_id, secret)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.preview_page(account_id uuid, secret text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('title', d.title, 'slug', p.slug, 'content', d.data, 'settings', d.settings)
    from public.pages p join public.page_drafts d on (d.account_id, d.page_id) = (p.account_id, p.id)
   where p.account_id = preview_page.account_id and p.id = private.previewed('page', preview_page.account_id, secret)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.preview_post(account_id uuid, secret text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'title', d.title, 'slug', p.slug, 'excerpt', d.excerpt, 'content', d.content, 'cover', d.cover,
      'categories', d.categories, 'tags', d.tags, 'settings', d.settings, 'author_id', p.author_id,
      'post_authors', coalesce((select jsonb_agg(jsonb_build_object('author_id', a.author_id, 'position', a.position))
        from public.post_authors a where (a.account_id, a.post_id) = (p.account_id, p.id)), '[]'),
      'published_at', coalesce(p.published_at, d.publish_at, private.clock_now()), 'updated_at', d.updated_at)
    from public.posts p join public.post_drafts d on (d.account_id, d.post_id) = (p.account_id, p.id)
   where p.account_id = preview_post.account_id and p.id = private.previewed('post', preview_post.account_id, secret)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.price_now(product products)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.amount_now(p) from public.prices p
   where (p.account_id, p.product_id) = (product.account_id, product.id) and p.is_active
   order by p.currency = coalesce((select o.value ->> 'currency' from public.options o
     where o.account_id = product.account_id and o.key = 'settings'), 'EUR') desc, p.currency
   limit 1
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.publish_doc(doc_id uuid, seen integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.publish_draft('doc', doc_id, seen) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.publish_draft(kind text, id uuid, seen integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.lock_to_edit(publish_draft.kind, publish_draft.id);
begin
  if publish_draft.seen <> (private.draft_of(publish_draft.kind, account, publish_draft.id) ->> 'version')::integer then
    perform private.raise_error('changed_meanwhile', 'Somebody else saved this in the meantime. Review it before you publish it.');
  end if;
  return private.publish_record(publish_draft.kind, account, publish_draft.id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.publish_page(page_id uuid, seen integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.publish_draft('page', page_id, seen) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.publish_post(post_id uuid, seen integer DEFAULT NULL::integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.publish_draft('post', post_id, seen) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.quiz_overview(quiz_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
  me uuid;
begin
  select * into z from public.quizzes k where k.id = quiz_id
    and (k.course_id in (select private.editable_courses()) or (k.course_id in (select private.enrolled_courses())
      and exists (select from public.lessons l where (l.account_id, l.id) = (k.account_id, k.lesson_id) and l.is_published)));
  if z.id is null then
    perform private.raise_error('not_found', 'There is no such quiz, or you don’t have access to it.');
  end if;
  me := private.member_of(z.account_id);
  perform private.hand_in(a.account_id, a.id) from public.attempts a
   where (a.account_id, a.quiz_id, a.member_id) = (z.account_id, z.id, me) and a.submitted_at is null and private.is_overdue(a.due_at);
  return jsonb_build_object(
    'id', z.id, 'lesson_id', z.lesson_id, 'title', (select l.title from public.lessons l where (l.account_id, l.id) = (z.account_id, z.lesson_id)),
    'intro', z.intro, 'pass_mark', z.pass_mark, 'attempts_allowed', z.attempts_allowed, 'time_limit_seconds', z.time_limit_seconds,
    'question_count', z.question_count, 'points', z.points, 'feedback', z.feedback,
    'is_trial', z.course_id not in (select private.enrolled_courses()),
    'tries_left', private.tries_left(z, me),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number, 'is_trial', a.is_trial, 'started_at', a.started_at,
        'due_at', a.due_at, 'submitted_at', a.submitted_at, 'score', a.score, 'points', a.points, 'passed', a.passed) order by a.number desc), '[]')
      from (select * from public.attempts a where (a.account_id, a.quiz_id, a.member_id) = (z.account_id, z.id, me) order by a.number desc limit 100) a));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.react_to_thread_post(post_id uuid, reaction text, is_on boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := (select private.member_ids());
  post public.thread_posts;
begin
  select * into post from public.thread_posts p
   where p.id = react_to_thread_post.post_id and p.account_id = (select private.account_with('member')) and p.status = 'shown'
     for no key update;
  if post.id is null or coalesce(private.thread_level(post.account_id, post.thread_id), 'read') = 'read' then
    perform private.raise_error('not_found', 'The comment you are replying to no longer exists.');
  end if;
  if is_on then
    insert into public.thread_reactions (account_id, post_id, member_id, reaction)
    values (post.account_id, post.id, person, react_to_thread_post.reaction) on conflict do nothing;
  else
    delete from public.thread_reactions r
     where (r.account_id, r.post_id, r.member_id) = (post.account_id, post.id, person) and r.reaction = react_to_thread_post.reaction;
  end if;
  return (select p.reactions from public.thread_posts p where (p.account_id, p.id) = (post.account_id, post.id));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.reactivate_account(account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  if a.status = 'active' then
    perform private.raise_error('conflict', 'This account is not suspended.');
  end if;
  update public.accounts x set status = 'active', suspended_at = null, suspended_by = null, suspension = null where x.account_id = account_id;
  perform private.audit(account_id, 'account.reactivated', 'account', account_id, jsonb_build_object('since', a.suspended_at));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.reactivate_accounts(account_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.apply_to_each(account_ids, 'select public.reactivate_account($1)')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.read_invitation(account_id uuid, code text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('email', i.email, 'name', i.name, 'role', jsonb_build_object('name', r.name, 'kind', r.kind),
      'state', case when i.accepted_at is not null then 'accepted' when i.expires_at < now() then 'expired' else 'open' end)
    from private.invitation_of(account_id, code) i
    join public.roles r on (r.account_id, r.role_id) = (i.account_id, i.role_id)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.refund_order(order_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders%rowtype := private.managed_order(order_id);
begin
  if o.status <> 'paid' then
    perform private.raise_error('order_not_paid', 'Only a paid order can be refunded.');
  end if;
  update public.orders set status = 'refunded', closed_at = private.clock_now() where account_id = o.account_id and id = o.id returning * into o;
  perform private.release_coupon(o);
  perform private.revoke_purchased_courses(o);
  perform private.notify_buyer(o, 'refunded', '/dashboard/orders');
  return o.status;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_domain(account_id uuid, claim_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if not private.may_manage_domains(account_id) then
    perform private.raise_error('forbidden', 'Only site managers can change its domains.');
  end if;
  delete from public.domain_claims c where (c.account_id, c.id) = (account_id, claim_id);
  if not found then
    perform private.raise_error('not_found', 'This domain no longer exists.');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_forms(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'delete from public.forms where id = $1')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_members(account_id uuid, ids uuid[], heir uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  content_table regclass;
  removed integer;
begin
  if account_id is distinct from (select private.account_with('manage_members')) then
    perform private.raise_error('forbidden', 'Only those who manage members can remove them.');
  end if;
  if cardinality(ids) > 500 then
    perform private.raise_error('invalid', 'At most 500 members can be removed at once.');
  end if;
  if heir is not null then
    if heir = any (ids) or not exists (
      select from public.members m where m.account_id = account_id and m.id = heir and m.blocked_at is null) then
      perform private.raise_error('invalid', 'Choose a remaining member to take over.');
    end if;
    for content_table in select private.content_tables() loop
      execute format('update %s set author_id = $1 where account_id = $2 and author_id = any ($3)', content_table) using heir, account_id, ids;
    end loop;
  end if;
  delete from public.members m where m.account_id = account_id and m.id = any (ids);
  get diagnostics removed = row_count;
  return removed;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_pages(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'delete from public.pages where id = $1')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_post_comments(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.remove_thread_posts(ids) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_posts(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'delete from public.posts where id = $1')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_redirects(ids uuid[])
 RETURNS TABLE(from_path text, to_address text, status smallint)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.redirects r where r.id = any (ids) returning r.from_path, r.to_address, r.status
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.remove_thread_posts(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with deleted as (
    delete from public.thread_posts p where p.id = any (ids) and (
      exists (select from public.moderated_threads t where (t.account_id, t.id) = (p.account_id, p.thread_id))
      or (p.member_id = (select private.member_ids()) and (select private.actor()) is null and not private.has_replies_of_others(p.account_id, p.id, p.member_id)))
    returning 1)
  select jsonb_build_object('changed', count(*), 'refused', '[]'::jsonb) from deleted
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.replay_dead_letters(events uuid[] DEFAULT NULL::uuid[], subscriber text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  replayed int;
begin
  perform private.require_super_admin();
  if cardinality(events) > 200 then
    perform private.raise_error('invalid', 'At most 200 deliveries can be resent at a time.');
  end if;
  update private.event_deliveries d
     set attempts = 0, dead_at = null, first_failed_at = null, next_attempt_at = clock_timestamp(), replayed_at = clock_timestamp()
   where d.dead_at is not null and (events is null or d.event_id = any (events)) and (subscriber is null or d.subscriber = subscriber);
  get diagnostics replayed = row_count;
  if replayed > 0 then
    perform pg_notify('events', '');
    perform private.audit(private.platform_account(), 'events.replayed', 'subscriber', null, jsonb_build_object('name', subscriber, 'count', replayed));
  end if;
  return replayed;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.replay_deliveries(webhook_id uuid, deliveries uuid[] DEFAULT NULL::uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
  replayed int;
begin
  if w.status <> 'active' then
    perform private.raise_error('webhook_off', 'Enable this webhook first.');
  end if;
  if cardinality(deliveries) > 200 then
    perform private.raise_error('invalid', 'At most 200 deliveries can be resent at a time.');
  end if;
  update public.webhook_deliveries d set status = 'pending', tries = 0, next_attempt_at = now(), delivered_at = null
   where d.account_id = w.account_id and d.id in (
     select k.id from public.webhook_deliveries k
      where (k.account_id, k.webhook_id) = (w.account_id, w.id)
        and case when deliveries is null then k.status = 'failed' else k.id = any (deliveries) end
      order by k.created_at limit 1000);
  get diagnostics replayed = row_count;
  if replayed > 0 then perform private.enqueue('webhooks', '{}'); end if;
  return replayed;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.report(account_id uuid, report text, period text DEFAULT '30d'::text, since date DEFAULT NULL::date, until date DEFAULT NULL::date, compare text DEFAULT 'previous'::text, filters jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  -- Who may see the orders may see what they add up to; `manage_options` counts as `manage_shop`.
  sees_money boolean := account_id in (select private.account_with('manage_shop'));
  sees_people boolean := account_id in (select private.account_with('manage_members'));
  sees_site boolean := account_id in (select private.account_with('manage_options'));
  result jsonb;
begin
  perform private.require_numbers(account_id);
  if (report = 'sales' and not sees_money) or (report = 'members' and not sees_people) or (report in ('visits', 'marketing') and not sees_site) then
    perform private.raise_error('forbidden', 'Your role does not include this report.');
  end if;
  if jsonb_typeof(filters) = 'object' then
    filters := private.effective_filters(account_id, filters, 'manage_stats');
  end if;
  result := private.report_of(account_id, report, period, since, until, compare, filters);
  if not sees_money then
    result := private.without_metrics(result, '{revenue,orders,coupon_orders,coupon_discount}', '{coupons}');
  end if;
  if not sees_people then
    result := private.without_metrics(result, '{joined,total}', '{}');
  end if;
  if not sees_site then
    result := private.without_metrics(result, '{visitors,views,answers,subscribed}', '{}');
  end if;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.report_list(account_id uuid, list text, period text DEFAULT '30d'::text, since date DEFAULT NULL::date, until date DEFAULT NULL::date, filters jsonb DEFAULT '{}'::jsonb, page integer DEFAULT 1, page_size integer DEFAULT 25)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  f record;
  money text;
  result jsonb;
begin
  if not private.may_list_rows(account_id, list) then
    perform private.raise_error('forbidden', 'Your role does not allow you to see these rows.');
  end if;
  if page not between 1 and 100000 or page_size not between 1 and 20000 or jsonb_typeof(filters) <> 'object' or pg_column_size(filters) > 2000 then
    perform private.raise_error('invalid', 'A page can have 1 to 20,000 rows.');
  end if;
  filters := private.effective_filters(account_id, filters, 'manage_students');
  select * into f from private.report_frame(account_id, period, since, until, 'none');
  money := coalesce(filters ->> 'currency', f.currency);
  -- Columns are only read for the rows of this page.
  with keys as materialized (select k.id, k.at from private.report_keys(list, account_id, money, f.starts, f.ends, filters) k),
    shown as materialized (select k.id, k.at from keys k order by k.at desc, k.id desc limit page_size offset (page - 1)::bigint * page_size),
    items as (select s.id, s.item from private.report_items(list, account_id, (select array_agg(k.id) from shown k)) s)
  select jsonb_build_object(
    'frame', jsonb_build_object('zone', f.zone, 'currency', money, 'unit', f.unit, 'first', f.first, 'last', f.last, 'ends', f.ends),
    'count', (select count(*) from keys),
    'rows', (select coalesce(jsonb_agg(s.item || jsonb_build_object('id', k.id, 'at', k.at) order by k.at desc, k.id desc), '[]')
               from shown k join items s on s.id = k.id)
  ) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.report_post_comment(comment_id uuid, reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.report_thread_post(comment_id, reason) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.report_thread_post(post_id uuid, reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid := (select private.member_ids());
  post public.thread_posts;
begin
  select * into post from public.thread_posts p
   where p.id = report_thread_post.post_id and p.status = 'shown' and p.account_id = (select private.account_with('member'))
   -- Serialises concurrent reports of a post, so that each counts the others.
     for no key update;
  if post.id is null or person is null or post.member_id = person or private.thread_level(post.account_id, post.thread_id) is null then
    perform private.raise_error('not_found', 'There is no comment here that you can report.');
  end if;
  insert into public.thread_reports (account_id, post_id, member_id, reason)
  values (post.account_id, post.id, person, left(coalesce(report_thread_post.reason, ''), 300))
  on conflict do nothing;
  if (select count(*) from public.thread_reports r where (r.account_id, r.post_id) = (post.account_id, post.id)) >= 3 then
    update public.thread_posts p set status = 'waiting' where (p.account_id, p.id) = (post.account_id, post.id);
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.require_second_step(account_id uuid, is_required boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  on_platform boolean := private.is_on_platform();
begin
  perform private.check_may_require_second_step(account_id);
  -- Otherwise the caller would lock themselves out.
  if is_required and not private.has_second_step() then
    perform private.raise_error('second_step_needed', 'Set up two-factor authentication for yourself first, and sign in with it.');
  end if;
  update public.accounts a set needs_second_step = is_required where a.account_id = account_id and a.needs_second_step <> is_required;
  if not found then return; end if;
  perform private.audit(account_id, case when is_required then 'account.second_step_required' else 'account.second_step_optional' end,
    'account', account_id);
  -- Open screens and realtime topics of the team check their permissions again; on a hosted backend when a token is
  -- refreshed.
  perform realtime.send(jsonb_build_object('type', 'standing', 'data', jsonb_build_object('user_id', m.user_id)),
      'notification', 'onlineUsers:' || account_id, true)
    from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps <> '{}'
   where m.account_id = account_id and m.blocked_at is null;
  if to_regprocedure('realtime.session_changed(uuid)') is not null then
    perform realtime.session_changed(s.session_id) from private.session_accounts s
      left join public.roles r on (r.account_id, r.role_id) = (s.account_id, s.role_id)
     where s.account_id = account_id and (r.caps <> '{}'
       or on_platform and exists (select from private.super_admins l where l.email = private.verified_email(s.user_id)));
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.resend_invitation(invitation_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.invitations%rowtype := private.open_invitation(invitation_id);
begin
  perform private.check_invites(i.account_id, i.role_id);
  if i.sent_count >= 10 then
    perform private.raise_error('conflict', 'This invitation was already sent ten times. Contact them another way.');
  end if;
  if i.sent_at > now() - interval '60 seconds' then
    perform private.raise_error('conflict', 'An e-mail was sent a moment ago. Wait a minute.');
  end if;
  perform private.send_invitation(i);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.resend_invitations(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'select public.resend_invitation(i.id) from public.invitations i where i.id = $1 and i.accepted_at is null and i.revoked_at is null')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.restore_from_trash(id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed public.trash;
  k private.publishing_kinds;
  new_slug text;
  number int := 1;
  is_taken boolean;
  related_row record;
begin
  delete from public.trash t
   where t.id = restore_from_trash.id and (t.account_id, t.kind) in (select e.account_id, e.kind from private.editable_kinds() e)
   returning * into removed;
  if removed.id is null then
    perform private.raise_error('not_found', 'This can no longer be restored.');
  end if;
  k := private.publishing_kind(removed.kind);
  new_slug := removed.slug;
  while removed.slug <> '' loop
    execute format('select exists (select from public.%I r where r.account_id = $1 and r.slug = $2)', k.record_table)
      into is_taken using removed.account_id, new_slug;
    exit when not is_taken;
    number := number + 1;
    new_slug := rtrim(left(removed.slug, 70), '-') || '-' || number;
  end loop;
  -- Without an address of its own nothing is added: a column that is not there is not inserted.
  removed.record := removed.record || jsonb_build_object('slug', new_slug);
  perform set_config('stoa.restores', 'on', true);
  begin
    perform private.insert_row(k.record_table, removed.record);
  exception when foreign_key_violation then
    perform private.insert_row(k.record_table, removed.record - k.links);
  end;
  perform private.write_draft(k.kind, removed.account_id, removed.id, removed.draft);
  for related_row in select t.key as name, r.value from jsonb_each(removed.related) t, jsonb_array_elements(t.value) r loop
    begin
      perform private.insert_row(related_row.name, related_row.value);
    exception when foreign_key_violation or unique_violation then null; -- It points to what is gone, or came with the record.
    end;
  end loop;
  perform set_config('stoa.restores', 'off', true);
  return new_slug;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.restore_part(course_id uuid, part_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  section public.sections%rowtype;
  section_archived_at timestamptz;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  select s.archived_at into section_archived_at from public.sections s
   where (s.account_id, s.course_id, s.id) = (c.account_id, c.id, part_id) and s.archived_at is not null;
  select s.* into section from public.sections s
   where (s.account_id, s.course_id) = (c.account_id, c.id)
     and s.id = coalesce((select k.section_id from public.lessons k
       where (k.account_id, k.course_id, k.id) = (c.account_id, c.id, part_id) and k.archived_at is not null),
       case when section_archived_at is not null then part_id end);
  if section.id is null then
    perform private.raise_error('not_found', 'There is nothing to restore: it was already restored, or never existed.');
  end if;
  -- What stands at the former place now moves one down.
  if section.archived_at is not null then
    update public.sections s set archived_at = null, position = r.n
      from (select x.id, row_number() over (order by x.position, x.archived_at is null, x.id) as n from public.sections x
             where (x.account_id, x.course_id) = (c.account_id, c.id) and (x.archived_at is null or x.id = section.id)) r
     where (s.account_id, s.id) = (c.account_id, r.id) and (s.position <> r.n or s.archived_at is not null);
  end if;
  update public.lessons k set archived_at = null, position = r.n,
      is_published = case when k.archived_at is null then k.is_published else k.was_published end
    from (select x.id, row_number() over (order by x.position, x.archived_at is null, x.id) as n from public.lessons x
           where (x.account_id, x.course_id, x.section_id) = (c.account_id, c.id, section.id)
             and (x.archived_at is null
               or case when section_archived_at is null then x.id = part_id else x.archived_at = section_archived_at end)) r
   where (k.account_id, k.id) = (c.account_id, r.id) and (k.position <> r.n or k.archived_at is not null);
  if (select count(*) from public.lessons k where (k.account_id, k.course_id) = (c.account_id, c.id) and k.archived_at is null) > 500
    or (select count(*) from public.sections s where (s.account_id, s.course_id) = (c.account_id, c.id) and s.archived_at is null) > 100 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return c.outline_version + 1;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.revoke_api_key(key_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  update public.api_keys k set revoked_at = coalesce(k.revoked_at, now())
   where k.id = key_id and k.account_id = (select private.account_with('manage_options'));
  if not found then
    perform private.raise_error('not_found', 'There is no such key here.');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.revoke_invitation(invitation_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  i public.invitations%rowtype := private.open_invitation(invitation_id);
begin
  update public.invitations x set revoked_at = now(), code_hash = null where (x.account_id, x.id) = (i.account_id, i.id);
  perform private.audit(i.account_id, 'member.invitation_revoked', 'invitation', i.id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.revoke_invitations(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'select public.revoke_invitation(i.id) from public.invitations i where i.id = $1 and i.accepted_at is null and i.revoked_at is null')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.rotate_webhook_secret(webhook_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
  made text := private.new_webhook_secret();
begin
  perform from public.webhooks k where (k.account_id, k.id) = (w.account_id, w.id) for update;
  -- At most one old secret still signs: one signature for each would let the header grow.
  delete from private.webhook_secrets s where (s.account_id, s.webhook_id) = (w.account_id, w.id) and s.expires_at is not null;
  update private.webhook_secrets s set expires_at = now() + interval '24 hours'
   where (s.account_id, s.webhook_id) = (w.account_id, w.id);
  insert into private.webhook_secrets (account_id, webhook_id, secret) values (w.account_id, w.id, made);
  return made;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.run_schedule(name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  run uuid;
begin
  perform private.require_super_admin();
  if not exists (select from private.schedules s where s.name = run_schedule.name and s.is_known) then
    perform private.raise_error('not_found', 'There is no such job.');
  end if;
  update private.schedule_runs r set status = 'failed', finished_at = now(), error = 'Nobody took it: no worker was running.'
   where r.name = run_schedule.name and r.status = 'waiting' and r.asked_at < now() - interval '15 minutes';
  insert into private.schedule_runs (name, cause, asked_by, status) values (run_schedule.name, 'hand', auth.uid(), 'waiting')
  on conflict do nothing returning id into run;
  if run is null then
    perform private.raise_error('conflict', 'A run of this job is already waiting.');
  end if;
  perform private.enqueue('run-schedule', jsonb_build_object('name', run_schedule.name, 'run_id', run));
  perform private.audit(private.platform_account(), 'schedule.run', 'schedule', run, jsonb_build_object('name', run_schedule.name));
  return run;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_answer(attempt_id uuid, question_id uuid, answer jsonb, revision integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.attempts := private.own_attempt(attempt_id);
  w public.attempt_answers%rowtype;
  question jsonb;
begin
  if a.submitted_at is not null then
    perform private.raise_error('attempt_closed', 'This attempt has already been submitted.');
  end if;
  if private.is_overdue(a.due_at) then
    perform private.raise_error('attempt_overdue', 'Time is up for this attempt. Answers saved in time count.');
  end if;
  select q into question from private.attempt_papers p, jsonb_array_elements(p.questions) q
   where (p.account_id, p.attempt_id) = (a.account_id, a.id) and q ->> 'id' = question_id::text;
  if question is null then
    perform private.raise_error('not_found', 'This attempt has no such question.');
  end if;
  answer := coalesce(answer, 'null');
  if not private.fits_question(question, answer) then
    perform private.raise_error('invalid', 'This is not a valid answer to the question.');
  end if;
  insert into public.attempt_answers as k (account_id, course_id, member_id, attempt_id, question_id, answer)
  values (a.account_id, a.course_id, a.member_id, a.id, question_id, answer)
  on conflict on constraint attempt_answers_account_id_attempt_id_question_id_key do update
    set answer = excluded.answer, revision = k.revision + 1, saved_at = private.clock_time()
    -- A delayed answer of one device does not overwrite a later one of another.
    where revision is null or k.revision <= revision or k.answer = excluded.answer
  returning * into w;
  if w.id is null then
    select * into w from public.attempt_answers k where (k.account_id, k.attempt_id, k.question_id) = (a.account_id, a.id, question_id);
    return jsonb_build_object('saved', false, 'answer', w.answer, 'revision', w.revision, 'saved_at', w.saved_at);
  end if;
  return jsonb_build_object('saved', true, 'answer', w.answer, 'revision', w.revision, 'saved_at', w.saved_at);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_curriculum(course_id uuid, outline jsonb, version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  s record;
  l record;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses()) for update;
  if c.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  if c.outline_version <> version then
    perform private.raise_error('outline_changed', 'Somebody else changed this outline. Reload it, then make your changes again.');
  end if;
  if jsonb_typeof(outline) is distinct from 'array' or jsonb_array_length(outline) > 100
    or (select coalesce(sum(jsonb_array_length(coalesce(x -> 'lessons', '[]'))), 0) from jsonb_array_elements(outline) x) > 500 then
    perform private.raise_error('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  if exists (select from public.sections k where k.course_id <> c.id and k.id in (select (x ->> 'id')::uuid from jsonb_array_elements(outline) x))
    or exists (select from public.lessons k where k.course_id <> c.id
         and k.id in (select (y ->> 'id')::uuid from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) y)) then
    perform private.raise_error('invalid', 'The outline includes a part of another course.');
  end if;
  for s in select (x ->> 'id')::uuid as id, trim(x ->> 'title') as title, n::int as position, x -> 'lessons' as lessons
             from jsonb_array_elements(outline) with ordinality as t (x, n) loop
    insert into public.sections as k (account_id, id, course_id, title, position)
    values (c.account_id, coalesce(s.id, private.uuid_v7()), c.id, s.title, s.position)
    on conflict (account_id, id) do update set title = excluded.title, position = excluded.position, archived_at = null
      where (k.title, k.position) is distinct from (excluded.title, excluded.position) or k.archived_at is not null;
  end loop;
  for l in select (x ->> 'id')::uuid as section_id, (y ->> 'id')::uuid as id, trim(y ->> 'title') as title, y ->> 'kind' as kind,
                  coalesce((y ->> 'duration_seconds')::int, 0) as duration_seconds, coalesce((y ->> 'is_preview')::boolean, false) as is_preview,
                  coalesce((y ->> 'is_required')::boolean, true) as is_required, coalesce((y ->> 'is_published')::boolean, true) as is_published,
                  n::int as position,
                  -- Of a lesson that somebody saved meanwhile only the place is taken.
                  exists (select from public.lessons k where (k.account_id, k.id) = (c.account_id, (y ->> 'id')::uuid)
                    and k.archived_at is null and k.version <> (y ->> 'version')::int) as is_older
             from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) with ordinality as t (y, n) loop
    insert into public.lessons as k (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required,
      is_published, position)
    values (c.account_id, l.id, c.id, l.section_id, l.title, private.free_lesson_slug(c.account_id, c.id, l.title), l.kind,
      l.duration_seconds, l.is_preview, l.is_required, l.is_published, l.position)
    on conflict (account_id, id) do update set section_id = excluded.section_id, position = excluded.position, archived_at = null,
        title = excluded.title, kind = excluded.kind, is_published = excluded.is_published,
        -- The slug follows the title as long as the lesson was not visible under it.
        slug = case when k.title = excluded.title or (c.status <> 'draft' and k.is_published) then k.slug else excluded.slug end,
        duration_seconds = excluded.duration_seconds, is_preview = excluded.is_preview, is_required = excluded.is_required,
        version = k.version + case when (k.title, k.kind, k.duration_seconds, k.is_preview, k.is_required, k.is_published) is distinct from
          (excluded.title, excluded.kind, excluded.duration_seconds, excluded.is_preview, excluded.is_required, excluded.is_published) then 1 else 0 end
      where not l.is_older and (k.archived_at is not null or (k.title, k.kind, k.duration_seconds, k.is_preview, k.is_required, k.is_published)
        is distinct from (excluded.title, excluded.kind, excluded.duration_seconds, excluded.is_preview, excluded.is_required, excluded.is_published));
    update public.lessons k set section_id = l.section_id, position = l.position, archived_at = null
     where (k.account_id, k.id) = (c.account_id, l.id)
       and ((k.section_id, k.position) is distinct from (l.section_id, l.position) or k.archived_at is not null);
  end loop;
  perform private.archive_removed_parts(c,
    array(select (y ->> 'id')::uuid from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) y),
    array(select (x ->> 'id')::uuid from jsonb_array_elements(outline) x));
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return version + 1;
exception
  when not_null_violation or check_violation or invalid_text_representation or cardinality_violation then
    perform private.raise_error('invalid', 'The outline can''t be read: every part needs an id of its own and a title of at most 160 characters.');
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_draft(kind text, id uuid, seen integer, content jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.lock_to_edit(save_draft.kind, save_draft.id);
begin
  if (private.draft_of(save_draft.kind, account, save_draft.id) ->> 'version')::integer is distinct from save_draft.seen then
    perform private.raise_error('changed_meanwhile', 'Somebody else saved this in the meantime. Your changes are kept: compare both versions and choose.');
  end if;
  return private.write_draft(save_draft.kind, account, save_draft.id, save_draft.content - 'version');
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_lesson(course_id uuid, lesson_id uuid, lesson jsonb, content jsonb, version integer, activity jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  c public.courses%rowtype;
  l public.lessons%rowtype;
  kind text := lesson ->> 'kind';
  saved_activity jsonb;
begin
  select * into c from public.courses k where k.id = course_id and k.id in (select private.editable_courses());
  if c.id is null or not private.has_feature(c.account_id, 'lms') then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this course.');
  end if;
  select * into l from public.lessons k where (k.account_id, k.course_id, k.id) = (c.account_id, c.id, lesson_id) and k.archived_at is null for update;
  if l.id is null then
    perform private.raise_error('not_found', 'There is no such lesson in this course.');
  end if;
  if l.version is distinct from version then
    perform private.raise_error('lesson_changed', 'Somebody else changed this lesson. Reload it, then make your changes again.');
  end if;
  update public.lessons k set title = trim(lesson ->> 'title'), kind = kind, duration_seconds = (lesson ->> 'duration_seconds')::int,
      is_preview = (lesson ->> 'is_preview')::boolean, is_required = (lesson ->> 'is_required')::boolean,
      is_published = (lesson ->> 'is_published')::boolean, version = k.version + 1,
      slug = case when k.title = trim(lesson ->> 'title') or (c.status <> 'draft' and k.is_published) then k.slug
        else private.free_lesson_slug(c.account_id, c.id, trim(lesson ->> 'title')) end
   where (k.account_id, k.id) = (l.account_id, l.id) returning * into l;
  insert into public.lesson_contents as k (account_id, id, course_id, body, media_url, media_path, media_name, captions_path)
  values (l.account_id, l.id, l.course_id, content ->> 'body', content ->> 'media_url', content ->> 'media_path', content ->> 'media_name',
    content ->> 'captions_path')
  on conflict (account_id, id) do update set body = excluded.body, media_url = excluded.media_url, media_path = excluded.media_path,
    media_name = excluded.media_name, captions_path = excluded.captions_path;
  if jsonb_typeof(activity) = 'object' then
    if not (private.lesson_kind(kind)).holds_content then
      perform private.raise_error('invalid', 'This lesson can''t be saved: it needs a title of at most 160 characters, and content that fits its kind.');
    end if;
    execute format('select private.%I($1, $2)', 'save_' || kind || '_activity') into saved_activity using l, activity;
  end if;
  return jsonb_build_object('version', l.version, 'slug', l.slug, 'body', content ->> 'body', 'activity', saved_activity);
exception when not_null_violation or check_violation or invalid_text_representation or numeric_value_out_of_range then
  perform private.raise_error('invalid', 'This lesson can''t be saved: it needs a title of at most 160 characters, and content that fits its kind.');
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_member_answers(account_id uuid, member_id uuid, answers jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  own_id uuid := private.member_of(account_id);
  f public.member_fields%rowtype;
  answer_value text;
  problem text;
begin
  if own_id is distinct from member_id and not exists (
    select from public.members m where m.account_id = account_id and m.id = member_id
      and account_id = (select private.account_with('manage_members')) and private.may_assign_role(account_id, m.role_id)) then
    perform private.raise_error('forbidden', 'Only the member and those who manage members can edit this.');
  end if;
  if own_id is null then
    perform private.raise_error('forbidden', 'Only members of this site can answer.');
  end if;
  if coalesce(jsonb_typeof(answers), '') <> 'object' or pg_column_size(answers) > 65536 then
    perform private.raise_error('invalid', 'Answers must be an object of fields and values.');
  end if;
  for f in select * from public.member_fields x where x.account_id = account_id order by x.position, x.id loop
    if not answers ? f.id::text then continue; end if;
    answer_value := trim(coalesce(answers ->> f.id::text, ''));
    if answer_value = '' then
      -- Those who manage members may leave required fields empty.
      if f.is_required and own_id = member_id then
        perform private.raise_error('invalid', format('%s: this field is required.', f.label));
      end if;
      delete from public.member_answers a where a.account_id = account_id and a.member_id = member_id and a.field_id = f.id;
      continue;
    end if;
    problem := private.field_value_error(f, answer_value);
    if problem is not null then
      perform private.raise_error('invalid', problem);
    end if;
    insert into public.member_answers as a (account_id, member_id, field_id, value) values (account_id, member_id, f.id, answer_value)
    on conflict on constraint member_answers_account_id_member_id_field_id_key do update set value = excluded.value where a.value <> excluded.value;
  end loop;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_page_draft(page_id uuid, seen integer, title text, data jsonb, settings jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select public.save_draft('page', page_id, seen, jsonb_build_object('title', title, 'data', data, 'settings', settings))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_position(lesson_id uuid, seconds numeric DEFAULT NULL::numeric, watched jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  l public.lessons := private.enrolled_lesson(lesson_id);
begin
  if seconds not between 0 and 360000 or jsonb_typeof(watched) <> 'array' or jsonb_array_length(watched) > 200 then
    perform private.raise_error('invalid', 'This is not a valid position in a video.');
  end if;
  perform private.touch_progress(l.account_id, private.member_of(l.account_id), l.course_id, l.id);
  update public.lesson_progress p
     set position_seconds = coalesce(seconds, p.position_seconds),
         watched = private.merge_watched(p.watched, coalesce(watched, '[]'))
   where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
  if (private.lesson_kind(l.kind)).completion = 'viewed' then
    perform private.complete_activity(l.account_id, private.member_of(l.account_id), l.id, 'opening');
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_push_subscription(account_id uuid, endpoint text, p256dh text, auth text, device text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  person uuid := auth.uid();
  made uuid;
begin
  perform private.forbid_impersonation();
  if account_id is distinct from private.bell_account() then
    perform private.raise_error('forbidden', 'Sign in on this site first.');
  end if;
  -- A browser belongs to one person: whoever signs in on it next takes it over.
  insert into public.push_subscriptions as s (account_id, user_id, endpoint, p256dh_key, auth_secret, device)
  values (account_id, person, endpoint, p256dh, auth, left(device, 120))
  on conflict on constraint push_subscriptions_account_id_endpoint_key do update
    set user_id = excluded.user_id, p256dh_key = excluded.p256dh_key, auth_secret = excluded.auth_secret, device = excluded.device
  returning s.id into made;
  delete from public.push_subscriptions s where (s.account_id, s.user_id) = (account_id, person) and s.id in (
    select o.id from public.push_subscriptions o where (o.account_id, o.user_id) = (account_id, person)
     order by o.updated_at desc, o.id desc offset 20);
  return made;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_quiz(quiz_id uuid, settings jsonb, questions jsonb, version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
begin
  select * into z from public.quizzes k where k.id = quiz_id and k.course_id in (select private.editable_courses()) for update;
  if z.id is null then
    perform private.raise_error('forbidden', 'You don’t have permission to edit this quiz.');
  end if;
  if z.version is distinct from version then
    perform private.raise_error('quiz_changed', 'Somebody else changed this quiz. Reload it, then make your changes again.');
  end if;
  return private.write_quiz(z, settings, questions);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_report_letter(account_id uuid, report text, rhythm text, readers uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  schedule uuid;
begin
  if account_id not in (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'Only managers can choose who receives reports.');
  end if;
  if coalesce(cardinality(readers), 0) not between 1 and 50 then
    perform private.raise_error('invalid', 'Choose 1 to 50 recipients for this report.');
  end if;
  if private.report_metrics(report) is null or rhythm not in ('weekly', 'monthly') then
    perform private.raise_error('invalid', 'There is no such report.');
  end if;
  if exists (select from unnest(readers) r where not private.may_receive_reports(account_id, r)) then
    perform private.raise_error('invalid', 'A recipient has no permission to see reports. Give them a role that has it, or remove them.');
  end if;
  insert into public.report_letters as l (account_id, report, rhythm, created_by) values (account_id, report, rhythm, auth.uid())
    on conflict on constraint report_letters_account_id_report_rhythm_key do update set updated_at = private.clock_now() returning l.id into schedule;
  delete from public.report_readers r where r.account_id = account_id and r.letter_id = schedule and r.member_id <> all (readers);
  insert into public.report_readers (account_id, letter_id, member_id) select distinct account_id, schedule, r from unnest(readers) r
    on conflict on constraint report_readers_account_id_letter_id_member_id_key do nothing;
  return schedule;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.schedule_draft(kind text, id uuid, publish_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.lock_to_edit(schedule_draft.kind, schedule_draft.id);
  k private.publishing_kinds := private.publishing_kind(schedule_draft.kind);
begin
  if schedule_draft.publish_at not between (select private.clock_now()) and private.clock_now() + interval '2 years' then
    perform private.raise_error('invalid', 'Choose a time in the future, within two years.');
  end if;
  execute format('update public.%I d set publish_at = $3 where d.account_id = $1 and d.%I = $2', k.draft_table, k.draft_key)
    using account, schedule_draft.id, schedule_draft.publish_at;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.schedule_page(page_id uuid, publish_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.schedule_draft('page', page_id, publish_at) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.schedule_post(post_id uuid, publish_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.schedule_draft('post', post_id, publish_at) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.search_audit(account_id uuid, actor text, act text, since timestamp with time zone, until timestamp with time zone, search text, page integer, page_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  pattern text := private.like_pattern(search);
  actor_pattern text := private.like_pattern(actor);
  result jsonb;
begin
  perform private.require_super_admin();
  page_size := least(greatest(coalesce(page_size, 25), 1), 1000);
  page := least(greatest(coalesce(page, 1), 1), 100000);
  with found as (
    select e.id, e.created_at, e.account_id, a.slug, e.act, e.actor_id, coalesce(u.email::text, '') as actor, e.as_user_id, p.email::text as as_user,
           e.target_kind, e.target_id, e.details
      from public.audit_entries e
      join public.accounts a on a.account_id = e.account_id
      left join auth.users u on u.id = e.actor_id
      left join auth.users p on p.id = e.as_user_id
     where (search_audit.account_id is null or e.account_id = search_audit.account_id)
       and (search_audit.act is null or e.act = search_audit.act)
       and (since is null or e.created_at >= since) and (until is null or e.created_at < until)
       and (coalesce(actor, '') = '' or u.email ilike actor_pattern)
       and (coalesce(search, '') = '' or e.act ilike pattern or e.details::text ilike pattern or a.slug ilike pattern or u.email ilike pattern or p.email ilike pattern))
  select jsonb_build_object('count', (select count(*) from found), 'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id desc)
    from (select * from found order by created_at desc, id desc limit page_size offset (page - 1) * page_size) r), '[]')) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.search_docs(account_id uuid, term text)
 RETURNS SETOF docs
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.* from private.doc_candidates(search_docs.account_id, search_docs.term) c
    join public.docs d on (d.account_id, d.id) = (search_docs.account_id, c.id)
   where d.status = 'published'
   order by c.is_in_title desc, c.is_in_summary desc, d.position, d.id
   limit 20
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.search_site(account_id uuid, term text, kinds text[])
 RETURNS TABLE(kind text, id uuid, title text, text text, slug text, course_slug text, picture text, language text, is_draft boolean, opens_player boolean, matched text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET client_min_messages TO 'error'
 SET enable_seqscan TO 'off'
AS $function$
  with candidates as materialized (
    select * from private.search_candidates(search_site.account_id, search_site.term, search_site.kinds)
  ), visible as (
    select r.account_id, r.id, r.kind, r.parent_id, r.title, r.summary, r.body, r.slug, r.picture, r.language, r.is_live,
        c.rank, c.matched, c.query, c.opens_player, row_number() over (partition by r.kind order by c.rank desc, r.id) as place
      from candidates c join public.search_records r on (r.account_id, r.id) = (search_site.account_id, c.id)
  ), shown as (
    select v.* from visible v
     -- A product of a course leads to the course: it is listed once.
     where v.place <= 9 and not (v.kind = 'product' and exists (
       select from visible w where w.kind = 'course' and w.id = v.parent_id and w.place <= 9))
  )
  select s.kind, s.id, s.title, excerpt.part, s.slug, c.slug, s.picture, s.language,
      not s.is_live, s.opens_player, s.matched
    from shown s
    left join public.courses c on (c.account_id, c.id) = (s.account_id, s.parent_id)
    cross join lateral (select left(trim(concat_ws(' ', nullif(s.summary, ''), s.body)), 10000) as whole) source
    cross join lateral (
      select ts_headline(private.search_config(s.language), source.whole, s.query,
        'MaxFragments=1, MaxWords=28, MinWords=14, StartSel="", StopSel=""') as part) found
    cross join lateral (
      select case
          -- Scripts without spaces have no words to count.
          when length(found.part) > 400 or length(found.part) < 20 and length(source.whole) > 100 then substr(source.whole, greatest(1, coalesce(
            (select min(nullif(strpos(source.whole, m), 0)) from unnest(s.matched) m), 1) - 20), 120)
          when starts_with(source.whole, found.part) then found.part
          else '… ' || found.part end as part) excerpt
   order by s.rank desc, array_position(search_site.kinds, s.kind), s.id
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION public.see_notifications(account_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  seen int;
begin
  -- During impersonation nothing counts as seen.
  if account_id is distinct from private.bell_account() or private.actor() is not null then return 0; end if;
  update public.account_notifications n set seen_at = private.clock_now()
   where n.account_id = account_id and n.user_id = auth.uid() and n.seen_at is null;
  get diagnostics seen = row_count;
  return seen;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.set_account_features(account_id uuid, features text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  features := array(select distinct f from unnest(coalesce(features, '{}')) f order by f);
  if not features <@ '{lms,groups,appointments,single_session}'::text[] then
    perform private.raise_error('invalid', 'There is no such feature.');
  end if;
  if features <@ a.features and a.features <@ features then return; end if;
  update public.accounts x set features = set_account_features.features where x.account_id = account_id;
  perform private.audit(account_id, 'account.features_changed', 'account', account_id, jsonb_build_object(
    'added', to_jsonb(array(select unnest(features) except select unnest(a.features) order by 1)),
    'taken', to_jsonb(array(select unnest(a.features) except select unnest(features) order by 1))));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.set_account_limits(account_id uuid, plan_id text, limits jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  limits := coalesce(limits, '{}');
  if not exists (select from public.plans p where p.id = plan_id) then
    perform private.raise_error('invalid', 'There is no such plan.');
  elsif jsonb_typeof(limits) <> 'object' or exists (select from jsonb_each(limits) l
      where l.key <> all ('{members,courses,groups,funnels,storage,videos,cdn_images,mau,emails,ai_tokens,chats,push,email_verify,conferences}'::text[])
         or jsonb_typeof(l.value) <> 'number' or (l.value)::numeric <> trunc((l.value)::numeric) or (l.value)::numeric not between 0 and 1000000000) then
    perform private.raise_error('invalid', 'A limit is a whole number from 0 to 1,000,000,000, for a meter that exists.');
  end if;
  if a.plan_id is distinct from plan_id then
    perform private.set_plan(account_id, plan_id);
    perform private.audit(account_id, 'account.plan_changed', 'account', account_id, jsonb_build_object('from', a.plan_id, 'to', plan_id));
  end if;
  if a.limit_overrides <> limits then
    update public.accounts x set limit_overrides = limits where x.account_id = account_id;
    perform private.audit(account_id, 'account.limits_changed', 'account', account_id, jsonb_build_object('from', a.limit_overrides, 'to', limits));
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.set_course_instructors(course_id uuid, instructors uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  course public.courses := private.course_for_instructors(set_course_instructors.course_id);
begin
  if instructors is null or cardinality(instructors) > 20 then
    perform private.raise_error('invalid', 'A course has at most twenty instructors.');
  end if;
  if exists (
    select i from unnest(instructors) i
    except select k.member_id from public.course_instructors k where (k.account_id, k.course_id) = (course.account_id, course.id)
    except select m.id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = course.account_id and m.blocked_at is null and 'create_courses' = any (r.caps)) then
    perform private.raise_error('invalid', 'Only members whose role allows teaching can be invited to a course.');
  end if;
  delete from public.course_instructors k where (k.account_id, k.course_id) = (course.account_id, course.id)
    and k.member_id <> all (instructors);
  insert into public.course_instructors (account_id, course_id, member_id)
  select distinct course.account_id, course.id, i from unnest(instructors) i where i is distinct from course.author_id
  on conflict on constraint course_instructors_account_id_course_id_member_id_key do nothing;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.set_post_authors(post_id uuid, authors uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  post public.posts := private.post_to_manage(set_post_authors.post_id);
begin
  if cardinality(authors) > 10 then
    perform private.raise_error('invalid', 'A post can have at most ten authors.');
  elsif authors is null or (select count(distinct a) from unnest(authors) a) <> cardinality(authors) then
    perform private.raise_error('invalid', 'An author can be listed only once.');
  elsif exists (
    select a from unnest(authors) a
    except select kept.author_id from public.post_authors kept where kept.account_id = post.account_id and kept.post_id = post.id
    except select m.id from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
     where m.account_id = post.account_id and m.blocked_at is null and private.holds(r.caps, 'staff')) then
    perform private.raise_error('invalid', 'Only members who can write posts here can be authors.');
  end if;
  delete from public.post_authors a where a.account_id = post.account_id and a.post_id = post.id and a.author_id <> all (authors);
  insert into public.post_authors as a (account_id, post_id, author_id, position)
  select post.account_id, post.id, named.author_id, named.position
    from unnest(authors) with ordinality named (author_id, position)
  on conflict on constraint post_authors_account_id_post_id_author_id_key
    do update set position = excluded.position where a.position <> excluded.position;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.set_price(product_id uuid, currency text, amount bigint, frequency jsonb DEFAULT NULL::jsonb, sale_amount bigint DEFAULT NULL::bigint, sale_start timestamp with time zone DEFAULT NULL::timestamp with time zone, sale_end timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  product public.products%rowtype;
  stored_id uuid;
begin
  select * into product from public.products p
    where p.id = product_id and p.account_id = (select private.account_with('manage_shop')) for update;
  if product.id is null then
    perform private.raise_error('not_found', 'There is no such product.');
  end if;
  if currency is null or currency !~ '^[A-Z]{3}$' or amount is null or amount not between 0 and 1000000000000 then
    perform private.raise_error('invalid', 'A price must be 0 or more, in one currency.');
  end if;
  if sale_amount not between 0 and amount - 1 or (sale_amount is null and coalesce(sale_start, sale_end) is not null) then
    perform private.raise_error('invalid', 'A sale price must be 0 or more and below the regular price.');
  elsif sale_end <= sale_start then
    perform private.raise_error('invalid', 'A sale must end after it starts.');
  end if;
  select p.id into stored_id from public.prices p
    where p.account_id = product.account_id and p.product_id = product.id and p.is_active
      and (p.currency, p.amount) = (currency, amount)
      and (p.frequency, p.sale_amount, p.sale_start, p.sale_end) is not distinct from (frequency, sale_amount, sale_start, sale_end);
  if stored_id is not null then return stored_id; end if;
  update public.prices p set is_active = false
    where p.account_id = product.account_id and p.product_id = product.id and p.is_active and p.currency = currency;
  insert into public.prices (account_id, product_id, currency, amount, frequency, sale_amount, sale_start, sale_end)
    values (product.account_id, product.id, currency, amount, frequency, sale_amount, sale_start, sale_end) returning id into stored_id;
  perform private.announce_sales(product.account_id);
  return stored_id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.share_draft(kind text, id uuid, days integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.lock_to_edit(share_draft.kind, share_draft.id);
  secret text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if coalesce(days, 0) not between 1 and 90 then
    perform private.raise_error('invalid', 'A link to a draft can be valid for 1 to 90 days.');
  elsif (select count(*) from public.previews v where v.account_id = account and v.kind = share_draft.kind and v.subject_id = share_draft.id
           and v.expires_at > (select private.clock_now())) >= 20 then
    perform private.raise_error('conflict', 'This draft already has twenty links. Remove one first.');
  end if;
  insert into public.previews (account_id, kind, subject_id, token_hash, expires_at, created_by)
  values (account, share_draft.kind, share_draft.id, encode(sha256(convert_to(secret, 'utf8')), 'hex'),
    private.clock_now() + make_interval(days => days), auth.uid());
  return secret;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.share_page_draft(page_id uuid, days integer)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.share_draft('page', page_id, days) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.share_post_draft(post_id uuid, days integer)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.share_draft('post', post_id, days) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.site_numbers(account_id uuid, days integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  zone text;
  span interval;
  step interval;
  first timestamp;
  since timestamptz;
  before timestamptz;
  -- The previous period is cut to the part that has passed of this one: half a month against half a month.
  until timestamptz;
  unit text;
  money text;
  result jsonb;
begin
  if account_id is null or account_id not in (select private.account_with('manage_options')) then
    perform private.raise_error('forbidden', 'You don’t have permission to see reports.');
  end if;
  zone := private.zone_of(account_id);
  days := least(greatest(coalesce(days, 30), 1), 366);
  unit := case when days > 62 then 'month' else 'day' end;
  span := case when unit = 'month' then interval '1 year' else make_interval(days => days) end;
  step := case when unit = 'month' then interval '1 month' else interval '1 day' end;
  -- Full days and months, so that a chart's first bar is not partial.
  first := case when unit = 'month' then date_trunc('month', private.clock_now() at time zone zone) - interval '11 months'
                else date_trunc('day', private.clock_now() at time zone zone) - make_interval(days => days - 1) end;
  since := first at time zone zone;
  before := (first - span) at time zone zone;
  until := (private.clock_now() at time zone zone - span) at time zone zone;
  select coalesce(o.value ->> 'currency', 'EUR') into money from public.options o where o.account_id = account_id and o.key = 'settings';
  money := coalesce(money, 'EUR');

  select jsonb_build_object(
    'currency', money, 'unit', unit, 'zone', zone, 'since', since,
    'revenue', (select jsonb_build_object('now', coalesce(sum(o.total) filter (where o.paid_at >= since), 0),
                  'past', coalesce(sum(o.total) filter (where o.paid_at < until), 0))
                from public.orders o where o.account_id = account_id and o.status = 'paid' and o.currency = money and o.paid_at >= before),
    'orders', (select jsonb_build_object('now', count(*) filter (where o.paid_at >= since), 'past', count(*) filter (where o.paid_at < until))
               from public.orders o where o.account_id = account_id and o.status = 'paid' and o.currency = money and o.paid_at >= before),
    'pending', (select count(*) from public.orders o where o.account_id = account_id and o.status = 'pending'),
    'members', (select jsonb_build_object('total', count(*), 'now', count(*) filter (where m.created_at >= since),
                  'past', count(*) filter (where m.created_at >= before and m.created_at < until))
                from public.members m where m.account_id = account_id),
    'completions', (select jsonb_build_object('now', count(*) filter (where e.completed_at >= since), 'past', count(*) filter (where e.completed_at < until))
                    from public.enrolments e where e.account_id = account_id and e.completed_at >= before),
    'visitors', (select jsonb_build_object('now', count(distinct v.visitor) filter (where v.started_at >= since),
                   'past', count(distinct v.visitor) filter (where v.started_at < until))
                 from public.visits v where v.account_id = account_id and v.started_at >= before),
    'series', (select jsonb_agg(jsonb_build_object('at', slot.day,
                 'revenue', (select coalesce(sum(o.total), 0) from public.orders o
                              where o.account_id = account_id and o.status = 'paid' and o.currency = money
                                and o.paid_at >= slot.at and o.paid_at < slot.until),
                 'past', (select coalesce(sum(o.total), 0) from public.orders o
                           where o.account_id = account_id and o.status = 'paid' and o.currency = money
                             and o.paid_at >= slot.past and o.paid_at < least(slot.past_until, until)),
                 'members', (select count(*) from public.members m
                              where m.account_id = account_id and m.created_at >= slot.at and m.created_at < slot.until),
                 'visitors', (select count(distinct v.visitor) from public.visits v
                               where v.account_id = account_id and v.started_at >= slot.at and v.started_at < slot.until)) order by slot.at)
               from (select g::date as day, g at time zone zone as at, (g + step) at time zone zone as until,
                            (g - span) at time zone zone as past, (g + step - span) at time zone zone as past_until
                       from generate_series(first, private.clock_now() at time zone zone, step) g) slot),
    'courses', (select coalesce(jsonb_agg(to_jsonb(c) order by c.students desc, c.title), '[]')
                from (select c.id, c.title, c.slug,
                             count(e.id) as students, count(e.completed_at) as completed
                        from public.courses c left join public.enrolments e on (e.account_id, e.course_id) = (c.account_id, c.id) and e.status = 'active'
                       where c.account_id = account_id and c.status = 'published'
                       group by c.account_id, c.id order by count(e.id) desc, c.title limit 5) c),
    'done', jsonb_build_object(
      'look', exists (select from public.options o where o.account_id = account_id and o.key = 'theme'),
      'name', exists (select from public.options o where o.account_id = account_id and o.key = 'settings'
                       and coalesce(nullif(o.value ->> 'icon', ''), nullif(o.value ->> 'logo', '')) is not null),
      'course', exists (select from public.courses c where c.account_id = account_id and c.status = 'published'),
      'payment', exists (select from public.options o where o.account_id = account_id and o.key = 'settings'
                          and nullif(o.value ->> 'offline_instructions', '') is not null),
      'member', (select count(*) > 1 from public.members m where m.account_id = account_id),
      'order', exists (select from public.orders o where o.account_id = account_id and o.status = 'paid'))
  ) into result;
  return result;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.start_attempt(quiz_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  z public.quizzes%rowtype;
  a public.attempts%rowtype;
  me uuid;
  trial boolean := false;
begin
  select * into z from public.quizzes k where k.id = quiz_id;
  trial := z.course_id in (select private.editable_courses()) and z.course_id not in (select private.enrolled_courses());
  if not trial then
    perform private.enrolled_lesson(z.lesson_id);
  end if;
  if not exists (select from public.lessons l where (l.account_id, l.id) = (z.account_id, z.lesson_id) and l.kind = 'quiz') then
    perform private.raise_error('not_found', 'There is no such quiz, or you don’t have access to it.');
  end if;
  me := private.member_of(z.account_id);
  -- Two tabs that start at once get the same attempt.
  perform pg_advisory_xact_lock(hashtextextended('attempt' || z.id || me, 0));
  select * into a from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (z.account_id, z.id, me) and k.submitted_at is null;
  if a.id is not null and private.is_overdue(a.due_at) then
    perform private.hand_in(a.account_id, a.id);
    a := null;
  end if;
  if a.is_trial and not trial then
    delete from public.attempts k where (k.account_id, k.id) = (a.account_id, a.id);
    a := null;
  end if;
  if a.id is not null then return private.attempt_state(a); end if;
  if z.question_count = 0 then
    perform private.raise_error('quiz_empty', 'This quiz has no questions yet.');
  end if;
  if not trial and private.tries_left(z, me) = 0 then
    perform private.raise_error('no_attempts_left', 'You have used every attempt this quiz allows.');
  end if;
  if trial then
    delete from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (z.account_id, z.id, me) and k.is_trial;
  end if;
  insert into public.attempts (account_id, course_id, quiz_id, member_id, number, is_trial, due_at, pass_mark, points)
  values (z.account_id, z.course_id, z.id, me,
    (select coalesce(max(k.number), 0) + 1 from public.attempts k where (k.account_id, k.quiz_id, k.member_id) = (z.account_id, z.id, me)),
    trial, private.clock_now() + make_interval(secs => z.time_limit_seconds), z.pass_mark, z.points)
  returning * into a;
  perform private.write_paper(a, z);
  return private.attempt_state(a);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.start_member_import(account_id uuid, people jsonb, role_id uuid, file_name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  new_id uuid;
begin
  perform private.check_import(account_id, people);
  -- Concurrent imports wait here, so that no two take the last free place.
  perform pg_advisory_xact_lock(hashtext('member_imports'), hashtext(account_id::text));
  if (select count(*) from public.member_imports i where i.account_id = account_id and i.finished_at is null) >= 3 then
    perform private.raise_error('conflict', 'Three imports are running. Wait until one is done.');
  end if;
  insert into public.member_imports (account_id, user_id, file_name, total)
  values (account_id, auth.uid(), left(coalesce(nullif(trim(file_name), ''), 'members.csv'), 200), jsonb_array_length(people)) returning id into new_id;
  insert into public.member_import_rows (account_id, import_id, line, email, name, role_id, outcome)
  select account_id, new_id, r.line, r.email, r.name, r.role_id, r.outcome from private.import_report(account_id, people, role_id) r;
  update public.member_imports i
     set done = (select count(*) from public.member_import_rows r where (r.account_id, r.import_id) = (i.account_id, i.id) and r.outcome <> 'waiting')
   where i.account_id = account_id and i.id = new_id;
  perform private.enqueue('member-import', jsonb_build_object('account_id', account_id, 'import_id', new_id));
  perform private.audit(account_id, 'member.import_started', 'import', new_id, jsonb_build_object('people', jsonb_array_length(people)));
  return new_id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.submit_attempt(attempt_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.attempts%rowtype;
begin
  if auth.uid() is null then
    perform private.raise_error('not_authenticated', 'Sign in to continue the quiz.');
  end if;
  select * into a from public.attempts k where k.id = attempt_id and k.member_id = (select private.member_ids());
  if a.id is null then
    perform private.raise_error('not_found', 'You have no such attempt.');
  end if;
  perform private.hand_in(a.account_id, a.id);
  return public.attempt_result(attempt_id);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.suspend_account(account_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  a public.accounts := private.account_to_change(account_id);
begin
  if a.status = 'suspended' then
    perform private.raise_error('conflict', 'This account is already suspended.');
  elsif length(trim(coalesce(reason, ''))) not between 10 and 500 then
    perform private.raise_error('invalid', 'Give a reason of 10 to 500 characters. The owner will see it.');
  end if;
  update public.accounts x set status = 'suspended', suspended_at = private.clock_now(), suspended_by = auth.uid(), suspension = trim(reason)
   where x.account_id = account_id;
  perform private.audit(account_id, 'account.suspended', 'account', account_id, jsonb_build_object('reason', trim(reason)));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.suspend_accounts(account_ids uuid[], reason text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.apply_to_each(account_ids, 'select public.suspend_account($1, $2)', reason)
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.take_second_steps(person uuid, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  u auth.users := private.person_to_change(person);
  removed int;
begin
  if u.id = auth.uid() then
    perform private.raise_error('forbidden', 'You are not allowed to do this here.');
  elsif length(trim(coalesce(reason, ''))) not between 10 and 500 then
    perform private.raise_error('invalid', 'Give a reason of 10 to 500 characters.');
  elsif not private.is_confirmed() then
    perform private.raise_error('reauthentication_needed', 'Confirm your identity first.');
  end if;
  delete from auth.mfa_factors f where f.user_id = u.id;
  get diagnostics removed = row_count;
  -- A hosted backend has no recovery codes.
  if to_regclass('auth.recovery_codes') is not null then
    execute 'delete from auth.recovery_codes where user_id = $1' using u.id;
  end if;
  perform private.audit(private.session_account(), 'person.second_steps_taken', 'person', u.id,
    jsonb_build_object('reason', trim(reason)));
  if u.email <> '' then
    perform private.enqueue('auth-mail', jsonb_strip_nulls(jsonb_build_object('to', u.email, 'kind', 'second_steps_taken', 'url', '', 'token', '',
      'locale', u.raw_user_meta_data ->> 'locale')) || jsonb_build_object('scope', private.session_account()));
  end if;
  perform private.end_sessions_of(u.id);
  return removed;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.takes_payment(account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if account_id not in (select private.owned_accounts()) then
    perform private.raise_error('forbidden', 'Only the owner can see the setup steps.');
  end if;
  return exists (select from public.options o where o.account_id = account_id and o.key = 'settings'
    and nullif(o.value ->> 'offline_instructions', '') is not null);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.taught_course_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.id from private.taught_courses() t (id) where t.id in (select private.editable_courses())
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.team_second_steps(account_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  team uuid[];
begin
  perform private.check_may_require_second_step(account_id);
  if private.is_on_platform() then
    team := array(select u.id from private.super_admins l join auth.users u on lower(u.email::text) = l.email
      where private.verified_email(u.id) = l.email);
  else
    team := array(select m.user_id from public.members m
      join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id) and r.caps <> '{}'
      where m.account_id = account_id and m.blocked_at is null);
  end if;
  return jsonb_build_object('team', cardinality(team), 'has_own', private.has_second_step(),
    'lacking', (select count(*) from unnest(team) person where not private.has_set_up_second_step(person)));
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.test_webhook(webhook_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
  made uuid;
begin
  if w.status <> 'active' then
    perform private.raise_error('webhook_off', 'Enable this webhook first.');
  end if;
  insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body)
  values (w.account_id, w.id, private.uuid_v7(), 'webhook.test',
    private.event_body('webhook.test', jsonb_build_object('webhook_id', w.id, 'message', 'This is a test.'), clock_timestamp()))
  returning id into made;
  perform private.enqueue('webhooks', '{}');
  return made;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.thread_people(thread_id uuid, term text)
 RETURNS TABLE(id uuid, name text, slug text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.threads := private.writable_thread(thread_people.thread_id);
  search_text text := private.folded(left(trim(coalesce(term, '')), 80));
  pattern text := replace(replace(replace(search_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  -- Who takes part comes first; whoever types nothing yet sees them alone.
  return query select c.id, c.name, c.slug from (
      select m.id, m.name, m.slug, exists (select from public.thread_posts p
        where p.account_id = m.account_id and p.thread_id = thread.id and p.member_id = m.id and p.status = 'shown') as takes_part
        from public.members m
       where m.account_id = thread.account_id and m.blocked_at is null and m.user_id <> auth.uid()
         and (m.search_name like pattern or m.search_name like '% ' || pattern or m.slug like pattern)) c
   where (c.takes_part or search_text <> '') and private.may_see_thread(thread.account_id, thread.id, c.id)
   order by c.takes_part desc, c.name limit 6;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.ticket_counts(account_id uuid)
 RETURNS TABLE(unresolved bigint, awaited bigint, resolved bigint, overdue bigint, mine bigint, unassigned bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) filter (where t.status = 'unresolved'), count(*) filter (where t.status = 'awaited'),
         count(*) filter (where t.status = 'resolved'), count(*) filter (where t.due_at < (select private.clock_now())),
         count(*) filter (where t.status <> 'resolved' and t.assignee_id = auth.uid()),
         count(*) filter (where t.status <> 'resolved' and t.assignee_id is null)
    from public.tickets t where t.account_id = ticket_counts.account_id
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.ticket_staff(account_id uuid)
 RETURNS TABLE(user_id uuid, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
begin
  if account_id is distinct from private.staffed_account() then
    perform private.raise_error('forbidden', 'Only support staff can see who answers tickets.');
  end if;
  return query select s, private.ticket_name(account_id, s) from private.ticket_staff(account_id) s order by 2;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.unpublish(kind text, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := private.lock_to_edit(unpublish.kind, unpublish.id);
begin
  execute format('update public.%I r set status = ''draft'' where r.account_id = $1 and r.id = $2',
    (private.publishing_kind(unpublish.kind)).record_table) using account, unpublish.id;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.unpublish_doc(doc_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.unpublish('doc', doc_id) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.unpublish_page(page_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.unpublish('page', page_id) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.unpublish_pages(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'select public.unpublish_page(p.id) from public.pages p where p.id = $1 and p.status = ''published''')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.unpublish_post(post_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.unpublish('post', post_id) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.unpublish_posts(ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_to_each(ids, 'select public.unpublish_post(p.id) from public.posts p where p.id = $1 and p.status = ''published''')
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.view_as(account_id uuid, ticket_id uuid, reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  t public.tickets%rowtype;
  target public.members%rowtype;
  details jsonb;
begin
  select * into t from public.tickets x where (x.account_id, x.id) = (account_id, ticket_id) and x.account_id = private.staffed_account();
  if t.id is null then
    perform private.raise_error('not_found', 'There is no such ticket.');
  elsif t.view_as_until is null or t.view_as_until <= (select private.clock_now()) then
    perform private.raise_error('forbidden', 'They have not allowed you to view the site as them, or no longer do.');
  end if;
  details := jsonb_build_object('ticket', t.number);
  if exists (select from public.accounts a where a.account_id = account_id and a.is_platform) then
    target := private.owner_to_impersonate(t.about_account_id);
    if target.user_id is distinct from t.user_id then
      perform private.raise_error('forbidden', 'The site is no longer theirs.');
    end if;
    return private.create_impersonation_code(target.account_id, target, reason, true, true, 'account.opened_as_owner', details) ->> 'code';
  end if;
  select * into target from public.members m where m.account_id = account_id and m.user_id = t.user_id;
  perform private.check_may_impersonate(account_id, target);
  return private.create_impersonation_code(account_id, target, reason, true, false, 'member.log_in_as', details) ->> 'code';
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.webhook_secret(webhook_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w public.webhooks := private.managed_webhook(webhook_id);
begin
  return (select s.secret from private.webhook_secrets s where (s.account_id, s.webhook_id) = (w.account_id, w.id) and s.expires_at is null);
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.withdraw_post_comment(comment_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select public.withdraw_thread_post(comment_id) $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.withdraw_price(price_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.prices p set is_active = false
    where p.id = price_id and p.is_active and p.account_id = (select private.account_with('manage_shop'));
  return found;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.withdraw_thread_post(post_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.thread_posts := private.own_thread_post(withdraw_thread_post.post_id);
begin
  if private.has_replies_of_others(post.account_id, post.id, post.member_id) then
    perform private.clear_thread_post(post.account_id, post.id);
  else
    delete from public.thread_posts p where (p.account_id, p.id) = (post.account_id, post.id);
  end if;
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION realtime.beat(process_id text, uses_triggers boolean, patience_ms integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_there boolean;
begin
  delete from realtime.processes p where p.seen_at < now() - make_interval(secs => patience_ms / 1000.0);
  was_there := exists (select from realtime.processes p where p.id = process_id);
  insert into realtime.processes as p (id, seen_at, uses_triggers) values (process_id, now(), beat.uses_triggers)
    on conflict (id) do update set seen_at = now(), uses_triggers = excluded.uses_triggers;
  return jsonb_build_object('wasThere', was_there, 'at', now(), 'others',
    coalesce((select jsonb_agg(p.id) from realtime.processes p where p.id <> process_id), '[]'));
end $function$

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
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.drop_left_slots()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  slot text;
  dropped integer := 0;
begin
  for slot in
    select s.slot_name from pg_catalog.pg_replication_slots s
    where s.slot_name like 'stoa\_realtime\_%' and s.database = current_database() and not s.active
      and not exists (select from realtime.processes p where s.slot_name = 'stoa_realtime_' || p.id)
  loop
    begin
      perform pg_catalog.pg_drop_replication_slot(slot);
      dropped := dropped + 1;
    exception when object_in_use or undefined_object then null;
    end;
  end loop;
  return dropped;
end $function$

CREATE OR REPLACE FUNCTION realtime.drop_slot(slot text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if slot not like 'stoa\_realtime\_%' then raise exception 'this is not a slot of the live service'; end if;
  -- The server notices a closed connection a moment after the client.
  perform pg_catalog.pg_terminate_backend(s.active_pid) from pg_catalog.pg_replication_slots s
    where s.slot_name = slot and s.active;
  for attempt in 1..50 loop
    exit when not exists (select from pg_catalog.pg_replication_slots s where s.slot_name = slot and s.active);
    perform pg_catalog.pg_sleep(0.02);
  end loop;
  perform pg_catalog.pg_drop_replication_slot(s.slot_name) from pg_catalog.pg_replication_slots s where s.slot_name = slot;
end $function$

CREATE OR REPLACE FUNCTION realtime.farewell(process_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from realtime.processes where id = process_id
$function$

CREATE OR REPLACE FUNCTION realtime.may_keep(topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('realtime.topic', topic, true);
  begin
    insert into realtime.messages (topic, extension, private) values (topic, 'persistence', true);
    raise exception using errcode = 'RT000';
  exception
    when sqlstate 'RT000' then return true;
    when insufficient_privilege then return false;
  end;
end $function$
-- execute: anon, authenticated

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
  is_open boolean;
  is_whole boolean;
begin
  select not c.relrowsecurity, not c.relrowsecurity and c.relreplident = 'f' into is_open, is_whole
    from pg_catalog.pg_class c where c.oid = tg_relid;
  insert into realtime.changes (transaction_id, schema_name, table_name, operation, key, old_key, old_row, new_row)
  values (transaction_id, tg_table_schema, tg_table_name, tg_op,
    coalesce((select jsonb_object_agg(name, coalesce(after, before) -> name) from unnest(tg_argv) as name), '{}'),
    (select jsonb_object_agg(name, before -> name) from unnest(tg_argv) as name where before is not null),
    case when is_whole then before end,
    -- A trigger does not know what is worked out at reading.
    case when is_open then after - array(select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = tg_relid and a.attgenerated = 'v') end);
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
  former_topic text := current_setting('realtime.topic', true);
  -- As published: a payload without an id carries that of its message.
  identified jsonb := case when jsonb_typeof(payload) = 'object' then jsonb_build_object('id', message_id) || payload else payload end;
  message jsonb;
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, identified, event, topic, private, 'broadcast');
  message := jsonb_build_object('id', message_id, 'topic', topic, 'event', event, 'private', private, 'payload', identified);
  -- A notification holds 8000 bytes; listeners fetch a longer message by its id.
  if octet_length(message::text) > 7900 then message := jsonb_build_object('id', message_id); end if;
  perform pg_notify('realtime', 'm' || message::text);
  perform set_config('realtime.topic', coalesce(former_topic, ''), true);
exception when others then
  -- As on hosted backends: a failed broadcast must not roll back the change it reports.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  message_id uuid := gen_random_uuid();
  former_topic text := current_setting('realtime.topic', true);
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, binary_payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
  perform pg_notify('realtime', 'm' || jsonb_build_object('id', message_id)::text);
  perform set_config('realtime.topic', coalesce(former_topic, ''), true);
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.session_changed(session uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_notify('realtime', 's' || session::text)
$function$

CREATE OR REPLACE FUNCTION realtime.tell(messages text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message text;
  message_id bigint;
begin
  foreach message in array messages loop
    if octet_length(message) <= 7900 then
      perform pg_notify('realtime', 'b' || message);
    else
      insert into realtime.bus_messages (body) values (message) returning id into message_id;
      perform pg_notify('realtime', 'B' || message_id);
    end if;
  end loop;
end $function$

CREATE OR REPLACE FUNCTION realtime.tell_of_dropped()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() dropped
    where not dropped.is_temporary
      and dropped.object_type in ('schema', 'table', 'table column', 'table constraint', 'foreign table', 'view',
        'materialized view', 'function', 'aggregate', 'trigger', 'type', 'rule', 'cast')
  ) then
    notify pgrst, 'reload schema';
  end if;
end $function$

CREATE OR REPLACE FUNCTION realtime.tell_of_made()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() made
    where made.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
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
    -- Leaving by an exception rolls back every row above; the result is a variable and survives.
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    return rights;
  end;
end $function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION realtime.watch_tables()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target record;
  watched integer := 0;
  -- Triggers are a cost for every writer: where all living processes read the log instead, there are none.
  is_wanted boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('realtime.watch_tables', 0));
  is_wanted := coalesce((select bool_or(p.uses_triggers) from realtime.processes p), true);
  for target in
    select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'tell_subscribers_of_changes' and not t.tgisinternal and t.tgparentid = 0
      and (not is_wanted or not exists (select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname))
  loop
    execute format('drop trigger tell_subscribers_of_changes on %s', target.name);
  end loop;
  if not is_wanted then return 0; end if;
  for target in
    select format('%I.%I', n.nspname, c.relname) as name,
      coalesce(string_agg(quote_literal(a.attname), ', ' order by k.place), '') as key,
      bool_or(exists (select from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'tell_subscribers_of_changes')) as is_watched
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname and n.nspname <> 'realtime'
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
    left join lateral unnest(i.indkey) with ordinality as k (attnum, place) on true
    left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
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

CREATE OR REPLACE FUNCTION storage.allow_any_operation(expected_operations text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    regexp_replace(lower(storage.operation()), '^storage\.', '') = any (
      select regexp_replace(lower(trim(expected)), '^storage\.', '') from unnest(expected_operations) expected
    ), false)
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION storage.allow_only_operation(expected_operation text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select storage.allow_any_operation(array[expected_operation])
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION storage.discard_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.version is not null then
    insert into storage.discarded (version) values (old.version) on conflict do nothing;
  end if;
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

CREATE OR REPLACE FUNCTION storage.get_size_by_bucket()
 RETURNS TABLE(size bigint, bucket_id text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint, o.bucket_id from storage.objects o group by o.bucket_id
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION storage.list_objects_with_delimiter(_bucket_id text, prefix_param text, delimiter_param text, max_keys integer DEFAULT 100, start_after text DEFAULT ''::text, next_token text DEFAULT ''::text, sort_order text DEFAULT 'asc'::text)
 RETURNS TABLE(name text, id uuid, metadata jsonb, updated_at timestamp with time zone, created_at timestamp with time zone, last_accessed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  highest constant text := chr(1114111);
  is_descending constant boolean := lower(sort_order) = 'desc';
  bound text collate "C" := greatest(start_after collate "C", next_token collate "C");
  current_object storage.objects;
  at integer;
  returned_count integer := 0;
begin
  if is_descending then
    bound := coalesce(nullif(bound, ''), prefix_param || highest);
  elsif next_token <> '' and delimiter_param <> '' and right(next_token, length(delimiter_param)) = delimiter_param then
    bound := bound || highest;
  end if;
  if delimiter_param = '' then
    if is_descending then
      return query select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at
        from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param and o.name collate "C" < bound
        order by o.name collate "C" desc limit max_keys;
    else
      return query select o.name, o.id, o.metadata, o.updated_at, o.created_at, o.last_accessed_at
        from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param
          and o.name collate "C" < prefix_param || highest and o.name collate "C" > bound
        order by o.name collate "C" limit max_keys;
    end if;
    return;
  end if;
  while returned_count < max_keys loop
    if is_descending then
      select o.* into current_object from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param and o.name collate "C" < bound
        order by o.name collate "C" desc limit 1;
    else
      select o.* into current_object from storage.objects o
        where o.bucket_id = _bucket_id and o.name collate "C" >= prefix_param
          and o.name collate "C" < prefix_param || highest and o.name collate "C" > bound
        order by o.name collate "C" limit 1;
    end if;
    exit when current_object.id is null;
    at := case when delimiter_param = '' then 0
          else position(delimiter_param in substr(current_object.name, length(prefix_param) + 1)) end;
    returned_count := returned_count + 1;
    if at > 0 then
      name := left(current_object.name, length(prefix_param) + at - 1 + length(delimiter_param));
      id := null; metadata := null; updated_at := null; created_at := null; last_accessed_at := null;
      bound := case when is_descending then name else name || highest end;
    else
      name := current_object.name; id := current_object.id; metadata := current_object.metadata;
      updated_at := current_object.updated_at; created_at := current_object.created_at;
      last_accessed_at := current_object.last_accessed_at;
      bound := name;
    end if;
    return next;
  end loop;
end
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION storage.operation()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(pg_catalog.current_setting('storage.operation', true), '')
$function$
-- execute: anon, authenticated
