import { fuzzyScore } from '#ui/palette/fuzzy.ts';

/** A block of the library, with translated texts. */
export type LibraryBlock = { type: string; name: string; text: string; shelf: string };

/** Weights of a match: name over description over category. */
const WEIGHTS = { name: 1, text: 0.5, shelf: 0.25 } as const;

/** Blocks that match a search term, best first: by name, description and category; accents are ignored. */
export function searchLibrary<Block extends LibraryBlock>(blocks: readonly Block[], query: string): Block[] {
  const term = query.trim();
  if (!term) return [];
  return blocks
    .map((block) => ({
      block,
      score: Math.max(
        ...(Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).map(
          (part) => fuzzyScore(block[part], term) * WEIGHTS[part],
        ),
      ),
    }))
    .filter(({ score }) => score > 0)
    .sort((first, second) => second.score - first.score)
    .map(({ block }) => block);
}
