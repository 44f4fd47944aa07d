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

-- The shelves of an account's catalogue.
create table public.course_categories (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  name text not null,
  slug text not null,
  description text not null default ''::text,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint course_categories_account_id_slug_key UNIQUE (account_id, slug),
  constraint course_categories_id_key UNIQUE (id),
  constraint course_categories_pkey PRIMARY KEY (account_id, id),
  constraint course_categories_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint course_categories_description_check CHECK (length(description) <= 500),
  constraint course_categories_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint course_categories_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,79}$'::text)
);
CREATE INDEX course_categories_position_idx ON public.course_categories USING btree (account_id, "position", id);
create policy "Everyone reads the categories of a catalogue" on course_categories for select to anon, authenticated using (true);
create policy "Managers add categories" on course_categories for insert to authenticated with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers change categories" on course_categories for update to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where))) with check ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
create policy "Managers remove categories" on course_categories for delete to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
-- anon may select (account_id, id, name, slug, description, position, created_at, updated_at)
-- authenticated may delete
-- authenticated may insert (account_id, name, slug, description, position)
-- authenticated may select (account_id, id, name, slug, description, position, created_at, updated_at)
-- authenticated may update (name, slug, description, position)
CREATE TRIGGER course_categories_tell AFTER INSERT OR DELETE OR UPDATE ON course_categories FOR EACH ROW EXECUTE FUNCTION private.tell_change('course_categories');
CREATE TRIGGER course_categories_touch BEFORE UPDATE ON course_categories FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

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
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
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
  constraint courses_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,119}$'::text),
  constraint courses_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])),
  constraint courses_summary_check CHECK (length(summary) <= 400),
  constraint courses_title_check CHECK (length(title) >= 1 AND length(title) <= 160),
  constraint courses_trailer_url_check CHECK (trailer_url ~ '^(/[^/\\]|https://)'::text AND length(trailer_url) <= 500),
  constraint courses_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'members'::text]))
);
CREATE INDEX courses_author_idx ON public.courses USING btree (account_id, author_id);
CREATE INDEX courses_catalogue_idx ON public.courses USING btree (account_id, status, sort, published_at DESC);
CREATE INDEX courses_category_idx ON public.courses USING btree (account_id, category_id);
CREATE INDEX courses_title_search_idx ON public.courses USING gin (to_tsvector('simple'::regconfig, title));
create policy "Authors and managers change courses" on courses for update to authenticated using ((id IN ( SELECT private.editable_courses() AS editable_courses))) with check ((id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Authors and managers delete courses" on courses for delete to authenticated using ((id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Authors and managers see every course they may change" on courses for select to authenticated using ((id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Everyone sees published courses" on courses for select to anon, authenticated using (((status = 'published'::text) AND (visibility = 'public'::text)));
create policy "Members see what is published for members" on courses for select to authenticated using (((status = 'published'::text) AND (account_id IN ( SELECT private.accounts_where('member'::text) AS accounts_where))));
create policy "People see the courses they or their children are in" on courses for select to authenticated using ((id IN ( SELECT private.followed_courses() AS followed_courses)));
-- anon may select (account_id, id, title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access, category_id, author_id, lesson_count, duration_seconds, outline_version, sort, published_at, created_at, updated_at)
-- authenticated may delete
-- authenticated may select (account_id, id, title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access, category_id, author_id, lesson_count, duration_seconds, outline_version, sort, published_at, created_at, updated_at)
-- authenticated may update (title, slug, summary, description, featured_image, trailer_url, outcomes, level, language, status, visibility, access, category_id, sort)
CREATE TRIGGER courses_guard BEFORE DELETE OR UPDATE OF status ON courses FOR EACH ROW EXECUTE FUNCTION private.guard_course();
CREATE TRIGGER courses_tell AFTER UPDATE ON courses FOR EACH ROW WHEN ((old.status = 'published'::text OR new.status = 'published'::text) AND (to_jsonb(old.*) - 'updated_at'::text - 'outline_version'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'updated_at'::text - 'outline_version'::text)) EXECUTE FUNCTION private.tell_change('courses');
CREATE TRIGGER courses_tell_gone AFTER DELETE ON courses FOR EACH ROW WHEN (old.status = 'published'::text) EXECUTE FUNCTION private.tell_change('courses');
CREATE TRIGGER courses_tell_new AFTER INSERT ON courses FOR EACH ROW WHEN (new.status = 'published'::text) EXECUTE FUNCTION private.tell_change('courses');
CREATE TRIGGER courses_touch BEFORE UPDATE ON courses FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who learns what, by which right, until when. One row a member and course, kept when it ends.
create table public.enrolments (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  course_id uuid not null,
  source text not null default 'free'::text,
  status text not null default 'active'::text,
  starts_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
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
create policy "Parents see their children's enrolments" on enrolments for select to authenticated using ((member_id IN ( SELECT private.child_ids() AS child_ids)));
create policy "Students see their own enrolments" on enrolments for select to authenticated using ((member_id IN ( SELECT private.member_ids() AS member_ids)));
create policy "Those who manage students see every enrolment" on enrolments for select to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_students'::text) AS accounts_where
UNION ALL
 SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
-- authenticated may select (account_id, id, member_id, course_id, source, status, starts_at, expires_at, completed_at, created_at, updated_at)
CREATE TRIGGER enrolments_touch BEFORE UPDATE ON enrolments FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

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
  created_at timestamp with time zone not null default now(),
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
CREATE TRIGGER lesson_contents_tell AFTER INSERT OR UPDATE ON lesson_contents FOR EACH ROW EXECUTE FUNCTION private.tell_preview();
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
  seen_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
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
create policy "Parents see their children's progress" on lesson_progress for select to authenticated using ((member_id IN ( SELECT private.child_ids() AS child_ids)));
create policy "Students see their own progress" on lesson_progress for select to authenticated using ((member_id IN ( SELECT private.member_ids() AS member_ids)));
create policy "Those who manage students see every progress" on lesson_progress for select to authenticated using ((account_id IN ( SELECT private.accounts_where('manage_students'::text) AS accounts_where
UNION ALL
 SELECT private.accounts_where('manage_options'::text) AS accounts_where)));
-- authenticated may select (account_id, id, member_id, course_id, lesson_id, completed_at, position_seconds, watched, seen_at, created_at, updated_at)
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
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint lessons_account_id_course_id_id_key UNIQUE (account_id, course_id, id),
  constraint lessons_account_id_course_id_slug_key UNIQUE (account_id, course_id, slug),
  constraint lessons_id_key UNIQUE (id),
  constraint lessons_pkey PRIMARY KEY (account_id, id),
  constraint lessons_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint lessons_account_id_course_id_section_id_fkey FOREIGN KEY (account_id, course_id, section_id) REFERENCES sections(account_id, course_id, id) ON DELETE CASCADE,
  constraint lessons_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint lessons_duration_seconds_check CHECK (duration_seconds >= 0 AND duration_seconds <= 360000),
  constraint lessons_kind_check CHECK (kind = ANY (ARRAY['text'::text, 'video'::text, 'pdf'::text, 'audio'::text, 'quiz'::text])),
  constraint lessons_slug_check CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,119}$'::text),
  constraint lessons_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX lessons_section_idx ON public.lessons USING btree (account_id, course_id, section_id, "position");
create policy "Authors and managers see lessons not yet shown" on lessons for select to authenticated using ((course_id IN ( SELECT private.editable_courses() AS editable_courses)));
create policy "Who sees a course sees its outline" on lessons for select to anon, authenticated using ((is_published AND (EXISTS ( SELECT
   FROM courses c
  WHERE ((c.account_id = lessons.account_id) AND (c.id = lessons.course_id))))));
-- anon may select (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, is_published, position, created_at, updated_at)
-- authenticated may select (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required, is_published, position, created_at, updated_at)
CREATE TRIGGER lessons_measure AFTER INSERT OR DELETE OR UPDATE OF duration_seconds, is_published ON lessons FOR EACH ROW EXECUTE FUNCTION private.measure_course();
CREATE TRIGGER lessons_tell AFTER UPDATE ON lessons FOR EACH ROW WHEN (old.is_published OR new.is_published) EXECUTE FUNCTION private.tell_course();
CREATE TRIGGER lessons_tell_gone AFTER DELETE ON lessons FOR EACH ROW WHEN (old.is_published) EXECUTE FUNCTION private.tell_course();
CREATE TRIGGER lessons_tell_new AFTER INSERT ON lessons FOR EACH ROW WHEN (new.is_published) EXECUTE FUNCTION private.tell_course();
CREATE TRIGGER lessons_touch BEFORE UPDATE ON lessons FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

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

-- The parts of a course, in order.
create table public.sections (
  account_id uuid not null,
  id uuid not null default private.uuid_v7(),
  course_id uuid not null,
  title text not null,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint sections_account_id_course_id_id_key UNIQUE (account_id, course_id, id),
  constraint sections_id_key UNIQUE (id),
  constraint sections_pkey PRIMARY KEY (account_id, id),
  constraint sections_account_id_course_id_fkey FOREIGN KEY (account_id, course_id) REFERENCES courses(account_id, id) ON DELETE CASCADE,
  constraint sections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE,
  constraint sections_title_check CHECK (length(title) >= 1 AND length(title) <= 160)
);
CREATE INDEX sections_course_idx ON public.sections USING btree (account_id, course_id, "position");
create policy "Who sees a course sees its sections" on sections for select to anon, authenticated using ((EXISTS ( SELECT
   FROM courses c
  WHERE ((c.account_id = sections.account_id) AND (c.id = sections.course_id)))));
-- anon may select (account_id, id, course_id, title, position, created_at, updated_at)
-- authenticated may select (account_id, id, course_id, title, position, created_at, updated_at)
CREATE TRIGGER sections_tell AFTER INSERT OR DELETE OR UPDATE ON sections FOR EACH ROW EXECUTE FUNCTION private.tell_course();
CREATE TRIGGER sections_touch BEFORE UPDATE ON sections FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

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
create policy "Authors and managers add files to their courses" on storage.objects for insert to authenticated with check (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Authors and managers remove files of their courses" on storage.objects for delete to authenticated using (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Authors and managers replace files of their courses" on storage.objects for update to authenticated using (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders)))) with check (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Authors and managers see the files of their courses" on storage.objects for select to authenticated using (((name ~~ 'courses/%/%/%'::text) AND (((bucket_id || '/courses/'::text) || split_part(name, '/'::text, 2)) IN ( SELECT private.course_folders() AS course_folders))));
create policy "Members add their own picture" on storage.objects for insert to authenticated with check (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members remove their own picture" on storage.objects for delete to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members replace their own picture" on storage.objects for update to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text)))) with check (((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)) AND (name = (('avatars/'::text || ( SELECT auth.uid() AS uid)) || '/avatar.jpg'::text))));
create policy "Members see the files of their account's site" on storage.objects for select to authenticated using ((bucket_id IN ( SELECT private.bucket_accounts('member'::text) AS bucket_accounts)));
create policy "Staff add files to their account's site" on storage.objects for insert to authenticated with check (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Staff remove files of their account's site" on storage.objects for delete to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Staff replace files of their account's site" on storage.objects for update to authenticated using (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text))) with check (((bucket_id IN ( SELECT private.bucket_accounts('staff'::text) AS bucket_accounts)) AND (name ~~ 'public/%'::text)));
create policy "Who may read a lesson may fetch its files" on storage.objects for select to anon, authenticated using (((name ~~ 'courses/%/%/%'::text) AND (EXISTS ( SELECT
   FROM lesson_contents k
  WHERE ((k.id = private.uuid_or_null(split_part(objects.name, '/'::text, 3))) AND ((k.account_id || '-private'::text) = objects.bucket_id) AND (k.course_id = private.uuid_or_null(split_part(objects.name, '/'::text, 2))))))));
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

CREATE OR REPLACE FUNCTION private.child_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select child_id from public.guardians where parent_id in (select private.member_ids())
$function$
-- execute: anon, authenticated

CREATE OR REPLACE FUNCTION private.complete_lesson(account uuid, member uuid, lesson uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  course uuid;
begin
  select course_id into course from public.lessons where (account_id, id) = (account, lesson);
  perform private.touch_progress(account, member, course, lesson);
  update public.lesson_progress set completed_at = coalesce(completed_at, now())
   where (account_id, member_id, lesson_id) = (account, member, lesson);
  perform private.settle_enrolment(account, member, course);
end $function$

CREATE OR REPLACE FUNCTION private.course_folders()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.account_id || '-private/courses/' || c.id from public.courses c where c.id in (select private.editable_courses())
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.editable_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.courses c
   where c.account_id in (select private.accounts_where('manage_options') union all select private.accounts_where('manage_curriculum'))
      or (c.author_id in (select private.member_ids()) and c.account_id in (select private.accounts_where('create_courses')))
$function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION private.end_enrolment(account uuid, course uuid, member uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.enrolments set status = 'ended' where (account_id, course_id, member_id) = (account, course, member)
$function$

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
        -- Whoever holds the longer right keeps it; one that has ended begins anew.
        expires_at = case when e.status <> 'active' then excluded.expires_at
                          when e.expires_at is null or excluded.expires_at is null then null
                          else greatest(e.expires_at, excluded.expires_at) end
  returning id
$function$

CREATE OR REPLACE FUNCTION private.enrolled_courses()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.course_id from public.enrolments e
   where e.member_id in (select private.member_ids()) and e.status = 'active'
     and e.starts_at <= now() and (e.expires_at is null or e.expires_at > now())
$function$
-- execute: anon, authenticated

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

CREATE OR REPLACE FUNCTION private.free_lesson_slug(account uuid, course uuid, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base text := private.slug_of(wanted, 'lesson');
  candidate text := base;
begin
  while exists (select from public.lessons where (account_id, course_id, slug) = (account, course, candidate)) loop
    candidate := base || '-' || substr(md5(random()::text), 1, 5);
  end loop;
  return candidate;
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
      perform private.refuse('course_has_students', 'People are enrolled in this course. Archive it instead.');
    end if;
    return old;
  end if;
  if new.status = 'published' and old.status <> 'published' then
    if length(trim(new.summary)) = 0 then
      perform private.refuse('course_incomplete', 'A course needs a summary before it is published.');
    end if;
    if new.lesson_count = 0 then
      perform private.refuse('course_incomplete', 'A course needs at least one lesson before it is published.');
    end if;
    new.published_at := coalesce(new.published_at, now());
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

CREATE OR REPLACE FUNCTION private.lesson_to_learn(lesson uuid)
 RETURNS lessons
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  l public.lessons%rowtype;
begin
  if auth.uid() is null then
    perform private.refuse('not_authenticated', 'Sign in to go on learning.');
  end if;
  select * into l from public.lessons
   where id = lesson and is_published and course_id in (select private.enrolled_courses());
  if l.id is null then
    perform private.refuse('not_enrolled', 'You are not enrolled in the course of this lesson.');
  end if;
  return l;
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

CREATE OR REPLACE FUNCTION private.settle_enrolment(account uuid, member uuid, course uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  title text;
begin
  update public.enrolments e set completed_at = now()
   where (e.account_id, e.member_id, e.course_id) = (account, member, course) and e.completed_at is null
     and exists (select from public.lessons l where (l.account_id, l.course_id) = (account, course) and l.is_published and l.is_required)
     and not exists (
       select from public.lessons l
         left join public.lesson_progress p on (p.account_id, p.member_id, p.lesson_id) = (account, member, l.id)
        where (l.account_id, l.course_id) = (account, course) and l.is_published and l.is_required and p.completed_at is null);
  if not found then return; end if;
  select c.title into title from public.courses c where (c.account_id, c.id) = (account, course);
  perform private.notify(account, m.user_id, 'You finished <strong>' || private.escape_html(title) || '</strong>.', 1,
    '/dashboard/courses')
    from public.members m where (m.account_id, m.id) = (account, member);
end $function$

CREATE OR REPLACE FUNCTION private.slug_of(wanted text, fallback text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select trim(both '-' from left(coalesce(nullif(trim(both '-' from regexp_replace(
    lower(translate(wanted, 'áàâäãåéèêëíìîïóòôöõúùûüñçýÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇÝ', 'aaaaaaeeeeiiiiooooouuuuncyAAAAAAEEEEIIIIOOOOOUUUUNCY')),
    '[^a-z0-9]+', '-', 'g')), ''), fallback), 80))
$function$

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

CREATE OR REPLACE FUNCTION private.tell_course()
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

CREATE OR REPLACE FUNCTION private.tell_preview()
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

CREATE OR REPLACE FUNCTION private.touch_progress(account uuid, member uuid, course uuid, lesson uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.lesson_progress (account_id, member_id, course_id, lesson_id) values (account, member, course, lesson)
  on conflict (account_id, member_id, lesson_id) do update set seen_at = now()
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

CREATE OR REPLACE FUNCTION private.uuid_or_null(written text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when written ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then written::uuid end
$function$
-- execute: anon, authenticated

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

CREATE OR REPLACE FUNCTION public.complete_lesson(lesson_id uuid, is_done boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  l public.lessons := private.lesson_to_learn(lesson_id);
begin
  if l.kind = 'quiz' then
    perform private.refuse('quiz_decides', 'A quiz is done when it is passed.');
  end if;
  if is_done then
    perform private.complete_lesson(l.account_id, private.member_of(l.account_id), l.id);
  else
    update public.lesson_progress p set completed_at = null
     where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
  end if;
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
  base text := private.slug_of(title, 'course');
  candidate text := base;
begin
  if account_id not in (select private.accounts_where('create_courses') union all select private.accounts_where('manage_options')) then
    perform private.refuse('forbidden', 'Only those who may create courses start one here.');
  end if;
  if length(trim(coalesce(title, ''))) not between 1 and 160 then
    perform private.refuse('invalid', 'A course needs a title of at most 160 characters.');
  end if;
  loop
    insert into public.courses (account_id, title, slug, author_id)
    values (account_id, trim(title), candidate, private.member_of(account_id))
    on conflict do nothing;
    exit when found;
    candidate := base || '-' || substr(md5(random()::text), 1, 5);
  end loop;
  return candidate;
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
    perform private.refuse('not_authenticated', 'Sign in to enrol.');
  end if;
  select * into c from public.courses where id = course_id and status = 'published'
    and account_id in (select private.accounts_where('member'));
  if c.id is null then
    perform private.refuse('not_found', 'There is no such course here.');
  end if;
  if c.access <> 'free' then
    perform private.refuse('course_not_free', 'This course is not free: it opens by an order or a membership.');
  end if;
  -- Who was taken out by hand does not let themselves in again.
  if exists (select from public.enrolments e where (e.account_id, e.member_id, e.course_id) = (c.account_id, private.member_of(c.account_id), c.id)
    and e.status = 'ended') then
    perform private.refuse('enrolment_ended', 'Your place in this course was ended. Ask the school to let you in again.');
  end if;
  return private.enrol(c.account_id, c.id, private.member_of(c.account_id), 'free');
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
    perform private.refuse('forbidden', 'This course is not yours to change.');
  end if;
  if c.outline_version <> version then
    perform private.refuse('outline_changed', 'Somebody else changed this outline meanwhile. Load it again, then make your change.');
  end if;
  if jsonb_typeof(outline) is distinct from 'array' or jsonb_array_length(outline) > 100
    or (select coalesce(sum(jsonb_array_length(coalesce(x -> 'lessons', '[]'))), 0) from jsonb_array_elements(outline) x) > 500 then
    perform private.refuse('invalid', 'An outline has at most 100 sections and 500 lessons.');
  end if;
  if exists (select from public.sections k where k.course_id <> c.id and k.id in (select (x ->> 'id')::uuid from jsonb_array_elements(outline) x))
    or exists (select from public.lessons k where k.course_id <> c.id
         and k.id in (select (y ->> 'id')::uuid from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) y)) then
    perform private.refuse('invalid', 'The outline names a part of another course.');
  end if;
  for s in select (x ->> 'id')::uuid as id, trim(x ->> 'title') as title, n::int as position, x -> 'lessons' as lessons
             from jsonb_array_elements(outline) with ordinality as t (x, n) loop
    insert into public.sections as k (account_id, id, course_id, title, position)
    values (c.account_id, coalesce(s.id, private.uuid_v7()), c.id, s.title, s.position)
    on conflict (account_id, id) do update set title = excluded.title, position = excluded.position
      where (k.title, k.position) is distinct from (excluded.title, excluded.position);
  end loop;
  for l in select (x ->> 'id')::uuid as section_id, (y ->> 'id')::uuid as id, trim(y ->> 'title') as title, y ->> 'kind' as kind,
                  coalesce((y ->> 'duration_seconds')::int, 0) as duration_seconds, coalesce((y ->> 'is_preview')::boolean, false) as is_preview,
                  coalesce((y ->> 'is_required')::boolean, true) as is_required, coalesce((y ->> 'is_published')::boolean, true) as is_published,
                  n::int as position
             from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) with ordinality as t (y, n) loop
    insert into public.lessons as k (account_id, id, course_id, section_id, title, slug, kind, duration_seconds, is_preview, is_required,
      is_published, position)
    values (c.account_id, l.id, c.id, l.section_id, l.title, private.free_lesson_slug(c.account_id, c.id, l.title), l.kind,
      l.duration_seconds, l.is_preview, l.is_required, l.is_published, l.position)
    on conflict (account_id, id) do update set section_id = excluded.section_id, title = excluded.title, kind = excluded.kind,
        duration_seconds = excluded.duration_seconds, is_preview = excluded.is_preview, is_required = excluded.is_required,
        is_published = excluded.is_published, position = excluded.position
      where (k.section_id, k.title, k.kind, k.duration_seconds, k.is_preview, k.is_required, k.is_published, k.position)
        is distinct from (excluded.section_id, excluded.title, excluded.kind, excluded.duration_seconds, excluded.is_preview,
          excluded.is_required, excluded.is_published, excluded.position);
  end loop;
  delete from public.lessons k where (k.account_id, k.course_id) = (c.account_id, c.id)
    and k.id not in (select (y ->> 'id')::uuid from jsonb_array_elements(outline) x, jsonb_array_elements(coalesce(x -> 'lessons', '[]')) y);
  delete from public.sections k where (k.account_id, k.course_id) = (c.account_id, c.id)
    and k.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(outline) x);
  update public.courses k set outline_version = k.outline_version + 1 where (k.account_id, k.id) = (c.account_id, c.id);
  return version + 1;
exception
  when not_null_violation or check_violation or invalid_text_representation or cardinality_violation then
    perform private.refuse('invalid', 'The outline can''t be read: every part needs an id of its own and a title of at most 160 characters.');
end $function$
-- execute: authenticated

CREATE OR REPLACE FUNCTION public.save_position(lesson_id uuid, seconds numeric DEFAULT NULL::numeric, watched jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  l public.lessons := private.lesson_to_learn(lesson_id);
begin
  if seconds not between 0 and 360000 or jsonb_typeof(watched) <> 'array' or jsonb_array_length(watched) > 200 then
    perform private.refuse('invalid', 'That is no place in a film.');
  end if;
  perform private.touch_progress(l.account_id, private.member_of(l.account_id), l.course_id, l.id);
  update public.lesson_progress p
     set position_seconds = coalesce(seconds, p.position_seconds), watched = coalesce(watched, p.watched)
   where (p.account_id, p.member_id, p.lesson_id) = (l.account_id, private.member_of(l.account_id), l.id);
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
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target record;
  watched integer := 0;
begin
  for target in
    select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_trigger t
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
