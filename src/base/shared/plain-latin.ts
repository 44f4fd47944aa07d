/** Letters that Unicode takes for letters of their own, as those who have no such key write them. */
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

/** Small letters without their marks: "Żółw & Straße" is "zolw & strasse". Other scripts stay as they are. */
export function plainLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħ]/g, (character) => replacements[character] ?? character);
}
