import type { Cell } from '#base/shared/csv.ts';
import type { Column } from '../table/data-table-column.ts';

/**
 * A column of a list: on the screen and in the exported file. Without `cell` it is in the file alone, with `csv: false`
 * on the screen alone.
 */
export type ListColumn<Row> = Omit<Column<Row>, 'cell'> & {
  cell?: Column<Row>['cell'];
  /** The value in the file, where the cell is not itself a text or number. */
  csv?: ((row: Row) => Cell) | false;
};

/** A column of the exported file. */
export type FileColumn<Row> = { label: string; csv: (row: Row) => Cell };

/** The columns of the exported file. An element is no text: its column needs `csv`. */
export function fileColumns<Row>(columns: readonly ListColumn<Row>[]): FileColumn<Row>[] {
  return columns.flatMap(({ label, csv, cell }) => {
    if (csv === false) return [];
    const shown = (row: Row) => {
      const value = cell?.(row);
      return typeof value === 'string' || typeof value === 'number' ? value : null;
    };
    return [{ label, csv: csv ?? shown }];
  });
}
