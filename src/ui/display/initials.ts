/** Number of hues for avatars without a picture. */
export const hueCount = 6;

/** First letters of the first and last word, in capitals; "?" for a name without letters. */
export function initials(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => (word ? ([...word][0] ?? '') : ''))
    .join('')
    .toLocaleUpperCase();
}

/** The same person has the same hue everywhere and always: FNV-1a over the key, 0 to `hueCount` - 1. */
export function hueOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % hueCount;
}
