import { numberFormat } from '#base/shared/formats.ts';
export type FileLimits = {
  /** As the browser's `accept`: `image/*`, `application/pdf`, `.csv`. Empty: any kind. */
  accept?: readonly string[];
  /** In bytes. */
  maxSize: number;
  maxCount: number;
};

export type FileRejection = { name: string; reason: 'tooLarge' | 'wrongKind' | 'tooMany' };

/** Whether a file's type or extension is accepted. */
export function isAccepted(file: { name: string; type: string }, accept: readonly string[] = []): boolean {
  if (accept.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return accept.some((pattern) => {
    const rule = pattern.trim().toLowerCase();
    if (rule.startsWith('.')) return name.endsWith(rule);
    if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1));
    return type === rule;
  });
}

/** Splits files into accepted and rejected with reasons. The server checks again: this only saves the wait. */
export function sortFiles<Item extends { name: string; type: string; size: number }>(
  files: readonly Item[],
  limits: FileLimits,
): { taken: Item[]; refused: FileRejection[] } {
  const accepted: Item[] = [];
  const rejected: FileRejection[] = [];
  for (const file of files) {
    if (!isAccepted(file, limits.accept)) rejected.push({ name: file.name, reason: 'wrongKind' });
    else if (file.size > limits.maxSize) rejected.push({ name: file.name, reason: 'tooLarge' });
    else if (accepted.length >= limits.maxCount) rejected.push({ name: file.name, reason: 'tooMany' });
    else accepted.push(file);
  }
  return { taken: accepted, refused: rejected };
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A file size in the reader's notation, in steps of 1024: 1,536 is "1.5 kB". */
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
