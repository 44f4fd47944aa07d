import Papa from 'papaparse';

export type Cell = string | number | boolean | null | undefined;

/** The lines of rows, with spreadsheet formulas neutralized; `isQuoted`: each cell, not only where it has to be. */
export function csvLines(rows: readonly (readonly Cell[])[], isQuoted = false): string {
  const lines = Papa.unparse(rows as Cell[][], { escapeFormulae: true, newline: '\r\n', quotes: isQuoted });
  return rows.length === 0 ? '' : `${lines}\r\n`;
}

/** A CSV file for spreadsheets: UTF-8 BOM, header, CRLF. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${csvLines([head, ...rows])}`;
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
    keep(csvLines(rows.map(cells)));
    count += rows.length;
  }
  return count;
}

/** The rows of a file that are not empty; `line` as a spreadsheet counts lines. Commas, semicolons or tabs part the cells. */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const rows: { line: number; cells: string[] }[] = [];
  let line = 1;
  let read = 0;
  Papa.parse<string[]>(plain, {
    delimiter: separatorOf,
    newline: '\n',
    step: ({ data, meta }) => {
      const cells = data.map((cell) => cell.trim());
      if (cells.some(Boolean)) rows.push({ line, cells });
      line += plain.slice(read, meta.cursor).split('\n').length - 1;
      read = meta.cursor;
    },
  });
  return rows;
}

/** The one that is most frequent in the first line: the library's own guess needs several lines. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best));
}
