/** One line of the table: what was measured, beside what, and how it stands to its limit. */
export type Figure = { name: string; value: string; beside?: string; limit?: string; holds?: boolean | null };

export const thousands = (value: number) => Math.round(value).toLocaleString('en-GB');
export const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
export const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const seconds = (value: number) => `${value.toFixed(1)} s`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const microseconds = (value: number) => `${value.toFixed(0)} µs`;

/** The figures as a table of plain text. A target that is missed is said, and fails nothing. */
export function tableOf(figures: Figure[]): string {
  const head = ['figure', 'measured', 'beside it', 'limit', ''];
  const rows = figures.map((figure) => [
    figure.name,
    figure.value,
    figure.beside ?? '',
    figure.limit ?? '',
    figure.holds === undefined || figure.holds === null ? '' : figure.holds ? 'holds' : 'MISSED',
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
