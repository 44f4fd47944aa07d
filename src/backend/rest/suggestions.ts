/** From which likeness on a table or function is offered: a hint must not name what a stranger only guessed at. */
const ALIKE = 0.75;
const LONGEST = 64;

/**
 * The known name most like a misspelt one, or undefined where none is near: behind "Perhaps you meant".
 * Of names that share some letters in a row, the one that takes the fewest changes; `atLeast` is the share of letters
 * that stay.
 */
export function nearest(name: string, known: Iterable<string>, atLeast = ALIKE): string | undefined {
  const wanted = name.toLowerCase().slice(0, LONGEST);
  const pairs = pairsOf(wanted);
  let best: string | undefined;
  let bestScore = 0;
  for (const candidate of known) {
    if (candidate === name) continue;
    const other = candidate.toLowerCase().slice(0, LONGEST);
    if (![...pairsOf(other)].some((pair) => pairs.has(pair))) continue;
    const score = 1 - changes(wanted, other) / Math.max(wanted.length, other.length, 1);
    if (score >= atLeast && score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** Letters apart at most, for a column: PostgreSQL's own measure. */
const FURTHEST_COLUMN = 3;

/** The column PostgreSQL itself would offer for one that is not there. */
export function nearestColumn(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, LONGEST);
  let best: string | undefined;
  let fewest = Math.min(FURTHEST_COLUMN, Math.floor(wanted.length / 2)) + 1;
  for (const candidate of known) {
    const distance = changes(wanted, candidate.slice(0, LONGEST));
    if (distance >= fewest) continue;
    best = candidate;
    fewest = distance;
  }
  return best;
}

function pairsOf(text: string): Set<string> {
  const padded = `-${text}-`;
  const found = new Set<string>();
  for (let at = 0; at < padded.length - 1; at++) found.add(padded.slice(at, at + 2));
  return found;
}

/** How many letters must be put in, left out or exchanged (Levenshtein). */
function changes(left: string, right: string): number {
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
