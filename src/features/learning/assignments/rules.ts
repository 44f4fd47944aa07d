/** A level of a criterion, and what it is worth. */
export type Level = { id: string; title: string; points: number };
/** What a grader looks at, with the levels to choose from, the best one first. */
export type Criterion = { id: string; title: string; levels: Level[] };
export type Rubric = Criterion[];

export type LateUnit = 'hour' | 'day';
export type LateRules = { points: number; late_percent: number; late_floor: number };

/** Whole hundredths of a point: what is counted in fractions is never quite what it says. */
const hundredths = (points: number) => Math.round(points * 100);

/**
 * The points taken off late work: `late_percent` of all points for each hour or day begun, down to `late_floor` percent of all
 * points. Who earned less than that floor loses nothing. The server decides; this shows it beforehand.
 */
export function lateDeduction(earned: number, units: number, { points, late_percent, late_floor }: LateRules): number {
  const had = hundredths(earned);
  const least = Math.min(had, points * late_floor);
  const left = Math.max(least, had - points * late_percent * units);
  return (had - left) / 100;
}

/** The percent of all points that work loses which is so late. */
export function latePercent(units: number, { late_percent, late_floor }: LateRules): number {
  return Math.min(late_percent * units, 100 - late_floor);
}

/** The points of the chosen levels; null until each criterion has one. */
export function chosenPoints(rubric: Rubric, chosen: Readonly<Record<string, string>>): number | null {
  let sum = 0;
  for (const { id, levels } of rubric) {
    const level = levels.find((one) => one.id === chosen[id]);
    if (!level) return null;
    sum += level.points;
  }
  return sum;
}

/** What a rubric comes to at best. */
export const bestPoints = (rubric: Rubric): number =>
  rubric.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(({ points }) => points)), 0);

export const MAX_CRITERIA = 20;
export const MAX_LEVELS = 8;

/** The first free id of a list: `c1`, `c2`. */
export function freeId(letter: string, taken: readonly { id: string }[]): string {
  for (let number = 1; ; number++) {
    const id = `${letter}${number}`;
    if (!taken.some((one) => one.id === id)) return id;
  }
}

export type RubricProblem = 'title' | 'level' | 'nothing';

/** Why a rubric can't be saved. */
export function rubricProblem(rubric: Rubric): RubricProblem | null {
  if (rubric.length === 0) return null;
  if (rubric.some(({ title }) => title.trim() === '')) return 'title';
  if (rubric.some(({ levels }) => levels.length === 0 || levels.some(({ title }) => title.trim() === '')))
    return 'level';
  const best = bestPoints(rubric);
  return best < 1 || best > 1000 ? 'nothing' : null;
}

/** The endings somebody typed: `.PDF, jpg` are `pdf` and `jpg`; null where one is none. */
export function readFileTypes(text: string): string[] | null {
  const types = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\*?\./, ''))
    .filter((word) => word !== '');
  if (types.length > 20 || types.some((word) => !/^[a-z0-9]{1,8}$/.test(word))) return null;
  return [...new Set(types)];
}

/** The ending of a file's name, without the dot. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

export type FileRefusal = 'type' | 'size' | 'count' | 'empty';

/** Why a file is not taken, before it is sent. */
export function fileRefusal(
  file: { name: string; size: number },
  attached: number,
  rules: { file_types: readonly string[]; max_file_mb: number; max_files: number },
): FileRefusal | null {
  if (attached >= rules.max_files) return 'count';
  if (rules.file_types.length > 0 && !rules.file_types.includes(endingOf(file.name))) return 'type';
  if (file.size > rules.max_file_mb * 1_048_576) return 'size';
  return file.size === 0 ? 'empty' : null;
}

/** The row of the queue after or before one; stays at its ends. */
export const stepTo = (index: number, step: 1 | -1, length: number): number =>
  Math.max(0, Math.min(length - 1, index + step));
