import { fuzzyScore } from '#ui/palette/fuzzy.ts';

/** A block of the library, with translated texts. */
export type OnShelf = { type: string; name: string; text: string; shelf: string };

/** Weights of a match: name over description over category. */
const SHARES = { name: 1, text: 0.5, shelf: 0.25 } as const;

/** Blocks that match a search term, best first: by name, description and category; accents are ignored. */
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
