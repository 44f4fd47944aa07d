/** By namespace what a screen is said with: all of it, or the groups that are named. */
export type TextSelection = Record<string, '*' | string[]>;

/** The group a key of the first level belongs to: the key without the number it is said of. */
export function groupOf(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '');
}
