/** Letters that Unicode does not decompose, in their usual ASCII spelling. */
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Lower-case letters without accents: "Żółw & Straße" is "zolw & strasse". Other scripts stay unchanged. */
export function plainLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħ]/g, (character) => replacements[character] ?? character);
}
