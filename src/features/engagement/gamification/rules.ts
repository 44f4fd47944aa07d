import type { BadgeValues, Level, OwnBadge, OwnScore, ScoreMessage } from './schema.ts';

export const periods = ['week', 'month', 'all'] as const;
export type Period = (typeof periods)[number];

export const MAX_LEVELS = 50;
export const MAX_POINTS = 10_000;
export const MAX_LEVEL_POINTS = 10_000_000;
export const DEFAULT_OVERLAY_MS = 5_000;

/** Points of the levels that a site begins with. */
export const starterPoints = [50, 150, 400, 1_000, 2_500] as const;

/** What is wrong with levels: one without a name, or two that begin at the same points. */
export function levelProblem(levels: readonly Level[]): 'name' | 'points' | null {
  if (levels.some(({ name }) => name.trim() === '')) return 'name';
  return new Set(levels.map(({ min_points }) => min_points)).size < levels.length ? 'points' : null;
}

/** A badge with nothing but what its rule needs. */
export function asStored(values: BadgeValues): BadgeValues {
  const { rule } = values;
  return {
    ...values,
    name: values.name.trim(),
    description: values.description.trim(),
    kind: rule === 'count' ? values.kind : null,
    times: rule === 'count' || rule === 'streak' ? values.times : null,
    level_id: rule === 'level' ? values.level_id : null,
  };
}

/** How far a member is from their level to the next, in percent. */
export function percentToNext({ points, level, next }: Pick<OwnScore, 'points' | 'level' | 'next'>): number {
  if (!next) return 100;
  const from = level?.min_points ?? 0;
  return Math.max(0, Math.min(100, Math.floor(((points - from) * 100) / (next.min_points - from))));
}

/** The badge that a member is nearest to; null where none is begun or left. */
export function nextBadge(badges: readonly OwnBadge[]): OwnBadge | null {
  const open = badges.filter(({ awarded_at, goal, reached }) => !awarded_at && goal && reached);
  const share = ({ reached, goal }: OwnBadge) => (reached ?? 0) / (goal ?? 1);
  return open.toSorted((one, other) => share(other) - share(one))[0] ?? null;
}

/** What the overlay shows one after the other: points that came together are one sum. */
export function queueOf(messages: readonly ScoreMessage[]): (ScoreMessage & { ids: string[] })[] {
  const points = messages.filter(({ kind }) => kind === 'points');
  const others = messages.filter(({ kind }) => kind !== 'points').map((message) => ({ ...message, ids: [message.id] }));
  const [first] = points;
  if (!first) return others;
  const sum = points.reduce((total, message) => total + message.points, 0);
  return [{ ...first, points: sum, ids: points.map(({ id }) => id) }, ...others];
}
