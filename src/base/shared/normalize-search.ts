/**
 * Accents and invisible characters that few people type. Marks that Indian scripts, Thai and Japanese need are not
 * among them.
 */
const REMOVED_MARKS =
  /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc]|[\ufe00-\ufe0f]/g;

/**
 * Letters that Unicode does not decompose, with the spelling of those whose keyboard lacks them, or of the same sound.
 */
const ALIKE: Record<string, string> = {
  '\u0131': 'i',
  '\u00f8': 'o',
  '\u0142': 'l',
  '\u0111': 'd',
  '\u00f0': 'd',
  '\u0127': 'h',
  '\u0167': 't',
  '\u0138': 'k',
  '\u014b': 'n',
  '\u03c2': '\u03c3',
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u2010': '-',
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u0629': '\u0647',
  '\u06c1': '\u0647',
  '\u06a9': '\u0643',
  '\u00df': 'ss',
  '\u00e6': 'ae',
  '\u0153': 'oe',
  '\u00fe': 'th',
};
const WRITTEN_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}\u0660-\u0669\u06f0-\u06f9]`, 'g');

/**
 * Normalizes a text for searching, the same as `private.folded` in SQL: "Tomás Łódź" is "tomas lodz". Without case,
 * accents and vowel marks that few type; letters of one sound are one letter.
 */
export function normalizeSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(REMOVED_MARKS, '')
    .toLowerCase()
    .replace(WRITTEN_ALIKE, (sign) => ALIKE[sign] ?? String((sign.codePointAt(0) ?? 0) & 15))
    .normalize('NFC');
}

/** A LIKE pattern that finds the input anywhere in a normalized text; its wildcards are escaped. */
export function searchPattern(typed: string): string {
  return `%${normalizeSearch(typed.trim()).replace(/[%_\\]/g, '\\$&')}%`;
}
