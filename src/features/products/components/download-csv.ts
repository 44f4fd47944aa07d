type Cell = string | number | null | undefined;

/** Rows as CSV: quoted, and with nothing in them that a spreadsheet would take for a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell) => {
    const text = String(value ?? '');
    const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return `"${plain.replaceAll('"', '""')}"`;
  };
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}

/** Hands a list to the reader as a file. */
export function downloadCsv(name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  // The mark at the start tells spreadsheets that the file is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csvOf(head, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
