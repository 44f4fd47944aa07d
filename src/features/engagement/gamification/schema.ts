/** What earns points, as `private.point_kinds`. */
export const pointKinds = [
  'lesson_completed',
  'course_completed',
  'quiz_passed',
  'assignment_submitted',
  'assignment_passed',
  'post_added',
  'reply_added',
  'reaction_received',
  'group_joined',
] as const;

export const badgeIcons = [
  'award',
  'star',
  'trophy',
  'flame',
  'book',
  'heart',
  'camera',
  'rocket',
  'crown',
  'gem',
  'sparkles',
  'target',
] as const;
export const badgeRules = ['hand', 'count', 'level', 'streak'] as const;

export type PointKind = (typeof pointKinds)[number];
export type BadgeIcon = (typeof badgeIcons)[number];
export type BadgeRule = (typeof badgeRules)[number];

export type GamificationSettings = {
  is_on: boolean;
  is_public: boolean;
  keeps_reached: boolean;
  max_freezes: number;
  overlay_ms: number;
};

export type PointRule = { kind: PointKind; points: number; daily_limit: number | null };

/** A level with the points from which on a member has it; without an id it is new. */
export type Level = { id?: string; name: string; min_points: number };

export type BadgeValues = {
  name: string;
  description: string;
  icon: BadgeIcon;
  rule: BadgeRule;
  kind: PointKind | null;
  times: number | null;
  level_id: string | null;
};
export type Badge = BadgeValues & { id: string };

/** A badge as its member sees it: when they earned it, or how far they are. */
export type OwnBadge = {
  id: string;
  name: string;
  description: string;
  icon: BadgeIcon;
  rule: BadgeRule;
  awarded_at: string | null;
  reached: number | null;
  goal: number | null;
};

/** What a member has earned. `today` may be below zero, where more was taken back than earned. */
export type OwnScore = {
  points: number;
  today: number;
  level: { name: string; min_points: number } | null;
  next: { name: string; min_points: number } | null;
  streak: { length: number; longest: number; freezes: number; is_today: boolean };
  badges: OwnBadge[];
  overlay_ms: number;
  is_listed: boolean;
  alias: string | null;
};

export type LeaderboardRow = {
  place: number;
  name: string;
  avatar: string | null;
  slug: string | null;
  points: number;
  level: string | null;
  is_own: boolean;
};

export type ScoreMessage = {
  id: string;
  kind: 'points' | 'level' | 'badge';
  points: number;
  title: string;
  icon: BadgeIcon | null;
};
