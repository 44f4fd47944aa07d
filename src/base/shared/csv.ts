export type Cell = string | number | null | undefined;

/** Page size of a list query. */
const PAGE_OF_EXPORT = 1_000;

/**
 * Reads a list of any length page by page, until a page is not full. The next page is requested when the last one has
 * been processed.
 */
export async function* pagesOf<Row>(
  read: (page: number, pageSize: number) => Promise<{ rows: readonly Row[] }>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1; ; page += 1) {
    const { rows } = await read(page, PAGE_OF_EXPORT);
    yield rows;
    if (rows.length < PAGE_OF_EXPORT) return;
  }
}

/** All rows of a list at once: for small rows, such as ids. */
export async function rowsOfAllPages<Row>(
  read: (page: number, pageSize: number) => Promise<{ rows: readonly Row[] }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pagesOf(read)) all.push(...rows);
  return all;
}

/** One field: quoted where needed, with spreadsheet formulas neutralized. */
function fieldOf(value: Cell): string {
  const text = String(value ?? '');
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const linesOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');

/** A CSV file for spreadsheets: UTF-8 BOM, header, CRLF. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${linesOf([head, ...rows])}`;
}

/**
 * The same for a list read in pages: `keep` stores each page before the next is requested.
 * @returns the number of rows
 */
export async function csvInPages<Row>(
  head: readonly string[],
  portions: AsyncIterable<readonly Row[]>,
  cells: (row: Row) => readonly Cell[],
  keep: (text: string) => void,
): Promise<number> {
  let count = 0;
  keep(csvOf(head, []));
  for await (const rows of portions) {
    keep(linesOf(rows.map(cells)));
    count += rows.length;
  }
  return count;
}
