import { Profanity, profaneWords } from '@2toad/profanity';

const SPECIAL_CHARACTERS = /[.*+?^${}()|[\]\\]/g;
const profanity = new Profanity({ languages: ['en'], wholeWord: true, unicodeWordBoundaries: true });
const english = profaneWords.get('en') ?? [];
const patterns = new WeakMap<readonly string[], RegExp>();

/** Masks each of these words with asterisks: whole words, case-insensitive (specification, section 5). */
export function maskWords(text: string, words: readonly string[]): string {
  let pattern = patterns.get(words);
  if (!pattern) {
    const any = [...words]
      .sort((a, b) => b.length - a.length)
      .map((word) => word.replace(SPECIAL_CHARACTERS, '\\$&'))
      .join('|');
    pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}_])(?:${any})(?![\\p{L}\\p{N}\\p{M}_])`, 'giu');
    patterns.set(words, pattern);
  }
  return text.replace(pattern, (match) => '*'.repeat([...match].length));
}

/** The text with profane words masked, and whether there were any. */
export function maskProfanity(text: string): { text: string; isMasked: boolean } {
  const masked = profanity.exists(text) ? maskWords(text, english) : text;
  return { text: masked, isMasked: masked !== text };
}
