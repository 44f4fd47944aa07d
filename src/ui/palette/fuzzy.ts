import { normalizeSearch } from '#base/shared/normalize-search.ts';

const weights = { exact: 120, start: 100, wordStart: 80, initials: 60, inside: 40, typo: 24, scattered: 16 } as const;
/** Shorter queries would match almost any text scattered or with a typo. */
const MIN_SCATTERED = 3;
const MIN_WITH_TYPO = 4;

/**
 * How well a text matches a query; 0 for no match. Every word has to match: the whole text, its start, the start of a
 * word, initials ("nc" is "New course"), a substring, with one typo, or scattered in order.
 */
export function fuzzyScore(text: string, query: string): number {
  const plain = normalizeSearch(text);
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const terms = normalizeSearch(query).split(/\s+/).filter(Boolean);
  let score = 0;
  for (const word of terms) {
    const wordScore = scoreOf(word, plain, words);
    if (wordScore === 0) return 0;
    score += wordScore;
  }
  // Of two equal matches the shorter one is preferred.
  return terms.length === 0 ? 0 : score / terms.length + 1 / (1 + plain.length);
}

function scoreOf(typed: string, text: string, words: readonly string[]): number {
  if (text === typed) return weights.exact;
  if (text.startsWith(typed)) return weights.start;
  if (words.some((word) => word.startsWith(typed))) return weights.wordStart;
  if (
    typed.length > 1 &&
    words
      .map((word) => word[0])
      .join('')
      .includes(typed)
  )
    return weights.initials;
  if (text.includes(typed)) return weights.inside;
  if (typed.length >= MIN_WITH_TYPO && words.some((word) => isNearly(word, typed))) return weights.typo;
  if (typed.length >= MIN_SCATTERED && words.some((_, at) => isScattered(typed, words.slice(at).join(''))))
    return weights.scattered;
  return 0;
}

/** Whether a word starts with the query except for one typo: wrong, missing, extra or swapped letters. */
function isNearly(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const rest = typed.slice(at + 1);
  return (
    at > 0 &&
    (word.startsWith(rest, at + 1) ||
      word.startsWith(typed.slice(at), at + 1) ||
      word.startsWith(rest, at) ||
      (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2)))
  );
}

/** Whether the letters occur in order, from the first one on and with gaps of at most one letter on average. */
function isScattered(typed: string, text: string): boolean {
  if (text[0] !== typed[0]) return false;
  let at = 0;
  for (const character of typed) {
    const next = text.indexOf(character, at);
    if (next < 0) return false;
    at = next + 1;
  }
  return at <= typed.length * 2;
}
