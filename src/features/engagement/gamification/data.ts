import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { DEFAULT_OVERLAY_MS, type Period } from './rules.ts';
import type {
  Badge,
  BadgeValues,
  GamificationSettings,
  LeaderboardRow,
  Level,
  OwnScore,
  PointRule,
  ScoreMessage,
} from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    leaderboard: { row: LeaderboardRow; args: { course_id?: string | null; group_id?: string | null } };
    own_score: { returns: OwnScore | null };
    save_gamification: { args: { settings: GamificationSettings; rules: PointRule[]; levels: Level[] } };
  }
}

export const gamificationKey = (accountId: string) => ['gamification', accountId] as const;
const RARELY_CHANGES_MS = 5 * 60_000;
const MAX_BADGES = 100;

const offByDefault: GamificationSettings = {
  is_on: false,
  is_public: false,
  keeps_reached: false,
  max_freezes: 2,
  overlay_ms: DEFAULT_OVERLAY_MS,
};

export const gamificationSettingsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'settings'],
    queryFn: async (): Promise<GamificationSettings> =>
      maybeDataOf(
        await db
          .from('gamification_settings')
          .select('is_on, is_public, keeps_reached, max_freezes, overlay_ms')
          .eq('account_id', accountId)
          .maybeSingle(),
      ) ?? offByDefault,
    staleTime: RARELY_CHANGES_MS,
  });

export const pointRulesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'rules'],
    queryFn: async (): Promise<PointRule[]> =>
      dataOf(
        await db.from('point_rules').select('kind, points, daily_limit').eq('account_id', accountId).limit(50),
      ) as PointRule[],
  });

export const levelsQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'levels'],
    queryFn: async () =>
      dataOf(
        await db
          .from('point_levels')
          .select('id, name, min_points')
          .eq('account_id', accountId)
          .order('min_points')
          .limit(50),
      ),
  });

/** Saves how points are earned; a level that is not among them is removed. */
export async function saveGamification(
  db: Db,
  account_id: string,
  settings: GamificationSettings,
  rules: PointRule[],
  levels: Level[],
): Promise<void> {
  maybeDataOf(await db.rpc('save_gamification', { account_id, settings, rules, levels }));
}

export const badgesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'badges'],
    queryFn: async (): Promise<ListedBadge[]> =>
      dataOf(
        await db
          .from('badges')
          .select('id, name, description, icon, rule, kind, times, level_id, member_badges(count)')
          .eq('account_id', accountId)
          .order('name')
          .limit(MAX_BADGES),
      ) as ListedBadge[],
  });
export type ListedBadge = Badge & { member_badges: { count: number }[] };

export async function saveBadge(db: Db, account_id: string, id: string | null, values: BadgeValues): Promise<void> {
  const table = db.from('badges');
  dataOf(
    id
      ? await table.update(values).eq('account_id', account_id).eq('id', id).select('id')
      : await table.insert({ account_id, ...values }).select('id'),
  );
}

export async function removeBadge(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('badges').delete().eq('account_id', accountId).eq('id', id).select('id'));
}

export const badgeHoldersQuery = (db: Db, accountId: string, badge_id: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'holders', badge_id],
    queryFn: async () => dataOf(await db.rpc('list_badge_holders', { badge_id })),
  });

/** Awards a badge by hand; false where the member has it already. */
export async function giveBadge(db: Db, badge_id: string, member_id: string): Promise<boolean> {
  return dataOf(await db.rpc('give_badge', { badge_id, member_id }));
}

export async function takeBadge(db: Db, badge_id: string, member_id: string): Promise<void> {
  maybeDataOf(await db.rpc('take_badge', { badge_id, member_id }));
}

/** What the caller has earned; null where no points are earned. */
export const ownScoreQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'own'],
    queryFn: async (): Promise<OwnScore | null> => maybeDataOf(await db.rpc('own_score')),
  });

/** Whose leaderboard: that of the site where neither is named. */
export type LeaderboardScope = { course?: string | undefined; group?: string | undefined };

export const leaderboardQuery = (db: Db, accountId: string, period: Period, { course, group }: LeaderboardScope) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'leaderboard', period, course ?? '', group ?? ''],
    queryFn: () => listLeaderboard(db, accountId, period, { course, group }),
  });

export async function listLeaderboard(
  db: Db,
  account_id: string,
  period: Period,
  { course, group }: LeaderboardScope,
  max_rows = 50,
): Promise<LeaderboardRow[]> {
  const of = { ...(course ? { course_id: course } : {}), ...(group ? { group_id: group } : {}) };
  return dataOf(await db.rpc('leaderboard', { account_id, period, ...of, max_rows }, { get: true }));
}

/** The title and the address of the course or the group of a leaderboard; null where the caller may not see it. */
export const scopeQuery = (db: Db, accountId: string, { course, group }: LeaderboardScope) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'scope', course ?? '', group ?? ''],
    queryFn: async () => {
      const named = course
        ? await db.from('courses').select('title, slug').eq('account_id', accountId).eq('id', course).maybeSingle()
        : await db
            .from('groups')
            .select('title, slug')
            .eq('account_id', accountId)
            .eq('id', group ?? '')
            .maybeSingle();
      return maybeDataOf(named);
    },
    enabled: Boolean(course ?? group),
  });

export async function saveScoreChoice(
  db: Db,
  choice: { account_id: string; member_id: string; is_listed: boolean; alias: string | null },
): Promise<void> {
  dataOf(await db.from('score_choices').upsert(choice, { onConflict: 'account_id,member_id' }).select('id').single());
}

/** What the member has earned and not been shown yet. */
export const scoreMessagesQuery = (db: Db, accountId: string, memberId: string) =>
  queryOptions({
    queryKey: [...gamificationKey(accountId), 'messages', memberId],
    queryFn: async (): Promise<ScoreMessage[]> =>
      dataOf(
        await db
          .from('score_messages')
          .select('id, kind, points, title, icon')
          .eq('account_id', accountId)
          .eq('member_id', memberId)
          .is('seen_at', null)
          .order('created_at')
          .limit(50),
      ) as ScoreMessage[],
  });

export async function seeScoreMessages(db: Db, ids: string[]): Promise<void> {
  maybeDataOf(await db.rpc('see_score_messages', { ids }));
}
