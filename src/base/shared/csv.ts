export type Cell = string | number | null | undefined;

/** What one answer of a list holds at most. */
const PAGE_OF_EXPORT = 1_000;

/** A list a portion at a time, however long it is: page by page, until one is not full. The next is asked for when the last is done with. */
export async function* pagesOf<Row>(
  read: (page: number, pageSize: number) => Promise<{ rows: readonly Row[] }>,
): AsyncGenerator<readonly Row[]> {
  for (let page = 1; ; page += 1) {
    const { rows } = await read(page, PAGE_OF_EXPORT);
    yield rows;
    if (rows.length < PAGE_OF_EXPORT) return;
  }
}

/** Every row of a list at once: of what is small, as ids are. */
export async function rowsOfAllPages<Row>(
  read: (page: number, pageSize: number) => Promise<{ rows: readonly Row[] }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pagesOf(read)) all.push(...rows);
  return all;
}

/** One field: quoted where needed, and nothing a spreadsheet would take for a formula. */
function fieldOf(value: Cell): string {
  const text = String(value ?? '');
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const linesOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');

/** A CSV file as spreadsheets read it: a mark of UTF-8, a head, CRLF. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${linesOf([head, ...rows])}`;
}

/** The same of a list that comes in portions: each is put away by `keep` before the next is asked for. @returns how many rows */
export async function csvInPortions<Row>(
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
