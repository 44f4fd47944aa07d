const MAX_SLUG_LENGTH = 80;

/** Characters with a meaning in a URL, or invisible ones; every script and every emoji is allowed. */
const NOT_IN_A_SLUG = /[\s\p{Cc}/?#%&+\\"'<>|^`{}@:;,=.*~$()![\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** A title as the last segment of a URL, in its own script; empty where no character of it is allowed. */
export function slugOfTitle(title: string): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(new RegExp(NOT_IN_A_SLUG, 'gu'), '-')
    .replace(/[\p{P}-]+/gu, '-')
    .normalize('NFC')
    .replace(/^-+/, '');
  let slug = '';
  // Cut between code points: half a surrogate pair can't be part of a URL.
  for (const sign of plain) {
    if (slug.length + sign.length > MAX_SLUG_LENGTH) break;
    slug += sign;
  }
  return slug.replace(/[-\u200c\u200d]+$/, '');
}

/** Whether a text is a valid slug, as the tables check it (`private.is_slug`). */
export function isSlug(slug: string, longest = MAX_SLUG_LENGTH): boolean {
  return (
    slug !== '' &&
    slug.length <= longest &&
    slug === slug.toLowerCase() &&
    slug === slug.normalize('NFC') &&
    !NOT_IN_A_SLUG.test(slug) &&
    !/^-|-$/.test(slug)
  );
}

/** A path in readable form, isolated left to right for a sentence of any script. */
export function readablePath(path: string): string {
  return `\u2066${decodeURI(path)}\u2069`;
}
