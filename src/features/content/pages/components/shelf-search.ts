import { fuzzyScore } from '#ui/palette/fuzzy.ts';

/** A block on the shelves, in the words of who reads. */
export type OnShelf = { type: string; name: string; text: string; shelf: string };

/** What a block is said to be counts less than its name, and the shelf it stands on less still. */
const SHARES = { name: 1, text: 0.5, shelf: 0.25 } as const;

/** The blocks that are what was typed, the best first: by name, by what they are for, by their shelf; accents don't count. */
export function findOnShelves<Block extends OnShelf>(blocks: readonly Block[], query: string): Block[] {
  const wanted = query.trim();
  if (!wanted) return [];
  return blocks
    .map((found) => ({
      found,
      score: Math.max(
        ...(Object.keys(SHARES) as (keyof typeof SHARES)[]).map(
          (part) => fuzzyScore(found[part], wanted) * SHARES[part],
        ),
      ),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ found }) => found);
}
