import { parseNumber } from '#base/shared/parse-number.ts';
import type { EntryStatus, GradeGroup, GradeItem } from './schema.ts';

export const MAX_POINTS = 1000;
export const MAX_GROUPS = 30;
export const MAX_LETTERS = 20;

export type TypedGrade = { status: EntryStatus; points: number | null };

/**
 * What was typed into a cell: points in the reader's notation, EX for excused, MI for missing, nothing for the lesson's
 * own result; null for anything else.
 */
export function readGrade(typed: string, locale: string): TypedGrade | null {
  const text = typed.trim();
  if (text === '') return { status: 'none', points: null };
  if (/^ex$/i.test(text)) return { status: 'excused', points: null };
  if (/^mi$/i.test(text)) return { status: 'missing', points: null };
  const parsed = parseNumber(text, locale, 2);
  if (parsed.kind !== 'number' || parsed.scaled > MAX_POINTS * 100) return null;
  return { status: 'points', points: parsed.scaled / 100 };
}

/** The sum of the weights; other sums than 100 count in proportion. */
export const weightSum = (groups: readonly Pick<GradeGroup, 'weight'>[]): number =>
  Math.round(groups.reduce((sum, { weight }) => sum + weight, 0) * 100) / 100;

/** A column of what is graded by hand, as it begins. */
export const ownItem = (item: Pick<GradeItem, 'id' | 'title' | 'points'>): GradeItem => ({
  ...item,
  lesson_id: null,
  group_id: null,
  slug: null,
  kind: null,
  is_shown: true,
  is_counted: true,
  is_anonymous: false,
});

export type GridPlace = { row: number; column: number };

/** Where an arrow, Home or End leads in a grid; null for another key, or at an edge. Column 0 is the student. */
export function gridStep(
  key: string,
  { row, column }: GridPlace,
  { rows, columns, isRtl }: { rows: number; columns: number; isRtl: boolean },
): GridPlace | null {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const next =
    key === 'ArrowDown'
      ? { row: row + 1, column }
      : key === 'ArrowUp'
        ? { row: row - 1, column }
        : key === forward
          ? { row, column: column + 1 }
          : key === backward
            ? { row, column: column - 1 }
            : key === 'Home'
              ? { row, column: 0 }
              : key === 'End'
                ? { row, column: columns - 1 }
                : null;
  if (!next || next.row < 0 || next.row >= rows || next.column < 0 || next.column >= columns) return null;
  return next;
}
