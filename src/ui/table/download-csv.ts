import type { Cell } from '#base/shared/csv.ts';

const TYPE = { type: 'text/csv;charset=utf-8' };

function handOut(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, TYPE));
  const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Loaded with the first download. */
const csv = () => import('#base/shared/csv.ts');

/** Downloads a list as a file. */
export async function downloadCsv(
  name: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const { csvOf } = await csv();
  handOut(name, [csvOf(head, rows)]);
}

/**
 * Downloads a list of any length as a file. Only one page is in memory: the browser stores finished parts as blobs.
 * @returns the number of rows in the file
 */
export async function downloadCsvInPages<Row>(
  name: string,
  head: readonly string[],
  portions: AsyncIterable<readonly Row[]>,
  cells: (row: Row) => readonly Cell[],
): Promise<number> {
  const { csvInPages } = await csv();
  const parts: Blob[] = [];
  const count = await csvInPages(head, portions, cells, (text) => void parts.push(new Blob([text])));
  handOut(name, parts);
  return count;
}
