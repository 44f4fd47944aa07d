/** The texts a screen uses, by namespace: all, or the named groups. */
export type TextSelection = Record<string, '*' | string[]>;

/** The group of a key of the first level: the key without its plural suffix. */
export function groupOf(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '');
}
