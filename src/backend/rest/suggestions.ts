/** Minimum similarity of a suggested table or function: a hint must not reveal names to a stranger who guesses. */
const ALIKE = 0.75;
const MAX_COMPARED_CHARACTERS = 64;

/**
 * The candidate most similar to a misspelt name, for "Perhaps you meant"; undefined if none is close enough.
 * Of candidates that share a pair of characters, the one with the smallest edit distance; `atLeast` is the share of
 * characters that must stay.
 */
export function nearest(name: string, candidates: Iterable<string>, atLeast = ALIKE): string | undefined {
  const target = name.toLowerCase().slice(0, MAX_COMPARED_CHARACTERS);
  const pairs = pairsOf(target);
  let best: string | undefined;
  let bestScore = 0;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const candidateText = candidate.toLowerCase().slice(0, MAX_COMPARED_CHARACTERS);
    if (![...pairsOf(candidateText)].some((pair) => pairs.has(pair))) continue;
    const score = 1 - editDistance(target, candidateText) / Math.max(target.length, candidateText.length, 1);
    if (score >= atLeast && score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Maximum edit distance of a suggested column: PostgreSQL's own limit. */
const MAX_COLUMN_DISTANCE = 3;

/** The column PostgreSQL itself would suggest for an unknown one. */
export function nearestColumn(name: string, candidates: Iterable<string>): string | undefined {
  const target = name.slice(0, MAX_COMPARED_CHARACTERS);
  let best: string | undefined;
  let maxDistance = Math.min(MAX_COLUMN_DISTANCE, Math.floor(target.length / 2)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(target, candidate.slice(0, MAX_COMPARED_CHARACTERS));
    if (distance >= maxDistance) continue;
    best = candidate;
    maxDistance = distance;
  }
  return best;
}

function pairsOf(text: string): Set<string> {
  const padded = `-${text}-`;
  const pairs = new Set<string>();
  for (let at = 0; at < padded.length - 1; at++) pairs.add(padded.slice(at, at + 2));
  return pairs;
}

/** Levenshtein distance in characters. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const exchanged = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
