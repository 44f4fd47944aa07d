export type Cell = string | number | null | undefined;

/** What one answer of a list holds at most. */
const PAGE_OF_EXPORT = 1_000;

/** Every row of a list, however long it is: page by page, until one is not full. */
export async function rowsOfAllPages<Row>(
  read: (page: number, pageSize: number) => Promise<{ rows: readonly Row[] }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows } = await read(page, PAGE_OF_EXPORT);
    all.push(...rows);
    if (rows.length < PAGE_OF_EXPORT) return all;
  }
}

/** One field: quoted where needed, and nothing a spreadsheet would take for a formula. */
function fieldOf(value: Cell): string {
  const text = String(value ?? '');
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A CSV file as spreadsheets read it: a mark of UTF-8, a head, CRLF. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`;
}
