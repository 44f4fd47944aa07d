import { readCsv } from '#base/shared/csv.ts';

/** One person of an import as the server takes them; `line` as a spreadsheet counts lines. */
export type ImportLine = { line: number; email: string; name: string; role: string };
export type Mapping = { email: number; name: number; role: number };
export type CsvTable = { head: string[]; rows: { line: number; cells: string[] }[] };

export const maxImportRows = 5_000;
export const largestFile = 2 * 1024 * 1024;
/** No column: the file has no name or no role. */
export const noColumn = -1;

/** Decodes a CSV file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The people of a CSV file. If the first line holds an e-mail address it is data and there is no header. */
export function parseCsv(text: string): CsvTable {
  const records = readCsv(text);
  const [head, ...rows] = records;
  if (head?.cells.some(isAddress)) return { head: head.cells.map(() => ''), rows: records };
  return { head: head?.cells ?? [], rows };
}

const isAddress = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);

const headerNames = {
  email: /^(?:e-?mail|mail|correo|courriel|البريد)/i,
  name: /^(?:(?:full|display) ?)?name|^nom|^nombre|^الاسم/i,
  role: /^(?:role|rolle|rol|rôle|الدور)/i,
};

/** Guesses the columns from the header; the e-mail column also from its values. */
export function guessMapping({ head, rows }: CsvTable): Mapping {
  const find = (pattern: RegExp) => head.findIndex((title) => pattern.test(title));
  const byName = find(headerNames.email);
  const guessed = rows[0]?.cells.findIndex((value) => value.includes('@')) ?? noColumn;
  return { email: byName === noColumn ? guessed : byName, name: find(headerNames.name), role: find(headerNames.role) };
}

/** The people of a CSV table by the chosen columns. */
export function peopleOf({ rows }: CsvTable, mapping: Mapping): ImportLine[] {
  const at = (cells: string[], column: number, maxLength: number) => (cells[column] ?? '').slice(0, maxLength);
  return rows.map(({ line, cells }) => ({
    line,
    email: at(cells, mapping.email, 320),
    name: at(cells, mapping.name, 120),
    role: at(cells, mapping.role, 60),
  }));
}
