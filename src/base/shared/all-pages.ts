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
