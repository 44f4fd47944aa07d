const MAX_TAGS = 50;
const MAX_TAG_LENGTH = 40;

/** The tags in a line of text: each once, none longer than 40 characters, at most 50. */
export function tagsIn(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' ').slice(0, MAX_TAG_LENGTH))
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, MAX_TAGS);
}
