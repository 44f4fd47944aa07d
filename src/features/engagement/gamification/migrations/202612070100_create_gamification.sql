create table public.gamification_settings (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  is_on boolean not null default false,
  is_public boolean not null default false,
  keeps_reached boolean not null default false,
  max_freezes smallint not null default 2 check (max_freezes between 0 and 5),
  overlay_ms integer not null default 5000 check (overlay_ms between 1000 and 30000),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id)
);
comment on table public.gamification_settings is 'Whether members of an account earn points, and by which general rules; no row means they do not.';
comment on column public.gamification_settings.is_public is 'Whether visitors see leaderboards and badges, too.';
comment on column public.gamification_settings.keeps_reached is 'Whether levels and badges stay when points are taken back.';
comment on column public.gamification_settings.max_freezes is 'How many missed days a member can have in hand; every seventh day of a streak earns one.';
alter table public.gamification_settings enable row level security;
alter table public.gamification_settings force row level security;

create table private.point_kinds (
  kind text primary key check (kind ~ '^[a-z_]{1,40}$'),
  position smallint not null,
  points integer not null,
  daily_limit integer,
  is_own boolean not null
);
comment on table private.point_kinds is 'What can earn points, with the points and the daily limit a site begins with.';
comment on column private.point_kinds.is_own is 'Whether a member does it themselves: such a day counts for their streak.';
alter table private.point_kinds enable row level security;
alter table private.point_kinds force row level security;
insert into private.point_kinds values
  ('lesson_completed', 1, 10, null, true), ('course_completed', 2, 100, null, true), ('quiz_passed', 3, 30, null, true),
  ('assignment_submitted', 4, 20, 5, true), ('assignment_passed', 5, 30, null, true), ('post_added', 6, 5, 3, true),
  ('reply_added', 7, 3, 5, true), ('reaction_received', 8, 1, 10, false), ('group_joined', 9, 5, 2, true);

create table public.point_rules (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  kind text not null check (kind in ('lesson_completed', 'course_completed', 'quiz_passed', 'assignment_submitted', 'assignment_passed', 'post_added',
    'reply_added', 'reaction_received', 'group_joined')),
  points integer not null check (points between 0 and 10000),
  daily_limit integer check (daily_limit between 1 and 1000),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, kind)
);
comment on table public.point_rules is 'How many points each kind of event is worth, and how often on one day of the member; null for as often as it happens.';
alter table public.point_rules enable row level security;
alter table public.point_rules force row level security;

create table public.point_levels (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(btrim(name)) between 1 and 60),
  min_points integer not null check (min_points between 1 and 10000000),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  -- Two levels may change places in one save.
  unique (account_id, min_points) deferrable initially deferred
);
comment on table public.point_levels is 'Levels of an account, each with the points from which on a member has it.';
alter table public.point_levels enable row level security;
alter table public.point_levels force row level security;

create table public.point_entries (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  event_id uuid not null,
  event_position bigint not null,
  member_id uuid not null,
  kind text not null check (kind in ('lesson_completed', 'course_completed', 'quiz_passed', 'assignment_submitted', 'assignment_passed', 'post_added',
    'reply_added', 'reaction_received', 'group_joined')),
  source text not null check (length(source) between 1 and 120),
  effect text not null check (effect in ('counts', 'undone', 'shifted')),
  day date not null,
  worth integer not null,
  daily_limit integer,
  amount integer not null,
  course_id uuid,
  group_id uuid,
  occurred_at timestamptz not null,
  created_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, event_id, kind, source),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, course_id) references public.courses (account_id, id) on delete set null (course_id),
  foreign key (account_id, group_id) references public.groups (account_id, id) on delete set null (group_id)
);
comment on table public.point_entries is 'The ledger of points: what each event gave a member or took back. Entries are added and never changed; the sum of their amounts is what a member has.';
comment on column public.point_entries.source is 'What was done, such as a lesson: it counts once however many events tell of it.';
comment on column public.point_entries.effect is 'counts or undone: what the event says of its source; shifted: another source of the day counts, or counts no more, because of it.';
comment on column public.point_entries.day is 'The day of the event in the time zone that the member had then.';
comment on column public.point_entries.worth is 'The points of the rule as it was when the event was handled.';
create index point_entries_source_idx on public.point_entries (account_id, member_id, kind, source);
create index point_entries_day_idx on public.point_entries (account_id, member_id, kind, day);
create index point_entries_when_idx on public.point_entries (account_id, occurred_at) include (member_id, amount);
create index point_entries_course_idx on public.point_entries (account_id, course_id, occurred_at);
create index point_entries_group_idx on public.point_entries (account_id, group_id, occurred_at);
alter table public.point_entries enable row level security;
alter table public.point_entries force row level security;

create table public.member_scores (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  points integer not null default 0,
  top_points integer not null default 0,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, member_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.member_scores is 'The points of a member: the sum of their entries, written with them.';
comment on column public.member_scores.top_points is 'The most they ever had.';
create index member_scores_points_idx on public.member_scores (account_id, points desc, id);
alter table public.member_scores enable row level security;
alter table public.member_scores force row level security;

create table public.score_choices (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  is_listed boolean not null default true,
  alias text check (length(btrim(alias)) between 1 and 40),
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, member_id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.score_choices is 'Whether a member stands in leaderboards, and under which name in place of their own.';
alter table public.score_choices enable row level security;
alter table public.score_choices force row level security;

create table public.score_messages (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  member_id uuid not null,
  kind text not null check (kind in ('points', 'level', 'badge')),
  points integer not null default 0,
  title text not null default '' check (length(title) <= 80),
  icon text check (length(icon) <= 40),
  created_at timestamptz not null default private.clock_now(),
  seen_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade
);
comment on table public.score_messages is 'What the overlay shows a member once: points, a level, a badge.';
create index score_messages_member_idx on public.score_messages (account_id, member_id, created_at) where seen_at is null;
create index score_messages_all_idx on public.score_messages (account_id, member_id);
alter table public.score_messages enable row level security;
alter table public.score_messages force row level security;

create table public.badges (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  name text not null check (length(btrim(name)) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  icon text not null default 'award' check (icon in ('award', 'star', 'trophy', 'flame', 'book', 'heart', 'camera', 'rocket', 'crown', 'gem', 'sparkles', 'target')),
  rule text not null default 'hand' check (rule in ('hand', 'count', 'level', 'streak')),
  kind text check (kind in ('lesson_completed', 'course_completed', 'quiz_passed', 'assignment_submitted', 'assignment_passed', 'post_added',
    'reply_added', 'reaction_received', 'group_joined')),
  times integer check (times between 1 and 10000),
  level_id uuid,
  created_at timestamptz not null default private.clock_now(),
  updated_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, name),
  foreign key (account_id, level_id) references public.point_levels (account_id, id) on delete cascade,
  check (case rule when 'count' then kind is not null and times is not null and level_id is null
    when 'streak' then kind is null and times is not null and level_id is null
    when 'level' then kind is null and times is null and level_id is not null
    else kind is null and times is null and level_id is null end)
);
comment on table public.badges is 'Badges of an account: awarded by hand, after so many events of a kind, at a level, or for a streak of days.';
create index badges_level_idx on public.badges (account_id, level_id);
alter table public.badges enable row level security;
alter table public.badges force row level security;

create table public.member_badges (
  account_id uuid not null references public.accounts (account_id) on delete cascade,
  id uuid not null default private.uuid_v7(),
  badge_id uuid not null,
  member_id uuid not null,
  awarded_by uuid,
  is_by_hand boolean not null default false,
  awarded_at timestamptz not null default private.clock_now(),
  primary key (account_id, id),
  unique (account_id, member_id, badge_id),
  foreign key (account_id, badge_id) references public.badges (account_id, id) on delete cascade,
  foreign key (account_id, member_id) references public.members (account_id, id) on delete cascade,
  foreign key (account_id, awarded_by) references public.members (account_id, id) on delete set null (awarded_by)
);
comment on table public.member_badges is 'Who has which badge, since when, and who awarded it by hand.';
create index member_badges_badge_idx on public.member_badges (account_id, badge_id, awarded_at desc);
create index member_badges_awarded_by_idx on public.member_badges (account_id, awarded_by);
alter table public.member_badges enable row level security;
alter table public.member_badges force row level security;

insert into private.availability_kinds values ('level');
