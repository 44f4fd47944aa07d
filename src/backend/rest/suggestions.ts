/** From which likeness on a table or function is offered: a hint must not name what a stranger only guessed at. */
const ALIKE = 0.75;
const MAX_COMPARED_CHARACTERS = 64;

/**
 * The known name most like a misspelt one, or undefined where none is near: behind "Perhaps you meant".
 * Of names that share some letters in a row, the one that takes the fewest changes; `atLeast` is the share of letters
 * that stay.
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

/** Letters apart at most, for a column: PostgreSQL's own measure. */
const MAX_COLUMN_DISTANCE = 3;

/** The column PostgreSQL itself would offer for one that is not there. */
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

/** How many letters must be put in, left out or exchanged (Levenshtein). */
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
