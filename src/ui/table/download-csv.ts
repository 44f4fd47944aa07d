import type { Cell } from '#base/shared/csv.ts';

const TYPE = { type: 'text/csv;charset=utf-8' };

function handOut(name: string, parts: BlobPart[], type = TYPE): void {
  const url = URL.createObjectURL(new Blob(parts, type));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Downloads a text as a file; `name` with its ending. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  handOut(name, [text], { type: `${type};charset=utf-8` });
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
  handOut(`${name}.csv`, [csvOf(head, rows)]);
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
  handOut(`${name}.csv`, parts);
  return count;
}
