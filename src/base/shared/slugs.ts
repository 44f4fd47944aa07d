const MAX_SLUG_LENGTH = 80;

/** Signs that mean something in an address, or that nobody sees; every script and every picture sign may stand there. */
const NOT_IN_A_SLUG = /[\s\p{Cc}/?#%&+\\"'<>|^`{}@:;,=.*~$()![\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** A title as the last part of an address, in its own script; empty where nothing of it can stand in one. */
export function slugOfTitle(title: string): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(new RegExp(NOT_IN_A_SLUG, 'gu'), '-')
    .replace(/[\p{P}-]+/gu, '-')
    .normalize('NFC')
    .replace(/^-+/, '');
  let slug = '';
  // By whole signs: half of one is no text that an address could be made of.
  for (const sign of plain) {
    if (slug.length + sign.length > MAX_SLUG_LENGTH) break;
    slug += sign;
  }
  return slug.replace(/[-\u200c\u200d]+$/, '');
}

/** Whether a text may be the last part of an address, as the tables see it (`private.is_slug`). */
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

/** A path as people read it, kept from left to right within a sentence of any script. */
export function readablePath(path: string): string {
  return `\u2066${decodeURI(path)}\u2069`;
}
