import { numberFormat } from '#base/shared/formats.ts';
export type FileLimits = {
  /** As the browser's `accept`: `image/*`, `application/pdf`, `.csv`. Empty: any kind. */
  accept?: readonly string[];
  /** In bytes. */
  maxSize: number;
  maxCount: number;
};

export type FileRejection = { name: string; reason: 'tooLarge' | 'wrongKind' | 'tooMany' };

/** Whether a file is of a kind that is accepted, by its type or by how its name ends. */
export function isAccepted(file: { name: string; type: string }, accept: readonly string[] = []): boolean {
  if (accept.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return accept.some((pattern) => {
    const wanted = pattern.trim().toLowerCase();
    if (wanted.startsWith('.')) return name.endsWith(wanted);
    if (wanted.endsWith('/*')) return type.startsWith(wanted.slice(0, -1));
    return type === wanted;
  });
}

/** Which files may go on, and why the others may not. The server asks again: this one only spares the wait. */
export function sortFiles<Item extends { name: string; type: string; size: number }>(
  files: readonly Item[],
  limits: FileLimits,
): { taken: Item[]; refused: FileRejection[] } {
  const taken: Item[] = [];
  const refused: FileRejection[] = [];
  for (const file of files) {
    if (!isAccepted(file, limits.accept)) refused.push({ name: file.name, reason: 'wrongKind' });
    else if (file.size > limits.maxSize) refused.push({ name: file.name, reason: 'tooLarge' });
    else if (taken.length >= limits.maxCount) refused.push({ name: file.name, reason: 'tooMany' });
    else taken.push(file);
  }
  return { taken, refused };
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the reader's notation, in steps of 1024: 1,536 is "1.5 kB". */
export function formatSize(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log2(bytes) / 10));
  return numberFormat(locale, {
    style: 'unit',
    unit: sizeUnits[step],
    // The short form of a byte has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1024 ** step);
}
