/**
 * The known name most like a misspelt one, or undefined where none is near: behind "Perhaps you meant".
 * Compares by shared pairs of letters (Dice's coefficient), as fuzzy-set matching does.
 */
export function nearest(name: string, known: Iterable<string>, atLeast = 0.5): string | undefined {
  const wanted = pairs(name);
  let best: string | undefined;
  let bestScore = atLeast;
  for (const candidate of known) {
    if (candidate === name) continue;
    const score = likeness(wanted, pairs(candidate));
    if (score >= bestScore && (score > bestScore || best === undefined)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

function pairs(name: string): Map<string, number> {
  const text = `-${name.toLowerCase().slice(0, 64)}-`;
  const found = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

function likeness(left: Map<string, number>, right: Map<string, number>): number {
  let shared = 0;
  let total = 0;
  for (const [pair, count] of left) {
    shared += Math.min(count, right.get(pair) ?? 0);
    total += count;
  }
  for (const count of right.values()) total += count;
  return total === 0 ? 0 : (2 * shared) / total;
}
