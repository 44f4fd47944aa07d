import type { Level, Price } from '../schema.ts';

/** A level as its fields hold it: the courses are those that are open from it on. */
export type LevelValues = { id: string; name: string; description: string; courses: string[] };

export const MAX_LEVELS = 6;

/** The levels that are sold, from the lowest up. */
export function levelsInOrder(levels: readonly Level[]): Level[] {
  return levels.filter(({ is_active }) => is_active).sort((a, b) => a.position - b.position);
}

/** The course ids that a level opens beyond the one below it; those that name no level are open from the lowest on. */
export function coursesAt(
  level: Level,
  levels: readonly Level[],
  courses: readonly { course_id: string; level_id: string | null }[],
): string[] {
  const isLowest = levelsInOrder(levels)[0]?.id === level.id;
  return courses
    .filter(({ level_id }) => level_id === level.id || (isLowest && level_id === null))
    .map(({ course_id }) => course_id);
}

type Sold<Row> = {
  prices: readonly Row[];
  product_courses: readonly { course_id: string; level_id?: string | null }[];
  product_levels?: readonly Pick<Level, 'id' | 'position'>[];
};

/** The prices of a product that open one of its courses: without those of levels below it. */
export function pricesOpening<Row extends Pick<Price, 'level_id'>>(product: Sold<Row>, course_id: string): Row[] {
  const rankOf = (id: string | null | undefined) => product.product_levels?.find((level) => level.id === id)?.position;
  const from = rankOf(product.product_courses.find((opened) => opened.course_id === course_id)?.level_id) ?? 0;
  return product.prices.filter(({ level_id }) => (rankOf(level_id) ?? Number.POSITIVE_INFINITY) >= from);
}

/** The level a price is of: its own, or the lowest where it names none of those that there are. */
export function levelOfPrice(level_id: string | null, levels: readonly LevelValues[]): string | null {
  return levels.find(({ id }) => id === level_id)?.id ?? levels[0]?.id ?? null;
}
