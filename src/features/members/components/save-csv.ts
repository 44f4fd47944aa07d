import { csvOf } from '../rules.ts';

/** Gives the reader a CSV file. */
export function saveCsv(head: readonly string[], rows: readonly (readonly string[])[], name: string): void {
  const url = URL.createObjectURL(new Blob([csvOf(head, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
