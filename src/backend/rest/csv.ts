import { failures } from './failure.ts';

/**
 * Converts a CSV payload to a JSON array of objects: the first line names the columns, `NULL` is null.
 * Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html#bulk-insert
 * @throws {RestFailure} PGRST102
 */
export function csvToJson(text: string): string {
  const [names, ...lines] = readLines(text);
  if (!names || names.every((name) => name === '')) throw failures.body('The CSV has no line of column names');
  const rows = lines.map((line) => {
    if (line.length !== names.length) throw failures.body('All lines must have same number of fields');
    return Object.fromEntries(line.map((value, at) => [names[at] ?? '', value === 'NULL' ? null : value]));
  });
  return JSON.stringify(rows);
}

/** Fields of each line; in double quotes a field may hold commas and line breaks, and quotes by doubling them. */
function readLines(text: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length || line.length > 0) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (!match) throw failures.body('The CSV is malformed: a quote stands where none can be');
    line.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    at = field.lastIndex;
    if (match[3] === ',') continue;
    lines.push(line);
    line = [];
    if (match[3] === '') break;
  }
  // A line break at the very end ends the last line and begins none.
  return lines.filter((each, index) => index === 0 || each.length > 1 || each[0] !== '');
}
