const MAX_TAGS = 50;
const MAX_TAG_LENGTH = 40;

/** Splits a line of text into unique tags, at most 40 characters each and 50 in all. */
export function parseTags(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').slice(0, MAX_TAG_LENGTH))
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, MAX_TAGS);
}
